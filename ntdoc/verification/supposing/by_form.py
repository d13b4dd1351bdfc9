"""Relations that words cannot suppose: they restrict nothing, and are claims by their form.

*The backward pass starts with `\\frac{\\partial L}{\\partial x^*} = -2 x^*`*, of an `L` that is made of `x`: what a
derivative is no words make so. Nor do they make anything its own negative. *If* and *suppose that* right before it
are heard: they say of what is not so that it would be.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.supposing.given import Given, Refuted
from ntdoc.verification.supposing.never import is_never_so_at_any_size
from ntdoc.vocabulary import IF, OPENS, SUPPOSE

_STRONG = regex(
    rf"\b(?:{IF}|{SUPPOSE}|suppos\w+|let|such\s+that|only|until|unless|whether|would|were)(?:\s+(?:that|both|we\s+have))?"
    rf"[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_PLACE = regex(rf"\b(?:where|at\s+which|for\s+which)[\s:,]*(?:{OPENS})?\s*\Z", re.IGNORECASE)
_OF_ZERO = regex(  # where both sides are zero; or in what sense it is meant
    r"\b(?:zeros?|vanish\w*|null|empty|origin|absent|off|silent|in\s+(?:probability|distribution|expectation))\b",
    re.IGNORECASE,
)


class Form(Enum):
    """Why a relation is a claim whatever words lead to it."""

    NEVER = auto()  # its sides differ by the same number or factor, whatever is free
    SLOPE = auto()  # it says what a derivative is


def form(claim: Refuted, given: Given) -> Form | None:
    """Why it is a claim by its form; None if words may suppose it."""
    j, at = claim.judged, claim.at
    if j.law is not None or at.negated or at.mistaken or at.implied or at.supposed or at.lets or at.cell:
        return None
    before, after = sentences.before(j.span, across=at.display), sentences.after(j.span)
    if not taken.is_equation(j) or _STRONG.search(before) or phrases.WORDED_AFTER.match(after):
        return None
    if not _OF_ZERO.search(f"{before} … {after}") and is_never_so_at_any_size(j, given.laboratory):
        return Form.NEVER
    return Form.SLOPE if _says_what_a_slope_is(j) and not _PLACE.search(before) else None


def _says_what_a_slope_is(judged: Judged) -> bool:
    """Whether one side is a derivative, and the other one no constant and made of nothing but what that is of."""
    for slope, other in ((judged.left, judged.right), (judged.right, judged.left)):
        if not taken.is_derivative(slope) and not isinstance(slope, ast.Differential):
            continue
        if other is None or numeric.is_number(other):
            return False
        of, others = _made_of(judged, names_in(slope)), _made_of(judged, names_in(other))
        slopes = [part for part in walk(other) if isinstance(part, ast.Derivative) and part is not slope]
        return bool(others) and others <= of and not slopes
    return False


def _made_of(judged: Judged, names: frozenset[str]) -> set[str]:
    """The free tensors that names are made of."""
    plans = [use.typed.plan for use in judged.notebook.uses if use.typed is not None and use.name in names]
    return {*samples_in(*plans)}
