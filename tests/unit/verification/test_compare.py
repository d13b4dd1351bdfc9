"""Two arrays compared: rounding is forgiven, mistakes are not."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ntdoc.compiler import compile_text
from ntdoc.operations.array import NamedArray
from ntdoc.verification.compare import differs, largest_error, same


def named(axes: str, entries: object) -> NamedArray:
    return NamedArray(tuple(axes.split()), np.asarray(entries, dtype=float))


X = named("a b", [[1, 2, 3], [4, 5, 6]])


def test_storage_has_no_meaning() -> None:
    assert same(X, named("b a", [[1, 4], [2, 5], [3, 6]]))
    assert differs("eq", X, named("b a", [[1, 4], [2, 5], [3, 6]])) is None


def test_the_first_entry_that_differs_is_named() -> None:
    found = differs("eq", X, named("b a", [[1, 4], [2, 7], [3, 8]]))
    assert found is not None
    assert found.record == {"a": 2, "b": 2}
    assert (found.left, found.right, found.wrong, found.total) == (5, 7, 2, 6)


def test_a_scalar_is_compared_with_every_entry() -> None:
    assert differs("ge", X, named("", 1)) is None
    found = differs("le", X, named("", 5))
    assert found is not None
    assert (found.record, found.wrong) == ({"a": 2, "b": 3}, 1)


@pytest.mark.parametrize(
    ("relation", "holds"),
    [("eq", False), ("ne", True), ("le", True), ("lt", True), ("ge", False), ("gt", False)],
)
def test_relations(relation: str, holds: bool) -> None:
    assert (differs(relation, named("", 1), named("", 2)) is None) == holds


@pytest.mark.parametrize("relation", ["eq", "le", "ge"])
def test_rounding_is_forgiven_and_a_mistake_is_not(relation: str) -> None:
    rounded = named("", 0.1 + 0.2)
    assert differs(relation, rounded, named("", 0.3)) is None
    assert differs("eq", named("", 1.0), named("", 1.000001)) is not None
    assert differs("eq", named("", 1e9), named("", 1e9 + 10)) is not None


def test_strict_relations_need_a_difference() -> None:
    assert differs("lt", named("", 1), named("", 1)) is not None
    assert differs("ne", named("", 1), named("", 1)) is not None


def test_infinities_are_equal_to_themselves_alone() -> None:
    infinite = named("a", [np.inf, -np.inf])
    assert differs("eq", infinite, infinite) is None
    assert differs("eq", infinite, named("a", [np.inf, np.inf])) is not None
    assert differs("eq", infinite, named("", 1e300)) is not None
    assert differs("le", named("", -np.inf), named("", 0)) is None


def test_slack_is_absolute() -> None:
    assert differs("approx", named("", 1.414), named("", 1.41), slack=0.005) is None
    assert differs("approx", named("", 1.42), named("", 1.41), slack=0.005) is not None


def test_the_largest_error_is_measured() -> None:
    assert largest_error(X, named("a b", [[1, 2, 3], [4, 5, 6.5]])) == 0.5
    assert largest_error(X, X) == 0


def test_shapes_must_agree_to_be_the_same() -> None:
    assert not same(X, named("a", [1, 2]))
    assert not same(named("a", [1, 1]), named("", 1))


def test_how_many_entries_could_be_compared_is_said() -> None:
    text = "Let $X \\in \\reals^{\\name{ax}[40]}$.\n\n$$\n\\exp \\log X = X\n$$\n\n$$\n\\log \\exp X = X\n$$\n"
    reasons = [s.reason or "" for s in compile_text(text, "claims.md").statements if s.kind == "claim"]
    found = re.search(r"where both sides are numbers \((\d+) of (\d+) entries\)", reasons[0])
    assert found is not None
    assert 0 < int(found[1]) < int(found[2])
    assert "both sides" not in reasons[1]
