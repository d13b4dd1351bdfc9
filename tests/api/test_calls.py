"""Calling the equations of a document: what goes in, what comes out, and what is said of misuse."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import ntdoc
from ntdoc.api import Paper, prepared
from ntdoc.evaluation import compiled
from ntdoc.report import Statement
from ntdoc.testing import assert_implements
from tests.api_samples import TRANSFORMER, numbers, paper, sample, transformer


def softmax(x: np.ndarray, axis: int) -> np.ndarray:
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


Q, K, V = numbers(5, 4), numbers(6, 4, seed=1), numbers(6, 3, seed=2)
EXPECTED = softmax(Q @ K.T / 2, 1) @ V


def refused(call: object, *arguments: object, **keywords: object) -> ntdoc.DiagnosticError:
    with pytest.raises(ntdoc.DiagnosticError) as caught:
        call(*arguments, **keywords)  # type: ignore[operator]
    return caught.value


# --- arguments and results ---


def test_named_arrays_in_and_a_named_array_out() -> None:
    q, k, v = ntdoc.array(Q, "q", "key"), ntdoc.array(K, "seq", "key"), ntdoc.array(V, "seq", "val")
    for y in (sample().Attention(Q=q, K=k, V=v), sample().Attention(q, k, v), sample()["Attention"](q, V=v, K=k)):
        assert set(y.axes) == {"q", "val"}
        assert y.sizes == {"q": 5, "val": 3}
        np.testing.assert_allclose(y.to_numpy("q", "val"), EXPECTED, rtol=1e-12)
        np.testing.assert_allclose(y.to_numpy("val", "q"), EXPECTED.T, rtol=1e-12)


def test_plain_arrays_have_the_axes_of_the_signature_in_order() -> None:
    y = sample().Attention(Q[0], K, V)
    assert y.axes == ("val",)
    np.testing.assert_allclose(y.to_numpy(), EXPECTED[0], rtol=1e-12)


def test_lists_and_numbers_and_integers() -> None:
    y = sample().Attention([1, 0, 0, 0], np.eye(4, dtype=np.int32), [[1.0], [2.0], [3.0], [4.0]])
    weights = softmax(np.array([0.5, 0, 0, 0]), 0)
    np.testing.assert_allclose(y.to_numpy(), [weights @ [1, 2, 3, 4]], rtol=1e-12)


def test_a_lifted_axis_that_has_the_name_of_one_of_the_body_is_another() -> None:
    """Lifting is hygienic: the sequence of the queries is not the one that the softmax runs over."""
    y = sample().Attention(ntdoc.array(Q, "seq", "key"), K, V)
    np.testing.assert_allclose(y.to_numpy("seq", "val"), EXPECTED, rtol=1e-12)


def test_the_axis_of_a_function_that_takes_one() -> None:
    x = numbers(2, 3)
    y = sample().softmax(ntdoc.array(x, "a", "b"), axis="a")
    np.testing.assert_allclose(y.to_numpy("a", "b"), softmax(x, 0), rtol=1e-12)
    both = sample().softmax(ntdoc.array(x, "a", "b"), axis=("a", "b"))
    np.testing.assert_allclose(both.to_numpy("a", "b").sum(), 1)
    np.testing.assert_allclose(sample().softmax(x[0]).to_numpy(), softmax(x[0], 0), rtol=1e-12)


def test_what_overflows_in_the_formula_is_finite() -> None:
    assert np.isfinite(sample().softmax(1e4 * numbers(3)).to_numpy()).all()


def test_other_sizes_are_other_plans() -> None:
    for n in (2, 3, 7):
        y = sample().Attention(np.ones(2), np.ones((n, 2)), np.arange(n)[:, None])
        np.testing.assert_allclose(y.to_numpy(), [(n - 1) / 2])


def test_cases_and_indices_and_literals() -> None:
    s = numbers(3, 3)
    masked = sample().Masked(s).to_numpy("seq", "seq'")
    np.testing.assert_allclose(masked, softmax(np.where(np.tri(3).T > 0, s, -np.inf), 0), rtol=1e-12)
    np.testing.assert_array_equal(sample().Backwards([1, 2, 3]).to_numpy(), [3, 2, 1])
    np.testing.assert_array_equal(sample().G.value.to_numpy("height", "key"), [[1, 2], [3, 4]])


def test_single_precision_stays_single() -> None:
    y = sample().Attention(*(x.astype(np.float32) for x in (Q[0], K, V)))
    assert y.data.dtype == np.float32
    np.testing.assert_allclose(y.to_numpy(), EXPECTED[0], rtol=1e-5, atol=1e-6)


def test_a_number_comes_out_as_a_float() -> None:
    assert isinstance(float(sample().Loss(K, np.ones(6), w=np.ones(4), b=0)), float)


def test_large_arrays_are_not_refused() -> None:
    """What a document makes itself is bounded; what is given is there already."""
    x = np.ones((3, 6_000_000))
    assert sample().softmax(ntdoc.array(x, "ax", "many")).sizes == {"ax": 3, "many": 6_000_000}


# --- what the document only declares ---


def test_values_by_name_for_what_is_only_declared() -> None:
    expected = ((np.tanh(K @ V[0, :1].repeat(4)) + 0.5 - 1) ** 2).mean()
    w = V[0, :1].repeat(4)
    assert float(sample().Loss(K, np.ones(6), w=w, b=0.5)) == pytest.approx(expected)
    assert float(sample().given(w=w, b=0.5).Loss(K, np.ones(6))) == pytest.approx(expected)
    assert float(sample().Loss.given(b=0.5)(K, np.ones(6), w=w)) == pytest.approx(expected)


def test_a_tensor_of_the_document_for_given_values() -> None:
    np.testing.assert_array_equal(sample().H(w=[1, 10]).to_numpy(), [21, 43])
    assert "w" in str(refused(sample().H))


def test_names_that_are_no_identifiers() -> None:
    text = "$$\n\\ndef{\\seq}{seq}\n$$\n\nFor $W^Q \\in \\reals^{\\seq}$ let\n\n$$\n\\hat X_1 = 2 W^Q\n$$\n"
    document = paper(text)
    for y in (document.hat_X_1(W_Q=[1, 2]), document["hat(X)_1"](**{"W^Q": [1, 2]})):
        np.testing.assert_array_equal(y.to_numpy(), [2, 4])


KEYWORDS = r"""
$$
\ndef{\ax}{ax}
$$

