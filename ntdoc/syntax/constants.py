"""`E + \\text{const.}`: terms that a formula leaves out of what it says of a side."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.relations import opens
from ntdoc.syntax.symbols import UPRIGHT

_CONSTANT = regex(r"const(?:s|ants?)?\.?")


def without_constant(tokens: Sequence[Token]) -> list[Token] | None:
    """A side without the word for a constant that is added to it; None if there is none, or nothing besides."""
    level = 0
    for at, token in enumerate(tokens):
        if level == 0 and token.kind is Kind.CHAR and token.text in "+-−":
            end = _behind_constant(tokens, at + 1)
            if end is not None and (kept := [*tokens[:at], *tokens[end:]]) and any(not is_spacing(t) for t in kept):
                return without_constant(kept) or kept
        level += opens(token)
    return None


def _behind_constant(tokens: Sequence[Token], start: int) -> int | None:
    """Where a term ends that is nothing but the word."""
    while start < len(tokens) and is_spacing(tokens[start]):
        start += 1
    if start == len(tokens):
        return None
    end, word = start + 1, tokens[start].text
    if tokens[start].kind is Kind.COMMAND and word in UPRIGHT and end < len(tokens) and tokens[end].kind is Kind.OPEN:
        close = next((i for i in range(end, len(tokens)) if tokens[i].kind is Kind.CLOSE), len(tokens))
        word, end = "".join(token.text for token in tokens[end + 1 : close]), close + 1
    elif tokens[start].kind is not Kind.TEXT:
        return None
    if not _CONSTANT.fullmatch(word.strip().lower()):
        return None
    following = next((token for token in tokens[end:] if not is_spacing(token)), None)
    ends = following is None or (following.kind is Kind.CHAR and following.text in "+-−,.;")
    return end if ends else None
