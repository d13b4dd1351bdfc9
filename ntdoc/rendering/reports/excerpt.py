"""Lines of a source with carets under the spans that matter."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ntdoc.rendering.reports.cells import cells, printable, width
from ntdoc.rendering.reports.style import Painter, Style
from ntdoc.source import Source, Span

_NEARBY = 10  # lines; spans farther apart get excerpts of their own


@dataclass(frozen=True, slots=True)
class Annotation:
    """A span to be underlined, with what is said under it."""

    span: Span
    label: str
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Annotations that stand close together in one source."""

    source: Source
    annotations: tuple[Annotation, ...]

    @property
    def place(self) -> str:
        """`path:line:column` of what it is about: of what takes the carets, else the first of its annotations."""
        about = next((a for a in self.annotations if a.primary), self.annotations[0])
        line, column = self.source.position(about.span.start)
        return printable(f"{self.source.path}:{line}:{column}")


@dataclass(frozen=True, slots=True)
class _Mark:
    """The part of an annotation on one line; `start` and `end` count characters, later columns."""

    start: int
    end: int
    label: str
    primary: bool


def excerpts(annotations: Sequence[Annotation]) -> list[Excerpt]:
    """The annotations grouped by nearness, the group of the first one first."""
    groups: list[list[Annotation]] = []
    for annotation in annotations:
        near = next((group for group in groups if _is_near(annotation.span, group)), None)
        if near is None:
            groups.append([annotation])
        else:
            near.append(annotation)
    return [Excerpt(group[0].span.source, tuple(group)) for group in groups]


def draw(excerpt: Excerpt, gutter: int, columns: int, caret: Style, paint: Painter) -> Iterator[str]:
    """The rows of an excerpt, with line numbers right-aligned in `gutter` columns.

    A line that does not fit into `columns` is cut around what is underlined.
    """
    if not excerpt.source.text:
        return
    room = max(20, columns - gutter - 3)
    marks = _marks(excerpt)
    bar = paint("|", Style.GUTTER)
    blank = f"{'':{gutter}} {bar}"
    yield blank
    previous = None
    for line in sorted(marks):
        if previous is not None and line - previous == 2:
            yield _numbered(excerpt.source, line - 1, gutter, room, paint)
        elif previous is not None and line - previous > 2:
            yield paint("...", Style.GUTTER)
        text, placed = _fitted(excerpt.source.line_text(line), marks[line], room)
        yield f"{paint(f'{line:{gutter}}', Style.GUTTER)} {bar} {text}".rstrip()
        for row in _underlines(placed, room, caret, paint):
            yield f"{blank} {row}"
        previous = line


def last_line(excerpt: Excerpt) -> int:
    """The highest line number that drawing it needs."""
    return max(_marks(excerpt))


def _is_near(span: Span, group: list[Annotation]) -> bool:
    return any(
        a.span.source is span.source
        and span.line <= a.span.end_line + _NEARBY
        and a.span.line <= span.end_line + _NEARBY
        for a in group
    )


def _marks(excerpt: Excerpt) -> dict[int, list[_Mark]]:
    """The marks on each line. Of a span over several lines the first and the last line are marked."""
    source = excerpt.source
    marks: dict[int, list[_Mark]] = {}
    for annotation in excerpt.annotations:
        start, end = annotation.span.start, annotation.span.end
        while end > start + 1 and source.text[end - 1 : end].isspace():
            end -= 1
        line, column = source.position(start)
        last, end_column = source.position(max(start, end - 1))
        on_line = marks.setdefault(line, [])
        if last == line:
            on_line.append(_Mark(column - 1, max(column, end_column), annotation.label, annotation.primary))
            continue
        on_line.append(_Mark(column - 1, len(source.line_text(line)), "", annotation.primary))
        text = source.line_text(last)
        indent = len(text) - len(text.lstrip())
        marks.setdefault(last, []).append(
            _Mark(min(indent, end_column - 1), end_column, annotation.label, annotation.primary)
        )
    return marks


