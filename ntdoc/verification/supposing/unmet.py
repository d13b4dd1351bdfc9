"""Claims that may hold because of what the text says and ntdoc does not read, or cannot run."""

from __future__ import annotations

import re

from ntdoc.operations.domain import Domain
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.names.numbers.numeric import is_numbers
from ntdoc.shapes.patterns import equated, names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.beside import languages, told_steps
from ntdoc.verification.beside.cases import openers
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.supposing.given import Given, Refuted, Ruling
from ntdoc.vocabulary import HENCE, IF, NOT, SUPPOSE, SUPPOSES, THEN, WE_HAVE

_IF_NUMBERS = regex(  # *If `a` and `b` are constants, then*
    rf"\W*(?:{IF})\s+(?P<whose>{sentences.LISTED})\s+(?:is|are)\s+(?:(?:an?|any|some|both|all|two)\s+)*"
    rf"(?:(?:real|fixed|arbitrary)\s+)?(?:constant|number|scalar)s?\s*(?:,\s*)?"
    rf"(?:(?:{THEN})\s+)?(?:{WE_HAVE}\s+)?(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_IF_PUT = regex(  # *If we now set `w = E`, then the weights `w \\odot x` have the right sum,*
    rf"\W*(?:{IF})\s+(?:we|one|you)\s+(?:now\s+|then\s+|instead\s+)?(?:put|set|define|choose|take|write|let)s?\s+{sentences.LISTED},?"
    rf"\s+(?:{THEN})\b(?P<rest>(?:[^$.;:]|{sentences.FORMULA})*?)(?:\$|\\\()?\s*",
    re.IGNORECASE,
)
_WANTED = regex(r"\b(?:needs?|wants?|requires?|seeks?|look(?:s|ing)?\s+for|finds?)\b", re.IGNORECASE)
_SO = regex(rf"[,;]\s+(?:and\s+)?(?:so|{HENCE})\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_SUPPOSED_BEFORE = regex(rf"(?:{SUPPOSE})\b", re.IGNORECASE)
_FAILS = regex(rf"\b(?:{NOT}|too|nearly|almost|just|short|instead|below|above)\b", re.IGNORECASE)
_SAYS_MORE = regex(
    rf"\b(?:{IF}|{SUPPOSES}|unless|until|where|for|with|without|at|only|except|nearly|almost|roughly|about|approximately)\b",
    re.IGNORECASE,
)


def by_a_sentence_not_read(claim: Refuted, given: Given) -> Ruling:
    at = claim.at
    if at.supposed or at.sentence not in given.lost:
        return None
    return f"what its sentence supposes cannot be read: {given.lost[at.sentence].parsed.span.text}"


def by_another_language(claim: Refuted, given: Given) -> Ruling:
    """Its sentence may say in another language than English of which case it is, if it is of any letters."""
    letters = {name for name in names_in(claim.at.parsed) if lookup(name) is None}
    if not letters or not languages.is_in_another(claim.judged.span):
        return None
    return "its sentence is not in English, and may say of which case it is"


def by_entries_not_run(claim: Refuted, given: Given) -> Ruling:
    """A statement that is skipped says what entries are of a family that the claim is of."""
    if not given.unread:
        return None
    forms = {taken_apart(name).form for name in claim.free(within=True)}
    parts = (given.unread[form] for form in forms & given.unread.keys())
    part = next((part for part in parts if taken.is_of_these(part, claim.judged)), None)
    if part is None:
        return None
    return f"{part.span.line_for(claim.judged.span)} says of entries what they are, and cannot be run"


def by_steps_told(claim: Refuted, given: Given) -> Ruling:
    """Words, or a statement that is not understood, say of its letters what they are."""
    if claim.prose or claim.judged.law is None:
        return None
    there = told_steps.telling(claim.judged, given.told)
    if there is None:
        return None
    return f"what {there.parsed.span.line_for(claim.judged.span)} says of its letters cannot be used"


def by_numbers_in_words(claim: Refuted, given: Given) -> Ruling:
    """It is of a size that only words tell, or compares what rests on a number of which they alone say something.

    An equation of such a number does not depend on which number it is.
    """
    named = sorted(claim.free(within=True) & given.in_words.keys())
    equal = claim.judged.relation is not None and claim.judged.relation.kind == "eq"
    name = next((name for name in named if given.in_words[name] or not equal), None)
    if name is None:
        return None
    return "" if claim.prose else f"only the words say which number {name} is"


def by_a_case_it_opens_with(claim: Refuted, given: Given) -> Ruling:
    """Its sentence opens with a case in words, *at initialization*, that no formula says.

    It is of free tensors, or of what another sentence gives a number, which may have another on this condition.
    """
    free = claim.free(within=True)
    if (free or not _are_given_elsewhere(claim)) and free <= given.drawn:
        return None
    if claim.at.negated or claim.at.cell:
        return None
    said = openers.said(claim.judged.span, display=claim.at.display, of_numbers=not free)
    if not said:
        return None
    if _SUPPOSED_BEFORE.match(said) and free:  # *Suppose they share a mean. Then `s = b m`*: for what follows, too
        left = claim.judged.left
        given.suppose(claim.judged, free & {left.full_name} if isinstance(left, ast.Symbol) else frozenset(free))
    return "" if claim.prose else f"its words say “{said}”, and not all samples are so"


def by_numbers_that_words_change(claim: Refuted, given: Given) -> Ruling:
    """It is a number, and its sentence is about other ones than were given: *at twice the speed, `E = 36`*."""
    if claim.free(within=True) or claim.at.negated or claim.at.cell or claim.judged.right is None:
        return None
    if not isinstance(claim.judged.left, ast.Symbol) or not is_numbers(claim.judged.right):
        return None
    said = openers.changed(claim.judged.span, display=claim.at.display)
    return f"it is said of other numbers: “{said}”" if said else None


def by_its_case(claim: Refuted) -> str | None:
    """*On condition that you are a member, `p = 3` and `2 p = 6`*: a conclusion of a case that the words alone tell."""
    at = claim.at
    if _is_solved(claim):
        claim.verdict.met = True
    if claim.verdict.met or not at.worded or at.display or at.negated or at.supposed or at.cell:
        return None
    if _is_met(claim):
        claim.verdict.met = True
        return None
    said = openers.condition(claim.at.parsed.span)
    return f"its sentence is of a case: “{said}”" if said else None


def _is_met(claim: Refuted) -> bool:
    """*If `c` is a constant, then `f(x + c) = f(x)`*: it says that `c` is a number, and a number is drawn for it.

    And *if we put `w = E`, then `F = y`*, of a `w` that is no more than that.
    """
    before = sentences.before(claim.at.parsed.span)
    if claim.judged.law is None and (put := _IF_PUT.fullmatch(before)) is not None:
        own = [b for b in (use.binding for use in claim.judged.notebook.uses) if isinstance(b, Tensor)]
        given = any(b.entry.sentence == claim.at.sentence and not b.entry.supposed for b in own)
        return given and _SAYS_MORE.search(put["rest"] + sentences.after(claim.at.parsed.span)) is None
    said = _IF_NUMBERS.fullmatch(before)
    if said is None or claim.judged.law is not None:
        return False
    drawn = samples_in(*claim.judged.plans)
    parts = [drawn.get(name) for name in sentences.names_listed(said["whose"])]
    return bool(parts) and all(part is not None and not part.shape and part.domain == Domain() for part in parts)


def _is_solved(claim: Refuted) -> bool:
    """*We need a `k` with `0.5^k \\le 0.01`, so `k = 7` is enough*: what the text finds for it is to be so."""
    at = claim.at
    if at.display or at.negated or not _WANTED.search(sentences.before(at.parsed.span)):
        return False
    if samples_in(*claim.judged.plans):
        return False
    made = {use.name: use.binding for use in claim.judged.notebook.uses if isinstance(use.binding, Tensor)}
    if len(made) != 1:
        return False
    ((_, found),) = made.items()
    span = found.entry.parsed.span
    here = found.entry.sentence == at.sentence and found.entry.index > at.index and is_numbers(found.body)
    return here and _SO.search(sentences.before(span)) is not None and not _FAILS.search(sentences.after(span))


def _are_given_elsewhere(claim: Refuted) -> bool:
    """Whether a claim in numbers is of names of which its own sentence does not say what they are."""
    made = [use.binding for use in claim.judged.notebook.uses if isinstance(use.binding, Tensor)]
    return bool(made) and all(b.entry.sentence != claim.at.sentence for b in made)


def by_another_formula(claim: Refuted, given: Given) -> Ruling:
    """*For a particle at rest, `E = m c^2`*, after a formula for `E` in other letters: no law of any `E`."""
    left, at = claim.judged.left, claim.at
    equal = claim.judged.relation is not None and claim.judged.relation.kind == "eq"
    if claim.judged.law is None or not equal or not isinstance(left, ast.Symbol) or at.index in given.solved_for:
        return None
    for other in given.entries:
        if other.local or other.supposed or other.assumed:
            continue
        if other.section == at.section and other.is_above(at) and equated(other.parsed) == left.full_name:
            line = other.parsed.span.line_for(claim.judged.span)
            return "" if claim.prose else f"{line} says by a formula what {left.span.text} is"
    return None
