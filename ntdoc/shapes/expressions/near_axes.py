"""An axis that an operand lacks, and one that it has under nearly the same name: a slip of the pen, maybe."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.diagnostics import Edit
from ntdoc.shapes.typed import Typed
from ntdoc.slips import is_one_slip, near
from ntdoc.source import Span

_CLOSE = 0.75  # one letter of four
_SHORT = 2  # letters: of fewer, every name is near to every other


def misspelt(
    missing: Sequence[str], value: Typed, holders: Sequence[Typed], at: Span
) -> tuple[tuple[str, ...], tuple[Edit, ...]]:
    """Hints and edits for the only axis that an operand lacks.

    If another operand has it, either of the two names may be the one that is meant, and nothing is to be edited.
    """
    if len(missing) != 1 or value.shape is None:
        return (), ()
    taken = {axis for other in holders for axis in other.shape or ()}
    free = [axis for axis in value.shape if axis not in taken]
    close = _near(missing[0], free)
    if not close and not holders and len(maybe := _near_of_three(missing[0], free)) == 1:
        return (f"did you mean `{maybe[0]}`?",), ()
    if len(close) != 1:
        return (), ()
    if holders:
        return (f"is `{close[0]}` of {value.text} the same axis as `{missing[0]}`?",), ()
    edits: tuple[Edit, ...] = ()
    if at.text.count(missing[0]) == 1:
        start = at.start + at.text.index(missing[0])
        edits = (Edit(Span(at.source, start, start + len(missing[0])), close[0]),)
    return (f"did you mean `{close[0]}`?",), edits


def shared(missing: Sequence[str], operands: Sequence[Typed]) -> tuple[str, ...]:
    """A hint for one axis that none of several operands has: the only one that all of them have, if there is one."""
    shapes = [operand.shape for operand in operands if operand.shape is not None]
    if len(missing) != 1 or len(shapes) != len(operands) or any(missing[0] in shape for shape in shapes):
        return ()
    common = [axis for axis in shapes[0] if all(axis in shape for shape in shapes)]
    return (f"both have `{common[0]}`, and no other axis in common",) if len(common) == 1 else ()


def _near(name: str, axes: Sequence[str]) -> list[str]:
    """The axes that are spelt nearly as a name is; one with other primes or numbers is another axis on purpose."""
    letters = _letters(name)
    if len(letters) < _SHORT:
        return []
    others = [axis for axis in axes if _letters(axis) != letters and not axis.startswith("#")]
    return near(name, others, 2, _CLOSE)


def _near_of_three(name: str, axes: Sequence[str]) -> list[str]:
    """The axes of three letters of which the name has another last one or middle one: too few letters to be sure."""
    return [a for a in axes if len(a) == len(name) == 3 and a[0] == name[0] and a != name and is_one_slip(a, name)]


def _letters(name: str) -> str:
    return "".join(c for c in name if c.isalpha())
