"""What a text says of how large its letters are, so that an order need not hold of larger or smaller ones.

*Assume `|v| \\le 3`* does so, and *`g` satisfies `v \\le g`* says what holds of any `v`: it is asked of the samples.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.operations.table import CONSTANTS
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.said_conditions import is_only_case
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import ORDERS, names_in, signs
from ntdoc.syntax import ast
from ntdoc.verification.compare import differs
from ntdoc.verification.in_numbers import taken
from ntdoc.vocabulary import THEN

_THEN = regex(rf"\b(?:{THEN})\b[^.;:$]*(?:\$|\\\()?\s*$", re.IGNORECASE)
_FREE = ({Kind.CONSTRAINT}, {Kind.DEFINITION})
"""What equations are that leave tensors free: samples keep to constraints, and a definition is of another name."""


class Bounds:
    """The entries of a document that say how large letters are."""

    def __init__(self, entries: Sequence[Entry], judged: Sequence[Judged]) -> None:
        self._judged: dict[int, list[Judged]] = {}
        for one in judged:
            self._judged.setdefault(one.role.entry.index, []).append(one)
        self._known: dict[int, dict[str, set[int]]] = {}
        self._bounding = [(e, names_in(e.parsed)) for e in entries if self._bounds(e)]

    def of(self, claim: Judged, names: frozenset[str]) -> list[Judged] | None:
        """What is to hold of the samples for a claim; None if no samples can be asked whether they are so."""
        found: list[Judged] = []
        for entry, bounded in self._bounding:
            if self._are_others(entry, bounded & names, claim) or _is_case_elsewhere(entry, claim.role.entry):
                continue
            if self._has_its_own(entry) and entry is not claim.role.entry:
                continue
            own = self._judged.get(entry.index, [])
            if _follows_in_its_case(entry, own, claim.role.entry):
                continue
            if not own or not all(map(_can_be_asked, own)):
                return None
            found += own
        return found

    def _bounds(self, entry: Entry) -> bool:
        """Whether an entry says of letters how large they are, and not as a claim or by signs alone, or supposes it."""
        parsed, said = entry.parsed, {one.kind for one in self._judged.get(entry.index, [])}
        if not entry.display and is_only_case(parsed.span):  # *it is zero only if `x = y`*
            return False
        if said == {Kind.CLAIM} and _is_said_of_equals(entry):
            return False
        if not isinstance(parsed, ast.Chain) or entry.worded or entry.small:
            return True
        if parsed.conditions and not (said == {Kind.CLAIM} and all(signs(c) for c in parsed.conditions)):
            return True
        kinds = {relation.kind for relation, _ in parsed.rest}
        if kinds <= {"in"} or signs(parsed):  # what a letter is, in `[0,1]` or positive: samples keep to that
            return False
        if kinds <= ORDERS and self._only_declares(entry):  # `c > 0.5`: to that, too
            return False
        if kinds == {"eq"} and said in _FREE and not entry.supposed:
            return False
        if entry.assumed or entry.supposed:
            return True
        return Kind.CLAIM not in said and not kinds.isdisjoint({*ORDERS, "approx", "other"})

    def _has_its_own(self, entry: Entry) -> bool:
        """Whether an entry is a claim with conditions: they are its own, and say nothing of others."""
        plain = not (entry.worded or entry.small or entry.assumed or entry.supposed)
        said = {one.kind for one in self._judged.get(entry.index, [])} == {Kind.CLAIM}
        return plain and said and isinstance(entry.parsed, ast.Chain) and bool(entry.parsed.conditions)

    def _only_declares(self, entry: Entry) -> bool:
        """Whether all that an order says is which numbers its letters may be."""
        own = self._judged.get(entry.index, [])
        said = {d.name for one in own for d in one.role.declares if d.sign or d.domain is not None}
        return {one.kind for one in own} == {Kind.CONSTRAINT} and names_in(entry.parsed) - CONSTANTS.keys() == said

    def _are_others(self, entry: Entry, names: frozenset[str], claim: Judged) -> bool:
        """Whether the names in an entry are those of other tensors than in a claim, or none of them is in both.

        So they are if it stands in another section, and something else there says what they are.
        """
        if not names:
            return True
        at = claim.role.entry
        if at.is_under(entry):
            return False
        here, there = self._meant(claim), [self._meant(one) for one in self._judged.get(entry.index, [])]
        meant = ((here.get(name, set()), {i for other in there for i in other.get(name, ())}) for name in names)
        return all(own and others and own.isdisjoint(others) for own, others in meant)

    def _meant(self, judged: Judged) -> dict[str, set[int]]:
        """Which entries say what the names in a statement are, and in all that it is made of."""
        if id(judged) in self._known:
            return self._known[id(judged)]
        found = self._known.setdefault(id(judged), {})
        pending, seen = [judged], set[int]()
        while pending:
            one = pending.pop()
            own = [(use.name, use.binding) for use in (*one.notebook.uses, *one.uses) if use.binding is not None]
            for name, binding in (*own, *((d.name, d) for d in one.role.declares)):
                index = binding.entry.index
                found.setdefault(name, set()).add(index)
                if isinstance(binding, Tensor) and index not in seen:
                    seen.add(index)
                    pending += self._judged.get(index, [])
        return found


def _is_case_elsewhere(entry: Entry, at: Entry) -> bool:
    """Whether another paragraph takes a case, *If `B = 0`, the gradient is*, from which a claim concludes nothing."""
    here, proof = at.parsed.span, bool(entry.proves) and entry.proves == at.proves
    if not entry.supposed or entry.display or entry.premise or proof or at.concludes:
        return False
    if entry.index > at.index and entry.sentence != at.sentence:  # *`a \\le b`. If `b < 1`, it*
        return True
    return not sentences.are_in_one_thought(entry.parsed.span, here, goes_on=True, leads=at.display)


def _follows_in_its_case(entry: Entry, own: Sequence[Judged], at: Entry) -> bool:
    """*If `c` is any number, then `f(x + c) = f(x)`*, behind a claim: an equation that follows bounds nothing there."""
    equations = bool(own) and all(one.kind is Kind.CLAIM and taken.is_equation(one) for one in own)
    later = at.is_above(entry) and entry.sentence != at.sentence
    if not (equations and later and entry.worded) or entry.supposed or entry.assumed:
        return False
    return _THEN.search(sentences.before(entry.parsed.span)) is not None


def _is_said_of_equals(entry: Entry) -> bool:
    """Whether it claims an equation, in a case of its own or not: *`h(cx) = c h(x)` for every `c > 0`*."""
    if entry.worded or entry.small or entry.assumed or entry.supposed or not isinstance(entry.parsed, ast.Chain):
        return False
    return {relation.kind for relation, _ in entry.parsed.rest} == {"eq"}


def all_hold(conditions: Sequence[Judged], runner: Runner) -> bool:
    """Whether samples satisfy all of some orders and equations."""
    return all(_holds(condition, runner) for condition in conditions)


def _can_be_asked(judged: Judged) -> bool:
    """Whether it is an order or an equation of two values that is only assumed, and not in a case."""
    plain = judged.kind is Kind.CLAIM and judged.law is None and judged.member is None and judged.condition is None
    kind = judged.relation.kind if judged.relation is not None else ""
    both = judged.value is not None and judged.other is not None
    at = judged.role.entry
    said = at.worded or at.small or at.supposed or (isinstance(at.parsed, ast.Chain) and at.parsed.conditions)
    return plain and both and kind in (*ORDERS, "eq") and not said


def _holds(judged: Judged, runner: Runner) -> bool:
    assert judged.relation is not None
    if len(judged.plans) != 2:
        return False
    try:
        left, right = (runner.run(side, {}) for side in judged.plans)
        return differs(judged.relation.kind, left, right) is None
    except STOPS:
        return False
