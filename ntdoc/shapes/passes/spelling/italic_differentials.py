r"""`dL = g \ndot{\ax} dx` and `\delta L = …` of a letter of which nothing is said: the sign of differentials.

It is that in a document with an equation of how what is defined varies with what is only declared. *`dW = x \odot dY`*,
of a `W` that is declared or a `Y` that is defined, may be of gradients that are called so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in, operands, put_in_sets
from ntdoc.syntax import ast

_SIGNS = frozenset({"d", "delta"})


def as_differentials(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such letters are upright, which a `d` of a differential is."""
    if not any(_sign(entry.parsed) for entry in entries):
        return list(entries)
    known = {name for entry in entries for name in _introduced(entry.parsed)}
    declared = {name for entry in entries for name in put_in_sets(entry.parsed)}
    defined = {name for entry in entries for name in _defined(entry.parsed)} - declared
    signs = {name for entry in entries if (name := _meant(entry.parsed, declared, defined)) is not None} - known
    return [replace(entry, parsed=_upright(entry.parsed, signs)) for entry in entries] if signs else list(entries)


def _sign(parsed: ast.Parsed) -> ast.Symbol | None:
    """The letter with which the left side of an equation begins, `dL = …`."""
    match parsed:
        case ast.Chain(subjects=(ast.Juxtaposition(factors=(ast.Symbol() as sign, ast.Symbol(), *_)),), rest=(_, *_)):
            return sign if sign.full_name in _SIGNS and not sign.roman and not sign.axes else None
    return None


def _meant(parsed: ast.Parsed, declared: set[str], defined: set[str]) -> str | None:
    """The letter that can only be the sign of differentials in an equation."""
    sign = _sign(parsed)
    if sign is None or not isinstance(parsed, ast.Chain):
        return None
    left, *right = (list(_behind(sign, side)) for side in operands(parsed))
    varied = [name for names in right for name in names]
    meant = len(left) == 1 and left[0] in defined and bool(varied) and declared.issuperset(varied)
    return sign.full_name if meant else None


def _upright(parsed: ast.Parsed, signs: set[str]) -> ast.Parsed:
    def change(part: Any) -> Node:
        if isinstance(part, ast.Symbol) and part.full_name in signs:
            return part.replace(base="d", roman=True)
        return cast(Node, part)

    return cast(ast.Parsed, rewritten(parsed, change))


def _behind(sign: ast.Symbol, side: ast.Operand) -> Iterator[str]:
    """The names right behind a letter."""
    for head, name in pairs(side):
        if isinstance(head, ast.Symbol) and head.full_name == sign.full_name and isinstance(name, ast.Symbol):
            yield name.full_name


def _introduced(parsed: ast.Parsed) -> frozenset[str]:
    """The names that a statement says something of, but for a letter that another one stands behind."""
    if isinstance(parsed, ast.Signature):
        return names_in(parsed.subject)
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return frozenset()
    return names_in(tuple(s for s in parsed.subjects if not isinstance(s, ast.Juxtaposition)))


def _defined(parsed: ast.Parsed) -> Iterator[str]:
    """The tensor, or the function, that an equation begins with."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
        return
    for subject in parsed.subjects:
        match subject:
            case ast.Symbol() | ast.Juxtaposition(factors=(ast.Symbol(), ast.Group())):
                head = subject if isinstance(subject, ast.Symbol) else subject.factors[0]
                assert isinstance(head, ast.Symbol)
                yield head.full_name
