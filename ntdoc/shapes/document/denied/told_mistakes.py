"""Mistakes that a text tells of: what students like to write, where the error is, what would be absurd."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.denied.denials import is_called_mistake
from ntdoc.source import Span
from ntdoc.vocabulary import CLOSES, HEDGE, HENCE, IF, OPENS

_RIGHT_BEFORE = rf"[\s:]*(?:{OPENS})?\s*$"
_ERROR = r"(?:error|mistake|flaw|slip|bug|fallacy|wrong|incorrect)"
_SOME = (
    r"(?:(?:some|many|most|several|few|one|two|half|a\s+(?:few|lot|third|quarter)|\d+)\s+of\s+(?:you|them|us|the\s+\w+)"
    r"|(?:some|many|most|several|(?:the\s+)?weaker|other)\s+(?:students|beginners|readers|solutions|answers)"
    r"|students|beginners)"
)
_SOMEONE = (
    r"(?:someone|somebody|(?:a|one|another|the)\s+(?:\w+\s+)?(?:student|beginner|friend|colleague|pupil|classmate)"
    r"|those|students|people)"
)
_FORGETS = (
    r"(?:forgets?|forgot|ignores?|overlooks?|overlooked|confuses?|confused|mix(?:es)?\s+up|misreads?|neglects?|drops?)"
)
_TRAP = rf"(?:trap|blunder|howler|pitfall|misconception|confusion|{_ERROR})"
_OFTEN = r"(?:(?:often|sometimes|easily|wrongly|naively|still|even|tend\s+to|like\s+to)\s+)*"
_BEGINNERS = r"(?:beginners|novices|newcomers|freshmen)"
_MANY = rf"(?:(?:many|most|some)(?:\s+(?:people|students|readers))?|people|students|{_BEGINNERS})"
_WRITES = r"(?:writes?|gets?|obtains?|uses?|concludes?|claims?)"
_BELIEVED = regex(
    rf"\b{_BEGINNERS}\s+{_OFTEN}{_WRITES}{_RIGHT_BEFORE}"
    rf"|\b{_MANY}\s+{_OFTEN}(?:believe|think|claim|expect|conclude|argue)(?:\s+that)?{_RIGHT_BEFORE}"
    rf"|\b(?:{_MANY}|one|we|you)\s+{_OFTEN}{_FORGETS}\b[^.;:$]*\band\s+{_OFTEN}{_WRITES}(?:\s+that)?{_RIGHT_BEFORE}"
    rf"|\bnaively,?\s+(?:one|we|you)\s+(?:{HEDGE}|will)\s+(?:write|think|expect|say|get|have|conclude|hope|guess)"
    rf"(?:\s+that)?{_RIGHT_BEFORE}"
    rf"|\b(?:avoid|beware\s+of|watch\s+out\s+for)\s+(?:the\s+|this\s+)?(?:[\w-]+\s+){{0,2}}{_TRAP}(?:\s+(?:that|of\s+\w+ing))?{_RIGHT_BEFORE}"
    rf"|\b(?:(?:{IF})\s+(?:you|one|we)|(?:any(?:one|body)|every(?:one|body)|whoever|(?:those|people|readers|students))(?:\s+who)?)"
    r"\s+(?:had\s+|still\s+|also\s+)?(?:expect(?:s|ed)?|believed?s?|thinks?|thought|guess(?:es|ed)?|hoped?s?|suspect(?:s|ed)?)"
    rf"(?:\s+that)?{_RIGHT_BEFORE}"
    rf"|\bfreshman['’]s\s+dream\b(?:\s+(?:is|says|states|claims|reads)(?:\s+that)?)?{_RIGHT_BEFORE}"
    rf"|(?:[❌✗✘🚫⛔]|:x:)\ufe0f?[\s*_]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_MANY_WRITE = regex(rf"(?:^|[.:;*_>])\W*{_MANY}\s+{_OFTEN}write{_RIGHT_BEFORE}", re.IGNORECASE)
_VALUE = r"(?=\s+(?:\$|\\\(|-?\d|an?\s|of\s|zero\b|one\b|two\b|three\b))"
_CORRECTED = regex(  # in the sentence behind it, or by what its sides are there
    rf"[^.;:!?]{{0,80}}[.;:!?\s]+[^.;:!?]{{0,80}}\bthe\s+left(?:-hand)?\s+side\s+is\b{_VALUE}[^.;:!?]{{0,40}}"
    rf"\bthe\s+right(?:-hand)?(?:\s+side)?\s+is\b{_VALUE}"
    r"|[^.;:!?]{0,80}[.;:!?\s]+(?:(?:but|however|yet|actually|in\s+(?:fact|truth)|instead|no)\b|(?:the|this|that|it|correct|right)\b[^.;:$]{0,30}"
    r"\b(?:correct|right|true|wrong|false|mistake|error|forgets?|misses|drops|ignores)\b|(?:correct|right)\b)",
    re.IGNORECASE,
)
_SIDES = regex(rf"\b(?:both|the\s+(?:two\s+)?)\s*sides\s+(?:of|in){_RIGHT_BEFORE}", re.IGNORECASE)
_DIFFER = regex(r"\s*(?:differ|disagree|are\s+(?:not\s+(?:equal|the\s+same)|different|unequal))\b", re.IGNORECASE)
_HEADING = regex(r"^\#{1,6}\s+(.*?)\s*$|\\(?:sub)*section\*?\s*\{([^{}]*)\}", re.MULTILINE)
_OPENS_ITEM = regex(r"(?:^|\n)[ \t]*(?:[-*+•]|\d+[.)]|\\item(?:\[[^\]\n]*\])?)[ \t\n]+[\"“”]?(?:\$|\\\()?\s*$")
_TAKEN_BACK = regex(  # in the sentence behind what opens the item
    rf"\s*[\"“”]?[.!:;—–-]+\s+(?!(?:and|so|{HENCE}|for)\b)[^.;:!?]{{0,120}}\b(?:not|no|never|forg[eo]ts?|forgotten|miss(?:es|ing)|wrong|ignores?|drops?)\b",
    re.IGNORECASE,
)
_FAR = 3000  # characters of a section that are looked through
_BEFORE = regex(
    r"(?<!\bno )\bcounter-?examples?\s+(?:to|for|of|against)\s+(?:(?:the|this)\s+(?:\w+\s+){1,2})?(?:that\s+)?"
    rf"{_RIGHT_BEFORE}"
    rf"|\b(?:avoid|beware\s+of|watch\s+out\s+for|fall(?:s|ing)?\s+(?:in|for|into))\s+(?:the\s+|this\s+)?(?:\w+\s+)?"
    rf"(?:trap|{_ERROR})(?:\s+of\s+\w+ing)?{_RIGHT_BEFORE}"
    rf"|\b(?:beware\s+of|avoid)\s+(?:writing|using|claiming){_RIGHT_BEFORE}"
    rf"|\b{_SOME}\s+(?:(?:often|sometimes|wrongly|like\s+to|tend\s+to|love\s+to|will|still|even)\s+)*"
    rf"(?:wrote|(?<=to\s)write|(?<=often\s)write|(?<=sometimes\s)write|(?<=still\s)write|(?<=wrongly\s)write){_RIGHT_BEFORE}"
    rf"|\b{_SOMEONE}\s+who\s+{_FORGETS}\b[^.;:$]*\b(?:gets?|got|writes?|wrote|finds?|found|obtains?|has|have){_RIGHT_BEFORE}",
    re.IGNORECASE,
)
_SEEK = (  # "Where is the error?", "Can you find the mistake?"
    r"(?:where\s+(?:is|was)\s+(?:the|their|his|her|its|my|your)\b[^.?!$]{0,60}"
    r"|what\s+(?:is|was)\s+wrong(?:\s+(?:here|with\s+this|in\s+this))?\b[^.?!$]{0,40}"
    r"|(?:find|spot|locate|correct|can\s+you\s+(?:find|see|spot))\s+(?:the|their|his|her)\s+(?:\w+\s+)?"
    rf"{_ERROR}\b[^.?!$]{{0,30}}"
)
_HUNT = (  # and of what was said, "What went wrong?", "What did they forget?"; but not "What is the error?" of a number
    rf"{_SEEK}|what\s+(?:is|was)\s+(?:the|their|his|her|its|my|your)\s+(?!\w*\s*errors?\b)[^.?!$]{{0,60}}"
    r"|what\s+(?:went|has\s+gone)\s+wrong\b[^.?!$]{0,40}"
    r"|what\s+(?:did|has|have|do|does)\s+(?:they|he|she|you|we|it|the\s+student)\s+"
    r"(?:forget|forgotten|overlook|miss|missed|ignore|do\s+wrong)\b[^.?!$]{0,30})[?.!]"
)
_ASKED_BEFORE = regex(rf"\b{_SEEK})[?.!][\s*_\"“>]*(?:{OPENS})?\s*$", re.IGNORECASE)
_ASKS = regex(  # what a paragraph opens with, and does not answer at once
    rf"[\W_]*(?:[a-z]+\s+){{0,3}}{_SEEK})\?(?![\W_]*(?:it|this|that|in|at|answer|here|there|because"
    r"|the\s+(?:error|mistake|problem|flaw|step|last|first|second|third))\b)",
    re.IGNORECASE,
)
_RIGHT = r"(?:correct(?:ed)?|right|true|proper)"
_SIDE = r"(?:hand|sides?|inverse|multipl\w+|factors?|terms?|(?:tri)?angles?|columns?|rows?|half|part|end)"
_ANSWERED = regex(  # from there on a paragraph says what is so: *the right product is*, *the last step is wrong*
    rf"(?<!\bon\s)(?<!\bto\s)(?<!\bfrom\s)\bthe\s+(?:[a-z]+\s+)?{_RIGHT}\s+(?!{_SIDE}\b|(?:is|are|we|they|one|it)\b)[a-z-]+"
    rf"|\b(?:is|are|be)\s+(?:[a-z]+\s+)?{_RIGHT}\b(?!\s*\?|[\s-]+{_SIDE})"
    r"|\b(?:correctly|corrected)\b|(?<=[.!?]\s)(?:correct|right)(?=\s+(?:is|would|are)\b|\s*[:,])"
    r"|\b(?:the|their|his|her)\s+(?:answer|solution|correction|fix)\s+is\b|\bshould\s+(?:be|read|have\s+been)\b"
    rf"|\b{_ERROR}s?\s+(?:is|was|lies|stands|hides|occurs)\b|\b(?:is|was|are)\s+{_ERROR}\b(?!\s*\?)|\bwhat\s+(?:holds|is\s+so)\b",
    re.IGNORECASE,
)
_IS_OF_ERROR = regex(rf"{_ERROR}|forg[eo]t|overlook|miss|ignor", re.IGNORECASE)
_CLOSED = regex(rf"\A\s*(?:{CLOSES})")
_NO_POINTS = r"(?:no|zero|0|\$0\$)\s+(?:points?|marks?|credits?)"
_AFTER = regex(
    rf"[.!,;:\s\"”’*_()]*(?:{_NO_POINTS}\b"
    rf"|(?:gets?|got|earns?|scores?|receives?|deserves?|is\s+worth|gives?)\s+{_NO_POINTS}"
    r"|(?:which|this|that|it)\s+(?:is|would\s+be)\s+(?:clearly\s+|plainly\s+|of\s+course\s+)?"
    r"(?:absurd|a\s+contradiction|contradictory|ridiculous)\b"
    r"|(?:absurd|a\s+contradiction|contradiction)\b(?=[.,;!])"
    r"|Do(?:\s+not|n['’]t)(?:\s+(?:do\s+(?:so|this|that|it)|fall\s+for\s+(?:it|this)|write\s+(?:this|that|it)))?\s*[.!])"
    rf"|[.!,;\s\"”’*_]*(?P<hunt>{_HUNT})",
    re.IGNORECASE,
)
_WRITING = regex(
    r"\b(?:writing|claiming|concluding|to\s+write|the\s+(?:answer|solution|claim|rule|step|equation|formula))"
    rf"{_RIGHT_BEFORE}",
    re.IGNORECASE,
)
_LOSES = regex(
    r"\s*(?:loses|forgets|drops|ignores|misses|overlooks|neglects|confuses|mixes\s+up)\s+(?!nothing\b|no\b|none\b|only\b)",
    re.IGNORECASE,
)


def _is_believed(before: str, behind: str, span: Span) -> bool:
    """Whether words say that some believe a formula, or that many write it, where they also say that it is wrong."""
    if _BELIEVED.search(before) or (_SIDES.search(before) and _DIFFER.match(behind)):
        return True
    if _MANY_WRITE.search(before) is not None:
        return _CORRECTED.match(behind) is not None or _is_among_mistakes(span)
    near = span.source.words[max(0, span.start - 80) : span.start]
    opens = _OPENS_ITEM.search(near) is not None and _TAKEN_BACK.match(behind) is not None
    return opens and _is_among_mistakes(span)


def _is_among_mistakes(span: Span) -> bool:
    """Whether the heading of a section calls what stands in it mistakes."""
    titles = _HEADING.findall(span.source.words[max(0, span.start - _FAR) : span.start])[-1:]
    return any(is_called_mistake(one or other) for one, other in titles)


def is_told_mistake(before: str, span: Span, display: bool) -> bool:
    """Whether the words around a formula tell of it as of a mistake that some make, or that is to be found."""
    near = span.source.words[max(0, span.start - 250) : span.start]
    behind = _CLOSED.sub("", span.source.words[span.end : span.end + 200], count=1)
    behind = sentences.BLANK_LINE.split(behind.lstrip() if display else behind)[0]
    if _BEFORE.search(before) or (_WRITING.search(before) and _LOSES.match(behind)):
        return True
    if _is_believed(before, behind, span):
        return True
    if (found := _ASKED_BEFORE.search(near)) is not None and _IS_OF_ERROR.search(found.group()):
        return True
    paragraph = sentences.paragraph_before(span, 600) if not display else ""
    asks = _ASKS.match(paragraph)
    if asks is not None and _IS_OF_ERROR.search(asks.group()) and not _ANSWERED.search(paragraph, asks.end()):
        return True
    found = _AFTER.match(behind)
    return found is not None and (found["hunt"] is None or _IS_OF_ERROR.search(found["hunt"]) is not None)
