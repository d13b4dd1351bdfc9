"""*`L_{\\ax(i),\\bx(j)} \\ge 0` for `i = j`*: where two indices are equal, is a condition, and no value of `i`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import premises
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import index_letters
from ntdoc.syntax import ast


def as_conditions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such an equation is a condition of the statement before it."""
    found = list(entries)
    for place, (first, second) in enumerate(pairwise(entries)):
        statement, condition = first.parsed, second.parsed
        if second.display or first.sentence != second.sentence or not isinstance(statement, ast.Chain):
            continue
        if not statement.rest or not isinstance(condition, ast.Chain) or not _is_of_two(condition, statement):
            continue
        if premises.conditions(sentences.MARKS.sub("", sentences.between(statement.span, condition.span))):
            under = statement.replace(conditions=(*statement.conditions, condition))
            found[place] = replace(first, parsed=under)
            found[place + 1] = replace(second, parsed=condition.replace(rest=(), rows=(0,)))
    return found


def _is_of_two(condition: ast.Chain, statement: ast.Chain) -> bool:
    """Whether a condition says that two letters are equal that are indices in a statement."""
    if len(condition.subjects) != 1 or len(condition.rest) != 1 or condition.rest[0][0].kind != "eq":
        return False
    sides = (condition.subjects[0], condition.rest[0][1])
    letters = {side.full_name for side in sides if isinstance(side, ast.Symbol)}
    return len(letters) == 2 and letters <= index_letters(statement)
