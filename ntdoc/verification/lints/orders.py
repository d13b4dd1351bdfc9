"""Orders that no number meets: `1 < \\gamma < 1`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ntdoc.diagnostics import Diagnostic
from ntdoc.report import Kind
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import number_in, operands
from ntdoc.syntax import ast
from ntdoc.verification.words import is_denied

_RISING = {"lt": True, "le": False}  # whether the two may not be equal
_FALLING = {"gt": True, "ge": False}


def unmet(judged: Judged) -> Iterator[Diagnostic]:
    """A statement that says where a number lies, or a condition beside one, of which the two ends leave nothing."""
    entry, parsed = judged.role.entry, judged.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or entry.negated or entry.worded or entry.supposed:
        return
    for chain in (parsed, *parsed.conditions) if judged.kind is not Kind.CLAIM else ():
        rising = all(relation.kind in _RISING for relation, _ in chain.rest)
        strict = _RISING if rising else _FALLING
        if len(chain.rest) < 2 or not all(relation.kind in strict for relation, _ in chain.rest):
            continue
        numbers = [(place, n) for place, side in enumerate(operands(chain)) if (n := number_in(side)) is not None]
        for (i, first), (k, last) in combinations(numbers, 2):
            apart = any(strict[relation.kind] for relation, _ in chain.rest[i:k])
            none = (first > last if rising else first < last) or (first == last and apart)
            if none and not is_denied(parsed.span):
                message = f"no number lies between {first:g} and {last:g} in this order"
                yield Diagnostic("NT304", message, chain.span, label="nothing meets this")
                break
