r"""`\nabla f` and `\nabla^2 f` of a function of one letter are derivatives by that letter: `f(x) = E` says which.

`\nabla \log p(x)` says it itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient


def as_derivatives(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such gradients name the letter with which the function was last defined before them."""
    if not any(_is_bare(part) for entry in entries for part in walk(entry.parsed)):
        return list(entries)
    letters: dict[str, ast.Symbol] = {}
    found = []
    for entry in entries:
        letters |= _defined(entry.parsed)
        found.append(replace(entry, parsed=_with_letters(entry.parsed, letters)))
    return found


def _is_bare(part: object) -> bool:
    return isinstance(part, Gradient) and isinstance(part.argument, ast.Group) and not part.argument.items


def _defined(parsed: ast.Parsed) -> dict[str, ast.Symbol]:
    """The letter of each function of one letter that a statement begins with, `f(x) = E`."""
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    found = {}
    for subject in subjects:
        match subject:
            case ast.Juxtaposition(factors=(ast.Symbol() as name, ast.Group(items=(ast.Symbol() as letter,)) as group)):
                if not group.parameters and not letter.axes:
                    found[name.full_name] = letter
    return found


def _with_letters(parsed: ast.Parsed, letters: Mapping[str, ast.Symbol]) -> ast.Parsed:
    def change(part: Any) -> Node:
        match part:
            case ast.Juxtaposition(factors=(ast.Group(items=(Gradient() as bare,)), ast.Group() as at, *rest)):
                if not _is_bare(bare):
                    return part
                called = bare.replace(argument=at, span=part.span)  # `(\\nabla f)(x)`
                return cast(Node, part.replace(factors=(called, *rest)) if rest else called)
            case ast.Juxtaposition(
                factors=(
                    Gradient(function=known) as bare,
                    ast.Symbol() as name,
                    ast.Group(items=(letter,)) as at,
                    *rest,
                )
            ):
                if not _is_bare(bare) or bare.order != 1 or lookup(known.name) is None:
                    return part
                if not isinstance(letter, ast.Symbol) or letter.axes or at.parameters:
                    return part
                whole = ast.Juxtaposition((known, name, at), known.span.to(at.span))  # `\\nabla \\log p(x)`
                slope = ast.Differential(whole, letter, bare.span.to(at.span))
                return cast(Node, part.replace(factors=(slope, *rest)) if rest else slope)
            case Gradient(function=name) if _is_bare(part) and name.full_name in letters:
                letter = letters[name.full_name]
                by = letter.replace(span=name.span)
                twice = (by, ast.Star(by, "", by.span))
                return ast.Derivative(name, twice if part.order == 2 else (by,), False, None, part.span)
        return cast(Node, part)

    return cast(ast.Parsed, rewritten(parsed, change))
