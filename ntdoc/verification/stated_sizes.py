"""Claims at the sizes that the text states: `\\frac{1}{128} \\nsum{\\batch} X` is a mean where `|\\batch| = 128`.

Examples are small, and most claims hold for all sizes. One that fails on small samples may hold for the sizes that are
stated, and is run with these; where they are too large for that, and a number in it may come of them, it is left.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from ntdoc.nodes import walk
from ntdoc.report import Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Constant
from ntdoc.shapes.sizes import Size
from ntdoc.verification import zero_logs
from ntdoc.verification.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict

TOO_LARGE = "it fails for small sizes, and is not tried for those that are stated: they are too large for examples"

_DECIDED = (Status.VERIFIED, Status.FAILED)
_BY_NUMBERS = frozenset({"NT301", "NT304"})


def verdict(judged: Judged, laboratory: Laboratory, needs: Verdict | None) -> Verdict:
    """The verdict on a statement; where numbers refute a claim, that at the sizes that are stated."""
    found = zero_logs.verdict(judged, laboratory, needs)
    if judged.kind is not Kind.CLAIM or found.status is not Status.FAILED:
        return found
    if not found.diagnostics or not all(d.code in _BY_NUMBERS for d in found.diagnostics):
        return found
    there = laboratory.at_stated_sizes(judged.role.entry)
    if there is None:
        return found
    again = zero_logs.verdict(judged, there, needs)
    of_sizes = _may_come_of_sizes(judged, there.stated_numbers)
    if again.status not in _DECIDED:
        return Verdict(Status.SKIPPED, TOO_LARGE, runner=found.runner, sizes=found.sizes) if of_sizes else found
    if again.status is Status.FAILED:
        return replace(found, diagnostics=again.diagnostics) if of_sizes else found
    number = again.value if again.value is not None and not again.value.axes else None
    reason = f"at the sizes that are stated, {again.reason}"
    return replace(again, reason=reason, value=number, runner=found.runner, sizes=found.sizes)


def evaluated(judged: Judged, laboratory: Laboratory) -> Verdict | None:
    """The verdict on a definition at the sizes that are stated, in which a number may be one of them, if any are."""
    there = laboratory.at_stated_sizes(judged.role.entry)
    return zero_logs.verdict(judged, there, None) if there is not None else None


def _may_come_of_sizes(judged: Judged, stated: tuple[Size, ...]) -> bool:
    """Whether a number in a claim, or in what it rests on, may be made of sizes: 0 and 1 are not, and 2 seldom is."""
    numbers = {abs(part.value) for plan in judged.plans for part in walk(plan) if isinstance(part, Constant)}
    sizes = [float(size.constant) for size in stated if size.constant is not None]
    twice = any(a in (2 * b, 4 * b) for a, b in product(sizes, repeat=2))
    return not numbers <= ({0, 1} if twice else {0, 1, 2})
