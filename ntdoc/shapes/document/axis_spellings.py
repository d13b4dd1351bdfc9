"""How the author writes each axis, and whether a document is in this notation at all."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.nodes import walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.source import Span
from ntdoc.syntax.ast import Axis, AxisTerm, BigOperator, Juxtaposition, Parsed, ProductOperator, Shape, Size, Symbol

_WORDS = ("\\text", "\\math")  # as people write sizes, too: `\\reals^{\\text{batch} \\times \\mathsf{T}}`


def spellings(entries: Iterable[Entry]) -> dict[str, str]:
    """How the author writes each axis, for hints.

    What a macro makes along with something else, `\\nfun{\\ax}{inv}` of the document's own, is no way to write it.
    """
    found: dict[str, str] = {}
    made: dict[Span, set[str]] = {}
    axes: list[Axis] = []
    for entry in entries:
        alone = {part.axis for part in walk(entry.parsed) if isinstance(part, AxisTerm)}
        for part in walk(entry.parsed):
            if isinstance(part, Axis):
                made.setdefault(part.span, set()).add(part.name)
                axes += [part] if part not in alone else []  # which may be any command that nothing defines
            elif isinstance(part, Symbol | BigOperator | ProductOperator):
                made.setdefault(part.span, set()).add("")
    for axis in sorted(axes, key=lambda axis: len(made[axis.span]) > 1):
        found.setdefault(axis.name, axis.span.text.strip() if len(made[axis.span]) == 1 else f"\\mathsf{{{axis.name}}}")
    return found


def names_axes(entries: Iterable[Entry]) -> bool:
    """Whether axes have names: by a macro or `\\name`, or as something is done along them.

    Words in a shape alone are none yet: so are sizes in ordinary notation. Neither is a part of a name, `M_{\\sun}`,
    nor what stands between bars, `|\\T_n|`: a macro that nothing defines may mean anything there.
    """
    for entry in entries:
        in_shapes = {axis.axis for part in walk(entry.parsed) if isinstance(part, Shape) for axis in part.axes}
        alone = {part.axis for part in walk(entry.parsed) if isinstance(part, AxisTerm)}
        alone |= _parts_of_names(entry.parsed)
        for part in walk(entry.parsed):
            if isinstance(part, Axis) and part not in alone and not (part in in_shapes and _is_word(part)):
                return True
    return False


def _parts_of_names(parsed: Parsed) -> set[Axis]:
    """The axes below names that are applied to nothing, or between bars."""
    applied = {id(f) for part in walk(parsed) if isinstance(part, Juxtaposition) for f in part.factors[:-1]}
    found: set[Axis] = set()
    for part in walk(parsed):
        below = isinstance(part, Symbol) and not part.under and not (part.roman and id(part) in applied)
        if isinstance(part, Size | Symbol) and (below or isinstance(part, Size)):
            found |= set(part.axes)
    return found


def _is_word(axis: Axis) -> bool:
    return axis.span.text.lstrip().startswith(_WORDS)
