"""*Let `h_0` and `c_0` be zero*, *where the initial state `h_0` is the zero vector*: as `h_0 = 0` would be.

It is so of entries beyond the ends, *`x_{\\seq(0)}` is zero*, *`x_{\\seq(i)}` is read as `0` for `i < 1`*,
and of single members with which something begins: a recurrence goes on from there, or the words say so, *set*, *the
initial state*. That another is zero is often a case, *while `a_1` is zero*, *zero if and only if*, and what a formula
gives a name stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import listed
from ntdoc.shapes.patterns import number_in, put_in_sets, shifted, spelt
from ntdoc.syntax import ast
from ntdoc.vocabulary import CAN, HEDGE, IF, NOT, OTHER, SUPPOSES, THEN

_SUBJECT = regex(  # and not *the norm of `h_0` is zero*, *if `h_0` is zero*
    rf"(?:^|[,;:(]|\b(?:where|with|and|here|let|set|put|initiali[sz]e|initially|{THEN}|both|from|throughout|while|as|that|the|an?|our)"
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
    r"\s*(?:\$|\\\))\s*(?:,\s*)?(?:(?:which|that|both|all|each)\s+)*"
    r"(?:(?:is|are|be|being|equals?|equal|starts?|starting|begins?|initiali[sz]ed|set|taken|read|understood|treated)\s+)"
    r"(?:(?:set|taken|read|understood|treated|initiali[sz]ed|all|always|both|defined|equal|chosen|here|simply|again)\s+)*"
    r"(?:(?:to\s+be|to|as|at|with|by|from)\s+)?"
)
_SAID = (
    r"(?:(?:an?|the)\s+)?(?:all[\s-]+)?(?:(?P<zero>zeros?|zeroes)|(?P<one>ones?))"
    r"(?:[\s-]+(?:vectors?|matri(?:x|ces)|states?|tensors?|arrays?|everywhere))?"
    r"(?=\s*(?:[,.;:)]|(?:and|for|if|when|whenever|so)\b|\$|\\\(|\Z))"
)
_SETS = regex(  # words that give a value, and do not tell one
    r"\b(?:let|set|put|initial\w*|start(?:s|ing)?|begin(?:s|ning)?|take|choose|fix|with|from)\b", re.IGNORECASE
)
_STARTS = regex(r"\b(?:set|put|initial\w*|start(?:s|ing)?|begin(?:s|ning)?)\b", re.IGNORECASE)
_CONCLUDES = regex(rf"\b(?:{THEN})\b", re.IGNORECASE)
_ALL = r"(?:all|every|each|any|both|simplicity|convenience|brevity|definiteness|now)\b"
_CASE_BEFORE = regex(
    rf"\b(?:{IF}|unless|except|while|until|case|under|{SUPPOSES}|{HEDGE}|{CAN}|{NOT}|without|instead|rather|whether|{OTHER}"
    r"|usually|often|sometimes|perhaps|some|many|others)\b|n't\b"
    rf"|\bfor\s+(?!{_ALL}|\$|\\\()|\bfor\s+(?:\$|\\\()[^$.,<>]*=[^$.,]*(?:\$|\\\))"
    r"|(?<!such\s)(?<!note\s)(?<!recall\s)(?<!remember\s)(?<!agree\s)(?<!convention\s)\bthat\b",
    re.IGNORECASE,
)
_CASE_BEHIND = regex(
    rf"[$\\)\s]*,?\s*(?:and\s+|but\s+)?(?:only|just|exactly|precisely|at\s+least)?\s*(?:{IF}|unless|except|while|until|at|in|on)\b"
    rf"|[$\\)\s]*for\s+(?!{_ALL})|[^.]*\b(?:otherwise|else)\b",
    re.IGNORECASE,
)
_DISPLAYED = regex(r"\$\$.*?\$\$|\\\[.*?\\\]|\\begin\s*\{(\w+\*?)\}.*?\\end\s*\{\1\}", re.DOTALL)
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
    formulas, done = _Formulas(entries), -1
    for first, entry in enumerate(entries):
        if first <= done or not _parts(entry) or not _is_subject(sentences.before(entry.parsed.span)):
            continue
        last = first
        while (number := _behind(entries, first, last)) is None and _goes_on(entries, last):
            last += 1
        done = last - 1  # the last one of a list may be one of its own
        if number is None:
            continue
        parts = [part for at in range(first, last + 1) for part in _parts(entries[at])]
        if any(map(_is_at_letter, parts)):
            if first < last or not _FOR.match(number.span.source.words, number.span.end):
                continue
            entry = _equation(entry, number)
            found[first] = replace(entry, parsed=entry.parsed.replace(span=entry.parsed.span.to(number.span)))
            continue
        done = last
        if _is_case(entry, number) or not all(formulas.are_begun_by(part, entry, number) for part in parts):
            continue
        for place in range(first, last + 1):
            found[place] = _equation(entries[place], number)
    return found


def _is_case(entry: Entry, number: ast.Number) -> bool:
    """Whether its sentence says this of a case, *if*, *while*, *otherwise*, or only tells it, *the prior says that*."""
    span = entry.parsed.span
    before = _DISPLAYED.sub(" ", sentences.before(span))
    behind = sentences.first(span.source.words[number.span.end : number.span.end + 200])
    flagged = entry.supposed or entry.mistaken
    return flagged or bool(_CASE_BEFORE.search(before) or _CASE_BEHIND.match(behind))


class _Formulas:
    """What the formulas of a document say of single members: what they are, and that recurrences begin with them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    @cached_property
    def _given(self) -> dict[str, list[Entry]]:
        """The formulas that say what a name is."""
        found: dict[str, list[Entry]] = {}
        for entry in self._entries:
            for side in _lefts(entry):
                found.setdefault(spelt(side), []).append(entry)
        return found

    @cached_property
    def _declared(self) -> set[str]:
        return {name for entry in self._entries for name in put_in_sets(entry.parsed)}

    @cached_property
    def _recurring(self) -> set[tuple[str, str]]:
        """The families one of whose members is given by another: `h_t` by `h_{t-1}`."""
        given, shifts = set[tuple[str, str]](), dict[tuple[str, str], set[int | None]]()
        for entry in self._entries:
            given.update(family for side in _lefts(entry) for family, by in _moved(side) if by is not None)
            for family, by in (found for part in walk(entry.parsed) for found in _moved(part)):
                shifts.setdefault(family, set()).add(by)
        return {family for family in given if len(shifts.get(family, ())) > 1}

    def are_begun_by(self, part: ast.Operand, entry: Entry, number: ast.Number) -> bool:
        """Whether something certainly begins with a member or an entry, and no formula says what it is."""
        if any(entry.is_under(other) or other.is_under(entry) for other in self._given.get(spelt(part), ())):
            return False
        if _is_beyond(part):
            return True
        words = f"{sentences.before(entry.parsed.span)} {entry.parsed.span.to(number.span).text}"
        if any(family in self._recurring for family, _ in _families(part)):
            return bool(_SETS.search(words)) or not _CONCLUDES.search(words)
        declared = isinstance(part, ast.Symbol) and part.full_name in self._declared
        return bool((_STARTS if declared else _SETS).search(words))


