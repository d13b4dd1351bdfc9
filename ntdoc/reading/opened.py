"""A file of LaTeX while it is read: its text without what is not to be read, and the items that are found in it."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.reading.document import Item
from ntdoc.reading.items import Items, directive
from ntdoc.reading.masking import Masked, Range, blank, mask_latex, match_braces, whole_unsaid, without_keys
from ntdoc.reading.missing_dollar import Dollars, Missing
from ntdoc.reading.problems import Problems
from ntdoc.reading.stream import Entry, Stream
from ntdoc.reading.tokenizer import Lexer
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Source, Span


class OpenFile:
    """One file while it is read."""

    def __init__(self, source: Source, items: list[Item], problems: Problems, masks: dict[int, Masked]) -> None:
        self.source = source
        masked = masks[id(source)] = mask_latex(source.text, frozenset().union(*(m.own for m in masks.values())))
        self._masks = masks
        self.text, source.uncommented = masked.text, masked.uncommented
        source.words = without_keys(source.uncommented)
        self.braces, stray = match_braces(self.text)
        self.stray = -1 if stray is None else stray  # the offset of a brace without partner
        self.lexer = Lexer(source, self.text)
        self.dollars = Dollars(self.text)
        self.items = Items(items, source, self.text, [directive(source, a, b) for a, b, _ in masked.directives])
        self._left_out: list[Range] = []
        if masked.unclosed is not None:
            span = Span(source, masked.unclosed.start, masked.unclosed.end)
            problems.add(Diagnostic("NT102", f"`{span.text}` is not closed", span, "not closed"))
        if stray is not None:
            span = Span(source, stray, stray + 1)
            opens = span.text == "{"  # in the words of what is said of mathematics
            message = "`{` is not closed" if opens else "`}` closes nothing"
            label = "not closed" if opens else "nothing to close"
            problems.add(Diagnostic("NT102", message, span, label), ("braces", id(source)))

    def leave_out(self, entries: list[Entry]) -> None:
        """Blank those of the tokens that stand in this file; the list is empty then."""
        for found in self.left_out_of(entries):
            self._left_out.append(found)
            self.items.blank(found.start, found.end)
        entries.clear()

    def left_out_of(self, entries: list[Entry]) -> list[Range]:
        """Where those of the tokens stand that are in this file, with the lines that they have to themselves."""
        return [whole_unsaid(self.text, start, end) for start, end in self._runs(entries)]

    def _runs(self, entries: list[Entry]) -> Iterator[tuple[int, int]]:
        """Where tokens of the author stand, as far as they follow on each other."""
        start = end = -1
        for token, depth in entries:
            span = token.span
            if depth or span.source is not self.source:
                continue
            if start >= 0 and (span.start < end or self.text[end : span.start].strip()):
                yield start, end
                start = -1
            start, end = (span.start if start < 0 else start), span.end
        if start >= 0:
            yield start, end

    def close(self) -> Iterator[Span]:
        """End the items, and say what was left out. It says nothing, and no label stands there."""
        self.items.finish()
        if self._left_out:
            source, ranges = self.source, sorted(self._left_out)
            source.uncommented = blank(source.uncommented, ranges)
            source.words = blank(source.words, ranges)
            self._masks[id(source)] = self._masks[id(source)]._replace(text=blank(self.text, ranges))
        return (Span(self.source, start, end) for start, end, _ in sorted(self._left_out))


def begin_formula(missing: Missing, file: OpenFile, problems: Problems) -> Token:
    """Tell that a formula lacks the `$` that begins it (NT102), and go on with it: the `$` that should stand there."""
    written = Span(file.source, *missing.sign)
    message = f"`{written.text}` stands in the text: a `$` is missing before it"
    problems.add(Diagnostic("NT102", message, written, "not in mathematics"))
    file.lexer.pos = missing.at
    return Token(Kind.CHAR, "$", Span(file.source, missing.at, missing.at))


def end_formula(missing: Missing, dollar: Token, file: OpenFile, stream: Stream, problems: Problems) -> None:
    """Tell that a formula lacks the `$` that ends it (NT102), and let it be read as if that was there."""
    related = (Related(Span(file.source, *missing.sign), "here words begin"),)
    problems.add(Diagnostic("NT102", "`$` is not closed", dollar.span, "not closed", related=related))
    formula = Lexer(file.source, file.text[: missing.at], dollar.span.end)
    stream.read(file.lexer)
    file.lexer.pos = missing.at
    closer = Token(Kind.CHAR, "$", Span(file.source, missing.at, missing.at))
    stream.push(*(Entry(token, 0) for token in (*iter(formula.next, None), closer)))
