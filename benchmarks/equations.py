"""Attention and an encoder block in plain numpy, torch, jax and xarray, to compare the document's equations with.

Arrays have the dimensions batch, heads, seq, key; weights are stored as the document has them, `W_Q` as heads × layer ×
key. `split` takes work on a batch to threads, with BLAS held to one thread, as one would write it by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

Array = Any
EPSILON = 1e-5


class Weights(NamedTuple):
    """The parameters of a block, as the document names them."""

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array
    gamma_1: Array
    beta_1: Array
    gamma_2: Array
    beta_2: Array
    W_1: Array
    b_1: Array
    W_2: Array
    b_2: Array


AXES = Weights(
    "heads layer key", "heads layer key", "heads layer val", "heads val layer",
    "layer", "layer", "layer", "layer", "layer hidden", "hidden", "hidden layer", "layer",
)  # fmt: skip


# numpy, by hand


def softmax_in_place(s: Array) -> Array:
    s -= s.max(axis=-1, keepdims=True)
    np.exp(s, out=s)
    s /= s.sum(axis=-1, keepdims=True)
    return s


def whole(q: Array, k: Array, v: Array) -> Array:
    """Whole arrays at once."""
    s = q @ k.swapaxes(-1, -2)
    s /= np.sqrt(q.dtype.type(q.shape[-1]))
    return softmax_in_place(s) @ v


def head(q: Array, k: Array, v: Array, out: Array, s: Array) -> None:
    """One head, in one buffer; each weight is divided."""
    np.matmul(q, k.T, out=s)
    s *= q.dtype.type(q.shape[-1] ** -0.5)
    np.matmul(softmax_in_place(s), v, out=out)


def clever_head(q: Array, k: Array, v: Array, out: Array, s: Array, mask: Array | None = None) -> None:
    """One head, in one buffer, with the smaller arrays scaled and divided: Q before, and the result afterwards."""
    np.matmul(q * q.dtype.type(q.shape[-1] ** -0.5), k.T, out=s)
    if mask is not None:
        s += mask
    s -= s.max(axis=-1, keepdims=True)
    np.exp(s, out=s)
    total = s.sum(axis=-1, keepdims=True)
    np.matmul(s, v, out=out)
    out /= total


def over_heads(one: Callable[..., None], q: Array, k: Array, v: Array) -> Array:
    out, s = np.empty_like(q), np.empty((q.shape[2], k.shape[2]), q.dtype)
    for b, h in np.ndindex(q.shape[:2]):
        one(q[b, h], k[b, h], v[b, h], out[b, h], s)
    return out


_POOL = ThreadPoolExecutor(2)


def split(function: Callable[[Array], None], items: Sequence[Any], threads: int) -> None:
    """Call a function with every item, on threads."""
    with threadpool_limits(1, "blas"):
        list(_POOL.map(lambda own: [function(item) for item in own], [items[i::threads] for i in range(threads)]))


def over_heads_on_threads(one: Callable[..., None], q: Array, k: Array, v: Array, threads: int) -> Array:
    out = np.empty_like(q)
    buffers = [np.empty((q.shape[2], k.shape[2]), q.dtype) for _ in range(threads)]

    def some(part: int) -> None:
        for b, h in list(np.ndindex(q.shape[:2]))[part::threads]:
            one(q[b, h], k[b, h], v[b, h], out[b, h], buffers[part])

    split(some, range(threads), threads)
    return out


def normalised(x: Array, gamma: Array, beta: Array) -> Array:
    y = x - x.mean(axis=-1, keepdims=True)
    y /= np.sqrt(np.square(y).mean(axis=-1, keepdims=True) + x.dtype.type(EPSILON))
    y *= gamma
    y += beta
    return y


class Matrices(NamedTuple):
    """The weights as one stores them for numpy: heads and key beside each other."""

    q: Array
    k: Array
    v: Array
    o: Array


def matrices(w: Weights) -> Matrices:
    def together(x: Array) -> Array:
        return np.ascontiguousarray(np.moveaxis(x, 0, 1).reshape(x.shape[1], -1))

    return Matrices(together(w.W_Q), together(w.W_K), together(w.W_V), w.W_O.reshape(-1, w.W_O.shape[-1]))


def record(x: Array, mask: Array, w: Weights, m: Matrices, out: Array) -> None:
    """The block on one record of the batch."""
    heads, n = w.W_Q.shape[0], x.shape[0]
    y = normalised(x, w.gamma_1, w.beta_1)
    q, k, v = ((y @ part).reshape(n, heads, -1) for part in (m.q, m.k, m.v))
    h, s = np.empty_like(v), np.empty((n, n), x.dtype)
    for i in range(heads):
        clever_head(q[:, i], k[:, i], v[:, i], h[:, i], s, mask)
    z = h.reshape(n, -1) @ m.o
    z += x
    hidden = normalised(z, w.gamma_2, w.beta_2) @ w.W_1
    hidden += w.b_1
    np.maximum(hidden, 0, out=hidden)
    np.matmul(hidden, w.W_2, out=out)
    out += w.b_2
    out += z


def block_over_batch(x: Array, mask: Array, w: Weights, m: Matrices) -> Array:
    out = np.empty_like(x)
    for b in range(len(x)):
        record(x[b], mask, w, m, out[b])
    return out


def block_on_threads(x: Array, mask: Array, w: Weights, m: Matrices, threads: int) -> Array:
    out = np.empty_like(x)
    split(lambda b: record(x[b], mask, w, m, out[b]), range(len(x)), threads)
    return out


# The equations as one writes them in torch, and in jax, which spells them alike


def plain_attention(lib: Any, q: Array, k: Array, v: Array, mask: Array | None = None) -> Array:
    s = q @ lib.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    return _softmax(lib, s if mask is None else s + mask) @ v


def _softmax(lib: Any, s: Array) -> Array:
    return lib.softmax(s, -1) if hasattr(lib, "softmax") else _jax_softmax(s)


def _jax_softmax(s: Array) -> Array:
    import jax

    return jax.nn.softmax(s, axis=-1)


def plain_norm(lib: Any, x: Array, gamma: Array, beta: Array) -> Array:
    centred = x - lib.mean(x, -1)[..., None]
    return centred / lib.sqrt(lib.mean(centred * centred, -1)[..., None] + EPSILON) * gamma + beta


def plain_block(lib: Any, x: Array, mask: Array, w: Weights, attend: Callable[..., Array] | None = None) -> Array:
    """The mask is seq' × seq here, as these libraries have it."""
    y = plain_norm(lib, x, w.gamma_1, w.beta_1)
    q, k, v = (lib.einsum("bsl,hlk->bhsk", y, part) for part in (w.W_Q, w.W_K, w.W_V))
    h = plain_attention(lib, q, k, v, mask) if attend is None else attend(q, k, v, mask)
    z = x + lib.einsum("bhsv,hvl->bsl", h, w.W_O)
    hidden = plain_norm(lib, z, w.gamma_2, w.beta_2) @ w.W_1 + w.b_1
    zero = lib.zeros((), dtype=hidden.dtype)
    return z + lib.maximum(hidden, zero) @ w.W_2 + w.b_2


