r"""Brackets and bars in the ways in which LaTeX lets them be written, as the ones that are read.

`\left< x, y \right>` is `\left\langle x, y \right\rangle`, and `||x||` the norm `\lVert x \rVert`: two bars side by
side, where none is open, up to the next two. So are `\left| \left| x \right| \right|` and `\vert\vert x \vert\vert`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ntdoc.reading.tokens import BREAKS, CLOSES, OPENS, SCRIPTS, Kind, Token, end_of_group
from ntdoc.syntax.cursor import is_spacing
from ntdoc.syntax.symbols import BARS, MULTIPLICATION, RELATIONS, SIZING

_ANGLES = {"<": "langle", ">": "rangle"}
_PLAIN = {"over": "frac", "choose": "binom"}
_SIGNS = frozenset([*"+-−±,;:", "pm", "mp"])
_BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1, "{": 1, "lbrace": 1, "}": -1, "rbrace": -1, "langle": 1, "rangle": -1}


def with_angles(tokens: Sequence[Token]) -> list[Token]:
    r"""With the angle that `<` is behind `\left` or `\big`."""
    kept: list[Token] = []
    for token in tokens:
        last = kept[-1] if kept and kept[-1].kind is Kind.COMMAND else None
        sized = last is not None and (last.text in ("left", "right") or last.text in SIZING)
        if sized and token.kind is Kind.CHAR and token.text in _ANGLES:
            token = token._replace(kind=Kind.COMMAND, text=_ANGLES[token.text])
        kept.append(token)
    return kept


def with_fractions(tokens: Sequence[Token]) -> list[Token]:
    r"""With `\frac` or `\binom` for a `\genfrac` that draws one; any other one has its two terms alone."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind is Kind.COMMAND and token.text == "genfrac":
            ends = [at]
            for _ in range(4):
                ends.append(end_of_group(tokens, ends[-1] + 1) if ends[-1] + 1 < len(tokens) else ends[-1])
            given = ["".join(t.text for t in tokens[a + 1 : b + 1]).strip("{}") for a, b in pairwise(ends)]
            name = "binom" if given[:3] == ["(", ")", "0pt"] else "genfrac" if any(given[:3]) else "frac"
            kept.append(token._replace(text=name))
            at = ends[-1] + 1
            continue
        kept.append(token)
        at += 1
    return kept


def with_plain_fractions(tokens: Sequence[Token]) -> list[Token]:
    r"""With `\frac{a}{b}` for the `{a \over b}` of plain TeX, and `\binom{n}{k}` for `{n \choose k}`."""
    before: dict[int, list[Token]] = {}
    behind: dict[int, list[Token]] = {}
    instead: dict[int, list[Token]] = {}
    opened: list[tuple[int, int | None]] = []  # where a group begins, and where the sign stands in it
    for at, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            opened.append((at, None))
        elif token.kind is Kind.COMMAND and token.text in _PLAIN and opened and opened[-1][1] is None:
            opened[-1] = (opened[-1][0], at)
        elif token.kind is Kind.CLOSE and opened:
            start, place = opened.pop()
            if place is None:
                continue
            span = tokens[place].span
            opens, closes = Token(Kind.OPEN, "{", span), Token(Kind.CLOSE, "}", span)
            before[start] = [Token(Kind.COMMAND, _PLAIN[tokens[place].text], span), opens]
            instead[place] = [closes, opens]
            behind[at] = [closes]
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        kept += [*behind.get(at, ()), *instead.get(at, (token,)), *before.get(at, ())]
    return kept


def with_open_ends(tokens: Sequence[Token]) -> list[Token]:
    r"""With a point for the bracket that closes what `\left.` opens: it has no partner."""
    kept = list(tokens)
    opened: list[bool] = []
    for at, token in enumerate(tokens[:-1]):
        if token.kind is not Kind.COMMAND:
            continue
        if token.text == "left":
            opened.append(tokens[at + 1].text == ".")
        elif token.text == "right" and opened and opened.pop() and _nests(tokens[at + 1]) < 0:
            kept[at + 1] = Token(Kind.CHAR, ".", tokens[at + 1].span)
    return kept


# --- bars ---


class _Level:
    """What stands in one bracket: the bars that are open, and those that are a norm, in pairs of places of two bars."""

    def __init__(self, brace: bool) -> None:
        self.brace = brace
        self.opened: list[tuple[int, int]] = []  # each with its place, and how many bars it is
        self.pairs: list[tuple[list[int], list[int]]] = []
        self.first: list[int] = []  # the bars that opened the norm that is open
        self.unclear = False

    def found(self) -> list[tuple[list[int], list[int]]]:
        return [] if self.unclear or self.opened else self.pairs


