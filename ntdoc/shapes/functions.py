"""Functions of the document: checking a definition against its signature, and calls with lifting (Def. 5, 6).

A body is checked once on its own, and again for each call with the sizes and axis parameters of that call, so that
sizes flow through. What an argument has beyond the axes of its parameter is lifted: the body never sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Operand, Related, Severity
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.shapes import indexing, infer
from ntdoc.shapes.combine import poison, report
from ntdoc.shapes.domains import domain_of
from ntdoc.shapes.environment import Environment, Notebook, Use
from ntdoc.shapes.plan import Call, Parameter, Plan, ShapeOf, Smooth
from ntdoc.shapes.plan import Function as FunctionPlan
from ntdoc.shapes.scope import Declared, Function, Signed, Tensor
from ntdoc.shapes.sizes import Equations, Size, default_size
from ntdoc.shapes.typed import Demand, Typed, axes_text, has_shape, operand, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.calls import Callee
    from ntdoc.shapes.session import Session

MAX_CALLS = 40
MAX_DEMANDS = 60


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking the definition of a function found, on parameters of the shapes of its signature."""

    typed: Typed
    notebook: Notebook
    broken: bool
    shapes: dict[str, ShapeOf]
    domains: dict[str, tuple[Domain, Size | None]]
    signature: Signed | None
    written: dict[str, ast.TensorSet]  # the sets that parameters are declared in
    named: frozenset[str] = frozenset()  # the axes that the body names, or that tensors in it have
    unread: Unreadable | None = None


def check_definition(session: Session, function: Function) -> Checked:
    """The definition of a function on its own."""
    env = replace(session.environment(function.entry), axes={a: (a,) for a in function.axes}, inside=function)
    signature = session.signature(function)
    written = _written(session, function, signature)
    shapes: dict[str, ShapeOf | None] = {}
    domains: dict[str, tuple[Domain, Size | None]] = {}
    unread: Unreadable | None = None
    outer = replace(env, axes=_signature_axes(signature, [(a,) for a in function.axes]) or env.axes)
    typed = poison(function.span)
    start: dict[str, ShapeOf] = {}
    try:
        for name in function.letters:
            declared = written.get(name)
            there = outer if signature is not None and declared in signature.signature.arguments else env
            shapes[name] = session.shape(declared.shape, there, declared.span) if declared is not None else None
            if declared is not None and shapes[name] is None:
                raise Unreadable("the shape of a parameter is in error", declared.span)
            if declared is None:
                start[name] = _nearby(session, name, function)
            domains[name] = domain_of(session, declared.base if declared else None, _sign(session, name, function), False, env)
        typed = _body(session, function, env, shapes, None, start)
        if signature is not None and typed.shape is not None:
            stated = session.shape(signature.signature.result.shape, outer, signature.span)
            if stated is not None:
                code_text = f"the signature of {function.name} promises {shape_text(stated)}"
                if not agree(env, typed, stated, "NT212", code_text, function.body.span, signature.signature.result.span):
                    typed = typed._replace(shape=stated, plan=None)
        _axes_occur(env, function, shapes, typed)
    except Unreadable as problem:
        unread = problem
        if function.entry.index in session.circular and not any(isinstance(n, ast.Cases) for n in walk(function.body)):
            unread = None  # without cases, nothing ends the circle
            report(env, Diagnostic("NT214", f"the definition of {function.name} goes round in a circle", function.span))
    if typed.shape is None and signature is not None:
        typed = typed._replace(shape=_quietly(lambda: session.shape(signature.signature.result.shape, outer, signature.span)))
    named = {n.name for n in walk(function.body) if isinstance(n, ast.Axis)}
    named |= {a for use in env.notebook.uses if use.typed is not None for a in use.typed.shape or {}}
    errors = any(d.severity is not Severity.NOTE for d in env.notebook.diagnostics)
    broken = bool(errors or env.notebook.blockers or unread) or typed.plan is None
    return Checked(
        typed, env.notebook, broken, {n: s for n, s in shapes.items() if s is not None}, domains, signature, written, frozenset(named), unread
    )


