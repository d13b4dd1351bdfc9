"""Constraints of a problem: *minimise `f` subject to `x \\ge 0` and `A \\ndot{\\ax} x = b`* claims it of no `x`.

Nor is what words call a condition of its solutions: *the optimality conditions are*, *complementary slackness demands*.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import ANY

_FAR = 800  # characters that are looked through before a constraint
_NEAR = 100
_OF_ENDS = ("initial", "boundary", "starting", "start", "terminal", "final", "end")  # conditions that give values
_GIVEN = "".join(rf"(?<!\b{word}\s)" for word in _OF_ENDS)
_LABELS = (  # *Complementary slackness: `E`*, *by the stationarity condition, `E`*
    r"(?:complementary\s+slackness|(?:primal|dual)\s+feasibility|stationarity"
    r"|(?:optimality|kkt|stationarity|stability|feasibility|balance|consistency|orthogonality)\s+conditions?)"
)
_NEEDS = (  # *for stability we need `E`*, and not *we need to show that*
    r"(?:\b(?:we|one|you|it)\s+(?:(?:then|only|therefore|thus)\s+)?(?:needs?|requires?|demands?|asks?\s+for|must\s+have)"
    r"|\b(?:stability|convergence|feasibility|optimality|consistency|unbiasedness|equilibrium)\s+(?:[a-z]+\s+)?"
    r"(?:needs?|requires?|demands?))(?:\s+that|\s+to\s+have)?(?=[\s:,]*(?:\$\$|\\\[|\\begin\b))"  # a display
)
_SUBJECT = regex(
    r"\b(?:subject\s+to|s\.\s?t\.|under\s+the(?=\s+(?:(?:following|two|three)\s+)?(?:constraints?|restrictions?)\b)"
    r"|(?:fixed|determined|given|found|chosen)\s+by(?=\s+the\s+(?:constraints?|restrictions?)\b)"
    rf"|{_GIVEN}(?:conditions?|constraints?|restrictions?|requirements?|slackness|feasibility|stationarity)\s+"
    r"(?:(?:for|of|on)\s+(?:(?:the|an?|our|any|each)\s+)?(?:[a-z-]+\s+){1,3}?)?"
    r"(?:is|are|reads?|demands?|requires?|asks?|says?|states?|means?)\b"
    rf"|{_LABELS}\s*(?:\([^()$]*\)\s*)?[*_]*(?::[*_]*(?:\s+for\s+(?:the|an?)\s+(?:[a-z-]+\s+){{1,3}}?it\s+(?:is|reads))?|,)"
    rf"|(?P<needs>{_NEEDS}))",
    re.IGNORECASE,
)
_OF_PROOF = regex(r"\b(?:proof|lemma|argument|derivation|identity|step)s?\b", re.IGNORECASE)  # *in the proof we need*
_OF_QUANTITY = regex(  # *for the second moment we need `E`*: how it is found; and not *for the mean to be zero we need*
    r"\bfor\s+(?:the|its|their|our|this)\s+(?:[a-z-]+\s+)?(?:moments?|(?:co)?variances?|expectations?|gradients?|derivatives?|jacobian"
    r"|hessian|integrals?|determinants?|traces?|entropy|likelihood)(?:\s+of\s+(?:(?:the|its|our)\s+)?[a-z]+)?,?\s+(?:we|one)\s+"
    r"(?:(?:then|only|therefore|thus)\s+)?needs?\b",
    re.IGNORECASE,
)
_IS_MET = regex(
    r"[\s$,)\]\\]*(?:and\s+)?(?:which|this|that|it)\s+(?:indeed\s+|also\s+)?(?:is|holds|becomes)\b"
    r"(?!\s+(?:an?|the|not|violated|broken|only|stronger|weaker|necessary|sufficient|needed|required|called|known|why))|\bsatisfied\s+here",
    re.IGNORECASE,
)
_OPENS = regex(r"\$\$|\\\[|\\begin\s*\{(?:align|equation|gather|multline|eqnarray|flalign|alignat)[a-z]*\*?\}")
_CLOSES = regex(r"\$\$|\\\]|\\end\s*\{(?:align|equation|gather|multline|eqnarray|flalign|alignat)[a-z]*\*?\}")
_LINKS = regex(  # all that stands between the constraints
    r"(?:\s*(?:the\s+)?(?:(?:following|two|three)\s+)?(?:constraints?|conditions?|restrictions?))?(?:\s+that)?"
    rf"(?:[\s,;:~]|\\[ ,;:!]|\band\b|\balso\b|\bboth\b|\bfor\s+(?:{ANY})\b)*(?:\$|\\\()?\s*",
    re.IGNORECASE,
)

_WITHIN = regex(r"\\(?:text(?:rm|normal)?|mbox|mathrm|operatorname)\s*\{[^{}$\\]*$")
_OPTIMUM = regex(  # with the letters below it: `\min_{w}`, `\operatorname*{arg\,min}_{v \in S}`, *minimize*
    r"(?<![a-z])(?:min|max|inf|sup)(?:imi[sz]e)?(?![a-z])[\s}*]*"
    r"(?:_\s*(?P<below>\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\?\w+))?"
)


def is_constraint(span: Span) -> bool:
    """Whether a formula stands behind *subject to*, with nothing but other constraints between, in rows or not.

    So does what is needed, *for stability we need `E`*, where words do not go on to say that it is met. And so does
    that of *the multiplier is fixed by the constraint, `E`*, and what stands in a formula behind its
    `\\text{subject to}`: where it seeks an optimum the rows below, too.
    """
    before = span.source.words[max(0, span.start - _FAR) : span.start]
    *_, last = (None, *_SUBJECT.finditer(before))
    if last is None or _IS_MET.match(span.source.words[span.end : span.end + _NEAR]):
        return False
    between = before[last.end() :]
    own = sentences.before(span, across=True)
    if last["needs"] and (_OF_PROOF.search(own) or _OF_QUANTITY.search(own)):
        return False
    if _WITHIN.search(before[: last.start()]):
        goes_on = "\\\\" not in between or _OPTIMUM.search(_display_of(before[: last.start()])) is not None
        return "$" not in between and _CLOSES.search(between) is None and goes_on
    opens = _OPENS.search(between)
    if opens is not None:
        if _CLOSES.search(between, opens.end()):
            return False  # the display is at its end
        between = between[: opens.start()]
    return _LINKS.fullmatch(re.sub(sentences.FORMULA, " ", between)) is not None


def is_sought(name: Span, of: Span) -> bool:
    """Whether a problem tries all values of a letter: `\\min_{w} f(w)`, or *minimize* with no letters below."""
    text = _display_of(of.source.words[max(0, of.start - _FAR) : of.start])
    below = (found["below"] for found in _OPTIMUM.finditer(text))
    return any(letters is None or name.text in letters for letters in below)


def _display_of(before: str) -> str:
    """What stands before a place in its display."""
    *_, last = (None, *_OPENS.finditer(before))
    return before if last is None else before[last.end() :]
