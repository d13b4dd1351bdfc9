"""Words that take back what a formula says: that it is not so, is wrong, or would be so if something else were."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.patterns import operands, spelt
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain, Derivative, Differential, Number, Parsed, Size, Symbol, TensorSet
from ntdoc.vocabulary import ANY, CAN, DISPLAY_OPENS, HEDGE, IF, OPENS, THEN

_NO_TERM = r"(?!\s+(?:signal|term|function|rate|bound|norm|measure|metric|model|vector|estimate|analysis|propagation))"
# What one should expect is so.
_BEFORE = regex(
    r"\b(not|incorrect|wrong|instead|unlike|rather than|cannot|can't|false|mistake|isn't|doesn't|never|no longer"
    r"|if\s+(?:it|this|that)\s+were\s+(?:so|true|right|the\s+case)|disprove|refute|true or false|by convention"
    r"|tempt(?:ing|ed)\b|fallac(?:y|ious)|misconception|misunderstanding|blunder|is\s+nonsense|contrary to|by no means"
    r"|(?:for|towards?|to|by)\s+(?:a\s+|the sake of\s+)?contradiction"
    rf"|(?:common|frequent|typical|usual|popular|classic|classical)\s+(?:error{_NO_TERM}|fallacy|slip)"
    r"|(?:find|spot|locate|correct)\s+the\s+(?:error|flaw|slip|following)"
    rf"|(?:may|might|could|would)\s+(?:naively\s+|first\s+|well\s+)?"
    r"(?:(?:think|believe|hope|guess)\s+that|(?:have\s+)?(?:expect|hope|guess)(?:ed)?(?:\s+that)?)"
    r"|(?:students?|beginners?|someone|somebody|a friend)\s+(?:often\s+|sometimes\s+|wrongly\s+)?"
    r"(?:claims?|argues?|believes?|thinks?|concludes?)|(?:students|beginners)\s+(?:often|sometimes)\s+write)\b"
    r"|(?:^|[.:;(])\W*without (?:it|this|that|these|those|them)\b",
    re.IGNORECASE,
)
_NOT_OF_THIS = regex(  # "whose order does not matter: …", "never negative, …": what stands there is so
    r"\b(?:(?:do|does|did|will|would)(?:\s+not|n't)\s+(?:\w+\s+)?(?:matter|depend|change)|not\s+(?:only|just|merely)"
    r"|(?:(?:do|does|did|will|can)(?:\s*not|n't|\s+never)|never)\s+"  # "does not increase, `E(y) \\le E(x)`"
    r"(?:increase|decrease|grow|shrink|rise|fall|drop|exceed|leave|explode|blow\s+up|overflow)s?"  # and "never leaves
    # the range, `E \\le F`", "does not exceed the rank, so `r \\le n`"
    rf"(?=(?:\s+[a-z-]+){{0,9}}\s*,\s*(?:(?:{THEN}|that\s+is),?\s+)?(?:{OPENS})?\s*$)"
    r"|(?:does\s*n[o']t\s+|never\s+)(?:leave|explode|overflow|underflow|saturate|diverge|escape|cross|reach|touch|blows?\s+up)"
    rf"(?:e?s)?(?=(?:\s+[a-z-]+){{0,9}}\s*,\s*(?:(?:{THEN}|that\s+is),?\s+)?(?:{OPENS})?\s*$)"
    r"|never\s+(?:(?:is|are|gets?|becomes?|grows?)\s+)?(?:negative|positive|zero|vanish(?:es)?|increas(?:es|ing)"
    r"|decreas(?:es|ing)|above|below|more|less|exceeds?|(?:[a-z]+er|worse)(?=\s+than)|greater|smaller|larger)"
    # "it is not negative, `E \\ge 0`", "cannot be negative, so `E \\ge 0`"
    r"|(?:(?:is|are|was|were|be|being)\s+not|(?:is|are)n't|cannot\s+be(?:come)?|can't\s+be|not\s+be(?:come)?)\s+(?:ever\s+)?"
    r"(?:negative|positive|(?:smaller|larger|less|more|greater|lower|higher|bigger)\s+than\s+[a-z-]+)"
    rf"(?=\s*,\s*(?:(?:{THEN}|that\s+is),?\s+)?(?:{OPENS})?\s*$)"
    # of a classifier: "the false positive rate", "the chance of the wrong class", "the mistake bound"
    r"|false[\s-]+(?:positives?|negatives?|alarms?|alerts?|discover(?:y|ies)|omissions?|acceptances?|rejections?"
    r"|detections?|matche?s?|hits?|coverage|position)|wrong\s+(?:class(?:es)?|side)|(?:wrong|incorrect)ly\s+\w+ed"
    r"|mistake\s+bounds?"
    r"|\b(?:no|not)\s+(?:any\s+)?(?:[a-z]+er|worse)(?=\s+than)"
    r"|(?:do\s+not|don't|never|must\s+not|should\s+not|not\s+to)\s+(?:forget|overlook|ignore|miss)\s+that"
    r"|not\s+(?:(?:too\s+|very\s+|so\s+)?(?:hard|difficult)\s+to\s+\w+|surprising(?:ly)?|unexpected(?:ly)?)"
    r"|not\s+(?:too\s+|very\s+|so\s+)?different"
    r"|instead\s+of\s+(?:an?\s+|the\s+)?\w+,?\s+we\s+(?:\w+\s+)?(?:check|see|show|verify|find)\s+that)\b"
    r"|^\W*instead\s*,\s+"  # "instead, for a key …": it introduces what has nothing to do with what is denied
    r"(?=(?:for|with|given|consider|take)\s+(?:an?|two|some|any|every|each)\b|let\b)",
    re.IGNORECASE,
)
_IF_INSTEAD = regex(r"\bif\s[^.;:]*?\binstead\s*,", re.IGNORECASE)
_COMPARED = regex(  # right before a formula, or before one that a comma ends: "instead of `A`, or one part in `B`"
    r"\b(?:instead\s+of|rather\s+than|unlike)\s+(?:(?:the|all|just|only)\s+)?(?:$|(?=\s*,\s+(?:or|that\s+is|which\s+is)\b))",
    re.IGNORECASE,
)
_NOT_THE_OTHER = regex(  # and "instead of 32 heads the cache has", "not 20 but": what stands behind it is so
    r"\b(?:instead\s+of|rather\s+than)\s+(?!\w+ing\b)(?:[\w-]+\s+){0,4}?(?:,\s*)?"
    r"(?:the|we|it|there|each|this|they|one|its)\s[^.;:]*?\b(?:is|are|has|have|needs?|takes?|gives?|stores?|makes?)\b"
    r"|\bnot\s+(?:[\w-]+\s+){0,3}but\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_TRUTHS = r"(?:true|right|correct|valid|so|holds?|follow|work|apply|allowed|possible|exist|make|equal|mean|imply)"
_NOT_THERE = (
    r"(?:that|which|who|whose\s+\w+)\s+(?:is|are|was|were|does|do|did|has|have|can|will)"
    rf"(?:\s+not|n't|\s+never|\s+no\s+longer)\b(?:(?!\b{_TRUTHS}\b)[^.;:$,])*"
)
_RELATIVE = regex(  # "there is one that is not zero, `E`", "the entry that is not … is `E`"
    # and not "for each that is not zero, `E`", "a model that does not know it has `E`", which are conditions
    r"\b(?:there|it|this|that|he|she|we|they)\s+(?:is|are|was|were|has|have)\s+"
    rf"(?:(?!\b(?:for|{IF}|{ANY}|such)\b)[^.;:$,])*?\b{_NOT_THERE},"
    rf"|(?:^|[,;:])\W*(?:\w+\s+){{0,2}}the\s+(?:[\w-]+\s+){{1,3}}{_NOT_THERE}\b(?:is|are|equals?|becomes?)\b",
    re.IGNORECASE,
)
_RIGHT_IS = regex(  # "it is wrong to forget the square; correct is `E`"
    r"^.*(?<!\bnot )\b(?:(?:correct|right)(?:\s+(?:is|are|would\s+be)\b(?!\s+(?:not|wrong|never))|:)"
    r"|the\s+(?:correct|right)\s+(?:answer|formula|version|result|statement|rule|one|equation|value|way|form|gradient)"
    r"\s+(?:is|are|reads)\b(?!\s+(?:not|wrong|never)))",
    re.IGNORECASE | re.DOTALL,
)
_CORRECTED = regex(  # in a paragraph about a mistake: "no: …", "one has to sum, `E`"
    r"^\W*(?:no|actually|in\s+fact|in\s+truth|instead)\b\s*[:,]|^\W*(?:fact|reality|truth)\b[\s*_]*[.:]"
    r"|^(?:(?!\b(?:that|think\w*|believ\w*|claim\w*|often|forget\w*)\b).)*\b(?:one|we|you|it)\s+(?:has|have|needs?)\s+to\b",
    re.IGNORECASE | re.DOTALL,
)
_OF_NONE = regex(  # "no vector `z` has", "for no `x` is": and not "there is no bias, so that"
    rf"(?:^|[.;:]|\b(?:that|and|but|for|since))\s*no\s+(?:(?!(?:longer|more|matter|doubt|wonder|other)\b)[a-z]+\s+){{0,2}}"
    rf"(?:{sentences.FORMULA}\s+)?(?:has|have|satisf(?:y|ies)|with|is|are|gives?|makes?|can|could)\s+"
    r"(?:[a-z]+\s+){0,2}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_DENIES = r"\b(?:not|cannot|can't|isn't|doesn't|never|no longer)\b"
_REPLACED = r"\b(?:instead\s+of|rather\s+than)"
_OF_ITSELF = r"gradients?|derivatives?|slopes?|true|exact|usual|this|that|these|it"  # then another one is used
_ENDED = regex(  # a denial that ends before the formula, with no other between that it might deny
    rf"{_DENIES}[^;:$]*;(?=\s*\w)"  # "it is not bounded; all we can say is …"
    rf"|{_DENIES}[^;:$]*\b(?:because|since)\b"  # "it cannot change, because …"
    rf"|{_DENIES}[^;:$]*,\s+(?:for|but(?!\s+(?:not|never)\b))\s"
    rf"|{_DENIES}(?:(?!\b(?:true|right|correct|valid|so|holds?|allowed|possible|following|that)\b)[^;:$])*:(?=\s)"
    r"|\b(?:unlike|contrary\s+to)\b[^;:$,]*,"  # "unlike the mean, the sum has …"
    r"|\b(?:tempt(?:ing|ed)|mistake)\b[^;:$]*,\s+but\b|\bwould\s+be\s+(?:wrong|false|incorrect)\b[^;:$]*,\s+but\b"
    rf"|{_REPLACED}\b[^;:$]*\b(?:we|one|it|this)\s+[a-z]+\b[^;:$]*:(?=\s)",  # "instead of a sum we take two: `E`"
    re.IGNORECASE,
)
_REPLACES = regex(  # "instead of an estimate we use `E`", of what is no new name
    rf"{_REPLACED}\b(?:(?!\b(?:{_OF_ITSELF})\b)[^;:$])*\b(?:we|one|you)\s+(?:\w+ly\s+)?(?:use|compute|take|write|get|have)"
    r"\s*(?=(?:\$|\\\()?$)",
    re.IGNORECASE,
)
_ASIDE = regex(r"\([^()]*\)")  # "a softmax over `ax` (not over `bx`) gives …"
_NOT = r"(?:not|\\(?:emph|textit|textsl|textbf)\{not\})"
_WRONG = (
    rf"(?:{_NOT}[\s*_]+(?:always|generally|necessarily|in\s+general"
    r"|true|so|right|correct|valid|allowed|possible|the case"
    r"|well[- ](?:formed|defined|typed)"
    r"|(?:the|an?)\s+(?:right|correct)\s+[a-z]+)"
    r"|wrong|false|incorrect|invalid|nonsense|meaningless|impossible|ill[- ](?:formed|defined|typed)"
    r"|an?\s+(?:[a-z]+\s+)?(?:mistake|blunder|fallacy|misconception))"
    r"(?!\s+(?:to|that)\b)"
)
_AFTER = regex(  # "`X = Y` is wrong", "`X = Y`." This is wrong", "`X = Y` does not hold"
    r"(?:\s*(?:,\s*)?(?:for|with|when|whenever)\b[^.;:$]{0,30}\$[^$]*\$)?"
    r"[\s*_]*(?:[.,;!?]?[\"'”’)*_]*\s*(?:(?:but|yet|and|unfortunately|alas|sadly|however),?\s+)*(?:this|that|it|which)\b)?[\s*_]*"
    rf"(?:(?:is|are|was|were|would be)(?:[\s*_]+(?:simply|just|clearly|plainly|also|both|still))?[\s*_]+{_WRONG}\b"
    r"|(?:does|do|would|will|can)(?:\s+not|n't)\s+(?:hold|work|make sense|type-?check|parse|be)\b"
    r"|cannot\s+(?:hold|be)\b|need\s+not\s+(?:hold|be)\b|fails\b|(?:only\s+)?holds?\s+only\b|only\s+holds?\b"
    r"|and\s+(?:lost|loses|got)\s+(?:an?|one|two|all|the|no)\s+(?:points?|marks?)\b)",
    re.IGNORECASE,
)
_NOT_THE_DERIVATIVE = regex(  # and no such words behind `g = E`, which may well be no gradient
    rf"[\s$)*_]*(?:is|are|was|were)[\s*_]+{_NOT}[\s*_]+(?:the|its|an?)\s+(?:\w+\s+)?"
    r"(?:gradient|derivative|differential|Jacobian|Hessian)s?\b",
    re.IGNORECASE,
)
_FALSE_THAT = regex(
    r"\b(?:false|wrong|incorrect|untrue|not\s+(?:true|so))\s+that\s*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_LEFT_OPEN = regex(  # "`c = 0` is possible": it need not be so
    rf"[\s*_]*(?:is\s+(?:possible\b|not\s+defined(?!\s+(?:at|for|on|in|{IF}|where|by|here)\b))"
    rf"|(?:{CAN})\s+(?:happen|occur)\b|(?:only\s+)?up\s+to\s+(?:an?|the|[a-z]+ing)\s)",  # "up to a renaming"
    re.IGNORECASE,
)
_MISTAKEN = (
    r"(?:mistakes?|pitfalls?|myths?(?!\s+(?:and|or|vs)\b)|blunders?|fallac(?:y|ies)|misconceptions?|misunderstandings?"
    rf"|(?:common|frequent|typical|usual|popular|classic|classical)\s+(?:errors?{_NO_TERM}|slips?|traps?|bugs?))"
)
_TEMPTED = regex(  # "it is tempting to write `X = Y`", "a common mistake is to write `X = Y`"
    rf"\b(?:tempt(?:ing|ed)\s+to|(?:{HEDGE})\s+naively)\b"
    rf"|\b{_MISTAKEN}\s+(?:is|would\s+be)(?:\s+to\s+\w+(?:\s+that)?)?[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_NO_MISTAKE = regex(rf"\b(?:no|not|without|avoids?|never|instead of)\s+(?:\w+\s+)?{_MISTAKEN}", re.IGNORECASE)
_MISTAKE_TITLE = regex(
    rf"\b(?:{_MISTAKEN}|wrong\w*|incorrect\w*|failure|do\s+not|don['’]t|never)\b", re.IGNORECASE
)
_LABEL = regex(r"[\s>]*(?:\*{1,3}|_{1,3})(?P<label>[^*_$]{1,60}?)[.:!?]?(?:\*{1,3}|_{1,3})[.:!?]?(?=\s)")
_LABEL_OF_TRUTH = regex(  # behind *Myth.* in its paragraph
    r"(?:\*{1,3}|_{1,3})(?:(?:the|in)\s+)?(?:fact|reality|truth|correct(?:ion|ly)?|right)\b[.:!]?(?:\*{1,3}|_{1,3})",
    re.IGNORECASE,
)
_PARAGRAPH = regex(r"\n[ \t>]*\n")
_ITEM = regex(r"(?m)^[ \t>]*(?:[-+*]|\d{1,3}[.)])[ \t]+")
_DISPLAYED = regex(  # what a display begins with, if no sentence has ended before it
    rf"(?<![.!?\s])[\s>]*(?:{DISPLAY_OPENS})?\s*\Z"
)
_IF = regex(r"\bif\b[^.;]*$", re.IGNORECASE)  # "if both were called `b`, then `X + Y \\in S` would be a list"
_WOULD = regex(r"[\s$)]*would\b(?!\s+not\b)")
_WOULD_READ = regex(  # "with `a = 2` and `b = 1` this would read `1 = 3`"
    rf"\bwould\s+(?:then\s+|also\s+)?(?:read|state)(?:\s+that)?[\s:]*(?:{OPENS})?\s*$", re.IGNORECASE
)
_IN_APPOSITION_WOULD = regex(r"[\s$)]*,\s*would\b")  # "a scale for each row, `s \\in S`, would not do"
_SAYS = r"would\s+(?:(?:then|only|just|also|rather)\s+)?(?:say|mean|imply|assert|claim|amount\s+to|follow)\b"
_WOULD_SAY = regex(rf"[\s$)]*{_SAYS}", re.IGNORECASE)  # "`A = B` would mean that"
_IT_WOULD_SAY = regex(  # "it would follow that `A = B`", "reading it as `A = B`"
    rf"\b(?:(?:it|this|that|which)\s+{_SAYS}(?:\s+that)?|(?:mis)?read(?:ing)?\s+(?:it|this|that|them)\s+as)"
    r"\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_IF_IT_WOULD = regex(r"\bif\b[^.;]*\bwould\b[^.;]*$", re.IGNORECASE)
_OF_ANOTHER = regex(  # "as many parameters as a layer with …", "to match the `8 d` of a layer with …"
    r"\b(?:(?:(?:as(?:\s+\w+){1,2}|same)\s+as|than)\s+(?:(?:in|for|of|that of|those of)\s+)?"
    r"|(?:match(?:es|ed|ing)?|compar(?:e|es|ed|ing)\s+(?:with|to)|unlike)\s+(?:[^.;]{0,60}\s(?:of|in|for)\s+)?)"
    r"an?\s+(?:[\w-]+\s+){1,3}with\b[^,;]*$",
    re.IGNORECASE,
)
_ASKED = regex(  # the words and formulas after a formula, up to a question mark
    r"(?:[^.!?;$\n]|\$[^$]*\$|\.(?=\S)|\n(?!\s*\n))*\?"
)
_WHY = regex(  # "Why is `A = B`?" and "Why do we have `A = B` for all `x`?" say so
    r"\bwhy\s+(?:is|are|does|do|must|has|have)\s+(?:(?!not\b)[\w-]+\s+){0,5}(?:\$|\\\()?\s*$", re.IGNORECASE
)
_ALONE = regex(
    r"\s*(?:\$|\\\))?\s*(?:(?:for|in|at|true|always|here|again|hold)\b(?:(?!\b(?:not?|only|never)\b)[^.?!$]|\$[^$]*\$)*)?\?"
)
_ABSURD = regex(
    r"\b(?:contradict\w*|absurd\w*|impossible|false|nonsense|untrue|violat\w+|fails?|would|whether|tests?|condition"
    r"|compar\w+|expressions?|evaluat\w+|lexicograph\w*|strings?|versions?|orderings?|prefer\w*)\b",
    re.IGNORECASE,
)


def is_denied(before: str, after: str, statement: Parsed | None = None) -> bool:
    """Whether the words of its sentence before a formula, or those right after it, say that it is not so.

    *If we begin with `p = 3` instead, it is `3 + 1 = 4`* supposes another `p`, and denies no sum of numbers. Nor does
    *it has `9 + 4 = 13` weights instead of `9 \\cdot 4 = 36`*, unless both say what the same comes to.
    """
    if isinstance(statement, Chain) and _is_reckoned(statement):
        before = _IF_INSTEAD.sub(" ", before)
        if _WOULD_READ.search(before):
            return True
        before = before if _is_said_before(statement) else _NOT_THE_OTHER.sub(" ", _COMPARED.sub(" ", before))
    if (_IF.search(before) and _WOULD.match(after)) or _IF_IT_WOULD.search(before):
        return True
    if _IN_APPOSITION_WOULD.match(after) or _WOULD_SAY.match(after) or _IT_WOULD_SAY.search(before):
        return True
    if isinstance(statement, Chain) and statement.rest and isinstance(statement.subjects[0], Derivative | Differential):
        before = _REPLACES.sub(" ", before)
        if _NOT_THE_DERIVATIVE.match(after):
            return True
    before = _RELATIVE.sub(" ", _ENDED.sub("", _ASIDE.sub(" ", _RIGHT_IS.sub("", before))))
    return bool(_BEFORE.search(but_what_is_so(before)) or _OF_NONE.search(before)) or is_refuted(after)


def but_what_is_so(before: str) -> str:
    """The words before a formula but for denials that say what it says: *does not increase, `E(y) \\le E(x)`*."""
    return _NOT_OF_THIS.sub("", before)


def _is_reckoned(statement: Chain) -> bool:
    """Whether numbers, or sizes, are computed: *instead of `|\\ax|^2 = 4096`*, and not *instead of `|\\ax| = 8`*."""
    if isinstance(statement.subjects[0], Size):
        return False
    return not any(isinstance(n, Symbol | TensorSet) for side in operands(statement) for n in walk(side))


def _is_said_before(statement: Chain) -> bool:
    """Whether its sentence says before a formula of numbers what its left side comes to, or computes nothing in it."""
    left = statement.subjects[0]
    earlier = "".join(sentences.before(statement.span).split())
    return isinstance(left, Number) or f"${spelt(left)}=" in earlier or f"\\({spelt(left)}=" in earlier


def is_refuted(after: str) -> bool:
    """Whether the words right after a formula say that it is not so: it gives no value to any name either."""
    return bool(_AFTER.match(after) or _LEFT_OPEN.match(after))


def is_called_false(before: str, after: str) -> bool:
    """Whether words right beside a formula say that it is not so: *it is false that `A = B`*, *`A = B` is wrong*."""
    return bool(_FALSE_THAT.search(before) or _AFTER.match(sentences.CLOSES.sub("", after, count=1)))


def is_absurd(span: Span) -> bool:
    """Whether the sentence of an order of numbers may speak of it, or derive it, rather than say it.

    *We would get `5 < 4`, a contradiction*, or *the test `3 < 2` is false*.
    """
    return bool(_ABSURD.search(sentences.around(span, across=True)))


def is_of_another(before: str) -> bool:
    """Whether the words of its sentence before a formula say that it is so of some thing that is compared with."""
    return bool(_OF_ANOTHER.search(before))


def is_called_mistake(title: str) -> bool:
    """Whether the title of a box, or the label of a paragraph, says that what stands in it is not how it should be."""
    return bool(_MISTAKE_TITLE.search(title)) and not _NO_MISTAKE.search(title)


def is_shown_as_mistake(before: str, span: Span, display: bool) -> bool:
    """Whether the words of its sentence before a formula, or the label of its paragraph, show it as a mistake."""
    before = _ENDED.sub("", before)
    if _TEMPTED.search(before) and not _NO_MISTAKE.search(before):
        return True
    text = span.source.words[max(0, span.start - 1500) : span.start]
    text = _DISPLAYED.sub("", text) if display else text
    paragraph = _ITEM.split(_PARAGRAPH.split(text)[-1])[-1]
    label = _LABEL.match(paragraph)
    if label is not None and _LABEL_OF_TRUTH.search(paragraph, label.end()):
        return False
    return label is not None and is_called_mistake(label["label"]) and not is_corrected(before)


def is_corrected(before: str) -> bool:
    """Whether the words before a formula in its sentence say what is right instead of a mistake."""
    return bool(_RIGHT_IS.search(before) or _CORRECTED.search(before))


def is_asked(span: Span) -> bool:
    """Whether the sentence of a formula in the prose goes on to a question mark, and does not ask why it is so."""
    after = span.source.words[span.end : span.end + 200]
    if _WHY.search(sentences.before(span)) and _ALONE.match(after):
        return False  # what is so, and why
    return bool(_ASKED.match(sentences.CLOSES.sub("", after, count=1)))


def is_number_asked(statement: Parsed, span: Span) -> bool:
    """*Can we take `\\gamma = 1`?* gives no value to anything but in its own sentence."""
    if not isinstance(statement, Chain) or len(statement.rest) != 1 or not isinstance(statement.rest[0][1], Number):
        return False
    return isinstance(statement.subjects[0], Symbol) and is_asked(span)
