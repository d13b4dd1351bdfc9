"""Expanded raw tokens → the tokens of `Mathematics`: words gathered, layout dropped, structure checked."""

from __future__ import annotations

import re
from collections import deque
from typing import Final, NamedTuple

from ntdoc.reading.cursor import Cursor
from ntdoc.reading.document import Row
from ntdoc.reading.old_fonts import word_at
from ntdoc.reading.problems import Unreadable
from ntdoc.reading.spaces import LENGTH, ROW_ENDS, is_seen, is_wide
from ntdoc.reading.tokens import SCRIPTS, Kind, Token, end_of_group
from ntdoc.reading.vocabulary import (
    BRACED,
    COLUMNS,
    COUNTED,
    DROPPED,
    DROPPED_ARGUMENTS,
    ENDS_PROOF,
    LENGTHS,
    OVERLAYS,
    TEXT,
    TRANSPARENT,
    WORDED,
)
from ntdoc.reading.words import read_words
from ntdoc.regex import regex
from ntdoc.source import Source, Span

MAX_NESTING: Final = 200
MAX_WORDS_NESTING: Final = 20

_OPENING: Final = frozenset({Kind.OPEN, Kind.BEGIN})
_CLOSING: Final = frozenset({Kind.CLOSE, Kind.END})


class Finished(NamedTuple):
    """What becomes of the raw tokens of a piece of mathematics."""

    tokens: tuple[Token, ...] = ()
    labels: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


def finish(raw: list[Token], environment: str, error: Unreadable | None) -> tuple[Finished, Unreadable | None]:
    """The final tokens of a piece of mathematics, given those after macro expansion, or why there are none.

    That is NT102 where brackets or environments do not match, NT103 where they nest too deeply, or the
    error that was met before.
    """
    if error is None:
        try:
            _check_structure(raw)
            labels: list[str] = []
            finisher = _Finisher(raw, labels)
            if environment in COUNTED:
                finisher.skip_argument()
            if environment.rstrip("*") == "empheq" and not finisher.pass_frame():
                return Finished(), None  # what stands beside the rows belongs to each of them
            tokens = finisher.run()
            return Finished(tokens, tuple(labels), _rows(tokens, finisher.marks)), None
        except Unreadable as problem:
            error = problem
    return Finished(), error


def _rows(tokens: tuple[Token, ...], marks: list[tuple[int, str | None]]) -> tuple[Row, ...]:
    """The rows of a display. A mark is a label, or None for `\\notag`, and how many tokens precede it."""
    rows = [Row()]
    depth = 0
    waiting = deque(marks)
    for at in range(len(tokens) + 1):
        while waiting and waiting[0][0] <= at:
            label = waiting.popleft()[1]
            row = rows[-1]
            rows[-1] = Row(row.labels, False) if label is None else Row((*row.labels, label), row.numbered)
        if at == len(tokens):
            break
        kind = tokens[at].kind
        if kind in _OPENING:
            depth += 1
        elif kind in _CLOSING:
            depth = max(0, depth - 1)
        elif kind is Kind.ROW and depth == 0:
            rows.append(Row())
    return tuple(rows)


_ROUND: Final = {"(": 1, "[": 1, ")": -1, "]": -1}
_BRACE: Final = regex(r"\\.|[{}]", re.DOTALL)


def too_deep(source: Source, text: str, offset: int) -> Unreadable | None:
    """NT103 if the braces of a text at `offset` nest too deeply; such a text is not to be expanded."""
    if text.count("{") <= MAX_NESTING:
        return None
    depth = 0
    for match in _BRACE.finditer(text):
        depth += (match.group() == "{") - (match.group() == "}")
        if depth > MAX_NESTING:
            at = offset + match.start()
            return _too_deep(Span(source, at, at + 1))
    return None


def _too_deep(span: Span) -> Unreadable:
    return Unreadable("NT103", f"brackets and environments nest more than {MAX_NESTING} deep", span, "too deep")


def _check_structure(raw: list[Token]) -> None:
    open_: list[Token] = []
    round_ = 0  # round and square brackets, which need not match: [0, 1)
    for token in raw:
        if token.text in _ROUND:
            round_ = max(0, round_ + _ROUND[token.text])
            if round_ > MAX_NESTING:
                raise _too_deep(token.span)
        opens, closes = token.kind in _OPENING, token.kind in _CLOSING
        if token.kind is Kind.COMMAND:
            opens, closes = token.text == "left", token.text == "right"
        if opens:
            open_.append(token)
            if len(open_) > MAX_NESTING:
                raise _too_deep(token.span)
        elif closes:
            if not open_:
                raise Unreadable("NT102", f"{_shown(token)} closes nothing", token.span, "nothing to close")
            if _closer(open_[-1]) != _shown(token):
                raise _not_closed(open_[-1])
            open_.pop()
    if open_:
        raise _not_closed(open_[-1])