# xarray


def xarray_attention(q: Any, k: Any, v: Any) -> Any:
    import xarray as xr

    s = xr.dot(q, k, dim="key") / k.sizes["key"] ** 0.5
    e = np.exp(s - s.max("seq"))
    return xr.dot(e / e.sum("seq"), v, dim="seq")


def xarray_block(x: Any, mask: Any, w: Any) -> Any:
    import xarray as xr

    def norm(x: Any, gamma: Any, beta: Any) -> Any:
        centred = x - x.mean("layer")
        return centred / np.sqrt((centred * centred).mean("layer") + x.dtype.type(EPSILON)) * gamma + beta

    y = norm(x, w.gamma_1, w.beta_1)
    q = xr.dot(y.rename(seq="seq'"), w.W_Q, dim="layer")
    k, v = xr.dot(y, w.W_K, dim="layer"), xr.dot(y, w.W_V, dim="layer")
    s = xr.dot(q, k, dim="key") / k.sizes["key"] ** 0.5 + mask
    e = np.exp(s - s.max("seq"))
    h = xr.dot(e / e.sum("seq"), v, dim="seq")
    z = x + xr.dot(h, w.W_O, dim=["heads", "val"]).rename({"seq'": "seq"})
    hidden = np.maximum(xr.dot(norm(z, w.gamma_2, w.beta_2), w.W_1, dim="layer") + w.b_1, 0)
    return z + xr.dot(hidden, w.W_2, dim="hidden") + w.b_2
