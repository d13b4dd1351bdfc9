"""What leads from a formula to a second one for the same name: words that conclude, or turn to another thing."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.judged import Judged
from ntdoc.verification import words
from ntdoc.verification.said_again import recaps
from ntdoc.vocabulary import ADVERB, ANY, CHANGED, IF, SUPPOSES

_ANEW = regex(  # it may be another one, or hold in some case
    r"\b(?:now|instead|another|others?|new|next|later|first|second(?! form)|third|last|again|examples?|exercises?"
    rf"|problems?|{SUPPOSES}|consider\w*|let|takes?|taking|taken|choos\w+|chosen?|us(?:e|es|ing)|put"
    r"|sets?|setting|alternat\w*|variants?|variations?|versions?|modif\w+|replac\w+|approximat\w*|estimat\w*|clip\w*"
    r"|ignor\w+|neglect\w*|truncat\w*|stochastic|mini-?batch\w*|noisy|noise|regulari\w+|decay\w*|penalt\w+|cheap\w*"
    rf"|simpl\w+|general\w*|analog\w*|unlike|without(?! \w+ing\b)|{IF}|where|cases?|special|under|after"
    r"|before|during|becomes?|chang\w+|turn\w*|add(?:s|ed|ing)?|drop\w*|remov\w+|scal\w+|weight(?:ed|ing)|normali\w+"
    r"|smooth\w*|correct\w*|improv\w+|extend\w*|updat\w+|steps?|iterat\w+|train\w*|test\w*|inference|not?|none|never"
    r"|wrong\w*|mistake\w*|naive\w*|however|while|whereas|in contrast|rather|practice|usual\w*|common\w*|popular"
    r"|older?|original\w*|paper|sometimes|often|might|could|would|defin\w+|initial\w*|starts?|begin\w*|once|until"
    r"|similar(?:ly)?|related|revers\w+|opposite|counterparts?|[a-z]+(?:ic|er)\s+one\s+is"
    rf"|(?:it|this|that|which|they)\s+(?:is|are|gets?)\s+(?:(?:{ADVERB}|often|always|just)\s+)*(?:{CHANGED})"
    r"|each time|different\w*|option\w*|choice\w*|other hand|up\s+to)\b",
    re.IGNORECASE,
)
_OF_A_KIND = regex(  # "the mean loss is", of the same letter as the total one
    r"\b(?:the|an?)\s+(?:total|mean|average|overall)\s+(?!(?:is|can|may|of|and|plus|minus|squared?)\b)[a-z]+",
    re.IGNORECASE,
)
_FOR_SOME = regex(
    rf"\b(?:for|at|with|in)\b(?!\s+(?:{ANY}|general|total|fact|words|other words|terms|code|full|symbols"
    r"|(?:two|three|four|five|several)\s+(?:terms|parts|summands|factors)|(?:one|two|an?(?:\s+single)?)\s+(?:pass(?:es)?|lines?|sweep)"
    r"|(?:closed|matrix|tensor|vector)\s+form|(?:named\s+tensor|this|our|this\s+paper's)\s+notation)\b)",
    re.IGNORECASE,
)
_OF_ALL = regex(  # "whatever the weights are", "The order of the products is immaterial"
    r"\b(?:whatever|no\s+matter|regardless|irrespective|independent(?:ly)?\s+of|immaterial|irrelevant)\b", re.IGNORECASE
)
OF_TERMS = regex(  # "and the second term is nonnegative", "of which the last"
    r"\b(?:the|its|their|where\s+the)\s+(?:first|second|third|last|other|latter|former)\s+(?:one|two\s+)?"
    r"(?:terms?|parts?|summands?|factors?|sums?|pieces?|products?)\b|\bof\s+which\s+(?:only\s+)?the\s+(?:first|second|last)\b",
    re.IGNORECASE,
)
ENDS = regex(r"[.!?](?=\s|$)|\n\s*[#]")


def turns(text: str) -> bool:
    """Whether words turn to another thing, a case of it or one of its kinds."""
    return any(said.search(text) for said in (_ANEW, _FOR_SOME, _OF_A_KIND))


def is_anew(text: str) -> bool:
    """Whether words say that it may be another one."""
    return _ANEW.search(text) is not None


def is_concluded(before: Judged, judged: Judged) -> bool:
    """Whether the words draw the second formula as a conclusion, *one obtains*, or say that it is so in all cases.

    So it is in a recap, and in the section of a summary.
    """
    led = last_between(before, judged)
    if recaps.is_recap(led) or recaps.is_summary(own_section(before, judged)):
        return True
    return phrases.CONCLUDES.search(led) is not None or _OF_ALL.search(led) is not None


def behind(judged: Judged) -> str:
    """What its sentence says behind a formula, but of its terms."""
    return OF_TERMS.sub("", words.goes_on(judged.span))


def last_between(before: Judged, judged: Judged) -> str:
    return ENDS.split(words.said_between(before.span, judged.span))[-1]


def own_section(before: Judged, judged: Judged) -> str:
    """The words of the section of the second formula before it; nothing of the one that both stand in."""
    _, *later = sentences.SECTION.split(words.said_between(before.span, judged.span))
    return later[-1] if later else ""
