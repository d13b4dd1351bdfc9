"""`q \\colon V \\to \\reals` after `V \\subseteq \\reals^{\\ax}` or `V = \\reals^{\\ax}`: a set that has a name.

What is in V has the shape of the larger set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def with_known_sets(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which each set with a name is the one that the text has said before that it is, or is part of."""
    sets: dict[str, ast.TensorSet] = {}
    found = []
    for entry in map(_within, entries):
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


def _within(entry: Entry) -> Entry:
    """`x \\in \\mathcal{X} \\subset \\reals^{\\ax}` declares an `x` of the larger set."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or [r.kind for r, _ in parsed.rest] != ["in", "subset"]:
        return entry
    (inside, named), (_, larger) = parsed.rest
    if not isinstance(named, ast.TensorSet) or named.base.kind != "named" or not isinstance(larger, ast.TensorSet):
        return entry
    return replace(entry, parsed=parsed.replace(rest=((inside, larger),), rows=parsed.rows[:2]))


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


def _known(parsed: ast.Signature | ast.Chain, sets: dict[str, ast.TensorSet]) -> ast.Parsed:

    def known(side: ast.TensorSet) -> ast.TensorSet:
        named = side.base.kind == "named" and not side.shape.axes
        return sets.get(side.base.text, side) if named else side

    if not sets:
        return parsed
    if isinstance(parsed, ast.Signature):
        return parsed.replace(arguments=tuple(map(known, parsed.arguments)), result=known(parsed.result))
    rest = ((relation, known(o) if isinstance(o, ast.TensorSet) else o) for relation, o in parsed.rest)
    return parsed.replace(rest=tuple(rest))
