"""*If all keys are the same, `K_{\\seq(i)} = k`*, with a new `k`: any tensor with the axes that `K` has beside `seq`.

The axes are those of the set in which the text puts `K`, or those that a signature gives the argument of this name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast


def with_declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which a declaration of such a letter stands before the equation."""
    found: list[Entry] = []
    sets: dict[str, ast.TensorSet] = {}  # by name: the last set that the text puts it in
    signed: dict[str, ast.Signature] = {}
    named: set[str] = set()
    for entry in entries:
        equation = _equation(entry)
        if equation is not None and equation[1].full_name not in named:
            left, letter = equation
            domain = sets.get(left.body.full_name) if isinstance(left.body, ast.Symbol) else None
            rest = _without(domain, left) if domain is not None else None
            if rest is not None:
                found.append(_declaration(entry, letter, rest))
        found.append(entry)
        named |= names_in(entry.parsed if equation is None else equation[0])
        if isinstance(entry.parsed, ast.Signature):
            head = entry.parsed.subject
            signed.update({head.full_name: entry.parsed} if isinstance(head, ast.Symbol) else {})
        else:
            sets.update(_put(entry.parsed, signed))
    return found


def _equation(entry: Entry) -> tuple[ast.Index, ast.Symbol] | None:
    """The sides of such a condition in a sentence."""
    parsed = entry.parsed
    if entry.display or entry.negated or not entry.supposed or not isinstance(parsed, ast.Chain) or parsed.conditions:
        return None
    match parsed.subjects, parsed.rest:
        case ((ast.Index(body=ast.Symbol(axes=())) as left,), ((relation, ast.Symbol(axes=(), sub=None) as right),)):
            free = all(isinstance(place, ast.Symbol) for _, place in left.items)
            return (left, right) if free and relation.kind == "eq" and right.sup is None else None
    return None


def _without(domain: ast.TensorSet, left: ast.Index) -> ast.TensorSet | None:
    """The set of the entries of a tensor at indices of some of its axes; None if no axes are left."""
    along = {axis.name for axis, _ in left.items}
    kept = tuple(sized for sized in domain.shape.axes if sized.axis.name not in along)
    if not kept or len(kept) + len(along) != len(domain.shape.axes):
        return None
    return domain.replace(shape=domain.shape.replace(axes=kept))


def _put(parsed: ast.Parsed, signed: dict[str, ast.Signature]) -> Iterator[tuple[str, ast.TensorSet]]:
    """The names that a statement puts in sets, or that stand for the arguments of a function with a signature."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return
    relation, right = parsed.rest[0]
    if relation.kind == "in" and isinstance(right, ast.TensorSet):
        yield from ((s.full_name, right) for s in parsed.subjects if isinstance(s, ast.Symbol))
    match parsed.subjects[0]:
        case ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group(items=items))) if head.full_name in signed:
            arguments = signed[head.full_name].arguments
            if len(items) == len(arguments):
                given = zip(items, arguments, strict=True)
                yield from ((item.full_name, domain) for item, domain in given if isinstance(item, ast.Symbol))


def _declaration(entry: Entry, letter: ast.Symbol, domain: ast.TensorSet) -> Entry:
    relation = ast.Relation("in", r"\in", letter.span)
    chain = ast.Chain((letter,), ((relation, domain),), (0, 0), (), letter.span)
    return replace(entry, parsed=chain, supposed=False, worded=False, assumed=True, local=True)
