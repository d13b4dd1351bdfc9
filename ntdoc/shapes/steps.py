"""Letters of whole numbers in indices, the stride `s` and the offset `d` in `X_{\\ax(s(i-1) + d)}`, and their ends."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ntdoc.nodes import walk
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.syntax import ast


def placed(parsed: ast.Parsed) -> frozenset[str]:
    """The letters of the entries that a statement is about, those of what a function gives, too."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    indices = (part for part in walk(subjects) if isinstance(part, ast.Index))
    return frozenset(name for part in indices for _, index in part.items for name in names_in(index))


def steps(parsed: ast.Parsed) -> Iterator[str]:
    """The names among the factors of indices that the left side is at no entry of."""
    left = placed(parsed)
    for product in walk(_indices(parsed)):
        if isinstance(product, ast.Juxtaposition | ast.Product):
            yield from sorted(names_in(product) - left)


def moved_by(parsed: ast.Parsed) -> set[str]:
    """The names in indices that are made of what runs, `x_{\\ax(i - d)}`, and of something else: of that.

    What an index is put in, as `p` in `x_{\\ax(p(i))}`, is rather a function.
    """
    sums = (part.variable for part in walk(parsed) if isinstance(part, ast.BigOperator))
    running = placed(parsed) | {variable.full_name for variable in sums if variable is not None}
    found: set[str] = set()
    for index in _indices(parsed):
        names = names_in(index)
        if not names.isdisjoint(running):
            arrays = (part.body for part in walk(index) if isinstance(part, ast.Index))
            found |= names - running - names_in(tuple(arrays)) - _applied(index, running)
    return found


def ends_of(chain: ast.Chain) -> Iterator[tuple[str, ast.Expr]]:
    """What a statement says that letters go up to: `n = 1, \\ldots, N`, `1 \\le n \\le N`."""
    kinds, sides = [relation.kind for relation, _ in chain.rest], operands(chain)
    last, letters = sides[-1], chain.subjects
    if kinds[:1] == ["range"] and isinstance(last, ast.Group) and len(last.items) == 2:
        low: ast.Operand = last.items[0]
        high: ast.Operand = last.items[1]
    elif kinds == ["le", "le"] and len(sides) == 3:
        low, letters, high = sides[0], sides[1:2], last
    else:
        return
    if isinstance(low, ast.Number) and low.value == 1 and not isinstance(high, ast.TensorSet):
        yield from ((s.full_name, high) for s in letters if isinstance(s, ast.Symbol))


def _indices(parsed: ast.Parsed) -> tuple[ast.Expr, ...]:
    return tuple(expr for part in walk(parsed) if isinstance(part, ast.Index) for _, expr in part.items)


def _applied(index: ast.Expr, running: Set[str]) -> set[str]:
    """The functions that an index is made with, `\\pi(i)`, which are no factors."""
    found = set()
    for part in walk(index):
        head, *rest = part.factors if isinstance(part, ast.Juxtaposition) else (None,)
        bracket = rest[0] if rest else None
        if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group) and len(bracket.items) == 1:
            item = bracket.items[0]
            found |= {head.full_name} if isinstance(item, ast.Symbol) and item.full_name in running else set()
    return found
