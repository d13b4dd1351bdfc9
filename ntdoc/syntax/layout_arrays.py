"""An `array` that is there for its layout: cases in a brace that nothing closes, or the rows of a display.

So are the equations in a brace that *where* leads to, or that is all of a display and gives names their values,
whatever environment sets them: each of them is a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.syntax.alignments import leads
from ntdoc.syntax.cursor import is_spacing, split
from ntdoc.syntax.relations import (
    has_relation,
    is_operator,
    opens,
    relation_at,
    relations_in,
    starts_with_relation,
    trimmed,
)
from ntdoc.syntax.symbols import ALIGNMENTS, ARROWS, MAPS

_ARRAYS = frozenset(["array", "aligned", "alignedat", "matrix"])
_SYSTEMS = _ARRAYS | {"cases", "dcases", "gathered", "split"}  # in a brace, these may hold equations
_NONE = (Kind.CHAR, ".")
_ONE_SIDED = [  # what stands behind `\\left` and behind `\\right`
    *(((Kind.COMMAND, left), _NONE) for left in ("{", "lbrace")),
    *((_NONE, (Kind.COMMAND, right)) for right in ("}", "rbrace")),
]
_OF_CHANGE = frozenset(["frac", "dfrac", "tfrac", "partial", "nabla", "dot", "ddot", "prime", "'"])
_PUNCTUATION = frozenset([",", ".", ";"])


def with_environments(tokens: Sequence[Token]) -> Sequence[Token]:
    """With the environments of amsmath that say the same in the place of such arrays."""
    renamed: dict[int, str] = {}
    dropped: set[int] = set()
    for start, end in _arrays(tokens):
        rows = [[trimmed(c) for c in split(row, Kind.ALIGN)] for row in split(tokens[start + 1 : end], Kind.ROW)]
        rows = [row for row in rows if any(row)]
        brace = _brace(tokens, start, end)
        if brace and tokens[start].text in _ARRAYS and _are_cases(rows):
            dropped |= brace
            renamed |= {start: "cases", end: "cases"}
            continue
        array = not brace and tokens[start].text == "array"
        led = bool(brace) or tokens[start].text.endswith("cases")
        first, last = min({start, *brace}), max({end, *brace})
        led = led and _say_what_is(rows)
        led = led and (_is_led(tokens, first, last) or (_is_whole(tokens, first, last) and _gives_values(rows)))
        if (led or (array and _is_whole(tokens, start, end))) and (name := _alignment(rows)) is not None:
            dropped |= brace if led else set()
            renamed |= {start: name, end: name}
    if not renamed:
        return tokens
    kept = (i for i in range(len(tokens)) if i not in dropped)
    return [tokens[i]._replace(text=renamed[i]) if i in renamed else tokens[i] for i in kept]


def _arrays(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where an array, or what may stand for one in a brace, begins and ends."""
    open_: list[int] = []
    for i, token in enumerate(tokens):
        if token.kind is Kind.BEGIN:
            open_.append(i)
        elif token.kind is Kind.END and open_:
            start = open_.pop()
            if token.text == tokens[start].text and token.text in _SYSTEMS:
                yield start, i


def _brace(tokens: Sequence[Token], start: int, end: int) -> set[int]:
    r"""The places of `\left\{` before an array and of `\right.` behind it, if these stand there, or of `\right\}`."""
    before = [i for i in range(start) if not is_spacing(tokens[i])][-2:]
    after = [i for i in range(end + 1, len(tokens)) if not is_spacing(tokens[i])][:2]
    around = [(tokens[i].kind, tokens[i].text) for i in (*before, *after)]
    if [kind for kind, _ in around[::2]] != [Kind.COMMAND, Kind.COMMAND] or len(around) != 4:
        return set()
    (_, left), opened, (_, right), closed = around
    sided = (left, right) == ("left", "right") and (opened, closed) in _ONE_SIDED
    return {*before, *after} if sided else set()


def _are_cases(rows: Sequence[Sequence[Sequence[Token]]]) -> bool:
    """Whether each row is a value with its condition behind it: no equation of a system of such."""
    return bool(rows) and all(_is_case(row) for row in rows)


