"""What is said where an operand should stand and none can be read: whether one is missing, or is only not read."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import SCRIPTS, Kind, Token, end_of_group
from ntdoc.syntax.cursor import Cursor, Malformed, Unreadable, is_spacing
from ntdoc.syntax.symbols import ARROWS, BIG_OPERATORS, CLOSING, MULTIPLICATION, RELATIONS

_DOTS = ("cdot", "bullet", "·")
_SIGNS = frozenset([*",;:.+-−!±", "pm", "mp", "right", "colon"])


def operand(cursor: Cursor, token: Token, ends_argument: bool) -> Unreadable:
    """What stops the reading at a token in the place of an operand, behind which an argument may end."""
    last = cursor.last
    if token.text in _DOTS and ends_argument:  # `k(\cdot, \cdot')`, `\cdot - x`
        return Unreadable("a dot that stands for any argument", token.span)
    if token.text in CLOSING and last is not None and last.text in _DOTS:  # `(m \cdot)`
        return Unreadable("a dot that stands for any argument", last.span)
    if token.kind in SCRIPTS:
        return Unreadable("a script with nothing before it", token.span)
    if token.kind not in (Kind.CHAR, Kind.COMMAND):
        return Malformed("an operand is missing here", token.span)
    if MULTIPLICATION.get(token.text) == "other" and _has_script(cursor):  # `E = \cup_{p \in M} E_p`
        return Unreadable(f"ntdoc does not read {token.span.text} with what it ranges over", token.span)
    if token.text in ARROWS:
        return Unreadable("an arrow that begins no signature", token.span)
    known = any(token.text in table for table in (RELATIONS, MULTIPLICATION, CLOSING, _SIGNS))
    if token.kind is Kind.COMMAND and not known:  # `\overset{*}{X}`
        return Unreadable(f"ntdoc does not read \\{token.text} here", token.span)
    return Malformed("an operand is missing here", token.span)


def is_operator_alone(tokens: Sequence[Token]) -> bool:
    r"""Whether a formula is only about a sign, `\sum_{i=1}^n`: nothing stands beside it."""
    if not tokens or tokens[0].kind not in (Kind.CHAR, Kind.COMMAND) or tokens[0].text not in BIG_OPERATORS:
        return False
    at = 1
    while at < len(tokens):
        if not is_spacing(tokens[at]):
            if tokens[at].kind not in SCRIPTS or at + 1 == len(tokens):
                return False
            at = end_of_group(tokens, at + 1)
        at += 1
    return True


def _has_script(cursor: Cursor) -> bool:
    behind = cursor.tokens[cursor.position + 1 : cursor.position + 2]
    return bool(behind) and behind[0].kind in SCRIPTS
