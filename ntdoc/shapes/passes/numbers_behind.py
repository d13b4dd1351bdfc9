"""Numbers at the end of a formula in a sentence that is not read: `p^\\top A p = 6 + 14 = 26`, and `6 + 14 = 26`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.reading.tokens import Kind, Token
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import in_numbers, operands
from ntdoc.syntax import ast
from ntdoc.syntax.statements import parse_inline

_WRITTEN = frozenset("0123456789.+-/*(),")
_COMMANDS = frozenset({"cdot", "times", "frac", "dfrac", "tfrac", "sqrt", "left", "right", ",", ";", "!"})
_RELATIONS = frozenset({"=", "approx", "≈"})


def read_alone(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with such numbers in the place of formulas that are not read."""
    return [_with_numbers(e) if isinstance(e.parsed, ast.Unread) and not e.display else e for e in entries]


def _with_numbers(entry: Entry) -> Entry:
    tokens = entry.piece.tokens
    *first, last = list(_relations(tokens)) or [len(tokens)]
    begins = first[-1] if first else last
    if not first or not all(map(_is_of_numbers, (*tokens[begins + 1 : last], *tokens[last + 1 :]))):
        return entry
    for before in (*first[-2::-1], -1):  # as many sides as are numbers
        if before < 0 or not all(map(_is_of_numbers, tokens[before + 1 : begins])):
            break
        begins = before
    parsed = parse_inline(tuple(tokens[begins + 1 :]), entry.parsed.span)
    chain = parsed[0][0] if len(parsed) == 1 else None
    if not isinstance(chain, ast.Chain) or not chain.rest or chain.conditions:
        return entry
    if not all(map(in_numbers, operands(chain))):
        return entry
    return replace(entry, parsed=chain, piece=parsed[0][1])


def _relations(tokens: Sequence[Token]) -> Iterator[int]:
    """Where sides end, outside of brackets."""
    level = 0
    for at, token in enumerate(tokens):
        level += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if level == 0 and token.text in _RELATIONS and token.kind in (Kind.CHAR, Kind.COMMAND):
            yield at


def _is_of_numbers(token: Token) -> bool:
    if token.kind is Kind.CHAR:
        return token.text in _WRITTEN or token.text.isspace()
    if token.kind is Kind.COMMAND:
        return token.text in _COMMANDS
    return token.kind in (Kind.OPEN, Kind.CLOSE, Kind.SUP)
