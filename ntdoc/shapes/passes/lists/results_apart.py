"""Functions of several results, `f(X) = (A, B)`, that are called for all of them, `(m, v) = f(X)`: a function for each.

`f(X) = (a, b)` beside an equation that says what they are gives the results these names: it is read as `(a, b) = f(X)`.
If it is used in any other way it stays what it is, and has no value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import put_in_sets, spelt
from ntdoc.syntax import ast

_GIVES = ("eq", "define", "update")


def as_functions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which each result of such a function is one of its own, and each name that takes it has it."""
    entries = _with_names(entries)
    bodies: dict[str, list[list[str]]] = {}
    for entry in entries:
        if (head := _defined(entry.parsed)) is not None:
            bodies.setdefault(head.full_name, []).append([spelt(x) for x in _results(entry.parsed)])
    if not bodies:
        return list(entries)
    calls, seen, same = Counter[str](), Counter[str](), set[str]()
    for entry in entries:
        if isinstance(alone(entry), ast.Symbol):
            continue  # *the function `f`*
        seen.update(part.full_name for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
        called, names = _called(entry.parsed), [name.full_name for name in _names(entry.parsed)]
        known = bodies.get(called.full_name, []) if called is not None else []
        if called is not None and known and all(len(results) == len(names) for results in known):
            calls[called.full_name] += 1
            same |= {called.full_name} if names in known else set()  # they are what it is made of
        if not isinstance(entry.parsed, ast.Chain):  # it has a signature, which says what all of them are
            same |= {f for f in bodies if f in entry.parsed.span.text}
    apart = {f for f, known in bodies.items() if calls[f] and calls[f] + len(known) == seen[f]} - same
    return [part for entry in entries for part in _parts(entry, apart)]


def _with_names(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries, in which an equation is a call that only gives the results of a function names of their own."""
    defined = [entry for entry in entries if _defined(entry.parsed) is not None]
    if len(defined) < 2:
        return entries
    given = {head.full_name for entry in defined if not _only_names(entry) and (head := _defined(entry.parsed))}
    known, found = set[tuple[int, str]](), list[Entry]()  # names of a section that have a value, or a shape
    for entry in entries:
        head = _defined(entry.parsed)
        names = {(entry.section, spelt(result)) for result in _results(entry.parsed)}
        only = head is not None and head.full_name in given and _only_names(entry) and known.isdisjoint(names)
        if only and isinstance(entry.parsed, ast.Chain):
            entry = replace(entry, parsed=_turned(entry.parsed))
        own = put_in_sets(entry.parsed) | {name.full_name for name in _names(entry.parsed)}
        known |= {(entry.section, name) for name in own}
        found.append(entry)
    return found


def _only_names(entry: Entry) -> bool:
    return all(isinstance(result, ast.Symbol) for result in _results(entry.parsed))


def _turned(parsed: ast.Chain) -> ast.Chain:
    ((relation, right),) = parsed.rest
    (left,) = parsed.subjects
    assert not isinstance(left, ast.TensorSet)
    return parsed.replace(subjects=(right,), rest=((relation, left),))


def _parts(entry: Entry, apart: set[str]) -> list[Entry]:
    parsed = entry.parsed
    defined, called = _defined(parsed), _called(parsed)
    if isinstance(parsed, ast.Chain) and defined is not None and defined.full_name in apart:
        (left,) = parsed.subjects
        assert isinstance(left, ast.Juxtaposition)
        relation, _ = parsed.rest[0]
        rights: Sequence[ast.Expr] = _results(parsed)
        given = left.factors[1:]
        lefts: list[ast.Expr] = [left.replace(factors=(_result(defined, n), *given)) for n in range(len(rights))]
        spans = [parsed.span, *(right.span.to(parsed.span) for right in rights[1:])]
    elif isinstance(parsed, ast.Chain) and called is not None and called.full_name in apart:
        relation, call = parsed.rest[0]
        assert isinstance(call, ast.Juxtaposition)
        lefts = [*_names(parsed)]
        rights = [call.replace(factors=(_result(called, n), *call.factors[1:])) for n in range(len(lefts))]
        spans = [parsed.span, *(left.span.to(parsed.span) for left in lefts[1:])]
    else:
        return [entry]
    rows = (parsed.rows[0], parsed.rows[-1])
    chains = [
        parsed.replace(subjects=(left,), rest=((relation, right),), rows=rows, span=span)
        for left, right, span in zip(lefts, rights, spans, strict=True)
    ]
    return [replace(entry, parsed=chain) for chain in chains]


def _result(function: ast.Symbol, place: int) -> ast.Symbol:
    """The function whose value is one of the results."""
    return function.replace(base=f"{function.base}{place + 1}")


def _head(side: ast.Operand) -> ast.Symbol | None:
    """The function of a call, `f(X)`."""
    match side:
        case ast.Juxtaposition(factors=(ast.Symbol() as head, ast.Group(bracket="("))) if not head.axes:
            return head
    return None


def _defined(parsed: ast.Parsed) -> ast.Symbol | None:
    """The function that an equation gives several results: `f` of `f(X) = (A, B)`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not _results(parsed):
        return None
    return _head(parsed.subjects[0])


def _results(parsed: ast.Parsed) -> tuple[ast.Expr, ...]:
    match parsed:
        case ast.Chain(rest=((ast.Relation(kind=kind), ast.Group(bracket="(", parameters=()) as right),)):
            return right.items if kind in _GIVES and len(right.items) > 1 else ()
    return ()


def _called(parsed: ast.Parsed) -> ast.Symbol | None:
    """The function that gives several names a value: `f` of `(m, v) = f(X)`."""
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or len(_names(parsed)) < 2:
        return None
    relation, right = parsed.rest[0]
    return _head(right) if relation.kind in _GIVES else None


def taken(parsed: ast.Parsed) -> tuple[ast.Symbol, ...]:
    """The names that take several results of one call: `m` and `v` of `(m, v) = f(X)`."""
    return _names(parsed) if _called(parsed) is not None else ()


def _names(parsed: ast.Parsed) -> tuple[ast.Symbol, ...]:
    """The names on the left of `(m, v) = f(X)`, in brackets or not."""
    left = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    if len(left) == 1 and isinstance(group := left[0], ast.Group) and not group.parameters:
        left = group.items
    names = tuple(side for side in left if isinstance(side, ast.Symbol))
    return names if len(names) == len(left) else ()
