"""Squares that say what a free number is: *one takes `s^2 = 2 / d`* of an `s > 0` makes it the root.

A name alone on the left, `s = \\sqrt{2 / d}`, gives a value to what is only declared. So does its square, or another
power, if that has one root: nothing can be claimed of what is free. Where the text supposes `a + b = 1`, another
equation, `a^2 = (1 - b)^2`, follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import ingredients, made_of
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_POSITIVE = frozenset({"positive", "nonnegative", "unit"})
_CHOICE = regex(
    r"\b(?:takes?|taken|chooses?|chosen|choices?|sets|uses?|recommends?|proposes?|suggests?|compromise|heuristic"
    r"|initiali[sz]ation)\b"
)


def bound(entries: Sequence[Entry]) -> frozenset[tuple[int, str]]:
    """The names in equations that the text supposes, `a + b = 1`, and that do not say what one name is; by section."""
    found = set[tuple[int, str]]()
    for entry in entries:
        parsed = entry.parsed
        if not (entry.assumed or entry.supposed) or not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        if parsed.rest[0][0].kind == "eq" and not isinstance(parsed.subjects[0], ast.Symbol):
            found |= {(entry.section, name) for name in names_in((parsed.subjects, parsed.rest))}
    return frozenset(found)


def is_given(scope: Scope, entry: Entry, parsed: ast.Chain, power: ast.Symbol, right: ast.Operand) -> bool:
    """Whether an equation of a power gives a value to what is free and not negative, or, after one choice, another."""
    exponent = number_in(power.sup.expr) if power.sup is not None and power.sup.expr is not None else None
    if exponent is None or exponent <= 0 or len(parsed.rest) != 1 or parsed.rest[0][0].kind not in ("eq", "define"):
        return False
    if entry.worded or entry.supposed or entry.negated or entry.theorem or entry.shown or entry.again or entry.cell:
        return False
    known = scope.tensor(power.name, entry)
    free = known if isinstance(known, Declared) else _chosen(scope, known, power, entry)
    if free is None or not _is_not_negative(free) or free.entry.index >= entry.index:
        return False
    if scope.constraints_on(free):
        return False
    names = names_in(right)
    rests = made_of(scope, names, entry) | {name for name, _ in ingredients(scope, names, entry)}
    return free.name not in rests


def _chosen(scope: Scope, known: Tensor | Declared | None, power: ast.Symbol, entry: Entry) -> Declared | None:
    """What was free before a choice of its square, if the words before that or this one call it a choice."""
    if not isinstance(known, Tensor) or known.entry.section != entry.section or known.entry.index >= entry.index:
        return None
    parsed = known.entry.parsed
    squared = isinstance(parsed, ast.Chain) and parsed.subjects[0].span.text == power.span.text
    if not squared or not any(_CHOICE.search(sentences.before(at.parsed.span)) for at in (known.entry, entry)):
        return None
    before = (b for b in scope.by_name[power.name] if isinstance(b, Declared) and b.entry.index < known.entry.index)
    return next(before, None)


def _is_not_negative(free: Declared) -> bool:
    base = free.domain.base if free.domain is not None else None
    if free.sign:
        return free.sign in _POSITIVE
    if base is None or base.kind == "interval":
        return base is not None and (number_in(base.items[0]) or 0.0) >= 0 and number_in(base.items[0]) is not None
    return base.text in _POSITIVE and base.kind in ("reals", "integers", "naturals")
