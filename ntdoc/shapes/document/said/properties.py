"""What the words beside a formula say of it: its sign, that it is a number, even, orthogonal, or a count."""

from __future__ import annotations

import re

from ntdoc.reading.document import Prose
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.said import said_once_more, said_ranges
from ntdoc.source import Span
from ntdoc.vocabulary import ADVERB, ANY, CAN, IF, LET, OPENS, SUPPOSES, WE_GET, WE_HAVE

_SIGN_BEFORE = regex(
    r"\b(positive|non-?negative|negative)(?!\W*(?:semi-?)?definite)(\s+\w+){0,2}\s*$", re.IGNORECASE
)
_ENDS_CLAUSE = regex(r"\s(?:and|but|while|let|for|with|given|consider|take|fix)\s*$", re.IGNORECASE)
_IS_ALREADY = regex(  # *let `W` be positive and a vector `x`*: it is said of the formula before
    r"(?:\$|\\\))\s*(?:,\s*)?"
    r"(?:be|is|are)\s+(?:(?:an?|all|both|strictly)\s+)*(?:positive|non-?negative|negative)(?:\s+[a-z]+)?\s+and(?:\s+[a-z]+)?\s*$",
    re.IGNORECASE,
)
_SIGN_AFTER = regex(
    r"^\s*(?:,\s*)?(?:be|is|are|which is|which are|all)\s+(?:(?:an?|all|strictly)\s+){0,2}"
    r"(positive|non-?negative|negative)\b(?!\W*(?:semi-?)?definite)"
    r"|^\s*(?:,\s*)?"
    r"(?:(?:be|is|are)\s+an?\s+(?:[a-z-]+\s+){1,2}with|has|have|having|with)\s+(?:(?:only|all|strictly)\s+)?"
    rf"(positive|non-?negative|negative)\s+{said_ranges.ENTRIES}\b"
    r"|^\s*(?:,\s*)?(?:be|is|are)\s+(?:(?:an?|the|some|two|our)\s+)?"  # *be symmetric with nonnegative weights*
    r"(?:(?!(?:not|no|non|either|neither|never|so|as|for)\b)[a-z-]+(?:,|,?\s+and)?\s+){0,3}?"
    r"(?:(?:with|of|having)\s+)?(?:(?:only|all|strictly)\s+)?(positive|non-?negative|negative)"
    rf"(?:\s+(?:{said_ranges.ENTRIES}|vectors?|matri(?:x|ces)|tensors?|arrays?)\b|\s*(?:[.,;:)]|$)|\s+and\b)"
    # *be the (learned) weights, whose entries are positive*
    r"|^\s*(?:,\s*)?"
    r"(?:(?:be|is|are|denotes?)\s+(?:(?:an?|the|some|our)\s+)?(?:(?!not\b)\(?[a-z-]+\)?\s+){0,4}?[a-z-]+)?"
    r"\s*(?:,\s*)?"
    r"(?:all\s+of\s+)?whose\s+(?:entries|components|elements|coordinates|values)\s+are\s+(?:(?:all|strictly)\s+)*"
    r"(positive|non-?negative|negative)(?=\s*(?:[.,;:)]|$)|\s+and\b)",
    re.IGNORECASE,
)
_OF_WHAT = (
    r"(?:(?:fixed|given|known|data|target|reference|initial|prior|posterior|discrete|categorical|probability|stationary"
    r"|empirical|(?:strictly\s+)?positive|(?P<all>joint))\s+){0,3}"
)
_OF_SIGN = (  # *with positive entries* leaves a distribution what it is, and *with mean `\\mu`* says more
    r"(?!\s+(?:(?:with)\s+(?!(?:only\s+|all\s+|strictly\s+)?(?:non-?zero|non-?negative|positive)\s+"
    r"(?:entries|components|elements|coordinates|probabilities)\b|full\s+support\b"
    r"|(?:\$|\\\()[^$=\\]*(?:>|\\gt|\\geq?|\\succ)\s*0\s*(?:\$|\\\)))|whose\b|such\b))"  # *with `p, q > 0`*
)
_DISTRIBUTION = (  # and not "the conditional distribution"
    rf"(?:(?:an?|the|any|every|another|some)\s+{_OF_WHAT}(?:distribution|probability vector))"
)
_DISTRIBUTIONS = (
    rf"(?:(?:two|both|the|any|all|these|different|arbitrary)\s+)*{_OF_WHAT}(?:distributions|probability vectors)"
)
_DISTRIBUTION_BEFORE = regex(rf"\b{_DISTRIBUTION}\s+$", re.IGNORECASE)
_DISTRIBUTIONS_BEFORE = regex(rf"(?<!of )\b{_DISTRIBUTIONS}\s+$", re.IGNORECASE)
_DISTRIBUTION_AFTER = regex(
    rf"\s*(?:,\s*)?(?:be|is|which is)\s+(?:\w+\s+)?{_DISTRIBUTION}\b{_OF_SIGN}"
    r"|\s*(?:,\s*)?"
    r"(?:(?:be|is|which\s+is)\s+(?:an?\s+)?(?:point|element|vector)\s+(?:of|in)|lies?(?:\s+in)?|be\s+in)\s+the\s+"
    r"(?:probability\s+)?simplex\b",
    re.IGNORECASE,
)
_DISTRIBUTIONS_AFTER = regex(  # *let `p \\in S` and `q \\in S` be distributions*
    rf"\s*(?:,\s*)?(?:be|are|which are)\s+{_DISTRIBUTIONS}\b{_OF_SIGN}", re.IGNORECASE
)
_SUM_TO_ONE = regex(  # *be weights that sum to one*, and *be weights, none of them negative, that sum to one*
    rf"\s*(?:,\s*)?(?:(?!\b(?:not|never|{IF}|unless|rows?|columns?|entries of)\b)[\w-]+,?\s+){{0,8}}"
    r"(?:sums?|summing|adds? up|adding up)\s+to\s+(?:one|1|\$1\$)(?!\w)",
    re.IGNORECASE,
)
_MULTIPLE = regex(
    r"\s*(?:,\s*)?(?:be|is|which is)\s+(?:an?\s+)?(?:even\b|(?:divisible by|multiple of)\s+(\d\d?)\b)", re.IGNORECASE
)
_COUNTS_BEFORE = regex(  # "after `n` steps"
    r"\b(?:for|after|before|during|throughout|of|in|over|from|with|has|have|every|first|last|next|than|at|most|least"
    r"|take|takes|are|by|into|on|between|exactly|the|these|those|all|its|top|other|remaining|\w+est)\s+$|\($",
    re.IGNORECASE,
)
_NO_PLURAL = (
    r"(?!(?:is|are|be|has|have|was|as|this|its|does|thus|\w*[a-z]ous|\w*less|\w*wards|always|sometimes|perhaps|across"
    r"|besides|whereas|gives|equals|becomes|yields|holds|means|denotes|maps|takes|needs|lies|depends|vanishes|sums|acts"
    r"|goes|grows|says|can|may|must|will|that|which|and|or|in|of|on|to|with|for|by|from|at|over)\b)"
)
_COUNTS_AFTER = regex(rf"[\s~]+(?:{_NO_PLURAL}\w+\s+)?{_NO_PLURAL}[a-z]{{3,}}s\b")
_NUMBERED = regex(  # *the query of position `m`*
    r"\b(?:position|(?:time[- ]?)?step|iteration|epoch|round|layer|level|frame|generation|stage)\s+$", re.IGNORECASE
)
_WHOLE = regex(r"\b(?:integers?|(?:whole|natural) numbers?)(?:\s|,|\band\b)+$", re.IGNORECASE)
_ORTHONORMAL = regex(r"\bortho(?:gonal|normal)\b|\bunitary\b", re.IGNORECASE)
_ORTHOGONAL = regex(  # a square matrix
    r"(?<!semi)(?<!semi-)\b(?:orthogonal|unitary)\b(?!\s+(?:columns?|rows?|vectors?|basis)\b)", re.IGNORECASE
)
_QUANTITY = (
    r"(?:rate|variance|deviation|temperature|probability|length[- ]?scale|bandwidth|radius|strength|step[- ]size"
    r"|steps?\s+of\s+(?:size|length))s?"
)
_SCALAR = regex(
    r"\b(?:(?P<number>(?:number|scalar|constant|real)s?)"
    rf"|(?:coefficient|threshold|factor|margin|angle|correlation|covariance)s?|multiplier|{_QUANTITY})\s+$"
    rf"|\ban?\s+(?:[a-z-]+\s+)?(?:coefficient|threshold|factor|margin|angle|correlation|covariance|{_QUANTITY})\s+of\s+$"
    r"|\b(?:the|its|their|whose)\s+(?:[a-z-]+\s+)?(?:angle|correlation|covariance)\s+is\s+$",
    re.IGNORECASE,
)
_SCALAR_AFTER = regex(  # "let `c` be a positive constant", "where `a` and `b` are numbers"
    r"\s*(?:\$|\\\))(?:\s*(?:,|and|,\s*and)\s*(?:\$|\\\()[^$\\]{1,12}(?:\$|\\\)))*"
    r"\s*(?:,\s*)?(?:be|is|are|denotes?)\s+(?:(?:an?|some|any|two|three)\s+)?"
    r"(?:(?:real|positive|negative|non-?negative|fixed|small|large|given|learned|arbitrary)[\s,-]+){0,2}"
    rf"(?:(?:number|scalar|constant|real)s?|{_QUANTITY})(?=\s*(?:[.,;:)]|$)|\s+(?:and|that|which|with|between|such|to)\b)",
    re.IGNORECASE,
)
_MODULUS_OF = regex(  # "`L`-smooth", "`\\mu`-strongly convex": a positive number
    r"\s*(?:\$|\\\))?-(?:smooth|lipschitz|h[oö]lder|strongly|weakly|bounded|sub-?gaussian|close|accurate|suboptimal)\b",
    re.IGNORECASE,
)
_ORDER = r"[<>]|\\[lg](?:eq?|eqslant|t)(?![A-Za-z])"
_TO_DISPLAY = regex(r"\s*(?:\$(?!\$)|\\\))?[^.;$\\]*(?:\$\$|\\\[|\\begin\b)")
_QUANTITY_BEFORE = regex(rf"\b{_QUANTITY}\s+$", re.IGNORECASE)  # of these, none is negative

