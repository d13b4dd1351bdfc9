"""`assert_implements`: what passes, what does not, and the smallest difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ntdoc
from ntdoc.testing import ImplementationError, LiftedWarning, assert_implements
from tests.api_samples import paper, sample, transformer

PROJECT = Path(__file__).parents[2]


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x)
    return e / e.sum(-1, keepdims=True)


def test_a_right_implementation_passes() -> None:
    assert_implements(sample().softmax, softmax)
    assert_implements(sample().softmax, softmax, lifted="batch heads")


def test_an_error_that_only_lifting_shows() -> None:
    def wrong(x: np.ndarray) -> np.ndarray:
        return np.exp(x) / np.exp(x).sum()

    with pytest.warns(LiftedWarning, match="on a batch of that it gives other numbers: softmax is"):
        assert_implements(sample().softmax, wrong)
    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().softmax, wrong, lifted="batch")
    text = str(caught.value)
    assert "error[NT502]: softmax is 0.527960457 at batch(1), ax(1)" in text
    assert f"{Path(__file__).name}:{wrong.__code__.co_firstlineno}:5" in text
    assert "= X              : batch[2] × ax[3] = " in text
    assert isinstance(caught.value, AssertionError)


def flattened(x: np.ndarray) -> np.ndarray:
    return np.exp(x) / np.exp(x).sum()


WEIGHTED = r"""
$$
\ndef{\inp}{in} \ndef{\out}{out}
$$

For $U \in \reals^{\inp\times\out}$ let

