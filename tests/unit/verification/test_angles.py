"""Cases that are a sine for odd and a cosine for even indices, or the other way round."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} \ndef{\emb}{emb} $$" + "\n\n"


def warned(odd: str, even: str, conditions: tuple[str, str] = (r"\text{$i$ odd}", r"\text{$i$ even}")) -> list[str]:
    """The codes of all that is more than a note, for cases of two rows."""
    rows = rf"{odd} & {conditions[0]} \\ {even} & {conditions[1]}"
    text = r"Let $P \in \reals^{\seq\times\emb}$ with " + "\n\n"
    text += rf"$$ P_{{\seq(p),\emb(i)}} = \begin{{cases}} {rows} \end{{cases}} $$"
    return [d.code for d in compile_text(MACROS + text, "notes.md").problems]


@pytest.mark.parametrize(
    ("odd", "even"),
    [
        (r"\sin((p-1) / 100^{(i-1) / |\emb|})", r"\cos((p-2) / 100^{(i-2) / |\emb|})"),
        (r"\sin((p-1) / 100^{(i-1) / |\emb|})", r"\cos((p-1) / 100^{(i-3) / |\emb|})"),
        (r"\sin((p-1) / 100^{(i-1) / |\emb|})", r"\cos((p-1) / 101^{(i-2) / |\emb|})"),
        (r"\cos(2 p i)", r"\sin(3 p i)"),
    ],
)
def test_angles_apart(odd: str, even: str) -> None:
    assert warned(odd, even) == ["NT410"]


@pytest.mark.parametrize(
    ("odd", "even"),
    [
        (r"\sin((p-1) / 100^{(i-1) / |\emb|})", r"\cos((p-1) / 100^{(i-2) / |\emb|})"),
        (r"\cos((p-1) / 100^{(i-2) / |\emb|})", r"\sin((p-1) / 100^{(i-1) / |\emb|})"),
        (r"\sin(p / 100^{i / |\emb|})", r"\cos(p / 100^{i / |\emb|})"),
        (r"\sin(\frac{i+1}{2} p)", r"\cos(\frac{i}{2} p)"),
        (r"\cos(\frac{i-1}{2} p)", r"\sin(\frac{i}{2} p)"),
        (r"\sin((i+1) p)", r"\cos((i-2) p)"),  # 1, sin x, cos x, …
        (r"\sin((i+0) p)", r"\cos((i-1) p)"),
        (r"\sin(-2 i p)", r"\cos(2 i p)"),
        (r"\sin(2 p)", r"\cos(3 p)"),  # two waves
        (r"\sin(2 p i)", r"\sin(3 p i)"),
        (r"\sin(2 p i)", r"\cos(3 p + i)"),
        (r"2 \sin(2 p i)", r"\cos(3 p i)"),
        (r"\sin(p / 24)", r"\cos(p / 7)"),
        (r"\sin(p i)", "1"),
        (r"\tanh(p i)", r"\cos(2 p i)"),
    ],
)
def test_angles_that_belong_together_or_have_nothing_in_common(odd: str, even: str) -> None:
    assert warned(odd, even) == []


@pytest.mark.parametrize(
    "conditions",
    [(r"i \le 3", r"i > 3"), (r"p \le i", r"\text{otherwise}"), (r"\text{$p$ odd}", r"\text{$p$ even}")],
)
def test_halves_and_other_conditions(conditions: tuple[str, str]) -> None:
    assert warned(r"\sin(2 p^2 + 2i)", r"\cos(3 p^2 + 2i)", conditions) == (["NT410"] if "$p$" in conditions[0] else [])


def test_functions_of_a_time() -> None:
    for number, codes in (("3", []), ("2", ["NT410"])):
        rows = rf"\sin(3 t / 100^{{i - 1}}) & \text{{$i$ odd}} \\ \cos({number} t / 100^{{i - 2}}) & \text{{$i$ even}}"
        text = r"\begin{align*} f \colon \reals &\to \reals^{\emb} \\ f(t)_{\emb(i)} &= "
        text += rf"\begin{{cases}} {rows} \end{{cases}} \end{{align*}}" + "\n"
        assert [d.code for d in compile_text(MACROS + text, "notes.md").problems] == codes
