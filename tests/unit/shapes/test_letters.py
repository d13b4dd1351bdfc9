"""Letters for whole shapes: the marks of lifts, renamings along them, and what negations speak of."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\a}{a} \ndef{\b}{b} $$" + "\n\n"
FUNCTIONS = r"Let $f \colon \reals^{\mathcal{S}} \to \reals^{\mathcal{T}}$." + "\n\n"


def problems(text: str) -> list[str]:
    return [f"{d.code} {d.message}" for d in compile_text(f"{MACROS}{text}\n", "letters.md").problems]


@pytest.mark.parametrize(
    "law",
    [
        r"f^{\mathcal{R}}(2 X) = f^{\mathcal{R}}(X + X)",
        # of a given shape it may be lifted again
        r"2 f^{\mathcal{R}}(X) = f^{\mathcal{R} \cup \mathcal{Q}}(X) + f^{\mathcal{R}}(X) \quad\text{for all $X \in"
        r" \reals^{\mathcal{S} \cup \mathcal{R} \cup \mathcal{Q}}$}",
    ],
)
def test_marks_of_lifts(law: str) -> None:
    assert not problems(f"{FUNCTIONS}$$ {law} $$")


@pytest.mark.parametrize(
    "law",
    [
        r"f^{\mathcal{R}}(2 X) = f^{\mathcal{Q}}(X + X)",
        r"f^{\mathcal{R}}(2 X) = f^{\mathcal{S}}(X + X)",
        r"f^{\mathcal{R}}(2 X) = f^{\mathcal{S}}(X + X) \quad\text{for all $X \in"
        r" \reals^{\mathcal{S} \cup \mathcal{R}}$}",
    ],
)
def test_wrong_marks_of_lifts(law: str) -> None:
    (found,) = {p.partition(" is ")[0] for p in problems(f"{FUNCTIONS}$$ {law} $$")}
    assert found == "NT204 f"


OPEN = r"Suppose that for all $H \in \reals^{\mathcal{S}}$ we have"


@pytest.mark.parametrize(
    ("before", "letter", "found"),
    [
        ("", "S", []),
        ("", "T", ["NT208 H is said to have the shape S, and is renamed along T"]),
        (r"Let $\mathcal{T} \subseteq \mathcal{S}$. ", "T", []),
    ],
)
def test_a_renaming_along_another_shape(before: str, letter: str, found: list[str]) -> None:
    claim = rf"\partial g(A; H) = D(A) \ndot{{\mathcal{{S}}^*}} H_{{\mathcal{{{letter}}} \to \mathcal{{S}}^*}}"
    assert problems(f"{before}{OPEN}\n\n$$ {claim} $$") == found


MATRIX = r"Let $A \in \reals^{\a[3] \times \b[3]}$. "


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("The order of indices does not matter:", True),
        ("This doesn't depend on the order:", True),
        ("This is not true of any two:", False),
        ("It is wrong to write", False),
    ],
)
def test_what_is_negated(words: str, wrong: bool) -> None:
    claim = r"$A_{\a(1), \b(2)} = A_{\a(2), \b(1)}$"
    assert bool(problems(f"{MATRIX}{words} {claim}.")) == wrong


def test_a_definition_through_itself() -> None:
    later = "Or one could write\n\n$$ Y = 3 X $$"
    found = problems(rf"{MATRIX}Let $X = A$. Now" + f"\n\n$$ Y = X + Y $$\n\n{later}")
    assert [problem[:5] for problem in found] == ["NT301"]  # an equation that what follows does not solve
    found = problems(rf"{MATRIX}Let $X = A$. Now" + f"\n\n$$ Y = X + Y $$\n\n# Another\n\n{later}")
    assert found == ["NT214 the definition of Y goes round in a circle"]
    assert not problems(rf"{MATRIX}Let $X = A$ and $Y = 2 X$. Now" + f"\n\n$$ Y = X + Y $$\n\n{later}")


def test_a_function_is_no_name_for_its_derivative() -> None:
    derivative = r"Let $X \in \reals^{\mathcal{S}}$." + "\n\n" + r"$$ \frac{\partial f(X)}{\partial X^*} = "
    assert not problems(f"{FUNCTIONS}{derivative} D $$")
    assert [p[:5] for p in problems(f"{FUNCTIONS}{derivative} f $$")] == ["NT213"]
