"""*Let `h_0` and `c_0` be zero*, *where the initial state `h_0` is the zero vector*: as `h_0 = 0` would be.

It is so of single members, and of entries: *`x_{\\seq(0)}` is zero*, *`x_{\\seq(i)}` is read as `0` for `i < 1`*. That
another letter is zero is often a case, and a formula says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import listed
from ntdoc.shapes.patterns import number_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF, THEN

_SUBJECT = regex(  # and not *the norm of `h_0` is zero*, *if `h_0` is zero*
    rf"(?:^|[,;:(]|\b(?:where|with|and|here|let|set|put|{THEN}|both|from|throughout|while|as|that|the|an?|our)"
    r"(?:\s+(?!(?:of|at|in|for|to|by|on|from|than|per|between|over|under|if|when)\b)[a-z-]+){0,3})\W*$",
    re.IGNORECASE,
)
_OF_ANOTHER = regex(
    rf"(?:\b(?:of|at|in|for|to|by|on|than|per|between|over|under)(?:\s+(?:the|an?|our|each))?(?:\s+[a-z-]+)?|"
    rf"\b(?:{IF}|unless|suppose|assume|assuming|except)\b(?:\s+[a-z-]+){{0,4}})\W*$",
    re.IGNORECASE,
)
_NEXT = regex(r"\s*(?:\$|\\\))\s*(?:,\s*(?:and\s+)?|and\s+)(?:(?:the|its|an?)\s+(?:[a-z-]+\s+){0,3})?(?:\$|\\\()\s*")
_IS = (
    r"\s*(?:\$|\\\))\s*,?\s*(?:(?:which|that|both|all|each)\s+)*"
    r"(?:(?:is|are|be|being|equals?|equal|starts?|starting|begins?|initiali[sz]ed|set|taken|read|understood|treated)\s+)"
    r"(?:(?:set|taken|read|understood|treated|initiali[sz]ed|all|always|both|defined|equal|chosen|here|simply|again)\s+)*"
    r"(?:(?:to\s+be|to|as|at|with|by|from)\s+)?"
)
_SAID = (
    r"(?:(?:an?|the)\s+)?(?:all[\s-]+)?(?:(?P<zero>zeros?|zeroes)|(?P<one>ones?))"
    r"(?:[\s-]+(?:vectors?|matri(?:x|ces)|states?|tensors?|arrays?|everywhere))?"
    r"(?=\s*(?:[,.;:)]|(?:and|for|if|when|whenever|so)\b|\$|\\\(|\Z))"
)
_NUMBER = regex(rf"{_IS}{_SAID}", re.IGNORECASE)
_ALONE = regex(rf"\s*(?:\$|\\\))\s*(?:(?:to|as|with|by)\s+)?{_SAID}", re.IGNORECASE)
_LEADS = regex(  # *set `h_0` to zero*, *with `h_0` zero*
    r"\b(?:with|set|put|initiali[sz]e|take|choose|fix|keep|let)\s*(?:the\s+(?:[a-z-]+\s+){1,3})?(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_VECTOR = regex(
    rf"{_IS}the\s+(?:vector|matrix|tensor|array)\s+of\s+(?:all\s+)?(?:(?P<zero>zeros)|(?P<one>ones))\b", re.IGNORECASE
)
_FOR = regex(r"[$\\)\s]*(?:for|if|when|whenever)\b")
_TO_FORMULA = regex(rf"{_IS}(?:\$|\\\()\s*", re.IGNORECASE)


def as_equations(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are equations."""
    found = list(entries)
    for first, entry in enumerate(entries):
        if not _parts(entry) or not _is_subject(sentences.before(entry.parsed.span)):
            continue
        last = first
        while (number := _behind(entries, first, last)) is None and _goes_on(entries, last):
            last += 1
        if number is None:
            continue
        if any(map(_is_at_letter, (part for at in range(first, last + 1) for part in _parts(entries[at])))):
            if first < last or not _FOR.match(number.span.source.words, number.span.end):
                continue
            entry = _equation(entry, number)
            found[first] = replace(entry, parsed=entry.parsed.replace(span=entry.parsed.span.to(number.span)))
            continue
        for place in range(first, last + 1):
            found[place] = _equation(entries[place], number)
    return found


def _parts(entry: Entry) -> tuple[ast.Operand, ...]:
    """The members and entries that a formula within words is a list of: `h_0, c_0`."""
    parts = () if entry.cell or entry.negated else listed(entry)
    return parts if all(map(_is_single, parts)) else ()


def _goes_on(entries: Sequence[Entry], place: int) -> bool:
    """Whether a list in words goes on behind a formula."""
    if place + 1 == len(entries) or not _parts(entries[place + 1]):
        return False
    return _NEXT.fullmatch(sentences.between(entries[place].parsed.span, entries[place + 1].parsed.span)) is not None


def _is_single(part: ast.Operand) -> bool:
    """Whether it is a member or an entry at a number, `h_0`, `x_{\\\\seq(0)}`, at `n + 1`, or at a letter."""
    match part:
        case ast.Symbol(axes=(), sub=ast.Script() as sub):
            return number_in(sub.expr) is not None
        case ast.Index(body=ast.Symbol(), items=((_, place),)):
            return number_in(place) is not None or isinstance(place, ast.Sum | ast.Symbol)
    return False


def _is_at_letter(part: ast.Operand) -> bool:
    return isinstance(part, ast.Index) and all(isinstance(place, ast.Symbol) for _, place in part.items)


def _behind(entries: Sequence[Entry], first: int, place: int) -> ast.Number | None:
    """The number that the words behind a formula say, or lead to."""
    span = entries[place].parsed.span
    text = sentences.first(span.source.words[span.end : span.end + 120])
    words = _NUMBER.match(text) or _VECTOR.match(text)
    if words is None and _LEADS.search(sentences.before(entries[first].parsed.span)):
        words = _ALONE.match(text)
    if words is not None:
        at = "zero" if words["zero"] else "one"
        there = span._replace(start=span.end + words.start(at), end=span.end + words.end(at))
        return ast.Number(0.0 if words["zero"] else 1.0, 0, there)
    following = entries[place + 1].parsed if place + 1 < len(entries) else None
    if not isinstance(following, ast.Chain) or following.rest or len(following.subjects) != 1:
        return None
    number = following.subjects[0]
    leads = isinstance(number, ast.Number) and _TO_FORMULA.fullmatch(sentences.between(span, number.span))
    return number if leads and isinstance(number, ast.Number) else None


def _is_subject(before: str) -> bool:
    return bool(_SUBJECT.search(before)) and not _OF_ANOTHER.search(before)


def _equation(entry: Entry, number: ast.Number) -> Entry:
    span, subjects = entry.parsed.span, _parts(entry)
    equal = ast.Relation("eq", "=", span._replace(start=span.end))
    conditions = entry.parsed.conditions if isinstance(entry.parsed, ast.Chain) else ()
    rest = tuple((equal, side) for side in (*subjects[1:], number))
    parsed = ast.Chain(subjects[:1], rest, (0,) * (len(subjects) + 1), conditions, span)
    return replace(entry, parsed=parsed)
