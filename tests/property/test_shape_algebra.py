"""Random expressions compute what numpy computes, and are refused exactly when an axis is missing."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, assume, event, example, given, settings
from hypothesis import strategies as st

from ntdoc.diagnostics import Severity
from ntdoc.report import Status
from tests.property.algebra import (
    SIZES,
    Both,
    Expression,
    IllFormed,
    Letter,
    Named,
    Renaming,
    expressions,
    some_axes,
    tensor_set,
    well_formed,
)
from tests.property.compiled import compiled, declared, defining, same, told, values_of

LETTERS = ("A", "B", "C")
shapes_of_letters = st.fixed_dictionaries(dict.fromkeys(LETTERS, some_axes))
unhurried = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def zeros(shapes: dict[str, tuple[str, ...]]) -> dict[str, Named]:
    return {name: Named(axes, np.zeros([SIZES[a] for a in axes])) for name, axes in shapes.items()}


@unhurried
@given(shapes_of_letters, st.data())
def test_a_definition_has_the_value_that_numpy_computes(
    shapes: dict[str, tuple[str, ...]], data: st.DataObject
) -> None:
    drawn = data.draw(well_formed({name: frozenset(axes) for name, axes in shapes.items()}))
    text = declared(shapes) + f"$$\nY = {drawn.expression.latex()}\n$$\n"
    report = compiled(text)
    assert not told(report), text
    wanted = drawn.expression.value(values_of(report))
    assert {*wanted.axes} == drawn.axes
    assert same(defining(report, "Y"), wanted), text


@unhurried
@given(shapes_of_letters, expressions(st.sampled_from(LETTERS)))
@example({"A": ("row",), "B": (), "C": ("col",)}, Both("+", Letter("C"), Renaming("row", "col", Letter("A"))))
def test_it_is_refused_exactly_when_an_axis_is_missing_or_twice(
    shapes: dict[str, tuple[str, ...]], expression: Expression
) -> None:
    try:
        expression.value(zeros(shapes))
        fits = True
    except IllFormed:
        fits = False
    event(f"fits: {fits}")
    text = declared(shapes) + f"$$\nY = {expression.latex()}\n$$\n"
    report = compiled(text)
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    assert (not errors) == fits, text
    assert defining(report, "Y").status is (Status.EVALUATED if fits else Status.ERROR)
    assert {d.code for d in errors} <= {"NT203", "NT206", "NT208", "NT209"}


@unhurried
@given(shapes_of_letters, some_axes, st.data())
def test_a_stated_shape_is_refused_exactly_when_it_is_another(
    shapes: dict[str, tuple[str, ...]], stated: tuple[str, ...], data: st.DataObject
) -> None:
    drawn = data.draw(well_formed({name: frozenset(axes) for name, axes in shapes.items()}, depth=2))
    if data.draw(st.booleans()):
        stated = tuple(sorted(drawn.axes))
    text = declared(shapes) + f"$$\nY = {drawn.expression.latex()} \\in {tensor_set(stated)}\n$$\n"
    report = compiled(text)
    assert told(report) == ([] if {*stated} == drawn.axes else ["NT204"]), text


@unhurried
@given(shapes_of_letters, st.data())
def test_a_claim_is_verified_for_the_same_and_fails_for_something_else(
    shapes: dict[str, tuple[str, ...]], data: st.DataObject
) -> None:
    letters = {name: frozenset(axes) for name, axes in shapes.items()}
    left, right = data.draw(well_formed(letters, depth=2)), data.draw(well_formed(letters, depth=2))
    assume(left.axes == right.axes)
    report = compiled(
        declared(shapes) + f"$$\nY = {left.expression.latex()}\n$$\n\n$$\n1 + Y = 1 + {right.expression.latex()}\n$$\n"
    )
    claim = next(s for s in report.statements if s.kind == "claim")
    values = values_of(report)
    x, y = left.expression.value(values), right.expression.value(values)
    ordered = np.transpose(y.numbers, [y.axes.index(a) for a in x.axes])
    equal = bool(np.allclose(x.numbers, ordered, rtol=1e-10, atol=1e-10))
    event(f"equal: {equal}")
    if equal:  # by chance on this sample, or always
        assert claim.status in (Status.VERIFIED, Status.FAILED)
    else:
        assert claim.status is Status.FAILED
    if left.expression == right.expression:
        assert claim.status is Status.VERIFIED
