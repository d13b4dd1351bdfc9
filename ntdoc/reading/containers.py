"""Containers of Markdown: admonitions, fenced divisions, and directives whose content is Markdown again.

`!!! example "Title"` contains what is indented below it, `:::{note}` or `::: tip` what stands before the next `:::`,
and a fence of a directive, such as `{admonition}`, what stands before its end. The line that opens one is a title, and
no part of a sentence. So is a heading in a box that a theorem, an example or a note is, `::: {.callout-note}`: it opens
no section. Columns, tabs and slides have sections.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from ntdoc.regex import regex

_INDENTED: Final = regex(r"[ \t]*(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+(?P<title>\S.*)$")
_COLONS: Final = regex(r"[ \t]*(?P<fence>:{3,})[ \t]*(?P<title>.*)$")
_MARKDOWN: Final = regex(  # the directives, of Sphinx and of the extensions for books, whose content is prose
    r"\{(?:admonition|attention|caution|danger|error|hint|important|note|seealso|tip|warning|todo|topic|sidebar|margin"
    r"|aside|epigraph|pull-quote|highlights|dropdown|details|card|grid|grid-item|grid-item-card|tab-set|tab-item"
    r"|exercise|exercise-start|solution|solution-start|proof|prf:[\w-]+)\}$"
)
_LAYOUT: Final = regex(  # what is put in places, and told from its surroundings by nothing that it says
    r"(?:^|[\s{.:])(?:columns?|col|row|panel|tab(?:set|-set|-item)?|code-group|grid|card|g-col|layout|content-(?:visible|hidden)"
    r"|slides?|fragment|incremental|section|chapter|part|appendix|page|main|cell|output|only|hero|landing|wrapper)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)
THEOREMS: Final = r"(?:thm|theorem|lem|lemma|prp|prop|proposition|cor|corollary|cnj|conjecture|claim|fact)"
_BOX: Final = regex(
    rf"(?:^|[\s{{.:#!])(?:callout|{THEOREMS}|def|definition|axiom|assumption|exm|example|exr|exercise|problem|question|sol"
    r"|solution|answer|hint|rem|remark|proof|alg|algorithm|aside|note|nte|tip|info|warning|wrn|important|imp|caution|cau"
    r"|danger|attention|success|failure|error|bug|details|admonition|seealso|todo|box|alert)(?![A-Za-z])",
    re.IGNORECASE,
)
_KIND: Final = regex(r"\{[^{}]*\}|\S+")
_QUOTED: Final = regex(r"\"[^\"]*\"|'[^']*'")
_EDGE: Final = regex(  # of what begins or ends with colons, or a heading
    r"^[ \t>]*(?:(?P<fence>:{3,})[ \t]*(?P<title>\S?)|(?P<heading>#{1,6}[ \t]))", re.MULTILINE
)
_NOTHING: Final = regex(r"[^\r\n]*(?:\r\n|\n|\r)(?:[ \t>]*(?::[\w-]+:[^\r\n]*)?(?:\r\n|\n|\r))*")
_MATHEMATICS: Final = regex(r"\$|\\{1,2}[(\[]")


class Container(NamedTuple):
    """From where one begins to where it ends, and what its first line says."""

    start: int
    end: int
    title: str  # with the words of a heading that is its title


@dataclass(slots=True)
class _Open:
    """One that has not ended yet: by its `indent`, by its colons, or where the `closing` line begins."""

    start: int
    title: str
    indent: int = -1
    colons: int = 0
    closing: int = -1
    heads: bool | None = None  # whether the headings in it are titles; not known before there is one


def is_of_markdown(info: str) -> bool:
    """Whether a fence is a directive whose content is prose."""
    return _MARKDOWN.match(info) is not None


def is_title(title: str) -> bool:
    """Whether the line that begins a container says that it is a box: `{.callout-note}`, `tip A title`."""
    return _BOX.search(_kind(title)) is not None


def _kind(title: str) -> str:
    """The attributes, or the word, that such a line begins with."""
    found = _KIND.match(title)
    return _QUOTED.sub("", found[0]) if found else ""


class Containers:
    """Which containers there are, from the lines of a text in their order."""

    def __init__(self, text: str) -> None:
        self._text = text
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

    def titled(self, pos: int, level: int, title: str) -> bool:
        """Whether a heading is the title of the box that it stands in, which it then has, or one of a part of this."""
        if not self._open:
            return False
        last = self._open[-1]
        if last.heads is None:
            last.heads = self._has_titles(last, pos, level)
        if last.heads and self._is_first(last, pos):
            last.title = f"{last.title} {title}"
        return last.heads

    def _has_titles(self, box: _Open, pos: int, level: int) -> bool:
        """Whether the first heading of a container is no section: in a box, or the only one at the top of any other."""
        if box.indent >= 0:
            return False
        if is_title(box.title):
            return self._headings(box, pos) >= 0
        of_layout = level == 1 or _LAYOUT.search(_kind(box.title)) is not None
        return not of_layout and self._is_first(box, pos) and self._headings(box, pos) == 1

    def _is_first(self, box: _Open, pos: int) -> bool:
        """Whether nothing but options stands before a place in a container."""
        return _NOTHING.fullmatch(self._text, box.start, pos) is not None

    def _headings(self, box: _Open, pos: int) -> int:
        """How many headings a container has from a place on; -1 if it does not end."""
        end = box.closing if box.closing >= 0 else len(self._text)
        count, inner = 0, [box.colons]
        for edge in _EDGE.finditer(self._text, pos, end):
            if edge["heading"]:
                count += 1
            elif edge["title"]:
                inner.append(len(edge["fence"]))
            elif any(0 < one <= len(edge["fence"]) for one in inner):
                while not 0 < inner.pop() <= len(edge["fence"]):
                    pass
                if not inner:
                    return count
        return count if box.closing >= 0 else -1

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
