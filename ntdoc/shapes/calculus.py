"""What `\\partial` means: differentials of expressions, directional derivatives, derivative tensors (Def. 7, 8).

Each free tensor X of real entries has one differential, ∂X, the same throughout a document. In a chain of relations the
free tensors vary whose bare differential occurs in it; all do where none occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes import calls, combine, indexing, infer
from ntdoc.shapes.combine import poison, report
from ntdoc.shapes.differentials import MARK, Differentials, NoRule, Seed, Seeds
from ntdoc.shapes.environment import Environment, Notebook, Use
from ntdoc.shapes.patterns import operands
from ntdoc.shapes.plan import Constant, Defined, Eye, Like, Parameter, Plan, Renamed, Sampled, ShapeOf, Shared, Spread
from ntdoc.shapes.scope import Function
from ntdoc.shapes.typed import Demand, Typed, axes_text, operand, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_CONTINUOUS = frozenset(
    [
        DomainKind.REAL,
        DomainKind.POSITIVE,
        DomainKind.NONNEGATIVE,
        DomainKind.NEGATIVE,
        DomainKind.UNIT,
        DomainKind.SIMPLEX,
    ]
)


def check(session: Session, node: ast.Differential, env: Environment) -> Typed:
    """`\\partial E`, `\\nabla_X E`."""
    if calls.callee(session, node.body, env) is not None:
        raise Unreadable("the differential of a function without an argument", node.span)
    return of(session, node, infer.check(session, node.body, env), env, node.span)


def of(session: Session, node: ast.Differential, value: Typed, env: Environment, span: Span) -> Typed:
    """What stands for a `\\partial` or a gradient of something that is checked."""
    if node.by is not None:
        return _by(session, value, node.by, env, span)
    return differential(session, value, env, span)


# --- before a function ---


def is_applied(session: Session, factors: Sequence[ast.Expr], env: Environment) -> bool:
    """Whether `\\partial` stands before the name of a function: then it takes the whole application."""
    head = factors[0]
    while isinstance(head, ast.Differential):
        head = head.body
    if head is factors[0] or len(factors) == 1 or not isinstance(head, ast.Symbol):
        return False
    return calls.callee(session, head, env) is not None or calls.is_unknown_call(
        session, head, (head, *factors[1:]), env
    )


def applied(session: Session, factors: Sequence[ast.Expr], env: Environment, span: Span) -> Typed:
    """`\\partial f(X)`, `\\partial f(X; H)`, `\\partial \\exp X`; a bracket behind a function ends what it takes."""
    node = factors[0]
    assert isinstance(node, ast.Differential)
    group, _ = calls.unwrapped(factors[1])
    taken = len(factors) if group is None else 2
    whole = node.span.to(factors[taken - 1].span)
    found = calls.callee(session, node.body, env)
    if found is not None and group is not None and group.parameters and node.by is None and not _own(found, group):
        value = _directional(session, found, factors[1], group, env, whole)
    else:
        inner = [node.body, *factors[1:taken]]
        value = calls.juxtaposition(session, inner, env, node.body.span.to(factors[taken - 1].span))
        value = of(session, node, value, env, whole)
    if taken == len(factors):
        return value
    rest = calls.juxtaposition(session, factors[taken:], env, factors[taken].span.to(span))
    return combine.elementwise(env, "multiply", [value, rest], value.span.to(rest.span))


def _own(found: calls.Callee, group: ast.Group) -> bool:
    """Whether the function has parameters of its own after the semicolon."""
    return any(
        isinstance(b, Function) and (len(b.parameters), len(b.extras)) == (len(group.items), len(group.parameters))
        for b in found.own
    )


def _directional(
    session: Session, found: calls.Callee, written: ast.Expr, group: ast.Group, env: Environment, span: Span
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
    if isinstance(value.plan, Sampled) and value.plan.domain.kind not in _CONTINUOUS:
        raise Unreadable(f"{value.text} takes no real values, so that it has no differential", span)
    varying = _varying(session, env)
    if isinstance(value.plan, Sampled) and varies(value.plan):
        free = increment(value.plan)
        env.notebook.uses.append(Use(free.key, "increment", None, Typed(free, value.shape, span), span))

    def seeds(leaf: Node) -> Seed | None:
        if isinstance(leaf, Parameter):
            raise Unreadable("the differential of a parameter", span)
        if not isinstance(leaf, Sampled) or not varies(leaf) or (varying is not None and leaf.key not in varying):
            return None
        return Seed(increment(leaf), tuple(axis for axis, _ in leaf.shape))

    return _result(value, seeds, span)


def varies(leaf: Sampled) -> bool:
    """Whether a free tensor can change a little; a differential does not change."""
    return leaf.domain.kind in _CONTINUOUS and not leaf.key.startswith(MARK)


def increment(leaf: Sampled) -> Sampled:
    """The differential of a free tensor."""
    return Sampled(MARK + leaf.key, leaf.shape, Domain())


def _result(value: Typed, seeds: Seeds, span: Span) -> Typed:
    """The differential of a value, with all axes of the value."""
    if value.plan is None:
        return value._replace(span=span)
    differentials = Differentials(seeds)
    found = _found(differentials, value.plan, span)
    plan = Like(found if found is not None else Constant(0.0), differentials.value(value.plan))
    return value._replace(plan=plan, span=span)


def _found(differentials: Differentials, plan: Plan, span: Span) -> Plan | None:
    try:
        return differentials.of(plan)
    except NoRule as problem:
        raise Unreadable(f"ntdoc does not differentiate {problem.operation} yet", span) from None


def _varying(session: Session, env: Environment) -> frozenset[str] | None:
    """The free tensors whose bare differential occurs in the chain, or that make up a defined one; None for all.

    In `\\partial E = (p - q) \\odot \\partial Z` with E defined, the left side says what is differentiated, and not in
    what: a side that is the differential of a defined tensor alone counts only where there is no other.
    """
    parsed = env.at.parsed
    whole = [s for s in operands(parsed) if isinstance(s, ast.Differential)] if isinstance(parsed, ast.Chain) else []
    found: set[str] = set()
    otherwise: set[str] = set()
    seen: set[tuple[str, bool]] = set()
    for part in walk(parsed):
        symbol = _bare(part.body) if isinstance(part, ast.Differential) and part.by is None else None
        if symbol is None or (symbol.full_name, part in whole) in seen:
            continue
        seen.add((symbol.full_name, part in whole))
        plan = _quietly(session, symbol, env)
        free = {leaf.key for leaf in walk(plan) if isinstance(leaf, Sampled) and varies(leaf)}
        if part in whole and not isinstance(plan, Sampled):
            otherwise |= free
        else:
            found |= free
    return frozenset(found or otherwise) or None


def _quietly(session: Session, symbol: ast.Symbol, env: Environment) -> Plan | None:
    """The plan of a name, or None if it is no tensor or in error."""
    quiet = replace(env, notebook=Notebook(env.notebook.equations.copy()))
    try:
        return None if calls.callee(session, symbol, quiet) else infer.check(session, symbol, quiet).plan
    except (Unreadable, Demand):
        return None


def _bare(node: ast.Expr) -> ast.Symbol | None:
    """The name of which a differential is taken, whatever is renamed or indexed of it."""
    while isinstance(node, ast.Star | ast.Rename | ast.Index | ast.Group):
        if isinstance(node, ast.Group) and (len(node.items) != 1 or node.parameters):
            return None
        node = node.items[0] if isinstance(node, ast.Group) else node.body
    return node if isinstance(node, ast.Symbol) and not node.under else None


# --- derivatives ---


def derivative(session: Session, node: ast.Derivative, env: Environment) -> Typed:
    """`\\frac{\\partial E}{\\partial X^*}`."""
    if node.plain is not None and session.value("d", env, node.span) is not None:
        quiet = replace(env, notebook=Notebook(env.notebook.equations.copy()))
        try:
            infer.check(session, node.plain, quiet)
        except Unreadable:
            pass
        else:
            if not quiet.notebook.diagnostics:
                return infer.check(session, node.plain, env)
    value = _body(session, node, env)
    for by in node.by:
        value = _by(session, value, by, env, node.span, len(node.by))
    return value


def _body(session: Session, node: ast.Derivative, env: Environment) -> Typed:
    """What is differentiated; the name of a function alone stands for its value at its own letters."""
    found = calls.callee(session, node.body, env)
    if found is None:
        return infer.check(session, node.body, env)
    own = found.own[0] if found.own else None
    if not isinstance(own, Function) or own.axes or found.symbol.axes:
        raise Unreadable("the derivative of a function without an argument", node.span)
    at = [[infer.check(session, s, env) for s in letters] for letters in (own.parameters, own.extras)]
    return calls.called(session, found, node.body, at[0], at[1], env, node.body.span)


def _by(session: Session, value: Typed, by: ast.Expr, env: Environment, span: Span, order: int = 1) -> Typed:
    """The derivative by a tensor: the axes of the value, and those of the tensor, starred or not."""
    inner = by.body if isinstance(by, ast.Index) else by
    mark = inner.mark if isinstance(inner, ast.Star) else ""
    symbol = inner.body if isinstance(inner, ast.Star) else inner
    leaf = infer.check(session, symbol, env)
    if value.shape is None or leaf.shape is None:
        return poison(span)
    at = leaf.plan
    if isinstance(at, Sampled) and at.domain.kind not in _CONTINUOUS:
        raise Unreadable(f"{leaf.text} takes no real values, so that nothing has a derivative by it", by.span)
    if at is not None and not isinstance(at, Sampled | Defined | Parameter):
        raise Unreadable(f"a derivative by {leaf.text}, which is no name of a tensor here", by.span)
    fresh = dict(zip(leaf.shape, _fresh(leaf.shape, value.plan), strict=True))
    named = {fresh[a]: fresh[a] if isinstance(by, ast.Index) else a + mark for a in leaf.shape}
    clash = [a for a in named.values() if a in value.shape]
    if clash:
        _report_clash(env, clash, value, leaf, order, span)
        return poison(span)
    shape = value.shape | {named[fresh[a]]: s for a, s in leaf.shape.items()}
    plan: Plan | None = None
    if value.plan is not None and at is not None:
        plan = _seeded(value.plan, at, leaf.shape, fresh, named, span)
    result = Typed(plan, shape, span)
    return _entry(session, result, by, fresh, env) if isinstance(by, ast.Index) else result


def _seeded(plan: Plan, at: Plan, shape: ShapeOf, fresh: dict[str, str], named: dict[str, str], span: Span) -> Plan:
    """The derivative of a plan by a leaf: the differential whose increment is the identity."""
    unit: Plan = Eye(tuple((a, fresh[a], s) for a, s in shape.items())) if shape else Constant(1.0)
    seed = Seed(unit, tuple(shape))
    differentials = Differentials(lambda leaf: seed if _is(leaf, at) else None)
    found = _found(differentials, plan, span)
    value = differentials.value(plan)
    if found is None:
        sizes = tuple((named[fresh[a]], s) for a, s in shape.items())
        return Spread(sizes, Like(Constant(0.0), value)) if sizes else Like(Constant(0.0), value)
    full = Like(found, value)
    changes = tuple((old, new) for old, new in named.items() if old != new)
    return Renamed(changes, full) if changes else full


def _is(leaf: Node, at: Plan) -> bool:
    """Whether a leaf is the tensor that is differentiated by."""
    match at:
        case Sampled(key, shape):
            return isinstance(leaf, Sampled) and leaf.key == key and dict(leaf.shape).keys() == dict(shape).keys()
        case Defined(number):
            return isinstance(leaf, Defined) and leaf.key == number
        case Parameter(name):
            return isinstance(leaf, Parameter) and leaf.name == name
    return False


def _fresh(axes: Iterable[str], plan: Plan | None) -> list[str]:
    """Names for the axes of an increment that occur nowhere in a plan."""
    taken = {a for part in walk(plan) if isinstance(part, Eye) for pair in part.pairs for a in pair[:2]}
    number = next(n for n in count(1) if not any(f"{axis}{MARK}{n}" in taken for axis in axes))
    return [f"{axis}{MARK}{number}" for axis in axes]


def _entry(session: Session, value: Typed, by: ast.Index, fresh: dict[str, str], env: Environment) -> Typed:
    """A derivative by one entry of a tensor."""
    items: list[tuple[ast.Axis, ast.Expr]] = []
    for axis, expr in by.items:
        names = infer.axis_names(env, [axis])
        if len(names) != 1 or names[0].rstrip("*†‡") not in fresh:
            raise Unreadable("a derivative by an entry that the tensor does not have", by.span)
        items.append((axis.replace(name=fresh[names[0].rstrip("*†‡")], variable=False), expr))
    if len(items) != len(fresh):
        raise Unreadable("a derivative by a part of a tensor", by.span)
    return indexing.indexed(session, by.replace(items=tuple(items)), value, env)


def _report_clash(env: Environment, clash: Sequence[str], value: Typed, leaf: Typed, order: int, span: Span) -> None:
    noun = "axis" if len(clash) == 1 else "axes"
    name = leaf.text.partition("^")[0]
    marks = [
        mark
        for mark in (("*", "*"), ("†", "\\dagger"))
        if not any(axis + mark[0] in (value.shape or {}) for axis in leaf.shape or {})
    ]
    twice = " \\, ".join(f"\\partial {name}^{written}" for _, written in marks)
    hint = twice if order == 2 and len(marks) == 2 else f"\\partial {name}^{marks[0][1]}" if marks else ""
    report(
        env,
        Diagnostic(
            "NT215",
            f"the derivative of {value.text} by {name} would have the {noun} {axes_text(clash)} twice",
            span,
            label=f"{axes_text(clash)} of {name} and of what is differentiated",
            operands=(operand(value), operand(leaf)),
            hints=(f"write {hint}",) if hint and order < 3 else (),
        ),
    )
