r"""Environments that a document defines: those that begin mathematics are read as what they begin.

`\newenvironment{eq}{\begin{equation}}{\end{equation}}` makes `\begin{eq}` a `\begin{equation}`. Any other is left as it
is: what stands in it is text.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from ntdoc.reading.meanings import Macro, Macros, body_of, number_in
from ntdoc.reading.parameters import Parameter, counted, specified
from ntdoc.reading.stream import Argument, Entry, Stream
from ntdoc.reading.tokens import Kind, Token
from ntdoc.reading.vocabulary import DISPLAYS, INNER

MATHEMATICS: Final = DISPLAYS | INNER
_LONGEST: Final = 100  # tokens of an environment that another one may begin with


def newenvironment(stream: Stream, macros: Macros, token: Token) -> None:
    r"""Those environments count that begin mathematics: `\newenvironment{eq}{\begin{equation}}{\end{equation}}`."""
    stream.star()
    name = stream.argument()
    count = number_in(stream.optional())
    default = stream.optional()
    _learn(macros, name, stream.argument(), stream.argument(), counted(count, default))


def newenviron(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewEnviron{eq}{\begin{align}\BODY\end{align}}` of the package environ."""
    name = stream.argument()
    count = number_in(stream.optional())
    default = stream.optional()
    around = stream.argument()
    stream.optional()
    if around is None:
        return
    body = [at for at, entry in enumerate(around.tokens) if entry.token.text == "BODY"]
    if len(body) == 1:
        before, behind = around.tokens[: body[0]], around.tokens[body[0] + 1 :]
        _learn(macros, name, around._replace(tokens=before), around._replace(tokens=behind), counted(count, default))


def document_environment(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewDocumentEnvironment{eq}{o m}{…}{…}`."""
    name, specification = stream.argument(), stream.argument()
    opening, closing = stream.argument(), stream.argument()
    if (found := specified(specification)) is not None:
        _learn(macros, name, opening, closing, found)


def _learn(
    macros: Macros,
    name: Argument | None,
    opening: Argument | None,
    closing: Argument | None,
    parameters: tuple[Parameter, ...],
) -> None:
    if name is None or opening is None or closing is None:
        return
    before, behind = _spelt(opening.tokens, macros), _spelt(closing.tokens, macros)
    called = "".join(entry.token.text for entry in name.tokens).strip()
    if called in MATHEMATICS or not _begins_mathematics(before) or any(isinstance(p, int) for p in behind):
        return
    macros[begin_of(called)] = Macro(before, parameters)
    macros[end_of(called)] = Macro(behind)


def begin_of(environment: str) -> str:
    """The name under which what an environment begins with is kept among macros."""
    return f"begin{{{environment}}}"


def end_of(environment: str) -> str:
    """The name under which what an environment ends with is kept among macros."""
    return f"end{{{environment}}}"


def _spelt(entries: tuple[Entry, ...], macros: Macros) -> tuple[Token | int, ...]:
    r"""A body in which `\begin{align}`, and `\align` where a definition has that instead, are one token.

    What begins another environment of the document is what that begins with.
    """
    body, found = body_of(entries), list[Token | int]()
    at = 0
    while at < len(body):
        part, at = body[at], at + 1
        if not isinstance(part, Token) or part.kind is not Kind.COMMAND:
            found.append(part)
        elif part.text in ("begin", "end"):
            named = list(takewhile(lambda p: not (isinstance(p, Token) and p.kind is Kind.CLOSE), body[at:]))
            at += len(named) + 1
            name = "".join(p.text for p in named if isinstance(p, Token) and p.kind is not Kind.OPEN).strip()
            own = macros.get((begin_of if part.text == "begin" else end_of)(name))
            if isinstance(own, Macro) and not own.parameters and len(own.body) <= _LONGEST:
                found.extend(own.body)
            else:
                found.append(part._replace(kind=Kind.BEGIN if part.text == "begin" else Kind.END, text=name))
        elif part.text in MATHEMATICS:
            found.append(part._replace(kind=Kind.BEGIN))
        elif (ended := part.text.removeprefix("end")) != part.text and ended in MATHEMATICS:
            found.append(part._replace(kind=Kind.END, text=ended))
        else:
            found.append(part)
    return tuple(found)


def _begins_mathematics(body: tuple[Token | int, ...]) -> bool:
    """Whether mathematics begins in a body that does not end there."""
    depth, dollars = 0, "".join(p.text if isinstance(p, Token) and p.text == "$" else " " for p in body)
    for part in body:
        if not isinstance(part, Token):
            continue
        if part.kind is Kind.BEGIN:
            depth += part.text in MATHEMATICS
        elif part.kind is Kind.END:
            depth -= part.text in MATHEMATICS
        elif part.kind is Kind.COMMAND:
            depth += (part.text in ("[", "(")) - (part.text in ("]", ")"))
    return depth > 0 or any(dollars.split().count(sign) % 2 for sign in ("$", "$$"))
