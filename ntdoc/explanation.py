"""The page of a diagnostic code, for `ntdoc explain`."""

from __future__ import annotations

import difflib
import re

from ntdoc.diagnostics import CODES
from ntdoc.rendering.style import Painter, Style

_FENCE = re.compile(r" {0,3}(```+|~~~+)")


class UnknownCodeError(Exception):
    """There is no such code; the message says which ones come near."""


def explain(code: str, paint: Painter) -> str:
    """The page of a code, readable on a terminal. Raises UnknownCodeError."""
    from ntdoc.rendering.resources import codes_folder

    name = code.upper()
    if name not in CODES:
        near = difflib.get_close_matches(name, CODES, n=3, cutoff=0.6)
        remedy = f"did you mean {' or '.join(near)}?" if near else "`ntdoc explain` lists them all"
        raise UnknownCodeError(f"unknown code {code}: {remedy}")
    return _readable((codes_folder() / f"{name}.md").read_text("utf-8"), paint)


def list_codes(paint: Painter) -> str:
    """Every code with its title, and its severity where it is not an error."""
    lines = []
    for name, code in CODES.items():
        severity = "" if code.severity == "error" else f" ({code.severity.value})"
        lines.append(f"{paint(name, Style.STRONG)}  {code.title}{severity}")
    return "\n".join(lines)


def _readable(page: str, paint: Painter) -> str:
    """Markdown as it stands, but for headings, and code that is set in instead of fenced."""
    lines: list[str] = []
    fence = ""
    for line in page.rstrip().splitlines():
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            else:
                lines.append(f"    {line}".rstrip())
        elif mark:
            fence = mark[1]
        elif line.startswith("#"):
            lines.append(paint(line.lstrip("#").strip(), Style.STRONG))
        else:
            lines.append(line)
    return "\n".join(lines)