def _axes_occur(env: Environment, function: Function, shapes: dict[str, ShapeOf | None], typed: Typed) -> None:
    """An axis below the name of a function is one that it works on: a parameter or the result has it."""
    if typed.shape is None or env.notebook.diagnostics:
        return
    there = {axis for shape in (*shapes.values(), typed.shape) for axis in shape or {}}
    for axis in function.axes:
        if axis not in there:
            report(
                env,
                Diagnostic(
                    "NT212", f"axis `{axis}` stands below {function.name}, but the body does not work on it",
                    function.span, label=f"`{axis}` is not used",
                ),
            )  # fmt: skip


def _nearby(session: Session, name: str, function: Function) -> ShapeOf:
    """Of a letter declared before in the section, the axes that the body names too: samples have that shape."""
    found = session.scope.tensor(name, function.entry)
    near = isinstance(found, Declared) and found.entry.section == function.entry.section
    if not isinstance(found, Declared) or not near or found.domain is None or function.axes:
        return {}
    env = session.environment(function.entry)
    shape = _quietly(lambda: session.shape(found.domain.shape, env, found.span) if found.domain else None) or {}
    named = {n.name for n in walk(function.body) if isinstance(n, ast.Axis)}
    return {a: s for a, s in shape.items() if a in named}


def _sign(session: Session, name: str, function: Function) -> str:
    """What is said of a parameter's letter where its function is defined, as `\\sigma > 0`."""
    found = session.scope.tensor(name, function.entry)
    near = isinstance(found, Declared) and found.entry.section == function.entry.section
    return found.sign if isinstance(found, Declared) and near else ""


def _quietly(shape: Callable[[], ShapeOf | None]) -> ShapeOf | None:
    try:
        return shape()
    except Unreadable:
        return None


def _written(session: Session, function: Function, signature: Signed | None) -> dict[str, ast.TensorSet]:
    """The sets of the parameters: from the signature, from its own row, from a where-clause."""
    written: dict[str, ast.TensorSet] = {}
    if signature is not None:
        for symbol, tensor_set in zip(function.parameters, signature.signature.arguments, strict=True):
            written[symbol.full_name] = tensor_set
    for name in function.letters:
        if name not in written:
            declared = session.scope.parameter_declaration(name, function.entry)
            if declared is not None and declared.domain is not None:
                written[name] = declared.domain
    return written


