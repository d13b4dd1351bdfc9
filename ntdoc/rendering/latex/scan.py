"""Finding commands in LaTeX text with their arguments, and changing the text; comments and verbatim are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ntdoc.reading.masking import mask_latex, match_braces
from ntdoc.regex import regex

_SPACE: Final = regex(r"\s*")
_COMMENT: Final = regex(
    r"\\begin[ \t]*\{(?P<name>[BLS]?[Vv]erbatim\*?|lstlisting|minted|alltt)\}.*?\\end[ \t]*\{(?P=name)\}"
    r"|\\(?:verb\*?|lstinline)(?![A-Za-z])(?:\[[^\]\n]*\])?([^\sA-Za-z*])[^\n]*?\2"
    r"|\\(?:url|path|href|nolinkurl)(?![A-Za-z])\s*\{[^{}]*\}"
    r"|\\begin[ \t]*\{(?P<drawing>tikzpicture\*?|picture|forest|pspicture\*?)\}.*?\\end[ \t]*\{(?P=drawing)\}"
    r"|\\.|(?P<comment>%[^\n]*(?:\n[ \t]*(?=[^\s])|\Z)?)",
    re.DOTALL,
)
_NO_DRAWING: Final = r"\emph{(a drawing, which is not shown here)}"


class Change(NamedTuple):
    """The characters `start` up to `end` become `text`."""

    start: int
    end: int
    text: str


class Group(NamedTuple):
    """An argument: where its text is, and where its closing bracket ends."""

    start: int
    end: int
    after: int


class Marked:
    """A text in which commands are looked for; positions are those of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.masked = mask_latex(text).text
        self._braces, _ = match_braces(self.masked)

    def find(self, pattern: str) -> Iterator[re.Match[str]]:
        """The matches outside comments and verbatim."""
        return re.finditer(pattern, self.masked)

    def argument(self, at: int) -> Group | None:
        """The group in braces that comes next."""
        space = _SPACE.match(self.masked, at)
        start = space.end() if space else at
        end = self._braces.get(start)
        return None if end is None else Group(start + 1, end, end + 1)

    def optional(self, at: int) -> Group | None:
        """The argument in square brackets that comes next; brackets in braces do not count."""
        space = _SPACE.match(self.masked, at)
        start = at = space.end() if space else at
        if self.masked[start : start + 1] != "[":
            return None
        depth = 0
        while at < len(self.masked):
            char = self.masked[at]
            if char == "{":
                at = self._braces.get(at, at)
            elif char == "[":
                depth += 1
            elif char == "]":
                depth -= 1
                if depth == 0:
                    return Group(start + 1, at, at + 1)
            elif char == "}" or self.masked.startswith("\n\n", at):
                return None
            at += 2 if char == "\\" else 1
        return None

    def of(self, group: Group) -> str:
        """The text of an argument."""
        return self.text[group.start : group.end]


def changed(text: str, changes: Iterable[Change]) -> str:
    """The text with the changes made. Of changes that overlap, the first is made."""
    parts = []
    at = 0
    for change in sorted(changes):
        if change.start >= at:
            parts += [text[at : change.start], change.text]
            at = change.end
    return "".join([*parts, text[at:]])


def without_comments(text: str) -> str:
    """The text as TeX reads it: a comment goes with the end of its line, and a blank line still ends a paragraph.

    A drawing, which is a program for LaTeX, is named as one.
    """

    def kept(match: re.Match[str]) -> str:
        return "" if match["comment"] else _NO_DRAWING if match["drawing"] else match[0]

    return _COMMENT.sub(kept, text)
