"""*With `x_{\\seq(0)} = 0`*, of an `x` that is declared: what stands before the first entry along an axis, or behind
the last one. Words say so too, *entries outside of `1, …, n` are taken to be zero*, of all tensors of their section.

No tensor has such an entry. Formulas whose indices leave the axis, `x_{\\seq(t-1)}`, are that number where they do:
`0` if `t - 1 \\le 0`, and else the entry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import said_outside
from ntdoc.shapes.passes.lists.stated_ends import FAR, Lengths, Of, stated
from ntdoc.shapes.patterns import number_in, shifted, spelt
from ntdoc.source import Span
from ntdoc.syntax import ast

_SPELLING = regex(r"\\(?:math[a-z]+|boldsymbol|bm)\b|[\\{}\s]")


@dataclass(slots=True)
class _Beyond:
    """The entries beyond both ends of an axis: at numbers below 1, and at those that are added to its size."""

    before: dict[int, ast.Expr] = field(default_factory=dict)
    behind: dict[int, ast.Expr] = field(default_factory=dict)


def with_entries_before(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such formulas have cases."""
    lengths = Lengths(entries)
    equations: defaultdict[Of, _Beyond] = defaultdict(_Beyond)
    used: dict[int, set[Of]] = {}
    values: dict[int, ast.Expr] = {}
    for at, entry in enumerate(entries):
        for found in stated(entry, entries[at + 1 : at + 5], lengths):
            used.setdefault(entry.index, set()).add(found.of)
            values[entry.index] = found.value
            equations[found.of].before.update(dict.fromkeys(found.before, found.value))
            equations[found.of].behind.update(dict.fromkeys(found.behind, found.value))
    given = _given_by_entries(entries, used)
    free = {of for of in equations if _is_only_declared(of, lengths, given)}
    said = _Said(entries)
    if not free and not said:
        return list(entries)
    padding = _Padding({of: equations[of] for of in free}, said, _begun(entries, used), lengths)
    return [
        _used(entry, values[entry.index]) if used.get(entry.index, set()) & free else padding.of(entry)
        for entry in entries
    ]


def _used(entry: Entry, value: ast.Expr) -> Entry:
    """The statement as its value alone: what it says is put in where a formula goes so far."""
    assert isinstance(entry.parsed, ast.Chain)
    return replace(entry, parsed=ast.Chain((value,), (), entry.parsed.rows[:1], (), entry.parsed.span))


def _left(entry: Entry) -> ast.Index | None:
    """What an equation gives by its entries: `x_{\\\\seq(t)}`."""
    left = entry.parsed.subjects[0] if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest else None
    if not isinstance(left, ast.Index) or not isinstance(left.body, ast.Symbol):
        return None
    return left if all(number_in(place) is None for _, place in left.items) else None


def _given_by_entries(entries: Sequence[Entry], used: dict[int, set[Of]]) -> set[tuple[int, str]]:
    """The names of whose entries a formula of a section says what they are."""
    lefts = [(entry.section, _left(entry)) for entry in entries if entry.index not in used]
    return {(section, left.body.full_name) for section, left in lefts if left and isinstance(left.body, ast.Symbol)}


def _is_only_declared(of: Of, lengths: Lengths, given: set[tuple[int, str]]) -> bool:
    at = lengths.declared(of.section, of.name)
    return at is not None and given.isdisjoint({(of.section, of.name), (at, of.name)})


def _begun(entries: Sequence[Entry], used: dict[int, set[Of]]) -> set[tuple[int, str]]:
    """The names of which a formula of a section says what one entry is: a recurrence may begin there."""
    lefts = [
        (entry.section, entry.parsed.subjects[0])
        for entry in entries
        if isinstance(entry.parsed, ast.Chain) and entry.parsed.rest and entry.index not in used
    ]
    return {
        (section, left.body.full_name)
        for section, left in lefts
        if isinstance(left, ast.Index) and isinstance(left.body, ast.Symbol)
        if any(number_in(place) is not None for _, place in left.items)
    }


