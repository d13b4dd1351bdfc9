"""The boxes of a document in Markdown: examples and exercises with solutions, which are about numbers of their own,
theorems with their proofs, and mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ntdoc.reading.containers import THEOREMS, Container
from ntdoc.reading.document import Document
from ntdoc.regex import regex
from ntdoc.shapes.document import phrases
from ntdoc.shapes.document.denied.denials import is_called_mistake
from ntdoc.shapes.document.denied.exercises import Exercises
from ntdoc.source import Span

_THEOREM = regex(  # what a box is, and not how it is called: `{#lem-a .lemma}`, `{prf:theorem} Title`, `lemma`
    rf"(?:\{{[^{{}}]*[\s{{.:#])?(?:(?P<theorem>{THEOREMS})|(?P<proof>proof))(?![A-Za-z])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Boxes:
    """Those that are called examples, and those of exercises, each with the number of its exercise."""

    examples: tuple[Container, ...]
    exercises: tuple[tuple[Container, int], ...]
    mistakes: tuple[Container, ...]  # what is shown in them is not how it should be
    theorems: tuple[tuple[Container, tuple[bool, int]], ...]  # or proofs, and their numbers
    titled: Exercises  # those that stand in no box

    def exercise(self, span: Span) -> int:
        """The number of the exercise that a formula belongs to; 0 if to none."""
        return self._boxed(span) or self.titled.number(span)

    def _boxed(self, span: Span) -> int:
        return next((n for box, n in reversed(self.exercises) if _holds(box, span)), 0)

    def is_of_numbers(self, span: Span) -> bool:
        """Whether a formula stands in a box that keeps the numbers that it gives."""
        return self._boxed(span) > 0 or any(_holds(box, span) for box in self.examples)

    def theorem(self, span: Span) -> tuple[bool, int] | None:
        """Whether a formula stands in a theorem or in a proof, and the number of the theorem; None if in neither."""
        return next((found for box, found in reversed(self.theorems) if _holds(box, span)), None)

    def is_of_mistake(self, span: Span) -> bool:
        """Whether a formula stands in a box whose title says that this is a mistake."""
        return any(_holds(box, span) for box in self.mistakes)


def boxes(document: Document) -> Boxes:
    """What the titles of containers say, and of paragraphs. A solution belongs to the exercise before it."""
    containers: Sequence[Container] = document.containers
    exercises: list[tuple[Container, int]] = []
    count = 0
    for box in containers:
        if (found := phrases.EXERCISE.search(box.title)) is not None:
            count += found[1] is None or not count
            exercises.append((box, count))
    examples = tuple(box for box in containers if phrases.ILLUSTRATION.search(box.title))
    mistakes = tuple(box for box in containers if is_called_mistake(box.title))
    theorems = tuple(_theorems(containers))
    return Boxes(examples, tuple(exercises), mistakes, theorems, Exercises(document.items, count))


def _theorems(containers: Sequence[Container]) -> Iterator[tuple[Container, tuple[bool, int]]]:
    """Theorems and proofs, of which each is of the theorem before it."""
    count = 0
    for box in containers:
        if (found := _THEOREM.match(box.title)) is not None:
            count += found["theorem"] is not None
            yield box, (found["theorem"] is not None, count)


def _holds(box: Container, span: Span) -> bool:
    return box.start <= span.start < box.end
