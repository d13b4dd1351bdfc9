"""Records and numbers as a diagnostic says them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.plan import Counter

if TYPE_CHECKING:
    from ntdoc.shapes.judged import Judged


def at_record(record: dict[str, int], judged: Judged | None = None) -> str:
    """` at chans(1), seq(2)`, and ` at t = 2` for a letter that begins at 2 in a statement."""
    lows = _lows(judged) if judged is not None and any(axis.startswith("#") for axis in record) else {}
    places = [
        f"{axis[1:]} = {i + lows.get(axis, 1) - 1}" if axis.startswith("#") else f"{axis}({i})"
        for axis, i in record.items()
    ]
    return " at " + ", ".join(places) if places else ""


def _lows(judged: Judged) -> dict[str, int]:
    """Where the index letters of a statement begin, as far as they all agree."""
    found: dict[str, set[int]] = {}
    for part in walk(judged.plans):
        if isinstance(part, Counter):
            found.setdefault(part.axis, set()).add(part.low)
    return {axis: next(iter(lows)) for axis, lows in found.items() if len(lows) == 1}


def two_numbers(left: float, right: float) -> tuple[str, str]:
    """Two numbers that differ, in as many digits as show that they do, and four at least."""
    for digits in (4, 6, 8):
        texts = f"{left:.{digits}g}", f"{right:.{digits}g}"
        if isfinite(left) and isfinite(right) and float(texts[0]) != float(texts[1]):
            return texts
    return number_text(left), number_text(right)


def both_sides(relation: str, left: str, right: str, at: str, step: int = 0) -> str:
    """What a relation finds on its sides, at a place: in a step of a derivation the left one is the step before it."""
    if relation not in ("=", "≈"):
        return f"the left side is {left}, and the right side is {right}{at}: {left} {relation} {right} does not hold"
    if step > 1:
        return f"the step before it is {left}, and this one is {right}{at}"
    return f"the left side is {left}, and the right side is {right}{at}"


def number_text(value: float) -> str:
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.6g}"
    if float(text) == value:
        return text
    return f"{value:.10g}" if abs(value) >= 1e-4 else f"{value:.6g}"
