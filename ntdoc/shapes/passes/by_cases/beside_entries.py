"""What is said of index letters beside an equation of entries: `D_{\\ax(i),\\bx(j)} = 1/(i-j)`, `i \\ne j`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.entry_lines import sizes_in
from ntdoc.shapes.patterns import names_in, number_given, operands, put_in_sets, shifted
from ntdoc.syntax import ast

_ORDERS = frozenset({"ne", "lt", "le", "gt", "ge"})
_RELATIONS = _ORDERS | {"eq", "define", "approx"}


def with_orders(entries: list[Entry]) -> list[Entry]:
    """The same statements, with the orders right behind one about entries in its row as conditions of it.

    One place, `t = 1`, is a range of one.
    """
    found = list(entries)
    ends = sizes_in(entries)
    known = {name for _, name in ends} | {name for e in entries for name in _subjects(e.parsed)}
    known |= {name for e in entries for name in _in_sizes(e.parsed)}
    dropped: set[int] = set()
    for i, entry in enumerate(entries):
        parsed = entry.parsed
        if not entry.display or not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        left = parsed.subjects[0]
        alone = parsed.rest[0][0].kind in _RELATIONS and len(parsed.subjects) == 1
        named = {letter for index in _entries_in(left) for letter in _letters(index, ends)} if alone else set()
        beside = dict(_beside(entries, i, left, named))
        orders = [*beside.values()]
        own = known | names_in(left) | _in_scripts(left)
        if orders and all(n in own or lookup(n) is not None for order in orders for n in names_in(order)):
            parsed = parsed.replace(conditions=(*parsed.conditions, *orders))
            for j, order in beside.items():
                found[j] = replace(entries[j], bounds=True)
                if order.rest[0][0].kind in ("eq", "ne") and _is_of_letters(order, named):
                    dropped.add(j)  # as an equation of its own it would say what `i` is
        places = dict(at for chain in parsed.conditions if (at := _one(chain, named)) is not None)
        rest = tuple(chain for chain in parsed.conditions if _one(chain, named) is None)
        for j, chain in _behind(entries, i):
            if (at := _one(chain, named)) is not None:
                found[j] = replace(entries[j], parsed=_as_range(chain, at[1]))
                places |= [at]
        if places:
            parsed = _with_numbers(parsed.replace(conditions=rest), places)
        if parsed is not entry.parsed:
            found[i] = replace(entry, parsed=parsed)
    return [entry for j, entry in enumerate(found) if j not in dropped]


def _entries_in(left: ast.Operand) -> Iterator[ast.Index]:
    """The entries that a left side is, or is made of: `f(v)_{\\ax(i)}`, `x_{\\ax(i+1)} - x_{\\ax(i)}`, a derivative."""
    match left:
        case ast.Index():
            yield left
        case ast.Sum():
            for _, term in left.terms:
                yield from _entries_in(term)
        case ast.Juxtaposition() | ast.Product():
            for factor in left.factors:
                yield from _entries_in(factor)
        case ast.Derivative():
            for part in (left.body, *left.by):
                yield from _entries_in(part)


def _letters(left: ast.Index, ends: Collection[tuple[str, str]]) -> set[str]:
    """The letters that run among the indices of the left side: `t` in `y_{\\ax(t+1),\\bx(n)}` with n entries."""
    at = ((axis.name, shifted(index)) for axis, index in left.items)
    named = {(axis, letter.full_name) for axis, (letter, more) in at if letter is not None and more is not None}
    return {letter for _, letter in named - {*ends}}


def _beside(entries: list[Entry], i: int, left: ast.Operand, named: set[str]) -> Iterator[tuple[int, ast.Chain]]:
    """The orders of some letters behind a statement in its row, and where they stand among all.

    For what a function gives they may be ranges as well. What the statement is made of may be declared between.
    """
    function = isinstance(left, ast.Juxtaposition) or (isinstance(left, ast.Index) and isinstance(left.body, ast.Group))
    for j, order in _behind(entries, i):
        if put_in_sets(order):
            continue
        order = _range_as_order(order, named) if function else order
        if not _is_order(order, named):
            return
        yield j, order


def _range_as_order(chain: ast.Chain, named: set[str]) -> ast.Chain:
    """`i = k + 1, \\ldots, n` as `k + 1 \\le i \\le n`."""
    (relation, right), (letter, *others) = chain.rest[0] if chain.rest else (None, None), chain.subjects
    if relation is None or relation.kind != "range" or not isinstance(right, ast.Group) or len(right.items) != 2:
        return chain
    if others or not isinstance(letter, ast.Symbol) or letter.full_name not in named:
        return chain
    below = relation.replace(kind="le")
    return chain.replace(subjects=right.items[:1], rest=((below, letter), (below, right.items[1])), rows=(0, 0, 0))


def _behind(entries: list[Entry], i: int) -> Iterator[tuple[int, ast.Chain]]:
    """What stands right behind a statement in its row, with where it stands among all."""
    for j, entry in enumerate(entries[i + 1 :], i + 1):
        if entry.row != entries[i].row or not isinstance(entry.parsed, ast.Chain):
            return
        yield j, entry.parsed


def _one(chain: ast.Parsed, letters: Collection[str]) -> tuple[str, ast.Number] | None:
    """One place that something is said for: `t = 1`, of a letter that runs."""
    found = number_given(chain)
    return found if found is not None and found[0] in letters else None


def _with_numbers(statement: ast.Chain, places: Mapping[str, ast.Number]) -> ast.Chain:
    """A statement about one place: with numbers for letters."""

    def there(part: Node) -> Node:
        number = places.get(part.full_name) if isinstance(part, ast.Symbol) else None
        return part if number is None else number.replace(span=cast(ast.Symbol, part).span)

    found: ast.Chain = rewritten(statement, there)
    return found


def _as_range(chain: ast.Chain, number: ast.Number) -> ast.Chain:
    """`t = 1` as a range from 1 to 1."""
    ((relation, _),) = chain.rest
    return chain.replace(rest=((relation.replace(kind="range"), ast.Group((number, number), (), "(", number.span)),))


def _is_order(order: ast.Chain, bound: set[str]) -> bool:
    """`i \\ne j`, `1 < i < |\\ax|`: of the index letters, and not of tensors."""
    named = any(names_in(part) & bound for part in operands(order))
    kinds = {relation.kind for relation, _ in order.rest}
    if kinds == {"eq"}:
        return _is_of_letters(order, bound)
    return bool(kinds) and kinds <= _ORDERS and named and not any(isinstance(p, ast.Index) for p in walk(order))


def _is_of_letters(order: ast.Chain, bound: set[str]) -> bool:
    """`i = j`, `i \\ne j`, of the index letters alone."""
    letters = {part.full_name for part in operands(order) if isinstance(part, ast.Symbol)}
    return len(letters) == len(operands(order)) and letters <= bound


def _in_sizes(parsed: ast.Parsed) -> Iterator[str]:
    """The names that the sizes of axes are made of, `n` and `k` of `\\reals^{\\ax[n k]}`."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis) and part.size is not None:
            yield from names_in(part.size)


def _in_scripts(left: ast.Operand) -> frozenset[str]:
    """The letters in the names of a left side, `k` of `f_k(x)_{\\ax(i)}`."""
    scripts = (script for s in walk(left) if isinstance(s, ast.Symbol) for script in (s.sub, s.sup))
    return names_in(tuple(part for script in scripts if script is not None for part in script.parts))


def _subjects(parsed: ast.Parsed) -> Iterator[str]:
    """The names of the tensors of which a statement says something, or the entries of which."""
    for subject in parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ():
        body = subject.body if isinstance(subject, ast.Index) else subject
        if isinstance(body, ast.Symbol):
            yield body.full_name
