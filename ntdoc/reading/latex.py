"""LaTeX → `Document`. The text is read as TeX would: macros are expanded on the way, mathematics ends where
its closing token appears, and what stands between is prose.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from ntdoc.reading import latex_files as files
from ntdoc.reading.definitions import DEFINERS
from ntdoc.reading.document import NOTHING, Document, Heading, Item, Mathematics
from ntdoc.reading.effects import has_effect
from ntdoc.reading.latex_inclusion import Inclusion
from ntdoc.reading.latex_region import read_region
from ntdoc.reading.latex_title import plain
from ntdoc.reading.lengths import Shown
from ntdoc.reading.macros import MAX_TOKENS, Expander
from ntdoc.reading.masking import blank
from ntdoc.reading.mathematics import finish
from ntdoc.reading.meanings import NONE, Macro, Meaning
from ntdoc.reading.opened import OpenFile, begin_formula, end_formula
from ntdoc.reading.problems import Problems, Unreadable
from ntdoc.reading.salvaged import salvaged
from ntdoc.reading.shared import Shared
from ntdoc.reading.stream import Entry
from ntdoc.reading.tokens import Kind, Token
from ntdoc.reading.vocabulary import DISPLAYS, LAYOUT, SECTIONS
from ntdoc.reading.whole import lacking, not_closed
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_INTERESTING: Final = regex(r"[\\$]")
_ARGUMENT: Final = regex(r"\*?\s*(?:\[(?:[^\[\]{}]|\{[^{}]*\})*\]|(\{))")
_GROUP: Final = regex(r"\*?\s*(?:\[[^\[\]]*\]\s*)?(\{)")
_BLANKED: Final = regex(
    r"(?i:[a-z]*cite[a-z]*|[a-z]*refs?|label|includegraphics|bibliography|bibliographystyle|usepackage"
    r"|requirepackage|documentclass|hypersetup|graphicspath|input|include|bibitem|pagestyle|thispagestyle)"
)
KEPT: Final = frozenset(DEFINERS) | SECTIONS.keys() | LAYOUT


def read_latex(
    source: Source, path: Path | None = None, root: Path | None = None, macros: Mapping[str, Meaning] = NONE
) -> Document:
    """The document in a LaTeX text, with the files that it inputs if its `path` is known. Never raises.

    It may use `macros`.
    """
    return _Reader(source, path, root, macros).read()


def read_definitions(source: Source, path: Path, root: Path, macros: Mapping[str, Meaning] = NONE) -> Shared:
    """What a file defines, up to `\\begin{document}` if it has one. Never raises."""
    return _Reader(source, path, root, macros).definitions()


class _Reader:
    """Reads a root file and what it includes."""

    def __init__(self, source: Source, path: Path | None, root: Path | None, macros: Mapping[str, Meaning]) -> None:
        self.source = source
        self.list: list[Item] = []
        self.problems = Problems()
        self.shown = Shown(MAX_TOKENS + 20 * len(source.text))
        self.expander = Expander(self.shown.left, defined=macros)
        self.expander.in_mathematics = False
        self.inclusion = Inclusion(source, path, root)
        self.title: Heading | None = None
        self.aside: list[Mathematics] | None = None  # takes the mathematics of a title while that is read
        self.environments: list[Token] = []  # open ones, mathematics excepted
        self.strays: dict[int, Span] = {}  # by the number of those open, the first `\\end` that closes none of them
        self.in_preamble = False
        self.only_defining = False
        self.ended = False
        self.left_out: list[Span] = []
        self.file: OpenFile

    def read(self) -> Document:
        """Read it all."""
        self._read_file(self.source)
        for opener in self.environments[:1]:
            self.problems.add(not_closed(opener.span, self.strays.get(1)))
        self.problems.extend(lacking(self.inclusion, self.problems.sorted()))
        outermost = min((item.level for item in self.list if isinstance(item, Heading)), default=1)
        items = tuple(
            replace(item, level=item.level - outermost + 1) if isinstance(item, Heading) else item for item in self.list
        )
        first = next((item.title for item in items if isinstance(item, Heading) and item.title), None)
        name = PurePosixPath(self.source.path.replace("\\", "/")).stem
        return Document(
            path=self.source.path,
            title=(self.title and self.title.title) or first or name,
            format="latex",
            sources=tuple(self.inclusion.sources),
            packages=tuple(self.inclusion.packages),
            items=items,
            diagnostics=self.problems.sorted(),
            titled=self.title,
            left_out=tuple(sorted(self.left_out, key=lambda span: (span.start, span.end))),
            macros=self.expander.macros.maps[0],
        )

    def definitions(self) -> Shared:
        """Read it as a preamble."""
        self.in_preamble = self.only_defining = True
        self._read_file(self.source)
        return Shared(self.expander.macros.maps[0], tuple(self.inclusion.sources), self.problems.sorted())

    # Text

    def _read_file(self, source: Source) -> None:
        file = self.file = OpenFile(source, self.list, self.problems, self.inclusion.masks)
        begins = re.search(r"\\begin[ \t]*\{document\}", file.text)
        # A document of its own, of which the one that includes it reads what stands between its begin and its end.
        part = source is not self.source and begins is not None and not self.in_preamble
        if part or (source is self.source and begins is not None):
            self.in_preamble = True
        if self.in_preamble:
            file.items.blank(0, begins.end() if begins else len(source.text), flat=False)
        self.expander.read(file.lexer)
        while not self.ended:
            if self.expander.at_author:
                found = _INTERESTING.search(file.text, file.lexer.pos)
                if found is None:
                    break
                missing = None if self.in_preamble else file.dollars.not_begun(file.lexer.pos, found.start())
                if missing is not None:
                    self._mathematics(begin_formula(missing, file, self.problems), "$", False)
                    continue
                file.lexer.pos = found.start()
            entry = self.expander.pull()
            if entry is None:
                break
            try:
                self._text(entry)
            except Unreadable as problem:
                self.problems.add(problem.diagnostic)
            file.leave_out(self.expander.conditionals.left_out)
        if self.ended:
            file.items.blank(file.lexer.pos, len(source.text), flat=False)
        self.left_out += file.close()
        if part:
            self.in_preamble = self.ended = False

    def _text(self, entry: Entry) -> None:
        """Read one token of text, with what belongs to it."""
        token = entry.token
        name = token.text
        expander = self.expander
        if token.kind is Kind.CHAR and name == "$":
            if not self.in_preamble:
                self._dollar(token)
            return
        if token.kind in (Kind.BEGIN, Kind.END):  # put back by mathematics that was never closed
            self._environment(token)
        if token.kind is not Kind.COMMAND:
            return
        meaning = expander.macros.get(name)
        if isinstance(meaning, Macro):
            if self._has_effect(meaning):
                expander.expand(entry, meaning)
            elif not self.in_preamble and not self.shown.takes(name, meaning, expander.macros):
                raise expander.too_large(token)
            return
        if meaning is not None:
            name = meaning.text
        if name in DEFINERS or name in ("begin", "end") or expander.conditionals.is_one(name):
            try:
                result = expander.step(entry)
            except Unreadable:
                self._blank_to_here(token)
                raise
            if result is None:
                self._blank_to_here(token)
            elif result.token.kind in (Kind.BEGIN, Kind.END):
                self._environment(result.token)
        elif name in SECTIONS:
            self._heading(token, SECTIONS[name])
        elif name == "title":
            self._title(token)
        elif name in files.INCLUDES or name in files.CONDITIONAL:
            self._include(token)
        elif name in ("usepackage", "RequirePackage") and entry.depth == 0:
            self._packages(token)
        elif not self.in_preamble and name in ("(", "["):
            self._mathematics(token, "\\" + name, name == "[")
        elif not self.in_preamble and name == "ensuremath":
            self._ensured(token)
        elif entry.depth == 0 and _BLANKED.fullmatch(name):
            self._blank_arguments(token)

    def _has_effect(self, macro: Macro) -> bool:
        return has_effect(macro, self.expander.macros, self.expander.conditionals.is_one)

    def _blank_to_here(self, token: Token) -> None:
        if self.expander.at_author and token.span.source is self.file.source:
            self.file.items.blank(token.span.start, self.file.lexer.pos)

    def _blank_arguments(self, token: Token) -> None:
        """Blank the arguments of `\\cite`, `\\ref` and the like."""
        text, pos = self.file.text, token.span.end
        while found := _ARGUMENT.match(text, pos):
            if found.group(1):
                pos = self.file.braces.get(found.start(1), found.start(1)) + 1
                break
            pos = found.end()
        self.file.items.blank(token.span.start, pos)
        self.file.lexer.pos = max(self.file.lexer.pos, pos)

    def _group(self, token: Token) -> tuple[int, int] | None:
        """Pass over `*`, `[…]` and a group in the file; where the group's text is."""
        if not self.expander.at_author:
            return None
        text, file = self.file.text, self.file
        opener = _GROUP.match(text, token.span.end)
        if opener is None or (end := file.braces.get(opener.start(1))) is None:
            return None
        file.lexer.pos = end + 1
        return opener.end(), end

    def _heading(self, token: Token, level: int) -> None:
        group = self._group(token)
        if group is not None:
            self.file.items.add(self._titled(token, level, *group))

    def _title(self, token: Token) -> None:
        group = self._group(token)
        if group is not None:
            titled = self._titled(token, 0, *group)
            self.title = titled if titled.title else self.title
            self.file.items.blank(token.span.start, group[1] + 1)

    def _titled(self, token: Token, level: int, start: int, end: int) -> Heading:
        """The heading whose title stands from `start` to `end`, with its mathematics. Reading goes on after it."""
        file, expander, problems = self.file, self.expander, self.problems
        after, stack = file.lexer.pos, expander.suspend()
        # A title only gets shown: what is wrong in it is no problem of the document.
        self.aside, self.problems = [], Problems()
        file.lexer.pos = start
        expander.resume((file.lexer, []))
        while (entry := self._next_of(end)) is not None:
            with contextlib.suppress(Unreadable):
                self._in_title(entry)
        mathematics = tuple(m for m in self.aside if start <= m.span.start and m.span.end <= end)
        self.aside, self.problems = None, problems
        file.lexer.pos = after
        expander.resume(stack)
        span = Span(file.source, token.span.start, end + 1)
        left_out = file.left_out_of(expander.conditionals.left_out)
        return Heading(span, level, plain(blank(file.text, left_out, start, end)), mathematics)

    def _next_of(self, end: int) -> Entry | None:
        """The next token that could begin mathematics, of those before `end`."""
        if self.expander.at_author:
            found = _INTERESTING.search(self.file.text, self.file.lexer.pos, end)
            if found is None:
                return None
            self.file.lexer.pos = found.start()
        return self.expander.pull()

    def _in_title(self, entry: Entry) -> None:
        token = entry.token
        meaning = self.expander.macros.get(token.text) if token.kind is Kind.COMMAND else None
        if token.kind is Kind.CHAR and token.text == "$":
            self._dollar(token)
        elif isinstance(meaning, Macro):
            if self._has_effect(meaning):
                self.expander.expand(entry, meaning)
        elif token.kind is Kind.COMMAND and self.expander.conditionals.is_one(token.text):
            self.expander.step(entry)
        elif token.kind is Kind.COMMAND and token.text == "(":
            self._mathematics(token, "\\(", False)
        elif token.kind is Kind.COMMAND and token.text == "ensuremath":
            self._ensured(token)

    def _include(self, token: Token) -> None:
        """Read the file that a command names, and what it has for the case that this is there, or is not."""
        found = files.named(token, self.expander, self.file.lexer)
        if found is None:
            return
        there = self.inclusion.has(found.name) if token.text in files.CONDITIONAL else None
        chosen = files.branch(self.expander, found.name, there) if there is not None else ()
        self.file.items.blank(found.span.start, found.span.end)
        reads = there is None or (there and token.text == "InputIfFileExists")
        source = self.inclusion.open(found.name, found.span, self.problems) if reads else None
        if source is not None:
            self.file.items.flush(max(found.span.end, self.file.items.cursor))
            self._read_within(source)
        self.expander.push(*chosen)

    def _read_within(self, source: Source) -> None:
        """Read another file, and go on with this one."""
        outer, rest = self.file, self.expander.suspend()
        self._read_file(source)
        self.inclusion.close()
        self.file = outer
        self.expander.resume(rest)

    def _packages(self, token: Token) -> None:
        """Learn the macros of packages that lie beside the document. What is wrong in these is no problem of it."""
        self._blank_arguments(token)
        given, _, named = self.file.text[token.span.end : self.file.lexer.pos].rpartition("{")
        names, decided = named.rstrip("}"), self.expander.conditionals
        macros, own = self.expander.macros.maps[0], (self.list, self.problems, self.in_preamble)
        span = token.span.to(Span(self.file.source, self.file.lexer.pos, self.file.lexer.pos))
        for source in filter(None, (self.inclusion.package(name, span, self.problems) for name in names.split(","))):
            before = {name: macros.get(name) for name in KEPT}
            self.list, self.problems, self.in_preamble = [], Problems(), True
            loaded, decided.options = decided.options, frozenset(re.findall(r"[^\s,\[\]{}]+", given))
            self._read_within(source)
            self.list, self.problems, self.in_preamble = own
            decided.options = loaded
            for name, meaning in before.items():  # packages change how headings and the like look
                macros.pop(name, None)
                if meaning is not None:
                    macros[name] = meaning

    # Environments and mathematics

    def _environment(self, token: Token) -> None:
        name = token.text
        if token.kind is Kind.BEGIN:
            if name == "document":
                self.in_preamble, self.ended = False, self.only_defining
                self._decide_in_macros()
            elif self.in_preamble:
                return
            elif name in DISPLAYS:
                self._mathematics(token, name, name != "math")
            else:
                self.environments.append(token)
        elif name == "document":
            self.ended = True
        elif name in (open_.text for open_ in self.environments):
            while (opener := self.environments.pop()).text != name:
                self.problems.add(not_closed(opener.span, self.strays.get(len(self.environments) + 1)))
            self.strays = {depth: span for depth, span in self.strays.items() if depth <= len(self.environments)}
        elif self.environments:  # a name that is mistyped, it may be
            self.strays.setdefault(len(self.environments), token.span)

    def _decide_in_macros(self) -> None:
        """What the bodies of macros have is shown as the switches are where the text begins."""
        macros = self.expander.macros
        for macro in macros.maps[0].values():
            if isinstance(macro, Macro):
                self.left_out += self.expander.conditionals.within(macro.body, macros)

    def _dollar(self, token: Token) -> None:
        following = self.expander.pull()
        if following is not None and following.token.kind is Kind.CHAR and following.token.text == "$":
            opener = Token(Kind.CHAR, "$$", token.span.to(following.token.span))
            self._mathematics(opener, "$$", True)
            return
        if following is not None:
            self.expander.push(following)
        if token.span.source is self.file.source and (missing := self.file.dollars.not_closed(token.span.start)):
            end_formula(missing, token, self.file, self.expander, self.problems)
        self._mathematics(token, "$", False)

    def _ensured(self, token: Token) -> None:
        argument = self.expander.argument()
        if argument is None:
            return
        closer = Token(Kind.COMMAND, ")", argument.end)
        self.expander.push(*argument.tokens, Entry(closer, 0))
        self._mathematics(token, "\\ensuremath", False)

    def _mathematics(self, opener: Token, environment: str, display: bool) -> None:
        """Read up to what closes the mathematics that `opener` began, and add it."""
        raw, error, closer = read_region(self.expander, opener, environment, display)
        finished, error = finish(raw, environment, error)
        end = closer or (raw[-1].span if raw else opener.span)
        span = opener.span.to(end)
        # What a brace without partner leads to is no cause of its own.
        if error is not None and not (error.diagnostic.code == "NT102" and span.start <= self.file.stray < span.end):
            self.problems.add(error.diagnostic)
        inner = Span(span.source, min(opener.span.end, span.end), span.end)
        if closer is not None and closer.source is span.source and closer.start >= opener.span.end:
            inner = Span(span.source, opener.span.end, closer.start)
        elif closer is not None:
            inner = span  # both delimiters come from one macro call
        tokens, labels, rows = finished
        plain_of = NOTHING if error is None else salvaged(raw, environment, error)
        found = Mathematics(span, inner, display, environment, tokens, labels, rows=rows, salvaged=plain_of)
        if self.aside is None:
            self.file.items.add(found)
        else:
            self.aside.append(found)