_SOUGHT = regex(
    r"\b(?:satisf(?:y|ies|ying)|solves?|solutions?|solving|fulfil(?:s|ls?)?|obeys?|fixed[- ]points?|invariant"
    r"|stationary|steady[- ]states?|equilibri(?:um|a)|self-consisten\w*|bellman|implicit(?:ly)?)\b",
    re.IGNORECASE,
)

_RECALLED = (
    r"\b(?:(?:recall|remember)(?: again)?(?: that)?"
    r"|as (?:defined|introduced|given|stated|we (?:have )?(?:seen|saw|defined)) (?:above|before|earlier))"
)
_RECALLS = regex(rf"{_RECALLED}[\s,:]*(?:{OPENS})?\s*$", re.IGNORECASE)
_INDICES = r"(?:any |all )?(?:the |its |these )?(?:indices|components|entries|coordinates)\b"
_AGAIN = regex(  # "which is the same as", "or, equivalently,", "can also be written as", "in closed form"
    r"\b(?:the same as|in closed form|identical to|equivalent(?:ly)?(?: to)?|in other words|which (?:also )?equals"
    r"|or,? the same|written out|spelled out|put (?:differently|another way)|in (?:short|full|components|coordinates)"
    r"|in (?:terms of )?(?:indices|entries|index notation|named (?:tensor )?notation|named (?:tensors|axes))"
    r"|in (?:index|vector|matrix|component|scalar|expanded|tensor|index-free|coordinate-free) (?:form|notation)"
    rf"|without {_INDICES}|(?:this|it|which) simplifies to"
    rf"|(?:{CAN}) (?:(?:{ADVERB}|equally|equivalently) )?be (?:re-?)?written"
    r"(?: as| (?:with|using|through|in)\b[^.;:$]{1,40})?)\b[,:\s]*"
    rf"(?:(?:the \w+|it|this|that) (?:is|equals|reads)[,:\s]*|{WE_HAVE}[,:\s]*)?$"
    r"|\b(?:in fact|indeed)\b[^.;]{0,40}$"
    r"|\bby (?:the )?(?:(?:bi|multi)?linearity|associativity|distributivity|commutativity|(?:associative|distributive"
    rf"|commutative) law)(?: of [^.;:,]{{1,60}})?, *(?:{WE_HAVE}|{WE_GET}|it is|this is)?[,:\s]*$"
    r"|\b(?:it|this|that) is also (?:minus|twice|half|equal to|the (?:negative|sum|mean|product|difference|square|trace"
    r"|gradient|derivative|Hessian|Jacobian|covariance|variance|inverse|transpose)) (?:[^.;]{0,80}[,:] *)?$"
    rf"|{_RECALLED}[,:\s]*$"
    rf"|\b(?:{CAN}) (?:also|equally|just as well) be (?:(?:comput|calculat|obtain|express|f|evaluat|writt)"
    r"(?:ed|ound|en)|had|got(?:ten)?|seen as|read as)\b[^.;]{0,90}$"
    rf"|\bas (?:in|with|of|of all|in all) (?:{ANY}) [^.;,]{{1,40}},\s*$|\bin disguise[,:]?\s*$"
    r"|\bequivalent (?:forms?|formulas?|formulations?|definitions?|expressions?|ways?)\b[^.;]{0,60}$"
    rf"|\b(?:one|we|you) (?:{CAN}) (?:also |equally )?(?:re-?)?write (?:it|this|the \w+)\b[^.;]{{0,40}}?[,:\s]*$"
    r"|\b(?:is|are|be) (?:inverted|undone) by[\s:]*(?:and[\s:]*)?$"
    r"|\b(?:completing the squares?|expanding(?: the (?:squares?|products?|brackets?|parenthes[ei]s))?|multiplying out"
    r"|rearranging(?: (?:the )?terms)?|simplifying|factor(?:ing|izing)|collecting (?:like )?terms),? "
    r"(?:(?:we|one|you) (?:gets?|obtains?|finds?|sees? that|have|has|can write|arrives? at)|gives|yields|shows that"
    r"|leads to|this is|it is)[,:\s]*$",
    re.IGNORECASE,
)
_AGAIN_BEHIND = regex(  # …, "which is the same."
    r"[\s\\$\])}]*,?\s*(?:(?:and|but) )?(?:which|this|that|it) (?:is|are|gives|comes to|amounts to) "
    r"(?:(?:exactly|just|again|really|of course|in fact) )*the same"
    r"(?:\s+(?:thing|quantity|number|tensor|value|as (?:before|above)))?\s*[.,;:]",
    re.IGNORECASE,
)
_HOLDS = regex(  # "with … and … we have … and"
    rf"(?:[^.;]*[:,]\s|\W*)(?:with|for|let)\b(?:[\s,]|and\b)*(?:then )?{WE_HAVE}\b(?:[\s,:]|and\b)*",
    re.IGNORECASE,
)
_SHOWN = regex(
    r"\b(?:show|prove|verify|check|deduce|conclude|convince yourself|it follows)(?:[,\s]+[a-z]+)?[,\s]+that\s+$",
    re.IGNORECASE,
)
_KIND = regex(
    r"\b(?:(?:bi)?linear(?:ity)?|(?:sub|super)?additiv\w+|homogene(?:ous|ity)|(?:in|equi)varian(?:t|ce)"
    r"|commut(?:es?|ative)|associative|distribut(?:es?|ive)|convex(?:ity)?|concave|(?:is|are) (?:even|odd)"
    r"|superposition)\b",
    re.IGNORECASE,
)
LETS = regex(  # *let `x`*, *take any linear map `f`*
    rf"\b(?:{LET})\s+(?:[a-z-]+\s+){{0,3}}(?:\$|\\\()?$", re.IGNORECASE
)
_LETS = regex(r"\b(?:let|given|take|consider|fix)\s+$", re.IGNORECASE)  # and not *we choose*, which is of a number
_INTRODUCES = regex(  # "with a step size `\\alpha > 0`"
    r"\b(?:with|and|for|let|given|choose|use|has|have)\s+(?:an?\s+|the\s+|some\s+)?(?:[a-z]+[\s-]+){1,3}$",
    re.IGNORECASE,
)
_OF_A_CASE = regex(  # and not "which for any `x` can be written as"
    rf"\b(?:for(?! (?:example|instance)\b| (?:{ANY}),? (?:{CAN})\b)"
    rf"|{IF}|where|cases?|special|{SUPPOSES}|under|without(?! {_INDICES})|approx\w*|roughly|instead"
    r"|let|set|alternativ\w*|another|others?|replac\w*|becomes?|now|here|first|second|last|next)\b",
    re.IGNORECASE,
)
_STARRED = regex(
    r"\bcontract(?:s|ed|ion)?\b[^.;:]*\bstarred\b[^.;:]*\bwith\b[^.;:]*\b(?:non-?|un-?)starred\b", re.IGNORECASE
)


