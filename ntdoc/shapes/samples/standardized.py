"""Two equations beside a declaration at once: *with `\\nsum{\\ax} z = 0` and `\\nfun{\\ax}{mean} z^2 = 1`*."""

from __future__ import annotations

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

_AND = regex(r"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:and|as\s+well\s+as)\s+(?:with\s+|whose\s+)?(?:\$|\\\()?\s*")
_LENGTHS = ("length", "spread")


def are_both_drawn(said: Constrained, free: Binding, kind: str, along: tuple[str, ...], entry: Entry) -> bool:
    """Whether an equation `along` some axes goes on from one of a `kind`: one says the centre, the other the length.

    Samples are centred along all these axes, and then scaled along the same ones.
    """
    kinds = _LENGTHS if kind == "length" else (kind,)
    return said.kind in kinds and _axes(said.axes, free) == _axes(along, free) and _goes_on(said, entry)


def is_listed(scope: Scope, parsed: ast.Chain, entry: Entry) -> bool:
    """Whether an equation is supposed since it goes on with one that is, and that samples heed."""
    names = names_in(parsed)
    return any(c.name in names and _goes_on(c, entry) for c in scope.constrained)


def _goes_on(said: Constrained, entry: Entry) -> bool:
    first = said.entry.parsed
    equation = isinstance(first, ast.Chain) and any(relation.kind == "eq" for relation, _ in first.rest)
    if not equation or said.entry.sentence != entry.sentence or said.entry.index >= entry.index or entry.negated:
        return False
    return _AND.fullmatch(sentences.between(said.entry.parsed.span, entry.parsed.span)) is not None


def _axes(written: tuple[str, ...], free: Binding) -> frozenset[str]:
    """The axes that an equation is along; none written are all."""
    domain = free.domain if isinstance(free, Declared) else None
    return frozenset(written or (s.axis.name for s in (domain.shape.axes if domain is not None else ())))
