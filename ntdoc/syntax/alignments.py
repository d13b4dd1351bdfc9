"""An alignment within a row: the rows of one that makes up a row, or that a statement or a word before it leads to.

One in the middle of a formula breaks that over several lines, where its rows go on with each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.syntax.cursor import is_spacing, split
from ntdoc.syntax.relations import ends_open, has_relation, is_operator, starts_with_relation
from ntdoc.syntax.symbols import ALIGNMENTS, SEPARATING_WORDS, WIDE

_WITHIN = frozenset(["aligned", "alignedat", "gathered", "multlined", "split"])
_SIGNS = frozenset("+-−")


def headed(row: Sequence[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    r"""The statement that a row begins with, the words behind it, and an alignment that these lead to.

    `A = B + C \quad \text{where} \quad \begin{aligned} …`, or any words alone.
    """
    level = 0
    for i, token in enumerate(row):
        if token.kind is Kind.BEGIN and level == 0 and token.text in ALIGNMENTS:
            words = next((n for n in range(i, 0, -1) if not _is_beside(row[n - 1])), 0)
            if words == 0 or leads(row[:i]):
                return list(row[:words]), list(row[words:i]), list(row[i:])
        level += (token.kind in OPENS) - (token.kind in CLOSES)
    return [], [], list(row)


def leads(before: Sequence[Token]) -> bool:
    """Whether what stands before equations in a row leads to them: a word as *where*, or a statement and a space."""
    last = next((i for i in range(len(before) - 1, -1, -1) if not is_spacing(before[i])), None)
    if last is None:
        return False
    if before[last].kind is Kind.TEXT:
        return before[last].text.lower().rstrip(",.: ").endswith(SEPARATING_WORDS)
    statement = split(before, Kind.ALIGN)[-1]
    apart = any(token.text in WIDE for token in before[last + 1 :])
    return apart and has_relation(statement) and not ends_open(statement)


def _is_beside(token: Token) -> bool:
    return token.kind is Kind.TEXT or is_spacing(token)


def opened(row: Sequence[Token]) -> list[Token] | None:
    """The content of an alignment environment that makes up a whole row."""
    start, end = 0, len(row)
    while start < end and is_spacing(row[start]):
        start += 1
    while end > start and (is_spacing(row[end - 1]) or (row[end - 1].kind is Kind.CHAR and row[end - 1].text in ",.;")):
        end -= 1
    content = list(row[start:end])  # with the spacing within: a wide space separates statements
    if not content or content[0].kind is not Kind.BEGIN or content[0].text not in ALIGNMENTS:
        return None
    level = 0
    for i, token in enumerate(content):
        level += (token.kind is Kind.BEGIN) - (token.kind is Kind.END)
        if level == 0:
            beside = _behind(content[i + 1 :])
            return content[1:i] + beside if beside is not None else None
    return None


def _behind(tokens: list[Token]) -> list[Token] | None:
    """What stands beside an alignment, behind a wide space or in words, as a row of its own; None if it goes on."""
    first = next((t for t in tokens if t.text in WIDE or not (is_spacing(t) or t.text == ",")), None)
    if first is not None and first.text not in WIDE and first.kind is not Kind.TEXT:
        return None
    return [Token(Kind.ROW, r"\\", first.span), *tokens] if first is not None else []


def with_whole_formulas(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens, in which what an alignment in the middle of a formula breaks over several lines is in one.

    `\left( \begin{aligned} a &+ b \\ &+ c \end{aligned} \right)` is `\left( a + b + c \right)`.
    """
    found: list[Token] = []
    open_: list[int] = []
    for i, token in enumerate(tokens):
        found.append(token)
        if token.kind is Kind.BEGIN:
            open_.append(len(found) - 1)
        elif token.kind is Kind.END and open_:
            start = open_.pop()
            around = found[open_[-1]].text if open_ else None
            if token.text in _WITHIN and _is_in_the_middle(found[:start], tokens[i + 1 :], around):
                found[start:] = _in_one(found[start + 1 : -1]) or found[start:]
    return found


def _is_in_the_middle(before: Sequence[Token], behind: Sequence[Token], around: str | None) -> bool:
    r"""Whether an alignment goes on with what stands before it in its row; not the system of a `\left\{`."""
    last = next((i for i in range(len(before) - 1, -1, -1) if not is_spacing(before[i])), None)
    if last is None or before[last].kind is Kind.TEXT:
        return False
    if before[last].kind in (Kind.ALIGN, Kind.ROW, Kind.BEGIN):
        display = around is None or around in ALIGNMENTS
        return not display or (before[last].kind is Kind.ALIGN and ends_open([*before[:last]]))
    brace = last > 0 and before[last - 1].text == "left" and before[last].text in ("{", "lbrace")
    if brace and [t.text for t in behind if not is_spacing(t)][:2] == ["right", "."]:
        return False
    first = max((i for i in range(last) if before[i].kind in (Kind.ROW, Kind.BEGIN)), default=-1) + 1
    return not leads(before[first:])


def _in_one(content: Sequence[Token]) -> list[Token] | None:
    """The rows of an alignment as one formula; None if they do not go on with each other, as equations of their own."""
    whole: list[Token] = []
    for row in split(content, Kind.ROW):
        cells = [cell for cell in map(_seen, split(row, Kind.ALIGN)) if cell]
        for number, cell in enumerate(cells):
            if whole and whole[-1].text != "," and not ends_open(whole):
                equations = cell[0].text in _SIGNS and has_relation(whole) and any(map(has_relation, cells))
                begins = is_operator(cell[0]) or (number > 0 and starts_with_relation(cell))
                if not begins or (number == 0 and equations):
                    return None
            whole += cell
    return whole


def _seen(cell: Sequence[Token]) -> list[Token]:
    """A cell without the spacing and the empty groups at its ends."""
    start, end = 0, len(cell)
    while start < end and (is_spacing(cell[start]) or _is_empty(cell[start : start + 2])):
        start += 1 if is_spacing(cell[start]) else 2
    while end > start and (is_spacing(cell[end - 1]) or _is_empty(cell[max(start, end - 2) : end])):
        end -= 1 if is_spacing(cell[end - 1]) else 2
    return list(cell[start:end])


def _is_empty(tokens: Sequence[Token]) -> bool:
    return [token.kind for token in tokens] == [Kind.OPEN, Kind.CLOSE]
