"""What the words near a declaration say of a matrix: that it is symmetric, positive definite, or a covariance.

They stand before its formula or behind it, *a covariance `P ∈ …`*, *`P ∈ …`, a symmetric matrix*, *`P ∈ …` symmetric*;
behind several of them, *both symmetric*; or name it in its sentence or the next: *where `Q` and `R` are symmetric*, *it
is symmetric*. So does *the adjacency matrix of an undirected graph*.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import DISPLAY_CLOSES, HENCE, IF, NOT, SUPPOSE


class Said(NamedTuple):
    """That a matrix is symmetric; `alike` if the words say it of any two axes, and not of such as `ax` and `ax'`."""

    alike: bool = False  # the word itself is *symmetric*
    definite: int = 0  # 1 for positive definite, -1 for negative definite


_F = sentences.FORMULA
_NEXT = (  # another matrix, of which the sentence goes on to say what it is: "of `X` and `B` the covariance of `Y`"
    r"and\s+(?:let\s+|with\s+)?(?:\$[^$]*\\in\b|\\\((?:(?!\\\)).)*\\in\b"
    rf"|{_F}\s+(?:be\s+|is\s+)?(?:the|an?|its|that)\b)"
)
_ALONG = rf"(?:(?!\b{_NEXT})(?:[^.;,$\\]|{_F}))*"
_KIND = (
    r"(?<![\w-])(?<!skew )(?<!anti )(?<!cross )(?<!non )"
    r"(?:symmetric|self-adjoint|(?:positive|negative)[\s-]+(?:semi-?\s?)?definite"
    r"|(?:auto)?covariances?(?!\s+(?:functions?|kernels?|operators?|between)\b|-)"
    r"(?!\s+with\b(?!\s+(?:(?:an?|the|full|positive)\s+)*(?:inverses?|entries|eigen\w+|trace|diagonal|determinant|rank)\b))"
    rf"(?!(?:\s+matrix)?\s+(?:of|for)\b{_ALONG}(?!\b{_NEXT})\b(?:and|with)\b)"  # of one with another
    r"(?:\s+matri(?:x|ces))?"
    r"|Gram(?:ian)?\s+matri(?:x|ces)|Gramians?)(?![\w-])"
)
_LINK = (
    r"(?:when|whenever|where|if|for|under|in|to|by|with|on|at|as|since|because|but|then|is|are|so|of|not|no|nor|only|that"
    r"|which|than|near(?:ly)?|almost|approximately|roughly|from|possibly|perhaps|maybe|hardly|barely|rarely|seldom"
    r"|sometimes|often|usually|typically|or)"
)
_ADJECTIVE = rf"(?:(?!{_LINK}\b)(?!(?:{_KIND}))[a-z][a-z-]*,?\s+)"
_PHRASE = (
    rf"(?:{_ADJECTIVE}{{0,4}}?(?:{_KIND})(?:,?\s+(?:and\s+)?{_KIND}){{0,2}}"
    r"(?:\s+(?:noise|error|real|square)?\s*matri(?:x|ces))?"
    r"(?:\s+with\s+(?:(?:only|all|strictly)\s+)?(?:positive|non-?negative|negative)\s+eigenvalues)?)"
)
_OF_ALL = rf"(?:\s*(?:,\s*)?(?:(?:and|with|where)\s*)?{_F})*"  # the formulas between a first one and words about all
_LIST = rf"{_F}(?:\s*(?:,\s*and|,|and)\s*{_F})*"

_BEFORE = regex(
    rf"({_KIND})(?:[\s,]+(?:and\s+)?(?!{_LINK}\b|(?:and|the|an?)\b)[a-z-]+){{0,3}}\s*"
    rf"(?P<others>(?:{_F}\s*(?:,\s*and|,|and)\s*)*)(?:\$|\\\()?\s*$"
)
_VERB = regex(
    rf"(?P<others>(?:\s*(?:,\s*and|,|and)\s*{_F})*)\s*(?:,\s*)?"
    r"(?:(?:both|all)\s+)?(?:be|is|are|(?:which|that)\s+(?:is|are))\s+(?:both\s+|all\s+)?"
    rf"(?P<article>an?\s+|the\s+|some\s+)?({_PHRASE})"
)
_APPOSED = regex(rf"\s*,\s*(?:an?|the|its|again an?)\s+({_PHRASE})(?=(?P<tail>[^.;:]*))")
_ENDS = (  # what may go on behind an adjective that stands alone: "`A ∈ …` symmetric the identity", and no noun
    r"(?=\s*(?:[,.;:()]|$)|\s+(?:and|with|the|we|it|is|are|has|have|be|let|whose|where|there|one|this|given)\b)"
)
_ALONE = regex(
    rf"(?:\s+(?:an?|the|their|its|our)\s+({_PHRASE})(?=(?P<tail>[^.;:]*))"  # "with `A ∈ …` a symmetric matrix"
    rf"|\s+(?:an?|the|their|its|our)\s+(?:(?!{_LINK}\b)[a-z-]+\s+){{0,3}}[a-z-]+\s*,\s*which\s+is\s+({_PHRASE}){_ENDS}"
    rf"|\s*,?\s+(?:{_ADJECTIVE}{{0,3}}?(?:and\s+)?(?={_KIND})"
    r"(?:symmetric|self-adjoint|positive[\s-]+(?:semi-?\s?)?definite)"
    rf"(?:,?\s+(?:and\s+)?{_KIND})?{_ENDS}))"
)
_NOUNS = r"(?:(?!(?:an?|the|this|these|that|it|its|they|each|every|we|one|our)\b)[a-z-]+\s+)"
_OF_NOUNS = regex(  # "the matrix `A ∈ …` of weights is symmetric"
    rf"\s+of\s+(?:the\s+|all\s+|its\s+|our\s+)?(?:(?!{_LINK}\b){_NOUNS}){{1,3}}(?:is|be)\s+(?:an?\s+)?({_PHRASE})"
)
_SUBJECT = regex(
    rf"(?:^|[,;:]|\b(?:let|that|{SUPPOSE}|and|where|then|here)\b)\s*(?:the|an?|its|our)\s+"
    rf"(?:(?!{_LINK}\b)[a-z-]+\s+){{1,3}}(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_ADJACENCY = (  # and no normalized one, that is not symmetric
    r"(?:(?:weighted|unweighted|binary|unnormali[sz]ed)\s+)*"
    r"(?:adjacency(?:\s+matrix)?|(?:edge[\s-]+)?weights?\s+matrix)"
)
_UNDIRECTED = (
    r"(?:an?|the|some|our)\s+(?:(?:weighted|unweighted|simple|finite|connected),?\s+)*undirected\s+(?:[a-z-]+\s+)?"
    r"(?:graph|network)\b"
)
_GRAPH_BEHIND = regex(
    rf"\s*(?:,\s*)?(?:(?:be|is|which\s+is)\s+)?(?:the|an?|its)\s+({_ADJACENCY}\s+of\s+{_UNDIRECTED})", re.IGNORECASE
)
_GRAPH_AROUND = regex(rf"\b{_ADJACENCY}\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_OF_GRAPH = regex(rf"\s+of\s+{_UNDIRECTED}", re.IGNORECASE)
_GRAPH_BEFORE = regex(
    rf"\b{_UNDIRECTED}(?:(?!\b(?:and|or)\b)[^,.;:])*?"
    rf"\b(?:with|has|having)\s+(?:the\s+|an?\s+)?{_ADJACENCY}\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_BOTH = regex(
    rf"{_OF_ALL}[\s,]*(?:both|all)\s+(?:of\s+(?:them|which)\s+)?(?:are\s+)?({_PHRASE})(?!\s*(?:\$|\\\())"
)
_NAMED = regex(
    rf"(?:^|[.,;:(])\s*(?:(?:where|and|here|with|let|also|moreover|furthermore|in addition|both|of course|we|{SUPPOSE}"
    rf"|that|the|matri(?:x|ces)|covariances?|in what follows|throughout)\b[\s,]*)*"
    rf"(?P<names>{_LIST})\s+(?:is|are|be)\s+(?:(?:both|all|always|also)\s+)*(?:an?\s+|the\s+)?({_PHRASE})",
    re.IGNORECASE,
)
_LATER = regex(  # in any sentence: *so `A` is symmetric*, *with `A` symmetric*; *then `A` is symmetric* claims it
    rf"(?:^|[.,;:]|\b(?:so|{HENCE}|let|now|on|where|and|that)\b)[\s,]*(?P<names>{_LIST})"
    rf"\s+(?:is|are|be)\s+(?:(?:both|all|always|also|now)\s+)*(?:an?\s+|the\s+)?({_PHRASE})"
    rf"|\bwith\s+(?P<alone>{_LIST})\s+({_PHRASE})(?=\s*(?:[.,;:]|$|and\b))",
    re.IGNORECASE,
)
_PRONOUN = regex(
    r"\s*(?:(?P<one>it|this(?:\s+matrix)?|the\s+matrix)\s+is"
    r"|(?:they|these|both|all|these\s+matrices|both\s+matrices|the\s+matrices)(?:\s+of\s+them)?"
    rf"\s+are)\s+(?:(?:both|all|always|also)\s+)*(?:an?\s+|the\s+)?({_PHRASE})",
    re.IGNORECASE,
)
_NAMES = regex(  # "a symmetric matrix `Q`" is about that, and "a symmetric matrix with `d = 0`" not
    r"\s*(?:(?!(?:with|where|whose|having|of\s+size|for\s+which|such)\b)[a-z]+\s+)?(?:\$|\\\()"
)
_SIZES_ALIKE = regex(r"\|[^|$]*\|\s*=\s*\|[^|$]*\||=\s*\|[^|$]*\|")
_OF_IT = regex(rf"\s+(?:of|for)\s+{_F}(?=\s*(?:[.,;:)]|$))")  # "the covariance of `Y`"
_RESPECTIVELY = regex(r"\band\s+(?:an?|the|its|their)\b")  # "the mean and the covariance" of two
_DENIED = regex(
    rf"\b(?:{NOT}|without|need|unless|{IF}|iff|because|until)\b|n't\b", re.IGNORECASE
)
_STOPS = regex(rf"\n[ \t]*\n|\$\$|\\\[|^\#|{sentences.BLOCKS}|\\begin\b", re.MULTILINE)
_CLOSES = regex(r"\s*(?:\$|\\\))")
_DISPLAY_CLOSES = regex(rf"(?:\s*(?:{DISPLAY_CLOSES}))+")
_GRAPH = "undirected"  # "the adjacency matrix of an undirected graph": of two such axes as `ax` and `ax'`
_FAR = 600  # characters
_FAR_BEHIND = 3000


def said(name: str, span: Span, *, display: bool = False) -> Said | None:
    """What words say of a matrix of this name, as it is written, that a formula in a sentence declares.

    Or one in a display: then the words behind that name it, *where `Q` and `R` are symmetric*.
    """
    words = _words_below(name, span) if display else _words(name, span)
    if words is None:
        return None
    low = " ".join(words.lower().split())
    definite = re.search(r"\b(positive|non-?negative|negative)(?:[\s-]+(?:semi-?\s?)?definite|\s+eigenvalues)", low)
    sign = 0 if definite is None else -1 if definite[1] == "negative" else 1
    if sign == 0 and re.search(r"\bcovariance|\bgram", low):
        sign = 1
    return Said(alike="symmetric" in low or "adjoint" in low, definite=sign)


def _words(name: str, span: Span) -> str | None:
    """The words for its kind."""
    before = sentences.before(span)
    found = _BEFORE.search(before)
    told = found[0] if found is not None and not _DENIED.search(before[: found.start()][-40:]) else ""
    if found is not None and found["others"] and not re.search(r"s\b|matrices", found[0][: -len(found["others"])]):
        told = ""  # "a covariance `Q ∈ …` and `R ∈ …`" says it of the first
    behind = span.source.words[span.end : span.end + _FAR]
    closed = _CLOSES.match(behind)
    if closed is None:
        return told or None
    paragraph = _STOPS.split(behind[closed.end() :])[0]
    own, *following = re.split(r"(?<=[.!?])\s+", paragraph)
    told += " " + (_behind(own) or _behind_phrase(before, own) or "")
    told += " " + (_of_name(name, own) or "")
    for sentence in following[:1]:
        told += " " + (_of_name(name, sentence) or "")
        if not re.search(r"\\in\b|=", _SIZES_ALIKE.sub("", own)):
            told += " " + (_heard(_PRONOUN.match(sentence), sentence) or "")
        elif (found := _PRONOUN.match(sentence)) is not None and not found["one"]:
            told += " " + (_heard(found, sentence) or "")
    return told.strip() or _in_section(name, span) or None


def _in_section(name: str, span: Span) -> str | None:
    """What a later sentence of the section says of a name, in no condition."""
    text = sentences.SECTION.split(span.source.words[span.end : span.end + _FAR_BEHIND])[0]
    wanted = "".join(name.split())
    for sentence in re.split(r"(?<=[.!?])\s+|\n[ \t]*\n", text)[1:] if re.search(_KIND, text) else ():
        for found in _LATER.finditer(sentence):
            names = found["names"] or found["alone"]
            led = re.sub(_F, "…", sentence[: found.end() - len(found[0])])
            if wanted in _listed(names) and not _DENIED.search(led) and (heard := _heard(found, sentence)):
                return heard
    return None


def _listed(formulas: str) -> set[str]:
    """The names in a list of formulas."""
    pairs = re.findall(r"\$([^$]+)\$|\\\(((?:(?!\\\)).)+)\\\)", formulas)
    return {"".join(part.split()) for pair in pairs for part in "".join(pair).split(",")}


def _words_below(name: str, span: Span) -> str | None:
    """The words for the kind of what a display declares."""
    behind = span.source.words[span.end : span.end + 2 * _FAR]
    closed = _DISPLAY_CLOSES.search(behind)
    if closed is None:
        return None
    paragraph = _STOPS.split(behind[closed.end() : closed.end() + _FAR])[0].lstrip()
    return _of_name(name, re.split(r"(?<=[.!?])\s+", paragraph)[0])


def _behind(own: str) -> str | None:
    """What the rest of its sentence says right behind a formula."""
    found = _VERB.match(own)
    if found is not None:
        several = bool(found["others"].strip())
        listed = _RESPECTIVELY.search(found[0][len(found["others"]) :])
        if not listed and not (several and (found["article"] or "").strip() in ("a", "an")):
            return _heard(found, own)
    found = _APPOSED.match(own)
    if found is not None and not _names_another(found["tail"]):
        return _heard(found, own)
    return _heard(_BOTH.match(own), own)


def _names_another(tail: str) -> bool:
    """Whether words behind those for a kind go on to name the matrix that is such: *a symmetric matrix `Q`*."""
    return "\\in" in tail or _NAMES.match(_OF_IT.sub("", tail, count=1)) is not None


def _behind_phrase(before: str, own: str) -> str | None:
    """What the rest of its sentence says of a formula with no comma or verb behind it, or of its graph."""
    if _DENIED.search(re.sub(_F, "…", before)):
        return None  # "if `A ∈ …` of weights is symmetric" is a case
    found = _ALONE.match(own)
    if found is not None and not _names_another(found["tail"] or ""):
        return _heard(found, own)
    if _SUBJECT.search(before) and (found := _OF_NOUNS.match(own)) is not None:
        return _heard(found, own)
    found = _GRAPH_BEHIND.match(own) or (_OF_GRAPH.match(own) if _GRAPH_AROUND.search(before) else None)
    return _GRAPH if found is not None or _GRAPH_BEFORE.search(before) else None


def _of_name(name: str, sentence: str) -> str | None:
    """What a sentence says of a name: *where `Q` and `R` are symmetric*."""
    wanted = "".join(name.split())
    for found in _NAMED.finditer(sentence):
        behind = found[0][found.end("names") - found.start() :]
        if wanted in _listed(found["names"]) and not _RESPECTIVELY.search(behind):
            return _heard(found, sentence)
    return None


def _heard(found: re.Match[str] | None, sentence: str) -> str | None:
    """The words of a match, if nothing in their clause denies them or makes them a condition."""
    if found is None:
        return None
    clause = re.split(r"[.;]|,\s*(?:and|but|so)\b", sentence[found.end() :])[0]
    denied = _DENIED.search(re.sub(_F, "…", found[0])) or _DENIED.search(re.sub(_F, "…", clause))
    return None if denied else re.sub(_F, " ", found[0])
