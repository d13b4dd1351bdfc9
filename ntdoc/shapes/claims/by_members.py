"""Chains about entries that are made of members of a family: `y_{\\ax(t)} = c \\ndot{\\bx} h_t = …`.

Each side is a tensor with an entry for each member. With the letter as an index of an axis a side would be made of one
member alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import over_members
from ntdoc.shapes.patterns import letters
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Entries, Gap

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def stacked(session: Session, parsed: ast.Chain, env: Environment) -> ast.Chain | None:
    """The chain with all of its sides as such tensors; None if it is not about entries, or not of members."""
    subject = parsed.subjects[0]
    indices = letters(subject) if isinstance(subject, ast.Index) and len(parsed.subjects) == 1 else None
    if indices is None or len(indices) != 1 or parsed.conditions:
        return None
    letter = indices[0][1].full_name
    if not any(over_members.runs_over_members(session, side, letter, env) for _, side in parsed.rest):
        return None

    def along(side: ast.Operand) -> ast.Operand:
        return side if isinstance(side, ast.TensorSet | Gap) else Entries(indices, side, side.span)

    return parsed.replace(subjects=(along(subject),), rest=tuple((r, along(side)) for r, side in parsed.rest))
