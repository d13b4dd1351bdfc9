"""What the words of a section say of a free tensor, where they name it or declare it, and samples need not heed."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside import qualified
from ntdoc.verification.beside.letters_said import letters
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.in_numbers.taken import free

_OF_CHANCE = ("mean", "mean zero", "centered", "centred")
_DISTRIBUTED = ("probabilities", "convex weights", "attention weights", "mixture weights", "mixing weights")
_OF_MAPS = ("linear", "affine")  # of a function; that of which an array is the matrix is linear anyway


def said(entries: Sequence[Entry], claim: Judged, constrained: Sequence[Constrained]) -> tuple[str, Span] | None:
    """What the words of a section say before a claim of a free tensor in it, which its samples need not be.

    Of what is drawn as a formula of the section says, they are. A law is of any tensors, and so only of such functions.
    """
    at, law = claim.role.entry, claim.law is not None
    drawn = {c.name for c in constrained if c.entry.section == at.section}
    named = set(names_in(at.parsed)) if law else set(free(claim, within=True))
    own = named - drawn
    opens = opening(entries, at)  # words are about all of a display
    such = not law and bool(own or taken.has_names(claim))  # what an example gives numbers to is free elsewhere
    if such and (word := qualified.said_of_such(opens.parsed.span)):
        return word, at.parsed.span
    for entry in entries if own and not law else ():
        declares = isinstance(entry.parsed, ast.Chain) and [r.kind for r, _ in entry.parsed.rest] == ["in"]
        if declares and entry.is_above(at) and not own.isdisjoint(names_in(entry.parsed)):
            word = qualified.made_of(entry.parsed.span)
            if not letters(word).isdisjoint(own):  # it is of both
                return word, entry.parsed.span  # whatever else is said *in general*
    if phrases.IN_GENERAL.search(sentences.before(opens.parsed.span, across=at.display)):
        return None  # and not of such as a sentence before it spoke of
    here = [entry for entry in entries if entry.is_above(at)]
    of_others = {entry.sentence for entry in here if not drawn.isdisjoint(names_in(entry.parsed))}
    for entry in here:
        parsed = entry.parsed
        both = not law and len(named & names_in(parsed)) > 1 and _is_of_few(parsed)  # others differ as they are drawn
        if both and (word := qualified.told_apart(parsed.span)):
            return word, parsed.span
        if entry.sentence in of_others or own.isdisjoint(names_in(parsed)):
            continue
        is_map = isinstance(parsed, ast.Signature)
        mention = is_map or (
            not law and isinstance(parsed, ast.Chain) and all(relation.kind == "in" for relation, _ in parsed.rest)
        )
        word = qualified.of_declared(parsed.span) if mention else ""
        if word.lower() in _DISTRIBUTED and isinstance(parsed, ast.Chain) and _is_simplex(parsed):
            continue
        if word and taken.is_equation(claim) and qualified.is_open(word):
            continue
        if word and word.lower().endswith(_OF_CHANCE) and taken.is_of_positive_numbers(claim):
            continue  # *with mean zero and variance `s^2`*, and an identity of numbers
        if word and (is_map or not word.lower().endswith(_OF_MAPS)):
            return word, parsed.span
    return None


def _is_of_few(parsed: ast.Parsed) -> bool:
    """Whether a declaration says by its set that a tensor has few numbers, so that two may be the same by chance."""
    sets = [side for _, side in parsed.rest if isinstance(side, ast.TensorSet)] if isinstance(parsed, ast.Chain) else []
    return any(side.base.kind in ("set", "range", "integers", "naturals") for side in sets)


def _is_simplex(parsed: ast.Chain) -> bool:
    """Whether a declaration says by its set that a tensor is a distribution: so its samples are."""
    return any(isinstance(side, ast.TensorSet) and side.base.kind == "simplex" for _, side in parsed.rest)