def sign_said(before: str, span: Span, ahead: object) -> str:
    """Whether the words right before or after a formula say that it is positive, nonnegative or negative."""
    found = _SIGN_BEFORE.search(before[-40:])
    if found is not None and (_ENDS_CLAUSE.search(found[0]) or _IS_ALREADY.search(before[-60:])):
        found = None
    if found is None and isinstance(ahead, Prose):
        found = _SIGN_AFTER.match(ahead.text[:60]) or _SIGN_AFTER.match(_behind(ahead))
    if found is None and isinstance(ahead, Prose) and (between := said_ranges.said(_behind(ahead), before)):
        return between
    if found is None:
        return "positive" if _is_modulus(span) or _QUANTITY_BEFORE.search(before[-40:]) else ""
    last = found.re.pattern == _SIGN_AFTER.pattern and found.lastindex
    return str(found[last or 1]).lower().replace("-", "")


def orthogonality_said(spoken: str) -> str:
    """`orthogonal` where a sentence says that a square matrix is, `orthonormal` where columns are; else nothing."""
    return "orthogonal" if _ORTHOGONAL.search(spoken) else "orthonormal" if _ORTHONORMAL.search(spoken) else ""


def distribution_said(before: str, ahead: object) -> str:
    """`joint` where the words beside a formula say that it is a joint distribution, `plain` for another."""
    found = _DISTRIBUTION_BEFORE.search(before[-80:]) or _DISTRIBUTIONS_BEFORE.search(before[-80:])
    if found is None and isinstance(ahead, Prose):
        behind = _behind(ahead)
        found = _DISTRIBUTION_AFTER.match(_right_behind(ahead)) or _DISTRIBUTIONS_AFTER.match(behind)
        if found is None and _SUM_TO_ONE.match(behind):
            return "plain"
    return "" if found is None else "joint" if found["all"] else "plain"


