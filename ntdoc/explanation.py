"""The page of a diagnostic code, for `ntdoc explain`."""

from __future__ import annotations

import re

from ntdoc.diagnostics import CODES, codes_meant
from ntdoc.regex import regex
from ntdoc.rendering.reports.style import Painter, Style
from ntdoc.settings import is_code_or_beginning

_LINK = regex(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
_FENCE = regex(r" {0,3}(```+|~~~+)")


class UnknownCodeError(Exception):
    """There is no such code; the message says which ones come near."""


def explain(code: str, paint: Painter) -> str:
    """The page of a code, readable on a terminal; for the beginning of codes a list of these.

    Raises UnknownCodeError.
    """
    from ntdoc.rendering.resources import codes_folder

    name = code.strip().upper()
    if name in CODES:
        return _readable((codes_folder() / f"{name}.md").read_text("utf-8"), paint)
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


def _readable(page: str, paint: Painter) -> str:
    """Markdown as it stands, but for headings, links to other pages, and code that is set in instead of fenced."""
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
            lines.append(_LINK.sub(_without_link, line))
    return "\n".join(lines)


def _without_link(link: re.Match[str]) -> str:
    """The text of a link; where it leads stands behind it if one can go there from a terminal."""
    return f"{link[1]} ({link[2]})" if "://" in link[2] else link[1]
