"""Which equations say what stands beyond the ends of an axis: `x_{\\seq(0)} = 0`, `X_{\\seq(0)} = X_{\\seq(n+1)} = 0`,
`x_{\\seq(i)} = 0` *for `i < 1` or `i > n`*; and that it is an entry that there is: `x_{\\seq(0)} = x_{\\seq(1)}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import MIRRORED, number_in, operands, put_in_sets, spelt
from ntdoc.syntax import ast

FAR = 64  # no formula goes so far back, or ahead
_AGREED = regex(r"\b(?:[Ww]ith|[Ww]here|[Ll]et|[Ss]et|[Pp]ut|[Tt]ake|[Pp]ad\w*|convention|[Ss]ay)\b")
_FOR = regex(r"[$\\()\s,}]*(?:(?:text|quad)\W*)*(?:for|if|when|whenever)\s+(?:(?:all|any|every)\s+)?[$\\()\s}]*")
_ALSO = regex(r"[$\\()\s,}]*(?:and|or)\s+(?:(?:for|if|when)\s+)?(?:(?:all|any|every)\s+)?[$\\()\s]*")
_NOT_IN = regex(
    r"(?P<letter>[^\s{]+)\s*\\not(?:in\b|\s*\\in\b)\s*(?:\\\{|\[)\s*(?:1\s*,(?:\s*\\[cl]?dots\s*,)?)?\s*(?P<end>[^,]+?)\s*"
    r"(?:\\\}|\])"
)


class Of(NamedTuple):
    """A tensor of a section, and one of its axes."""

    section: int
    name: str
    axis: str


class Stated(NamedTuple):
    """What an equation says of entries: at numbers below 1, and at numbers that are added to the size."""

    of: Of
    before: Sequence[int]
    behind: Sequence[int]
    value: ast.Expr


class Lengths:
    """How long the axes are of what a section, or one before it, puts in a set."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._known: dict[str, list[tuple[int, Mapping[str, ast.Expr]]]] = {}
        self._letters = {pair for entry in entries for pair in _called(entry.parsed)}  # each with its axis
        for entry in entries:
            for name in put_in_sets(entry.parsed):
                self._known.setdefault(name, []).append((entry.section, _lengths(entry.parsed)))

    def declared(self, section: int, name: str) -> int | None:
        """The section in which a name is put in a set that is in force in another."""
        return next((at for at, _ in reversed(self._known.get(name, ())) if at <= section), None)

    def size(self, of: Of) -> ast.Expr | None:
        """The size of an axis as it is written in a set, if it is."""
        found = next((sizes for at, sizes in reversed(self._known.get(of.name, ())) if at <= of.section), {})
        return found.get(of.axis)

    def behind_end(self, place: ast.Operand, of: Of) -> int | None:
        """What is added to the size of an axis: 1 in `n + 1`, 0 in `n`."""
        more, end = 0, place  # the end, and what is added to it
        if isinstance(place, ast.Sum) and len(place.terms) == 2:
            (first, end), (sign, last) = place.terms
            value = number_in(last)
            if first < 0 or value is None or value % 1:
                return None
            more = sign * int(value)
        if isinstance(end, ast.Size) and [axis.name for axis in end.axes] == [of.axis]:
            return more
        if isinstance(end, ast.Symbol) and (end.full_name, of.axis) in self._letters:
            return more
        size = self.size(of)
        return more if size is not None and spelt(end) == spelt(size) else None


def _called(parsed: ast.Parsed) -> Iterator[tuple[str, str]]:
    """The letter of the size of an axis, as an equation says it: `n = |\\seq|`, `|\\seq| = n`."""
    match parsed:
        case ast.Chain(subjects=(one,), rest=((ast.Relation(kind="eq" | "define"), other),)):
            for letter, size in ((one, other), (other, one)):
                if isinstance(letter, ast.Symbol) and isinstance(size, ast.Size) and len(size.axes) == 1:
                    yield letter.full_name, size.axes[0].name


def _lengths(parsed: ast.Parsed) -> Mapping[str, ast.Expr]:
    domains = [part for part in walk(parsed) if isinstance(part, ast.TensorSet)]
    return {sized.axis.name: sized.size for domain in domains for sized in domain.shape.axes if sized.size is not None}


def stated(entry: Entry, behind: Sequence[Entry], lengths: Lengths) -> Sequence[Stated]:
    """What an equation says of such entries, if it says nothing else; `behind` are the statements after it."""
    parsed = entry.parsed
    if entry.negated or not isinstance(parsed, ast.Chain) or not parsed.rest:
        return ()
    if any(relation.kind not in ("eq", "define", "names") for relation, _ in parsed.rest):
        return ()
    sides = operands(parsed)
    values = [
        side
        for side in sides
        if isinstance(side, ast.Number)
        or (isinstance(side, ast.Index) and _is_within(entry, side, sides[0], lengths))
    ]
    if len(values) != 1 or sides[0] is values[0]:
        return ()
    found = [_one(entry, side, values[0], behind, lengths) for side in sides if side is not values[0]]
    return [one for one in found if one is not None] if None not in found else ()


