"""`q \\colon V \\to \\reals` after `V \\subseteq \\reals^{\\ax}` or `V = \\reals^{\\ax}`: a set that has a name.

What is in V has the shape of the larger set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def with_known_sets(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which each set with a name is the one that the text has said before that it is, or is part of."""
    sets: dict[str, ast.TensorSet] = {}
    found = []
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Signature):
            entry = replace(entry, parsed=_known(parsed, {n: own for n, own in sets.items() if _has_only_axes(own)}))
        elif isinstance(parsed, ast.Chain):
            entry = replace(entry, parsed=_known(parsed, sets))
        found.append(entry)
        if (said := _said(entry.parsed)) is not None:
            name, own = said
            sets[name] = own
    return found


def _said(parsed: ast.Parsed) -> tuple[str, ast.TensorSet] | None:
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return None
    subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(subject, ast.Symbol) or not isinstance(right, ast.TensorSet) or right.base.kind == "named":
        return None
    name = subject.base.removeprefix("mathcal(").removesuffix(")")
    return (name, right) if relation.kind in ("subset", "eq", "define") else None


def _has_only_axes(known: ast.TensorSet) -> bool:
    """Whether a set is of tensors with axes that it names, and of no letter for a shape."""
    return not any(sized.axis.variable for sized in known.shape.axes)


def _known(parsed: ast.Parsed, sets: dict[str, ast.TensorSet]) -> ast.Parsed:

    def known(part: Node) -> Node:
        named = isinstance(part, ast.TensorSet) and part.base.kind == "named" and not part.shape.axes
        return sets.get(part.base.text, part) if named and isinstance(part, ast.TensorSet) else part

    changed: ast.Parsed = rewritten(parsed, known)
    return changed
