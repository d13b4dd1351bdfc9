"""The commands that define macros, and what each of them teaches."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Final, NamedTuple

from ntdoc.reading.stream import Argument, Entry, Stream
from ntdoc.reading.tokens import Kind, Token, end_of_group
from ntdoc.reading.vocabulary import DISPLAYS, INNER


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
MATHEMATICS: Final = DISPLAYS | INNER
_LONGEST: Final = 100  # tokens of an environment that another one may begin with
Macros = ChainMap[str, Meaning]  # the document's own before those of namedtensor.sty


def _command_name(stream: Stream, owner: Token) -> str | None:
    """The name that is defined: `\\foo` or `{\\foo}`."""
    argument = stream.argument(owner)
    if argument is None:
        return None
    names = [e.token for e in argument.tokens if not (e.token.kind is Kind.CHAR and e.token.text.isspace())]
    return names[0].text if len(names) == 1 and names[0].kind is Kind.COMMAND else None


def _body(entries: tuple[Entry, ...]) -> tuple[Token | int, ...]:
    """`#1` becomes 1; `##` becomes `#`, for a definition within the definition."""
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


def _number(argument: Argument | None) -> int:
    digits = "".join(entry.token.text for entry in argument.tokens).strip() if argument else ""
    return int(digits) if digits in tuple("123456789") else 0


def _newcommand(stream: Stream, macros: Macros, token: Token, keep: bool = False) -> None:
    stream.star()
    name = _command_name(stream, token)
    count = _number(stream.optional())
    default = stream.optional() if count else None
    body = stream.argument(token)
    if name is None or body is None or (keep and name in macros.maps[0]):
        return
    macros[name] = Macro(_body(body.tokens), count, default.tokens if default else None)


def _renewcommand(stream: Stream, macros: Macros, token: Token) -> None:
    """A macro of the notation with arguments, defined anew with as many, has another look and the same meaning."""
    learnt = macros.new_child()
    _newcommand(stream, learnt, token)
    for name, meaning in learnt.maps[0].items():
        known = macros.get(name) if name not in macros.maps[0] else None
        arguments = known.parameters if isinstance(known, Macro) else 0
        if not (arguments and isinstance(meaning, Macro) and meaning.parameters == arguments):
            macros[name] = meaning


def _providecommand(stream: Stream, macros: Macros, token: Token) -> None:
    _newcommand(stream, macros, token, keep=True)


def _document_command(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewDocumentCommand\foo{s O{x} m o}{…}`: a star, and arguments of which some are optional."""
    name = _command_name(stream, token)
    specification = stream.argument(token)
    body = stream.argument(token)
    found = _specified(specification)
    if name is not None and body is not None and found is not None:
        macros[name] = Macro(_body(body.tokens), len(found), kinds=found)


def _specified(specification: Argument | None) -> tuple[Parameter, ...] | None:
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


def _def(stream: Stream, macros: Macros, token: Token) -> None:
    name = stream.skip_spaces()
    if name is None or name.token.kind is not Kind.COMMAND:
        if name is not None:
            stream.push(name)
        return
    parameters: list[str] = []
    while (entry := stream.pull()) is not None:
        if entry.token.kind is Kind.OPEN:
            stream.push(entry)
            break
        parameters.append(entry.token.text)
    body = stream.argument(token)
    text = "".join(parameters).strip()
    count = len(text) // 2
    # Delimited parameters (`\def\foo#1;{…}`) are not understood: the macro stays as it was.
    if body is not None and count <= 9 and text == "".join(f"#{n + 1}" for n in range(count)):
        macros[name.token.text] = Macro(_body(body.tokens), count)


