"""*For `u = v = w` it is `P = u`*, of names that the section has spoken of: a case, as *if `u = v = w`* would be.

So is *if `R = I_{\\ax,\\bx}`*, and *in particular, at `u = v` it is `P = u`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import ORDERS, is_identity, names_in, operands
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF

_WORDS = rf"(?:for|at|{IF})"
_FOR = regex(rf"(?:^\s*with|(?:^\s*|[,;:(]\s*|\b(?:and|but|while|so)\s+){_WORDS})\s+(?:\$|\\\()?$", re.IGNORECASE)
_BEHIND = regex(rf"\s*(?:\$|\\\))\s*(?:,\s*)?{_WORDS}\s+(?:\$|\\\()\s*", re.IGNORECASE)
_ARITHMETIC = (ast.Number, ast.Juxtaposition, ast.Product, ast.Fraction, ast.Sum, ast.Group, ast.Script)


def supposed(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations are supposed in their sentence, of each name one.

    What stands behind the formula that it is the case of, *`P = u` for `u = v`*, goes before it.
    """
    found: list[Entry] = []
    named: dict[int, set[str]] = {}  # by chapter
    last: tuple[int, int] | None = None  # the section and sentence of the last case
    for place, entry in enumerate(entries):
        known = named.setdefault(entry.chapter, set())
        before = entries[place - 1] if place else None
        behind = before is not None and not before.display and _BEHIND.fullmatch(_between(before, entry)) is not None
        if (behind or _FOR.search(sentences.before(entry.parsed.span))) and _is_case(entry, known):
            last = entry.section, entry.sentence
            case = replace(entry, local=True, supposed=True, assumed=True, case=True)
            put = len(found) - behind
            found[put:put] = [replace(case, parsed=parsed) for parsed in _each(entry.parsed)]
        else:
            local = entry.local or (last == (entry.section, entry.sentence) and not entry.display)
            found.append(replace(entry, local=local) if local != entry.local else entry)
        known |= _introduced(entry.parsed)
    return found


def _introduced(parsed: ast.Parsed) -> Set[str]:
    """The names that a statement speaks of by themselves, or says something of: `n`, `x \\in S`, `x = E`, `x > 0`."""
    if isinstance(parsed, ast.Signature):
        return names_in(parsed.subject)
    if not isinstance(parsed, ast.Chain):
        return set()
    compared = any(names_in(side) for relation, side in parsed.rest if relation.kind in ORDERS)
    return set() if compared else names_in(parsed.subjects)


def _between(one: Entry, other: Entry) -> str:
    return sentences.between(one.parsed.span, other.parsed.span)


def _is_case(entry: Entry, known: set[str]) -> bool:
    """Whether an equation holds names alone, and numbers, of which its chapter has spoken."""
    parsed = entry.parsed
    if entry.display or entry.gives or entry.cell or not isinstance(parsed, ast.Chain) or parsed.conditions:
        return False
    if not parsed.rest or len(parsed.subjects) != 1 or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return False
    *names, last = operands(parsed)
    if not all(_is_name(name) for name in names) or not names_in(last):
        return False
    identities = {part.full_name for part in walk(last) if isinstance(part, ast.Symbol) and is_identity(part)}
    arithmetic = all(_is_name(part) or isinstance(part, _ARITHMETIC) or _is_of_identity(part) for part in walk(last))
    return arithmetic and names_in(parsed) - identities <= known


def _is_of_identity(part: object) -> bool:
    """`I_{\\ax,\\bx}`, which no text speaks of, or one of its axes; no other name has any here."""
    return isinstance(part, ast.Axis) or (isinstance(part, ast.Symbol) and is_identity(part))


def _is_name(side: object) -> bool:
    return isinstance(side, ast.Symbol) and not side.axes and not side.under and lookup(side.full_name) is None


def _each(parsed: ast.Parsed) -> Iterator[ast.Parsed]:
    """What the chain says of each of its names: that it is the last side."""
    assert isinstance(parsed, ast.Chain)
    *names, _ = operands(parsed)
    for name in names:
        yield parsed.replace(subjects=(name,), rest=parsed.rest[-1:], rows=(parsed.rows[0], parsed.rows[-1]))
