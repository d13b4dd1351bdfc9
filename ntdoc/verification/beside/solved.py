"""Claims that words make of what solves an equation, or of a minimum, and not of any: samples are no solutions."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.source import Span
from ntdoc.verification.words import goes_on, led_in
from ntdoc.vocabulary import CLOSES, DISPLAY_CLOSES, OPENS, THEN

_SOLVED = regex(  # *the normal equations are*
    r"\b(?:solves?|solving|equations?\s+(?:is|are|reads?|becomes?)"
    r"|(?:obtained|found|got|computed|determined|calculated|given|defined|follows?|comes|results?|solutions?|roots?)\s+"
    r"(?:from|by|through|via|of|to|as\s+the\s+(?:unique\s+)?solution\s+(?:of|to))\s+(?:solving\s+)?(?:an?|the|this|its|their)\s+"
    r"(?:[a-z-]+\s+){0,3}(?:systems?|equations?)(?:\s+of\s+(?:[a-z]+\s+)?equations?)?)[\s,:]*"
    rf"(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:(?:{OPENS})\s*)+(?:(?:(?!{CLOSES})[^$])*\\\\\s*)?$",
    re.IGNORECASE,
)
_FAR = 400  # characters in which such words, and the rows before, stand
_RESULT = regex(  # *the total follows from the following equation*: nothing is sought
    r"\b(?:total|sum|mean|average|result|claim|identity|formula|statement|rule|bound|it|this|that)\s+(?:then\s+|now\s+)?"
    r"(?:follows|comes|results)\s+from\s+(?!solving\b)",
    re.IGNORECASE,
)
_EQUATION = regex(  # *for a quadratic equation `E` the solutions are*, *we solve equations of the form `E`*
    r"\b(?:equations?|systems?|problems?|inequalit(?:y|ies))(?:\s+of\s+the\s+form)?\s*(?:\$|\\\()?\s*$", re.IGNORECASE
)
_SOLUTIONS = regex(r"\b(?:solutions?|roots?|solv(?:e|es|ed|able)|solving)\b", re.IGNORECASE)
_HAS_SOLUTIONS = regex(
    r"\s*(?:\$|\\\))?\s*(?:(?:then|thus|also|therefore|now)\s+)?(?:has|have|had|with|whose)\b[^.;:]*?\b(?:solutions?|roots?)\b",
    re.IGNORECASE,
)
_HOLDS_BETWEEN = regex(  # *the inequality `E` holds between them*
    r"\s*(?:\$|\\\))?\s*(?:holds?|is\s+true|is\s+satisfied)\s+(?:only\s+|exactly\s+|precisely\s+)?"
    r"(?:between|outside|inside|within|beyond|to\s+the\s+(?:left|right)\s+of|above|below)\b",
    re.IGNORECASE,
)
_PLACES = (
    r"(?:minim\w+|optim\w+|maxim\w+|(?:stationary|critical|saddle|fixed)\s+points?|convergence|equilibri\w+)\b"
)
_AT_OPTIMUM = regex(
    rf"\bat\s+(?:(?:the|an?|its|any|every|each|such an?)\s+(?:\w+\s+)?)?{_PLACES}"
    r"|\b(?:first[- ]order|KKT|optimality|stationarity)\s+conditions?\s+(?:is|are|reads?|says?|becomes?)\s*:?\s*"
    r"(?:\$|\\[(\[]|\\begin\b)"
    r"|\b(?:has|have|is|are)\s+converged\b|\bat\s+the\s+solution\b",
    re.IGNORECASE,
)
_AT_OPTIMUM_BEHIND = regex(  # right behind the formula: no other clause stands between
    rf"\W*(?:(?:is\s+true|must\s+hold|holds?)\s+)?(?:{_AT_OPTIMUM.pattern}"
    r"|for\s+(?:the|an?|its|any|every|each)\s+(?:[a-z-]+\s+){0,2}(?:minimi[sz]ers?|maximi[sz]ers?|optimum|solutions?)\b)",
    re.IGNORECASE,
)
_GOES_ON = regex(  # *At the minimum the gradient is zero. That is, …*
    rf"\W*(?:and\s+)?(?:that\s+is(?:\s+to\s+say)?|that\s+means|this\s+means|in\s+other\s+words|i\.e|equivalently|{THEN}"
    rf"|there|(?:it|this|which)\s+(?:reads?|says|becomes|amounts\s+to))\b",
    re.IGNORECASE,
)
_DISPLAY_ENDS = regex(rf"(?:{DISPLAY_CLOSES})\s*\n\s*(?=[a-z])")  # and the sentence goes on


def is_solved(span: Span) -> bool:
    """Whether the words before a formula say that something *solves* it, or that it holds *at a minimum*.

    That may stand behind it. So do those of the sentence that its own goes on with.
    """
    before = sentences.before(span, across=True)
    last = sentences.of_paragraph_before(span, across=True)[-1:] if _GOES_ON.match(before) else []
    if any(_AT_OPTIMUM.search(text) for text in (before, *last)) or _AT_OPTIMUM_BEHIND.match(goes_on(span)):
        return True
    if phrases.PART_OF_EQUATIONS.search(before):
        return False
    found = _SOLVED.search(span.source.words[max(0, span.start - _FAR) : span.start])
    return found is not None and _RESULT.search(before) is None


def has_solutions(span: Span) -> bool:
    """Whether words behind a formula say of an equation that it has solutions, whatever its letters are elsewhere."""
    return _HAS_SOLUTIONS.match(sentences.after(span)) is not None


def is_to_be_solved(span: Span) -> bool:
    """Whether words right before a formula call it an equation of which they tell the solutions, or where it holds.

    *The equation `|x - 3| = 2` has two solutions, and the inequality `|x - 3| < 2` holds between them.*
    """
    before, after = sentences.before(span), sentences.after(span)
    if not _EQUATION.search(before):
        return False
    return bool(_SOLUTIONS.search(f"{before} … {after}") or _HOLDS_BETWEEN.match(after))


def follows_below_a_display(span: Span) -> bool:
    """*Setting its gradient to zero gives*, a display, and *so that `R w = b`*: one sentence, and what it concludes."""
    *above, own = _DISPLAY_ENDS.split(led_in(span))
    return bool(above) and phrases.SOLVES.search(above[0]) is not None and phrases.CONCLUDES.search(own) is not None
