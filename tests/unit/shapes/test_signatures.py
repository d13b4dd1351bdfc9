"""Signatures against themselves, against what they lift, and against the sizes that their bodies have."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\a}{a} \ndef{\b}{b} \ndef{\c}{c} $$" + "\n\n"
UNROLL = r"""$$
f \colon \reals^{\a[n]} \to \reals^{\a[n-|\b|+1], \b} \\
f(X) = Y, \text{ where } \\
Y_{\a(i), \b(j)} = X_{\a(i+j-1)}
$$

"""


def problems(text: str) -> list[tuple[str, str]]:
    return [(d.code, d.message) for d in compile_text(f"{MACROS}{text}\n", "signature.md").problems]


@pytest.mark.parametrize(
    "text",
    [
        r"$$ [\mathord-]_{\a\to\b} \colon \reals^{\a[I]} \to \reals^{\b[I]} $$",
        r"$$ [\mathord-] \colon \reals^{\a[I]} \to \reals^{\a[I]} $$",
        r"$$ \sum_{\a} \mathord- \colon \reals^{\a[I]} \to \reals $$",
        "$$ f \\colon F^{\\mathcal{S}} \\to G^{\\mathcal{T}} $$\n\n"
        r"$$ f^{\mathcal{R}} \colon F^{\mathcal{S}\cup\mathcal{R}} \to G^{\mathcal{T}\cup\mathcal{R}} $$",
        UNROLL,
        # a letter that stands alone in the result names the size that comes out
        UNROLL + "$$ g \\colon \\reals^{\\a[n]} \\to \\reals^{\\a[m]} \\\\ g(X) = \\nsum{\\b} f(X) $$",
        # `q` and `k` are two functions, each with a definition somewhere
        r"$$ f_k \colon \reals^{\a} \to \reals \\ f_k(X) = \nsum{\a} X \\ f_q(X) = 2 f_k(X) $$",
        # a number that is promised is a size of its own
        r"$$ g \colon \reals^{\b} \to \reals^{\a[3]} \\ g(X) = W \ndot{\b} X \\ W \in \reals^{\a\times\b} $$",
    ],
)
def test_good_signatures(text: str) -> None:
    assert not problems(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            r"$$ [\mathord-] \colon \reals^{\a[I]} \to \reals^{\b[I]} $$",
            "brackets alone leave the axes as they are, and this takes a to b",
        ),
        (
            r"$$ \sum_{\b} \mathord- \colon \reals^{\a[I]} \to \reals $$",
            "axis `b` stands below the name, but in none of the sets of the signature",
        ),
        (
            r"$$ [\mathord-]_{\b\to\a} \colon \reals^{\a[I]} \to \reals^{\b[I]} $$",
            "axis `b` of the renaming is not an axis of the argument",
        ),
        (
            "$$ f \\colon F^{\\mathcal{S}} \\to G^{\\mathcal{T}} $$\n\n"
            r"$$ f^{\mathcal{U}} \colon F^{\mathcal{S}\cup\mathcal{R}} \to G^{\mathcal{T}\cup\mathcal{R}} $$",
            "the shape `U` stands above the name, but in none of the sets of the signature",
        ),
        (
            "$$ f \\colon F^{\\mathcal{S}} \\to G^{\\mathcal{T}} $$\n\n"
            r"$$ f^{\mathcal{R}} \colon F^{\mathcal{S}\cup\mathcal{R}} \to G^{\mathcal{U}\cup\mathcal{R}} $$",
            "lifting takes T to R ∪ T at most, and this is R ∪ U",
        ),
        (
            r"$$ f_k \colon \reals^{\a} \to \reals \\ f_w(X) = \nsum{\a} X $$",
            "this defines f_w, and the signature beside it is of f_k",
        ),
        (
            UNROLL + "$$ g \\colon \\reals^{\\a[n]} \\to \\reals^{\\a[n]} \\\\ g(X) = \\nsum{\\b} f(X) $$",
            "the signature of g promises a[n], and this is a[n - |b| + 1]: they agree only if |b| = 1",
        ),
        (
            UNROLL + "$$ g \\colon \\reals^{\\a[n]} \\to \\reals^{\\a[m-|\\b|+1]} \\\\ g(X) = \\nsum{\\b} f(X) $$",
            "the signature of g promises a[m - |b| + 1], and this is a[n - |b| + 1]: they agree only if m = n",
        ),
    ],
)
def test_slips_in_signatures(text: str, message: str) -> None:
    found = problems(text)
    assert [code for code, _ in found] == ["NT212"] * len(found)
    assert found
    assert found[0][1].startswith(message)
