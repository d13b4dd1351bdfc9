"""The rows of a display as a page shows them: the equation, its number, the words between it and the row above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from ntdoc.reading.document import Mathematics
from ntdoc.reading.tokens import Kind, Reference, Token
from ntdoc.rendering.latex.tokens import split_rows
from ntdoc.rendering.math import mathml

_NOTHING = Markup("")
_BETWEEN = frozenset(("intertext", "shortintertext"))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a document's equations: of the rows by items, and of what bears a label."""

    rows: Mapping[int, Sequence[str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DisplayRow:
    """One row that is shown. `labels` are those of its own; others are of the display as a whole."""

    tokens: tuple[Token, ...]
    number: str = ""
    labels: tuple[str, ...] = ()
    before: Markup = _NOTHING


def display_rows(mathematics: Mathematics, numbers: Sequence[str] | None, known: Numbers) -> list[DisplayRow]:
    """The rows that say anything. Without `numbers` what `\\tag` says stays in the row."""
    rows = []
    for at, row in enumerate(split_rows(mathematics.tokens)):
        tokens = with_numbers(row, known.labels)
        if numbers is not None:
            tokens = tuple(t for t in tokens if not (t.kind is Kind.TEXT and t.font == "tag"))
        words = []
        while tokens and tokens[0].kind is Kind.TEXT and tokens[0].font in _BETWEEN:
            words.append(_words(tokens[0]))
            tokens = tokens[1:]
        number = numbers[at] if numbers is not None and at < len(numbers) else ""
        labels = mathematics.rows[at].labels if at < len(mathematics.rows) else ()
        if tokens or words:
            rows.append(DisplayRow(tokens, number, labels, Markup(" ").join(words)))
    return rows


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
