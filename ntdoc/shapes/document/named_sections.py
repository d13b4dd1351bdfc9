"""Which sections and displays a section names: *write `g` for the derivative by the output of \\cref{sec:views}*.

A letter of which it says nothing itself means what it means in those that its first paragraph names, if it is used
there. That is of LaTeX. What it says to be the letter of a place, *the rewards `r` of \\cref{sec:setup}*, means that.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, takewhile

from ntdoc.reading.document import Document, Heading, Mathematics
from ntdoc.reading.references import labels_named
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

_LABEL = regex(r"\s*\\label\s*\{([^{}]+)\}")
_PARAGRAPH = regex(r"\n[ \t]*\n|\\begin\s*\{(?:align|equation|gather|multline)|\\\[|\$\$")
_OF_PLACE = regex(  # behind a letter: *of Section `\\ref{...}`*, *as defined in `\\eqref{...}`*
    r"\s*(?:\$|\\\))\s+(?:(?:(?:as\s+)?(?:defined|introduced|given|declared)\s+)?(?:of|from|in|by)|as\s+in)\s+"
    r"(?:the\s+)?(?:section|sec\.|equation|eq\.|appendix|app\.|definition)?[\s~(]*(\\[A-Za-z]*ref\*?\s*\{[^{}]*\})",
    re.IGNORECASE,
)

Named = tuple[Entry, frozenset[str]]  # the last entry of a section, and all that is named in it


@dataclass(frozen=True, slots=True)
class Pointers:
    """By section, those that are named in its first paragraph, the last first; and by letter, what it is said to be of.

    The latter are pairs: from which statement on a letter is meant so, and the last one of the place it is of.
    """

    sections: Mapping[int, Sequence[Named]] = field(default_factory=dict)
    letters: Mapping[tuple[int, str], Sequence[tuple[Entry, Entry]]] = field(default_factory=dict)

    def place(self, name: str, said: Iterable[Entry], at: Entry) -> Entry | None:
        """Where a name is looked for that stands in a statement, if not there; by all that say what it is.

        A section further on, *the details are in \\cref{sec:views}*, lends no name that is known before it.
        """
        if not (self.sections or self.letters):
            return None
        before = [e for e in said if e.index <= at.index]
        known = any(not e.companion for e in before)
        named = (last for last, names in self.sections.get(at.section, ()) if name in names)
        there = next((last for last in named if last.index <= at.index or not known), None)
        mentions = self.letters.get((at.section, name), ())
        place = next((found for found in reversed(mentions) if found[0].index < at.index), None)
        first, last = place if place is not None else (None, there)
        own = (e.index for e in before if e.section == at.section)
        return last if not any(first is None or first.index < index for index in own) else None


def pointers(document: Document, entries: Sequence[Entry]) -> Pointers:
    """What sections name. Equations are named as rules, and lend their letters only where the text says so."""
    headings = [item for item in document.items if isinstance(item, Heading)]
    labels: dict[str, range] = {}
    paragraphs: list[str] = []
    for number, heading in enumerate(headings if document.format == "latex" else (), start=1):
        text = _below(heading, headings[number:])
        behind = _LABEL.match(text)
        if label := behind or _LABEL.search(heading.span.text):
            labels[label[1].strip()] = _with_subsections(headings, number)
        words = text[behind.end() if behind else 0 :].lstrip()
        paragraphs.append(_PARAGRAPH.split(words, maxsplit=1)[0])
    sections: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if not entry.companion:
            sections[entry.section].append(entry)
    found: dict[int, list[Named]] = {}
    for own, paragraph in enumerate(paragraphs if labels else (), start=1):
        named = {number for label in labels_named(paragraph) for number in labels.get(label, ())} - {own}
        seen = [sections[number] for number in sorted(named & sections.keys(), reverse=True)]
        if seen:
            found[own] = [(there[-1], frozenset().union(*(names_in(e.parsed) for e in there))) for there in seen]
    places = {label: sections[n][-1] for label, own in labels.items() for n in own if sections.get(n)}
    letters: dict[tuple[int, str], list[tuple[Entry, Entry]]] = defaultdict(list)
    for entry, name, key in _letters(entries):
        there = places.get(key) or _of_display(document, entries, key)
        if there is not None and there.index < entry.index:
            letters[entry.section, name].append((entry, there))
    return Pointers(found, letters)


def _letters(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, str]]:
    """Letters that stand alone in a sentence, and the label of what the words behind say that they are of."""
    for entry in entries:
        name, span = alone(entry), entry.parsed.span
        if entry.companion or not isinstance(name, ast.Symbol):
            continue
        of_place = _OF_PLACE.match(span.source.uncommented[span.end : span.end + 120])
        for label in labels_named(of_place[1]) if of_place is not None else ():
            yield entry, name.full_name, label


def _of_display(document: Document, entries: Sequence[Entry], label: str) -> Entry | None:
    """The last statement of the display that has a label."""
    numbers = {n for n, item in enumerate(document.items) if isinstance(item, Mathematics) and label in item.labels}
    return max((e for e in entries if e.item in numbers and not e.companion), key=lambda e: e.index, default=None)


def _below(heading: Heading, following: Sequence[Heading]) -> str:
    """What stands below a heading in its file, up to the next one."""
    source = heading.span.source
    ends = (other.span.start for other in following if other.span.source is source)
    return source.uncommented[heading.span.end : next(ends, None)]


def _with_subsections(headings: Sequence[Heading], number: int) -> range:
    """The number of a section, and of those below it: sections are counted from 1."""
    level = headings[number - 1].level
    below = takewhile(lambda n: n <= len(headings) and headings[n - 1].level > level, count(number + 1))
    return range(number, max(below, default=number) + 1)
