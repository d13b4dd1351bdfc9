"""Sizes: their arithmetic is that of numbers, and equations between them are solved or refused."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ntdoc.shapes.sizes import Equations, Size, SizeError, default_size, number, variable
from ntdoc.verification.sizes import solving
from ntdoc.verification.sizes.solving import solve

ATOMS = ("n", "k", "|seq|")
values = st.fixed_dictionaries({atom: st.integers(1, 7) for atom in ATOMS})
leaves = st.one_of(st.integers(-4, 4).map(number), st.sampled_from(ATOMS).map(variable))
sizes = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, st.sampled_from(ATOMS)).map(lambda p: p[0] / variable(p[1])),
    ),
    max_leaves=6,
)


@given(sizes, sizes, values)
def test_arithmetic_is_that_of_numbers(a: Size, b: Size, at: dict[str, int]) -> None:
    x, y = a.evaluate(at), b.evaluate(at)
    assert (a + b).evaluate(at) == x + y
    assert (a - b).evaluate(at) == x - y
    assert (a * b).evaluate(at) == x * y


@given(sizes, sizes, sizes)
def test_equal_sizes_have_one_form(a: Size, b: Size, c: Size) -> None:
    assert a * (b + c) == a * b + a * c
    assert (a - a).constant == 0


@given(sizes, values)
def test_substitution_comes_before_or_after_evaluation(a: Size, at: dict[str, int]) -> None:
    assert a.substitute({atom: number(n) for atom, n in at.items()}).constant == a.evaluate(at)


def test_a_quotient_by_a_sum_is_no_size() -> None:
    with pytest.raises(SizeError):
        number(1) / (variable("n") + number(1))


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (variable("n") - default_size("k") + number(1), "|k|"),
        (number(3), "3"),
        (variable("n") / variable("k"), "n/k"),
    ],
)
def test_a_size_can_be_read(size: Size, text: str) -> None:
    assert text in str(size)


def test_two_numbers_contradict() -> None:
    equations = Equations()
    n = variable("n")
    assert equations.unify(n, number(3))
    assert equations.unify(n, number(3))
    assert not equations.unify(n, number(4))
    assert equations.reduce(n * number(2)).constant == 6


def test_a_circle_contradicts() -> None:
    equations = Equations()
    a, b = default_size("a"), default_size("b")
    assert equations.unify(a, b + number(1), stated=True)
    assert not equations.unify(b, a + number(1), stated=True)


def test_a_copy_is_another() -> None:
    equations = Equations()
    equations.unify(variable("n"), number(3))
    twin = equations.copy()
    twin.unify(variable("k"), number(4))
    assert equations.reduce(variable("k")).constant is None
    assert twin.reduce(variable("n")).constant == 3


def test_only_what_is_used_is_merged() -> None:
    equations = Equations()
    a, b, c = default_size("a"), default_size("b"), default_size("c")
    equations.unify(a, b, stated=True)
    equations.unify(b, c)
    assert len(equations.merged) == 1


@settings(deadline=None)
@given(st.lists(st.tuples(sizes, sizes), max_size=4), values)
def test_solutions_satisfy_the_equations(pairs: list[tuple[Size, Size]], at: dict[str, int]) -> None:
    """Equations made true by `at` have a solution, or none is found; what is found is one."""
    equations = Equations()
    for a, b in pairs:
        gap = a.evaluate(at) - b.evaluate(at)
        if gap.denominator == 1:
            assert equations.unify(a, b + number(gap), stated=True)
    found = solve(equations, [variable(atom) for atom in ATOMS], at)
    if found is None:
        return
    assert all(n >= 1 for n in found.values())
    for a, b in pairs:
        gap = a.evaluate(at) - b.evaluate(at)
        if gap.denominator == 1 and (a.atoms | b.atoms) <= found.keys():
            assert a.evaluate(found) == b.evaluate(found) + gap


def test_the_preferred_sizes_are_taken_where_nothing_forbids() -> None:
    equations = Equations()
    equations.unify(variable("n"), variable("h") * variable("k"), stated=True)
    found = solve(equations, [variable("n"), variable("h"), variable("k")], {"h": 2, "k": 3, "n": 5})
    assert found is not None
    assert found["n"] == found["h"] * found["k"]


def test_no_size_is_negative() -> None:
    equations = Equations()
    equations.unify(variable("n"), number(2), stated=True)
    assert solve(equations, [variable("n") - number(3)], {}) is None
    assert solve(equations, [variable("n") / number(4)], {}) is None
    assert number(Fraction(1, 2)).constant == Fraction(1, 2)


def test_what_many_definitions_suggest_is_kept_once() -> None:
    """Else a recurrence whose steps name the step before three times doubles its suggestions with each step."""
    first = Equations()
    first.suggest(variable("|chan|"), variable("n"))
    step = first
    for _ in range(5):
        later = Equations()
        for _ in range(3):
            later.include(step)
        step = later
    assert step.suggested == [(variable("|chan|"), variable("n"))]


def test_rooms_are_tightened_in_the_order_in_which_they_were_asked_for() -> None:
    """Of two that do not go together the first one holds, whatever the seed of Python's hashes is."""
    equations = Equations()
    rooms = [variable(f"|a{i}|") - variable(f"|b{i}|") + number(1) for i in range(12)]
    for room in rooms:
        equations.at_least(room, 1, room=True)
    assert equations.tightened().suggested == [(room, number(1)) for room in rooms]


def test_a_search_that_finds_nothing_small_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A product of letters that is at most 1 has one solution, which is not among the values that are tried first."""
    looked = 0
    complete = solving._Constraints.completed

    def counted(self: solving._Constraints, values: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], np.ndarray]:
        nonlocal looked
        looked += 1
        return complete(self, values)

    monkeypatch.setattr(solving._Constraints, "completed", counted)
    equations = Equations()
    letters = [variable(letter) for letter in "aeimns"]
    product = reduce(mul, letters)
    equations.least[number(2) - product] = 1
    found = solve(equations, [*letters, product], {})
    assert found == dict.fromkeys("aeimns", 1)
    assert looked < 5000
