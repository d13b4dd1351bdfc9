"""Rows before and after dots that are one block for two indices."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\ax}{ax} $$" + "\n\n" + r"Let $X^0 \in \reals^{\ax}$." + "\n\n"
DEFINED = "".join(
    rf"$$ \text{{{name}}}^l(x) = x \odot w^{{l,{name}}} \qquad w^{{l,{name}}} \in \reals^{{\ax}} $$" + "\n\n"
    for name in ("f", "g", "h")
)
ATTENTION, NETWORK = r"T^{%s} &= \text{f}^{%s}(X^{%s}) + X^{%s}", r"X^{%s} &= \text{%s}^{%s}(T^{%s}) + T^{%s}"


def warned(*rows: str) -> list[str]:
    """The codes of all that is more than a note, of rows in one display."""
    text = MACROS + "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n\nwhere\n\n" + DEFINED
    return [d.code for d in compile_text(text, "notes.md").problems]


FIRST = ATTENTION % ("1", "1", "0", "0")
LAST = ATTENTION % ("L", "L", "L-1", "L-1")
DOTS = r"&\vdots"


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((FIRST, NETWORK % ("1", "g", "1", "1", "1"), DOTS, LAST, NETWORK % ("L", "g", "L", "L", "L")), []),
        ((FIRST, NETWORK % ("1", "f", "1", "1", "1"), DOTS, LAST, NETWORK % ("L", "g", "L", "L", "L")), ["NT410"]),
        ((FIRST, NETWORK % ("1", "g", "1", "1", "1"), DOTS, LAST, NETWORK % ("L", "f", "L", "L", "L")), ["NT410"]),
        ((FIRST, NETWORK % ("1", "g", "1", "1", "1"), DOTS, LAST, NETWORK % ("L", "h", "L", "L", "L")), []),
        ((FIRST, NETWORK % ("1", "f", "1", "1", "1"), DOTS, LAST, NETWORK % ("L", "f", "L", "L", "L")), []),
        ((NETWORK % ("1", "f", "1", "1", "1"), DOTS, NETWORK % ("L", "g", "L", "L", "L")), []),
    ],
)
def test_blocks(rows: tuple[str, ...], codes: list[str]) -> None:
    assert [code for code in warned(*rows) if code == "NT410"] == codes
