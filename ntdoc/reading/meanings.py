"""What macros mean: the tokens that stand for a call, and the arguments that it has."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ntdoc.reading.tokens import Kind, Token, end_of_group

if TYPE_CHECKING:
    from ntdoc.reading.stream import Argument, Entry


class Parameter(NamedTuple):
    """One of xparse: `m` in braces, `o` in brackets or not there, `s` a star or none."""

    kind: str
    default: tuple[Entry, ...] = ()


class Macro(NamedTuple):
    """`body` has the tokens of the definition, and the number of the parameter for `#1`, `#2`, …"""

    body: tuple[Token | int, ...]
    parameters: int = 0
    default: tuple[Entry, ...] | None = None  # of the first parameter, if that is optional
    star: bool = False  # a `*` after the name is swallowed
    kinds: tuple[Parameter, ...] = ()  # of each parameter, where that is said

    @property
    def dropped(self) -> tuple[int, ...]:
        """The parameters, from 1, of which it makes nothing."""
        used = {piece for piece in self.body if isinstance(piece, int)}
        return tuple(number for number in range(1, self.parameters + 1) if number not in used)


Meaning = Macro | Token  # a macro, or the LaTeX command that `\\let` made it
NONE: Final[Mapping[str, Meaning]] = MappingProxyType({})
TRUE, FALSE = "BooleanTrue", "BooleanFalse"
Macros = ChainMap[str, Meaning]  # the document's own before those of namedtensor.sty


def body_of(entries: tuple[Entry, ...]) -> tuple[Token | int, ...]:
    """The body of a macro: `#1` becomes 1; `##` becomes `#`, for a definition within the definition."""
    body: list[Token | int] = []
    hash_before = False
    for token, _ in entries:
        is_hash = token.kind is Kind.CHAR and token.text == "#"
        if hash_before:
            hash_before = False
            if token.kind is Kind.CHAR and token.text in "123456789":
                body.append(int(token.text))
                continue
        elif is_hash:
            hash_before = True
            continue
        body.append(token)
    return tuple(body)


def number_in(argument: Argument | None) -> int:
    """How many parameters an argument says that there are, `[2]`; 0 if it says nothing."""
    digits = "".join(entry.token.text for entry in argument.tokens).strip() if argument else ""
    return int(digits) if digits in tuple("123456789") else 0


def specified(specification: Argument | None) -> tuple[Parameter, ...] | None:
    """What the arguments are; None for what is not known, as arguments in delimiters of their own."""
    found: list[Parameter] = []
    entries = [e for e in specification.tokens if not e.token.text.isspace()] if specification is not None else []
    at = 0
    while at < len(entries):
        kind, at = entries[at].token.text, at + 1
        default: tuple[Entry, ...] = ()
        if kind == "O" and at < len(entries) and entries[at].token.kind is Kind.OPEN:
            close = end_of_group([entry.token for entry in entries], at)
            default, at = tuple(entries[at + 1 : close]), close + 1
        if kind in ("m", "o", "O", "s"):
            found.append(Parameter(kind.lower(), default))
        elif kind not in ("+", "!"):
            return None
    return tuple(found) if specification is not None and len(found) <= 9 else None
