"""The paragraph or the list behind a place in a text, as Markdown and LaTeX write them."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.source import Span

_PASSED = regex(r"(?:\s|<!--.*?-->|(?<![^\n])[ \t]*%[^\n]*)+", re.DOTALL)  # blank, or a comment
_ITEM = regex(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_BLANK = regex(r"\n[ \t]*(?:\n[ \t]*)*(?:\n|\Z)")
_GOES_ON = regex(r"(?:[ \t]{2,}|\t)\S")  # a line of an item
_BEGIN = regex(r"\\begin\s*\{([A-Za-z]{1,40}\*?)\}")


def line_of(place: Span) -> Span:
    """The line that a place is in."""
    text = place.source.text
    end = text.find("\n", place.end)
    return Span(place.source, text.rfind("\n", 0, place.start) + 1, len(text) if end < 0 else end)


def block_behind(place: Span) -> Span:
    """What comes behind: up to a blank line, a whole list, or an environment."""
    source, text = place.source, place.source.text
    passed = _PASSED.match(text, place.end)
    start = passed.end() if passed else place.end
    if begun := _BEGIN.match(text, start):
        return Span(source, start, _end_of_environment(text, begun[1], start))
    first = text.rfind("\n", 0, start) + 1
    in_list = _ITEM.match(text, first) is not None
    end = start
    while blank := _BLANK.search(text, end):
        end = blank.end()
        if not (in_list and (_ITEM.match(text, end) or _GOES_ON.match(text, end))):
            return Span(source, start, blank.start())
    return Span(source, start, len(text))


def _end_of_environment(text: str, name: str, start: int) -> int:
    depth = 0
    for found in re.finditer(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}", text[start:]):
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return start + found.end()
    return len(text)
