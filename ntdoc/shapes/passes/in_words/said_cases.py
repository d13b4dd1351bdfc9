"""*`M_{\\seq(j),\\seq'(t)} = 1` if `j \\le t` and `0` otherwise*: a definition by cases that a sentence gives.

So it does where each case has its order: *`f(s) = 0` for `s \\ge 1`, and `f(s) = 1 - s` for `s < 1`*, and where the
condition stands first: *if `s > 1`, the output is `y = s`, and otherwise it is `y = 1`*. A verb may stand for the first
equals sign: *`f(s)` is `1` if `s > 1`, and `0` otherwise*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.patterns import ORDERS, names_in, operands, spelt, unbracketed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.vocabulary import FORMULA_CLOSES, FORMULA_OPENS, IF

_END, _BEGIN = rf"\s*{FORMULA_CLOSES}?\s*", rf"\s*{FORMULA_OPENS}?\s*"
_IF = regex(rf"{_END},?\s*(?:if|for|when|whenever|where){_BEGIN}")
_AND = regex(rf"{_END}[,;]?\s*(?:and|or|while)?\s*(?:(?:it|this)\s+)?(?:is\s)?{_BEGIN}")
_NEXT = regex(rf"{_END}(?:[,;]\s*(?:(?:and|but|while)\s+)?|\s(?:and|but|while)\s+){_BEGIN}")
_OTHERWISE_BEFORE = regex(rf"{_END}[,;]?\s*(?:and\s+)?(?:otherwise|else),?\s*(?:(?:it|this)\s+is\s+)?{_BEGIN}")
_OTHERWISE_AFTER = regex(r"\s*(?:\$|\\\))?,?\s*(?:otherwise|else|elsewhere)\b")
_IS = regex(rf"{_END}\s(?:is|be|are|equals?|(?:has|takes|have|take)\s+the\s+value)\s{_BEGIN}", re.IGNORECASE)
_IF_BEFORE = regex(rf"(?:^|[.;:,(])\W*(?:{IF}|where)\s*(?:\$|\\\()?\s*\Z", re.IGNORECASE)
_SUBJECT = r"(?:(?:then|let|set|we|it|this|is|have|put|take|use|get|equals|the|an?)\s+|[a-z-]+\s+(?=is\b)){0,6}"
_THEN = regex(rf"{_END},?\s*{_SUBJECT}{_BEGIN}", re.IGNORECASE)
_ELSE = regex(rf"{_END}[,;.]?\s*(?:(?:and|but)\s+)?(?:otherwise|else),?\s*{_SUBJECT}{_BEGIN}", re.IGNORECASE)


def as_cases(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are `cases`, of what nothing before gives a value to."""
    found = list(entries)
    for place, first in enumerate(entries):
        found[place : place + 3] = _with_condition_first(entries, place) or found[place : place + 3]
        if spoken := _spoken(entries, place):
            found[place : place + len(spoken)] = spoken
            continue
        said = _cases(*entries[place : place + 3]) if place + 2 < len(entries) else None
        listed = _listed(entries, place) if said is None else None
        cases = said[0] if said is not None else listed[0] if listed is not None else None
        if cases is None or is_known(cases, first, entries[:place]):
            continue
        found[place] = replace(first, parsed=cases, worded=False, supposed=False)
        others = [said[1]] if said is not None else listed[1] if listed is not None else []
        for number, other in enumerate(others):  # these, and the conditions, say nothing by themselves
            condition, value = place + 1 + 2 * number, place + 2 + 2 * number
            found[condition] = taken_up(entries[condition])
            behind = cases.replace(subjects=(other,), rest=(), rows=(0,), span=other.span)
            found[value] = replace(entries[value], parsed=behind, supposed=False, worded=True)
        if listed is not None:
            last = place + 1 + 2 * len(others)
            found[last] = taken_up(entries[last])
    return found


def taken_up(condition: Entry) -> Entry:
    """A condition that a case has taken up: an equation, `i = k` or `s(e) = i`, defines nothing besides.

    An order of entries, `X_{\\ax(i)} > 0`, is none of all of them.
    """
    chain = condition.parsed
    kind = chain.rest[0][0].kind if isinstance(chain, ast.Chain) and chain.rest else ""
    if isinstance(chain, ast.Chain) and (kind in ("eq", "ne") or (kind in ORDERS and _is_of_entries(chain))):
        letter = next((part for part in walk(chain.subjects) if isinstance(part, ast.Symbol)), None)
        if letter is not None:
            chain = chain.replace(subjects=(letter,), rest=(), rows=(0,), conditions=())
    return replace(condition, parsed=chain, supposed=False, worded=True)


def _is_of_entries(condition: ast.Chain) -> bool:
    return any(isinstance(side, ast.Index) for side in operands(condition))


