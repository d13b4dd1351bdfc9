"""Results of numbers that stand in words, in a text that gives other ones elsewhere.

*With three layers of width five, `r = 13`. With `n = 10` and `k = 3`, `r = 21`*: the first is no result of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.taken import free
from ntdoc.vocabulary import ANY

_OTHER_CASE = regex(  # *For the cube,*, which no formula gives a number
    rf"\W*(?:and\s+|but\s+)?(?:for|with|under)\s+(?!(?:this|that|these|those|{ANY}|example|instance|our|both|the\s+same)\b)"
    r"(?:(?!\b(?:steps?|iterations?|rounds?|updates?|same)\b)(?:[^$.;:,=\\]|\$\s*-?[\d.]+\s*\$))+,\s+(?:[a-z]+\s+){0,5}(?:\$|\\\()?\s*$"
    r"|\W*(?:an?|another)\s(?:(?!\b(?:with|where|steps?)\b)[^$.;:,=\\]){4,60}?\b(?:needs|has|takes|gets|uses|costs|requires|gives)"
    r"\s+(?:[a-z]+\s+){0,3}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def why(claim: Judged, judged: Sequence[Judged]) -> str | None:
    """Why a number that does not come out may be right: words say which case it is of, and no formula."""
    at = claim.role.entry
    if claim.left is None or not _says_number(claim):
        return None
    names = set(names_in(claim.left))
    given = [j for j in _numbers_of(claim.left, judged) if j.role.entry.section == at.section and j.name not in names]
    taken = bool(given) and all(_is_of_case(j.role.entry) for j in given)
    own = any(j.role.entry.sentence == at.sentence for j in given)
    told = taken and not own and _OTHER_CASE.match(sentences.before(claim.span))
    return "words alone say of which case it is" if told else None


def goes_on(claim: Judged, before: Judged) -> bool:
    """*For a fair coin and `n = 10`, `v = 2.5`. The deviation is `\\sqrt v \\approx 1.58`*: of the same samples."""
    at = claim.role.entry
    if not _says_number(claim) or before.role.entry.section != at.section:
        return False
    together = sentences.are_together(before.span, claim.span)
    return together and not set(free(before, within=True)).isdisjoint(free(claim, within=True))


def _says_number(claim: Judged) -> bool:
    """Whether a claim in a sentence says what number something is."""
    at, relation, right = claim.role.entry, claim.relation, claim.right
    if at.display or at.cell or claim.kind is not Kind.CLAIM or claim.law is not None or right is None:
        return False
    same = relation is not None and relation.kind in ("eq", "approx")
    return same and not names_in(right) and numeric.is_numbers(right)


def _is_of_case(entry: Entry) -> bool:
    case = cases.is_taken(entry) or entry.supposed or _OTHER_CASE.match(sentences.before(entry.parsed.span))
    return not entry.display and bool(case)


def _numbers_of(left: ast.Operand, judged: Sequence[Judged]) -> Iterator[Judged]:
    """What gives a number to what a side is made of."""
    said: dict[str | None, list[tuple[Judged, ast.Operand]]] = {}
    for j in judged:
        if isinstance(found := j.role.defines, Tensor | Function):
            said.setdefault(j.name, []).append((j, found.body))

    def formulas(name: str) -> list[ast.Operand]:
        return [body for _, body in said.get(name, ()) if not numeric.is_numbers(body)]

    made = sorted(reached(names_in(left), formulas))
    return (j for name in made for j, body in said.get(name, ()) if numeric.is_numbers(body))
