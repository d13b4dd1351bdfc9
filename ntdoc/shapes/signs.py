"""What orders make of a number: `positive`, `nonnegative`, `negative` or `unit`, or what is between two others.

The last is written with both ends: `2 .. inf` after `\\gamma \\ge 2`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from ntdoc.operations.domain import LIMITS, DomainKind

_BETWEEN = " .. "
_SHARPER = {"nonnegative": ("positive", "unit"), "positive": ("unit",)}  # signs that say more than another


def between(low: float, high: float) -> str:
    """The sign of what is between two numbers, one of which may be infinite."""
    return f"{low!r}{_BETWEEN}{high!r}"


def ends(sign: str) -> tuple[float, float] | None:
    """The two numbers of such a sign; None of another one."""
    low, found, high = sign.partition(_BETWEEN)
    return (float(low), float(high)) if found else None


def sharpest(sign: str, others: Iterable[str]) -> str:
    """A sign, or the first of others that says more; and with all the numbers that any of them says."""
    said = [other for other in others if other]
    sign = sign or next(iter(said), "")
    first = next((other for other in said if other in _SHARPER.get(sign, ())), sign)
    for other in said:
        first = _narrowed(first, other) if ends(first) or ends(other) else first
    return first


def limits(sign: str) -> tuple[float, float]:
    """The two numbers between which a sign is."""
    return ends(sign) or LIMITS[DomainKind(sign or "real")]


def _narrowed(sign: str, other: str) -> str:
    """What is of both signs: that which says more, if one of them does; the first, if nothing is of both."""
    (low, high), (least, most) = (limits(s) for s in (sign, other))
    below, above = max(low, least), min(high, most)
    if below >= above or (below, above) == (low, high):
        return sign
    return other if (below, above) == (least, most) else between(below, above)


def text(sign: str) -> str:
    """What is added to a set of numbers: ` ≥ 2`."""
    if (found := ends(sign)) is None:
        return {"positive": " > 0", "nonnegative": " ≥ 0", "negative": " < 0", "unit": ", 0 to 1"}.get(sign, "")
    low, high = found
    return f" ≥ {low:g}" if high == inf else f" ≤ {high:g}" if low == -inf else f", {low:g} to {high:g}"
