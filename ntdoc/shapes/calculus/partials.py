"""What `\\partial` means: differentials of expressions, and directional derivatives.

Each free tensor X of real entries has one differential, ∂X, the same throughout a document. In a chain of relations the
tensors vary whose bare differential occurs in it; all free ones do where none occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ntdoc.nodes import Node, walk
from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.calculus import derivatives, lifted, observed, primes, recognition
from ntdoc.shapes.calculus.differentials import CONTINUOUS, Differentials, Seed, Seeds, increment, varies
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison
from ntdoc.shapes.functions import calls
from ntdoc.shapes.functions.callees import Callee, callee, is_unknown_call, unwrapped
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import operands
from ntdoc.shapes.plan import Constant, Defined, Like, Operate, Parameter, Sampled, Shared
from ntdoc.shapes.summary import samples_in
from ntdoc.shapes.typed import Demand, Typed, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, node: ast.Differential, env: Environment) -> Typed:
    """`\\partial E`, `\\nabla_X E`."""
    reason = "the differential of a function without an argument"
    return of(session, node, derivatives.at_own_letters(session, node.body, env, reason, node.span), env, node.span)


def of(session: Session, node: ast.Differential, value: Typed, env: Environment, span: Span) -> Typed:
    """What stands for a `\\partial` or a gradient of something that is checked."""
    if node.by is not None:
        return derivatives.by(session, value, node.by, env, span)
    return differential(session, value, env, span)


# --- in front of factors ---


def with_differentials(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Sequence[ast.Expr]:
    """The factors with an upright d as a `\\partial`, unless something here is called d, and with primes read."""
    factors = _with_letters(session, primes.as_differential(session, factors, env), env)
    at = _at_arguments(session, factors, env)
    if at is not None:
        return (at, *factors[2:])
    if not _begins_with_d(factors) or _is_d_known(session, factors[0], env):
        return factors
    return (ast.Differential(factors[1], None, factors[0].span.to(factors[1].span)), *factors[2:])


def _with_letters(session: Session, factors: Sequence[ast.Expr], env: Environment) -> Sequence[ast.Expr]:
    """`\\nabla_w L(w)` of a tensor: the bracket with the letter it is taken by is of `L`, and no factor."""
    match factors:
        case (
            ast.Differential(body=ast.Symbol() as name, by=ast.Symbol() as by) as slope,
            ast.Group(bracket="(", parameters=()) as group,
            *rest,
        ):
            letters = {item.full_name for item in group.items if isinstance(item, ast.Symbol)}
            tensor = isinstance(session.tensor(name.full_name, env), Tensor) and callee(session, name, env) is None
            if tensor and by.full_name in letters and len(letters) == len(group.items):
                called = ast.Juxtaposition((name, group), name.span.to(group.span))
                return (slope.replace(body=called, span=slope.span.to(group.span)), *rest)
    return factors


def _begins_with_d(factors: Sequence[ast.Expr]) -> bool:
    head = factors[0]
    if not isinstance(head, ast.Symbol) or not head.roman or head.full_name != "d" or head.axes or len(factors) < 2:
        return False
    behind = factors[1]
    return not (isinstance(behind, ast.Group) and (len(behind.items) != 1 or behind.parameters))


def _is_d_known(session: Session, node: ast.Expr, env: Environment) -> bool:
    return callee(session, node, env) is not None or (
        "d" in env.values or session.value("d", env, node.span) is not None
    )


def _at_arguments(session: Session, factors: Sequence[ast.Expr], env: Environment) -> ast.Restricted | None:
    """`\\frac{\\partial f}{\\partial x}(a)` is the derivative at `x = a`."""
    if len(factors) < 2 or not isinstance(head := factors[0], ast.Derivative):
        return None
    found, group = callee(session, head.body, env), factors[1]
    own = found.own[0] if found is not None and found.own else None
    if not isinstance(own, Function) or not isinstance(group, ast.Group) or group.bracket != "(":
        return None
    if len(group.items) != len(own.parameters) or group.parameters:
        return None
    return ast.Restricted(head, tuple(zip(own.parameters, group.items, strict=True)), head.span.to(group.span))


def is_applied(session: Session, factors: Sequence[ast.Expr], env: Environment) -> bool:
    """Whether `\\partial` stands before the name of a function: then it takes the whole application."""
    head = factors[0]
    while isinstance(head, ast.Differential):
        head = head.body
    if head is factors[0] or len(factors) == 1 or not isinstance(head, ast.Symbol):
        return False
    bare = unwrapped(factors[1])[0] is None
    return callee(session, head, env, bare) is not None or is_unknown_call(
        session, head, (head, *factors[1:]), env
    )


def applied(session: Session, factors: Sequence[ast.Expr], env: Environment, span: Span) -> Typed:
    """`\\partial f(X)`, `\\partial f(X; H)`, `\\partial \\exp X`; a bracket behind a function ends what it takes."""
    node = factors[0]
    assert isinstance(node, ast.Differential)
    group, _ = unwrapped(factors[1])
    taken = len(factors) if group is None else 2
    whole = node.span.to(factors[taken - 1].span)
    found = callee(session, node.body, env)
    if found is not None and group is not None and group.parameters and node.by is None and not _own(found, group):
        value = _directional(session, found, factors[1], group, env, whole)
    else:
        inner = [node.body, *factors[1:taken]]
        value = calls.juxtaposition(session, inner, env, node.body.span.to(factors[taken - 1].span))
        gradient = lifted.gradient(session, node, factors[1], value, env, whole) if taken == 2 else None
        value = of(session, node, value, env, whole) if gradient is None else gradient
    if taken == len(factors):
        return value
    rest = calls.juxtaposition(session, factors[taken:], env, factors[taken].span.to(span))
    return combine.elementwise(env, "multiply", [value, rest], value.span.to(rest.span))


def _own(found: Callee, group: ast.Group) -> bool:
    """Whether the function has parameters of its own after the semicolon."""
    return any(
        isinstance(b, Function) and (len(b.parameters), len(b.extras)) == (len(group.items), len(group.parameters))
        for b in found.own
    )


def _directional(
    session: Session, found: Callee, written: ast.Expr, group: ast.Group, env: Environment, span: Span
) -> Typed:
    """`\\partial f(X; H)`: the differential of f at X with increment H."""
    if len(group.items) != len(group.parameters):
        raise Unreadable("a differential with another number of increments than of arguments", group.span)
    seeds: dict[int, Seed] = {}
    arguments: list[Typed] = []
    for item, extra in zip(group.items, group.parameters, strict=True):
        value, change = infer.check(session, item, env), infer.check(session, extra, env)
        if value.shape is None or change.shape is None or not _increment(env, value, change):
            return poison(span)
        if value.plan is not None and change.plan is not None:
            value = value._replace(plan=Shared(value.plan))
            seeds[id(value.plan)] = Seed(change.plan, tuple(value.shape or ()))
        arguments.append(value)
    result = calls.called(session, found, written, arguments, [], env, span)
    if result.plan is None or len(seeds) < len(arguments):
        return result._replace(plan=None)
    return _result(result, lambda leaf: seeds.get(id(leaf)), span)


def _increment(env: Environment, value: Typed, change: Typed) -> bool:
    """Whether an increment has the shape of what it is added to; a number is added to every entry."""
    assert value.shape is not None
    assert change.shape is not None
    for one, other in ((value, change), (change, value)):
        lacking = [a for a in one.shape or {} if a not in (other.shape or {})]
        if lacking and other.flows:
            raise Demand(lacking[0], other.flows, other.span, other)
    if not change.shape and not change.flows:
        return True
    promise = f"{value.text} has the shape {shape_text(value.shape)}"
    return combine.agree(env, change, value.shape, "NT204", promise, change.span, None)


# --- differentials ---


def differential(session: Session, value: Typed, env: Environment, span: Span) -> Typed:
    """`\\partial E`, linear in the differentials of the free tensors that vary."""
    if value.shape is None:
        return poison(span)
    if isinstance(value.plan, Sampled) and value.plan.domain.kind not in CONTINUOUS:
        raise Unreadable(f"{value.text} takes no real values, so that it has no differential", span)
    varying = _varying(session, env)
    unwritten = [whole for whole in varying.defined.values() if not recognition.contains(value.plan, whole[0])]
    tests = [(test, *whole) for whole in unwritten if (test := recognition.part_test(value.plan, whole[0])) is not None]
    if isinstance(value.plan, Sampled) and varies(value.plan):
        free = increment(value.plan)
        env.notebook.uses.append(Use(free.key, "increment", None, Typed(free, value.shape, span), span))

    def seeds(leaf: Node) -> Seed | None:
        if isinstance(leaf, Parameter):
            raise Unreadable("the differential of a parameter", span)
        if isinstance(leaf, Defined) and leaf.key in varying.numbers:
            return _change(varying.numbers[leaf.key])
        if isinstance(leaf, Defined) and leaf.key in varying.defined:
            return _whole_change(leaf, varying.defined[leaf.key][1], varying.bases, span)
        for test, defined, axes in tests:
            if test(leaf):
                return _whole_change(defined, axes, varying.bases, span)
        if not isinstance(leaf, Sampled) or not varies(leaf):
            return None
        return _change(leaf) if varying.free is None or leaf.key in varying.free else None

    result = _result(value, seeds, span, observed.test(session, env.at))
    if not tests and isinstance(result.plan, Like) and isinstance(result.plan.body, Constant):
        made_of = samples_in(*(defined for defined, _ in unwritten))
        result = _result(value, lambda leaf: _change_of(leaf, made_of), span)  # as what Z is made of changes
    return result


def _change_of(leaf: Node, keys: Collection[str]) -> Seed | None:
    return _change(leaf) if isinstance(leaf, Sampled) and varies(leaf) and leaf.key in keys else None


def _change(leaf: Sampled) -> Seed:
    return Seed(increment(leaf), tuple(axis for axis, _ in leaf.shape))


def _whole_change(defined: Defined, axes: tuple[str, ...], bases: Mapping[object, Sampled], span: Span) -> Seed:
    """The differential of a definition where everything that it is made of varies, arrays of numbers too."""

    def seeds(leaf: Node) -> Seed | None:
        if isinstance(leaf, Defined) and leaf.key in bases:
            return _change(bases[leaf.key])
        return _change(leaf) if isinstance(leaf, Sampled) and varies(leaf) else None

    found = Differentials(seeds).read(defined.body, span)
    return Seed(found if found is not None else Constant(0.0), axes)


def _result(value: Typed, seeds: Seeds, span: Span, is_held: Callable[[Node], bool] | None = None) -> Typed:
    """The differential of a value, with all axes of the value."""
    if value.plan is None:
        return value._replace(span=span)
    differentials = Differentials(seeds, held=is_held)
    found = differentials.read(value.plan, span)
    plan = Like(found if found is not None else Constant(0.0), differentials.value(value.plan))
    return value._replace(plan=plan, span=span)


class _Varying(NamedTuple):
    """What varies in a chain: free tensors (None for all), and definitions, by their keys, with their axes.

    The `numbers` are those that no free tensor is in: the value of an example, which has a differential of its own.
    `bases` are the arrays of numbers that others of them are computed from.
    """

    free: frozenset[str] | None
    defined: dict[object, tuple[Defined, tuple[str, ...]]]
    numbers: dict[object, Sampled]
    bases: dict[object, Sampled] = {}  # noqa: RUF012 (never changed)


def _varying(session: Session, env: Environment) -> _Varying:
    """What varies in the chain, found once for all differentials of it that stand under the same bindings."""
    known = session.varying.get(env.at.index)
    if known is not None and known[0] is env.values and known[1] is env.axes and isinstance(known[2], _Varying):
        return known[2]
    found = _varying_in(session, env)
    session.varying[env.at.index] = (env.values, env.axes, found)
    return found


def _varying_in(session: Session, env: Environment) -> _Varying:
    """The tensors whose bare differential occurs in the chain; everything where there is none.

    A definition of which the differential occurs varies as the free tensors in it do, if one of these occurs too or is
    an argument in `\\partial f(X)`, and as another such definition does that it is written with. Else it varies by
    itself, and what it is made of is constant elsewhere.
    In `\\partial E = (p - q) \\odot \\partial Z` with E defined, the left side says what is differentiated, and not in
    what: a side that is the differential of a defined tensor alone counts only where there is no other.
    """
    parsed = env.at.parsed
    whole = [s for s in operands(parsed) if _is_whole(s)] if isinstance(parsed, ast.Chain) else []
    found: set[str] = set()
    otherwise: set[str] = set()
    made_of: dict[object, tuple[set[str], tuple[Defined, tuple[str, ...]]]] = {}
    numbers: dict[object, Sampled] = {}
    computed: dict[object, tuple[Defined, tuple[str, ...]]] = {}
    bases: dict[object, Sampled] = {}
    given: set[str] = set()
    seen: set[tuple[str, bool]] = set()
    for part in walk(parsed):
        symbol = None
        if isinstance(part, ast.Differential) and part.by is None:
            symbol = _bare(part.body)
        elif isinstance(part, ast.Juxtaposition) and _begins_with_d(part.factors):
            behind = with_differentials(session, part.factors, env)[0]
            symbol = _bare(behind.body) if isinstance(behind, ast.Differential) else None
        elif isinstance(part, ast.Juxtaposition) and is_applied(session, part.factors, env):
            given |= _given(session, part.factors[1], env)
        if symbol is None or (symbol.full_name, part in whole) in seen:
            continue
        seen.add((symbol.full_name, part in whole))
        typed = _quietly(session, symbol, env)
        plan = typed.plan if typed is not None else None
        if isinstance(plan, Operate):
            continue  # the `E^2` of `\\partial (E^2)` is no name
        free = {leaf.key for leaf in walk(plan) if isinstance(leaf, Sampled) and varies(leaf)}
        if part in whole and not isinstance(plan, Sampled):
            otherwise |= free
        elif isinstance(plan, Defined) and typed is not None and not free:
            own = _bases(session, symbol, typed, env)
            numbers.update(own if plan.key in own else {})
            computed |= {} if plan.key in own else {plan.key: (plan, tuple(typed.shape or ()))}
            bases.update(own)
        elif isinstance(plan, Defined) and typed is not None:
            made_of[plan.key] = free, (plan, tuple(typed.shape or ()))
        else:
            found |= free
    found |= {leaf for free, _ in made_of.values() for leaf in free & given}
    alone = {key: whole for key, (free, whole) in made_of.items() if free and not free & found}
    defined = {key: whole for key, whole in alone.items() if not _is_written_with(whole[0], alone)}
    if found or defined or numbers or computed:
        return _Varying(frozenset(found), defined | computed, numbers, bases)
    return _Varying(frozenset(otherwise) or None, {}, {})


def _is_written_with(defined: Defined, others: Collection[object]) -> bool:
    """Whether a definition has one of the others in it."""
    return any(isinstance(p, Defined) and p.key in others for p in walk(defined.body))


def _bases(session: Session, symbol: ast.Symbol, typed: Typed, env: Environment) -> dict[object, Sampled]:
    """The arrays of numbers that a definition without free tensors is computed from; itself, if it is one."""
    found, below = session.tensor(symbol.full_name, env), dict[object, Sampled]()
    if isinstance(found, Tensor) and found.entry.index != env.at.index and not numeric.is_numbers(found.body):
        there = session.environment(found.entry)
        for part in walk(found.body):
            inner = _quietly(session, part, there) if isinstance(part, ast.Symbol) else None
            if inner is not None and isinstance(inner.plan, Defined) and isinstance(part, ast.Symbol):
                below |= _bases(session, part, inner, there)
    if below or not isinstance(typed.plan, Defined):
        return below
    return {typed.plan.key: Sampled(symbol.full_name, tuple((typed.shape or {}).items()), Domain(), None)}


def _given(session: Session, written: ast.Expr, env: Environment) -> set[str]:
    """The free tensors that are arguments themselves."""
    group, _ = unwrapped(written)
    symbols = [item for item in group.items if isinstance(item, ast.Symbol)] if group is not None else []
    plans = [typed.plan for symbol in symbols if (typed := _quietly(session, symbol, env)) is not None]
    return {plan.key for plan in plans if isinstance(plan, Sampled) and varies(plan)}


def _is_whole(node: ast.Operand) -> bool:
    """Whether a side is the differential of a name and nothing else."""
    if isinstance(node, ast.Juxtaposition):
        return len(node.factors) == 2 and _begins_with_d(node.factors)
    return isinstance(node, ast.Differential)


def _quietly(session: Session, symbol: ast.Symbol, env: Environment) -> Typed | None:
    """What a name stands for, or None if it is no tensor or in error."""
    quiet = env.aside()
    try:
        return None if callee(session, symbol, quiet, bare=True) else infer.check(session, symbol, quiet)
    except (Unreadable, Demand):
        return None


def _bare(node: ast.Expr) -> ast.Symbol | None:
    """The name of which a differential is taken, whatever is renamed or indexed of it."""
    while isinstance(node, ast.Star | ast.Rename | ast.Index | ast.Group):
        if isinstance(node, ast.Group) and (len(node.items) != 1 or node.parameters):
            return None
        node = node.items[0] if isinstance(node, ast.Group) else node.body
    return node if isinstance(node, ast.Symbol) and not node.under else None
