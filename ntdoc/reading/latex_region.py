"""Where mathematics ends in LaTeX: at the token that closes it, after macro expansion."""

from __future__ import annotations

from typing import Final, NamedTuple

from ntdoc.reading.macros import Expander
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.tokenizer import PARAGRAPH_END
from ntdoc.reading.tokens import Kind, Token
from ntdoc.reading.vocabulary import DISPLAYS, SECTIONS
from ntdoc.source import Span

_CLOSERS: Final = {"\\(": ")", "\\[": "]", "\\ensuremath": ")"}
_INSIDE: Final = frozenset({Kind.SUB, Kind.SUP, Kind.ALIGN})  # tokens that end nothing
_CLOSING: Final = frozenset({"$", PARAGRAPH_END})  # characters that may end something
_TEXT_ONLY: Final = frozenset({"item", "maketitle", "caption"}) | SECTIONS.keys()


class Region(NamedTuple):
    """The expanded tokens of mathematics, what went wrong, and the closing delimiter if there is one."""

    raw: list[Token]
    error: Unreadable | None
    closer: Span | None


def read_region(expander: Expander, opener: Token, environment: str, display: bool) -> Region:
    """Read up to what closes the mathematics that `opener` began, or to what cannot stand in mathematics."""
    raw: list[Token] = []
    error: Unreadable | None = None
    closer: Span | None = None
    stray: Token | None = None  # a name that is mistyped, it may be
    nested: list[str] = []
    depth = 0
    expander.in_mathematics = True
    while True:
        try:
            entry = expander.next()
        except Unreadable as problem:
            error = error or problem
            continue
        if entry is None:
            break
        token = entry.token
        if token.kind in _INSIDE or (token.kind is Kind.CHAR and token.text not in _CLOSING):  # most are
            raw.append(token)
            continue
        if (closer := _closer(expander, token, environment, depth, nested)) is not None:
            break
        if _breaks_off(token, display, nested) or (not display and depth <= 0 and _begins_display(token)):
            expander.push(entry)
            stray = token if token.kind is Kind.END and token.text in DISPLAYS and not nested else None
            break
        depth += token.nests
        if token.kind is Kind.BEGIN:
            nested.append(token.text)
        elif token.kind is Kind.END:
            nested.pop()
        raw.append(token)
    expander.in_mathematics = False
    if closer is None and error is None:
        shown = opener.span.text or environment
        message = f"`{shown}` is not closed"
        if stray is not None:
            message += f": `{stray.span.text}` on {stray.span.line_for(opener.span)} closes nothing"
        error = Unreadable("NT102", message, opener.span, "not closed")
    return Region(raw, error, closer)


def _closer(expander: Expander, token: Token, environment: str, depth: int, nested: list[str]) -> Span | None:
    """The span of the closing delimiter, if this token begins it."""
    if token.kind is Kind.END:
        return token.span if not nested and token.text == environment else None
    if token.kind is Kind.COMMAND:
        return token.span if token.text == _CLOSERS.get(environment) and depth <= 0 else None
    if token.kind is not Kind.CHAR or token.text != "$" or depth > 0:
        return None
    if environment == "$":
        return token.span
    if environment != "$$" or (following := expander.pull()) is None:
        return None
    if following.token.text == "$":
        return token.span.to(following.token.span)
    expander.push(following)
    return None


def _begins_display(token: Token) -> bool:
    return (token.kind is Kind.BEGIN and token.text in DISPLAYS) or (token.kind is Kind.COMMAND and token.text == "[")


def _breaks_off(token: Token, display: bool, nested: list[str]) -> bool:
    """Whether this token cannot stand in mathematics, so that the closing delimiter must be missing."""
    if token.kind is Kind.END:
        return not nested or nested[-1] != token.text
    if token.kind is Kind.COMMAND:
        return token.text in _TEXT_ONLY
    return token.kind is Kind.CHAR and token.text == PARAGRAPH_END and not display