$$
\begin{aligned}
\mathrm{score} &\colon \reals^{\inp} \to \reals^{\out} \\
\mathrm{score}(m) &= \nfun{\out}{softmax} (m \ndot{\inp} U)
\end{aligned}
$$
"""


@pytest.mark.parametrize(
    "keywords",
    [
        {"axes": {"U": "in out"}},
        {"axes": {"U": "in out", "return": "out"}},
        {"axes": {"U": ("out", "in")}, "implementation": lambda m, U: flattened(m @ U.T)},
        {"given": {"U": np.eye(3, 2)}, "implementation": lambda m: flattened(m @ np.eye(3, 2))},
    ],
    ids=["weights drawn", "and the result", "weights in another order", "weights given"],
)
def test_axes_of_weights_say_nothing_of_a_batch(keywords: dict[str, Any]) -> None:
    keywords = {"implementation": lambda m, U: flattened(m @ U), **keywords}
    with pytest.warns(LiftedWarning, match="on a batch of that it gives other numbers: score is"):
        assert_implements(paper(WEIGHTED).score, **keywords)
    with pytest.raises(ImplementationError):
        assert_implements(paper(WEIGHTED).score, **keywords, lifted="batch")


@pytest.mark.parametrize(
    "keywords",
    [
        {"axes": {"U": "in out"}, "implementation": lambda m, U: softmax(m @ U)},
        {"axes": {"U": "in out", "return": "out"}, "implementation": lambda m, U: softmax(m @ U), "lifted": "batch"},
        {"axes": {"U": "in out"}, "lifted": ()},
        {"axes": {"U": "in out", "m": "in"}},
    ],
    ids=["right", "right on a batch", "no batch", "axes of the parameter"],
)
def test_no_warning_of_weights_where_it_is_right_or_said(
    keywords: dict[str, Any], recwarn: pytest.WarningsRecorder
) -> None:
    assert_implements(paper(WEIGHTED).score, **{"implementation": lambda m, U: flattened(m @ U), **keywords})
    assert not recwarn.list


def for_one_vector(x: np.ndarray) -> np.ndarray:
    assert x.ndim == 1
    return flattened(x)


@pytest.mark.parametrize(
    ("implementation", "keywords"),
    [(softmax, {}), (flattened, {"lifted": ()}), (flattened, {"axes": {"X": "ax"}}), (for_one_vector, {})],
    ids=["right", "no batch", "axes", "for one vector"],
)
def test_no_warning_where_no_batch_is_meant(
    implementation: Callable[..., object], keywords: dict[str, Any], recwarn: pytest.WarningsRecorder
) -> None:
    assert_implements(sample().softmax, implementation, **keywords)
    assert not recwarn.list


def test_a_batch_of_what_gives_a_number_is_no_batch_of_numbers(recwarn: pytest.WarningsRecorder) -> None:
    def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        return softmax(k @ q / np.sqrt(len(q))) @ v

    assert_implements(sample().Attention, attention)
    assert_implements(paper("$$\n\\ndef{\\ax}{ax}\n$$\n\n$$\ns(x) = \\nsum{\\ax} x^2\n$$\n").s, lambda x: (x**2).sum())
    assert not recwarn.list


def test_a_small_difference_is_shown_on_sizes_that_differ() -> None:
    def wrong(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        return softmax(k @ q) @ v  # without the scale

    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().Attention, wrong)
    assert "= Q              : key[2]" in str(caught.value)
    assert "= K              : seq[3] × key[2]" in str(caught.value)
    assert "val[4]" in str(caught.value)


BATCHES = {"Q": "batch seq' key", "K": "batch seq key", "V": "batch seq val", "return": "batch seq' val"}


def test_what_is_only_lifted_over_is_as_small_as_it_may_be_so_that_numbers_can_be_shown() -> None:
    def unscaled(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        return softmax(q @ np.swapaxes(k, -1, -2)) @ v

    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().Attention, unscaled, axes=BATCHES)
    text = str(caught.value)
    assert "= Q              : batch[1] × seq'[1] × key[2] = [" in text
    assert "= K              : batch[1] × seq[3] × key[2] = [" in text
    assert text.count(" = [") == 5
    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().softmax, flattened, axes={"X": "batch ax"})
    assert "= X              : batch[2] × ax[3] = [" in str(caught.value)


def test_of_many_axes_a_small_input_is_shown_with_its_numbers() -> None:
    names = [f"a{i}" for i in range(4)]
    shape = r" \times ".join(rf"\mathsf{{{name}}}" for name in names)
    sums = " ".join(rf"\nsum{{\mathsf{{{name}}}}}" for name in names)
    document = paper(rf"$$ f \colon \reals^{{{shape}}} \to \reals \\ f(X) = {sums} X^2 $$")
    with pytest.raises(ImplementationError) as caught:
        assert_implements(document.f, lambda x: (x.sum(-1) ** 2).sum())
    assert "= X              : a0[1] × a1[1] × a2[1] × a3[2] = [" in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda x: softmax(x) * 3, "it gives is 3 times what softmax is, everywhere"),
        (lambda x: -softmax(x), "it gives is -1 times what softmax is, everywhere"),
        (lambda x: softmax(x) * 2 / 3, "it gives is 2/3 times what softmax is, everywhere"),
        (lambda x: softmax(x) * np.sqrt(5), "it gives is 2.23607 times what softmax is, everywhere"),
        (lambda x: softmax(x) ** 2, None),
        (lambda x: softmax(x) + 1, None),
    ],
)
def test_a_constant_factor_is_told(wrong: Callable[..., object], told: str | None) -> None:
    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().softmax, wrong)
    assert told in str(caught.value) if told is not None else "everywhere" not in str(caught.value)


def test_what_runs_on_sizes_of_one_alone_is_told() -> None:
    with pytest.raises(ImplementationError) as caught:
        assert_implements(sample().Attention, lambda q, k, v: q @ k, axes=BATCHES)
    assert "on batch[1], seq'[1], key[2], seq[3], val[4] it raises ValueError: matmul" in str(caught.value)


def test_the_order_of_axes_can_be_said() -> None:
    axes = {"K": "key seq", "V": "val seq"}
    assert_implements(sample().Attention, lambda q, k, v: v @ softmax(q @ k / np.sqrt(len(q))), axes=axes)
    with pytest.raises(ImplementationError):
        assert_implements(sample().Masked, lambda s: s, axes={"S": "seq seq'", "return": "seq' seq"})


@pytest.mark.parametrize(
    ("result", "hint"),
    [("batch vall", "batch val"), ("val", "batch val"), ("key batch", "batch val"), ("bach vals", "batch val")],
)
def test_a_slip_in_the_axes_of_the_result_is_one_of_the_call(result: str, hint: str) -> None:
    axes = {"Q": "batch key", "K": "batch seq key", "V": "batch seq val", "return": result}
    with pytest.raises(ntdoc.DiagnosticError) as caught:
        assert_implements(sample().Attention, lambda q, k, v: v.sum(-2), axes=axes)
    assert not isinstance(caught.value, ImplementationError)
    assert "error[NT501]: the result has the axes " in str(caught.value)
    assert f'axes={{"return": "{hint}"}}' in str(caught.value) or "val batch" in str(caught.value)
    assert "does not implement" not in str(caught.value)


def test_values_by_keyword_for_what_the_document_only_declares() -> None:
    def ffn(X: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
        return np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2

    axes = {"W_1": "layer hidden", "b_1": "hidden", "W_2": "hidden layer", "b_2": "layer"}
    assert_implements(transformer().FFN, ffn, axes=axes, lifted="batch")


def test_another_shape_and_no_array() -> None:
    with pytest.raises(ImplementationError, match="the implementation returns"):
        assert_implements(sample().softmax, lambda x: x.sum())
    with pytest.raises(ImplementationError, match="no array"):
        assert_implements(sample().softmax, lambda x: "text")
    with pytest.raises(ImplementationError):
        assert_implements(sample().softmax, lambda x: np.full_like(x, np.nan))


def test_a_function_that_returns_nothing_is_told_so() -> None:
    def forgetful(x: np.ndarray) -> None:
        softmax(x)

    with pytest.raises(ImplementationError, match="the implementation returns None: is there no `return` at its end"):
        assert_implements(sample().softmax, forgetful)


@pytest.mark.parametrize(
    ("implementation", "said"),
    [
        (lambda q: q, "(q) has other parameters than Attention"),
        (lambda q, k, v, scale: q, "(q, k, v, scale) has other parameters than Attention"),
    ],
)
def test_a_function_of_other_parameters_is_told_so(implementation: Callable[..., object], said: str) -> None:
    with pytest.raises(ntdoc.DiagnosticError) as caught:
        assert_implements(sample().Attention, implementation)
    assert said in str(caught.value)
    assert "hint: it is called as <lambda>(Q, K, V)" in str(caught.value)


def test_an_error_of_types_in_an_implementation_is_its_own() -> None:
    def broken(x: np.ndarray) -> object:
        return len(3)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        assert_implements(sample().softmax, broken)


def test_what_the_implementation_raises_comes_with_the_shapes() -> None:
    def broken(x: np.ndarray) -> np.ndarray:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no") as caught:
        assert_implements(sample().softmax, broken)
    assert "implementation of softmax with X: ax[1]" in caught.value.__notes__[0]
    with pytest.raises(TypeError) as wrong:
        assert_implements(paper(TENSORS).t, lambda: 0)
    assert "implementation of t by keyword with n: shop[1] × item[1], c: item[1], in double" in wrong.value.__notes__[0]


def test_a_value_that_is_missing_is_said() -> None:
    with pytest.raises(ntdoc.DiagnosticError, match="epsilon") as caught:
        assert_implements(transformer().LayerNorm, lambda x, g, b: x)
    assert 'axes={"epsilon": ""}' in str(caught.value)
    assert 'given={"epsilon": …}' in str(caught.value)
    assert "give the values by name" not in str(caught.value)


def test_a_library_that_there_is_not() -> None:
    with pytest.raises(ntdoc.DiagnosticError, match="'tensorflow' is none of the libraries"):
        assert_implements(sample().softmax, softmax, library="tensorflow")
    with pytest.raises(ntdoc.DiagnosticError, match="did you mean torch"):
        assert_implements(sample().softmax, softmax, library="Torch")


def test_pytest_shows_the_caller_alone() -> None:
    """It leaves out frames that have `__tracebackhide__`, and shows the source of the last one that is left."""
    for call in (
        lambda: assert_implements(sample().softmax, lambda x: x),
        lambda: assert_implements(sample().softmax, softmax, library="none"),
        lambda: sample().Attention(1, 2),
        lambda: sample().H(),
        lambda: sample().Nothing,
        lambda: sample()["Nothing"],
    ):
        with pytest.raises(ntdoc.DiagnosticError) as caught:
            call()
        shown = [entry for entry in caught.traceback if not entry.ishidden(caught)]
        assert [str(entry.path) for entry in shown if "ntdoc/" in str(entry.path.relative_to(PROJECT))] == []


def test_a_call_of_what_is_in_error_is_not_said_to_need_itself() -> None:
    text = "Let $B \\in \\reals^{\\mathsf{a}}$.\n\n$$ f(A) = A + \\sum_{\\mathsf{b}} B $$\n\n$$ g(A) = 2 f(A) $$\n"
    wrong = paper(text)
    with pytest.raises(ntdoc.DiagnosticError, match="NT203") as caught:
        wrong.f(1.0)
    assert "needs" not in str(caught.value)
    with pytest.raises(ntdoc.DiagnosticError, match=r"NT203(.|\n)*g\(A\) needs f, which is in error"):
        wrong.g(1.0)


def test_sizes_that_the_document_ties() -> None:
    text = (
        "$$\n\\ndef{\\ax}{ax} \\ndef{\\bx}{bx}\n$$\n\n$|\\bx| = 2 |\\ax|$\n\n$$\n\\begin{aligned}\n"
        "\\mathrm{f} &\\colon \\reals^{\\ax} \\times \\reals^{\\bx[2 |\\ax|]} \\to \\reals \\\\\n"
        "\\mathrm{f}(X, Y) &= \\nsum{\\ax} X + \\nsum{\\bx} Y\n\\end{aligned}\n$$\n"
    )
    assert_implements(paper(text).f, lambda x, y: x.sum() + y.sum())
    with pytest.raises(ImplementationError):
        assert_implements(paper(text).f, lambda x, y: x.sum() - y.sum())


@pytest.mark.parametrize("tolerance", [1e-6, 1e-3])
def test_the_tolerance_is_relative_to_the_values(tolerance: float) -> None:
    assert_implements(sample().softmax, lambda x: softmax(x) * (1 + tolerance / 2), tolerance=tolerance)
    with pytest.raises(ImplementationError):
        assert_implements(sample().softmax, lambda x: softmax(x) * (1 + tolerance * 3), tolerance=tolerance)


class Softmax(torch.nn.Module):
    """A module of somebody's own."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.softmax(-1)


