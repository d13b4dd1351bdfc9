"""Expressions → typed plans. One function for each kind of node; scope is looked up, shapes are inferred."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes import families
from ntdoc.shapes.calculus import derivatives, gradients, partials
from ntdoc.shapes.chances import moments
from ntdoc.shapes.environment import Environment, shape_key
from ntdoc.shapes.expressions import (
    choosing,
    combine,
    indexing,
    inverses,
    misfits,
    products,
    records,
    remedies,
    sets,
    slices,
    stars,
    sums,
)
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions import calls, restriction
from ntdoc.shapes.names.lefts import powers
from ntdoc.shapes.plan import Constant, Eye, Literal, ShapeOf, SizeValue
from ntdoc.shapes.recurrences import unfolding
from ntdoc.shapes.sizes import STARS, Size, default_size, number
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast, binding_ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def check(session: Session, node: ast.Operand, env: Environment) -> Typed:
    """The type of an expression. Errors go to the notebook; raises Unreadable for what is not supported."""
    match node:
        case ast.Number():
            return Typed(Constant(node.value), {}, node.span, literal=True)
        case ast.Symbol():
            return calls.symbol(session, node, env)
        case ast.Group():
            if len(node.items) != 1 or node.parameters:
                raise Unreadable(remedies.list_alone(node), node.span)
            return check(session, node.items[0], env)._replace(span=node.span)
        case ast.Juxtaposition():
            return calls.juxtaposition(session, node.factors, env, node.span)
        case ast.Product():
            return products.check(session, node, env)
        case ast.Sum():
            return _sum(session, node, env)
        case ast.Fraction():
            parts = [check(session, node.numerator, env), check(session, node.denominator, env)]
            return combine.elementwise(env, "divide", parts, node.span)
        case ast.Root():
            body = check(session, node.radicand, env)
            if node.degree is None:
                return combine.elementwise(env, "sqrt", [body], node.span)
            one = Typed(Constant(1.0), {}, node.span)
            degree = combine.elementwise(env, "divide", [one, check(session, node.degree, env)], node.span)
            return combine.elementwise(env, "power", [body, degree], node.span)
        case ast.Power():
            base = check(session, node.base, env)
            if inverses.by_entries(node.base):
                return combine.elementwise(env, "power", [base, check(session, node.exponent, env)], node.span)
            return power(session, base, node.exponent, env, node.span)
        case ast.Bars():
            return _bars(session, node, env)
        case ast.Size():
            return Typed(SizeValue(size_of(env, node.axes)), {}, node.span, literal=True)
        case ast.Rename():
            return rename(session, node, env)
        case ast.Index():
            return indexing.index(session, node, env)
        case ast.Star():
            return _star(session, node, env)
        case ast.BigOperator():
            return sums.big_operator(session, node, env)
        case ast.Matrix():
            return _matrix(session, node, env)
        case ast.Cases():
            return choosing.cases(session, node, env)
        case ast.AxisTerm():
            raise Unreadable(remedies.axis_alone(session, node), node.span)
        case ast.Differential():
            return partials.check(session, node, env)
        case ast.Derivative():
            return derivatives.derivative(session, node, env)
        case ast.Restricted():
            return restriction.check(session, node, env)
        case ast.TensorSet():
            raise Unreadable("a set where a tensor should stand", node.span)
        case binding_ast.Gradient():
            return gradients.check(session, node, env)
        case binding_ast.Hole():
            raise Unreadable("a place for an operand, without an operand", node.span)
        case ast.Braces() | binding_ast.SetOf() | binding_ast.ShapeSet():
            raise Unreadable("a set where a tensor should stand", node.span)
        case binding_ast.Record():
            return records.at_records(env, check(session, node.body, env), node.items, node.span)
        case binding_ast.Limit():
            return sets.limit(session, node, env)
        case binding_ast.Logical():
            return sets.logical(session, node, env)
        case binding_ast.Among(_, body, condition, nothing, span):
            return choosing.cases(session, ast.Cases(((body, condition), (nothing, None)), span), env)
        case binding_ast.Everywhere(one, stated, span):
            shape = session.shape(stated, env)
            spread = combine.spread(check(session, one, env), shape) if shape is not None else poison(span)
            return spread._replace(span=span, literal=False)
        case binding_ast.Moment():
            return moments.check(session, node, env)
        case binding_ast.Indicator():
            return choosing.indicator(session, node, env)
        case binding_ast.Entries():
            promised = session.promised(node, env)
            return indexing.comprehension(session, node.body, node.indices, {}, env, node.span, promised)
        case binding_ast.Slices():
            return slices.check(session, node, env)
        case binding_ast.Recurrence():
            return unfolding.check(session, node, env)
        case binding_ast.Gap():
            raise Unreadable(node.reason, node.at)


def power(session: Session, base: Typed, exponent: ast.Expr, env: Environment, span: Span) -> Typed:
    if isinstance(exponent, ast.Symbol):
        said = _is_said(session, exponent.full_name, env)
        if exponent.roman and len(exponent.base) > 1 and not said:
            raise Unreadable("a label on brackets", exponent.span)  # `(\\sigma^2)^{\\text{new}}`
        if exponent.full_name == "T" and (not said or powers.is_turned(session, base, env)):
            raise Unreadable("a transpose (ordinary matrix notation)", exponent.span)
    found = inverses.inverse(env, base, exponent, span, session.turned)
    return found or combine.elementwise(env, "power", [base, check(session, exponent, env)], span)


def _is_said(session: Session, name: str, env: Environment) -> bool:
    return any(name in there for there in (env.values, env.sizes, env.indices)) or session.tensor(name, env) is not None


def _sum(session: Session, node: ast.Sum, env: Environment) -> Typed:
    total: Typed | None = None
    for sign, term in node.terms:
        value = check(session, term, env)
        if total is None:
            total = value if sign > 0 else combine.elementwise(env, "negate", [value], value.span)
        else:
            span = total.span.to(value.span)
            own, other = (total.shape or {}).keys(), (value.shape or {}).keys()
            if own - other and other - own:
                env.notebook.apart.append((total, value))
            total = combine.elementwise(env, "add" if sign > 0 else "subtract", [total, value], span)
    assert total is not None
    return total._replace(span=node.span)


def _bars(session: Session, node: ast.Bars, env: Environment) -> Typed:
    value = check(session, node.body, env)
    if not node.double:
        return combine.elementwise(env, "abs", [value], node.span)
    if value.shape is None:
        return poison(node.span)
    if not value.own_axes and not stars.is_settled(env, value):  # else it has the axes that the body needs of it
        raise Unreadable("the norm of a tensor whose shape is not declared", node.span)
    return norm(env, value.own_axes, value, node.order, node.span, node.span)


def norm(
    env: Environment, axes: tuple[str, ...], value: Typed, order: ast.Number | None, span: Span, at: Span
) -> Typed:
    """The norm of that order, (Σ |X|^p)^{1/p}, along axes; without an order that of Euclid."""
    if order is None or order.value == 2:
        return combine.along(env, "norm", axes, value, span, at, keep=False)
    if order.value < 1:
        raise Unreadable("a norm of this order", order.span)
    sizes = combine.elementwise(env, "abs", [value], span)
    if order.value == 1:
        return combine.along(env, "sum", axes, sizes, span, at, keep=False)
    if order.value == inf:
        return combine.along(env, "max", axes, sizes, span, at, keep=False)
    power, root = (Typed(Constant(p), {}, span) for p in (order.value, 1 / order.value))
    total = combine.along(env, "sum", axes, combine.elementwise(env, "power", [sizes, power], span), span, at, False)
    return combine.elementwise(env, "power", [total, root], span)


def axis_names(env: Environment, axes: Sequence[ast.Axis]) -> tuple[str, ...]:
    """Axes as they are called here, axis parameters replaced by what they stand for. Raises Unreadable."""
    names: list[str] = []
    for axis in axes:
        found = _stands_for(env, axis)
        again = [name for name in found if name in names]
        if again and not axis.variable:  # shapes are joined as sets are
            report(env, Diagnostic("NT209", f"axis `{again[0]}` occurs twice", axis.span, label="again"))
        names.extend(found)
    return tuple(dict.fromkeys(names))


def _stands_for(env: Environment, axis: ast.Axis) -> tuple[str, ...]:
    """What one axis, or one letter for a shape, stands for; its marks belong to each."""
    base, marks = axis.name, ""
    found: tuple[str, ...] | None = None
    while found is None and base:
        if axis.variable and shape_key(base) in env.axes:
            found = tuple(name + marks for name in env.axes[shape_key(base)])
        elif base in env.axes:
            found = tuple(name + marks for name in env.axes[base])
        elif base[-1] in ("*†‡" if axis.variable else "'*†‡"):  # a shape with a prime is another shape
            base, marks = base[:-1], base[-1] + marks
        else:
            break
    if found is None and axis.variable:
        raise Unreadable("a shape that is left open", axis.span)
    found = found if found is not None else (families.axis(axis.name, env.indices),)
    if axis.without:
        taken = axis_names(env, axis.without)
        found = tuple(name for name in found if name not in taken)
    if axis.within is not None:
        kept = axis_names(env, axis.within)
        found = tuple(name for name in found if name in kept)
    return found


def size_of(env: Environment, axes: Sequence[ast.Axis]) -> Size:
    """`|ax|` as it is here: the local size of an axis of a parameter, else the size of that name."""
    total = number(1)
    for name in axis_names(env, axes):
        total = total * size_of_name(env, name)
    return total


def size_of_name(env: Environment, name: str) -> Size:
    """The size that an axis of that name has here; a starred twin has that of its axis."""
    return env.sizes.get(f"|{name}|") or env.sizes.get(f"|{name.rstrip(STARS)}|", default_size(name))


def rename(session: Session, node: ast.Rename, env: Environment) -> Typed:
    """X_{a → b}."""
    return renamed(node, check(session, node.body, env), env)


def renamed(node: ast.Rename, value: Typed, env: Environment) -> Typed:
    pairs: list[tuple[tuple[str, ...], str]] = []
    for old, new in node.pairs:
        sources, targets = axis_names(env, old), axis_names(env, new)
        whole = [any(axis.variable for axis in side) for side in (old, new)]
        starred = {target.rstrip(STARS): target for target in targets if all(whole)}
        if starred.keys() == {*sources}:
            targets = tuple(starred[source] for source in sources)  # a union has no order
        if len(targets) != len(sources) and all(whole):
            message = f"a shape of {_count(sources)} cannot be renamed to one of {_count(targets)}"
            report(env, Diagnostic("NT208", message, node.script, label=message))
            return poison(node.span)
        if len(targets) != len(sources) and (any(whole) or not sources or not targets):
            raise Unreadable("a renaming of shapes with different numbers of axes", node.span)
        if len(targets) == len(sources):
            pairs.extend(((s,), t) for s, t in zip(sources, targets, strict=True))
        elif len(targets) == 1:
            pairs.append((sources, targets[0]))
        elif len(sources) == 1 and len(node.pairs) == 1:
            return combine.unflatten(
                env, sources[0], {t: size_of_name(env, t) for t in targets}, value, node.span, node.script
            )
        else:
            raise Unreadable("a reshape of several axes into several", node.span)
    return combine.rename(env, pairs, value, node.span, node.script)


def _count(axes: Sequence[str]) -> str:
    return f"{len(axes) or 'no'} {'axis' if len(axes) == 1 else 'axes'}"


def _star(session: Session, node: ast.Star, env: Environment) -> Typed:
    """`X^*`: every axis renamed to its starred twin. Raises Unreadable for a function, whose adjoint it may be."""
    if isinstance(node.body, ast.Symbol):
        name = node.body.full_name
        if session.tensor(name, env) is None and session.scope.function(name, env.at):
            raise Unreadable("a star on a function, as of its adjoint", node.span)
    return stars.starred(env, check(session, node.body, env), node.mark, node.span)


def identity(env: Environment, written: Sequence[ast.Axis], span: Span) -> Typed | None:
    """`I_{\\ax,\\ax'}`: 1 where the two indices agree. None if the axes do not pair up.

    Of two shapes, `I_{\\mathcal{S},\\mathcal{S}^*}`, each axis of the one goes with that in its place in the other.
    """
    each = [name for part in written for name in axis_names(env, [part])]
    again = next((axis for i, axis in enumerate(each) if axis in each[:i]), None)
    if again is not None:
        report(env, Diagnostic("NT209", f"axis `{again}` occurs twice in a shape", span, label=f"two axes `{again}`"))
        return poison(span)
    axes = axis_names(env, written)
    half = len(axes) // 2
    if len(written) % 2 or len(axes) % 2 or len(axes_of := axis_names(env, written[: len(written) // 2])) != half:
        return None
    pairs = list(zip(axes_of, axes[half:], strict=True))
    shape: ShapeOf = {}
    for a, b in pairs:
        size = size_of_name(env, a)
        env.notebook.equations.unify(size_of_name(env, b), size)
        shape[a] = shape[b] = size
    return Typed(Eye(tuple((a, b, shape[a]) for a, b in pairs)), shape, span)


def _matrix(session: Session, node: ast.Matrix, env: Environment) -> Typed:
    """An array by its entries; a side without an axis has exactly one row or column."""
    rows, columns = len(node.cells), max((len(row) for row in node.cells), default=0)
    problem = misfits.of_array(node)
    if problem:
        report(env, Diagnostic("NT210", problem, node.span, label="does not fit its axes"))
        return poison(node.span)
    cells = [[check(session, cell, env) for cell in row] for row in node.cells]
    flat = [cell for row in cells for cell in row]
    inner = combine.union(env, flat, node.span)
    if inner is None:
        return poison(node.span)
    shape: ShapeOf = {}
    for axis, count, sized in zip((node.row, node.column), (rows, columns), node.sizes, strict=True):
        if axis is None:
            continue
        (name,) = axis_names(env, [axis])
        if name in inner:
            report(
                env,
                Diagnostic(
                    "NT209",
                    f"the entries of this array already have the axis `{name}`",
                    node.span,
                    operands=tuple(operand(c) for c in flat[:1]),
                ),
            )
            return poison(node.span)
        shape[name] = number(count)
        if sized is None:  # else the same axis may be longer elsewhere
            env.notebook.equations.suggest(size_of_name(env, name), number(count))
    plans = combine.runnable(flat)
    literal = None
    if plans is not None:
        literal = Literal(
            axis_names(env, [node.row])[0] if node.row else None,
            axis_names(env, [node.column])[0] if node.column else None,
            tuple(plans[i : i + columns] for i in range(0, len(plans), columns)),
        )
    return Typed(literal, shape | inner, node.span, combine.flows(flat))
