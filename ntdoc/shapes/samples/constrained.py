"""What is said of free tensors, of shapes and of records."""

from __future__ import annotations

from typing import NamedTuple

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Chain, Operand


class Constrained(NamedTuple):
    """`\\nsum{\\vocab} I = 1` for a free `I`: its entries sum to 1 along axes.

    Or to another number, the `total`. Or to 0 if the `kind` is `centred`, or their squares do if it is `length`, or
    the mean of these is 1 if it is `spread`; if it is `symmetry`, the two axes may change places, and if it is
    `definite` or `-definite`, the matrix is also positive or negative definite; if it is `orthonormal`, vectors along
    all axes but the last are so, one for each index of that; and if it is `orthogonal`, there are as many as there
    can be. If it is `diagonal`, the entries at equal indices of two axes are the `total`.
    """

    name: str
    axes: tuple[str, ...]
    entry: Entry
    kind: str = "sum"
    total: Operand | None = None
    alone: bool = False  # of the tensor that its sentence declares for itself: *if `A ∈ …` is symmetric*

    def is_of(self, name: str, declared: Entry) -> bool:
        """Whether it is said of a name where that is declared: if for a sentence alone, then in that."""
        anywhere = not (declared.local or self.alone)
        beside = self.entry.run == declared.run and (self.entry.sentence == declared.sentence or anywhere)
        return self.name == name and beside


class Supposition(NamedTuple):
    """A statement about shapes, as `\\mathcal{S} \\cap \\mathcal{T} = \\emptyset`, or about records."""

    chain: Chain
    entry: Entry
