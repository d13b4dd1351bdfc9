"""Conditions joined by *and*, *or* and *not*: `i < j \\land j < k`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.source import Span
from ntdoc.syntax.ast import Chain
from ntdoc.syntax.binding_ast import Logical

_OR = frozenset(["lor", "vee", "∨"])
_AND = frozenset(["land", "wedge", "∧"])
_NOT = frozenset(["neg", "lnot", "¬"])
_OPEN = frozenset(["(", "[", "{", "lbrace", "left"])
_CLOSE = frozenset([")", "]", "}", "rbrace", "right"])
UNLESS = "unless"
MOST = 40  # parts within parts

Simple = Callable[[Sequence[Token]], Chain]


def conditions_in(text: Token) -> list[list[Token]]:
    """The conditions of `\\text{if $A$ or $B$, and $C$}`: `A \\lor B`, and `C`."""
    found: list[list[Token]] = []
    words = ""
    for part in text.content:
        if isinstance(part, str):
            words = part.strip(" ,;").lower()
        elif found and words in ("or", "or if", "or when"):
            found[-1] += [Token(Kind.COMMAND, "lor", text.span), *part]
        else:
            found.append(list(part))
    return found


def joined_behind(words: str, conditions: Sequence[list[Token]], behind: list[Token]) -> list[list[Token]]:
    """The conditions in words with the one behind them: `\\text{if $A$ or } B`, `\\text{unless } B`."""
    found = [*conditions, behind] if behind else [*conditions]
    if behind and conditions and words.endswith(" or"):
        joint = Token(Kind.COMMAND, "lor", behind[0].span)
        found = [*conditions[:-1], [*conditions[-1], joint, *behind]]
    if not found or not words.startswith(UNLESS):
        return found
    return [denied([t for part in found for t in (Token(Kind.COMMAND, "land", part[0].span), *part)][1:])]


def denied(condition: list[Token]) -> list[Token]:
    """The condition that another does not hold."""
    first, last = condition[0].span, condition[-1].span
    return [Token(Kind.COMMAND, "neg", first), Token(Kind.CHAR, "(", first), *condition, Token(Kind.CHAR, ")", last)]


def joined(tokens: Sequence[Token], span: Span, simple: Simple, depth: int = 0) -> Chain | None:
    """The chain of a condition that has connectives outside its brackets, or around all of it; else None."""
    if depth > MOST:
        return None
    for kind, signs in (("or", _OR), ("and", _AND)):
        parts = _split(tokens, signs)
        if len(parts) > 1 and all(parts):
            return _chain(kind, [joined(p, span, simple, depth + 1) or simple(p) for p in parts], span)
    if tokens and _is(tokens[0], _NOT):
        return _chain("not", [joined(tokens[1:], span, simple, depth + 1) or simple(tokens[1:])], span)
    inside = _inside(tokens)
    return joined(inside, span, simple, depth + 1) or simple(inside) if inside is not None else None


def _chain(kind: str, parts: list[Chain], span: Span) -> Chain:
    return Chain((Logical(kind, tuple(parts), span),), (), (0,), (), span)


def _is(token: Token, signs: frozenset[str]) -> bool:
    return token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in signs


def _split(tokens: Sequence[Token], signs: frozenset[str]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    level = 0
    for i, token in enumerate(tokens):
        level += _step(tokens, i)
        if level == 0 and _is(token, signs):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _step(tokens: Sequence[Token], i: int) -> int:
    token = tokens[i]
    if i and tokens[i - 1].kind is Kind.COMMAND and tokens[i - 1].text in ("left", "right"):
        return 0  # the bracket of \left is counted with it
    if token.kind in OPENS or _is(token, _OPEN):
        return 1
    return -1 if token.kind in CLOSES or _is(token, _CLOSE) else 0


def _inside(tokens: Sequence[Token]) -> list[Token] | None:
    """What stands in round brackets around a whole condition, if it is a condition itself."""
    from ntdoc.syntax.relations import has_relation

    if len(tokens) < 3 or tokens[0].text != "(" or tokens[-1].text != ")" or has_relation(tokens):
        return None
    level = 0
    for i in range(len(tokens)):
        level += _step(tokens, i)
        if level == 0 and i < len(tokens) - 1:
            return None
    inside = list(tokens[1:-1])
    return inside if has_relation(inside) or _split(inside, _AND | _OR)[1:] or _is(inside[0], _NOT) else None