def _not_closed(opener: Token) -> Unreadable:
    return Unreadable("NT102", f"{_shown(opener)} is not closed", opener.span, "not closed")


def _shown(token: Token) -> str:
    match token.kind:
        case Kind.BEGIN:
            return f"`\\begin{{{token.text}}}`"
        case Kind.END:
            return f"`\\end{{{token.text}}}`"
        case Kind.COMMAND:
            return f"`\\{token.text}`"
        case _:
            return f"`{token.text}`"


def _closer(opener: Token) -> str:
    match opener.kind:
        case Kind.BEGIN:
            return f"`\\end{{{opener.text}}}`"
        case Kind.COMMAND:
            return "`\\right`"
        case _:
            return "`}`"


def _cells_of_words(raw: list[Token], start: int) -> dict[int, int]:
    """Where in an environment that begins before `start` the cells behind an `&` begin, and where they end."""
    found: dict[int, int] = {}
    depth, begun = 0, 0
    for at in range(start, len(raw)):
        token = raw[at]
        ends = token.kind is Kind.ALIGN or (token.kind is Kind.COMMAND and token.text in ROW_ENDS)
        if depth == 0 and (ends or token.kind is Kind.END):
            if 0 < begun < at:
                found[begun] = at
            begun = at + 1 if token.kind is Kind.ALIGN else 0
        depth += (token.kind in _OPENING) - (token.kind in _CLOSING)
        if depth < 0:
            break
    return found


