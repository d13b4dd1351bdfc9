"""*Let `p = \\nfun{\\ax}{softmax} x`. Then `p = 1 / |\\ax|`*: a conclusion in sizes alone is no new value of it."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import IF, OPENS, SUPPOSES, THEN, WE_GET, WE_HAVE

_CONCLUDES = regex(  # all that stands before it
    rf"\W*(?:{THEN})\b,?\s*(?:(?:{WE_HAVE}|{WE_GET})\s*|it\s+is\s*)?"
    rf"[\s:]*(?:{OPENS})?\s*",
    re.IGNORECASE,
)
_OF_A_CASE = regex(  # what the sentence before may say, *at the start all scores are equal*
    r"\b(?:equal\w*|constant|uniform\w*|same|identical|zeros?|limits?|tends?|infinit\w+|large|small|flat|random\w*|untrained"
    rf"|{SUPPOSES}|consider\w*|{IF}|cases?|special|initial\w*|starts?|first|now)\b",
    re.IGNORECASE,
)
_SENTENCES = 2  # before it


def is_concluded(tensor: Tensor, scope: Scope) -> bool:
    """Whether words do no more than to conclude it of a formula of its section that is made of tensors."""
    at = tensor.entry
    if at.local or at.gives or at.lets or at.assumed or at.supposed or at.negated or at.worded or at.cell:
        return False
    if names_in(tensor.body) or not any(isinstance(part, ast.Size) for part in walk(tensor.body)):
        return False
    before = (b for b in reversed(scope.by_name.get(tensor.name, ())) if b.entry.is_above(at))
    formula = next(before, None)
    if not isinstance(formula, Tensor) or not names_in(formula.body) or formula.entry.local:
        return False
    if at.sentence - formula.entry.sentence > 1:
        return False  # what stands between may say of which case
    if _CONCLUDES.fullmatch(sentences.before(at.parsed.span, across=at.display)) is None:
        return False
    earlier = sentences.of_paragraph_before(at.parsed.span, across=at.display)[-_SENTENCES:]
    return not any(map(_OF_A_CASE.search, earlier))
