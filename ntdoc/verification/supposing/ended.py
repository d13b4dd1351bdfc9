"""Claims that come out wrong with numbers of another case than theirs: with those of an example that is over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims.rests_on import is_numbers
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_update, names_in, number_given, number_in
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.supposing.given import Given, Refuted, Ruling
from ntdoc.vocabulary import SUPPOSE

_ASSUMES = regex(rf"\b(?:{SUPPOSE})\b(?:\s+that)?[^$.;]*(?:\$|\\\()?\s*$")
_STARTS = regex(r"\b(?:start\w*|begin\w*|initial\w*|from)\b", re.IGNORECASE)
_ALTERNATIVE = regex(r"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:against|versus|vs\.?|or|from|and)\s[^$.;]*(?:\$|\\\()?\s*")


def of_an_alternative(claim: Refuted, given: Given) -> Ruling:
    """*We test `m = 0` against `m \\ne 0`*: what a sentence says of two cases, of which one is so."""
    j = claim.judged
    if claim.at.display or j.relation is None or j.relation.kind != "ne" or j.left is None or j.right is None:
        return None
    for entry in _of_sentence(claim, given):
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or parsed.rest[0][0].kind != "eq":
            continue
        sides = [side.span.text.strip() for side in (parsed.subjects[0], parsed.rest[0][1])]
        if sides != [j.left.span.text.strip(), j.right.span.text.strip()]:
            continue
        if _ALTERNATIVE.fullmatch(sentences.between(parsed.span, claim.at.parsed.span)):
            return "its sentence tells of both cases, and says of none that it is so"
    return None


def where_updates_start(claim: Refuted, given: Given) -> Ruling:
    """*Starting from `x = 1`*, of an `x` that is updated: a number that it has at first, or at another time."""
    left = claim.judged.left
    if claim.at.display or not isinstance(left, ast.Symbol) or not numeric.is_number(claim.judged.right):
        return None
    said = (j.role.entry for j in given.judged if j.name == left.full_name and is_update(j.role.entry.parsed))
    last = max((entry.index for entry in said if entry.is_above(claim.at)), default=None)
    if last is None:
        return None
    starts = _STARTS.search(sentences.before(claim.judged.span)) is not None
    if not starts and _number_before(given, left.full_name, claim.at, since=last) is None:
        return None
    return f"{left.span.text} is updated, and it is said of one of its values"


def of_another_value(claim: Refuted, given: Given) -> Ruling:
    """*The first has `e = 0.21`, the second `e \\approx 0.15`*: another number, of which the text has no formula.

    With an equation it would be given that. What is near the first is rather the same, and rounded wrongly.
    """
    j, at = claim.judged, claim.at
    about = j.relation is not None and j.relation.kind == "approx"
    if at.display or at.concludes or not about or not isinstance(j.left, ast.Symbol):
        return None
    if not isinstance(j.right, ast.Number):
        return None
    before = [b for b in _numbers(j) if b.name == j.left.full_name and isinstance(b.body, ast.Number)]
    if len(before) != 1 or before[0].entry.display or letters_in(before[0].name):
        return None
    assert isinstance(before[0].body, ast.Number)
    one, other = before[0].body.value, j.right.value
    if abs(one - other) < max(abs(one), abs(other)) / 10:
        return None
    return f"it may be another one than {before[0].entry.parsed.span.text}"


def of_numbers_that_are_over(claim: Refuted, given: Given) -> Ruling:
    """*Take `x = (1, 2)`*, and in another paragraph *assume `\\nsum{\\ax} x = 0`; then*: of any such `x` again.

    Numbers that do not meet what a paragraph supposes are none of this paragraph.
    """
    j, at = claim.judged, claim.at
    if claim.free(within=True) or j.law is not None:
        return None
    elsewhere = {b.name for b in _numbers(j) if not sentences.are_together(b.entry.parsed.span, at.parsed.span)}
    if not elsewhere:
        return None
    for one, names in given.over:
        if not names.isdisjoint(elsewhere) and sentences.are_together(one.span, j.span):
            return f"it is said where {one.span.text}, and not of the numbers of another paragraph"
    if at.assumed and taken.is_equation(j) and not at.concludes and _ASSUMES.search(sentences.before(j.span)):
        given.over.append((j, frozenset(elsewhere)))
        return "the text supposes this, and the numbers of another paragraph are not so"
    return None


def of_names_said_anew(claim: Refuted, given: Given) -> Ruling:
    """*Then `p = q = 1`, and `D = 0`*, after other numbers in another paragraph: its sentence says what `p` is.

    It has to be made of that: *`M = 5`, and with others `M = 7`* are two claims.
    """
    j, at = claim.judged, claim.at
    if claim.free(within=True) or j.law is not None or at.display:
        return None
    elsewhere = {b.name: b for b in _numbers(j) if not sentences.are_together(b.entry.parsed.span, at.parsed.span)}
    if isinstance(j.left, ast.Symbol):
        elsewhere.pop(j.left.full_name, None)
    for entry in _of_sentence(claim, given):
        found = number_given(entry.parsed)
        other = elsewhere.get(found[0]) if found is not None else None
        if found is not None and other is not None and number_in(other.body) != found[1].value:
            return f"its sentence says otherwise what {found[0]} is: {entry.parsed.span.text}"
    return None


def of_another_number(claim: Refuted, given: Given) -> Ruling:
    """*With `a = 0.5` it is `A = 1.65`. `a = 0` gives …, `A = d`*: the `A` in numbers is that of another `a`."""
    j, at = claim.judged, claim.at
    if claim.free(within=True) or j.law is not None or at.display or not taken.is_equation(j):
        return None
    for case in _of_sentence(claim, given):
        if (here := number_given(case.parsed)) is None:
            continue
        for b in _numbers(j):
            other = _number_before(given, here[0], b.entry) if b.entry.sentence != at.sentence else None
            if other is None or b.name == here[0] or here[0] in names_in(b.body) or b.entry.index > case.index:
                continue
            if other[1].value != here[1].value:
                return f"it is said where {case.parsed.span.text}, and {b.name} has been computed for another number"
    return None


def _number_before(given: Given, letter: str, at: Entry, since: int = -1) -> tuple[str, ast.Number] | None:
    """What number a letter has got last in the paragraph of an entry before that, `since` another one."""
    for entry in reversed([e for e in given.entries if since < e.index < at.index]):
        if entry.section != at.section or not sentences.are_in_one_thought(
            entry.parsed.span, at.parsed.span, goes_on=False, leads=at.display
        ):
            return None
        if (found := number_given(entry.parsed)) is not None and found[0] == letter:
            return found
    return None


def _of_sentence(claim: Refuted, given: Given) -> Iterator[Entry]:
    """The statements before a claim in its sentence."""
    return (e for e in given.entries if e.sentence == claim.at.sentence and e.index < claim.at.index)


def _numbers(claim: Judged) -> Iterator[Tensor]:
    """What a claim names that is given in numbers."""
    bindings = (use.binding for use in claim.notebook.uses)
    return (b for b in bindings if isinstance(b, Tensor) and is_numbers(b.body))
