r"""*Consider `x = (3, 4) \in \reals^{\ax}`*, *`x = (3, 4)` with `x \in \reals^{\ax}`*: a list along the axis said.

So is *`x = (3, 4)` along `\ax`*. And in words, *let `x \in \reals^{\ax}` be `(3, 4)`*, *have the entries `(3, 4)`*:
what `x = (3, 4)` would say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.patterns import along, in_numbers
from ntdoc.syntax import ast

_END, _BEGIN = r"\s*(?:\$|\\\))\s*", r"\s*(?:\$|\\\()\s*"
_IS = regex(
    rf"{_END},?\s*(?:(?:to\s+)?be\s+|is\s+|which\s+is\s+)?"
    r"(?:(?:given\s+by|equal\s+to|equals|the\s+(?:row\s+|column\s+)?vector"
    rf"|(?:with|have|has|having)\s+(?:the\s+)?(?:entries|components|coordinates|elements|values))\s*)?{_BEGIN}",
    re.IGNORECASE,
)
_IN = regex(rf"{_END},?\s*(?:a\s+vector\s+)?(?:in|from){_BEGIN}")
_ALONG = regex(rf"{_END},?\s*along\s+(?:the\s+)?(?:axis\s+)?`(\w+)`")
_ALONG_AXIS = regex(rf"{_END},?\s*(?:along|over)\s+(?:the\s+)?(?:axis\s+)?{_BEGIN}")
_AND = regex(rf"{_END}(?:,|,?\s*and)\s*{_BEGIN}")
_FAR = 4  # formulas of the sentence after the list


def as_arrays(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, in which such lists are arrays."""
    found = list(entries)
    for place, entry in enumerate(entries):
        if entry.cell or entry.negated or not isinstance(entry.parsed, ast.Chain):
            continue
        if (array := _array(entries, place)) is not None:
            found[place] = replace(entry, parsed=array)
        elif place and (said := _in_words(entries[place - 1], entry)) is not None:
            found[place] = replace(entry, parsed=said, gives=True, lets=True)
    return found


def _array(entries: Sequence[Entry], place: int) -> ast.Chain | None:
    """An equation of a name and a list that a set in the chain, or in its sentence, says the axis of."""
    entry = entries[place]
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    name, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(name, ast.Symbol) or name.axes or relation.kind not in ("eq", "define") or not is_list(right):
        return None
    axis = next((a for r, side in parsed.rest[1:] if r.kind == "in" and (a := axis_of(side)) is not None), None)
    axis = axis or _along_said(entries, right) or _along_axis(entries, place)
    for behind in entries[place + 1 : place + 1 + _FAR] if axis is None and not entry.display else ():
        if behind.sentence != entry.sentence:
            break
        axis = axis or _declared(behind.parsed, name.full_name)
        body = alone(behind)
        if body is not None and behind.item == entry.item + 2:
            words = sentences.between(entry.parsed.span, behind.parsed.span)
            axis = axis or (axis_of(body) if _IN.fullmatch(words) else None)
    if axis is None or not isinstance(right, ast.Group):
        return None
    return parsed.replace(rest=((relation, along(right, axis)), *parsed.rest[1:]))


def _along_said(entries: Sequence[Entry], listed: ast.Operand) -> str | None:
    """The axis that the words behind a list say that it is along, if a formula has one that is called so."""
    found = _ALONG.match(listed.span.source.words[listed.span.end : listed.span.end + 60])
    if found is None:
        return None
    axes = (part.name for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Axis))
    return found[1] if found[1] in axes else None


def _along_axis(entries: Sequence[Entry], place: int) -> str | None:
    """The axis of *`x = (1, 2)` along `\\ax`*, or of *`x = (1, 2)` and `y = (3, 4)` along `\\ax`*."""
    for last, behind in pairwise(entries[place : place + 1 + _FAR]):
        if behind.sentence != last.sentence or behind.item != last.item + 2:
            return None
        words, body = sentences.between(last.parsed.span, behind.parsed.span), alone(behind)
        if isinstance(body, ast.AxisTerm) and _ALONG_AXIS.fullmatch(words):
            return body.axis.name
        parsed = behind.parsed
        listed = isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 and is_list(parsed.rest[0][1])
        if not listed or not _AND.fullmatch(words):
            return None
    return None


def _in_words(declared: Entry, entry: Entry) -> ast.Chain | None:
    """The equation that words between a declaration and a list say."""
    parsed, body = declared.parsed, alone(entry)
    if entry.item != declared.item + 2 or not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1:
        return None
    name = parsed.subjects[0]
    if not isinstance(name, ast.Symbol) or not isinstance(body, ast.Group) or not is_list(body):
        return None
    axis = _declared(parsed, name.full_name)
    if axis is None or not _IS.fullmatch(sentences.between(parsed.span, entry.parsed.span)):
        return None
    there = body.span._replace(end=body.span.start)
    left, equal = name.replace(span=there), ast.Relation("eq", "=", there)
    return ast.Chain((left,), ((equal, along(body, axis)),), (0, 0), (), body.span)


def is_list(node: ast.Operand) -> bool:
    """Whether it is a list of numbers."""
    plain = isinstance(node, ast.Group) and node.bracket in ("(", "[") and not node.parameters
    return plain and isinstance(node, ast.Group) and len(node.items) > 1 and all(map(in_numbers, node.items))


def axis_of(node: ast.Operand) -> str | None:
    """The one axis of a set of vectors."""
    axes = node.shape.axes if isinstance(node, ast.TensorSet) else ()
    return axes[0].axis.name if len(axes) == 1 and not axes[0].axis.variable else None


def _declared(parsed: ast.Parsed, name: str) -> str | None:
    """The axis of the set that a statement says that a name is in."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest or parsed.rest[0][0].kind != "in":
        return None
    here = any(isinstance(s, ast.Symbol) and s.full_name == name and not s.axes for s in parsed.subjects)
    return axis_of(parsed.rest[0][1]) if here else None
