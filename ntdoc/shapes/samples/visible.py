"""Which of the sizes that are stated hold where a statement stands."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.samples import configured
from ntdoc.shapes.stated import StatedSize


class Stated:
    """All sizes that are stated, and those for samples: without the numbers of a real model."""

    def __init__(self, sizes: Sequence[StatedSize]) -> None:
        small = configured.for_samples(sizes)
        self.every = Sizes(tuple(sizes))
        self.has_large = len(small) < len(sizes)
        self.small = Sizes(small) if self.has_large else self.every


class Sizes:
    """Stated sizes, sorted so that each statement looks through those of its own chapter."""

    def __init__(self, sizes: Sequence[StatedSize]) -> None:
        self._taken = [configured.is_taken(s) for s in sizes]
        self.all = sizes
        self._chapters: dict[int, list[StatedSize]] = {}
        self._of_sentence: dict[int, list[StatedSize]] = {}
        for s in sizes:
            self._of_sentence.setdefault(s.entry.sentence, []).append(s)
        self._supposing = {s.entry.sentence for s in sizes if s.entry.local and s.entry.supposed}
        self._named: dict[str, list[Entry]] = {}
        for s in sizes:
            for name in {name for size, _ in s.sizes for name in size.atoms}:
                self._named.setdefault(name, []).append(s.entry)

    def names(self, name: str, at: Entry) -> bool:
        """Whether one that is stated before an entry, or in its section, has the name."""
        return any(e.index <= at.index or e.section == at.section for e in self._named.get(name, ()))

    def seen(self, at: Entry, passing: Set[int]) -> list[StatedSize]:
        """Those visible from an entry, before it and in its run; the latest first, for it wins."""
        own = self._of_sentence.get(at.sentence, ())
        cases = {s.sizes[0][0] for s in own if s.entry.index <= at.index}
        return [
            s
            for s in self._of_chapter(at.chapter)
            if (e := s.entry).index <= at.index or e.run == at.run or e.companion
            if e.sentence == at.sentence or not (e.local or e.example or e.index in passing)
            if e.sentence == at.sentence or e.sentence not in self._supposing  # and a display behind it
            if e.index <= at.index or e.index not in passing or s.sizes[0][0] not in cases  # *with …, and with …*
            if e.exercise in (0, at.exercise)
        ]

    def _of_chapter(self, chapter: int) -> Sequence[StatedSize]:
        """The latest first; of others only those that no prose takes for what follows there."""
        if chapter not in self._chapters:
            pairs = zip(self.all, self._taken, strict=True)
            found = [s for s, taken in pairs if s.entry.chapter == chapter or not taken]
            self._chapters[chapter] = found[::-1]
        return self._chapters[chapter]
