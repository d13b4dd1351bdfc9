"""Functions as maps: `f \\colon x \\mapsto E`, and `f \\colon A \\to B` before `x \\mapsto E`, say that `f(x) = E`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.ast import Group, Symbol
from ntdoc.syntax.cursor import Cursor, Unreadable, split_commas
from ntdoc.syntax.domains import begins_domain
from ntdoc.syntax.expressions import expression
from ntdoc.syntax.relations import top_level, trimmed
from ntdoc.syntax.rows import Piece
from ntdoc.syntax.symbols import ARROWS, MAPS

_COLONS = frozenset({"colon", ":"})
_NAMES = _COLONS | {"=", "coloneqq"}


def in_one_cell(rows: Sequence[list[list[Token]]]) -> list[list[list[Token]]]:
    """The rows of a display, in which a map is one cell: `f \\colon & A & \\to & B \\\\ & x & \\mapsto & E`."""
    result: list[list[list[Token]]] = []
    for row in rows:
        joined = [token for cell in row for token in cell]
        if _arrows(joined) == 1 and any(token.text in MAPS for token in joined):
            row = [joined]
            signature = [token for cell in result[-1] for token in cell] if result else []
            if _arrows(signature) == 1 and any(token.text in _COLONS for token in signature):
                result[-1] = [signature]
        result.append(row)
    return result


def _arrows(tokens: Sequence[Token]) -> int:
    """How many arrows and equality signs stand outside all brackets."""
    return sum(tokens[i].text in MAPS | ARROWS | {"=", "coloneqq"} for i in top_level(tokens))


def as_equations(found: Sequence[Piece]) -> list[Piece]:
    """The pieces of a formula, in which maps that have a name are equations."""
    if not any(token.text in MAPS for piece in found for token in piece.tokens):
        return list(found)
    result: list[Piece] = []
    for before, piece in pairwise((None, *found)):
        assert piece is not None
        result.extend(_read(piece, before))
    return result


def _read(piece: Piece, before: Piece | None) -> Iterator[Piece]:
    tokens = piece.tokens
    top = top_level(tokens)
    arrows = [i for i in top if tokens[i].text in MAPS]
    if len(arrows) != 1:
        yield piece
        return
    left, right = tokens[: arrows[0]], tokens[arrows[0] + 1 :]
    sign = next((i for i in top if i < arrows[0] and tokens[i].text in _NAMES), None)
    if sign is not None:
        name, inside = trimmed(left[:sign]), left[sign + 1 :]
        if tokens[sign].text in _COLONS and (ends := _end_of_signature(inside)) is not None:
            signature, inside = left[: sign + 1 + ends], inside[ends + 1 :]
            yield piece._replace(tokens=tuple(trimmed(signature)), written=())
            name = _at(name, inside)
    else:
        name, inside = _at(_signed(before), left), left
    letters = _letters(inside)
    if not name or not letters:
        yield piece
        return
    place = letters[-1].span
    equals = Token(Kind.CHAR, "=", tokens[arrows[0]].span)
    opens, closes = (Token(Kind.CHAR, bracket, place._replace(start=place.end)) for bracket in "()")
    brackets = letters if letters[0].text == "(" else (opens, *letters, closes)
    yield piece._replace(tokens=(*name, *brackets, equals, *right), continues=False)


def _at(name: Sequence[Token], arguments: Sequence[Token]) -> list[Token]:
    """A name that stands elsewhere, as if it stood before its arguments."""
    return [token._replace(span=trimmed(arguments)[0].span) for token in name if trimmed(arguments)]


def _end_of_signature(tokens: Sequence[Token]) -> int | None:
    """Where the signature before a map ends, with a comma or another colon; None if there is none."""
    top = top_level(tokens)
    if not any(tokens[i].text in ARROWS for i in top):
        return None
    return next((i for i in reversed(top) if tokens[i].text in (",", ";", *_COLONS)), None)


def _signed(before: Piece | None) -> list[Token]:
    """The name of which the piece before is the signature."""
    tokens = before.tokens if before is not None else ()
    top = top_level(tokens)
    colon = next((i for i in top if tokens[i].text in _COLONS), None)
    if colon is None or not any(i > colon and tokens[i].text in ARROWS for i in top):
        return []
    return trimmed(tokens[:colon])


def _letters(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The arguments before an arrow, `x`, `x \\in A` or `(x, y)`, without the set; none if they are no names."""
    within = next((i for i in top_level(tokens) if tokens[i].text in ("in", "∈")), len(tokens))
    letters = tuple(trimmed(tokens[:within]))
    if not letters or begins_domain(Cursor(letters, letters[0].span)):
        return ()
    try:
        parsed = [_parsed(part) for part in split_commas(letters)]
    except Unreadable:
        return ()
    items = [item for part in parsed for item in (part.items if isinstance(part, Group) else (part,))]
    return letters if all(isinstance(item, Symbol) for item in items) else ()


def _parsed(tokens: Sequence[Token]) -> object:
    cursor = Cursor(tokens, tokens[0].span)
    found = expression(cursor)
    return found if cursor.done else None
