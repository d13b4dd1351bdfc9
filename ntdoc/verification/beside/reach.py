"""How far a supposition reaches: its sentence, its section, or the proof of its theorem."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.said_conditions import is_only_case
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.in_places.solutions import takes_steps
from ntdoc.verification.beside.cases import behind
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.words import are_supposed_together
from ntdoc.vocabulary import ANY

_ASSUMPTION = regex(r"\b(?:assumption|hypothesis|condition)s?\b", re.IGNORECASE)

_IN_GENERAL = regex(rf"\b(?:{phrases.OF_ALL_CASES})\b", re.IGNORECASE)
_FOR_ANY = regex(  # and not "for any `x` with"
    rf"\bfor\s+(?:{ANY})\s+(?:other\s+)?{sentences.LISTED}"
    r"(?=\s*(?:,|we\b|it\b|one\b|the\b|this\b|there\b|\$|$))",
    re.IGNORECASE,
)
_FAR = 400  # characters
_NEAR = 160


def reaches(supposition: Judged, at: Entry) -> bool:
    """What *if* supposes holds in its sentence, and what *let* and *with* do in their section.

    *If … then* in a theorem reaches to the end of its proof. What a term means, *`U` is \\emph{orthogonal} if* a
    display, may be meant by the term after its sentence, which goes on behind a comma.
    """
    supposed = supposition.role.entry
    if not supposed.display and is_only_case(supposed.parsed.span):
        return supposed.sentence == at.sentence and at.index == supposed.index - 1
    if supposed.premise and supposed.section != at.section:
        follows = supposed.index < at.index
        return follows and (bool(at.theorem or at.proves) or bool(_ASSUMPTION.search(sentences.before(at.parsed.span))))
    if supposed.supposed and supposed.display and supposed.assumed:
        span = supposed.parsed.span
        return supposed.section == at.section and not span.source.words[span.end :].lstrip().startswith(",")
    if taken.is_of_a_name_elsewhere(supposition):
        return supposed.section == at.section
    if behind.is_of_any(supposition):
        return supposed.sentence == at.sentence
    if supposed.proves and (supposed.supposed or supposed.worded) and supposed.proves == at.proves:
        return True
    if supposed.worded and not supposed.supposed and not taken.is_of_some_that(supposition):
        return supposed.sentence == at.sentence and at.index > supposed.index and not at.worded
    alone = supposed.supposed and not taken.is_of_its_declaration(supposition)
    return supposed.sentence == at.sentence if alone else supposed.section == at.section


def is_left(supposition: Judged, names: frozenset[str], claim: Judged) -> bool:
    """Whether the words between them turn to any others: *for `x = 0` it is `s = 1`; for any `x` we have …*.

    What is taken in steps is no solution yet.
    """
    start, end = supposition.span.end, claim.role.entry.parsed.span.start
    if supposition.role.entry.solves and start < end and takes_steps(supposition.role.entry, claim.role.entry):
        return True
    if not start < end < start + _FAR or supposition.span.source is not claim.span.source:
        return False
    said = claim.span.source.words[start:end]
    if _IN_GENERAL.search(said):
        return True
    return any(names.intersection(sentences.names_listed(found[0])) for found in _FOR_ANY.finditer(said))


def is_of_others(supposition: Judged, names: frozenset[str]) -> bool:
    """Whether it says what a word means, of letters of its own sentence, and none of these is among some names.

    *A vector `v \\in S` is an \\emph{eigenvector} of `A` if `A v = \\mu v`*: it supposes nothing of the `A` alone.
    """
    span = supposition.role.entry.parsed.span
    if not phrases.TERM.search(sentences.before(span, across=True)[-_NEAR:]):
        return False
    uses = {use.name: use.binding for use in supposition.notebook.uses if use.role == "tensor"}
    here = supposition.role.entry.sentence
    own = {name for name, b in uses.items() if b is None or b.entry.sentence == here}
    return any(b is not None for b in map(uses.get, own)) and own.isdisjoint(names)


def go_together(case: Entry, last: Entry) -> bool:
    return case is last or are_supposed_together(case.parsed.span, last.parsed.span)


def concludes_from(supposed: Entry, at: Entry) -> bool:
    """Whether a statement is in the sentence of a supposition, or draws a conclusion after it in its section."""
    return supposed.sentence == at.sentence or (supposed.section == at.section and at.concludes)


def is_of_its_names(judged: Judged, names: frozenset[str], supposed: Entry) -> bool:
    """Whether a claim of a later section names a tensor that the sentence of a supposition in a display declares."""
    if supposed.supposed or not supposed.display:
        return False
    bindings = (use.binding for use in judged.notebook.uses if use.name in names)
    return any(b is not None and b.entry.sentence == supposed.sentence for b in bindings)
