"""Orders of free numbers: *let `a < b`*, *until step `T > T_w`*. Samples keep to them.

Of two names the one that is declared later is drawn above or below the other; a number or a formula bounds a name that
is declared after all that it is made of.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Binding, Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in, operands, outside_scripts
from ntdoc.shapes.plan import Constant, Plan
from ntdoc.shapes.samples.domains import domain_of
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.environment import Environment
    from ntdoc.shapes.names.lefts.roles import Role
    from ntdoc.shapes.session import Session

_BELOW = {"lt": True, "le": True, "gt": False, "ge": False}
_DRAWN = (
    DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE, DomainKind.UNIT,
    DomainKind.INTEGERS,
)  # fmt: skip


def said(roles: Sequence[Role], scope: Scope) -> dict[str, list[Entry]]:
    """The orders that a document says of several names, for each of the names.

    *For `0 < b < a`* is a condition; but where it introduces its letters, it says of them what they are.
    """
    found: dict[str, list[Entry]] = {}
    for role in roles:
        at, parsed = role.entry, role.entry.parsed
        if role.kind is not Kind.CONSTRAINT or role.sizes or not isinstance(parsed, ast.Chain) or parsed.conditions:
            continue
        if at.negated or (at.local and not (at.introduces and any(_introduced(at, scope)))):
            continue
        if at.supposed and not (at.assumed or all(_introduced(at, scope))):
            continue
        if not all(relation.kind in _BELOW for relation, _ in parsed.rest):
            continue
        if any(isinstance(part, ast.Size | ast.Axis) for part in walk(parsed)):
            continue
        names = {side.full_name for side in operands(parsed) if isinstance(side, ast.Symbol)}
        for name in names if len(names_in(parsed)) > 1 else ():
            found.setdefault(name, []).append(at)
    return found


def _introduced(at: Entry, scope: Scope) -> Iterator[bool]:
    """Whether an order declares each of the letters in it."""
    for name in names_in(at.parsed):
        own = (b for b in scope.by_name.get(name, ()) if isinstance(b, Declared))
        yield any(at.parsed.span.holds_start(b.span) for b in own)


def within(ends: tuple[Plan, Plan] | None) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """The ends of an interval, if there is one, as what samples are above and below."""
    return ((), ()) if ends is None else ((ends[0],), (ends[1],))


def bounds_of(
    session: Session,
    declared: Declared,
    domain: Domain,
    axes: Collection[str],
    seen_from: Entry,
    ends: tuple[Plan, Plan] | None = None,
) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """What the samples of a tensor are above where a statement has it, and what they are below. Raises Unreadable.

    Orders say so, and the `ends` of its interval.
    """
    whole = domain.unit or domain.centred or domain.symmetric or domain.diagonal or domain.orthogonal
    orders = session.scope.orders.get(declared.name, ()) if domain.kind in _DRAWN and not whole else ()
    low, high = map(list, within(ends))
    for at in orders:
        found = session.scope.tensor(declared.name, at)
        if not isinstance(found, Declared) or not _is_same(found, declared) or not _is_said_of_it(declared, at):
            continue
        for bound, below in _beside(at, declared.name):
            plan = _plan(session, bound, declared, at, axes) or _end(session, bound, at, seen_from, below)
            if plan is not None and not _is_in_its_set(plan, domain, below):
                (low if below else high).append(plan)
    return tuple(low), tuple(high)


def ends_of(
    session: Session, declared: Declared, axes: Collection[str], seen_from: Entry
) -> tuple[Plan, Plan] | None:
    """The ends of an interval between numbers that the text says what they are, `d \\in [a, b]^{\\ax}`.

    It says so before, or in the same sentence: *let `d \\in [0, c]^{\\ax}` with `c > 0`*.
    """
    base, scope, at = declared.domain.base if declared.domain is not None else None, session.scope, declared.entry
    named = [] if base is None or base.kind != "interval" else [s.full_name for s in outside_scripts(base.items)]
    found = [scope.tensor(name, at) or scope.tensor(name, seen_from) for name in named]
    if base is None or not named or not all(b is not None and _is_apart(scope, b, declared) for b in found):
        return None  # of a size
    late = any(scope.tensor(name, at) is None for name in named)
    plans = [_value(session, end, seen_from if late else at, axes) for end in base.items]
    low, high = plans if len(plans) == 2 else (None, None)
    return None if low is None or high is None else (low, high)


def _is_apart(scope: Scope, bound: Binding, declared: Declared) -> bool:
    """Whether the samples of a number do not rest on those of what is bounded by it."""
    if _is_before(scope, bound.name, declared, declared.entry) and scope.tensor(bound.name, declared.entry) is not None:
        return True
    orders = scope.orders.get(bound.name, ())
    beside = isinstance(bound, Declared) and bound.entry.sentence == declared.entry.sentence
    return beside and all(declared.name not in names_in(order.parsed) for order in orders)


def as_condition(session: Session, at: Entry) -> Plan | None:
    """What an order says of numbers, as 1 where it holds and 0 elsewhere, if they have values."""
    from ntdoc.shapes.expressions import choosing

    parsed = at.parsed
    if not isinstance(parsed, ast.Chain) or not parsed.rest or any(r.kind not in _BELOW for r, _ in parsed.rest):
        return None
    env: Environment = session.environment(at)
    try:
        typed = choosing.condition(session, parsed, env)
    except (Unreadable, Demand):
        return None
    return None if env.notebook.problems else typed.plan


def _is_said_of_it(declared: Declared, at: Entry) -> bool:
    """Whether an order belongs to what a name is, and is not one of several cases."""
    if at.section != declared.entry.section or at.concludes:
        return False
    return at.assumed or at.introduces or at.lets or at.run == declared.entry.run


def _beside(at: Entry, name: str) -> Iterator[tuple[ast.Operand, bool]]:
    """What stands before and behind a name in a chain, and whether the name is above it."""
    assert isinstance(at.parsed, ast.Chain)
    steps: list[tuple[ast.Operand, ...]] = [at.parsed.subjects, *((operand,) for _, operand in at.parsed.rest)]
    below = [_BELOW[relation.kind] for relation, _ in at.parsed.rest]
    own = next((i for i, step in enumerate(steps) if any(_is(side, name) for side in step)), 0)
    for number, step in enumerate(steps):
        between = set(below[min(number, own) : max(number, own)])
        if len(between) == 1:  # `a < c > b` says nothing of a and b
            above = (True in between) is (own > number)
            yield from ((side, above) for side in step if not isinstance(side, ast.TensorSet | ast.Matrix))


def _is(side: ast.Operand, name: str) -> bool:
    return isinstance(side, ast.Symbol) and side.full_name == name


def _plan(session: Session, bound: ast.Operand, declared: Declared, at: Entry, axes: Collection[str]) -> Plan | None:
    """The value of a bound that has no other axes, and is made of what is declared before."""
    if not isinstance(bound, ast.Number) and not all(
        _is_before(session.scope, symbol.full_name, declared, at) for symbol in outside_scripts(bound)
    ):
        return None
    return _value(session, bound, at, axes)


def _value(session: Session, bound: ast.Operand, at: Entry, axes: Collection[str]) -> Plan | None:
    """The value of a bound that has no other axes."""
    from ntdoc.shapes.judged import checked_operand

    env: Environment = session.environment(at)
    try:
        typed, unread = checked_operand(session, bound, env)
    except Unreadable:
        return None
    if typed is None or typed.shape is None or unread is not None or env.notebook.problems:
        return None
    return typed.plan if typed.shape.keys() <= {*axes} else None


def _is_in_its_set(bound: Plan, domain: Domain, below: bool) -> bool:
    """Whether the set of a tensor says as much as a bound: what has no other bounds may be of any magnitude."""
    least, most = domain.limits
    return isinstance(bound, Constant) and (bound.value <= least if below else bound.value >= most)


def _is_same(one: Declared, other: Declared) -> bool:
    """Whether two bindings of a name are of one tensor: *let `y \\in \\reals`*, and then *assume that `y \\le 0`*."""
    return one.entry.index == other.entry.index or (one.domain is not None and one.domain is other.domain)


def _end(session: Session, bound: ast.Operand, at: Entry, seen_from: Entry, below: bool) -> Plan | None:
    """The end of the set of a name that is drawn after another: after `x \\le y` and `y \\le 0`, no `x` is above 0."""
    if not isinstance(bound, ast.Symbol):
        return None
    found, now = (session.scope.tensor(bound.full_name, place) for place in (at, seen_from))
    if not isinstance(found, Declared) or not isinstance(now, Declared) or not _is_same(found, now):
        return None
    base = now.domain.base if now.domain is not None else None
    try:
        domain, _ = domain_of(session, base, now.sign, False, session.environment(at))
    except (Unreadable, Demand):
        return None
    end = domain.limits[0 if below else 1]
    return Constant(end) if math.isfinite(end) else None


def _is_before(scope: Scope, name: str, declared: Declared, at: Entry) -> bool:
    """Whether a name is declared before another, so that its samples do not rest on that one."""
    found = scope.tensor(name, at)
    if found is None:  # of what only the words say nothing bounds the samples; nor does what a function is given
        return name != declared.name and scope.parameter(name, at) is None
    if (found.name, found.entry.index) == (declared.name, declared.entry.index):
        return False
    place, own = (found.entry.index, found.span.start), (declared.entry.index, declared.span.start)
    return place < own or (place == own and isinstance(found, Declared) and found.name < declared.name)
