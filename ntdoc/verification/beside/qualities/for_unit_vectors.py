"""Claims about unit vectors: *for unit vectors the squared distance is `E`*, *for normalised `u` and `v` it is `E`*."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import ANY

_VECTORS = (
    r"(?:vectors?|embeddings?|directions?|features?|representations?|keys?|quer(?:y|ies)|(?:in|out)puts?|columns?|rows?)"
)
_OF_UNITS = regex(
    rf"(?<!only )(?<!just )\b(?:for|between)\s+(?:(?:{ANY}|two|both|such|an?|the)\s+)?"
    rf"(?:(?P<unit>unit)[\s-]+(?:length\s+|norm\s+)?{_VECTORS}(?:\s+(?P<vectors>{sentences.LISTED}))?"
    rf"|vectors?\s+(?:(?P<before>{sentences.LISTED})\s+)?of\s+(?P<length>unit\s+(?:length|norm)|(?:length|norm)\s+(?:one\b|\$?1\$?))"
    rf"|(?P<normalized>normali[sz]ed)\s+(?:{_VECTORS}\s+)?(?:(?P<names>{sentences.LISTED})|(?<=vectors\s)))",
    re.IGNORECASE,
)
_OPENS = regex(  # *for a unit key `k` the new value replaces the old one when `\\beta = 1`*
    r"\W*(?:for|with|given|under|between)\s+(?:(?!not\b|only\b)[a-z]+\s+){0,2}?(unit|normali[sz]ed)"
    rf"[\s-]+(?:length\s+|norm\s+)?{_VECTORS}\b",
    re.IGNORECASE,
)
# And not *arbitrary*: for unit vectors, whose signs are arbitrary, it is so.
_TURNS_AWAY = regex(
    r";|\b(?:but|while|whereas|otherwise|in\s+general|generally|any|all|every|each|others?|always|instead|rather|however|and\s+for)\b",
    re.IGNORECASE,
)
_RELATION = regex(r"[=<>]|\\(?:leq?|geq?|neq?|in)(?![a-z])")
_TURNS = regex(
    r";|:(?!\s*\Z)|\b(?:but|while|whereas|otherwise|in\s+general|generally|any|all|every|each|other|others|always|for|instead|rather|if"
    r"|not|as|rows|columns|when|where)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Units:
    """The vectors that a sentence is about."""

    word: str  # what it calls them: *unit*, or *normalised*, which may also be to a sum of 1
    names: tuple[str, ...]  # or none, if it is about all

    @property
    def is_certain(self) -> bool:
        """Whether they are of length 1, so that a claim that does not hold of such vectors is wrong."""
        return not self.word.lower().startswith("normal")


def said(span: Span) -> Units | None:
    """What the words of its sentence before a formula say of unit vectors, if it is about nothing but these."""
    before = sentences.before(span, across=True)
    found = next(reversed([*_OF_UNITS.finditer(before)]), None)
    if found is None or _TURNS.search(before, found.end()):  # what follows is of them, unless it turns to others
        return None
    listed = found["vectors"] or found["names"] or found["before"] or ""
    names = (name.strip() for formula in sentences.names_listed(listed) for name in formula.split(","))
    names = (name for name in names if not _RELATION.search(name))  # *for unit `k` and `\\beta = 1`*
    return Units(found["unit"] or found["length"] or found["normalized"], tuple(names))


def opens_sentence(span: Span) -> str:
    """The word for them with which the sentence of a formula begins, whatever it then supposes; or nothing."""
    before = sentences.before(span, across=True)
    found = _OPENS.match(before)
    return found[1] if found is not None and not _TURNS_AWAY.search(before, found.end()) else ""
