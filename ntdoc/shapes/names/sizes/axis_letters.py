"""Letters for the sizes of axis parameters: after `|\\ax| = n` the `n` of a function at `\\ax` is the size of its axis.

In `\\nfun{\\batch}{mean} X`, where `\\nfun{\\ax}{mean} X = \\frac{1}{n} \\nsum{\\ax} X`, it is `|\\batch|`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.sizes import Size, number
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def size_given(session: Session, name: str, env: Environment) -> Size | None:
    """The size of the axes that a call gives a function, for the letter that its section calls that size by."""
    function = env.inside
    if function is None or name in env.values:
        return None
    for axis in function.axes:
        given = env.axes.get(axis, (axis,))
        if given == (axis,) or not _is_called(session, f"|{axis}|", name, function.entry.section):
            continue
        total = number(1)
        for one in given:
            total = total * infer.size_of_name(env, one)
        return total
    return None


def is_size_here(session: Session, found: Tensor | Declared, name: str, at: Entry) -> bool:
    """Whether a letter of another section is here the size of an axis, of `\\kernel[k]`.

    There it may be any number, `k = n`, or a tensor with axes: after `m \\in \\reals^{\\bx}`, *let `|\\ax| = 2 m`*.
    """
    if found.entry.section == at.section:
        return False
    if isinstance(found, Declared):
        if not found.along or at.companion:
            return False
        stated = (s for s in session.sizes if s.entry.section == at.section and not s.entry.local)
        if any(name in size.atoms for s in stated for size, _ in s.sizes):
            return True
    elif not isinstance(found.body, ast.Symbol):
        return False
    return any(e.section == at.section and not e.local for e in session.written_sizes.get(name, ()))


def _is_called(session: Session, size: str, name: str, section: int) -> bool:
    """Whether a section says that the size of an axis is a letter, and nothing else."""
    stated = (s.sizes for s in session.sizes if s.entry.section == section)
    return any({size, name} <= {one.atom for one, _ in sizes} for sizes in stated)
