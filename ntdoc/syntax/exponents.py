"""Powers of ten as programs write them: `3e{-4}`, `1e-3`, `2\\mathrm{e}6`, `5\\text{e-}3`.

Right behind a number, an e with the digits of a power right behind it is none that multiplies; `2e - 1`, with space
around the sign, and `2e-1`, which is as likely the constant, are products and sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.syntax.cursor import Cursor
from ntdoc.syntax.symbols import UPRIGHT

_POWER = regex(r"[eE](?P<power>[-+−]?\d{1,3})")
_LIKE = regex(r"[eE]?[-+−]?\d{0,3}")
MOST = 12  # tokens that it may be written in


def passed(cursor: Cursor, digits: str) -> int:
    """The power of ten behind the digits of a number, which is passed over; 0 if there is none."""
    first = cursor.peek()
    if first is None or not (_spoken(first)[:1] in ("e", "E") or _is_upright(first)):
        return 0
    found = _written(cursor.tokens[cursor.position : cursor.position + MOST], cursor)
    if found is None:
        return 0
    count, power = found
    if power == -1 and digits.strip("0") not in ("1", "5") and first.kind is Kind.CHAR:
        return 0
    end = cursor.position + count
    while cursor.position < end:
        cursor.next()
    return power


def _written(tokens: Sequence[Token], cursor: Cursor) -> tuple[int, int] | None:
    """How many tokens the power is written in, and what it is."""
    said, level, best = "", 0, None
    before: Token | None = cursor.tokens[cursor.position - 1] if cursor.position else None
    braced = False
    for count, token in enumerate(tokens, 1):
        if token.kind is Kind.OPEN:
            level, braced = level + 1, True
        elif token.kind is Kind.CLOSE:
            level -= 1
            if level < 0:
                break
        elif _is_upright(token):
            braced = True
        else:
            apart = before is not None and before.span.end != token.span.start and not braced
            spoken = _spoken(token)
            if not spoken or apart or not _LIKE.fullmatch(said + spoken):
                break
            said += spoken
        if level == 0 and (found := _POWER.fullmatch(said)) is not None:
            best = count, int(found["power"].replace("−", "-"))
        before = token
    return best


def _is_upright(token: Token) -> bool:
    return token.kind is Kind.COMMAND and token.text in UPRIGHT


def _spoken(token: Token) -> str:
    return token.text.strip() if token.kind in (Kind.CHAR, Kind.TEXT) else ""
