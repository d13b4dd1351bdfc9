"""Cases that a sentence speaks of and is done with: *for `c = 0` nothing changes*, *the base case is `t = 1`*.

What the text says behind such a sentence may be said of any number again.
"""

from __future__ import annotations

import re
from enum import Enum

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import keeps
from ntdoc.shapes.document.conditions.examples_behind import is_of_setup
from ntdoc.source import Span
from ntdoc.vocabulary import ANY, IF, LET, SUPPOSE, THEN, WE_GET, WE_HAVE

_LISTED = rf"(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:\$|\\\()?\s*$"
_SUPPOSE = rf"(?:{SUPPOSE}|{LET})"
_FIRST = rf"{_SUPPOSE}\s+first(?:\s+that)?|first,?\s+{_SUPPOSE}(?:\s+that)?"
_CASE = regex(  # *For the first state, `t = 1`*, *When `k = 2`*, *The case `n = 1`*, *At the start `s = 1`*
    rf"\b(?:(?:for|{IF}|at)\s+(?:[a-z]+,?\s+){{0,4}}|case\s+(?:is\s+)?)(?:that\s+)?{_LISTED}", re.IGNORECASE
)
_POINT = (  # *the minimizer is `w = a`*, *the roots of `f` are `x = 0` and `x = 1`*
    r"\b(?:(?:mini|maxi)mi[sz]ers?|(?:mini|maxi|opti)m(?:um|a)|extrem(?:um|a)|roots?|zeros?|solutions?|candidates?"
    rf"|(?:stationary|critical|fixed|saddle|extreme|turning)\s+points?)\s+(?:of\s+(?:[a-z]+\s+){{0,3}}(?:{sentences.FORMULA}\s+)?)?"
    rf"(?:is|are)\s+(?:at\s+)?(?:{sentences.FORMULA}\s*(?:,\s*and|,|and|or)\s*)*(?:\$|\\\()?\s*$"
)
_ALONE = regex(  # sentences that are about a case, whatever else they say
    rf"\b(?:{_FIRST}|(?:base|first|simplest|trivial|special)\s+case\s+is|at\s+(?:the\s+)?[a-z]+,?)\s+{_LISTED}|{_POINT}",
    re.IGNORECASE,
)
_SOLVED = regex(  # *Solving this for `w`, we get `w = a`*, *setting it to zero gives `w = a`*
    rf"\b(?:solv(?:e[sd]?|ing)\b[^.;]*?\bfor|set(?:ting|s)?\b[^.;]*?\bto\s+zero)\b[^.;]*?\b(?:{WE_GET}|{WE_HAVE}|gives?|giving"
    rf"|yields?|yielding|leads?\s+to|results?\s+in)(?:\s+(?:that|us))?\s+{_LISTED}",
    re.IGNORECASE,
)
_WITH = regex(rf"\bwith\s+(?:[a-z]+\s+){{0,3}}{_LISTED}", re.IGNORECASE)
_OTHERS = regex(rf"\s*(?:\$|\\\))?(?:\s*(?:,\s*and|,|and)\s*{sentences.FORMULA})*")
_WORD = regex(r"[a-z]{2,}", re.IGNORECASE)
_KEEPS = regex(  # *the sum is then*, *hence it is*
    rf"\b(?:{THEN}|there|here|it|its|this|that|these|those|such|also|again)\b",
    re.IGNORECASE,
)
_ANY = (
    rf"\bfor\s+(?:{ANY}|general)\s+(?:[a-z]+\s+){{0,3}}"
    rf"(?P<letters>{sentences.FORMULA}(?:\s*(?:,\s*and|,|and)\s*{sentences.FORMULA})*)"
)
_EVERY, _EVERY_BEHIND = regex(_ANY, re.IGNORECASE), regex(rf"\s*(?:(?:\$|\\\)),?\s+)?{_ANY}", re.IGNORECASE)
_INDUCTION = regex(r"\bby\s+induction\b|\binductively\b", re.IGNORECASE)


_FROM_ELSEWHERE = regex(  # *one loads `m_0` from a file*, *now `h_0` is learned*
    r"\b(?:load|read|restor|resum|learn|train|fit|estimat|draw|sampl|replac|copi|cop|inherit|measur|observ|carri|optimi[sz]|tun)"
    r"(?:e|es|s|ed|ing|y|ied|ies|n|t|ted|ting)?\b|\b(?:drawn|random\w*|arbitrary|warm)\b"
    r"|\b(?:taken|initiali[sz]ed|set|starts?)\s+(?:from|with)\b|\bno\s+longer\b|\binstead\b",
    re.IGNORECASE,
)


