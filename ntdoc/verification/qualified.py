"""Words that say more of a tensor where it is declared than its samples heed: *be sparse*, *have norm `2`*.

What samples refute of such a tensor may hold of those that are meant. What they heed, *be positive*, *with entries in
`[0, 1]`*, *unit vectors*, and what says nothing of numbers, *be given*, *be the weights*, are none of these words.
"""

from __future__ import annotations

import re

from ntdoc.shapes.document import said_of_lengths, said_ranges, sentences
from ntdoc.source import Span
from ntdoc.verification.words import property_said

_F = sentences.FORMULA
_BEGIN = r"\s*(?:\$|\\\))?\s*,?\s*"
_BE = r"(?:be|(?:which|that)\s+(?:is|are))\s+(?:(?:both|all|each|also|again|mutually|pairwise)\s+)*"
_PLAIN = (  # of which samples are, or which say nothing of numbers
    r"(?:(?:strictly\s+)?(?:positive|negative)|non-?negative|non-?zero|given|known|unknown|arbitrary|any|random"
    r"|learnt|trainable|learnable|hidden|latent|free|real|independent|i\.?i\.?d|distinct|different|symmetric|binary|whole"
    r"|unit|smooth|differentiable|finite|large|small|available|separate|here|there|now|then|thus|again|above|below|before"
    r"|as|to|in|of|with|on|at|an?|the|two|three|some|its|our|their|one(?!-hot)|not|that|this|such|what|how|only|just|also|for|from"
    r"|by|so|(?!bounded|balanced|normali[sz]ed|cent(?:ered|red)|sorted)[a-z-]+ed|[a-z-]*(?<!ou)(?<!les)s)"
)  # and plural nouns: *be weights*
_ALONE = (
    rf"(?P<said>(?:[a-z]+ly\s+)?(?!{_PLAIN}\b)[a-z-]+(?:\s+and\s+(?!{_PLAIN}\b)[a-z-]+)?)"
    r"(?=\s*(?:[.,;:)]|$)|\s+(?:with|that|so)\b)"
)
_BE_SO = re.compile(rf"{_BEGIN}{_BE}{_ALONE}", re.IGNORECASE)  # *be sparse*
_IS_SO = re.compile(rf"{_BEGIN}(?:is|are)\s+(?:(?:both|all|also)\s+)*{_ALONE}", re.IGNORECASE)  # *suppose `x` is so*
_OTHERS = r"(distinct|different|unequal)"
_APART = re.compile(rf"\b{_OTHERS}\s+(?:[a-z-]+\s+){{0,3}}(?:\$|\\\()?$", re.IGNORECASE)
_BE_APART = re.compile(
    rf"{_BEGIN}(?:[^.;$]|{_F})*?\b(?:be|are)\s+(?:(?!of\b)[a-z-]+\s+){{0,2}}{_OTHERS}\b", re.IGNORECASE
)
_MEASURE = (
    r"(?:norms?|lengths?|magnitudes?|means?|averages?|medians?|variances?|deviations?|sums?|totals?|trace|determinants?"
    r"|ranks?|eigenvalues?|eigenvectors?|singular\s+values?|inverses?|supports?|spectr(?:um|a)|radius|degrees?|max(?:imum|ima)?"
    r"|min(?:imum|ima)?|mass|signs?|diagonals?|parity|product)"
)
_ENTRY = r"(?:entr(?:y|ies)|components?|elements?|coordinates?|rows?|columns?|ones|zeros)"
_HAS = rf"(?:has|have|having|with|of(?=\s+{_MEASURE}\b)|whose|of\s+which)\s+"
_HEEDED = (
    r"(?:unit\s+(?:norm|length)|(?:norm|length)\s+(?:one|1\b|\$1\$)|(?:strictly\s+)?(?:positive|negative)\b"
    r"|non-?negative\b)"
)
_WITH = re.compile(  # *have norm `2`*, *be a vector of length at most `1`*, *with exactly `k` ones*
    rf"{_BEGIN}(?P<said>(?:{_BE}(?:an?\s+|the\s+|two\s+|some\s+)?(?:(?!{_HAS})[a-z-]+\s+){{0,3}})?"
    rf"{_HAS}(?!{_HEEDED})(?:(?!{_HAS})(?:[a-z-]+|{_F}|\d+)\s+){{0,4}}?"
    rf"(?:{_MEASURE}\b(?!\s+(?:\$|\\\()[^$]*=)|(?:equal|identical|constant|the\s+same|at\s+most|at\s+least|exactly|only|few)"
    rf"\s+(?:(?:[a-z-]+|{_F})\s+){{0,2}}?{_ENTRY}\b|(?:all\s+)?(?:its\s+)?{_ENTRY}\s+(?:all\s+|are\s+|is\s+|which\s+)*"
    r"(?:equal|sum|add|adding|summing|bounded|sorted|identical|constant|zero|the\s+same|multiply|average|alternat\w+|decreas\w+"
    r"|increas\w+|distributed|normali[sz]ed|unit\s+vectors|at|above|below|between|greater|larger|less|smaller|more|no|in|from|within)\b)"
    r"(?!\s+(?:for|per)\b))",
    re.IGNORECASE,
)
_VERB = re.compile(  # *let `x, y ∈ …` agree in all entries but one*
    rf"{_BEGIN}(?P<said>(?:(?:both|all)\s+)?(?:agree|differ|sum|add\s+up|satisfy|commute|vanish|coincide|lie|point|share)\b)",
    re.IGNORECASE,
)
_LET = re.compile(
    r"(?:^|[\s(])(?:let|suppose|assume|and|for|with|where|given|that|consider|take)\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)
_OPEN = re.compile(rf"\b(?:positive|non-?zero|finite)\s+{_MEASURE}\b", re.IGNORECASE)
_SUPPOSES = re.compile(r"\b(?:suppose|assume)\b[^.;:]*$", re.IGNORECASE)
_GOES_ON = re.compile(rf"(?:(?!\s+(?:and|so|with)\b)(?:[^.,;:$]|{_F})){{0,60}}")
_DENIED = re.compile(r"\b(?:not|no\s+longer|never|need\s+not|nor)\b|n't\b", re.IGNORECASE)


def of_declared(span: Span) -> str:
    """What words beside a declaration say that samples need not be: *orthogonal*, *be sparse*; else nothing."""
    return property_said(span) or said(span)


def said(span: Span) -> str:
    """What words right behind a declaration say of its numbers that samples need not heed; else nothing."""
    text = sentences.after_others(sentences.after(span))
    if said_ranges.said(text):
        return ""
    found = _WITH.match(text) or _BE_SO.match(text)
    if found is None:
        before = _list_before(span)
        found = _VERB.match(text) if _LET.search(before) else None
        found = _IS_SO.match(text) if found is None and _SUPPOSES.search(before) else found
    if found is None:
        return "of unit length" if said_of_lengths.is_open(span) else ""
    goes_on = _GOES_ON.match(text, found.end())
    phrase = " ".join((found["said"] + (goes_on[0] if goes_on is not None else "")).split())
    return "" if _DENIED.search(phrase) else phrase


def told_apart(span: Span) -> str:
    """What words beside a declaration say of several tensors that are not the same, *be different*; else nothing."""
    before, after = sentences.before(span), sentences.after_others(sentences.after(span))
    found = _APART.search(before) or _BE_APART.match(after)
    return found[1].lower() if found is not None else ""


def is_open(phrase: str) -> bool:
    """Whether words leave out what few samples are, *with a positive determinant*: an identity does not rest on it."""
    return _OPEN.search(phrase) is not None


def _list_before(span: Span) -> str:
    """The words before a formula, and before those that it is listed with."""
    return re.sub(rf"(?:{_F}\s*(?:,\s*and|,|and)\s*)+(?:\$|\\\()?\s*$", "", sentences.before(span))
