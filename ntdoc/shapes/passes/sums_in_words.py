"""*If the entries of `x` sum to zero, then*, of an `x` along one axis: as *if `\\nsum{\\ax} x = 0`, then* would be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.syntax import ast

_ENTRIES = re.compile(
    r"(?:^\W*|,\s+|\b(?:and|but|so)\s+)(?:if|when|whenever)\s+(?:all\s+)?(?:the\s+)?(?:entries|components|elements|coordinates)\s+of"
    r"\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_SUM = re.compile(r"\s*(?:\$|\\\))\s+(?:sum|add\s+up)\s+to\s+(?:zero|\$0\$)(?=\s*,)", re.IGNORECASE)


def as_equations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are equations that are supposed in their sentence."""
    return [_supposed(entries, place) or entry for place, entry in enumerate(entries)]


def _supposed(entries: Sequence[Entry], place: int) -> Entry | None:
    entry = entries[place]
    letter, span = alone(entry), entry.parsed.span
    if not isinstance(letter, ast.Symbol) or letter.axes or entry.display or entry.cell or entry.negated:
        return None
    behind = span.source.text[span.end : span.end + 60]
    if not _SUM.match(behind) or not _ENTRIES.search(sentences.before(span)):
        return None
    axis = _axis_of(letter.full_name, entries[:place])
    if axis is None:
        return None
    number = ast.Number(0.0, 0, span)
    total = ast.BigOperator("sum", (axis.replace(span=span),), None, None, None, None, letter, span)
    chain = ast.Chain((total,), ((ast.Relation("eq", "=", span), number),), (0, 0), (), span)
    return replace(entry, parsed=chain, local=True, supposed=True, assumed=True, worded=False)


def _axis_of(name: str, before: Sequence[Entry]) -> ast.Axis | None:
    """The axis of the set that a name was declared with last, if it has one alone."""
    for entry in reversed(before):
        chain = entry.parsed
        if not isinstance(chain, ast.Chain) or not chain.rest:
            continue
        if any(isinstance(subject, ast.Symbol) and subject.full_name == name for subject in chain.subjects):
            relation, right = chain.rest[-1]
            axes = right.shape.axes if relation.kind == "in" and isinstance(right, ast.TensorSet) else ()
            return axes[0].axis if len(axes) == 1 and not axes[0].axis.variable else None
    return None
