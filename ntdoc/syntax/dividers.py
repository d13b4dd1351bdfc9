"""Bars that divide the arguments of a function: `f(p \\| q)`, `p(y \\mid x)`, `p(y | x)`.

A bar that opens has one that closes it in the same brackets. One that is alone there stands between arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.symbols import CLOSING, OPENING

_DOUBLE = frozenset(["‖", "Vert", "parallel", "∥"])
_SINGLE = frozenset(["|", "vert"])


def dividers(tokens: Sequence[Token], start: int) -> Mapping[int, str]:
    """The positions of the bars between the arguments of a bracket that was opened before `start`.

    Each is a `,` if it stands between equals, as in `f(p \\| q)`, or a `;` if what follows is given.
    """
    given: list[int] = []
    double: list[int] = []
    single: list[int] = []
    level = 0
    for position in range(start, len(tokens)):
        token = tokens[position]
        level += _level(tokens, position)
        if level < 0:
            break
        if level or token.kind not in (Kind.CHAR, Kind.COMMAND):
            continue
        if token.kind is Kind.COMMAND and token.text == "mid":
            given.append(position)
        elif token.text in _DOUBLE or (token.kind is Kind.COMMAND and token.text == "|"):
            double.append(position)
        elif token.text in _SINGLE:
            single.append(position)
    found = dict.fromkeys(given, ";")
    if len(double) == 1:
        found[double[0]] = ","
    if len(single) == 1:
        found[single[0]] = ";"
    elif len(single) == 2 and all(is_spacing(token) for token in tokens[single[0] + 1 : single[1]]):
        found |= {single[0]: "", single[1]: ","}  # f(p || q)
    return found


def _level(tokens: Sequence[Token], position: int) -> int:
    """How much deeper in brackets of any kind a token leads."""
    token = tokens[position]
    if token.kind in OPENS:
        return 1
    if token.kind in CLOSES:
        return -1
    if token.kind is Kind.TEXT or (position and tokens[position - 1].text in ("left", "right")):
        return 0  # `\left` has counted for its bracket
    if token.text in OPENING or token.text in ("left", "{", "lbrace", "langle"):
        return 1
    return -1 if token.text in CLOSING - {"rvert", "rVert"} or token.text == "right" else 0
