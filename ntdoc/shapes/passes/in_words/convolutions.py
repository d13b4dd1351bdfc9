"""*The output is the convolution `z = x * k`*: the words say that this star is no product entry by entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_CONVOLUTION = regex(r"\b(?:convol|correlat)", re.IGNORECASE)
_STARS = frozenset({"*", "ast", "\\ast", "star", "\\star", "∗"})


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those with such a star are not read."""
    return [_unread(entry) for entry in entries]


def _unread(entry: Entry) -> Entry:
    stars = (o for o in walk(entry.parsed) if isinstance(o, ast.ProductOperator) and o.symbol in _STARS)
    star = next(stars, None)
    if star is None:
        return entry
    span = entry.parsed.span
    words = sentences.around(span, across=True)
    return entry.not_read("a convolution", star.span) if _CONVOLUTION.search(words) else entry
