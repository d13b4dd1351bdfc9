"""What letters for shapes stand for where nothing says it: an axis each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Signed
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import shape_key
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import STARS
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def drawn_shapes(session: Session, body: ast.Operand, at: Entry) -> dict[str, tuple[str, ...]]:
    """One axis for each letter for a shape that a definition leaves open, itself or by what it names."""
    if not session.scope.leaves_open:
        return {}
    trees: list[object] = [body]
    for name in sorted(session.scope.made(_leave_open) & names_in(body)):
        found = session.scope.tensor(name, at)
        if isinstance(found, Declared) and found.domain is not None:
            trees.append(found.domain)
        trees.extend(b.signature for b in session.scope.function(name, at) if isinstance(b, Signed))
    letters = {a.name.rstrip(STARS): None for t in trees for a in walk(t) if isinstance(a, ast.Axis) and a.variable}
    spare = (x for x in "abcdefghklmnpqrstuvwxyz" if x not in session.axis_spellings)
    return {shape_key(letter): (axis,) for letter, axis in zip(letters, spare, strict=False)}


def _leave_open(scope: Scope) -> frozenset[str]:
    """The names of which a declaration or a signature has a letter for a shape."""
    found = []
    for name, bindings in scope.by_name.items():
        trees = (b.signature if isinstance(b, Signed) else getattr(b, "domain", None) for b in bindings)
        if any(isinstance(a, ast.Axis) and a.variable for a in walk(tuple(trees))):
            found.append(name)
    return frozenset(found)
