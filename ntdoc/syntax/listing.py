"""Commas within a list, which separate no statements: `t = 1, 2, 3`, `l = 1, \\ldots, L`, `0 < a, b < 1`."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import SCRIPTS, Kind, Token
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.symbols import ELLIPSES, RELATIONS, WIDE

ENDLESS = "etcetera"
"""The letter of the members of a list without an end: a word that no author has for an index."""


_RUNS = frozenset(["sum", "prod", "max", "min", "limits"])


def is_ellipsis(token: Token) -> bool:
    return token.text in ELLIPSES or token.text == "…"


def has_dots(tokens: Sequence[Token]) -> bool:
    """Whether an ellipsis stands for something, and not for the digits of a number that is cut off, `3.14\\ldots`."""
    return any(is_ellipsis(t) and not (i and tokens[i - 1].text.isdecimal()) for i, t in enumerate(tokens))


def without_runs(tokens: Sequence[Token]) -> list[Token]:
    r"""Without what stands below sums, products and optima, as the dots of `\max_{j = 1, \dots, n}`."""
    kept: list[Token] = []
    level = 0
    for i, token in enumerate(tokens):
        begins = token.kind is Kind.OPEN and i > 1 and tokens[i - 1].kind is Kind.SUB and tokens[i - 2].text in _RUNS
        if begins or level:
            level += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        else:
            kept.append(token)
    return kept


def lists(tokens: Sequence[Token], i: int, start: int, relations: Sequence[int]) -> bool:
    """Whether a comma stands in a list with an ellipsis, `l = 1, 1', \\ldots, L, L'`."""
    last = relations[0] if relations else len(tokens)
    around = [*tokens[start:i], *tokens[i:last]]
    if any(t.kind is Kind.TEXT or (t.kind is Kind.COMMAND and t.text in WIDE) for t in around):
        return False
    return any(is_ellipsis(t) for t in around)


def counts(tokens: Sequence[Token], relation: int, i: int) -> bool:
    """Whether a comma stands between the numbers of `t = 1, 2, 3`."""
    end = i + 1
    while end < len(tokens) and (tokens[end].text.isdecimal() or is_spacing(tokens[end])):
        end += 1
    after = [t for t in tokens[i + 1 : end] if not is_spacing(t)]
    whole = end == len(tokens) or tokens[end].text in ",;." or tokens[end].kind is Kind.TEXT
    before = [t for t in tokens[relation + 1 : i] if not is_spacing(t)]
    return bool(before and after and whole) and all(t.text.isdecimal() or t.text == "," for t in before)


def listed(parts: Sequence[list[Token]]) -> list[list[Token]]:
    """The parts of `x_1, \\ldots, x_T \\in S` without the dots; those before and after them say what they stand for."""
    dots = [i for i, part in enumerate(parts) if len(part) == 1 and is_ellipsis(part[0])]
    if dots == [len(parts) - 1] and dots[0] and any(t.kind in SCRIPTS for t in parts[-2]):
        return [*parts[:-1], _any(parts[-2])]
    return [part for i, part in enumerate(parts) if i not in dots] if dots == [len(parts) - 2] else list(parts)


def _any(member: list[Token]) -> list[Token]:
    """A member of a family by a letter instead of its number: it stands for the dots of `x_1, x_2, \\ldots`."""
    numbers = [i for i, token in enumerate(member) if token.text.isdecimal()]
    return [t._replace(text=ENDLESS) if i in numbers[-1:] else t for i, t in enumerate(member)] if numbers else member


def between(first: Sequence[Token], last: Sequence[Token]) -> list[list[Token]]:
    """The bounds of each name in `0 < a, b < 1`, whose comma parts `0 < a` and `b < 1`; [] if it is no such list."""
    here, there = _order(first), _order(last)
    if here is None or there is None or not (_is_number(first[:here]) and _is_number(last[there + 1 :])):
        return []
    names: list[list[Token]] = [list(first[here + 1 :]), []]
    level = 0
    for token in last[:there]:
        level += token.nests
        if token.text == "," and level == 0:
            names.append([])
        else:
            names[-1].append(token)
    return [[*first[: here + 1], *name, *last[there:]] for name in names]


def _order(tokens: Sequence[Token]) -> int | None:
    """Where the only relation stands, if it is `<` or `\\le`."""
    found = [i for i, t in enumerate(tokens) if t.kind in (Kind.CHAR, Kind.COMMAND) and t.text in RELATIONS]
    return found[0] if len(found) == 1 and RELATIONS[tokens[found[0]].text] in ("lt", "le") else None


def _is_number(tokens: Sequence[Token]) -> bool:
    spoken = [t for t in tokens if not is_spacing(t) and t.kind not in (Kind.OPEN, Kind.CLOSE)]
    return bool(spoken) and all(t.text.isdecimal() or t.text in (".", "-", "−", "frac") for t in spoken)
