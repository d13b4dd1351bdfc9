"""What is said in such a way that samples do not tell: words, sizes, chance, implications, some cases alone."""

from __future__ import annotations

from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes.claims.rereadings import heads_of_known_functions
from ntdoc.shapes.document import neighbours
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.said import averages
from ntdoc.shapes.patterns import ORDERS, names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Limit
from ntdoc.verification.beside import to_an_order as to_an_order_beside
from ntdoc.verification.beside.cases import denied
from ntdoc.verification.beside.reductio import is_led_to_contradiction
from ntdoc.verification.beside.under_conditions import otherwise
from ntdoc.verification.beside.unsupposed import is_of_probabilities, is_written_average
from ntdoc.verification.check import runner_for
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.in_numbers.approximation import approximated, is_of_first_order
from ntdoc.verification.sizes.sizes_in_words import in_said_size
from ntdoc.verification.supposing.by_form import form
from ntdoc.verification.supposing.given import Given, Refuted, Ruling
from ntdoc.verification.supposing.never import is_never_so
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import OF_PROBLEM, is_of_kind, is_related, is_where_tiny, why_no_claim

_CUT_OFF = regex(r"(?P<digits>\d*\.(?P<behind>\d+))\s*(?:\\l?dots[a-z]?|…|\.\.\.)")


def no_claim(claim: Refuted, given: Given) -> Ruling:
    """Words beside it make no claim of it. *If `A` is small* is met by its first order."""
    j, verdict = claim.judged, claim.verdict
    if isinstance(j.left, Limit):
        return None
    first_order = is_of_first_order(verdict)
    verdict.met = verdict.met or (first_order and is_where_tiny(j.span))
    reason = why_no_claim(j.span, taken.is_of_numbers_alone(j), first_order)
    claimed = reason == OF_PROBLEM and (is_never_so(j, given.laboratory) or form(claim, given) is not None)
    return None if claimed else reason


def to_an_order(claim: Refuted, given: Given) -> Ruling:
    """*To first order*, *for small steps*: what words say to be small is small, and its first order has to be right."""
    j = claim.judged
    ordered = j.relation is not None and j.relation.kind in ORDERS
    said = to_an_order_beside.said(j.span, ordered=ordered)
    letters = to_an_order_beside.letters(j.span) if said else frozenset[str]()
    free = claim.free(within=True)
    if not said or not free or (letters and letters.isdisjoint(free)):
        return None  # *for a small step `h`*, of a derivative at `h = 0`
    reason = f"its sentence says “{said}”, and it need not hold exactly"
    roughly = j.relation is not None and j.relation.kind == "approx"
    if j.law is not None or len(j.plans) != 2 or not (roughly or taken.is_equation(j)):
        return reason
    several = [runner for i in range(3) if (runner := runner_for(j, given.laboratory, i)) is not None]
    found = approximated(j, several, letters) if several else None
    sure = found is not None and (found.status is Status.VERIFIED or (letters and is_of_first_order(found)))
    return found if sure else reason


def of_digits_cut_off(claim: Refuted, given: Given) -> Ruling:
    """`0.30103\\ldots` is `0.3010299957`, too: many round before they cut off."""
    right, value = claim.judged.right, claim.verdict.value
    written = _CUT_OFF.fullmatch(right.span.text) if isinstance(right, ast.Number) else None
    if written is None or value is None or value.axes:
        return None
    unit = 10.0 ** -len(written["behind"])
    near = abs(abs(float(value.data)) - float(written["digits"])) <= unit / 2
    return Verdict(Status.VERIFIED, "to its last digit, rounded", value, claim.verdict.runner) if near else None


def of_said_size(claim: Refuted, given: Given) -> Ruling:
    """It is said of a size that samples did not have, and holds there or does not."""
    return in_said_size(claim.judged, claim.verdict, given.laboratory)


def denied_claim(claim: Refuted, given: Given) -> Ruling:
    """*Otherwise*, *unless*: it is said of where what is supposed before does not hold."""
    at = claim.at
    if at.display or not (whose := denied.supposition(claim.judged)):
        return None
    beside = [s for s, _ in given.supposed if at.sentence - s.role.entry.sentence == (whose == "before")]
    return otherwise(claim.judged, claim.verdict, beside, given.laboratory) if beside or whose == "own" else None


