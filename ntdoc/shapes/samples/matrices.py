"""Matrices that words say to be symmetric, or definite: two axes of them may change places."""

from __future__ import annotations

from itertools import combinations

from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.said.said_of_matrices import said
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.syntax import ast

_KINDS = {0: "symmetry", 1: "definite", -1: "-definite"}


def of_matrix(declared: Declared) -> Constrained | None:
    """*A symmetric matrix `A \\in \\reals^{\\ax\\times\\ax'}`*, *let `A` be symmetric*, and *a covariance `A`*.

    Of other axes than such as `ax` and `ax'` only the word *symmetric* is heard, and if there are no more than two.
    """
    entry, domain = declared.entry, declared.domain
    if entry.negated or domain is None:
        return None
    axes = tuple(sized.axis.name for sized in domain.shape.axes)
    if len(axes) < 2 or len(set(axes)) != len(axes):
        return None
    found = said(_written(declared), entry.parsed.span, display=entry.display)
    pairs = [pair for pair in combinations(axes, 2) if len({axis.rstrip("'*") for axis in pair}) == 1]
    if found is not None and found.alike and len(axes) == 2:
        pairs = [axes]
    if found is None or len(pairs) != 1:
        return None
    return Constrained(declared.name, pairs[0], entry, _KINDS[found.definite])


def _written(declared: Declared) -> str:
    """A name as its declaration writes it."""
    parsed = declared.entry.parsed
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    own = (s for s in subjects if isinstance(s, ast.Symbol) and s.full_name == declared.name)
    return next((s.span.text for s in own), declared.name)