def _by_method(x: torch.Tensor) -> torch.Tensor:
    return x.softmax(-1)


def _by_function(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)


@pytest.mark.parametrize(
    "implementation",
    [Softmax(), torch.nn.Softmax(dim=-1), partial(torch.softmax, dim=-1), partial(torch.nn.functional.softmax, dim=-1)],
    ids=["module", "module of torch", "built-in function", "function of torch"],
)
def test_what_is_of_torch_gets_tensors(implementation: Callable[..., object]) -> None:
    assert_implements(sample().softmax, implementation, lifted="batch")


@pytest.mark.parametrize("implementation", [_by_method, _by_function])
def test_a_function_that_takes_tensors_says_so(implementation: Callable[..., object]) -> None:
    with pytest.raises(ntdoc.DiagnosticError) as caught:
        assert_implements(sample().softmax, implementation)
    name = implementation.__name__
    assert f"error[NT501]: {name} takes tensors of torch, and got arrays of numpy" in str(caught.value)
    assert 'hint: say `library="torch"`' in str(caught.value)
    assert_implements(sample().softmax, implementation, library="torch")


def test_other_errors_of_an_implementation_are_its_own() -> None:
    def forgetful(x: np.ndarray) -> np.ndarray:
        return x.nonsense()  # type: ignore[no-any-return, attr-defined]

    with pytest.raises(AttributeError, match="nonsense"):
        assert_implements(sample().softmax, forgetful)
    with pytest.raises(TypeError, match="ufunc"):
        assert_implements(sample().softmax, lambda x: x + "a")


