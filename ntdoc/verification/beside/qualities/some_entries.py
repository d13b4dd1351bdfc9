"""Claims of entries that words pick, and no formula: *a user without any rating has `\\nsum{\\item} E = 0`*."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.vocabulary import DISPLAY_CLOSES, IF, THEN

_SUBJECT = regex(  # a noun with what restricts it, or an adjective before it
    rf"\W*(?:(?:and|but|{THEN}),?\s+)?(?:(?:for|of|in|at|on)\s+)?"
    r"(?:(?P<article>an?|any|every|each|all|the|those|some)\s+)?"
    r"(?:(?P<kind>(?!(?:single|given|fixed|new|other|typical|random|such)\b)[a-z-]+)\s+)?(?P<noun>(?!(?:who|that|which|whose|with|without)\b)[a-z]{3,})\s+"
    r"(?:(?P<which>without|lacking|with|whose|who|that|which|having|where|from|outside|inside)\s+(?!(?:then|each|every)\b)[a-z]+"
    r"|(?:has|have|is|are|gets?)\b)[^$]*$",
    re.IGNORECASE,
)
_APPOSED = regex(  # *a page without links, `d = 0`, is called …*; *nodes of degree one, `d = 1`, have …*
    r"\W*(?:(?:and|but|so),?\s+)?(?:(?:an?|any|some)\s|[a-z]+s\s+(?:of|with|without|that|who|in|on|outside|inside)\s)"
    rf"(?:(?!\b(?:we|{THEN}|let|{IF}|it\s+[a-z]+)\b)[^$.;:])*,\s*$",
    re.IGNORECASE,
)
_GOES_ON = regex(
    rf"\s*,\s+(?!(?:and|or|which|where|with|for|but|{THEN}|while|since|because|as|that|we|it|this|the|an?|if"
    r"|when|i\.e)\b)[a-z]+"
)
_TERM = regex(r"\s*(?:is|are)\s+(?:called|known|said|named)\b")
_WITH = regex(r"\b(?:with|where|for\s+which|such\s+that)\s*$", re.IGNORECASE)
_COMMENT = regex(r"<!--.*?-->|(?<!\\)%[^\n]*", re.DOTALL)
_DISPLAY = regex(rf".*(?:{DISPLAY_CLOSES})(?=\s*[A-Z])", re.DOTALL)  # before the sentence
_OPENS = regex(r"\s*(?:\$|\\\()\s*$")
_FORMULA = regex(rf"{sentences.FORMULA}(?=\s*[,;])")  # behind it another clause begins
_SHORTEST = 3  # letters that a noun shares with the name of an axis


def are_meant(claim: Judged) -> bool:
    """Whether the subject of the sentence of a claim names an axis of it, with words that restrict what is meant.

    Or it stands in commas behind a subject, to say once more which are meant, or in what a term is given to.
    """
    at = claim.role.entry
    before = _COMMENT.sub(" ", sentences.before(claim.span, across=at.display))
    before = _OPENS.sub("", _DISPLAY.sub("", before))
    if _stands_apart(before, sentences.after(claim.span)) and not at.display:
        return True
    found = _SUBJECT.match(_FORMULA.split(before)[-1])
    if found is None or not (found["which"] or (found["kind"] and (found["article"] or "").lower() in ("a", "an"))):
        return False
    axes = {axis for typed in (claim.value, claim.other) if typed is not None for axis in typed.own_shape}
    return any(_is_called(found["noun"].lower(), axis.lower().rstrip("'")) for axis in axes)


def _stands_apart(before: str, after: str) -> bool:
    after = sentences.CLOSES.sub("", after)
    apposed = _APPOSED.match(before) is not None and _GOES_ON.match(after) is not None
    return apposed or (_WITH.search(before) is not None and _TERM.match(after) is not None)


def _is_called(noun: str, axis: str) -> bool:
    """Whether a noun is that of an axis, in the singular or the plural, or shortened: *user*, `users`, `usr` not."""
    least = min(len(noun), len(axis))
    return least >= _SHORTEST and noun[: max(least - 1, _SHORTEST)] == axis[: max(least - 1, _SHORTEST)]
