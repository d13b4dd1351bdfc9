"""What holds by numbers that are not its own: those before a claim of any tensors, or those of another exercise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.claims import generality
from ntdoc.shapes.claims.in_paragraphs import in_its_paragraph
from ntdoc.shapes.claims.rereadings import judge_again
from ntdoc.shapes.claims.rests_on import all_names, is_numbers
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.any_such import is_of_any_such
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.syntax import ast
from ntdoc.syntax.literals import is_number
from ntdoc.vocabulary import ANY, IF

_OF_ANY = regex(  # "for any vectors `x`, `y \\in S`", "every `x`", and not "every unit vector `x`"
    rf"\b(?:{ANY}|whatever)\s+(?:(?:real|two|three|other|possible)\s+)?"
    r"(?:(?:vectors?|tensors?|matrix|matrices|arrays?|numbers?|inputs?|(?:choices?|values?)\s+of)\s+)?"
    rf"(?:{sentences.FORMULA}(?:\s*,\s*|\s*,?\s+and\s+))*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_NEVER = regex(r"\bnever\b", re.IGNORECASE)  # of numbers: *never less than*
_RESTRICTS = (
    rf"(?:for|{IF}|with|whose|such|that(?!\s*[:;,])|which|satisfying|having|where|of|on|in|under|provided|as|up)\b"
)
_SOME = regex(rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:and\s+)?{_RESTRICTS}", re.IGNORECASE)  # behind a formula
_SAID_OF_SOME = regex(
    rf"(?<!\bin )(?<!\bnumber )\b(?!in\s+(?:{ANY}|general)\b){_RESTRICTS}", re.IGNORECASE
)


def by_its_own(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim that holds, read without the numbers that others gave to its names, if there are such."""
    given = _given_before(session, claim)
    if not given:
        return
    if (found := _of_any(session, claim, given)) is not None:
        yield found
    at = claim.role.entry
    elsewhere = any(b.entry.exercise != at.exercise for b in given)
    own = in_its_paragraph(session, claim) if at.exercise and elsewhere and _has_case(session, claim) else None
    if own is not None:
        yield own


