"""Tokens of mathematics, after macro expansion.

A token that came out of a macro's body has the span of the whole macro call in the author's file; a token that came
out of a macro's argument keeps its own span. So every token points at something the author wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple, final

from ntdoc.source import Span


@final
class Kind:
    """What a token is. The text of each kind is given after it.

    They are the members of an enumeration, but not of an `Enum`: before Python 3.12 one of these takes ten times as
    long to get at as any other attribute of a class, and to read a document is to ask of what kind its tokens are.
    """

    __slots__ = ("value",)

    CHAR: ClassVar[Kind]  # one character that is none of the following: a letter, digit, operator, bracket, prime `'`
    COMMAND: ClassVar[Kind]  # the name of a control sequence without its backslash: `frac`, `,`, `{`, `|`
    OPEN: ClassVar[Kind]  # `{`
    CLOSE: ClassVar[Kind]  # `}`
    SUB: ClassVar[Kind]  # `_`
    SUP: ClassVar[Kind]  # `^`
    ALIGN: ClassVar[Kind]  # `&`
    ROW: ClassVar[Kind]  # `\\` (with `*` and `[1ex]` swallowed), `\cr`, `\tabularnewline`
    BEGIN: ClassVar[Kind]  # the name of an environment; its `[b]`, `{@{}c@{}}` arguments are swallowed
    END: ClassVar[Kind]  # the name of an environment
    TEXT: ClassVar[Kind]  # words set as text inside mathematics; see Token.content

    def __init__(self, value: str) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Kind.{self.value.upper()}"

    __reduce__ = __repr__  # a copy, also in another process, is the very same


KINDS: Final = tuple(Kind(name.lower()) for name in Kind.__annotations__)
for _kind in KINDS:
    setattr(Kind, _kind.value.upper(), _kind)


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

    @property
    def nests(self) -> int:
        """How much deeper in braces is what follows: 1 where a group opens, and -1 where one closes."""
        return (self.kind is Kind.OPEN) - (self.kind is Kind.CLOSE)


OPENS: Final = frozenset([Kind.OPEN, Kind.BEGIN])  # kinds of tokens: what opens a group, or an environment
CLOSES: Final = frozenset([Kind.CLOSE, Kind.END])
SCRIPTS: Final = frozenset([Kind.SUB, Kind.SUP])
BREAKS: Final = frozenset([Kind.ROW, Kind.ALIGN])  # what parts the cells of a display


def end_of_group(tokens: Sequence[Token], start: int) -> int:
    """Where the group closes that opens at a place: that place for any other token, and the end where nothing does."""
    level = 0
    for at in range(start, len(tokens)):
        level += tokens[at].nests
        if level <= 0:
            return at
    return len(tokens)
