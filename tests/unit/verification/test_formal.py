"""Formal statements that cannot be run: their shapes are letters, and these are held together."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\ax}{ax} \ndef{\bx}{bx} $$" + "\n\n"
GIVEN = (
    r"Let $f \colon V \to \reals^{\mathcal{T}}$, where $V \subseteq \reals^{\mathcal{S}}$, and $A \in V$. For a tensor "
    r"$D(A) \in \reals^{\mathcal{S}^* \cup \mathcal{T}}$, $R(A, H) \in \reals^{\mathcal{T}}$ and all "
    r"$H \in \reals^{\mathcal{S}}$, "
)


def problems(formula: str, given: str = GIVEN, after: str = "") -> list[str]:
    """The codes of what is wrong in one display."""
    return [d.code for d in compile_text(MACROS + given + f"\n\n$$\n{formula}\n$$\n\n{after}\n", "notes.md").problems]


STARRED = r"H_{\mathcal{S} \to \mathcal{S}^*}"


@pytest.mark.parametrize(
    ("formula", "codes"),
    [
        (rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{S}}^*}} {STARRED} + R(A, H)", []),
        (rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{S}}}} {STARRED} + R(A, H)", ["NT203"]),
        (r"f(A + H) = f(A) + D(A) \ndot{\mathcal{S}^*} H_{\mathcal{T} \to \mathcal{S}^*} + R(A, H)", ["NT208"]),
        (r"f(A + H) = f(A) + D(A) \ndot{\mathcal{S}^*} H_{\mathcal{S} \to \mathcal{T}^*} + R(A, H)", ["NT203"]),
        (rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{T}}}} {STARRED} + R(A, H)", ["NT203"]),
        (rf"\partial f(A; H) = D(A) \ndot{{\mathcal{{S}}^*}} {STARRED}", []),
        (rf"\partial f(A; H) = D(A) \odot {STARRED}", ["NT204"]),
    ],
)
def test_letters_are_held_together(formula: str, codes: list[str]) -> None:
    assert problems(formula) == codes


@pytest.mark.parametrize(
    "given",
    [
        GIVEN + r"where $\mathcal{T} \subseteq \mathcal{S}$, ",
        GIVEN + r"where $\mathcal{S} = \mathcal{T} \cup \mathcal{U}$, ",
        GIVEN + r"where $\mathcal{T} \cap \mathcal{S} = \mathcal{T}$, ",
        GIVEN + r"where $\mathcal{T}$ is a part of $\mathcal{S}$, ",
        GIVEN + r"where $\mathcal{S}$ contains $\mathcal{T}$, ",
        GIVEN + r"and for lifted ones ",
        GIVEN + r"or $H \in \reals^{\mathcal{T}}$, ",
        GIVEN + r"and a larger $H \in \reals^{\mathcal{S} \cup \mathcal{T}}$, ",
        GIVEN.replace(r"$H \in \reals^{\mathcal{S}}$", "$H$"),
        GIVEN.replace(r"$H \in \reals^{\mathcal{S}}$", r"$H \in \reals^{\mathcal{S} \cap \mathcal{T}}$"),
        GIVEN.replace(r"$H \in \reals^{\mathcal{S}}$", r"$H \in \reals^{\mathcal{S} \times \ax}$"),
        GIVEN.replace(r"$H \in \reals^{\mathcal{S}}$", r"$H \in \reals^{\ax \times \bx}$"),
        GIVEN.replace(r"$H \in \reals^{\mathcal{S}}$", r"$H \in \mathcal{H}$"),
        r"Suppose that it is not so: " + GIVEN,
    ],
)
def test_what_may_be_a_part_of_another(given: str) -> None:
    wrong = r"f(A + H) = f(A) + D(A) \ndot{\mathcal{S}^*} H_{\mathcal{T} \to \mathcal{S}^*} + R(A, H)"
    assert not {"NT203", "NT204"} & {*problems(wrong, given)} or given.startswith("Suppose")


@pytest.mark.parametrize(
    "formula",
    [
        rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{S}}^*}} {STARRED} + \text{{const.}}",
        rf"f(A + H) \approx D(A) \odot {STARRED}",
        rf"f(A + H) = g(D(A) \odot {STARRED})",
        rf"f(A + H) = f(A) + E \ndot{{\mathcal{{S}}^*}} {STARRED} + R(A, H)",
        rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{S}}^* \cap \mathcal{{T}}^*}} {STARRED} + R(A, H)",
        r"f(A + H) = f(A) + D_1 \ndot{\mathcal{T}} G_{\mathcal{S} \to \mathcal{T}} + R(A, H)",
        rf"R(A, H) = o(D(A) \odot {STARRED})",
        r"\partial f(A; \mathbf{0}) = \mathbf{0}",
        r"\lim_{H \to \mathbf{0}} \frac{R(A, H)}{\|H\|} = \mathbf{0}",
        r"R(A, H) = \nsum{\mathcal{S}} H \odot D(A)",
        r"f(H) = f^{\mathcal{S}}(H) + H",
    ],
)
def test_formulas_of_which_not_all_is_known(formula: str) -> None:
    assert not {"NT203", "NT204"} & {*problems(formula)}


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        (r"$B \in V$, $Y \in \reals^{\mathcal{T}}$", []),
        (r"$B \in V$, $Y \in \reals^{\mathcal{U}}$", ["NT204"]),
        (r"$B \in \reals^{\mathcal{S}}$, $Y \in \reals^{\mathcal{U}}$", ["NT204"]),
        (r"$B \in \reals^{\mathcal{S} \cup \mathcal{U}}$, $Y \in \reals^{\mathcal{T} \cup \mathcal{U}}$", []),  # over U
        (r"$Y \in \reals^{\mathcal{T} \cup \mathcal{U}}$", []),
        (r"$B \in W$, $Y \in \reals^{\mathcal{T} \cup \mathcal{U}}$", []),
    ],
)
def test_values_of_functions_may_be_lifted(given: str, codes: list[str]) -> None:
    formula = rf"\partial f(B; H) = Y + D(A) \ndot{{\mathcal{{S}}^*}} {STARRED}"
    assert problems(formula, GIVEN + given + ", ") == codes


def test_another_section_says_nothing_of_its_letters() -> None:
    other = "# One\n\nLet $H \\in \\reals^{\\mathcal{T}}$.\n\n# Two\n\n"
    right = rf"f(A + H) = f(A) + D(A) \ndot{{\mathcal{{S}}^*}} {STARRED} + R(A, H)"
    assert problems(right, other + GIVEN) == []
