r"""Fonts that go on to the end of a group: `{\rm cov}(x)` is `\mathrm{cov}(x)`, one word and no product of letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ntdoc.reading.tokens import Kind, Token, end_of_group

# Not `\bf`: `{\bf Ax}` is a product of two tensors.
_FONTS: Final = {"rm": "mathrm", "it": "mathit", "sf": "mathsf", "tt": "mathtt"}


def word_at(raw: Sequence[Token], start: int) -> list[Token]:
    """The tokens of the group that begins there, with the font as a command before it, if it is a word in a font."""
    end = end_of_group(raw, start)
    inner = [token for token in raw[start + 1 : end] if not token.text.isspace()]
    if len(inner) < 3 or inner[0].kind is not Kind.COMMAND or inner[0].text not in _FONTS or end >= len(raw):
        return []
    font, *letters = inner
    if not all(token.kind is Kind.CHAR and token.text.isalpha() for token in letters):
        return []
    return [font._replace(text=_FONTS[font.text]), raw[start], *letters, raw[end]]