def of_what_is_random(claim: Refuted, given: Given) -> Ruling:
    """It is said of averages, or is roughly so of what is drawn from a distribution."""
    j, judged = claim.judged, given.judged
    if not (names := claim.free(within=True)):
        return None
    written = is_written_average(j, judged) or is_of_probabilities(j, judged)
    written = written or (j.relation is not None and j.relation.kind == "eq" and averages.is_of_the_chance(j.span))
    numbers = names.isdisjoint(given.random) and not any(part.shape for part in samples_in(*j.plans).values())
    behind = isinstance(claim.at.parsed, ast.Chain) and j.left is not claim.at.parsed.subjects[0]
    same = len(j.plans) == 2 and samples_in(j.plans[0]).keys() == samples_in(j.plans[1]).keys()  # and no example
    of_number = behind and numbers and same and averages.is_of_an_expected_number(j.span)
    average = averages.is_of_average(j.span) and not (written or of_number)
    if average and averages.is_called_expected(j.span):
        average = _is_made_of_draws(claim, names, given)
    rough = j.relation is not None and j.relation.kind == "approx" and not given.random.isdisjoint(names)
    return "it is said of what is random, and not of each sample" if average or rough else None


def _is_made_of_draws(claim: Refuted, names: frozenset[str], given: Given) -> bool:
    """Whether the text speaks of chance where it names something that a claim is made of, or of nothing that it names.

    *The expected reward* may be a formula of the probabilities, where another section has a stochastic gradient.
    """
    if not given.random.isdisjoint(names) or averages.are_draws_without_name(claim.judged.span):
        return True
    named = (e for e in given.entries if e.index <= claim.at.index and not names.isdisjoint(names_in(e.parsed)))
    return any(averages.is_called_a_draw(e.parsed.span) for e in named)


def implication(claim: Refuted, given: Given) -> Ruling:
    """It is a side of `E \\implies F`: in a sentence prose."""
    if not claim.at.implied:
        return None
    return "it is part of an implication, and the samples do not satisfy it" if claim.at.display else ""


def in_a_reductio(claim: Refuted, given: Given) -> Ruling:
    """*Suppose there were one. Then `b \\le 0`. Thus `b > 0`, a contradiction*: what leads to it is not so."""
    if not is_led_to_contradiction(claim.judged.span):
        return None
    return "" if claim.prose else "it is said to lead to a contradiction"


def of_another_model(claim: Refuted, given: Given) -> Ruling:
    j = claim.judged
    if not taken.is_of_some_that(j) and taken.is_another_model(j):
        return "it is made of something that its sentence declares behind it"
    return None


def of_a_known_function(claim: Refuted, given: Given) -> Ruling:
    """`a^2 = \\sigma(x)`, beside a number \\sigma: the known function may be meant, where the claim has no `\\sigma x`.

    After a number of another section it is held against both readings.
    """
    uses = (use for use in claim.judged.notebook.uses if use.role == "tensor" and use.binding is not None)
    tensors = {u.name for u in uses if u.binding is not None and u.binding.entry.section == claim.at.section}
    heads = tensors.intersection(heads_of_known_functions(claim.at.parsed)) - _multiplied(claim.at.parsed)
    return f"{min(heads)} may be the function of that name, or the number" if heads else None


def _multiplied(node: object) -> set[str]:
    """The names that stand as factors before another name, `\\sigma x`."""
    factors = neighbours.pairs(node)
    return {one.full_name for one, other in factors if isinstance(one, ast.Symbol) and isinstance(other, ast.Symbol)}


def of_some_cases(claim: Refuted, given: Given) -> Ruling:
    """A name is about a number in some cases alone: no one number is close to all that free tensors make."""
    j, at = claim.judged, claim.at
    approximate = j.relation is not None and j.relation.kind == "approx"
    alone = approximate and isinstance(j.left, ast.Symbol) and isinstance(j.right, ast.Number)
    beside = not at.display and (cases.is_apposed(j.span) or cases.is_aside(j.span))
    if alone and beside and not at.concludes and claim.free(within=True):
        return "it tells of which cases the sentence speaks, and the samples are any"
    return None


def of_an_inverse(claim: Refuted, given: Given) -> Ruling:
    inverse = min((name for name in claim.free(within=True) if name.endswith("^-1")), default=None)
    return None if inverse is None else f"it says of {inverse} that it is an inverse, and a sample is none"


def of_related_numbers(claim: Refuted, given: Given) -> Ruling:
    """Words say of which kind its numbers are, or how they are related."""
    j, at = claim.judged, claim.at
    of_kind = not at.negated and is_of_kind(j.span, names_in(at.parsed))
    if of_kind or (is_related(j.span) and claim.free(within=True)):
        return "it is said where words relate numbers, which the samples do not heed"
    return None


def of_a_number(claim: Refuted, given: Given) -> Ruling:
    """It is said where an array is one number."""
    held_at = taken.number_of_array(given.judged, claim.judged)
    return None if held_at is None else f"it is said where {held_at.text}"
