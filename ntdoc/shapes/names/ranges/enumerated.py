"""`h = \\{h_1, \\ldots, h_N\\}`, `h_i \\in S`: a list of members says over what the letter of any of them runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import Token
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import component, taken_apart
from ntdoc.shapes.names.families.lists import Range
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.listing import is_ellipsis
from ntdoc.syntax.relations import opens, relations_in
from ntdoc.syntax.statements import parse_inline


def enumerated(entries: Sequence[Entry]) -> Iterator[Range]:
    """The ranges of the letters of members, each from the number of the first to the letter of the last."""
    lists: dict[int, list[tuple[str, str]]] = {}  # the first and the last member of each, by section
    for entry in entries:
        if isinstance(entry.parsed, ast.Unread) and (ends := _ends(entry)) is not None:
            lists.setdefault(entry.section, []).append(ends)
    for entry in entries if lists else ():
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "in":
            continue
        member = parsed.subjects[0] if len(parsed.subjects) == 1 else None
        if isinstance(member, ast.Symbol):
            for first, last in lists.get(entry.section, ()):
                yield from _range(member.full_name, first, last, entry)


def _range(member: str, first: str, last: str, entry: Entry) -> Iterator[Range]:
    names = [taken_apart(name) for name in (member, first, last)]
    if len({name.form for name in names}) > 1:
        return
    parts = list(zip(*(name.parts for name in names), strict=True))
    differing = [part for part in parts if len(set(part)) > 1]
    if len(differing) != 1:
        return
    own, low, high = differing[0]
    letter, end, number = component(own), component(high), low.strip("()[]{}")
    if letter is None or letter.offset or end is None or letter.letter == end.letter or not number.isdecimal():
        return
    yield Range(letter.letter, int(number), int(number) + 1, end.letter, -end.offset, entry)


def _ends(entry: Entry) -> tuple[str, str] | None:
    """`h_1` and `h_N` of a list with dots right before its last member."""
    parts = split_commas(_listed(entry.piece.tokens))
    dots = [i for i, part in enumerate(parts) if len(part) == 1 and is_ellipsis(part[0])]
    if dots != [len(parts) - 2] or not dots[0]:
        return None
    first, last = _name(parts[0], entry), _name(parts[-1], entry)
    return (first, last) if first and last else None


def _listed(tokens: Sequence[Token]) -> list[Token]:
    """What stands in the bracket around the dots of a formula; without one, what stands behind its relation."""
    middle = next((i for i, token in enumerate(tokens) if is_ellipsis(token)), 0)
    start, end = _edge(tokens[:middle][::-1], 1), _edge(tokens[middle:], -1)
    if start is None or end is None:
        found = relations_in(tokens)
        return list(tokens[found[0] + 1 if found else 0 :])
    return [t for t in tokens[middle - start : middle + end] if t.text != "right"]  # of `\\right\\}`


def _edge(tokens: Sequence[Token], step: int) -> int | None:
    """How far it is to the bracket that stands around what the tokens lead away from."""
    level = 0
    for i, token in enumerate(tokens):
        level += opens(token) * step
        if level > 0:
            return i
    return None


def _name(tokens: Sequence[Token], entry: Entry) -> str:
    found = parse_inline(tokens, entry.parsed.span)
    chain = found[0][0] if len(found) == 1 else None
    subject = chain.subjects[0] if isinstance(chain, ast.Chain) and not chain.rest else None
    return subject.full_name if isinstance(subject, ast.Symbol) else ""