For $\lambda \in \reals$ let

$$
R(w) = \lambda \nsum{\ax} w^2, \qquad \mathrm{f}(\lambda) = 2 \lambda
$$
"""


def test_keywords_of_python_have_an_underscore_behind_them() -> None:
    document = paper(KEYWORDS)
    w = ntdoc.array([1.0, 2.0], "ax")
    assert document.R(w, lambda_=2) == 10
    assert document.given(lambda_=2).R(w) == 10
    assert document.R.given(lambda_=2)(w) == 10
    assert document.R(w, **{"lambda": 2}) == 10
    assert document.f(lambda_=2) == 4
    assert "lambda_" in dir(document)
    assert "give the values by name: lambda_=…" in str(refused(document.R, w))
    assert "R(w, lambda_=…)" in str(refused(document.R, w, lambda_=ntdoc.array([1.0], "ax")))
    assert_implements(document.R, lambda w, lambda_: lambda_ * (w**2).sum(), axes={"w": "ax", "lambda_": ""})
    assert_implements(document.R, lambda w, lambda_: lambda_ * (w**2).sum(), axes={"w": "ax", "lambda": ""})
    assert_implements(document.R, lambda w: 3 * (w**2).sum(), axes={"w": "ax"}, given={"lambda_": 3})


def test_sizes_that_no_argument_tells() -> None:
    assert refused(transformer().P).code == "NT303"
    y = transformer().P(sizes={"seq": 2, "layer": 4})
    np.testing.assert_allclose(y.to_numpy("seq", "layer")[1], [np.sin(2), np.cos(2), np.sin(0.02), np.cos(0.02)])


def test_a_member_of_a_family_of_functions() -> None:
    document = paper("$$\n\\mathrm{pow}_n(x) = x^n\n$$\n")
    assert float(document["pow_3"](2.0)) == 8


def test_values_of_members_of_a_family() -> None:
    text = (
        "$$\n\\ndef{\\ax}{ax}\n$$\n\nFor $W^l \\in \\reals^{\\ax}$ with $l = 1, \\ldots, L$ let\n\n"
        "$$\nY = W^1 + 2 W^2\n$$\n"
    )
    y = paper(text).Y(**{"W^1": ntdoc.array([1, 2], "ax"), "W^2": ntdoc.array([10, 10], "ax")})
    np.testing.assert_array_equal(y.to_numpy(), [21, 22])


def test_a_whole_block_of_the_write_up() -> None:
    block = transformer().given(
        W_Q=numbers(2, 4, 2), W_K=numbers(2, 4, 2, seed=1), W_V=numbers(2, 4, 2, seed=2), W_O=numbers(2, 2, 4, seed=3),
        epsilon=1e-5, W_1=numbers(4, 7), b_1=numbers(7), W_2=numbers(7, 4), b_2=numbers(4),
        gamma_1=np.ones(4), beta_1=np.zeros(4), gamma_2=np.ones(4), beta_2=np.zeros(4),
    ).Block  # fmt: skip
    x = numbers(5, 4, seed=4)
    one = block(x, np.zeros((5, 5))).to_numpy("seq", "layer")
    order = [3, 1, 4, 0, 2]
    other = block(x[order], np.zeros((5, 5))).to_numpy("seq", "layer")
    np.testing.assert_allclose(one[order], other, rtol=1e-9)  # without a mask it does not see the order


# --- misuse ---


def test_an_axis_that_is_not_there() -> None:
    problem = refused(sample().Attention, ntdoc.array(Q, "q", "key"), ntdoc.array(K, "seq", "feat"), V)
    assert problem.code == problem.diagnostic.code == "NT203"
    text = str(problem)
    assert text.startswith("error[NT203]: Attention works on the axis `key`, which K does not have")
    assert "Attention(Q, K, V)\n  |              ^" in text
    assert "K           : seq[6] × feat[4]" in text
    assert "sample.md:" in text


@pytest.mark.parametrize(
    ("code", "arguments", "keywords"),
    [
        ("NT206", (Q[0], K, V[:5]), {}),
        ("NT206", (Q[0, :3], K, V), {}),
        ("NT207", (Q[0], K), {}),
        ("NT207", (Q[0], K, V, V, V), {}),
        ("NT207", (Q[0], K, V), {"nothing": 1}),
        ("NT207", (Q[0], K, V), {"Q": 1}),
        ("NT501", (Q, K, V), {}),
        ("NT501", (Q[0], K, V), {"w": 1}),
        ("NT501", ("text", K, V), {}),
        ("NT501", (object(), K, V), {}),
        ("NT501", ([[1], [1, 2]], K, V), {}),
        ("NT207", (Q[0], K, V), {"axis": "seq"}),
        ("NT205", (ntdoc.array(np.ones((2, 4)), "val", "key"), K, V), {}),
    ],
)
def test_misuse_is_a_diagnostic(code: str, arguments: tuple[object, ...], keywords: dict[str, object]) -> None:
    problem = refused(sample().Attention, *arguments, **keywords)
    assert problem.code == code
    assert str(problem).startswith(f"error[{code}]: ")


@pytest.mark.parametrize("size", [2.5, 0, -1, True, "2", None])
def test_what_is_no_size(size: object) -> None:
    for call in (transformer().P, transformer().P.given, transformer().given):
        assert "is no size: a whole number, at least 1" in str(refused(call, sizes={"seq": size}))
    assert "by the names of their axes" in str(refused(transformer().P, sizes=3))


def test_numbers_have_the_sign_that_the_document_says() -> None:
    norm = transformer().LayerNorm
    for wrong in (-0.1, 0):
        text = str(refused(norm, np.arange(4), np.ones(4), np.zeros(4), epsilon=wrong))
        assert f"epsilon is given as {wrong:g}, and the document says epsilon ∈ ℝ > 0" in text
    refused(norm.given(epsilon=-1), np.arange(4), np.ones(4), np.zeros(4))
    norm(np.arange(4), np.ones(4), np.zeros(4), epsilon=1e-5)
    assert sample().Loss(K, np.ones(6), w=np.ones(4), b=-1) != 0


def test_arguments_of_what_takes_none() -> None:
    assert "G is a tensor and takes no arguments" in str(refused(sample().G, np.ones(3)))


def test_what_is_in_error_in_the_document_says_what_is_wrong_there() -> None:
    problem = refused(sample().Bad, ntdoc.array([1.0], "key"))
    assert problem.code == "NT203"
    assert "y has no axis `key`" in str(problem)


def test_a_size_of_nothing_in_the_document_is_a_slip() -> None:
    for call in (
        lambda: transformer().P(sizes={"seq": 2, "layer": 4, "layr": 4}),
        lambda: transformer().P(sizes={"seq": 2, "layr": 4}),
        lambda: transformer().given(sizes={"layr": 4}).P(sizes={"seq": 2, "layer": 4}),
        lambda: transformer().softmax(np.ones(3), sizes={"|layr|": 4}),
    ):
        with pytest.raises(ntdoc.DiagnosticError) as caught:
            call()
        assert "error[NT501]: the document has no axis and no size called " in str(caught.value)
        assert "hint: did you mean layer?" in str(caught.value)
    # what another equation of the document has is no slip
    assert transformer().given(sizes={"hidden": 4}).P(sizes={"seq": 2, "layer": 4}).sizes == {"seq": 2, "layer": 4}


def test_a_given_value_with_other_axes_or_sizes() -> None:
    assert refused(sample().Loss, K, np.ones(6), w=ntdoc.array([1.0], "ax"), b=0).code == "NT204"
    assert refused(sample().Loss, K, np.ones(6), w=np.ones(5), b=0).code == "NT206"


def test_unknown_names_are_what_python_expects_too() -> None:
    assert not hasattr(sample(), "Atention")
    with pytest.raises(KeyError, match="did you mean Attention"):
        sample()["Atention"]
    with pytest.raises(AttributeError, match="did you mean Attention"):
        _ = sample().Atention


def test_a_function_of_which_only_the_signature_is_known() -> None:
    document = paper("$$\n\\mathrm{f} \\colon \\reals \\to \\reals\n$$\n")
    assert "only the signature" in str(refused(document.f, 1.0))


def test_no_array_without_names() -> None:
    for axes in (("a",), ("a", "b", "c"), ("a", "a")):
        refused(ntdoc.array, np.ones((2, 3)), *axes)
    y = ntdoc.array(np.ones((2, 3)), "a", "b")
    for order in ((), ("a",), ("a", "c"), ("a", "a")):
        assert refused(y.to_numpy, *order).code == "NT501"


def test_an_index_out_of_range() -> None:
    text = "$$\n\\ndef{\\seq}{seq}\n$$\n\nFor $X \\in \\reals^{\\seq}$ let\n\n$$\ns = X_{\\seq(3)}\n$$\n"
    assert float(paper(text).s(X=[1, 2, 3])) == 3
    assert refused(paper(text).s, X=[1, 2]).code in ("NT206", "NT211", "NT303")


# --- the document ---


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refused(ntdoc.load, tmp_path / "nothing.md").code == "NT101"


def test_statements_and_symbols() -> None:
    assert {"Attention", "Loss", "w", "G"} <= set(sample().symbols)
    assert "Attention" in [s.id for s in sample().statements]
    assert "Attention" in dir(sample())
    assert repr(sample()["Attention"]) == repr(sample().Attention)
    assert repr(next(s for s in sample().statements if s.id == "Attention")) == "<Attention: definition, evaluated>"
    assert repr(sample().Attention) == "<Attention(Q, K, V) of sample.md>"


LABELLED = r"""
\documentclass{article} \usepackage{namedtensor} \ndef{\ax}{ax}
\begin{document}
\begin{equation} \label{eq:one} f(x) = x + 1 \end{equation}
\begin{equation} \label{eq:two} f(x) = x + 2 \end{equation}
\begin{equation} \label{eq:three} f(x) = x + 3 \end{equation}
\begin{equation} \label{eq:claim} f(1) + 1 = 5 \end{equation}
\end{document}
"""


def test_by_label_and_by_the_id_of_a_statement(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(LABELLED, "utf-8")
    document = ntdoc.load(tmp_path / "paper.tex")
    assert [float(document[f"eq:{n}"](0)) for n in ("one", "two", "three")] == [1, 2, 3]  # type: ignore[operator]
    assert float(document.f(0)) == 3  # the last definition holds
    assert float(document["f-2"](0)) == 2  # type: ignore[operator]
    claim = document["eq:claim"]
    assert isinstance(claim, Statement)
    assert claim.status.value == "verified"


def test_a_label_of_two_definitions_is_none(tmp_path: Path) -> None:
    two = r"\begin{equation} \label{eq:both} \hat{g} = 2, \qquad y = \hat{g} + 1 \end{equation} \end{document}"
    (tmp_path / "paper.tex").write_text(LABELLED.replace(r"\end{document}", two), "utf-8")
    document = ntdoc.load(tmp_path / "paper.tex")
    with pytest.raises(ntdoc.DiagnosticError) as caught:
        document["eq:both"]
    assert "the row with the label eq:both has 2 definitions: hat(g) and y" in str(caught.value)
    assert 'hint: say which one: paper["hat_g"] or paper["y"]' in str(caught.value)
    assert float(document["eq:one"](0)) == 1  # type: ignore[operator]


def test_symbols_are_called_as_attributes_are() -> None:
    found = paper(r"Let $\hat{K} \in \reals$ and $W^Q \in \reals$. $$ y = \hat{K} W^Q $$")
    assert set(found.symbols) == {"hat_K", "W_Q", "y"}
    assert all(getattr(found, name).name == symbol.name for name, symbol in found.symbols.items())


def test_a_companion_file_can_define(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("$$\nx = 1\n$$\n", "utf-8")
    (tmp_path / "page.ntdoc.md").write_text("$$\n\\mathrm{twice}(y) = 2 y\n$$\n", "utf-8")
    assert float(ntdoc.load(tmp_path / "page.md").twice(3)) == 6


def test_threads_share_a_document() -> None:
    document, found = Paper(sample()._shared.document), []

    def work(n: int) -> None:
        found.append(float(document.Attention(np.ones(2), np.ones((n, 2)), np.ones((n, 1))).to_numpy()[0]))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == pytest.approx([1.0] * 8)


# --- the cost ---


def test_to_import_ntdoc_loads_nothing_slow() -> None:
    code = "import sys, ntdoc; print(sorted(m for m in sys.modules if m.startswith('ntdoc') or m == 'numpy'))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "['ntdoc']"


def test_numpy_arrays_load_no_other_library() -> None:
    code = (
        "import sys, ntdoc, numpy; "
        f"ntdoc.load({str(TRANSFORMER)!r}).relu(1.0); "
        "print([m for m in ('torch', 'jax', 'dask', 'xarray', 'pytest', 'mkdocs') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_second_call_looks_at_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shapes are checked and plans are compiled once for the same axes and sizes, whatever the numbers are."""
    function = paper().Attention
    first, second = ([numbers(3, seed=s), numbers(5, 3, seed=s), numbers(5, 2, seed=s)] for s in (1, 2))
    function(*first)
    done: list[str] = []
    monkeypatch.setattr(prepared, "call", lambda *_: done.append("checked"))
    monkeypatch.setattr(compiled, "compiled", lambda *_: done.append("compiled"))
    q, k, v = second
    weights = np.exp(k @ q / np.sqrt(3))
    np.testing.assert_allclose(function(*second).data, weights @ v / weights.sum(), rtol=1e-12)
    assert done == []
    with pytest.raises(AttributeError):
        function(q, numbers(4, 3), numbers(4, 2))
    assert done == ["checked"]


