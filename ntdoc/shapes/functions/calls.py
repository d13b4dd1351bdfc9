"""Names and applications: what juxtaposition means, which definition a call is of, and lifting (Def. 5, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.operations.table import CONSTANTS, Operation, Rule, lookup
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Function, Signed, Tensor
from ntdoc.shapes.calculus import partials
from ntdoc.shapes.chances import moments
from ntdoc.shapes.document.said import averages
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import axes_below, combine, indexing, infer, records, renamed_first, rooms, sets, stars
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions import application, diagonals, literals, moving, numbers_elsewhere, of_letters, overloads
from ntdoc.shapes.functions.callees import (
    Callee,
    callee,
    end_of_argument,
    is_euler,
    is_exponential,
    is_factor,
    is_unknown_call,
    of_chance,
    unwrapped,
    without_argument,
)
from ntdoc.shapes.names.families import members, no_member
from ntdoc.shapes.names.lefts import powers
from ntdoc.shapes.names.numbers.unread_numbers import without_value
from ntdoc.shapes.patterns import is_identity, is_letter_in_brackets, is_place, is_power_in_brackets, number_in
from ntdoc.shapes.plan import Constant, Operate, Taken, Windows
from ntdoc.shapes.sizes import SizeError, default_size, number
from ntdoc.shapes.typed import Typed, axes_text, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Record
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def symbol(session: Session, node: ast.Symbol, env: Environment) -> Typed:
    """A name alone. A superscript is a power if it is no part of the name."""
    name = node.full_name
    if is_identity(node):
        identity = infer.identity(env, node.axes, node.span)
        if identity is not None:
            return identity
    if node.axes and (own := [b for b in session.scope.function(name, env.at) if _is_constant(b)]):
        axes = infer.axis_names(env, node.axes)
        return application.call(session, Callee(node, tuple(own), None, None), axes, [], [], env, node.span)
    if node.under or node.axes:
        labelled = axes_below.tensor(session, node, env)
        if labelled is None:
            below = "an axis below" if len(node.axes) == 1 else "axes below"
            what = f"the function {name} without an argument" if node.under else f"{below} {name}, without an index"
            raise Unreadable(what, node.span)
        return labelled
    found = env.values.get(name)
    if found is None and not _is_power(session, node, env):
        found = session.value(name, env, node.span)
    if found is not None and (lacking := without_value(session, name, env, found)) is not None:
        return lacking._replace(span=node.span)
    if found is not None:
        env.notebook.uses.append(_use(session, name, env, found, node.span))
        return found._replace(span=node.span)
    if node.sub is not None and node.sub.records and all(r.letter in env.records for r in node.sub.records):
        return records.at_records(env, symbol(session, node.replace(sub=None), env), node.sub.records, node.span)
    if node.sup is not None and node.sup.expr is not None:
        if _is_transpose(session, node, env):
            raise Unreadable("a transpose (ordinary matrix notation)", node.sup.span)
        euler = is_euler(session, node, env) or is_exponential(session, node, env)
        if not euler and powers.is_of_family(session, node, env):
            if no_member.is_any(session, name, env):
                return session.undeclared(name, env, node.span, function=False)
            raise Unreadable("a member of a family that ntdoc does not follow", node.span)
        plain = node.without_superscript
        base = Typed(Constant(CONSTANTS["e"]), {}, plain.span) if euler else symbol(session, plain, env)
        return infer.power(session, base, node.sup.expr, env, node.span)
    if name in CONSTANTS and not (
        any(b.entry.index == env.at.index for b in session.scope.by_name.get(name, ())) or is_place(name, env.at.parsed)
    ):
        return Typed(Constant(CONSTANTS[name]), {}, node.span)
    callee_found = callee(session, node, env)
    if callee_found is not None and callee_found.own:
        if reason := without_argument(session, name, callee_found.own, env):
            raise Unreadable(reason, node.span)
        report(env, Diagnostic("NT213", f"{name} is a function; here it stands without an argument", node.span))
        return poison(node.span)
    if callee_found is not None and callee_found.known is not None and node.roman:
        raise Unreadable(f"the function {name} without an argument", node.span)
    return session.undeclared(name, env, node.span, function=False)


def _is_power(session: Session, node: ast.Symbol, env: Environment) -> bool:
    """Whether `X^2` is a power, because `X` is bound around it and nothing beside it says what `X^2` would be.

    Or `X` is there, and only what is said later in other places calls something `X^2`.
    """
    if node.sup is None or node.sup.expr is None:
        return False
    if node.name in env.values:
        return not members.is_near(session, node.full_name, env)
    if is_exponential(session, node, env):
        return True
    if not isinstance(node.sup.expr, ast.Number) or isinf(node.sup.expr.value):
        return False
    named, plain = (session.scope.tensor(name, env.at) for name in (node.full_name, node.name))
    if named is None or plain is None or named.entry.companion:
        return False
    return powers.is_named_later(named, plain, env.at) or powers.is_number_now(named, plain, env.at)


def _is_transpose(session: Session, node: ast.Symbol, env: Environment) -> bool:
    """Whether `X^T` is no member of a family, nor a power of a number, where `T` is one."""
    if node.roman or node.sup is None or node.sup.text != "T" or powers.is_of_family(session, node, env):
        return False
    if "T" not in env.values and "T" not in env.indices and session.tensor("T", env) is None:
        return True
    quiet = env.aside()
    return powers.is_turned(session, symbol(session, node.replace(sup=None), quiet), env)


def _is_constant(binding: Function | Signed) -> bool:
    """Whether a function has no arguments but axes: a tensor for each choice of them."""
    return isinstance(binding, Function) and not binding.parameters and not binding.extras


def _use(session: Session, name: str, env: Environment, found: Typed, span: Span) -> Use:
    if name in env.values:
        counts = found.shape and any(a.startswith("#") for a in found.shape)
        return Use(name, "index" if counts else "parameter", None, found, span)
    binding = session.binding(name, env)
    declared = session.scope.declaration(binding.name, binding.entry) if isinstance(binding, Tensor) else None
    place = declared.span if declared is not None else None
    return Use(families.resolved(name, env.indices), "tensor", binding, found, span, place)


def juxtaposition(session: Session, factors: Sequence[ast.Expr], env: Environment, span: Span) -> Typed:
    """Factors side by side: a function takes a bracket alone, or else all that is juxtaposed to it."""
    factors = session.words.joined(partials.with_differentials(session, factors, env))
    head = factors[0]
    if len(factors) == 1 and isinstance(head, ast.Differential | ast.Restricted):
        return infer.check(session, head, env)
    if partials.is_applied(session, factors, env):
        return partials.applied(session, factors, env, span)
    if len(factors) > 1 and sets.over_a_set(head, factors[1]):
        value = sets.reduced(session, head, factors[1], env, head.span.to(factors[1].span))
        if len(factors) == 2:
            return value
        rest = juxtaposition(session, factors[2:], env, factors[2].span.to(span))
        return combine.elementwise(env, "multiply", [value, rest], value.span.to(rest.span))
    if len(factors) > 1 and (moment := moments.of_call(session, head, factors[1], env)) is not None:
        return juxtaposition(session, (moment, *factors[2:]), env, span)
    diagonal = diagonals.value(session, factors, env)
    bare = len(factors) == 1 or unwrapped(factors[1])[0] is None
    found = callee(session, head, env, bare=bare) if diagonal is None else None
    found = None if is_factor(session, factors, env) else found
    if len(factors) > 1 and (reason := of_chance(session, head, found, factors[1], env)):
        raise Unreadable(reason, head.span.to(factors[1].span))
    known = found is not None or diagonal is not None
    if not known and isinstance(head, ast.Symbol) and is_unknown_call(session, head, factors, env):
        moving.refuse(session, head, factors, env)
        return session.undeclared(head.full_name, env, head.span, function=True)
    if found is None and (there := diagonal or of_letters.value(session, factors, env)) is not None:
        value, rest_factors = there, factors[2:]
    elif found is None:
        if isinstance(head, ast.Symbol) and _has_arguments(factors):
            numbers_elsewhere.refuse(session, head, env)
            message = f"{head.full_name} is a tensor, and here it is applied to arguments"
            report(env, Diagnostic("NT213", message, head.span, label="not a function"))
            return poison(span)
        value, rest_factors = infer.check(session, head, env), factors[1:]
        if rest_factors and value.shape and isinstance(head, ast.Symbol) and is_letter_in_brackets(factors[1]):
            raise moving.at_a_letter(head)
    elif len(factors) == 1:
        raise Unreadable(f"the function {found.symbol.full_name} without an argument", head.span)
    elif (found.takes_powers and is_power_in_brackets(factors[1])) or (  # as behind a sum, `\nsum{\ax} (X - m)^2`
        renamed_first.is_renamed_first(session, found.symbol, factors[1], env)
    ):
        given = _checked(session, factors[1:2], env)
        value = called(session, found, factors[1], given, [], env, head.span.to(factors[1].span), scripts=False)
        rest_factors = factors[2:]
    elif (group := unwrapped(factors[1])[0]) is not None:
        items = literals.as_vector(session, found.own, group)
        arguments, parameters = _checked(session, items, env), _checked(session, group.parameters, env)
        value = called(session, found, factors[1], arguments, parameters, env, head.span.to(group.span))
        rest_factors = factors[2:]
    else:
        end = end_of_argument(session, found, factors, env)
        argument = ast.Juxtaposition(tuple(factors[1:end]), factors[1].span.to(factors[end - 1].span))
        inner = argument.factors[0] if len(argument.factors) == 1 else argument
        given = _checked(session, (inner,), env)
        value = called(session, found, inner, given, [], env, head.span.to(argument.span), scripts=False)
        rest_factors = factors[end:]
    if not rest_factors:
        return value
    rest = juxtaposition(session, rest_factors, env, rest_factors[0].span.to(span))
    return combine.elementwise(env, "multiply", [value, rest], value.span.to(rest.span))


def _has_arguments(factors: Sequence[ast.Expr]) -> bool:
    """Whether a bracket with several items comes second: that can be no product."""
    bracket = factors[1] if len(factors) > 1 else None
    return isinstance(bracket, ast.Group) and (len(bracket.items) > 1 or bool(bracket.parameters))


def _powered(session: Session, found: Callee, value: Typed, env: Environment) -> Typed:
    return infer.power(session, value, found.power, env, value.span) if found.power is not None else value


def wrapped(session: Session, wrapper: ast.Expr, value: Typed, env: Environment) -> Typed:
    """A script applied to all that it closes: `f(X)_{a \\to b}` renames the result of the call."""
    if isinstance(wrapper, ast.Rename):
        return infer.renamed(wrapper.replace(span=value.span), value, env)
    if isinstance(wrapper, ast.Index):
        return indexing.indexed(session, wrapper.replace(span=value.span), value, env)
    if isinstance(wrapper, Record):
        return records.at_records(env, value, wrapper.items, value.span)
    if isinstance(wrapper, ast.Star):
        return stars.starred(env, value, wrapper.mark, value.span)
    if isinstance(wrapper, ast.Power):
        return infer.power(session, value, wrapper.exponent, env, value.span)
    raise Unreadable("ntdoc does not read this script", wrapper.span)


def _checked(session: Session, items: Sequence[ast.Expr], env: Environment) -> list[Typed]:
    return [infer.check(session, item, env) for item in items]


def called(
    session: Session,
    found: Callee,
    written: ast.Expr,
    arguments: list[Typed],
    parameters: list[Typed],
    env: Environment,
    span: Span,
    scripts: bool = True,
) -> Typed:
    """A function applied to arguments, and to parameters after a `;`, with the scripts on its bracket."""
    if found.power is not None and number_in(found.power) == -1 and any(isinstance(own, Signed) for own in found.own):
        raise Unreadable("the inverse of a function of which only the signature is known", span)
    value = _powered(session, found, _applied(session, found, arguments, parameters, env, span), env)
    for wrapper in unwrapped(written)[1] if scripts else ():
        value = wrapped(session, wrapper, value._replace(span=found.symbol.span.to(wrapper.span)), env)
    return value


def _applied(
    session: Session, found: Callee, arguments: list[Typed], parameters: list[Typed], env: Environment, span: Span
) -> Typed:
    node = found.symbol
    axes = infer.axis_names(env, node.axes)
    lifted = infer.axis_names(env, found.lifted)
    if lifted and arguments and not any(set(lifted) <= set(a.shape or ()) for a in arguments):
        combine.require(env, arguments[0], lifted, found.lifted[0].span)
    otherwise = lookup(node.name, axes=bool(axes)) if found.own else None
    if otherwise is not None and not overloads.takes(found.own, len(arguments), len(parameters), axes):
        found = found._replace(own=(), known=otherwise)  # \\max(0, X), where \\nfun{\\ax}{max} X is defined
    if found.own:
        return application.call(session, found, axes, arguments, parameters, env, span)
    if found.known is not None:
        env.notebook.uses.append(Use(node.full_name, "function", None, None, node.span))
        return known(env, found.known, node, axes, [*arguments, *parameters], span)
    order = node.sub.expr if node.sub is not None and node.base == "norm" and node.sup is None else None
    if isinstance(order, ast.Number) and axes and len(arguments) == 1 and not parameters:
        return infer.norm(env, axes, arguments[0], order, span, node.axes[0].span.to(node.axes[-1].span))
    return session.undeclared(node.full_name, env, node.span, function=True)


def known(
    env: Environment, operation: Operation, node: ast.Symbol, axes: tuple[str, ...], arguments: list[Typed], span: Span
) -> Typed:
    """A known operation of the table."""
    at = node.axes[0].span.to(node.axes[-1].span) if node.axes else node.span
    if not axes and len(arguments) > 1:  # \max(0, X) compares its arguments
        operation = lookup(node.name, axes=False) or operation
    arity = operation.arity
    if arity is not None and len(arguments) != arity:
        report(
            env,
            Diagnostic(
                "NT207",
                f"{node.full_name} takes {_count(arity, 'argument')}, and here has {len(arguments)}",
                span,
                operands=tuple(operand(a) for a in arguments),
            ),
        )
        return poison(span)
    match operation.rule:
        case Rule.ELEMENTWISE:
            if axes:
                report(env, Diagnostic("NT207", f"{node.full_name} acts on each entry and takes no axis", at))
                return poison(span)
            if operation.name == "clip":
                above = combine.elementwise(env, "maximum", arguments[:2], span)
                return combine.elementwise(env, "minimum", [above, arguments[2]], span)
            return combine.elementwise(env, operation.name, arguments, span)
        case Rule.REDUCTION | Rule.ALONG:
            return _along(env, operation, node, axes, arguments[0], span, at)
        case Rule.INDEX:
            return _index(env, axes, arguments, span, at, node)
        case Rule.UNROLL | Rule.POOL:
            return _windows(env, operation, axes, arguments[0], span, at, node)
        case Rule.DET | Rule.INV:
            return _square(env, operation, axes, arguments[0], span, at, node)
    raise Unreadable(f"ntdoc does not run {node.full_name} yet", node.span)


def _along(
    env: Environment, operation: Operation, node: ast.Symbol, axes: tuple[str, ...], value: Typed, span: Span, at: Span
) -> Typed:
    if not axes:
        if value.shape is None:
            return poison(span)
        if operation.name in ("var", "std") and (not value.shape or averages.speaks_of_chance(span)):
            raise Unreadable("a variance over chances: it has no axis", node.span)
        if value.flows or (operation.rule is Rule.ALONG and len(value.own_axes) != 1):
            raise Unreadable(f"{node.full_name} without the axis that it works on", node.span)
        axes = value.own_axes
    return combine.along(env, operation.name, axes, value, span, at, operation.rule is Rule.ALONG)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


def _index(
    env: Environment, axes: tuple[str, ...], arguments: list[Typed], span: Span, at: Span, node: ast.Symbol
) -> Typed:
    """`index(X, I)`: the entries of X at the numbers I along an axis, lifted over the axes of I."""
    value, where = arguments
    below = value.own_axes[:1] or ("ax",)
    if not axes_below.are_given(env, node, axes, below, at, value) or not combine.require(env, value, axes, at):
        return poison(span)
    assert value.shape is not None
    rooms.ask_for_numbers(where.plan, value.shape[axes[0]], env)
    rest = value._replace(shape={a: s for a, s in value.shape.items() if a != axes[0]})
    shape = combine.union(env, [rest, where], span)
    plans = combine.runnable(arguments)
    if shape is None:
        return poison(span)
    return Typed(
        Taken(axes[0], plans[0], plans[1], where.span) if plans else None, shape, span, combine.flows(arguments)
    )


def _windows(
    env: Environment, operation: Operation, axes: tuple[str, ...], value: Typed, span: Span, at: Span, node: ast.Symbol
) -> Typed:
    """`unroll` and `pool`: windows of |kernel| entries along an axis."""
    below = ((*value.own_axes, "ax")[0], "kernel")
    if not axes_below.are_given(env, node, axes, below, at, value) or not combine.require(env, value, axes[:1], at):
        return poison(span)
    assert value.shape is not None
    axis, kernel = axes
    if kernel in value.shape:
        report(
            env, Diagnostic("NT205", f"{value.text} already has the axis `{kernel}`", at, operands=(operand(value),))
        )
        return poison(span)
    width = env.sizes.get(f"|{kernel}|", default_size(kernel))
    size = value.shape[axis]
    try:
        new = size - width + number(1) if operation.rule is Rule.UNROLL else size / width
    except SizeError:
        raise Unreadable("ntdoc does not read this size", at) from None
    shape = {a: new if a == axis else s for a, s in value.shape.items()} | {kernel: width}
    plan = Windows(operation.name, axis, kernel, width, value.plan, new) if value.plan is not None else None
    return Typed(plan, shape, span, value.flows)


def _square(
    env: Environment, operation: Operation, axes: tuple[str, ...], value: Typed, span: Span, at: Span, node: ast.Symbol
) -> Typed:
    """`det` and `inv` of two axes of one size; where none are written, of a matrix, which has no others."""
    if not axes and len(value.own_axes) == 2 and not value.flows:
        axes = value.own_axes
    below = (*value.own_axes, "ax", "bx")[:2]
    given = value.shape is not None and axes_below.are_given(env, node, axes, below, at, value)
    if value.shape is None or not given or not combine.require(env, value, axes, at):
        return poison(span)
    if not env.notebook.equations.unify(value.shape[axes[0]], value.shape[axes[1]]):
        report(env, Diagnostic("NT206", f"{axes_text(axes)} do not have the same size", at, operands=(operand(value),)))
        return poison(span)
    keep = operation.rule is Rule.INV
    shape = value.shape if keep else {a: s for a, s in value.shape.items() if a not in axes}
    plan = Operate(operation.name, axes, (value.plan,)) if value.plan is not None else None
    return Typed(plan, shape, span, value.flows)