TENSORS = r"""
$$
\ndef{\shop}{shop} \ndef{\item}{item}
$$

Let $n \in \reals^{\shop\times\item}$ be what was sold and $c \in \reals^{\item}$ the prices. The takings are

$$
\begin{aligned}
t &= n \ndot{\item} c \in \reals^{\shop} \\
z &= n \odot c - t \in \reals^{\item\times\shop} \\
u &= n + c
\end{aligned}
$$

so that

$$
t = c \ndot{\item} n
$$
"""


def test_a_tensor_is_a_function_of_what_it_is_made_of() -> None:
    document = paper(TENSORS)
    assert_implements(document.t, lambda n, c: n @ c)
    assert_implements(document.t, lambda n, c: c @ n, axes={"n": "item shop"})
    assert_implements(document.z, lambda n, c: (n * c).T - n @ c)
    assert_implements(document["t"], lambda n, c: n @ c)  # type: ignore[arg-type]
    assert_implements(document.t, lambda n: n @ np.arange(3), given={"c": np.arange(3)})
    with pytest.raises(ImplementationError, match=r"t is .* at shop\(1\)"):
        assert_implements(document.t, lambda n, c: n @ c + 1)


def test_what_no_implementation_can_be_of_is_said() -> None:
    document = paper(TENSORS)
    with pytest.raises(ntdoc.DiagnosticError, match="only declares n"):
        assert_implements(document.n, lambda: 0)
    with pytest.raises(ntdoc.DiagnosticError, match="a function or a tensor"):
        assert_implements(document.statements[0], lambda n, c: n @ c)  # type: ignore[arg-type]


