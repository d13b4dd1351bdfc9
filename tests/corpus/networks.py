"""Parts of neural networks in plain numpy, with dimensions by position and loops where these are plainer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
einsum = np.einsum


def sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-x)))


def softmax(x: Array, axis: int = -1) -> Array:
    """Of complex numbers too, for differentiation by a complex step."""
    e = np.exp(x - x.real.max(axis=axis, keepdims=True))
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def dense(w: Array, x: Array, b: Array) -> Array:
    """`w`: outputs × inputs."""
    return sigmoid(einsum("oi,i->o", w, x) + b)


def recurrent(w_h: Array, h: Array, w_i: Array, x: Array, b: Array) -> Array:
    """`w_h`: hidden × outputs, `w_i`: inputs × outputs."""
    return sigmoid(einsum("hg,h->g", w_h, h) + einsum("ig,i->g", w_i, x) + b)


# --- attention ---


def attention(q: Array, k: Array, v: Array, mask: Array | float = 0.0, scale: float | None = None) -> Array:
    """One query. `q`: key; `k`: seq × key; `v`: seq × val; `mask`: seq."""
    scores = einsum("d,sd->s", q, k) / (np.sqrt(q.shape[0]) if scale is None else scale) + mask
    return np.asarray(einsum("s,sv->v", softmax(scores), v))


def many_headed(q: Array, k: Array, v: Array, mask: Array) -> Array:
    """`q`: heads × seq' × key; `k`: heads × seq × key; `v`: heads × seq × val; `mask`: seq' × seq."""
    return np.stack([[attention(q[h, t], k[h], v[h], mask[t]) for t in range(q.shape[1])] for h in range(q.shape[0])])


# --- convolution and pooling ---


def windows(x: Array, width: int, step: int) -> Array:
    """The windows of a vector, one in a row, each `step` entries after the one before."""
    return np.stack([x[i : i + width] for i in range(0, len(x) - width + 1, step)])


def conv1d(x: Array, w: Array, b: Array) -> Array:
    """`x`: in × seq; `w`: out × in × kernel."""
    width = w.shape[2]
    steps = range(x.shape[1] - width + 1)
    return np.stack([[np.sum(w[o] * x[:, i : i + width]) + b[o] for i in steps] for o in range(len(w))])


def conv2d(x: Array, w: Array, b: Array) -> Array:
    """`x`: in × height × width; `w`: out × in × kernel height × kernel width."""
    kh, kw = w.shape[2:]
    rows, columns = range(x.shape[1] - kh + 1), range(x.shape[2] - kw + 1)
    return np.stack(
        [[[np.sum(w[o] * x[:, i : i + kh, j : j + kw]) + b[o] for j in columns] for i in rows] for o in range(len(w))]
    )


def max_pool_1d(x: Array, width: int) -> Array:
    return windows(x, width, width).max(axis=1)


def max_pool_2d(x: Array, height: int, width: int) -> Array:
    """`x`: height × width."""
    rows, columns = range(0, x.shape[0], height), range(0, x.shape[1], width)
    return np.array([[x[i : i + height, j : j + width].max() for j in columns] for i in rows])


# --- normalization ---


def standardize(x: Array, axes: tuple[int, ...], epsilon: float) -> Array:
    centred = x - x.mean(axis=axes, keepdims=True)
    return np.asarray(centred / np.sqrt((centred**2).mean(axis=axes, keepdims=True) + epsilon))


# --- a Transformer ---


class Layer(NamedTuple):
    """`q`, `k`, `v`: heads × layer × key; `o`: heads × val × layer; `w_1`: hidden × layer; `w_2`: layer × hidden."""

    norms: tuple[tuple[Array, ...], tuple[Array, ...]]  # scale and shift, after attention and at the end
    q: Array
    k: Array
    v: Array
    o: Array
    w_1: Array
    b_1: Array
    w_2: Array
    b_2: Array


def positions(count: int, width: int) -> Array:
    """Sines and cosines of the position, a row for each; columns count from 1."""
    found = np.empty((count, width))
    for p in range(count):
        for i in range(1, width + 1):
            odd = i % 2 == 1
            angle = p / 10000 ** ((i - 1 if odd else i - 2) / width)
            found[p, i - 1] = np.sin(angle) if odd else np.cos(angle)
    return found


def self_attention(x: Array, layer: Layer) -> Array:
    """`x`: seq × layer. Each position sees itself and what is before it."""
    q, k, v = (einsum("hlk,sl->hsk", w, x) for w in (layer.q, layer.k, layer.v))
    here = np.arange(len(x))
    mask = np.where(here[None, :] <= here[:, None], 0.0, -np.inf)  # seq' × seq
    return np.asarray(einsum("hvl,htv->tl", layer.o, many_headed(q, k, v, mask)))


def feed_forward(x: Array, layer: Layer) -> Array:
    hidden = np.maximum(einsum("hl,sl->sh", layer.w_1, x) + layer.b_1, 0)
    return np.asarray(einsum("lh,sh->sl", layer.w_2, hidden) + layer.b_2)


class Run(NamedTuple):
    """What a Transformer computes on the way: after attention and at the end of each layer, and the output."""

    start: Array
    middles: list[Array]
    ends: list[Array]
    output: Array


def transformer(words: Array, embedding: Array, layers: list[Layer], epsilon: float) -> Run:
    """`words`: seq × vocab, one-hot; `embedding`: vocab × layer."""

    def norm(x: Array, scale: Array, shift: Array) -> Array:
        return standardize(x, (1,), epsilon) * scale + shift

    width = embedding.shape[1]
    x = einsum("sv,vl->sl", words, embedding) * np.sqrt(width) + positions(len(words), width)
    run = Run(x, [], [], np.zeros(()))
    for layer in layers:
        t = norm(self_attention(x, layer) + x, *layer.norms[0])
        x = norm(feed_forward(t, layer) + t, *layer.norms[1])
        run.middles.append(t)
        run.ends.append(x)
    return run._replace(output=softmax(einsum("vl,sl->sv", embedding, x)))


# --- LeNet ---


class Image(NamedTuple):
    """What a LeNet makes of one image: in × height × width."""

    t_1: Array
    x_1: Array
    t_2: Array
    x_2: Array


def convolved(x: Array, w: Mapping[str, Array], pools: tuple[tuple[int, int], tuple[int, int]]) -> Image:
    """`w` has `W^1`, `b^1`, `W^2`, `b^2`; `pools` the sizes of the windows."""
    t_1 = np.maximum(conv2d(x, w["W^1"], w["b^1"]), 0)
    x_1 = np.stack([max_pool_2d(c, *pools[0]) for c in t_1])
    t_2 = np.maximum(conv2d(x_1, w["W^2"], w["b^2"]), 0)
    return Image(t_1, x_1, t_2, np.stack([max_pool_2d(c, *pools[1]) for c in t_2]))
