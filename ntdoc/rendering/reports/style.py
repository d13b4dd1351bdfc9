"""Colours on a terminal, or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from enum import Enum
from typing import TextIO


class Style(Enum):
    """A role of a piece of text, with its ANSI parameters."""

    PLAIN = ""
    STRONG = "1"
    ERROR = "1;31"
    WARNING = "1;33"
    NOTE = "36"
    GOOD = "1;32"
    GUTTER = "94"  # the darker blue is hardly legible on black
    SECONDARY = "1;94"
    FAINT = "2"


Painter = Callable[[str, Style], str]


def plain(text: str, style: Style) -> str:
    """The text, whatever the style."""
    return text


def coloured(text: str, style: Style) -> str:
    """The text between the ANSI sequences of the style."""
    return f"\x1b[{style.value}m{text}\x1b[0m" if style.value and text else text


def columns() -> int:
    """The width to draw in; where nobody knows it, wide enough for most lines."""
    return max(40, shutil.get_terminal_size((120, 24)).columns)


def painter(stream: TextIO) -> Painter:
    """Colours for a terminal; the variable NO_COLOR forbids them, FORCE_COLOR demands them."""
    if os.environ.get("NO_COLOR"):
        return plain
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return coloured
    return coloured if stream.isatty() and os.environ.get("TERM") != "dumb" else plain
