"""Pieces of Python code with their precedence, and laying them out as formatters do."""

from __future__ import annotations

import re
from typing import NamedTuple

from ntdoc.regex import regex

WIDTH = 88
"""The longest line: what `black` and `ruff format` take if nobody tells them otherwise."""

ATOM, POWER, UNARY, TIMES, PLUS, AND, OR, COMPARE, BOTH, EITHER, CHOICE = 90, 80, 70, 60, 50, 45, 42, 40, 30, 25, 10
_RANKS = {"**": POWER, "*": TIMES, "/": TIMES, "//": TIMES, "%": TIMES, "@": TIMES, "+": PLUS, "-": PLUS}
_RANKS |= {"&": AND, "|": OR, "and": BOTH, "or": EITHER, **dict.fromkeys(("==", "!=", "<=", "<", ">=", ">"), COMPARE)}
_SIMPLE = regex(r"[A-Za-z_][\w.]*|\d+|\d+\.\d+")


class Code(NamedTuple):
    """An expression, how tightly it holds together, and its parts where it may be broken: `f(`, arguments, `)`."""

    text: str
    rank: int = ATOM
    opening: str = ""
    parts: tuple[Code, ...] = ()
    closing: str = ""

    @property
    def atom(self) -> str:
        """The text as something that a dot or a bracket may follow."""
        return self.text if self.rank == ATOM and not self.text[:1].isdigit() else f"({self.text})"

    @property
    def is_name(self) -> bool:
        return self.text.isidentifier()


def number(value: float) -> Code:
    """A number as people write it."""
    if value != value:
        return Code("math.nan")
    if value in (float("inf"), float("-inf")):
        return Code("math.inf") if value > 0 else Code("-math.inf", UNARY)
    text = str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(float(value))
    return Code(text, UNARY if value < 0 else ATOM)


def call(name: str, *arguments: Code | str) -> Code:
    return _enclosed(f"{name}(", arguments, ")")


def row(*items: Code | str) -> Code:
    return _enclosed("[", items, "]")


def _enclosed(opening: str, items: tuple[Code | str, ...], closing: str) -> Code:
    parts = tuple(Code(item) if isinstance(item, str) else item for item in items)
    return Code(opening + ", ".join(p.text for p in parts) + closing, ATOM, opening, parts, closing)


def binary(sign: str, left: Code, right: Code) -> Code:
    """Two expressions with a sign between them, in brackets only where these are needed."""
    rank = _RANKS[sign]
    first, second = left.text, right.text
    if left.rank < rank or (sign == "**" and left.rank <= UNARY) or (rank == COMPARE and left.rank == COMPARE):
        first = f"({first})"
    chained = sign in ("+", "&", "|", "and", "or") or (sign == "*" and not re.search("//|%|@", second))
    if right.rank < rank or (right.rank == rank and not chained):
        second = f"({second})"
    if sign == "**" and right.rank == UNARY:
        second = right.text
    near = sign == "**" and all(_SIMPLE.fullmatch(x.lstrip("-")) for x in (first, second))
    return Code(f"{first}**{second}" if near else f"{first} {sign} {second}", rank)


def negative(operand: Code) -> Code:
    return Code(f"-{operand.text}" if operand.rank > POWER else f"-({operand.text})", UNARY)


def layout(prefix: str, code: Code, indent: int, suffix: str = "") -> list[str]:
    """An expression behind a prefix, on one line if it fits, else broken at its brackets, or in brackets of its own."""
    margin = " " * indent
    line = margin + prefix + code.text + suffix
    if len(line) <= WIDTH:
        return [line]
    if not code.parts and code.rank < ATOM and prefix and indent + 4 + len(code.text) <= WIDTH:
        return [f"{margin}{prefix}(", f"{margin}    {code.text}", f"{margin}){suffix}"]
    if not code.opening or not code.parts:
        return [line]
    inner = " " * (indent + 4) + ", ".join(part.text for part in code.parts)
    lines = [margin + prefix + code.opening]
    if len(inner) <= WIDTH:
        lines.append(inner)
    else:
        comma = "," if len(code.parts) > 1 else ""
        for part in code.parts:
            lines += layout("", part, indent + 4, comma)
    return [*lines, margin + code.closing + suffix]


def definition(name: str, parameters: list[str]) -> list[str]:
    """The head of a function."""
    return layout("def ", call(name, *parameters), 0, ":")


def comment(text: str, indent: int) -> list[str]:
    """A text as comments, whatever stands in it."""
    margin = " " * indent
    lines = [printable(line) for line in re.split(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+", text)]
    return [f"{margin}# {' '.join(line.split())}" for line in lines if line.strip()]


def docstring(lines: list[str], indent: int) -> list[str]:
    """Lines as a docstring, whatever stands in them."""
    margin = " " * indent
    own = [printable(line).replace("\\", "\\\\").replace('"""', "'''").rstrip() for line in lines]
    own = [line + "." if line.endswith('"') else line for line in own]
    if len(own) == 1:
        return [f'{margin}"""{own[0]}"""']
    return [f'{margin}"""{own[0]}', *(f"{margin}{line}" if line else "" for line in own[1:]), f'{margin}"""']


def printable(text: str) -> str:
    """A text without what cannot be seen: that would hide what a program does, or end a line."""
    return "".join(c if c.isprintable() else " " for c in text)
