"""Free tensors that words describe as data of a kind: *be the residuals of a fit with an intercept*, *we centre it*.

Samples are any numbers. What the description may entail nobody takes for an identity of any numbers: that their sum is
0, or that of their squares 1. So a claim of this form that samples refute may hold of what is meant. One that computes,
`(x + y)^2 = x^2 + y^2`, or has another number, may not. Behind a verb of the tensor's own, *let `R \\in S` preserve
lengths*, nothing has to hold of other tensors.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes import plan as p
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import said_of_lengths, said_ranges
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.taken import free
from ntdoc.vocabulary import IF, NOT, SUPPOSE, THEN

_F = sentences.FORMULA
_CLAUSE = regex(
    rf"\s*(?:\$|\\\))?((?:(?!\b(?:{THEN}|and\s+let|and\s+{_F})\b)(?:[^,.;:$\\]|{_F}))*)", re.IGNORECASE
)
_LET = regex(  # and a verb may come behind the letter, as it may not after *take*
    rf"\b(?:let|consider|{SUPPOSE})\s+(?:that\s+)?(?:\$|\\\()?\s*$", re.IGNORECASE
)
_IS = r"(?:be|is|are|denotes?|represents?|contains?|collects?|stores?|holds?|means?|stands?\s+for|says?)"
_DESCRIBES = regex(rf"\s*(?:,\s*)?(?:{_IS}|ha(?:s|ve|ving)|with)\b(?P<said>.*)", re.IGNORECASE | re.DOTALL)
_ENTRIES = regex(rf"\s*(?:all\s+)?{said_ranges.ENTRIES}\s+(?:in\s+)?{_F}", re.IGNORECASE)
_OTHERS = "and|or|with|for|in|on|of|at|to|as|by|from|where|which|that|such|have|has|having|if|when|over|given"
_OWN_VERB = regex(
    rf"\s*(?!(?:{_IS}|{_OTHERS})\b)(?P<said>(?:both\s+|all\s+)?[a-z]+(?<!ly)\s+.*)", re.IGNORECASE | re.DOTALL
)
_MADE_SO = regex(  # what is said of data between its declaration and the claim: *we standardize it*
    r"\b(?:(?:pre-?)?normali[sz]|cent(?:er|re|ring)|standardi[sz]|whiten|re-?scal|scal(?:ed?|ing)\b|binari[sz]|unit\b"
    r"|one[- ]hot|(?:adds?|sums?|adding|summing)\s+(?:up\s+)?to|vanish|orthogonal|project(?:s|ed|ing)?\b"
    r"|subtract|enforc|construction\b|design\b|guarantee)\w*",
    re.IGNORECASE,
)
_THEN = regex(rf"\b(?:{THEN}|clearly|always)\b", re.IGNORECASE)
_DENIED = regex(rf"\b(?:{NOT}|without|unless|{IF})\b|n't\b", re.IGNORECASE)
_PRONOUN = regex(r"\s*(?:it|they|this|these|its|their|all|the)\b", re.IGNORECASE)
_NEUTRAL = regex(  # words that say nothing of numbers, or that samples heed
    r"(?:an?|the|and|or|of|in|for|with|some|any|all|both|each|one|two|three|four|several|our|its|their|here|again|also|now"
    r"|as|vectors?|matri(?:x|ces)|tensors?|arrays?|numbers?|scalars?|reals?|variables?|elements?|inputs?|data|values?|entries"
    r"|given|fixed|arbitrary|parameters?|columns?|rows?|square|free|batch|sequences?|minibatch|observations?|examples?"
    r"|samples?|random|strictly|positive|negative|non-?negative|weights?|biases|bias|scores?|logits?|features?|points?"
    r"|invertible|symmetric|means?|averages?|sums?|products?|differences?|centroids?)"
)


def why(claim: Judged, drawn: Collection[str]) -> str | None:
    """Why a claim that samples refute may hold of the data that is described; None if it is about any.

    What is `drawn` as words or formulas say is so.
    """
    if claim.law is not None or claim.role.entry.negated or claim.relation is None:
        return None
    names = set(free(claim, within=False))
    plain = len(names) == 1 and _says_how_data_is(claim)
    for use in claim.notebook.uses:
        if not isinstance(use.binding, Declared) or use.name not in names or use.name in drawn:
            continue
        if use.binding.domain is None or use.binding.sign:
            continue
        span = use.binding.entry.parsed.span
        if use.binding.domain.base.kind == "set" and len(names) == 1 and _limits_marks(claim, span):
            return f"it may say how {use.name} is, and samples are any marks"
        if use.binding.domain.base.kind != "reals":
            continue
        said = _own_verb(span) or (_description(use.binding) if plain else "")
        if said:
            return f"{span.line_for(claim.span)} describes {use.name} as “{said}”, and samples are any numbers"
        if plain and (word := _made_so(use.name, span, claim.role.entry)):
            return f"the text says before it how the data is, “{word}”, and samples are any numbers"
    return None


def _description(declared: Declared) -> str:
    """What a declaration says that real numbers are, if any of its words may say something of them."""
    span = declared.entry.parsed.span
    clause = _clause(span)
    found = _DESCRIBES.match(clause) if not said_of_lengths.are_unit_vectors(span) else None
    if found is None or said_ranges.said(clause) or _DENIED.search(clause):
        return ""
    words = re.findall(r"[a-z]+(?:-[a-z]+)*", re.sub(_F, " ", found["said"]).lower())
    tells = not all(_NEUTRAL.fullmatch(word) for word in words) or _ENTRIES.match(found["said"])
    return _phrase(found["said"]) if tells else ""


def _own_verb(span: Span) -> str:
    """*preserve lengths*, of *let `R \\in S` preserve lengths*."""
    found = _OWN_VERB.match(_clause(span)) if _LET.search(sentences.before(span)) else None
    return _phrase(found["said"]) if found is not None else ""


def _clause(span: Span) -> str:
    found = _CLAUSE.match(sentences.after_others(sentences.after(span)))
    return found[1] if found is not None else ""


def _phrase(words: str) -> str:
    return " ".join(words.split())[:80].rstrip(" ,")


def _made_so(name: str, declared: Span, claim: Entry) -> str:
    """The word for what data is, or is made, where it is declared or in the paragraph of a claim of it; or nothing."""
    lead, at = sentences.before(declared), claim.parsed.span
    if re.search(_F, lead) is None and (found := _MADE_SO.search(lead)) is not None and not _DENIED.search(lead):
        return found[0]
    others = False
    far = claim.display
    for sentence in (*sentences.of_paragraph_before(at, across=far), sentences.before(at, across=far)):
        formulas = re.findall(_F, sentence)
        about = name in sentences.names_listed(sentence) or not (formulas or (others and _PRONOUN.match(sentence)))
        if about and (found := _MADE_SO.search(sentence)) is not None and not _DENIED.search(sentence):
            return found[0]
        others = others or any(f[1:-1] != declared.text for f in formulas)
    return ""


def _says_how_data_is(claim: Judged) -> bool:
    """Whether a claim says of a free tensor what a measure of it is, `\\nsum{\\ax} e = 0`, or `P^2 = P`."""
    left, right, relation = claim.left, claim.right, claim.relation
    if left is None or right is None or any(isinstance(part, p.Defined) for plan in claim.plans for part in walk(plan)):
        return False
    if relation is not None and relation.kind not in ("eq", "approx"):
        bases = (side.base if isinstance(side, ast.Power) else side for side in (left, right))
        return all(isinstance(side, ast.Index | ast.Symbol) or _is_usual(side) for side in bases)
    if _is_usual(right) or isinstance(right, ast.Symbol):
        return _is_measure(left)
    return _is_usual(left) and _is_measure(right)


def _limits_marks(claim: Judged, declared: Span) -> bool:
    """*The map `T \\in \\{0,1\\}^S` fills each slot at most once, `\\nsum{\\ax} T \\le 1`*: to what marks are counted.

    A conclusion is none, nor what stands in another paragraph.
    """
    at, sides = claim.role.entry, (claim.left, claim.right)
    number = next((side for side in sides if isinstance(side, ast.Number | ast.Size | ast.Symbol)), None)
    total = next((side for side in sides if side is not None and side is not number), None)
    if at.display or at.concludes or _THEN.search(sentences.before(at.parsed.span)) or number is None or total is None:
        return False
    counted = isinstance(total, ast.BigOperator) and isinstance(total.body, ast.Symbol)
    return counted and sentences.are_together(declared, at.parsed.span)


def _is_usual(side: ast.Operand) -> bool:
    """0, 1, a size, an identity matrix: what data of a kind may be known to measure."""
    if isinstance(side, ast.Number):
        return side.value in (0, 1)
    return isinstance(side, ast.Size) or (isinstance(side, ast.Symbol) and side.name == "I")


def _is_measure(side: ast.Operand) -> bool:
    """Whether a side is made of a tensor by indices, powers, products and sums along axes."""
    for part in walk(side):
        match part:
            case ast.Sum():
                if not all(isinstance(term, ast.Index) for _, term in part.terms):
                    return False
            case ast.Symbol(roman=True) if part.base not in ("mean", "norm", "max", "min", "var", "std", "tr", "det"):
                return False
            case ast.Fraction() | ast.Cases() | ast.Derivative() | ast.Differential() | ast.Restricted() | ast.Star():
                return False
            case ast.Product(rest=rest) if any(operator.kind == "custom" for operator, _ in rest):
                return False
    return True