def _behind(ahead: Prose) -> str:
    """The words behind a formula, and behind the others that it is declared with."""
    return sentences.after_others(_right_behind(ahead))


def _right_behind(ahead: Prose) -> str:
    """The words right behind a formula, with the formulas among them."""
    return sentences.closed_up(ahead.span.source.words[ahead.span.start : ahead.span.start + 300])


def multiple_said(ahead: object) -> int:
    """2 where the words right after a formula say that it is even, 3 where it is divisible by 3."""
    found = _MULTIPLE.match(ahead.text[:60]) if isinstance(ahead, Prose) else None
    return 1 if found is None else 2 if found[1] is None else int(found[1])


def scalar_said(before: str, span: Span) -> str:
    """`scalar` where the words right before a formula, or behind it, say that it is a number.

    And `quantity` where they say what it measures before a display, which may have it for each entry of a tensor: *the
    probability `y` that a pixel is white:*.
    """
    if _is_whole(before):
        return ""
    behind = span.source.words[span.end : span.end + 160]
    if _SCALAR_AFTER.match(behind) or _is_modulus(span):
        return "scalar"
    found = _SCALAR.search(before)
    if found is None or found["number"]:
        return "" if found is None else "scalar"
    return "quantity" if _TO_DISPLAY.match(behind) else "scalar"


