"""Letters that words call a number, or a size: *a weight `w`*, *where `\\eta` is the step size*, *let `n` be the number
of positions*.

Words that call a letter an array, *the weights `w`*, do not: of an array the shape has to be said. A Greek letter that
words speak of at all is a number if they call it nothing else.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK
from ntdoc.vocabulary import OTHER

_ARRAY = (
    r"(?:vectors?|matri(?:x|ces)|tensors?|arrays?|sequences?|series|images?|functions?|maps?|mappings?|masks?|quer(?:y|ies)"
    r"|keys?|values?|embeddings?|encodings?|inputs?|outputs?|states?|layers?|networks?|models?|kernels?|filters?|batch(?:es)?"
    r"|patch(?:es)?|tokens?|features?|activations?|representations?|signals?|distributions?|points?|samples?|examples?|targets?"
    r"|labels?|words?|sets?|ax[ie]s|ind(?:ex|ices)|positions?|operators?|projections?|bias(?:es)?|gains?|weights|gradients?"
    r"|directions?|residuals?|errors?|noise|data|messages?|nodes?|logits|scores|probabilities|parameters|coefficients|gates)"
)
_COMPUTED = r"(?:loss|objective|cost|risk|reward|energy|likelihood|prediction|estimate|answer|result|mean|sum|norm)"
_NUMBERS = r"(?:scalars?|numbers?|constants?|hyper-?parameters?|(?:learning\s+)?rates?|step\s+sizes?)"
_SIZE = r"(?:number\s+of|dimension(?:ality)?|length|width|(?<!step )size|count)"
_NOT = r"(?!(?:an?|the|each|every|all|any|of|in|for|to|by|on|at|from)\b)"
_BEHIND = (  # what stands behind a noun, and is no other noun that it tells of, as in *a gain factor*
    r"(?:of|in|on|at|to|for|from|by|with|within|along|over|under|per|as|and|or|but|nor|that|which|who|whose|where|when|if|is|are"
    r"|was|were|has|have|can|may|will|we|it|they|here|there|then|so|through|between|before|after|obtained|given|used|itself)"
)
_ONE = rf"{_NOT}(?!\w*[^\Wsuia]s\b)[a-z-]+"  # a word, and none in the plural: *mass*, *radius*
_OPENS = regex(r"\s*(?:\$|\\\()?\s*$")
_CLOSES = regex(r"^[\s$)\\]*(?=(?:the|an?)\s)")
_AND = regex(r"\b(?:is|be|denotes)\s+(?:the|an?)\s+[^.;:$]+\band\s+$", re.IGNORECASE)
_INTRODUCED = regex(  # *a weight `w`*, *with temperature `t`*, *the mass is `m`*
    rf"\b(?:(?:(?:an?|some|one)|with|for|by|using)\s+(?:{_ONE}\s+){{0,2}}(?!{_ARRAY}\b){_ONE}"
    rf"|the\s+(?:{_ONE}\s+){{0,2}}(?!{_ARRAY}\b|{_COMPUTED}\b){_ONE}\s+is(?:\s+(?:denoted|written|called)(?:\s+(?:by|as))?)?"
    rf"|the\s+(?:{_ONE}\s+){{0,2}}{_NUMBERS}|(?:an?|some|one|the)\s+(?:{_ONE}\s+){{0,2}}scalar\s+{_ONE})\s+$",
    re.IGNORECASE,
)
_CHANGES_BY = regex(  # *moving it by `t`*, *prices rise by `r`*
    r"\b(?:mov|shift|translat|slid|scal|stretch|shrink|rotat|turn|rais|ris|lower|increas|decreas|reduc|grow|delay|chang|lift"
    r"|decay|damp|discount)"
    r"(?:e|es|ed|en|ing|ling|s)?\s+(?:[a-z-]+\s+){0,4}by\s+$",
    re.IGNORECASE,
)
_LISTED = regex(  # *scalars `a` and `b`*
    rf"\b{_NUMBERS}\s+(?:(?:\$[^$]*\$|\\\(.*?\\\))\s*(?:,|and)\s*(?:and\s+)?)*$", re.IGNORECASE
)
_NAMED = regex(rf"\b(?:an?|the|its|our|with|for|by|using)\s+(?:{_NOT}[a-z-]+\s+){{1,3}}(?:is\s+)?$", re.IGNORECASE)
_NAMED_BEHIND = regex(  # *`m` be the mass*, *and `k` the stiffness*
    rf"[\s$)\\]*,?\s*(?:(?:is|are|be|being|denotes?|stands?\s+for|means)\s+)?(?:the|an?|our|its)\s+(?!{_ARRAY}\b(?!\s+(?!{_BEHIND}\b)[a-z]))[a-z-]{{3,}}",
    re.IGNORECASE,
)
_CALLED_ARRAY = regex(
    rf"\b(?<!scalar\s)(?!{_NUMBERS}\b){_ARRAY}\s+(?:(?:is|are|be)\s+)?(?:(?:\$[^$]*\$|\\\(.*?\\\))\s*(?:,|and)\s*(?:and\s+)?)*$",
    re.IGNORECASE,
)
_OTHERS = r"[\s$)\\]*(?:(?:,\s*(?:and\s+)?|and\s+)?\$[^$]*\$\s*)*"
_VERB = r",?\s*(?:is|are|be|being|denotes?|stands?\s+for|means)\s+"
_IS_TENSOR = regex(
    rf"{_OTHERS}{_VERB}(?:an?|the)\s+(?:{_NOT}[a-z-]+\s+){{0,2}}?(?:vector|matrix|tensor|array)\b", re.IGNORECASE
)
_IS_NUMBER = regex(  # *is a hyperparameter*; and not *is the mean of `x`*, which is a formula
    rf"{_OTHERS}{_VERB}(?:the|an?|our|its|some|one|two|three|both|again|just|simply)\s+"
    rf"(?:{_ONE}\s+){{0,3}}(?!{_ARRAY}\b){_NOT}(?:{_NUMBERS}|{_ONE})"
    r"(?=\s*(?:[.,;:)$\\]|of\s+(?!\$|\\\()|(?:that|which|for|in|and|to|with|by|on|at|from|between|above|below)\b|\Z))",
    re.IGNORECASE,
)
_IS_ARRAY = regex(
    rf"{_OTHERS}(?:{_VERB}(?:(?:the|an?|our|its|two|three|both)\s+)*|,\s*(?:the|an?)\s+)"
    rf"(?:{_NOT}(?!scalar\b)[a-z-]+\s+){{0,3}}?(?!{_NUMBERS}\b){_ARRAY}\b(?!\s+(?!{_BEHIND}\b)[a-z])",
    re.IGNORECASE,
)
_IS_SIZE = regex(
    r"[\s$)\\,]*(?:is|be|being|denotes?|stands?\s+for)\s+(?:(?:the|their|its)\s+)?"
    rf"(?:(?!(?:{OTHER})\b)[a-z-]+\s+){{0,2}}{_SIZE}\b(?!\s+of\s+(?:\$|\\\())"
    r"|[\s$)\\,]*counts\s+the\b",
    re.IGNORECASE,
)
_HAS_SIZE = regex(
    rf"\b(?:(?:has|have|of|with)\s+(?:(?:the|a)\s+)?{_SIZE}|{_SIZE}\s+(?:is|by)"
    rf"|(?:the|their|its)\s+(?:[a-z-]+\s+)?{_SIZE}"
    rf"|number\s+of\s+(?:(?!{_BEHIND}\b)[a-z-]+\s+){{0,2}}(?!{_BEHIND}\b)[a-z-]+(?::|\s+is)?)\s+\(?\s*$",
    re.IGNORECASE,
)
_WITH = regex(r"\b(?:with|where|and)\s+$", re.IGNORECASE)
_APPOSED_SIZE = regex(rf"[\s$)\\]*the\s+(?:[a-z-]+\s+){{0,2}}{_SIZE}\b(?!\s+of\s+(?:\$|\\\())", re.IGNORECASE)
_WRITES = regex(r"\b(?:writes?|writing|uses?|using|takes?|taking)\s+$", re.IGNORECASE)
_FOR_THE = regex(
    rf"[\s$)\\]*(?:for|as)\s+(?:the|an?|its|our)\s+(?:{_ONE}\s+){{0,2}}(?!{_ARRAY}\b){_ONE}", re.IGNORECASE
)
_CALLS = regex(r"\b(?:calls?|calling|with|and)\s+$", re.IGNORECASE)
_CALLED = regex(
    rf"[\s$)\\]*(?:the|an?)\s+(?:{_ONE}\s+){{0,2}}(?!{_ARRAY}\b){_NOT}(?:{_NUMBERS}|{_ONE})", re.IGNORECASE
)
_WRITTEN_FOR = regex(rf"[\s$)\\]*for\s+(?:the|its|their)\s+(?:[a-z-]+\s+){{0,2}}{_SIZE}\b", re.IGNORECASE)


def is_number(letter: ast.Symbol) -> bool:
    """Whether words beside the mention of a letter call it a number, or something that is one."""
    if "^" in letter.full_name or is_array(letter):
        return False
    before, after = _beside(letter)
    if _INTRODUCED.search(before) is not None or _is_written_for(before, after) or _is_change(letter, before):
        return True
    if letter.base in GREEK:
        return True
    return letter.base.islower() and _IS_NUMBER.match(after) is not None


def is_named(letter: ast.Symbol) -> bool:
    """Whether words name what a letter stands for, and no array: *the time step `h`*, *let `m` be the mass*."""
    before, after = _beside(letter)
    named = _NAMED.search(before) or _LISTED.search(before) or _NAMED_BEHIND.match(after)
    named = named or _is_change(letter, before)
    return (named is not None or _is_written_for(before, after)) and not is_array(letter)


def _is_change(letter: ast.Symbol, before: str) -> re.Match[str] | None:
    """*Moving the point by `t`*: how far, which is a number, if the letter is a small one."""
    return _CHANGES_BY.search(before) if letter.base.islower() else None


def _is_written_for(before: str, after: str) -> bool:
    """*We write `a` for the learning rate*, *we call `a` the temperature*, *with `a` a scalar*."""
    written = _WRITES.search(before) is not None and _FOR_THE.match(after) is not None
    return written or (_CALLS.search(before) is not None and _CALLED.match(after) is not None)


def is_tensor(letter: ast.Symbol) -> bool:
    """Whether words say outright that a letter is a vector, a matrix or the like: *let `Y` be a matrix*."""
    return _IS_TENSOR.match(_beside(letter)[1]) is not None


def is_array(letter: ast.Symbol) -> bool:
    """Whether words beside the mention of a letter call it an array, or something that is one."""
    before, after = _beside(letter)
    return _CALLED_ARRAY.search(before) is not None or _IS_ARRAY.match(after) is not None


def names_array(after: str) -> bool:
    """Whether words behind a formula go on with what it is, and that is an array: *is the vector of rates*."""
    return _IS_ARRAY.match(" ".join(after.split())) is not None


def is_size(letter: ast.Symbol) -> bool:
    """Whether words beside the mention of a letter call it a size, or a number of something."""
    before, after = _beside(letter)
    written = re.search(r"\b(?:write|writing)\s+$", before, re.IGNORECASE) is not None
    apposed = _WITH.search(before) is not None and _APPOSED_SIZE.match(after)  # *with `n` the number of positions*
    says = _IS_SIZE.match(after) or _HAS_SIZE.search(before) or (written and _WRITTEN_FOR.match(after))
    return bool(says or apposed)


def _beside(letter: ast.Symbol) -> tuple[str, str]:
    """The words before a letter and behind it; with the verb left out in *`a` is the mass and `b` the width*."""
    before = _OPENS.sub(" ", " ".join(sentences.before(letter.span).split()) + " ")
    after = " ".join(sentences.after(letter.span).split())
    return before, _CLOSES.sub(" is ", after) if _AND.search(before) else after
