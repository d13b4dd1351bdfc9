"""What is said to satisfy an equation or an order: a claim where a formula says what it is; else it is sought."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.syntax import ast
from ntdoc.verification.beside.known_subjects import is_of_known_function
from ntdoc.verification.beside.of_letters import is_of_letters_alone
from ntdoc.verification.in_numbers.taken import free, has_solution, is_equation
from ntdoc.vocabulary import ADVERB, ANY, OPENS

_ALL = rf"(?:{ANY}|our|such)"
_SATISFIES = regex(  # *the mean satisfies the normal equations*, right before a formula
    rf"^\W*(?:(?:so|moreover|{ADVERB})\b[\s,]*)?"
    rf"(?:(?:the|this|these|both|its|their|(?P<all>{_ALL}))(?:\s+[\w-]+){{1,3}}|it|they|\$[^$=]{{1,30}}\$)"
    rf"\s+(?:(?:{ADVERB}|both)\s+)?"
    r"(?:satisf(?:y|ies)|obeys?)\b(?:\s+the\s+(?:[\w-]+\s+){0,2}(?:equations?|relations?|identit(?:y|ies)|laws?|rules?))?"
    rf"(?:\s*{sentences.FORMULA}\s*(?:,\s*and|,|and)(?!\s+[a-z]))*"  # and the others in a list
    rf"[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)


def is_said_to_satisfy(judged: Judged, names: frozenset[str]) -> bool:
    """*The mean satisfies the normal equations*, of a mean that a formula gives by all that the equations are made of.

    *The residual satisfies `X \\ndot{\\ax} r = 0`*, after `r = y - X \\ndot{\\bx} w`, supposes something of the `w`.
    Of a function that a formula gives by its letters alone nothing is supposed, *it satisfies `f(-z) = f(z)`*; nor is
    in *all scores satisfy `s \\le E`* of scores that a formula gives, of a derivative that is said to be a formula, and
    of a known function.
    """
    at = judged.role.entry
    if at.supposed:
        return False
    if is_equation(judged) and is_of_known_function(judged):
        return True
    said = _SATISFIES.search(sentences.before(judged.span, across=at.display))
    if said is None:
        return False
    if said["all"] and any(isinstance(part, p.Defined) for part in walk(judged.plans[:1])):
        return True
    if not is_equation(judged):
        return False
    if _is_derivative(judged):
        return True
    return has_solution(judged, names) or is_of_letters_alone(judged, free(judged, within=True))


def _is_derivative(judged: Judged) -> bool:
    """Whether an equation says what a derivative is, and not that it has some value where something is."""
    return isinstance(judged.left, ast.Derivative) and judged.right is not None and not numeric.is_number(judged.right)
