"""Operations on operands that are already checked: broadcasting, contraction, reduction, renaming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.near_axes import misspelt, shared
from ntdoc.shapes.plan import Contract, Flattened, Operate, Plan, Renamed, ShapeOf, Spread, Unflattened
from ntdoc.shapes.sizes import Size, default_size, number
from ntdoc.shapes.typed import Demand, Typed, axes_text, axis_text, has_shape, operand, shape_text
from ntdoc.source import Span


def poison(span: Span) -> Typed:
    """The type of what is in error."""
    return Typed(None, None, span)


def report(env: Environment, diagnostic: Diagnostic) -> None:
    env.notebook.diagnostics.append(diagnostic)


def union(env: Environment, operands: Sequence[Typed], span: Span) -> ShapeOf | None:
    """The axes of all operands, broadcast (Def. 6). None after an error; an axis with two sizes is one (NT206)."""
    shape: ShapeOf = {}
    for value in operands:
        if value.shape is None:
            return None
        for axis, size in value.shape.items():
            known = shape.setdefault(axis, size)
            if known is not size and not env.notebook.equations.unify(known, size):
                _two_sizes(env, axis, operands, span)
                return None
    return shape


def _two_sizes(env: Environment, axis: str, operands: Sequence[Typed], span: Span) -> None:
    reduce = env.notebook.equations.reduce
    sizes = [(v.text, axis_text(axis, reduce(v.shape[axis]))) for v in operands if v.shape and axis in v.shape]
    said = dict.fromkeys(f"{text} has {size}" for text, size in sizes)
    report(
        env,
        Diagnostic(
            "NT206",
            f"axis `{axis}` has two sizes: {', '.join(said)}",
            span,
            label=f"axis `{axis}` does not have one size here",
            operands=tuple(dict.fromkeys(operand(v) for v in operands)),
            about=(axis, *sorted({size for _, size in sizes if size != axis})),
        ),
    )


def flows(operands: Sequence[Typed]) -> frozenset[str]:
    return frozenset().union(*(v.flows for v in operands))


def runnable(operands: Sequence[Typed]) -> tuple[Plan, ...] | None:
    plans = tuple(v.plan for v in operands if v.plan is not None)
    return plans if len(plans) == len(operands) else None


def elementwise(env: Environment, operation: str, operands: Sequence[Typed], span: Span) -> Typed:
    """An operation on scalars, lifted."""
    shape = union(env, operands, span)
    if shape is None:
        return poison(span)
    plans = runnable(operands)
    number = all(v.number for v in operands)
    return Typed(Operate(operation, (), plans) if plans is not None else None, shape, span, flows(operands), number)


def require(env: Environment, value: Typed, axes: Sequence[str], at: Span, others: Sequence[Typed] = ()) -> bool:
    """Whether an operand has the axes; what it lacks is an error (NT203), or a demand on a parameter."""
    if value.shape is None:
        return False
    missing = [axis for axis in axes if axis not in value.shape]
    if not missing:
        return True
    if value.flows:
        raise Demand(missing[0], value.flows, at, value)
    holders = [v for v in others if v.shape is not None and all(axis in v.shape for axis in missing)]
    called = {id(v): v.beside([o for o in (value, *others) if o is not v]) for v in (value, *others)}
    own = called[id(value)]
    where = f"is in {called[id(holders[0])]} but not in {own}" if holders else f"is not an axis of {own}"
    lacking = [v for v in others if v.shape is not None and not any(axis in v.shape for axis in missing)]
    lacking = [v for v in lacking if v.text != value.text]  # `X \ndot{\ax} X`
    where += f", nor of {called[id(lacking[0])]}" if lacking and not holders else ""
    if len(missing) > 1:
        where = where.replace("is in", "are in").replace("is not an axis", "are not axes")
    noun = "axis" if len(missing) == 1 else "axes"
    hints, edits = misspelt(missing, value, holders, at)
    hints = hints or (shared(missing, (value, *others)) if others else ())
    report(
        env,
        Diagnostic(
            "NT203",
            f"{noun} {axes_text(missing)} {where}",
            at,
            label=f"{own} has no {noun} {axes_text(missing)}",
            operands=tuple(dict.fromkeys(replace(operand(v), label=called[id(v)]) for v in (*others, value))),
            related=(*declarations(env, value), *_spent(env, missing, value)),
            hints=hints,
            edits=edits,
        ),
    )
    return False


def _spent(env: Environment, missing: Sequence[str], value: Typed) -> tuple[Related, ...]:
    """Where the axes went that an operand lacks, if something within it takes them away."""
    found = (
        Related(at, "summed over here" if operation == "sum" else f"`{axis}` is taken away here, by {operation}")
        for axis, at, operation in env.notebook.spent
        if axis in missing and value.span.covers(at)
    )
    return tuple(dict.fromkeys(found))[:2]


def declarations(env: Environment, value: Typed) -> tuple[Related, ...]:
    """Where the names in an operand are declared: the second place that a reader wants to see."""
    found: list[Related] = []
    for use in env.notebook.uses:
        if use.binding is None or not value.span.covers(use.span):
            continue
        if value.shape and use.typed is not None and use.typed.shape == {}:
            continue  # a number beside tensors is not what lacks an axis
        place = use.declared or use.binding.span
        name = use.name if use.declared else use.binding.name  # `r^t` is what stands there, and not its member `r^1`
        related = Related(place, f"`{name}` is declared here")
        if related not in found and not place.holds_start(value.span):
            found.append(related)
    return tuple(found[:2])


def spread(value: Typed, shape: ShapeOf) -> Typed:
    """A number in every entry of a shape, or a tensor along the axes of it that it lacks."""
    own = value.shape or {}
    missing = {axis: size for axis, size in shape.items() if axis not in own}
    plan = None if value.plan is None else Spread(tuple(missing.items()), value.plan)
    return value._replace(plan=plan, shape={**own, **missing})


def contract(env: Environment, axes: Sequence[str], left: Typed, right: Typed, span: Span, at: Span) -> Typed:
    """X ⊙_S Y: elementwise product, then sum over S; every axis of S must be in both."""
    fits = require(env, left, axes, at, (right,)) and require(env, right, axes, at, (left,))
    if not fits:
        return poison(span)
    env.notebook.spent += [(axis, at, "sum") for axis in axes]
    shape = union(env, (left, right), span)
    if shape is None:
        return poison(span)
    plans = runnable((left, right))
    return Typed(
        Contract(tuple(axes), plans[0], plans[1]) if plans is not None else None,
        {a: s for a, s in shape.items() if a not in axes},
        span,
        left.flows | right.flows,
    )


def along(
    env: Environment, operation: str, axes: Sequence[str], value: Typed, span: Span, at: Span, keep: bool
) -> Typed:
    """A function of vectors (kept axes) or a reduction, at axes taken together."""
    if value.number:
        value = spread(value, {axis: env.sizes.get(f"|{axis}|", default_size(axis)) for axis in axes})
    if not require(env, value, axes, at):
        return poison(span)
    assert value.shape is not None
    if not keep:
        env.notebook.spent += [(axis, at, operation) for axis in axes]
    shape = value.shape if keep else {a: s for a, s in value.shape.items() if a not in axes}
    plan = Operate(operation, tuple(axes), (value.plan,)) if value.plan is not None else None
    return Typed(plan, shape, span, value.flows)


def rename(env: Environment, pairs: Sequence[tuple[tuple[str, ...], str]], value: Typed, span: Span, at: Span) -> Typed:
    """X_{a → b}, several at once; several axes into one is a reshape."""
    old = [axis for sources, _ in pairs for axis in sources]
    if value.shape is None:
        return poison(span)
    twice = [axis for i, axis in enumerate(old) if axis in old[:i]]
    if twice:
        report(env, Diagnostic("NT208", f"axis `{twice[0]}` is renamed twice", at, operands=(operand(value),)))
        return poison(span)
    missing = [axis for axis in old if axis not in value.shape]
    if missing and any("|" in target for _, target in pairs):  # two axes that are contracted with each other
        require(env, value, missing, at)
        return poison(span)
    if missing and value.flows:
        raise Demand(missing[0], value.flows, at, value)
    if missing:
        hints, edits = misspelt(missing, value, (), at)
        report(
            env,
            Diagnostic(
                "NT208",
                f"{value.text} has no axis {axes_text(missing)} to rename",
                at,
                label=f"no axis {axes_text(missing)}",
                operands=(operand(value),),
                related=declarations(env, value),
                hints=hints,
                edits=edits,
            ),
        )
        return poison(span)
    kept = {a: s for a, s in value.shape.items() if a not in old}
    renamed: ShapeOf = {}
    plan = value.plan
    simple: list[tuple[str, str]] = []
    for sources, target in pairs:
        if target in kept or target in renamed:
            report(
                env,
                Diagnostic(
                    "NT208",
                    f"{value.text} already has an axis `{target}`",
                    at,
                    label=f"there would be two axes `{target}`",
                    operands=(operand(value),),
                    related=declarations(env, value),
                ),
            )
            return poison(span)
        size = number(1)
        for axis in sources:
            size = size * value.shape[axis]
        renamed[target] = value.shape[sources[0]] if len(sources) == 1 else size
        if len(sources) == 1:
            simple.append((sources[0], target))
    if plan is not None:
        if simple:
            plan = Renamed(tuple(simple), plan)
        for sources, target in pairs:
            if len(sources) > 1:
                plan = Flattened(sources, target, plan)
    # The renamed axes stand where the old ones stood, so that tables and examples keep their order.
    first = {sources[0]: target for sources, target in pairs}
    shape: ShapeOf = {}
    for axis, axis_size in value.shape.items():
        if axis in kept:
            shape[axis] = axis_size
        elif axis in first:
            shape[first[axis]] = renamed[first[axis]]
    return Typed(plan, shape, span, value.flows)


def unflatten(env: Environment, axis: str, sizes: ShapeOf, value: Typed, span: Span, at: Span) -> Typed:
    """X_{a → (b, c)}: one axis as several, row-major in the order listed."""
    if not require(env, value, [axis], at):
        return poison(span)
    assert value.shape is not None
    clash = [name for name in sizes if name in value.shape and name != axis]
    if clash or not env.notebook.equations.unify(value.shape[axis], sized(sizes, tuple(sizes))):
        problem = f"{value.text} already has an axis `{clash[0]}`" if clash else f"axis `{axis}` has another size"
        report(env, Diagnostic("NT208" if clash else "NT206", problem, at, operands=(operand(value),)))
        return poison(span)
    shape: ShapeOf = {}
    for name, size in value.shape.items():
        shape.update(sizes if name == axis else {name: size})
    plan = Unflattened(axis, tuple(sizes.items()), value.plan) if value.plan is not None else None
    return Typed(plan, shape, span, value.flows)


def sized(shape: ShapeOf, axes: Sequence[str]) -> Size:
    """The number of records of axes taken together."""
    total = number(1)
    for axis in axes:
        total = total * shape[axis]
    return total


def agree(
    env: Environment, typed: Typed, stated: ShapeOf, code: str, promise: str, span: Span, declared: Span | None
) -> bool:
    """Whether an expression has a stated shape; if not, the error says what is too much and what is missing."""
    assert typed.shape is not None
    more = [a for a in typed.shape if a not in stated]
    less = [a for a in stated if a not in typed.shape]
    if not more and not less:
        for axis, size in stated.items():
            equations, found = env.notebook.equations, typed.shape[axis]
            if equations.is_another(size, found) or not equations.unify(size, found):
                reduce = env.notebook.equations.reduce
                report(
                    env,
                    Diagnostic(
                        "NT206",
                        f"axis `{axis}` has the size {reduce(typed.shape[axis])}, but {promise}, "
                        f"where its size is {reduce(size)}",
                        span,
                        operands=(operand(typed),),
                        related=(Related(declared, "stated here"),) if declared is not None else (),
                    ),
                )
                return False
        return True
    problem = []
    if more:
        problem.append(f"the further {'axis' if len(more) == 1 else 'axes'} {axes_text(more)}")
    if less:
        problem.append(f"no {'axis' if len(less) == 1 else 'axes'} {axes_text(less)}")
    report(
        env,
        Diagnostic(
            code,
            f"{promise}, but this {has_shape(typed.shape)}",
            span,
            label=f"has {' and '.join(problem)}",
            operands=(operand(typed), *_with_axes(env, typed, more), Operand("stated", shape_text(stated))),
            related=(Related(declared, f"stated here: {shape_text(stated)}"),) if declared is not None else (),
        ),
    )
    return False


def _with_axes(env: Environment, whole: Typed, axes: Sequence[str]) -> tuple[Operand, ...]:
    """The names in an expression that have one of these axes."""
    parts = [u.typed for u in env.notebook.uses if u.typed is not None and u.typed.shape is not None]
    parts = [v for v in parts if v.span != whole.span and whole.span.covers(v.span)]
    return tuple(dict.fromkeys(operand(v) for v in parts if any(axis in (v.shape or {}) for axis in axes)))[:3]
