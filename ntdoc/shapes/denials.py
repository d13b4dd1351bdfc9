"""Words that take back what a formula says: that it is not so, is wrong, or would be so if something else were."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    r"\b(not|incorrect|wrong|instead|unlike|rather than|cannot|can't|false|mistake|isn't|doesn't|never|no longer"
    r"|by convention)\b"
    r"|(?:^|[.:;(])\W*without (?:it|this|that|these|those|them)\b",
    re.IGNORECASE,
)
_NOT_OF_THIS = re.compile(  # "whose order does not matter: …", "never negative, …": what stands there is so
    r"\b(?:(?:do|does|did|will|would)(?:\s+not|n't)\s+(?:\w+\s+)?(?:matter|depend|change)|not\s+(?:only|just|merely)"
    r"|never\s+(?:negative|above|below|more|less|greater|smaller|larger|exceeds?))\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]*\)")  # "a softmax over `ax` (not over `bx`) gives …"
_WRONG = (
    r"(?:not\s+(?:true|so|right|correct|valid|allowed|possible|the case|well[- ](?:formed|defined|typed))"
    r"|wrong|false|incorrect|invalid|nonsense|meaningless|impossible|ill[- ](?:formed|defined|typed)|an?\s+mistake)"
)
_AFTER = re.compile(  # "`X = Y` is wrong", "`X = Y`." This is wrong", "`X = Y` does not hold"
    r"[\s*_]*(?:[.,;!?]?[\"'”’)*_]*\s*(?:this|that|it|which)\b)?[\s*_]*"
    rf"(?:(?:is|are|was|were|would be)(?:[\s*_]+(?:simply|just|clearly|plainly|also|both|still))?[\s*_]+{_WRONG}\b"
    r"|(?:does|do|would|will|can)(?:\s+not|n't)\s+(?:hold|work|make sense|type-?check|parse|be)\b"
    r"|cannot\s+(?:hold|be)\b|fails\b)",
    re.IGNORECASE,
)


def is_denied(before: str, after: str) -> bool:
    """Whether the words of its sentence before a formula, or those right after it, say that it is not so."""
    return bool(_BEFORE.search(_NOT_OF_THIS.sub("", _ASIDE.sub(" ", before)))) or is_refuted(after)


def is_refuted(after: str) -> bool:
    """Whether the words right after a formula say that it is not so: it gives no value to any name either."""
    return bool(_AFTER.match(after))
