"""Tabs of Markdown that say one thing in several notations: `=== "in names"` and, beside it, `=== "in indices"`."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.source import Span

_TAB = regex(r"^(?P<indent>[ \t]*)===[+!]?[ \t]+[\"']?(?P<title>[^\r\n\"']*)", re.MULTILINE)
_WAY = regex(  # of writing: and not *softmax* and *hardmax*, which are other things
    r"\b(?:in|with|by|as|using)\s+(?:[a-z]+\s+)?(?:names?|axes|ind(?:ex|ices)|components?|coordinates|entries|sums?|words"
    r"|matri(?:x|ces)|vectors?|symbols?|full|short)\b"
    r"|\b(?:notation|indices|index|components?|coordinates|entrywise|element-?wise|einsum|einstein|compact|expanded"
    r"|(?:matrix|vector|tensor|named|sum|scalar|entry)(?:\s+(?:form|version|style|tensors?))?$)",
    re.IGNORECASE,
)


def are_one(first: Span, second: Span) -> bool | None:
    """Whether two tabs of one set are called by how their formulas are written; None if these stand in no two such."""
    if first.source is not second.source:
        return None
    one, other = _tab(first), _tab(second)
    if one is None or other is None or one.start() == other.start():
        return None
    indent = _indent(one[0])
    if indent != _indent(other[0]) or not _is_within(first.source.text[one.start() : other.start()], indent):
        return None
    return all(_WAY.search(tab["title"].strip()) for tab in (one, other))


def _tab(span: Span) -> re.Match[str] | None:
    """The tab that a formula stands in."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    indent = _indent(text[start : span.start] + "x")
    tabs = [tab for tab in _TAB.finditer(text, 0, start) if _indent(tab[0]) < indent]
    return tabs[-1] if tabs and _is_within(text[tabs[-1].start() : start], _indent(tabs[-1][0])) else None


def _is_within(text: str, indent: int) -> bool:
    """Whether nothing but tabs, and what is in them, stands in a text."""
    return all(not line.strip() or _indent(line) > indent or _TAB.match(line) for line in text.splitlines())


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())
