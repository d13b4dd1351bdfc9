"""Sums that no entries can have: `\\nsum{\\vocab} I = 1` for an `I` of zeros and twos."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import WRONG
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.samples.domains import numbers_of
from ntdoc.shapes.session import Session
from ntdoc.syntax.cursor import Unreadable
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied


def report(session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say which equations for sums nothing fulfils, of however many entries (NT304).

    Every sum of numbers is a multiple of what divides all of them, and of numbers beyond the sum it is larger.
    """
    wanted = {c.entry.index: c for c in session.scope.constrained if c.kind == "sum" and c.total is None}
    for j, v in zip(judged, verdicts, strict=True):
        constraint = wanted.get(j.role.entry.index)
        declared = session.scope.tensor(constraint.name, constraint.entry) if constraint is not None else None
        if constraint is None or not isinstance(declared, Declared) or v.status in WRONG or is_denied(j.span):
            continue
        if (numbers := _numbers(constraint, declared)) and not _can_be_one(numbers):
            assert declared.domain is not None
            text = declared.domain.base.span.text
            message = f"no numbers of {text} have the sum 1"
            related = (Related(declared.span, "declared here"),)
            found = Diagnostic("NT304", message, j.span, label=f"no sum of {text}", related=related)
            v.refuse(found)


def _numbers(constraint: Constrained, declared: Declared) -> list[Fraction]:
    """The elements of the set of numbers that a tensor is declared over, if it is a set of them."""
    entry, domain = constraint.entry, declared.domain
    if domain is None or domain.base.kind != "set" or entry.negated or entry.supposed or entry.worded:
        return []
    try:
        return [Fraction(value).limit_denominator(10**6) for value in numbers_of(domain.base)]
    except (Unreadable, OverflowError, ValueError):
        return []


def _can_be_one(numbers: Sequence[Fraction]) -> bool:
    """Whether 1 is a multiple of what divides all of the numbers, and not all of them but 0 are beyond it."""
    whole = lcm(*(number.denominator for number in numbers))
    divisor = gcd(*(int(number * whole) for number in numbers))
    least = min((number for number in numbers if number > 0), default=None)
    if divisor == 0 or whole % divisor != 0 or least is None:
        return False
    return least <= 1 or min(numbers) < 0
