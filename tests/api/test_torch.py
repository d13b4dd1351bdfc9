"""Tensors of torch in the equations of a document, and its derivatives."""

from __future__ import annotations

from itertools import pairwise

import pytest
import torch

import ntdoc
from ntdoc.testing import ImplementationError, assert_implements
from tests.api_samples import numbers, paper, sample, transformer

AXES = {
    "Q": "batch heads seq' key", "K": "batch heads seq key", "V": "batch heads seq val",
    "return": "batch heads seq' val",
}  # fmt: skip


@pytest.mark.parametrize("data_type", [torch.float64, torch.float32])
def test_tensors_in_and_out(data_type: torch.dtype) -> None:
    q, k, v = (torch.tensor(numbers(*s), dtype=data_type) for s in ((4,), (6, 4), (6, 3)))
    y = sample().Attention(q, k, v).data
    assert isinstance(y, torch.Tensor)
    assert y.dtype == data_type
    expected = torch.nn.functional.scaled_dot_product_attention(q[None], k, v)[0]
    torch.testing.assert_close(y, expected)


def test_numpy_goes_along() -> None:
    y = sample().Attention(torch.ones(4), numbers(6, 4), numbers(6, 3))
    assert y.data.dtype == torch.float32


def test_cases_indices_and_functions_that_would_overflow() -> None:
    s = torch.tensor(numbers(3, 3))
    masked = sample().Masked(s).to("seq'", "seq")
    torch.testing.assert_close(masked, torch.softmax(s.T + torch.triu(torch.full((3, 3), -torch.inf), 1), -1).double())
    assert sample().Backwards(torch.arange(3)).to_numpy().tolist() == [2, 1, 0]
    assert bool(torch.isfinite(sample().softmax(torch.tensor([1e4, 0.0])).data).all())


def test_a_loss_of_the_document_is_trained() -> None:
    x, target = torch.tensor(numbers(20, 4)), torch.tensor(numbers(20, seed=1))
    w = torch.zeros(4, dtype=torch.float64, requires_grad=True)
    b = torch.zeros((), dtype=torch.float64, requires_grad=True)
    losses = []
    for _ in range(10):
        loss = sample().Loss(x, target, w=w, b=b).data
        own = ((torch.tanh(x @ w) + b - target) ** 2).mean()
        torch.testing.assert_close(loss, own)
        expected = torch.autograd.grad(own, (w, b))
        found = torch.autograd.grad(loss, (w, b))
        torch.testing.assert_close(found, expected)
        losses.append(float(loss.detach()))
        with torch.no_grad():
            w -= 0.2 * found[0]
            b -= 0.2 * found[1]
    assert all(later < earlier for earlier, later in pairwise(losses))
    assert sample().Loss(x, target, w=w, b=b).to_numpy() < losses[0]


def test_scaled_dot_product_attention_implements_attention() -> None:
    own = torch.nn.functional.scaled_dot_product_attention
    assert_implements(transformer().Attention, own, axes=AXES, library="torch")
    with pytest.raises(ImplementationError, match="NT502") as caught:
        assert_implements(transformer().Attention, lambda *x: own(*x, scale=1.0), axes=AXES, library="torch")
    assert "batch[1] × heads[1] × seq[3] × val[4] = [" in str(caught.value)


def layer_norm(x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor) -> torch.Tensor:
    module = torch.nn.LayerNorm(x.shape[-1], eps=1e-5, dtype=x.dtype)
    module.weight.data, module.bias.data = gamma, beta
    result: torch.Tensor = module(x)
    return result


def test_layer_norm_implements_layer_norm() -> None:
    axes = {"X": "batch seq layer"}
    assert_implements(transformer().LayerNorm, layer_norm, axes=axes, given={"epsilon": 1e-5}, library="torch")
    with pytest.raises(ImplementationError):
        assert_implements(transformer().LayerNorm, layer_norm, axes=axes, given={"epsilon": 1e-2}, library="torch")


def test_another_library_does_not_go_along() -> None:
    import jax

    with pytest.raises(ntdoc.DiagnosticError, match="two libraries, jax"):
        sample().Attention(torch.ones(4), jax.numpy.ones((6, 4)), numbers(6, 3))


class Scores(torch.nn.Module):
    """A layer with weights of its own, in the precision that torch gives them."""

    def __init__(self, wrong: bool = False, dtype: torch.dtype | None = None) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 3, dtype=dtype)
        self.wrong = wrong

    def forward(self, m: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.linear(m) * (1.01 if self.wrong else 1), -1)

    @property
    def weights(self) -> dict[str, object]:
        return {"U": ntdoc.array(self.linear.weight, "out", "in"), "b": self.linear.bias}


SCORES = r"""
$$
\ndef{\inp}{in} \ndef{\out}{out}
$$

For $U \in \reals^{\inp[4]\times\out}$ and $b \in \reals^{\out}$ let

$$
\begin{aligned}
\mathrm{score} &\colon \reals^{\inp} \to \reals^{\out} \\
\mathrm{score}(m) &= \nfun{\out}{softmax} (m \ndot{\inp} U + b)
\end{aligned}
$$
"""


@pytest.mark.parametrize("dtype", [None, torch.float64, torch.bfloat16, torch.float16])
def test_a_module_is_compared_in_the_precision_of_its_weights(dtype: torch.dtype | None) -> None:
    score = paper(SCORES).score
    for module, implementation in ((m, i) for m in (Scores(dtype=dtype),) for i in (m, m.forward, m.__call__)):
        assert_implements(score, implementation, given=module.weights, lifted="batch")
    if dtype in (None, torch.float64):
        wrong = Scores(wrong=True, dtype=dtype)
        with pytest.raises(ImplementationError):
            assert_implements(score, wrong, given=wrong.weights)


def test_the_precision_can_be_said() -> None:
    score, module = paper(SCORES).score, Scores()
    with pytest.raises(ntdoc.DiagnosticError, match="works in float32, and got float64") as caught:
        assert_implements(score, lambda m: module(m), given=module.weights, library="torch")
    assert 'hint: say `dtype="float32"`' in str(caught.value)
    for dtype in ("float32", torch.float32):
        assert_implements(score, lambda m: module(m), given=module.weights, library="torch", dtype=dtype, lifted=())
    with pytest.raises(ntdoc.DiagnosticError, match="is none of the precisions") as caught:
        assert_implements(score, module, given=module.weights, dtype="float23")
    assert "did you mean float32?" in str(caught.value)
    assert_implements(sample().softmax, lambda x: _single(x).softmax(-1), library="torch", dtype="float32")


def _single(x: torch.Tensor) -> torch.Tensor:
    assert x.dtype == torch.float32
    return x
