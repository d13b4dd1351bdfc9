"""Where a statement stands, as a reader of the pages is told it, who may not have the source."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.document import Mathematics
from ntdoc.rendering.display_rows import DisplayRow, Numbers, Place, display_rows, joined, row_of
from ntdoc.rendering.places import Pages
from ntdoc.report import DocumentReport, Statement

Shown = list[tuple[list[DisplayRow], list[Statement]]]


class Rows:
    """The rows of the displays of a document as they are shown, each with its statements."""

    def __init__(self, report: DocumentReport, numbers: Numbers | None) -> None:
        self._items = report.document.items
        self._numbers = numbers
        self._statements: dict[int, list[Statement]] = {}
        for statement in report.statements:
            self._statements.setdefault(statement.item, []).append(statement)
        self._of: dict[int, Shown] = {}

    def of(self, item: int) -> Shown:
        """The rows of a display; a statement of no visible row has one of its own."""
        if item not in self._of:
            mathematics = self._items[item]
            assert isinstance(mathematics, Mathematics)
            self._of[item] = self._shown(mathematics, item)
        return self._of[item]

    def number(self, statement: Statement) -> str:
        """The number of the equation in which a statement stands; nothing if it has none."""
        if not self.is_displayed(statement):
            return ""
        return next((number_of(rows) for rows, group in self.of(statement.item) if statement in group), "")

    def is_displayed(self, statement: Statement) -> bool:
        """Whether a statement stands in a display, and not in a line of text."""
        item = self._items[statement.item]
        return isinstance(item, Mathematics) and item.display

    def _shown(self, mathematics: Mathematics, item: int) -> Shown:
        statements = self._statements.get(item, [])
        known = self._numbers or Numbers()
        heads = [_head(statement) for statement in statements]
        numbers = known.rows.get(item) if self._numbers else None
        rows = display_rows(mathematics, numbers, known, heads, known.opened.get(item))
        groups: list[list[Statement]] = [[] for _ in rows]
        for statement in statements:
            index = _row_of(statement, rows)
            if index is None:
                rows.append(DisplayRow(statement.tokens))
                groups.append([statement])
            else:
                groups[index].append(statement)
        return joined(rows, groups)


class Whereabouts:
    """`(3)` of a numbered equation, else the line, which stands beside it; on another page with the section."""

    def __init__(self, pages: Pages, rows: Rows, numbers: Numbers | None) -> None:
        self._pages = pages
        self._rows = rows
        self._sections = numbers.sections if numbers is not None else {}

    def of(self, statement: Statement, reader: Statement) -> str:
        """Where a statement stands, as it is said beside another one."""
        here, there = self._pages.of(reader.item), self._pages.of(statement.item)
        section = self._sections.get(there.file) if here != there else None
        number = self._rows.number(statement)
        if number and "\\" not in number:
            place = f"({number})"
        elif not self._rows.is_displayed(statement):
            return "the text" if section is None else section  # no line stands beside it
        else:
            place = f"line {statement.span.line}" if section else statement.span.line_for(reader.span)
        return place if section is None else f"{place}, {section}"


def number_of(rows: Sequence[DisplayRow]) -> str:
    """The number of an equation of one or several rows."""
    return next((row.number for row in rows if row.number), "")


def _row_of(statement: Statement, rows: Sequence[DisplayRow]) -> int | None:
    """The row that holds the statement, by position: rows without tokens are not shown, so numbers may
    differ.
    """
    found = row_of(_head(statement), [row.tokens for row in rows])
    if found is None and statement.row < len(rows):
        found = statement.row
    return found


def _head(statement: Statement) -> frozenset[Place]:
    """The places of what the statement begins with."""
    spans = [token.span for token in statement.tokens[:8]] or [statement.span]
    return frozenset((span.source.path, span.start) for span in spans)
