"""Cases that label what happens then: *`a b = 1`: one step*, *`a b = 2`: it bounces*, *`a b > 2`: more*.

They suppose what no two of them can: none of them is claimed, and no letter has such a value behind its item. So it is
in a list where another item is of the same letter, `a \\to 1`, and where a letter is said to be between two numbers and
an item is of one end, *`\\lambda = 0`: only the first*. A list of settings gives each letter its value: *we use*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import list_items, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.list_items import Item
from ntdoc.shapes.patterns import number_in, spelt
from ntdoc.syntax import ast, literals

_LEADS = regex(
    r"[*_}]*\s*(?:\$|\\\))?[*_}]*\s*(?::|–|—|--|(?:\$|\\\()?\s*\\(?:to|rightarrow|Rightarrow|leadsto)\b)\s*[^\s$\\]"
)
_ITEM = regex(r"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]|\\item\b")
_WORD = regex(r"[A-Za-z]{2,}")
_SETTINGS = regex(
    r"\b(?:we\s+(?:use|set|take|choose|fix|have)|settings?|(?:hyper-?)?parameters|defaults?|configur\w+|values|constants"
    r"|used|chosen|fixed|set\s+to)\b[^.]*\Z",
    re.IGNORECASE,
)
_RELATION = r"\s*(?:=|<|>|\\(?:to|rightarrow|l[et]q?|g[et]q?|leqslant|geqslant|ll|gg|approx|sim|in|ne|neq)\b)"
_OTHER_VALUE = regex(r"(?:=|\\to|\\rightarrow|\\approx)[-+]?(?:[\d.]+|\\infty|\\frac.*)")
_ORDERS = ("lt", "le", "gt", "ge")


def supposed(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, where such cases are suppositions of their items."""
    found = [*entries]
    named = [(place, left) for place, entry in enumerate(entries) if (left := _case(entry)) is not None]
    for (place, left), (after, other) in pairwise(named):
        one, another = entries[place], entries[after]
        apart = 0 < another.sentence - one.sentence <= 3 and one.section == another.section
        if left == other and apart and one.parsed.span.text != another.parsed.span.text:
            for index in (place, after):
                found[index] = replace(found[index], supposed=True, local=True)
    for place, left in named:
        item = list_items.around(entries[place].parsed.span)
        if item is not None and (_has_other(left, entries[place], item) or _is_at_end(entries, place, left, item)):
            found[place] = replace(found[place], supposed=True, local=True)
            _keep(found, place, item)
    return found


def _keep(found: list[Entry], place: int, item: Item) -> None:
    """Let the rest of an item go on with its case."""
    case = found[place]
    for index in range(place + 1, len(found)):
        span = found[index].parsed.span
        if span.source is not case.parsed.span.source or span.start >= item.end:
            return
        found[index] = replace(found[index], sentence=case.sentence)


def _case(entry: Entry) -> str | None:
    """The left side of a formula that begins an item, or the middle of two orders, that words behind a colon go on
    with.
    """
    parsed = entry.parsed
    if entry.display or entry.cell or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return None
    led = _ITEM.split(sentences.before(parsed.span))[-1]
    if _WORD.search(led) or not _LEADS.match(sentences.after(parsed.span)):
        return None
    kinds, sides = [r.kind for r, _ in parsed.rest], [parsed.subjects[0], *(o for _, o in parsed.rest)]
    if len(kinds) == 1 and kinds[0] in ("eq", *_ORDERS) and literals.is_number(sides[1]):
        return spelt(sides[0])
    if len(kinds) == 2 and set(kinds) <= {*_ORDERS} and literals.is_number(sides[0]) and literals.is_number(sides[2]):
        return spelt(sides[1])
    return None


def _has_other(left: str, entry: Entry, item: Item) -> bool:
    """Whether another item says something else of the same letter, `a \\to 1`, `0 < a < 1`, *`a` large*."""
    own = "".join(entry.parsed.span.text.split())
    letter = rf"(?P<formula>(?:[\d.]+\s*(?:<|\\l[et]q?\b)\s*)?{re.escape(left)}(?![\w^'])"
    other = re.compile(rf"(?:\$|\\\()\s*{letter}(?:{_RELATION}[^$]*?)?)\s*(?:\$|\\\))(?P<colon>[^.$]{{0,30}}:)?")
    settings = _SETTINGS.search(item.lead.rstrip(" .:\n")) is not None
    for text in item.others:
        for said in other.finditer(text):
            formula = "".join(said["formula"].split())
            labels = not _WORD.search(text[: said.start()])
            if formula == left:
                related = said["colon"] is not None and labels
            else:  # amid words it is another case if both cannot be: *it has `\epsilon = 0`*, and not *where `d > h`*
                related = labels or (not settings and _OTHER_VALUE.fullmatch(formula[len(left) :]) is not None)
            if related and formula != own:
                return True
    return False


def _is_at_end(entries: Sequence[Entry], place: int, left: str, item: Item) -> bool:
    """Whether an item is of a number between which and another one its letter is said to be before, or beyond."""
    case = entries[place]
    if not isinstance(case.parsed, ast.Chain) or case.parsed.rest[0][0].kind != "eq" or _SETTINGS.search(item.lead):
        return False
    value = number_in(case.parsed.rest[0][1])
    for entry in reversed(entries[:place]):
        if entry.section != case.section or not isinstance(entry.parsed, ast.Chain):
            continue
        if left in {spelt(s) for s in entry.parsed.subjects} and entry.parsed.rest:
            last = entry.parsed.rest[-1][1]
            if isinstance(last, ast.TensorSet) and last.base.kind == "interval" and value is not None:
                ends = [number_in(end) for end in last.base.items]
                low, high = (ends[0], ends[-1]) if ends else (None, None)
                return (low is not None and value <= low) or (high is not None and value >= high)
            return False
    return False
