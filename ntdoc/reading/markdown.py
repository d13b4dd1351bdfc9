"""Markdown → `Document`. What is mathematics is decided on the raw text, from left to right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from ntdoc.reading.definitions import DEFINERS
from ntdoc.reading.document import NOTHING, BoxTitle, Directive, Document, Heading, Item, Mathematics
from ntdoc.reading.front_matter import misspelt
from ntdoc.reading.items import Items, directive
from ntdoc.reading.macros import MAX_TOKENS, Expander, axes_in
from ntdoc.reading.markdown_blocks import Blocks, Code, Display, Title
from ntdoc.reading.markdown_delimiters import Delimiters
from ntdoc.reading.markdown_references import unresolved_in
from ntdoc.reading.masking import (
    Range,
    blank,
    blank_quotes,
    mask_mathematics,
    match_braces,
    whole_unsaid,
    with_notes_apart,
    without_entities,
    without_keys,
    without_marks,
)
from ntdoc.reading.mathematics import finish, too_deep
from ntdoc.reading.meanings import NONE, Meaning
from ntdoc.reading.problems import Problems, Unreadable
from ntdoc.reading.salvaged import salvaged
from ntdoc.reading.tokenizer import Lexer, tokenize
from ntdoc.reading.tokens import Token
from ntdoc.reading.vocabulary import DISPLAYS, INNER
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_IN_TITLE: Final = regex(
    r"`[^`\n]*`"
    r"|\\\((?P<brackets>[^\n]+?)\\\)"
    r"|\\."
    r"|\$(?=[^\s$])(?P<dollars>[^$`\n]*[^$`\s\\])\$(?!\d)"
)
_NEXT: Final = regex(
    r"(?P<line>\r\n|\n|\r)"
    r"|(?P<code>`+)"
    r"|(?P<comment><!--)"
    r"|(?P<hidden>(?<![^\s])%%(?!%))"
    r"|(?P<raw><(?P<tag>code|pre|script|style|textarea|math|svg)(?=[\s>]))"
    r"|(?P<html><(?=[A-Za-z/]))"
    r"|(?P<target>\]\()"
    r"|(?P<url>\bhttps?://[^\s<>\"'`)\]]*)"
    r"|(?P<dollars>\$+)"
    r"|(?P<bracket>\\{1,2}[(\[])"
    r"|\\begin[ \t]*\{(?P<environment>[A-Za-z]+\*?)\}"
    r"|\\(?P<command>[A-Za-z]+)"
    r"|(?P<escape>\\[^\r\n])",
    re.IGNORECASE,
)
_TARGET: Final = regex(
    r"\]\(\s*+(?:<[^<>\r\n]*>|[^\s()]*+(?:\([^\s()]*+\)[^\s()]*+)*+)"
    r"(?:\s++(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?+\s*+\)"
)
_TAG: Final = regex(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*"
    r"|/?[A-Za-z][A-Za-z0-9-]*+(?:\s++[A-Za-z_:@][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]++))?+)*+\s*+/?)>"
)
_DIRECTIVE: Final = regex(r"<!--\s*ntdoc:(.*)-->", re.DOTALL)
_ALONE_BEFORE: Final = regex(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_ALONE_AFTER: Final = regex(
    r"[ \t.,;:]*(?:\(\w{1,6}\)|\{[^{}\r\n]*\})?[ \t.,;:]*(?:<!--[^\r\n]*-->[ \t]*)?(?=\r|\n|$)"
)
_IN_A_TABLE: Final = regex(r"[ \t>]*\|")
_SINGLE_DOLLARS: Final = regex(r"(?<![\\$])\$(?![\s$])[^$\r\n]*(?<![\s\\$])\$(?![$\d])")
_COMMAND: Final = regex(r"\\[A-Za-z]")
_ROLE: Final = "{math}"


def read_markdown(source: Source, macros: Mapping[str, Meaning] = NONE) -> Document:
    """The document in a Markdown text, which may use `macros`. Never raises; what is wrong is in its diagnostics."""
    return _Reader(source, macros).read()


class _Reader:
    """Walks over the text once."""

    def __init__(self, source: Source, macros: Mapping[str, Meaning]) -> None:
        self.source = source
        self.text, source.words = source.text, with_notes_apart(without_marks(without_keys(source.text)))
        self.list: list[Item] = []
        self.items = Items(self.list, source, source.text)
        self.problems = Problems()
        self.expander = Expander(
            MAX_TOKENS + 20 * len(source.text), defined=macros, later=axes_in(source.text), formulas=True
        )
        self.blocks = Blocks(source.text)
        self.unsaid: list[Range] = []  # comments
        self.delimiters = Delimiters(source.text)

    def read(self) -> Document:
        """Read it all."""
        title, pos = self.blocks.front_matter()
        if pos:
            self.items.blank(0, pos, flat=False)
            for problem in misspelt(self.source, pos):
                self.problems.add(problem)
        pos = self._lines(pos)
        while (match := _NEXT.search(self.text, pos)) is not None:
            pos = max(self._found(match), match.end() if match.lastgroup == "line" else match.start() + 1)
        self.items.finish()
        self.problems.extend(unresolved_in(self.source, self.list))
        self.source.words = blank(_without(self.source.words, self.blocks.titles), sorted(self.unsaid))
        headings = [item for item in self.list if isinstance(item, Heading)]
        first = next((heading.title for heading in headings if heading.level == 1 and heading.title), None)
        name = PurePosixPath(self.source.path.replace("\\", "/")).stem
        return Document(
            path=self.source.path,
            title=first or title or name,
            format="markdown",
            sources=(self.source,),
            items=tuple(self.list),
            diagnostics=self.problems.sorted(),
            containers=self.blocks.containers.found(len(self.text)),
            macros=self.expander.macros.maps[0],
        )

    def _found(self, match: re.Match[str]) -> int:
        """Read what begins at a match; the offset to go on from."""
        start, end = match.span()
        match match.lastgroup:
            case "line":
                return self._lines(end)
            case "code":
                return self._code(start, end)
            case "comment":
                return self._comment(start)
            case "hidden":  # of Obsidian
                return self._blanked(start, self.delimiters.find("%%", end) or end, blank=True)
            case "raw" | "tag":
                tag = _TAG.match(self.text, start)
                stop = self.delimiters.element(match.group("tag"), end) or (tag.end() if tag else 0)
                return self._blanked(start, stop or end, blank=bool(stop))
            case "html" | "target":
                found = (_TAG if match.lastgroup == "html" else _TARGET).match(self.text, start)
                return self._blanked(start, found.end(), blank=True) if found else end
            case "url":
                return self._blanked(start, end, blank=True)
            case "dollars":
                return self._dollars(start, end)
            case "bracket":
                return self._bracket(start, end)
            case "environment":
                return self._environment(match.group("environment"), start, end)
            case "command":
                return self._definition(match.group("command"), start) or end
            case _:
                return end

    def _lines(self, pos: int) -> int:
        """Read the blocks that begin at the start of a line; the offset of the first line that is text."""
        while (block := self.blocks.at(pos)) is not None:
            match block:
                case Code(end):
                    self.items.blank(pos, end, flat=False)
                case Title(end, _, title, boxed=True):
                    start = self.text.find(title, pos, end)
                    inner = Span(self.source, start, start + len(title))
                    self.items.add(BoxTitle(Span(self.source, pos, end), inner, self._in_title(pos, end)))
                case Title(end, level, title):
                    self.items.add(Heading(Span(self.source, pos, end), level, title, self._in_title(pos, end)))
                case Display(end, inner, inner_end):
                    self._mathematics("```math", True, pos, inner, inner_end, end)
            pos = block.end
        return pos

    def _blanked(self, start: int, end: int, blank: bool) -> int:
        if blank:
            self.items.blank(start, end)
        return end

    def _code(self, start: int, end: int) -> int:
        """Code in a line; with the role of MyST before it, {math}`x`, a formula."""
        stop = self.delimiters.code(start, end)
        if stop is not None and self.text.endswith(_ROLE, 0, start):
            self._mathematics("$", False, start - len(_ROLE), end, stop - (end - start), stop)
            return stop
        return self._blanked(start, stop or end, blank=True)

    def _comment(self, start: int) -> int:
        end = self.delimiters.find("-->", start + 4)
        if end is None:
            return start + 4
        self.unsaid.append(whole_unsaid(self.text, start, end))
        if found := _DIRECTIVE.fullmatch(self.text, start, end):
            self.items.add(Directive(Span(self.source, start, end), found.group(1).strip()))
        else:
            self.items.blank(start, end)
        return end

    # Mathematics

    def _dollars(self, start: int, end: int) -> int:
        if end - start == 1:
            if self.text.startswith("`", end) and (close := self.delimiters.find("`$", end + 1, start)):
                self._mathematics("$", False, start, end + 1, close - 2, close)
                return close
            closer = self.delimiters.dollar(start)
            if closer is None:
                stop = self.delimiters.unclosed_dollar(start)
                return end if stop is None else self._unclosed("$", start, end, stop)
            if not self._plausible(end, closer):
                return end
            self._mathematics("$", False, start, end, closer, closer + 1)
            return closer + 1
        if end - start > 2:
            return end
        block = self._begins_line(start)
        found = self.delimiters.find("$$", end, None if block else start)
        if found is None or (block and self.delimiters.is_left_open(end, found - 2)):
            if block and self._looks_meant(end):
                return self._unclosed("$$", start, end)
            return end
        if self.text[end : found - 2].strip() == "":
            return found
        apart = "\n" in self.text[end:found] or (block and _ALONE_AFTER.match(self.text, found) is not None)
        display = apart or (self._marks_inline_otherwise and not self._is_in_a_table(start))
        self._mathematics("$$", display, start, end, found - 2, found)
        return found

    @cached_property
    def _marks_inline_otherwise(self) -> bool:
        """Whether formulas in the prose stand between single dollars: where none does, `$$` may be its only mark."""
        return _SINGLE_DOLLARS.search(self.text) is not None

    def _is_in_a_table(self, start: int) -> bool:
        return _IN_A_TABLE.match(self.text, self._line_start(start)) is not None

    def _bracket(self, start: int, end: int) -> int:
        """`\\( … \\)`, or with its backslashes escaped, as for programs that leave mathematics to the browser."""
        opener = self.text[start:end]
        display = opener.endswith("[")
        closer = opener[:-1] + ("]" if display else ")")
        found = self.delimiters.find(closer, end, start)
        if found is None:
            return end
        self._mathematics(opener[-2:], display, start, end, found - len(closer), found)
        return found

    def _environment(self, name: str, start: int, end: int) -> int:
        if name not in DISPLAYS and name not in INNER:
            return end
        closer = self.delimiters.environment(name, end)
        if closer is None:
            return self._unclosed(name, start, end) if self._begins_line(start) else end
        inner, inner_end = (start, closer[1]) if name in INNER else (end, closer[0])
        self._mathematics(name, name != "math", start, inner, inner_end, closer[1])
        return closer[1]

    def _begins_line(self, start: int) -> bool:
        return _ALONE_BEFORE.fullmatch(self.text, self._line_start(start), start) is not None

    def _line_start(self, offset: int) -> int:
        return offset - self.source.position(offset)[1] + 1

    def _plausible(self, start: int, end: int) -> bool:
        """Not `${HOME}/$`: what has an open brace and no command in it is no mathematics."""
        inner = self.text[start:end]
        return _COMMAND.search(inner) is not None or match_braces(inner)[1] is None

    def _looks_meant(self, start: int) -> bool:
        rest = self.text[start : self.delimiters.paragraph_end(start)]
        return rest.strip() == "" or re.search(r"[\\^_=]", rest) is not None

    def _unclosed(self, name: str, start: int, end: int, stop: int | None = None) -> int:
        """Report it, and go on after the paragraph, or from where it is plain that it is over."""
        span = Span(self.source, start, end)
        shown = span.text
        error = Unreadable("NT102", f"`{shown}` is not closed", span, "not closed")
        self.problems.add(error.diagnostic, ("unclosed", name) if stop is None else None)
        stop, display = (self.delimiters.paragraph_end(end), True) if stop is None else (stop, False)
        inner = Span(self.source, end, stop)
        self.items.add(Mathematics(Span(self.source, start, stop), inner, display, name, ()))
        return stop

    def _in_title(self, start: int, end: int) -> tuple[Mathematics, ...]:
        """The formulas of a heading: they say nothing and are only shown."""
        found = []
        for match in _IN_TITLE.finditer(self.text, start, end):
            if match.lastgroup is not None:
                made, error = self._read("$", False, match.start(), *match.span(match.lastgroup), match.end())
                if error is None:
                    found.append(made)
        return tuple(found)

    def _mathematics(self, name: str, display: bool, start: int, inner: int, inner_end: int, end: int) -> None:
        """Add one piece of mathematics."""
        found, error = self._read(name, display, start, inner, inner_end, end)
        if error is not None:
            self.problems.add(error.diagnostic)
        self.items.add(found)

    def _read(
        self, name: str, display: bool, start: int, inner: int, inner_end: int, end: int
    ) -> tuple[Mathematics, Unreadable | None]:
        text = self.text[inner:inner_end]
        quoted = self.text[self._line_start(start) : start].lstrip().startswith(">")
        if quoted:
            text = blank_quotes(text)
        text, unsaid, comments = mask_mathematics(without_entities(text), percent_at_end=not display)
        self.unsaid += (Range(inner + c.start, inner + c.end) for c in unsaid)
        expander = self.expander
        expander.read(tokenize(self.source, text, inner))
        raw: list[Token] = []
        error = too_deep(self.source, text, inner)
        while error is None or error.diagnostic.code != "NT103":
            try:
                if (entry := expander.next()) is None:
                    break
                raw.append(entry.token)
            except Unreadable as problem:  # go on: there may be definitions
                error = error or problem
        (tokens, labels, _), error = finish(raw, name, error)
        found = Mathematics(
            span=Span(self.source, start, end),
            inner=Span(self.source, inner, inner_end),
            display=display,
            environment=name,
            tokens=tokens,
            labels=labels,
            directives=tuple(directive(self.source, inner + a, inner + b) for a, b, _ in comments),
            salvaged=NOTHING if error is None else salvaged(raw, name, error),
        )
        return found, error

    def _definition(self, name: str, start: int) -> int | None:
        """Learn a macro defined in the text between formulas, as pandoc allows; the offset after it."""
        if (name not in DEFINERS and name != "ndef") or not self._begins_line(start):
            return None
        lexer = Lexer(self.source, self.text[start : self.delimiters.paragraph_end(start)], 0, start)
        self.expander.read(lexer)
        try:
            while (entry := self.expander.pull()) is not None:
                self.expander.step(entry)
                if self.expander.at_author:
                    break
        except Unreadable as problem:
            if problem.diagnostic.code != "NT115":
                return None
            self.problems.add(problem.diagnostic)  # it is learnt all the same
        self.items.blank(start, start + lexer.pos)
        return start + lexer.pos


def _without(words: str, places: Iterable[tuple[int, int]]) -> str:
    """A text with blanks for what stands in these places, one behind the other."""
    parts, at = [], 0
    for start, end in places:
        parts += [words[at:start], " " * (end - start)]
        at = end
    return "".join([*parts, words[at:]])
