"""The page of a diagnostic code, for `ntdoc explain`."""

from __future__ import annotations

import re

from ntdoc.diagnostics import CODES, codes_meant
from ntdoc.rendering.reports.page_text import WIDEST, page_text
from ntdoc.rendering.reports.style import Painter, Style
from ntdoc.settings import is_code_or_beginning


class UnknownCodeError(Exception):
    """There is no such code; the message says which ones come near."""


def explain(code: str, paint: Painter, columns: int = WIDEST) -> str:
    """The page of a code, readable on a terminal; for the beginning of codes a list of these.

    Raises UnknownCodeError.
    """
    from ntdoc.rendering.resources import codes_folder

    name = code.strip().upper()
    if name in CODES:
        return page_text((codes_folder() / f"{name}.md").read_text("utf-8"), paint, columns)
    if is_code_or_beginning(name):
        return list_codes(paint, name)
    raise UnknownCodeError(f"unknown code {code}: {_remedy(code)}")


def _remedy(text: str) -> str:
    near = codes_meant(text) or [f"{name} ({CODES[name].title})" for name in _with_words(text)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    group = text.strip().upper()[:3]
    if len(group) == 3 and is_code_or_beginning(group):
        return f"`ntdoc explain {group}` lists those that begin so"
    return "`ntdoc explain` lists them all"


def _with_words(text: str) -> list[str]:
    """The codes whose titles have all the words of a text."""
    words = re.findall(r"[a-z]+", text.lower())
    return [name for name, code in CODES.items() if words and {*words} <= {*re.findall(r"[a-z]+", code.title.lower())}]


def list_codes(paint: Painter, beginning: str = "") -> str:
    """Every code that begins so, with its title, and its severity where it is not an error."""
    lines = []
    for name, code in CODES.items():
        if not name.startswith(beginning):
            continue
        severity = "" if code.severity == "error" else f" ({code.severity.value})"
        lines.append(f"{paint(name, Style.STRONG)}  {code.title}{severity}")
    return "\n".join(lines)
