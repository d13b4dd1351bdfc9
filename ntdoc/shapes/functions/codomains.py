"""What the values are of a function of which only the signature is known: *`\\phi \\colon A \\to B`, `\\phi(x) > 0`*.

A smooth function is drawn whose values are any reals. Where its signature, or the words beside that, say a smaller set,
these are carried into it by an increasing function.
"""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.shapes.bindings import Signed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.plan import Constant, Operate, Plan, Smooth
from ntdoc.shapes.samples.domains import domain_of

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_STEEP = 4.0  # so that values near both ends of an interval occur
_RELATIONS = {">": "positive", "\\ge": "nonnegative", "\\geq": "nonnegative", "<": "negative"}


def carried(session: Session, signed: Signed, plan: Plan, env: Environment) -> Plan:
    """Values of any reals as values of the set in which a function has its own. Raises Unreadable."""
    base = signed.signature.result.base
    sign = _sign(signed) if base.kind == "reals" and not base.text else ""  # a set of its own says it
    domain, limit = domain_of(session, base, sign, False, env)
    return plan if limit is not None else _into(domain, plan)


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
