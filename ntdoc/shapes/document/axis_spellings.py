"""How the author writes each axis, and whether a document is in this notation at all."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Axis, AxisTerm, Shape

_WORDS = ("\\text", "\\math")  # as people write sizes, too: `\\reals^{\\text{batch} \\times \\mathsf{T}}`


def spellings(entries: Iterable[Entry]) -> dict[str, str]:
    """How the author writes each axis, for hints."""
    found: dict[str, str] = {}
    for entry in entries:
        alone = {part.axis for part in walk(entry.parsed) if isinstance(part, AxisTerm)}
        for part in walk(entry.parsed):
            if isinstance(part, Axis) and part not in alone:  # which may be any command that nothing defines
                found.setdefault(part.name, part.span.text.strip())
    return found


def names_axes(entries: Iterable[Entry]) -> bool:
    """Whether axes have names: by a macro or `\\name`, or as something is done along them.

    Words in a shape alone are none yet: so are sizes in ordinary notation.
    """
    for entry in entries:
        in_shapes = {axis.axis for part in walk(entry.parsed) if isinstance(part, Shape) for axis in part.axes}
        alone = {part.axis for part in walk(entry.parsed) if isinstance(part, AxisTerm)}
        for part in walk(entry.parsed):
            if isinstance(part, Axis) and part not in alone and not (part in in_shapes and _is_word(part)):
                return True
    return False


def _is_word(axis: Axis) -> bool:
    return axis.span.text.lstrip().startswith(_WORDS)
