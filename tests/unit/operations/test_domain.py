"""Domains: what they contain, which entry offends, and samples of them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntdoc.evaluation.sampling import sample
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import Domain, DomainKind, Offence, offence
from tests.unit.operations.named_arrays import NAMES, entries, libraries, sizes_of_axes, some_axes

PLAIN = [
    Domain(),
    Domain(small=True),
    Domain(DomainKind.POSITIVE),
    Domain(DomainKind.POSITIVE, small=True),
    Domain(DomainKind.NONNEGATIVE),
    Domain(DomainKind.NEGATIVE),
    Domain(DomainKind.UNIT),
    Domain(DomainKind.BINARY),
    Domain(DomainKind.INTEGERS, upper=4),
    Domain(DomainKind.FINITE, values=(-1.0, 0.5, 2.0)),
]
VECTORS = [
    Domain(kind, axes=axes)
    for kind in (DomainKind.ONE_HOT, DomainKind.SIMPLEX)
    for axes in (("seq",), ("seq", "key"))
]
ANY = [*PLAIN, *VECTORS]


@libraries
@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (Domain(), [0.0, -2.5, float("-inf")], float("nan")),
        (Domain(DomainKind.POSITIVE), [0.1, 7.0, 1.0], 0.0),
        (Domain(DomainKind.NONNEGATIVE), [0.0, 7.0, 1.0], -0.1),
        (Domain(DomainKind.NEGATIVE), [-0.1, -7.0, -1.0], 0.0),
        (Domain(DomainKind.UNIT), [0.0, 0.5, 1.0], 1.5),
        (Domain(DomainKind.BINARY), [0.0, 1.0, 1.0], 0.5),
        (Domain(DomainKind.INTEGERS, upper=3), [1.0, 2.0, 3.0], 4.0),
        (Domain(DomainKind.INTEGERS, upper=3), [1.0, 2.0, 3.0], 2.5),
        (Domain(DomainKind.FINITE, values=(2.0, 5.0)), [2.0, 5.0, 5.0], 3.0),
    ],
)
def test_the_entry_outside_is_named(xp, domain, inside, outside):
    assert offence(domain, NamedArray(("seq",), xp.asarray(inside))) is None
    found = offence(
        domain, NamedArray(("batch", "seq"), xp.asarray([inside, [inside[0], outside, inside[2]]]))
    )
    assert found is not None
    assert found.record == {"batch": 2, "seq": 2}
    assert found.value == outside or np.isnan(found.value)
    assert offence(domain, NamedArray((), xp.asarray(outside))).record == {}


@libraries
def test_vectors_must_add_up(xp):
    x = NamedArray(("batch", "seq"), xp.asarray([[0.25, 0.75], [0.5, 0.25]]))
    assert offence(Domain(DomainKind.SIMPLEX, axes=("seq",)), x) == Offence({"batch": 2}, 0.75)
    y = NamedArray(("batch", "seq"), xp.asarray([[0, 1], [1, 1]]))
    assert offence(Domain(DomainKind.ONE_HOT, axes=("seq",)), y) == Offence({"batch": 2}, 2.0)
    assert offence(Domain(DomainKind.ONE_HOT, axes=("seq",)), x) == Offence({"batch": 1, "seq": 1}, 0.25)


@given(
    domain=st.sampled_from(ANY),
    axes=some_axes,
    sizes=sizes_of_axes,
    seed=st.integers(0, 9),
    instance=st.integers(0, 3),
)
def test_samples_lie_in_their_domain(domain, axes, sizes, seed, instance):
    axes = tuple(dict.fromkeys((*axes, *domain.axes)))
    x = sample("X", seed, instance, axes, tuple(sizes[axis] for axis in axes), domain)
    assert x.axes == axes
    assert x.sizes == {axis: sizes[axis] for axis in axes}
    assert offence(domain, x) is None


@given(domain=st.sampled_from(ANY), sizes=sizes_of_axes, order=st.permutations(NAMES[:4]))
def test_samples_do_not_depend_on_the_order_of_storage(domain, sizes, order):
    usual = sample("X", 0, 0, NAMES[:4], tuple(sizes[axis] for axis in NAMES[:4]), domain)
    other = sample("X", 0, 0, tuple(order), tuple(sizes[axis] for axis in order), domain)
    assert np.array_equal(entries(other, NAMES[:4]), usual.data)


def test_samples_differ_by_symbol_seed_and_instance():
    base = sample("X", 0, 0, ("seq",), (5,), Domain()).data
    for key, seed, instance in [("Y", 0, 0), ("X", 1, 0), ("X", 0, 1)]:
        assert not np.array_equal(sample(key, seed, instance, ("seq",), (5,), Domain()).data, base)


def test_samples_are_the_same_in_every_process():
    code = (
        "from ntdoc.evaluation.sampling import sample; from ntdoc.operations.domain import Domain;"
        "print(sample('W_1', 3, 1, ('seq', 'key'), (3, 2), Domain()).data.tolist())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    here = sample("W_1", 3, 1, ("seq", "key"), (3, 2), Domain()).data.tolist()
    assert printed == {f"{here}\n"}


@given(seed=st.integers(0, 50), size=st.integers(1, 12))
def test_real_samples_read_well_and_are_generic(seed, size):
    values = sample("X", seed, 0, ("seq", "key"), (size, size), Domain()).data.ravel()
    assert np.array_equal(values, np.round(values, 2))
    assert np.all(np.abs(values) <= 2)
    assert np.all(values != 0)
    assert len(set(np.abs(values))) == len(values)


def test_a_small_constant_is_small():
    epsilon = sample("epsilon", 0, 0, (), (), Domain(DomainKind.POSITIVE, small=True))
    assert epsilon.data == 0.001
    assert 0 < sample("epsilon", 0, 5, (), (), Domain(DomainKind.POSITIVE, small=True)).data < 0.01


@given(seed=st.integers(0, 20), sizes=st.tuples(st.integers(2, 4), st.integers(2, 4), st.integers(2, 4)))
def test_no_vector_of_a_mask_is_all_zero(seed, sizes):
    mask = sample("M", seed, 1, ("a", "b", "c"), sizes, Domain(DomainKind.BINARY)).data
    for axis in range(3):
        assert np.all(mask.sum(axis=axis) >= 1)


def test_masks_have_zeros_too():
    assert any(
        0 in sample("M", seed, 0, ("a", "b"), (3, 3), Domain(DomainKind.BINARY)).data for seed in range(5)
    )


def test_large_samples_and_empty_ones():
    assert sample("X", 0, 0, ("a", "b"), (300, 200), Domain()).data.shape == (300, 200)
    assert sample("X", 0, 0, ("a", "b"), (3, 0), Domain()).data.shape == (3, 0)
    wide = sample("P", 0, 0, ("a",), (500,), Domain(DomainKind.SIMPLEX, axes=("a",)))
    assert offence(Domain(DomainKind.SIMPLEX, axes=("a",)), wide) is None
    assert np.all(wide.data > 0)


@pytest.mark.parametrize("domain", ANY, ids=str)
def test_every_domain_has_a_text(domain):
    assert str(domain)


def test_truth_values_are_numbers():
    x = NamedArray(("seq",), np.asarray([True, False]))
    assert offence(Domain(DomainKind.BINARY), x) is None
    assert offence(Domain(DomainKind.ONE_HOT, axes=("seq",)), x) is None
    assert offence(Domain(DomainKind.INTEGERS, upper=3), x) == Offence({"seq": 2}, 0.0)


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (Domain(DomainKind.UNIT), 1 + 1e-15),
        (Domain(DomainKind.NONNEGATIVE), -1e-17),
        (Domain(DomainKind.BINARY), 1 - 1e-15),
        (Domain(DomainKind.INTEGERS, upper=3), 3 + 1e-15),
        (Domain(DomainKind.FINITE, values=(0.3,)), 0.1 + 0.2),
    ],
)
def test_rounding_is_forgiven_where_the_set_is_closed(domain, value):
    assert offence(domain, NamedArray((), np.asarray(value))) is None
    outside = -0.1 if domain.kind is DomainKind.NONNEGATIVE else value + 4
    assert offence(domain, NamedArray((), np.asarray(outside))) is not None


def test_infinities_raise_no_warning():
    x = NamedArray(("seq",), np.asarray([np.inf, -np.inf, np.nan]))
    with np.errstate(all="raise"):
        for domain in (*PLAIN, Domain(DomainKind.SIMPLEX, axes=("seq",))):
            offence(domain, x)
