"""What is still plain of mathematics that cannot be read: the rows before the wrong one, and the left sides behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from ntdoc.reading.document import Salvaged
from ntdoc.reading.mathematics import finish
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.spaces import ROW_ENDS
from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token

_BEGINS_RIGHT: Final = frozenset(
    ["=", ":", "in", "colon", "mathrel", "stackrel", "coloneqq", "triangleq", "equiv", "leftarrow", "longleftarrow"]
)
_TRIED: Final = 3  # ends of rows
_MOST_ROWS: Final = 200
_MOST_TOKENS: Final = 60  # of a left side


def salvaged(raw: Sequence[Token], environment: str, error: Unreadable) -> Salvaged:
    """What is plain of the raw tokens of a piece of mathematics in which an error was met."""
    wrong = error.diagnostic.span
    before = ((at, ends) for at, ends in _row_ends(raw) if raw[at].span.source is wrong.source)
    before = ((at, ends) for at, ends in before if raw[at].span.start < wrong.start)
    for cut, closing in islice(before, _TRIED):
        finished, problem = finish([*raw[:cut], *closing], environment, None)
        if problem is None and finished.tokens:
            return Salvaged(finished.tokens, tuple(_lefts(raw[cut + 1 :])))
    return Salvaged((), tuple(_lefts(raw)))


def _row_ends(raw: Sequence[Token]) -> Iterator[tuple[int, list[Token]]]:
    r"""Where rows end that stand in nothing but environments begun right at the start, `\[ \begin{aligned}`; the last
    of them first, each with the ends of these environments.
    """
    found: list[tuple[int, list[Token]]] = []
    around: list[Token] = []
    depth, begun = 0, False
    for at, token in enumerate(raw):
        if token.kind is Kind.BEGIN and not begun:
            around.append(token)
            continue
        begun = begun or not token.text.isspace()
        if depth == 0 and token.kind is Kind.COMMAND and token.text in ROW_ENDS:
            found.append((at, [Token(Kind.END, token.text, token.span) for token in reversed(around)]))
        depth += (token.kind in OPENS) - (token.kind in CLOSES)
        if depth < 0:
            break
    return reversed(found)


def _lefts(raw: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The left side of each row, with its macros expanded; none of one that cannot be read either."""
    rows: list[list[Token]] = [[]]
    for token in raw:
        if token.kind is Kind.COMMAND and token.text in ROW_ENDS:
            rows.append([])
        elif token.kind not in (Kind.BEGIN, Kind.END, Kind.ALIGN):
            rows[-1].append(token)
    for row in rows[:_MOST_ROWS]:
        right = next((i for i, t in enumerate(row[:_MOST_TOKENS]) if t.text in _BEGINS_RIGHT), 0)
        finished, problem = finish(row[:right], "", None) if right else (None, None)
        if finished is not None and problem is None and finished.tokens:
            yield finished.tokens
