"""The wrong letter below a sum: `C_{\\ax(i)} = \\sum_i A_{\\ax(i),\\bx(j)} b_{\\bx(j)}` leaves open what j is."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast


def below_an_operator(claim: Judged, left: Typed, right: Typed) -> Diagnostic | None:
    """What is wrong if each side has one letter of its own, and one of them runs below a sum of the other side.

    Then no choice of words makes both sides one: the letter that the sum takes is the one that has to stay.
    """
    lefts, rights = set(left.shape or ()) - set(right.shape or ()), set(right.shape or ()) - set(left.shape or ())
    if len(lefts) != 1 or len(rights) != 1 or not all(axis.startswith("#") for axis in lefts | rights):
        return None
    (of_left,), (of_right,) = lefts, rights
    sides = (
        (claim.left, claim.right, of_left[1:], of_right[1:]),
        (claim.right, claim.left, of_right[1:], of_left[1:]),
    )
    for bare, summed, kept, free in sides:
        for part in walk(summed):
            taken = part.variable if isinstance(part, ast.BigOperator) else None
            if taken is None or taken.full_name != kept or _runs(bare, free):
                continue
            message = f"the operator runs over {kept}, which stays free on the other side, and {free} is left"
            hints = (f"over {free} it has the indices of the other side",)
            return Diagnostic("NT204", message, taken.span, label=f"{free} may be meant", hints=hints)
    return None


def _runs(side: object, letter: str) -> bool:
    """Whether a letter runs below an operator of a side."""
    operators = (part.variable for part in walk(side) if isinstance(part, ast.BigOperator))
    return any(variable is not None and variable.full_name == letter for variable in operators)