def _is_modulus(span: Span) -> bool:
    """Whether it is the `L` of *`L`-smooth*, of which no order says more: *the constant satisfies `L \\le 1`*."""
    words = span.source.words
    if not _MODULUS_OF.match(words[span.end : span.end + 40]):
        return False
    letter = re.escape(span.text.strip())
    order = rf"(?<![\\A-Za-z]){letter}\s*(?:{_ORDER})|\d\s*(?:{_ORDER})\s*{letter}(?![A-Za-z])"
    return re.search(order, words) is None


def counts_said(before: str, after: str, spoken: str) -> bool:
    """Whether the words around a letter say that it is a whole number: *after `n` steps*, *at position `m`*.

    Or its sentence says that it is a whole number, *for all integers `m` and `n`*.
    """
    counts = _COUNTS_BEFORE.search(before[-20:]) and _COUNTS_AFTER.match(after)
    return _is_whole(spoken) or bool(counts or _NUMBERED.search(before[-30:]))


def _is_whole(spoken: str) -> bool:
    return bool(_WHOLE.search(spoken[-40:]))


def sought_said(spoken: str, after: str) -> bool:
    """Whether a sentence says of an equation that something is to solve it: *the ranks satisfy*."""
    return bool(_SOUGHT.search(spoken) or _SOUGHT.search(after.split(".")[0]))


