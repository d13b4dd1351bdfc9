"""Sizes that a call gives with the letters in a function's name: `\\text{MaxPool}_{2}` of a `\\text{MaxPool}_k`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing
from ntdoc.shapes.families import component, taken_apart
from ntdoc.shapes.scope import Function, Signed
from ntdoc.shapes.sizes import Size
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def sizes_of_letters(
    session: Session, function: Function | Signed, symbol: ast.Symbol, env: Environment
) -> dict[str, Size]:
    """The sizes that the index letters of a function stand for, and those tied to them."""
    given: dict[str, Size] = {}
    name = taken_apart(function.name)
    parts = [p for script in (symbol.sub, symbol.sup) if script is not None for p in script.parts]
    for text, part in zip(name.parts, parts, strict=False):
        letter = component(text)
        if letter is not None and not letter.offset and part is not None:
            with suppress(Unreadable):
                given[letter.letter] = indexing.to_size(session, part, env)
    tied: dict[str, Size] = {}
    for stated in session.sizes:
        if stated.entry.run == function.entry.run:
            for one, _ in stated.sizes:
                for other, _ in stated.sizes:
                    if one.atom is not None and one.atom.startswith("|") and other.atoms & given.keys():
                        tied[one.atom] = other.substitute(given)
    return given | tied
