"""Claims of a case that words alone describe: *if `x` is a unit vector, then*, *when the entries of `x` sum to zero*.

Samples are any, and refute nothing there. What the words only do is no case: *if we expand the square, we get*.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.passes.signs_in_words import is_of_words
from ntdoc.shapes.patterns import names_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.taken import free

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
_CASE = re.compile(
    r"(?:^|[,;:]|\b(?:and|but|that|so|then|or)\b)\W*"
    r"(?P<case>(?:if|when|whenever|as\s+long\s+as|provided(?:\s+that)?|in\s+case)\b"
    r"(?:,\s*[a-z][a-z ]*,)?\s+(?!we\b|one\b|you\b|i\b|they\b|there\b|this\b|it\b|that\b|[a-z]+(?:ed|ing)\b)"
    rf"(?:{_WORD}\s+){{1,8}}?(?<!not\s){_STATE}\b(?!\s+(?:an?\s+)?(?:real\s+)?(?:vectors?|matri(?:x|ces)|tensors?|numbers?)\s*,)"
    rf"(?:\s+{_WORD}){{0,12}}?)\s*,",
    re.IGNORECASE,
)


def why(claim: Judged, entries: Sequence[Entry], drawn: Collection[str]) -> str | None:
    """Why a claim that samples refute may be of a case in words; None if its sentence tells none, or one heard.

    The case is one of what the claim is made of. Samples of what is `drawn` satisfy what formulas say of it.
    """
    at = claim.role.entry
    first = opening(entries, at)
    case = said(first.parsed.span, display=at.display)
    if not case or at.negated or at.cell:
        return None
    own = [e for e in entries if e.sentence == first.sentence and e.index < first.index]
    if any(is_of_words(e) or (e.supposed and isinstance(e.parsed, ast.Chain) and e.parsed.rest) for e in own):
        return None
    named = {name for e in own for name in names_in(e.parsed)} - set(drawn)
    if named.isdisjoint(free(claim, within=True)):
        return None
    return f"its sentence says “{case}”, and not all samples are so"


def said(span: Span, *, display: bool) -> str:
    """The case that the words of its sentence tell before a formula, or nothing."""
    found = _CASE.search(sentences.before(span, across=display))
    return " ".join(found["case"].split()) if found is not None else ""
