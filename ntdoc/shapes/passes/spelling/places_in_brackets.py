"""`A[i, j] = S[i, j] + 1`: an entry by its places, as programs write it, which is ordinary index notation.

A function may have square brackets, too: `K[u, v] = g[u, v] + 1` of tensors `u` and `v`, or of a `g` that is defined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.syntax import ast


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those about such entries of arrays on both sides are not read."""
    if not any(_places(entry.parsed) for entry in entries):
        return list(entries)
    functions = {name for e in entries for name in _functions(e.parsed)}
    put = {(e.section, name) for e in entries for name in tensors(e.parsed)}
    return [_unread(entry, functions, {name for at, name in put if at == entry.section}) for entry in entries]


def _unread(entry: Entry, functions: set[str], others: set[str]) -> Entry:
    letters = _places(entry.parsed)
    if not letters or letters & others or not isinstance(entry.parsed, ast.Chain):
        return entry
    for name, bracket in _brackets(tuple(right for _, right in entry.parsed.rest)):
        if name not in functions and letters & {*_letters(bracket)}:
            return entry.not_read("entries by their places in brackets (ordinary index notation)", bracket.span)
    return entry


def _places(parsed: ast.Parsed) -> set[str]:
    """The letters in the brackets on a left side, `A[i, j]`, if there are several and nothing else."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return set()
    subject = parsed.subjects[0]
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return set()
    letters = [[*_letters(bracket)] for _, bracket in _brackets(subject) if len(bracket.items) > 1]
    return {*letters[0]} if letters and all(letters[0]) else set()


def _brackets(tree: object) -> Iterator[tuple[str, ast.Group]]:
    """The names with square brackets behind them."""
    for head, given in pairs(tree):
        if isinstance(head, ast.Symbol) and isinstance(given, ast.Group) and given.bracket == "[":
            yield head.full_name, given


def _letters(bracket: ast.Group) -> Iterator[str]:
    """The single letters in a bracket; nothing for what is none."""
    for item in bracket.items:
        yield item.full_name if isinstance(item, ast.Symbol) and len(item.full_name) == 1 else ""


def _functions(parsed: ast.Parsed) -> Iterator[str]:
    """What a statement defines by its arguments in round brackets, or has a signature for."""
    if isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
        yield parsed.subject.full_name
    for head, given in pairs(parsed.subjects) if isinstance(parsed, ast.Chain) and parsed.rest else ():
        if isinstance(head, ast.Symbol) and isinstance(given, ast.Group) and given.bracket == "(":
            yield head.full_name


def tensors(parsed: ast.Parsed) -> Iterator[str]:
    """The names that a statement puts in a set of tensors with axes."""
    if not isinstance(parsed, ast.Chain):
        return
    for relation, right in parsed.rest:
        if relation.kind == "in" and isinstance(right, ast.TensorSet) and right.shape.axes:
            yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))
