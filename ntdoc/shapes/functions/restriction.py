"""`E|_{X=U}`: an expression as a function of some of its names, at given values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, walk
from ntdoc.shapes.calculus import observed
from ntdoc.shapes.calculus.refusals import Superseded
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions import functions
from ntdoc.shapes.functions.lifting import lifted_axes
from ntdoc.shapes.plan import Call, Defined, Function, Parameter, Plan, Sampled, ShapeOf, Spread
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.typed import Demand, Typed, axes_text, operand, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


MOST_NESTED = 5  # a body may be checked several times to find out what its names are


def check(session: Session, node: ast.Restricted, env: Environment, numbers: bool = False) -> Typed:
    """The body as a function of the names below the bar; what their values have beyond the names' axes is lifted.

    With `numbers` all axes are: in the body the names stand for numbers.
    """
    if sum(isinstance(part, ast.Restricted) for part in walk(node)) > MOST_NESTED:
        raise Unreadable("values at a point nested too deeply", node.span)
    values = {name.full_name: infer.check(session, value, env) for name, value in node.items}
    if len(values) < len(node.items):
        raise Unreadable("a name with two values below a bar", node.span)
    if any(v.shape is None for v in values.values()):
        return poison(node.span)
    working: dict[str, ShapeOf] = {}
    open_names: set[str] = set()
    elsewhere: dict[str, Typed] = {}
    for symbol, _ in node.items:
        name = symbol.full_name
        if numbers:
            working[name] = {}
            continue
        if (known := _known(session, symbol, env)) is not None:
            elsewhere[name] = known
        values[name] = _spread(known, values[name])
        shape = _own(env, name, known, values[name])
        if shape is None:
            return poison(node.span)
        working[name] = shape
        if known is None or known.flows:
            open_names.add(name)
    letters = {name: _letter(name, env) for name in values}

    def attempt() -> Typed:
        inner = {
            name: Typed(Parameter(letters[name]), shape, node.span, frozenset({name}) & open_names)
            for name, shape in working.items()
        }
        sizes = dict(env.sizes)
        for shape in working.values():
            sizes.update({f"|{axis}|": size for axis, size in shape.items()})
        return infer.check(session, node.body, replace(env, values=env.values | inner, sizes=sizes))

    def grant(demand: Demand) -> bool:
        able = [n for n in demand.parameters if n in open_names and demand.axis not in working[n]]
        given = [n for n in able if demand.axis in (values[n].shape or {})]
        for name in given:
            working[name] = {**working[name], demand.axis: (values[name].shape or {})[demand.axis]}
        outer = frozenset().union(*(values[n].flows for n in able))
        if not given and (outer or not able):
            raise Demand(demand.axis, outer or demand.parameters, demand.span, demand.operand)
        return bool(given)

    try:
        body = functions.with_demands(env, attempt, grant)
    except Superseded:
        if (placed := _in_place(session, node, values, elsewhere, env)) is None:
            raise
        return placed
    if body.shape is None:
        return poison(node.span)
    given = list(values.values())
    lifted = lifted_axes(env, given, [working[name] for name in values], node.span)
    if lifted is None:
        return poison(node.span)
    clash = [axis for axis in lifted if axis in body.shape]
    if clash:
        report(
            env,
            Diagnostic(
                "NT205",
                f"axis {axes_text(clash)} of {given[0].text} would collide with an axis of what stands before the bar",
                node.span,
                operands=tuple(operand(v) for v in (body, *given)),
            ),
        )
        return poison(node.span)
    flows = combine.flows(given) | (body.flows - set(values))
    shape = body.shape | lifted
    plans = combine.runnable(given)
    if body.plan is None or plans is None:
        return Typed(None, shape, node.span, flows)
    items = [(elsewhere.get(n), v, working[n]) for n, v in values.items()]
    whole = _through_definitions(body.plan, items, env, observed.test(session, env.at))
    if whole is None:
        raise Unreadable("the value of a definition at a point that is made of parameters", node.span)
    own = tuple((letters[name], tuple(working[name])) for name in values)
    around = [
        (v.plan.name, tuple(v.shape or ()))
        for n, v in env.values.items()
        if isinstance(v.plan, Parameter) and v.plan.name not in letters.values()
    ]
    passed: tuple[Plan, ...] = tuple(Parameter(name) for name, _ in around)
    function = Function("|", (*own, *around), whole, tuple(body.shape))
    return Typed(Call(function, (*plans, *passed)), shape, node.span, flows)


def _in_place(
    session: Session, node: ast.Restricted, values: dict[str, Typed], known: dict[str, Typed], env: Environment
) -> Typed | None:
    """The body with the tensors themselves, and the values in their place in what comes out.

    So it is with `\\partial F / \\partial X` at `X = U`: a formula makes `F` of the tensor `X`, and no letter. None if
    a name is no tensor elsewhere, or its value has other axes.
    """
    if env.values or values.keys() != known.keys():
        return None
    body = infer.check(session, node.body, env)
    plans = combine.runnable(list(values.values()))
    if body.shape is None or body.plan is None or plans is None:
        return None
    items = [(known[name], value, dict(known[name].shape or {})) for name, value in values.items()]
    whole = _through_definitions(body.plan, items, env, observed.test(session, env.at))
    if whole is None or whole is body.plan:
        return None
    return body._replace(plan=whole, flows=combine.flows(list(values.values())) | body.flows, span=node.span)


def _through_definitions(
    body: Plan,
    items: Sequence[tuple[Typed | None, Typed, ShapeOf]],
    env: Environment,
    is_data: Callable[[Node], bool] | None,
) -> Plan | None:
    """The body, with the values also in the place of the free tensors of these names in definitions, but of data.

    None if a value cannot stand there: it has further axes, or is made of parameters.
    """
    given: dict[tuple[type[Plan], object], Plan] = {}
    fits = True
    for known, value, shape in items:
        if known is not None and isinstance(known.plan, Sampled | Defined) and value.plan is not None:
            given[type(known.plan), known.plan.key] = value.plan
            fits = fits and (value.shape or {}).keys() == shape.keys()

    def other(part: Plan) -> Plan | None:
        if is_data is not None and is_data(part):
            return part
        return given.get((type(part), part.key)) if isinstance(part, Sampled | Defined) else None

    changed = throughout(body, other)
    return changed if changed is body or (fits and not env.values) else None


def _known(session: Session, symbol: ast.Symbol, env: Environment) -> Typed | None:
    """What a name is elsewhere, if it is anything."""
    quiet = env.aside()
    try:
        found = infer.check(session, symbol, quiet)
    except (Unreadable, Demand):
        return None
    return found if found.shape is not None and not quiet.notebook.diagnostics else None


def _spread(known: Typed | None, value: Typed) -> Typed:
    """A number in the place of a tensor is that number in every entry."""
    if known is None or not known.shape or value.shape or value.flows:
        return value
    plan = None if value.plan is None else Spread(tuple(known.shape.items()), value.plan)
    return value._replace(plan=plan, shape=known.shape)


def _own(env: Environment, name: str, known: Typed | None, value: Typed) -> ShapeOf | None:
    """The axes that a name has in the body, with the sizes of its value. None after an error."""
    if known is None:
        return {}
    assert known.shape is not None
    assert value.shape is not None
    lacking = [axis for axis in known.shape if axis not in value.shape]
    if lacking and value.flows:
        raise Demand(lacking[0], value.flows, value.span, value)
    if lacking:
        promise = f"{name} has the shape {shape_text(known.shape)}"
        combine.agree(env, value, known.shape, "NT204", promise, value.span, None)
        return None
    return {axis: value.shape[axis] for axis in known.shape}


def _letter(name: str, env: Environment) -> str:
    """A name for a parameter that no parameter around it has."""
    taken = {v.plan.name for v in env.values.values() if isinstance(v.plan, Parameter)}
    while name in taken:
        name += "|"
    return name
