"""Claims that hold where one free number is less than another, and nowhere else: the text may have meant it so.

*Warm up for `T_w` steps, then decay until step `T`*: who reads that `\\eta(T) = 0` takes `T` to be the larger. It is a
warning, for the text does not say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.operations.domain import DomainKind
from ntdoc.report import Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Chosen, Plan
from ntdoc.shapes.summary import samples_in
from ntdoc.verification import conditions
from ntdoc.verification.compare import differs
from ntdoc.verification.verdicts import Verdict

TRIED = 6
"""How many samples, each with two numbers in either order."""

_MOST = 4  # free numbers
_ORDERED = (DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.INTEGERS)


def held_in_one_order(
    judged: Judged, sides: tuple[Plan, Plan], kind: str, slack: float | None, runners: Sequence[Runner]
) -> Verdict | None:
    """The verdict where a claim holds for one order of two free numbers and fails for the other; else None.

    Only formulas that distinguish cases are looked at: there an order decides.
    """
    free = {key: node for key, node in samples_in(*sides).items() if not node.shape}
    keys = [key for key, node in free.items() if node.domain.kind in _ORDERED and not any(node.bounds)]
    if not 2 <= len(keys) <= _MOST or not any(isinstance(node, Chosen) for side in sides for node in walk(side)):
        return None
    for low, high in permutations(keys, 2):
        there, elsewhere = set[bool](), set[bool]()
        try:
            for runner in runners:
                less, more = sorted(abs(float(runner.run(free[key], {}).data)) + 1 for key in (low, high))
                there.add(_holds(judged, sides, kind, slack, _given(runner, {low: less, high: more + 1})))
                elsewhere.add(_holds(judged, sides, kind, slack, _given(runner, {low: more + 1, high: less})))
        except STOPS:
            return None
        if there == {True} and elsewhere == {False}:
            said = f"{low} < {high}"
            found = Diagnostic(
                "NT301", f"this holds only where {said}, which is not said", judged.span, label=f"only where {said}",
                hints=(f"say that {said}",), graded=Severity.WARNING,
            )  # fmt: skip
            return Verdict(Status.VERIFIED, f"on {len(runners)} samples where {said}", diagnostics=[found])
    return None


def _given(runner: Runner, values: dict[str, float]) -> Runner:
    return runner.again({**runner.given, **{k: NamedArray((), np.asarray(v)) for k, v in values.items()}}, None)


def _holds(judged: Judged, sides: tuple[Plan, Plan], kind: str, slack: float | None, runner: Runner) -> bool:
    x, y = conditions.sides(judged, *sides, runner)
    return differs(kind, x, y, slack) is None
