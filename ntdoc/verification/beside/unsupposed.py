"""Claims beside words that elsewhere suppose something, *with*, *where*, *on average*, and here do not.

*It is least at `q = \\theta`, where `b(\\theta) = \\theta (1 - \\theta)`* says what follows. *A constant passes
through it with a discount, `B(u + c) = B(u) + \\gamma c`* says what a formula of the text does, *with the norm
`N(A) = E`* what the norm is. *The weights are one on
average, `p \\ndot{\\ax} w = 1`* has the average in the formula, where `p` is a distribution, and *for equal counts it
is the mean, `m(1) = …`* has its case there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.said import averages
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in, number_in
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.taken import free, has_solution
from ntdoc.vocabulary import IF, SUPPOSES

_PLACE = regex(  # "it is least at `q = \\theta`, where", "it vanishes at `x = 0`, where"
    r"\b(?:least|largest|smallest|greatest|highest|lowest|minim(?:al|um|i[sz]ed)|maxim(?:al|um|i[sz]ed)|optimum|attained|reached"
    rf"|peaks?|zero|vanish(?:es)?)\s+(?:is\s+)?(?:at|for|in)\s+{sentences.FORMULA}\s*,?\s+where\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_BEHAVES = regex(  # of what a formula does to something: "it scales with the square, `f(2 x) = 4 f(x)`"
    r"\b(?:passes|scales|grows|shrinks|decays|changes|moves|shifts|transforms|enters|(?:comes|goes)\s+(?:out|through|over))\b"
    r"[^.;:,$]{0,40}\bwith\s+(?:an?|the|its)\s+(?:[\w-]+\s+)?[\w-]+,\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WITH_THE = regex(  # "with the Frobenius norm `N(A) = …`": it says what that is
    r"\b(?:with|where|given)\s+(?:the|its|their)\s+(?:[\w-]+\s+){0,2}(?:norm|sum|total|mean|average|variance|trace"
    r"|determinant|maximum|minimum|product|length|distance|entropy|softmax|sigmoid|exponential|logarithm)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WITH_A = regex(  # "with the value `f(x_\\star) = …`", "with the variance `v = A = B`", "it is best, with `x y = …`"
    rf"\b(?:with|where)\s+(?:the|its|their|an?)\s+(?:[\w-]+\s+){{0,3}}(?:{sentences.FORMULA}\s*(?:,\s*)?"
    r"and\s+)?(?:\$|\\\()?\s*$"
    r"|\b(?:is|are)\b[^.;:]*,\s+with\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_WHERE = regex(r",\s+where\s+(?:\$|\\\()?\s*$")  # "it is at most `f(0)`, where `f(0) = E`"
_WHICH_IS = regex(r"\b(?:which|that)\s+(?:is|are)\b[^.;:$]*(?:\$|\\\()?\s*$", re.IGNORECASE)  # behind a display
_GOES_ON = regex(  # *if `c = 0`, `\\partial L / \\partial w = 0` gives `w = y`*: an equation, and a verb
    r"(?:\s|\$|\\\))*(?!(?:and|or|but|so|for|as|since|because|too|also|at|in|by|on)\b)[a-z]", re.IGNORECASE
)
_EQUAL = regex(r"\b(?:equal|identical|constant|uniform|the\s+same)\b", re.IGNORECASE)
_ZERO, _ONE = (regex(rf"\b{word}s?\b", re.IGNORECASE) for word in ("zero", "one"))
_NOISE = regex(r"\b(?:nois[ey]\w*|random\w*|drawn?|draws|sampl\w+|stochastic\w*|estimat\w*)\b", re.IGNORECASE)
_CHANCES = frozenset({DomainKind.UNIT, DomainKind.SIMPLEX})
_OF_SOME = regex(  # "after training the residuals are zero on average"
    rf"\b(?:{IF}|once|after|train\w*|fit\w*|optim\w*|calibrat\w*|unbiased|cent(?:ered|red)|should|must|would|want\w*|ideal\w*"
    rf"|{SUPPOSES}|requir\w*|needs?|condition\w*)\b",
    re.IGNORECASE,
)


def is_said(judged: Judged, others: Sequence[Judged]) -> bool:
    """Whether a claim that words seem to suppose is said of what formulas of the text define."""
    left = judged.left
    if _is_what_it_is(judged) or _is_of_what_is_given(judged):
        return True
    if averages.is_of_average(judged.span) and _WHICH_IS.search(sentences.before(judged.span)):
        return is_written_average(judged, others)
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2 or judged.role.entry.display:
        return False
    head, given = left.factors
    if not isinstance(head, ast.Symbol) or not isinstance(given, ast.Group):
        return False
    used = {use.name: use.binding for use in judged.notebook.uses}
    function, before = used.get(head.full_name), sentences.before(judged.span)
    if not isinstance(function, Function):
        return False
    if _BEHAVES.search(before):  # one of its values by another
        return head.full_name in names_in(judged.right) and names_in(given) != frozenset()
    own = names_in(function.body) - {*function.letters}
    if _WHERE.search(before) and all(number_in(item) is not None for item in given.items):
        said = {name for name in names_in(judged.right) if lookup(name) is None}
        return bool(said) and said <= own  # and not *where `f(0) = 0`*, of an `f` that may be any
    places = [(name, used.get(name)) for name in names_in(given)]
    known = all(names_in(b.body) <= own if isinstance(b, Tensor) else name in own for name, b in places)
    return known and _PLACE.search(before) is not None  # of any other letter it may say which one it is


def _is_what_it_is(judged: Judged) -> bool:
    """*With the norm `N(A) = E`*, of an `E` that is made of `A`: what it is, and not which number it is to be."""
    left, right = ({n for n in names_in(side) if lookup(n) is None} for side in (judged.left, judged.right))
    alone = isinstance(judged.left, ast.Symbol) or judged.relation is None or judged.relation.kind != "eq"
    return not alone and bool(left) and left <= right and _WITH_THE.search(sentences.before(judged.span)) is not None


def _is_of_what_is_given(judged: Judged) -> bool:
    """*With the value `f(x_\\star) = E`*, of an `x_\\star` that a formula gives by all that both sides are made of.

    Then no sample is to be chosen so that it holds. A single number may still say of which ones it is.
    """
    if judged.relation is None or judged.relation.kind != "eq" or isinstance(judged.right, ast.Number):
        return False
    names = frozenset(free(judged, within=False))
    said = _WITH_A.search(sentences.before(judged.role.entry.parsed.span)) is not None
    return said and bool(names) and has_solution(judged, names)


def is_written_average(judged: Judged, others: Sequence[Judged]) -> bool:
    """Whether a claim of an average has that in its formula, and nothing that it is made of is said to be random."""
    words = sentences.around(judged.span, across=True)
    if _NOISE.search(words) or _OF_SOME.search(words):
        return False
    made_of = frozenset(free(judged, within=True))
    declared = (d for other in others for d in other.role.declares if isinstance(d, Declared) and d.name in made_of)
    if any(averages.is_called_random(d.span) for d in declared):
        return False
    return any(map(_is_average, judged.plans))


def is_of_probabilities(judged: Judged, others: Sequence[Judged]) -> bool:
    """Whether an equation is of nothing but numbers from 0 to 1 that are no estimates and not drawn.

    Beside *it happens with the probability `1 - a`, and* and *the expected number is* it is of these chances.
    """
    if not averages.is_of_chances_alone(judged.span) or judged.relation is None or judged.relation.kind != "eq":
        return False
    drawn = [part for part in walk(judged.plans) if isinstance(part, p.Sampled | p.Smooth | p.Linear)]
    if not drawn or not all(isinstance(part, p.Sampled) and part.domain.kind in _CHANCES for part in drawn):
        return False
    made_of = frozenset(free(judged, within=True))
    declared = [d for other in others for d in other.role.declares if isinstance(d, Declared) and d.name in made_of]
    return not any(_NOISE.search(sentences.around(d.span, across=True)) for d in declared)


def is_case_in_formula(judged: Judged, arrays: Set[str]) -> bool:
    """*For equal counts it is the mean, `m(1) = …`*, of an `m(c)` with `c` among the `arrays`: it is at this place.

    All else that it is made of stands in the right side as well, so that the words are of nothing but the place.
    """
    left = judged.left
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2 or not isinstance(left.factors[1], ast.Group):
        return False
    head, given = left.factors[0], left.factors[1]
    used = {use.name: use.binding for use in judged.notebook.uses}
    function = used.get(head.full_name) if isinstance(head, ast.Symbol) else None
    if not isinstance(function, Function) or len(function.letters) != 1 or function.letters[0] not in arrays:
        return False
    number = number_in(given.items[0]) if len(given.items) == 1 and not given.parameters else None
    words = sentences.before(judged.span, across=True)
    said = _EQUAL.search(words) or (number == 0 and _ZERO.search(words)) or (number == 1 and _ONE.search(words))
    return number is not None and said is not None and {*free(judged, within=True)} <= names_in(judged.right)


def is_said_to_be_zero(judged: Judged) -> bool:
    """*If `B = 0`, then `\\partial L / \\partial B = 0`*: it says where that is so, of an `L` that is known."""
    if judged.role.entry.solves or _GOES_ON.match(sentences.after(judged.span)):
        return False
    return not any(isinstance(part, p.Smooth | p.Linear) for part in walk(judged.plans))


def _is_average(plan: p.Plan) -> bool:
    """Whether a value is the average of what a formula defines: a contraction with a distribution, or a mean.

    Of what is only declared the words may suppose that its average is this.
    """
    node = next(_within(plan), None)
    if isinstance(node, p.Operate):
        return node.operation == "mean" and any(isinstance(part, p.Defined) for part in node.arguments)
    if not isinstance(node, p.Contract):
        return False
    pairs = ((node.left, node.right), (node.right, node.left))
    return any(
        isinstance(of, p.Defined) and any(_is_distribution(part, node.axes) for part in _within(by)) for by, of in pairs
    )


def _is_distribution(plan: p.Plan, axes: tuple[str, ...]) -> bool:
    """Whether a tensor sums to one along the axes, as all samples of it do."""
    if isinstance(plan, p.Operate):
        return plan.operation == "softmax" and {*plan.axes} == {*axes}
    if not isinstance(plan, p.Sampled):
        return False
    return plan.domain.kind is DomainKind.SIMPLEX and {*plan.domain.axes} == {*axes}


def _within(plan: p.Plan | None) -> Iterator[p.Plan]:
    """What a value is, past the names that stand for it."""
    while isinstance(plan, p.Defined):
        plan = plan.body
    if plan is not None:
        yield plan
