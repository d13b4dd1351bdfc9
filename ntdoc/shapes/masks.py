"""`S + \\log M` of zeros and ones is a mask: the document asks for minus infinity wherever `M` is 0."""

from __future__ import annotations

from functools import lru_cache

from ntdoc.operations.domain import DomainKind
from ntdoc.shapes import plan as p

_Within = p.Defined | p.Shared | p.Renamed | p.Taken | p.Spread | p.Like  # the same entries, elsewhere


def adds_mask(plan: p.Plan) -> bool:
    """Whether the logarithm of zeros and ones is, or is added to, what a plan computes.

    In a product or a sum along an axis it would be no mask: a loss with the target inside the logarithm. What several
    definitions share is looked at once.
    """
    pending, seen = [plan], set[int]()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        match node:
            case p.Operate("log", (), (argument,)) if _is_of_bits(argument) and not isinstance(argument, p.Constant):
                return True
            case p.Operate("add", (), arguments):
                pending.extend(arguments)
            case p.Operate("subtract", (), (minuend, _)):
                pending.append(minuend)
            case _ if isinstance(node, _Within):
                pending.append(node.body)
    return False


@lru_cache(maxsize=8192)
def _is_of_bits(plan: p.Plan) -> bool:
    match plan:
        case p.Sampled():
            return plan.domain.kind is DomainKind.BINARY
        case p.Constant():
            return plan.value in (0, 1)
        case p.Compared() | p.Eye():
            return True
        case p.Chosen():
            return all(_is_of_bits(value) for value, _ in plan.branches)
        case p.Literal():
            return all(_is_of_bits(cell) for row in plan.cells for cell in row)
        case p.Operate("multiply", (), arguments):
            return all(_is_of_bits(a) and not isinstance(a, p.Constant) for a in arguments)
        case p.Operate("subtract", (), (p.Constant(1), subtracted)):
            return _is_of_bits(subtracted)
        case p.Recurrence():
            return all(_is_of_bits(part.body) for part in plan.parts)
        case _ if isinstance(plan, _Within):
            return _is_of_bits(plan.body)
    return False
