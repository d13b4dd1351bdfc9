"""Claims of a case that words alone describe: *if `x` is a unit vector, then*, *when the entries of `x` sum to zero*.

Samples are any, and refute nothing there. What the words only do is no case: *if we expand the square, we get*.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.passes.in_words.signs_in_words import is_of_words
from ntdoc.shapes.patterns import index_letters, names_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.cases.in_a_case import is_said_of_all
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.verification.in_numbers.taken import free
from ntdoc.vocabulary import ADVERB, IF

_F = sentences.FORMULA
_SAYS = (
    r"(?:\$[^$]*(?:[=<>]|\\(?:leq?|geq?|neq?|in|to|approx|sim)(?![a-z]))[^$]*\$"
    r"|\\\((?:(?!\\\)).)*[=<>](?:(?!\\\)).)*\\\))"
)
_WORD = rf"(?!{_SAYS})(?:[^$.;:,\s\\]+|{_F}|,(?=\s+(?:and|or)\b))"
_STATE = (
    r"(?:is|are|has|have|sums?|adds?|vanish(?:es)?|lies?|points?|agrees?|coincides?|commutes?|shares?|differs?"
    r"|satisf(?:y|ies)(?!\s+(?:this|that|it)\b))"
)
_CASE = regex(
    r"(?:^|[,;:]|\b(?:and|but|that|so|then|or)\b)\W*"
    rf"(?P<case>(?:{IF})\b"
    r"(?:,\s*[a-z][a-z ]*,)?\s+(?!we\b|one\b|you\b|i\b|they\b|there\b|this\b|it\b|that\b|[a-z]+(?:ed|ing)\b)"
    rf"(?:{_WORD}\s+){{1,8}}?(?<!not\s){_STATE}\b(?!\s+(?:an?\s+)?(?:real\s+)?(?:vectors?|matri(?:x|ces)|tensors?|numbers?)\s*,)"
    rf"(?:\s+{_WORD}){{0,12}}?)\s*,",
    re.IGNORECASE,
)
_AND_CASE = regex(  # *if `\\nsum{\\ax} x = 1` and all entries of `x` are equal, then*
    rf"\b(?:if|when|whenever|suppose|assume|provided)(?:\s+that)?\s+{_SAYS}(?:\s*(?:,\s*and|,|and)\s*{_SAYS})*\s*,?\s+and"
    rf"\s+(?P<case>(?:that\s+)?(?!(?:we|one|so|then|hence|thus|it)\b)(?:{_WORD}\s+){{1,8}}?(?<!not\s){_STATE}\b"
    rf"(?:\s+{_WORD}){{0,12}}?)\s*(?:,|\bthen\b)",
    re.IGNORECASE,
)
_OF_NONE = regex(  # *if the model has a bias*, *when the classes are equally likely*: of no letter
    r"[^$\\]*?\b(?:(?:has|have)\s+(?:an?|the|no|only|equal|unit|zero)|(?:is|are)\s+(?:an?|the|no|all|both|equal(?:ly)?|zero"
    r"|constant|independent|parallel|correct|perfect|exact|invertible|square|linear|balanced|uniform|one"
    r"|(?:turned\s+|switched\s+)?off|disabled|absent|removed))\b[^$\\]*$",
    re.IGNORECASE,
)
_INTERVAL = regex(  # *on `[0, 1]` we have*
    r"\b(?P<case>(?:on|over|in|inside|within|outside)\s+(?:the\s+)?(?:[a-z]+\s+)?(?:interval\s+)?"
    r"(?:\$|\\\()\s*(?:\\left)?\s*[\[(][^$()\[\]]*,[^$()\[\]]*[\])]\s*(?:\$|\\\)))",
    re.IGNORECASE,
)
_LIES = regex(  # and not *the cosine lies in `[-1, 1]`, and*, which says what is so
    r"\b(?:lies?|lay|is|are|be|been|stays?|falls?|remains?|ends?|contained|takes?\s+(?:its\s+)?values|values\s+(?:are|lie))"
    rf"\s+(?:(?:all|always|strictly|{ADVERB})\s+)*$",
    re.IGNORECASE,
)
_THIS_CASE = regex(  # of a case that the sentence before it tells in words
    r"\W*(?:(?:and|but)\s+)?(?P<case>in\s+(?:this|that|such\s+an?|the\s+(?:latter|former))\s+case)\b", re.IGNORECASE
)
_WHICH = (  # *let `i` be the index of the largest entry*
    r"(?:\$|\\\()\s*{letter}\s*(?:\$|\\\))\s+(?P<case>(?:be|is|denotes?)\s+(?:the|that|its)\s+[^.;:$]{{1,60}})"
)


def why(claim: Judged, entries: Sequence[Entry], drawn: Collection[str]) -> str | None:
    """Why a claim that samples refute may be of a case in words; None if its sentence tells none, or one heard.

    The case is one of what the claim is made of. Samples of what is `drawn` satisfy what formulas say of it.
    """
    at = claim.role.entry
    first = opening(entries, at)
    if at.negated or at.cell or is_said_of_all(at.parsed.span):
        return None
    if (index := _index_said(at)) is not None:
        return f"{index.line_for(claim.span)} says “{' '.join(index.text.split())}”, and it may be any index here"
    of_claim = frozenset(free(claim, within=True))
    before = sentences.before(first.parsed.span, across=at.display)
    over = _INTERVAL.search(before)
    over = over if over is not None and not _LIES.search(before[: over.start()]) else None
    if of_claim and (found := over or _THIS_CASE.match(before)):
        return _reason(_case_in(found))
    if (also := _AND_CASE.search(before)) is not None and not of_claim.isdisjoint(letters(also["case"])):
        heard = (e for e in entries if e.sentence == first.sentence and e.index < first.index and is_of_words(e))
        return None if any(heard) else _reason(_case_in(also))
    case = said(first.parsed.span, display=at.display)
    if not case:
        return None
    own = [e for e in entries if e.sentence == first.sentence and e.index < first.index]
    if any(is_of_words(e) or (e.supposed and isinstance(e.parsed, ast.Chain) and e.parsed.rest) for e in own):
        return None
    named = {name for e in own for name in names_in(e.parsed)} - set(drawn)
    if named.isdisjoint(of_claim) and not (of_claim and _OF_NONE.match(case)):
        return None
    return _reason(case)


def _reason(case: str) -> str:
    return f"its sentence says “{case}”, and not all samples are so"


def _case_in(found: re.Match[str]) -> str:
    return " ".join(found["case"].split())


def _index_said(at: Entry) -> Span | None:
    """Where its section says in words which index a letter in a claim is."""
    text = sentences.of_section_before(at.parsed.span)
    for letter in sorted(index_letters(at.parsed)):
        found = [*re.finditer(_WHICH.format(letter=re.escape(letter)), text)]
        if found:
            start = at.parsed.span.start - len(text) + found[-1].start("case")
            return at.parsed.span._replace(start=start, end=start + len(found[-1]["case"]))
    return None


def said(span: Span, *, display: bool) -> str:
    """The case that the words of its sentence tell before a formula, or nothing."""
    found = _CASE.search(sentences.before(span, across=display))
    return _case_in(found) if found is not None else ""
