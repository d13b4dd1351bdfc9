"""Words inside mathematics: `\\text{for all $s \\in S$}` becomes one TEXT token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ntdoc.reading.cursor import Cursor
from ntdoc.reading.tokens import Kind, Reference, Token
from ntdoc.reading.vocabulary import DROPPED_ARGUMENTS
from ntdoc.source import Span

_SPACES: Final = frozenset({" ", "\n", ",", ";", ":", "!", "quad", "qquad", "enspace", "thinspace", "\\", "newline"})
_SYMBOLS: Final = {
    "%": "%", "&": "&", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", "textbackslash": "\\", "ldots": "…",
    "dots": "…", "textendash": "–", "textemdash": "—", "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "S": "§", "P": "¶",
    "textquotesingle": "'", "textasciitilde": "~",
}  # fmt: skip
_REFERENCES: Final = frozenset({"ref", "eqref", "cref", "Cref", "autoref"})


def read_words(font: str, span: Span, raw: list[Token], finish: Callable[[list[Token]], tuple[Token, ...]]) -> Token:
    """The TEXT token of a command such as `\\text`; `finish` is for the mathematics among its words."""
    content: list[str | tuple[Token, ...]] = []
    letters: list[str] = []

    def end_letters() -> None:
        if letters:
            content.append("".join(letters))
            letters.clear()

    def mathematics(tokens: list[Token]) -> None:
        if finished := finish(tokens) if tokens else ():
            end_letters()
            content.append(finished)

    reader = Cursor(raw)
    while reader.at < len(raw):
        token = raw[reader.at]
        reader.at += 1
        text = token.text
        if token.kind is not Kind.COMMAND:
            if text == "$":
                mathematics(_up_to(reader, "$"))
            elif text.isspace() or text == "~":
                letters.append(" ")
            elif token.kind not in (Kind.OPEN, Kind.CLOSE, Kind.BEGIN, Kind.END):
                letters.append(text)
        elif text == "(":
            mathematics(_up_to(reader, ")"))
        elif text == "ensuremath":
            mathematics(reader.argument())
        elif text.startswith("math"):
            mathematics([token, *_braced(reader)])
        elif text == "label":
            reader.argument()
        elif text in _REFERENCES:
            label = "".join(part.text for part in reader.argument()).strip()
            end_letters()
            content.append(Reference(label, in_brackets=text == "eqref"))
        elif text in _SYMBOLS:
            letters.append(_SYMBOLS[text])
        elif text in _SPACES:
            letters.append(" ")
        elif text in DROPPED_ARGUMENTS:
            reader.optional()
            for _ in range(DROPPED_ARGUMENTS[text]):
                reader.argument()
    end_letters()
    plain = "".join(piece for piece in content if isinstance(piece, str))
    return Token(Kind.TEXT, " ".join(plain.split()), span, tuple(content), font)


def _up_to(reader: Cursor, closer: str) -> list[Token]:
    """The tokens up to the one that ends this mathematics, which is passed over."""
    tokens: list[Token] = []
    depth = 0
    while reader.at < len(reader.raw):
        token = reader.raw[reader.at]
        reader.at += 1
        if token.text == closer and depth == 0 and token.kind in (Kind.CHAR, Kind.COMMAND):
            break
        depth += token.nests
        tokens.append(token)
    return tokens


def _braced(reader: Cursor) -> list[Token]:
    """The next argument with its braces."""
    tokens = reader.argument()
    if not tokens:
        return []
    return [Token(Kind.OPEN, "{", tokens[0].span), *tokens, Token(Kind.CLOSE, "}", tokens[-1].span)]
