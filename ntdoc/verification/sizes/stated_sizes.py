"""Claims at the sizes that the text states: `\\frac{1}{128} \\nsum{\\batch} X` is a mean where `|\\batch| = 128`.

Examples are small, and most claims hold for all sizes. One that fails on small samples may hold for the sizes that are
stated, and is run with these; where they are too large for that, and a number in it may come of them, it is left.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import replace
from itertools import product

from ntdoc.nodes import walk
from ntdoc.report import DECIDED, Kind, Status
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Constant, Sampled, SizeValue
from ntdoc.shapes.sizes import Size
from ntdoc.syntax import ast
from ntdoc.verification import zero_logs
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict

TOO_LARGE = "it fails for small sizes, and is not tried for those that are stated: they are too large for examples"

_OF_SIZES = (Sampled, SizeValue)
_SMALL = 12
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
    if again.status not in DECIDED:
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
    """Whether a number in a claim, or in what it rests on, may be made of sizes: 0 and 1 are not, and 2 seldom is.

    What is roughly so may be so for large sizes alone, and what is of no tensor and no size is so or not.
    """
    parts = [part for plan in judged.plans for part in walk(plan)]
    if not any(isinstance(part, _OF_SIZES) for part in parts):
        return False
    chain = judged.role.entry.parsed
    if isinstance(chain, ast.Chain) and any(relation.kind == "approx" for relation, _ in chain.rest):
        return True
    numbers = {abs(part.value) for part in parts if isinstance(part, Constant)}
    numbers = {n for n in numbers if n and math.isfinite(n) and abs(n - 1) > 0.01}  # nor what corrects moments of draws
    sizes = {float(size.constant) for size in stated if size.constant is not None}
    twice = any(a in (2 * b, 4 * b) for a, b in product(sizes, repeat=2))
    return any(_is_made_of(n, sizes) for n in numbers - ({2.0} if not twice else set()))


def _is_made_of(value: float, sizes: Set[float]) -> bool:
    """Whether a number may be a size, a part or a multiple of one, or what is made of such: `\\sqrt{512}`."""
    made = {*sizes, *(a * b for a, b in product(sizes, repeat=2)), *(a + b for a, b in product(sizes, repeat=2))}
    if value.is_integer() and value >= 2:
        return any(size % value == 0 or value % size == 0 or abs(size - value) == 1 for size in made)
    roots = [f(size) for size in made if size > 1 for f in (float, math.sqrt, math.log, math.log2)]
    return any(_is_multiple(one, value) or _is_multiple(value, one) or _is_multiple(1, value * one) for one in roots)


def _is_multiple(whole: float, part: float) -> bool:
    """Whether a number is about a small multiple of another one."""
    times = whole / part if part else 0.0
    return 0.5 < times < _SMALL + 0.5 and abs(times - round(times)) < 0.01 * times
