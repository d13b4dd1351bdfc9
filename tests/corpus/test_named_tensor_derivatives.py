"""Differentials and derivatives of the published paper are what a complex step through plain numpy gives, to 1e-9."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ntdoc.operations.array import NamedArray
from tests.corpus import networks as net
from tests.corpus.networks import Array
from tests.corpus.paper import MENDED, PAPER, Page, Ran, along, close, compiled, copy, jacobian, matrix, side_by_side

pytestmark = pytest.mark.skipif(not PAPER.is_file(), reason="the corpus of published documents is not here")

FILE = "calculus.tex"
SIZES = {"|seq|": 5, "|key|": 3, "|val|": 2, "|ax|": 4}
"""No two axes of attention have the same size."""

Of = Callable[[dict[str, Array], list[str]], Array]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return compiled(copy(tmp_path_factory.mktemp("mended"), MENDED))


def agrees(side: NamedArray, axes: list[str], wanted: Array) -> bool:
    """Whether a side is an array with all these dimensions, of size 1 where the side lacks the axis."""
    own = [axis for axis in axes if axis in side.axes]
    lacking = [wanted.shape[number] for number, axis in enumerate(axes) if axis not in side.axes]
    if set(own) != set(side.axes) or set(lacking) > {1}:
        return False
    return close(matrix(side, " ".join(own)).reshape(wanted.shape), wanted)


def direction(of: Of, drawn: dict[str, NamedArray]) -> tuple[list[str], Array]:
    """The differential of a function of the tensors that were drawn, with all their axes side by side."""
    axes, arrays = side_by_side(drawn)
    names = [name for name in arrays if not name.startswith("∂")]

    def function(*values: Array) -> Array:
        return of(dict(zip(names, values, strict=True)), axes)

    changes = [arrays.get(f"∂{name}", np.zeros_like(arrays[name])) for name in names]
    return axes, along(function, [arrays[name] for name in names], changes)


def total(x: Array, axes: list[str]) -> Array:
    return np.asarray(x.sum(axis=axes.index("ax"), keepdims=True))


RULES: dict[int, Of] = {
    65: lambda t, _: t["U"] + t["V"],
    66: lambda t, _: t["U"] * t["V"],
    67: lambda t, _: t["U"] / t["V"],
    68: lambda t, axes: total(t["U"], axes),
    69: lambda t, axes: total(t["U"] * t["V"], axes),
    80: lambda t, _: np.exp(t["U"]),
    60: lambda t, axes: total(t["X"] * t["X"], axes),
    123: lambda t, _: t["X"],
    **dict.fromkeys(
        [*range(86, 94), 129, 131, 132, 133], lambda t, axes: net.softmax(t["X"], axes.index("ax"))
    ),
}  # fmt: skip


@pytest.mark.parametrize("line", RULES)
def test_rule(page: Page, line: int) -> None:
    """Each side of each instance, with more axes than the rule names."""
    runs = page.ran(FILE, line)
    several = line not in (129, 131, 132, 133)  # the axes of those are all written
    assert len(runs) > 2 or not several
    for ran in runs:
        axes, wanted = direction(RULES[line], ran.drawn)
        assert len(ran.sides) == 2
        assert np.any(wanted != 0)
        for side in ran.sides:
            assert agrees(side, axes, wanted), (line, ran.sizes)


@pytest.mark.parametrize("line", RULES)
def test_the_report_shows_what_a_rule_needs(page: Page, line: int) -> None:
    example = page.statement(FILE, line).example
    axes, wanted = direction(RULES[line], {shown.label: shown.array for shown in example.inputs})
    assert len(example.results) == 2
    assert all(agrees(shown.array, axes, wanted) for shown in example.results)


def test_rules_of_entries_and_names(page: Page) -> None:
    """An entry of a differential, and a differential whose axis is renamed."""
    for line in (70, 71):
        for ran in page.ran(FILE, line):
            change = ran.drawn["∂U"]
            names = {axis: axis for axis in change.axes}
            if line == 71:
                names["ax"] = "ax'"
            for side in ran.sides:
                own = [names[axis] for axis in change.axes]
                back = NamedArray(tuple(axis.removeprefix("#s.") for axis in side.axes), side.data)
                assert close(matrix(back, " ".join(own)), np.asarray(change.data))


def test_increment_of_a_square(page: Page) -> None:
    for ran in page.ran(FILE, 56):
        (x, h) = (matrix(ran.drawn[name], "ax") for name in ("X", "H"))
        wanted = along(lambda y: np.asarray(y @ y), [x], [h])
        assert all(close(matrix(side), wanted) for side in ran.sides)


def test_derivative_of_softmax(page: Page) -> None:
    for ran in page.ran(FILE, 137):
        wanted = jacobian(net.softmax, matrix(ran.drawn["X"], "ax"))
        assert len(wanted) > 1
        assert all(close(matrix(side, "ax ax*"), wanted) for side in ran.sides)


def test_identities(page: Page) -> None:
    (one,) = page.ran(FILE, 114)
    assert all(close(matrix(side, "#i #j"), np.eye(side.data.shape[0])) for side in one.sides)
    for ran in page.ran(FILE, 118):
        own = [axis for axis in ran.drawn["A"].axes if axis != "ax"]
        wanted = matrix(ran.drawn["A"], " ".join(["ax", *own]))
        assert all(close(matrix(side, " ".join(["ax'", *own])), wanted) for side in ran.sides)


# --- attention, without its scale ---


def attention(q: Array, k: Array, v: Array) -> Array:
    return net.attention(q, k, v, scale=1.0)


AXES = {"Q": "key", "K": "seq key", "V": "seq val"}


def inputs(drawn: dict[str, NamedArray], mark: str = "") -> dict[str, Array]:
    return {name: matrix(drawn[mark + name], axes) for name, axes in AXES.items() if mark + name in drawn}


def test_attention_itself(page: Page) -> None:
    found = page.shown(FILE, 171)
    assert close(matrix(found["Att(Q, K, V)"], "val"), attention(*inputs(found).values()))


DIFFERENTIALS = {
    173: "QKV",
    **dict.fromkeys((178, 180, 181), "V"),
    **dict.fromkeys((188, 190), "QK"),
    **dict.fromkeys((195, 196, 197), "Q"),
    205: "K",
}


@pytest.mark.parametrize("sizes", [{}, SIZES], ids=["sizes of the report", "different sizes"])
@pytest.mark.parametrize("line", DIFFERENTIALS)
def test_differential_of_attention(page: Page, line: int, sizes: dict[str, int]) -> None:
    (ran,) = page.ran(FILE, line, sizes)
    values, changes = inputs(ran.drawn), inputs(ran.drawn, "∂")
    assert set(changes) == set(DIFFERENTIALS[line])
    wanted = along(attention, list(values.values()), [changes.get(n, np.zeros_like(x)) for n, x in values.items()])
    assert np.any(wanted != 0)
    assert len(ran.sides) == 2
    assert all(close(matrix(side, "val"), wanted) for side in ran.sides)


@pytest.mark.parametrize("sizes", [{}, SIZES], ids=["sizes of the report", "different sizes"])
@pytest.mark.parametrize(("line", "by"), [(182, "V"), (198, "Q"), (206, "K")])
def test_derivative_of_attention(page: Page, line: int, by: str, sizes: dict[str, int]) -> None:
    (ran,) = page.ran(FILE, line, sizes)
    values = inputs(ran.drawn)
    wanted = jacobian(lambda x: attention(**{k.lower(): v for k, v in (values | {by: x}).items()}), values[by])
    starred = " ".join(f"{axis}*" for axis in AXES[by].split())
    assert len(ran.sides) == 2
    assert all(close(matrix(side, f"val {starred}"), wanted) for side in ran.sides)


def test_what_the_report_shows_beside_a_derivative_gives_it(page: Page) -> None:
    for line, by in ((182, "V"), (198, "Q"), (206, "K")):
        found = page.shown(FILE, line)
        values = inputs(found)
        wanted = jacobian(lambda x: attention(**{k.lower(): v for k, v in (values | {by: x}).items()}), values[by])  # noqa: B023
        starred = " ".join(f"{axis}*" for axis in AXES[by].split())
        assert all(close(matrix(found[side], f"val {starred}"), wanted) for side in ("left side", "right side"))


# --- any smooth function ---


STEP = 1e-5


def moved(x: NamedArray, by: Array) -> NamedArray:
    return NamedArray(x.axes, np.asarray(x.data) + STEP * by)


def slope(ran: Ran, name: str, by: Array) -> tuple[tuple[str, ...], Array]:
    """How the function of a row changes in a direction, by a central difference: it is one that ntdoc made up."""
    x = ran.drawn[name]
    high, low = (ran.at({name: moved(x, sign * by)}) for sign in (1, -1))
    return high.axes, (np.asarray(high.data) - matrix(low, " ".join(high.axes))) / (2 * STEP)


@pytest.mark.parametrize("line", [76, 78, 149, 153])
def test_chain_rule(page: Page, line: int) -> None:
    name = "U" if line < 100 else "X"
    for ran in page.ran(FILE, line):
        axes, wanted = slope(ran, name, matrix(ran.drawn[f"∂{name}"], " ".join(ran.drawn[name].axes)))
        assert np.any(np.abs(wanted) > 1e-3)
        for side in ran.sides:
            assert np.allclose(matrix(side, " ".join(axes)), wanted, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("line", [20, 108, 157])
def test_derivative_of_any_function(page: Page, line: int) -> None:
    """Lifted, and not."""
    for ran in page.ran(FILE, line):
        x = ran.drawn["X"]
        found = []
        for index in np.ndindex(*np.asarray(x.data).shape):
            unit = np.zeros(np.asarray(x.data).shape)
            unit[index] = 1
            axes, change = slope(ran, "X", unit)
            found.append(change)
        wanted = np.stack(found, axis=-1).reshape((*found[0].shape, *np.asarray(x.data).shape))
        starred = [f"{axis}*" for axis in x.axes]
        for side in ran.sides:
            assert np.allclose(matrix(side, " ".join([*axes, *starred])), wanted, rtol=1e-6, atol=1e-8)
