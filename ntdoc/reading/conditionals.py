r"""Conditionals of LaTeX: which branch of `\ifdraft … \else … \fi` is read.

Those of `\newif`, of etoolbox and of ifthen are decided, and `\ifdefined`. Of any other, `\ifnum` or that of a package,
both branches are read: nothing says here which one LaTeX would take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from ntdoc.reading.problems import Unreadable
from ntdoc.reading.stream import Argument, Entry, Stream
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span

_PRIMITIVES: Final = frozenset(
    {
        "if", "ifcat", "ifx", "ifnum", "ifdim", "ifodd", "ifvmode", "ifhmode", "ifmmode", "ifinner", "ifvoid", "ifhbox",
        "ifvbox", "ifeof", "ifcase", "ifdefined", "ifcsname", "iffontchar", "iftrue", "iffalse",
    }
)  # fmt: skip
_DECLARES: Final = frozenset(
    {"newbool", "providebool", "newtoggle", "providetoggle", "newboolean", "provideboolean"}
)
_SETS: Final = {"booltrue": True, "boolfalse": False, "toggletrue": True, "togglefalse": False}
_SETS_TO: Final = frozenset(("setbool", "settoggle", "setboolean"))
_CHOOSES: Final = {"ifbool": True, "iftoggle": True, "notbool": False, "nottoggle": False}
_OWN: Final = (
    _DECLARES | _SETS.keys() | _SETS_TO | _CHOOSES.keys() | {"newif", "else", "fi", "ifthenelse", "DeclareOption"}
)


class Conditionals:
    """What the switches of a document say, and the branches that are not read."""

    def __init__(self) -> None:
        self.left_out: list[Entry] = []  # tokens of the author that are not read, in order
        self.options: frozenset[str] = frozenset()  # with which the package that is read is loaded
        self._flags: dict[str, bool] = {}
        self._open: list[bool] = []  # for each conditional that is not closed, whether it is decided

    def is_one(self, name: str) -> bool:
        """Whether a command is about conditionals."""
        if name in _OWN or name in _PRIMITIVES or self._is_switch(name):
            return True
        return name.endswith(("true", "false")) and name not in ("true", "false")

    def _is_switch(self, name: str) -> bool:
        return name.startswith("if") and name[2:] in self._flags

    def takes(self, stream: Stream, macros: Mapping[str, object], token: Entry) -> bool:
        """Whether a command decides something, and is used up with that. The branch that is read comes next.

        Raises Unreadable (NT102) if a branch that is passed over never ends.
        """
        name = token.token.text
        if name == "newif":
            flag = stream.skip_spaces()
            if flag is not None and flag.token.text.startswith("if") and len(flag.token.text) > len("if"):
                self._flags[flag.token.text[2:]] = False
                self.left_out += [token, flag]
            return True
        if name in ("else", "fi"):
            return self._goes_on(stream, token)
        if name == "DeclareOption":
            return self._declares_option(stream, token)
        if name in _OWN:
            return self._with_arguments(stream, token)
        if name in _PRIMITIVES or self._is_switch(name):
            return self._opens(stream, macros, token)
        flag_name, is_true = name.removesuffix("true").removesuffix("false"), name.endswith("true")
        known = flag_name in self._flags
        self._flags[flag_name] = is_true
        if known:
            self.left_out.append(token)
        return known

    def within(self, body: Iterable[Token | int], macros: Mapping[str, object]) -> Iterator[Span]:
        """What of the body of a macro is not read, as the switches are now."""
        stream, kept = Stream(), (dict(self._flags), self._open, self.left_out)
        self._open = []
        stream.read([part for part in body if isinstance(part, Token)])
        while (entry := stream.pull()) is not None:
            self.left_out = []
            if entry.token.kind is Kind.COMMAND and self.is_one(entry.token.text):
                with suppress(Unreadable):
                    self.takes(stream, macros, entry)
            if self.left_out:
                yield self.left_out[0].token.span.to(self.left_out[-1].token.span)
        self._flags, self._open, self.left_out = kept

    def _opens(self, stream: Stream, macros: Mapping[str, object], token: Entry) -> bool:
        name = token.token.text
        value = {"iftrue": True, "iffalse": False}.get(name, self._flags.get(name.removeprefix("if")))
        asked: list[Entry] = []
        if name == "ifdefined" and (command := stream.skip_spaces()) is not None:
            value, asked = command.token.text in macros, [command]
        if name == "ifx" and (one := stream.skip_spaces()) is not None:
            other = stream.skip_spaces()
            if other is not None and one.token.kind is Kind.COMMAND and one.token[:2] == other.token[:2]:
                value, asked = True, [one, other]  # `\ifx\right\right`, of an argument that is left out
            else:
                stream.push(one, *([other] if other is not None else ()))
        if value is None:
            self._open.append(False)
            return False
        self.left_out += [token, *asked]
        ended = "else" if value else self._skip(stream)
        if ended == "else":
            self._open.append(True)
        elif not ended:
            raise Unreadable("NT102", f"`\\{name}` is not closed", token.token.span, "no `\\fi` ends this")
        return True

    def _goes_on(self, stream: Stream, token: Entry) -> bool:
        if not self._open:
            return False
        decided = self._open[-1]
        if decided:
            self.left_out.append(token)
        if token.token.text == "fi":
            self._open.pop()
        elif decided:
            self._skip(stream, to_the_end=True)
            self._open.pop()
        return decided

    def _skip(self, stream: Stream, to_the_end: bool = False) -> str:
        """Pass over a branch with the command that ends it, and say which one that is; "" if nothing does."""
        depth = 0
        while (entry := stream.pull()) is not None:
            self.left_out.append(entry)
            name = entry.token.text if entry.token.kind is Kind.COMMAND else ""
            if name == "fi":
                if depth == 0:
                    return name
                depth -= 1
            elif name == "else" and depth == 0 and not to_the_end:
                return name
            elif name in _PRIMITIVES or self._is_switch(name):
                depth += 1
        return ""

    def _with_arguments(self, stream: Stream, token: Entry) -> bool:
        name, owner = token.token.text, token.token
        given = stream.argument()
        if given is None:
            return False
        flag = _text(given)
        self.left_out.append(token)
        if name in _DECLARES:
            self._flags[flag] = False
        elif name in _SETS:
            self._flags[flag] = _SETS[name]
        elif name in _SETS_TO:
            value = stream.argument()
            self._flags[flag] = value is not None and _text(value) == "true"
            self.left_out += [*given.tokens, *(value.tokens if value is not None else ())]
            return True
        else:
            wanted = _CHOOSES.get(name, True)
            value_of = self._flags.get(flag) if name in _CHOOSES else self._tested(given)
            if value_of is None:
                self.left_out.pop()
                stream.push(*_braced(given, owner))
                return name in _CHOOSES
            branches = stream.argument(), stream.argument()
            chosen, other = branches if value_of is wanted else branches[::-1]
            self.left_out += [*given.tokens, *(other.tokens if other is not None else ())]
            stream.push(*(chosen.tokens if chosen is not None else ()))
            return True
        self.left_out += given.tokens
        return True

    def _declares_option(self, stream: Stream, token: Entry) -> bool:
        r"""What `\DeclareOption{final}{…}` of a package says is done if it is loaded so."""
        named = None if stream.star() is not None else stream.argument()
        code = stream.argument()
        if named is not None and code is not None and _text(named) in self.options:
            stream.push(*code.tokens)
        return True

    def _tested(self, test: Argument) -> bool | None:
        r"""What `\boolean{draft}` says, and `\NOT\boolean{draft}`."""
        text = _text(test)
        for opening, wanted in (("boolean{", True), ("NOTboolean{", False), ("notboolean{", False)):
            if text.startswith(opening) and text.endswith("}"):
                value = self._flags.get(text.removeprefix(opening).removesuffix("}"))
                return None if value is None else value is wanted
        return None


def _text(argument: Argument) -> str:
    return "".join("{" if e.token.kind is Kind.OPEN else "}" if e.token.kind is Kind.CLOSE else e.token.text
                   for e in argument.tokens if not e.token.text.isspace())  # fmt: skip


def _braced(argument: Argument, owner: Token) -> list[Entry]:
    opening, closing = Token(Kind.OPEN, "{", owner.span), Token(Kind.CLOSE, "}", argument.end)
    return [Entry(opening, 0), *argument.tokens, Entry(closing, 0)]
