"""Claims about every member of a family, `a_t \\ndot{\\ax} b_t = c` for `t = 1, \\ldots, T`, at each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.ranges.ranges import LARGEST_MEMBER
from ntdoc.shapes.patterns import operands
from ntdoc.shapes.plan import Call, Defined, Smooth
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import LET

_OF_THE_LAST = regex(  # of one member of the family: "in the last step it is", "at the end we have"
    r"\b(?:in|at|for|on|after)\s+the\s+(?:very\s+)?(?:(?:last|final|terminal)\s+[a-z]+|end)\b[^.;:$]*\Z"
    r"|\bthe\s+(?:last|final|terminal)\s+(?!(?:two|three|terms?|factors?|formula|equations?|lines?|expressions?)\b)[a-z]+"
    r"\s+(?:is|has|becomes)\s*\Z",
    re.IGNORECASE,
)


class AtMember(NamedTuple):
    """A claim at one value of a letter: `where` says which, as `t = 1`."""

    claim: Judged
    where: str


def at_members(session: Session, claim: Judged) -> Iterator[AtMember]:
    """A claim at the values of its index letters that its section lists; it is itself at the last of them."""
    at = claim.role.entry
    if claim.kind is not Kind.CLAIM or claim.law is not None or not isinstance(at.parsed, ast.Chain):
        return
    if _OF_THE_LAST.search(sentences.before(at.parsed.span, across=at.display).rstrip(" $\n,:")):
        return
    yield from _at_another_end(session, claim)
    for letter in sorted(_letters(at.parsed)):
        known = session.ranges.range_of(letter, at)
        if known is None or not known.said or known.back or known.entry.section != at.section:
            continue
        given = session.scope.tensor(letter, at)
        if (given is not None and given.entry.section == at.section) or any(
            r.end == letter for r in session.ranges.all
        ):
            continue  # it has one value
        if _is_fixed(letter, known.entry, at):
            continue
        session.environment(at)
        equations, said, indices, sizes = session.surroundings[at.index]
        reach = session.ranges.reach_of(letter, at) or known  # beside one that goes back there may be another
        if indices.get(letter) not in (known.high, reach.high):
            continue
        bounds = (low for by, low in session.scope.bounded.get(letter, ()) if by.row == at.row)  # `…, \quad t \ge 2`
        for number in sorted({*range(max((reach.low, *bounds)), reach.high + 1)} - {indices.get(letter)}):
            there = {at.index: (equations, said, {**indices, letter: number}, sizes)}
            found = judge_again(replace(session, surroundings=there), claim, claim.role)
            if found is not None:
                yield AtMember(found, f"{letter} = {number}")


def _at_another_end(session: Session, claim: Judged) -> Iterator[AtMember]:
    """A claim of a number `T` at another one than where families of its section end, if it is made of none of these.

    `\\sum_{t=1}^T t a^t \\le E` after `t = 1, \\ldots, T`: few members of a recurrence are computed, and hide much.
    """
    at = claim.role.entry
    if not isinstance(at.parsed, ast.Chain):
        return
    parts = [part for side in operands(at.parsed) for part in walk(side)]
    names = {part.full_name for part in parts if isinstance(part, ast.Symbol)}
    ends = names & {r.end for r in session.ranges.all if r.end is not None}
    computed = any(isinstance(part, Defined | Call | Smooth) for part in walk(claim.plans))
    computed = computed or not samples_in(*claim.plans).keys() <= names
    if len(ends) != 1 or computed or _letters(at.parsed) or at.parsed.conditions:
        return
    (end,) = ends
    session.environment(at)
    equations, said, indices, sizes = session.surroundings[at.index]
    if end not in indices or session.scope.tensor(end, at) is not None:
        return
    there = {at.index: (equations, said, {**indices, end: LARGEST_MEMBER}, sizes)}
    found = judge_again(replace(session, surroundings=there), claim, claim.role)
    if found is not None:
        yield AtMember(found, f"{end} = {LARGEST_MEMBER}")


def _is_fixed(letter: str, said: Entry, at: Entry) -> bool:
    """Whether words say between a range and a claim that the letter is one of it: *let `t` be the step at which*."""
    one, two = said.parsed.span, at.parsed.span
    between = one.source.words[one.end : two.start] if one.source is two.source else ""
    fixed = rf"\b(?:{LET}|call|for some|denote by)\s+(?:\$|\\\()\s*{re.escape(letter)}\s*(?:\$|\\\))"
    return re.search(fixed, between, re.IGNORECASE) is not None


def _letters(parsed: ast.Chain) -> set[str]:
    """The letters in the names of a claim that none of its sums runs over."""
    parts = [part for side in operands(parsed) for part in walk(side)]
    names = {s.full_name for s in parts if isinstance(s, ast.Symbol) and (s.sub is not None or s.sup is not None)}
    sums = {s.variable.full_name for s in parts if isinstance(s, ast.BigOperator) and s.variable is not None}
    return {letter for name in names for letter in letters_in(name)} - sums
