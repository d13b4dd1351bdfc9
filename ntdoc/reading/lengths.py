"""How long the expansions of macros are, without making them: the prose of LaTeX is shown with its macros expanded."""

from __future__ import annotations

from collections.abc import Mapping

from ntdoc.reading.meanings import Macro, Meaning
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
    """The tokens that a macro makes, but for its arguments. One that comes back to itself may stop: it counts once.

    Macros within macros are followed without recursion: nothing bounds how deep they go.
    """
    known: dict[str, int] = {}
    names, bodies, totals = [""], [iter(macro.body)], [len(macro.body)]  # of the macros that are being counted
    while bodies:
        piece = next(bodies[-1], None)
        if piece is None:
            bodies.pop()
            known[names.pop()] = length = totals.pop()
            if totals:
                totals[-1] += length
        elif not isinstance(piece, int) and piece.kind is Kind.COMMAND:
            inner = macros.get(piece.text)
            if piece.text in known:
                totals[-1] += known[piece.text]
            elif isinstance(inner, Macro):
                known[piece.text] = 0
                names.append(piece.text)
                bodies.append(iter(inner.body))
                totals.append(len(inner.body))
    return known[""]
