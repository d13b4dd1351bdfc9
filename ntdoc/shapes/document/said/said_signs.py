"""The sign that words give to letters in a condition: *if `X` is positive and `Y` is negative*, *for positive `Z`*.

What they say in another way, *if the sum of `X` is not positive*, is found, too: samples are not drawn so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span
from ntdoc.vocabulary import DISPLAY_CLOSES, FORMULA_OPENS, IF, LET, SUPPOSE, WE_HAVE

_FORMULA = regex(
    rf"\$\$.*?(?:\$\$|\Z)|\\\[.*?(?:\\\]|\Z)|\\begin\s*\{{([a-z]+\*?)\}}.*?\\end\s*\{{\1\}}|{sentences.FORMULA}|(?:\$|\\\()[^$]*\Z",
    re.DOTALL,
)
_STOPS = regex(  # at the end of a display
    rf"\.\s*(?:\\end\s*\{{[a-z]+\*?\}}\s*)*(?:{DISPLAY_CLOSES})\Z"
)
_SIGN = r"(?:positive|non-?negative|negative|non-?positive)(?![\w-]|\W*(?:semi-?)?definite)"
_ENTRY, _ENTRIES = r"(?:entry|component|element|coordinate)", r"(?:entries|components|elements|coordinates|values)"
_ALL = r"(?:(?:both|all|only|strictly|everywhere|entrywise)\s+)*"
_WHAT = (
    rf"(?:(?:all|each|every|both)\s+)?(?:(?:the\s+)?{_ENTRIES}\s+of\s+)?(?:(?:all\s+)?the\s+)?(?:strictly\s+)?"
    r"(?:(?!(?:no|not|none|any|some|either)\b)[a-z-]+\s+)?"
)
_PREDICATE = (  # *`X` positive* only where no noun follows, as in *with `n` positive entries*
    rf"(?:(?:be|is|are)\s+(?:an?\s+)?{_ALL}{_SIGN}"
    rf"|{_ALL}{_SIGN}(?=\s*(?:[,.;:)§]|$)|\s+(?:and|but|while|then|we|it|the)\b)"
    rf"|(?:(?:be|is|are)\s+an?\s+(?:[a-z-]+\s+){{1,2}}with|has|have|having|with)\s+(?:no\s+)?{_ALL}{_SIGN}\s+{_ENTRIES})"
)
_IF = rf"{IF}|for|given(?:\s+that)?"
_SUPPOSE = rf"(?:{SUPPOSE}|let)(?:\s+that)?"
_AND = r"\s*(?:,\s*and|,\s*but|,|and|but|while)\s+"  # and not *or*
_BEFORE = regex(  # up to the letter, with those that it is listed with
    rf"(?<!\w)(?:(?P<if>{_IF})|(?P<suppose>{_SUPPOSE})|(?P<with>with))\s+"
    rf"(?:{_WHAT}§(?:\s+{_PREDICATE})?{_AND})*(?:{_WHAT}|no\s+{_ENTRY}\s+of\s+)$",
    re.IGNORECASE,
)
_OWN = regex(rf"\b({_SIGN})\s+(?:(?!(?:and|but|while)\b)[a-z]+\s+)?$", re.IGNORECASE)
_SHARED = regex(rf"\b({_SIGN})\s+§(?:{_AND}§)*{_AND}$", re.IGNORECASE)  # *for positive `X` and `Y`*
_BEHIND = regex(rf"(?:{_AND}§)*\s*(?:,\s*)?({_PREDICATE})(?:(\s+or\s+(?:zero|0))\b|(?!\s+or\b))", re.IGNORECASE)
_WORD = regex(_SIGN, re.IGNORECASE)
_NONE = regex(r"\bno\b", re.IGNORECASE)
_NONE_BEFORE = regex(rf"\bno\s+{_ENTRY}\s+of\s+$", re.IGNORECASE)
_OF_NONE = {"positive": "nonpositive", "negative": "nonnegative"}
_OR_ZERO = {"positive": "nonnegative", "negative": "nonpositive"}
_BEGINS = regex(rf"{FORMULA_OPENS}\s*$")
_NOT_SO = regex(r"(?:[^.;:,]*\bnot|.*\bor)\b", re.IGNORECASE)
_DECLARES = regex(rf"^\W*(?:{LET}|{SUPPOSE}|given)\b", re.IGNORECASE)

_WHOLE = regex(  # all that a sentence says before a claim
    rf"\W*(?:{_IF})\s+(?:{_WHAT}§(?:\s+{_PREDICATE})?{_AND})*(?:{_WHAT}|no\s+{_ENTRY}\s+of\s+)§(?:\s+{_PREDICATE})?"
    rf"\s*(?:,\s*)?(?:then\b)?(?:\s+(?:{WE_HAVE}|it\s+is|also))?\s*",
    re.IGNORECASE,
)
_SAID = regex(  # of anything: and not *positive pairs*, *negative samples*
    rf"(?:\b(?:is|are|be|all|both|strictly|not|no|only|has|have|with|than)|§)\s+(?:an?\s+)?{_ALL}{_SIGN}"
    rf"(?=\s*(?:[,.;:)§]|$)|\s+(?:and|but|or|while|then|we|it|the|for|in|on|everywhere|{_ENTRIES}|{_ENTRY}|numbers?)\b)"
    rf"|\b{_SIGN}\s+(?:[a-z]+\s+)?§",
    re.IGNORECASE,
)
_CONDITION = regex(
    rf"\b(?:(?P<lasts>{_SUPPOSE})|{_IF}|with|where|since|because|whose|unless|once|while)\b", re.IGNORECASE
)
_FOLLOWS = regex(  # *with `c = E` no exponent is positive*: of what is computed so
    rf"\s+§(?:{_AND}§)*\s*,?\s+(?:(?!(?:which|whose|that|where|such|and|but|being|is|are|has|have)\b)[a-z]+\s+){{1,4}}"
    r"(?:is|are|has|have)\b",
    re.IGNORECASE,
)
_LISTED = regex(rf"\s*(?:{_AND}§\s*)*")
_ENDS = regex(r"[,;:]|\bthen\b|$", re.IGNORECASE)


class Said(NamedTuple):
    """What the words of a condition say of a letter: its sign, and whether that holds in their sentence alone."""

    sign: str
    local: bool


class Unheard(NamedTuple):
    """A condition with a sign: its words, whether they hold beyond their paragraph, and are of one's own sentence.

    The sign is that of *for negative `z`*, with the `letters` that it is of; empty where it is said in another way.
    """

    span: Span
    lasts: bool
    own: bool
    sign: str
    letters: Span


def of_letter(span: Span, beside: str) -> Said | None:
    """What the words of a condition say of the letter at a place, of which those right `beside` it may say a sign.

    The sign is empty where they say more than can be used, *if `X` or `Y` is positive*; None if there is no condition.
    """
    before = _masked(_BEGINS.sub("", sentences.before(span)))
    after = _masked(sentences.CLOSES.sub("", sentences.after(span)))
    condition = _BEFORE.search(before)
    if condition is None:
        return None
    behind = _BEHIND.match(after)
    sign = ""
    if (found := _OWN.search(before) or _SHARED.search(before)) is not None:
        sign = _named(found[1])
    elif behind is not None and (word := _WORD.search(behind[1])) is not None:
        sign = _named(word[0])
        if _NONE.search(behind[1]) or _NONE_BEFORE.search(before):
            sign = _OF_NONE.get(sign, "")
        sign = _OR_ZERO.get(sign, sign) if behind[2] else sign
    elif not condition["with"] and not _NOT_SO.match(after):
        sign = beside
    if condition["with"] and behind is None:
        return None
    lasts = condition["suppose"] or (condition["with"] and _DECLARES.match(before))
    return Said(sign, not lasts)


def are_all(span: Span) -> bool:
    """Whether a condition with signs, of letters alone, is all that a sentence says before a formula."""
    return _WHOLE.fullmatch(_masked(_BEGINS.sub("", sentences.before(span)))) is not None


def unheard(span: Span, behind: str) -> Iterator[Unheard]:
    """The conditions in the section before a formula, and in what its sentence says `behind` it, with a sign."""
    before = sentences.of_section_before(span)
    first, end_of_all = span.start - len(before), span.source.words.find(behind, span.end) + len(behind)
    masked = _masked(span.source.words[first:end_of_all])
    for start, end in sentences.pieces(masked):
        for said in _SAID.finditer(masked, start, end):
            *_, opens = (None, *_CONDITION.finditer(masked, start, said.end()))
            if opens is None or _is_computed(masked, opens, span.source.words[first:]):
                continue
            reach = first + _reach(masked, said, end)
            place, letters = (Span(span.source, first + begins, reach) for begins in (opens.start(), said.start()))
            word = _WORD.search(said[0]) if said[0].endswith("§") else None
            sign = _named(word[0]) if word is not None else ""
            yield Unheard(place, bool(opens["lasts"]), start <= len(before) <= end, sign, letters)


def _is_computed(masked: str, condition: re.Match[str], written: str) -> bool:
    """Whether *with* names something, and the words with a sign say what follows from that."""
    found = _FOLLOWS.match(masked, condition.end()) if condition[0].lower() == "with" else None
    return found is not None and "=" in written[found.start() : found.end()]


def _reach(masked: str, said: re.Match[str], end: int) -> int:
    """Up to where words with a sign are of what is so: *positive `z`* of this and of what is listed with it."""
    if said[0].endswith("§") and (listed := _LISTED.match(masked, said.end(), end)) is not None:
        return listed.end()
    ends = _ENDS.search(masked, said.end(), end)
    return end if ends is None else ends.start()


def _named(word: str) -> str:
    return word.lower().replace("-", "")


def _masked(text: str) -> str:
    """A text in which each formula is one letter that stands in no word, and all else is where it was.

    A display that ends with a full stop ends a sentence.
    """
    return _FORMULA.sub(_mask, text)


def _mask(formula: re.Match[str]) -> str:
    blanks = len(formula[0]) - 1
    return "§" + (" " * (blanks - 2) + ". " if _STOPS.search(formula[0]) else " " * blanks)
