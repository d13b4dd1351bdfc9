"""Decimals that go on, `0.999\\ldots` and `3.14159\\ldots`: what they stand for."""

from __future__ import annotations

from fractions import Fraction

from ntdoc.regex import regex

_REPEATS = regex(r"(?P<first>\d*?)(?P<again>(?P<one>\d)(?P=one){2,}|(?P<block>\d{2,}?)(?P=block)+)")
_ALL = regex(r"(?P<first>)(?P<again>(?P<one>\d)(?P=one)+)(?P<block>)")


def value(digits: str) -> float:
    """The fraction of digits that repeat, 1 for `0.999`; else the middle of what they may be cut off from."""
    whole, _, behind = digits.partition(".")
    found = _ALL.fullmatch(behind) or _REPEATS.fullmatch(behind)
    if found is None:
        return float(digits) + 0.5 * 10.0 ** -len(behind)
    block, places = found["block"] or found["one"], len(found["first"])
    recurring = Fraction(int(block), 10 ** len(block) - 1)
    return float((int((whole or "0") + found["first"]) + recurring) / 10**places)
