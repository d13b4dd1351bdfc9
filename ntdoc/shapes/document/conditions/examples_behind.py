"""Numbers that an example behind a formula puts in for its letters: *In general `E = F`. For example, `n = 3` gives …*.

The formula is said before them, and of all numbers. So is what another clause has, *it is `E`, and for `n = 3` it is
`F`*, and what stands before a paragraph with a heading in its first line that gives them, **A small case.** *Here `n =
3`*. Those of a setup, *we use `n = 3` throughout*, are its own, and so
are those that come out of equations, *solving, `a = 2`*.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.source import Span
from ntdoc.vocabulary import ADVERB, IF, SUPPOSE, THEN

_PUT_IN = regex(  # *With `a = 2` and `b = 3`*, *For example, `n = 3` gives*, *After `n = 2` years at a rate of `i = 1`*
    rf"\b(?:with|for|at|after|{IF}|from|take|taking|put|putting|say|{SUPPOSE}|consider|check|try|plug(?:ging)?|insert(?:ing)?"
    r"|example|instance|e\.\s?g\.|let)\b|\bof\b(?!.*:)",
    re.IGNORECASE,
)
_COMES_OUT = regex(  # *with these we get `m = 2`*
    rf"\b(?:(?:we|one|this|which|that|it)\s+(?:(?:{ADVERB})\s+)?(?:get|gets|obtains?|finds?|gives?|is|becomes?)"
    rf"|gives?|yields?|solutions?|roots?|{THEN}|follows?|there\s+(?:is|are)|equals?)\b",
    re.IGNORECASE,
)
_SOLVED = regex(r"\bsolv(?:e|es|ed|ing)\b", re.IGNORECASE)
_SETUP = regex(
    r"\b(?:throughout|always|from\s+now\s+on|hereafter|in\s+(?:what\s+follows|all\b|(?:this|our)\s+[a-z]+)|by\s+default|defaults?"
    r"|we\s+(?:use|set|choose|fix|keep|train|work)|our|hyper-?parameters?|settings?|constants?|standard|here|where)\b",
    re.IGNORECASE,
)
_FOR_INSTANCE = regex(r"\b(?:for\s+(?:example|instance)|e\.\s?g\.|say|check)(?!\w)", re.IGNORECASE)
_SAID = regex(  # what is said so is no equation to be solved
    rf"\b(?:(?:we|one)\s+(?:(?:{ADVERB}|always)\s+)?(?:have|has|see|sees|can\s+write)|it\s+holds|note|recall|notice|observe|clearly"
    r"|obviously|identit(?:y|ies)|simplif(?:y|ies)|(?:re)?written|the\s+same(?:\s+as)?|reduces?|factors?|expands?|becomes?|turns?"
    r"|(?:then|so|that\s+is|i\.\s?e\.|in\s+other\s+words),?)\b[^.;:$]{0,40}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_OWN_CLAUSE = regex(  # *it is `E`, and for `n = 1` it is `F`*, and not *it is `E` for `n = 1` and for `n = 2`*
    rf"[,;]\s*(?:and|but|while|whereas)\s+(?:for|at|with|{IF})\s+(?:\$|\\\()?$", re.IGNORECASE
)
_LABEL = regex(r"\s*(?:\*\*|__|\\textbf\{|\\paragraph\*?\{)[^*_{}$\n]+(?:[.:]\s*(?:\*\*|__|\})|(?:\*\*|__|\})[.:]?)\s")
_OF_SETUP = regex(  # what such a paragraph gives is of the whole text
    r"\b(?:set-?up|settings?|data|datasets?|notation|parameters?|configurations?|models?|experiments?|implementation|details"
    r"|assumptions?|architecture|sizes?|dimensions?|shapes?|conventions?|definitions?|symbols|given|problem|task|training)\b",
    re.IGNORECASE,
)
_LARGE = regex(r"=\s*\d{2,}\s*$")  # a size of a real model, and not of a small example


def puts_in(number: Span, claim: Span, *, size: bool = False) -> bool:
    """Whether the number that an equation gives a letter is put in by an example behind a claim.

    Of the `size` of an axis the label of a paragraph may say so as well.
    """
    between = sentences.between(claim, number)
    own = sentences.ends_in(between) or _FOR_INSTANCE.search(between) is not None  # or the claim has this case
    own = own or _OWN_CLAUSE.search(between) is not None
    _, leads = _leading(number)
    leads_to = bool(leads) or (size and begins_with_label(number))
    return own and leads_to and not is_of_setup(number) and not comes_out(number)


def begins_with_label(number: Span) -> bool:
    """Whether the paragraph of a number begins with a label of its own, and the number stands in its first sentence.

    What such a paragraph gives is its own: **Two pages.** *They link to each other: `n = 2`*.
    """
    paragraph = sentences.paragraph_before(number)
    label = _LABEL.match(paragraph)
    if label is None or _OF_SETUP.search(label[0]) or _LARGE.search(number.text):
        return False
    return not sentences.ends_in(paragraph[label.end() :])


def is_of_setup(number: Span) -> bool:
    """Whether the words around a number say that it is one for good: *let `k = 3` throughout*, *we use `n = 2`*."""
    return _SETUP.search(sentences.around(number)) is not None


def comes_out(number: Span) -> bool:
    """Whether such a number comes out of others, or of equations: *solving, `a = 2`*, *with `u = 6` we get `f = 2`*."""
    words, leads = _leading(number)
    return _COMES_OUT.search(words, leads[-1].end() if leads else 0) is not None or _SOLVED.search(words) is not None


def _leading(number: Span) -> tuple[str, list[re.Match[str]]]:
    """The words before a number without formulas, and those in them that may lead to it."""
    words = re.sub(sentences.FORMULA, " … ", sentences.before(number))
    return words, [*_PUT_IN.finditer(words)]


def is_said(claim: Span, *, across: bool) -> bool:
    """Whether the words before a claim say it, or draw it as a conclusion: it is no equation to be solved."""
    words = sentences.before(claim, across=across)
    return phrases.CONCLUDES.search(words) is not None or _SAID.search(words) is not None