def _lefts(entry: Entry) -> Iterator[ast.Operand]:
    """What an equation gives a value."""
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain) and parsed.rest and parsed.rest[0][0].kind in ("eq", "define", "update"):
        for side in parsed.subjects:
            yield from side.items if isinstance(side, ast.Group) and not side.parameters else (side,)


def _families(part: object) -> Iterator[tuple[tuple[str, str], ast.Expr]]:
    """The families that a name, or what an index is taken of, belongs to, with the place in them."""
    match part:
        case ast.Symbol(sub=ast.Script() as sub) if sub.expr is not None:
            yield (part.base, ""), sub.expr
        case ast.Index(body=ast.Symbol() as body):
            for axis, place in part.items:
                yield (body.full_name, axis.name), place


def _moved(part: object) -> Iterator[tuple[tuple[str, str], int | None]]:
    """The same, with what is added to a letter: -1 in `h_{t-1}`."""
    for family, place in _families(part):
        letter, by = shifted(place)
        if letter is not None or by is None:
            yield family, by


def _is_beyond(part: ast.Operand) -> bool:
    """Whether it is an entry before the first, or behind the last: `x_{\\seq(0)}`, `x_{\\seq(n+1)}`."""
    if not isinstance(part, ast.Index):
        return False
    ((_, place),) = part.items
    value = number_in(place)
    if value is not None:
        return value <= 0
    letter, by = shifted(place)
    ends = isinstance(place, ast.Sum) and isinstance(place.terms[0][1], ast.Size) and place.terms[-1][0] > 0
    return ends or (letter is not None and by is not None and by > 0)


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
