"""Where inline constructs of Markdown end. Every search is bounded, so that no text takes quadratic time."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from ntdoc.regex import regex

_BLANK_LINE: Final = regex(r"(?>\r\n|\n|\r)[ \t>]*(?=\r|\n|\Z)")
_INTERRUPTION: Final = regex(
    r"(?>\r\n|\n|\r)(?=[ \t>]*(?:\r|\n|\Z|#{1,6}[ \t]|```|~~~|(?:[-*+]|\d{1,9}[.)])[ \t]))"
)
_DOLLAR: Final = regex(r"\\.|\$+|[{}]", re.DOTALL)
_FORMULA: Final = regex(r"\\[A-Za-z]{2,}[\s{_^\\]|[A-Za-z](?:'?[_^]|\s*(?:\\[A-Za-z]{2}|[=<>+-]\s))")
_TEX: Final = regex(r"(?<![A-Za-z0-9:])\\[A-Za-z]{2,}|[_^]\{")
_IN_WORDS: Final = regex(r"(?:\\[A-Za-z]+\s*|[_^])?\{[^{}]*\}|%[^\n]*")  # what may hold words within mathematics
_PROSE: Final = regex(r"(?<![\\\w])[A-Za-z]?[a-z]+(?:[ \t]+[a-z]{2,}){2}\b|(?<!\\)\$[^$\n]+\$")
_TICKS: Final = regex(r"`+")
_MAX_NESTED: Final = 20  # dollars inside braces of one formula: `$\text{if $x$} …$`


class Delimiters:
    """Finds closers in one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._paragraph = (-1, -1)
        self._block = (-1, -1)
        self._none_after: dict[str, int] = {}  # from this offset on there is no such closer

    def paragraph_end(self, pos: int) -> int:
        """The offset of the line end before the next blank line."""
        start, end = self._paragraph
        if not start <= pos < end:
            found = _BLANK_LINE.search(self.text, pos)
            end = found.start() if found else len(self.text)
            self._paragraph = (pos, end)
        return end

    def find(self, closer: str, pos: int, within: int | None = None) -> int | None:
        """The offset after the next unescaped closer; with `within`, in the paragraph of that offset only."""
        end = len(self.text) if within is None else self.paragraph_end(within)
        while pos < self._none_after.get(closer, len(self.text) + 1):
            found = self.text.find(closer, pos)
            if found < 0:
                self._none_after[closer] = pos
                return None
            if found + len(closer) > end:
                return None
            before = self.text[max(0, found - 50) : found]
            backslashes = len(before) - len(before.rstrip("\\"))
            if backslashes % 2 == 0 or closer == "-->":
                return found + len(closer)
            pos = found + 1
        return None

    def code(self, start: int, end: int) -> int | None:
        """The offset after the backticks that close a code span opened by those from `start` to `end`."""
        length = end - start
        offsets = self._ticks.get(length, [])
        index = bisect_left(offsets, end)
        if index < len(offsets) and offsets[index] + length <= self.paragraph_end(start):
            return offsets[index] + length
        return None

    @cached_property
    def _ticks(self) -> dict[int, list[int]]:
        runs: dict[int, list[int]] = {}
        for match in _TICKS.finditer(self.text):
            runs.setdefault(len(match.group()), []).append(match.start())
        return runs

    def element(self, tag: str, pos: int) -> int | None:
        """The offset after the closing tag of an HTML element."""
        closer = f"</{tag.lower()}"
        found = self._lower.find(closer, pos) if pos < self._none_after.get(closer, len(self.text) + 1) else -1
        if found < 0:
            self._none_after[closer] = min(pos, self._none_after.get(closer, pos))
            return None
        end = self.text.find(">", found)
        return end + 1 if end >= 0 else None

    @cached_property
    def _lower(self) -> str:
        # Lower-casing must not move offsets, as that of `İ` would.
        return self.text.translate({code: code + 32 for code in range(65, 91)})

    def dollar(self, start: int) -> int | None:
        """The offset of the `$` that closes the one at `start`, by the rules of pandoc.

        The opener has no space after it, the closer none before it and no digit after it, and both stand in
        one paragraph. So an amount of money is no mathematics.
        """
        text = self.text
        if start + 1 >= len(text) or text[start + 1].isspace():
            return None
        first: int | None = None
        depth = nested = 0
        for match in _DOLLAR.finditer(text, start + 1, self._inline_end(start)):
            char = match.group()
            if char == "{":
                depth += 1
            elif char == "}":
                depth -= 1
            elif char[0] == "$":
                if first is None:
                    first = match.start()
                if depth <= 0:
                    return match.start() if self._closes(match) else None
                nested += 1
                if nested > _MAX_NESTED:
                    break
        # The braces do not match: end at the first dollar.
        if first is not None and self._closes_at(first):
            return first
        return None

    def unclosed_dollar(self, start: int) -> int | None:
        """Where the text goes on behind a `$` that plainly begins a formula and is not closed; None of any other.

        Plain is a command, or a letter with scripts, a sign or a command behind it. A price is none.
        """
        end = self._inline_end(start)
        following = self.text.find("$", start + 1, end)
        stop = end if following < 0 else following
        if _FORMULA.match(self.text, start + 1, stop) is None or _TEX.search(self.text, start + 1, stop) is None:
            return None
        return stop

    def is_left_open(self, start: int, end: int) -> bool:
        """Whether prose begins behind an empty line of a display: the `$$` at its end opens the next one."""
        stop = self.paragraph_end(start)
        inner, words = "", self.text[stop:end] if stop < end else ""
        while inner != words:  # from the innermost braces outwards
            inner, words = words, _IN_WORDS.sub("", words)
        return _PROSE.search(words) is not None

    def _closes(self, match: re.Match[str]) -> bool:
        return len(match.group()) == 1 and self._closes_at(match.start())

    def _closes_at(self, pos: int) -> bool:
        after = self.text[pos + 1 : pos + 2]
        return not self.text[pos - 1].isspace() and not (after.isascii() and after.isdigit())

    def _inline_end(self, pos: int) -> int:
        start, end = self._block
        if not start <= pos < end:
            stop = self.paragraph_end(pos)
            found = _INTERRUPTION.search(self.text, pos, stop)
            end = found.start() if found else stop
            self._block = (pos, end)
        return end

    def environment(self, name: str, pos: int) -> tuple[int, int] | None:
        """Start and end of the `\\end{name}` that closes a `\\begin{name}` before `pos`."""
        if pos >= self._none_after.get(name, len(self.text) + 1):
            return None
        depth = 1
        pattern = re.compile(r"\\(begin|end)[ \t]*\{" + re.escape(name) + r"\}")
        for match in pattern.finditer(self.text, pos):
            depth += 1 if match.group(1) == "begin" else -1
            if depth == 0:
                return match.span()
        self._none_after[name] = pos
        return None
