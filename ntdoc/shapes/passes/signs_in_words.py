"""*If `X` is positive, then …*, *suppose that `X` has positive entries*: as *if `X > 0`* and *suppose that `X > 0`*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.syntax import ast

_WHAT = (
    r"(?:(?:all|each|every|both)\s+)?(?:(?:the\s+)?(?:entries|components|elements|values)\s+of\s+)?"
    r"(?:(?:all\s+)?the\s+)?(?:[a-z-]+\s+)?"
)
_END = r"(?:\$|\\\()?\s*$"
_IF = re.compile(rf"\b(?:if|when|whenever|for)\s+{_WHAT}{_END}", re.IGNORECASE)
_SUPPOSE = re.compile(rf"\b(?:suppose|assume|assuming|let)\s+(?:that\s+)?{_WHAT}{_END}", re.IGNORECASE)
_RELATIONS = {"positive": ("gt", ">"), "nonnegative": ("ge", "\\ge"), "negative": ("lt", "<")}


def as_orders(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are orders: supposed in their sentence, or from there on."""
    return [_as_order(entry) for entry in entries]


def _as_order(entry: Entry) -> Entry:
    letter, span = alone(entry), entry.parsed.span
    if entry.sign not in _RELATIONS or entry.display or entry.cell or entry.negated:
        return entry
    if not isinstance(letter, ast.Symbol) or letter.axes:
        return entry
    words = sentences.before(span)
    local = _IF.search(words) is not None
    if not local and not _SUPPOSE.search(words):
        return entry
    kind, text = _RELATIONS[entry.sign]
    order = ast.Relation(kind, text, span._replace(start=span.end))
    chain = ast.Chain((letter,), ((order, ast.Number(0.0, 0, span)),), (0, 0), (), span)
    if not local:
        return replace(entry, parsed=chain, assumed=True, sign="")
    return replace(entry, parsed=chain, local=True, supposed=True, assumed=True, worded=False, sign="")
