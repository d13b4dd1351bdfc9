"""What a macro does in text: whether it defines something, makes mathematics, or drops what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ntdoc.reading import latex_files as files
from ntdoc.reading.definitions import DEFINERS
from ntdoc.reading.meanings import Macro, Meaning
from ntdoc.reading.tokens import Kind
from ntdoc.reading.vocabulary import SECTIONS

_HAS_EFFECT: Final = frozenset({"begin", "end", "(", "[", "ensuremath"}) | SECTIONS.keys() | files.INCLUDES
_DEPTH: Final = 5  # of macros within macros that are looked at


def has_effect(
    macro: Macro, macros: Mapping[str, Meaning], is_conditional: Callable[[str], bool], depth: int = 0
) -> bool:
    """Whether expanding a macro in text could define something, make mathematics, or leave something out."""
    if macro.dropped:
        return True
    for piece in macro.body:
        if isinstance(piece, int):
            continue
        if piece.kind in (Kind.BEGIN, Kind.END) or (piece.kind is Kind.CHAR and piece.text == "$"):
            return True
        if piece.kind is Kind.COMMAND:
            if piece.text in DEFINERS or piece.text in _HAS_EFFECT or is_conditional(piece.text):
                return True
            inner = macros.get(piece.text)
            if isinstance(inner, Macro) and depth < _DEPTH and has_effect(inner, macros, is_conditional, depth + 1):
                return True
    return False
