"""What words describe and no formula says: the data of *the numbers 1 and 3 have the mean `m = 2`*, or a case.

A name that is computed from samples differs from sample to sample. A sentence that says what number it is speaks of
data, or of a case, that its words describe: it can be meant of no others. So does an order where words tell cases
apart. And an equation may be named as an object, *the hyperplane `w \\ndot{\\ax} x = 0`*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ntdoc.evaluation.stops import STOPS
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.in_places.consequences import is_in_its_clause
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in, reached
from ntdoc.shapes.summary import is_closed
from ntdoc.syntax import ast
from ntdoc.verification.beside.qualities.some_entries import are_meant
from ntdoc.verification.beside.satisfied import is_said_to_satisfy
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers.taken import free as free_in
from ntdoc.verification.in_numbers.taken import is_equation, is_of_numbers_alone
from ntdoc.verification.sizes.sizing import INSTANCES, Laboratory
from ntdoc.vocabulary import IF, SUPPOSE, THEN

_OBJECT = regex(
    r"\b(?:equations?|(?:hyper)?planes?|boundar(?:y|ies)|spheres?|circles?|surfaces?|roots?\s+of|zeros?\s+of"
    r"|solutions?\s+(?:of|to)|conditions?(?:\s+for\s+[a-z ]{1,40})?|criteri(?:on|a)|orthogonality"
    r"|unit\s+vectors?|constraints?)"
    r"(?:\s+(?:is|are|has|have|means|with|that))?\s*(?:,\s*)?(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_CASES = regex(
    r"\b(?:cases?|distinguish\w*|stops?|stopp(?:ed|ing)|until|while|as\s+(?:soon|long)\s+as|once|repeat\w*|unless"
    r"|require[sd]?)\b",
    re.IGNORECASE,
)
_CASE = regex(rf"\W*(?:{IF}|without|{SUPPOSE})\b[^$]*(?:\$|\\\()?\s*$", re.IGNORECASE)
_CASE_AND_THUS = regex(  # *if all coincide, `d = 0` and thus `G = 0`*
    rf"\W*(?:{IF})\s[^$,]*\b(?!that\s+is\b|i\.\s?e)[a-z]+,\s+(?:then\s+)?{sentences.FORMULA},?\s+(?:and\s+)?(?:{THEN})\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_FORMULA_CASE = regex(  # *if `a = 0`*, and *if nothing is lost, that is `a = 0`*
    rf"\b(?:{IF}|for|with|where|at)\s+(?:[^.;:$]{{1,80}}[,\s](?:that\s+is|i\.\s?e\.|namely|meaning),?\s+)?{sentences.FORMULA}",
    re.IGNORECASE,
)
_MADE_SO = regex(
    r"\b(?:clip|bound|project|restrict|constrain|rescale|scale|normali[sz]e|shift|choose|tune|adjust)\w*\b[^.;:]{0,60}"
    r"\b(?:so|such)\s+that\s*(?:\$|\\\()\s*$",
    re.IGNORECASE,
)


def why(judged: Judged, everything: Sequence[Judged], laboratory: Laboratory) -> str | None:
    """Why a claim in a sentence that samples refute is about what the words describe; None if it is about any."""
    at = judged.role.entry
    if judged.law is None and not at.negated and are_meant(judged):
        return "the words may say of which entries it is"
    near = judged.relation is not None and judged.relation.kind == "approx" and at.small
    if near and judged.right is not None and numeric.is_numbers(judged.right) and not is_of_numbers_alone(judged):
        return "the words say that something is small, and samples need not be"
    free = any(isinstance(use.binding, Declared) for use in judged.notebook.uses)
    plain = free and judged.law is None and not at.negated and _is_in_numbers(judged)
    if plain and _CASE.match(sentences.before(judged.span, across=at.display)):
        return "the words may say of which case it is"
    if at.display or at.cell or at.negated or judged.law is not None or judged.relation is None:
        return None
    before = sentences.before(judged.span)
    satisfies = is_said_to_satisfy(judged, frozenset(free_in(judged, within=False)))
    if free and not satisfies and (_OBJECT.search(before) or _MADE_SO.search(before)):
        return "it is a condition that the words name, and the samples do not satisfy it"
    if not is_equation(judged) and judged.relation.kind != "approx":
        told_apart = isinstance(judged.left, ast.Symbol) and _CASES.search(before) is not None
        return "the words tell cases apart, and this is one of them" if told_apart else None
    concludes = at.concludes and not (_CASE.match(before) or _CASE_AND_THUS.match(before))
    formula = _FORMULA_CASE.search(before) is not None
    if at.theorem or at.proves or at.shown or concludes or (formula and isinstance(judged.right, ast.Symbol)):
        return None
    if _is_said_of_its_formula(judged, everything):
        return None
    if not _is_computed(judged, everything) or not _differs(judged, laboratory):
        return None
    return "the words may say of which case it is"


def _is_said_of_its_formula(judged: Judged, everything: Sequence[Judged]) -> bool:
    """Whether it stands in a clause of the formula before it, *`y = E`, which is the sum, `y = s`*: of that `y`."""
    name = judged.left.full_name if isinstance(judged.left, ast.Symbol) else None
    formulas = (j.role.entry for j in everything if j.name == name and isinstance(j.role.defines, Tensor))
    return any(is_in_its_clause(found, judged.role.entry) for found in formulas if found.is_above(judged.role.entry))


def _is_in_numbers(judged: Judged) -> bool:
    """*If the third one is seen, the gradient is `p - y = (2, 3, -5)`*."""
    numbers = judged.right is not None and numeric.is_numbers(judged.right)
    return numbers and is_equation(judged) and judged.step <= 1 and not judged.role.entry.concludes


def _is_computed(judged: Judged, everything: Sequence[Judged]) -> bool:
    """Whether a side is a name that is computed of nothing that the document gives in numbers, and the other plain.

    The numbers of an example are not those of a name that the sentence supposes to be another: *if `r = m + c`, then*.
    """
    name = _of_multiple(judged.left)
    if not isinstance(name, ast.Symbol) or name.axes or taken_apart(name.full_name).parts:
        return False
    bodies: dict[str | None, list[ast.Operand]] = {}
    for j in everything:
        if isinstance(j.role.defines, Tensor | Function) and not (j.role.entry.local and j.name == name.full_name):
            bodies.setdefault(j.name, []).append(j.role.defines.body)
    sentence = (j for j in everything if j.role.entry.sentence == judged.role.entry.sentence)
    supposed = (j for j in sentence if j.role.entry.case and j.role.entry.supposed and j is not judged)
    another = {j.name for j in supposed if j.role.defines is not None and names_in(j.role.defines.body)}
    parts = reached([name.full_name], lambda one: bodies.get(one, ())) - another
    if any(numeric.is_numbers(body) for one in parts for body in bodies.get(one, ())):
        return False
    plain = isinstance(judged.right, ast.Symbol) or (judged.other is not None and is_closed(judged.other.plan))
    return plain and name.full_name in bodies


def _of_multiple(node: ast.Operand | None) -> ast.Operand | None:
    """What a multiple is one of: `m` of *only `2 m = 10556` of them are not zero*."""
    if not isinstance(node, ast.Juxtaposition | ast.Product):
        return node
    *before, last = node.factors
    return last if all(map(numeric.is_numbers, before)) else node


def _differs(judged: Judged, laboratory: Laboratory) -> bool:
    """Whether what lies between the two sides is not one number for all samples."""
    if len(judged.plans) != 2:
        return False
    between = []
    for instance in range(INSTANCES):
        runner = runner_for(judged, laboratory, instance)
        if runner is None:
            return False
        try:
            one, other = (runner.run(plan, {}) for plan in judged.plans)
        except STOPS:
            return False
        between.append(np.mean(one.data) - np.mean(other.data))
    return not np.allclose(between, between[0], rtol=1e-9, atol=1e-12)
