"""Where a case ends: a formula in its letter is of all values, *for `r = 1` it is `u`. The derivative by `r` is*."""

from __future__ import annotations

import re

from ntdoc.nodes import Node, fields_of, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast, literals
from ntdoc.vocabulary import THEN

_GOES_ON = regex(  # with what was said before
    rf"\b(?:{THEN}|there|here|also|this|that|these|those|now|again|moreover|such)\b",
    re.IGNORECASE,
)
_LEADS = regex(r"\b(?:then|have|has|gets?|is|becomes?|gives?)\s*(?:\$|\\\()?\s*$", re.IGNORECASE)


def goes_beyond(session: Session, claim: Judged, case: Entry) -> bool:
    """Whether a claim of letters after the sentence of a case is not said of that case.

    A derivative by the letter that the case fixes, equal to a formula in it, never is. Anything else in that letter is
    not if the sentence of the case says what is so then, and that of the claim does not go on with it.
    """
    at = claim.role.entry
    name = _fixed(case)
    if not name or case.sentence == at.sentence:
        return False
    if _is_slope(at.parsed, name):
        return True
    if name not in names_in(at.parsed) or not _is_told_out(session, case):
        return False
    opens = opening(session.ranges.entries, at)
    return _GOES_ON.search(sentences.before(opens.parsed.span, across=at.display)) is None


def _fixed(case: Entry) -> str:
    """The letter to which an entry gives a number; empty if it says anything else."""
    parsed = case.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) != 1:
        return ""
    subject, (relation, number) = parsed.subjects[0], parsed.rest[0]
    plain = relation.kind == "eq" and isinstance(subject, ast.Symbol) and literals.is_number(number)
    return subject.full_name if plain and isinstance(subject, ast.Symbol) else ""


def _is_slope(parsed: object, name: str) -> bool:
    """Whether a derivative by a letter stands there, and the letter outside of it, too."""
    slopes = [part for part in walk(parsed) if isinstance(part, ast.Derivative) and name in names_in(part.by)]
    return bool(slopes) and _stands_outside(parsed, name)


def _stands_outside(node: object, name: str) -> bool:
    """Whether a name stands in a tree outside of all derivatives."""
    match node:
        case ast.Derivative():
            return False
        case ast.Symbol():
            return name in (node.name, node.full_name)
        case tuple():
            return any(_stands_outside(part, name) for part in node)
        case Node():
            return any(_stands_outside(part, name) for part in fields_of(node))
    return False


def _is_told_out(session: Session, case: Entry) -> bool:
    """Whether the sentence of a case says itself what is so then: *for `r = 1` it is `h = u`*."""
    beside = (e for e in session.ranges.entries if e.sentence == case.sentence and e.index > case.index)
    return any(not (e.display or e.supposed or (_fixed(e) and not _is_result(e))) for e in beside)


def _is_result(entry: Entry) -> bool:
    """Whether words lead to a number as to what comes of a case: *if `a = 1`, then `s = 0`*."""
    return _LEADS.search(sentences.before(entry.parsed.span)) is not None
