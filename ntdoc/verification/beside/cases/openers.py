"""Cases that a sentence opens with and no formula says: *at initialization*, *for undirected graphs*.

What follows is said of such data, or only wished or roughly so, and samples are any. Words that tell what is done, *if
we expand the square*, *after some algebra*, open no case. Neither do those that a formula makes precise: it is heard.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.phrases import CONDITION
from ntdoc.source import Span
from ntdoc.verification.beside.qualities import for_unit_vectors
from ntdoc.vocabulary import IF, SEVERAL, SUPPOSE, THEN, WE_HAVE

_WORD = r"[a-z][a-z'-]*"
_STATE = (
    r"(?:is|are|has|have|agrees?|coincides?|lies?|vanish(?:es)?|commutes?|shares?|sums?|satisf(?:y|ies)|converges?|succeeds?"
    r"|overflows?|matches|match|differs?|points?)"
)
_DONE = (  # what is done to a formula, and no state of data
    r"(?:expand|multipl|summ|add|writ|rewrit|tak|appl|insert|substitut|differentiat|comput|evaluat|us|know|giv|need|seen|view"
    r"|read|consider|unroll|iterat|squar|divid|combin|split|reshap|renam|arrang|plugg|put)(?:ed|ied|ten|en|n|t)?\b"
)
_OF_MIND = r"(?!\s+(?:careful|sure|aware|certain|convinced|interested|worried|familiar|used\s+to|the\s+impression)\b)"
_CONDITION = (
    rf"(?:{IF}|once)\s+(?:(?:we|one|you)\s+(?:are|is)\s+(?:an?|not|under|over|below|above|within|outside)\b{_OF_MIND}|"
    rf"(?!(?:we|one|you|i|there|nothing)\b|[a-z]+(?:ed|ing)\b)(?:{_WORD}\s+){{1,7}}?{_STATE}\b(?!\s+(?:{_DONE}|to\s)))"
)
_TREATED = (
    r"(?:normali[sz]|standardi[sz]|whiten|cent(?:er|re)|re-?scal|clipp|prun|quanti[sz]|align|calibrat|(?:pre-?)?train|fine-?tun"
    r"|converge|decorrelat)"
)
_ADJECTIVE = (  # of what is special
    rf"(?:undirected|symmetric|commuting|balanced|well-[a-z]+|perfect|ideal|exact|true|active|inactive|tight|isotropic|independent"
    rf"|orthogonal|orthonormal|{_TREATED}[a-z]*ed|most|typical|regular|noiseless|noise-free|tied|optimal|unbiased|matched"
    r"|parallel|circulant|degenerate|rank-one|infinite(?:ly)?(?:\s+[a-z]+)?"
    r"|(?:very\s+|sufficiently\s+)?(?:long|large|wide)(?=\s+(?:sequences?|contexts?|times?|horizons?|samples?|batch(?:es)?|networks?)\b)"
    r"|linear(?=\s+(?:networks?|models?|activations?)\b)|quadratic(?=\s+(?:loss(?:es)?|objectives?)\b)"
    r"|single(?=\s+(?:tokens?|samples?|examples?|class(?:es)?|elements?)\b))"
)
_OF_WRITING = (  # how it is computed or written, and no data: *with exact arithmetic*
    r"(?:arithmetic|comput\w+|calculat\w+|algebra|precision|formulas?|expressions?|notation|numbers?|wording)"
)
_OF_SUCH = (
    rf"(?:for|with|on|under|given|consider(?:ing)?|assuming)\s+(?:an?\s+|the\s+|all\s+|every\s+|such\s+|two\s+|both\s+)?"
    rf"(?!{_WORD}\s+{_STATE}\b){_ADJECTIVE}\s+"
    rf"(?!of\b|to\b|as\b|sizes?\b|lengths?\b|widths?\b|{_OF_WRITING}\b)[a-z][a-z-]*"
)
_WHERE = (
    r"(?:at\s+(?:random\s+|the\s+)?(?:initiali[sz]ation|init|equilibrium|convergence|optimality|saturation)\b"
    r"|at\s+(?:very\s+)?(?:high|low|zero|large|infinite)\s+(?:temperatures?|noise|resolution)\b"
    r"|in\s+(?:thermal\s+|detailed\s+|an?\s+|the\s+)?(?:equilibrium|steady\s+state)\b"
    r"|in\s+(?:the|an?)\s+(?:[a-z-]+\s+){1,3}?(?:regime|limit|phase)\b|in\s+the\s+(?:absence|presence)\s+of\b"
    rf"|after\s+(?:[a-z-]+\s+){{0,2}}?{_TREATED}(?:ation|ing|ment|ence)\b"
    r"|under\s+(?:the|this|that|these|an?|such\s+an?)\s+(?:[a-z-]+\s+){0,2}?(?:assumptions?|hypothes[ie]s)\b"
    r"|under\s+(?:independence|isotropy|symmetry|stationarity|normali[sz]ation)\b"
    r"|(?:ignoring|neglecting|disregarding)\s+(?:the|all|any)\b|with\s+equality\s+(?:for|at|on|in)\s+[a-z]+"
    r"|(?:for|on|at|in)\s+(?:[a-z-]+\s+){0,4}?[a-z-]+,?\s+(?:(?:this|the|our)\s+)?"
    r"(?:equality\s+(?:holds|is\s+(?:attained|reached))|(?:bound|inequality|constraint)\s+is\s+(?:tight|active|an\s+equality)))"
)
_ROUGHLY = (
    r"(?:heuristically|roughly|approximately|ideally|naively|typically|informally|hopefully|locally|mostly)"
    rf"(?:\s+speaking)?(?:,|\s+{WE_HAVE}|\s*\Z|\s*(?=\$|\\[\[(]))"
)
_TO_SHOW = r"(?:show|prove|verify|see|check|establish|derive|deduce|compute|express|find|know|note|write|understand)"
_WISHED = (
    r"(?:(?:we|one)\s+(?:would\s+)?(?:like|want|wish|hope|desire)s?\b|(?:the|our|its|a)\s+(?:goal|aim|hope|wish|ideal)\s+is\b)"
    rf"(?!\s+(?:that\s+)?(?:to\s+)?{_TO_SHOW}\b)"
)
_LINKS = (
    rf"(?:(?:and|but|{THEN}|now|however|here|indeed|also|moreover|that\s+is|in\s+particular"
    r"|note\s+that)\b\W{0,4}){0,3}"
)
_IF = regex(_CONDITION, re.IGNORECASE)
_OPENS = regex(
    rf"(?:^|[,;:]\s|\b(?:and|but|that)\s)\W{{0,6}}{_LINKS}"
    rf"(?P<case>{_CONDITION}(?:(?!\bthen\b)[^$\\,;:])*|{_OF_SUCH}|{_WHERE}|{_ROUGHLY}|{_WISHED})[^$\\,;:]*",
    re.IGNORECASE,
)
_COUNT = rf"(?:{SEVERAL}|twenty|fifty|a\s+hundred)"
_CHANGES = regex(  # *At twice the speed*, *After five years*, *If the price doubles*, *Another body, twice as fast,*
    rf"(?:^|[,;:]\s|\b(?:and|but|that)\s)\W{{0,6}}{_LINKS}(?P<case>(?:"
    rf"(?:at|in|with|for|after|within|over)\s+(?:only\s+|about\s+)?(?:half|twice|double|triple|thrice|{_COUNT}(?:\s+times)?)\s+"
    r"(?!(?:steps?|iterations?|updates?|rounds?|epochs?|layers?|heads?|class(?:es)?|dimensions?|terms?|members?|parts?|words?|cases"
    r"|variables?|entries|axes|numbers?|factors?|ways?|of)\b)[a-z]"
    rf"|(?:{IF}|once)\s+(?:{_WORD}\s+){{1,5}}?(?:doubles?|halves|triples?|quadruples?"
    r"|(?:is|are|were|gets?)\s+(?:doubled|halved|tripled|quadrupled|(?:twice|half|three\s+times)\s+as))\b"
    r"|(?:another|a\s+second|the\s+other)\s+[a-z]+)[^$\\,;:]*)[^$\\;:]*",
    re.IGNORECASE,
)
_GOES_ON = regex(r"\bthen\b", re.IGNORECASE)
_TELLS = regex(  # *If the load is even, `L = 1` and*, and not *if all are equal, `x = 1`, then*, *with `w = 0` we get*
    rf"\b(?P<case>(?!once\s+(?:more|again)\b){CONDITION}\s[^,;:$\\]*?)(?:,|\bthen\b)(?!.*\b(?:with|for|at|where|{CONDITION})\s*(?:\$|\\\()?\s*$)",
    re.IGNORECASE | re.DOTALL,
)
_ASSUMES = regex(
    rf"\W*(?:(?:now|let\s+us|we|for\s+(?:simplicity|now|the\s+moment),?|again)\s+)*(?P<case>(?!\w+ing\b)(?:{SUPPOSE})\b"
    rf"(?!\s+nothing)[^$\\]*|consider\s+(?:{_ADJECTIVE}|identical|equal|uniform)\b[^$\\]*)\Z",
    re.IGNORECASE,
)
_RELATION = regex(r"[=<>]|\\(?:leq?|geq?|neq?|approx|sim|to)(?![a-z])")
_CONCLUDES = regex(
    rf"\W*(?:and\s+)?(?:(?:we|it|they)\s+then|{THEN}|in\s+(?:this|that|such\s+a)\s+case"
    r"|it\s+follows|this\s+(?:gives|means|implies|yields)|under\s+(?:this|that|these))\b",
    re.IGNORECASE,
)


def said(span: Span, *, display: bool, of_numbers: bool = False) -> str:
    """The case that the words before a formula in its sentence open, or that the one before it assumes; or nothing.

    Of what is given in numbers only a condition in its own sentence, *if you are over sixty*, is a case of others.
    """
    before = sentences.closed_up(sentences.BEGINS.sub("", sentences.before(span, across=display)))
    found = _OPENS.search(before)
    if of_numbers and found is not None and _IF.match(found["case"]) is None:
        return ""
    units = for_unit_vectors.said(span) is not None or for_unit_vectors.opens_sentence(span)  # heard there
    if found is not None and _is_of_words(before[found.end() :]) and not units:
        return _phrase(found["case"])
    if not of_numbers and _CONCLUDES.match(before):
        for sentence in reversed(sentences.of_paragraph_before(span, across=display)):
            if (assumed := _ASSUMES.match(sentence.strip())) is not None:
                return _phrase(assumed["case"])
            if not _CONCLUDES.match(sentence):
                break
    return ""


def condition(span: Span) -> str:
    """The condition in words before a formula in its sentence that is no part of it, whatever it is of; or nothing."""
    found = _TELLS.search(sentences.closed_up(sentences.before(span)))
    return _phrase(found["case"]) if found is not None and not _GOES_ON.search(sentences.after(span)) else ""


def changed(span: Span, *, display: bool) -> str:
    """What the words before a formula change of the numbers before its sentence: *at twice the speed*; or nothing."""
    before = sentences.closed_up(sentences.BEGINS.sub("", sentences.before(span, across=display)))
    found = _CHANGES.search(before)
    return _phrase(found["case"]) if found is not None and not _RELATION.search(before, found.end()) else ""


def _is_of_words(behind: str) -> bool:
    """Whether no formula belongs to a case, nor one behind it tells what it means: *if the two agree, `x = y`,*."""
    return not behind or (behind[0] in ",:" and ";" not in behind and _RELATION.search(behind) is None)


def _phrase(words: str) -> str:
    return " ".join(words.split())[:60].rstrip(" ,")
