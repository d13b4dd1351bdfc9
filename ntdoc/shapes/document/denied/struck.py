"""Formulas that are shown and say nothing: what is struck out, `~~$E$~~` or `\\sout{$E$}`, and branches."""

from __future__ import annotations

import re

from ntdoc.reading.document import Mathematics
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.branches import is_branch
from ntdoc.source import Span

_TILDES = regex(r"(?<![~\\])~~(?!~)")
_TAG = regex(r"<(?P<ends>/?)(?:del|s|strike)(?:\s[^<>]*)?>", re.IGNORECASE)
_COMMAND = regex(r"\\(?:sout|st)\s*\{")
_BRACE = regex(r"(?<!\\)[{}]")
_FAR = 1000  # characters of a paragraph


def is_left_out(item: Mathematics) -> bool:
    """Whether a formula is not read."""
    return is_struck(item.span) or (not item.display and is_branch(item.span))


def is_struck(span: Span) -> bool:
    """Whether a formula stands in what its paragraph strikes out."""
    text = span.source.words
    before = sentences.BLANK_LINE.split(text[max(0, span.start - _FAR) : span.start])[-1]
    if len(_TILDES.findall(before)) % 2 == 1 and _TILDES.search(sentences.BLANK_LINE.split(text[span.end :][:_FAR])[0]):
        return True
    tags = [tag["ends"] for tag in _TAG.finditer(before)]
    return any(_is_open(before, command.end()) for command in _COMMAND.finditer(before)) or tags[-1:] == [""]


def _is_open(text: str, inner: int) -> bool:
    """Whether the brace before a place is not closed up to the end of a text."""
    depth = 1
    for brace in _BRACE.finditer(text, inner):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return False
    return True
