r"""`e^{i \omega} = \cos \omega + i \sin \omega`: the imaginary unit, and so complex numbers, which are not computed.

It is meant where an `i` or a `j` of which nothing else is said stands in the exponent of e, and no section before
declares a tensor of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.passes.spelling.places_in_brackets import tensors
from ntdoc.shapes.patterns import index_letters, names_in
from ntdoc.syntax import ast

_UNITS = frozenset({"i", "j", "\\imath", "\\jmath"})


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those with the imaginary unit are not read in the sections that have it in exponents."""
    meant = {(e.section, letter) for e in entries for letter in _in_exponents(e.parsed)}
    if not meant:
        return list(entries)
    meant -= {(e.section, letter) for e in entries for letter in _said(e.parsed)}
    put = [(e.section, letter) for e in entries for letter in tensors(e.parsed)]
    meant -= {(section, letter) for section, letter in meant for at, name in put if name == letter and at < section}
    return [_unread(e, frozenset(letter for section, letter in meant if section == e.section)) for e in entries]


def _unread(entry: Entry, meant: frozenset[str]) -> Entry:
    if not meant or not isinstance(entry.parsed, ast.Chain):
        return entry
    bound = _bound(entry.parsed)
    units = (s for s in walk(entry.parsed) if isinstance(s, ast.Symbol) and s.full_name in meant - bound)
    first = next(units, None)
    return entry if first is None else entry.not_read("complex numbers", first.span)


def _in_exponents(parsed: ast.Parsed) -> Iterator[str]:
    if not isinstance(parsed, ast.Chain):
        return
    exponents: list[object] = [s.sup.expr for s in _powers_of_e(parsed) if s.sup is not None]
    exponents = [e for e in exponents if not isinstance(e, ast.Symbol)]  # `e^i` is one of several
    exponents += [given for head, given in pairs(parsed) if isinstance(head, ast.Symbol) and head.name == "exp"]
    yield from (names_in(tuple(exponents)) & _UNITS) - _bound(parsed)


def _powers_of_e(parsed: ast.Chain) -> Iterator[ast.Symbol]:
    return (s for s in walk(parsed) if isinstance(s, ast.Symbol) and s.name == "e" and s.sup is not None)


def _bound(parsed: ast.Chain) -> frozenset[str]:
    """The letters that are indices somewhere in a statement, or letters of its sums."""
    found = set(index_letters(parsed))
    for part in walk(parsed):
        if isinstance(part, ast.BigOperator):
            found |= names_in((part.variable, part.low, part.high, part.domain))
        elif isinstance(part, ast.Symbol):
            found |= names_in(part.sub) | (names_in(part.sup) if part.name != "e" else frozenset())
    return frozenset(found)


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """The letters of which a statement says something: *for `i = 1, \\ldots, n`*, `i \\in [n]`, `f(i, j) = …`."""
    if isinstance(parsed, ast.Chain) and (parsed.rest or len(parsed.subjects) > 1):
        for subject in parsed.subjects:
            if isinstance(subject, ast.Symbol):
                yield subject.full_name
            for _, given in pairs((subject,)):
                if isinstance(given, ast.Group):
                    yield from (item.full_name for item in given.items if isinstance(item, ast.Symbol))
