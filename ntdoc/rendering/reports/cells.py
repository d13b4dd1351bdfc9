"""Text on a terminal: how wide it is, and nothing in it that the terminal would obey."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

TAB = 4
_HIDDEN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNS_TEXT = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """The text on one line, with control characters and changes of writing direction made visible.

    A document may hold terminal escapes; they must not reach the terminal.
    """
    return "".join(map(_visible, text)) if not text.isascii() or not text.isprintable() else text


def width(text: str) -> int:
    """The number of terminal columns of a printable text."""
    return len(text) if text.isascii() else sum(map(_width, text))


@dataclass(frozen=True, slots=True)
class Cells:
    """A line as shown; `columns[i]` is the column where its character `i` starts, the last one the end."""

    text: str
    columns: tuple[int, ...]

    def column(self, index: int) -> int:
        """Where a character starts; past the end of the line, the end."""
        return self.columns[max(0, min(index, len(self.columns) - 1))]

    def between(self, start: int, end: int) -> str:
        """What stands in the columns from `start` up to `end`, without any half of a wide character."""
        characters, column = [], 0
        for character in self.text:
            size = _width(character)
            if start <= column and column + size <= end:
                characters.append(character)
            column += size
        return "".join(characters)


def cells(line: str) -> Cells:
    """A source line with its tabs expanded and made printable, and the column of each of its characters."""
    if line.isascii() and line.isprintable():
        return Cells(line, tuple(range(len(line) + 1)))
    shown: list[str] = []
    columns: list[int] = []
    column = 0
    for character in line:
        columns.append(column)
        piece = " " * (TAB - column % TAB) if character == "\t" else _visible(character)
        shown.append(piece)
        column += width(piece)
    return Cells("".join(shown), (*columns, column))


def _visible(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if character < " " or character == "\x7f":
        return "\u2421" if character == "\x7f" else chr(0x2400 + ord(character))
    if character in _TURNS_TEXT or unicodedata.category(character) in _HIDDEN:
        return "\ufffd"
    return character


def _width(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
