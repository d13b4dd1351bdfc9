"""What words say that the numbers of a tensor are: *`B` is initialized with zeros*, *the mean of `x` is `5`*.

No formula says it, and samples are any. They can be made so, and what is said behind it is held against such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.verification.beside.qualities.letters_said import letters
from ntdoc.vocabulary import ADVERB, NUMERAL, NUMERALS, SUPPOSE, THEN

Made = Callable[[Any], Any]

_F = sentences.FORMULA
_WHOSE = rf"(?P<whose>{sentences.LISTED})"
_NUMBER = (
    rf"(?P<number>(?:\$|\\\()\s*-?\d+(?:\.\d+)?\s*(?:\$|\\\))|-?\d+(?:\.\d+)?(?![\w/])|(?:{NUMERAL})\b)"
)
_ZERO_OR_ONE = r"(?:(?P<zero>zeros?|(?:\$\s*)?0(?:\s*\$)?)|(?P<one>ones?|(?:\$\s*)?1(?:\s*\$)?))(?!\w)"
_WHEN = (  # and nothing that says of which entries it is so, or on average
    r"(?=\s*(?:(?:at|in)\s+(?:first|the\s+(?:start|beginning|outset)|initiali[sz]ation)\b|initially\b|everywhere\b|there\b"
    rf"|[.,;:)]|\Z|(?:and|{THEN})\b|but\b|while\b|before\b))"
)
_ENTRIES = r"(?:entr(?:y|ies)|components?|elements?|coordinates?|values?)"
_BE = r"(?:is|are|be|was|were|starts?|started|begins?|began|being)"
_ASIDE = r"(?:\s*,(?:(?!\bwhere\b)[^,.;:$]){1,40},)?"
_MANY = r"(?:entries|components|elements|coordinates|values)"
_HOW = rf"(?:(?:all|both|initially|always|{ADVERB}|just|exactly|out|kept|at\s+first)\s+)*"

_EVERYWHERE = regex(  # *is initialized to zero*, *starts at one*, *is all ones*
    rf"{_WHOSE}{_ASIDE}\s+{_BE}\s+{_HOW}(?:(?:initiali[sz]ed|set|filled|fixed)\s+)?"
    rf"(?:(?:to|with|at|as|by|from)\s+)?{_HOW}{_ZERO_OR_ONE}{_WHEN}",
    re.IGNORECASE,
)
_INITIALIZE = regex(  # *we initialize `B` with zeros*
    rf"\b(?:initiali[sz]es?|starts?|fills?|sets?|begins?)\s+(?:with\s+)?(?:(?:the|all|a|an)\s+)?(?:[a-z-]+\s+){{0,2}}{_WHOSE}"
    rf"\s+(?:to|with|at|as|by|from)\s+(?:all\s+)?(?:the\s+)?{_ZERO_OR_ONE}{_WHEN}",
    re.IGNORECASE,
)
_AND_ANOTHER = regex(  # *the scale `g` starts at one and the shift `b` at zero*
    rf"(?:{_BE}|initiali[sz]\w*)\b[^.;:]*\band\s+(?:the\s+)?(?:[a-z-]+\s+){{0,2}}{_WHOSE}\s+(?:at|to|with|as)\s+{_ZERO_OR_ONE}{_WHEN}",
    re.IGNORECASE,
)
_ZERO_INITIALIZED = regex(
    rf"{_WHOSE}\s+{_BE}\s+{_HOW}zero-initiali[sz]ed|\bzero-initiali[sz]ed\s+(?:[a-z-]+\s+){{0,2}}(?P<behind>{sentences.LISTED})",
    re.IGNORECASE,
)
_NONE_SET = regex(
    rf"\b(?:no|none\s+of\s+the)\s+{_ENTRIES}\s+of\s+{_WHOSE}\s+(?:is|are)\s+(?:set|one|non-?zero|active|marked)\b",
    re.IGNORECASE,
)
_UNIFORM = regex(
    rf"\b(?:uniform|equal)\s+(?:attention\s+)?(?:weights|probabilities|distribution)\s+{_WHOSE}", re.IGNORECASE
)
_COPY = regex(
    rf"{_WHOSE}\s+(?:starts?|started|begins?|is|are|was)\s+(?:(?:out|initiali[sz]ed|set|always|just|only)\s+)*"
    r"(?:as\s+)?(?:an?\s+)?(?:exact\s+|frozen\s+)?copy\s+of\s+"
    rf"(?:(?:the|its|our)\s+)?(?:[a-z-]+\s+){{0,2}}(?P<other>{_F})",
    re.IGNORECASE,
)
_SAME = regex(
    rf"{_WHOSE}\s+(?:are|be|start|were)\s+(?:(?:all|both|initially|always|out|at\s+first)\s+)*(?:identical|equal|the\s+same){_WHEN}"
    r"|\b(?:the\s+same|identical|equal|shared)\s+(?:initial\s+)?(?:weights|parameters|vectors|values|inputs|entries)\s+"
    rf"(?P<behind>{_F}(?:\s*(?:,\s*and|,|and)\s*{_F})*)",
    re.IGNORECASE,
)
_MEAN = regex(
    rf"\b(?:mean|average)\s+(?:{_ENTRIES}\s+)?of\s+{_WHOSE}\s+(?:is|equals)\s+{_NUMBER}{_WHEN}", re.IGNORECASE
)
_TOTAL = regex(
    rf"\b(?:(?:entries|components|elements|coordinates|values)\s+of\s+{_WHOSE}\s+(?:sum|add\s+up)\s+to)\s+{_NUMBER}{_WHEN}",
    re.IGNORECASE,
)
_LARGEST = regex(
    rf"\b(?P<end>largest|greatest|biggest|maximal|highest|smallest|least|minimal|lowest)\s+{_ENTRIES}\s+of\s+{_WHOSE}"
    rf"\s+(?:is|equals)\s+{_NUMBER}{_WHEN}",
    re.IGNORECASE,
)
_IN_SIZE = regex(
    rf"{_WHOSE}{_ASIDE}\s+(?:never|(?:do|does|can|will)\s*not|cannot|don't|doesn't)\s+exceeds?\s+{_NUMBER}"
    r"\s+in\s+(?:magnitude|modulus|size|absolute\s+value)",
    re.IGNORECASE,
)
_RANGE = regex(
    rf"{_WHOSE}{_ASIDE}\s+(?:all\s+)?(?:(?:takes?|ha(?:s|ve)|with|assumes?)\s+(?:only\s+|all\s+)?{_ENTRIES}"
    r"|ranges?|lies?|var(?:y|ies)|is|are)\s+"
    rf"(?:from|between)\s+{_NUMBER}\s+(?:to|and)\s+{_NUMBER.replace('number', 'high')}",
    re.IGNORECASE,
)
_SIGN = regex(
    rf"{_WHOSE}{_ASIDE}\s+(?:is|are|be)\s+(?:(?:all|both|strictly|always)\s+)*(?P<sign>non-?negative|positive){_WHEN}",
    re.IGNORECASE,
)
_NORM = regex(
    rf"{_WHOSE}\s+(?:has|have|of|with|having)\s+(?:(?:the|a|an|Euclidean)\s+)*(?:norm|length)\s+{_NUMBER}{_WHEN}",
    re.IGNORECASE,
)
_PART_ONLY = regex(
    r"\b(?:half|a\s+(?:third|quarter|tenth|fraction)|most|(?:\$|\\\()?\d+(?:\s*\\?%)?\s*(?:\$|\\\))?\s*(?:\\?%|percent)?)"
    rf"\s+(?:of\s+)?(?:the\s+|all\s+)?{_ENTRIES}\s+of\s+{_WHOSE}\s+(?:is|are|equal)\b",
    re.IGNORECASE,
)
_UNNAMED = regex(  # *let all inputs be `1`*: which of the tensors is meant, no formula says
    rf"(?<!\w\s)\b(?:(?:now\s+)?let|{SUPPOSE})(?:\s+that)?\s+(?:(?:all|every|each|both)\s+)(?:(?:of\s+)?(?:the|its|our)\s+)?(?:[a-z-]+\s+){{1,3}}"
    rf"(?:be|is|are|equals?)\s+(?:equal\s+to\s+)?{_ZERO_OR_ONE}{_WHEN}",
    re.IGNORECASE,
)
# A list of its own: what is in doubt is not heard, and what rests on it fails. *No* and *should* may be of another
# clause, *no token is masked, that is, `m` is all ones*.
_DOUBT = regex(
    r"\b(?:not|if|when\w*|unless|would|were|may|might|can|whether|suppose|assume)\b|n't\b", re.IGNORECASE
)
_OF_IT = regex(  # *the mean of `x` is zero* says so of the mean
    rf"(?<![\w-])(?!(?<=\ball\s){_MANY}\s+of\s|(?<=\bthe\s){_MANY}\s+of\s)[a-z-]+\s+(?:of|in|by|for|to|from|with|at|on|over|between|than|per)\s+"
    r"(?:(?:the|all|its|our)\s+)?(?:[a-z-]+\s+)?\Z",
    re.IGNORECASE,
)
_LATER = regex(
    r"\b(?:after|later|during|once|when|trained|end|eventually|finally|in\s+general|afterwards|next)\b", re.IGNORECASE
)


_AT_START = regex(  # and whatever its section has said of the start then holds
    r"\b(?:at|in|upon|after)\s+(?:the\s+)?(?:initiali[sz]ation|start|beginning|outset)\b|\binitially\b|\bat\s+first\b",
    re.IGNORECASE,
)


_SOLUTION = regex(r"\W*(?:solution|proof|answer|hint)\b", re.IGNORECASE)
_EXAMPLE = regex(r"\b(?:example|experiment|toy|instance)\b", re.IGNORECASE)  # has a start of its own


class Said(NamedTuple):
    """What words say of the numbers of some tensors."""

    words: str
    names: frozenset[str]  # none if no formula names them
    made: Made | None  # what makes numbers so; None if samples cannot be made so
    copy_of: str = ""  # the tensor that they are equal to
    lasts: bool = True  # it is so of what is meant, and not only where something starts


def said(span: Span) -> Iterator[Said]:
    """What the sentences of its paragraph say of numbers before a formula, and its own sentence."""
    own = sentences.before(span, across=True)
    *before, last = ("", *sentences.of_paragraph_before(span, across=True))
    if at_start := _AT_START.search(own) is not None:
        of_section = _EXAMPLE.split(sentences.of_section_before(span))[-1]
        before = [of_section[start:end] for start, end in sentences.pieces(of_section)]
    if _SOLUTION.match(sentences.paragraph_before(span)):  # of the exercise above
        yield from (one for one in _said(sentences.of_section_before(span)) if not one.names)
    for sentence in before:
        yield from (one for one in _said(sentence) if one.lasts or at_start)
    later = _LATER.search(own) is not None
    for sentence in (last, own):
        yield from (one for one in _said(sentence) if one.lasts or not later)


def _said(sentence: str) -> Iterator[Said]:
    text = sentences.closed_up(sentence)
    if (found := _UNNAMED.search(text)) is not None:
        yield Said(" ".join(found[0].split())[:80], frozenset(), _constant(found))
    for pattern, makes in _RULES:
        for found in pattern.finditer(text):
            groups = found.groupdict()
            if pattern in _OF_SUBJECTS and groups.get("whose") and _OF_IT.search(text[: found.start("whose")]):
                continue
            names = letters(groups.get("whose") or groups.get("behind") or "")
            if not names or _DOUBT.search(text[: found.start()]):
                continue
            of = letters(groups.get("other") or "") if pattern is not _SAME else names
            if (pattern is _COPY and not of) or (pattern is _SAME and len(names) < 2):
                continue
            words = " ".join(found[0].split())[:80]
            made = makes(found) if makes is not None else None
            yield Said(words, names, made, min(of, default=""), pattern not in _STARTS)


def _constant(found: re.Match[str]) -> Made:
    number = 1.0 if found["one"] else 0.0
    return lambda x: np.full(x.shape, number)


def _zero(found: re.Match[str]) -> Made:
    return lambda x: np.zeros(x.shape)


def _uniform(found: re.Match[str]) -> Made:
    return lambda x: np.full(x.shape, 1.0 / max(1, x.size))


def _of_mean(found: re.Match[str]) -> Made:
    number = _number(found["number"])
    return lambda x: x - x.mean() + number


def _of_total(found: re.Match[str]) -> Made:
    number = _number(found["number"])
    return lambda x: x - x.mean() + number / max(1, x.size)


def _with_end(found: re.Match[str]) -> Made:
    number, low = _number(found["number"]), found["end"].lower() in ("smallest", "least", "minimal", "lowest")
    return lambda x: x - (x.min() if low else x.max()) + number


def _in_size(found: re.Match[str]) -> Made:
    number = _number(found["number"])
    return lambda x: np.clip(x, -number, number)


def _in_range(found: re.Match[str]) -> Made:
    low, high = _number(found["number"]), _number(found["high"])
    return lambda x: low + (high - low) * (np.tanh(x) + 1.0) / 2.0


def _of_sign(found: re.Match[str]) -> Made:
    strict = found["sign"].lower() == "positive"
    return lambda x: np.abs(x) + (1e-3 if strict else 0.0)


def _of_length(found: re.Match[str]) -> Made:
    number = _number(found["number"])
    return lambda x: x * (number / max(float(np.sqrt((x**2).sum())), 1e-12))


def _number(text: str) -> float:
    plain = text.strip("$\\() \n").lower()
    return float(NUMERALS.index(plain) if plain in NUMERALS else plain)


_OF_SUBJECTS = (_EVERYWHERE, _ZERO_INITIALIZED, _COPY, _SAME, _IN_SIZE, _RANGE, _SIGN, _NORM)
_STARTS = (_EVERYWHERE, _INITIALIZE, _AND_ANOTHER, _ZERO_INITIALIZED, _COPY, _SAME)
_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Made] | None], ...] = (
    (_EVERYWHERE, _constant),
    (_INITIALIZE, _constant),
    (_AND_ANOTHER, _constant),
    (_ZERO_INITIALIZED, _zero),
    (_NONE_SET, _zero),
    (_UNIFORM, _uniform),
    (_COPY, None),
    (_SAME, None),
    (_MEAN, _of_mean),
    (_TOTAL, _of_total),
    (_LARGEST, _with_end),
    (_IN_SIZE, _in_size),
    (_RANGE, _in_range),
    (_SIGN, _of_sign),
    (_NORM, _of_length),
    (_PART_ONLY, None),
)
