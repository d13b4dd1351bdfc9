"""The commands that define macros, and what each of them teaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ntdoc.reading.environments import document_environment, newenviron, newenvironment
from ntdoc.reading.meanings import Macro, Macros, body_of, number_in
from ntdoc.reading.missing_parameters import with_missing
from ntdoc.reading.parameters import STAR, TRUE, counted, in_brackets, specified, written_out
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.stream import Entry, Stream
from ntdoc.reading.tokens import Kind, Token

_SIZED: Final = (STAR, in_brackets())  # what stands before the arguments of a pair of brackets


def _command_name(stream: Stream) -> str | None:
    """The name that is defined: `\\foo` or `{\\foo}`."""
    argument = stream.argument()
    if argument is None:
        return None
    names = [e.token for e in argument.tokens if not (e.token.kind is Kind.CHAR and e.token.text.isspace())]
    return names[0].text if len(names) == 1 and names[0].kind is Kind.COMMAND else None


def _newcommand(stream: Stream, macros: Macros, token: Token, keep: bool = False) -> None:
    """Raises Unreadable (NT115) when it is learnt, if the body has a parameter that the macro does not have."""
    if (problem := _learnt(stream, macros, token, keep)) is not None:
        raise problem


def _learnt(stream: Stream, macros: Macros, token: Token, keep: bool = False) -> Unreadable | None:
    stream.star()
    name = _command_name(stream)
    given = stream.optional()
    count = number_in(given)
    default = stream.optional() if count else None
    body = stream.argument()
    if name is None or body is None or (keep and name in macros.maps[0]):
        return None
    parameters, problem = counted(count, default), None
    if given is None or count:
        parameters, problem = with_missing(name, parameters, body, token)
    macros[name] = Macro(body_of(body.tokens), parameters)
    return problem


def _renewcommand(stream: Stream, macros: Macros, token: Token) -> None:
    """A macro of the notation with arguments, defined anew with as many, has another look and the same meaning."""
    learnt = macros.new_child()
    problem = _learnt(stream, learnt, token)
    for name, meaning in learnt.maps[0].items():
        known = macros.get(name) if name not in macros.maps[0] else None
        arguments = len(known.parameters) if isinstance(known, Macro) else 0
        if not (arguments and isinstance(meaning, Macro) and len(meaning.parameters) == arguments):
            macros[name] = meaning
    if problem is not None:
        raise problem


def _providecommand(stream: Stream, macros: Macros, token: Token) -> None:
    _newcommand(stream, macros, token, keep=True)


def _document_command(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\NewDocumentCommand\foo{s O{x} m o}{…}`: a star, and arguments of which some are optional."""
    name = _command_name(stream)
    specification = stream.argument()
    body = stream.argument()
    found = specified(specification)
    if name is not None and body is not None and found is not None:
        parameters, problem = with_missing(name, found, body, token)
        macros[name] = Macro(body_of(body.tokens), parameters)
        if problem is not None:
            raise problem


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
    body = stream.argument()
    found = written_out(parameters)
    if body is not None and found is not None:
        found, problem = with_missing(name.token.text, found, body, token)
        macros[name.token.text] = Macro(body_of(body.tokens), found)
        if problem is not None:
            raise problem


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
    name = _command_name(stream)
    words = stream.argument()
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
    name = _command_name(stream)
    left, right = stream.argument(), stream.argument()
    if name is None or left is None or right is None:
        return
    body: list[Token | int] = [Token(Kind.COMMAND, "left", token.span), *(e.token for e in left.tokens)]
    body += [len(_SIZED) + 1, Token(Kind.COMMAND, "right", token.span), *(e.token for e in right.tokens)]
    macros[name] = Macro(tuple(body), (*_SIZED, *counted(1)))


def _paired_delimiter_around(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1, #2}`; with PP something stands before and behind."""
    name = _command_name(stream)
    count = number_in(stream.optional())
    arguments = [stream.argument() for _ in range(5 if token.text.endswith("PP") else 3)]
    given = [argument.tokens for argument in arguments if argument is not None]
    if name is None or not count or len(given) < len(arguments):
        return
    before, left, right, behind, body = given if len(given) > 3 else ((), given[0], given[1], (), given[2])
    found: list[Token | int] = [*_shifted(before), Token(Kind.COMMAND, "left", token.span), *(e.token for e in left)]
    found += [*_shifted(body), Token(Kind.COMMAND, "right", token.span), *(e.token for e in right), *_shifted(behind)]
    macros[name] = Macro(tuple(found), (*_SIZED, *counted(count)))


def _shifted(entries: tuple[Entry, ...]) -> Iterator[Token | int]:
    """A body whose parameters come behind the star and the size of the bracket."""
    for part in body_of(entries):
        if isinstance(part, int):
            yield part + len(_SIZED)
        elif part.kind is Kind.COMMAND and part.text == "delimsize":
            yield part._replace(text="middle")
        elif part.text != "nonscript":
            yield part


def _unit(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\DeclareSIUnit\flop{FLOP}`, of siunitx."""
    stream.optional()
    name = _command_name(stream)
    body = stream.argument()
    if name is not None and body is not None:
        macros[name] = Macro(body_of(body.tokens))


def _if_star(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\@ifstar{…}{…}`: the first for `\foo*`, the second for `\foo`."""
    starred, plain = stream.argument(), stream.argument()
    chosen = starred if stream.star() is not None else plain
    if chosen is not None:
        stream.push(*chosen.tokens)


def _if_value(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\IfValueTF{#1}{…}{…}` and the like: whether an optional argument is there."""
    asked, wanted = stream.argument(), "No" not in token.text
    there = asked is not None and bool(asked.tokens)
    _choose(stream, token, token.text.rpartition("Value")[2], there == wanted)


def _if_boolean(stream: Stream, macros: Macros, token: Token) -> None:
    r"""`\IfBooleanTF{#1}{…}{…}` and the like: whether there is a star."""
    asked = stream.argument()
    is_true = asked is not None and [entry.token.text for entry in asked.tokens] == [TRUE]
    _choose(stream, token, token.text.removeprefix("IfBoolean"), is_true)


def _choose(stream: Stream, token: Token, branches: str, is_so: bool) -> None:
    """Take the arguments that are there, `TF`, `T` or `F`, and read the one that is meant."""
    found = {branch: stream.argument() for branch in branches}
    chosen = found.get("T" if is_so else "F")
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
    "newenvironment": newenvironment,
    "renewenvironment": newenvironment,
    "NewEnviron": newenviron,
    "RenewEnviron": newenviron,
    "NewDocumentEnvironment": document_environment,
    "RenewDocumentEnvironment": document_environment,
    "DeclareDocumentEnvironment": document_environment,
    "ProvideDocumentEnvironment": document_environment,
    "@ifstar": _if_star,
    **{f"If{no}Value{branches}": _if_value for no in ("", "No") for branches in ("TF", "T", "F")},
    **{f"IfBoolean{branches}": _if_boolean for branches in ("TF", "T", "F")},
    "global": _prefix,
    "long": _prefix,
}
