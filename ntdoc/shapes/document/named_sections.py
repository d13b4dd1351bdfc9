"""Which sections a section names where it begins: *write `g` for the derivative by the output of \\cref{sec:views}*.

A letter of which it says nothing itself means what it means there, if it is used there. That is of LaTeX.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count, takewhile

from ntdoc.reading.document import Document, Heading
from ntdoc.reading.references import labels_named
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in

_LABEL = re.compile(r"\s*\\label\s*\{([^{}]+)\}")
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\\begin\s*\{(?:align|equation|gather|multline)|\\\[|\$\$")

Named = tuple[Entry, frozenset[str]]  # the last entry of a section, and all that is named in it


def named_sections(document: Document, entries: Sequence[Entry]) -> dict[int, list[Named]]:
    """By section, those that are named in its first paragraph, the last first. Equations are named as rules."""
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
    if not labels:
        return {}
    sections: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if not entry.companion:
            sections[entry.section].append(entry)
    found: dict[int, list[Named]] = {}
    for own, paragraph in enumerate(paragraphs, start=1):
        named = {number for label in labels_named(paragraph) for number in labels.get(label, ())} - {own}
        seen = [sections[number] for number in sorted(named & sections.keys(), reverse=True)]
        if seen:
            found[own] = [(there[-1], frozenset().union(*(names_in(e.parsed) for e in there))) for there in seen]
    return found


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
