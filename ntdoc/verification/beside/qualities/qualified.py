"""Words that say more of a tensor than its samples heed: *be sparse*, *have norm `2`*, *for orthogonal matrices*.

What samples refute of such a tensor may hold of those that are meant. What they heed where it is declared, *be
positive*, *with entries in `[0, 1]`*, *unit vectors*, and what says nothing of numbers, *be given*, *be the weights*,
are none of these words.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.said import said_of_lengths, said_ranges
from ntdoc.source import Span
from ntdoc.verification.beside.qualities import for_unit_vectors
from ntdoc.verification.words import DENIED
from ntdoc.vocabulary import ADVERB, DISPLAY_CLOSES, LET, OPENS, SUPPOSE

_F = sentences.FORMULA
_OF_FUNCTIONS = r"convex|concave|(?:in|equi)variant|Lipschitz|contractive|subadditive|superadditive"
PROPERTY = (  # what samples are not, if only the words say it
    r"\b(?:orthogonal|perpendicular|orthonormal|unitary|idempotent|diagonal(?!\s+(?:entr|elements?\b|terms?\b))|triangular"
    r"|(?:positive|negative)[- ](?:semi-?)?definite"
    r"|(?:(?:bi|multi)?linear|affine|additive)(?=\s+(?:map|function|form|operator|transformation)|\s*(?:[.,;:]|and\b|in\b|\Z))"
    r"|cent(?:ered|red)|anti-?symmetric|skew-symmetric|uncorrelated|zero[- ]mean|mean zero|homogeneous|periodic"
    r"|standardi[sz]ed|whitened|sorted|ordered|(?:a|de)scending|(?:in|de)creasing|monoton(?:e|ic)"
    r"|(?:even|odd)(?=\s*(?:[.,;:]|\Z)|\s+(?:numbers?|integers?|functions?)\b)"
    r"|(?:constant|sparse|bounded|(?:row-|doubly[ -])?stochastic|permutation|projection|rotation|reflection|circulant"
    r"|basis|indicator|selection"
    r"|Toeplitz|Hankel|low-rank|rank-(?:one|1)|singular|nilpotent|normal|Markov|Householder|Laplacian"
    r"|parallel|collinear|proportional|equal|identical|commuting|dependent)"
    r"\s+(?:vectors?|matri(?:x|ces)|inputs?|signals?|tensors?|arrays?|sequences?|maps?|operators?)"
    r"|\ban?\s+(?:projection|projector|rotation|reflection|permutation|isometry)(?=\s*(?:[.,;:]|\Z))"
    r"|\b(?:an?|any|every|each)\s+(?:projector|rotation|reflection|permutation|(?:partial\s+)?isometry|contraction|metric|random\s+walk"
    r"|tight\s+frame|(?:length|norm)-preserving\s+map|(?<=\bfor a )projection)(?=\s*(?:\$|\\\())"
    r"|normali[sz]ed\s+(?:inputs?|features?|weights?|scores?|keys?|queries|rows|columns|data|images?|activations?|states?)"
    r"|(?:convex|attention|mixture|mixing|sampling)\s+weights|probabilities|(?:on|in)\s+the\s+(?:unit\s+|probability\s+)?simplex"
    rf"|{_OF_FUNCTIONS})\b"
)
_ANY_SUCH = regex(rf"\b(?:any|arbitrary)\s+(?=(?:[a-z-]+\s+)?{PROPERTY})|{PROPERTY}", re.IGNORECASE)
_IS_OF_FUNCTIONS = regex(_OF_FUNCTIONS, re.IGNORECASE)
_NAMED = regex(PROPERTY, re.IGNORECASE)
_MADE_SO = regex(
    r"\bcent(?:er|r)ing\b|\b(?:mean|average|sum)s?\b(?:[^.;:$]|\$[^$]*\$)*?\b(?:vanish(?:es)?|(?:is|are|be)\s+(?:zero|\$?0))",
    re.IGNORECASE,
)
_ASSUMES = regex(r"\b(?:suppos|assum)\w*\b", re.IGNORECASE)
_PROPERTY_BEFORE = regex(  # "an orthogonal matrix `Q`", and not "invariant when a constant `k` is added"
    rf"({PROPERTY})"
    r"(?:\s+(?!(?:that|which|when|whenever|where|if|for|under|in|to|by|with|on|at|as|since|because|but|then|is|are)\b)[a-z]+){0,3}"
    r"\s*(?:\$|\\\()?$",
    re.IGNORECASE,
)
_OF_COMBINED = regex(r"\bconvex\s+combinations?\s+of\b[^.;:]*$", re.IGNORECASE)  # none of its parts is convex
_WEIGHTS = regex(r"\b(?:weights?|coefficients?|shares?|sums?\s+to)\b", re.IGNORECASE)
_PROPERTY_AFTER = regex(  # "`P` and `Q` be orthogonal", and not "for every `H` the Hessian is positive definite"
    r"(?:\$|\\\)|,|and\b|or\b|\s|\$[^$]*\$)*"
    r"(?:be|is|are|being|with(?!\s+respect\b)|whose|of which|has|have|having|(?:that|which) (?:is|are|has|have))\b"
    rf"[^.;:]{{0,60}}?({PROPERTY})",
    re.IGNORECASE,
)
_OF_DEFINED = regex(  # "scores `z \\in S`, and `p = E` are the probabilities": it says nothing of `z`
    r"[^=<>\\]=[^$]+(?:\$|\\\))\s*(?:is\b|are\s+(?:[a-z]+\s+){0,2}(?:probabilities|weights)\b)", re.IGNORECASE
)
_NO_SUBJECT = regex(  # "the Hessian in `A` is diagonal" says nothing of `A`
    r"\b(?:in|by|to|at|over|on|from|for)\s+(?:\$|\\\()?$", re.IGNORECASE
)
_NAME = r"(?:\$|\\\()[^$=<>\\]{1,12}(?:\$|\\\))"
_NAMES_LISTED = rf"{_NAME}(?:(?:,\s*|\s+and\s+){_NAME})*"
_WE_HAVE = r"(?:\s+(?:(?:we\s+(?:then\s+)?|one\s+)(?:have|has|gets?|finds?)|it\s+holds)(?:\s+that)?)?"
_IT_IS = (  # *the squared distance is*, *it becomes*
    r"(?:,?\s+(?:(?:the|its|their|this|that)\s+(?:(?!is\b|are\b|when\b|if\b|where\b|for\b|with\b)[a-z-]+\s+){1,5}?|(?:it|this|that)\s+)"
    rf"(?:is|are|equals?|becomes?|reads?|has|satisf(?:y|ies)|(?:reduces|simplifies|comes)\s+to)(?:\s+(?:{ADVERB}|just|simply))?)?"
)
_OF_SUCH = regex(  # "for unit vectors, `A = B`"
    rf"\b(?:for|of|between|with|given|under)\s+(?:(?:[a-z]+\s+)?{_F}\s+and\s+)?"
    rf"(?:[a-z]+\s+){{0,2}}?({PROPERTY}|\b(?:unit|normali[sz]ed)\b)"
    rf"(?:(?:\s+[a-z]+){{1,2}}|(?:\s+[a-z]+){{0,2}}\s+{_NAMES_LISTED}){_WE_HAVE}{_IT_IS}[\s,:]*(?:{OPENS})?\s*$"
    rf"|\bin\s+the\s+(?:special\s+)?case\s+of\s+(?:[a-z]+\s+)?({PROPERTY})[^.;:]{{0,60}}?[\s,:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_IN_CASE = regex(  # "in one dimension it is", "in the scalar case"
    rf"(?:^|{DISPLAY_CLOSES})\s*(In\s+(?:one\s+dimension|1-?D"
    r"|the\s+(?!(?:general|usual|worst|above|former|latter|last|first|second|following)\b)[\w-]+\s+case))\b"
)
_IN_FORMULAS = regex(  # *in the special case where they are equal, say `a = 1`*
    r"\s+(?:where|when|that|in\s+which|of)\b[^.;]*?(?:\$[^$=]+=[^$]+\$|\\\((?:(?!\\\)).)+=(?:(?!\\\)).)+\\\))"
)
_BEGIN = r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
_BE = r"(?:be|(?:which|that)\s+(?:is|are))\s+(?:(?:both|all|each|also|again|mutually|pairwise)\s+)*"
_PLAIN = (  # of which samples are, or which say nothing of numbers
    r"(?:(?:strictly\s+)?(?:positive|negative)|non-?negative|non-?zero|given|known|unknown|arbitrary|any|random"
    r"|learnt|trainable|learnable|hidden|latent|free|real|invertible|non-?singular|square|independent|i\.?i\.?d|distinct|different|symmetric|binary|whole"
    r"|unit|smooth|differentiable|finite|large|small|available|separate|here|there|now|then|thus|again|above|below|before"
    r"|as|to|in|of|with|on|at|an?|the|two|three|some|its|our|their|one(?!-hot)|not|that|this|such|what|how|only|just|also|for|from"
    r"|by|so|(?!bounded|balanced|normali[sz]ed|cent(?:ered|red)|sorted)[a-z-]+ed|[a-z-]*(?<!ou)(?<!les)s)"
)  # and plural nouns: *be weights*
_ALONE = (
    rf"(?P<said>(?:[a-z]+ly\s+)?(?!{_PLAIN}\b)[a-z-]+(?:\s+and\s+(?!{_PLAIN}\b)[a-z-]+)?)"
    r"(?=\s*(?:[.,;:)]|$)|\s+(?:with|that|so|along)\b)"
)
_BE_SO = regex(rf"{_BEGIN}{_BE}{_ALONE}", re.IGNORECASE)  # *be sparse*
_IS_SO = regex(rf"{_BEGIN}(?:is|are)\s+(?:(?:both|all|also)\s+)*{_ALONE}", re.IGNORECASE)  # *suppose `x` is so*
_MADE_OF = regex(  # *let `y` be a permutation of `x`*: it is another `x`, and not any
    rf"{_BEGIN}(?:be\s+|is\s+)?(?P<said>(?:an?|the|any|some)\s+(?:[a-z-]+\s+){{0,2}}(?:permutation|re-?arrangement|re-?ordering"
    r"|shuffle|shuffling|copy|version|shift|translate|translation|perturbation|reflection|rotation|projection|multiple"
    rf"|augmentation|corruption|quanti[sz]ation)\s+of(?:\s+the\s+[a-z]+)?\s*{_F})",
    re.IGNORECASE,
)
_OTHERS = r"(distinct|different|unequal)"
_APART = regex(rf"\b{_OTHERS}\s+(?:[a-z-]+\s+){{0,3}}(?:\$|\\\()?$", re.IGNORECASE)
_BE_APART = regex(
    rf"{_BEGIN}(?:[^.;$]|{_F})*?\b(?:be|are)\s+(?:(?!of\b)[a-z-]+\s+){{0,2}}{_OTHERS}\b", re.IGNORECASE
)
_MEASURE = (
    r"(?:norms?|lengths?|magnitudes?|means?|averages?|medians?|variances?|deviations?|sums?|totals?|trace|determinants?"
    r"|ranks?|eigenvalues?|eigenvectors?|singular\s+values?|inverses?|supports?|spectr(?:um|a)|radius|degrees?|max(?:imum|ima)?"
    r"|min(?:imum|ima)?|mass|signs?|diagonals?|parity|product)"
)
_ENTRY = r"(?:entr(?:y|ies)|components?|elements?|coordinates?|rows?|columns?|ones|zeros)"
_HAS = rf"(?:has|have|having|with|of(?=\s+{_MEASURE}\b)|whose|of\s+which)\s+"
_HEEDED = rf"(?:{said_of_lengths.UNIT_LENGTH}|(?:strictly\s+)?(?:positive|negative)\b|non-?negative\b)"
_CALLED = r"(?:be|is|are|denotes?)\s+(?:the|an?|its|our|their)\b"  # *with `v > 0` be the estimated mean*
_WITH = regex(  # *have norm `2`*, *be a vector of length at most `1`*, *with exactly `k` ones*
    rf"{_BEGIN}(?:with\s+{_F}\s+(?=ha(?:s|ve)\b))?(?P<said>(?:{_BE}(?:an?\s+|the\s+|two\s+|some\s+)?(?:(?!{_HAS})[a-z-]+\s+){{0,3}})?"
    rf"{_HAS}(?!{_HEEDED})(?:(?!{_HAS}|{_CALLED})(?:[a-z-]+|{_F}|\d+)\s+){{0,4}}?"
    rf"(?:{_MEASURE}\b(?!\s+(?:\$|\\\()[^$]*=)|(?:equal|identical|constant|the\s+same|at\s+most|at\s+least|exactly|only|few)"
    rf"\s+(?:(?:[a-z-]+|{_F})\s+){{0,2}}?{_ENTRY}\b|(?:all\s+)?(?:its\s+)?{_ENTRY}\s+(?:all\s+|are\s+|is\s+|which\s+)*"
    r"(?:equal|sum|add|adding|summing|bounded|sorted|identical|constant|zero|the\s+same|multiply|average|alternat\w+|decreas\w+"
    r"|increas\w+|distributed|normali[sz]ed|unit\s+vectors|at|above|below|between|greater|larger|less|smaller|more|no|in|from|within)\b)"
    r"(?!\s+(?:for|per)\b))",
    re.IGNORECASE,
)
_VERB = regex(  # *let `x, y ∈ …` agree in all entries but one*
    rf"{_BEGIN}(?P<said>(?:(?:both|all)\s+)?(?:agree|differ|sum|add\s+up|satisfy|commute|vanish|coincide|lie|point|share)\b)",
    re.IGNORECASE,
)
_LET = regex(
    rf"(?:^|[\s(])(?:{LET}|{SUPPOSE}|and|for|with|where|given|that)\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)
_OPEN = regex(
    rf"\b(?:positive|non-?zero|finite)\s+{_MEASURE}\b|\bfull\s+(?:(?:row|column)\s+)?rank\b|\ban\s+inverse\b",
    re.IGNORECASE,
)
_SUPPOSES = regex(rf"\b(?:{SUPPOSE})\b[^.;:]*$", re.IGNORECASE)
_GOES_ON = regex(rf"(?:(?!\s+(?:and|so|with)\b)(?:[^.,;:$]|{_F})){{0,60}}")
_DENIES = regex(r"\b(?:not|no\s+longer|never|need\s+not|nor)\b|n't\b", re.IGNORECASE)


def is_under_property(span: Span) -> bool:
    """Whether words before a formula say what tensors need not be: *for zero-mean inputs*, *assume `x` is centred*."""
    supposed = (s for s in sentences.of_paragraph_before(span, across=True) if _ASSUMES.search(s))
    said = (*supposed, sentences.before(span, across=True))
    return any(_NAMED.search(words) or _MADE_SO.search(words) for words in said)


def said_of_such(span: Span) -> str:
    """What the words before a formula say that it is about, *for unit vectors*, *in one dimension*, or nothing."""
    before = sentences.before(span, across=True)
    if (units := for_unit_vectors.said(span)) is not None:
        return units.word
    found = _OF_SUCH.search(before) or _IN_CASE.search(before)
    if found is not None and _IN_FORMULAS.match(before, found.end()):
        return ""
    said = next((word for word in found.groups() if word), "") if found is not None else ""
    return said or for_unit_vectors.opens_sentence(span)


def _property(span: Span) -> str:
    """What the words right before or after a formula say that it is, *orthogonal*, if they do not deny it."""
    before, after = sentences.before(span), sentences.after(span)
    found = _PROPERTY_BEFORE.search(before)
    if found is not None and _OF_COMBINED.search(before) and not _WEIGHTS.search(f"{before} … {after}"):
        return ""
    if found is None and not _NO_SUBJECT.search(before):
        found = _PROPERTY_AFTER.match(after)
        found = None if found is not None and _OF_DEFINED.search(after[: found.end(1)]) else found
    return found[1] if found is not None and not DENIED.search(_ANY_SUCH.sub("", f"{before} … {after}")) else ""


def of_declared(span: Span) -> str:
    """What words beside a declaration say that samples need not be: *orthogonal*, *be sparse*; else nothing."""
    return _property(span) or said(span)


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
        return said_of_lengths.of_some_axis(span)
    goes_on = _GOES_ON.match(text, found.end())
    phrase = " ".join((found["said"] + (goes_on[0] if goes_on is not None else "")).split())
    return "" if _DENIES.search(phrase) else phrase


def made_of(span: Span) -> str:
    """What words right behind a declaration say that it is made of: *a noisy copy of `x`*; else nothing."""
    found = _MADE_OF.match(sentences.after_others(sentences.after(span)))
    return " ".join(found["said"].split()) if found is not None else ""


def told_apart(span: Span) -> str:
    """What words beside a declaration say of several tensors that are not the same, *be different*; else nothing."""
    before, after = sentences.before(span), sentences.after_others(sentences.after(span))
    found = _APART.search(before) or _BE_APART.match(after)
    return found[1].lower() if found is not None else ""


def is_open(phrase: str) -> bool:
    """Whether words leave out what few samples are, *with a positive determinant*: an identity does not rest on it."""
    return _OPEN.search(phrase) is not None


def is_of_functions(word: str) -> bool:
    """Whether only a function can be so, and no array: *convex*, and not *convex weights*."""
    return _IS_OF_FUNCTIONS.fullmatch(word) is not None


def _list_before(span: Span) -> str:
    """The words before a formula, and before those that it is listed with."""
    return re.sub(rf"(?:{_F}\s*(?:,\s*and|,|and)\s*)+(?:\$|\\\()?\s*$", "", sentences.before(span))
