"""Samples lie in their domain, depend on nothing but what they should, and are good to look at."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.evaluation.sampling import sample
from ntdoc.operations.array import transpose_to
from ntdoc.operations.domain import Domain, DomainKind, offence

DOMAINS = [
    Domain(),
    Domain(DomainKind.POSITIVE),
    Domain(DomainKind.NONNEGATIVE),
    Domain(DomainKind.NEGATIVE),
    Domain(DomainKind.UNIT),
    Domain(DomainKind.BINARY),
    Domain(DomainKind.INTEGERS, upper=5),
    Domain(DomainKind.FINITE, values=(-1.0, 1.0)),
    Domain(DomainKind.ONE_HOT, axes=("b",)),
    Domain(DomainKind.SIMPLEX, axes=("b",)),
    Domain(DomainKind.SIMPLEX, axes=("a", "b")),
]
shapes = st.tuples(st.integers(1, 5), st.integers(1, 5))
every_domain = pytest.mark.parametrize("domain", DOMAINS, ids=lambda d: f"{d.kind.value} {' '.join(d.axes)}".strip())


@every_domain
@given(shapes, st.integers(0, 5), st.text(min_size=1, max_size=5))
def test_a_sample_lies_in_its_domain(domain: Domain, shape: tuple[int, int], instance: int, key: str) -> None:
    found = sample(key, 0, instance, ("a", "b"), shape, domain)
    assert found.data.shape == shape
    assert offence(domain, found) is None
    assert np.isfinite(found.data).all()


@every_domain
def test_the_order_of_storage_changes_nothing(domain: Domain) -> None:
    one = sample("X", 3, 1, ("a", "b"), (3, 4), domain)
    two = sample("X", 3, 1, ("b", "a"), (4, 3), domain)
    np.testing.assert_array_equal(one.data, transpose_to(two, ("a", "b")).data)


def test_key_seed_and_instance_matter() -> None:
    def entries(key: str, seed: int, instance: int) -> tuple[float, ...]:
        return tuple(sample(key, seed, instance, ("a",), (6,), Domain()).data)

    found = {entries(*which) for which in (("X", 0, 0), ("Y", 0, 0), ("X", 1, 0), ("X", 0, 1))}
    assert len(found) == 4
    assert entries("X", 0, 0) == entries("X", 0, 0)


def test_real_entries_are_generic() -> None:
    entries = sample("X", 0, 0, ("a", "b"), (9, 9), Domain()).data
    assert (np.abs(entries) > 0.05).all()
    assert len(np.unique(np.abs(entries))) == 81
    np.testing.assert_allclose(entries, np.round(entries, 2))


def test_a_large_sample_has_every_value_about_as_often_and_begins_like_a_smaller_one() -> None:
    large = sample("x", 0, 3, ("a",), (200_000,), Domain(DomainKind.POSITIVE)).data
    values, counts = np.unique(large, return_counts=True)
    assert len(values) == 191
    assert counts.min() > 800
    assert counts.max() < 1300
    assert (large[:191] == sample("x", 0, 3, ("a",), (191,), Domain(DomainKind.POSITIVE)).data).all()


def test_no_vector_of_a_binary_sample_is_all_zero() -> None:
    for seed in range(20):
        entries = sample("M", seed, 0, ("a", "b"), (3, 4), Domain(DomainKind.BINARY)).data
        assert entries.any(axis=0).all()
        assert entries.any(axis=1).all()


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("diagonal", [(), ("a", "c")], ids=["any", "given"])
def test_definite_matrices_are_symmetric_and_definite(sign: float, diagonal: tuple[str, ...]) -> None:
    domain = Domain(symmetric=("a", "c"), definite=sign, diagonal=diagonal, on_diagonal=sign)
    data = transpose_to(sample("P", 0, 1, ("c", "b", "a"), (3, 2, 3), domain), ("b", "a", "c")).data
    assert np.allclose(data, data.swapaxes(1, 2))
    assert (sign * np.linalg.eigvalsh(data) > 0).all()
    assert not diagonal or np.allclose(np.diagonal(data, axis1=1, axis2=2), sign)


def test_a_matrix_of_other_sizes_is_not_made_definite() -> None:
    assert sample("P", 0, 1, ("a", "c"), (3, 2), Domain(symmetric=("a", "c"), definite=1.0)).data.shape == (3, 2)
