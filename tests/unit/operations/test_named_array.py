"""Named arrays, their alignment, and the namespace that they are computed with."""

from __future__ import annotations

import subprocess
import sys

import array_api_strict
import numpy as np
import pytest

from ntdoc.operations.array import NamedArray, align, common_sizes, namespace, scalar, transpose_to
from ntdoc.operations.errors import AxisError
from tests.unit.operations.named_arrays import filled, libraries

SIZES = {"seq": 3, "key": 4, "heads": 2}


def test_numpy_is_used_as_it_is_and_other_libraries_through_their_own_namespace():
    assert namespace(filled(("seq",), SIZES)) is np
    assert namespace(NamedArray((), np.float64(1))) is np
    assert "array_api_strict" in namespace(filled(("seq",), SIZES, xp=array_api_strict)).__name__


def test_a_scalar_has_no_axes_and_is_a_double():
    assert scalar(3).axes == ()
    assert scalar(3).data.dtype == np.float64
    assert scalar(10**400).data == np.inf
    assert scalar(-(10**400)).data == -np.inf


@libraries
def test_transposing_moves_the_dimensions(xp):
    x = filled(("seq", "key", "heads"), SIZES, xp=xp)
    y = transpose_to(x, ("heads", "seq", "key"))
    assert y.axes == ("heads", "seq", "key")
    assert np.array_equal(np.asarray(y.data), np.moveaxis(np.asarray(x.data), 2, 0))


def test_transposing_to_other_axes_is_an_error():
    x = filled(("seq", "key"), SIZES)
    with pytest.raises(AxisError) as lacking:
        transpose_to(x, ("seq", "val"))
    assert lacking.value.axis == "val"
    with pytest.raises(AxisError) as left_over:
        transpose_to(x, ("seq",))
    assert left_over.value.axis == "key"


@libraries
def test_aligned_arrays_broadcast_by_name(xp):
    x, y, z = (
        filled(("seq", "key"), SIZES, 1, xp),
        filled(("key",), SIZES, 2, xp),
        filled(("heads", "seq"), SIZES, 3, xp),
    )
    axes, views = align(x, y, z)
    total = NamedArray(axes, views[0] + views[1] + views[2])
    want = np.asarray(x.data) + np.asarray(y.data) + np.asarray(z.data)[:, :, None]
    assert np.allclose(np.asarray(transpose_to(total, ("heads", "seq", "key")).data), want)


def test_a_size_of_one_does_not_broadcast():
    with pytest.raises(AxisError) as error:
        align(filled(("seq",), {"seq": 3}), filled(("seq",), {"seq": 1}))
    assert error.value.axis == "seq"
    assert error.value.message == "axis `seq` has size 3 here and size 1 there"
    with pytest.raises(AxisError):
        common_sizes(filled(("seq", "key"), SIZES), filled(("key",), {"key": 1}))


def test_array_module_does_not_import_numpy():
    code = "import sys, ntdoc.operations.array, ntdoc.operations.domain; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
