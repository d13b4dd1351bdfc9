"""Theorems that are stated again elsewhere (thm-restate), and what is said of a theorem in its brackets (thmtools).

`\\begin{restatable}[A]{theorem}{main}` becomes `\\begin{theorem}[A]`, and `\\main*` the same theorem once more, with
the number of the first. Its formulas are new tokens: what is found of them stands where they stand first.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.scan import Change, Marked, changed
from ntdoc.rendering.latex.text import DISPLAY, INLINE, TITLE, TITLE_END, Formula, LatexText
from ntdoc.rendering.latex.theorems import key_values

AGAIN: Final = "ntxagain-"  # before the kind of a theorem that is stated again, and its name
_BEGIN: Final = r"\\begin[ \t]*\{(?P<name>[A-Za-z]+\*?)\}"
_RESTATABLE: Final = frozenset(("restatable", "restatable*"))
_KEYED: Final = regex(r"\s*(?:name|title|note|heading|label|restate|store)\s*=")
_ANY: Final = regex(rf"\{{restatable|\\begin[ \t]*\{{[A-Za-z]+\*?\}}\s*\[{_KEYED.pattern}")
_COUNTED: Final = regex(r"\\(?:begin|end)[ \t]*\{subequations\}")


@dataclass(frozen=True, slots=True)
class _Statement:
    """A theorem with the command that states it again, "" if there is none."""

    kind: str
    command: str
    title: str
    labels: str
    head: tuple[int, int]
    foot: tuple[int, int]


def with_restated(text: LatexText, theorems: Container[str]) -> LatexText:
    """The text with such theorems as others are, and again in full where they are restated."""
    if not _ANY.search(text.text):
        return text
    marked = Marked(text.text)
    statements = _statements(marked, theorems)
    formulas = list(text.formulas)
    changes = []
    for one in statements:
        title = f"[{{{one.title}}}]" if one.title else ""
        changes.append(Change(*one.head, f"\\begin{{{one.kind}}}{title}{one.labels}"))
        changes.append(Change(*one.foot, f"\\end{{{one.kind}}}"))
        repeated = marked.find(rf"\\{one.command}(?![A-Za-z@])\*?") if one.command else ()
        changes += [Change(found.start(), found.end(), _again(one, text, found[0], formulas)) for found in repeated]
    return replace(text, text=changed(text.text, changes), formulas=tuple(formulas))


def _statements(marked: Marked, theorems: Container[str]) -> list[_Statement]:
    found = []
    for match in marked.find(_BEGIN):
        kind, end = match["name"], match.end()
        restatable = kind in _RESTATABLE
        option = marked.optional(end) if restatable or kind in theorems else None
        said = marked.of(option) if option else ""
        given = key_values(said) if _KEYED.match(said) else {"name": said}
        end = option.after if option else end
        command = given.get("restate") or given.get("store", "")
        if restatable:
            named = marked.argument(end)
            called = marked.argument(named.after) if named else None
            if named is None or called is None:
                continue
            kind, command, end = marked.of(named).strip(), marked.of(called).strip(), called.after
        elif not _KEYED.match(said):
            continue
        foot = re.compile(rf"\\end[ \t]*\{{{re.escape(match['name'])}\}}").search(marked.masked, end)
        if foot is None:
            continue
        command = command if command.isalpha() else ""
        labels = [given.get("label", ""), command and AGAIN + command]
        title = next((given[key] for key in ("name", "title", "note", "heading") if given.get(key)), "")
        marks = "".join(rf"\label{{{label}}}" for label in labels if label)
        found.append(_Statement(kind, command, title, marks, (match.start(), end), foot.span()))
    return found


def _again(one: _Statement, text: LatexText, command: str, formulas: list[Formula]) -> str:
    """The theorem once more; with a star it has its number, else one of its own. Its labels stay where they are."""
    body = Marked(_COUNTED.sub("", text.text[one.head[1] : one.foot[0]]))
    labels = ((m.start(), body.argument(m.end())) for m in body.find(r"\\label(?![A-Za-z])"))
    words = changed(body.text, (Change(start, group.after, "") for start, group in labels if group))

    def renewed(match: re.Match[str]) -> str:
        first = int(match[2])
        formulas.append(Formula(formulas[first].mathematics, -1, first))
        return f"{text.stem}{match[1]}{len(formulas) - 1}z"

    def anew(part: str) -> str:
        return re.sub(rf"{text.stem}([{INLINE}{DISPLAY}])(\d+)z", renewed, part)

    if not command.endswith("*"):
        title = f"[{{{anew(one.title)}}}]" if one.title else ""
        return f"\n\n\\begin{{{one.kind}}}{title}\n{anew(words)}\\end{{{one.kind}}}\n\n"
    title = f"{text.token(TITLE)}{anew(one.title)}{text.token(TITLE_END)}\n\n" if one.title else ""
    name = f"{AGAIN}{one.kind}-{one.command}"
    return f"\n\n\\begin{{{name}}}\n{title}{anew(words)}\\end{{{name}}}\n\n"