def _is_case(row: Sequence[Sequence[Token]]) -> bool:
    value, *rest = [cell for cell in row if cell]
    condition = trimmed([t for cell in rest for t in cell])
    if not condition or has_relation(value):
        return False
    return condition[0].kind is Kind.TEXT or (has_relation(condition) and not starts_with_relation(condition))


def _say_what_is(rows: Sequence[Sequence[Sequence[Token]]]) -> bool:
    """Whether each row says what a name is, and none is an equation to be solved: `x + y = 1`."""
    return all(_is_of_a_name([t for cell in row for t in cell]) for row in rows)


def _gives_values(rows: Sequence[Sequence[Sequence[Token]]]) -> bool:
    """Whether each row may give its name a value: no derivative of it, and no zero as in an equation to be solved."""
    for row in ([t for cell in row for t in cell if not is_spacing(t)] for row in rows):
        left = row[: relations_in(row)[0]]
        last = [t.text for t in row if t.text not in _PUNCTUATION][-2:]
        marked = any(t.text in _OF_CHANGE for t in left)
        if marked or last == ["=", "0"]:
            return False
    return True


def _is_of_a_name(row: Sequence[Token]) -> bool:
    found, level = relations_in(row), 0
    for token in row[: found[0]] if found else ():
        level += opens(token)
        if level == 0 and is_operator(token):
            return False
    return bool(found)


def _is_led(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether words such as *where*, or a statement and a wide space, lead to what nothing stands behind in its row."""
    if any(token.kind is Kind.OPEN or token.text not in ALIGNMENTS for token in _open_before(tokens, start)):
        return False
    first, last = _row(tokens, start, end)
    behind = all(is_spacing(t) or t.text in _PUNCTUATION for t in tokens[end + 1 : last])
    return behind and leads(tokens[first:start])


def _is_whole(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether nothing but words and punctuation stands beside an array, in no bracket and no other array."""
    if any(token.kind is Kind.OPEN or token.text not in ALIGNMENTS for token in _open_before(tokens, start)):
        return False
    first, last = _row(tokens, start, end)
    beside = [*tokens[first:start], *tokens[end + 1 : last]]
    return all(t.kind is Kind.TEXT or is_spacing(t) or t.text in _PUNCTUATION for t in beside)


def _open_before(tokens: Sequence[Token], start: int) -> list[Token]:
    """The groups and environments that something stands in."""
    around: list[Token] = []
    for token in tokens[:start]:
        if token.kind in OPENS:
            around.append(token)
        elif token.kind in CLOSES and around:
            around.pop()
    return around


def _row(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    """Where the row of a display begins and ends in which something stands."""
    first = max((i for i in range(start) if tokens[i].kind in (Kind.ROW, Kind.BEGIN)), default=-1) + 1
    ends = (i for i in range(end + 1, len(tokens)) if tokens[i].kind in (Kind.ROW, Kind.END))
    return first, next(ends, len(tokens))


def _alignment(rows: Sequence[Sequence[Sequence[Token]]]) -> str | None:
    """The environment that sets these rows of cells, if they hold statements; None for an array of entries."""
    if all(len(row) == 1 and _says(row[0]) for row in rows):
        return "gathered"
    if all(len(row) == 2 and (starts_with_relation(row[1]) or _goes_on(row)) for row in rows):
        return "aligned" if any(starts_with_relation(row[1]) for row in rows) else None
    if all(len(row) == 3 and (_is_relation(row[1]) or _goes_on(row)) for row in rows):
        return "eqnarray" if any(_is_relation(row[1]) for row in rows) else None
    if all(any(map(_is_arrow, row)) for row in rows):  # `f \\colon & A & \\to & B \\\\ & x & \\mapsto & E`
        return "eqnarray"
    return None


def _says(cell: Sequence[Token]) -> bool:
    return has_relation(cell) or (bool(cell) and is_operator(cell[0]))


def _goes_on(row: Sequence[Sequence[Token]]) -> bool:
    """Whether a row goes on with the one above: it begins with an operator in its last cell."""
    return not any(row[:-1]) and bool(row[-1]) and is_operator(row[-1][0])


def _is_arrow(cell: Sequence[Token]) -> bool:
    return len(cell) == 1 and (cell[0].text in ARROWS or cell[0].text in MAPS)


def _is_relation(cell: Sequence[Token]) -> bool:
    found = relation_at(cell, 0) if cell else None
    return found is not None and found[2] == len(cell)