def _spoken(entries: Sequence[Entry], place: int) -> list[Entry]:
    """The cases in *`f(s)` is `1` if `s > 1`, and `0` otherwise*, with what says nothing by itself."""
    if place + 3 >= len(entries):
        return []
    first, one, condition, other = entries[place : place + 4]
    chain = with_verb(first, one)
    said = _cases(replace(first, parsed=chain), condition, other) if chain is not None else None
    if said is None or is_known(said[0], first, entries[:place]):
        return []
    whole, elsewhere = said
    behind = whole.replace(subjects=(elsewhere,), rest=(), rows=(0,), span=elsewhere.span)
    return [
        replace(first, parsed=whole.replace(span=first.parsed.span), worded=False, supposed=False),
        replace(one, supposed=False, worded=True),
        taken_up(condition),
        replace(other, parsed=behind, supposed=False, worded=True),
    ]


def with_verb(first: Entry, one: Entry) -> ast.Chain | None:
    """The equation that a verb between two formulas makes: *`M_{\\ax(i)}` is `1`*, of entries, or of any letters."""
    left, right = alone(first), alone(one)
    if left is None or right is None or isinstance(left, ast.TensorSet) or isinstance(right, ast.TensorSet):
        return None
    if isinstance(left, ast.Symbol) and not letters_in(left.full_name):
        return None
    if not _IS.fullmatch(_between(first.parsed.span, one.parsed.span)):
        return None
    equal = ast.Relation("eq", "=", right.span)
    return ast.Chain((left,), ((equal, right),), (0, 0), (), left.span.to(right.span))


def _with_condition_first(entries: Sequence[Entry], place: int) -> list[Entry]:
    """Three entries, of which the first is the condition of the cases that the others are; none if they are not."""
    said = _cases_behind(*entries[place : place + 3]) if place + 2 < len(entries) else None
    if said is None:
        return []
    whole, elsewhere = said
    condition, one, other = entries[place : place + 3]
    if any(_is_of_same(e.parsed, whole) for e in entries[:place] if e.section == condition.section):
        return []
    alone = whole.replace(subjects=(elsewhere,), rest=(), rows=(0,), span=elsewhere.span)
    return [
        taken_up(condition),
        replace(one, parsed=whole, worded=False, supposed=False, assumed=False, local=False, concludes=False),
        replace(other, parsed=alone, supposed=False, worded=True),
    ]


def _listed(entries: Sequence[Entry], place: int) -> tuple[ast.Chain, list[ast.Expr]] | None:
    """The cases of equations of one left side that follow each other in a sentence, each before its order."""
    rows: list[tuple[ast.Expr, ast.Chain]] = []
    first, at = entries[place], place
    if not isinstance(first.parsed, ast.Chain) or not first.parsed.rest:
        return None
    left = first.parsed.subjects[0]
    own = names_in(left) | _letters_of(left)
    while at + 1 < len(entries):
        one, condition = entries[at], entries[at + 1]
        parsed, case, value = one.parsed, condition.parsed, value_of(one)
        if value is None or not isinstance(parsed, ast.Chain) or not parsed.rest or condition.item != one.item + 2:
            break
        if not isinstance(case, ast.Chain) or len(case.subjects) != 1 or not case.rest or case.conditions:
            break
        alike = one.sentence == first.sentence and spelt(parsed.subjects[0]) == spelt(first.parsed.subjects[0])
        if one.display or condition.display or not alike or own.isdisjoint(names_in(case)):
            break
        if not (_letters_of(left) or _is_of_letters(left)) or not may_be_given(left, case):
            break
        if not _IF.fullmatch(_between(parsed.span, case.span)):
            break
        rows.append((value, case))
        at += 2
        joined = at < len(entries) and _NEXT.fullmatch(_between(case.span, entries[at].parsed.span))
        if not joined:
            break
    if len(rows) < 2:
        return None
    whole = ast.Cases(tuple(rows), rows[0][0].span.to(rows[-1][0].span))
    equation = first.parsed.replace(rest=((first.parsed.rest[0][0], whole),), rows=(0, 0), conditions=())
    return equation, [value for value, _ in rows[1:]]


def _cases(first: Entry, condition: Entry, other: Entry) -> tuple[ast.Chain, ast.Expr] | None:
    """What the first of three formulas says with the other two, and the value otherwise, if words join them so."""
    if first.display or other.display or not first.item < condition.item < other.item:
        return None
    parsed, case, last = first.parsed, condition.parsed, other.parsed
    value, elsewhere = value_of(first), value_of(other)
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or not may_be_given(parsed.subjects[0], case):
        return None
    if value is None or elsewhere is None or not isinstance(case, ast.Chain) or not case.rest or case.conditions:
        return None
    words, behind = _between(case.span, last.span), sentences.after(last.span)
    joined = _AND.fullmatch(words) and _OTHERWISE_AFTER.match(behind)
    if not (joined or _OTHERWISE_BEFORE.fullmatch(words)):
        return None
    if not _IF.fullmatch(_between(parsed.span, case.span)):
        return None
    if isinstance(last, ast.Chain) and last.rest and spelt(last.subjects[0]) != spelt(parsed.subjects[0]):
        return None
    return _chosen(parsed, value, case, elsewhere), elsewhere


