"""Attention at batch 8, heads 8, seq 512, key 64 in doubles: ntdoc's operations, whole and tiled, and numpy.

`python -m benchmarks.attention` prints the median time of interleaved runs, its ratio to that of the best
loop written by hand, and the peak memory of each (the result alone is 16 MiB).
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any

import numpy as np

from ntdoc.operations.along import softmax
from ntdoc.operations.array import NamedArray, scalar, transpose_to
from ntdoc.operations.contraction import contract
from ntdoc.operations.elementwise import divide
from ntdoc.operations.tiling import tiled

BATCH, HEADS, SEQ, KEY = 8, 8, 512, 64
QUERY_AXES = ("batch", "heads", "seq'", "key")
KEY_AXES = ("batch", "heads", "seq", "key")
VALUE_AXES = ("batch", "heads", "seq", "val")
EQUATION = r"""
$$
\begin{align*}
\text{Attention} \colon \reals^{\name{key}} \times \reals^{\name{seq}\times\name{key}} \times
  \reals^{\name{seq}\times\name{val}} &\to \reals^{\name{val}} \\
\text{Attention}(Q, K, V) &= \left( \nfun{\name{seq}}{softmax} \frac{Q \ndot{\name{key}} K}{\sqrt{|\name{key}|}} \right)
  \ndot{\name{seq}} V
\end{align*}
$$
"""

Array = Any  # of numpy


def attention(q: NamedArray, k: NamedArray, v: NamedArray) -> NamedArray:
    """The paper's definition, one operation after the other, as the evaluator runs it."""
    scores = divide(contract(q, k, ("key",)), scalar(KEY**0.5))
    return contract(softmax(scores, ("seq",)), v, ("seq",))


def in_tiles(q: NamedArray, k: NamedArray, v: NamedArray, lifted: tuple[str, ...]) -> NamedArray:
    sizes = {**q.sizes, **k.sizes}
    scores = prod(size for axis, size in sizes.items() if axis not in (*lifted, "key"))
    return tiled(attention, (q, k, v), lifted, scores)


def by_hand(q: Array, k: Array, v: Array) -> Array:
    """A loop over the heads, with the softmax in place in one buffer: the best we could write in numpy."""
    out = np.empty((BATCH, HEADS, SEQ, KEY))
    scores = np.empty((SEQ, SEQ))
    scale = KEY**-0.5
    for b in range(BATCH):
        for h in range(HEADS):
            np.matmul(q[b, h], k[b, h].T, out=scores)
            scores *= scale
            scores -= scores.max(axis=1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=1, keepdims=True)
            np.matmul(scores, v[b, h], out=out[b, h])
    return out


def numpy_whole(q: Array, k: Array, v: Array) -> Array:
    scores = q @ k.swapaxes(-1, -2) / KEY**0.5
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True) @ v


def equation() -> Callable[..., NamedArray]:
    """The equation of attention, compiled from LaTeX, as ntdoc's evaluator runs it."""
    from ntdoc.compiler import survey
    from ntdoc.evaluation.run import Runner
    from ntdoc.reading import read_text
    from ntdoc.shapes import plan

    session, _ = survey(read_text(EQUATION, "attention.md"))
    (function,) = [f for f in session.scope.functions if f.name == "Attention"]
    checked = session.checked(function)
    assert checked.typed.plan is not None
    parameters = tuple((name, tuple(shape)) for name, shape in checked.shapes.items())
    names = [name for name, _ in parameters]
    call = plan.Call(
        plan.Function("Attention", parameters, checked.typed.plan, ()), tuple(plan.Parameter(name) for name in names)
    )
    runner = Runner({"|key|": KEY, "|seq|": SEQ, "|val|": KEY})
    return lambda *arrays: runner.run(call, dict(zip(names, arrays, strict=True)))


def peak(function: Callable[[], object]) -> float:
    """The most memory that numpy held at once, in MiB, the arguments aside."""
    tracemalloc.start()
    function()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def main(runs: int = 7) -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((BATCH, HEADS, SEQ, KEY)) for _ in range(3))
    named = NamedArray(QUERY_AXES, q), NamedArray(KEY_AXES, k), NamedArray(VALUE_AXES, v)
    ways: dict[str, Callable[[], object]] = {
        "numpy, a loop over heads": partial(by_hand, q, k, v),
        "numpy, whole arrays": partial(numpy_whole, q, k, v),
        "ntdoc, whole arrays": partial(attention, *named),
        "ntdoc, the equation as written": partial(equation(), *named),
        "ntdoc, tiled over batch, heads": partial(in_tiles, *named, ("batch", "heads")),
        "ntdoc, tiled over batch, heads, seq'": partial(in_tiles, *named, ("batch", "heads", "seq'")),
    }
    expected = by_hand(q, k, v)
    for name, way in ways.items():
        got = way()
        if isinstance(got, NamedArray):
            got = transpose_to(got, ("batch", "heads", "seq'", "val")).data
        if not np.allclose(got, expected, rtol=1e-12, atol=1e-14):  # type: ignore[arg-type]
            raise SystemExit(f"{name}: wrong result")
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            times[name].append(time.perf_counter() - start)
    best = statistics.median(times["numpy, a loop over heads"])
    for name, way in ways.items():
        median = statistics.median(times[name])
        print(f"{name:38} {median * 1e3:7.1f} ms  {median / best:5.2f} ×  {peak(way):7.1f} MiB")


if __name__ == "__main__":
    main()
