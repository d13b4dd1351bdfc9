"""A LaTeX document as one text for pandoc: each piece of mathematics, and each thing that is numbered, is a token.

A token is a word that no document contains. It tells us, in what comes back, which item of the document stood there.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from ntdoc.reading.document import Directive, Document, Heading, Mathematics, Prose
from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Marked, without_comments
from ntdoc.source import Span

# The letters of tokens: what a token stands for.
INLINE, DISPLAY, HEADING, APPENDIX, BIBLIOGRAPHY, ENTRY, TITLE, TITLE_END = "nshabetu"

_COMMAND_BEFORE: Final = regex(r"\\[A-Za-z@]+$")
_INCLUSION: Final = regex(
    r"\\(?:sub)?(?:import|(?:input|include)from)(?![A-Za-z])\*?\s*\{[^{}]*\}\s*\{[^{}]*\}"
    r"|\\(?:input|include|subfile(?:include)?|InputIfFileExists)(?![A-Za-z])\s*(?:\{[^{}]*\}|[^\s\\{}$]+)"
)
_SECTION: Final = regex(r"\\([A-Za-z]+)(\*?)")
_AFTER_DIRECTIVE: Final = regex(r"(?:\r\n|\n|\r)[ \t]*(?=\S)")


@dataclass(frozen=True, slots=True)
class Formula:
    """Mathematics that a token stands for. `item` is -1 for what is no item of the document: that of a title, and
    what is stated again, of which `again` is the number of the formula as it stands first.
    """

    mathematics: Mathematics
    item: int
    again: int = -1


@dataclass(frozen=True, slots=True)
class Section:
    """A heading that a token stands for, and the command that made it: `subsection`."""

    heading: Heading
    item: int
    command: str
    starred: bool


@dataclass(frozen=True, slots=True)
class LatexText:
    """The text, in which the tokens begin with `stem`, and what their numbers mean."""

    stem: str
    text: str
    title: str  # the LaTeX of `\\title`, with tokens
    formulas: tuple[Formula, ...]
    sections: tuple[Section, ...]

    def token(self, letter: str, number: int = 0) -> str:
        return f"{self.stem}{letter}{number}z"


def latex_text(document: Document) -> LatexText:
    """The text of a document, the files that it includes in their places."""
    return _Writer(document).write()


class _Writer:
    def __init__(self, document: Document) -> None:
        self._document = document
        # Other than the placeholders of the page, which are made of the text alone.
        text = "latex" + "".join(source.text for source in document.sources)
        self._stem = "ntx" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]
        self._parts: list[str] = []
        self._formulas: list[Formula] = []
        self._sections: list[Section] = []

    def write(self) -> LatexText:
        after_directive = False
        for index, item in enumerate(self._document.items):
            match item:
                case Mathematics():
                    self._mathematics(item, index)
                case Heading():
                    self._heading(item, index)
                case Prose():
                    text = self._kept(item.span).replace("\r\n", "\n")
                    if after_directive and (line_end := _AFTER_DIRECTIVE.match(text)):
                        text = text[line_end.end() :]
                    self._prose(text)
            after_directive = isinstance(item, Directive)
        titled = self._document.titled
        title = self._title_of(titled) if titled else ""
        return LatexText(self._stem, "".join(self._parts), title, tuple(self._formulas), tuple(self._sections))

    def _kept(self, span: Span) -> str:
        """The text of a span without what is not read: branches that are not taken, arguments that macros drop."""
        parts, at = [], span.start
        for left in self._document.left_out:
            if left.source is span.source and at < left.end and left.start < span.end:
                parts.append(span.source.text[at : max(at, left.start)])
                at = left.end
        return "".join([*parts, span.source.text[min(at, span.end) : span.end]])

    def _prose(self, text: str) -> None:
        text = without_comments(text)
        if any(command in text for command in ("\\in", "\\sub", "\\im", "\\In")):
            marked = Marked(text)
            for match in reversed(list(marked.find(_INCLUSION.pattern))):
                text = text[: match.start()] + text[match.end() :]
        self._parts.append(text)

    def _mathematics(self, item: Mathematics, index: int) -> None:
        letter = DISPLAY if item.display else INLINE
        token = self._formula(letter, item, index)
        if item.display:
            token = f"\n{token}\n"
        elif self._parts and _COMMAND_BEFORE.search(self._parts[-1][-60:]):
            token = f"{{{token}}}"
        self._parts.append(token)

    def _heading(self, item: Heading, index: int) -> None:
        found = _SECTION.match(item.span.text)
        command, star = (found[1], found[2]) if found else ("section", "")
        self._sections.append(Section(item, index, command, bool(star)))
        token = f"{self._stem}{HEADING}{len(self._sections) - 1}z"
        self._parts.append(f"\n\n\\section{{{token} {self._title_of(item)}}}")

    def _title_of(self, heading: Heading) -> str:
        """What stands in the braces, with tokens for its mathematics."""
        source, start, end = heading.span
        marked = Marked(source.text[start:end])
        command = _SECTION.match(marked.text)
        at = command.end() if command else 0
        while option := marked.optional(at):
            at = option.after
        group = marked.argument(at)
        if group is None:
            return ""
        at, parts = start + group.start, []
        for mathematics in heading.mathematics:
            parts.append(self._kept(Span(source, at, mathematics.span.start)))
            parts.append(self._formula(INLINE, mathematics, -1))
            at = mathematics.span.end
        parts.append(self._kept(Span(source, at, start + group.end)))
        return " ".join(without_comments("".join(parts)).split())

    def _formula(self, letter: str, mathematics: Mathematics, item: int) -> str:
        self._formulas.append(Formula(mathematics, item))
        return f"{self._stem}{letter}{len(self._formulas) - 1}z"
