"""Letters that words put in an interval: *with precision `P` and recall `R` in `(0, 1]`*, *a rate `r` in `[0, 1]`*.

They are numbers in it, whatever other sections call so. What its own section has said of a letter, it is not said anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import member_of
from ntdoc.source import Span
from ntdoc.syntax import ast

_NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?"
_INTERVAL = regex(rf"\s*(?P<low>[\[(])\s*(?P<least>{_NUMBER})\s*,\s*(?P<most>{_NUMBER})\s*(?P<high>[\])])[\s.,]*")
_IN = regex(
    r"\s?(?:\$|\\\)),?\s?(?:(?:both|all|each|which|that|are|is|lies?|be|numbers?|values?)\s){0,3}(?:in|from|between)\s?(?:\$|\\\()\s?"
)
_AND = regex(r"\s?(?:\$|\\\))(?:,\s?(?:and\s)?|\s?and\s)(?:(?:an?|the)\s)?(?:[a-z-]+\s){0,3}(?:\$|\\\()\s?")
_INTRODUCED = regex(
    r"\b(?:(?:with|given|for|let)\s(?:(?:an?|any|some|two|three)\s)?|(?:an?|any|some|two|three)\s)"
    r"(?:(?!(?:the|of|at|in|for|to|by|on|from|as|each|every|all|values?|entry|entries|elements?|components?)\b)[a-z-]+\s){0,3}"
    r"(?:\$|\\\()?\s?\Z",
    re.IGNORECASE,
)


def declared(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such an interval declares its letters."""
    found = list(entries)
    for place, entry in enumerate(entries):
        text = entry.parsed.span.text
        interval = _INTERVAL.fullmatch(text) if not entry.display and place and text[:1] in "[(" else None
        letters = _letters(entries, place) if interval is not None else []
        if interval is None or not letters or entry.negated or entry.cell:
            continue
        least, most = float(interval["least"]), float(interval["most"])
        if least < most and not _is_said(letters, entry, entries):
            domain = _domain(interval["low"] + interval["high"], least, most, entry.parsed.span)
            at = letters[-1].span
            chain = member_of(tuple(letters), domain, at._replace(start=at.end), entry.parsed.span)
            found[place] = replace(entry, parsed=chain)
    return found


def _domain(brackets: str, least: float, most: float, span: Span) -> ast.TensorSet:
    ends = tuple(ast.Number(end, 0, span) for end in (least, most))
    return ast.TensorSet(ast.Base("interval", ends, brackets, span), ast.Shape((), span), span)


def _letters(entries: Sequence[Entry], place: int) -> list[ast.Symbol]:
    """The letters before an interval that words introduce together, and say to lie in it."""
    found: list[ast.Symbol] = []
    at, joins = place - 1, _IN
    while at >= 0 and joins.fullmatch(_between(entries[at], entries[at + 1])):
        letter = alone(entries[at])
        if not isinstance(letter, ast.Symbol) or letter.axes:
            return []
        found.insert(0, letter)
        at, joins = at - 1, _AND
    before = sentences.closed_up(sentences.before(found[0].span)) if found else ""
    return found if _INTRODUCED.search(before) else []


def _between(first: Entry, second: Entry) -> str:
    one, two = first.parsed.span, second.parsed.span
    if first.display or second.display or second.item != first.item + 2 or one.source is not two.source:
        return ""
    return sentences.closed_up(one.source.words[one.end : two.start])


def _is_said(letters: Sequence[ast.Symbol], at: Entry, entries: Sequence[Entry]) -> bool:
    """Whether a formula before it in the section begins with one of the letters and says something of it."""
    names = {letter.full_name for letter in letters}
    here = (e.parsed for e in entries if e.is_above(at))
    chains = (parsed for parsed in here if isinstance(parsed, ast.Chain) and parsed.rest)
    return any(isinstance(s, ast.Symbol) and s.full_name in names for chain in chains for s in chain.subjects)