def _cases_behind(condition: Entry, first: Entry, other: Entry) -> tuple[ast.Chain, ast.Expr] | None:
    """What two equations say with the condition before them, *if `s > 1`, `y = s`, otherwise `y = 1`*."""
    case, parsed, last = condition.parsed, first.parsed, other.parsed
    if any(e.display for e in (condition, first, other)) or not condition.item < first.item < other.item:
        return None
    if not isinstance(case, ast.Chain) or not case.rest or case.conditions or not isinstance(last, ast.Chain):
        return None
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or not may_be_given(parsed.subjects[0], case):
        return None
    if not last.rest or spelt(last.subjects[0]) != spelt(parsed.subjects[0]):
        return None
    value, elsewhere = value_of(first), value_of(other)
    if value is None or elsewhere is None or not _IF_BEFORE.search(sentences.closed_up(sentences.before(case.span))):
        return None
    if not _THEN.fullmatch(_between(case.span, parsed.span)):
        return None
    if not _ELSE.fullmatch(_between(parsed.span, last.span)):
        return None
    return _chosen(parsed, value, case, elsewhere), elsewhere


def _between(first: Span, second: Span) -> str:
    """The words between two formulas, with one blank for several."""
    return sentences.closed_up(sentences.between(first, second))


def _chosen(parsed: ast.Chain, value: ast.Expr, case: ast.Chain, elsewhere: ast.Expr) -> ast.Chain:
    """An equation with the cases of its right side."""
    span = value.span.to(elsewhere.span) if value.span.start < elsewhere.span.start else value.span
    whole = ast.Cases(((value, case), (elsewhere, None)), span)
    return parsed.replace(rest=((parsed.rest[0][0], whole),), conditions=())


def may_be_given(left: ast.Operand, case: ast.Parsed) -> bool:
    """Whether it is a name alone, or one with the letters of the case, `a_{ij}`, or entries or a function of any."""
    if isinstance(left, ast.Symbol):
        letters = _letters_of(left)
        return not (left.axes or left.under or (letters and not names_in(case) <= letters))
    return _is_of_letters(left)


def _letters_of(left: ast.Operand) -> frozenset[str]:
    """The letters in the script of a name."""
    return frozenset("".join(letters_in(left.full_name))) if isinstance(left, ast.Symbol) else frozenset()


def value_of(entry: Entry) -> ast.Expr | None:
    """The right side of an equation, or the expression that stands alone."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) > 1:
        return None
    if parsed.rest and parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    value = parsed.rest[0][1] if parsed.rest else parsed.subjects[0]
    return None if isinstance(value, ast.TensorSet) else value


def _is_of_letters(left: ast.Operand) -> bool:
    """`X_{\\ax(i)}`, `(e_k)_{\\ax(i)}`, `f(x)` or `f(k)_{\\ax(i)}`, of any letters, with an `f` of the document."""
    if isinstance(left, ast.Index):
        body, places = unbracketed(left.body), [place for _, place in left.items]
        whole = isinstance(body, ast.Symbol) or _is_of_letters(body)
        return whole and all(isinstance(place, ast.Symbol) for place in places)
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return False
    head, bracket = left.factors
    if isinstance(bracket, ast.Index):
        return _is_of_letters(bracket.replace(body=left.replace(factors=(head, bracket.body))))
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or lookup(head.name) is not None:
        return False
    return all(isinstance(x, ast.Symbol) and not x.axes for x in bracket.contents)


def is_known(cases: ast.Chain, at: Entry, before: Sequence[Entry]) -> bool:
    """Whether a statement before gives a value to what has such cases, and they may be a claim about that.

    So it is in its section, and in the one that this is a subsection of, if it is not let be. Below another heading
    such cases are a definition of their own, as any formula is there, unless they are drawn as a conclusion or stand
    in a theorem; and a function of letters is not the number of another section: `H(r) = …` after `H = 4`.
    """
    called = isinstance(cases.subjects[0], ast.Juxtaposition)
    for entry in before:
        here = entry.section == at.section
        near = here or (not at.lets and (at.is_under(entry) or at.concludes or at.theorem))
        if near and _is_of_same(entry.parsed, cases):
            name = isinstance(entry.parsed, ast.Chain) and isinstance(entry.parsed.subjects[0], ast.Symbol)
            if here or not (called and name):
                return True
    return False


def _is_of_same(parsed: ast.Parsed, cases: ast.Chain) -> bool:
    """Whether a statement gives a value to the tensor or the function, too, and not only at numbers."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define", "update"):
        return False
    left = parsed.subjects[0]
    whole = isinstance(left, ast.Symbol) or _is_of_letters(left)
    return whole and not isinstance(parsed.rest[0][1], ast.TensorSet) and _head(left) == _head(cases.subjects[0])


def _head(left: ast.Operand) -> str:
    if isinstance(left, ast.Index):
        return _head(unbracketed(left.body))
    return spelt(left.factors[0] if isinstance(left, ast.Juxtaposition) else left)
