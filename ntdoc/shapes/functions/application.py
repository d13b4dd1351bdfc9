"""Calls of functions of the document: overloads, axis parameters, sizes, and what is lifted.

A body is checked again for each call with the sizes and axis parameters of that call, so that sizes flow through.
What an argument has beyond the axes of its parameter is lifted: the body never sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.environment import Environment, Notebook, Use
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import flows, poison, report
from ntdoc.shapes.families import Indices, resolved
from ntdoc.shapes.functions import (
    codomains,
    densities,
    ending,
    functions,
    left_out,
    letter_sizes,
    literals,
    normed,
    size_letters,
)
from ntdoc.shapes.functions.entrywise import is_entrywise
from ntdoc.shapes.functions.lifting import is_as_marked, is_own, lifted_axes, note_capture, report_clash, report_inner
from ntdoc.shapes.functions.overloads import arity, arity_text, bind_axes, known, overload
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.numbers.unread_numbers import broken_row
from ntdoc.shapes.plan import Call, Plan, ShapeOf, Smooth
from ntdoc.shapes.plan import Function as FunctionPlan
from ntdoc.shapes.sizes import Size, default_size
from ntdoc.shapes.typed import Demand, Typed, axes_text, operand, shape_text
from ntdoc.source import Span
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.functions.callees import Callee
    from ntdoc.shapes.functions.functions import Checked
    from ntdoc.shapes.session import Session

MAX_CALLS = 40


def call(
    session: Session,
    callee: Callee,
    axes: tuple[str, ...],
    arguments: list[Typed],
    parameters: list[Typed],
    env: Environment,
    span: Span,
) -> Typed:
    """A call of a function that the document defines, or of which it gives the signature."""
    name = callee.symbol.full_name
    chosen = overload(callee.own, len(arguments), len(parameters))
    density = name in session.scope.densities and not any(isinstance(b, Signed) for b in callee.own)
    if density:
        chosen = densities.chosen(callee.own, chosen, [a.span.text.strip() for a in (*arguments, *parameters)])
    if density and chosen is None:
        raise Unreadable("a density, which its arguments tell apart", span)
    if chosen is None and not parameters and (whole := left_out.with_held(session, callee.own, arguments, env, span)):
        arguments, chosen = whole, overload(callee.own, len(whole), 0)
    if chosen is None:
        known = " or ".join(sorted({arity(b) for b in callee.own}))
        report(
            env,
            Diagnostic(
                "NT207",
                f"{name} takes {known}, and here has {arity_text(len(arguments), len(parameters))}",
                span,
                operands=tuple(operand(a) for a in (*arguments, *parameters)),
                related=tuple(Related(b.span, f"{name} is defined here") for b in callee.own[:1]),
            ),
        )
        return poison(span)
    env.notebook.uses.append(Use(name, "function", chosen, None, callee.symbol.span))
    bound = bind_axes(chosen.axes, axes)
    if bound is None:
        expected = len(chosen.axes)
        if expected and not axes:
            raise Unreadable(f"{name} without the axis that it works on", callee.symbol.span)
        wanted = "no axis" if not expected else f"{expected} {'axis' if expected == 1 else 'axes'}"
        report(
            env,
            Diagnostic(
                "NT207",
                f"{name} works on {wanted}, and here {len(axes)} {'is' if len(axes) == 1 else 'are'} given",
                callee.symbol.span,
                related=(Related(chosen.span, f"{name} is defined here"),),
            ),
        )
        return poison(span)
    indices = members.indices_of(session, chosen, callee.member)
    there = {axis for value in (*arguments, *parameters) for axis in value.shape or {}}
    given = {f"|{a}|": env.sizes[f"|{a}|"] for a in axes if a not in there and f"|{a}|" in env.sizes}
    if indices:
        given |= letter_sizes.sizes_of_letters(session, chosen, callee.symbol, env)
    mark = infer.axis_names(env, callee.lifted) if callee.lifted else None
    if isinstance(chosen, Signed):
        result = _call_signed(session, chosen, bound, arguments, env, span, indices, given, mark)
        if (row := broken_row(session, chosen, env)) is None:
            return result
        env.notebook.blockers.append((name, row))
        return result._replace(plan=None)
    letter_sizes.refuse_limits(chosen, callee.symbol, env)
    own = [*arguments, *parameters]
    where = callee.symbol.span
    other = bool(indices) or callee.member != chosen.name
    numbers = letter_sizes.numbers_of_letters(session, chosen, callee.symbol, env) if other else {}
    return _call_function(session, chosen, bound, own, len(parameters), env, span, where, indices, numbers, given, mark)


def _call_function(
    session: Session,
    function: Function,
    bound: dict[str, tuple[str, ...]],
    values: list[Typed],
    given: int,
    env: Environment,
    span: Span,
    name_span: Span,
    indices: Indices,
    numbers: dict[str, Typed],
    given_sizes: dict[str, Size],
    mark: tuple[str, ...] | None,
) -> Typed:
    if env.depth > MAX_CALLS:
        raise Unreadable("calls nested too deeply", span)
    checked = session.checked(function)
    letters = function.letters
    missing = letters[len(values) :] if not given else ()  # parameters after the `;` that the call leaves out
    child = Notebook(env.notebook.equations, said=env.notebook.said)
    there = session.place or function.entry
    inner = Environment(
        there if not function.entry.companion else replace(env.at, companion=True),
        child,
        values=numbers,
        axes=env.open_shapes | bound,
        sizes=given_sizes,
        depth=env.depth + 1,
        inside=function,
        indices={**session.open_indices(function, env), **indices},
    )
    outer = replace(inner, axes=functions.signature_axes(checked.signature, list(bound.values())) or inner.axes)
    if any(v.shape is None for v in values):
        return poison(span)
    taken = _parameter_shapes(session, function, checked, inner, outer, env, values)
    if taken is None:
        return poison(span)
    shapes, sizes = taken
    inner = replace(inner, sizes=sizes | ending.given(function, dict(zip(letters, values, strict=False))))
    lifted = lifted_axes(env, values, [shapes.get(n) for n in letters[: len(values)]], span)
    if lifted is None:
        return poison(span)
    if checked.broken:
        env.notebook.blockers.append((function.name, function.entry))
        result = _stated_result(session, checked, replace(outer, sizes=sizes)) or checked.typed.shape
        result = None if result is None else result | {a: s for a, s in lifted.items() if a not in result}
        return Typed(None, result, span, flows(values))
    actual = dict(zip(letters, values, strict=False))
    wanted: dict[str, ShapeOf | None] = {n: shapes.get(n) for n in letters if n not in missing}
    # Without a signature, an axis that both the body names and the argument has is the same axis.
    named = {name for axis in checked.named for name in inner.axes.get(axis, (axis,))}
    start = {n: {a: s for a, s in (v.shape or {}).items() if a in named} for n, v in actual.items()}
    body = _remembered(session, function, inner, wanted, actual, start)
    values = literals.spread(letters, values, wanted)
    for letter in letters[: len(values)]:  # axes found out from the body are not lifted
        for axis in wanted[letter] or {}:
            if shapes.get(letter) is None and is_own(axis, letters, values, wanted):
                lifted.pop(axis, None)
    env.notebook.blockers.extend(child.blockers)
    errors = child.problems
    if errors or body.shape is None:
        if errors:
            report_inner(env, function, errors[0], values, span)
        return poison(span)
    if not is_as_marked(env, function.name, mark, lifted, values, span):
        return poison(span)
    clash = [a for a in lifted if a in body.shape and not is_own(a, letters, values, wanted)]
    if clash:
        report_clash(env, function, clash, values, body.shape, span, checked)
        return poison(span)
    note_capture(env, function, lifted, wanted, values)
    own_shape = size_letters.as_promised(env, body.shape, _stated_result(session, checked, replace(outer, sizes=sizes)))
    result = own_shape | {a: s for a, s in lifted.items() if a not in own_shape}
    plan = _plan(function, bound, letters, values, wanted, body)
    return Typed(plan, result, span, flows(values))


def _remembered(
    session: Session,
    function: Function,
    inner: Environment,
    wanted: dict[str, ShapeOf | None],
    arguments: dict[str, Typed],
    start: dict[str, ShapeOf],
) -> Typed:
    """The body for a call, checked once for arguments of the same shapes: calls of calls would grow exponentially."""
    shapes = tuple((n, tuple((s or {}).items())) for n, s in wanted.items())
    given = tuple((n, tuple((a.shape or {}).items()), a.flows, a.number) for n, a in arguments.items())
    indices = tuple(sorted(inner.indices.items()))
    numbers = tuple((letter, typed.plan) for letter, typed in inner.values.items())
    key = (function.entry.index, indices, numbers, tuple(inner.axes.items()), shapes, given, tuple(inner.sizes.items()))
    found = session.bodies.get(key) if not function.entry.companion else None
    if found is None:
        alone = replace(inner, notebook=session.environment(inner.at).notebook)
        before = dict(wanted)
        body = functions.check_body(session, function, alone, before, arguments, start)
        found = (body, alone.notebook, before)
        session.bodies[key] = found
    body, notebook, filled = found
    inner.notebook.diagnostics.extend(notebook.diagnostics)
    inner.notebook.blockers.extend(notebook.blockers)
    if not inner.notebook.equations.include(notebook.equations) and not notebook.diagnostics:
        report(inner, Diagnostic("NT206", "the sizes do not fit", function.span))
    wanted.update(filled)
    return body


def _plan(
    function: Function,
    axes: dict[str, tuple[str, ...]],
    letters: Sequence[str],
    values: list[Typed],
    wanted: dict[str, ShapeOf | None],
    body: Typed,
) -> Plan | None:
    plans = tuple(v.plan for v in values if v.plan is not None)
    if len(plans) != len(values) or body.plan is None or body.shape is None:
        return None
    own = letters[: len(values)]
    return Call(
        FunctionPlan(
            function.name,
            tuple((n, tuple(wanted[n] or ())) for n in own),
            body.plan,
            tuple(body.shape),
            known(function, letters, axes),
            function.entry.index,
            tuple(tuple((wanted[n] or {}).items()) for n in own),
        ),
        plans,
    )


def _parameter_shapes(
    session: Session,
    function: Function,
    checked: Checked,
    inner: Environment,
    outer: Environment,
    env: Environment,
    values: list[Typed],
) -> tuple[dict[str, ShapeOf], dict[str, Size]] | None:
    """The axes that each parameter takes of its argument, with the sizes of this call. None after an error."""
    shapes: dict[str, ShapeOf] = {}
    sizes: dict[str, Size] = dict(inner.sizes)
    ok = True
    patterns: list[size_letters.Sized] = []
    for letter, value in zip(function.letters, values, strict=False):
        written = checked.written.get(letter)
        if written is None:
            sizes = size_letters.of_declared(session, function, letter, value, sizes, outer) | sizes
            continue
        assert value.shape is not None
        if value.number:
            continue
        shape: ShapeOf = {}
        signed = checked.signature is not None and written in checked.signature.signature.arguments
        there = outer if signed else inner
        names = [(n, sized.size) for sized in written.shape.axes for n in infer.axis_names(there, [sized.axis])]
        lacking = [n for n, _ in names if n not in value.shape]
        if lacking and value.flows:
            raise Demand(lacking[0], value.flows, value.span, value)
        if lacking and not signed and is_entrywise(function):
            continue
        if lacking and not signed and letter in normed.letters(function.body):
            raise Unreadable("a norm over other axes than those of the letter in the definition", value.span)
        if lacking:
            noun = "axis" if len(lacking) == 1 else "axes"
            report(
                env,
                Diagnostic(
                    "NT203",
                    f"{function.name} works on the {noun} {axes_text(lacking)}, which {value.text} does not have",
                    value.span,
                    label=f"no {noun} {axes_text(lacking)}",
                    operands=(
                        operand(value),
                        Operand(f"parameter {letter}", shape_text({n: default_size(n) for n, _ in names})),
                    ),
                    related=(Related((checked.signature or function).span, f"{function.name} is declared here"),),
                ),
            )
            ok = False
            continue
        for name, size in names:
            shape[name] = value.shape[name]
            if size is not None:
                patterns.append(size_letters.Sized(name, size, value.shape[name], value))
            known = sizes.setdefault(f"|{name}|", value.shape[name])
            if size is None and not env.notebook.equations.unify(known, value.shape[name]):
                report(
                    env,
                    Diagnostic(
                        "NT206",
                        f"axis `{name}` has two sizes among the arguments of {function.name}",
                        value.span,
                        operands=tuple(operand(v) for v in values),
                    ),
                )
                ok = False
        shapes[letter] = shape
    if not ok:
        return None
    if not size_letters.bind(session, function, patterns, sizes, outer, env):
        return None
    of_numbers = literals.shapes(session, function, checked, values, replace(inner, sizes=sizes), outer)
    return None if of_numbers is None else (shapes | of_numbers, sizes)


def _stated_result(session: Session, checked: Checked, inner: Environment) -> ShapeOf | None:
    signature = checked.signature
    if signature is None:
        return None
    return functions.quietly(lambda: session.shape(signature.signature.result.shape, inner))


def _call_signed(
    session: Session,
    signed: Signed,
    bound: dict[str, tuple[str, ...]],
    values: list[Typed],
    env: Environment,
    span: Span,
    indices: Indices,
    given_sizes: dict[str, Size],
    mark: tuple[str, ...] | None,
) -> Typed:
    """A function of which only the signature is known: any smooth function of that type."""
    inner = Environment(
        signed.entry,
        env.notebook,
        axes=env.open_shapes | bound,
        sizes=given_sizes,
        depth=env.depth + 1,
        indices=indices,
    )
    shapes: list[ShapeOf] = []
    values = list(values)
    for place, written in enumerate(signed.signature.arguments):
        value, shape = values[place], session.shape(written.shape, inner)
        if shape is None or value.shape is None:
            return poison(span)
        lacking = [a for a in shape if a not in value.shape]
        if value.number and shape:  # `f(0)`
            values[place], lacking = combine.spread(value, shape), []
        if lacking and value.flows:
            raise Demand(lacking[0], value.flows, value.span, value)
        if lacking:
            report(
                env,
                Diagnostic(
                    "NT203",
                    f"{signed.name} works on {axes_text(lacking)}, which {value.text} does not have",
                    value.span,
                    label=f"no axis {axes_text(lacking)}",
                    operands=(operand(value),),
                    related=(Related(signed.span, f"{signed.name} is declared here"),),
                ),
            )
            return poison(span)
        shapes.append(shape)
        codomains.note_places(session, written.base, values[place].plan, replace(inner, at=env.at))
    result = session.shape(signed.signature.result.shape, inner)
    lifted = lifted_axes(env, values, shapes, span)
    if result is None or lifted is None:
        return poison(span)
    if not is_as_marked(env, signed.name, mark, lifted, values, span):
        return poison(span)
    clash = [a for a in lifted if a in result]
    if clash:
        raise Unreadable("lifting collides with the result of a function that is only declared", span)
    plans = tuple(v.plan for v in values if v.plan is not None)
    plan = None
    if len(plans) == len(values):
        name = resolved(signed.name, indices)
        smooth = Smooth(name, tuple(tuple(s) for s in shapes), tuple(result.items()), plans)
        plan = codomains.carried(session, signed, smooth, replace(inner, at=env.at))
    return Typed(plan, result | lifted, span, frozenset().union(*(v.flows for v in values)))
