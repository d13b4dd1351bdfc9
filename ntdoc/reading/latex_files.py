"""The commands of LaTeX that read another file, and what file they name."""

from __future__ import annotations

from typing import Final, NamedTuple

from ntdoc.reading.macros import Expander
from ntdoc.reading.stream import Argument, Entry
from ntdoc.reading.tokenizer import Lexer
from ntdoc.reading.tokens import Token
from ntdoc.regex import regex
from ntdoc.source import Span

FROM_FOLDERS: Final = frozenset(
    {"import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom"}
)
"""Commands that name a folder and a file in it."""

INCLUDES: Final = frozenset({"input", "include", "subfile", "subfileinclude"}) | FROM_FOLDERS
"""Commands that read a file."""

CONDITIONAL: Final = frozenset({"IfFileExists", "InputIfFileExists"})
"""Commands that read one of two arguments behind the name of a file."""

_FILE_NAME: Final = regex(r"[^\s\\{}$]+")


class Named(NamedTuple):
    """The name of a file, and the command with its arguments."""

    name: str
    span: Span


def named(token: Token, expander: Expander, lexer: Lexer) -> Named | None:
    """The file that a command names, of which the arguments are taken from the stream."""
    if token.text in FROM_FOLDERS:
        expander.star()
        folder = expander.argument()
        file = expander.argument()
        if folder is None or file is None:
            return None
        beginning = _text(folder).rstrip("/")
        return Named(f"{beginning}/{_text(file)}" if beginning else _text(file), token.span.to(file.end))
    argument = expander.argument()
    if argument is None:
        return None
    if argument.end.text == "}":
        return Named(_text(argument), token.span.to(argument.end))
    found = _FILE_NAME.match(lexer.text, argument.end.start)  # \input without braces
    if found is None:
        return None
    lexer.pos = found.end()
    return Named(found.group(), Span(lexer.source, token.span.start, found.end()))


def branch(expander: Expander, name: str, there: bool) -> tuple[Entry, ...]:
    """What is read if a file is there, or else: nothing if it may well be there, as one of a distribution of TeX."""
    then, otherwise = expander.argument(), expander.argument()
    of_author = name.endswith(".tex") or "." not in name.rpartition("/")[2]
    chosen = then if there else (otherwise if of_author else None)
    return chosen.tokens if chosen is not None else ()


def _text(argument: Argument) -> str:
    return "".join(part.token.text for part in argument.tokens).strip()
