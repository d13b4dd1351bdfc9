"""What is said of an average over what is random: *on average `\\nsum{\\ax} \\epsilon = 0`* holds for no sample."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import OPENS

_OF_NOUN = (  # *in probability space*, *with probability vectors*: no chance is spoken of
    r"(?![-\s]+(?:spaces?|domains?|terms?|units?|forms?|notation|theory|language|scales?|coordinates|simplex|vectors?"
    r"|matri(?:x|ces)|tables?|trees?|mass(?:es)?|densit(?:y|ies)|distributions?|measures?|values?|models?|weights?)\b)"
)
_AVERAGE = regex(
    rf"\bon\s+average\b|\bin\s+(?:expectation|the\s+mean|distribution|probability|law)\b{_OF_NOUN}"
    r"|\bin\s+the\s+long\s+run\b|\balmost\s+(?:surely|certainly)\b"
    rf"|\bwith\s+(?:\w+\s+)?probability\b{_OF_NOUN}|\btypically\b",
    re.IGNORECASE,
)
_EXPECTED = regex(r"\b(?:the|an?|its|their|whose)\s+expected\b", re.IGNORECASE)
_OF_AN_EVENT = regex(  # "it happens with the probability `q`, and": and not "with probability `q` we have"
    rf"(?<=\w)\s+with\s+(?:the\s+|an?\s+)?probability\s+{sentences.FORMULA}\s*[,;]\s*(?:and|but|so|while)\b",
    re.IGNORECASE,
)
_WITH_CHANCE = regex(  # "if each is kept with probability `q`, the expected number is"
    rf"\bwith\s+(?:the\s+|an?\s+)?(?:[a-z]+\s+)?probability\s+{sentences.FORMULA}\s*,", re.IGNORECASE
)
_IS_CHANCE = regex(  # "the first is preferred with probability" and a formula: not "with probability `q` we have"
    rf"(?<=\w)\s+with\s+(?:(?:the|a)\s+)?probability\s*[:,]?\s*(?:{OPENS})"
    r"(?:(?!\$|\\[\])]|\\end\b|\\(?:inter)?text\b).)*\Z",
    re.IGNORECASE | re.DOTALL,
)
_STOCHASTIC = r"stochastic\w*(?!\s+(?:polic(?:y|ies)|matri(?:x|ces)|transition|kernels?)\b)"  # which hold the chances
_CHANCE = regex(
    r"\b(?:random\w*|nois[ey]\w*|drawn?|dropout|i\.?i\.?d|independent\w*|uncorrelated|zero[- ]mean|mean zero"
    r"|distributed"
    rf"|{_STOCHASTIC}"
    r"|gaussian|normal distribution|bernoulli|chance|probabilit(?:y|ies))\b|\\sim\b|\\mathbb\s*\{?E\b",
    re.IGNORECASE,
)
_CHANCES = regex(r"\bprobabilities\b", re.IGNORECASE)
_SPREAD = regex(  # *entries with mean 0 and variance 1*
    r"\b(?:has|have|with|of|their|its)\b[^.;,:]{0,60}\b(?:variances?|standard\s+deviations?)\b", re.IGNORECASE
)
_NAMES = regex(r"\$|\\\(|\\\[|\\begin\b")
_NEAR = 2000  # characters


def is_of_average(span: Span) -> bool:
    """Whether the sentence of a formula says that it is about an average, or so with some probability."""
    words = sentences.before(span, across=True), sentences.after(span)
    if any(_AVERAGE.search(text) for text in words):
        return True
    return any(_EXPECTED.search(text) for text in words) and bool(_CHANCE.search(_around(span)))


def is_of_an_expected_number(span: Span) -> bool:
    """Whether its sentence only calls what it begins with expected: *the expected number is `n = E = F`*."""
    words = sentences.before(span, across=True), sentences.after(span)
    if not any(_EXPECTED.search(text) for text in words):
        return False
    return not any(_AVERAGE.search(_WITH_CHANCE.sub(" … ", text)) for text in words)


def is_called_expected(span: Span) -> bool:
    """Whether it is of an average by the word *expected* alone, which is said of what a formula averages, too."""
    words = sentences.before(span, across=True), sentences.after(span)
    return not any(_AVERAGE.search(text) for text in words)


def is_called_a_draw(span: Span) -> bool:
    """Whether the sentence of a formula speaks of chance, and not only of probabilities that are given."""
    return _is_of_chance(_CHANCES.sub(" ", sentences.around(span, across=True)))


def are_draws_without_name(span: Span) -> bool:
    """Whether a sentence of its section before a formula speaks of chance, and names nothing by a formula."""
    text = sentences.of_section_before(span, _NEAR)
    said = (text[start:end] for start, end in sentences.pieces(text))
    return any(_is_of_chance(_CHANCES.sub(" ", words)) and not _NAMES.search(words) for words in said)


def is_of_chances_alone(span: Span) -> bool:
    """Whether its sentence only says how probable something is, or what is expected: the claim is of these numbers."""
    words = sentences.before(span, across=True), sentences.after(span)
    return not any(_AVERAGE.search(_OF_AN_EVENT.sub(" … ", text)) for text in words)


def is_of_the_chance(span: Span) -> bool:
    """Whether the formula that a link stands in is itself the probability of which its sentence speaks."""
    before, after = sentences.before(span, across=True), sentences.after(span)
    found = _IS_CHANCE.search(before)
    return found is not None and not any(_AVERAGE.search(text) for text in (before[: found.start()], after))


def is_called_random(span: Span) -> bool:
    """Whether the sentence of a declaration speaks of chance: *let `\\epsilon \\in S` be noise*."""
    return _is_of_chance(sentences.around(span, across=True))


def speaks_of_chance(span: Span) -> bool:
    """Whether the section before a formula, or its sentence, speaks of what is random, or has a variance."""
    return _is_of_chance(sentences.SECTION.split(_around(span))[-1])


def _is_of_chance(words: str) -> bool:
    return bool(_CHANCE.search(words) or _SPREAD.search(words))


def _around(span: Span) -> str:
    """What stands before a formula, and its own sentence: *the expected loss is* a formula where nothing is random."""
    return span.source.words[max(0, span.start - _NEAR) : span.start] + sentences.after(span)
