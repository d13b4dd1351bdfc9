"""Zeros and ones of which the words may say that some are ones: *every row has a one*, *a connected graph*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_identity, names_in
from ntdoc.shapes.plan import Sampled
from ntdoc.source import Span
from ntdoc.syntax.ast import Symbol
from ntdoc.vocabulary import ANY

_ANYWHERE = regex(
    r"\b(?:at (?:least|most)|exactly) (?:a|an|one|two|some)\b|\b(?:dis)?connected\b|\bisolated\b"
    r"|\b(?:non|not|never|be|is|are|all)[ -](?:empty|zero)\b|\bnon(?:empty|zero)\b"
    r"|\b(?:with|has|have|having|includ\w+|contain\w*) (?:all )?(?:the )?(?:self-)?\s?loops?\b",
    re.IGNORECASE,
)
_BESIDE = regex(
    r"\b(?:each|every|all|no|some|any)\b[^.\\]{0,80}?"
    r"\b(?:has|have|contains?|attends?|sees?|belongs?|keeps?|includes?|gets?|receives?|is|are)\b"
    r"|\b(?:causal|triangular|band(?:ed)?|windows?|paths?|chain|cycles?|rings?|trees?|grids?|complete|regular|dense"
    r"|permutations?|assign\w*|partition\w*|clusters?|labels?)\b",
    re.IGNORECASE,
)
_OF_ITSELF = regex(  # what `A + I` says already: *every node has itself as a neighbour*, *is its own neighbour*
    rf"\b(?:{ANY})\b[^.,;:$\\]{{0,60}}?\b(?:has|have|contains?|attends?|sees?|keeps?|includes?|gets?|is|are)\s+"
    r"(?:[a-z]+\s+){0,3}?(?:itself|themselves|(?:its|their)\s+own)\b(?!\s+(?:and|or)\b)",
    re.IGNORECASE,
)
_ABOVE_ZERO = regex(
    r"\bnon-?(?:zero|vanishing|empty|trivial|degenerate)\b|(?<!non)(?<!non-)\bpositive\b|\bnot\s+(?:all\s+)?zero\b"
    r"|\bat\s+least\s+one\b|\bsome\s+(?:of|entr)|\bdistribut\w*|\bnormali[sz]\w*",
    re.IGNORECASE,
)
_BEFORE, _AFTER = 300, 200  # characters around a formula


def may_be_empty(entries: Sequence[Entry], named: frozenset[str], free: Iterable[Sampled]) -> bool:
    """Whether the words leave it open how many ones there are in the free tensors of zeros and ones of a claim."""
    binary = frozenset(node.key for node in free if node.domain.kind is DomainKind.BINARY)
    if not binary or any(_ANYWHERE.search(text) for text in {e.parsed.span.source.words for e in entries}):
        return False
    about = [e.parsed for e in entries if not names_in(e.parsed).isdisjoint(binary | named)]
    words = [_around(parsed.span) for parsed in about]
    if any(isinstance(part, Symbol) and is_identity(part) for part in walk(tuple(about))):
        words = [_OF_ITSELF.sub(" ", text) for text in words]
    return not any(map(_BESIDE.search, words))


def may_be_zero(entries: Sequence[Entry], named: frozenset[str], free: Iterable[Sampled]) -> bool:
    """Whether arrays of numbers that are not negative are free in a claim, and no words say that some are positive."""
    counted = {node.key for node in free if node.domain.kind is DomainKind.NONNEGATIVE and node.shape}
    about = (e.parsed.span for e in entries if not names_in(e.parsed).isdisjoint(counted | named))
    return bool(counted) and not any(_ABOVE_ZERO.search(_in_its_section(span)) for span in about)


def _in_its_section(span: Span) -> str:
    text = span.source.words
    before, after = text[max(0, span.start - _BEFORE) : span.start], text[span.end : span.end + _AFTER]
    return f"{sentences.SECTION.split(before)[-1]} … {sentences.SECTION.split(after)[0]}"


def _around(span: Span) -> str:
    return span.source.words[max(0, span.start - _BEFORE) : span.end + _AFTER]