def _numbered(source: Source, line: int, gutter: int, room: int, paint: Painter) -> str:
    text, _ = _fitted(source.line_text(line), [], room)
    return f"{paint(f'{line:{gutter}}', Style.GUTTER)} {paint('|', Style.GUTTER)} {text}".rstrip()


def _fitted(text: str, marks: list[_Mark], room: int) -> tuple[str, list[_Mark]]:
    """The part of a line that is shown, and its marks in columns of that part."""
    focus = next((m for m in marks if m.primary), marks[0] if marks else _Mark(0, 0, "", False))
    first = max(0, focus.start - 2 * room)  # of a very long line only the neighbourhood is measured
    line = cells(text[first : focus.start + 2 * room])
    start, end = line.column(focus.start - first), line.column(focus.end - first)
    total = line.columns[-1]
    left, right = 0, total
    if total > room or first > 0:
        needed = min(end - start + len(focus.label) + 1, room)
        left = max(0, min(start - (room - needed) // 2, total - room))
        right = min(total, left + room)
    shown = line.between(left, right)
    cut_before, cut_after = left > 0 or first > 0, right < total or first + 2 * room < len(text)
    if cut_before:
        shown = "…" + cells(shown).between(1, room)
    if cut_after and right - left >= room:
        shown = cells(shown).between(0, room - 1) + "…"
    placed = []
    for mark in marks:
        begin = min(max(line.column(mark.start - first) - left, 0), room - 1)
        stop = min(max(line.column(mark.end - first) - left, begin + 1), room)
        placed.append(_Mark(begin, stop, mark.label, mark.primary))
    return shown, placed


def _underlines(marks: list[_Mark], room: int, caret: Style, paint: Painter) -> Iterator[str]:
    """The row of carets with the label of the last mark, then a row for each other label, right to left."""
    ordered = sorted(marks, key=lambda mark: (mark.start, mark.end))
    last = ordered[-1]
    fits = last.end == max(m.end for m in marks) and last.end + 1 + width(printable(last.label)) <= room
    inline = last if fits else None
    row: list[tuple[str, Style]] = [(" ", Style.PLAIN)] * max(mark.end for mark in marks)
    drawn = sorted(ordered, key=lambda mark: mark.primary + 2 * _is_within(mark, ordered))
    others = sum(mark.end - mark.start for mark in drawn if not mark.primary)
    if any(mark.primary and mark.end - mark.start <= others for mark in drawn):
        drawn.sort(key=lambda mark: mark.primary)  # they might hide all of what it is about
    for mark in drawn:
        sign = ("^", caret) if mark.primary else ("-", Style.SECONDARY)
        row[mark.start : mark.end] = [sign] * (mark.end - mark.start)
    text = _painted(row, paint)
    if inline is not None and inline.label:
        text += " " + paint(printable(inline.label), caret if inline.primary else Style.SECONDARY)
    yield text
    waiting = [mark for mark in ordered if mark.label and mark is not inline]
    while waiting:
        mark = waiting.pop()
        label = printable(mark.label)
        column = max(0, min(mark.start, room - width(label)))
        for piece in textwrap.wrap(label, room - column) or [label]:
            row = [(" ", Style.PLAIN)] * column
            for other in waiting:
                if other.start < column:
                    row[other.start] = ("|", caret if other.primary else Style.SECONDARY)
            yield _painted(row, paint) + paint(piece, caret if mark.primary else Style.SECONDARY)


def _is_within(mark: _Mark, others: Sequence[_Mark]) -> bool:
    """Whether it is a part of another, in which its sign is to be seen: its label stands below that."""
    return any(o.start <= mark.start and mark.end <= o.end and o.end - o.start > mark.end - mark.start for o in others)


def _painted(row: list[tuple[str, Style]], paint: Painter) -> str:
    """A row of single characters, painted a run of one style at a time."""
    pieces: list[tuple[str, Style]] = []
    for character, style in row:
        if pieces and pieces[-1][1] is style:
            pieces[-1] = (pieces[-1][0] + character, style)
        else:
            pieces.append((character, style))
    return "".join(paint(text, style) for text, style in pieces)
