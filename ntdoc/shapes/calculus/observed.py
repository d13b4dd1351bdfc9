"""Observed data: the `y` of `E(w) = (y - X w)^2` after `y = X w + \\epsilon` with a drawn `\\epsilon`.

There `y` is what has been measured, whatever `w` is tried: it is constant where `E` is differentiated. So it is where a
formula holds it against what it is made of. In `L = f(z)` after `z = \\mu + \\sigma \\epsilon` all of `z` varies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ntdoc.nodes import Node, walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import names_in, operands, outside_scripts
from ntdoc.shapes.plan import Defined
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_NOISE = regex(r"\bnoise\b", re.IGNORECASE)
_IS_NOISE = regex(r"(?:\$|\\\))\s*(?:is|be|as|are)?\s*(?:an?\s+)?(?:[a-z]+\s+)?noise\b", re.IGNORECASE)
_FAR = 40  # names


def is_data(session: Session, found: Tensor, at: Entry, node: ast.Operand | None = None) -> bool:
    """Whether a statement, or a part of it, holds a tensor against what it is made of, and one of these is drawn."""
    if not (session.ranges.drawn or _speaks_of_noise(found.span.source.words)):
        return False
    below = _made_of(session.scope, names_in(found.body), found.entry)
    drawn = {name for name, bindings in below.items() if any(_is_drawn(session, b, found) for b in bindings)}
    if not drawn or not isinstance(at.parsed, ast.Chain) or not _adds_noise(session.scope, found, drawn):
        return False
    own = frozenset(below.keys() - drawn)
    sides = operands(at.parsed) if node is None else (node,)
    return any(_is_held_against(session.scope, found, side, own, at) for side in sides)


def _adds_noise(scope: Scope, found: Tensor, drawn: Collection[str]) -> bool:
    """Whether a formula is a sum with what is drawn, or with a multiple of it: no loss of what has noise in it."""
    for _, term in found.body.terms if isinstance(found.body, ast.Sum) else ():
        made = _made_of(scope, names_in(term), found.entry)
        others = (b for name, bindings in made.items() if name not in drawn for b in bindings)
        sums = any(isinstance(b, Tensor) and isinstance(b.body, ast.Sum) for b in others)
        if not made.keys().isdisjoint(drawn) and not sums:
            return True
    return False


def test(session: Session, at: Entry) -> Callable[[Node], bool] | None:
    """What tells the data in what a statement differentiates; None if there are none."""
    found = frozenset(_data(session, at))
    if not found:
        return None
    return lambda node: isinstance(node, Defined) and isinstance(node.key, tuple) and node.key[0] in found


def _data(session: Session, at: Entry) -> Iterator[int]:
    """The entries that define the data in what a statement differentiates, or takes at a point."""
    varied = ast.Derivative | ast.Differential | ast.Restricted
    taken = [part.body for part in walk(at.parsed) if isinstance(part, varied)]
    waiting: list[tuple[ast.Operand, Entry]] = [(body, at) for body in taken]
    seen = set[int]()
    while waiting and len(seen) < _FAR:
        node, place = waiting.pop()
        for symbol in outside_scripts(node):
            functions = session.scope.function(symbol.full_name, place)[:1]
            for b in {*_bindings(session.scope, symbol.full_name, place), *functions}:
                if isinstance(b, Tensor) and is_data(session, b, place, node if place is at else None):
                    yield b.entry.index
                elif isinstance(b, Tensor | Function) and b.entry.index not in seen:
                    seen.add(b.entry.index)
                    waiting.append((b.body, b.entry))


def _is_drawn(session: Session, b: Binding, found: Tensor) -> bool:
    """Whether a statement of the section says how a tensor is distributed, or its sentence that it is noise."""
    if not isinstance(b, Declared):
        return False
    form, drawn = taken_apart(b.name).form, session.ranges.drawn
    if any(form in drawn.get(section, ()) for section in (b.entry.section, found.entry.section)):
        return True
    span = b.entry.parsed.span
    if not _speaks_of_noise(span.source.words):
        return False
    return _NOISE.search(sentences.before(span)) is not None or _IS_NOISE.match(sentences.after(span)) is not None


@lru_cache(maxsize=64)
def _speaks_of_noise(text: str) -> bool:
    return _NOISE.search(text) is not None


def _bindings(scope: Scope, name: str, at: Entry) -> list[Binding]:
    """The tensor that a name stands for, or the family of which it is a member, or else the function."""
    found = scope.tensor(name, at)
    if found is not None:
        return [found]
    family = [b for b in scope.of_form(name) if b.entry.index < at.index and isinstance(b, Tensor | Declared)]
    return [*family[-1:]] or [*scope.function(name, at)[:1]]


def _made_of(scope: Scope, names: frozenset[str], at: Entry) -> dict[str, list[Binding]]:
    """All that names rest on, through the formulas of the tensors that they are."""
    found: dict[str, list[Binding]] = {}
    waiting = [(name, at) for name in names]
    while waiting and len(found) < _FAR:
        name, place = waiting.pop()
        if name not in found:
            found[name] = _bindings(scope, name, place)
            waiting += [(n, b.entry) for b in found[name] if isinstance(b, Tensor | Function) for n in names_in(b.body)]
    return found


def _is_held_against(scope: Scope, found: Tensor, node: ast.Operand, own: frozenset[str], at: Entry) -> bool:
    """Whether each place of a name in a formula is beside what it is made of: a term, a factor, or an argument.

    A place in a product with itself alone may be one of an expanded square.
    """
    form = taken_apart(found.name).form
    places = {id(s) for s in outside_scripts(node) if taken_apart(s.full_name).form == form}
    beside, squares = set[int](), set[int]()
    for part in walk(node) if places else ():
        members = _members(part)
        its = [id(bare) for m in members if id(bare := _bare(m)) in places]
        others = [m for m in members if id(_bare(m)) not in places]
        if any(own & _made_of(scope, names_in(other), at).keys() for other in others if its):
            beside |= set(its)
        elif not others and isinstance(part, ast.Product | ast.Juxtaposition):
            squares |= set(its)
    return bool(beside) and places <= beside | squares


def _bare(node: ast.Operand) -> ast.Operand:
    """What is indexed, renamed, starred or in brackets."""
    while isinstance(node, ast.Index | ast.Rename | ast.Star) or (isinstance(node, ast.Group) and len(node.items) == 1):
        node = node.items[0] if isinstance(node, ast.Group) else node.body
    return node


def _members(part: Node) -> tuple[ast.Expr, ...]:
    match part:
        case ast.Sum():
            return tuple(term for _, term in part.terms)
        case ast.Product() | ast.Juxtaposition():
            return part.factors
        case ast.Fraction():
            return part.numerator, part.denominator
        case ast.Group():
            return part.contents
    return ()
