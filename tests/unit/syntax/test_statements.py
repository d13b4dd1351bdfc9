"""Where one statement ends and the next begins, and what kind each is (language page, section 1)."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

BEFORE = r"""
$$ \ndef{\a}{a} \ndef{\b}{b} $$

Let $x, y \in \reals^{\a}$.

"""


def kinds(display: str) -> list[str]:
    report = compile_text(f"{BEFORE}{display}\n", "statements.md")
    assert not report.problems
    return [s.kind.value for s in report.statements if s.display]


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"$$ z = x + y $$", ["definition"]),
        (r"$$ z = x + y = y + x $$", ["definition", "claim"]),
        (r"$$ z = x + y \in \reals^{\a} $$", ["definition", "claim"]),
        (r"$$ z = x, \quad w = y $$", ["definition", "definition"]),
        (r"$$ z = x \qquad w = y $$", ["definition", "definition"]),
        (r"$$ z = x, \quad y $$", ["definition", "expression"]),
        (r"$$ z = x, \quad + y $$", ["definition"]),
        (r"$$ \begin{aligned} z &= x \qquad w = y \end{aligned} $$", ["definition", "definition"]),
        (r"$$ \begin{aligned} z &= x^* \\ w &= 2 y^* \\ v &= y \end{aligned} $$", ["definition"] * 3),
        (r"$$ z = x \quad \text{and} \quad w = y. $$", ["definition", "definition"]),
        (r"\begin{align} z &= x & w &= y \end{align}", ["definition", "definition"]),
        (r"\begin{align} z &= x \\ w &= y \end{align}", ["definition", "definition"]),
        (r"\begin{align} z &= x \\ &= x + 0 \end{align}", ["definition", "claim"]),
        (r"\begin{align} z = {} & x \\ & + y \end{align}", ["definition"]),
        (r"\begin{gather} z = x \\ w = y \end{gather}", ["definition", "definition"]),
        (r"\begin{equation} \begin{split} z &= x \\ w &= y \end{split} \end{equation}", ["definition", "definition"]),
        (r"\[ \begin{split} z &= x \\ &\quad + y \end{split} \]", ["definition"]),
        (r"$$ U \in \reals^{\a\times\b} $$", ["declaration"]),
        (r"$$ U, V \in \reals^{\a\times\b} $$", ["declaration"]),
        (r"$$ f \colon \reals^{\a} \to \reals $$", ["signature"]),
        (r"$$ f : \reals^{\a} \rightarrow \reals $$", ["signature"]),
        (r"$$ f(u) = u^2 $$", ["definition"]),
        (r"$$ f(u; \theta) := \theta u $$", ["definition"]),
        (r"$$ \nfun{\a}{f} u = \nsum{\a} u $$", ["definition"]),
        ("$$ P_{\\a(i)} = i $$\n\nwith $|\\a| = 3$", ["definition"]),
        (r"$$ |\a| = |\b| $$", ["constraint"]),
        (r"$$ |\a| = 2 |\b| + 1 $$", ["constraint"]),
        (r"$$ \epsilon > 0 $$", ["constraint"]),
        (r"$$ x + y = y + x $$", ["claim"]),
        (r"$$ x^2 \ge 0 $$", ["claim"]),
        (r"$$ \nsum{\a} x^2 \ge 0 $$", ["claim"]),
        (r"$$ x + y \in \reals^{\a} $$", ["claim"]),
        (r"$$ \sqrt{2} \approx 1.414 $$", ["claim"]),
        (r"$$ x + y $$", ["expression"]),
        (r"$$ z \coloneqq x + y $$", ["definition"]),
        (r"$$ z \triangleq x + y $$", ["definition"]),
        (r"$$ z \stackrel{\text{def}}{=} x + y $$", ["definition"]),
        (r"$$ x \leftarrow x + y $$", ["definition"]),
        (r"$$ z = x + t \quad \text{where } t = 2 y $$", ["definition", "definition"]),
        (r"$$ x^2 > 0 \quad \text{if } x > 0 $$", ["claim"]),
        ("$$ z = x % + nonsense\n $$", ["definition"]),
        (r"$$ z = x \tag{3} \label{eq:z} $$", ["definition"]),
    ],
)  # fmt: skip
def test_kinds(display: str, wanted: list[str]) -> None:
    assert kinds(display) == wanted


@pytest.mark.parametrize(
    "prose",
    [
        r"It costs $5 and then $6, or 50%.",
        r"Inline code `$x \in \reals^{\b}$` is no mathematics.",
        "```\n$$ x \\in \\reals^{\\b} $$\n```",
        r"<!-- $x \in \reals^{\b}$ -->",
        r"See [this](https://example.org/$x=2$).",
        r"The letter $x$, the axis $\a$, the number $3$, and $n \to \infty$.",
    ],
)
def test_prose_says_nothing(prose: str) -> None:
    report = compile_text(BEFORE + prose + "\n", "prose.md")
    assert not report.problems
    assert {s.name for s in report.statements} == {"x"}


def test_an_axis_without_a_name_is_said() -> None:
    for text in (r"$$ Y = \nsum{\mathsf{}} X $$", r"$\sum_{\mathsf{}} X$", r"$$ X \in \reals^{\mathsf{}} $$"):
        found = compile_text(text, "notes.md")
        assert all(d.code.startswith("NT1") for d in found.problems)
    assert compile_text(r"$$ Y = \sum_{\mathsf{}} X $$", "notes.md").problems
