"""Orders that a section supposes of one number by turns: *Suppose `c > 1`. Then …*, and *Suppose `c < 1`. Then …*.

No number is of both, so each holds in its sentence, and for the claims after it that would not hold without it.
"""

from __future__ import annotations

from ntdoc.shapes import signs
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import number_in
from ntdoc.shapes.scope import Declared, Scope
from ntdoc.syntax import ast


def keep_alone(scope: Scope) -> None:
    """Let such orders hold alone. Those of a section that all say the same hold in all of it."""
    for bindings in list(scope.by_name.values()):
        orders = [b for b in bindings[1:] if isinstance(b, Declared) and _is_supposed(b, bindings[0].entry)]
        by_section: dict[int, list[Declared]] = {}
        for b in orders:
            by_section.setdefault(b.entry.section, []).append(b)
        for found in by_section.values():
            if len({_limits(b) for b in found}) > 1:
                for b in found:
                    scope.hold_alone(b.entry)


def _is_supposed(b: Declared, first: Entry) -> bool:
    """Whether an order is no part of what introduces a number: it stands in another sentence."""
    if b.entry.sentence == first.sentence or not isinstance(b.entry.parsed, ast.Chain) or _limits(b) is None:
        return False
    return b.entry.assumed or b.entry.lets or b.entry.supposed or b.entry.local


def _limits(b: Declared) -> tuple[float, float] | None:
    """The numbers between which an order says that something is: *`c > 1`*, *`1 < c < 2`*."""
    if b.domain is None:
        return signs.limits(b.sign) if b.sign else None
    if b.domain.base.kind != "interval" or b.domain.shape.axes or b.domain.span != b.entry.parsed.span:
        return None
    low, high = (number_in(item) for item in b.domain.base.items)
    return None if low is None or high is None else (low, high)
