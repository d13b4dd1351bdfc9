"""`\\text{pool}(X, k)`, where `k` is the size of an axis, or steps over one: the same as `\\text{pool}_k(X)`.

The shape of what such a function gives depends on the number that it is called with, as if that stood in its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.steps import steps
from ntdoc.syntax import ast

_Counts = tuple[int, int]  # of the arguments before and behind a semicolon
_Found = Mapping[tuple[str, _Counts], tuple[int, ...]]  # of each function, the arguments that are sizes


def as_subscripts(entries: list[Entry]) -> list[Entry]:
    """The entries in which arguments that are sizes stand in the names of the functions."""
    found = dict(_functions(entries))
    if not any(found.values()):
        return entries
    signed = {name for e in entries if isinstance(e.parsed, ast.Signature) for name in names_in(e.parsed.subject)}
    strange = signed | set(_otherwise_used(entries, found))
    wanted = {call: sizes for call, sizes in found.items() if sizes and call[0] not in strange}
    if not wanted:
        return entries
    return [replace(e, parsed=rewritten(e.parsed, lambda n: _with_subscript(n, wanted))) for e in entries]


def _functions(entries: Sequence[Entry]) -> Iterator[tuple[tuple[str, _Counts], tuple[int, ...]]]:
    """The functions that displays define, with their arguments that are sizes: never the first."""
    for at, entry in enumerate(entries):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define"):
            continue
        if not entry.display or len(parsed.subjects) != 1 or (call := _call(parsed.subjects[0])) is None:
            continue
        head, bracket = call
        letters = [item.full_name if isinstance(item, ast.Symbol) else "" for item in _arguments(bracket)]
        if not all(letters):
            continue
        body = [entry, *(e for e in entries[at + 1 :] if e.run == entry.run and (e.where or e.item == entry.item))]
        used = {name for part in body for name in _used_as_sizes(part.parsed)}
        sizes = tuple(i for i, letter in enumerate(letters) if letter in used)
        yield (head.full_name, _counts(bracket)), sizes if 0 not in sizes else ()


def _used_as_sizes(parsed: ast.Parsed) -> Iterator[str]:
    """The names in the sizes of axes, and those that step over an axis."""
    for part in walk(parsed):
        if isinstance(part, ast.SizedAxis) and part.size is not None:
            yield from names_in(part.size)
    yield from steps(parsed)


def _call(node: object) -> tuple[ast.Symbol, ast.Group] | None:
    if not isinstance(node, ast.Juxtaposition) or len(node.factors) != 2:
        return None
    head, bracket = node.factors
    plain = isinstance(head, ast.Symbol) and head.roman and head.sub is None and not head.axes
    if plain and isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group) and bracket.bracket == "(":
        return head, bracket
    return None


def _arguments(bracket: ast.Group) -> tuple[ast.Expr, ...]:
    return (*bracket.items, *bracket.parameters)


def _counts(bracket: ast.Group) -> _Counts:
    return len(bracket.items), len(bracket.parameters)


def _otherwise_used(entries: Sequence[Entry], found: _Found) -> Iterator[str]:
    """The functions that stand without arguments, before as many as none takes, or with more than a name for a size."""
    for entry in entries:
        called = set()
        for head, bracket in pairs(entry.parsed):
            if isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group):
                sizes = found.get((head.full_name, _counts(bracket)))
                if sizes is not None and all(_may_be_size(_arguments(bracket)[place]) for place in sizes):
                    called.add(head)
        yield from (s.full_name for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and s not in called)


def _may_be_size(argument: ast.Expr) -> bool:
    if isinstance(argument, ast.Number):
        return argument.places == 0
    return isinstance(argument, ast.Symbol) and not argument.axes


def _with_subscript(node: Node, wanted: _Found) -> Node:
    """A product with the sizes that stand behind such a function in its name."""
    if not isinstance(node, ast.Juxtaposition):
        return node
    factors = list(node.factors)
    for at, (head, bracket) in enumerate(zip(node.factors, node.factors[1:], strict=False)):
        if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group):
            continue
        if (places := wanted.get((head.full_name, _counts(bracket)))) is None:
            continue
        sizes = [_arguments(bracket)[place] for place in places]
        text = ",".join("".join(size.span.text.split()) for size in sizes)
        script = ast.Script(text, sizes[0] if len(sizes) == 1 else None, bracket.span, tuple(sizes))
        factors[at] = head.replace(sub=script)
        factors[at + 1] = bracket.replace(
            items=tuple(x for i, x in enumerate(bracket.items) if i not in places),
            parameters=tuple(x for i, x in enumerate(bracket.parameters, len(bracket.items)) if i not in places),
        )
    return node.replace(factors=tuple(factors))
