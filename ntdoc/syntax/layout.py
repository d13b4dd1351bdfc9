"""What only holds the layout of mathematics together is taken out, or said as what it stands for, before it is read.

An empty group `{} + x` and `\\mathrel{}` around nothing that is seen are nothing.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.symbols import MULTIPLICATION, RELATIONS

_CLASSES = frozenset(["mathrel", "mathbin", "mathop", "mathord", "mathopen", "mathclose", "mathinner", "mathpunct"])
_SIGNS = frozenset(["+", "-", "−", "pm", "mp", "±"])
_BREAKS = frozenset([Kind.ROW, Kind.ALIGN])
_SCRIPTS = frozenset([Kind.SUB, Kind.SUP])
_NAMED = frozenset([Kind.CHAR, Kind.COMMAND])


def settled(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a piece of mathematics without what is there for its layout only."""
    if any(a.kind is Kind.OPEN and b.kind is Kind.CLOSE for a, b in pairwise(tokens)):
        tokens = _without_empty_groups(_without_empty_classes(tokens))
    return tokens


def _without_empty_classes(tokens: Sequence[Token]) -> list[Token]:
    r"""Without `\mathrel{}`, which is there for the space around it: `\mathrel{\phantom{=}}`."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token, following = tokens[at], [t.kind for t in tokens[at + 1 : at + 4]]
        empty = token.kind is Kind.COMMAND and token.text in _CLASSES and following[:2] == [Kind.OPEN, Kind.CLOSE]
        if empty and following[2:] not in ([Kind.SUB], [Kind.SUP]):
            at += 3
            continue
        kept.append(token)
        at += 1
    return kept


def _without_empty_groups(tokens: Sequence[Token]) -> list[Token]:
    """Without the empty groups that only make the sign beside them a binary one."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        if [t.kind for t in tokens[at : at + 2]] == [Kind.OPEN, Kind.CLOSE] and _is_nothing(kept, tokens[at + 2 :]):
            at += 2
            continue
        kept.append(tokens[at])
        at += 1
    return kept


def _is_nothing(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether an empty group is no argument of what stands before it, and no place for an operand."""
    last = next((t for t in reversed(before) if not is_spacing(t)), None)
    following = next((t for t in after if not is_spacing(t)), None)
    if following is None or following.kind in _SCRIPTS or not (last is None or _takes_nothing(before, last)):
        return False
    if _is(following, MULTIPLICATION):  # `{} \odot {} \colon …` has places, `\\ {} \cdot x` goes on
        return last is not None and last.kind in _BREAKS and _goes_on(before) and not _says_signature(after)
    if following.kind in _BREAKS or _is(following, RELATIONS) or _is(following, _SIGNS):
        return True
    if _is(following, frozenset(",.;)]")) or following.text == "right":
        return last is None or not (_is(last, RELATIONS) or _is(last, _SIGNS) or _is(last, MULTIPLICATION))
    begins = last is None or last.kind in _BREAKS or _is(last, RELATIONS) or _is(last, _SIGNS)
    return begins and following.kind is not Kind.CLOSE and following.kind is not Kind.END


def _is(token: Token, texts: Container[str]) -> bool:
    return token.kind in _NAMED and token.text in texts


def _takes_nothing(before: Sequence[Token], last: Token) -> bool:
    """Whether a group behind what ends with `last` is no argument of it."""
    if last.kind is Kind.COMMAND:
        return any(last.text in table for table in (RELATIONS, MULTIPLICATION, _SIGNS))
    if last.kind is not Kind.CLOSE:
        return last.kind not in _SCRIPTS
    level = 0
    for at in range(len(before) - 1, -1, -1):  # the last of several arguments, or a script
        level += (before[at].kind is Kind.CLOSE) - (before[at].kind is Kind.OPEN)
        if level == 0 and before[at].kind is Kind.OPEN:
            return at > 0 and before[at - 1].kind in _SCRIPTS
    return False


def _goes_on(before: Sequence[Token]) -> bool:
    """Whether nothing stands before it in a row that is not the first."""
    for token in reversed(before):
        if token.kind is Kind.ROW:
            return True
        if token.kind is not Kind.ALIGN and not is_spacing(token):
            return False
    return False


def _says_signature(after: Sequence[Token]) -> bool:
    end = next((i for i, t in enumerate(after) if t.kind is Kind.ROW), len(after))
    return any(t.text in (":", "colon") for t in after[:end])
