"""*The one-hot label, with `y_{\\ax(c)} = 1` for the correct class `c`*: where the one entry of a one-hot vector is.

It says what all other entries are, too, so it is read as `y_{\\ax(i)} = [i = c]`. Of what is not one-hot, or of every
index, it says that all entries are 1. Of several such vectors, `Y_{\\batch(b),\\ax(c_b)} = 1`, where nothing declares
the `c_b`, it names these places, and the `Y` stays any that is one-hot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import one_hot
from ntdoc.shapes.patterns import names_in, put_in_sets
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator
from ntdoc.vocabulary import ANY

_ANY = rf"\b(?:for\s+)?(?:{ANY})\b"
_OF_EVERY_BEHIND = regex(rf"\s*(?:\$|\\\))?\s*(?:,\s*)?{_ANY}", re.IGNORECASE)
_OF_EVERY_BEFORE = regex(rf"{_ANY}[^.;]*$", re.IGNORECASE)


def as_indicators(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such equations are of all entries of the vector."""
    declared: dict[str, tuple[Entry, tuple[str, ...]]] = {}  # the last declaration of each tensor, and its axes
    sure: dict[str, tuple[int, str]] = {}  # the section that says so of a tensor, and along which axis it is one-hot
    known: set[str] = set()  # what is declared
    found = []
    for entry in entries:
        known |= put_in_sets(entry.parsed)
        for name, axes in _tensors(entry):
            declared[name] = entry, axes
            sure.pop(name, None)
            if one_hot.is_said(entry.parsed.span):
                sure[name] = entry.section, axes[-1]
        name, axis = _summed_to_one(entry)
        if name in declared and _is_of_bits(declared[name][0]):
            sure[name] = entry.section, axis
        place = _place(entry)
        so = place is not None and sure.get(place.name) == (entry.section, place.axis.name)
        if place is None or not so or place.of_every or len(declared[place.name][1]) != len(place.left.items):
            found.append(entry)
        elif len(place.left.items) == 1 or place.letter.full_name in known:
            found.append(replace(entry, parsed=place.as_whole(), gives=True, worded=False, supposed=False))
        elif entry.display:
            found.append(entry.not_read(f"the index {place.letter.full_name} is not declared"))
    return found


class _Place:
    """An equation `y_{\\ax(c)} = 1`, with a letter for the last index."""

    def __init__(self, entry: Entry, chain: ast.Chain, left: ast.Index, body: ast.Symbol, letter: ast.Symbol) -> None:
        self.chain, self.left, self.name, self.letter = chain, left, body.full_name, letter
        self.axis = left.items[-1][0]
        span = chain.span
        behind = _OF_EVERY_BEHIND.match(sentences.after(span))
        before = _OF_EVERY_BEFORE.search(sentences.before(span).rpartition("$")[0][-40:])
        self.of_every = entry.negated or behind is not None or before is not None

    def as_whole(self) -> ast.Chain:
        """What it says of any entry: it is 1 if its index is this one."""
        span = self.letter.span
        taken = names_in(self.chain)
        other = ast.Symbol(next(x for x in "ijkmn" if x not in taken), None, None, (), False, span)
        same = ast.Relation("eq", "=", span)
        one = Indicator(ast.Chain((other,), ((same, self.letter),), (0, 0), (), span), span)
        left = self.left.replace(items=(*self.left.items[:-1], (self.axis, other)))
        return self.chain.replace(subjects=(left,), rest=((self.chain.rest[0][0], one),))


def _place(entry: Entry) -> _Place | None:
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or parsed.conditions or len(parsed.subjects) != 1:
        return None
    match parsed.subjects[0], parsed.rest:
        case (
            ast.Index(body=ast.Symbol(axes=()) as body, items=(*_, (_, ast.Symbol() as letter))) as left,
            ((ast.Relation(kind="eq"), ast.Number(value=1.0)),),
        ):
            return _Place(entry, parsed, left, body, letter)
    return None


def _tensors(entry: Entry) -> list[tuple[str, tuple[str, ...]]]:
    """The names of tensors that a statement declares, and their axes."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "in":
        return []
    domain = parsed.rest[0][1]
    axes = tuple(s.axis.name for s in domain.shape.axes) if isinstance(domain, ast.TensorSet) else ()
    return [(s.full_name, axes) for s in parsed.subjects if isinstance(s, ast.Symbol)] if axes else []


def _is_of_bits(entry: Entry) -> bool:
    domain = entry.parsed.rest[0][1] if isinstance(entry.parsed, ast.Chain) else None
    if not isinstance(domain, ast.TensorSet) or domain.base.kind in ("interval", "range"):
        return False
    return sorted(item.value for item in domain.base.items if isinstance(item, ast.Number)) == [0.0, 1.0]


def _summed_to_one(entry: Entry) -> tuple[str, str]:
    """The name and the axis in `\\nsum{\\ax} y = 1`; empty if it is anything else."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1 or entry.negated:
        return "", ""
    match parsed.subjects[0], parsed.rest[0]:
        case (
            ast.BigOperator(operator="sum", axes=(axis,), body=ast.Symbol() as body),
            (ast.Relation(kind="eq"), ast.Number(value=1.0)),
        ):
            return body.full_name, axis.name
    return "", ""
