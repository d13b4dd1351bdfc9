"""*It satisfies, for every distribution `q`, `B(q) \\le \\ell`*: a `q` of nonnegative numbers that sum to one.

It is along the one axis over which the functions of a `q` sum it up, or of the set that `q` is said to be in. *Let `q`
be a distribution over `\\ax`* says the axis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.phrases import FOR_EVERY
from ntdoc.shapes.patterns import member_of, names_in
from ntdoc.syntax import ast

_LET = regex(rf"\blet\s+(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:\$|\\\()?\s*$", re.IGNORECASE)
_OVER = regex(
    rf"\s*(?:\$|\\\))?\s*(?:(?:,|,?\s*and)\s*{sentences.FORMULA}\s*)*(?:be|is|are|denotes?)\s+(?:(?:an?|the|two|any|some)\s+)?"
    r"(?:[a-z-]+\s+){0,2}(?:distributions?|probability\s+vectors?)\s+(?:over|on|along)\s+(?:the\s+(?:named\s+)?axis\s+)?"
    r"(?:\$|\\\()?\s*",
    re.IGNORECASE,
)


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which the letter of such a distribution is declared, behind *let* for good."""
    return [_declared(entry, entries) if entry.distribution else entry for entry in entries]


def _declared(entry: Entry, entries: Sequence[Entry]) -> Entry:
    letter = alone(entry)
    if entry.cell or entry.negated or not isinstance(letter, ast.Symbol) or letter.axes:
        return entry
    if (axis := _said_axis(entry, entries)) is not None and _LET.search(sentences.before(entry.parsed.span)):
        return _along(entry, letter, axis, let=True)
    before = [e.parsed for e in entries[: entry.index] if isinstance(e.parsed, ast.Chain)]
    last = next((chain for chain in reversed(before) if _gives(chain, letter.full_name)), None)
    of_any = FOR_EVERY.search(sentences.before(entry.parsed.span)) is not None
    if last is not None and not (of_any and last.rest[0][0].kind == "in"):
        return entry  # *the distribution `q`*, of which something says what it is
    here = [e.parsed for e in entries if e.section == entry.section]
    if not of_any and any(_gives(parsed, letter.full_name) for parsed in here if isinstance(parsed, ast.Chain)):
        return entry
    axes = _axes_of_set(last) if last is not None else {*_summed(before, letter.full_name, here)}
    return _along(entry, letter, axes.pop()) if len(axes) == 1 else entry


def _said_axis(entry: Entry, entries: Sequence[Entry]) -> str | None:
    """The one axis that words behind a letter say that it is a distribution over."""
    for other in entries[entry.index + 1 :]:
        if other.sentence != entry.sentence:
            return None
        parsed = other.parsed
        axis = parsed.subjects[0] if isinstance(parsed, ast.Chain) and not parsed.rest else None
        if isinstance(axis, ast.AxisTerm):
            over = _OVER.fullmatch(sentences.between(entry.parsed.span, other.parsed.span))
            return axis.axis.name if over is not None and not axis.axis.variable else None
    return None


def _along(entry: Entry, letter: ast.Symbol, axis: str, let: bool = False) -> Entry:
    """The entry that declares a letter along an axis."""
    there = entry.parsed.span._replace(start=entry.parsed.span.end)  # in words
    shape = ast.Shape((ast.SizedAxis(ast.Axis(axis, there), None),), there)
    domain = ast.TensorSet(ast.Base("reals", (), "", there), shape, there)
    chain = member_of((letter,), domain, there, entry.parsed.span)
    return replace(entry, parsed=chain, local=entry.local or not (entry.lets or let), counts=False, scalar="")


def _gives(chain: ast.Chain, name: str) -> bool:
    """Whether a statement says what a name is, or in which set."""
    return bool(chain.rest) and any(isinstance(s, ast.Symbol) and s.full_name == name for s in chain.subjects)


def _axes_of_set(chain: ast.Chain) -> set[str]:
    domain = chain.rest[0][1]
    return {sized.axis.name for sized in domain.shape.axes} if isinstance(domain, ast.TensorSet) else set()


def _summed(before: Sequence[ast.Chain], name: str, here: Sequence[ast.Parsed]) -> Iterator[str]:
    """The axes over which functions of a letter, or of what stands in its place `here`, sum what is made of it."""
    called = {call[0] for parsed in here for part in walk(parsed) if (call := _call(part)) and call[1] == name}
    for chain in before:
        own = _call(chain.subjects[0]) if chain.rest else None
        if own is None or not (own[1] == name or own[0] in called):
            continue
        for part in walk(chain.rest[0][1]):
            match part:
                case ast.BigOperator() if own[1] in names_in(part.body):
                    yield from (axis.name for axis in part.axes)
                case ast.Product() if own[1] in names_in(part):
                    yield from (axis.name for operator, _ in part.rest for axis in operator.axes)


def _call(node: object) -> tuple[str, str] | None:
    """The names of a function and of the letter that it is applied to, `B(q)`."""
    if not isinstance(node, ast.Juxtaposition) or len(node.factors) != 2:
        return None
    head, group = node.factors
    if not isinstance(head, ast.Symbol) or not isinstance(group, ast.Group) or len(group.items) != 1:
        return None
    return (head.full_name, group.items[0].full_name) if isinstance(group.items[0], ast.Symbol) else None
