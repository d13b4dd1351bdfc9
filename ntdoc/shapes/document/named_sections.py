"""Which sections a section names where it begins: *write `g` for the derivative by the output of \\cref{sec:views}*.

A letter of which it says nothing itself means what it means there, if it is used there. That is of LaTeX.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.source import Source

_HEADING = re.compile(r"(?m)^[^%\n]*?\\(chapter|(?:sub){0,2}section)\*?\s*(?:\[[^\]]*\])?\{")
_LABEL = re.compile(r"\\label\s*\{([^{}]+)\}")
_REFERENCE = re.compile(r"\\(?:c|C|auto|eq)?ref\*?\s*\{([^{}]+)\}")
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\\begin\s*\{(?:align|equation|gather|multline)|\\\[|\$\$")
_LEVELS = ("chapter", "section", "subsection", "subsubsection")


Named = tuple[Entry, frozenset[str]]  # the last entry of a section, and all that is named in it


class _File:
    """The headings of a file, and the entries that are in it."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.entries: list[Entry] = []
        self.headings = [(m.start(), _LEVELS.index(m[1])) for m in _HEADING.finditer(self.text)]

    def within(self, start: int, end: int) -> Iterator[int]:
        """The sections of the entries between two places."""
        first, last = (bisect_left(self.entries, at, key=lambda e: e.parsed.span.start) for at in (start, end))
        yield from (entry.section for entry in self.entries[first:last])

    def headed(self, label: int) -> frozenset[int]:
        """The section, with its subsections, below the heading that a label is of. Equations are named as rules."""
        number = bisect_right(self.headings, (label, len(_LEVELS))) - 1
        if number < 0:
            return frozenset()
        start, level = self.headings[number]
        if self.text[self.text.find("}", start) + 1 : label].strip():
            return frozenset()
        end = (place for place, other in self.headings[number + 1 :] if other <= level)
        return frozenset(self.within(start, next(end, len(self.text))))

    def beginnings(self) -> Iterator[tuple[int, str]]:
        """Each section with its first paragraph."""
        starts = [start for start, _ in self.headings]
        for start, end in pairwise([*starts, len(self.text)]):
            first = self.text.find("\n", start, end)
            words = self.text[first:end].lstrip() if first >= 0 else ""
            yield from ((own, _PARAGRAPH.split(words, maxsplit=1)[0]) for own in {*self.within(start, end)})


def named_sections(entries: Sequence[Entry]) -> dict[int, list[Named]]:
    """By section, those that are named in its first paragraph, the last first."""
    files: dict[int, _File] = {}
    for entry in entries:
        source = entry.parsed.span.source
        if id(source) not in files:
            files[id(source)] = _File(source)
        files[id(source)].entries.append(entry)
    if not any(_REFERENCE.search(file.text) for file in files.values()):
        return {}
    sections: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        sections[entry.section].append(entry)
    labels: dict[str, frozenset[int]] = {}
    for file in files.values():
        file.entries.sort(key=lambda e: e.parsed.span.start)
        labels |= {m[1].strip(): file.headed(m.start()) for m in _LABEL.finditer(file.text)}
    found: dict[int, list[Named]] = {}
    for file in files.values():
        for own, paragraph in file.beginnings():
            referred = (label.strip() for m in _REFERENCE.finditer(paragraph) for label in m[1].split(","))
            named = frozenset[int]().union(*(labels.get(label, frozenset()) for label in referred)) - {own}
            seen = [sections[section] for section in sorted(named, reverse=True)]
            if seen:
                found[own] = [(there[-1], frozenset().union(*(names_in(e.parsed) for e in there))) for there in seen]
    return found
