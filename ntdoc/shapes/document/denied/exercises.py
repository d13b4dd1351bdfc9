"""Exercises outside of boxes: from a heading, a paragraph or an item that is titled so to the next, with solutions.

*Exercise 2.*, *P1.* and *Problem 3 (norms)* in bold or italics open one, and so do `\\begin{exercise}`, a heading, and
each item in a section that is headed *Exercises*. A *Solution.* with none of these above it is that of the paragraph
before it; one that says of which exercise it is, *Solution of exercise 2*, and the items of a section that is headed
*Solutions*, are of the exercises with their numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from ntdoc.reading.document import Heading, Item, Mathematics, Prose
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.source import Source, Span

_KIND = r"(?:exercise|problem|question|task)"
_NUMBER = r"(?:\s*[A-Z]?\d[\d.]*[a-z]?|\s+[A-Z])"
_EXERCISE = (
    rf"(?:{_KIND}(?:{_NUMBER})?|[EPQ]\d+[a-z]?)(?=\s*(?:[.:,;(*_}}–—]|-\s|$))(?![.:]?\s*(?-i:[a-z]))"
)
_SOLUTION = r"(?:(?:sketch\s+of\s+(?:a\s+|the\s+)?)?(?:solutions?|answers?|hints?))\b"
_OTHER = (
    r"(?:examples?|remarks?|theorems?|lemmas?|definitions?|propositions?|corollary|mistakes?|pitfalls?|notes?|warnings?"
    r"|observations?|summary)\b"
)
_HEADED = regex(rf"\W*(?:(?P<exercise>{_EXERCISE})|(?P<solution>{_SOLUTION}))", re.IGNORECASE)
_LISTS = regex(r"(?:\w+\s+)?(?:exercises|problems|questions|tasks|quiz|homework)\W*\Z", re.IGNORECASE)
_TITLE = regex(
    r"(?:\A|\n)[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+|\\item\b\s*|\\noindent\b\s*)?"
    r"(?:\*{1,3}|_{1,2}|\\(?:textbf|textit|textsc|emph|paragraph\*?|subparagraph\*?)\s*\{|\{\\(?:bf|it|sc|em)\w*\s+)\s*"
    rf"(?:(?P<exercise>{_EXERCISE})|(?P<solution>{_SOLUTION})|(?P<other>{_OTHER}))"
    r"|\\begin\s*\{(?:(?P<posed>(?:exercise|problem|question|task)s?)|(?P<solved>solution|answer|hint)s?"
    r"|(?P<stated>example|remark|theorem|lemma|definition|proposition|corollary)s?)\*?\}"
    r"|\n(?P<item>\d+[.)][ \t]|\\item\b)",
    re.IGNORECASE,
)
_ANSWERS = regex(r"(?:\w+\s+)?(?:solutions|answers|hints)\b", re.IGNORECASE)
_LABEL = regex(r"\W*(?:[A-Za-z]+\W+){0,5}?(\d+)(?=[.):,;\s*_}]|$)")  # *Solution of exercise 2*, *2.*


class Exercises:
    """Which exercise each place of a document belongs to, by numbers that follow a `first` one."""

    def __init__(self, items: Sequence[Item], first: int) -> None:
        self._starts: dict[Source, list[tuple[int, int]]] = {}
        self._count = first
        self._number = self._level = 0
        self._solved = self._lists = False  # its solution has begun; each item is one
        self._untitled = self._answers = False  # the section has the solutions of all
        self._labelled: dict[str, int] = {}
        before: Item | None = None
        for item in items:
            if isinstance(item, Heading):
                self._heading(item)
            elif isinstance(item, Prose):
                self._prose(item, isinstance(before, Mathematics))
            before = item

    def number(self, span: Span) -> int:
        """The number of the exercise that a formula belongs to; 0 if to none."""
        starts = self._starts.get(span.source, [])
        at = bisect_right(starts, (span.start, self._count + 1))
        return starts[at - 1][1] if at else 0

    def _heading(self, heading: Heading) -> None:
        found = _HEADED.match(heading.title)
        self._answers = _ANSWERS.match(heading.title.strip()) is not None
        if found is not None and found["exercise"]:
            self._begin(heading.span.source, heading.span.start, heading.level, heading.title)
        elif found is not None:
            self._solve(heading.span)
        elif not self._number or heading.level <= self._level:
            self._end(heading.span.source, heading.span.start)
        self._lists = _LISTS.match(heading.title.strip()) is not None or (self._lists and found is not None)

    def _prose(self, prose: Prose, behind: bool) -> None:
        source, start = prose.span.source, prose.span.start
        for found in _TITLE.finditer(prose.text):
            if found.start() == 0 and behind and not found[0].startswith(("\n", "\\")):
                continue  # right behind a formula no line begins
            place = start + found.start()
            label = prose.text[found.start("item") if found["item"] else found.start() :][:60].split("\n\n")[0]
            solved = found["solution"] or found["solved"] or self._answers
            if solved and self._is_of_labelled(source, place, label):
                continue
            if found["exercise"] or found["posed"] or (found["item"] and self._lists):
                self._begin(source, place, 7, label)
            elif found["solution"] or found["solved"]:
                self._solve(Span(source, place, place))
            elif found["other"] or found["stated"]:
                self._end(source, place)

    def _is_of_labelled(self, source: Source, place: int, words: str) -> bool:
        """Whether a solution says by its number of which exercise it is; then that goes on."""
        label = _LABEL.match(words)
        if label is None or label[1] not in self._labelled:
            return False
        self._number, self._solved = self._labelled[label[1]], True
        self._starts.setdefault(source, []).append((place, self._number))
        return True

    def _begin(self, source: Source, place: int, level: int, words: str = "") -> None:
        self._count += 1
        if (label := _LABEL.match(words)) is not None:
            self._labelled[label[1]] = self._count
        self._number, self._level, self._solved, self._untitled = self._count, level, False, False
        self._starts.setdefault(source, []).append((place, self._number))

    def _end(self, source: Source, place: int) -> None:
        self._number = self._level = 0
        self._starts.setdefault(source, []).append((place, 0))

    def _solve(self, at: Span) -> None:
        """A solution begins: if no title stands above it, so has the exercise with the paragraph before it."""
        if not self._number or (self._untitled and self._solved):
            before = at.source.words[: at.start].rstrip()
            paragraphs = [found.end() for found in sentences.BLANK_LINE.finditer(before)]
            place = paragraphs[-1] if paragraphs else 0
            last = self._starts.get(at.source, [])[-1:]
            if not last or last[0][0] <= place:
                self._begin(at.source, place, 7)
                self._untitled = True
        self._solved = True
