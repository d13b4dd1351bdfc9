"""Functions that are one and the same in another place: `LayerNorm` and `LayerNorm^l`, `Conv1d` and `Conv2d`.

The one is the other for a layer `l`, or in more dimensions: so both are one formula, in which what is done once may be
done again for the next axis. Where they differ in a sign or an operator at a weight, and in nothing else, one of them
has a slip: a bias may have any sign, and of two weights that are added to the same one says nothing. So it is where one
function is defined twice, and but for a size, of an axis that the other definition has and this has not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import spelt
from ntdoc.syntax import ast
from ntdoc.verification.lints.siblings import Piece, is_subtracted_in_words, pieces_of
from ntdoc.verification.words import is_denied

_LETTERS = 3  # a word: shorter names stand for other functions in other places
_DIMENSIONS = regex(r"(?<=[A-Za-z])[_-]?[1-9][dD]\b")


def odd_kin(judged: Sequence[Judged], dots: object = ()) -> Iterator[tuple[Judged, Diagnostic]]:
    """The functions that have another sign or operator at a weight than one of their kin before."""
    before: dict[tuple[str, int], list[tuple[Judged, Function]]] = {}
    for j in judged:
        own = j.binding
        if j.kind is not Kind.DEFINITION or not isinstance(own, Function) or not j.role.entry.display or own.axes:
            continue
        base = taken_apart(own.name).base
        kin = before.setdefault((_DIMENSIONS.sub("", base), len(own.parameters)), [])
        for earlier, other in kin if len(base) >= _LETTERS and base.isalnum() else ():
            if own.name == other.name and (odd := _odd_size(j, own, earlier, other)) is not None:
                yield odd
                break
            found = _difference(own, other) if _are_kin(own, other) else None
            if found is not None and not (is_subtracted_in_words(j.span) or is_denied(j.span)):
                piece, like = found
                assert piece.span is not None
                assert like.span is not None
                message = f"{piece.span.text} stands here in {own.name}, and {like.span.text} in {other.name}"
                related = (Related(earlier.span, other.name),)
                yield j, Diagnostic("NT410", message, piece.span, label=f"not {like.span.text}", related=related)
                break
        kin.append((j, own))


def _odd_size(judged: Judged, own: Function, earlier: Judged, other: Function) -> tuple[Judged, Diagnostic] | None:
    """`\\sqrt{|\\heads|}`, where the same formula elsewhere has `|\\key|` and sums over `\\key`."""
    for (j, one), (like, two) in (((judged, own), (earlier, other)), ((earlier, other), (judged, own))):
        sizes, there = _sizes(one), _sizes(two)
        differ = [(a, b) for a, b in zip(sizes, there, strict=False) if spelt(a) != spelt(b)]
        if len(sizes) != len(there) or len(differ) != 1 or is_denied(j.span):
            continue
        here, meant = differ[0]
        if spelt(one.body).replace(spelt(here), spelt(meant)) != spelt(two.body):
            continue
        axes, signed = _axes(one, sizes), j.function.shapes.values() if j.function is not None else ()
        known = axes.union(*(shape or {} for shape in signed))
        if here.axes[0].name not in known and meant.axes[0].name in axes:
            message = f"{here.span.text} stands here in {one.name}, and {meant.span.text} in the same formula elsewhere"
            related = (Related(like.span, "the same formula"),)
            return j, Diagnostic("NT410", message, here.span, label=f"not {meant.span.text}", related=related)
    return None


def _sizes(function: Function) -> list[ast.Size]:
    return [part for part in walk(function.body) if isinstance(part, ast.Size) and len(part.axes) == 1]


def _axes(function: Function, sizes: Sequence[ast.Size]) -> set[str]:
    """The axes that a body names, but for those of which it takes the size."""
    inside = {id(axis) for size in sizes for axis in size.axes}
    return {part.name for part in walk(function.body) if isinstance(part, ast.Axis) and id(part) not in inside}


def _are_kin(one: Function, other: Function) -> bool:
    """Whether the names are one but for an index that one of them has, or the number of dimensions."""
    names = taken_apart(one.name), taken_apart(other.name)
    if names[0].base == names[1].base:
        indexed = [f for f, name in zip((one, other), names, strict=True) if name.sub or name.sup]
        return len(indexed) == 1 and bool(letters_in(indexed[0].name))
    return (names[0].sub, names[0].sup) == (names[1].sub, names[1].sup)


def _difference(one: Function, other: Function) -> tuple[Piece, Piece] | None:
    """The one sign or operator at a weight in which two bodies differ, if all else is the same."""
    pieces, like = _once(one), _once(other)
    if [p.kind == "leaf" for p in pieces] != [p.kind == "leaf" for p in like]:
        return None
    differ = [(p, q) for p, q in zip(pieces, like, strict=True) if p.text != q.text]
    if len(differ) != 1:
        return None
    piece, there = differ[0]
    signs = piece.kind == there.kind == "sign"
    added = "sign" in (piece.kind, there.kind) and "operator" in (piece.kind, there.kind)
    at_weights = piece.layer and there.layer if signs else piece.layer or there.layer
    return (piece, there) if (signs or added) and at_weights else None


def _once(function: Function) -> list[Piece]:
    """The pieces of a body, of which those that stand there again and again count once; parameters by their places."""
    places = {symbol.full_name: f"#{n}" for n, symbol in enumerate(function.parameters)}
    pieces = [p._replace(text=places.get(p.text, p.text)) for p in pieces_of(function)]
    return [next(group) for _, group in groupby(pieces, key=lambda p: (p.kind, p.text))]
