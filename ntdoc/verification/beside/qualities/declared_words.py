"""What the words of a section say of a free tensor, where they name it or declare it, and samples need not heed."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Signed
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry, opening
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.summary import samples_in
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.beside.qualities import qualified
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.in_numbers.taken import free
from ntdoc.vocabulary import IF, LET, SUPPOSES

_SUPPOSES = regex(rf"\b(?:{IF}|{LET}|{SUPPOSES}|where|for)\b", re.IGNORECASE)
_POWER = regex(r"\^\d+\Z")  # `x^2` may be a name of its own as it is read first
_OF_CHANCE = ("mean", "mean zero", "centered", "centred")
_DISTRIBUTED = ("probabilities", "convex weights", "attention weights", "mixture weights", "mixing weights")
_OF_SQUARES = ("diagonal", "triangular")
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
    if such and (word := qualified.said_of_such(opens.parsed.span)) and not _is_of_given_function(word, claim):
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
        if word and _is_shown(parsed, claim) and qualified.is_of_functions(word):
            continue
        if word.lower() in _DISTRIBUTED and _are_else(claim, parsed, own.intersection(names_in(parsed))):
            continue
        if word and taken.is_equation(claim) and qualified.is_open(word):
            continue
        if word.lower() in _OF_SQUARES and _is_stored(word, parsed, claim):
            continue
        if word and _is_done(word, entry, entries):
            continue
        if word and word.lower().endswith(_OF_CHANCE) and taken.is_of_positive_numbers(claim):
            continue  # *with mean zero and variance `s^2`*, and an identity of numbers
        if word and (is_map or not word.lower().endswith(_OF_MAPS)):
            return word, parsed.span
    return None


def function_in_words(entries: Sequence[Entry], claim: Judged) -> tuple[str, Span] | None:
    """A function that a claim is of, and where words alone say what it is: that may be more than what samples heed."""
    named = {*free(claim, within=True), *names_in(claim.role.entry.parsed)}
    for entry in entries:
        if isinstance(entry.parsed, ast.Signature) and entry.parsed.in_words:
            for name in named & names_in(entry.parsed):
                return name, entry.parsed.span
    return None


def _is_done(word: str, entry: Entry, entries: Sequence[Entry]) -> bool:
    """*The data `x` are centred first:* and a display that does it, `z = x - m`: it is a step, and `x` is any."""
    if re.search(rf"\b{re.escape(word)}\s+(?:first|by|as\s+follows)\b", sentences.after(entry.parsed.span)) is None:
        return False
    led_to = (e.parsed for e in entries if e.display and e.sentence == entry.sentence and e.index > entry.index)
    first = next(led_to, None)
    made = first.rest[0][1] if isinstance(first, ast.Chain) and first.rest else None
    return made is not None and not names_in(made).isdisjoint(names_in(entry.parsed))


def _is_stored(word: str, parsed: ast.Parsed, claim: Judged) -> bool:
    """*The (diagonal) matrix* of a tensor that is no square: the word is an aside, of what its entries stand for."""
    if f"({word})" not in sentences.around(parsed.span):
        return False
    reduce = claim.notebook.equations.reduce
    drawn = [part for key, part in samples_in(*claim.plans).items() if key in names_in(parsed)]
    sizes = [[reduce(size) for _, size in part.shape] for part in drawn]
    return bool(sizes) and all(len(set(own)) == len(own) for own in sizes)


def _is_of_given_function(word: str, claim: Judged) -> bool:
    """*For the convex function `h(x) = \\nsum{\\ax} x^2`*: a formula gives it by its letters alone, so it is or not."""
    functions = [use.binding for use in claim.notebook.uses if isinstance(use.binding, Function | Signed)]
    if not functions or not qualified.is_of_functions(word):
        return False
    return all(isinstance(f, Function) and _names_of(f.body) <= {*f.letters} for f in functions)


def _is_shown(parsed: ast.Parsed, claim: Judged) -> bool:
    """*The energy `-f(X w)` is concave*, of an `f` that a formula gives: it says what is so, and no more of the `w`.

    Something is said of a function that is only declared, and where it is supposed.
    """
    if not isinstance(parsed, ast.Chain) or parsed.rest or isinstance(parsed.subjects[0], ast.Symbol | ast.Index):
        return False
    declared = {use.name for use in claim.notebook.uses if isinstance(use.binding, Signed)}
    return declared.isdisjoint(names_in(parsed)) and not _SUPPOSES.search(sentences.before(parsed.span))


def _names_of(body: ast.Operand) -> set[str]:
    symbols = {part.full_name for part in walk(body) if isinstance(part, ast.Symbol)}
    return {_POWER.sub("", name) for name in symbols if lookup(name) is None}


def _are_else(claim: Judged, parsed: ast.Parsed, names: Set[str]) -> bool:
    """Whether they are distributions by their set, or places: *the probabilities of the words `w`*, a `w \\in [n]`."""
    declared = [use.binding for use in claim.notebook.uses if use.name in names]
    places = [isinstance(b, Declared) and b.domain is not None and b.domain.base.kind == "range" for b in declared]
    return isinstance(parsed, ast.Chain) and (_is_simplex(parsed) or all(places))


def _is_of_few(parsed: ast.Parsed) -> bool:
    """Whether a declaration says by its set that a tensor has few numbers, so that two may be the same by chance."""
    sets = [side for _, side in parsed.rest if isinstance(side, ast.TensorSet)] if isinstance(parsed, ast.Chain) else []
    return any(side.base.kind in ("set", "range", "integers", "naturals") for side in sets)


def _is_simplex(parsed: ast.Chain) -> bool:
    """Whether a declaration says by its set that a tensor is a distribution: so its samples are."""
    return any(isinstance(side, ast.TensorSet) and side.base.kind == "simplex" for _, side in parsed.rest)
