"""Containers of Markdown: admonitions, fenced divisions, and directives whose content is Markdown again.

`!!! example "Title"` contains what is indented below it, `:::{note}` or `::: tip` what stands before the next `:::`,
and a fence of a directive, such as `{admonition}`, what stands before its end. The line that opens one is a title, and
no part of a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

_INDENTED: Final = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+(?P<title>\S.*)$")
_COLONS: Final = re.compile(r"[ \t]*(?P<fence>:{3,})[ \t]*(?P<title>.*)$")
_MARKDOWN: Final = re.compile(  # the directives, of Sphinx and of the extensions for books, whose content is prose
    r"\{(?:admonition|attention|caution|danger|error|hint|important|note|seealso|tip|warning|todo|topic|sidebar|margin"
    r"|aside|epigraph|pull-quote|highlights|dropdown|details|card|grid|grid-item|grid-item-card|tab-set|tab-item"
    r"|exercise|exercise-start|solution|solution-start|proof|prf:[\w-]+)\}$"
)
_MATHEMATICS: Final = re.compile(r"\$|\\{1,2}[(\[]")


class Container(NamedTuple):
    """From where one begins to where it ends, and what its first line says."""

    start: int
    end: int
    title: str


@dataclass(frozen=True, slots=True)
class _Open:
    """One that has not ended yet: by its `indent`, by its colons, or where the `closing` line begins."""

    start: int
    title: str
    indent: int = -1
    colons: int = 0
    closing: int = -1


def is_of_markdown(info: str) -> bool:
    """Whether a fence is a directive whose content is prose."""
    return _MARKDOWN.match(info) is not None


class Containers:
    """Which containers there are, from the lines of a text in their order."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._found: list[Container] = []

    def found(self, end: int) -> tuple[Container, ...]:
        """All of them, in a text that ends here."""
        still = [Container(one.start, end, one.title) for one in self._open]
        return tuple(sorted([*self._found, *still]))

    def fence(self, start: int, title: str, closing: int) -> None:
        """A directive begins, which ends with the line at `closing`."""
        self._open.append(_Open(start, title, closing=closing))

    def line(self, pos: int, content: str) -> bool:
        """Whether a line that is not blank opens or closes a container, and says nothing else."""
        indent = len(content.expandtabs(4)) - len(content.expandtabs(4).lstrip())
        closes = False
        while self._open and self._has_ended(self._open[-1], pos, indent):
            closes = closes or self._open[-1].closing == pos
            self._close(pos)
        if closes:
            return True
        if opens := _INDENTED.match(content):
            self._open.append(_Open(pos, opens["title"], indent=indent))
        elif opens := _COLONS.match(content):
            if not opens["title"]:
                return self._close_colons(pos, len(opens["fence"]))
            self._open.append(_Open(pos, opens["title"], colons=len(opens["fence"])))
        return opens is not None and not _MATHEMATICS.search(content)

    def _has_ended(self, last: _Open, pos: int, indent: int) -> bool:
        return 0 <= last.closing <= pos or (last.indent >= 0 and indent <= last.indent)

    def _close_colons(self, pos: int, colons: int) -> bool:
        """`:::` ends the last that was begun by colons, and all in it."""
        if not any(one.colons and one.colons <= colons for one in self._open):
            return False
        while not 0 < self._open[-1].colons <= colons:
            self._close(pos)
        self._close(pos)
        return True

    def _close(self, pos: int) -> None:
        last = self._open.pop()
        self._found.append(Container(last.start, pos, last.title))
