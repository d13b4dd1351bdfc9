"""Equations of `docs/transformer.md`, called: attention and an encoder block at base size, and what one call costs.

Base size is batch 8, heads 8, seq 512, key 64, and 2048 for the hidden layer. All ways are given the same arrays and
must agree before they are timed. `python -m benchmarks.calls [float32|float64]` runs this alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import ntdoc
from benchmarks import equations as eq
from benchmarks.timing import Way, facts, interleaved, peak, table

DOCUMENT = Path(__file__).parents[1] / "docs" / "transformer.md"
BATCH, HEADS, SEQ, KEY, HIDDEN = 8, 8, 512, 64, 2048
LAYER = HEADS * KEY
QUERY, KEYS, VALUES = (
    ("batch", "heads", "seq'", "key"),
    ("batch", "heads", "seq", "key"),
    ("batch", "heads", "seq", "val"),
)
RESULT = ("batch", "heads", "seq'", "val")
RUNS = 15
Array = Any


def agree(ways: Mapping[str, Way], data_type: np.dtype[Any], order: tuple[str, ...]) -> None:
    """All ways must give the same."""
    tolerance = 2e-4 if data_type == np.float32 else 1e-10
    expected = None
    for name, way in ways.items():
        got = way()
        found = got.to_numpy(*order) if isinstance(got, ntdoc.Array) else _plain(got, order)
        expected = found if expected is None else expected
        if not np.allclose(found, expected, rtol=tolerance, atol=tolerance):
            raise SystemExit(f"{name}: wrong result")


def _plain(got: Any, order: tuple[str, ...]) -> Array:
    return np.asarray(got.transpose(*order).data if hasattr(got, "dims") else got)


def attention(paper: ntdoc.Paper, data_type: np.dtype[Any], cores: int) -> None:
    import jax
    import torch
    import xarray as xr

    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((BATCH, HEADS, SEQ, KEY)).astype(data_type) for _ in range(3))
    tq, tk, tv = map(torch.tensor, (q, k, v))
    jq, jk, jv = map(jax.numpy.asarray, (q, k, v))
    axes = QUERY, KEYS, VALUES
    named = [ntdoc.array(x, *own) for x, own in zip((q, k, v), axes, strict=True)]
    tensors = [ntdoc.array(x, *own) for x, own in zip((tq, tk, tv), axes, strict=True)]
    labelled = [xr.DataArray(x, dims=own) for x, own in zip((q, k, v), axes, strict=True)]
    compiled = jax.jit(partial(eq.plain_attention, jax.numpy))
    numpy = {
        "ntdoc, numpy": partial(paper.Attention, *named),
        "numpy, whole arrays": partial(eq.whole, q, k, v),
        "numpy, a loop over heads": partial(eq.over_heads, eq.head, q, k, v),
        "numpy, a loop over heads on threads": partial(eq.over_heads_on_threads, eq.head, q, k, v, cores),
        "numpy, the same, divided afterwards": partial(eq.over_heads_on_threads, eq.clever_head, q, k, v, cores),
        "xarray": partial(eq.xarray_attention, *labelled),
    }
    others: dict[str, Way] = {
        "jax.jit": lambda: compiled(jq, jk, jv).block_until_ready(),
        "torch": partial(eq.plain_attention, torch, tq, tk, tv),
        "ntdoc, torch": partial(paper.Attention, *tensors),
        "torch, scaled_dot_product_attention": partial(torch.nn.functional.scaled_dot_product_attention, tq, tk, tv),
    }
    _compare(f"Attention, {data_type}, {cores} cores", numpy, others, data_type, RESULT)


def block(paper: ntdoc.Paper, data_type: np.dtype[Any], cores: int) -> None:
    import jax
    import torch
    import xarray as xr

    rng = np.random.default_rng(1)
    sizes = {"heads": HEADS, "layer": LAYER, "key": KEY, "val": KEY, "hidden": HIDDEN}

    def drawn(axes: str) -> Array:
        return (rng.standard_normal([sizes[a] for a in axes.split()]) / LAYER**0.5).astype(data_type)

    weights = eq.Weights(*map(drawn, eq.AXES))
    x = rng.standard_normal((BATCH, SEQ, LAYER)).astype(data_type)
    mask = np.triu(np.full((SEQ, SEQ), -np.inf, data_type), 1)  # seq' × seq
    order = "batch", "seq", "layer"

    def given(convert: Callable[[Array], Any]) -> dict[str, object]:
        own = {
            n: ntdoc.array(convert(w), *axes.split())
            for n, w, axes in zip(eq.Weights._fields, weights, eq.AXES, strict=True)
        }
        return {**own, "epsilon": convert(np.asarray(eq.EPSILON, data_type))}

    def called(convert: Callable[[Array], Any]) -> Way:
        one = ntdoc.array(convert(x), *order), ntdoc.array(convert(mask), "seq'", "seq")
        return partial(paper.given(**given(convert)).Block, *one)  # type: ignore[arg-type]

    packed = eq.matrices(weights)
    tw, jw = (eq.Weights(*map(convert, weights)) for convert in (torch.tensor, jax.numpy.asarray))
    tx, tm, jx, jm = torch.tensor(x), torch.tensor(mask), jax.numpy.asarray(x), jax.numpy.asarray(mask)
    labelled = eq.Weights(*[xr.DataArray(w, dims=a.split()) for w, a in zip(weights, eq.AXES, strict=True)])
    compiled = jax.jit(partial(eq.plain_block, jax.numpy))
    own_attention = torch.nn.functional.scaled_dot_product_attention
    numpy = {
        "ntdoc, numpy": called(lambda w: w),
        "numpy, a loop over the batch": partial(eq.block_over_batch, x, mask, weights, packed),
        "numpy, a loop over the batch on threads": partial(eq.block_on_threads, x, mask, weights, packed, cores),
        "xarray": partial(
            eq.xarray_block, xr.DataArray(x, dims=order), xr.DataArray(mask, dims=("seq'", "seq")), labelled
        ),
    }
    others: dict[str, Way] = {
        "jax.jit": lambda: compiled(jx, jm, jw).block_until_ready(),
        "torch": partial(eq.plain_block, torch, tx, tm, tw),
        "ntdoc, torch": called(torch.tensor),
        "torch, scaled_dot_product_attention": partial(eq.plain_block, torch, tx, tm, tw, own_attention),
    }
    _compare(f"An encoder block with a causal mask, {data_type}, {cores} cores", numpy, others, data_type, order)


def _compare(
    title: str, numpy: Mapping[str, Way], others: Mapping[str, Way], data_type: np.dtype[Any], order: tuple[str, ...]
) -> None:
    ways = {**numpy, **others}
    agree(ways, data_type, order)
    times = interleaved(ways, RUNS)
    by_hand = [name for name in times if name.startswith("numpy")]
    best = min(by_hand, key=lambda name: times[name].median)
    notes = {name: f"{peak(way):.0f} MiB at most" for name, way in numpy.items()}
    table(title, {name: times[name] for name in numpy} | {"jax.jit": times["jax.jit"]}, best, notes=notes)
    table(f"{title}: torch", {name: times[name] for name in others if "torch" in name}, "torch")


def overhead(paper: ntdoc.Paper) -> None:
    """Attention on arrays of size 3, where the time is that of the calls and not of the numbers."""
    import torch
    import xarray as xr

    rng = np.random.default_rng(2)
    arrays = [rng.standard_normal((3, 3)) for _ in range(3)]
    axes = ("seq'", "key"), ("seq", "key"), ("seq", "val")
    named = [ntdoc.array(x, *own) for x, own in zip(arrays, axes, strict=True)]
    tensors = [ntdoc.array(torch.tensor(x), *own) for x, own in zip(arrays, axes, strict=True)]
    labelled = [xr.DataArray(x, dims=own) for x, own in zip(arrays, axes, strict=True)]
    plain = list(map(torch.tensor, arrays))
    ways: dict[str, Way] = {
        "ntdoc, numpy": partial(paper.Attention, *named),
        "numpy": partial(eq.whole, *arrays),
        "xarray": partial(eq.xarray_attention, *labelled),
        "ntdoc, torch": partial(paper.Attention, *tensors),
        "torch": partial(eq.plain_attention, torch, *plain),
    }
    agree(ways, np.dtype(np.float64), ("seq'", "val"))
    table("One call of attention at size 3", interleaved(ways, RUNS, repeats=100), "xarray", unit="µs")


def main(data_type: str = "float32") -> None:
    missing = [name for name in ("torch", "jax", "xarray") if not _has(name)]
    if missing:
        raise SystemExit(f"these are compared with: {', '.join(missing)}. Install them: pip install '.[bench]'")
    if data_type == "float64":
        os.environ["JAX_ENABLE_X64"] = "1"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    print(facts())
    paper = ntdoc.load(DOCUMENT)
    attention(paper, np.dtype(data_type), cores)
    block(paper, np.dtype(data_type), cores)
    overhead(paper)


def _has(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


if __name__ == "__main__":
    main(*sys.argv[1:2])
