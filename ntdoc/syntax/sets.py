"""Sets by a condition, limits, and indicators: notation that binds a letter or asks a question."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.source import Span
from ntdoc.syntax import atoms, expressions
from ntdoc.syntax.ast import Chain, Expr, Number, Symbol
from ntdoc.syntax.binding_ast import Indicator, Limit, SetOf
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, is_spacing, split_commas
from ntdoc.syntax.delimiters import is_operand
from ntdoc.syntax.relations import has_relation, relation_at, relations_in
from ntdoc.syntax.symbols import ARROWS, BARS, OPENING

_OPEN = frozenset(["(", "[", "{", "lbrace", "lbrack", "lparen", "llbracket"])
_CLOSE = frozenset([")", "]", "}", "rbrace", "rbrack", "rparen", "rrbracket"])
_COMPARES = frozenset(["eq", "ne", "lt", "le", "gt", "ge"])


def set_by_condition(cursor: Cursor, opener: Span, closers: tuple[str, ...]) -> SetOf | None:
    """`E \\mid i \\in I` up to a closing brace, which is left; None, with nothing consumed, if no bar is there."""
    end = _closing(cursor.tokens, cursor.position, closers)
    inside = cursor.tokens[cursor.position : end]
    bar = _bar(inside)
    if bar is None:
        return None
    body_cursor = Cursor(inside[:bar], opener, cursor.depth + 1)
    body = expressions.expression(body_cursor)
    if not body_cursor.done:
        raise Unreadable("ntdoc does not read the elements of this set", body_cursor.here)
    conditions = tuple(_condition(part, opener) for part in split_commas(inside[bar + 1 :]))
    cursor.position = end
    cursor._skip()
    return SetOf(body, conditions, opener.to(cursor.here))


def _condition(tokens: Sequence[Token], where: Span) -> Chain:
    from ntdoc.syntax.statements import condition

    found = condition(list(tokens), where)
    if found is None:
        raise Unreadable("a set given by words", where)
    return found


def _closing(tokens: Sequence[Token], at: int, closers: tuple[str, ...]) -> int:
    """The index of the token that closes a bracket which opened before `at`."""
    level = 0
    while at < len(tokens):
        token = tokens[at]
        named = token.kind in (Kind.CHAR, Kind.COMMAND)
        if level == 0 and named and token.text in closers:
            return at
        if token.kind in OPENS or (named and (token.text in _OPEN or token.text == "left")):
            level += 1
            at += token.text == "left" and token.kind is Kind.COMMAND  # its bracket is counted with it
        elif token.kind in CLOSES or (named and (token.text in _CLOSE or token.text == "right")):
            level -= 1
            at += token.text == "right" and token.kind is Kind.COMMAND
        at += 1
    return at


def _bar(tokens: Sequence[Token]) -> int | None:
    """The bar, or the colon, between the elements of a set and its conditions."""
    level = 0
    bars: list[int] = []
    for i, token in enumerate(tokens):
        named = token.kind in (Kind.CHAR, Kind.COMMAND)
        if token.kind in OPENS or (named and token.text in _OPEN):
            level += 1
        elif token.kind in CLOSES or (named and token.text in _CLOSE):
            level -= 1
        elif level == 0 and named and token.text in ("mid", ":", "colon"):
            return i
        elif level == 0 and named and token.text in BARS:
            bars.append(i)
    return bars[0] if len(bars) == 1 else _among(tokens, bars)


def _among(tokens: Sequence[Token], bars: Sequence[int]) -> int | None:
    """The bar before the conditions where others close something, `w \\vert |w| \\le 1`; None if they are in pairs."""
    if len(bars) % 2 == 0:
        return None
    found: list[int] = []
    for number in range(0, len(bars), 2):
        around = [*bars[:number], *bars[number + 1 :]]
        pairs = zip(around[::2], around[1::2], strict=True)
        apart = is_operand(_before(tokens, bars[number])) or (number > 0 and bars[number - 1] == bars[number] - 1)
        follows = bars[number] + 1 < len(tokens) and relation_at(tokens, bars[number] + 1) is None
        if apart and follows and all(b - a > 1 and is_operand(_before(tokens, b)) for a, b in pairs):
            found.append(bars[number])
    if len(found) != 1:
        raise Unreadable("bars of which it is not clear what they close", tokens[bars[0]].span)
    return found[0]


def _before(tokens: Sequence[Token], at: int) -> Token | None:
    return next((t for t in reversed(tokens[:at]) if not is_spacing(t)), None)


def limit(below: Cursor | None, body: Expr, span: Span) -> Limit:
    """`\\alpha \\to \\infty` below `\\lim`; `0^+` and `\\downarrow 0` say from which side."""
    if below is None:
        return Limit(None, None, 0, body, span)
    variable = atoms.factor(below)
    if isinstance(variable, Number):
        raise Malformed("what goes to its limit here is a number", variable.span)
    if not isinstance(variable, Symbol):
        raise Unreadable("ntdoc does not read what goes to its limit here", below.where)
    arrow = below.next() if not below.done else None
    if arrow is None or arrow.text not in (*ARROWS, "downarrow", "uparrow", "searrow", "nearrow"):
        raise Unreadable("ntdoc does not read what stands below this limit", below.where)
    rest = list(below.tokens[below.position :])
    side = {"downarrow": 1, "searrow": 1, "uparrow": -1, "nearrow": -1}.get(arrow.text, 0)
    sided = _side(rest)
    if sided is not None:
        rest, side = sided
    inner = Cursor(rest, below.where, below.depth + 1)
    target = expressions.expression(inner)
    if not inner.done:
        raise Unreadable("ntdoc does not read what stands below this limit", inner.here)
    return Limit(variable, target, side, body, span)


def _side(tokens: list[Token]) -> tuple[list[Token], int] | None:
    """Without `^+` or `^-` at the end."""
    plain = [i for i, t in enumerate(tokens) if t.kind not in (Kind.OPEN, Kind.CLOSE)]
    if len(plain) < 3 or tokens[plain[-2]].kind is not Kind.SUP or tokens[plain[-1]].text not in ("+", "-", "−"):
        return None
    return tokens[: plain[-2]], 1 if tokens[plain[-1]].text == "+" else -1


def iverson(cursor: Cursor) -> Indicator | None:
    """`[i = j]` in the place of a factor; None, with nothing consumed, if no comparison stands in such a bracket."""
    at = cursor.position + cursor.at(Kind.COMMAND, "left")
    opener = cursor.tokens[at] if at < len(cursor.tokens) else None
    if opener is None or opener.kind is Kind.TEXT or opener.text not in ("[", "lbrack", "llbracket"):
        return None
    end = _closing(cursor.tokens, at + 1, ("right",) if at > cursor.position else tuple(_CLOSE))
    inside = cursor.tokens[at + 1 : end]
    relations = [relation_at(inside, i) for i in relations_in(inside)]
    if not relations or any(found is None or found[0] not in _COMPARES for found in relations):
        return None
    return indicator(cursor, cursor.here)


def indicator(cursor: Cursor, start: Span) -> Indicator | None:
    """The bracket behind `\\mathbb{I}`, if a condition stands in it; else None, with nothing consumed."""
    from ntdoc.syntax.statements import condition

    saved = cursor.position
    left = cursor.at(Kind.COMMAND, "left")
    if left:
        cursor.next()
    if not cursor.at_text(*OPENING, "{", "lbrace", "llbracket"):
        cursor.position = saved
        return None
    cursor.next()
    opened = cursor.position
    end = _closing(cursor.tokens, opened, ("right",) if left else tuple(_CLOSE))
    inside = list(cursor.tokens[opened:end])
    if not has_relation(inside) and not any(t.text in ("land", "wedge", "lor", "vee", "neg", "lnot") for t in inside):
        cursor.position = saved
        return None
    if end >= len(cursor.tokens):
        raise Malformed("this bracket is not closed", start)
    cursor.position = end
    cursor.next()
    if left and not cursor.done:
        cursor.next()
    found = condition(inside, start)
    return Indicator(found, start.to(cursor.end)) if found is not None else None


def indicator_below(cursor: Cursor, start: Span) -> Indicator | None:
    r"""The subscript of `\mathbf{1}_{x > 0}`, if comparisons stand in it; else None, with nothing consumed."""
    from ntdoc.syntax.statements import condition

    saved = cursor.position
    if cursor.at(Kind.SUB):
        cursor.next()
        inside = list(cursor.argument().tokens)
        if len(inside) > 1 and inside[0].text in _OPEN and _closing(inside, 1, tuple(_CLOSE)) == len(inside) - 1:
            inside = inside[1:-1]
        relations = [relation_at(inside, i) for i in relations_in(inside)]
        if relations and all(found is not None and found[0] in _COMPARES for found in relations):
            found = condition(inside, start)
            return Indicator(found, start.to(cursor.end)) if found is not None else None
    cursor.position = saved
    return None
