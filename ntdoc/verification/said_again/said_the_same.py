"""Second formulas that words call one of the same thing: *both views predict the same:*, *and `I` is the mean of …:*.

*This is cross-entropy, `\\ell = E`*, says of the `\\ell` before it what it is as well. So does a sentence about the
same that brings in letters to write it with: *the plan is `P = E`. With the potentials `f = F` the plan is `P = G`*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.in_places.consequences import is_with_others
from ntdoc.shapes.patterns import in_numbers, names_in
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, CAN, IF, OPENS, OTHER, WE_GET, WE_HAVE

_OPENS = rf"[\s:]*(?:{OPENS})?\s*\Z"
_SAME = regex(  # "The other form is the same vector: with `q = E`,", "Both predict the same: for all `z \\in S`"
    r"(?:\b(?:is|are|gives?|predicts?|yields?|computes?|returns?)\s+(?:(?:exactly|indeed|again|also)\s+)?the\s+same"
    r"(?:\s+(?!as\b|for\b|in\b|with\b|if\b|when\b|up\b|but\b|except\b)[a-z]+){0,2}"
    # "The two views agree:", "Both ways are equivalent:"
    # or "The recurrent and the parallel form agree: for every `t`,"
    r"|\b(?:both|the\s+two|the\s+[a-z-]+(?:\s+[a-z-]+)?\s+and\s+the)(?:\s+[a-z-]+){0,3}\s+(?:(?:exactly|indeed|again|also)\s+)?"
    r"(?:agree|coincide|are\s+(?:(?:exactly|indeed|again|also)\s+)?(?:equal|equivalent|identical|one|the\s+same)))\s*[:,]"
    r"(?:\s*(?:that\s+is|i\.\s?e\.|in\s+the\s+sense\s+that),?)?"
    rf"(?:\s*(?:with|where|for(?:\s+(?:{ANY}))?)\s+(?:{sentences.LISTED},?|(?:\$|\\\()[^$]*\Z))?(?:\s+{WE_HAVE})?{_OPENS}",
    re.IGNORECASE,
)
_ANOTHER_WAY = regex(  # "Another way to write this is", "As before,", "By the symmetry of the kernel we can write"
    rf"(?:\banother\s+(?:way|form|formula|expression)(?:\s+(?:(?:to|of)\s+)?(?:writ|comput|express|stat|see|obtain|say|put)[a-z]*\s+"
    r"(?:it|this|that|them|the\s+same))?\s+(?:is|reads)"
    r"|^\W*(?:as\s+(?:before|above)|(?:said|put|stated|phrased)\s+differently)"
    r"|^\W*(?:(?:after|by)\s+)?(?:simplifying|rearranging|expanding|factoring|multiplying\s+out|collecting\s+terms)(?:\s+this|\s+it)?"
    rf"(?:\s*(?:gives|yields)|,?\s*{WE_GET})?"
    r"|^\W*(?:by|using|from|thanks\s+to|because\s+of)\s+(?:(?:the|its|their)\s+)?(?:[a-z-]+\s+){0,2}(?:invariance|identity|symmetry"
    r"|linearity|associativity|commutativity|distributivity|orthogonality)\b[^.;:,$\\]*"
    rf"(?:,\s*(?:(?:we|one)\s+(?:can|may)\s+(?:also\s+)?(?:write|compute|express)(?:\s+(?:it|this)\s+as)?)?)"
    r"|\b(?:adding|subtracting|multiplying|dividing|shifting|scaling|permuting|swapping|exchanging)\b[^.;:$\\]*\b(?:(?:does|do)\s+not"
    r"\s+(?:change|alter|affect)|leaves?)\b[^.;:]*"
    rf"|\bthe\s+[a-z-]+\s+(?:(?:does|do)\s+not\s+change|(?:stays?|remains?|is|are)\s+(?:the\s+same|unchanged))\s+(?:{IF})\b[^.;:]*"
    rf"),?{_OPENS}",
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
_SPLITS = regex(  # "The sum over all items can be split into a part that all share and a correction,"
    rf"\b(?:{CAN})\s+(?:(?:{ADVERB})\s+)?be\s+(?:split|separated|decomposed|divided|factored|expanded|regrouped|broken)\s+"
    rf"(?:up\s+|out\s+)?(?:in)?(?:to|as)\b[^.;:$\\]*[,:]?{_OPENS}",
    re.IGNORECASE,
)
_INTO = regex(r"\b(?:in)?(?:to|as)\b[^.;:]*\Z", re.IGNORECASE)
_OR = regex(  # "`y = E` with `c > 0`, or, in terms of the difference, `y = F`"
    r"(?:^|[\s,;])or\s*,?\s+(?:(?:written\s+|expressed\s+)?in\s+terms\s+of\s+(?:(?!\bof\b)[^.;:,$\\])*"
    rf"|equivalently|in\s+other\s+words|put\s+(?:differently|another\s+way)|what\s+is\s+the\s+same)\s*,?{_OPENS}",
    re.IGNORECASE,
)
_IN_TERMS = regex(  # "In terms of the softmax it is", right behind what it is: what leads to that says no more of it
    r"^\W*(?:(?:written|expressed)\s+)?in\s+(?:terms\s+of\s+[^.;:]+?|(?:matrix|tensor|vector|named|index)\s+(?:form|notation)),?\s+"
    rf"(?:it|this|that)\s+(?:is|reads|equals){_OPENS}",
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
_OF_IT = regex(  # "They are the gradient", "It is the same as before", and "whose value is that of the codes"
    rf"(?:^|[.,;:(…]|\b(?:and|then))\s*(?:it|this|that|they|these|those|which|whose\s+[a-z-]+)\s+"
    rf"(?:(?:{ADVERB}|just|exactly)\s+)*"
    r"(?:is|are|equals?|reads?|sums?\s+up|comes?\s+(?:down\s+)?to|amounts?\s+to|has\s+the\s+form)\b",
    re.IGNORECASE,
)
_THE_SAME = regex(  # "The same map is a convolution"
    r"\bthe\s+same\s+(?!(?:way|time|for|as|if|when|axis|axes|shape|sign|size)\b)[a-z-]+(?:\s+[a-z-]+)?\s+(?:is|are)\b",
    re.IGNORECASE,
)
_NAMED = regex(  # "the plan is", "we call the plan"
    r"\b(?:the|its|their|our|an?)\s+(?P<name>[a-z][a-z-]*(?:\s+(?:of\s+(?:the\s+)?)?[a-z-]+){0,5}?)\s*"
    rf"(?:(?:is|are|equals?|reads?|as|by)\s*(?:(?:{ADVERB}|given\s+by)\s*)*)?[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_GIVING = regex(  # "with the potentials … and …,", "in the letters … and …"
    r"\b(?:with|where|using|writing|let|in\s+terms\s+of)\s+(?:[a-z-]+\s+){0,4}(?:…\s*(?:[,;]?\s*(?:and|where|with)\s+|,\s*)?"
    r"(?:(?:the|its|an?)\s+(?:[a-z-]+\s+){1,3}(?=…))?)+(?:(?:for|as)\s+(?:the|its)\s+[a-z-]+)?",
    re.IGNORECASE,
)
_IN_LOGARITHMS = regex(  # "In the logarithmic domain", where it may also be its logarithm; "in cosine space" is another
    r"\b(?:in|on)\s+(?:the\s+|an?\s+)?log(?:arithm\w*|s)?[\s-]+(?:domain|space|coordinates|scale|form)\b", re.IGNORECASE
)
_NEAR = 3  # statements
_TAKEN = (r"\exp", r"\log", r"\ln", r"\left", r"\right", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr")
_OF_LOGARITHMS = frozenset({*_TAKEN, *"()[]{}"})  # marks that what is done to logarithms has beside the others
_AS_BEFORE = regex(r"\bas\s+(?:before|above|the\s+(?:first|former|one\s+(?:before|above)))\b", re.IGNORECASE)
_LOGARITHMIC = regex(r"\b(?:log|logs|logarithm\w*|exponent\w*)\b", re.IGNORECASE)
_LIMITS = regex(r"[<>]|\\(?:[lg]eq?q?|neq?|[lg]t|to|rightarrow)\b|=\s*-?[\d.,\s]+(?:\$|\\\)|,)")
_EXPONENTIAL = frozenset({"exp", "log", "ln", "softmax", "logsumexp", "sigmoid", "sigma"})  # had from one another


def is_said_the_same(before: Judged, judged: Judged) -> bool:
    """Whether words right before the second formula say that it is one of the thing that the first is one of."""
    lead = sentences.before(judged.role.entry.parsed.span, across=True)
    if _SAME.search(lead):
        return not _OF_A_CASE.match(lead) and _ANOTHER.search(_SAME.sub("", lead).replace("other form", "")) is None
    if (way := _ANOTHER_WAY.search(lead)) is not None:
        return _is_near(before, judged) and _ANOTHER.search(lead[: way.start()]) is None
    if _COMPUTED_BETTER.search(lead) and _OF_ROUNDING.search(lead):
        return judged.role.entry.section == before.role.entry.section
    if _OR.search(lead) and before.role.entry.sentence == judged.role.entry.sentence:
        return True
    if _IN_TERMS.search(lead) and _ANOTHER.search(lead) is None:
        return _follows(before, judged) and _explains_part(judged)
    if (found := _IS.search(lead)) is not None and judged.role.entry.display:
        named = found["name"].strip() == _left(judged)
        return named and _ANOTHER.search(lead) is None
    found = _THIS_IS.search(lead)
    if found is None or _ANOTHER.search(found["said"]) or not _is_right_before(before, judged):
        return False
    return _explains_part(judged)


def splits(judged: Judged) -> bool:
    """Whether words right before a formula say that a thing can be split into what it has."""
    return _SPLITS.search(sentences.before(judged.role.entry.parsed.span, across=True)) is not None


def without_letters(led: str, judged: Judged) -> str:
    """The words that lead to a formula but for those that bring letters in, and for those of what it is split into."""
    return _GIVING.sub(" ", _INTO.sub(" ", led) if splits(judged) else led)


def _left(judged: Judged) -> str:
    """The left side as it is written."""
    return judged.role.entry.parsed.span.text.partition("=")[0].strip()


def _is_right_before(before: Judged, judged: Judged) -> bool:
    """Whether the first formula stands in the sentence before that of the second, and no other formula between."""
    return _follows(before, judged) and judged.role.entry.sentence - before.role.entry.sentence <= 1


def _follows(before: Judged, judged: Judged) -> bool:
    """Whether no other formula stands between them in their section."""
    one, other = before.role.entry, judged.role.entry
    return one.section == other.section and one.index + 1 == other.index


def _is_near(before: Judged, judged: Judged) -> bool:
    """Whether hardly more than letters in a sentence stands between them in their section."""
    one, other = before.role.entry, judged.role.entry
    return one.section == other.section and 0 < other.index - one.index <= _NEAR


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


def of_its_own(before: Judged, judged: Judged, led: str) -> str:
    """The words that lead to the second formula without the letters that they bring in, if they speak of the same.

    What they say of these may else be a case: *with the gate `g = w / 2` the sum is*.
    """
    lead = sentences.before(judged.role.entry.parsed.span, across=True)
    spoken = _OF_IT.search(led) is not None or _THE_SAME.search(led) is not None
    if not (spoken or _are_called_alike(before, lead)):
        return led
    if in_letters := _GIVING.search(led) is not None and _is_in_new_letters(before, judged, lead):
        led = _GIVING.sub(" ", led)
    if not _is_done_to_logarithms(before, judged, lead, in_letters=in_letters):
        led = _IN_LOGARITHMS.sub(" ", led)
    return _AS_BEFORE.sub(" ", led)


def is_about_it(led: str) -> bool:
    """Whether a sentence speaks of what is there before it says a formula of it: *they are the gradient of …*."""
    return _OF_IT.search(led) is not None or _THE_SAME.search(led) is not None


def may_be_logarithm(judged: Judged) -> bool:
    """Whether the words before a formula say that it may be the logarithm of what it is called by."""
    return _LOGARITHMIC.search(sentences.before(judged.role.entry.parsed.span, across=True)) is not None


def _are_called_alike(before: Judged, lead: str) -> bool:
    """Whether the words before both formulas end in the same name, *the plan is* and *with …, the plan is*."""
    own = _NAMED.search(lead)
    first = _NAMED.search(sentences.before(before.role.entry.parsed.span, across=True))
    return own is not None and first is not None and own["name"].lower().split() == first["name"].lower().split()


def _is_in_new_letters(before: Judged, judged: Judged, lead: str) -> bool:
    """Whether the second formula is made of letters that its sentence gives by formulas, and by no numbers.

    It applies no functions but those of the first, and is not the first with another letter in the place of one.
    """
    first, second = (j.role.defines for j in (before, judged))
    if not isinstance(first, Tensor) or not isinstance(second, Tensor) or _has_limits(lead):
        return False
    given = _given(before, judged, lead)
    if not given or any(isinstance(b, Tensor) and in_numbers(b.body) for b in given):
        return False
    if any(isinstance(b, Tensor) and first.name in names_in(b.body) for b in given):
        return False  # a step from it
    if is_with_others(first.body, second.body, {b.name for b in given}):
        return False  # *with the weights `v = 2 w` the loss is*, and `v` stands where `w` stood
    return applies_no_others(before, judged, given)


def applies_no_others(before: Judged, judged: Judged, given: Sequence[Binding]) -> bool:
    """Whether a second formula, and what is given for it, applies no functions but those of the first."""
    own = _functions([before.role.defines, *(use.binding for use in before.notebook.uses)])
    own |= _EXPONENTIAL if own & _EXPONENTIAL else frozenset()
    return _functions([judged.role.defines, *given]) <= own


def _is_done_to_logarithms(before: Judged, judged: Judged, lead: str, *, in_letters: bool) -> bool:
    """Whether the second formula does to logarithms what the first does: *in log space the mean is* a geometric one.

    So it may where the first adds up what the second is made of, unless letters are brought in to write it with.
    """
    first, second = (j.role.defines for j in (before, judged))
    if not isinstance(first, Tensor) or not isinstance(second, Tensor):
        return False
    given = {b.name for b in _given(before, judged, lead)}
    if is_with_others(first.body, second.body, given, but=_OF_LOGARITHMS):
        return True
    sums = (part for part in walk(first.body) if isinstance(part, ast.Sum) and len(part.terms) > 1)
    return not in_letters and any(names_in(part) & names_in(second.body) for part in sums)


def _has_limits(lead: str) -> bool:
    """Whether a formula among some words says a number or a limit."""
    return any(map(_LIMITS.search, re.findall(sentences.FORMULA, lead)))


def _given(before: Judged, judged: Judged, lead: str) -> list[Tensor | Declared]:
    """What the second formula is made of that is said after the first, or named in the words that lead to it."""
    found = [use.binding for use in judged.notebook.uses if isinstance(use.binding, Tensor | Declared)]
    named = {formula.strip("$()\\ ") for formula in re.findall(sentences.FORMULA, lead)}
    start, at = before.role.entry.index, judged.role.entry.index
    return [b for b in found if start < b.entry.index < at or b.name in named]


def _functions(found: Sequence[object]) -> frozenset[str]:
    """The functions that tensors apply."""
    bodies = [b.body for b in found if isinstance(b, Tensor)]
    names = {part.name for body in bodies for part in walk(body) if isinstance(part, ast.Symbol)}
    return frozenset(name for name in names if lookup(name) is not None)
