"""Letters by which an index is multiplied, as the stride `s` in `X_{\\ax(s(i-1) + j)}`."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.nodes import walk
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def steps(parsed: ast.Parsed) -> Iterator[str]:
    """The names among the factors of indices that the left side is at no entry of."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    left = {name for s in subjects if isinstance(s, ast.Index) for _, index in s.items for name in names_in(index)}
    indices = tuple(expr for part in walk(parsed) if isinstance(part, ast.Index) for _, expr in part.items)
    for product in walk(indices):
        if isinstance(product, ast.Juxtaposition | ast.Product):
            yield from sorted(names_in(product) - left)
