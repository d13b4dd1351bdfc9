"""`x \\in \\mathcal{X}`, where nothing says what the set is: if `\\nsum{\\ax} x` is written, it is no set of numbers.

A set that has only a name may be a field, `c \\in F`, so that its elements are numbers. But what an axis is needed of
is none. Such a declaration is left unread, and so is a function from such a set, or an order `x > 0` of what nothing
else declares: ntdoc does not know of which shape it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set

from ntdoc.nodes import Node, walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS
from ntdoc.syntax import ast

_SAYS = frozenset({"in", "eq", "define", "approx", "drawn", "prop"})


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which such declarations are not read."""
    said = {name for entry in entries for name in _said(entry.parsed)}
    sections: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        sections[entry.section].append(entry)
    unread = {entry.index for own in sections.values() for entry in _unread(own, said)}
    return [e.not_read("nothing says of which shape this is") if e.index in unread else e for e in entries]


def _unread(section: Sequence[Entry], said: Set[str]) -> list[Entry]:
    """The declarations of a section that say nothing of the shape of what must have an axis there."""
    unknown = [(entry, names) for entry in section if (names := _of_unknown(entry.parsed, said))]
    if not unknown:
        return []
    letters = {f: own - said for entry in section for f, own in _parameters(entry.parsed)}
    names = frozenset[str]().union(*(own for _, own in unknown))
    names |= frozenset[str]().union(*(own for f, own in letters.items() if f in names))
    needed = {name for entry in section for operand in _along_axes(entry.parsed) for name in _all_of(operand, names)}
    needed |= {f for f, own in letters.items() if not needed.isdisjoint(own)}
    return [entry for entry, own in unknown if not needed.isdisjoint(own)]


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement declares or defines, but in sets of which only a name is known."""
    if isinstance(parsed, ast.Signature):
        yield from (parsed.subject.full_name,) if isinstance(parsed.subject, ast.Symbol) else ()
    elif isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in _SAYS:
        heads = (s.factors[0] if isinstance(s, ast.Juxtaposition) else s for s in parsed.subjects)
        names = (head.body if isinstance(head, ast.Index) else head for head in heads)
        known = () if _is_membership(parsed) else names
        yield from (name for s in known if isinstance(s, ast.Symbol) for name in (s.full_name, s.base))


def _is_membership(parsed: ast.Parsed) -> bool:
    if not isinstance(parsed, ast.Chain):
        return isinstance(parsed, ast.Signature)
    sets = [side for relation, side in parsed.rest if relation.kind == "in"]
    return len(sets) == len(parsed.rest) == 1 and _is_unknown(sets[0])


def _is_unknown(side: ast.Operand) -> bool:
    return isinstance(side, ast.TensorSet) and side.base.kind == "named" and not side.shape.axes


def _of_unknown(parsed: ast.Parsed, said: Set[str]) -> frozenset[str]:
    """The names that a statement says to be in a set without a shape, or above a number, and nothing says more of."""
    if isinstance(parsed, ast.Signature):
        unknown = any(_is_unknown(side) for side in (*parsed.arguments, parsed.result))
        return frozenset(_said(parsed) if unknown else ())
    if not isinstance(parsed, ast.Chain):
        return frozenset()
    names = frozenset(s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))
    ordered = len(parsed.rest) == 1 and parsed.rest[0][0].kind in (*ORDERS, "ne")
    if ordered and isinstance(parsed.rest[0][1], ast.Number):
        return names if said.isdisjoint(s.base for s in parsed.subjects if isinstance(s, ast.Symbol)) else frozenset()
    return names if _is_membership(parsed) else frozenset()


def _parameters(parsed: ast.Parsed) -> Iterator[tuple[str, frozenset[str]]]:
    """The function that a statement defines, `f(x) = E`, with the letters that it is defined at."""
    subject = parsed.subjects[0] if isinstance(parsed, ast.Chain) and parsed.rest else None
    if isinstance(subject, ast.Juxtaposition) and len(subject.factors) == 2:
        head, argument = subject.factors
        if isinstance(head, ast.Symbol) and isinstance(argument, ast.Group):
            yield head.full_name, frozenset(x.full_name for x in argument.items if isinstance(x, ast.Symbol))


def _all_of(operand: Node, names: Set[str]) -> frozenset[str]:
    """The names in what an axis is needed of, if they are all of those: nothing else in it could have the axis."""
    symbols = [part for part in walk(operand) if isinstance(part, ast.Symbol) and lookup(part.name) is None]
    within = {id(part) for symbol in symbols for part in walk((symbol.sub, symbol.sup))}
    own = frozenset(
        symbol.name if symbol.name in names else symbol.full_name for symbol in symbols if id(symbol) not in within
    )
    return own if own <= names else frozenset()


def _along_axes(parsed: ast.Parsed) -> Iterator[Node]:
    """What axes are needed of: bodies of sums and functions along axes, factors of contractions, what has indices."""
    for node in walk(parsed):
        if (isinstance(node, ast.BigOperator) and node.axes) or isinstance(node, ast.Index):
            yield node.body
        elif isinstance(node, ast.Product):
            for at, (operator, operand) in enumerate(node.rest):
                if operator.kind == "contract":
                    yield from (node.first, operand) if at == 0 else (operand,)
        elif isinstance(node, ast.Juxtaposition) and len(node.factors) == 2:
            head, argument = node.factors
            if isinstance(head, ast.Symbol) and head.axes:
                yield argument