def with_norms(tokens: Sequence[Token]) -> list[Token]:
    """With one sign for two bars that open or close a norm; where it is not clear which they are, all stays."""
    norms: list[tuple[list[int], list[int]]] = []
    levels = [_Level(brace=True)]
    at = 0
    while at < len(tokens):
        token = tokens[at]
        nests = _nests(token)
        if nests > 0:
            levels.append(_Level(token.kind in OPENS))
        elif nests < 0:
            braced = token.kind in CLOSES
            while braced and len(levels) > 1 and not levels[-1].brace:
                norms += levels.pop().found()
            if len(levels) > 1 and levels[-1].brace == braced:
                norms += levels.pop().found()
        elif token.kind in BREAKS:
            levels[-1].unclear |= bool(levels[-1].opened) and token.kind is Kind.ROW
        elif run := _run(tokens, at):
            _pass(levels[-1], tokens, run)
            at = run[-1]
        at += 1
    for level in levels:
        norms += level.found()
    return _joined(tokens, norms)


def _nests(token: Token) -> int:
    if token.kind in OPENS:
        return 1
    if token.kind in CLOSES:
        return -1
    return _BRACKETS.get(token.text, 0) if token.kind in (Kind.CHAR, Kind.COMMAND) else 0


def _run(tokens: Sequence[Token], at: int) -> list[int]:
    r"""The places of bars side by side; a blank between them parts them, and `\big` does not."""
    found: list[int] = []
    while at < len(tokens):
        token = tokens[at]
        if _is_bar(token):
            if found and tokens[at - 1] is tokens[found[-1]] and _is_apart(tokens[found[-1]], token):
                break
            found.append(at)
        elif not (found and token.kind is Kind.COMMAND and token.text in SIZING):
            break
        at += 1
    return found


def _is_bar(token: Token) -> bool:
    return token.text == ("|" if token.kind is Kind.CHAR else "vert") and token.kind in (Kind.CHAR, Kind.COMMAND)


def _is_apart(one: Token, other: Token) -> bool:
    return one.kind is Kind.CHAR and one.span.end < other.span.start


def _pass(level: _Level, tokens: Sequence[Token], run: list[int]) -> None:
    """What some bars side by side open and close."""
    if len(run) == 2 and not level.opened:
        level.opened.append((run[0], 2))
        level.first = run
    elif len(run) == 2 and level.opened[-1][1] == 2:
        level.opened.pop()
        level.pairs.append((level.first, run))
    elif len(run) == 1:
        last = level.opened[-1][1] if level.opened else 0
        if last == 1:
            level.opened.pop()
        elif last and _is_behind_operand(tokens, run[0]):
            level.unclear = True  # `||x| - |y||`
        else:
            level.opened.append((run[0], 1))
    elif len(run) == 4 and level.opened and level.opened[-1][1] == 2:  # `||x||||y||`
        level.pairs.append((level.first, run[:2]))
        level.first = run[2:]
    elif len(run) != 2:
        level.unclear = True


def _is_behind_operand(tokens: Sequence[Token], at: int) -> bool:
    return is_operand(next((t for t in reversed(tokens[:at]) if not is_spacing(t)), None))


def is_operand(last: Token | None) -> bool:
    """Whether a token ends an operand, so that a bar behind it need not open anything."""
    if last is None or last.kind in OPENS or last.kind in BREAKS or last.kind in SCRIPTS:
        return False
    if last.kind is Kind.TEXT or last.kind in CLOSES:
        return True
    return not any(last.text in table for table in (_SIGNS, RELATIONS, MULTIPLICATION, BARS)) and _nests(last) <= 0


def _joined(tokens: Sequence[Token], norms: Sequence[tuple[list[int], list[int]]]) -> list[Token]:
    signs: dict[int, str] = {}
    dropped: set[int] = set()
    for pair in norms:
        for run, sign in zip(pair, ("lVert", "rVert"), strict=True):
            signs[run[0]] = sign
            dropped |= set(range(run[0] + 1, run[-1] + 1))
    return list(_with_signs(tokens, signs, dropped))


def _with_signs(tokens: Sequence[Token], signs: dict[int, str], dropped: set[int]) -> Iterator[Token]:
    for at, token in enumerate(tokens):
        if at in signs:
            last = next((n for n in range(at + 1, len(tokens)) if n not in dropped), len(tokens)) - 1
            span = token.span.to(tokens[last].span) if token.span != tokens[last].span else token.span
            yield Token(Kind.COMMAND, signs[at], span)
        elif at not in dropped:
            yield token
