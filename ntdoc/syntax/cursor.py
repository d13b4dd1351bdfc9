"""A place in a list of tokens, and the two ways in which parsing stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Reference, Token, end_of_group
from ntdoc.source import Span
from ntdoc.syntax.symbols import ACCENTS, ROUNDING, SIZING, SPACING, STYLED, UPRIGHT

MAX_DEPTH = 60

# Commands that, unbraced, take their own arguments with them: `\reals^\mathsf{ax}`.
_ARITY = dict.fromkeys(UPRIGHT | STYLED | ACCENTS | {"mathsf", "textsf", "sqrt", "mathbin", "mathop", "mathord"}, 1)
_ARITY |= dict.fromkeys(("frac", "dfrac", "tfrac", "underset", "overset", "stackrel"), 2)


def takes_arguments(command: Token) -> bool:
    """Whether a command is nothing without what stands behind it."""
    return command.text in _ARITY


class Unreadable(Exception):
    """Notation that ntdoc does not read. The statement is skipped; nothing is said to be wrong."""

    malformed = False

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class Malformed(Unreadable):
    """Mathematics that cannot be right as it stands: a bracket that is not closed, an operand that is not there."""

    malformed = True


class Cursor:
    """Walks over tokens, passing over spacing. `where` is the span to blame when the tokens run out."""

    def __init__(self, tokens: Sequence[Token], where: Span, depth: int = 0) -> None:
        if depth > MAX_DEPTH:
            raise Unreadable("the formula is nested too deeply", where)
        self.tokens = tokens
        self.position = 0
        self.where = where
        self.depth = depth
        self.bars = ""  # the kinds of bar that are open: a further one closes
        self.dividers: Mapping[int, str] = {}  # the bars between arguments, by position
        self._skip()

    def _skip(self) -> None:
        tokens = self.tokens
        while self.position < len(tokens):
            token = tokens[self.position]
            if not is_spacing(token):
                return
            self.position += 1

    @property
    def divided(self) -> str | None:
        """The mark that a bar between arguments stands for, if one comes next."""
        return self.dividers.get(self.position)

    @property
    def done(self) -> bool:
        return self.position >= len(self.tokens)

    def peek(self) -> Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def next(self) -> Token:
        if self.position >= len(self.tokens):
            raise Malformed("the formula ends where something should follow", self.end)
        token = self.tokens[self.position]
        self.position += 1
        self._skip()
        return token

    def at(self, kind: Kind, *texts: str) -> bool:
        token = self.peek()
        return token is not None and token.kind is kind and (not texts or token.text in texts)

    def at_text(self, *texts: str) -> bool:
        """Whether a character or command with one of these texts comes next."""
        token = self.peek()
        return token is not None and token.kind in (Kind.CHAR, Kind.COMMAND) and token.text in texts

    @property
    def end(self) -> Span:
        """The span of the last token passed, or what encloses the tokens."""
        last = self._passed()
        return self.tokens[last - 1].span if last else self.where

    @property
    def last(self) -> Token | None:
        """The last token passed, but for spacing."""
        last = self._passed()
        return self.tokens[last - 1] if last else None

    def _passed(self) -> int:
        """The index after the last token passed, without the spacing behind it; 0 if nothing has been passed."""
        last = self.position
        while last and is_spacing(self.tokens[last - 1]):
            last -= 1
        return last

    @property
    def here(self) -> Span:
        token = self.peek()
        return token.span if token is not None else self.end

    def argument(self) -> Cursor:
        """The argument of a command: a group without its braces, or one token (with its own argument, if any)."""
        start = self.here
        if not self.at(Kind.OPEN):
            opened = self.position
            token = self.next()
            for _ in range(_ARITY.get(token.text, 0) if token.kind is Kind.COMMAND else 0):
                self.argument()
            return Cursor(self.tokens[opened : self._passed()], start.to(self.end), self.depth + 1)
        tokens, opened = self.tokens, self.position
        level = 0
        for closed in range(opened, len(tokens)):
            kind = tokens[closed].kind
            if kind is Kind.OPEN:
                level += 1
            elif kind is Kind.CLOSE:
                level -= 1
                if level == 0:
                    break
        else:
            raise Malformed("this brace is not closed", start)
        inside, where = tokens[opened + 1 : closed], start.to(tokens[closed].span)
        self.position = closed + 1
        self._skip()
        return Cursor(_ungrouped(inside), where, self.depth + 1)

    def upto(self, end: int) -> Cursor:
        """What stands before an index, which is the next position."""
        inside, where = self.tokens[self.position : end], self.here
        self.position = end
        self._skip()
        return Cursor(inside, where, self.depth + 1)

    def optional(self) -> Cursor | None:
        """An optional argument in square brackets."""
        if not self.at(Kind.CHAR, "["):
            return None
        start = self.next().span
        opened = self.position
        level = 1
        while not self.done and level:
            token = self.tokens[self.position]
            if token.kind is Kind.CHAR:
                level += (token.text == "[") - (token.text == "]")
            self.position += 1
        if level:
            raise Malformed("this bracket is not closed", start)
        inside = self.tokens[opened : self.position - 1]
        self._skip()
        return Cursor(inside, start, self.depth + 1)

    def environment(self) -> tuple[str, list[Token], Span]:
        """The name, content and span of the environment whose BEGIN comes next."""
        begin = self.next()
        # BEGIN skipped spacing after it; go back so that content is taken whole
        opened = self.position
        level = 1
        while not self.done:
            kind = self.tokens[self.position].kind
            self.position += 1
            level += (kind is Kind.BEGIN) - (kind is Kind.END)
            if level == 0:
                break
        else:
            raise Malformed(f"the environment {begin.text} is not closed", begin.span)
        content = list(self.tokens[opened : self.position - 1])
        span = begin.span.to(self.tokens[self.position - 1].span)
        self._skip()
        return begin.text, content, span


def lookahead(question: Callable[[Cursor], bool]) -> Callable[[Cursor], bool]:
    """A question about what comes next: it passes nothing, and the answer to what cannot be read is no."""

    @wraps(question)
    def asked(cursor: Cursor) -> bool:
        saved = cursor.position
        try:
            return question(cursor)
        except Unreadable:
            return False
        finally:
            cursor.position = saved

    return asked


def is_spacing(token: Token) -> bool:
    return token.kind is Kind.COMMAND and (token.text in SPACING or token.text in SIZING)


def plain_text(tokens: Sequence[Token]) -> str:
    """Tokens as the plain text of a script: `\\text{h}` → `h`, `\\gamma` → `gamma`, braces left out."""
    parts: list[str] = []
    for token in tokens:
        if token.kind in (Kind.OPEN, Kind.CLOSE):
            continue
        if token.kind is Kind.COMMAND:
            if token.text in SPACING or token.text in SIZING or token.text in _FONTS:
                continue
            parts.append(_MARKS.get(token.text, token.text))
        elif token.kind is Kind.SUB:
            parts.append("_")
        elif token.kind is Kind.SUP:
            parts.append("^")
        else:
            parts.append(token.text)
    return "".join(parts)


def said(tokens: Sequence[Token]) -> str:
    """The same for what stands over a relation, with the labels of its references."""

    def label(token: Token) -> str:
        pieces = (p for p in token.content if isinstance(p, str))
        return "".join(p.label if isinstance(p, Reference) else p for p in pieces) or token.text

    parts = (label(t) if t.kind is Kind.TEXT else plain_text([t]) for t in tokens)
    return "".join(parts)


_MARKS = {"prime": "'", "ast": "*", "star": "*", "dagger": "†", "dag": "†", "ddagger": "‡"}
_FONTS = frozenset(
    [
        "mathrm",
        "mathsf",
        "mathit",
        "mathbf",
        "text",
        "operatorname",
        "operatorname*",
        "boldsymbol",
        "bm",
        "mathtt",
        "textnormal",
    ]
)


def _ungrouped(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without braces around all of them, or around one part between commas, as macros bring them."""
    kept = list(tokens)
    start = 0
    while start < len(kept):
        end = _end_of_part(kept, start)
        if end - start > 2 and kept[start].kind is Kind.OPEN and end_of_group(kept, start) == end - 1:
            kept[start:end] = kept[start + 1 : end - 1]  # what was inside is looked at again
        else:
            start = end + 1
    return kept if len(kept) < len(tokens) else tokens


