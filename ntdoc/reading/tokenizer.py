"""Text → raw tokens, as TeX's eyes see them.

Raw tokens are those of `tokens.py` before macro expansion, and some that do not outlive reading: a CHAR that
is a space (`" "`, or a line end for a paragraph end), a CHAR `$`, and COMMANDs such as `text`, given their
final form in `mathematics.py`. Comments and verbatim are blanked before (`masking.py`).
"""

from __future__ import annotations

from typing import Final

from pylatexenc.latexwalker import LatexWalker, LatexWalkerEndOfStream
from pylatexenc.macrospec import LatexContextDb

from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.source import Source, Span

_KINDS: Final = {"{": Kind.OPEN, "}": Kind.CLOSE, "_": Kind.SUB, "^": Kind.SUP, "&": Kind.ALIGN}
_PARAGRAPH: Final = regex(r"(?>\r\n|\n|\r)[ \t]*(?>\r\n|\n|\r)")
_CONTEXT: Final = LatexContextDb()  # knows no command: what commands mean is decided later
_INTERNAL: Final = regex(r"\\([A-Za-z@]*@[A-Za-z@]*)\s*")  # `\@ifstar`, where @ is a letter
PARAGRAPH_END: Final = "\n"


class Lexer:
    """Reads tokens of `text`, which stands at `offset` of the source, from `pos` on.

    In a package, and after `\\makeatletter`, an @ is a letter.
    """

    def __init__(self, source: Source, text: str, pos: int = 0, offset: int = 0) -> None:
        self.source = source
        self.text = text
        self.pos = pos
        self.offset = offset
        self._walker = LatexWalker(text, latex_context=_CONTEXT)
        self._state = self._walker.make_parsing_state()
        self._at_letters = source.path.endswith((".sty", ".cls"))

    def next(self) -> Token | None:
        """The next raw token, or None at the end."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        if char and char != "\\" and not char.isspace():  # most are: each stands for itself
            self.pos = pos + 1
            at = self.offset + pos
            return Token(_KINDS.get(char, Kind.CHAR), char, Span(self.source, at, at + 1))
        if self._at_letters and (internal := _INTERNAL.match(text, pos)) is not None:
            self.pos = internal.end() if _PARAGRAPH.search(internal.group()) is None else internal.end(1)
            return self._token(Kind.COMMAND, internal[1], pos, internal.end(1))
        try:
            read = self._walker.get_token(pos, environments=False, parsing_state=self._state)
        except LatexWalkerEndOfStream:
            self.pos = len(text)
            return self._space(pos) if text[pos:].isspace() else None
        if read.pos > pos or read.arg == "\n\n":
            self.pos = read.pos + (2 if read.arg == "\n\n" else 0)
            return self._space(pos)
        if read.tok == "macro":
            # Spaces after a control word are no part of it; a paragraph end after it is kept.
            self.pos = pos + 1 + len(read.arg)
            if _PARAGRAPH.search(read.post_space) is None:
                self.pos = pos + read.len
            if read.arg in ("makeatletter", "makeatother"):
                self._at_letters = read.arg == "makeatletter"
            return self._token(Kind.COMMAND, read.arg, pos, pos + 1 + len(read.arg))
        self.pos = pos + 2  # a delimiter of mathematics
        return self._token(Kind.COMMAND, read.arg[1], pos, pos + 2)

    def _space(self, start: int) -> Token:
        end = self.pos
        while end < len(self.text) and self.text[end].isspace():
            end += 1
        self.pos = end
        paragraph = _PARAGRAPH.search(self.text, start, end) is not None
        return self._token(Kind.CHAR, PARAGRAPH_END if paragraph else " ", start, end)

    def _token(self, kind: Kind, text: str, start: int, end: int) -> Token:
        return Token(kind, text, Span(self.source, self.offset + start, self.offset + end))


def tokenize(source: Source, text: str, offset: int = 0) -> list[Token]:
    """All raw tokens of a text that stands at `offset` of the source."""
    lexer = Lexer(source, text, 0, offset)
    tokens: list[Token] = []
    while (token := lexer.next()) is not None:
        tokens.append(token)
    return tokens
