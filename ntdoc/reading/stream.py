"""The tokens that TeX has still to read: a text, and in front of it a stack of tokens put back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from ntdoc.reading.problems import Unreadable
from ntdoc.reading.tokenizer import PARAGRAPH_END, Lexer
from ntdoc.reading.tokens import Kind, Token
from ntdoc.source import Span

_SIGNS: Final = (Kind.CHAR, Kind.SUB, Kind.SUP, Kind.ALIGN)
_ENDS_ARGUMENT: Final = frozenset({")", "]", "end", "\\", "cr"})  # commands that are never an argument


class Entry(NamedTuple):
    """A token on the stack and how many macro bodies deep it comes from; 0 if the author wrote it here."""

    token: Token
    depth: int


class Argument(NamedTuple):
    """The tokens of an argument without its delimiters, and the span of the last thing that belongs to it."""

    tokens: tuple[Entry, ...]
    end: Span


class Stream:
    """Gives tokens and arguments of macros, unexpanded."""

    def __init__(self) -> None:
        self.in_mathematics = False
        self.reread = 0  # tokens that were put back after a search in vain
        self._lexer: Lexer | None = None
        self._stack: list[Entry] = []

    def read(self, source: Lexer | list[Token]) -> None:
        """Read from here on from a lexer, or from tokens."""
        if isinstance(source, Lexer):
            self._lexer, self._stack = source, []
        else:
            self._lexer, self._stack = None, [Entry(token, 0) for token in reversed(source)]

    def suspend(self) -> tuple[Lexer | None, list[Entry]]:
        """Leave this text for another; `resume` goes on with it."""
        return self._lexer, self._stack

    def resume(self, suspended: tuple[Lexer | None, list[Entry]]) -> None:
        """Go on where `suspend` left off."""
        self._lexer, self._stack = suspended

    @property
    def at_author(self) -> bool:
        """Whether the next token comes straight from the file."""
        return not self._stack

    def pull(self) -> Entry | None:
        """The next token, unexpanded."""
        if self._stack:
            return self._stack.pop()
        if self._lexer is not None and (token := self._lexer.next()) is not None:
            return Entry(token, 0)
        return None

    def push(self, *entries: Entry) -> None:
        """Put tokens back, to be read next."""
        self._stack.extend(reversed(entries))

    def skip_spaces(self) -> Entry | None:
        """The next token that is no space, taken off the stack."""
        while (entry := self.pull()) is not None:
            if entry.token.kind is not Kind.CHAR or not entry.token.text.isspace():
                return entry
            if entry.token.text == PARAGRAPH_END and self.in_mathematics:
                return entry
        return None

    def argument(self) -> Argument | None:
        """The next argument: a group without its braces, or a single token. None if there is none.

        Raises Unreadable (NT102) if its brace is not closed before the text, or its paragraph, ends.
        """
        first = self.skip_spaces()
        if first is None:
            return None
        token = first.token
        if token.kind is Kind.OPEN:
            return self._group(token)
        ends = token.kind in (Kind.CLOSE, Kind.ALIGN) or (
            token.text in _ENDS_ARGUMENT if token.kind is Kind.COMMAND else token.text in ("$", PARAGRAPH_END)
        )
        if ends:
            self.push(first)
            return None
        return Argument((first,), token.span)

    def _group(self, opener: Token) -> Argument:
        tokens: list[Entry] = []
        depth = 1
        while (entry := self.pull()) is not None:
            kind = entry.token.kind
            if kind is Kind.OPEN:
                depth += 1
            elif kind is Kind.CLOSE:
                depth -= 1
                if depth == 0:
                    return Argument(tuple(tokens), entry.token.span)
            elif kind is Kind.CHAR and entry.token.text == PARAGRAPH_END and self.in_mathematics:
                self.push(entry)
                break
            tokens.append(entry)
        raise Unreadable("NT102", "`{` is not closed", opener.span, "not closed")

    def optional(self) -> Argument | None:
        """An argument in square brackets, if one comes next."""
        return self.between("[", "]")

    def between(self, opening: str, closing: str) -> Argument | None:
        """An argument between two signs, if one comes next."""
        first = self.sign((opening,))
        if first is None:
            return None
        tokens: list[Entry] = []
        depth = 0
        while (entry := self.pull()) is not None:
            kind, text = entry.token.kind, entry.token.text
            if kind is not Kind.COMMAND and text == closing and depth == 0:
                return Argument(tuple(tokens), entry.token.span)
            depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
            if depth < 0 or (kind is Kind.CHAR and text == PARAGRAPH_END):
                self.push(entry)
                break
            tokens.append(entry)
        self.push(first, *tokens)  # no argument after all
        self.reread += len(tokens)
        return None

    def in_braces(self) -> Argument | None:
        """An argument in braces, if one comes next. Raises Unreadable (NT102) as `argument` does."""
        first = self.skip_spaces()
        if first is not None and first.token.kind is not Kind.OPEN:
            self.push(first)
            return None
        return None if first is None else self._group(first.token)

    def star(self) -> Entry | None:
        """A `*`, if one comes next."""
        return self.sign(("*",))

    def sign(self, signs: Collection[str]) -> Entry | None:
        """One of these signs, no command of that name, if one comes next."""
        first = self.skip_spaces()
        if first is None or (first.token.kind in _SIGNS and first.token.text in signs):
            return first
        self.push(first)
        return None
