"""A case for every other entry, *`\\sin(t / c^{2k})` if `i = 2k + 1`*: `k` is there what makes the equation true.

The case is that of the indices with this remainder, and in its value `k` is `(i - 1) / 2`.
"""

from __future__ import annotations

from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.arithmetic import value
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def with_remainders(entries: list[Entry]) -> list[Entry]:
    """The entries in which such cases are conditions of the index alone."""
    if not any(isinstance(part, ast.Cases) for entry in entries for part in walk(entry.parsed)):
        return entries
    known = {name for entry in entries for name in _said(entry.parsed)}
    return [_with_remainders(entry, known) for entry in entries]


def _said(parsed: ast.Parsed) -> frozenset[str]:
    """What a statement says something of."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    return frozenset(name for subject in subjects for name in names_in(subject))


def _with_remainders(entry: Entry, known: set[str]) -> Entry:
    parsed = entry.parsed
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    places = [index for s in subjects if isinstance(s, ast.Index) for _, index in s.items]
    letters = {index.full_name for index in places if isinstance(index, ast.Symbol)}
    if not letters:
        return entry

    def changed(node: Node) -> Node:
        if not isinstance(node, ast.Cases):
            return node
        return node.replace(branches=tuple(_branch(*branch, letters, known) for branch in node.branches))

    return replace(entry, parsed=rewritten(parsed, changed))


def _branch(
    body: ast.Expr, condition: ast.Chain | None, letters: set[str], known: set[str]
) -> tuple[ast.Expr, ast.Chain | None]:
    """A case with the letter put in that its condition is solved for."""
    sides = _equation(condition)
    if condition is None or sides is None or sides[0].full_name not in letters:
        return body, condition
    index, right = sides
    free = names_in(right) - known
    if len(free) != 1 or names_in(right) & letters:
        return body, condition
    (letter,) = free
    zeroth, first, second = (value(right, {letter: float(n)}) for n in range(3))
    if zeroth is None or first is None or second is None or second - first != first - zeroth:
        return body, condition
    step, span = first - zeroth, right.span  # `i = c + 1` is so for one index, with a `c` that is known elsewhere
    if step < 2 or step != int(step) or zeroth != int(zeroth):
        return body, condition
    number = ast.Group((ast.Fraction(_plus(index, -zeroth), ast.Number(step, 0, span), span),), (), "(", span)
    inside = ast.Group((index, ast.Number(step, 0, span)), (), "(", span)
    remainder = ast.Juxtaposition((ast.Symbol("mod", None, None, (), True, span), inside), span)
    rest = ((condition.rest[0][0], ast.Number(zeroth % step, 0, span)),)

    def put_in(node: Node) -> Node:
        return number if isinstance(node, ast.Symbol) and node.full_name == letter else node

    return rewritten(body, put_in), condition.replace(subjects=(remainder,), rest=rest)


def _equation(condition: ast.Chain | None) -> tuple[ast.Symbol, ast.Expr] | None:
    """`i = E`, taken apart."""
    if condition is None or len(condition.subjects) != 1 or len(condition.rest) != 1 or condition.conditions:
        return None
    left, (relation, right) = condition.subjects[0], condition.rest[0]
    plain = isinstance(left, ast.Symbol) and relation.kind == "eq" and not isinstance(right, ast.TensorSet)
    return (left, right) if plain and isinstance(left, ast.Symbol) and not isinstance(right, ast.TensorSet) else None


def _plus(index: ast.Symbol, number: float) -> ast.Sum:
    sign = 1 if number >= 0 else -1
    return ast.Sum(((1, index), (sign, ast.Number(abs(number), 0, index.span))), index.span)
