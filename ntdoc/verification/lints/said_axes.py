"""An axis that words behind a formula say it has, or has not: *`c = E`, which has the axis `\\in`*, *has no axis*.

It may have others. What words say of all of its axes, *the axes `\\seq` and `\\key`*, is a set and read as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.typed import shape_text
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, CLOSES, HEDGE, IF, SUPPOSE

_HAS = regex(
    rf"[\s,]*(?:{CLOSES})?[\s,]*(?:(?:which|that|and|so\s+it)\s+)?(?:(?:{ADVERB})\s+)?"
    rf"(?:has\s+(?:(?:{ADVERB})\s+)?(?P<has>(?:the|an?)(?:\s+(?:named|further|extra|additional|new))*)"
    r"|(?P<not>has\s+(?:now\s+)?no(?:\s+named)?|(?:no\s+longer|not)\s+has\s+(?:the|an?)|does\s+not\s+have\s+(?:the|an?)"
    r"|(?:has\s+)?(?:lost)\s+(?:the|its)))"
    r"\s+axis\s+(?P<axis>\$|\\\()",
    re.IGNORECASE,
)
_SOME = regex(  # of others, or in some case
    rf"\b(?:{IF}|unless|whether|until|{SUPPOSE}|{HEDGE}|must|can|needs?"
    r"|want|no|any|each|every|some|not|except|unlike|instead|like|without|before|after|wrong\w*|mistake\w*|for\s+(?:one|an?))\b",
    re.IGNORECASE,
)
_BEHIND = regex(
    r"\s*(?:\$|\\\))?\s*(?:[.,;:)]|(?:and|but|so|since|because|alone|as\s+well|too)\b|$)", re.IGNORECASE
)
_MORE = regex(rf"\s*(?:\$|\\\))?\s*(?:,\s*)?(?:{IF}|unless|for|in|at|before|after|until|only|or)\b", re.IGNORECASE)
_KINDS = (Kind.DEFINITION, Kind.EXPRESSION, Kind.CLAIM)


class SaidAxes:
    """What the words of a document say of single axes."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._axes = [(e.parsed.span, axis) for e in entries if (axis := _axis(e)) is not None]

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """What is wrong with the axis that the words behind a statement say: NT204."""
        at, value = judged.role.entry, judged.value
        doubted = at.negated or at.worded or at.supposed or at.cell or at.local or at.mistaken
        if value is None or value.shape is None or judged.function is not None or judged.kind not in _KINDS or doubted:
            return
        span = at.parsed.span
        if not at.display and judged.span.end < span.end:
            return
        said = _HAS.match(span.source.words, span.end)
        if said is None or _SOME.search(sentences.before(span, across=at.display)):
            return
        found = next((a for a in self._axes if said.end() <= a[0].start <= said.end() + 1), None)
        if found is None or found[0].source is not span.source:
            return
        behind = span.source.words[found[0].end : found[0].end + 80]
        if not _BEHIND.match(behind) or _MORE.match(behind):
            return
        place, axis = found
        has = axis in value.shape
        if has is (said["has"] is not None) or any(name.startswith("#") for name in value.shape):
            return
        what = "it" if judged.name is None else judged.name
        message = f"{what} is said to have {'no' if has else 'the'} axis {axis}, but has the shape "
        message += shape_text(value.shape)
        yield Diagnostic("NT204", message, place, label=f"{what} has {'this' if has else 'no such'} axis")


def _axis(entry: Entry) -> str | None:
    """The axis that a formula in the prose consists of."""
    found = alone(entry)
    if isinstance(found, ast.TensorSet):  # what has it
        axes = found.shape.axes
        return axes[0].axis.name if len(axes) == 1 and axes[0].size is None else None
    return found.axis.name if isinstance(found, ast.AxisTerm) else None
