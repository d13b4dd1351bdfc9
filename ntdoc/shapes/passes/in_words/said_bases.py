"""*Logarithms are to base 2*, *`\\log` denotes `\\log_2`*: the logarithms of a section, or of all behind it, are such.

They are said for a whole document throughout, before its sections, or where they are said of all of them. A natural
logarithm that is written `\\ln` stays one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from ntdoc.nodes import Node, rewritten
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.vocabulary import HEDGE, IF

_LOG = r"\$\s*\\log(?:\s*\(?\s*\w\s*\)?)?\s*"
_NUMBER = r"\$?\s*(?:(?P<two{0}>2|two)|(?P<ten{0}>10|ten))\b"
_KIND = r"(?:(?P<binary{0}>binary|dyadic|base[-\s]+(?:2|two))|(?P<decimal{0}>decimal|common|base[-\s]+(?:10|ten)))"
_MEANS = r"(?:is|are|denotes?|means?|stands\s+for|be|for|=)"
_SAID = regex(
    r"\blogarithms\s+(?:(?:here|below|throughout|in\s+this\s+\w+|are|will\s+be|always|all|taken|understood)\s+)*"
    rf"(?:to|in|with|of)\s+(?:the\s+)?base\s+{_NUMBER.format(1)}"
    rf"|\blogarithms\s+(?:here\s+|below\s+)?are\s+(?:all\s+|always\s+)?{_KIND.format(1)}\b"
    rf"|{_LOG}\$\s*{_MEANS}\s+(?:always\s+)?the\s+(?:{_KIND.format(2)}\s+logarithm"
    rf"|logarithm\s+(?:to|in|with|of)\s+(?:the\s+)?base\s+{_NUMBER.format(2)})"
    rf"|{_LOG}(?:\$\s*{_MEANS}\s*\$|=)\s*\\log_\{{?{_NUMBER.format(3)}",
    re.IGNORECASE,
)
_EVERYWHERE = regex(
    r"\b(?:all|throughout|always|everywhere|below|in\s+(?:this|these|the)\s+(?:paper|notes?|chapter|document|text|course|article"
    r"|post|lecture|work|book|report|following)|from\s+(?:now|here)\s+on|in\s+what\s+follows)\b",
    re.IGNORECASE,
)
_DOUBT = regex(
    rf"\b(?:{IF}|were|had|instead|{HEDGE}|or|not|neither|unless|chang\w+|switch\w*|some|other|often)\b",
    re.IGNORECASE,
)


class _Base(NamedTuple):
    name: str  # of the logarithm
    chapter: int | None  # where it is meant; None if everywhere from there on
    since: int  # the first statement behind it


def as_said(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which `\\log` has the base that the words of its section or document say."""
    bases = list(_bases(entries))
    return [_with(entry, bases) for entry in entries] if bases else list(entries)


def _with(entry: Entry, bases: Sequence[_Base]) -> Entry:
    own = [base for base in bases if base.chapter == entry.chapter]
    others = [base for base in bases if base.chapter is None and base.since <= entry.index]
    if not (own or others) or len({base.name for base in own}) > 1:
        return entry
    name = (own or others)[-1].name

    def based(node: Any) -> Node:
        plain = isinstance(node, ast.Symbol) and node.base == "log" and node.sub is None and not node.axes
        return cast(Node, node.replace(base=name) if plain else node)

    return replace(entry, parsed=rewritten(entry.parsed, based))


def _bases(entries: Sequence[Entry]) -> Iterator[_Base]:
    sources = dict.fromkeys(entry.parsed.span.source for entry in entries)
    for source in sources:
        if _SAID.search(source.words) is None:
            continue
        text, own = source.words, [entry for entry in entries if entry.parsed.span.source is source]
        for start, end in sentences.pieces(text):
            found = _SAID.search(text, start, end)
            if found is None or _DOUBT.search(text, start, end):
                continue
            name = "log2" if any(found[g] for g in ("two1", "two2", "two3", "binary1", "binary2")) else "log10"
            everywhere = _EVERYWHERE.search(text, start, end) is not None
            since = next((e.index for e in own if e.parsed.span.start > start), own[-1].index)
            yield _Base(name, None if everywhere else _chapter(own, found), since)


def _chapter(entries: Sequence[Entry], said: re.Match[str]) -> int | None:
    """The section, with its subsections, that words stand in: that of a formula beside them. None before the first."""
    before = next((e for e in reversed(entries) if e.parsed.span.start < said.start()), None)
    behind = next((e for e in entries if e.parsed.span.start >= said.end()), None)
    if before is None:
        return None
    if behind is not None and sentences.has_heading(said.string[before.parsed.span.end : said.start()]):
        return behind.chapter
    return before.chapter or None