def _end_of_part(tokens: Sequence[Token], start: int) -> int:
    level = 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if level == 0 and token.kind is Kind.CHAR and token.text == ",":
            return at
        level += token.nests
    return len(tokens)


def split(tokens: Sequence[Token], *kinds: Kind) -> list[list[Token]]:
    """Tokens split at the given kinds, outside groups and environments."""
    parts: list[list[Token]] = [[]]
    level = 0
    for token in tokens:
        kind = token.kind
        if level == 0 and kind in kinds:
            parts.append([])
            continue
        if kind is Kind.OPEN or kind is Kind.BEGIN:
            level += 1
        elif kind is Kind.CLOSE or kind is Kind.END:
            level -= 1
        parts[-1].append(token)
    return parts


def split_commas(tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens split at commas (and row ends) outside brackets of any kind."""
    parts: list[list[Token]] = [[]]
    level = 0
    for token in tokens:
        bracket = token.text if token.kind is not Kind.TEXT else ""
        if token.kind in OPENS or bracket in ("(", "[", "{", "langle", *ROUNDING):
            level += 1
        elif token.kind in CLOSES or bracket in (")", "]", "}", "rangle", *ROUNDING.values()):
            level -= 1
        if level == 0 and (token.kind is Kind.ROW or (token.kind is Kind.CHAR and token.text == ",")):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def spanned(tokens: Sequence[Token], where: Span) -> Span:
    """Where some tokens stand; of none it is the place that they would have."""
    if not tokens:
        return where
    first = tokens[0].span
    same = [t.span for t in tokens if t.span.source is first.source]
    # A macro's call begins before its first argument, which may be the first token that came of it.
    return Span(first.source, min(s.start for s in same), max(s.end for s in same))
