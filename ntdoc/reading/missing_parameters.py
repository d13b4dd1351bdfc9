"""A `#1` in the body of a macro that has no such parameter: TeX stops at the definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ntdoc.reading.masking import match_braces
from ntdoc.reading.parameters import Parameter
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.stream import Argument
from ntdoc.reading.tokens import Kind, Token

_COUNTING: Final = frozenset({"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"})


def with_missing(
    name: str, parameters: tuple[Parameter, ...], body: Argument, definer: Token
) -> tuple[tuple[Parameter, ...], Unreadable | None]:
    """The parameters of a macro with those that only its body has, and the error that it is to have them (NT115).

    With these its calls are read as they were meant, and nothing else is told for the same reason. Only for what stands
    as it is in the file, in no argument: there `#1` may be of the macro that this is part of.
    """
    found = _first_missing(len(parameters), body)
    if found is None or _is_part(definer):
        return parameters, None
    place, most = found
    more = Parameter() if not parameters else Parameter("g")
    has = "no parameters" if not parameters else f"{len(parameters)} parameter{'s' if len(parameters) > 1 else ''}"
    message = f"`\\{name}` has {has}: `{place[0].text}{place[1].text}` in its body stands for nothing"
    hints = (f"write `[{most}]` behind the name",) if not parameters and definer.text in _COUNTING else ()
    problem = Unreadable("NT115", message, place[0].span.to(place[1].span), "illegal parameter number", hints)
    return (*parameters, *(more,) * (most - len(parameters))), problem


def _first_missing(count: int, body: Argument) -> tuple[tuple[Token, Token], int] | None:
    """The first `#` with the number of a parameter that is not there, and the largest such number."""
    first: tuple[Token, Token] | None = None
    most, at = count, 0
    entries: Sequence[Token] = [entry.token for entry in body.tokens if entry.depth == 0]
    while at + 1 < len(entries):
        sign, number = entries[at], entries[at + 1]
        if sign.kind is not Kind.CHAR or sign.text != "#":
            at += 1
            continue
        at += 2  # `##` is a `#` of a definition within this one
        if number.kind is Kind.CHAR and number.text in tuple("123456789") and int(number.text) > count:
            first = first or (sign, number)
            most = max(most, int(number.text))
    return None if first is None else (first, most)


def _is_part(definer: Token) -> bool:
    """Whether a definition stands in the braces of another command, or where `#` may be another sign."""
    text, start = definer.span.source.text, definer.span.start
    if "\\catcode" in text:
        return True
    pairs, stray = match_braces(text)
    return any(opening < start < closing for opening, closing in pairs.items()) or (stray is not None and stray < start)
