"""Labels: letters that run over some, `a \\in \\{i, f\\}` for the members `W^i` and `W^f`, and headings over rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast

_FOR_ANY = regex(
    r"\bfor\s+(?:(?:all|any|every|each|an?|some|sufficiently|very|small|large|tiny|fixed|given|positive|nearby)\s*)+$",
    re.IGNORECASE,
)


def label_letters(entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
    """The letters that run over labels, with the sections that say so."""
    return frozenset(
        (subject.full_name, entry.section)
        for entry, chain in _of_labels(entries)
        for subject in chain.subjects
        if isinstance(subject, ast.Symbol)
    )


def labels_named(entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
    """The labels themselves, the `i` of `a \\in \\{i, f, o\\}`, with the sections that say so."""
    return frozenset(
        (item.full_name, entry.section)
        for entry, chain in _of_labels(entries)
        if isinstance(right := chain.rest[0][1], ast.TensorSet)
        for item in right.base.items
        if isinstance(item, ast.Symbol)
    )


def is_of_labels(chain: ast.Chain) -> bool:
    """Whether a statement is `a \\in \\{i, f, o\\}`."""
    if not chain.rest or chain.rest[0][0].kind != "in":
        return False
    right = chain.rest[0][1]
    if not isinstance(right, ast.TensorSet) or right.base.kind != "set" or right.shape.axes:
        return False
    return bool(right.base.items) and all(isinstance(item, ast.Symbol) for item in right.base.items)


def _of_labels(entries: Sequence[Entry]) -> Iterator[tuple[Entry, ast.Chain]]:
    """The statements that run a letter over labels, also where they are conditions of others."""
    for entry in entries:
        yield from ((entry, chain) for chain in _chains(entry.parsed) if is_of_labels(chain))


def _chains(parsed: ast.Parsed) -> Iterator[ast.Chain]:
    if isinstance(parsed, ast.Chain):
        yield parsed
        yield from parsed.conditions


def is_heading(node: ast.Operand, names: Set[str], words: str) -> bool:
    """Whether a word alone in a row, `\\textbf{Encoder}`, is a heading over others: nothing has it for a name.

    Nor is a letter anything else than named that stands behind the words *for small* in its row.
    """
    if isinstance(node, ast.Symbol) and not node.axes and _FOR_ANY.search(words):
        return True
    if not isinstance(node, ast.Symbol) or not node.roman or node.axes or len(node.base) < 2:
        return False
    return node.full_name not in names and lookup(node.full_name) is None


def upright(symbol: ast.Symbol) -> Iterator[str]:
    """The letters in the scripts of a name that are set upright."""
    for script in (symbol.sub, symbol.sup):
        for part in script.parts if script is not None else ():
            if isinstance(part, ast.Symbol) and part.roman:
                yield part.base
