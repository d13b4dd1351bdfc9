"""Two formulas that the words between them make one: *write `m` for `E`* is `m := E`, *`E` is at most `F`* `E \\le F`.

They are put together before anything is read of them, so that all that the words around a formula say is heard of them
as it would be of the one formula. The words are in `given_names` and `comparisons`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.reading.document import Mathematics, Prose
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.cells import is_in_table
from ntdoc.shapes.document.denied.denials import is_asked
from ntdoc.shapes.document.items_before import Before, Numbered
from ntdoc.shapes.document.said import (
    comparisons,
    given_names,
    loop_heads,
    respective,
    said_maps,
    said_shapes,
    said_totals,
    shape_columns,
    written_types,
)
from ntdoc.source import Span
from ntdoc.syntax.relations import trimmed
from ntdoc.vocabulary import IF

_WHERE = regex(rf"\s*(?:\$|\\\))?\s*(?:where|at|on|for|in|{IF})\s+\S", re.IGNORECASE)


def joined(items: Sequence[object]) -> list[Numbered]:
    """The items, in which such formulas are one."""
    items = respective.in_their_sets(items)
    found: list[Numbered] = []
    given: given_names.Given | None = None  # what stands right before, *write `m` for `E` and `s` for `F`*
    at = 0
    while at < len(items):
        pair, before = _pair(items, at), Before(found)
        last, given = given, None
        if pair is not None and (given := given_names.read(*pair, before, last)) is not None:
            found.append(Numbered(at + 2, _one(*pair, given.tokens(pair[0], pair[1].span, pair[2]))))
            at += 3
            if at < len(items) and given_names.goes_on(items[at]):
                found.append(Numbered(at, items[at]))
                at += 1
            else:
                given = None
        elif pair is not None and (relation := comparisons.between(*pair, before)) is not None:
            tokens = (*trimmed(pair[0].tokens), relation.token(pair[1].span), *pair[2].tokens)
            found.append(Numbered(at + 2, _one(*pair, tokens), relation.again, relation.describes))
            at += 3
        elif pair is not None and (steps := loop_heads.between(*pair)) is not None:
            found.append(Numbered(at + 2, _one(*pair, steps)))
            at += 3
        elif (total := said_totals.read(items, at)) is not None:
            found += [Numbered(at, total.defined)] if total.defined is not None else []
            found.append(Numbered(total.last, total.item, again=True))
            at = total.last + 1
            if total.end and isinstance(behind := items[at], Prose):
                found.append(Numbered(at, _rest(behind, total.end)))
                at += 1
        elif (shaped := _shaped(items, at, before)) is not None:
            found.append(Numbered(shaped.last, shaped.item, shaped.again))
            at = shaped.last + 1
        elif pair is not None and (length := said_shapes.length_of(*pair)) is not None:
            found.append(Numbered(at + 2, length))
            at += 3
        elif (typed := written_types.read(items[at])) is not None:
            found.append(Numbered(at, typed))
            at += 1
        elif (lies := written_types.shape_of(items[at])) is not None:
            found.append(Numbered(at, lies, again=True))
            at += 1
        elif (sized := said_shapes.length(items[at])) is not None:
            found.append(Numbered(at, sized))
            at += 1
        elif (shaped := shape_columns.in_column(items, at) or said_shapes.shape(items, at)) is not None:
            found.append(Numbered(at, shaped.item, shaped.again))
            at = shaped.last + 1
        elif (signed := _signed(items, at, before)) is not None:
            found += [Numbered(at, signed[0], True, signed[2]), Numbered(at + 1, signed[1])]
            at += 2
        else:
            found.append(Numbered(at, items[at]))
            at += 1
    return found


def _shaped(items: Sequence[object], at: int, before: Before) -> said_shapes.Shaped | None:
    """A name of which words say the shape, or what it does as a function."""
    return said_shapes.read(items, at, before) or said_shapes.kind(items, at, before) or said_maps.read(items, at)


def are_joined(span: Span) -> bool:
    """Whether words stand between the parts of a formula in a sentence."""
    return "$" in span.text or "\\)" in span.text


def _pair(items: Sequence[object], at: int) -> tuple[Mathematics, Prose, Mathematics] | None:
    """Two formulas of one sentence with words between them, where these may say something."""
    if at + 2 >= len(items):
        return None
    first, between, last = items[at : at + 3]
    if not isinstance(first, Mathematics) or not isinstance(between, Prose) or not isinstance(last, Mathematics):
        return None
    if first.display or last.display or first.span.source is not last.span.source:
        return None
    apart = sentences.ends_in(between.text) or is_in_table(first) or is_asked(last.span)
    return None if apart or _is_of_some_entries(first, last) else (first, between, last)


def _is_of_some_entries(first: Mathematics, last: Mathematics) -> bool:
    """*Let `M \\in S` be `1` where `s` is large*: a number that some of its entries are."""
    number = last.inner.text.strip(" ").isdecimal() and "\\in" in first.inner.text
    return number and _WHERE.match(sentences.after(last.span)) is not None


def _one(first: Mathematics, between: Prose, last: Mathematics, tokens: tuple[Token, ...]) -> Mathematics:
    """The two formulas as one."""
    directives = first.directives + last.directives
    span, inner = first.span.to(last.span), first.inner.to(last.inner)
    return replace(first, span=span, inner=inner, tokens=tokens, directives=directives)


def _signed(items: Sequence[object], at: int, before: Before) -> tuple[Mathematics, Prose, bool] | None:
    """A formula with the sign that the words right behind it say, the rest of these, and whether they describe data."""
    first, behind = items[at], items[at + 1] if at + 1 < len(items) else None
    if not isinstance(first, Mathematics) or first.display or not isinstance(behind, Prose):
        return None
    if (number := said_shapes.scalar(first, behind, before)) is not None and not is_asked(first.span):
        return number[0], _rest(behind, number[1]), False
    said = comparisons.sign(first, behind)
    if said is None or is_in_table(first) or is_asked(first.span):
        return None
    relation, end = said
    place = first.inner._replace(start=first.inner.end)
    tokens = (*trimmed(first.tokens), relation.token(place), Token(Kind.CHAR, "0", place))
    return replace(first, tokens=tokens), _rest(behind, end), relation.describes


def _rest(words: Prose, end: int) -> Prose:
    """What words have left behind a place in them."""
    return replace(words, span=words.span._replace(start=words.span.start + end), text=words.text[end:])
