"""Numbers that a sentence comes to: *it costs `n \\log n`; for `n = 16` that is `44.4`* says `16 \\log 16 = 44.4`.

So does one behind it that says nothing else: *it has `n^2` entries. For `n = 16` these are `256`.* A list of numbers
is what as many formulas come to, one by one: *`A = a^2` and `P = 4 a`. For `a = 3` these are `9` and `12`.*
What goes on with another case is one more: *for `n = 2` that is `4`, and for `n = 3` it is `9`*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ntdoc.nodes import rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.arithmetic import last_side
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import letter_or_size, names_in, number_given
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import DISPLAY_CLOSES, IF

_MATH = r"(?:\$|\\\)|\\\()"
_THAT_IS = regex(rf"\s*{_MATH}\s*(?:,\s*)?(?:that|this|which|these)\s+(?:is|are|comes to|makes)\s*{_MATH}\s*")
_AND = regex(rf"\s*{_MATH}\s*(?:,|,?\s*and)\s*(?:(?:about|around|roughly|only|some|just)\s+)?{_MATH}\s*")
_OF = r"(?P<of>(?:out\s+)?of|against|versus|instead\s+of|compared\s+(?:to|with))\s+(?:(?:the|all|only|just)\s+)?"
_JOINED = regex(  # *`10` of `16`*, *`10` pairs and `16` entries*
    rf"{_AND.pattern}|\s*{_MATH}(?:\s+(?!(?:or|if|and)\b)[a-z]+){{0,2}}\s+(?:{_OF}|and\s+){_MATH}\s*"
)
_BEHIND_OF = regex(rf"\b{_OF}{_MATH}\s*$")
_FOR = regex(rf"\s*{_MATH}(?:\s+[a-z]+){{0,3}}\s*[,;:]?\s*(?:for|with|{IF})\s*{_MATH}\s*")
_END = rf"(?:{_MATH}|[.,;]?\s*(?:\\end\s*\{{[a-z]+\*?\}}\s*)*(?:{DISPLAY_CLOSES}))"
_NEXT = regex(  # *parameters. For*, also behind a display
    rf"\s*{_END}\s*(?P<words>(?:[a-z]+\b[ \n]*){{0,3}})[.,;:]?\s+(?:[Ff]or|[Ww]ith|[Ww]hen|[Ii]f)\s*{_MATH}\s*"
)
_WITH = regex(rf"\s*{_MATH}[^$.;:]*,\s*(?:with|where|since|as|because|while)\s+{_MATH}\s*")
_GOES_ON = regex(  # *for `n = 2` this is `4`, and for `n = 3` it is*
    rf"\s*{_MATH}\s*[,;.]?\s*(?:(?:and|but|while|whereas)\s+)?(?:for|with|when|at|{IF})\s*{_MATH}\s*", re.IGNORECASE
)
_IT_IS = regex(
    rf"\s*{_MATH}\s*(?:,\s*)?(?:(?:it|that|this|which)\s+(?:is|comes\s+to|makes)\s*)?(?:only\s+)?{_MATH}\s*"
)
_STOPS = regex(rf"\s*{_MATH}\s*(?:[.,;:)]|and\b|$)")
_STOPS_LIST = regex(rf"\s*{_MATH}(?:\s+[a-z]+)?\s*(?:,?\s*respectively\b|[.;:)]|$)")


def with_worked_numbers(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such a number is the claim that the formula before it comes to it."""
    found = list(entries)
    for place, entry in enumerate(entries):
        number = _numbers(entry)
        if number is None or place < 2 or not _THAT_IS.fullmatch(_between(entries, place)):
            continue
        first, values = place - 1, dict[str, ast.Number]()
        while (given := None if entries[first].display else number_given(entries[first].parsed)) is not None:
            values.setdefault(*given)
            if not _AND.fullmatch(_between(entries, first)):
                break
            first -= 1
        if given is None or not first:
            continue
        listed = _list(entries, place)
        formulas: Sequence[ast.Operand | None] = _formulas(entries, first, listed, values) if len(listed) > 1 else ()
        if len(listed) == 1 or not (formulas or _is_of_another(entries, first, listed)):
            formulas = (_formula(entries, first, entry),)
        for at, formula in zip(listed, formulas, strict=False):
            said = entries[at].parsed
            assert isinstance(said, ast.Chain)
            computed = _with_values(formula, values, said.subjects[0].span) if formula is not None else None
            claim = _claim(computed, said) if computed is not None else None
            if claim is not None:
                found[at] = replace(entries[at], parsed=claim)
        if len(formulas) == 1 and formulas[0] is not None:
            for at, claim in _next_cases(entries, place, formulas[0], values.keys()):
                found[at] = replace(entries[at], parsed=claim)
    return found


