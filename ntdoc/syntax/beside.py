"""What stands beside a statement and bounds its letters: `\\text{for } j > 1`, `\\text{$i$ odd}`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.relations import relation_at, trimmed

PARITIES = frozenset(["odd", "even"])
_OF_PARITY = frozenset(["for", "if", "when", "is", "all", "every"])
_SIGNS = "+-−"
_BARS = frozenset(["|", "vert", "lvert", "rvert"])
_ORDERS = frozenset(["gt", "ge", "lt", "le", "ne"])


def without_brackets(tokens: Sequence[Token]) -> list[Token]:
    return trimmed([t for t in tokens if t.kind is not Kind.CHAR or t.text not in "()"])


def says_parity(body: list[Token]) -> bool:
    r"""`\text{$i$ odd}`, `\text{for even } i`, beside a statement."""
    words = " ".join(t.text for t in body if t.kind is Kind.TEXT).lower().strip(" .,()").split()
    formulas = (t for token in body for part in (token.content or [[token]]) if not isinstance(part, str) for t in part)
    formula = [t for t in formulas if t.kind is not Kind.TEXT and t.text not in (".", ",") and not is_spacing(t)]
    return bool(words) and words[-1] in PARITIES and {*words[:-1]} <= _OF_PARITY | {"("} and len(formula) == 1


def bounds(words: str, parts: Sequence[Sequence[Token]], before: Sequence[Token]) -> bool:
    r"""`\text{for } j > 1`, `\text{for } k \le j \le n - k`: orders, with a letter in the indices before it as a side.

    Of other letters, one and a number that is not 0, which would say a sign, are enough.
    """
    if words.strip(" .,") != "for":
        return False
    letters = _in_indices(before)
    return all(_is_bound(part, letters) for part in parts)


def _is_bound(part: Sequence[Token], letters: frozenset[str]) -> bool:
    spoken = _without_sizes([t for t in part if not is_spacing(t)])
    orders = [i for i in range(1, len(spoken)) if (found := relation_at(spoken, i)) and found[0] in _ORDERS]
    ends = [-1, *orders, len(spoken)]
    sides = [spoken[before + 1 : end] for before, end in pairwise(ends)]
    named = {t.text for side in sides for t in side if t.text.isalpha()}
    if not orders or not named or not all(_is_of_numbers(t) for side in sides for t in side):
        return False
    if named <= letters or any(len(side) == 1 and side[0].text in letters for side in sides):
        return True
    return len(orders) == 1 == orders[0] and len(named) == 1 and spoken[-1].text not in (*named, "0")


def _is_of_numbers(token: Token) -> bool:
    return token.text.isalpha() or token.text.isdecimal() or token.text in _SIGNS or token.text in _BARS


def _without_sizes(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens of an order, of `|\seq| - 1` the bars and what is outside."""
    found: list[Token] = []
    inside = False
    for token in tokens:
        bar = token.text in _BARS
        found += [token] if bar or not inside else []
        inside ^= bar
    return found


def _in_indices(tokens: Sequence[Token]) -> frozenset[str]:
    """The letters in round brackets within scripts: the `i` in `X_{\\ax(i)}`."""
    found: set[str] = set()
    level = rounds = 0
    for before, token in pairwise(tokens):
        if token.kind is Kind.OPEN:
            level += level > 0 or before.kind is Kind.SUB
        elif token.kind is Kind.CLOSE:
            level = max(level - 1, 0)
        elif level:
            rounds += (token.text == "(") - (token.text == ")")
            found |= {token.text} if rounds > 0 and token.kind is Kind.CHAR and token.text.isalpha() else set()
    return frozenset(found)