class _Finisher(Cursor):
    """Walks over raw tokens, writing `out`."""

    def __init__(self, raw: list[Token], labels: list[str], depth: int = 0) -> None:
        super().__init__(raw)
        self.out: list[Token] = []
        self.labels = labels
        self.marks: list[tuple[int, str | None]] = []
        self._depth = depth  # of words within mathematics within words
        self._jumps: dict[int, int] = {}
        self._worded: dict[int, int] = {}  # where cells of words begin and end

    def run(self) -> tuple[Token, ...]:
        """Finish all tokens."""
        while self.at < len(self.raw):
            if (jump := self._jumps.pop(self.at, None)) is not None:
                self.at = jump
                continue
            if (end := self._worded.pop(self.at, None)) is not None:
                words, self.at = self.raw[self.at : end], end
                self.out.append(read_words("text", words[0].span.to(words[-1].span), words, self._within_words))
                continue
            token = self.raw[self.at]
            self.at += 1
            match token.kind:
                case Kind.COMMAND:
                    self._command(token)
                case Kind.BEGIN:
                    self.out.append(token)
                    self._environment_arguments(token.text)
                case Kind.OPEN if word := word_at(self.raw, self.at - 1):
                    self._word(token, word)
                case Kind.CHAR if token.text == "~":
                    self._blank(token)
                case Kind.CHAR if token.text.isspace() or token.text == "$":
                    pass
                case _:
                    self.out.append(token)
        return tuple(self.out)

    def _word(self, opening: Token, word: list[Token]) -> None:
        """Write a word in a font of its own; what is an argument or a script keeps its braces."""
        is_argument = bool(self.out) and self.out[-1].kind in (Kind.COMMAND, Kind.SUB, Kind.SUP)
        self.out += [opening, *word, word[-1]] if is_argument else word
        self.at = end_of_group(self.raw, self.at - 1) + 1

    def pass_frame(self) -> bool:
        r"""Pass over `[box=\fbox]{align}`; whether the options say nothing but how it looks."""
        options = ""
        if self.peek("[") is not None:
            depth = 0
            while self.at < len(self.raw) and not (depth == 0 and self.raw[self.at].text == "]"):
                token = self.raw[self.at]
                depth += (token.kind in _OPENING) - (token.kind in _CLOSING)
                options += token.text
                self.at += 1
            self.at += 1
        self.skip_argument()
        return "left=" not in options and "right=" not in options

    def _command(self, token: Token) -> None:
        name = token.text
        if name in ROW_ENDS:
            self._row(token)
        elif name in TEXT:
            self._text(token)
        elif name in ("notag", "nonumber", "IEEEnonumber"):
            self.marks.append((len(self.out), None))
        elif name.isspace():
            self._blank(token)
        elif name in DROPPED or name in ("begin", "end"):
            pass
        elif name == "label":
            self.labels.append("".join(part.text for part in self.argument()).strip())
            self.marks.append((len(self.out), self.labels[-1]))
        elif name in OVERLAYS and (self._is_overlaid() or name == "onslide"):
            self._overlaid(name, self.overlay())
        elif name in BRACED and self.overlay() is None and not self._has_braces():
            self.out.append(token)  # `\reals^{\batch\times\class}`: a name of the author's
        elif name in TRANSPARENT:
            self._transparent(*TRANSPARENT[name])
        elif name in DROPPED_ARGUMENTS:
            self._dropped(token, DROPPED_ARGUMENTS[name])
        elif name in LENGTHS:
            self._length(token)
        elif name in ("operatorname", "DeclareMathOperator") and self.peek("*") is not None:
            star = self.raw[self.at]
            self.at += 1
            self.out.append(Token(Kind.COMMAND, name + "*", token.span.to(star.span)))
        elif name in ("hfill", "hfil"):
            self._quad(token)
        elif name in ENDS_PROOF and self._is_last():
            pass
        else:
            self.out.append(token)

    def _is_overlaid(self) -> bool:
        """Whether slides, or what they show, follow."""
        before = self.at
        found = self.overlay() is not None or self._has_braces()
        self.at = before
        return found

    def _has_braces(self) -> bool:
        """Whether an argument in braces or brackets follows."""
        found = self._next()
        return found is not None and (found.kind is Kind.OPEN or found.text in ("[", "*"))

    def _next(self) -> Token | None:
        """The next token that is no space."""
        return next((t for t in self.raw[self.at :] if not t.text.isspace()), None)

    def _is_last(self) -> bool:
        """Whether nothing but space and ends of environments follows."""
        rest = (t for t in self.raw[self.at :] if not (t.text.isspace() or t.text in "~$." or t.kind is Kind.END))
        return self.out != [] and next(rest, None) is None

    def _row(self, token: Token) -> None:
        span = token.span
        if (star := self.peek("*", spaces=False)) is not None and token.text == "\\":
            self.at += 1
            span = span.to(star.span)
        before = self.at
        # A row may begin with a bracket, `\\ [X]_{i}`: only a length that follows at once belongs to `\\`.
        if (given := self.optional(spaces=False)) is not None:
            if LENGTH.match(given[0]):
                span = span.to(given[1].span)
            else:
                self.at = before
        self.out.append(Token(Kind.ROW, "\\\\", span))

    def _environment_arguments(self, name: str) -> None:
        before = self.at
        placed = self.optional()
        if placed is not None and placed[0].strip() not in ("t", "b", "c", "l", "r"):
            self.at = before
        if name in COLUMNS or name in COUNTED:
            self.skip_argument()
        if name in WORDED:
            self._worded |= _cells_of_words(self.raw, self.at)

    def _text(self, token: Token) -> None:
        if token.text in ("intertext", "shortintertext") and self.out and self.out[-1].kind is not Kind.ROW:
            self.out.append(Token(Kind.ROW, "\\\\", token.span))  # as LaTeX does: the words end the row
        if token.text == "tag" and self.peek("*") is not None:
            self.at += 1
        words = self.argument()
        span = token.span.to(self.raw[self.at - 1].span)
        self.out.append(read_words(token.text, span, words, self._within_words))

    def _within_words(self, raw: list[Token]) -> tuple[Token, ...]:
        if self._depth >= MAX_WORDS_NESTING:
            raise Unreadable("NT103", "words and mathematics nest too deeply", raw[0].span, "too deep")
        return _Finisher(raw, self.labels, self._depth + 1).run()

    def _transparent(self, count: int, kept: int) -> None:
        """Go on inside the argument that is kept, and then after the last one."""
        while self.optional() is not None:
            pass
        start, stop = [self.argument_range() for _ in range(count)][kept - 1]
        end = self.at
        braced = stop < end and self.raw[stop].kind is Kind.CLOSE
        if braced and self.out and self.out[-1].kind in SCRIPTS:
            start, stop = start - 1, stop + 1  # as an exponent it stays one argument
        if stop < end:
            self._jumps[stop] = end
        self.at = start

    def _overlaid(self, name: str, slides: str | None) -> None:
        """What slides show one after another, `\\only<1>{?}\\only<2->{2 x}`, is what they come to."""
        if not self._has_braces():
            return  # \onslide<2->, for all that follows
        before = self.at
        self.argument()
        ends = name == "only" and slides is not None and not slides.rstrip().endswith("-")
        if ends and (other := self._next()) is not None and other.kind is Kind.COMMAND and other.text == name:
            return
        self.at = before
        self._transparent(*OVERLAYS[name])

    def _dropped(self, token: Token, count: int) -> None:
        if self.peek("*") is not None:
            self.at += 1
        while self.optional() is not None:
            pass
        arguments = [self.argument() for _ in range(count)]
        if token.text == "hspace":
            self._space(token, "".join(part.text for part in arguments[0]))

    def _length(self, token: Token) -> None:
        start = self.at
        text = ""
        while self.at < len(self.raw) and self.raw[self.at].kind is Kind.CHAR and len(text) < 12:
            text += self.raw[self.at].text
            self.at += 1
            if LENGTH.match(text):
                self._space(token, text)
                return
        self.at = start

    def _space(self, token: Token, length: str) -> None:
        if is_wide(length):
            self._quad(token)

    def _blank(self, token: Token) -> None:
        if is_seen(self.out[-1] if self.out else None, self._next()):
            self.out.append(Token(Kind.COMMAND, "space", token.span))

    def _quad(self, token: Token) -> None:
        self.out.append(Token(Kind.COMMAND, "quad", token.span))
