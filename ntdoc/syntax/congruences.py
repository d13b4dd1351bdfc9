"""Congruences, `a \\equiv b \\pmod{n}` or `a \\equiv b \\mod n`: both sides leave the same remainder.

`a = b \\mod n` equates a number with a remainder.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.cursor import Cursor
from ntdoc.syntax.relations import opens, relation_at, trimmed

_EQUAL = ("define", "eq")  # `\\equiv`, `=`


def as_remainders(tokens: Sequence[Token]) -> Sequence[Token]:
    """`a \\equiv b \\pmod{n}` as `(a) \\bmod (n) = (b) \\bmod (n)`; other tokens as they are."""
    at = next((i for i, t in enumerate(tokens) if t.kind is Kind.COMMAND and t.text in ("pmod", "mod", "bmod")), None)
    if at is None:
        return tokens
    whole = tokens[at].text == "pmod"
    if not whole and not any(t.kind is Kind.COMMAND and t.text == "equiv" for t in tokens[:at]):
        return tokens
    cursor = Cursor(tokens[at + 1 :], tokens[at].span)
    divisor = trimmed(cursor.argument().tokens if whole else tokens[at + 1 :])
    if not divisor or (whole and not cursor.done) or any(relation_at(divisor, i) for i in range(len(divisor))):
        return tokens
    sides: list[list[Token]] = [[]]
    signs: list[Token] = []
    level = 0
    for i, token in enumerate(tokens[:at]):
        level += opens(token)
        relation = relation_at(tokens, i) if level == 0 else None
        if relation is not None and relation[0] in _EQUAL and relation[2] == i + 1:
            signs.append(Token(Kind.CHAR, "=", token.span))
            sides.append([])
        elif relation is not None:
            return tokens
        else:
            sides[-1].append(token)
    found: list[Token] = []
    for number, side in enumerate(sides):
        if not (body := trimmed(side)):
            return tokens
        found += [signs[number - 1]] if number else []
        found += [*_bracketed(body), Token(Kind.COMMAND, "bmod", tokens[at].span), *_bracketed(divisor)]
    return found if signs else tokens


def _bracketed(body: Sequence[Token]) -> list[Token]:
    return [Token(Kind.CHAR, "(", body[0].span), *body, Token(Kind.CHAR, ")", body[-1].span)]
