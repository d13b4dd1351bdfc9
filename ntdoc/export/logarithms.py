"""Logarithms as one computes them with care: without overflow, and with zero times an infinite one as zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.export.values import Type
from ntdoc.shapes import plan as p

if TYPE_CHECKING:
    from ntdoc.export.writer import Writer


def careful(plan: p.Operate) -> p.Operate:
    """A logarithm as the operation that is the same without overflow."""
    match [_bare(a) for a in plan.arguments]:
        case [p.Operate("sum", axes, (exponential,))]:
            inner = _bare(exponential)
            if isinstance(inner, p.Operate) and inner.operation == "exp":
                return p.Operate("logsumexp", axes, inner.arguments)
        case [p.Operate("softmax" | "sigmoid" as share, axes, arguments)]:
            return p.Operate(f"log_{share}", axes, arguments)
    return plan


def product(w: Writer, left: p.Plan, right: p.Plan) -> p.Operate | None:
    """A product with a logarithm as one operation, in which 0 log 0 is 0; None if it is no such product."""
    for factor, other in ((left, right), (right, left)):
        match _bare(other):
            case p.Operate("negate", (), (body,)):
                found = product(w, factor, body)
                if found is not None:
                    return p.Operate("negate", (), (found,))
            case p.Operate("log", (), (argument,)) as log:
                same = w.same(factor, argument)  # p log p of a softmax p: it may be that of -∞
                if (same or careful(log) is log) and w.value(factor).type is not Type.NUMBER:
                    return p.Operate("xlogy", (), (factor, argument))
    return None


def contracted(w: Writer, axes: tuple[str, ...], left: p.Plan, right: p.Plan) -> p.Plan | None:
    """The same of a product that is summed; None, too, if it would be a larger array than its factors."""
    found = product(w, left, right)
    inner = found
    while inner is not None and inner.operation == "negate":
        inner = inner.arguments[0]  # type: ignore[assignment]
    if found is None or inner is None:
        return None
    one, other = (set(w.value(a).axes) for a in inner.arguments)
    return p.Operate("sum", axes, (found,)) if one <= other or other <= one else None


def _bare(plan: p.Plan) -> p.Plan:
    while isinstance(plan, p.Shared):
        plan = plan.body
    return plan
