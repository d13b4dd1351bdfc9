"""Sections in which a contraction is defined that is not the usual one: of an axis with its starred twin."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.sizes import STARS
from ntdoc.syntax import ast


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those with a contraction are not read in such sections, as the usual one is not meant.

    Where the words say which one is meant, that is read, and only what defines it is not: it is about any tensors.
    """
    defining = [entry for entry in entries if _defines_another(entry.parsed)]
    sections = {entry.section for entry in defining if not entry.starred}
    own = {entry.index for entry in defining}
    return [_unread(entry) if entry.section in sections or entry.index in own else entry for entry in entries]


def _defines_another(parsed: ast.Parsed) -> bool:
    r"""Whether it is `A \ndot{\ax} B = \sum_x A_{\ax^*(x)} B_{\ax(x)}`."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if not isinstance(subject, ast.Product) or len(subject.rest) != 1 or not isinstance(parsed, ast.Chain):
        return False
    operator, second = subject.rest[0]
    if operator.kind != "contract" or not (isinstance(subject.first, ast.Symbol) and isinstance(second, ast.Symbol)):
        return False
    letters = {subject.first.full_name, second.full_name}
    indices = (node for node in walk(parsed.rest[0][1]) if isinstance(node, ast.Index))
    own = (i.items for i in indices if isinstance(i.body, ast.Symbol) and i.body.full_name in letters)
    contracted = {axis.name for axis in operator.axes}
    at = {axis.name for items in own for axis, _ in items} - contracted
    return bool(at) and {name.rstrip(STARS) for name in at} <= contracted


def _unread(entry: Entry) -> Entry:
    parsed = entry.parsed
    operators = (node for node in walk(parsed) if isinstance(node, ast.ProductOperator) and node.kind == "contract")
    if isinstance(parsed, ast.Unread) or (first := next(operators, None)) is None:
        return entry
    return entry.not_read("a contraction that this section defines in another way", first.span)