class End(Enum):
    """How a text leaves a case: what follows is said of all, or of something else, or the case may go on.

    Another section may take the number from elsewhere.
    """

    OF_ALL = 1
    LEFT = 2
    NONE = 3
    ELSEWHERE = 4


def how_ended(name: str, case: Span, at: Span, *, apart: bool, of_all: bool, at_worst: bool = False) -> End:
    """How the text has left a case of a name where a claim stands.

    They may stand `apart`, in two sections, and words that name nothing may say that the claim is `of_all`, or that it
    bounds what comes out `at_worst`.
    """
    if at_worst or _is_let_be_any(name, sentences.between(case, at)) or _is_of_any(name, at):
        return End.OF_ALL
    if keeps(at) and not apart:
        return End.NONE
    if of_all and not is_of_setup(case) and sentences.are_in_one_thought(case, at, goes_on=True, leads=True):
        return End.OF_ALL
    if apart and _is_from_elsewhere(name, sentences.of_section_before(at)):
        return End.ELSEWHERE
    strong = _is_concluded(case)
    said_with = _WITH.search(sentences.before(case)) is not None and _goes_on(case)
    if not (strong or said_with):
        return End.NONE
    if _INDUCTION.search(sentences.before(at, across=True)) or (of_all and strong):
        return End.OF_ALL
    if apart or not strong:
        return End.LEFT if apart else End.NONE
    together = sentences.are_in_one_thought(case, at, goes_on=True, leads=True)
    return End.NONE if together and _KEEPS.search(sentences.before(at, across=True)) else End.LEFT


def is_point(case: Span) -> bool:
    """Whether words say of an equation that it is a minimizer, a root or the like: it holds at one point."""
    return re.search(_POINT, sentences.before(case), re.IGNORECASE) is not None


def is_solution(case: Span) -> bool:
    """Whether words say that an equation comes out of another one, by solving it: no case, unless all are spoken of."""
    return _SOLVED.search(sentences.before(case)) is not None


def _is_concluded(case: Span) -> bool:
    """Whether a sentence says what it has to say of its case."""
    words = sentences.before(case)
    return _ALONE.search(words) is not None or (_CASE.search(words) is not None and _goes_on(case))


def _goes_on(case: Span) -> bool:
    """Whether a sentence has words or formulas behind a case and what is listed with it, or before it."""
    behind = _OTHERS.sub("", sentences.after(case), count=1)
    return _WORD.search(behind) is not None or "$" in behind


def _is_of_any(name: str, at: Span) -> bool:
    """Whether words say that a claim is of any such number: *for all `t`*, *for all numbers `p` and `q`*."""
    found = [*_EVERY.finditer(sentences.before(at, across=True))]
    if (behind := _EVERY_BEHIND.match(sentences.after(at))) is not None:
        found.append(behind)
    letter = re.compile(rf"(?<![\w\\]){re.escape(name)}(?![\w^])")
    return any(letter.search(said["letters"]) for said in found)


def _is_from_elsewhere(name: str, section: str) -> bool:
    """Whether a sentence of another section says where it takes a name from, and which number that is not."""
    alone = re.compile(rf"(?:\$|\\\()\s*{re.escape(name)}\s*(?:\$|\\\))")
    text = section.partition("\n")[2]  # without its heading
    said = (text[start:end] for start, end in sentences.pieces(text))
    return any(alone.search(one) and _FROM_ELSEWHERE.search(re.sub(sentences.FORMULA, " ", one)) for one in said)


def _is_let_be_any(name: str, between: str) -> bool:
    """Whether a text says that a letter is any number from now on: *now let `r` be any number*, *take any `r`*."""
    letter = rf"(?:\$|\\\()\s*{re.escape(name)}(?![\w^])"
    be = rf"\blet\s+(?:now\s+)?{letter}[^.;]*\bbe\s+(?:now\s+)?(?:any\b|an?\s+arbitrary\b|arbitrary\b)"
    take = rf"\b(?:{LET})\s+(?:now\s+)?(?:any|an\s+arbitrary)\s+{letter}"
    return re.search(f"{be}|{take}", between, re.IGNORECASE) is not None