def _is_within(entry: Entry, side: ast.Index, first: ast.Operand, lengths: Lengths) -> bool:
    """Whether it is an entry that there is, at a number or the end, of the same tensor: `x_{\\seq(1)}`."""
    if not isinstance(side.body, ast.Symbol) or not isinstance(first, ast.Index):
        return False
    same = spelt(first.body) == spelt(side.body) and [a.name for a, _ in first.items] == [a.name for a, _ in side.items]
    if not same or len(side.items) != 1:
        return False
    ((axis, place),) = side.items
    at, more = number_in(place), lengths.behind_end(place, Of(entry.section, side.body.full_name, axis.name))
    return (at is not None and at >= 1) or (more is not None and more <= 0)


def _one(
    entry: Entry, side: ast.Operand, given: ast.Number | ast.Index, behind: Sequence[Entry], lengths: Lengths
) -> Stated | None:
    if not isinstance(side, ast.Index) or not isinstance(side.body, ast.Symbol) or len(side.items) != 1:
        return None
    ((axis, place),) = side.items
    of = Of(entry.section, side.body.full_name, axis.name)
    assert isinstance(entry.parsed, ast.Chain)
    if isinstance(place, ast.Symbol) and lengths.behind_end(place, of) is None:
        before, after = _under_conditions(entry, place, of, behind, lengths)
        return Stated(of, before, after, given) if before or after else None
    if entry.parsed.conditions:
        return None
    is_zero = isinstance(given, ast.Number) and not given.value
    if not is_zero and not _AGREED.search(sentences.before(entry.parsed.span, across=entry.display)):
        return None
    value, more = number_in(place), lengths.behind_end(place, of)
    if value is not None:
        return Stated(of, (int(value),), (), given) if value <= 0 and value % 1 == 0 else None
    return Stated(of, (), (more,), given) if more is not None and more > 0 else None


def _under_conditions(
    entry: Entry, letter: ast.Symbol, of: Of, behind: Sequence[Entry], lengths: Lengths
) -> tuple[Sequence[int], Sequence[int]]:
    """For which places it is said: `i < 1`, and `i > n`, which may stand behind *or*."""
    before: list[int] = []
    after: list[int] = []
    assert isinstance(entry.parsed, ast.Chain)
    conditions: list[ast.Parsed] = [*entry.parsed.conditions]
    last, join = entry.parsed.span, _FOR
    for other in behind:
        if other.parsed.span.source is last.source and other.parsed.span.end <= last.end:
            continue  # the number in words, *read as `0`*
        if other.section != entry.section or other.negated:
            break
        if conditions and other.parsed.span == conditions[-1].span:
            last, join = other.parsed.span, _ALSO
        elif join.fullmatch(sentences.between(last, other.parsed.span)):
            conditions.append(other.parsed)
            last, join = other.parsed.span, _ALSO
        else:
            break
    for condition in conditions:
        places = _where(condition, letter, of, lengths)
        if places is None:
            return (), ()
        before += places[0]
        after += places[1]
    return before, after


def _where(condition: ast.Parsed, letter: ast.Symbol, of: Of, lengths: Lengths) -> tuple[range, range] | None:
    """The places of which a condition on a letter is: `t \\\\le 0`, `t < 1`, `t > n`, `t \\\\notin [n]`."""
    none = range(0)
    if (found := _NOT_IN.fullmatch(condition.span.text)) is not None:
        size, length = lengths.size(of), found["end"].replace(" ", "")
        own = found["letter"] == letter.full_name and (size is None or spelt(size) == length)
        return (range(-FAR, 1), range(1, FAR + 1)) if own else None
    if not isinstance(condition, ast.Chain) or len(condition.subjects) != 1 or len(condition.rest) != 1:
        return None
    subject, (relation, end) = condition.subjects[0], condition.rest[0]
    kind = relation.kind
    if not isinstance(subject, ast.Symbol) or subject.full_name != letter.full_name:
        subject, end, kind = end, subject, MIRRORED.get(kind, kind)
    if not isinstance(subject, ast.Symbol) or subject.full_name != letter.full_name:
        return None
    value, more = number_in(end), lengths.behind_end(end, of)
    if value is not None and (kind, value) in (("le", 0.0), ("lt", 1.0)):
        return range(-FAR, 1), none
    if more is not None and (kind, more) in (("gt", 0), ("ge", 1)):
        return none, range(1, FAR + 1)
    return None

