"""Tokens of mathematics, after macro expansion.

A token that came out of a macro's body has the span of the whole macro call in the author's file; a token that came
out of a macro's argument keeps its own span. So every token points at something the author wrote.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ntdoc.source import Span


class Kind(Enum):
    """What a token is. The text of each kind is given after it."""

    CHAR = "char"  # one character that is none of the following: a letter, digit, operator, bracket, prime `'`
    COMMAND = "command"  # the name of a control sequence without its backslash: `frac`, `,`, `{`, `|`
    OPEN = "open"  # `{`
    CLOSE = "close"  # `}`
    SUB = "sub"  # `_`
    SUP = "sup"  # `^`
    ALIGN = "align"  # `&`
    ROW = "row"  # `\\` (with `*` and `[1ex]` swallowed), `\cr`, `\tabularnewline`
    BEGIN = "begin"  # the name of an environment; its `[b]`, `{@{}c@{}}` arguments are swallowed
    END = "end"  # the name of an environment
    TEXT = "text"  # words set as text inside mathematics; see Token.content


class Reference(str):
    """A piece of the words of a TEXT token that has no letters: the number of what bears the `label`.

    To all that reads the words it is nothing; a page shows the number.
    """

    label: str
    in_brackets: bool

    def __new__(cls, label: str, in_brackets: bool = False) -> Reference:
        piece = super().__new__(cls, "")
        piece.label, piece.in_brackets = label, in_brackets
        return piece


class Token(NamedTuple):
    """One token.

    `content` is used by TEXT only: the words in order, each piece either a string or a tuple of tokens for a piece of
    mathematics inside the words (`\\text{for all $s \\in S$}` has the content `("for all ", (… tokens of s ∈ S …))`).
    `text` of a TEXT token is the words with the mathematics left out, stripped.
    """

    kind: Kind
    text: str
    span: Span
    content: tuple[str | tuple[Token, ...], ...] = ()
    font: str = ""  # of TEXT only: the command that made it: `text`, `textbf`, `mbox`, `intertext`, …
