"""Equations called on arrays with axes to lift over, in tiles of any size, are what they are slice by slice."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import ntdoc
from ntdoc.evaluation import tiling
from tests.api_samples import paper
from tests.property.algebra import SIZES, Expression, Named, some_axes, tensor_set, well_formed
from tests.property.test_lifting import slicewise

unhurried = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])


def document(first: tuple[str, ...], second: tuple[str, ...], result: tuple[str, ...], body: Expression) -> str:
    return "\n".join(
        (
            r"\begin{align*}",
            rf"\mathrm{{f}} &\colon {tensor_set(first)} \times {tensor_set(second)} \to {tensor_set(result)} \\",
            rf"\mathrm{{f}}(x, y) &= {body.latex()}",
            r"\end{align*}",
        )
    )


@unhurried
@given(some_axes, some_axes, st.integers(8, 400), st.sampled_from(["float64", "float32", "torch"]), st.data())
def test_tiles_are_the_whole(
    first: tuple[str, ...], second: tuple[str, ...], tile: int, kind: str, data: st.DataObject
) -> None:
    parameters = {"x": frozenset(first), "y": frozenset(second)}
    body = data.draw(well_formed(parameters))
    extra = {}
    for name, axes in parameters.items():
        free = [a for a in SIZES if a not in axes and a not in body.axes]
        extra[name] = frozenset(data.draw(st.lists(st.sampled_from(free), unique=True, max_size=2)) if free else ())
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    values = {}
    for name, axes in parameters.items():
        order = tuple(data.draw(st.permutations(sorted(axes | extra[name]))))
        values[name] = Named(order, rng.normal(size=[SIZES[a] for a in order]))
    wanted = slicewise(body.expression, values, extra, body.axes)

    function = paper(document(first, second, tuple(sorted(body.axes)), body.expression)).f
    convert = torch.tensor if kind == "torch" else np.dtype(kind).type
    arguments = [ntdoc.array(convert(np.asarray(x.numbers)), *x.axes) for x in values.values()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiling, "TILE_BYTES", tile)
        got = function(*arguments)
    event(
        "compiled" if all(c is not None for r in function._plans.values() for c in r.plan._codes.values()) else "walked"
    )
    single = kind == "float32"
    assert str(got.data.dtype).removeprefix("torch.") == ("float32" if single else "float64")
    close = (
        {"rtol": 1e-3, "atol": 1e-3 * max(1, np.abs(wanted.numbers).max(initial=0))}
        if single
        else {"rtol": 1e-9, "atol": 1e-9}
    )
    np.testing.assert_allclose(got.to_numpy(*wanted.axes), wanted.numbers, **close)
    for argument, value in zip(arguments, values.values(), strict=True):
        np.testing.assert_array_equal(argument.data, convert(np.asarray(value.numbers)), "an argument was written on")
