"""The choices of a quiz, which claim nothing, and what tables and lists of answers say of them."""

from __future__ import annotations

import re
from itertools import pairwise

from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Span

_TRUTH = r"true|correct|right|valid|holds?|so"
_UNTRUTH = r"false|wrong|incorrect|invalid|untrue"
_WHICH = rf"which\b[^.?!]*\b(?:{_TRUTH}|{_UNTRUTH}|hold|equals?)\b"
_FOR_EACH = r"(?:for\s+(?:each|every|all)\s+(?:\w+\s+){0,3}?,?\s*)?"
_QUIZ = regex(
    r"\btrue\s*(?:or|/)\s*false\b|\bT/F\b|\bprove\s+or\s+(?:disprove|refute|(?:find|give)\s+a\s+counterexample)"
    r"|\bright\s+or\s+wrong\b|\bagree\s+or\s+disagree\b"
    rf"|\b(?:true|correct|right|valid)\s+or\s+(?:not|wrong|incorrect)\b|^\W*(?:\w+[.:]\W+)?{_WHICH}|\b{_WHICH}[^.?!]*\?"
    rf"|\b(?:decide|determine|say|state|tell|judge|discuss|check|investigate|find\s+out)\s+{_FOR_EACH}(?:whether|which)\b"
    rf"|\b(?:decide|determine|check)\s+{_FOR_EACH}if\b"
    r"|\b(?:mark|tick|circle|select|choose|pick|check|cross)\s+(?:all\s+)?(?:(?:the|each|every|those|any)\s+)"
    rf"(?:\w+\s+){{0,2}}(?:that\s+(?:is|are)\s+)?(?:true|correct|right|valid|{_UNTRUTH})\b"
    r"|\b(?:is|are|do|does)\s+(?:each\s+of\s+|all\s+of\s+)?(?:the\s+following|these|this)\b"
    rf"[^.!?]*\b(?:{_TRUTH}|hold)\b[^.!?]*\?",
    re.IGNORECASE,
)
_HOW = regex(  # to answer it: a sentence behind that of the quiz
    r"\W*(?:give|justify|explain|prove|several|more|there\s+may|only|for\s+each|no|each|one\s+point|mark|tick|circle"
    r"|answer)\b",
    re.IGNORECASE,
)
_ANSWERED = regex(
    r"\b(?:answers?|solutions?)\b|(?<!whether )(?<!if )(?<!of )\b(?:the\s+following|these)\s+(?:are|hold|is)\b[^?]*$",
    re.IGNORECASE,
)
_WHETHER = regex(
    r"\b(?:decide|determine|judge|discuss|check|ask|asked|asks|find\s+out|say|tell)\s+(?:for\s+\w+\s+)?(?:whether|if)\b"
    r"[^.?!:,]*$",
    re.IGNORECASE,
)
_MARKER = r"(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,2}[.)]\s+|\([a-z\d]{1,4}\)\s*|[a-zA-Z]\)\s+)"
_ITEM = regex(
    rf"\n[ \t>]*{_MARKER}|\\item\b(?:\s*\[[^\]]*\])?|\\(?:wrong|correct)?choice\b|\\CorrectChoice\b", re.ASCII
)
_LABEL = regex(r"(?<![\w}])\(([a-z]|[ivx]{1,4}|\d{1,2})\)(?=\s)")
_BOX = regex(r"[-*+]\s+\[([ xX])\]")
_TO_DO = regex(r"\W*(?:x\W+)?(?:prove|show|check|verify|say|write|add|derive|explain|mention)\b", re.IGNORECASE)
_STOP = regex(rf"{sentences.STOP}[\"'”’)\]*_]*(?=\s)")
_LIST = regex(r"\\begin\s*\{(?:enumerate|itemize|choices|checkboxes|parts|tasks)\*?\}")
_LIST_ENDS = regex(r"\\end\s*\{(?:enumerate|itemize|choices|checkboxes|parts|tasks)\*?\}")
_BLANK = regex(r"\n[ \t>]*\n")
_YES = regex(r"\W*(?:yes|true|correct|right|holds?|valid|✓|✔|✅)(?=\W|$)", re.IGNORECASE)
_NO = regex(
    rf"\W*(?:no|never|{_UNTRUTH}|not\s+(?:true|correct|so)|does\s+not(?:\s+hold)?)(?=\W|$)|[\s*]*[✗✘❌]", re.IGNORECASE
)
_COLUMN_OF_TRUTH = regex(rf"\b(?:{_TRUTH}|truth|verdict|answer|always)\b|T/F", re.IGNORECASE)
_HEAD_OF_WRONG = regex(r"\W*(?:wrong|incorrect|false|not|don['’]t|bad|instead\s+of)\W*", re.IGNORECASE)
_HEAD_OF_RIGHT = regex(r"\W*(?:right|correct|true|but|do|good|write|better)\W*", re.IGNORECASE)
_COLUMN_OF_FALSE = regex(rf"^\W*(?:is\s+it\s+)?(?:{_UNTRUTH})\b(?!\s*(?:or|/))", re.IGNORECASE)


def is_choice(before: str, span: Span) -> bool:
    """Whether a formula is what a question gives to choose from, or what it asks whether it holds."""
    if _WHETHER.search(before):
        return True
    text = sentences.SECTION.split(span.source.words[max(0, span.start - 3000) : span.start])[-1]
    item = _own_item(text)
    if item is None:
        return False
    lead = _lead(text[: item.start()], item)
    if (box := _BOX.search(item.group())) is not None and (box[1] != " " or "[x]" in _around(span, text).lower()):
        return box[1] == " " and not _TO_DO.match(before)
    if "choice" in item.group():
        return "orrect" not in item.group().lower()
    return _asks(lead)


