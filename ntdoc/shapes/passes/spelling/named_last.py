"""`E = F =: d = G`: a chain that gives its value a name, taken apart into `E = F`, `d := F` and `d = G`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def with_names(entries: Sequence[Entry]) -> list[Entry]:
    """Entries with such chains taken apart."""
    parts = ((entry, parsed) for entry in entries for parsed in _parts(entry.parsed))
    return [entry if parsed is entry.parsed else replace(entry, parsed=parsed) for entry, parsed in parts]


def _names(parsed: ast.Parsed) -> bool:
    return isinstance(parsed, ast.Chain) and any(relation.kind == "names" for relation, _ in parsed.rest)


def _parts(parsed: ast.Parsed) -> Iterator[ast.Parsed]:
    """What a chain says of its sides up to a name, what the name is, and what the chain goes on to say of it."""
    if not isinstance(parsed, ast.Chain) or not _names(parsed):
        yield parsed
        return
    sides = (parsed.subjects[0], *(side for _, side in parsed.rest))
    start = 0
    for at, (relation, name) in enumerate(parsed.rest):
        if relation.kind == "names":
            yield from _part(parsed, start, at)
            span, rows = sides[at].span.to(name.span), (parsed.rows[at + 1],) * 2
            link = (relation.replace(kind="define"), sides[at])
            yield parsed.replace(subjects=(name,), rest=(link,), rows=rows, span=span)
            start = at + 1
    yield from _part(parsed, start, len(parsed.rest))


def _part(parsed: ast.Chain, start: int, end: int) -> Iterator[ast.Chain]:
    """The links between two sides of a chain, if there are any."""
    if start < end:
        first = parsed.rest[start - 1][1] if start else parsed.subjects[0]
        subjects = (first,) if start else parsed.subjects
        rest, rows = parsed.rest[start:end], parsed.rows[start : end + 1]
        yield parsed.replace(subjects=subjects, rest=rest, rows=rows, span=first.span.to(rest[-1][1].span))
