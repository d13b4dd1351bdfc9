"""Spaces in mathematics: which are wide, and which stand between two things that are seen."""

from __future__ import annotations

from typing import Final

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex

LENGTH: Final = regex(
    r"\s*([-+]?)\s*(\d*[.,]?\d*)\s*(?:\\[A-Za-z]+|ex|em|pt|mm|cm|in|mu|bp|pc|sp|dd|cc)\s*"
    r"(?:(?:plus|minus)\s*[\d.]+\s*[a-z]+\s*)*$"
)
ROW_ENDS: Final = frozenset({"\\", "cr", "tabularnewline", "newline"})
_POINTS: Final = {
    "ex": 4.3,
    "em": 10,
    "pt": 1,
    "mm": 2.85,
    "cm": 28.5,
    "in": 72,
    "mu": 0.56,
    "bp": 1,
    "pc": 12,
}
_WIDE: Final = 9.0  # points; from here on a space is as good as \quad
_BEGINS: Final = frozenset({Kind.OPEN, Kind.BEGIN, Kind.ROW, Kind.ALIGN, Kind.SUB, Kind.SUP})
_ENDS: Final = frozenset({Kind.CLOSE, Kind.END, Kind.ALIGN, Kind.SUB, Kind.SUP})


def is_wide(length: str) -> bool:
    """Whether a space of this length is as good as `\\quad`."""
    match = LENGTH.match(length)
    if match is None or match.group(1) == "-":
        return False
    unit = next((unit for unit in _POINTS if unit in length), "pt")
    digits = match.group(2).replace(",", ".").strip(".")
    return bool(digits) and float(digits) * _POINTS[unit] >= _WIDE


def is_seen(before: Token | None, after: Token | None) -> bool:
    """Whether a space is seen between two tokens: none is where a row, a cell or a group begins or ends."""
    if before is None or after is None or before.kind in _BEGINS or after.kind in _ENDS:
        return False
    return not (after.kind is Kind.COMMAND and after.text in ROW_ENDS)
