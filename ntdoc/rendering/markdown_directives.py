"""Directives and divisions of Markdown that Python-Markdown does not know: their titles in bold, and their content."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.reading.containers import is_of_markdown, is_title
from ntdoc.regex import regex

_FENCE = regex(r" {0,3}(`{3,}|~{3,})")
_ALERT = regex(
    r"(?P<indent>[ \t]*)> ?\[!(?P<kind>note|tip|important|warning|caution|info|danger|example|success|question|abstract"
    r"|quote|bug|failure)\][+-]?[ \t]*(?P<title>.*?)[ \t]*$",
    re.IGNORECASE,
)
_QUOTED = regex(r"(?P<indent>[ \t]*)> ?(?P<said>.*)")
_OPTION = regex(r":[A-Za-z][\w-]*:(?:[ \t]|$)")
_COLONS = regex(r"[ \t]*(?P<fence>:{3,})[ \t]*(?P<title>.*?)[ \t]*:*$")
_TITLE = regex(r"\btitle=(?:\"([^\"]*)\"|'([^']*)')")
_KIND = regex(r"(?:\{(?P<attributes>[^{}]*)\}|(?P<word>[\w:-]+))[ \t]*(?P<title>.*)")
_CLASS = regex(r"(?:^|\s)\.?(?:callout-|prf:)?(?P<name>[A-Za-z][\w-]*)(?=\s|$)")


def without_directives(text: str) -> str:
    """The same document with a title, in bold, instead of the fence and the options of each directive of prose."""
    out: list[str] = []
    directives: list[str] = []  # the fences of those that are open
    fence, options = "", False
    for line in text.splitlines():
        stripped = line.strip()
        ends = stripped and not stripped.strip(stripped[0]) and len(stripped) > 2
        options = options and _OPTION.match(stripped) is not None
        if options:
            continue
        if fence:
            fence = "" if ends and stripped.startswith(fence) else fence
        elif directives and ends and stripped.startswith(directives[-1]):
            directives.pop()
            line = ""
        elif opening := _FENCE.match(line):
            name, _, title = stripped.lstrip("`~").strip().partition(" ")
            if is_of_markdown(name):
                directives.append(opening[1])
                title = title.strip() or name.strip("{}").rpartition(":")[2].capitalize()
                line, options = f"{line[: len(line) - len(line.lstrip())]}**{title}**\n", True
            else:
                fence = opening[1]
        out.append(line)
    return "\n".join(out) + "\n"


def without_alerts(text: str) -> str:
    """The same document with an admonition instead of each quotation that says it is one, `> [!NOTE]`."""
    out: list[str] = []
    fence, within = "", False
    for line in text.splitlines():
        stripped = line.strip()
        quoted = _QUOTED.match(line)
        if fence:
            fence = "" if stripped.startswith(fence) and not stripped.strip(fence[0]) else fence
        elif opening := _FENCE.match(line):
            fence, within = opening[1], False
        elif begins := _ALERT.match(line):
            kind, title = begins["kind"].lower(), begins["title"].replace('"', "”")
            line = f"{begins['indent']}!!! {kind} \"{title or kind.capitalize()}\"\n"
            out += [""] * (not within)
            within = True
        elif within and quoted:
            line = f"{quoted['indent']}    {quoted['said']}".rstrip()
        elif within and stripped:  # a blank line may be that around a formula
            within, line = False, f"\n{line}"
        out.append(line)
    return "\n".join(out) + "\n"


def without_colons(text: str) -> str:
    """The same document without the lines that begin and end divisions, `::: {.callout-note}`; those that are boxes
    have a title in bold, if none stands in them.
    """
    lines = text.splitlines()
    for start, end in _divisions(lines):
        found = _COLONS.match(lines[start])
        title = _title(found["title"]) if found else ""
        below = next((line for line in lines[start + 1 : end] if line.strip()), "")
        indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
        lines[start] = "" if not title or below.startswith("**") else f"\n{indent}**{title}**\n"
        lines[end] = ""
    return "\n".join(lines) + "\n"


def _divisions(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last line of each that has both."""
    found: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []
    fence = ""
    for number, line in enumerate(lines):
        if fence:
            fence = "" if line.strip().startswith(fence) and not line.strip().strip(fence[0]) else fence
        elif opening := _FENCE.match(line):
            fence = opening[1]
        elif (colons := _COLONS.match(line)) is None:
            continue
        elif colons["title"]:
            open_.append((number, len(colons["fence"])))
        elif (last := next((n for n, one in enumerate(reversed(open_)) if one[1] <= len(colons["fence"])), -1)) >= 0:
            del open_[len(open_) - last :]
            found.append((open_.pop()[0], number))
    return found


def _title(words: str) -> str:
    """What the line that begins a division says of its title; nothing if it only puts it somewhere."""
    if (said := _TITLE.search(words)) is not None:
        return said[1] or said[2] or ""
    kind = _KIND.match(words)
    if kind is None or not is_title(words):
        return ""
    name = _CLASS.search(kind["word"] or kind["attributes"])
    return kind["title"].strip("[]\"") or (name["name"].rpartition(":")[2].capitalize() if name else "")
