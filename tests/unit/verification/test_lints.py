"""What is well formed, and yet a slip: the same said twice, what is not used, a signature of another function."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} \ndef{\key}{key} \ndef{\val}{val} $$" + "\n\n"


def warned(text: str) -> list[str]:
    """The codes of all that is more than a note."""
    return [d.code for d in compile_text(MACROS + text, "notes.md").problems]


def display(*rows: str) -> str:
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (r"Let $X, Y, Z \in \reals^{\seq}$.", []),
        (r"Let $X, Y, X \in \reals^{\seq}$.", ["NT404"]),
        (r"Here $|\seq| = |\key|$.", []),
        (r"Here $|\seq| = |\seq|$.", ["NT404"]),
        (r"If $\mathcal{S} \subseteq \mathcal{T}$, it fits.", []),
        (r"If $\mathcal{S} \subseteq \mathcal{S}$, it fits.", ["NT404"]),
        (display(r"X \ndot{\seq} Y = Y \ndot{\seq} X"), []),
        (display(r"X \ndot{\seq} Y = X \ndot{\seq} Y"), ["NT404"]),
    ],
)
def test_the_same_twice(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


DECLARED = r"Let $X \in \reals^{\seq}$, and" + "\n\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (display(r"Y &= W \ndot{\seq} X & W &\in \reals^{\key \times \seq}"), []),
        (display(r"Y &= W \ndot{\seq} X & W &\in \reals^{\key \times \seq} & b &\in \reals^{\key}"), ["NT405"]),
        (display(r"Y = 2 X") + "where\n\n" + display(r"b \in \reals^{\key}"), ["NT405"]),
        (display(r"Y = 2 X") + "where\n\n" + display(r"b \in \reals^{\key}") + "Keys are $b$.", []),
        (display(r"Y = 2 X") + "The input is\n\n" + display(r"b \in \reals^{\key}"), []),  # by itself
        (display(r"Y &= 2 X & b &\in \reals^{\key}", r"&\oint b"), []),  # what that says is not known
        (display(r"Y = W^1 \ndot{\seq} X") + "where\n\n" + display(r"W^l \in \reals^{\key \times \seq}"), []),
    ],
)
def test_a_declaration_beside_a_definition(text: str, codes: list[str]) -> None:
    assert warned(DECLARED + text) == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (r"Q \ndot{\key} K", []),
        (r"Q \ndot{\key} Q", ["NT405"]),
        (r"Q \ndot{\key} P", []),  # by way of another definition
        ("Q", ["NT212"]),
        ("1", []),  # a constant
    ],
)
def test_a_parameter(body: str, codes: list[str]) -> None:
    rows = (r"f \colon \reals^{\key} \times \reals^{\key} \to \reals", rf"f(Q, K) = {body}")
    assert warned(display(*rows) + "where\n\n" + display(r"P = 2 K")) == codes


OWN = (r"f \colon \reals^{\seq} \to \reals^{\seq}", "f(X) = 2 X")


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((r"g \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), []),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), ["NT406"]),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 f(X)"), []),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X", "f(X) = 2 X"), []),
        ((r"h \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), []),  # only declared, as far as is known
    ],
)
def test_a_signature_before_another_function(rows: tuple[str, ...], codes: list[str]) -> None:
    assert warned(display(*OWN) + "Of keys there is another.\n\n" + display(*rows)) == codes
