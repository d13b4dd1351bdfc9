"""*With `f(z) = 1 / (1 + e^{-z})` it is `\\frac{d f}{d z} = f (1 - f)`*: beside its derivative a function is its value.

The letter in its formula is that of a tensor, by which the equation differentiates, so that `f` can only be `f(z)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

_OF_UNKNOWN = regex(  # an equation that another function of that name solves
    r"\b(?:differential|equations?|odes?|pdes?|dynamics|flows?|solv\w+|solutions?)\b", re.IGNORECASE
)


class _Formula(NamedTuple):
    """That of a function: its letters, in the brackets as they are written, and the section that has it."""

    letters: frozenset[str]
    arguments: ast.Group
    section: int


def as_values(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such equations have the functions with their arguments."""
    declared: dict[int, set[str]] = {}  # by chapter
    formulas: dict[str, _Formula] = {}
    found = []
    for entry in entries:
        if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest:
            if (own := _formula(entry, entry.parsed)) is not None:
                formulas[own[0]] = own[1]
            elif formulas:
                entry = _with_values(entry, entry.parsed, formulas, declared.get(entry.chapter, set()))
            if isinstance(entry.parsed, ast.Chain) and isinstance(entry.parsed.rest[0][1], ast.TensorSet):
                declared.setdefault(entry.chapter, set()).update(names_in(entry.parsed.subjects))
            for symbol in entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) else ():
                if isinstance(symbol, ast.Symbol):
                    formulas.pop(symbol.full_name, None)  # now it is a tensor
        found.append(entry)
    return found


def _formula(entry: Entry, parsed: ast.Chain) -> tuple[str, _Formula] | None:
    """The function that an equation says what it is, of letters alone."""
    head, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or not isinstance(head, ast.Juxtaposition) or len(head.factors) != 2:
        return None
    name, brackets = head.factors
    if not isinstance(name, ast.Symbol) or not isinstance(brackets, ast.Group) or brackets.parameters:
        return None
    if name.axes or not all(isinstance(a, ast.Symbol) and not a.axes for a in brackets.items):
        return None
    letters = names_in(brackets.items)
    if entry.local or entry.negated or name.full_name in names_in(right) or not letters <= names_in(right):
        return None
    return name.full_name, _Formula(letters, brackets, entry.section)


def _with_values(entry: Entry, parsed: ast.Chain, formulas: dict[str, _Formula], declared: set[str]) -> Entry:
    parts = list(walk((parsed.subjects, parsed.rest)))
    slopes = [part for part in parts if isinstance(part, ast.Derivative)]
    if slopes and _has_values(parsed):
        return entry
    meant = {
        symbol.full_name: formula
        for slope in slopes
        if (symbol := _bare(slope.body)) is not None
        and (formula := formulas.get(symbol.full_name)) is not None
        and formula.section == entry.section
        and names_in(slope.by) & formula.letters
        and formula.letters <= declared
    }
    if not meant or _OF_UNKNOWN.search(sentences.before(parsed.span, across=True)):
        return entry
    called = _called(parsed)

    def value(node: Any) -> Node:
        formula = meant.get(node.full_name) if isinstance(node, ast.Symbol) and not node.axes else None
        if formula is None or id(node) in called:
            return cast(Node, node)
        called.add(id(node))  # it stands within what takes its place
        applied = ast.Juxtaposition((node, formula.arguments), node.span)
        return ast.Group((applied,), (), "(", node.span)

    return replace(entry, parsed=rewritten(parsed, value))


def _has_values(parsed: ast.Chain) -> bool:
    """Whether a derivative has what it is taken at behind it, `\\frac{d f}{d z}(x)`."""
    return any(isinstance(head, ast.Derivative) and isinstance(given, ast.Group) for head, given in pairs(parsed))


def _bare(node: ast.Operand) -> ast.Symbol | None:
    """The name that is differentiated, or an entry of it."""
    inner = node.body if isinstance(node, ast.Index) else node
    return inner if isinstance(inner, ast.Symbol) else None


def _called(parsed: ast.Chain) -> set[int]:
    """The names that have arguments in a product: not `f` in `f (1 - f)`, where it is in them itself."""
    heads = ((_bare(head), brackets) for head, brackets in pairs(parsed) if isinstance(brackets, ast.Group))
    return {id(head) for head, brackets in heads if head is not None and not _holds(brackets, head.full_name)}


def _holds(brackets: ast.Group, name: str) -> bool:
    """Whether a name stands in brackets without any of its own behind it."""
    heads = {id(head) for head, given in pairs(brackets) if isinstance(given, ast.Group)}
    return any(isinstance(p, ast.Symbol) and p.full_name == name and id(p) not in heads for p in walk(brackets))