def _let(stream: Stream, macros: Macros, token: Token) -> None:
    name = stream.skip_spaces()
    target = stream.skip_spaces()
    if target is not None and target.token.kind is Kind.CHAR and target.token.text == "=":
        target = stream.skip_spaces()
    if name is None or target is None or name.token.kind is not Kind.COMMAND:
        return
    if target.token.text in ("undefined", "@undefined"):
        macros.maps[0].pop(name.token.text, None)
        given = macros.get(name.token.text)  # by the notation
        for other, kept in [*macros.maps[0].items()]:
            if kept is given or (isinstance(kept, Token) and kept.text == name.token.text):
                macros[other] = Macro(())  # what it keeps is a command of another package, and none of the notation's
    elif target.token.kind is Kind.COMMAND:
        # A command keeps the meaning that it has now, also if that is what it means to LaTeX.
        macros[name.token.text] = macros.get(target.token.text) or target.token
    else:
        macros[name.token.text] = Macro((target.token,))


def _operator(stream: Stream, macros: Macros, token: Token) -> None:
    star = stream.star()
    name = _command_name(stream, token)
    words = stream.argument(token)
    if name is None or words is None:
        return
    span = token.span
    head = [Token(Kind.COMMAND, "operatorname", span), *([star.token] if star else [])]
    body = [
        *head,
        Token(Kind.OPEN, "{", span),
        *(e.token for e in words.tokens),
        Token(Kind.CLOSE, "}", span),
    ]
    macros[name] = Macro(tuple(body))


def _paired_delimiter(stream: Stream, macros: Macros, token: Token) -> None:
    name = _command_name(stream, token)
    left, right = stream.argument(token), stream.argument(token)
    if name is None or left is None or right is None:
        return
    body: list[Token | int] = [Token(Kind.COMMAND, "left", token.span), *(e.token for e in left.tokens), 2]
    body += [Token(Kind.COMMAND, "right", token.span), *(e.token for e in right.tokens)]
    macros[name] = Macro(tuple(body), 2, (), star=True)


