"""`\\pi^\\star = …`: a star that is part of a name, and not the mark of starred axes (Def. 7).

A left side that is a letter with a star and nothing else defines that name, unless starred axes may stand on the
right side: `X^* = X_{\\ax\\to\\ax^*}` says what the star means. With some axes of `X` alone starred it names a tensor.
A signature, `B^\\star \\colon A \\to B`, names a function, and so does a call of letters, `B^\\star(u) = …`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.said.points import is_called_point
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast
from ntdoc.syntax.ast import Star, Symbol
from ntdoc.syntax.binding_ast import Record

_MARKS = "*†‡"
_OPTIMUM = regex(
    r"\b(?:(?:mini|maxi|opti)mi[sz]ers?|optim(?:um|a|al|ality)|solutions?|fixed[- ]points?|equilibri(?:um|a))\b",
    re.IGNORECASE,
)


def as_names(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which each starred letter that the document defines is a name, but where it is differentiated by."""
    axes = _axes_of(entries)
    whole = {name for entry in entries for name in _defined(entry.parsed, axes)}
    entries = [_with_star_behind(entry, axes, whole) for entry in entries]
    named = whole | {name for entry in entries for name in _defined(entry.parsed, axes)}
    named |= {name for entry in entries if (name := _introduced(entry)) is not None}
    named |= _said_optimal(entries)
    if not named:
        return list(entries)
    marks = {(entry.section, name) for entry in entries for name in _differentiated_by(entry.parsed)}
    return [_with_names(entry, {name for name in named if (entry.section, name) not in marks}) for entry in entries]


def _with_star_behind(entry: Entry, axes: dict[str, set[str]], whole: set[tuple[str, str]]) -> Entry:
    """`x_i^*` for `x^*_i`, which looks the same, if no `x` is a tensor with axes and no `x^*` has a meaning."""
    if not any(isinstance(part, Record) and part.script is not None for part in walk(entry.parsed)):
        return entry

    def turned(node: Any) -> Node:
        name = _name(node.body) if isinstance(node, Record) and node.script is not None else None
        if name is None or name in whole or axes.get(name[0]) or node.body.body.sub is not None:
            return cast(Node, node)
        below = node.body.body.replace(sub=node.script, span=node.span)
        return cast(Node, node.body.replace(body=below, span=node.span))

    return replace(entry, parsed=rewritten(entry.parsed, turned))


def _introduced(entry: Entry) -> tuple[str, str] | None:
    """The letter in *with a minimizer `x^*`*."""
    name = _name(alone(entry))
    return name if name is not None and is_called_point(entry.parsed.span) else None


def _said_optimal(entries: Sequence[Entry]) -> set[tuple[str, str]]:
    """The letters in sentences on an optimum, *the minimiser satisfies `A x^* = b`*, if no axis has a star."""
    if any(_has_stars(entry.parsed, None) for entry in entries):
        return set()
    parts = ((entry, part) for entry in entries for part in walk(entry.parsed) if isinstance(part, Star))
    found = ((name, entry) for entry, part in parts if (name := _name(part)) is not None)
    return {name for name, entry in found if _OPTIMUM.search(sentences.before(entry.parsed.span, across=True))}


def _differentiated_by(parsed: object) -> set[tuple[str, str]]:
    derivatives = (part for part in walk(parsed) if isinstance(part, ast.Derivative))
    return {name for d in derivatives for part in walk(d.by) if (name := _name(part)) is not None}


def _axes_of(entries: Sequence[Entry]) -> dict[str, set[str]]:
    """The axes of the tensors that the document declares, or defines entry by entry."""
    found: dict[str, set[str]] = {}
    for entry in entries:
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        (relation, right), left = parsed.rest[0], parsed.subjects[0]
        if relation.kind == "in" and isinstance(right, ast.TensorSet):
            axes = {sized.axis.name for sized in right.shape.axes}
            found.update({s.full_name: axes for s in parsed.subjects if isinstance(s, Symbol)})
        elif relation.kind in ("eq", "define") and isinstance(left, ast.Index) and isinstance(left.body, Symbol):
            found.setdefault(left.body.full_name, {axis.name for axis, _ in left.items})
    return found


def _stars_a_part(right: object, name: str, axes: dict[str, set[str]]) -> bool:
    """Whether it is the tensor with some of its axes starred, and not all."""
    if not isinstance(right, ast.Rename) or not isinstance(right.body, Symbol) or right.body.full_name != name:
        return False
    return {source.name for sources, _ in right.pairs for source in sources} < axes.get(name, set())


def _defined(parsed: ast.Parsed, axes: dict[str, set[str]]) -> set[tuple[str, str]]:
    if isinstance(parsed, ast.Signature):
        signed = _name(parsed.subject)
        return {signed} if signed is not None else set()
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return set()
    relation = parsed.rest[0][0]
    name = _name(parsed.subjects[0]) or _called(parsed.subjects[0], parsed.rest[0][1])
    if name is None or relation.kind not in ("eq", "define", "in"):
        return set()
    if _has_stars(parsed.rest, name) and not _stars_a_part(parsed.rest[0][1], name[0], axes):
        return set()
    return {name}


def _name(node: object) -> tuple[str, str] | None:
    if isinstance(node, Star) and isinstance(node.body, Symbol) and not node.body.axes:
        return node.body.full_name, node.mark
    return None


def _called(left: ast.Operand, right: ast.Operand) -> tuple[str, str] | None:
    """The function in `B^\\star(u) = …`: a name with a star before letters of which the right side is made.

    `L^\\dagger(u) = …` says what the adjoint of an `L` comes to.
    """
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2:
        return None
    head, argument = left.factors
    name = _name(head)
    if name is None or name[1] != "*" or not isinstance(argument, ast.Group) or argument.bracket != "(":
        return None
    bound = argument.contents
    letters = {part.full_name for part in bound if isinstance(part, Symbol) and not part.axes}
    again = any(_name(part) == name for part in walk(right))
    return name if len(letters) == len(bound) and letters <= names_in(right) and not again else None


def _has_stars(root: object, name: tuple[str, str] | None) -> bool:
    """Whether starred axes may stand in it: an axis or another tensor has a star, or something is differentiated.

    Without a name that it may be, whether an axis has a star, or what something is differentiated by.
    """
    return any(
        (isinstance(part, ast.Axis) and part.name.rstrip(_MARKS) != part.name)
        or (isinstance(part, Star) and _name(part) != name and name is not None)
        or (isinstance(part, ast.Derivative) and (name is not None or bool(_differentiated_by(part))))
        for part in walk(root)
    )


def _with_names(entry: Entry, names: set[tuple[str, str]]) -> Entry:
    if not any(_name(part) in names for part in walk(entry.parsed)):
        return entry
    return replace(entry, parsed=_renamed(entry.parsed, names))


def _renamed(parsed: ast.Parsed, names: set[tuple[str, str]]) -> Any:
    def renamed(node: Any) -> Node:
        if _name(node) not in names:
            return cast(Node, node)
        return cast(Node, node.body.replace(base=node.body.base + node.mark, span=node.span))

    return rewritten(parsed, renamed)
