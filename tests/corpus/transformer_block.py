"""The encoder block of a Transformer (pre-LN, one head) in plain numpy, with dimensions by position."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Weights(NamedTuple):
    """`w_q`, `w_k`: chans × key; `w_v`: chans × chans; `w_1`: chans × hidden; `w_2`: hidden × chans; else vectors."""

    gamma: Array
    beta: Array
    epsilon: Array
    w_q: Array
    b_q: Array
    w_k: Array
    b_k: Array
    w_v: Array
    b_v: Array
    w_1: Array
    b_1: Array
    w_2: Array
    b_2: Array


def layer_norm(tokens: Array, w: Weights) -> Array:
    """Each row to mean 0 and variance 1, then scaled and shifted."""
    centred = tokens - tokens.mean(axis=1, keepdims=True)
    variance = (centred**2).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance + w.epsilon) * w.gamma + w.beta


def scaled_dot_product_attention(query: Array, key: Array, value: Array) -> Array:
    """softmax(QKᵀ/√d) V, a row of the result for each row of `query`."""
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) @ value)


def self_attention(tokens: Array, w: Weights) -> Array:
    return scaled_dot_product_attention(tokens @ w.w_q + w.b_q, tokens @ w.w_k + w.b_k, tokens @ w.w_v + w.b_v)


def feed_forward(tokens: Array, w: Weights) -> Array:
    return np.asarray(np.maximum(tokens @ w.w_1 + w.b_1, 0) @ w.w_2 + w.b_2)


class Block(NamedTuple):
    x_1: Array
    x_2: Array
    y: Array


def block(tokens: Array, w: Weights) -> Block:
    """The block on `tokens`, one row for each position."""
    x_1 = layer_norm(tokens, w)
    x_2 = tokens + self_attention(x_1, w)
    return Block(x_1, x_2, x_2 + feed_forward(layer_norm(x_2, w), w))
