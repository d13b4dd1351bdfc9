"""From Markdown as authors write it (CommonMark, HackMD) to Markdown as Python-Markdown reads it.

Python-Markdown wants a blank line before a list, and before a box in a list item, and four spaces for what a list item
contains; authors leave out the one and write two or three of the others. Code blocks are left as they are.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex

_FENCE = regex(r" {0,3}(`{3,}|~{3,})")
_MARKER = regex(r"(?:[-*+]|(\d{1,9})[.)])(?:[ ]+|$)")
_BREAK = regex(r"([-*_])[ ]*(?:\1[ ]*){2,}$")
_RULE = regex(r"(?:-+|=+|(?:[*_-] ?){3,})$")
_BOXES = ("!!!", "???", "=== ")
_BLOCKS = ("#", "|", ">", "<", *_BOXES, ": ", "[^", "*[")
_FRONT_MATTER = regex(r"\ufeff?---[ \t]*\r?\n(?:.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LONG = 80
_SENTENCE_ENDS = regex(r"[.:!?;,…]['\")\]*_`»”]*$")
_PREFIX = regex(r"(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*")


def front_matter_end(text: str) -> int:
    """Where the document begins after its front matter; 0 if it has none."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


def own_paragraph(before: str, token: str, after: str) -> str:
    """`token` as a block of its own between the line so far (`before`) and the rest of it, in the same
    list or quote.

    Returns what replaces the token; `before` and `after` stay as they are.
    """
    prefix = _PREFIX.match(before)
    container = prefix[0] if prefix else ""
    inside = re.sub(r"[^\s>]", " ", container)
    starts_line = len(container) == len(before)
    has_marker = inside != container
    lead = "" if starts_line and has_marker else f"{'' if starts_line else chr(10) + inside}\n{inside}"
    tail = f"\n{inside.rstrip()}\n" + (inside if after.strip() else inside.rstrip())
    return f"{lead}{token}{tail}"


def normalise(text: str, *, line_ends: bool = False) -> str:
    """The same document for Python-Markdown; with `line_ends`, the ends of lines within a paragraph are kept."""
    out: list[str] = []
    contents: list[int] = []  # the column at which the content of each open list item begins
    margins: list[int] = []  # and that at which its author writes it: sites indent all by four, `-   ` or not
    fence = ""
    paragraph = False  # whether the line before is one that a list item would otherwise be swallowed by
    blank = True
    for line in text.expandtabs(4).splitlines():
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if fence:
            out.append(_indented(line, margins))
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
            continue
        if not stripped:
            out.append("")
            blank, paragraph = True, False
            continue
        lazy = paragraph and not blank
        marker = None if _BREAK.match(stripped) else _MARKER.match(stripped)
        while contents and indent < contents[-1] and (marker or not lazy):
            contents.pop()
            margins.pop()
        base = contents[-1] if contents else 0
        if contents and not marker and 0 <= indent - base < 4 and (blank or stripped.startswith(_BOXES)):
            margins[-1] = indent  # of a paragraph, or of a box and what it holds
            out += [""] * (not blank)
        opening = _FENCE.match(line[base:] if indent >= base else stripped)
        if opening:
            fence = opening[1]
            out.append(_indented(line, margins))
            blank = paragraph = False
            continue
        if marker and indent - base < 4:
            # In CommonMark only a list that starts with 1 interrupts a paragraph.
            if paragraph and not contents and not blank and marker[1] not in (None, "1"):
                out.append(line)
                continue
            if paragraph and not blank:
                out.append("")
            out.append("    " * len(contents) + stripped)
            contents.append(indent + len(marker[0]))
            margins.append(contents[-1])
            blank, paragraph = False, False
            continue
        starts_block = stripped.startswith(_BLOCKS) or _RULE.match(stripped)
        if line_ends and paragraph and not blank and not starts_block and not _goes_on(out[-1], stripped):
            out[-1] += "  "
        out.append(_indented(line, margins))
        blank = False
        paragraph = not contents and indent < 4 and not stripped.startswith(("#", "|"))
        if stripped.startswith(">"):
            paragraph = False
    return "\n".join(out) + "\n"


def _goes_on(before: str, line: str) -> bool:
    """Whether a line goes on with the sentence of a long one before it, in small letters: that was wrapped, if late."""
    return len(before) > _LONG and line[0].islower() and not _SENTENCE_ENDS.search(before.rstrip())


def _indented(line: str, margins: list[int]) -> str:
    """The line with four spaces for each list item that it stands in, instead of the author's columns."""
    if not margins:
        return line
    indent = len(line) - len(line.lstrip())
    return "    " * len(margins) + line[min(indent, margins[-1]) :]