def in_a_part(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim with the numbers of each part of its exercise: *(a) for `x = (1, 2)`, (b) for `x = (1, 3)`*."""
    at = claim.role.entry
    parts: dict[str, list[int]] = {}
    for name in sorted(all_names(session, claim)) if at.exercise else ():
        bindings = (b for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor) and is_numbers(b.body))
        own = (b.entry for b in bindings if b.entry.exercise == at.exercise and b.entry.index < at.index)
        if found := [e.index for e in own if e.index in session.scope.cases]:
            parts[name] = found
    count = max(map(len, parts.values()), default=0)
    for part in range(count if count > 1 else 0):
        held = {found[min(part, len(found) - 1)] for found in parts.values()}
        there = replace(session.at_place(at), scope=session.scope.with_held(held), surroundings={})
        if (again := judge_again(there, claim, claim.role)) is not None:
            yield again


def _given_before(session: Session, claim: Judged) -> list[Tensor]:
    """What a claim finds of its names that another sentence gives numbers to, after they were declared."""
    at, replaced = claim.role.entry, session.scope.made(_given_numbers)
    names = sorted(replaced & all_names(session, claim)) if replaced else ()
    places = [at, *definitions(session, claim)] if names else []
    found = {id(b): b for name in names for place in places if (b := session.scope.tensor(name, place)) is not None}
    given = (b for b in found.values() if isinstance(b, Tensor) and _is_given(b) and b.entry.index < at.index)
    return [b for b in given if b.entry.sentence != at.sentence]


def definitions(session: Session, claim: Judged) -> list[Entry]:
    """Where the tensors and functions are defined that a claim rests on, as the names in it mean them."""
    scope, waiting = session.scope, [(name, claim.role.entry) for name in names_in(claim.role.entry.parsed)]
    found: dict[int, Entry] = {}
    while waiting:
        name, place = waiting.pop()
        before = [b for b in scope.by_name.get(name, ()) if b.entry.index < place.index]
        meant = scope.tensor(name, place) or next(reversed(before), None)  # also of a sentence, *if …, let `H = E`*
        for b in (meant, *scope.function(name, place)[:1]):
            if isinstance(b, Tensor | Function) and b.entry.index not in found:
                found[b.entry.index] = b.entry
                waiting += [(other, b.entry) for other in names_in(b.body)]
    return [*found.values()]


def _is_given(b: Tensor) -> bool:
    """Whether a tensor is given in numbers, and in sizes: `w = 1 / |\\ax|`."""
    return is_numbers(b.body) or (numeric.is_number(b.body) and not isinstance(b.body, ast.Size))


def _given_numbers(scope: Scope) -> set[str]:
    """The names that have numbers, beside a declaration of any such tensor."""
    return {name for name, bindings in scope.by_name.items() if _is_given_numbers(bindings)}


def _is_given_numbers(bindings: Sequence[Binding]) -> bool:
    said = any(isinstance(b, Declared) and b.domain is not None for b in bindings)
    return said and any(isinstance(b, Tensor) and not b.indices and _is_given(b) for b in bindings)


def _of_any(session: Session, claim: Judged, given: list[Tensor]) -> Judged | None:
    """A claim *in general*, *always* or *for any `x`*, without the numbers of these, or of this."""
    at = claim.role.entry
    letters = not any(is_number(side) for side in (claim.left, claim.right) if side is not None)
    never = _NEVER.search(sentences.before(at.parsed.span, across=at.display)) is not None
    always = letters and not at.illustration and (never or generality.is_general(session, at))
    general = (always or generality.is_in_general(at)) and not _is_of_some(at)
    of_any = _names_of_any(session, at, {b.name for b in given})
    names = {b.name for b in given if general or b.name in of_any or is_of_any_such(b.entry, at)}
    scope = session.scope
    for b in (b for b in given if b.name in names):
        scope = scope.without(b)
    for name in sorted(names):
        while isinstance(found := scope.tensor(name, at), Tensor) and _is_given(found):
            scope = scope.without(found)
    if scope is session.scope:
        return None
    there = replace(session.at_place(None), scope=scope, surroundings={}, sorted_sizes={})
    return judge_again(there, claim, claim.role)


def _names_of_any(session: Session, at: Entry, names: Set[str]) -> set[str]:
    """The names of which the sentence of a claim says that it is of any."""
    own = (e.parsed for e in session.ranges.entries if e.sentence == at.sentence and not e.display)
    said = (p for p in own if isinstance(p, ast.Chain) and _is_of_any(p))
    return {s.full_name for p in said for s in p.subjects if isinstance(s, ast.Symbol)} & names


def _is_of_any(parsed: ast.Chain) -> bool:
    """Whether a formula is a name alone, or says what set it is in, behind *any* or *every*, and not `x` *with …*."""
    declares = len(parsed.rest) == 1 and isinstance(parsed.rest[0][1], ast.TensorSet)
    if (parsed.rest and not declares) or _SOME.match(sentences.after(parsed.span)):
        return False
    return _OF_ANY.search(sentences.before(parsed.span)) is not None


def _is_of_some(at: Entry) -> bool:
    """Whether the sentence of a claim says more of what it is about: *in general, for unit vectors, …*."""
    span = at.parsed.span
    behind = not generality.is_behind(span) and _SOME.match(sentences.after(span))
    return bool(behind) or _SAID_OF_SOME.search(sentences.before(span, across=at.display)) is not None


def _has_case(session: Session, claim: Judged) -> bool:
    """Whether its exercise gives, in a sentence of its own, a number to a name that it has from another one."""
    at = claim.role.entry
    bindings = (b for name in all_names(session, claim) for b in session.scope.by_name.get(name, ()))
    own = (b.entry for b in bindings if isinstance(b, Tensor) and is_numbers(b.body))
    return any(e.exercise == at.exercise and e.index < at.index and e.index in session.scope.cases for e in own)
