"""Which theorem a proof is of that stands elsewhere: *Proof of Theorem `\\ref{thm:a}`*, of an environment or a section.

What the theorem says of its names, *for every `c > 0`*, is said for its proof as well. That is of LaTeX; a proof right
behind its theorem is found where the text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.reading.document import Document, Heading
from ntdoc.reading.references import labels_named
from ntdoc.regex import regex
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span

_NAMES = r"(?:thm|theorem|lem|lemma|prop|proposition|cor|corollary|claim|fact)\w*\*?"
_THEOREM = regex(rf"\\begin\s*\{{({_NAMES})\}}.*?\\end\s*\{{\1\}}", re.DOTALL)
_LABEL = regex(r"\\label\s*\{([^{}]+)\}")
_PROOF = regex(
    r"\\begin\s*\{proof\}\s*\[((?:[^\[\]]|\[[^\[\]]*\])*)\].*?\\end\s*\{proof\}|"
    r"\\begin\s*\{proof\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}.*?\\end\s*\{proof\}",
    re.DOTALL,
)
_OF = regex(r"\b(?:proof|derivation)s?\b", re.IGNORECASE)


def of_named_theorems(document: Document, entries: list[Entry]) -> list[Entry]:
    """The entries, of which those in such a proof have the number of the theorem that it names."""
    if document.format != "latex":
        return entries
    theorems = dict(_theorems(document, entries))
    places = [(span, theorems[label]) for span, label in _proofs(document) if label in theorems]
    if not places:
        return entries
    return [_of_proof(entry, places) for entry in entries]


def is_of_its_theorem(said: Entry, at: Entry) -> bool:
    """Whether a place is in the proof of the theorem in which something is said."""
    return bool(at.proves) and said.proves == at.proves and said.theorem and not at.theorem


def _of_proof(entry: Entry, places: Sequence[tuple[Span, int]]) -> Entry:
    number = next((n for span, n in places if span.holds_start(entry.parsed.span)), 0)
    return replace(entry, proves=number) if number and not entry.theorem else entry


def _theorems(document: Document, entries: Sequence[Entry]) -> Iterator[tuple[str, int]]:
    """The labels of theorems, and their numbers."""
    inside = [entry for entry in entries if entry.theorem]
    for source in document.sources if inside else ():
        for theorem in _THEOREM.finditer(source.uncommented):
            span = Span(source, *theorem.span())
            number = next((entry.proves for entry in inside if span.holds_start(entry.parsed.span)), 0)
            for label in _LABEL.finditer(theorem[0]) if number else ():
                yield label[1].strip(), number


def _proofs(document: Document) -> Iterator[tuple[Span, str]]:
    """Where proofs stand that name a label alone, and that label."""
    for source in document.sources:
        for proof in _PROOF.finditer(source.uncommented):
            yield from ((Span(source, *proof.span()), label) for label in _one(proof[1] or proof[2] or ""))
    headings = [item for item in document.items if isinstance(item, Heading)]
    for number, heading in enumerate(headings):
        source = heading.span.source
        title = heading.span.text
        if _OF.search(title) is None:
            continue
        ends = (h.span.start for h in headings[number + 1 :] if h.span.source is source and h.level <= heading.level)
        span = Span(source, heading.span.end, next(ends, len(source.text)))
        yield from ((span, label) for label in _one(title))


def _one(words: str) -> list[str]:
    """The label that words name, if it is one."""
    found = list(labels_named(words))
    return found if len(found) == 1 else []
