"""Second formulas that words call one of the same thing: *both views predict the same:*, *and `I` is the mean of …:*.

*This is cross-entropy, `\\ell = E`*, says of the `\\ell` before it what it is as well.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in
from ntdoc.vocabulary import ANY, IF, OPENS, OTHER, WE_HAVE

_OPENS = rf"[\s:]*(?:{OPENS})?\s*\Z"
_SAME = regex(  # "The other form is the same vector: with `q = E`,", "Both predict the same: for all `z \\in S`"
    r"(?:\b(?:is|are|gives?|predicts?|yields?|computes?|returns?)\s+(?:(?:exactly|indeed|again|also)\s+)?the\s+same"
    r"(?:\s+(?!as\b|for\b|in\b|with\b|if\b|when\b|up\b|but\b|except\b)[a-z]+){0,2}"
    # "The two views agree:", "Both ways are equivalent:"
    r"|\b(?:both|the\s+two)(?:\s+[a-z-]+){0,3}\s+(?:(?:exactly|indeed|again|also)\s+)?"
    r"(?:agree|coincide|are\s+(?:(?:exactly|indeed|again|also)\s+)?(?:equal|equivalent|identical|one)))\s*:"
    rf"(?:\s*(?:with|where|for(?:\s+(?:{ANY}))?)\s+(?:{sentences.LISTED},?|(?:\$|\\\()[^$]*\Z))?(?:\s+{WE_HAVE})?{_OPENS}",
    re.IGNORECASE,
)
_IS = regex(  # "and `I` is the average divergence of the conditionals from the marginal:"
    rf"(?:^|[,;]\s*|\b(?:and|so|that)\s+)(?:\$|\\\()(?P<name>[^$]*?)(?:\$|\\\))\s+is\s+(?P<said>(?:also\s+)?(?:the|an?)\s[^.;:,$\\]*)"
    rf":{_OPENS}",
    re.IGNORECASE,
)
_THIS_IS = regex(  # "This is cross-entropy, `\\ell = E`", right behind what `\\ell` is
    rf"(?:^\W*|\bthat\s+)(?:this|it)\s+is\s+(?P<said>(?:(?!\b(?:not|{IF}|for|with|where)\b)[a-z-]+\s*){{1,4}}),{_OPENS}",
    re.IGNORECASE,
)
_OR = regex(  # "`y = E` with `c > 0`, or, in terms of the difference, `y = F`"
    r"(?:^|[\s,;])or\s*,?\s+(?:(?:written\s+|expressed\s+)?in\s+terms\s+of\s+(?:(?!\bof\b)[^.;:,$\\])*"
    rf"|equivalently|in\s+other\s+words|put\s+(?:differently|another\s+way)|what\s+is\s+the\s+same)\s*,?{_OPENS}",
    re.IGNORECASE,
)
_COMPUTED_BETTER = regex(  # "it cancels; better is", "a more stable form is", and no better choice
    r"\b(?:(?:better|safer)\s+(?:is|to\s+(?:compute|evaluate|calculate|write)(?:\s+it)?(?:\s+as)?)"
    r"|(?:stable|stably|accurate|robust|safe)(?:\s+(?:(?:form(?:ula)?|expression|way\s+(?:to\s+write|of\s+writing)\s+it)\s+)?(?:is|as))"
    rf"|(?:writes?|computes?|evaluates?|calculates?)\s+it\s+as){_OPENS}",
    re.IGNORECASE,
)
_OF_ROUNDING = regex(
    r"\b(?:cancel\w*|overflow\w*|underflow\w*|round(?:ing|-off)|digits|precision|nearly\s+equal|numerical(?:ly)?"
    r"|stabl[ey])\b",
    re.IGNORECASE,
)
_ANOTHER = regex(
    rf"\b(?:now|then|{OTHER}|next|again|approximat\w*|estimat\w*|replac\w*|updat\w*|chang\w*|set|chosen"
    rf"|simplif\w*|modif\w*|variant|version|first|last|case|special|example|{IF}|under|up\s+to|analog\w*|generali\w*)\b",
    re.IGNORECASE,
)
_OF_A_CASE = regex(r"\W*(?:for|on|at|under|with|among|after|before)\s+[a-z]", re.IGNORECASE)  # *for centred data*
_CONDITION = regex(r"\s*(?:[,.]|with\b|where\b|$)", re.IGNORECASE)


def is_said_the_same(before: Judged, judged: Judged) -> bool:
    """Whether words right before the second formula say that it is one of the thing that the first is one of."""
    lead = sentences.before(judged.role.entry.parsed.span, across=True)
    if _SAME.search(lead):
        return not _OF_A_CASE.match(lead) and _ANOTHER.search(_SAME.sub("", lead).replace("other form", "")) is None
    if _COMPUTED_BETTER.search(lead) and _OF_ROUNDING.search(lead):
        return judged.role.entry.section == before.role.entry.section
    if _OR.search(lead) and before.role.entry.sentence == judged.role.entry.sentence:
        return True
    if (found := _IS.search(lead)) is not None and judged.role.entry.display:
        named = found["name"].strip() == _left(judged)
        return named and _ANOTHER.search(lead) is None
    found = _THIS_IS.search(lead)
    if found is None or _ANOTHER.search(found["said"]) or not _is_right_before(before, judged):
        return False
    return _explains_part(judged)


def _left(judged: Judged) -> str:
    """The left side as it is written."""
    return judged.role.entry.parsed.span.text.partition("=")[0].strip()


def _is_right_before(before: Judged, judged: Judged) -> bool:
    """Whether the first formula stands in the sentence before that of the second, and no other formula between."""
    one, other = before.role.entry, judged.role.entry
    return one.section == other.section and one.index + 1 == other.index and other.sentence - one.sentence <= 1


def _explains_part(judged: Judged) -> bool:
    """Whether what follows the formula ends there, or says of a name in it what it is: *with `\\pi = E`*."""
    after = sentences.after(judged.role.entry.parsed.span)
    rest = re.sub(r"^\s*(?:\$|\\\))", "", after)
    if _CONDITION.match(rest) is None:
        return False
    behind = re.match(r"\s*(?:with|where)\s+(?:\$|\\\()([^$=]*)=", rest)
    body = judged.role.defines.body if isinstance(judged.role.defines, Tensor | Function) else None
    if behind is None:
        return re.match(r"\s*(?:with|where)\b", rest) is None
    return any(name.split("_")[0] in behind[1] for name in names_in(body))
