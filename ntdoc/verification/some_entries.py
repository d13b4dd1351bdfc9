"""Claims of entries that words pick, and no formula: *a user without any rating has `\\nsum{\\item} E = 0`*."""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged

_SUBJECT = re.compile(  # a noun with what restricts it, or an adjective before it
    r"\W*(?:(?:and|but|so|hence|then|thus),?\s+)?(?:(?:for|of|in|at|on)\s+)?"
    r"(?:(?P<article>an?|any|every|each|all|the|those|some)\s+)?"
    r"(?:(?P<kind>(?!(?:single|given|fixed|new|other|typical|random|such)\b)[a-z-]+)\s+)?(?P<noun>(?!(?:who|that|which|whose|with|without)\b)[a-z]{3,})\s+"
    r"(?:(?P<which>without|lacking|with|whose|who|that|which|having|where|from|outside|inside)\s+(?!(?:then|each|every)\b)[a-z]+"
    r"|(?:has|have|is|are|gets?)\b)[^$]*$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->|(?<!\\)%[^\n]*", re.DOTALL)
_OPENS = re.compile(r"\s*(?:\$|\\\()\s*$")
_FORMULA = re.compile(rf"{sentences.FORMULA}(?=\s*[,;])")  # behind it another clause begins
_SHORTEST = 3  # letters that a noun shares with the name of an axis


def are_meant(claim: Judged) -> bool:
    """Whether the subject of the sentence of a claim names an axis of it, with words that restrict what is meant."""
    at = claim.role.entry
    before = _COMMENT.sub(" ", sentences.before(claim.span, across=at.display))
    before = _OPENS.sub("", before)
    found = _SUBJECT.match(_FORMULA.split(before)[-1])
    if found is None or not (found["which"] or (found["kind"] and (found["article"] or "").lower() in ("a", "an"))):
        return False
    axes = {axis for typed in (claim.value, claim.other) if typed is not None for axis in typed.own_shape}
    return any(_is_called(found["noun"].lower(), axis.lower().rstrip("'")) for axis in axes)


def _is_called(noun: str, axis: str) -> bool:
    """Whether a noun is that of an axis, in the singular or the plural, or shortened: *user*, `users`, `usr` not."""
    least = min(len(noun), len(axis))
    return least >= _SHORTEST and noun[: max(least - 1, _SHORTEST)] == axis[: max(least - 1, _SHORTEST)]
