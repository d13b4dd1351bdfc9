"""Arrays of dask in the equations of a document: nothing is computed before it is asked for."""

from __future__ import annotations

import dask.array as da
import numpy as np

from tests.api_samples import numbers, sample


def test_the_result_is_computed_when_it_is_asked_for() -> None:
    q, k, v = numbers(50, 4), numbers(6, 4), numbers(6, 3)
    arrays = [da.from_array(x, chunks=(10, -1)) for x in (q, k, v)]
    import ntdoc

    y = sample().Attention(ntdoc.array(arrays[0], "q", "key"), arrays[1], arrays[2])
    assert isinstance(y.data, da.Array)
    expected = sample().Attention(ntdoc.array(q, "q", "key"), k, v).to_numpy("q", "val")
    np.testing.assert_allclose(y.to_numpy("q", "val"), expected, rtol=1e-12)


def test_nothing_is_computed_by_the_call() -> None:
    computed = []

    def block(block_info: object = None) -> np.ndarray:
        computed.append(block_info)
        return np.ones((10, 3))

    import ntdoc

    x = da.map_blocks(block, chunks=((10,) * 5, (3,)), dtype=np.float64, meta=np.ones((0, 0)))
    y = sample().softmax(ntdoc.array(x, "many", "ax"))
    assert computed == []
    np.testing.assert_allclose(y.to_numpy("many", "ax"), np.full((50, 3), 1 / 3))
    assert len(computed) >= 5
