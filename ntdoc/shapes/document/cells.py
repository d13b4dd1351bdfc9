"""What stands in the cells of a table, and in the line of a formula."""

from __future__ import annotations

import re

from ntdoc.reading.document import Mathematics
from ntdoc.syntax.ast import Chain, Number, Parsed

_BEFORE = re.compile(r"(?:\||^)[ \t*_]*$")
_AFTER = re.compile(r"[ \t*_]*\|")
_RULE = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|?)+")  # below the first row of a table


def is_in_table(item: Mathematics) -> bool:
    """Whether a formula stands in a row of a table."""
    return line_of(item)[0].lstrip().startswith("|")


def is_label(statement: Parsed, item: Mathematics) -> bool:
    """Whether `\\lambda = 1` says what a column or a row of a table is about: it is alone in a cell at the edge."""
    if not isinstance(statement, Chain) or len(statement.rest) != 1 or not isinstance(statement.rest[0][1], Number):
        return False
    before, after = line_of(item)
    if not (_BEFORE.search(before) and _AFTER.match(after)):
        return False
    below = item.span.source.text[item.span.end + len(after) + 1 :].split("\n", 1)[0]
    return before.count("|") <= 1 or bool(_RULE.fullmatch(below.strip()))


def line_of(item: Mathematics) -> tuple[str, str]:
    """What stands before a formula in its line, and after it."""
    text, start, end = item.span.source.text, item.span.start, item.span.end
    line_end = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : start], text[end : line_end if line_end >= 0 else len(text)]
