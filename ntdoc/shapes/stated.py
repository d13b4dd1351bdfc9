"""What a document says of sizes."""

from __future__ import annotations

from dataclasses import dataclass

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.sizes import Size
from ntdoc.source import Span


@dataclass(frozen=True, slots=True)
class StatedSize:
    """`|a| = |b|` or `|a| = 3`, with the place that it is said in. What prose says yields to what is computed."""

    sizes: tuple[tuple[Size, Span], ...]
    entry: Entry

    @property
    def pairs(self) -> list[tuple[Size, Size]]:
        """The first size with each that it is equal to."""
        return [(self.sizes[0][0], size) for size, _ in self.sizes[1:]]
