"""Lists with one entry, `a = (0.5)` of an `a \\in \\reals^{\\ax}`: the axis may have that length for what comes of it.

The number in brackets has no axis, as any number has none. So the length is only tried, for a claim that else fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import default_size, number
from ntdoc.syntax import ast


def with_axes_of_one(session: Session, claim: Judged) -> Iterator[Judged]:
    """A claim where the axes of all that has such a list, and that it rests on, are of length 1."""
    at = claim.role.entry
    names = made_of(session.scope, names_in(at.parsed), at)
    axes = set(chain.from_iterable(_axes_of_one(session.scope, name, claim) for name in sorted(names)))
    if axes and claim.law is None:
        equations = claim.notebook.equations.copy()
        for axis in sorted(axes):
            equations.suggest(default_size(axis), number(1))
        yield replace(claim, notebook=replace(claim.notebook, equations=equations))


def _axes_of_one(scope: Scope, name: str, claim: Judged) -> Iterator[str]:
    """The axis of a tensor that is declared with one, where its section gives it such a list before a claim."""
    at = claim.role.entry
    before = [b for b in scope.by_name.get(name, ()) if b.entry.index < at.index]
    given = [b for b in before if isinstance(b, Tensor) and b.entry.section == at.section]
    declared = [b.domain for b in before if isinstance(b, Declared) and b.domain is not None]
    if given and declared and _is_of_one(given[-1].body) and len(axes := declared[-1].shape.axes) == 1:
        yield from (sized.axis.name for sized in axes if not sized.axis.variable)


def _is_of_one(body: ast.Operand) -> bool:
    """Whether it is a number in brackets."""
    if not isinstance(body, ast.Group) or body.bracket not in ("(", "[") or body.parameters:
        return False
    return len(body.items) == 1 and numeric.is_number(body.items[0])