def _asks(lead: str) -> bool:
    """Whether the last sentence of what leads to a list is that of a quiz, but for those that say how to answer it."""
    ends = [0, *(end.end() for end in _STOP.finditer(lead + " ")), len(lead)]
    told = [part for begin, end in pairwise(ends) if (part := lead[begin:end]).strip(" \t\n*_")]
    while told and _HOW.match(told[-1]) and not _QUIZ.search(told[-1]):
        told.pop()
    return bool(told) and _QUIZ.search(told[-1].strip()) is not None and not _ANSWERED.search(told[-1])


def _own_item(text: str) -> re.Match[str] | None:
    """The beginning of the item that a formula stands in, if that is in its first sentence."""
    found = [*_ITEM.finditer("\n" + text if not text.startswith("\n") else text), *_LABEL.finditer(text)]
    last = max(found, key=lambda match: match.end(), default=None)
    if last is None:
        return None
    said = last.string[last.end() :]
    return None if _STOP.search(said + " ") or _BLANK.search(said) or _LIST_ENDS.search(said) else last


def _lead(text: str, item: re.Match[str]) -> str:
    """What leads to the list of an item."""
    if item.group().startswith("\\"):
        for begins in reversed([*_LIST.finditer(text)]):
            if len(_LIST_ENDS.findall(text[begins.end() :])) <= len(_LIST.findall(text[begins.end() :])):
                return _BLANK.split(text[: begins.start()].rstrip())[-1]
        return ""
    if item.re.pattern == _LABEL.pattern:
        paragraph = _BLANK.split(text)[-1]
        return _LABEL.split(paragraph)[0]
    for block in reversed(_BLANK.split(text)):
        first = _ITEM.search("\n" + block)
        if first is not None and first.start() == 0:
            continue  # items before it
        if block[:2] in ("  ", "\t") or not block.strip():
            continue
        return ("\n" + block)[: first.start()] if first is not None else block
    return ""


def _around(span: Span, before: str) -> str:
    """The paragraph of a list of boxes."""
    after = _BLANK.split(span.source.words[span.end : span.end + 1500])[0]
    return _BLANK.split(before)[-1] + after


def in_table(span: Span) -> bool | None:
    """What the last cell of its row says of a formula, in a column whose head asks whether it is true.

    A column of what is *wrong* beside one of what is *right* says so itself.
    """
    words = span.source.words
    row_start = words.rfind("\n", 0, span.start) + 1
    row_end = words.find("\n", span.end)
    row = sentences.without_comments(words[row_start : row_end if row_end >= 0 else len(words)])
    if row.lstrip().startswith("|"):
        head = _BLANK.split(words[max(0, row_start - 3000) : row_start])[-1].strip().split("\n")[0]
        mark = "|"
    elif "&" in row:
        table = words.rfind("\\begin{tabular", max(0, row_start - 3000), row_start)
        lines = [line for line in words[table:row_start].split("\n") if "&" in line] if table >= 0 else []
        head, mark = (lines[0] if lines else ""), "&"
    else:
        return None
    cells, heads = (re.sub(r"\\\\.*$", "", line).strip().strip("|").split(mark) for line in (row, head))
    if len(cells) != len(heads):
        return None
    own = next((head for cell, head in zip(cells, heads, strict=True) if span.text in cell), "")
    if _HEAD_OF_WRONG.fullmatch(own) and any(_HEAD_OF_RIGHT.fullmatch(head) for head in heads):
        return False
    if span.text not in "".join(cells[:-1]):
        return None
    told = True if _YES.match(cells[-1]) else False if _NO.match(cells[-1]) else None
    if _COLUMN_OF_FALSE.search(heads[-1]):
        return None if told is None else not told
    return told if _COLUMN_OF_TRUTH.search(heads[-1]) else None


def by_label(span: Span) -> bool | None:
    """What the text says of a formula by its label: *(a) is true, (b) and (c) are false*."""
    text = sentences.SECTION.split(span.source.words[max(0, span.start - 1500) : span.start])[-1]
    item = _own_item(text)
    label = re.search(r"\(([a-z\d]+)\)|(\d+)[.)]", item.group()) if item is not None else None
    if label is None:
        return None
    behind = sentences.SECTION.split(span.source.words[span.end : span.end + 2000])[0]
    name = re.escape(label[1] or label[2])
    number = rf"|(?<=[.,:;]\s){name}|\b(?:statement|item|number|claim)\s+{name}" if label[2] else ""
    named = rf"(?:\({name}\){number})"
    others = r"(?:\s*(?:,\s*and|,|and|&)\s*\(?[a-z\d]{1,3}\)?(?=[\s,]))*"
    said = rf"{others}\s*:?\s*(?:(?:is|are)\s+)?(?P<word>\w+(?:\s+\w+)?)"
    found = re.search(rf"{named}(?P<said>{said})?", behind)
    if found is None or found["said"] is None:
        return None
    word = found["word"].lower()
    if re.match(rf"(?:{_UNTRUTH})\b|fails?\b|(?:do|does)\s+not\b|not\s+(?:{_TRUTH})\b", word):
        return False
    return True if re.match(rf"(?:{_TRUTH}|hold)\b", word) else None
