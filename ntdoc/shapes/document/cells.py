"""What stands in the cells of a table, and in the line of a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ntdoc.reading.document import Mathematics
from ntdoc.regex import regex
from ntdoc.source import Source, Span
from ntdoc.syntax.ast import Chain, Number, Parsed

_BEFORE = regex(r"(?:\||^)[ \t*_]*$")
_AFTER = regex(r"[ \t*_]*\|")
_TABULAR = regex(r"\\(begin|end)\s*\{(?:tabular[a-zA-Z]*\*?|longtable|tblr)\}")
_LATEX_ROW = regex(  # what ends a row, and rules and the like between two
    r"(?:\\\\\*?|\\tabularnewline\b)(?:\[[^\]]*\])?"
    r"|\\(?:hline|endhead|endfirsthead|endfoot|endlastfoot)\b|\\(?:toprule|midrule|bottomrule|addlinespace)\b(?:\[[^\]]*\])?"
    r"|\\(?:cline|cmidrule)\b(?:\[[^\]]*\])?(?:\([^)]*\))?\s*\{[^{}]*\}"
    r"|\\rowcolor\b(?:\[[^\]]*\])?\s*\{[^{}]*\}"
)
_LATEX_CELL = regex(r"(?<!\\)&")
_LATEX_LOOK = regex(
    r"\\(?:bf|bfseries|it|itshape|em|centering|small|footnotesize)\b|\\(?:textbf|textit|emph)\{|[\s{}]"
)
_LOOK_BEFORE = regex(r"[\s*_]*(?:\\(?:bf|bfseries|sc|scshape|it|itshape|sffamily|centering|small|footnotesize)\b\s*)*")
_IN_LOOK = regex(
    r"(?:\\(?:textbf|textit|textsc|textsf|emph|thead|multicolumn\s*\{1\}\s*\{[^{}]*\})\s*)?\{(.*)\}", re.DOTALL
)
_SPECIFIED = regex(r"\s*(?:\[[^\]]*\]\s*)?(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)+")  # `{lr@{}}` behind the name
_RULE = regex(r"\|?(?:[ \t]*:?-+:?[ \t]*\|?)+")  # below the first row of a table
_FAR = 5000  # characters of a table that are looked through before a formula, or behind its beginning
_FORMULA = regex(r"\$[^$\n]*\$|\\\(.*?\\\)")
_PIPE = regex(r"(?<!\\)\|")
_NOTE = regex(r"<!--.*?-->")
_COMMENT = regex(r"(?<!\\)%[^\n]*")


def is_in_table(item: Mathematics) -> bool:
    """Whether a formula stands in a row of a table."""
    return line_of(item)[0].lstrip().startswith("|") or _tabular_before(item) is not None


def is_label(statement: Parsed, item: Mathematics) -> bool:
    """Whether `\\lambda = 1` says what a column or a row of a table is about: it is alone in a cell at the edge."""
    if not isinstance(statement, Chain) or len(statement.rest) != 1 or not isinstance(statement.rest[0][1], Number):
        return False
    if (rows := _tabular_before(item)) is not None:
        return _is_at_edge(rows, item)
    before, after = line_of(item)
    if not (_BEFORE.search(before) and _AFTER.match(after)):
        return False
    below = item.span.source.text[item.span.end + len(after) + 1 :].split("\n", 1)[0]
    return before.count("|") <= 1 or bool(_RULE.fullmatch(below.strip()))


def _tabular_before(item: Mathematics) -> str | None:
    """What stands before a formula in the table of LaTeX that it stands in; None if it stands in none."""
    start = _tabular_start(item.span)
    return None if start is None else item.span.source.text[start : item.span.start]


def _tabular_start(span: Span) -> int | None:
    """Where the rows of the table of LaTeX begin that a formula stands in; None if it stands in none."""
    text = span.source.text
    edge = next(reversed(list(_TABULAR.finditer(text, max(0, span.start - _FAR), span.start))), None)
    if edge is None or edge[1] == "end":
        return None
    specified = _SPECIFIED.match(text, edge.end(), span.start)
    return specified.end() if specified else edge.end()


def _is_at_edge(rows: str, item: Mathematics) -> bool:
    """Whether a formula is alone in a cell of the first row of a table of LaTeX, or in the first cell of a row."""
    above = [row for row in _LATEX_ROW.split(rows)[:-1] if row.strip()]
    own = _LATEX_ROW.split(rows)[-1]
    text, end = item.span.source.text, item.span.end
    row_end = _LATEX_ROW.search(text, end)
    cell = _LATEX_CELL.split(own)[-1] + _LATEX_CELL.split(text[end : row_end.start() if row_end else end])[0]
    return not _LATEX_LOOK.sub("", cell) and (not above or not _LATEX_CELL.search(own))


def line_of(item: Mathematics) -> tuple[str, str]:
    """What stands before a formula in its line, and after it."""
    return line_of_span(item.span)


def line_of_span(span: Span) -> tuple[str, str]:
    """What stands before a place in its line, and after it."""
    text, start, end = span.source.text, span.start, span.end
    line_end = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : start], text[end : line_end if line_end >= 0 else len(text)]


def rows_of(span: Span) -> tuple[tuple[Span, ...], ...]:
    """The cells of the table that a formula stands in, row by row; none if it stands in none."""
    text = span.source.text
    line = text.rfind("\n", 0, span.start) + 1
    while line > 1 and span.start - line < _FAR:
        before = text.rfind("\n", 0, line - 1) + 1
        if not text[before:line].lstrip(" ").startswith("|"):
            break
        line = before
    rows = _of_markdown(span.source, line) if text[line : span.start].lstrip().startswith("|") else _of_latex(span)
    rows = tuple(row for row in rows if row)
    return rows if any(cell.start <= span.start and span.end <= cell.end for row in rows for cell in row) else ()


def bare(cell: Span) -> str:
    """What stands in a cell, without how it looks: `\\textbf{Shape}`, `**shape**`."""
    text = cell.text.strip()
    while True:
        inner = text[_LOOK_BEFORE.match(text).end() :].rstrip(" \t\r\n*_")  # type: ignore[union-attr]
        if (found := _IN_LOOK.fullmatch(inner)) is not None:
            inner = found[1]
        if inner == text:
            return text
        text = inner


def _of_markdown(source: Source, start: int) -> tuple[tuple[Span, ...], ...]:
    """The rows of a table with bars between its cells, if the line is its first one."""
    rows: list[tuple[Span, ...]] = []
    for number, line in enumerate(source.text[start : start + _FAR].split("\n")):
        if not line.strip().startswith("|") or (number == 1 and not _RULE.fullmatch(line.strip())):
            break
        if number != 1:
            rows.append(tuple(_between_bars(source, start, line)))
        start += len(line) + 1
    return tuple(rows) if len(rows) > 1 else ()


def _between_bars(source: Source, start: int, line: str) -> Iterator[Span]:
    """The cells of a line. A bar within a formula, as in `$|\\ax|$`, parts none."""
    inside = [(m.start(), m.end()) for m in _FORMULA.finditer(line)]
    bars = [m.start() for m in _PIPE.finditer(line) if not any(a < m.start() < b for a, b in inside)]
    behind = _NOTE.sub("", line[bars[-1] + 1 :]).strip()
    for one, two in pairwise([*bars, len(line.rstrip())] if behind else bars):
        yield Span(source, start + one + 1, start + two)


def _of_latex(span: Span) -> tuple[tuple[Span, ...], ...]:
    """The rows of a `tabular`, without its rules."""
    text = span.source.text
    start, rows = _tabular_start(span), list[tuple[Span, ...]]()
    end = next(_TABULAR.finditer(text, span.end, span.end + _FAR), None)
    if start is None or end is None or end[1] == "begin":
        return ()
    for mark in (*_LATEX_ROW.finditer(text, start, end.start()), end):
        if _COMMENT.sub("", text[start : mark.start()]).strip():
            edges = [start - 1, *(m.start() for m in _LATEX_CELL.finditer(text, start, mark.start())), mark.start()]
            rows.append(tuple(_uncommented(Span(span.source, one + 1, two)) for one, two in pairwise(edges)))
        start = mark.end()
    return tuple(rows)


def _uncommented(cell: Span) -> Span:
    """A cell without the comments before and behind what stands in it."""
    for comment in _COMMENT.finditer(cell.source.text, cell.start, cell.end):
        if cell.source.text[cell.start : comment.start()].strip():
            return cell._replace(end=comment.start())
        cell = cell._replace(start=comment.end())
    return cell
