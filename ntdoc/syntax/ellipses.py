"""Three full stops, `1, ..., n` and `f(...)`, are the ellipsis that `\\ldots` is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span
from ntdoc.syntax.cursor import Malformed, Unreadable

_COUNT = 3
_CLOSING = frozenset([")", "]", "rbrack", "rparen"])


def with_ellipses(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, in which they are one; behind all of a formula they may close its sentence: `Y = X...`."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        row = tokens[at : at + _COUNT]
        together = len(row) == _COUNT and all(t.kind is Kind.CHAR and t.text == "." for t in row)
        together = together and row[0].span.start + _COUNT - 1 == row[-1].span.start
        if together and (at + _COUNT < len(tokens) or (kept and kept[-1].text == ",")):
            kept.append(Token(Kind.COMMAND, "ldots", row[0].span.to(row[-1].span)))
            at += _COUNT
        else:
            kept.append(tokens[at])
            at += 1
    return kept


def unread(tokens: Sequence[Token], span: Span) -> Unreadable:
    """Why a formula with an ellipsis is not read: a bracket that is not closed is wrong, whatever the ellipsis is.

    Only a round one is: intervals may be open, `[a, b[` and `(a, b]`.
    """
    opened: list[Token] = []
    for before, token in pairwise([None, *tokens]):
        if token is None or (before is not None and before.text in ("left", "right")):
            continue  # `\\left( … \\right.` is closed by what is not drawn
        if token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in ("(", "lparen"):
            opened.append(token)
        elif token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in _CLOSING and opened:
            opened.pop()
    if opened:
        return Malformed(f"this “{opened[-1].text}” is not closed", opened[-1].span)
    return Unreadable("an ellipsis stands for something here", span)
