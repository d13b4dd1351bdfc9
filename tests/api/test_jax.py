"""Arrays of jax in the equations of a document: its derivatives, and its compiler."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import numpy as np

from ntdoc.testing import assert_implements
from tests.api_samples import numbers, sample, transformer


def test_arrays_in_and_out() -> None:
    q, k, v = (jax.numpy.asarray(numbers(*s)) for s in ((4,), (6, 4), (6, 3)))
    y = sample().Attention(q, k, v)
    assert isinstance(y.data, jax.Array)
    expected = sample().Attention(*(np.asarray(x, dtype=np.float64) for x in (q, k, v))).to_numpy()
    np.testing.assert_allclose(y.to_numpy(), expected, rtol=1e-5)


def test_compiled_by_jax() -> None:
    def both(s: Any, x: Any) -> tuple[Any, Any, Any]:
        document = sample()
        return document.Masked(s).to("seq", "seq'"), document.Backwards(x).data, document.softmax(x).data

    s, x = jax.numpy.asarray(numbers(3, 3)), jax.numpy.asarray([1.0, 2.0, 3.0])
    for compiled, plain in zip(jax.jit(both)(s, x), both(s, x), strict=True):
        np.testing.assert_allclose(compiled, plain, rtol=1e-5)
    np.testing.assert_array_equal(jax.jit(both)(s, x)[1], [3, 2, 1])


def test_a_loss_of_the_document_is_trained() -> None:
    x, target = jax.numpy.asarray(numbers(20, 4)), jax.numpy.asarray(numbers(20, seed=1))

    def loss(w: Any, b: Any) -> Any:
        return sample().Loss(x, target, w=w, b=b).data

    def own(w: Any, b: Any) -> Any:
        return ((jax.numpy.tanh(x @ w) + b - target) ** 2).mean()

    w, b = jax.numpy.zeros(4), jax.numpy.zeros(())
    step = jax.jit(jax.value_and_grad(loss, argnums=(0, 1)))
    losses = []
    for _ in range(10):
        value, (along_w, along_b) = step(w, b)
        expected = jax.grad(own, argnums=(0, 1))(w, b)
        np.testing.assert_allclose(along_w, expected[0], rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(along_b, expected[1], rtol=1e-4, atol=1e-6)
        losses.append(float(value))
        w, b = w - 0.2 * along_w, b - 0.2 * along_b
    assert all(later < earlier for earlier, later in pairwise(losses))


def test_an_implementation_in_jax() -> None:
    assert_implements(
        transformer().softmax, lambda x: jax.nn.softmax(x, axis=-1), lifted="a b", library="jax", tolerance=1e-5
    )
