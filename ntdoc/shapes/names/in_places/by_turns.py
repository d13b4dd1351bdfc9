"""What a section supposes of one number by turns: *Suppose `c > 1`. Then …*, and *Suppose `c = 1`. Then …*.

No number is all of it, so each holds in its sentence, and for the claims after it that would not hold without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes import signs
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import is_labelled, is_with
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import ORDERS, names_in, number_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast


def keep_alone(roles: Sequence[Role], scope: Scope) -> None:
    """Let what is supposed so hold alone. Where a section supposes one thing, that holds in all of it."""
    said: dict[tuple[int, str], set[str]] = {}
    for entry in (role.entry for role in roles if _is_supposed(role.entry)):
        for name in names_in(entry.parsed):
            if name in scope.by_name and scope.by_name[name][0].entry.sentence != entry.sentence:
                said.setdefault((entry.section, name), set()).add("".join(entry.parsed.span.text.split()))
    for (section, name), found in said.items():
        if len(found) < 2:
            continue
        bindings = scope.by_name.get(name, [])
        for turn in _turns([b for b in bindings if b.entry.section == section or b is bindings[0]]):
            for b in turn:
                scope.hold_alone(b.entry)
                scope.turns[b.entry.index] = turn[0].entry.index


def _is_supposed(entry: Entry) -> bool:
    """Whether an equation or an order is supposed, as *suppose* and *if* do, and the label of a case.

    *Let `c > 1`* does so too, and *let `c = 2`* and *with `c = 2`* choose a number, as an example does.
    """
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or entry.display or entry.illustration or entry.exercise:
        return False
    kinds = {relation.kind for relation, _ in parsed.rest}
    if "eq" in kinds:
        chosen = entry.lets or is_with(parsed.span)
        return kinds == {"eq"} and not chosen and (entry.assumed or is_labelled(parsed.span))
    supposed = entry.assumed or entry.lets or entry.supposed or entry.local or is_labelled(parsed.span)
    return kinds <= ORDERS and supposed


def _turns(bindings: Sequence[Binding]) -> list[list[Declared | Tensor]]:
    """The suppositions of a number that is declared before them, those made at once together, if there are several."""
    if not bindings or not isinstance(bindings[0], Declared) or len(bindings) < 2:
        return []
    first = bindings[0].entry
    turns: list[list[Declared | Tensor]] = []
    for b in (b for b in bindings if b.entry.sentence != first.sentence and _is_supposed(b.entry)):
        if not isinstance(b, Tensor) and not (isinstance(b, Declared) and _limits(b) is not None):
            continue
        if turns and _is_case_within(turns[-1], b):
            continue
        if turns and _is_at_once(turns[-1], b):
            turns[-1].append(b)
        else:
            turns.append([b])
    limits = {_limits_of_all(turn) for turn in turns}
    return turns if None in limits or len(limits) > 1 else []


def _is_at_once(turn: Sequence[Declared | Tensor], b: Declared | Tensor) -> bool:
    """*Suppose `c \\le 1` and `c > 0.5`*, and *Suppose `c \\le 1`. Suppose also that `c > 0.5`*: both may be."""
    said = b.entry.sentence == turn[-1].entry.sentence or sentences.supposes_more(b.entry.parsed.span)
    limits = _limits_of_all([*turn, b])
    return said and limits is not None and limits[0] <= limits[1]


def _is_case_within(turn: Sequence[Declared | Tensor], b: Declared | Tensor) -> bool:
    """*Suppose `c \\le 2`. If `c > 0`, then*: what *if* says is so in its sentence, and of what is supposed before."""
    within = b.entry.local and not any(other.entry.local for other in turn)
    limits = _limits_of_all([*turn, b]) if within else None
    return limits is not None and limits[0] < limits[1]


def _limits_of_all(turn: Sequence[Declared | Tensor]) -> tuple[float, float] | None:
    """The numbers between which all of some orders put a number; None if one of them is an equation."""
    said = [limits for b in turn if isinstance(b, Declared) and (limits := _limits(b)) is not None]
    if len(said) < len(turn):
        return None
    return max(low for low, _ in said), min(high for _, high in said)


def _limits(b: Declared) -> tuple[float, float] | None:
    """The numbers between which an order says that something is: *`c > 1`*, *`1 < c < 2`*."""
    if b.domain is None:
        return signs.limits(b.sign) if b.sign else None
    if b.domain.base.kind != "interval" or b.domain.shape.axes or b.domain.span != b.entry.parsed.span:
        return None
    low, high = map(number_in, b.domain.base.items)
    return None if low is None or high is None else (low, high)
