"""How long the expansions of macros are, without making them: the prose of LaTeX is shown with its macros expanded."""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.reading.definitions import Macro, Meaning
from ntdoc.reading.tokens import Kind


class Shown:
    """What macros in prose may still make: a page shows it, and it has the limit that mathematics has."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._told: set[str] = set()

    def takes(self, name: str, macro: Macro, macros: Mapping[str, Meaning]) -> bool:
        """Whether there is room for what a macro makes, which is then taken. If not, that is told once of each."""
        if name in self._told:
            return True
        if (length := length_of(macro, macros)) > self.left:
            self._told.add(name)
            return False
        self.left -= length
        return True


def length_of(macro: Macro, macros: Mapping[str, Meaning]) -> int:
    """The tokens that a macro makes, but for its arguments. One that comes back to itself may stop: it counts once."""
    known: dict[str, int] = {}

    def of_body(of: Macro) -> int:
        total = len(of.body)
        for piece in of.body:
            if isinstance(piece, int) or piece.kind is not Kind.COMMAND:
                continue
            inner = macros.get(piece.text)
            if isinstance(inner, Macro):
                if piece.text not in known:
                    known[piece.text] = 0
                    known[piece.text] = of_body(inner)
                total += known[piece.text]
        return total

    return of_body(macro)
