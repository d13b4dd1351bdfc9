"""A function applied to tensors with more axes than its signature says acts on every slice (Def. 5, 6)."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from ntdoc.report import Status
from tests.property.algebra import SIZES, Expression, Named, Renaming, Well, some_axes, tensor_set, well_formed
from tests.property.compiled import compiled, declared, defining, same, told, values_of

unhurried = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def slice_of(x: Named, index: dict[str, int], lifted: frozenset[str]) -> Named:
    """The part of a tensor at an index of its lifted axes."""
    at = tuple(index[a] if a in lifted else slice(None) for a in x.axes)
    return Named(tuple(a for a in x.axes if a not in lifted), x.numbers[at])


def slicewise(
    body: Expression, arguments: dict[str, Named], extra: dict[str, frozenset[str]], result: frozenset[str]
) -> Named:
    """The body on every slice, one after the other."""
    lifted = sorted(frozenset().union(*extra.values()))
    axes = (*lifted, *sorted(result))
    out = np.zeros([SIZES[a] for a in axes])
    for at in itertools.product(*(range(SIZES[a]) for a in lifted)):
        index = dict(zip(lifted, at, strict=True))
        value = body.value({name: slice_of(x, index, extra[name]) for name, x in arguments.items()})
        out[at] = np.transpose(value.numbers, [value.axes.index(a) for a in sorted(result)])
    return Named(axes, out)


@unhurried
@given(some_axes, some_axes, st.data())
def test_a_function_acts_on_every_slice(first: tuple[str, ...], second: tuple[str, ...], data: st.DataObject) -> None:
    parameters = {"x": frozenset(first), "y": frozenset(second)}
    body = data.draw(well_formed(parameters))
    extra = {}
    for name, axes in parameters.items():
        free = [a for a in SIZES if a not in axes and a not in body.axes]
        extra[name] = frozenset(data.draw(st.lists(st.sampled_from(free), unique=True, max_size=2)) if free else ())
    event(f"lifted: {sum(map(len, extra.values()))}")
    shapes = {"A": tuple(sorted(parameters["x"] | extra["x"])), "B": tuple(sorted(parameters["y"] | extra["y"]))}
    text = declared(shapes) + "\n".join(
        (
            r"\begin{align*}",
            rf"\mathrm{{f}} &\colon {tensor_set(first)} \times {tensor_set(second)}",
            rf"\to {tensor_set(tuple(body.axes))} \\",
            rf"\mathrm{{f}}(x, y) &= {body.expression.latex()}",
            r"\end{align*}",
            "",
            "$$",
            r"Z = \mathrm{f}(A, B)",
            "$$",
        )
    )
    report = compiled(text)
    assert not told(report), text
    values = values_of(report)
    wanted = slicewise(body.expression, {"x": values["A"], "y": values["B"]}, extra, body.axes)
    assert same(defining(report, "Z"), wanted), text


@unhurried
@given(some_axes.filter(len), st.data())
def test_a_lifted_axis_must_not_be_an_axis_of_the_result(first: tuple[str, ...], data: st.DataObject) -> None:
    body = data.draw(well_formed({"x": frozenset(first)}))
    if not body.axes - {*first}:  # then give it an axis that the parameter lacks
        able = [
            (a, b) for a in sorted(body.axes) for b in SIZES if b not in (*first, *body.axes) and SIZES[a] == SIZES[b]
        ]
        assume(able)
        old, new = data.draw(st.sampled_from(able))
        body = Well(Renaming(old, new, body.expression), body.axes - {old} | {new})
    clashing = sorted(body.axes - {*first})
    axis = data.draw(st.sampled_from(clashing))
    report = compiled(
        declared({"A": (*first, axis)})
        + rf"$$ \mathrm{{f}} \colon {tensor_set(first)} \to {tensor_set(tuple(body.axes))} $$"
        + rf"$$ \mathrm{{f}}(x) = {body.expression.latex()} $$"
        + "\n\n$$\n"
        + r"Z = \mathrm{f}(A)"
        + "\n$$\n"
    )
    assert [d.code for d in report.problems] == ["NT205"]
    assert defining(report, "Z").status is Status.ERROR
