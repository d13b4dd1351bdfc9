"""A place in a list of raw tokens whose braces match, and reading arguments from there."""

from __future__ import annotations

from typing import Final

from ntdoc.reading.tokens import Kind, Token, end_of_group
from ntdoc.reading.vocabulary import WHICH_SLIDES
from ntdoc.regex import regex

_LONGEST_OPTIONAL: Final = 100  # tokens; a bracket that is not closed soon opens no argument
_SLIDES: Final = regex(WHICH_SLIDES)


class Cursor:
    """Reads `raw` from `at` on."""

    def __init__(self, raw: list[Token]) -> None:
        self.raw = raw
        self.at = 0

    def peek(self, char: str, spaces: bool = True) -> Token | None:
        """The next token if it is this character; spaces before it are passed over."""
        at = self.at
        while spaces and at < len(self.raw) and self.raw[at].kind is Kind.CHAR and self.raw[at].text.isspace():
            at += 1
        if at < len(self.raw) and self.raw[at].kind is not Kind.COMMAND and self.raw[at].text == char:
            self.at = at
            return self.raw[at]
        return None

    def argument_range(self) -> tuple[int, int]:
        """Pass over the next argument; where its tokens are in `raw`, without its braces."""
        while self.at < len(self.raw) and self.raw[self.at].text.isspace():
            self.at += 1
        start = self.at
        if start >= len(self.raw) or self.raw[start].kind in (Kind.CLOSE, Kind.ALIGN, Kind.END):
            return start, start
        self.at = min(end_of_group(self.raw, start) + 1, len(self.raw))
        return (start + 1, self.at - 1) if self.raw[start].kind is Kind.OPEN else (start, self.at)

    def argument(self) -> list[Token]:
        """The tokens of the next argument, without its braces."""
        start, stop = self.argument_range()
        return self.raw[start:stop]

    def skip_argument(self) -> None:
        """Pass over an argument in braces, if one comes next."""
        if self.peek("{") is not None:
            self.argument()

    def optional(self, spaces: bool = True) -> tuple[str, Token] | None:
        """An argument in square brackets, if one comes next: its text and its last token."""
        before = self.at
        if self.peek("[", spaces) is None:
            return None
        for at in range(self.at + 1, min(self.at + _LONGEST_OPTIONAL, len(self.raw))):
            token = self.raw[at]
            if token.kind is Kind.CHAR and token.text == "]":
                text = "".join(
                    ("\\" if part.kind is Kind.COMMAND else "") + part.text for part in self.raw[self.at + 1 : at]
                )
                self.at = at + 1
                return text, token
            if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.BEGIN, Kind.END, Kind.ALIGN):
                break
        self.at = before
        return None

    def overlay(self) -> str | None:
        """Which slides something is for, `<2->` or `<3-|alert@3>`, if that comes next: the text between the signs."""
        before = self.at
        if self.peek("<") is None:
            return None
        text = ""
        for at in range(self.at + 1, min(self.at + _LONGEST_OPTIONAL, len(self.raw))):
            token = self.raw[at]
            if token.kind is not Kind.CHAR:
                break
            if token.text == ">":
                if not _SLIDES.fullmatch(text):
                    break
                self.at = at + 1
                return text
            text += token.text
        self.at = before
        return None