def _next_cases(
    entries: Sequence[Entry], place: int, formula: ast.Operand, letters: Set[str]
) -> Iterator[tuple[int, ast.Chain]]:
    """What a formula comes to for other numbers behind a first one: *and for `n = 3` it is `9`*, and where."""
    while place + 2 < len(entries) and entries[place + 2].section == entries[place].section:
        given, number = number_given(entries[place + 1].parsed), _numbers(entries[place + 2])
        if given is None or number is None or letters != {given[0]} or entries[place + 1].display:
            return
        words = _GOES_ON.fullmatch(_between(entries, place + 1)), _IT_IS.fullmatch(_between(entries, place + 2))
        place += 2
        if not all(words) or not _STOPS.match(sentences.after(entries[place].parsed.span)):
            return
        computed = _with_values(formula, dict([given]), number.subjects[0].span)
        if computed is not None and (claim := _claim(computed, number)) is not None:
            yield place, claim


def _numbers(entry: Entry) -> ast.Chain | None:
    """A formula that is a number, or says how it is computed, `64 \\cdot 65 = 4160`; None for another."""
    parsed = entry.parsed
    if entry.display or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    sides = [parsed.subjects[0], *(side for _, side in parsed.rest)]
    plain = all(relation.kind == "eq" for relation, _ in parsed.rest) and isinstance(sides[-1], ast.Number)
    return parsed if plain and not any(names_in(side) for side in sides) else None


def _formula(entries: Sequence[Entry], first: int, number: Entry) -> ast.Operand | None:
    """What the entry before the given numbers comes to, if the words between say that it is spoken of."""
    entry, between = entries[first - 1], _between(entries, first)
    if _FOR.fullmatch(between):
        return last_side(entry.parsed)
    found, parsed = _NEXT.fullmatch(between), entry.parsed
    if found is None or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.conditions:
        return None
    if _is_beside_another(entries, first - 1):
        return None
    after, words = sentences.after(number.parsed.span), found["words"].split()
    again = bool(words) and re.match(rf"\s*{_MATH}\s*{words[0]}\b", after)
    if not (again or _STOPS.match(after)) or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return None
    return parsed.rest[-1][1] if parsed.rest else parsed.subjects[0]


def _is_beside_another(entries: Sequence[Entry], place: int) -> bool:
    """*There are `P = n (n - 1) / 2`, with `Q - P = n`. For `n = 5` these are*: those of the main clause, or these."""
    entry, other = entries[place], entries[place - 1] if place else None
    beside = other is not None and other.sentence == entry.sentence and not (entry.display or other.display)
    return beside and _WITH.fullmatch(_between(entries, place)) is not None


def _list(entries: Sequence[Entry], place: int) -> range:
    """The places of the numbers that stand in one list with a first one: `9` and `6/9 \\approx 0.667`, `3` of `5`."""
    end = place + 1
    while end < len(entries) and _JOINED.fullmatch(_between(entries, end)) and _is_in_numbers(entries[end]):
        end += 1
    return range(place, end)


def _is_in_numbers(entry: Entry) -> bool:
    parsed = entry.parsed
    plain = not entry.display and isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 and not parsed.conditions
    return plain and not names_in(parsed)


def _formulas(
    entries: Sequence[Entry], first: int, listed: range, values: Mapping[str, ast.Number]
) -> list[ast.Operand]:
    """What as many formulas as there are numbers come to, in their order; none if it is not plain which ones.

    They are all that stand right before the given numbers and that these can be put into, or those of one sentence.
    """
    between, last = _between(entries, first), sentences.after(entries[listed[-1]].parsed.span)
    behind = _NEXT.fullmatch(between)
    if not (_FOR.fullmatch(between) or behind) or not _STOPS_LIST.match(last):
        return []
    span, found = entries[listed[0]].parsed.span, list[tuple[int, ast.Operand]]()
    for place, entry in reversed([*enumerate(entries[:first])]):
        if _is_alone(entry, values) and entry.section == entries[first].section:
            continue  # *of `n` tokens there are*
        formula = last_side(entry.parsed) if entry.section == entries[first].section else None
        if formula is None or _with_values(formula, values, span) is None:
            break
        found.insert(0, (place, formula))
    spoken = [(place, formula) for place, formula in found if entries[place].sentence == entries[found[-1][0]].sentence]
    group = next((group for group in (found, spoken) if len(group) == len(listed)), [])
    pairs = zip(pairwise(listed), pairwise([place for place, _ in group]), strict=False)
    if any(not _are_related_alike(entries, number, formula) for (_, number), (_, formula) in pairs):
        return []  # *of `n^2` pairs `n` are left*, and *`4` of `16`*: the other way round
    return [formula for _, formula in group]


