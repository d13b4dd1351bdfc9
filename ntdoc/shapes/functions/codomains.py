"""What the values are of a function of which only the signature is known: *`\\phi \\colon A \\to B`, `\\phi(x) > 0`*.

A smooth function is drawn whose values are any reals. Where its signature, or the words beside that, say a smaller set,
these are carried into it by an increasing function. Into a set of numbers that lie apart, `s \\colon [m] \\to [n]`, no
smooth function goes: a table of such numbers is drawn, and a permutation, if the words say that it is one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Signed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.plan import Constant, Counter, Linear, Operate, Plan, SizeValue, Smooth
from ntdoc.shapes.samples.domains import Limit, domain_of
from ntdoc.shapes.sizes import Size, number
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_STEEP = 4.0  # so that values near both ends of an interval occur
_APART = 17.0  # how far the numbers are spread that are taken for the places of a table
_WHOLE = (-2.0, 3.0)  # of which integers there are samples
_ONTO = regex(r"\b(?:permut\w+|biject\w+|one-to-one|invertible|re-?order\w*|shuffl\w+)\b", re.IGNORECASE)
_RELATIONS = {">": "positive", "\\ge": "nonnegative", "\\geq": "nonnegative", "<": "negative"}


def carried(session: Session, signed: Signed, plan: Smooth, env: Environment) -> Plan:
    """Values of any reals as values of the set in which a function has its own. Raises Unreadable."""
    base = signed.signature.result.base
    sign = _sign(signed) if base.kind == "reals" and not base.text else ""  # a set of its own says it
    domain, limit = domain_of(session, base, sign, False, env)
    if domain.kind in (DomainKind.INTEGERS, DomainKind.BINARY, DomainKind.FINITE):
        if base.kind == "integers" and not sign:
            domain = Domain(DomainKind.INTEGERS, lower=_WHOLE[0], upper=_WHOLE[1])
        return _permuted(signed, plan, domain, limit) or _tabled(plan, domain, limit)
    return plan if limit is not None else _into(domain, plan)


def note_places(session: Session, base: ast.Base, argument: Plan | None, env: Environment) -> None:
    """An index that a function of `[m]` takes runs over these numbers, if nothing else says over what it runs."""
    if base.kind == "range" and isinstance(argument, Counter):
        _, limit = domain_of(session, base, "", False, env)
        if isinstance(limit, Size):
            env.notebook.equations.suggest(argument.size + number(argument.low - 1), limit)


def limit_of(plan: Plan | None) -> Size | None:
    """The size `n` of a function into `[n]`."""
    match plan:
        case Operate("add", (), (Constant(1.0), Operate("mod", (), (_, SizeValue(size))))):
            return size
    return None


def _tabled(plan: Smooth, domain: Domain, limit: Limit) -> Plan:
    """Any function into numbers that lie apart: the places of a linear function, taken from the beginning again."""
    spread = _beginning(plan)
    if plan.arguments:
        every = tuple(range(len(plan.arguments)))
        linear = Linear(plan.key, plan.argument_axes, plan.result, every, plan.arguments)
        spread = Operate("add", (), (linear, spread))
    place = _whole(spread)
    if domain.kind is DomainKind.INTEGERS:
        return _from(domain, limit, place)
    values = domain.values or (0.0, 1.0)
    place = Operate("mod", (), (place, Constant(float(len(values)))))
    found: Plan = Constant(values[0])
    for before, (one, other) in enumerate(pairwise(values)):  # between two places lies one step
        step = Operate("subtract", (), (place, Constant(float(before))))
        step = Operate("minimum", (), (Operate("maximum", (), (step, Constant(0.0))), Constant(1.0)))
        found = Operate("add", (), (found, Operate("multiply", (), (Constant(other - one), step))))
    return found


def _permuted(signed: Signed, plan: Smooth, domain: Domain, limit: Limit) -> Plan | None:
    """A permutation of a range, if words beside the signature say that it is one: it begins at another number."""
    span, arguments = signed.signature.span, signed.signature.arguments
    if len(arguments) != 1 or domain.kind is not DomainKind.INTEGERS or arguments[0].shape.axes or plan.result:
        return None
    if "".join(arguments[0].span.text.split()) != "".join(signed.signature.result.span.text.split()):
        return None
    if not _ONTO.search(f"{sentences.before(span)} {sentences.after(span)}"):
        return None
    return _from(domain, limit, Operate("add", (), (*plan.arguments, _whole(_beginning(plan)))))


def _beginning(plan: Smooth) -> Plan:
    """What a function is at 0: any number."""
    return Smooth(f"{plan.key}\0begin", (), plan.result, ())


def _whole(plan: Plan) -> Plan:
    """Any numbers as integers that are far apart."""
    return Operate("floor", (), (Operate("multiply", (), (Constant(_APART), plan)),))


def _from(domain: Domain, limit: Limit, place: Plan) -> Plan:
    """Numbers of any integers as those of a range."""
    low, count = Constant(float(domain.lower)), Constant(float(domain.upper - domain.lower + 1))
    if isinstance(limit, Size):
        return Operate("add", (), (low, Operate("mod", (), (place, SizeValue(limit)))))
    if limit is not None:
        least, most = limit
        among = Operate("mod", (), (place, SizeValue(most - least + number(1))))
        return Operate("add", (), (SizeValue(least), among))
    return Operate("add", (), (low, Operate("mod", (), (place, count))))


def _sign(signed: Signed) -> str:
    """What the words beside a signature say of all values: *be a positive map*, *with `\\phi(x) > 0`*."""
    span = signed.signature.span
    name = re.escape(signed.signature.subject.span.text.strip())
    text = sentences.after(span)
    said = re.search(rf"(?:\$|\\\()\s*{name}\s*(?:\(\s*\\?\w+\s*\))?\s*(>|\\geq?(?![a-z])|<)\s*0\s*(?:\$|\\\))", text)
    return _RELATIONS[said[1]] if said is not None else signed.entry.sign


def _into(domain: Domain, plan: Plan) -> Plan:
    positive = Operate("exp", (), (plan,))
    match domain.kind:
        case DomainKind.POSITIVE | DomainKind.NONNEGATIVE:
            return positive
        case DomainKind.NEGATIVE:
            return Operate("negate", (), (positive,))
        case DomainKind.SIMPLEX:
            return Operate("softmax", domain.axes, (plan,))
        case DomainKind.UNIT:
            low, high = domain.ends
            if high == inf:
                return Operate("add", (), (Constant(low), positive))
            if low == -inf:
                return Operate("subtract", (), (Constant(high), positive))
            share = Operate("sigmoid", (), (Operate("multiply", (), (Constant(_STEEP), plan)),))
            return Operate("add", (), (Constant(low), Operate("multiply", (), (Constant(high - low), share))))
    return plan


def smooth(plan: Plan | None) -> Smooth | None:
    """The smooth function whose values are carried into a set."""
    if isinstance(plan, Operate):
        return next((found for part in plan.arguments if (found := smooth(part)) is not None), None)
    return plan if isinstance(plan, Smooth) else None
