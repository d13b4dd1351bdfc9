"""Differentials of generated expressions are what differences of high order say, on every slice."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from tests.property.algebra import SIZES, Named, some_axes, tensor_set, well_formed
from tests.property.compiled import compiled, declared, defining, told, values_of
from tests.property.test_lifting import slicewise

unhurried = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
WEIGHTS = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}


@unhurried
@given(some_axes, some_axes, st.data())
def test_a_differential_is_what_differences_say(
    first: tuple[str, ...], second: tuple[str, ...], data: st.DataObject
) -> None:
    parameters = {"x": frozenset(first), "y": frozenset(second)}
    body = data.draw(well_formed(parameters))
    extra = {}
    for name, axes in parameters.items():
        free = [a for a in SIZES if a not in axes and a not in body.axes]
        extra[name] = frozenset(data.draw(st.lists(st.sampled_from(free), unique=True, max_size=1)) if free else ())
    event(f"lifted: {sum(map(len, extra.values()))}")
    shapes = {
        letter: tuple(sorted(parameters[name] | extra[name]))
        for letter, name in {"A": "x", "G": "x", "B": "y", "H": "y"}.items()
    }
    text = declared(shapes) + "\n".join(
        (
            r"\begin{align*}",
            rf"\mathrm{{f}} &\colon {tensor_set(first)} \times {tensor_set(second)}",
            rf"\to {tensor_set(tuple(body.axes))} \\",
            rf"\mathrm{{f}}(x, y) &= {body.expression.latex()}",
            r"\end{align*}",
            "",
            "$$",
            r"D = \partial \mathrm{f}(A, B; G, H)",
            "$$",
            "",
            "$$",
            r"E = \frac{\partial \mathrm{f}(A, B)}{\partial A^*}",
            "$$",
            "",
            "$$",
            r"F = \partial \mathrm{f}(A, B; G, 0 H)",
            "$$",
        )
    )
    report = compiled(text)
    assert not told(report), [d.message for d in report.problems]
    values = values_of(report)
    wanted = [change(body, values, extra, step, both=True) for step in (1e-3, 5e-4)]
    assume(close(*wanted, 1e-7))  # no kink in between
    if "max" in text or "min" in text:  # nor a tie, as of `x - x`: there it is undefined
        assume(np.isfinite(value_of(report, "D").numbers).all())
    assert close(value_of(report, "D"), wanted[0], 1e-7), text
    by_first = change(body, values, extra, 1e-3, both=False)
    assert close(value_of(report, "F"), by_first, 1e-7), text
    assert close(contracted(value_of(report, "E"), values["G"]), by_first, 1e-7), text


def value_of(report: object, name: str) -> Named:
    value = defining(report, name).value  # type: ignore[arg-type]
    assert value is not None
    return Named(value.axes, np.asarray(value.data))


def change(body: object, values: dict[str, Named], extra: dict[str, frozenset[str]], step: float, both: bool) -> Named:
    """The change of the body per unit of the increments G and H, or of G alone."""

    def at(k: int) -> Named:
        a, g, b, h = (values[name] for name in "AGBH")
        h = Named(h.axes, h.numbers if both else 0 * h.numbers)
        moved = {"x": plus(a, g, k * step), "y": plus(b, h, k * step)}
        return slicewise(body.expression, moved, extra, body.axes)  # type: ignore[attr-defined]

    axes = at(1).axes
    return Named(axes, sum(w * (at(k).numbers - at(-k).numbers) for k, w in WEIGHTS.items()) / step)


def plus(x: Named, h: Named, factor: float) -> Named:
    return Named(x.axes, x.numbers + factor * np.transpose(h.numbers, [h.axes.index(a) for a in x.axes]))


def contracted(derivative: Named, increment: Named) -> Named:
    """The derivative contracted with an increment over the starred axes."""
    for axis in increment.axes:
        assert f"{axis}*" in derivative.axes
    kept = tuple(a for a in derivative.axes if not a.endswith("*"))
    ordered = np.transpose(
        derivative.numbers, [derivative.axes.index(a) for a in (*kept, *(f"{a}*" for a in increment.axes))]
    )
    return Named(kept, np.tensordot(ordered, increment.numbers, axes=len(increment.axes)))


def close(x: Named, y: Named, tolerance: float) -> bool:
    if {*x.axes} != {*y.axes}:
        return False
    moved = np.transpose(x.numbers, [x.axes.index(a) for a in y.axes])
    return bool(
        np.allclose(
            moved, y.numbers, rtol=tolerance, atol=tolerance * max(1.0, float(np.abs(y.numbers).max(initial=0)))
        )
    )
