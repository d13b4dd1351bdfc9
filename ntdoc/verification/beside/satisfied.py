"""What is said to satisfy an equation or an order: a claim where a formula says what it is; else it is sought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes import plan as p
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast
from ntdoc.verification.beside.of_letters import is_of_letters_alone
from ntdoc.verification.beside.qualities.known_subjects import is_of_known_function
from ntdoc.verification.in_numbers.taken import free, has_solution, is_equation, is_order
from ntdoc.vocabulary import ADVERB, ANY, OPENS

_EQUATIONS = (  # what is satisfied
    r"(?:equations?|system|relations?|recurrences?|recursions?|identit(?:y|ies)|inequalit(?:y|ies)|bounds?|laws?|rules?)"
)
_ALL = rf"(?:{ANY}|our|such)"
_SATISFIES = regex(  # *the mean satisfies the normal equations*, right before a formula
    rf"^\W*(?:(?:so|moreover|{ADVERB})\b[\s,]*)?"
    rf"(?:(?:for|at)\s+(?:(?:{ANY}|the|an?)\s+)?(?:[\w-]+\s+)?{sentences.FORMULA},?\s+)?"
    rf"(?:(?:the|this|these|both|its|their|(?P<all>{_ALL}))(?:\s+(?:[\w-]+|{sentences.FORMULA})){{1,8}}?|it|they|\$[^$=]{{1,30}}\$)"
    rf"\s+(?:(?:{ADVERB}|both)\s+)?"
    rf"(?:satisf(?:y|ies)|obeys?)\b(?:\s+the\s+(?:[\w-]+\s+){{0,2}}{_EQUATIONS})?"
    rf"(?:\s*{sentences.FORMULA}\s*(?:,\s*and|,|and)(?!\s+[a-z]))*"  # and the others in a list
    rf"[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_WHICH = regex(  # from the end of one formula to the next
    rf"(?:[\s.,$\\)\]}}]|end\{{\w+\*?\}})*(?:which|that|it|and|this|they|these)?\s*(?:{ADVERB})?\s*"
    rf"(?:satisf(?:y|ies)|obeys?|(?:satisf(?:y|ies)|obeys?|solves?)\s+(?:the|this|its|an?)(?:\s+[a-z]+)?\s+{_EQUATIONS})"
    rf"(?:\s*{sentences.FORMULA}\s*(?:,\s*and|,|and)(?!\s+[a-z]))*"  # and the others in a list
    r"\s*:?(?:[\s$(\[\\]|begin\{\w+\*?\})*",
    re.IGNORECASE,
)
_ROUGHLY = regex(r"\b(?:sense|approximate\w*|as (?:well|closely) as|nearly|almost|roughly|least squares)\b", re.I)
_THEN = regex(  # in its theorem
    r"(?:(?!\\end\s*\{(?:theorem|thm|prop|lem|cor|claim)).){0,80}?\b(?:then|hence|thus|therefore|it\s+follows)\b",
    re.IGNORECASE | re.DOTALL,
)
_FAR = 300
_NEAR = 200


def is_said_to_satisfy(judged: Judged, names: frozenset[str]) -> bool:
    """*The mean satisfies the normal equations*, of a mean that a formula gives by all that the equations are made of.

    *The residual satisfies `X \\ndot{\\ax} r = 0`*, after `r = y - X \\ndot{\\bx} w`, supposes something of the `w`.
    Of a function that a formula gives by its letters alone nothing is supposed, *it satisfies `f(-z) = f(z)`*; nor is
    in *all scores satisfy `s \\le E`* of scores that a formula gives, of a derivative that is said to be a formula, and
    of a known function, and in what a theorem states.
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
        return _is_stated_bound(judged)
    if _is_derivative(judged):
        return True
    return has_solution(judged, names) or is_of_letters_alone(judged, free(judged, within=True))


def _is_stated_bound(judged: Judged) -> bool:
    """*For an input `x` the error satisfies `|q(x) - x| \\le E`*, in a theorem, of a `q` that a formula gives.

    It is what the theorem states, and no premise: nothing follows from it there.
    """
    computed = any(isinstance(part, p.Defined) for part in walk(judged.plans[:1]))
    behind = judged.span.source.words[judged.span.end : judged.span.end + _FAR]
    return judged.role.entry.theorem and is_order(judged) and computed and _THEN.match(behind) is None


def _is_derivative(judged: Judged) -> bool:
    """Whether an equation says what a derivative is, and not that it has some value where something is."""
    return isinstance(judged.left, ast.Derivative) and judged.right is not None and not numeric.is_number(judged.right)


def is_said_of(judged: Judged, before: Judged) -> bool:
    """*The return is `z = …`, which satisfies `z_t = …`*: what is said of a name that a formula has just defined."""
    if before.kind is not Kind.DEFINITION or before.role.name not in names_in(judged.role.entry.parsed):
        return False
    start, end = before.role.entry.parsed.span.end, judged.role.entry.parsed.span.start
    said = start < end < start + _NEAR and _WHICH.fullmatch(judged.span.source.words[start:end]) is not None
    return said and _ROUGHLY.search(sentences.after(judged.role.entry.parsed.span)) is None


def is_said_of_one_before(claim: Judged, everything: Sequence[Judged], place: int) -> bool:
    """Whether a claim at a place among all is said of what a formula right before its sentence, or in it, defines."""
    sentence = claim.role.entry.sentence
    listed = takewhile(lambda b: b.role.entry.sentence == sentence, reversed(everything[:place]))
    near = everything[max(0, place - 2 - sum(1 for _ in listed)) : place]
    return any(is_said_of(claim, before) for before in near)