def test_what_is_only_said_of_a_member_is_no_symbol() -> None:
    found = paper(
        r"Let $x_t \in \reals$ and $h_0 = 0$. For $t = 1, \ldots, T$, $$ h_t = h_{t-1} + x_t $$ First, $h_1 = x_1$."
    )
    assert "h_1" not in found.symbols
    assert {"h_t", "h_0"} <= set(found.symbols)


def test_the_logarithm_of_a_sum_of_exponentials_does_not_overflow() -> None:
    text = "$$\n\\ndef{\\ax}{ax}\n$$\n\n$$\nF(x) = \\log \\nsum{\\ax} \\exp x\n$$\n"
    assert float(paper(text).F([1000.0, 1000.0])) == pytest.approx(1000 + np.log(2))


def test_the_axes_that_a_hint_names_are_the_last() -> None:
    problem = refused(sample().Attention, np.ones((9, 2, 4)), K, V)
    assert "hint: name its axes: ntdoc.array(Q, …, 'key')" in str(problem)
    problem = refused(sample().Loss, K, np.ones(6), w=np.ones((2, 4)), b=0)
    assert "hint: name its axes: ntdoc.array(w, …, 'key')" in str(problem)
    assert "hint" not in str(refused(sample().Attention, Q[0], np.ones(3), V))  # no name makes up for an axis


def test_a_name_that_a_broken_display_may_define() -> None:
    broken = paper("Let $x \\in \\mathbb{R}$.\n\n$$\nA = \\frac{x{2}\n$$\n")
    with pytest.raises(AttributeError) as caught:
        broken.A  # noqa: B018
    assert "NT102" in str(caught.value)
    assert "a part of the document is not read, and may define it" in str(caught.value)
