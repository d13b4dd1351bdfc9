"""What stands in the cells of a table, and in the line of a formula."""

from __future__ import annotations

import re

from ntdoc.reading.document import Mathematics
from ntdoc.syntax.ast import Chain, Number, Parsed

_BEFORE = re.compile(r"(?:\||^)[ \t*_]*$")
_AFTER = re.compile(r"[ \t*_]*\|")
_TABULAR = re.compile(r"\\(begin|end)\s*\{(?:tabular[a-zA-Z]*\*?|longtable|tblr)\}")
_LATEX_ROW = re.compile(r"\\\\\*?(?:\[[^\]]*\])?|\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead)\b")
_LATEX_CELL = re.compile(r"(?<!\\)&")
_LATEX_LOOK = re.compile(
    r"\\(?:bf|bfseries|it|itshape|em|centering|small|footnotesize)\b|\\(?:textbf|textit|emph)\{|[\s{}]"
)
_SPECIFIED = re.compile(r"\s*(?:\[[^\]]*\]\s*)?(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)+")  # `{lr@{}}` behind the name
_RULE = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|?)+")  # below the first row of a table
_FAR = 5000  # characters of a table that are looked through before a formula


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
    text = item.span.source.text
    edge = next(reversed(list(_TABULAR.finditer(text, max(0, item.span.start - _FAR), item.span.start))), None)
    if edge is None or edge[1] == "end":
        return None
    specified = _SPECIFIED.match(text, edge.end(), item.span.start)
    return text[specified.end() if specified else edge.end() : item.span.start]


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
    text, start, end = item.span.source.text, item.span.start, item.span.end
    line_end = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : start], text[end : line_end if line_end >= 0 else len(text)]
