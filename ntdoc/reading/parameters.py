"""The arguments of macros: what of each is said where the macro is defined, and what stands where it is called.

Those of LaTeX are in braces, the first of them perhaps in brackets; xparse knows more (its manual, section 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ntdoc.reading.problems import Unreadable
from ntdoc.reading.stream import Argument, Entry, Stream
from ntdoc.reading.tokens import Kind, Token, end_of_group
from ntdoc.source import Span

TRUE, FALSE = "BooleanTrue", "BooleanFalse"
_MOST: Final = 9


class Parameter(NamedTuple):
    """One argument, with the letters of xparse.

    `m` in braces, `d` between two signs or not there, `r` between two signs, `t` a sign or not there, `e` behind a
    sign or not there, in any order with those beside it; `g` in braces or not there.
    """

    kind: str = "m"
    signs: tuple[str, ...] = ()
    default: tuple[Entry, ...] = ()  # of what is not there


STAR: Final = Parameter("t", ("*",))
_ONE_LETTER: Final = {"m": Parameter(), "s": STAR, "o": Parameter("d", ("[", "]")), "g": Parameter("g")}


def counted(number: int, first: Argument | None = None) -> tuple[Parameter, ...]:
    """So many arguments, of which the first may be left out if it has a default."""
    if number and first is not None:
        return (in_brackets(first.tokens), *counted(number - 1))
    return (Parameter(),) * number


def in_brackets(default: tuple[Entry, ...] = ()) -> Parameter:
    """An argument in brackets, which may be left out."""
    return Parameter("d", ("[", "]"), default)


def written_out(text: Sequence[str]) -> tuple[Parameter, ...] | None:
    r"""What stands behind `\def\foo`: `#1#2`, or `[#1](#2)`; None for other ways to say where an argument ends."""
    left = [piece for piece in text if not piece.isspace()]
    found: list[Parameter] = []
    while left:
        number = str(len(found) + 1)
        if left[:2] == ["#", number]:
            found, left = [*found, Parameter()], left[2:]
        elif left[1:3] == ["#", number] and left[3:4] not in ([], ["#"]):
            found, left = [*found, Parameter("r", (left[0], left[3]))], left[4:]
        else:
            return None
    return tuple(found) if len(found) <= _MOST else None


def specified(specification: Argument | None) -> tuple[Parameter, ...] | None:
    """What xparse's specification says; None for what is not known."""
    if specification is None:
        return None
    entries = [entry for entry in specification.tokens if not entry.token.text.isspace()]
    found: list[Parameter] = []
    at = 0
    while at < len(entries):
        kind, at = entries[at].token.text, at + 1
        if kind in ("+", "!"):
            continue
        lower, has_default = kind.lower(), kind.isupper()
        if kind in _ONE_LETTER:
            found.append(_ONE_LETTER[kind])
        elif lower in ("o", "g") and has_default:
            default, at = _group(entries, at)
            found.append(_ONE_LETTER[lower]._replace(default=tuple(default)))
        elif lower in ("d", "r", "t"):
            many = 1 if lower == "t" else 2
            signs, at = tuple(entry.token.text for entry in entries[at : at + many]), at + many
            default, at = _group(entries, at) if has_default else ([], at)
            found.append(Parameter(lower, signs, tuple(default)))
        elif lower == "e":
            behind, at = _group(entries, at)
            defaults, at = _group(entries, at) if has_default else ([], at)
            found += _behind(behind, defaults)
        else:
            return None
    return tuple(found) if len(found) <= _MOST else None


def taken(stream: Stream, owner: Token, parameters: Sequence[Parameter]) -> tuple[list[tuple[Entry, ...]], Span]:
    """The arguments of a call, and the span of the last of them.

    Raises Unreadable (NT105) if there are too few.
    """
    found: list[tuple[Entry, ...]] = []
    end = owner.span
    behind: dict[str, Argument] = {}
    for number, parameter in enumerate(parameters):
        given: Argument | None
        match parameter.kind:
            case "t":
                sign = stream.sign(parameter.signs)
                end = end if sign is None else sign.token.span
                text = FALSE if sign is None else TRUE
                found.append((Entry(Token(Kind.COMMAND, text, owner.span), 1),))
                continue
            case "d" | "r":
                given = stream.between(*parameter.signs)
            case "g":
                given = stream.in_braces()
            case "e":
                if not number or parameters[number - 1].kind != "e":
                    behind = _behind_signs(stream, parameters[number:])
                given = behind.get(parameter.signs[0])
            case _:
                given = stream.argument()
        if given is not None:
            found.append(given.tokens)
            end = max(end, given.end, key=lambda span: span.end)
        elif parameter.kind in ("m", "r"):
            raise _too_few(owner, parameters, end)
        else:
            # Where it stands in the definition is no place of what is written here.
            found.append(tuple(Entry(e.token._replace(span=owner.span), e.depth + 1) for e in parameter.default))
    return found, end


def _behind_signs(stream: Stream, parameters: Sequence[Parameter]) -> dict[str, Argument]:
    """What stands behind each of the signs of the first of these parameters, in whatever order."""
    signs = tuple(parameter.signs[0] for parameter in takewhile(lambda p: p.kind == "e", parameters))
    found: dict[str, Argument] = {}
    while (sign := stream.sign(signs)) is not None:
        given = stream.argument()
        if sign.token.text in found or given is None:
            stream.push(sign, *(given.tokens if given is not None else ()))
            break
        found[sign.token.text] = given
    return found


def _too_few(owner: Token, parameters: Sequence[Parameter], end: Span) -> Unreadable:
    needs = sum(parameter.kind in ("m", "r") for parameter in parameters)
    called = owner.text if owner.kind is Kind.COMMAND else f"begin{{{owner.text}}}"
    message = f"`\\{called}` needs {needs} argument{'s' if needs != 1 else ''}"
    return Unreadable("NT105", message, owner.span.to(end), "too few arguments")


def _behind(signs: Sequence[Entry], defaults: Sequence[Entry]) -> list[Parameter]:
    """The parameters of `e{_^}`, or of `E{_^}{{1}{2}}` with defaults."""
    found, at = list[Parameter](), 0
    for sign in signs:
        default, at = _group(defaults, at)
        found.append(Parameter("e", (sign.token.text,), tuple(default)))
    return found


def _group(entries: Sequence[Entry], at: int) -> tuple[Sequence[Entry], int]:
    """What is in the braces, or the one token, that stands at a place, and the place behind it."""
    if at >= len(entries) or entries[at].token.kind is not Kind.OPEN:
        return entries[at : at + 1], at + 1
    close = end_of_group([entry.token for entry in entries], at)
    return entries[at + 1 : close], close + 1
