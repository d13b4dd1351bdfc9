"""A page of Markdown as text for a terminal."""

from __future__ import annotations

import re
import textwrap

from ntdoc.regex import regex
from ntdoc.rendering.reports.style import Painter, Style

WIDEST = 120  # columns of what is read

_LINK = regex(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
_FENCE = regex(r" {0,3}(```+|~~~+)")
_ITEM = regex(r"(?:[-*+]|\d+\.) +")


def page_text(page: str, paint: Painter, columns: int = WIDEST) -> str:
    """Markdown as it stands, but for headings, links to other pages, and code that is set in instead of fenced."""
    lines: list[str] = []
    fence = ""
    words: list[str] = []  # of a paragraph, or of an item of a list

    def end_paragraph() -> None:
        if words:
            item = _ITEM.match(words[0])
            text, indent = " ".join(words), " " * (item.end() if item else 0)
            lines.extend(textwrap.wrap(text, min(columns, WIDEST), subsequent_indent=indent, break_long_words=False))
            words.clear()

    for line in page.rstrip().splitlines():
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            else:
                lines.append(f"    {line}".rstrip())
        elif mark:
            end_paragraph()
            fence = mark[1]
        elif line.startswith("#"):
            end_paragraph()
            lines.append(paint(line.lstrip("#").strip(), Style.STRONG))
        elif not line.strip() or line.startswith("|"):
            end_paragraph()
            lines.append(_LINK.sub(_without_link, line))
        else:
            if _ITEM.match(line):
                end_paragraph()
            words.append(_LINK.sub(_without_link, line).strip())
    end_paragraph()
    return "\n".join(lines)


def _without_link(link: re.Match[str]) -> str:
    """The text of a link; where it leads stands behind it if one can go there from a terminal."""
    return f"{link[1]} ({link[2]})" if "://" in link[2] else link[1]
