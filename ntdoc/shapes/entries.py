"""The statements of a document in their places: section, run of displays, sentence.

A run is a sequence of displays with nothing between them but words such as *where* and *with*; what a run says after
such words belongs to what stands before it. A sentence bounds what *if* and *any* say of a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ntdoc.reading.document import Directive, Document, Heading, Mathematics, Prose
from ntdoc.syntax.ast import Parsed
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.statements import parse_display, parse_inline

_WHERE = re.compile(r"\s*[,;:.]?\s*(where|with|in which|such that|here|and where)\b", re.IGNORECASE)
_AND = re.compile(r"\s*[,;:]?\s*(and|or|,)\s*$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]*_]*(?=\s|$)|\n\s*\n|\r\n\s*\r\n|\n\s*(?=[-*+>#] |\d+[.)] )|\\item\b|\\par\b")
_LOCAL = re.compile(
    r"\b(if|when|whenever|any|every|each|all|some|an?|unless|of type|of the form|instead of|than|not)\s+"
    r"(?:\w+\s+){0,2}[(\[]?$",
    re.IGNORECASE,
)
_SMALL = re.compile(r"\bsmall\b", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(not|incorrect|wrong|instead|unlike|rather than|cannot|can't|false|mistake|isn't|doesn't|never|no longer)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A parsed statement and where it stands."""

    index: int
    parsed: Parsed
    piece: Piece
    item: int
    section: int
    run: int
    where: bool  # says what something before it in its run is
    sentence: int
    display: bool
    local: bool  # what it declares holds in its sentence alone
    small: bool  # the sentence says that something is small
    negated: bool  # the sentence says that something is not so
    companion: bool = False


def entries_of(document: Document, first: int = 0, companion: bool = False) -> list[Entry]:
    """All statements of a document, in order."""
    found: list[Entry] = []
    section = run = sentence = 0
    where = False
    between = ""  # prose since the last display
    before = ""  # prose of this sentence since the last formula
    spoken = ""  # prose of this sentence
    local = False
    after_display = False
    items = document.items
    for number, item in enumerate(items):
        if isinstance(item, Heading):
            section += 1
            run += 1
            sentence += 1
            where = local = after_display = False
            between = before = spoken = ""
        elif isinstance(item, Prose):
            between += item.text
            ends = list(_SENTENCE_END.finditer(item.text))
            if ends:
                sentence += len(ends)
                local = False
                before = spoken = item.text[ends[-1].end() :]
                if after_display and between[: ends[0].start()].strip():
                    pass
            else:
                before += item.text
                spoken += item.text
        elif isinstance(item, Mathematics):
            if item.display:
                if not between.strip():
                    pass
                elif _WHERE.match(between):
                    where = True
                elif _AND.fullmatch(between) and after_display:
                    pass
                else:
                    run += 1
                    where = False
                parsed = parse_display(item.tokens, item.environment, item.inner)
            else:
                if after_display and between.strip() and not where:
                    first_words = between.lstrip()
                    if _WHERE.match(first_words):
                        where = True
                    else:
                        run += 1
                parsed = parse_inline(item.tokens, item.inner)
                local = local or bool(_LOCAL.search(" ".join(before.split())[-60:]))
            ahead = items[number + 1].text[:60] if number + 1 < len(items) and isinstance(items[number + 1], Prose) else ""
            small = bool(_SMALL.search(spoken[-80:]) or _SMALL.search(ahead.split(".")[0]))
            negated = bool(_NEGATED.search(spoken)) and not item.display
            linked = where
            for statement, piece in parsed:
                words = piece.words
                if words.startswith(("where", "with", "such that")):
                    linked = True
                found.append(
                    Entry(
                        first + len(found), statement, piece, number, section, run, linked, sentence, item.display,
                        local and not item.display, small, negated, companion,
                    )  # fmt: skip
                )
                if words.rstrip(",.: ").endswith("where"):
                    linked = True
            if _trailing_where(item):
                linked = True
            where = linked if item.display else where
            if item.display:
                after_display = True
                between = ""
                if _ends_sentence(item):
                    sentence += 1
                    local = False
                    spoken = ""
            before = ""
        elif isinstance(item, Directive):
            continue
    return found


def _ends_sentence(item: Mathematics) -> bool:
    return bool(item.tokens) and item.tokens[-1].text == "."


def _trailing_where(item: Mathematics) -> bool:
    from ntdoc.reading.tokens import Kind

    return any(t.kind is Kind.TEXT and t.text.strip(" ,:.").endswith("where") for t in item.tokens[-2:])
