"""Letters that words call a number, or a size: *a weight `w`*, *where `\\eta` is the step size*, *let `n` be the number
of positions*.

Words that call a letter an array, *the weights `w`*, do not: of an array the shape has to be said. A Greek letter that
words speak of at all is a number if they call it nothing else.
"""

from __future__ import annotations

import re

from ntdoc.shapes.document import sentences
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK

_ARRAY = (
    r"(?:vectors?|matri(?:x|ces)|tensors?|arrays?|sequences?|series|images?|functions?|maps?|mappings?|masks?|quer(?:y|ies)"
    r"|keys?|values?|embeddings?|encodings?|inputs?|outputs?|states?|layers?|networks?|models?|kernels?|filters?|batch(?:es)?"
    r"|patch(?:es)?|tokens?|features?|activations?|representations?|signals?|distributions?|points?|samples?|examples?|targets?"
    r"|labels?|words?|sets?|ax[ie]s|ind(?:ex|ices)|positions?|operators?|projections?|bias(?:es)?|gains?|weights|gradients?"
    r"|directions?|residuals?|errors?|noise|data|messages?|nodes?|logits|scores|probabilities|parameters|coefficients|gates)"
)
_NUMBERS = r"(?:scalars?|numbers?|constants?|hyper-?parameters?|(?:learning\s+)?rates?|step\s+sizes?)"
_SIZE = r"(?:number\s+of|dimension(?:ality)?|length|width|(?<!step )size|count)"
_NOT = r"(?!(?:an?|the|each|every|all|any|of|in|for|to|by|on|at|from)\b)"
_OPENS = re.compile(r"\s*(?:\$|\\\()?\s*$")
_INTRODUCED = re.compile(  # *a weight `w`*, *with temperature `t`*
    rf"\b(?:(?:an?|some|one)|with|for|by|using)\s+(?:(?!{_ARRAY}\b){_NOT}(?!\w+s\b)[a-z-]+\s+){{1,3}}$", re.IGNORECASE
)
_CALLED_ARRAY = re.compile(
    rf"\b(?!{_NUMBERS}\b){_ARRAY}\s+(?:(?:\$[^$]*\$|\\\(.*?\\\))\s*(?:,|and)\s*(?:and\s+)?)*$", re.IGNORECASE
)
_OTHERS = r"[\s$)\\]*(?:,?\s*(?:\$[^$]*\$)\s*,?\s*(?:and\s+)?)*"
_VERB = r",?\s*(?:is|are|be|being|denotes?|stands?\s+for|means)\s+"
_IS_NUMBER = re.compile(  # *is a hyperparameter*; and not *is the mean of `x`*, which is a formula
    rf"{_OTHERS}{_VERB}(?:the|an?|our|its|some|one|two|three|both|again|just|simply)\s+"
    rf"(?:(?!{_ARRAY}\b){_NOT}(?!\w+s\b)[a-z-]+\s+){{0,3}}(?!{_ARRAY}\b){_NOT}(?:{_NUMBERS}|(?!\w+s\b)[a-z-]{{3,}})"
    r"(?=\s*(?:[.,;:)$\\]|of\s+(?!\$|\\\()|(?:that|which|for|in|and|to|with|by|on|at|from|between|above|below)\b|\Z))",
    re.IGNORECASE,
)
_IS_ARRAY = re.compile(
    rf"{_OTHERS}(?:{_VERB}(?:(?:the|an?|our|its|two|three|both)\s+)*|,\s*(?:the|an?)\s+)"
    rf"(?:{_NOT}[a-z-]+\s+){{0,3}}?(?!{_NUMBERS}\b){_ARRAY}\b",
    re.IGNORECASE,
)
_IS_SIZE = re.compile(
    r"[\s$)\\,]*(?:is|be|being|denotes?|stands?\s+for)\s+(?:(?:the|their|its)\s+)?"
    rf"(?:(?!(?:another|different|new)\b)[a-z-]+\s+){{0,2}}{_SIZE}\b(?!\s+of\s+(?:\$|\\\())",
    re.IGNORECASE,
)
_HAS_SIZE = re.compile(
    rf"\b(?:(?:has|have|of|with)\s+(?:(?:the|a)\s+)?{_SIZE}|{_SIZE}\s+(?:is|by)"
    rf"|(?:the|their|its)\s+(?:[a-z-]+\s+)?{_SIZE})\s+$",
    re.IGNORECASE,
)
_WITH = re.compile(r"\b(?:with|where|and)\s+$", re.IGNORECASE)
_APPOSED_SIZE = re.compile(rf"[\s$)\\]*the\s+(?:[a-z-]+\s+){{0,2}}{_SIZE}\b(?!\s+of\s+(?:\$|\\\())", re.IGNORECASE)
_WRITTEN_FOR = re.compile(rf"[\s$)\\]*for\s+(?:the|its|their)\s+(?:[a-z-]+\s+){{0,2}}{_SIZE}\b", re.IGNORECASE)


def is_number(letter: ast.Symbol) -> bool:
    """Whether words beside the mention of a letter call it a number, or something that is one."""
    before, after = _beside(letter)
    if "^" in letter.full_name or _CALLED_ARRAY.search(before) or _IS_ARRAY.match(after):
        return False
    if _INTRODUCED.search(before) is not None:
        return True
    if letter.base in GREEK:
        return True
    return letter.base.islower() and _IS_NUMBER.match(after) is not None


def is_size(letter: ast.Symbol) -> bool:
    """Whether words beside the mention of a letter call it a size, or a number of something."""
    before, after = _beside(letter)
    written = re.search(r"\b(?:write|writing)\s+$", before, re.IGNORECASE) is not None
    apposed = _WITH.search(before) is not None and _APPOSED_SIZE.match(after)  # *with `n` the number of positions*
    says = _IS_SIZE.match(after) or _HAS_SIZE.search(before) or (written and _WRITTEN_FOR.match(after))
    return bool(says or apposed)


def _beside(letter: ast.Symbol) -> tuple[str, str]:
    before = _OPENS.sub(" ", " ".join(sentences.before(letter.span).split()) + " ")
    return before, " ".join(sentences.after(letter.span).split())
