"""*`M_{\\seq(j),\\seq'(t)} = 1` if `j \\le t` and `0` otherwise*: a definition by cases that a sentence gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.operations.table import lookup
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import spelt
from ntdoc.syntax import ast

_END, _BEGIN = r"\s*(?:\$|\\\))?\s*", r"\s*(?:\$|\\\()?\s*"
_IF = re.compile(rf"{_END},?\s*(?:if|for|when|whenever|where){_BEGIN}")
_AND = re.compile(rf"{_END}[,;]?\s*(?:and|or|while)?\s*(?:(?:it|this)\s+)?(?:is\s)?{_BEGIN}")
_OTHERWISE_BEFORE = re.compile(rf"{_END}[,;]?\s*(?:and\s+)?(?:otherwise|else),?\s*(?:(?:it|this)\s+is\s)?{_BEGIN}")
_OTHERWISE_AFTER = re.compile(r"\s*(?:\$|\\\))?,?\s*(?:otherwise|else|elsewhere)\b")


def as_cases(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such words are `cases`, of what nothing before gives a value to."""
    found = list(entries)
    for place, (first, condition, other) in enumerate(zip(entries, entries[1:], entries[2:], strict=False)):
        said = _cases(first, condition, other)
        if said is None or any(_is_of_same(before.parsed, said[0]) for before in entries[:place]):
            continue
        cases, elsewhere = said
        found[place] = replace(first, parsed=cases, worded=False, supposed=False)
        found[place + 1] = replace(condition, supposed=False, worded=True)  # these say nothing by themselves
        alone = cases.replace(subjects=(elsewhere,), rest=(), rows=(0,), span=elsewhere.span)
        found[place + 2] = replace(other, parsed=alone, supposed=False, worded=True)
    return found


def _cases(first: Entry, condition: Entry, other: Entry) -> tuple[ast.Chain, ast.Expr] | None:
    """What the first of three formulas says with the other two, and the value otherwise, if words join them so."""
    if first.display or other.display or not first.item < condition.item < other.item:
        return None
    parsed, case, last = first.parsed, condition.parsed, other.parsed
    value, elsewhere = _value(first), _value(other)
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or not _is_of_letters(parsed.subjects[0]):
        return None
    if value is None or elsewhere is None or not isinstance(case, ast.Chain) or not case.rest or case.conditions:
        return None
    words, behind = sentences.between(case.span, last.span), sentences.after(last.span)
    joined = _AND.fullmatch(words) and _OTHERWISE_AFTER.match(behind)
    if not (joined or _OTHERWISE_BEFORE.fullmatch(words)):
        return None
    if not _IF.fullmatch(sentences.between(parsed.span, case.span)):
        return None
    if isinstance(last, ast.Chain) and last.rest and spelt(last.subjects[0]) != spelt(parsed.subjects[0]):
        return None
    whole = ast.Cases(((value, case), (elsewhere, None)), value.span.to(elsewhere.span))
    return parsed.replace(rest=((parsed.rest[0][0], whole),), conditions=()), elsewhere


def _value(entry: Entry) -> ast.Expr | None:
    """The right side of an equation, or the expression that stands alone."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) > 1:
        return None
    if parsed.rest and parsed.rest[0][0].kind not in ("eq", "define"):
        return None
    value = parsed.rest[0][1] if parsed.rest else parsed.subjects[0]
    return None if isinstance(value, ast.TensorSet) else value


def _is_of_letters(left: ast.Operand) -> bool:
    """`X_{\\ax(i)}` or `f(x)`, of any `i` or `x`, with an `f` of the document's own."""
    if isinstance(left, ast.Index):
        places = [place for _, place in left.items]
        return isinstance(left.body, ast.Symbol) and all(isinstance(place, ast.Symbol) for place in places)
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return False
    head, bracket = left.factors
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or lookup(head.name) is not None:
        return False
    return all(isinstance(x, ast.Symbol) and not x.axes for x in (*bracket.items, *bracket.parameters))


def _is_of_same(parsed: ast.Parsed, cases: ast.Chain) -> bool:
    """Whether a statement gives a value to the tensor or the function, too, and not only at numbers."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind not in ("eq", "define", "update"):
        return False
    left = parsed.subjects[0]
    whole = isinstance(left, ast.Symbol) or _is_of_letters(left)
    return whole and not isinstance(parsed.rest[0][1], ast.TensorSet) and _head(left) == _head(cases.subjects[0])


def _head(left: ast.Operand) -> str:
    if isinstance(left, ast.Index):
        return spelt(left.body)
    return spelt(left.factors[0] if isinstance(left, ast.Juxtaposition) else left)
