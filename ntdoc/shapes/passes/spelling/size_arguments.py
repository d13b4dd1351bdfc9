"""`\\text{pool}(X, k)`, where `k` is the size of an axis, or in the place of an entry: as `\\text{pool}_k(X)`.

The shape of what such a function gives depends on the number that it is called with, as if that stood in its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.steps import ends_of, moved_by, placed
from ntdoc.syntax import ast

_Counts = tuple[int, int]  # of the arguments before and behind a semicolon
_Found = Mapping[tuple[str, _Counts], tuple[int, ...]]  # of each function, the arguments that are sizes


def as_subscripts(entries: list[Entry]) -> list[Entry]:
    """The entries in which arguments that are sizes stand in the names of the functions."""
    found: dict[str, dict[_Counts, tuple[int, ...]]] = {}
    several: set[str] = set()  # letters that are other functions elsewhere
    for head, counts, sizes in _functions(entries):
        known = found.setdefault(head.full_name, {})  # the first says what it is, and the others what else it is
        several |= {head.full_name} if not head.roman and known.get(counts, sizes) != sizes else set()
        known[counts] = known.get(counts) or sizes
    calls = {(name, counts): sizes for name, known in found.items() for counts, sizes in known.items()}
    if not any(calls.values()):
        return entries
    signed = {name for e in entries if isinstance(e.parsed, ast.Signature) for name in names_in(e.parsed.subject)}
    strange = signed | several | set(_otherwise_used(entries, calls))
    wanted = {call: sizes for call, sizes in calls.items() if sizes and call[0] not in strange}
    if not wanted:
        return entries
    return [replace(e, parsed=rewritten(e.parsed, lambda n: _with_subscript(n, wanted))) for e in entries]


def _functions(entries: Sequence[Entry]) -> Iterator[tuple[ast.Symbol, _Counts, tuple[int, ...]]]:
    """The functions that displays define, with their arguments that are sizes: never the first."""
    for at, entry in enumerate(entries):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
            continue
        if not entry.display or len(parsed.subjects) != 1 or (call := _call(parsed.subjects[0])) is None:
            continue
        head, bracket = call
        letters = [item.full_name if isinstance(item, ast.Symbol) else "" for item in bracket.contents]
        if not all(letters) or head.full_name in names_in(parsed.rest[0][1]):
            continue
        body = [entry, *(e for e in entries[at + 1 :] if e.run == entry.run and (e.where or e.item == entry.item))]
        running = frozenset().union(*(placed(part.parsed) for part in body))
        used = {name for part in body for name in _used_as_sizes(part.parsed, running)}
        sizes = tuple(i for i, letter in enumerate(letters) if letter in used)
        yield head, _counts(bracket), sizes if 0 not in sizes else ()


def _used_as_sizes(parsed: ast.Parsed, running: Set[str]) -> Iterator[str]:
    """The names in the sizes of axes, in the ends of what runs over entries, and in the places of these."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis) and part.size is not None:
            yield from names_in(part.size)
        elif isinstance(part, ast.Chain):
            yield from (name for letter, end in ends_of(part) if letter in running for name in names_in(end))
    yield from moved_by(parsed)


def _call(node: object) -> tuple[ast.Symbol, ast.Group] | None:
    """The call that a left side is, or an entry of what a call gives: `f(x, k)_{\\ax(i)}`, `[f(x, k)]_{\\ax(i)}`."""
    if isinstance(node, ast.Index) and isinstance(node.body, ast.Group) and len(node.body.items) == 1:
        return _call(node.body.items[0])
    if not isinstance(node, ast.Juxtaposition) or len(node.factors) != 2:
        return None
    head, bracket = node.factors[0], _bracket(node.factors[1])
    plain = isinstance(head, ast.Symbol) and head.sub is None and not head.axes
    if plain and isinstance(head, ast.Symbol) and bracket is not None and bracket.bracket == "(":
        return head, bracket
    return None


def _bracket(behind: ast.Expr) -> ast.Group | None:
    """The bracket behind a function, which may have an index: `f(x, k)_{\\ax(i)}`."""
    body = behind.body if isinstance(behind, ast.Index) else behind
    return body if isinstance(body, ast.Group) else None


def _counts(bracket: ast.Group) -> _Counts:
    return len(bracket.items), len(bracket.parameters)


def _otherwise_used(entries: Sequence[Entry], found: _Found) -> Iterator[str]:
    """The functions that stand without arguments, before as many as none takes, or with more than a name for a size."""
    for entry in entries:
        called = set()
        for head, behind in pairs(entry.parsed):
            bracket = _bracket(behind)
            if isinstance(head, ast.Symbol) and bracket is not None:
                sizes = found.get((head.full_name, _counts(bracket)))
                if sizes is not None and all(_may_be_size(bracket.contents[place]) for place in sizes):
                    called.add(head)
        yield from (s.full_name for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and s not in called)


def _may_be_size(argument: ast.Expr) -> bool:
    """Whether it is made of whole numbers and of names without axes: `2`, `k`, `2k + 1`."""
    match argument:
        case ast.Number():
            return argument.places == 0
        case ast.Symbol():
            return not argument.axes
        case ast.Sum():
            return all(_may_be_size(term) for _, term in argument.terms)
        case ast.Juxtaposition():
            return all(_may_be_size(factor) for factor in argument.factors)
        case ast.Group():
            return len(argument.items) == 1 and not argument.parameters and _may_be_size(argument.items[0])
    return False


def _with_subscript(node: Node, wanted: _Found) -> Node:
    """A product with the sizes that stand behind such a function in its name."""
    if not isinstance(node, ast.Juxtaposition):
        return node
    factors = list(node.factors)
    for at, (head, behind) in enumerate(pairwise(node.factors)):
        bracket = _bracket(behind)
        if not isinstance(head, ast.Symbol) or bracket is None:
            continue
        if (places := wanted.get((head.full_name, _counts(bracket)))) is None:
            continue
        sizes = [bracket.contents[place] for place in places]
        text = ",".join("".join(size.span.text.split()) for size in sizes)
        script = ast.Script(text, sizes[0] if len(sizes) == 1 else None, bracket.span, tuple(sizes))
        rest = bracket.replace(
            items=tuple(x for i, x in enumerate(bracket.items) if i not in places),
            parameters=tuple(x for i, x in enumerate(bracket.parameters, len(bracket.items)) if i not in places),
        )
        factors[at] = head.replace(sub=script)
        factors[at + 1] = behind.replace(body=rest) if isinstance(behind, ast.Index) else rest
    return node.replace(factors=tuple(factors))
