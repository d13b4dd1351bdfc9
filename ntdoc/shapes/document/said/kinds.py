"""Subjects of a kind, with a formula in commas that says what it means: *an impulse, `u = e`, has the answer `k`*."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.patterns import letters
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain, Index
from ntdoc.vocabulary import ADVERB, IF

if TYPE_CHECKING:
    from ntdoc.shapes.document.entries import Entry

_NO_CHOICE = r"(?![^$]*\b(?:choice|choose|option|default|setting|solution|candidate)\b)"
_SUBJECT = regex(
    r"(?:^\W*(?:(?:In particular|Similarly|Likewise|Also|Here|And|But|Then|Thus|So|Hence|Indeed|For example)"
    r",?\s+)?|[,;:]\s+(?:and|but|while|whereas|so)\s+|;\s+)"
    r"(?:(?:the|its|our)\s+(?:[a-z-]+\s+){1,3}(?:to|of|for|on|under)\s+)?"
    rf"an?\s+{_NO_CHOICE}[^$,.;:]+(?:,\s+(?:\$|\\\()?|\((?:\$|\\\())\s*$",
    re.IGNORECASE,
)
_VERB = regex(
    rf"\s*(?:\$|\\\))(?:,|\))\s+(?:(?:{ADVERB}|always|just|simply|only)\s+)?"
    r"(?:is|has|gets?|gives?|(?!this\b|its\b|as\b|thus\b|whereas\b|always\b|plus\b)[a-z]+[^s\W]s)\s",
)
_IF = regex(
    rf"^\W*(?:{IF})\s+[a-z ]+\s(?:is|are)\s+an?\s+{_NO_CHOICE}[^$,.;:]+,\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)

_IN_PART = regex(  # "setting `d = -w` in one place costs"
    r"\s*(?:\$|\\\))\s+(?:only\s+)?(?:in|at|for|of)\s+(?:just\s+|only\s+)?(?:one|a\s+single|two|some|few)\s+"
    r"(?:place|entry|component|coordinate|position|element|cell|dimension|weight|row|column)s?\b",
    re.IGNORECASE,
)


def is_in_part(span: Span) -> bool:
    """Whether an equation is meant of some entries alone: *setting `d = -w` in one place costs …*."""
    return _IN_PART.match(sentences.after(span)) is not None


def is_subject_of_kind(span: Span) -> bool:
    """Whether a sentence is of one thing of a kind, and a formula in commas behind its name says what it means.

    *In particular an impulse, `u = e`, has the answer `y = k`*, and not *a common choice, `u = e`, is …*. It may stand
    in brackets, and the sentence be of what comes of that: *the answer to an impulse (`u = e`) is `y = k`*. Or it
    supposes such a thing: *if the input is an impulse, `u = e`, it is `y = k`*.
    """
    if not (cases.is_apposed(span) or cases.is_aside(span)):
        return False
    before = sentences.before(span)
    if _IF.search(before):
        return True
    return _VERB.match(sentences.after(span)) is not None and _SUBJECT.search(before) is not None


def indexed(entry: Entry) -> frozenset[str]:
    """The axes of the entries that the left side of an equation is of."""
    subject = entry.parsed.subjects[0] if isinstance(entry.parsed, Chain) else None
    found = letters(subject) if isinstance(subject, Index) else None
    return frozenset(axis.name for axis, _ in found or ())


def is_elsewhere(said: Entry, at: Entry) -> bool:
    """Whether what is said of a name holds in another row, or in the case of another sentence.

    *Where `a = 1`*, and another row has another `a`, or another where-clause entries along other axes; or *for
    `u = 0`* and *no input, `u = 0`, has*. Nor does what is said of one entry alone hold of all.
    """
    if said.piece.says_where and at.piece.says_where and said.row != at.row:
        return True
    if said.where and at.where and said.run != at.run and indexed(said) != indexed(at):
        return True
    span, case = said.parsed.span, not said.display and said.sentence != at.sentence
    of_kind = cases.is_of_kind(span) or is_subject_of_kind(span)
    return case and (cases.is_listed_case(span) or of_kind or is_in_part(span))
