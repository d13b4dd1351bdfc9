"""What a sentence states of something that nothing else determines: a choice, a measurement, what a thing is.

*The measured speed-up is `a / b = 1.8`*, *in all models `d / h = 64`*: it says which `a` and `b` are meant, and no
samples of them can refute it.
"""

from __future__ import annotations

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Function, Signed, Tensor
from ntdoc.shapes.claims.quantified import says_what_it_is
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.verification.beside import stated_facts
from ntdoc.verification.beside.qualities import named_things
from ntdoc.verification.in_numbers.taken import is_equation
from ntdoc.verification.instances import attained
from ntdoc.verification.supposing.given import Given, Refuted, Ruling

_ANY = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.INTEGERS)
_SAID = "it says which ones are meant, and the samples are any"


def number(claim: Refuted, given: Given) -> Ruling:
    """It says which number something is, or what bounds it, that is made of free letters and tensors alone."""
    j, at = claim.judged, claim.at
    if at.negated or at.theorem or at.proves or at.shown or at.again or at.display:
        return None
    if j.relation is None or j.left is None or j.right is None or not any(map(_is_written, (j.left, j.right))):
        return None
    one = j.law.instances[0][1] if j.law is not None and j.law.instances else j
    if any(isinstance(part, p.Defined) for plan in one.plans for part in walk(plan)):
        return None
    if stated_facts.is_of_all(j.span) and not stated_facts.is_place(j.span):
        return None  # *it halves every `n` steps, at `\eta \lambda = 0.01` every 69* is about a place
    if not _says_which(claim, one, given):
        return None
    if not _is_of_running_letter(j) and (names := claim.free(within=True)):
        given.suppose(j, names)
    return "" if claim.prose else _SAID


def of_a_function(claim: Refuted, given: Given) -> Ruling:
    """It says what is so of a function of which only a signature is known: *it is symmetric, `k(x, y) = k(y, x)`*."""
    j, at = claim.judged, claim.at
    if at.display or at.negated or at.theorem or at.proves or at.shown or at.again:
        return None
    signed = [b for use in j.notebook.uses if isinstance(b := use.binding, Signed) and b.name in names_in(at.parsed)]
    free = {b.name for b in signed}
    if not free or _concludes(claim) or (j.law is not None and not any(says_what_it_is(b, at) for b in signed)):
        return None
    computed = any(isinstance(part, p.Defined) for part in walk(j.plans))
    if computed or any(isinstance(part, ast.Derivative | Gradient) for part in walk(at.parsed)):
        return None
    given.suppose(j, frozenset(free))
    return "" if claim.prose else _SAID


def of_a_thing(claim: Refuted, given: Given) -> Ruling:
    """It says what a thing is that its sentence names: *the inverse `B` of `A` has `A \\ndot{\\bx} B = I`*."""
    j, at = claim.judged, claim.at
    if at.display or at.negated or at.theorem or at.proves or at.shown or at.again or j.law is not None:
        return None
    if _concludes(claim) or stated_facts.is_of_all(j.span):
        return None
    if any(isinstance(use.binding, Function) for use in j.notebook.uses):
        return None  # of a function that a formula gives nothing is to be said
    names, without_letter = claim.free(within=True), _is_made(j) and named_things.is_of_such_a_thing(j.span)
    if not (without_letter or named_things.says_what_it_is(names, j.span)):
        return None
    given.suppose(j, names)
    return "" if claim.prose else _SAID


def _is_made(judged: Judged) -> bool:
    """Whether one side is a free tensor alone, and the other one is made of others: `X \\ndot{\\ax} w = y`."""
    sides = ((judged.left, judged.right), (judged.right, judged.left))
    free = {*samples_in(*judged.plans)}
    return is_equation(judged) and any(
        isinstance(one, ast.Symbol) and one.full_name in free and one.full_name not in names_in(other)
        for one, other in sides
    )


def _says_which(claim: Refuted, one: Judged, given: Given) -> bool:
    j = claim.judged
    follows = _concludes(claim)
    if follows:
        return _are_named(one) and attained.is_for_some(j, given.laboratory)
    unknown = j.law is not None and not _is_supposed(claim) and "_" not in "".join(samples_in(*one.plans))
    if stated_facts.is_place(j.span):
        return attained.varies(j, given.laboratory)
    if unknown or _are_named(one):
        return attained.is_for_some(j, given.laboratory)
    if _is_value(j):
        return False
    return stated_facts.says_it_is_so(j.span) and attained.varies(j, given.laboratory)


def _is_value(judged: Judged) -> bool:
    """Whether it says what a function that a formula gives is at a place, *`r(N) = 0` at the end of training*.

    A number is one, what a formula gives, and what the function itself is made of; but not its running letter, `r(t)`.
    """
    return _running(judged) == frozenset()


def _is_of_running_letter(judged: Judged) -> bool:
    """*At the end of training, `r(t) = 0`*: it says which `t` is meant, and nothing of what `r` is made of."""
    return bool(_running(judged))


def _running(judged: Judged) -> frozenset[str] | None:
    """The letters that a call of a function, which a formula gives, is of at no certain place; None if it is none."""
    left = judged.left
    head = left.factors[0] if isinstance(left, ast.Juxtaposition) else None
    if not isinstance(left, ast.Juxtaposition) or not isinstance(head, ast.Symbol):
        return None
    bindings = {use.name: use.binding for use in judged.notebook.uses}
    if not isinstance(function := bindings.get(head.full_name), Function):
        return None
    parts = names_in(function.body) - {*function.letters}
    names = names_in(left.factors[1:])
    return frozenset(n for n in names if n not in parts and not isinstance(bindings.get(n), Tensor))


def _concludes(claim: Refuted) -> bool:
    span = claim.judged.span
    return stated_facts.concludes(span) or (claim.at.concludes and not stated_facts.is_made_so(span))


def _is_supposed(claim: Refuted) -> bool:
    """Whether words suppose it, or say that it is to be solved: *the roots of `z^2 = 2`*."""
    at = claim.at
    return at.assumed or at.supposed or at.sought or at.solves


def _are_named(one: Judged) -> bool:
    """Whether all that is free are numbers of which words say which quantities they are, and formulas no more."""
    free = samples_in(*one.plans)
    plain = all(not part.shape and part.domain.kind in _ANY and not any(part.bounds) for part in free.values())
    return bool(free) and plain and all(stated_facts.names_quantity(letter, one.span) for letter in free)


def _is_written(side: ast.Operand) -> bool:
    return numeric.is_number(side) and not names_in(side) and not any(isinstance(x, ast.Size) for x in walk(side))