class _Said:
    """What the words of each section say, and those of one before it, of all that follows or of its subsections."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._said: list[tuple[Entry, said_outside.Outside]] = []
        for _, group in groupby(entries, key=lambda entry: entry.section):
            own = [*group]
            text, start = _text(own)
            for said in said_outside.zeros(text):
                begin, end = (start + place for place in said.sentence)
                self._said.append((own[0], said._replace(sentence=(begin, end))))

    def __bool__(self) -> bool:
        return bool(self._said)

    def at(self, entry: Entry) -> Iterator[said_outside.Outside]:
        for first, said in self._said:
            if entry.is_under(first) or (said.lasts and first.section <= entry.section):
                yield said


def _text(section: Sequence[Entry]) -> tuple[str, int]:
    """The text of a section, and where it begins in its source."""
    first = section[0].parsed.span
    last = [entry.parsed.span for entry in section if entry.parsed.span.source is first.source][-1]
    between = first.source.words[first.start : max(first.end, last.end)]
    before = sentences.of_section_before(first)
    return before + between + sentences.of_section_behind(last), first.start - len(before)


def _stands_before(entry: Entry, said: said_outside.Outside) -> bool:
    """Whether a statement stands in a paragraph before that of the words, which then are not of it alone."""
    span, (begin, _) = entry.parsed.span, said.sentence
    return span.end < begin and sentences.BLANK_LINE.search(span.source.words[span.end : begin]) is not None


def _reach_back(entry: Entry) -> set[tuple[str, str]]:
    """The names and axes of which a statement has entries that may stand before the first: `x_{\\seq(t-1)}`."""
    return {
        (part.body.full_name, axis.name)
        for part in walk(entry.parsed)
        if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol)
        for axis, place in part.items
        if _may_go_back(place)
    }


class _Padding:
    """Puts cases in the place of each entry that may lie beyond an end."""

    def __init__(
        self, equations: dict[Of, _Beyond], said: _Said, begun: set[tuple[int, str]], lengths: Lengths
    ) -> None:
        self._equations, self._said, self._begun, self._lengths = equations, said, begun, lengths
        self._kept = set[int]()  # the entries inside cases, which stay what they are
        self._back = set[tuple[str, str]]()  # of which the statement that is read needs entries before the first
        self._sums = list[ast.BigOperator]()  # those of this statement, over a letter

    def of(self, entry: Entry) -> Entry:
        """A statement with such cases."""
        said = [*self._said.at(entry)]
        self._back = _reach_back(entry) if said else set()
        self._sums = [p for p in walk(entry.parsed) if isinstance(p, ast.BigOperator) and p.variable is not None]
        parsed = rewritten(entry.parsed, lambda node: self._padded(node, entry, said))
        return entry if parsed is entry.parsed else replace(entry, parsed=parsed)

    def _padded(self, node: Node, entry: Entry, said: Sequence[said_outside.Outside]) -> Node:
        if id(node) in self._kept:
            return node
        left_out = [words for words in said if words.left_out]
        if left_out and isinstance(node, ast.BigOperator) and node.operator == "sum":
            return node.replace(body=self._without(node.body, entry, left_out))
        if left_out and isinstance(node, ast.Sum):
            return node.replace(terms=tuple((sign, self._without(term, entry, left_out)) for sign, term in node.terms))
        if not isinstance(node, ast.Index) or not isinstance(node.body, ast.Symbol):
            return node
        found = self._beyond(node, entry, [words for words in said if not words.left_out])
        if not isinstance(found, list):
            return found
        if not found:
            return node
        self._kept.add(id(node))
        return ast.Cases((*found, (node, None)), node.span)

    def _without(self, term: ast.Expr, entry: Entry, said: Sequence[said_outside.Outside]) -> ast.Expr:
        """A term that is zero where one of its entries lies beyond an end."""
        cases = list[tuple[ast.Expr, ast.Chain | None]]()
        if id(term) in self._kept or any(isinstance(part, ast.BigOperator) for part in walk(term)):
            return term
        for part in walk(term):
            if isinstance(part, ast.Index) and isinstance(part.body, ast.Symbol):
                found = self._beyond(part, entry, said)
                if not isinstance(found, list):
                    return found
                cases += found
        self._kept.add(id(term))
        return ast.Cases((*cases, (term, None)), term.span) if cases else term

    def _beyond(
        self, node: ast.Index, entry: Entry, said: Sequence[said_outside.Outside]
    ) -> ast.Expr | list[tuple[ast.Expr, ast.Chain | None]]:
        """What stands for an entry, or the cases in which one does."""
        cases = list[tuple[ast.Expr, ast.Chain | None]]()
        assert isinstance(node.body, ast.Symbol)
        for axis, place in node.items:
            of = Of(entry.section, node.body.full_name, axis.name)
            beyond = self._equations.get(of) or self._zeros(node.body, of, entry, said)
            alone = self._number_at(place, of, beyond)
            if alone is not None:
                return alone
            cases += self._cases(axis, place, of, beyond)
        return cases

    def _zeros(
        self, name: ast.Symbol, of: Of, entry: Entry, said: Sequence[said_outside.Outside]
    ) -> _Beyond:
        """What the words say of an axis.

        A formula that has all its entries, `x_{\\seq(t+1)}` for the `t` that there are, needs no others, unless it
        stands where words that are of no named tensor have said so.
        """
        found = _Beyond()
        if (of.section, of.name) in self._begun:
            return found
        zero = ast.Number(0.0, 0, entry.parsed.span)
        needs = (of.name, of.axis) in self._back
        for words in said:
            of_others = words.names and _spelling(name.full_name) not in map(_spelling, words.names)
            if of_others or (not needs and (words.padded or _stands_before(entry, words))):
                continue
            size = self._lengths.size(of)
            if words.up_to is not None:
                found.before.update(dict.fromkeys(range(-FAR, words.up_to + 1), zero))
            if words.behind and (not words.end or "|" in words.end or (size and spelt(size) == words.end)):
                found.behind.update(dict.fromkeys(range(1, FAR + 1), zero))
        return found

    def _number_at(self, place: ast.Expr, of: Of, beyond: _Beyond) -> ast.Expr | None:
        """What stands at a place that no letter moves: `0`, `n + 1`."""
        letter, by = shifted(place)
        if letter is None and by is not None:
            return beyond.before.get(by)
        more = self._lengths.behind_end(place, of)
        return beyond.behind.get(more) if more is not None else None

    def _cases(
        self, axis: ast.Axis, place: ast.Expr, of: Of, beyond: _Beyond
    ) -> Iterator[tuple[ast.Expr, ast.Chain | None]]:
        """The cases of the entries beyond the ends, as far as an index may go.

        A letter alone is one of the axis, if it is not that of a sum from 0, or up to `n + 1`.
        """
        letter, by = shifted(place)
        low, past = self._summed_beyond(letter, of) if letter is not None and by == 0 else (False, False)
        alone = by == 0 and not (low or past)
        if (letter is None and by is not None) or alone or self._lengths.behind_end(place, of) is not None:
            return
        span = place.span
        if by is None or by < 0 or low:
            for kind, at, value in _told(beyond.before, 0, "le"):
                yield value, _is(place, kind, _number(at, span), span)
        size = self._lengths.size(of) or ast.Size((axis,), span)
        for kind, at, value in _told(beyond.behind, 1, "ge"):
            yield value, _is(place, kind, ast.Sum(((1, size), (1, _number(at, span))), span), span)


    def _summed_beyond(self, letter: ast.Symbol, of: Of) -> tuple[bool, bool]:
        """Whether a sum over a letter begins before the first entry, and whether it ends behind the last."""
        own = [p for p in self._sums if p.variable is not None and p.variable.full_name == letter.full_name]
        lows = [number_in(p.low) for p in own if p.low is not None]
        ends = [self._lengths.behind_end(p.high, of) for p in own if p.high is not None]
        return any(low is not None and low < 1 for low in lows), any(end is not None and end > 0 for end in ends)


def _told(values: dict[int, ast.Expr], first: int, beyond: str) -> Iterator[tuple[str, int, ast.Expr]]:
    """One case for all entries beyond an end, if all of them are alike, else one for each."""
    if len(values) >= FAR and len({spelt(value) for value in values.values()}) == 1 and first in values:
        yield beyond, first, values[first]
    else:
        yield from (("eq", at, value) for at, value in values.items())


def _is(place: ast.Expr, kind: str, other: ast.Expr, span: Span) -> ast.Chain:
    relation = ast.Relation(kind, {"eq": "=", "le": r"\le", "ge": r"\ge"}[kind], span)
    return ast.Chain((place,), ((relation, other),), (0, 0), (), span)


def _number(value: int, span: Span) -> ast.Expr:
    number = ast.Number(float(abs(value)), 0, span)
    return number if value >= 0 else ast.Sum(((-1, number),), span)


def _may_go_back(place: ast.Expr) -> bool:
    """Whether an index whose letters are 1 or more may be less than that: `i - 1`, `i + j - 2`, and not `i + j - 1`."""
    if not isinstance(place, ast.Sum):
        return False
    numbers = [sign * term.value for sign, term in place.terms if isinstance(term, ast.Number)]
    others = [sign for sign, term in place.terms if not isinstance(term, ast.Number)]
    return any(sign < 0 for sign in others) or len(others) + sum(numbers) < 1


def _spelling(name: str) -> str:
    return _SPELLING.sub("", name)
