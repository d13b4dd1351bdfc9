"""What course notes ask and answer: verdicts behind a formula, the choices of a quiz, and mistakes that are told.

A choice claims nothing. What is called *true* is claimed, and what is called *false* is not, in words behind it, in the
cell beside it, or by its label: *(a) is true, (b) is false*.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.denied import choices, denials, errata
from ntdoc.shapes.document.denied.told_mistakes import is_told_mistake
from ntdoc.source import Span
from ntdoc.syntax.ast import Parsed
from ntdoc.vocabulary import CLOSES, IF

_FALSE = r"(?:false|wrong|incorrect|untrue|nonsense|not\s+(?:true|correct|so|right|in\s+general)|no|nope)"
_TRUE = r"(?:true|correct|right|yes)"
_OPEN = r"(?:[*_]{1,3}|\\(?:emph|textbf|textit|textsl)\s*\{)?"
_SHUT = r"[.!]?[*_}]{0,3}"
_ALONE = (  # and no *false positives*, *no further assumption*, *right now*, *true if …*
    r"(?=\s*(?:[.:;,!)\]}—–|]|--|-\s|$|\n\s*\n|(?:because|since|as|for)\b))"
    rf"(?!\W*(?:(?:but\s+)?only\s+)?(?:{IF}|unless|for|in)\b)"
)
_CONDITION = (  # "… for `u, w \\in S`", "… holds in general"
    rf"(?:\s*,?\s+(?:for|with|when|whenever|where|if|in|over|holds?|always)\b(?:[^.!?;:|$\n]|{sentences.FORMULA}"
    r"|\.(?=\S)|\n(?!\s*(?:\n|[-*+]\s|\d+[.)]\s)))*?)?"
)
_BETWEEN = (  # a full stop and a word with a capital, or another sign that parts them
    r"(?:[.!?][\s*_\"”’)]*(?:(?:---?|[—–-])\s*)?(?P<stop>)|[,;:]?\s*(?:---?|[—–→]|-(?=\s)|\\hfill|\\q?quad|\\to)\s*"
    r"|[:?]\s*|[.,;]?\s*[(\[]\s*)"
)
_ANSWER = rf"(?:{_OPEN}(?:answer|solution)[.:]?[*_}}]{{0,3}}[.:]?\s*)?"
_VERDICT = regex(
    rf"{_CONDITION}{_BETWEEN}{_ANSWER}{_OPEN}(?P<word>{_FALSE}|{_TRUE})\b{_SHUT}{_ALONE}", re.IGNORECASE
)
_REFUTED = regex(rf"(?=\s*,?\s+(?:for|with|when|whenever|where|in|over)\b){_CONDITION}(?=[.!]\s)")
_CLOSED = regex(rf"\A(?:\s*(?:{CLOSES}))?[\"”’»']{{0,2}}")
_NEXT = regex(r"\n[ \t]*\n|\n\s*(?:[-*+]|\d+[.)]|\([a-z\d]+\))\s|\\item\b|\\end\s*\{(?:enumerate|itemize)\}|\n#")
_FIRST = regex(  # "False: `E`" behind a sentence that it denies
    rf"^\W*(?:\\(?:emph|textbf|textit)\s*\{{)?(?P<word>{_FALSE})\b[.!]?[*_}}\s]*(?:[:,;—–]|--|-\s|(?=(?:because|since)\b))",
    re.IGNORECASE,
)
_DENYING = r"false|no|nope|untrue"  # what stands before
_FORMULA_BEHIND = regex(r"\s*[*_}]*:[*_}]*\s*(?:\$|\\[(\[]|\\begin\b)")
_LABEL_OF_PAIR = regex(r"\b(?:right|correct|true|good|do)\s*:\s[^:]*$", re.IGNORECASE)  # "right: …. Wrong: …"
_ROW = regex(r"\n[ \t>]*(?=\|)|\\\\(?:\[[^\]]*\])?(?:\s|\\hline)")  # of a table: what another says is not of this
_EITHER = regex(r"\btrue\s*(?:or|/)\s*false\b", re.IGNORECASE)


@lru_cache(maxsize=1)  # it is asked of a formula twice, one after the other
def verdict(span: Span) -> bool | None:
    """Whether an answer says that a formula is so; None if there is none."""
    behind = _CLOSED.sub("", span.source.words[span.end : span.end + 500], count=1)
    if (said := choices.in_table(span)) is not None:
        return said
    text = _NEXT.split(behind)[0]
    found = _VERDICT.match(text)
    begins = found is not None and (found["stop"] is None or found["word"][0].isupper())
    if found is not None and begins and not _is_label(found["word"], text[found.end() :], span):
        return re.fullmatch(_TRUE, found["word"], re.IGNORECASE) is not None
    if (found := _REFUTED.match(text)) is not None and denials.is_refuted(text[found.end() :]):
        return False
    return choices.by_label(span)


def is_shown_wrong(before: str, span: Span, display: bool) -> bool:
    """Whether an answer, or the words around a formula, show it as a mistake."""
    said = verdict(span)
    if said is None:
        return denials.is_shown_as_mistake(before, span, display) or is_told_mistake(before, span, display)
    return not said


def is_taken_back(before: str, after: str, statement: Parsed, span: Span) -> bool:
    """Whether the words around a formula in the prose say that it is not so, or only ask."""
    before = _behind_verdict(_ROW.split(before)[-1], span)
    if verdict(span):
        return denials.is_denied(_EITHER.sub(" ", before), after, statement)
    if denials.is_denied(before, after, statement) or choices.is_choice(before, span):
        return True
    return denials.is_asked(span) or errata.is_wrong_one(statement, span)


def _is_label(word: str, behind: str, span: Span) -> bool:
    """Whether a verdict is the label of the formula behind it: *Right: `A`. Wrong: `B`*."""
    if _FORMULA_BEHIND.match(behind) is None:
        return False
    if re.fullmatch(_DENYING, word, re.IGNORECASE) is None:
        return True
    return _LABEL_OF_PAIR.search(sentences.before(span)) is not None


def _behind_verdict(before: str, span: Span) -> str:
    """The words before a formula without a *False:* that denies the sentence before them."""
    found = _FIRST.match(before)
    if found is None:
        return before
    earlier = sentences.of_paragraph_before(span)
    if not any(part.strip(" \t\n>*_-+(") for part in earlier):
        return before
    if _LABEL_OF_PAIR.search(" ".join(earlier[-1:]) + " "):
        return before
    directly = not before[found.end() :].strip(" \t\n$\\(")
    if directly and not re.fullmatch(_DENYING, found["word"], re.IGNORECASE):
        return before  # *Wrong: `E`* shows `E`
    return before[found.end() :]
