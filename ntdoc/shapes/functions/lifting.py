"""Lifting (Def. 5 and 6): the axes that arguments have beyond those of their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import report
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Typed, axes_text, operand, shape_text
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.functions.functions import Checked


def is_own(axis: str, letters: Sequence[str], values: Sequence[Typed], wanted: dict[str, ShapeOf | None]) -> bool:
    """Whether every argument that has an axis has it as an axis of its parameter, so that nothing is lifted by it."""
    return all(
        axis not in (v.shape or {}) or axis in (wanted.get(n) or {}) for n, v in zip(letters, values, strict=False)
    )


def lifted_axes(
    env: Environment, values: Sequence[Typed], shapes: Sequence[ShapeOf | None], span: Span
) -> ShapeOf | None:
    """The axes that arguments have beyond their parameters'; they must be compatible with each other (Def. 6)."""
    lifted: ShapeOf = {}
    for value, shape in zip(values, shapes, strict=True):
        for axis, size in (value.shape or {}).items():
            if shape is not None and axis in shape:
                continue
            if not env.notebook.equations.unify(lifted.setdefault(axis, size), size):
                report(
                    env,
                    Diagnostic(
                        "NT206",
                        f"the lifted axis `{axis}` has two sizes",
                        span,
                        operands=tuple(operand(v) for v in values),
                    ),
                )
                return None
    return lifted


def is_as_marked(
    env: Environment, name: str, mark: Sequence[str] | None, lifted: ShapeOf, values: Sequence[Typed], span: Span
) -> bool:
    """Whether a function is lifted over the axes that its mark says: `f^{\\mathcal{S'}}` over those of S'.

    What has a shape of its own may have further axes, over which the lift is lifted again; what a law says of any
    tensor has those that its marks give it.
    """
    further = [axis for axis in lifted if axis not in (mark or ())]
    if mark is None or (set(mark) <= set(lifted) and not (further and any(v.flows for v in values))):
        return True
    said, found = (axes_text(list(axes)) if axes else "no axis" for axes in (mark, lifted))
    problem = f"{name} is said to be lifted over {said}, and is lifted over {found}"
    report(env, Diagnostic("NT204", problem, span, operands=tuple(operand(v) for v in values)))
    return False


def report_clash(
    env: Environment,
    function: Function,
    clash: list[str],
    values: Sequence[Typed],
    result: ShapeOf,
    span: Span,
    checked: Checked,
) -> None:
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


def note_capture(
    env: Environment,
    function: Function,
    lifted: ShapeOf,
    wanted: dict[str, ShapeOf | None],
    values: Sequence[Typed],
) -> None:
    """A reader may take a lifted axis for the axis of the same name that the body works on."""
    bound = {axis for shape in wanted.values() for axis in shape or {}}
    for axis in lifted:
        if axis in bound:
            holders = [
                v
                for v, (_, s) in zip(values, wanted.items(), strict=False)
                if v.shape and axis in v.shape and axis not in (s or {})
            ]
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


def report_inner(env: Environment, function: Function, inner: Diagnostic, values: Sequence[Typed], span: Span) -> None:
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
