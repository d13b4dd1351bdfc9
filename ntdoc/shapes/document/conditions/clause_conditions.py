"""What a sentence says of its letters, and for which of its formulas: *for `j > 1`, `X_j = …`, and for `j = 1`*."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.shapes.document.conditions import premises
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax.ast import Chain, Parsed


class ClauseConditions:
    """The conditions in force while the formulas of a text are gone through."""

    def __init__(self) -> None:
        self._held: list[tuple[int, Chain, bool]] = []  # with the sentence, and whether it is an *if*

    def on(self, statement: Parsed, sentence: int) -> Parsed:
        """A statement with what its sentence says before it of its letters: *for `j > 1`, `X_j = …`*."""
        if not isinstance(statement, Chain) or not self._held:
            return statement
        here = [(c, is_if) for place, c, is_if in self._held if place == sentence]
        found: Parsed = premises.bounding(statement, [c for c, _ in here])
        for condition, is_if in here:
            found = premises.under(found, condition) if is_if else found
        return found

    def hold(
        self, sentence: int, supposed: Sequence[Chain], orders: Sequence[Chain], before: str, *, between: bool
    ) -> None:
        """What a formula says from here on. If another stands `between`, an earlier case of the same letter ends.

        *If `z > 0`, it is `A`, and if `z < 0`* is of the second case alone.
        """
        names = names_in((*supposed, *orders)) if between else frozenset()
        here = (held for held in self._held if held[0] == sentence)
        self._held = [held for held in here if not names or names.isdisjoint(names_in(held[1].subjects))]
        self._held.extend((sentence, chain, premises.follows_if(before)) for chain in supposed)
        self._held.extend((sentence, order, False) for order in orders)
