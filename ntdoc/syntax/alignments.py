"""An alignment within a row: the rows of one that makes up a row, or that a statement or a word before it leads to."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.syntax.cursor import is_spacing, split
from ntdoc.syntax.relations import ends_open, has_relation
from ntdoc.syntax.symbols import ALIGNMENTS, SEPARATING_WORDS, WIDE


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
        level += (token.kind in (Kind.OPEN, Kind.BEGIN)) - (token.kind in (Kind.CLOSE, Kind.END))
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
