"""The rows of a display as a page shows them: the equation, its number, the words between it and the row above."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeVar

from markupsafe import Markup, escape

from ntdoc.reading.document import Mathematics
from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Reference, Token
from ntdoc.rendering.latex.tokens import split_rows
from ntdoc.rendering.math import mathml
from ntdoc.syntax.alignments import opened
from ntdoc.syntax.symbols import WIDE

_NOTHING = Markup("")
T = TypeVar("T")
Place = tuple[str, int]  # a file, and where in it
_BETWEEN = frozenset(("intertext", "shortintertext"))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a document's equations: of the rows by items, and of what bears a label."""

    rows: Mapping[int, Sequence[str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    # In Markdown: the labels of the rows, which are then those of the alignment that makes up a display.
    opened: Mapping[int, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    sections: Mapping[str, str] = field(default_factory=dict)  # what the pages of a paper are, by their files


@dataclass(frozen=True, slots=True)
class DisplayRow:
    """One row that is shown. `labels` are those of its own; others are of the display as a whole."""

    tokens: tuple[Token, ...]
    number: str = ""
    labels: tuple[str, ...] = ()
    before: Markup = _NOTHING


def display_rows(
    mathematics: Mathematics,
    numbers: Sequence[str] | None,
    known: Numbers,
    heads: Sequence[Collection[Place]] = (),
    opened_labels: Sequence[tuple[str, ...]] | None = None,
) -> list[DisplayRow]:
    """The rows that say anything. Without `numbers` what `\\tag` says stays in the row.

    `heads` are of each statement the places of its first tokens: an alignment in which several of them begin is
    shown as the rows that it has, so that each has its mark beside it. So is every one with `opened_labels`.
    """
    rows = []
    of_rows = [row.labels for row in mathematics.rows] if opened_labels is None else opened_labels
    whole = split_rows(mathematics.tokens) if opened_labels is None else opened_rows(mathematics.tokens)
    for at, row in enumerate(whole):
        first, *others = _unfolded(row, heads) if opened_labels is None else [row]
        tokens = with_numbers(first, known.labels)
        if numbers is not None:
            tokens = tuple(t for t in tokens if not (t.kind is Kind.TEXT and t.font == "tag"))
        words = []
        while tokens and tokens[0].kind is Kind.TEXT and tokens[0].font in _BETWEEN:
            words.append(_words(tokens[0]))
            tokens = tokens[1:]
        number = numbers[at] if numbers is not None and at < len(numbers) else ""
        labels = of_rows[at] if at < len(of_rows) else ()
        if tokens or words:
            rows.append(DisplayRow(tokens, number, labels, Markup(" ").join(words)))
        rows += [DisplayRow(with_numbers(other, known.labels)) for other in others]
    return rows


def joined(rows: Sequence[DisplayRow], groups: Sequence[list[T]]) -> list[tuple[list[DisplayRow], list[T]]]:
    """The rows with what is said of them: one that goes on with the row above is with it, unless both have numbers."""
    found: list[tuple[list[DisplayRow], list[T]]] = []
    for row, group in zip(rows, groups, strict=True):
        above = found[-1][0] if found and found[-1][1] and not (group or row.before) else []
        if above and not (row.number and any(other.number for other in above)):
            above.append(row)
        else:
            found.append(([row], group))
    return found


def stacked(equations: Sequence[Markup]) -> Markup:
    """The rows of one equation, one below the other."""
    first, *others = equations
    return first + _NOTHING.join(Markup('<div class="nt-goes-on">{}</div>').format(other) for other in others)


def abreast(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The formulas of a row that stand beside one another, in columns or with wide spaces between them."""
    parts: list[list[Token]] = [[]]
    depth = marks = 0
    for token in tokens:
        opens = token.kind in OPENS or (token.kind is Kind.COMMAND and token.text == "left")
        closes = token.kind in CLOSES or (token.kind is Kind.COMMAND and token.text == "right")
        depth = depth + opens - closes
        if depth == 0 and token.kind is Kind.ROW:
            return [tuple(tokens)]
        mark = depth == 0 and token.kind is Kind.ALIGN  # every second one begins a column
        marks += mark
        if (mark and marks % 2 == 0) or (depth == 0 and token.kind is Kind.COMMAND and token.text in WIDE):
            parts.append([])
        else:
            parts[-1].append(token)
    said = [tuple(part) for part in parts if any(token.kind is not Kind.ALIGN for token in part)]
    return said if depth == 0 else [tuple(tokens)]


def side_by_side(formulas: Sequence[Markup]) -> Markup:
    """Formulas in a row, which may go on in the next line where there is no room for all of them."""
    return Markup('<div class="nt-abreast">{}</div>').format(Markup(" ").join(formulas))


def row_of(head: Collection[Place], rows: Sequence[Sequence[Token]]) -> int | None:
    """The row that holds what a statement begins with."""
    found = (i for i, row in enumerate(rows) if any((t.span.source.path, t.span.start) in head for t in row))
    return next(found, None)


def _unfolded(row: tuple[Token, ...], heads: Sequence[Collection[Place]]) -> list[tuple[Token, ...]]:
    """The rows of the alignment that makes up a row; the row itself where no two of them begin a statement."""
    rows = _opened(row)
    return rows if len({row_of(head, rows) for head in heads} - {None}) > 1 else [row]


def opened_rows(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The rows of a display; those of an alignment that makes up one of them are rows as well."""
    return [part for row in split_rows(tokens) for part in _opened(row)]


def _opened(row: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """The rows of the alignments that make up a row; what stands behind one goes with its last."""
    if opened([token for token in row if token.font != "tag"]) is None:
        return [row]
    start = next(i for i, token in enumerate(row) if token.kind is Kind.BEGIN)
    depths = accumulate((t.kind is Kind.BEGIN) - (t.kind is Kind.END) for t in row[start:])
    end = start + next(i for i, depth in enumerate(depths) if depth == 0)
    rows = [part for inner in split_rows(row[start + 1 : end]) if inner for part in _opened(inner)]
    return [*rows[:-1], (*rows[-1], *row[end + 1 :])] if rows else [row]


def with_numbers(tokens: Sequence[Token], labels: Mapping[str, str]) -> tuple[Token, ...]:
    """The tokens, with the number of what is referred to in the words among them."""
    return tuple(_numbered(token, labels) if token.kind is Kind.TEXT else token for token in tokens)


def _numbered(token: Token, labels: Mapping[str, str]) -> Token:
    content: list[str | tuple[Token, ...]] = []
    for piece in token.content:
        if isinstance(piece, Reference):
            number = labels.get(piece.label, "")
            content.append(f"({number})" if piece.in_brackets and number else number)
        else:
            content.append(piece if isinstance(piece, str) else with_numbers(piece, labels))
    return token._replace(content=tuple(content))


def _words(token: Token) -> Markup:
    pieces = (escape(p) if isinstance(p, str) else mathml(p, display=False) for p in token.content)
    return Markup("").join(pieces)
