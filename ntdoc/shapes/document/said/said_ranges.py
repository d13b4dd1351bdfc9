"""Where words behind a formula say that its numbers lie: *be greater than `1`*, *with entries between `0` and `1`*.

What they say of anything else, *a vector of length at least `2`*, *whose sum is at most `1`*, is no range of these.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf

from ntdoc.regex import regex
from ntdoc.shapes import signs
from ntdoc.shapes.document import sentences
from ntdoc.vocabulary import NUMERAL, NUMERALS

ENTRIES = (
    r"(?:entries|components|elements|coordinates|values|weights|coefficients|rates|counts|prices|costs|scores|distances"
    r"|lengths|variances|masses|intensities|rewards|widths|probabilities|numbers)"
)
_NUMBER = (  # as text, and in a formula of its own
    rf"-?\d+(?:\.\d+)?(?![\w/])|(?:{NUMERAL})\b"
    r"|(?:\$|\\\()\s*-?\s*(?:\d+(?:\.\d+)?(?:\s*/\s*\d+)?|\\[td]?frac\s*\{?\s*\d+\s*\}?\s*\{?\s*\d+\s*\}?)\s*(?:\$|\\\))"
)
_END = r"-?\s*(?:\d+(?:\.\d+)?|\\infty)"
_THAN = (
    rf"(?P<above>(?:greater|larger|more|bigger|higher)\s+than|above|at\s+least|(?:no|not)\s+(?:less|smaller|lower)\s+than)"
    rf"\s+(?P<low>{_NUMBER})"
    rf"|(?P<below>(?:less|smaller|lower)\s+than|below|at\s+most|(?:no|not)\s+(?:greater|larger|more|bigger)\s+than)"
    rf"\s+(?P<high>{_NUMBER})"
    rf"|between\s+(?P<from>{_NUMBER})\s+and\s+(?P<to>{_NUMBER})"
)
_WITHIN = (
    r"(?:in|from|within)\s+(?:the\s+)?(?:(?:open|closed|unit|half-open)\s+)*(?:interval\s+)?"
    rf"(?:\$|\\\()\s*\\?[a-z]*\s*[\[(]\s*(?P<first>{_END})\s*,\s*(?P<last>{_END})\s*\\?[a-z]*\s*[\])]\s*(?:\$|\\\))"
)
_RANGE = rf"(?:{_THAN}|{_WITHIN})(?!\s+(?:times|percent|of|as|units?|more|less)\b)"
_OTHERS = r"(?!(?:of|with|whose|has|have|having|and|in|on|by|to|not|no|at|above|below|between|from|within)\b)"
_VERB = r"(?:(?:be|is|are|lies?|lying|being|all|each|both|strictly|that|which)\s+)"
_ITSELF = regex(  # *be greater than `1`*, *be a number between `0` and `1`*
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
    rf"(?:be|which\s+(?:is|are|lies?)|all|each|both)\s+(?:{_OTHERS}[a-z-]+\s+){{0,5}}{_RANGE}",
    re.IGNORECASE,
)
_OF_ENTRIES = regex(  # *with entries in `[0, 1]`*, *be a vector whose entries are at least `1`*
    r"\s*(?:\$|\\\))?\s*(?:,\s*)?"
    r"(?:(?:be|is|are|denotes?)\s+(?:(?:an?|the|two|some|any)\s+)?(?:(?!(?:with|whose|having|and)\b)[a-z-]+\s+){1,5})?"
    rf"(?:with|whose|having|has|have|and)\s+(?:(?:all|only|its|the)\s+)*{ENTRIES}\s+{_VERB}*{_RANGE}",
    re.IGNORECASE,
)
_ENTRIES_BEFORE = regex(
    rf"\b(?:all|the|its|every|each)\s+(?:the\s+)?{ENTRIES}\s+of\s+(?:\$|\\\()?\s*$", re.IGNORECASE
)
_LIE = regex(  # *suppose that all entries of `x` lie between `0` and `1`*
    rf"\s*(?:\$|\\\))?\s*(?:all\s+|each\s+)?(?:be|are|is|lies?)\s+(?:all\s+|each\s+|strictly\s+)?{_RANGE}",
    re.IGNORECASE,
)
_IN_SIZE = regex(r"\s+in\s+(?:absolute\s+value|magnitude|modulus|size)\b", re.IGNORECASE)
_OTHERWISE = regex(r"\s+in\s+(?!absolute|magnitude|modulus|size)", re.IGNORECASE)


def said(text: str, before: str = "") -> str:
    """The sign that words right behind a formula say its numbers have, with both ends; nothing, if they say none."""
    text = sentences.closed_up(text)
    found = _ITSELF.match(text) or _OF_ENTRIES.match(text)
    if found is None and _ENTRIES_BEFORE.search(before):
        found = _LIE.match(text)
    if found is None or _OTHERWISE.match(text, found.end()):
        return ""
    low, high = _ends(found)
    if _IN_SIZE.match(text, found.end()):
        low, high = (-high, high) if low == -inf else (0.0, 0.0)
    return signs.between(low, high) if low < high else ""


def _ends(found: re.Match[str]) -> tuple[float, float]:
    if found["above"]:
        return _number(found["low"]), inf
    if found["below"]:
        return -inf, _number(found["high"])
    if found["from"]:
        return _number(found["from"]), _number(found["to"])
    return _number(found["first"]), _number(found["last"])


def _number(text: str) -> float:
    """A number as it is written, in a word or in a formula: `\\frac12`, `1/2`, `-0.5`, `\\infty`."""
    plain = "".join(text.strip("$").removeprefix("\\(").removesuffix("\\)").split())
    if plain.lower() in NUMERALS:
        return float(NUMERALS.index(plain.lower()))
    sign = -1.0 if plain.startswith("-") else 1.0
    plain = plain.lstrip("-")
    if plain == "\\infty":
        return sign * inf
    if "frac" in plain:
        digits = re.findall(r"\d+", plain)
        above, below = digits if len(digits) == 2 else (digits[0][0], digits[0][1:] or "1")
        plain = f"{above}/{below}"
    if plain.count("/") == 1 and int(plain.rpartition("/")[2]) == 0:
        return sign * inf
    return sign * float(Fraction(plain))
