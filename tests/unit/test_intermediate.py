"""The values of the parts of a definition."""

from __future__ import annotations

import numpy as np

from ntdoc.compiler import compile_text
from ntdoc.report import Statement
from tests.unit.rendering.test_page import html_of, page_of, words

ATTENTION = r"""
$$ \nfun{\seq}{softmax} X = \frac{\exp X}{\nsum{\seq} \exp X}, \quad X \in \reals^{\seq} $$

Let $Q \in \reals^{\key}$, $K \in \reals^{\seq\times\key}$ and $V \in \reals^{\seq\times\val}$.

$$ Y = \nfun{\seq}{softmax} \left( \frac{Q \ndot{\key} K}{\sqrt{|\key|}} \right) \ndot{\seq} V $$

$$ \mathrm{Mix}(A) = (A + 2 K) \ndot{\key} Q \qquad A \in \reals^{\seq\times\key} $$

$$ \nsum{\val} Y = \nsum{\val} Y $$

$$ Z = 2 V $$
"""


def statement(name: str) -> Statement:
    report = compile_text(ATTENTION, "note.md")
    return next(s for s in report.statements if s.id == name)


def test_the_parts_of_attention_have_the_values_that_numpy_gives_them() -> None:
    y = statement("Y")
    given = {shown.label: np.asarray(shown.array.data) for shown in y.example.inputs}
    axes = {shown.label: shown.array.axes for shown in y.example.inputs}
    q, k = given["Q"], given["K"] if axes["K"] == ("seq", "key") else given["K"].T
    scores = k @ q
    scaled = scores / np.sqrt(len(q))
    weights = np.exp(scaled) / np.exp(scaled).sum()
    assert [" ".join(part.span.text.split()) for part in y.example.parts] == [
        r"Q \ndot{\key} K",
        r"\frac{Q \ndot{\key} K}{\sqrt{|\key|}}",
        r"\nfun{\seq}{softmax} \left( \frac{Q \ndot{\key} K}{\sqrt{|\key|}} \right)",
    ]
    for part, value in zip(y.example.parts, (scores, scaled, weights), strict=True):
        assert part.array.axes == ("seq",)
        np.testing.assert_allclose(part.array.data, value, rtol=1e-12)


def test_the_parts_of_a_function_are_those_of_the_call_that_is_shown() -> None:
    mix = statement("Mix")
    given = {shown.label: shown.array for shown in mix.example.inputs}
    texts = {part.span.text: part.array for part in mix.example.parts}
    assert list(texts) == ["2 K", "A + 2 K"]
    a, k = given["A"], given["K"]
    k_data = k.data if k.axes == a.axes else k.data.T
    total = texts["A + 2 K"]
    np.testing.assert_allclose(total.data if total.axes == a.axes else total.data.T, a.data + 2 * k_data, rtol=1e-12)


def test_claims_and_what_has_no_parts_show_none() -> None:
    assert statement("Z").example.parts == ()
    report = compile_text(ATTENTION, "note.md")
    assert all(not s.example.parts for s in report.statements if s.kind.value != "definition")


def test_they_stand_on_the_page_behind_the_results() -> None:
    html = html_of(page_of(compile_text(ATTENTION, "note.md")))
    block = words(html[html.index('id="Y"') : html.index('id="Mix"')])
    assert "on the way" in block
    assert block.index("on the way") > block.index("V = ")
    assert html.count("<summary>on the way</summary>") == 3
