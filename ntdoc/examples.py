"""The example beside each statement: real numbers that go in and come out, and the parts on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ntdoc.axis_order import Orders, stored, uses_of
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.intermediate import parts_of
from ntdoc.naming import axis_tex, name_tex
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import Domain
from ntdoc.report import Example, Kind, Labelled, Part, Status
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.calculus.differentials import MARK
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Parameter, Sampled, ShapeOf
from ntdoc.shapes.samples.domains import domain_of
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.check import parameters
from ntdoc.verification.conditions import leaves_out
from ntdoc.verification.verdicts import Verdict


def example_of(session: Session, judged: Judged, verdict: Verdict, orders: Orders) -> Example:
    """The numbers beside a statement: what goes in, what comes out."""
    found = _example(session, judged, verdict)

    def as_written(shown: Labelled) -> Labelled:
        return replace(shown, array=_unmarked(stored(shown.array, _order_of(judged, shown, orders))))

    parts: tuple[Part, ...] = ()
    if verdict.status is Status.EVALUATED and verdict.runner is not None:
        parts = parts_of(session, judged, verdict.runner)
        parts = tuple(replace(p, array=_unmarked(stored(p.array, orders.within(judged, p.array.axes)))) for p in parts)
    inputs, results = tuple(map(as_written, found.inputs)), tuple(map(as_written, found.results))
    return Example(inputs, results, found.call, parts)


def samples_of(
    judged: Iterable[Judged], verdicts: Iterable[Verdict]
) -> dict[int, tuple[Runner, dict[str, NamedArray]]]:
    """By the place of a definition, what runs its example, and the parameters of a function in it."""
    found: dict[int, tuple[Runner, dict[str, NamedArray]]] = {}
    for j, verdict in zip(judged, verdicts, strict=True):
        if j.binding is not None and verdict.runner is not None:
            with suppress(*STOPS):
                given = parameters(j, verdict.runner) if j.function is not None else {}
                found[j.role.entry.index] = verdict.runner, given
    return found


def _order_of(judged: Judged, shown: Labelled, orders: Orders) -> tuple[str, ...]:
    """The order of the axes of an array of a statement: of a symbol that of its row in the table."""
    used = next((use for use in uses_of(judged) if use.name == shown.label and use.typed is not None), None)
    if used is None or used.typed is None:
        return orders.within(judged, shown.array.axes)
    return orders.of(used.name, used.typed.shape or ())


def _unmarked(array: NamedArray) -> NamedArray:
    """Index variables are axes within ntdoc, set apart by a mark that means nothing to a reader."""
    axes = tuple([axis.removeprefix("#") for axis in array.axes])
    return NamedArray(axes, array.data) if len(set(axes)) == len(axes) else array


def _example(session: Session, judged: Judged, verdict: Verdict) -> Example:
    runner = verdict.runner
    if runner is None or verdict.status is Status.SKIPPED:
        return Example()
    if isinstance(judged.role.entry.parsed, ast.Signature):
        return _signature_example(session, judged, judged.role.entry.parsed, runner)
    inputs: dict[str, Labelled] = {}
    if judged.function is not None and verdict.status is Status.EVALUATED:
        with suppress(*STOPS):
            for name, array in parameters(judged, runner).items():
                inputs[name] = Labelled(name, name_tex(name), array)
    for use in uses_of(judged):
        if use.name in inputs or use.typed is None or use.role in ("index", "limit", "function"):
            continue
        if use.typed.plan is None:
            if verdict.status is Status.BLOCKED and use.typed.shape is not None:
                inputs |= _stand_in(use.name, use.typed.shape, runner)
            continue
        if judged.binding is not None and use.name == judged.binding.name and use.role != "parameter":
            continue
        if isinstance(use.typed.plan, Parameter):
            continue
        try:
            inputs[use.name] = Labelled(use.name, name_tex(use.name), runner.run(use.typed.plan, {}))
        except (*STOPS, KeyError):
            continue
    for name, array in _increments(judged, runner):
        inputs.setdefault(name, Labelled(name, name_tex(name), array))
    results: list[Labelled] = []
    call = ""
    if judged.function is not None and isinstance(judged.binding, Function):
        call = call_tex(judged.binding)
        if verdict.value is not None:
            results.append(Labelled(call_text(judged.binding), call, verdict.value))
    elif judged.kind is Kind.DECLARATION or judged.kind is Kind.CONSTRAINT:
        for name, typed in sorted(session.members.get(judged.role.entry.index, {}).items()):
            if name not in inputs and typed.plan is not None:
                with suppress(*STOPS, KeyError):
                    inputs[name] = Labelled(name, name_tex(name), runner.run(typed.plan, {}))
        return Example((), tuple(inputs.values()))
    elif verdict.value is not None:
        results.extend(_results(judged, verdict, runner))
    return Example(tuple(inputs.values()), tuple(results), call)


def _increments(judged: Judged, runner: Runner) -> Iterator[tuple[str, NamedArray]]:
    """The differentials that numbers depend on though the row names them only within others: `∂X` in `∂(\\exp X)`."""
    if not any(isinstance(part, ast.Differential) for part in walk((judged.left, judged.right))):
        return
    for plan in judged.plans:
        for part in walk(plan):
            if isinstance(part, Sampled) and part.key.startswith(MARK):
                with suppress(*STOPS, KeyError):
                    yield part.key, runner.run(part, {})


def _stand_in(name: str, shape: ShapeOf, runner: Runner) -> dict[str, Labelled]:
    """A sample in the place of a tensor whose value is not to be had, because something before it is in error."""
    try:
        array = runner.run(Sampled(name, tuple(shape.items()), Domain()), {})
    except (*STOPS, KeyError):
        return {}
    return {name: Labelled(f"{name} (a sample: its value is blocked)", name_tex(name), array)}


def _signature_example(session: Session, judged: Judged, parsed: ast.Signature, runner: Runner) -> Example:
    """What a function of this type takes: a sample of each argument, under the letters of its definition."""
    env = session.environment(judged.role.entry)
    own = session.scope.function(judged.role.name or "", judged.role.entry)
    letters = next(
        (f.letters for f in own if isinstance(f, Function) and len(f.parameters) == len(parsed.arguments)), ()
    )
    inputs = []
    for number, tensor_set in enumerate(parsed.arguments):
        name = letters[number] if number < len(letters) else f"x_{number + 1}"
        try:
            shape = session.shape(tensor_set.shape, env) or {}
            domain, limit = domain_of(session, tensor_set.base, "", False, env)
            array = runner.run(Sampled(name, tuple(shape.items()), domain, limit), {})
        except (*STOPS, KeyError, Unreadable):
            continue
        inputs.append(Labelled(name, name_tex(name), array))
    return Example(tuple(inputs))


def _results(judged: Judged, verdict: Verdict, runner: Runner) -> Iterator[Labelled]:
    assert verdict.value is not None
    if judged.binding is not None:
        written = isinstance(judged.binding, Tensor) and _in_numbers(judged.binding.body)
        yield Labelled(judged.binding.name, name_tex(judged.binding.name), verdict.value, written=written)
        return
    label = " ".join(judged.left.span.text.split()) if judged.left is not None else "value"
    if judged.kind is Kind.CLAIM and judged.member is None:
        unsaid = leaves_out(judged, verdict.value, runner)
        yield Labelled("left side", "\\text{left side}", verdict.value, unsaid, _in_numbers(judged.left))
        if judged.other is not None and judged.other.plan is not None:
            try:
                right = runner.run(judged.other.plan, {})
                yield Labelled("right side", "\\text{right side}", right, written=_in_numbers(judged.right))
            except STOPS:
                return
        return
    yield Labelled(label if len(label) < 40 else "value", "\\text{value}", verdict.value)


def _in_numbers(node: object) -> bool:
    """Whether a side of a formula is an array whose entries are numbers: what it comes to stands there."""
    if not isinstance(node, ast.Matrix):
        return False
    entries = (cell for row in node.cells for cell in row)
    return all(isinstance(part, ast.Number) or _is_signed(part) for part in entries)


def _is_signed(node: ast.Expr) -> bool:
    return isinstance(node, ast.Sum) and len(node.terms) == 1 and isinstance(node.terms[0][1], ast.Number)


def call_text(function: Function) -> str:
    if not function.parameters:  # a tensor for each choice of axes
        return function.name
    inner = ", ".join(s.full_name for s in function.parameters)
    if function.extras:
        inner += "; " + ", ".join(s.full_name for s in function.extras)
    return f"{function.name}({inner})"


def call_tex(function: Function) -> str:
    inner = ", ".join(name_tex(s.full_name) for s in function.parameters)
    if function.extras:
        inner += "; " + ", ".join(name_tex(s.full_name) for s in function.extras)
    name = name_tex(function.name)
    if function.axes:
        below = ", ".join(axis_tex(a) for a in function.axes)
        if not function.parameters:
            return f"{name}_{{{below}}}"
        name = f"\\underset{{{below}}}{{{name}}}"
    return f"{name}({inner})"


def array_of(judged: Judged, value: NamedArray | None, orders: Orders) -> NamedArray | None:
    """The value of a statement with its axes in the order in which the author writes them."""
    return _unmarked(stored(value, orders.within(judged, value.axes))) if value is not None else None
