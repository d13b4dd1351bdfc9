"""Claims that would hold if a function along axes took a whole product: `\\nfun{\\ax}{softmax} X \\ndot{\\bx} Y`, and
`\\nfun{\\ax}{mean} (X - a) (Y - b)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import Node, walk
from ntdoc.operations.table import Rule, named
from ntdoc.report import Status
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.rewriting import throughout
from ntdoc.verification.compare import differs
from ntdoc.verification.verdicts import Verdict


def hint_all(judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say of claims that numbers refute that they hold with brackets around what follows a function, where they do."""
    for j, v in zip(judged, verdicts, strict=True):
        if v.status is not Status.FAILED or v.runner is None or len(j.plans) != 2 or j.relation is None:
            continue
        if not v.diagnostics or v.diagnostics[0].code != "NT301" or v.diagnostics[0].hints:
            continue
        found = next((part for part in walk(j.plans) if _outside(part) is not None), None)
        if not isinstance(found, p.Contract | p.Operate):
            continue
        with suppress(*STOPS):
            fresh = v.runner.again(v.runner.given, None)
            x, y = (fresh.run(throughout(side, _outside), {}) for side in j.plans)
            if differs(j.relation.kind.replace("define", "eq"), x, y) is None:
                first, *others = v.diagnostics
                v.diagnostics = [replace(first, hints=(_text(found),)), *others]


def _outside(part: Node) -> p.Plan | None:
    """The product of what a function along axes makes and another, as the function of the product; None of others."""
    match part:
        case p.Contract(axes, p.Operate() as left, right) if axes and _is_along(left):
            return p.Operate(left.operation, left.axes, (p.Contract(axes, left.arguments[0], right),))
        case p.Operate("multiply", (), (p.Operate() as left, right)) if _is_along(left):
            return p.Operate(left.operation, left.axes, (p.Operate("multiply", (), (left.arguments[0], right)),))
    return None


def _is_along(part: p.Operate) -> bool:
    return bool(part.axes) and named(part.operation).rule in (Rule.ALONG, Rule.REDUCTION)


def _text(part: p.Contract | p.Operate) -> str:
    name = _function(part)
    if named(name).rule is Rule.REDUCTION:
        return f"{name} takes the first factor alone: it holds if {name} takes the product, in brackets"
    sign = f"\\ndot{{{','.join(part.axes)}}}" if isinstance(part, p.Contract) else "\\odot"
    return f"{name} takes what follows it up to `{sign}`: it holds if {name} takes the product, in brackets"


def _function(part: p.Contract | p.Operate) -> str:
    left = part.left if isinstance(part, p.Contract) else part.arguments[0]
    assert isinstance(left, p.Operate)
    return left.operation
