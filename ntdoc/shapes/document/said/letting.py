"""Words that let something be so, or introduce it, also behind another formula: *let `x \\in S` and `a > 0`*."""

from __future__ import annotations

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import properties

_LISTED = regex(rf"{sentences.FORMULA},?\s+and\s+(?:an?\s+|the\s+)?(?:[a-z]+\s+)?(?:\$|\\\()?\s*$")


def is_let_be(entry: Entry) -> bool:
    """Whether words let something be so, *let `a > 0`*, or go on what they do, *let `x \\in S` and `a > 0`*."""
    before = _before_the_list(entry)
    return entry.lets or (before is not None and properties.lets_said(before))


def goes_on_introducing(entry: Entry) -> bool:
    """Whether an order goes on a list that words introduce: *with the rate `r > 0` and `S > 0` steps*."""
    before = _before_the_list(entry)
    return before is not None and properties.introduces_said(before)


def _before_the_list(entry: Entry) -> str | None:
    """The words before the list of two formulas that a statement in a sentence is the last of."""
    before = sentences.before(entry.parsed.span)
    listed = None if entry.display else _LISTED.search(before)
    return None if listed is None else before[: listed.start()]
