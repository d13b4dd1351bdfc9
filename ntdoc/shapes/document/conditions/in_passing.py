"""Numbers of sizes that one sentence takes to say what comes of them: *With `n = 8` and `k = 2` there are 4 windows.*

So does a clause, *it has `2n` edges; for `n = 8` that is 16*, in a sentence that declares nothing. The size stays what
it was everywhere else. If the sentence goes on with a display, it speaks of what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import BLOCKS, STOP
from ntdoc.syntax.ast import Chain, Index, Number, Size, TensorSet

_END = regex(rf"{STOP}(?=\s)|\n\s*\n|\\\]|\\end\s*\{{[^}}]*\}}|\$\$|{BLOCKS}|\n[ \t]*(?:[-*+]|\d+[.)])(?=[ \t])")
_MARKS = r"(?:[\s*_|:(\[{^~+-]|\d+[.)]|\[[ x]\]|\{[^{}\n]*\}|<[a-z][^<>]*>)*"  # of emphasis, items and elements
_LABEL = r"(?:(?:\*\*|__)[^*_$\n]{1,40}(?:\*\*|__)[.:]?|\d+[.)]|[-*+]|\([a-z\d]\))"  # of an item, *(b)*, *3.*, in bold
_OPENS = regex(rf"{_MARKS}(?:{_LABEL}\s+)?{_MARKS}(?:with|for)\b", re.IGNORECASE)
_FOR = regex(r"\bfor\s+(?:\$[^$]*\$\s*(?:,\s*(?:and\s*)?|and\s*))*(?:\$|\\\()$")


def in_passing(entries: Sequence[Entry]) -> dict[int, bool]:
    """The numbers of the entries that stand in such a sentence, and whether it is in such a clause of any sentence."""
    alone = [e for e in _alone(entries) if _is_number(e)]
    declaring = {e.sentence for e in entries if _declares(e)}
    within = (e for e in alone if e.sentence not in declaring)
    clauses = {e.index: True for e in within if _FOR.search(_sentence_before(e))}
    return {e.index: False for e in alone if _OPENS.match(_sentence_before(e))} | clauses


def _alone(entries: Sequence[Entry]) -> list[Entry]:
    """The entries in the prose after which no display completes their sentence."""
    shown = {entry.sentence: entry.index for entry in entries if entry.display}  # the last display
    own = {(e.sentence, axis) for e in entries for axis in _axes_made(e)}
    return [
        e
        for e in entries
        if not e.display and e.index > shown.get(e.sentence, -1) and not e.gives
        if not (e.where and (e.sentence, _axis_sized(e)) in own)
    ]


def _axes_made(entry: Entry) -> Iterator[str]:
    """The axes of what a display makes by its entries, `Q_{\\ax(i)} = E`: *with `|\\ax| = 4`* behind it is of them."""
    for subject in entry.parsed.subjects if entry.display and isinstance(entry.parsed, Chain) else ():
        yield from (axis.name for axis, _ in subject.items) if isinstance(subject, Index) else ()


def _axis_sized(entry: Entry) -> str:
    subject = entry.parsed.subjects[0] if isinstance(entry.parsed, Chain) else None
    return subject.axes[0].name if isinstance(subject, Size) and len(subject.axes) == 1 else ""


def _declares(entry: Entry) -> bool:
    parsed = entry.parsed
    return isinstance(parsed, Chain) and any(isinstance(side, TensorSet) for _, side in parsed.rest)


def _is_number(entry: Entry) -> bool:
    parsed = entry.parsed
    equal = isinstance(parsed, Chain) and bool(parsed.rest) and all(r.kind == "eq" for r, _ in parsed.rest)
    return isinstance(parsed, Chain) and equal and isinstance(parsed.rest[-1][1], Number)


def _sentence_before(entry: Entry) -> str:
    span = entry.parsed.span
    said = _END.split(span.source.words[max(0, span.start - 200) : span.start])[-1]
    return said.rpartition("|")[2] if entry.cell else said