def _signature_axes(
    signature: Signed | None, actual: Sequence[tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The axis parameters of a signature, which may be called otherwise than those of the definition."""
    if signature is None or len(signature.axes) != len(actual):
        return {}
    return dict(zip(signature.axes, actual, strict=True))


def agree(
    env: Environment, typed: Typed, stated: ShapeOf, code: str, promise: str, span: Span, declared: Span | None
) -> bool:
    """Whether an expression has a stated shape; if not, the error says what is too much and what is missing."""
    assert typed.shape is not None
    more = [a for a in typed.shape if a not in stated]
    less = [a for a in stated if a not in typed.shape]
    if not more and not less:
        for axis, size in stated.items():
            if not env.notebook.equations.unify(size, typed.shape[axis]):
                reduce = env.notebook.equations.reduce
                report(
                    env,
                    Diagnostic(
                        "NT206",
                        f"axis `{axis}` has the size {reduce(typed.shape[axis])}, and {promise} "
                        f"has it with the size {reduce(size)}",
                        span,
                        operands=(operand(typed),),
                        related=(Related(declared, "stated here"),) if declared is not None else (),
                    ),
                )
                return False
        return True
    problem = []
    if more:
        problem.append(f"the {'axis' if len(more) == 1 else 'axes'} {axes_text(more)} too many")
    if less:
        problem.append(f"no {'axis' if len(less) == 1 else 'axes'} {axes_text(less)}")
    report(
        env,
        Diagnostic(
            code,
            f"{promise}, but this {has_shape(typed.shape)}",
            span,
            label=f"has {' and '.join(problem)}",
            operands=(operand(typed), Operand("stated", shape_text(stated))),
            related=(Related(declared, f"stated here: {shape_text(stated)}"),) if declared is not None else (),
        ),
    )
    return False


def _body(
    session: Session, function: Function, env: Environment, shapes: dict[str, ShapeOf | None],
    arguments: dict[str, Typed] | None, start: dict[str, ShapeOf],
) -> Typed:  # fmt: skip
    """The body on parameters of known shapes; a parameter of unknown shape (None) gets the axes that the body needs.

    `arguments` are those of a call: only axes that they have can be needed of them. `start` gives the axes that a
    parameter of unknown shape has to begin with.
    """
    actual = None if arguments is None else {name: a.shape or {} for name, a in arguments.items()}
    flexible = frozenset(name for name, shape in shapes.items() if shape is None)
    working: dict[str, ShapeOf] = {
        name: shape if shape is not None else start.get(name, {}) for name, shape in shapes.items()
    }

    def attempt() -> Typed:
        values = {
            name: Typed(Parameter(name), shape, function.span, frozenset({name}) if name in flexible else frozenset())
            for name, shape in working.items()
        }
        sizes = dict(env.sizes)
        for shape in working.values():
            for axis, size in shape.items():
                sizes.setdefault(f"|{axis}|", size)
        inner = replace(env, values=env.values | values, sizes=sizes, flexible=flexible, inside=function)
        return infer.check(session, function.body, inner)

    def grant(demand: Demand) -> bool:
        outer = [a for p, a in (arguments or {}).items() if p in demand.parameters and a.flows]
        able = [p for p in demand.parameters if p in flexible and demand.axis not in working[p]]
        if actual is not None:
            able = [p for p in able if demand.axis in actual[p]]
        for name in able:
            size = actual[name][demand.axis] if actual is not None else env.sizes.get(f"|{demand.axis}|")
            working[name] = {**working[name], demand.axis: size or default_size(demand.axis)}
        if not able and outer:  # the argument is itself a parameter whose shape is being found out
            raise Demand(demand.axis, frozenset().union(*(a.flows for a in outer)), outer[0].span, outer[0])
        return bool(able)

    typed = with_demands(env, attempt, grant)
    for name in flexible:
        shapes[name] = working[name]
    return typed._replace(flows=frozenset())


def with_demands(env: Environment, attempt: Callable[[], Typed], grant: Callable[[Demand], bool]) -> Typed:
    """Check something again and again until no more is demanded of what has no declared shape."""
    notebook = env.notebook
    for _ in range(MAX_DEMANDS):
        before = notebook.equations.copy()
        counts = len(notebook.diagnostics), len(notebook.uses), len(notebook.blockers)
        try:
            return attempt()
        except Demand as demand:
            if not grant(demand):
                report(
                    env,
                    Diagnostic(
                        "NT203", f"axis `{demand.axis}` is not an axis of {demand.operand.text}", demand.span,
                        label=f"{demand.operand.text} has no axis `{demand.axis}`", operands=(operand(demand.operand),),
                    ),
                )  # fmt: skip
                return poison(demand.span)
            notebook.equations.restore(before)
            del notebook.diagnostics[counts[0] :], notebook.uses[counts[1] :], notebook.blockers[counts[2] :]
    raise Unreadable("the shapes of the parameters cannot be found out", env.at.piece.tokens[0].span)


def flexibly(session: Session, body: ast.Operand, env: Environment) -> Typed:
    return infer.check(session, body, env)


def result_shape(session: Session, found: Tensor, env: Environment) -> ShapeOf | None:
    """The shape that a function promises of a tensor that its where-clause defines as its value."""
    function = env.inside or (session.scope.clause_of(found.entry) if found.entry.where else None)
    if function is None or not (isinstance(function.body, ast.Symbol) and function.body.full_name == found.name):
        return None
    signature = session.signature(function)
    if signature is None:
        return None
    return _quietly(lambda: session.shape(signature.signature.result.shape, env, signature.span))


def call(
    session: Session, callee: Callee, axes: tuple[str, ...], arguments: list[Typed], parameters: list[Typed],
    env: Environment, span: Span,
) -> Typed:  # fmt: skip
    """A call of a function that the document defines, or of which it gives the signature."""
    name = callee.symbol.full_name
    chosen = _overload(callee.own, len(arguments), len(parameters))
    if chosen is None:
        known = " or ".join(sorted({_arity(b) for b in callee.own}))
        report(
            env,
            Diagnostic(
                "NT207",
                f"{name} takes {known}, and here has {_arity_text(len(arguments), len(parameters))}",
                span,
                operands=tuple(operand(a) for a in (*arguments, *parameters)),
                related=tuple(Related(b.span, f"{name} is defined here") for b in callee.own[:1]),
            ),
        )
        return poison(span)
    env.notebook.uses.append(Use(name, "function", chosen, None, callee.symbol.span))
    bound = _bind_axes(chosen.axes, axes)
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
    if isinstance(chosen, Signed):
        return _call_signed(session, chosen, bound, arguments, env, span)
    return _call_function(session, chosen, bound, [*arguments, *parameters], len(parameters), env, span, callee.symbol.span)


def _overload(own: Sequence[Function | Signed], count: int, extras: int) -> Function | Signed | None:
    for binding in own:
        if isinstance(binding, Function) and len(binding.parameters) == count and len(binding.extras) == extras:
            return binding
    for binding in own:
        if isinstance(binding, Function) and len(binding.parameters) == count and extras == 0:
            return binding
    for binding in own:
        if isinstance(binding, Signed) and len(binding.signature.arguments) == count:
            return binding
    return None


def _arity(binding: Function | Signed) -> str:
    if isinstance(binding, Function):
        return _arity_text(len(binding.parameters), len(binding.extras))
    return _arity_text(len(binding.signature.arguments), 0)


def _arity_text(count: int, extras: int) -> str:
    text = f"{count} argument" + ("" if count == 1 else "s")
    return text + (f" and {extras} after the semicolon" if extras else "")


def _bind_axes(formal: Sequence[str], actual: tuple[str, ...]) -> dict[str, tuple[str, ...]] | None:
    """Axis parameters by position; a single one may stand for several axes taken together."""
    if not formal and not actual:
        return {}
    if len(formal) == 1 and actual:
        return {formal[0]: actual}
    if len(formal) == len(actual):
        return {f: (a,) for f, a in zip(formal, actual, strict=True)}
    return None


def _call_function(
    session: Session, function: Function, bound: dict[str, tuple[str, ...]], values: list[Typed], given: int,
    env: Environment, span: Span, name_span: Span,
) -> Typed:  # fmt: skip
    if env.depth > MAX_CALLS:
        raise Unreadable("calls nested too deeply", span)
    checked = session.checked(function)
    letters = function.letters
    missing = letters[len(values) :] if not given else ()  # parameters after the `;` that the call leaves out
    child = Notebook(env.notebook.equations)
    inner = Environment(
        function.entry if not function.entry.companion else replace(env.at, companion=True),
        child, axes=dict(bound), depth=env.depth + 1, inside=function,
    )  # fmt: skip
    outer = replace(inner, axes=_signature_axes(checked.signature, list(bound.values())) or inner.axes)
    if any(v.shape is None for v in values):
        return poison(span)
    taken = _parameter_shapes(session, function, checked, inner, outer, env, values, name_span)
    if taken is None:
        return poison(span)
    shapes, sizes = taken
    inner = replace(inner, sizes=sizes)
    lifted = _lifted(env, values, [shapes.get(n) for n in letters[: len(values)]], span)
    if lifted is None:
        return poison(span)
    if checked.broken:
        env.notebook.blockers.append((function.name, function.entry))
        result = _stated_result(session, checked, replace(outer, sizes=sizes)) or checked.typed.shape
        return Typed(None, None if result is None else result | {a: s for a, s in lifted.items() if a not in result}, span)
    actual = dict(zip(letters, values, strict=False))
    wanted: dict[str, ShapeOf | None] = {n: shapes.get(n) for n in letters if n not in missing}
    # Without a signature, an axis that both the body names and the argument has is the same axis.
    named = {name for axis in checked.named for name in bound.get(axis, (axis,))}
    start = {n: {a: s for a, s in (v.shape or {}).items() if a in named} for n, v in actual.items()}
    body = _remembered(session, function, inner, wanted, actual, start)
    for letter, value in zip(letters, values, strict=False):  # axes found out from the body are not lifted
        for axis in wanted[letter] or {}:
            if shapes.get(letter) is None and _own(axis, letters, values, wanted):
                lifted.pop(axis, None)
    env.notebook.blockers.extend(child.blockers)
    errors = [d for d in child.diagnostics if d.severity is not Severity.NOTE]
    if errors or body.shape is None:
        if errors:
            _report_inner(env, function, errors[0], values, span)
        return poison(span)
    clash = [a for a in lifted if a in body.shape and not _own(a, letters, values, wanted)]
    if clash:
        _report_clash(env, function, clash, values, body.shape, span, checked)
        return poison(span)
    _note_capture(env, function, lifted, wanted, values, span)
    result = body.shape | {a: s for a, s in lifted.items() if a not in body.shape}
    plan = _plan(function, letters, values, wanted, body)
    return Typed(plan, result, span, frozenset().union(*(v.flows for v in values)) if values else frozenset())


def _remembered(
    session: Session, function: Function, inner: Environment, wanted: dict[str, ShapeOf | None],
    arguments: dict[str, Typed], start: dict[str, ShapeOf],
) -> Typed:  # fmt: skip
    """The body for a call, checked once for arguments of the same shapes: calls of calls would grow exponentially."""
    shapes = tuple((n, tuple((s or {}).items())) for n, s in wanted.items())
    given = tuple((n, tuple((a.shape or {}).items()), a.flows) for n, a in arguments.items())
    key = (function.entry.index, tuple(inner.axes.items()), shapes, given, tuple(inner.sizes.items()))
    found = session.bodies.get(key) if not function.entry.companion else None
    if found is None:
        alone = replace(inner, notebook=Notebook(session.environment(inner.at).notebook.equations))
        before = dict(wanted)
        body = _body(session, function, alone, before, arguments, start)
        found = (body, alone.notebook, before)
        session.bodies[key] = found
    body, notebook, filled = found
    inner.notebook.diagnostics.extend(notebook.diagnostics)
    inner.notebook.blockers.extend(notebook.blockers)
    if not inner.notebook.equations.include(notebook.equations) and not notebook.diagnostics:
        report(inner, Diagnostic("NT206", "the sizes do not fit", function.span))
    wanted.update(filled)
    return body


def _own(axis: str, letters: Sequence[str], values: Sequence[Typed], wanted: dict[str, ShapeOf | None]) -> bool:
    """Whether every argument that has an axis has it as an axis of its parameter, so that nothing is lifted by it."""
    return all(
        axis not in (v.shape or {}) or axis in (wanted.get(n) or {}) for n, v in zip(letters, values, strict=False)
    )


def _plan(
    function: Function, letters: Sequence[str], values: list[Typed], wanted: dict[str, ShapeOf | None], body: Typed
) -> Plan | None:
    plans = tuple(v.plan for v in values if v.plan is not None)
    if len(plans) != len(values) or body.plan is None or body.shape is None:
        return None
    parameters = tuple((n, tuple(wanted[n] or ())) for n in letters[: len(values)])
    return Call(FunctionPlan(function.name, parameters, body.plan, tuple(body.shape)), plans)


def _parameter_shapes(
    session: Session, function: Function, checked: Checked, inner: Environment, outer: Environment, env: Environment,
    values: list[Typed], name_span: Span,
) -> tuple[dict[str, ShapeOf], dict[str, Size]] | None:  # fmt: skip
    """The axes that each parameter takes of its argument, with the sizes of this call. None after an error."""
    shapes: dict[str, ShapeOf] = {}
    sizes: dict[str, Size] = {}
    ok = True
    patterns: list[tuple[ast.Expr, Size, Typed]] = []
    for letter, value in zip(function.letters, values, strict=False):
        written = checked.written.get(letter)
        if written is None:
            continue
        assert value.shape is not None
        shape: ShapeOf = {}
        signed = checked.signature is not None and written in checked.signature.signature.arguments
        there = outer if signed else inner
        names = [(n, sized.size) for sized in written.shape.axes for n in infer.axis_names(there, [sized.axis])]
        lacking = [n for n, _ in names if n not in value.shape]
        if lacking and value.flows:
            raise Demand(lacking[0], value.flows, value.span, value)
        if lacking:
            noun = "axis" if len(lacking) == 1 else "axes"
            report(
                env,
                Diagnostic(
                    "NT203",
                    f"{function.name} works on the {noun} {axes_text(lacking)}, which {value.text} does not have",
                    value.span,
                    label=f"no {noun} {axes_text(lacking)}",
                    operands=(operand(value), Operand(f"parameter {letter}", shape_text({n: default_size(n) for n, _ in names}))),
                    related=(Related((checked.signature or function).span, f"{function.name} is declared here"),),
                ),
            )
            ok = False
            continue
        for name, size in names:
            shape[name] = value.shape[name]
            if size is not None:
                patterns.append((size, value.shape[name], value))
            known = sizes.setdefault(f"|{name}|", value.shape[name])
            if size is None and not env.notebook.equations.unify(known, value.shape[name]):
                report(
                    env,
                    Diagnostic(
                        "NT206", f"axis `{name}` has two sizes among the arguments of {function.name}", value.span,
                        operands=tuple(operand(v) for v in values),
                    ),
                )  # fmt: skip
                ok = False
        shapes[letter] = shape
    if not ok:
        return None
    for size_node, actual, value in patterns:
        if isinstance(size_node, ast.Symbol) and size_node.full_name not in sizes:
            sizes[size_node.full_name] = actual
            continue
        expected = indexing.to_size(session, size_node, replace(outer, sizes=sizes))
        if not env.notebook.equations.unify(expected, actual):
            report(env, Diagnostic("NT206", f"{value.text} has a size that {function.name} does not take", value.span,
                                   operands=(operand(value),)))  # fmt: skip
            return None
    return shapes, sizes


def _lifted(env: Environment, values: Sequence[Typed], shapes: Sequence[ShapeOf | None], span: Span) -> ShapeOf | None:
    """The axes that arguments have beyond their parameters'; they must be compatible with each other (Def. 6)."""
    lifted: ShapeOf = {}
    for value, shape in zip(values, shapes, strict=True):
        for axis, size in (value.shape or {}).items():
            if shape is not None and axis in shape:
                continue
            if not env.notebook.equations.unify(lifted.setdefault(axis, size), size):
                report(
                    env,
                    Diagnostic("NT206", f"the lifted axis `{axis}` has two sizes", span, operands=tuple(operand(v) for v in values)),
                )  # fmt: skip
                return None
    return lifted


def _stated_result(session: Session, checked: Checked, inner: Environment) -> ShapeOf | None:
    signature = checked.signature
    if signature is None:
        return None
    return _quietly(lambda: session.shape(signature.signature.result.shape, inner, signature.span))


def _report_inner(env: Environment, function: Function, inner: Diagnostic, values: Sequence[Typed], span: Span) -> None:
    """An error in the body that arises only from the arguments of this call."""
    report(
        env,
        Diagnostic(
            inner.code,
            f"with these arguments, in the body of {function.name}: {inner.message}",
            span,
            operands=tuple(operand(v) for v in values),
            related=(Related(inner.span, "in the body, here"),),
        ),
    )


def _report_clash(
    env: Environment, function: Function, clash: list[str], values: Sequence[Typed], result: ShapeOf, span: Span,
    checked: Checked,
) -> None:  # fmt: skip
    noun = "axis" if len(clash) == 1 else "axes"
    report(
        env,
        Diagnostic(
            "NT205",
            f"the lifted {noun} {axes_text(clash)} would collide with an axis of the result of {function.name}",
            span,
            label=f"{axes_text(clash)} is an axis of an argument beyond its parameter, and of the result",
            operands=(*(operand(v) for v in values), Operand("result", shape_text(result))),
            related=(Related((checked.signature or function).span, f"{function.name} is declared here"),),
        ),
    )


def _note_capture(
    env: Environment, function: Function, lifted: ShapeOf, wanted: dict[str, ShapeOf | None], values: Sequence[Typed],
    span: Span,
) -> None:  # fmt: skip
    """A reader may take a lifted axis for the axis of the same name that the body works on."""
    bound = {axis for shape in wanted.values() for axis in shape or {}}
    for axis in lifted:
        if axis in bound:
            holders = [v for v, (_, s) in zip(values, wanted.items(), strict=False) if v.shape and axis in v.shape and axis not in (s or {})]
            if not holders:
                continue
            report(
                env,
                Diagnostic(
                    "NT401",
                    f"the axis `{axis}` of {holders[0].text} is lifted: it is not the axis `{axis}` that the body of "
                    f"{function.name} works on",
                    holders[0].span,
                    operands=tuple(operand(v) for v in values),
                    related=(Related(function.span, f"{function.name} is defined here"),),
                ),
            )


def _call_signed(
    session: Session, signed: Signed, bound: dict[str, tuple[str, ...]], values: list[Typed], env: Environment, span: Span
) -> Typed:
    """A function of which only the signature is known: any smooth function of that type."""
    inner = Environment(signed.entry, env.notebook, axes=dict(bound), depth=env.depth + 1)
    shapes: list[ShapeOf] = []
    for value, written in zip(values, signed.signature.arguments, strict=True):
        shape = session.shape(written.shape, inner, written.span)
        if shape is None or value.shape is None:
            return poison(span)
        lacking = [a for a in shape if a not in value.shape]
        if lacking:
            report(
                env,
                Diagnostic(
                    "NT203", f"{signed.name} works on {axes_text(lacking)}, which {value.text} does not have", value.span,
                    label=f"no axis {axes_text(lacking)}", operands=(operand(value),),
                    related=(Related(signed.span, f"{signed.name} is declared here"),),
                ),
            )  # fmt: skip
            return poison(span)
        shapes.append(shape)
    result = session.shape(signed.signature.result.shape, inner, signed.span)
    lifted = _lifted(env, values, shapes, span)
    if result is None or lifted is None:
        return poison(span)
    clash = [a for a in lifted if a in result]
    if clash:
        raise Unreadable("lifting collides with the result of a function that is only declared", span)
    plans = tuple(v.plan for v in values if v.plan is not None)
    plan = None
    if len(plans) == len(values):
        plan = Smooth(signed.name, tuple(tuple(s) for s in shapes), tuple(result.items()), plans)
    return Typed(plan, result | lifted, span)


__all__ = ["Checked", "Equations", "Parameter", "agree", "call", "check_definition", "with_demands"]