def _is_of_another(entries: Sequence[Entry], first: int, listed: range) -> bool:
    """Whether the first number of several may be of another formula than the last one before the given numbers.

    *It needs `r (m + n)` numbers; for `m = 8`, … that is `240` instead of `640`* is of this.
    """
    plain = _AND.fullmatch(_between(entries, listed[1])) is not None
    return plain or first < 2 or _BEHIND_OF.search(_between(entries, first - 1)) is not None


def _are_related_alike(entries: Sequence[Entry], number: int, formula: int) -> bool:
    """Whether a formula stands behind *of*, or the like, if a number does."""
    joined = _JOINED.fullmatch(_between(entries, number))
    if joined is None or joined["of"] is None:
        return True
    before = _BEHIND_OF.search(_between(entries, formula))
    return before is not None and before["of"].split()[-1] == joined["of"].split()[-1]


def _is_alone(entry: Entry, values: Mapping[str, ast.Number]) -> bool:
    """Whether it names a letter that numbers are given for, and computes nothing."""
    parsed = entry.parsed
    return isinstance(parsed, ast.Chain) and not parsed.rest and letter_or_size(parsed.subjects[0]) in values


def _claim(computed: ast.Operand, number: ast.Chain) -> ast.Chain | None:
    """The equation of a formula in numbers with the sides of one that says what it comes to.

    None if that says how it is computed, and not from whole numbers: then they may be rounded.
    """
    first, sides = number.subjects[0], [number.subjects[0], *(side for _, side in number.rest)]
    last = sides[-1]
    exact = isinstance(last, ast.Number) and (_is_exact(computed, last) or (bool(number.rest) and _is_whole(first)))
    exact = exact and not any(isinstance(part, ast.Symbol | ast.Fraction) for part in walk(computed))
    if number.rest and not exact:
        return None
    relation = ast.Relation("eq" if exact else "approx", "=" if exact else "\\approx", first.span)
    rest = ((relation, first), *number.rest)
    return ast.Chain((computed,), rest, (0,) * (len(rest) + 1), (), number.span)


def _between(entries: Sequence[Entry], place: int) -> str:
    """The text between an entry and the one before it."""
    return sentences.between(entries[place - 1].parsed.span, entries[place].parsed.span)


def _is_exact(computed: ast.Operand, number: ast.Number) -> bool:
    """Whether whole numbers make a whole number that is written out, and not rounded to thousands."""
    rounded = number.value % 1 != 0 or (number.value >= 1000 and number.value % 10 == 0)
    return not rounded and not any(isinstance(part, ast.Symbol | ast.Fraction) for part in walk(computed))


def _is_whole(node: ast.Operand) -> bool:
    """Whether it is computed from whole numbers, so that nothing in it is rounded."""
    numbers = [part.value for part in walk(node) if isinstance(part, ast.Number)]
    return all(value % 1 == 0 for value in numbers)


def _with_values(formula: ast.Operand, values: Mapping[str, ast.Number], at: Span) -> ast.Operand | None:
    """A formula with numbers in the places of its letters; None if that leaves others, or if there were none.

    What is said is said where the number stands.
    """
    if any(isinstance(part, ast.BigOperator) and part.variable is not None for part in walk(formula)):
        return None
    used: set[str] = set()

    def change(node: Any) -> Any:
        if (number := values.get(name := letter_or_size(node))) is not None:
            used.add(name)
            return number.replace(span=at)
        power = node.sup.expr if isinstance(node, ast.Symbol) and node.sup is not None and node.sub is None else None
        if power is not None and (number := values.get(node.name)) is not None:
            used.add(node.name)
            return ast.Power(number.replace(span=at), power, at)
        return node.replace(span=at) if hasattr(node, "span") else node

    found = rewritten(formula, change)
    others = any(lookup(name) is None for name in names_in(found)) or any(isinstance(n, ast.Size) for n in walk(found))
    return found if used and not others else None
