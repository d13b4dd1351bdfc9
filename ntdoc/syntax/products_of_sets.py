"""`(x, y) \\in \\reals^{\\ax} \\times \\reals`: each part of a pair is in its own set."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.cursor import split_commas
from ntdoc.syntax.relations import trimmed


def in_products(
    tokens: Sequence[Token], relations: Sequence[tuple[int, str, str, int]]
) -> tuple[Sequence[Token], ...]:
    """The statements that say of each part in which set it is, behind `v = (x, y)` if it says that; else none.

    `relations` are those outside of all brackets, as they are found there: where each begins, its kind, and its end.
    """
    kinds = [kind for _, kind, *_ in relations]
    if kinds not in (["in"], ["eq", "in"], ["define", "in"]):
        return ()
    start, _, _, end = relations[-1]
    named = [tokens[:start]] if len(kinds) > 1 else []
    subjects = tokens[relations[0][3] : start] if named else tokens[:start]
    sets = _factors(tokens[end:])
    pairs = [_parts(trimmed(subject)) for subject in ([subjects] if named else split_commas(subjects))]
    if len(sets) < 2 or any(len(parts) != len(sets) for parts in pairs):
        return ()
    sign = list(tokens[start:end])
    each = ([*part, *sign, *own] for parts in pairs for part, own in zip(parts, sets, strict=True))
    return (*named, *each)


def _factors(tokens: Sequence[Token]) -> list[list[Token]]:
    """The factors of a product, which is in no bracket."""
    found: list[list[Token]] = [[]]
    level = 0
    for token in tokens:
        level += _step(token)
        if level == 0 and token.text in ("times", "×") and token.kind is not Kind.TEXT:
            found.append([])
        else:
            found[-1].append(token)
    return found if all(map(trimmed, found)) else []


def _parts(tokens: Sequence[Token]) -> list[list[Token]]:
    """What stands between the commas of `(x, y)`."""
    if len(tokens) < 2 or tokens[0].text != "(" or tokens[-1].text != ")":
        return []
    inside = tokens[1:-1]
    level = 0
    for token in inside:
        level += _step(token)
        if level < 0:
            return []  # `(x) (y)`
    return [list(trimmed(part)) for part in split_commas(inside)]


def _step(token: Token) -> int:
    if token.kind is Kind.OPEN or (token.kind is Kind.CHAR and token.text in ("(", "[")):
        return 1
    return -1 if token.kind is Kind.CLOSE or (token.kind is Kind.CHAR and token.text in (")", "]")) else 0