def again_said(spoken: str, after: str = "") -> bool:
    """Whether the words beside an equation say that it is one more way to write what was said, and not in some case."""
    words = " ".join(spoken.split())
    found = _AGAIN.search(words) or _AGAIN_BEHIND.match(after)
    return (found is not None and not _OF_A_CASE.search(words)) or said_once_more.is_once_more(words)


def is_recalled(span: Span) -> bool:
    """Whether the words before an equation, also in another section, say that it has been said: *recall that*."""
    return _RECALLS.search(sentences.before(span, across=True)) is not None


def holds_said(spoken: str) -> bool:
    """Whether the words before an equation are *with* and *we have*, and nothing between the formulas but *and*."""
    return bool(_HOLDS.fullmatch(" ".join(spoken.split())))


def shown_said(spoken: str) -> bool:
    """Whether the words before an equation are *show that*, and it is not so in some case only."""
    words = " ".join(spoken.split()) + " "
    return bool(_SHOWN.search(words)) and not _OF_A_CASE.search(words)


def kind_said(spoken: str) -> bool:
    """Whether the words of its sentence call a map *linear*, or the like: what they show for it is of any tensors."""
    return bool(_KIND.search(spoken))


def lets_said(before: str) -> bool:
    """Whether the words right before a formula are *let* or the like."""
    return bool(_LETS.search(before[-20:]))


def introduces_said(before: str) -> bool:
    """Whether the words before a letter say what it is: *with a step size*."""
    return bool(_INTRODUCES.search(" ".join(before.split()) + " "))


def starred_said(text: str) -> bool:
    """Whether prose says that starred axes are contracted with those without a star."""
    return bool(_STARRED.search(text))
