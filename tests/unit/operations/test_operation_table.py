"""The table of operations: complete, unambiguous, cheap to import, and true of its kernels."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from ntdoc.operations.array import NamedArray
from ntdoc.operations.table import OPERATIONS, Rule, lookup
from tests.unit.operations.named_arrays import entries, filled, libraries

SIZES = {"seq": 4, "key": 4, "batch": 2}
NEEDS_AXES = [operation for operation in OPERATIONS if operation.rule is not Rule.ELEMENTWISE]
ELEMENTWISE = [operation for operation in OPERATIONS if operation.rule is Rule.ELEMENTWISE]


def test_importing_the_table_does_not_import_numpy():
    code = "import sys, ntdoc.operations.table; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_names_are_unique_and_spellings_have_one_reading_with_axes_and_one_without():
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)
    for operations in (NEEDS_AXES, ELEMENTWISE):
        spellings = [spelling for operation in operations for spelling in operation.spellings]
        assert len(set(spellings)) == len(spellings)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_operation_is_found_by_every_spelling_and_says_what_it_does(operation):
    assert operation.doc
    for spelling in operation.spellings:
        assert lookup(spelling, axes=operation.rule is not Rule.ELEMENTWISE) is operation


def test_max_has_two_readings():
    assert lookup("max").rule is Rule.REDUCTION
    assert lookup("max", axes=False).rule is Rule.ELEMENTWISE
    assert lookup("softmax", axes=False).rule is Rule.ALONG
    assert lookup("exp").rule is Rule.ELEMENTWISE
    assert lookup("Attention") is None


@libraries
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_kernel_does_to_axes_what_its_rule_says(operation, xp):
    x, y = filled(("seq", "key"), SIZES, 1, xp), filled(("key", "batch"), SIZES, 2, xp)
    kernel = operation.kernel
    match operation.rule:
        case Rule.ELEMENTWISE:
            arity = operation.arity or 2
            got, axes = kernel(*(x, y)[:arity]), {"seq", "key"} if arity == 1 else {"seq", "key", "batch"}
        case Rule.REDUCTION:
            got, axes = kernel(x, ("key",)), {"seq"}
        case Rule.ALONG:
            got, axes = kernel(x, ("key",)), {"seq", "key"}
        case Rule.INDEX:
            got, axes = kernel(x, "key", NamedArray(("val",), xp.asarray([1, 4, 2]))), {"seq", "val"}
        case Rule.UNROLL | Rule.POOL:
            got, axes = kernel(x, "seq", "kernel", 2), {"seq", "key", "kernel"}
            assert got.sizes["seq"] == (3 if operation.rule is Rule.UNROLL else 2)
        case Rule.DET:
            got, axes = kernel(x, "seq", "key"), set()
        case Rule.INV:
            got, axes = kernel(x, "seq", "key"), {"seq", "key"}
        case Rule.CONCAT:
            got, axes = kernel([x, y], "key"), {"seq", "key", "batch"}
            assert got.sizes["key"] == 8
    assert set(got.axes) == axes
    assert len(got.data.shape) == len(axes)


def test_a_kernel_is_the_function_that_the_name_says():
    x = filled(("seq", "key"), SIZES)
    assert np.allclose(entries(lookup("avg").kernel(x, ("key",)), ("seq",)), x.data.mean(axis=1))
    assert np.allclose(lookup("ln").kernel(NamedArray((), np.asarray(2.0))).data, np.log(2))
    assert np.allclose(lookup("sigma").kernel(x).data, 1 / (1 + np.exp(-x.data)))
