"""A section that says what a letter is means that, whatever another section has called so; and a mistake stays one."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Severity

ROLES = {
    "a tensor": r"Let $a \in \reals^{\tok}$ be the shifts.",
    "a matrix": r"Let $a \in \reals^{\tok\times\key}$ be the weights.",
    "a computed tensor": r"Let $U \in \reals^{\row\times\tok}$, and $a = \nfun{\row}{mean} U$.",
    "a number": r"Let $a \in \reals$.",
    "a positive number": r"Let $a > 0$ be given.",
    "a value": r"With $a = 7$ it is $a + 1 = 8$.",
    "a negative value": r"Take $a = -2$, so that $a^2 = 4$.",
    "a function": r"Let $a(u) = u^2 + 1$ for $u \in \reals$. Then $a(2) = 5$.",
    "a linear map": r"Let $a(u) = r \ndot{\tok} u$ with $r, u \in \reals^{\tok}$.",
    "members": r"Let $a_1, \ldots, a_N \in \reals^{\tok}$ be vectors.",
    "a recurrence": r"Let $a_t = \frac{1}{2} a_{t-1} + 1$ and $a_0 = 0$.",
    "entries": r"Put $a_{\tok(i)} = i^2$ for each place $i$.",
    "a distribution": r"Let $a \in \reals^{\tok}$ with $a \ge 0$ and $\nsum{\tok} a = 1$.",
    "a length": r"Let $a = |\tok|$ be the length.",
    "an index": r"For $a = 1, \ldots, A$ let $U_a \in \reals^{\tok}$.",
    "an update": r"Let $a \in \reals^{\tok}$. It is updated by $a \leftarrow 2 a$.",
}

USES = {  # what a section says, a part of it, and what would be wrong there
    "let a number": (
        r"Let $a \in \reals$ and $x \in \reals^{\feat}$. Then $\nsum{\feat} a x = a \nsum{\feat} x$.",
        r"= a \nsum{\feat} x$.", r"= a^2 \nsum{\feat} x$.",
    ),
    "let it be positive": (r"Let $a > 0$. Then $\log a \le a - 1$.", r"\le", r"\ge"),
    "for a positive one": (r"For $a > 0$ we have $\sqrt{a^2} = a$.", "= a$", "= 2 a$"),
    "an interval": (r"Let $a \in (0, 1)$. Then $a^2 < a$.", "<", ">"),
    "a mixture": (
        r"Let $0 \le a \le 1$ and $x, y \in \reals^{\feat}$. The mixture is $m = a x + (1 - a) y$, and "
        r"$\nsum{\feat} m = a \nsum{\feat} x + (1 - a) \nsum{\feat} y$.",
        r"+ (1 - a) \nsum", r"+ (1 + a) \nsum",
    ),
    "a temperature": (
        r"With a temperature $a > 0$ and logits $x \in \reals^{\feat}$ the probabilities are "
        r"$p = \nfun{\feat}{softmax}(x / a)$, so that $\nsum{\feat} p = 1$.",
        "p = 1$", "p = 2$",
    ),
    "let a tensor": (
        r"Let $a \in \reals^{\feat}$. Then $\nsum{\feat} 2 a = 2 \nsum{\feat} a$.", r"= 2 \nsum", r"= 4 \nsum",
    ),
    "any tensor": (
        r"For all $a \in \reals^{\feat}$ we have $\nsum{\feat} 3 a = 3 \nsum{\feat} a$.", r"= 3 \nsum", r"= \nsum",
    ),
    "a matrix": (
        r"Let $a \in \reals^{\feat\times\out}$ and $x \in \reals^{\feat}$. The layer is "
        r"$y = a \ndot{\feat} x$ with $y \in \reals^{\out}$.",
        r"y \in \reals^{\out}", r"y \in \reals^{\feat}",
    ),
    "a value": (r"Let $x \in \reals^{\feat}$. With $a = 3$ it is $a x + x = 4 x$.", "= 4 x", "= 5 x"),
    "a definition": (
        r"Let $x \in \reals^{\feat}$ and $a = \nsum{\feat} x$. Then $2 a = \nsum{\feat} 2 x$.",
        "Then $2 a", "Then $3 a",
    ),
    "a function": (
        r"Let $a(z) = z^3$ for $z \in \reals$. Its derivative is $a'(z) = 3 z^2$.", "= 3 z^2", "= 2 z^2",
    ),
}  # fmt: skip


def problems(text: str) -> list[str]:
    found = compile_text(text, "note.md").diagnostics
    return [f"{d.code} {d.message}" for d in found if d.severity is not Severity.NOTE]


@pytest.mark.parametrize("use", USES)
def test_a_letter_means_what_its_own_section_says(use: str) -> None:
    text, right, wrong = USES[use]
    assert text.count(right) == 1
    for role, said in ROLES.items():
        before, behind = f"# A\n\n{said}\n\n# B\n\n{text}\n", f"# A\n\n{text}\n\n# B\n\n{said}\n"
        assert (role, problems(before)) == (role, [])
        assert (role, problems(behind)) == (role, [])
        assert problems(before.replace(right, wrong)), role
        assert problems(behind.replace(right, wrong)), role
