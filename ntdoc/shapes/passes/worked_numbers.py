"""Numbers that a sentence comes to: *it costs `n \\log n`; for `n = 16` that is `44.4`* says `16 \\log 16 = 44.4`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ntdoc.nodes import rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import letter_or_size, names_in, number_given
from ntdoc.source import Span
from ntdoc.syntax import ast

_MATH = r"(?:\$|\\\)|\\\()"
_THAT_IS = re.compile(rf"\s*{_MATH}\s*,?\s*(?:that|this|which|these)\s+(?:is|are|comes to|makes)\s*{_MATH}\s*")
_AND = re.compile(rf"\s*{_MATH}\s*(?:,|,?\s*and)\s*{_MATH}\s*")
_FOR = re.compile(rf"\s*{_MATH}(?:\s+[a-z]+){{0,3}}\s*[,;:]?\s*(?:for|with|when|if)\s*{_MATH}\s*")


def with_worked_numbers(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such a number is the claim that the formula before it comes to it."""
    found = list(entries)
    for place, entry in enumerate(entries):
        number = alone(entry)
        if not isinstance(number, ast.Number) or place < 2 or not _THAT_IS.fullmatch(_between(entries, place)):
            continue
        first, values = place - 1, dict[str, ast.Number]()
        while (given := None if entries[first].display else number_given(entries[first].parsed)) is not None:
            values.setdefault(*given)
            if not _AND.fullmatch(_between(entries, first)):
                break
            first -= 1
        formula = alone(entries[first - 1]) if given is not None and first else None
        if formula is None or not _FOR.fullmatch(_between(entries, first)):
            continue
        computed = _with_values(formula, values, number.span)
        if computed is not None:
            exact = _is_exact(computed, number)
            relation = ast.Relation("eq" if exact else "approx", "=" if exact else "\\approx", number.span)
            parsed = ast.Chain((computed,), ((relation, number),), (0, 0), (), number.span)
            found[place] = replace(entry, parsed=parsed)
    return found


def _between(entries: Sequence[Entry], place: int) -> str:
    """The text between an entry and the one before it."""
    return sentences.between(entries[place - 1].parsed.span, entries[place].parsed.span)


def _is_exact(computed: ast.Operand, number: ast.Number) -> bool:
    """Whether whole numbers make a whole number that is written out, and not rounded to thousands."""
    rounded = number.value != int(number.value) or (number.value >= 1000 and number.value % 10 == 0)
    return not rounded and not any(isinstance(part, ast.Symbol | ast.Fraction) for part in walk(computed))


def _with_values(formula: ast.Operand, values: Mapping[str, ast.Number], at: Span) -> ast.Operand | None:
    """A formula with numbers in the places of its letters; None if that leaves others, or if there were none.

    What is said is said where the number stands.
    """
    if any(isinstance(part, ast.BigOperator) and part.variable is not None for part in walk(formula)):
        return None
    used: set[str] = set()

    def change(node: Any) -> Any:
        if (number := values.get(name := letter_or_size(node))) is not None:
            used.add(name)
            return number.replace(span=at)
        power = node.sup.expr if isinstance(node, ast.Symbol) and node.sup is not None and node.sub is None else None
        if power is not None and (number := values.get(node.name)) is not None:
            used.add(node.name)
            return ast.Power(number.replace(span=at), power, at)
        return node.replace(span=at) if hasattr(node, "span") else node

    found = rewritten(formula, change)
    others = any(lookup(name) is None for name in names_in(found)) or any(isinstance(n, ast.Size) for n in walk(found))
    return found if used and not others else None
