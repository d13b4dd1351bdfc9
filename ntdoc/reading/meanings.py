"""What macros mean: the tokens that stand for a call, and the arguments that it has."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ntdoc.reading.tokens import Kind, Token

if TYPE_CHECKING:  # what is kept of a report is printed without what reads documents
    from ntdoc.reading.parameters import Parameter
    from ntdoc.reading.stream import Argument, Entry


class Macro(NamedTuple):
    """`body` has the tokens of the definition, and the number of the parameter for `#1`, `#2`, …"""

    body: tuple[Token | int, ...]
    parameters: tuple[Parameter, ...] = ()

    @property
    def dropped(self) -> tuple[int, ...]:
        """The parameters, from 1, of whose words it makes nothing."""
        used = {piece for piece in self.body if isinstance(piece, int)}
        return tuple(n for n, p in enumerate(self.parameters, 1) if p.kind != "t" and n not in used)


Meaning = Macro | Token  # a macro, or the LaTeX command that `\\let` made it
NONE: Final[Mapping[str, Meaning]] = MappingProxyType({})
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
