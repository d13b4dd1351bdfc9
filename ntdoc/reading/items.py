"""Collecting the items of a document so that those of each file tile its text."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from ntdoc.reading.document import BoxTitle, Directive, Heading, Item, Mathematics, Prose
from ntdoc.reading.masking import DIRECTIVE, Range, blank
from ntdoc.source import Source, Span


def directive(source: Source, start: int, end: int) -> Directive:
    """The directive in a `% ntdoc: …` comment."""
    match = DIRECTIVE.match(source.text, start, end)
    return Directive(Span(source, start, end), match.group(1).strip() if match else "")


class Items:
    """Puts prose, taken from the masked `text` of a file, between the items of that file."""

    def __init__(self, items: list[Item], source: Source, text: str, directives: Iterable[Directive] = ()) -> None:
        self.cursor = 0  # up to here the file is in `items`
        self._items = items
        self._source = source
        self._text = text
        self._directives = deque(directives)
        self._blanks: list[Range] = []

    def blank(self, start: int, end: int, flat: bool = True) -> None:
        """No prose stands here. With `flat`, line ends in it end no paragraph."""
        self._blanks.append(Range(start, end, flat))

    def add(self, item: Mathematics | Heading | BoxTitle | Directive) -> None:
        """Add an item, and the prose before it. One that overlaps what was added before is left out."""
        span = item.span
        if span.source is not self._source or span.start < self.cursor:
            return
        self.flush(span.start)
        within: list[Directive] = []
        while self._directives and self._directives[0].span.start < span.end:
            within.append(self._directives.popleft())
        if isinstance(item, Mathematics) and within:
            item = replace(item, directives=item.directives + tuple(within))
        self._items.append(item)
        self.cursor = span.end

    def flush(self, end: int) -> None:
        """Add the prose, and the directives in it, up to an offset."""
        while self._directives and self._directives[0].span.start < end:
            found = self._directives.popleft()
            self._prose(found.span.start)
            self._items.append(found)
            self.cursor = found.span.end
        self._prose(end)

    def _prose(self, end: int) -> None:
        if end > self.cursor:
            text = blank(self._text, sorted(self._blanks), self.cursor, end)
            self._items.append(Prose(Span(self._source, self.cursor, end), text))
            self.cursor = end
        self._blanks = [range_ for range_ in self._blanks if range_.end > end]

    def finish(self) -> None:
        """Add what is left."""
        self.flush(len(self._source.text))