def _paired_delimiter_around(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1, #2}`; with PP something stands before and behind."""
    name = _command_name(stream, token)
    count = _number(stream.optional())
    arguments = [stream.argument(token) for _ in range(5 if token.text.endswith("PP") else 3)]
    given = [argument.tokens for argument in arguments if argument is not None]
    if name is None or not count or len(given) < len(arguments):
        return
    before, left, right, behind, body = given if len(given) > 3 else ((), given[0], given[1], (), given[2])
    found: list[Token | int] = [*_shifted(before), Token(Kind.COMMAND, "left", token.span), *(e.token for e in left)]
    found += [*_shifted(body), Token(Kind.COMMAND, "right", token.span), *(e.token for e in right), *_shifted(behind)]
    macros[name] = Macro(tuple(found), count + 1, (), star=True)


def _shifted(entries: tuple[Entry, ...]) -> Iterator[Token | int]:
    """A body whose first parameter is the second one, behind the size of the bracket."""
    for part in _body(entries):
        if isinstance(part, int):
            yield part + 1
        elif part.kind is Kind.COMMAND and part.text == "delimsize":
            yield part._replace(text="middle")
        elif part.text != "nonscript":
            yield part


def _unit(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\DeclareSIUnit\flop{FLOP}`, of siunitx."""
    stream.optional()
    name = _command_name(stream, token)
    body = stream.argument(token)
    if name is not None and body is not None:
        macros[name] = Macro(_body(body.tokens))


def _newenvironment(stream: Stream, macros: Macros, token: Token) -> None:
    r"""Those environments count that begin mathematics: `\newenvironment{eq}{\begin{equation}}{\end{equation}}`."""
    stream.star()
    name = stream.argument(token)
    count = _number(stream.optional())
    default = stream.optional()
    _learn(macros, name, stream.argument(token), stream.argument(token), count, default)


def _newenviron(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewEnviron{eq}{\begin{align}\BODY\end{align}}` of the package environ."""
    name = stream.argument(token)
    count = _number(stream.optional())
    default = stream.optional()
    around = stream.argument(token)
    stream.optional()
    if around is None:
        return
    body = [at for at, entry in enumerate(around.tokens) if entry.token.text == "BODY"]
    if len(body) == 1:
        before, behind = around.tokens[: body[0]], around.tokens[body[0] + 1 :]
        _learn(macros, name, around._replace(tokens=before), around._replace(tokens=behind), count, default)


def _document_environment(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewDocumentEnvironment{eq}{o m}{…}{…}`."""
    name, specification = stream.argument(token), stream.argument(token)
    opening, closing = stream.argument(token), stream.argument(token)
    if (found := _specified(specification)) is not None:
        _learn(macros, name, opening, closing, len(found), None, found)


def _learn(
    macros: Macros,
    name: Argument | None,
    opening: Argument | None,
    closing: Argument | None,
    count: int,
    default: Argument | None,
    kinds: tuple[Parameter, ...] = (),
) -> None:
    if name is None or opening is None or closing is None:
        return
    before, behind = _spelt(opening.tokens, macros), _spelt(closing.tokens, macros)
    called = "".join(entry.token.text for entry in name.tokens).strip()
    if called in MATHEMATICS or not _begins_mathematics(before) or any(isinstance(p, int) for p in behind):
        return
    first = default.tokens if default is not None and count else None
    macros[begin_of(called)] = Macro(before, count, first, kinds=kinds)
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
    body, found = _body(entries), list[Token | int]()
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


def _if_star(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\@ifstar{…}{…}`: the first for `\foo*`, the second for `\foo`."""
    starred, plain = stream.argument(token), stream.argument(token)
    chosen = starred if stream.star() is not None else plain
    if chosen is not None:
        stream.push(*chosen.tokens)


def _if_value(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\IfValueTF{#1}{…}{…}` and the like: whether an optional argument is there."""
    asked, wanted, branches = stream.argument(token), "No" not in token.text, token.text.rpartition("Value")[2]
    there = asked is not None and bool(asked.tokens)
    found = {branch: stream.argument(token) for branch in branches}
    chosen = found.get("T" if there == wanted else "F")
    if chosen is not None:
        stream.push(*chosen.tokens)


def _if_boolean(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\IfBooleanTF{#1}{…}{…}` and the like: whether there is a star."""
    asked = stream.argument(token)
    is_true = asked is not None and [entry.token.text for entry in asked.tokens] == [TRUE]
    found = {branch: stream.argument(token) for branch in token.text.removeprefix("IfBoolean")}
    chosen = found.get("T" if is_true else "F")
    if chosen is not None:
        stream.push(*chosen.tokens)


def _prefix(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\global`, `\long` say nothing that matters here."""


DEFINERS: Final[Mapping[str, Callable[[Stream, Macros, Token], None]]] = {
    "newcommand": _newcommand,
    "renewcommand": _renewcommand,
    "DeclareRobustCommand": _newcommand,
    "providecommand": _providecommand,
    "NewDocumentCommand": _document_command,
    "RenewDocumentCommand": _document_command,
    "DeclareDocumentCommand": _document_command,
    "ProvideDocumentCommand": _document_command,
    "NewExpandableDocumentCommand": _document_command,
    "def": _def,
    "gdef": _def,
    "edef": _def,
    "xdef": _def,
    "let": _let,
    "DeclareMathOperator": _operator,
    "DeclarePairedDelimiter": _paired_delimiter,
    "DeclarePairedDelimiterX": _paired_delimiter_around,
    "DeclarePairedDelimiterXPP": _paired_delimiter_around,
    "DeclareSIUnit": _unit,
    "newenvironment": _newenvironment,
    "renewenvironment": _newenvironment,
    "NewEnviron": _newenviron,
    "RenewEnviron": _newenviron,
    "NewDocumentEnvironment": _document_environment,
    "RenewDocumentEnvironment": _document_environment,
    "DeclareDocumentEnvironment": _document_environment,
    "ProvideDocumentEnvironment": _document_environment,
    "@ifstar": _if_star,
    **{f"If{no}Value{branches}": _if_value for no in ("", "No") for branches in ("TF", "T", "F")},
    **{f"IfBoolean{branches}": _if_boolean for branches in ("TF", "T", "F")},
    "global": _prefix,
    "long": _prefix,
}
