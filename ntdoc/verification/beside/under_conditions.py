"""Claims for which the text supposes something: they are held against samples for which that holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ntdoc.report import Kind, Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in, operands
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.syntax import ast
from ntdoc.verification.beside.cases.members_alike import members_alike
from ntdoc.verification.in_numbers.taken import is_equation
from ntdoc.verification.instances.satisfying import verdict_bounded, verdict_in_order, verdict_under, verdict_where
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_all_supposed

MOST = 6  # equations that are supposed at once


def where_it_holds(
    claim: Judged, suppositions: Sequence[tuple[Judged, frozenset[str]]], laboratory: Laboratory
) -> Verdict | None:
    """The verdict for samples that satisfy the equations that are supposed, of one tensor each, and the orders beside
    them, or the order of some free ones; else None. Beside each supposition stand the names that it is of.
    """
    *before, last = (supposed for supposed, _ in suppositions)
    if (held := _where_orders_hold(claim, [supposed for supposed, _ in suppositions], laboratory)) is not None:
        return held
    condition = _condition(last)
    if condition is not None and all(_condition(s) and _names_of(s) == _names_of(last) for s in before):
        for other in before:
            if other.role.entry is last.role.entry and (also := _condition(other)) is not None:  # `a \\le b \\le c`
                condition = p.Operate("multiply", (), (condition, also))
        ordered = _ordered(last)  # *if `a < b` …, and if `a > b` …*: the last one
        return (verdict_in_order(claim, ordered, laboratory) if ordered else None) or verdict_where(
            claim, condition, laboratory
        )
    if (together := _all_in_one_sentence([supposed for supposed, _ in suppositions])) is not None:
        return verdict_where(claim, together, laboratory)
    equations = [(supposed, names) for supposed, names in suppositions if is_equation(supposed)]
    beside = [_condition(supposed) for supposed, _ in suppositions if not is_equation(supposed)]
    orders = [condition for condition in beside if condition is not None]
    if not equations or len(suppositions) > MOST or len(orders) < len(beside):
        return None
    for names in product(*(sorted(names) for _, names in equations)):
        if len(set(names)) == len(names):
            solved_for = dict(zip(names, (supposed for supposed, _ in equations), strict=True))
            held = verdict_under(claim, solved_for, laboratory, orders=orders)
            if held is not None and held.status is Status.FAILED and (alike := members_alike(claim, solved_for)):
                of_all = verdict_under(claim, solved_for, laboratory, alike, orders)
                held = of_all if of_all is not None and of_all.status is Status.VERIFIED else held
            if held is not None and not _is_of_nothing(claim, held):
                return held
    return None


def where_all_hold(
    claim: Judged, suppositions: Sequence[tuple[Judged, frozenset[str]]], laboratory: Laboratory, found: Verdict
) -> Verdict | None:
    """The verdict where all that is supposed holds, for one that was found where the last of several orders does.

    *Suppose `s > 0`. Let `s < 1`.* None if they hold nowhere at once: they are cases, by turns.
    """
    last = suppositions[-1][0]
    supposed = [_condition(s) for s, _ in suppositions]
    conditions = [condition for condition in supposed if condition is not None]
    if _condition(last) is None or all(s.role.entry is last.role.entry for s, _ in suppositions):
        return found
    if len(conditions) < len(supposed) or any(_names_of(s) != _names_of(last) for s, _ in suppositions):
        return found  # all of them are heeded already
    condition, *others = conditions
    for also in others:
        condition = p.Operate("multiply", (), (condition, also))
    return verdict_where(claim, condition, laboratory)


def _where_orders_hold(claim: Judged, suppositions: list[Judged], laboratory: Laboratory) -> Verdict | None:
    """The verdict where several orders hold at once, each of which bounds a free tensor: *if `A x \\le b` and …*.

    They stand in one sentence, of different tensors: else they may be cases, by turns.
    """
    orders = [(s.relation.kind, *s.plans) for s in suppositions if s.relation is not None and len(s.plans) == 2]
    if len(orders) < 2 or len(orders) != len(suppositions) or len({s.role.entry.sentence for s in suppositions}) != 1:
        return None
    if len({_names_of(s) for s in suppositions}) != len(suppositions):
        return None
    return verdict_bounded(claim, orders, laboratory)


def are_drawn_so(
    claim: Judged, suppositions: Sequence[tuple[Judged, frozenset[str]]], constrained: Sequence[Constrained]
) -> bool:
    """Whether all samples of what a claim is made of satisfy what is supposed of it, for they are drawn so."""
    bound = {use.name: use.binding.entry for use in claim.notebook.uses if use.binding is not None}
    return bool(suppositions) and all(
        s.kind is Kind.CONSTRAINT
        and names <= bound.keys()
        and all(any(c.entry.index == s.role.entry.index and c.is_of(n, bound[n]) for c in constrained) for n in names)
        for s, names in suppositions
    )


def _is_of_nothing(claim: Judged, held: Verdict) -> bool:
    """Whether a claim that does not speak of 0 comes to 0 on both sides where it is said to hold: so does any other."""
    if held.status is not Status.VERIFIED or held.value is None or isinstance(claim.right, ast.Number):
        return False
    return bool(np.allclose(np.asarray(held.value.data, dtype=float), 0.0, atol=1e-12))


def saying_where(held: Verdict, supposed: Judged, claim: Judged, *, contrary: bool = False) -> Verdict:
    """The verdict; if it is that a claim is verified, with the supposition for which that is so."""
    if held.status is Status.VERIFIED:
        so = "does not hold" if contrary else "holds"
        held.reason = f"{held.reason}, where {supposed.span.line_for(claim.span)} {so}"
    held.met = held.status is Status.FAILED and not contrary and is_all_supposed(supposed.span, claim.span)
    return held


def otherwise(claim: Judged, found: Verdict, suppositions: list[Judged], laboratory: Laboratory) -> Verdict:
    """The verdict where what a sentence supposes does not hold: *if `z > 0`, it is `A`, and otherwise `B`*."""
    conditions = [_condition(s) for s in suppositions]
    if len(conditions) == 1 and conditions[0] is not None:
        contrary = p.Compared("eq", conditions[0], p.Constant(0.0))
        held = verdict_where(claim, contrary, laboratory)
        if held is not None:
            return saying_where(held, suppositions[0], claim, contrary=True)
    leave_out(found, "it is said of where what its sentence supposes does not hold")
    return found


def _all_in_one_sentence(supposed: Sequence[Judged]) -> p.Plan | None:
    """The orders that a sentence supposes of several tensors, as one condition: *if `|x| \\le 1` and `|y| \\le 1`*."""
    last = {"".join(s.span.text.split()): s for s in supposed}  # and not what another sentence supposes as well
    conditions = [_condition(s) for s in last.values()]
    if len(conditions) < 2 or len({s.role.entry.sentence for s in last.values()}) > 1:
        return None
    whole: p.Plan | None = None
    for condition in conditions:
        if condition is None:
            return None
        whole = condition if whole is None else p.Operate("multiply", (), (whole, condition))
    return whole


def _condition(supposed: Judged) -> p.Plan | None:
    """What an order that is supposed says of numbers: 1 where it holds."""
    if supposed.kind is Kind.CONSTRAINT:
        return supposed.condition
    ordered = supposed.relation is not None and supposed.relation.kind in ("lt", "le", "gt", "ge", "ne")
    if len(supposed.plans) != 2 or not ordered or supposed.relation is None:
        return None
    return p.Compared(supposed.relation.kind, *supposed.plans)


def _names_of(supposed: Judged) -> frozenset[str]:
    return frozenset(names_in(supposed.role.entry.parsed))


def _ordered(supposed: Judged) -> tuple[str, ...]:
    """The names that a supposition orders, from the least to the largest; none if it says anything else."""
    parsed = supposed.role.entry.parsed
    if supposed.kind is not Kind.CONSTRAINT or not isinstance(parsed, ast.Chain) or len(parsed.subjects) > 1:
        return ()
    sides = operands(parsed)
    kinds = {relation.kind for relation, _ in parsed.rest}
    if not all(isinstance(side, ast.Symbol) for side in sides) or not (kinds <= {"lt", "le"} or kinds <= {"gt", "ge"}):
        return ()
    names = tuple(side.full_name for side in sides if isinstance(side, ast.Symbol))
    return names if kinds <= {"lt", "le"} else names[::-1]


def gives_one_number(supposed: Judged) -> bool:
    """Whether it is the `b = c` of *with `b = c = 1`*, which gives one number to several names."""
    parsed = supposed.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or len(parsed.rest) < 2:
        return False
    *names, last = operands(parsed)
    return all(isinstance(name, ast.Symbol) for name in names) and numeric.is_number(last)


def leave_out(verdict: Verdict, reason: str) -> None:
    verdict.status, verdict.reason, verdict.diagnostics = Status.SKIPPED, reason, []


def leave_out_unread(judged: Judged, verdict: Verdict, reason: str) -> None:
    """The same for what may be wrong in how it is written, too: as its axes."""
    judged.notebook.diagnostics.clear()
    leave_out(verdict, reason)


def leave_out_mistakes(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Leave out what is wrong in a display that the words around it show as a mistake; in a sentence it is prose."""
    for j, v in zip(judged, verdicts, strict=True):
        at = j.role.entry
        if at.mistaken and at.display and v.status in (Status.FAILED, Status.ERROR):
            leave_out_unread(j, v, "the words around it show it as a mistake")