def test_a_tensor_is_lifted_over_axes_that_nothing_in_it_has() -> None:
    document = paper(TENSORS)

    def takings(n: np.ndarray, c: np.ndarray) -> np.ndarray:
        return (n @ c[..., None])[..., 0]

    assert_implements(document.t, takings, lifted="day week")
    assert_implements(document.t, lambda n, c: n @ c, axes={"n": "day shop item"})
    assert_implements(document.t, lambda n, c: n @ c, axes={"c": "item"}, lifted="day")
    backwards = {"n": "shop item day", "return": "shop day"}
    assert_implements(document.t, lambda n, c: np.einsum("sid,i->sd", n, c), axes=backwards)
    with pytest.raises(ImplementationError, match=r"t is .* at day\(1\), shop\(1\)"):
        assert_implements(document.t, lambda n, c: takings(n, c) * (n.ndim == 2 or n[..., 0, 0].mean()), lifted="day")
    with pytest.raises(ntdoc.DiagnosticError, match="n is declared with the shape"):
        assert_implements(document.t, takings, axes={"n": "shops item"})


def test_members_of_a_batch_are_drawn_from_the_set_of_each() -> None:
    def gain(P: np.ndarray, v: np.ndarray) -> np.ndarray:
        assert (P.sum(-1) == 1).all()
        return P @ v

    assert_implements(paper(DECLARED).g, gain, axes={"P": "year plant kind"})


def test_a_result_with_its_axes_in_another_order_is_told_so() -> None:
    with pytest.raises(ImplementationError) as caught:
        assert_implements(paper(TENSORS).z, lambda n, c: n * c - (n @ c)[:, None])
    said = 'hint: the numbers are right, and their axes in another order: say axes={"return": "shop item"}'
    assert said in str(caught.value)


def test_what_an_implementation_raises_is_shown_without_frames_of_ntdoc() -> None:
    def broken(x: np.ndarray) -> np.ndarray:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no") as caught:
        assert_implements(sample().softmax, broken)
    shown = [entry for entry in caught.traceback if not entry.ishidden(caught)]
    assert {Path(entry.path).name for entry in shown} == {Path(__file__).name}


DECLARED = r"""
$$
\ndef{\plant}{plant} \ndef{\kind}{kind} \ndef{\day}{day}
$$

Let $P \in \{0,1\}^{\plant\times\kind}$ with $\nsum{\kind} P = 1$ say of which kind a plant is, let $\tau > 0$ be a
rate, and let $d \in [|\day|]^{\plant}$ be the days of the harvest.

$$
\begin{aligned}
\mathrm{gain} &\colon \reals^{\plant\times\kind} \to \reals^{\plant} \\
\mathrm{gain}(H) &= P \ndot{\kind} H \\
\mathrm{slow} &\colon \reals^{\plant} \to \reals^{\plant} \\
\mathrm{slow}(x) &= x \sqrt{\tau}
\end{aligned}
$$

For $v \in \reals^{\kind}$ the worth of each is

$$
g = P \ndot{\kind} v \in \reals^{\plant}
$$

and for $w \in \reals^{\day}$ the weather was

$$
\begin{aligned}
\mathrm{look} &\colon [|\day|]^{\plant} \times \reals^{\day} \to \reals^{\plant} \\
\mathrm{look}(e, x) &= x_{\day(e)}
\end{aligned}
$$

$$
s_{\plant(i)} = w_{\day(d_{\plant(i)})} \in \reals^{\plant}
$$
"""


