"""Nouns that say what a letter is, *the inverse `B` of `A` has `A \\ndot{\\bx} B = I`*: a formula behind them says so.

Nothing else in the text makes the `B` so, and its samples are any. What is called by what it holds, *the vector `x`*,
*the logits `z`*, is any.
"""

from __future__ import annotations

import re
from collections.abc import Set

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.vocabulary import ADVERB

_F = sentences.FORMULA
_PLAIN = regex(  # words that say nothing of what numbers are
    r"(?:an?|the|our|its|their|this|these|each|every|any|some|two|three|both|all|given|new|old|other|same|first|second|next|last|current|previous"
    r"|real|random|free|fixed|small|large|single|whole|full|simple|final|initial|hidden|raw|dense|inner|outer|upper|lower|left|right|learnable|trainable"
    r"|trained|and|or|of|in|for|with|that|where|if|when|then|on|at|to|by|from"
    r"|vectors?|matri(?:x|ces)|tensors?|arrays?|numbers?|scalars?|reals?|variables?|elements?|points?|inputs?|outputs?|data|values?|entries|entry"
    r"|parameters?|columns?|rows?|sequences?|batch(?:es)?|observations?|examples?|samples?|weights?|bias(?:es)?|scores?|logits?|features?|targets?"
    r"|labels?|quer(?:y|ies)|keys?|states?|activations?|embeddings?|tokens?|images?|signals?|gradients?|errors?|residuals?|loss(?:es)?|means?"
    r"|averages?|sums?|products?|differences?|norms?|lengths?|distances?|layers?|models?|networks?|functions?|maps?|steps?|rates?|sizes?|counts?"
    r"|distributions?|probabilit(?:y|ies)|predictions?|estimates?|units?|neurons?|filters?|words?|documents?|nodes?|edges?|graphs?|variances?"
    r"|covariances?|correlations?|deviations?|squares?|square|angles?|times?|positions?|attention|mask(?:s|ed)?|memor(?:y|ies)|codes?|messages?)",
    re.IGNORECASE,
)
_OF = r"(?:of|at|in|for|to|by|on|from|with|over|between|than|per|and|or|that|which|is|are|has|have)"
_CALLED = regex(
    rf"(?:^|[,;:.$]|\band\b|\bthat\b)\s*(?:[A-Za-z][a-z]*(?:\s+[a-z-]+){{0,4}},\s+)?(?P<noun>(?:the|an?|our|its|this)\s+(?:(?!{_OF}\b)[a-z-]+\s+){{1,4}})"
    rf"(?P<names>{sentences.LISTED})(?P<more>(?:\s+(?:of|to|for|with|in|on|from|and)\s+(?:[a-z-]+\s+){{0,4}}(?:{sentences.LISTED})?)*)"
    r"\s*(?:,\s*)?"
    rf"(?:(?:{ADVERB}|both)\s+)?(?:has|have|makes?|leaves?|turns?|undo(?:es)?|inverts?|fulfil(?:s|ls)?|is|are|keeps?|gives?\s+back|recovers?|reproduces?"
    r"|preserves?|satisf(?:y|ies)|fits?|interpolates?|solves?|match(?:es)?|explains?|attains?|sends?|maps?|fixes|returns?|outputs?)\b[^.;]*$",
    re.IGNORECASE | re.DOTALL,
)
_ONE_THAT = regex(  # *the model interpolates*, *an interpolating model has*, of no letter
    r"(?:^|[,;:.]|\bdata\b|\bhere\b)\s*(?:the|an?|our|its|this)\s+(?:[a-z-]+\s+){1,3}?"
    r"(?:(?:has|have)|(?!(?:is|are|be|of|in|for|by|to|with|has|was|equals?|gives?|yields?|becomes?|and|or|that|which|then)\b)[a-z]+s"
    r"(?:\s+[a-z]+){0,3},)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def says_what_it_is(names: Set[str], span: Span) -> bool:
    """Whether the words of its sentence before a formula call one of its names what a formula may say."""
    found = _CALLED.search(sentences.closed_up(sentences.before(span)))
    if found is None or names.isdisjoint(letters(found["names"])):
        return False
    return any(_PLAIN.fullmatch(word) is None for word in re.findall(r"[a-z]+(?:-[a-z]+)*", found["noun"].lower()))


def is_of_such_a_thing(span: Span) -> bool:
    """Whether the words of its sentence before a formula say it of a thing that they give no letter."""
    before = sentences.closed_up(sentences.before(span))
    return re.search(_F, before) is None and _ONE_THAT.search(before) is not None