def test_what_is_only_declared_is_drawn_as_it_is_declared() -> None:
    document = paper(DECLARED)

    def gain(H: np.ndarray, P: np.ndarray) -> np.ndarray:
        assert set(P.ravel()) <= {0, 1}
        assert (P.sum(-1) == 1).all()
        return H[np.arange(len(H)), P.argmax(-1)]

    assert_implements(document.gain, gain, axes={"H": "plant kind", "P": "plant kind"})
    turned = {"H": "kind plant", "P": "kind plant"}
    assert_implements(document.gain, lambda H, P: H[P.argmax(0), np.arange(P.shape[1])], axes=turned)
    assert_implements(document.slow, lambda x, tau: x * tau**0.5, axes={"tau": ""})
    assert_implements(document.g, lambda P, v: v[P.argmax(-1)])


def test_indices_are_drawn_as_far_as_they_go() -> None:
    seen = set()

    def weather(w: np.ndarray, d: np.ndarray) -> np.ndarray:
        seen.update(d)
        return w[d.astype(int) - 1]

    assert_implements(paper(DECLARED).s, weather)
    assert len(seen) > 2
    assert_implements(paper(DECLARED).look, lambda e, x: x[e.astype(int) - 1])
    with pytest.raises(ImplementationError):
        assert_implements(paper(DECLARED).look, lambda e, x: np.full(e.shape, x[0]))


NEARBY = r"""
$$
\ndef{\row}{row} \ndef{\col}{col}
$$

Let $A \in \reals^{\row\times\col}$ be any numbers.

$$
\begin{aligned}
S(A) &= \nsum{\row} \nfun{\col}{max} A \\
T(B) &= \nsum{\col} (\nsum{\row} B)^2
\end{aligned}
$$
"""


def test_the_order_in_which_a_letter_is_declared_is_that_of_the_parameter() -> None:
    document = paper(NEARBY)
    x = np.arange(6.0).reshape(2, 3)
    assert float(document.S(x)) == 7
    assert_implements(document.S, lambda A: A.max(-1).sum())


def test_a_plain_array_may_have_the_further_axes_that_the_letter_is_declared_with() -> None:
    text = r"""
Let $A \in \reals^{\mathsf{val}\times\mathsf{seq}}$ and $w \in \reals^{\mathsf{seq}}$.

$$ \mathrm{Mix}(A, w) = w \underset{\mathsf{seq}}{\odot} A $$
"""
    mix, values, weights = paper(text).Mix, np.arange(6.0).reshape(2, 3), np.array([1.0, 2.0, 4.0])
    np.testing.assert_allclose(mix(values, weights).to_numpy("val"), values @ weights)
    assert float(mix(values[0], weights)) == values[0] @ weights
    with pytest.raises(ntdoc.DiagnosticError, match="A has 3 dimensions"):
        mix(np.ones((2, 2, 3)), weights)


def test_where_no_order_is_said_a_hint_has_the_axes() -> None:
    with pytest.raises(ntdoc.DiagnosticError, match="in which order") as caught:
        paper(NEARBY).T(np.ones((2, 3)))
    assert "ntdoc.array(B, 'row', 'col')" in str(caught.value) or "ntdoc.array(B, 'col', 'row')" in str(caught.value)
    with pytest.raises(ntdoc.DiagnosticError, match="in which order") as caught:
        assert_implements(paper(NEARBY).T, lambda B: (B.sum(0) ** 2).sum())
    assert "row col" in str(caught.value) or "col row" in str(caught.value)
    assert_implements(paper(NEARBY).T, lambda B: (B.sum(0) ** 2).sum(), axes={"B": "row col"})
