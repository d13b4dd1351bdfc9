"""The blocks of Markdown that matter to reading: code, headings, front matter, and fenced mathematics."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ntdoc.reading.containers import Containers, is_of_markdown
from ntdoc.regex import regex

_LINE: Final = regex(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_QUOTE: Final = regex(r"(?: {0,3}> ?)*")
_MARKERS: Final = regex(r"(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)+")
_OPENS_CONTAINER: Final = regex(
    r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|\[\^[^\]]+\]:|(?:!!!|\?\?\?\+?|===)[ \t]|:[ \t])"
)
_FENCE: Final = regex(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)")
_ATX: Final = regex(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT: Final = regex(r" {0,3}(?:(=+)|-{2,})[ \t]*$")
_NO_TITLE: Final = regex(r"[ \t]*(?:[-*+>|<]|\d+[.)][ \t]|\$\$|\\\[|\\begin|!\[|={3,}|_{3,})")
_ATTRIBUTES: Final = regex(r"[ \t]*\{[^{}]*\}[ \t]*$")
_FRONT_MATTER: Final = regex(r"---[ \t]*(?:\r\n|\n|\r)(?=[ \t#]*[\w\"'-]+[ \t]*:|#)")
_FRONT_END: Final = regex(r"(?:^|[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)")
_OPTION: Final = regex(r"[ \t>]*:[A-Za-z][\w-]*:(?:[ \t][^\r\n]*)?(?:\r\n|\n|\r)|[ \t>]*(?:\r\n|\n|\r)")
_FRONT_TITLE: Final = regex(r"^title[ \t]*:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_MATH_DIRECTIVE: Final = regex(r"(:{3,})[ \t]*\{math\}")  # of MyST


class Code(NamedTuple):
    """A block that is not read."""

    end: int


class Title(NamedTuple):
    """A heading, of a section or of a box."""

    end: int
    level: int
    title: str
    boxed: bool = False


class Display(NamedTuple):
    """A fence that says `math`."""

    end: int
    inner: int
    inner_end: int


class Blocks:
    """Recognises blocks, line by line and in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._text_before = False  # the line before is text, so that this one may belong to its paragraph
        self._blank_before = True
        self._in_container = False  # of a list, a footnote, an admonition: what is indented is no code
        self.containers = Containers(text)
        self.titles: list[tuple[int, int]] = []  # the lines that begin and end boxes, and the headings of these

    def front_matter(self) -> tuple[str | None, int]:
        """The title in a YAML header, and the offset after the header."""
        start = _FRONT_MATTER.match(self.text)
        end = _FRONT_END.search(self.text, start.end() - 1) if start else None
        if start is None or end is None:
            return None, 0
        title = _FRONT_TITLE.search(self.text[start.end() : end.start()].replace("\r", "\n"))
        return (title.group(1).strip("\"'") or None) if title else None, end.end()

    def at(self, pos: int) -> Code | Title | Display | None:
        """The block that begins with the line at `pos`; None if that line is text."""
        while pos < len(self.text):
            line = _LINE.match(self.text, pos)
            content = line.group(1) if line else ""
            quote = _QUOTE.match(content)
            bare = content[quote.end() :] if quote else content
            if bare.strip():
                return self._block(pos, pos + len(content), content, bare)
            self._blank_before, self._text_before = True, False
            return None
        return None

    def _block(self, pos: int, end: int, content: str, bare: str) -> Code | Title | Display | None:
        indent = len(bare.expandtabs(4)) - len(bare.expandtabs(4).lstrip())
        opens = _OPENS_CONTAINER.match(bare) is not None
        if self._blank_before and indent == 0 and not opens:
            self._in_container = False
        if indent >= 4 and not self._text_before and not self._in_container:
            return self._indented(pos)
        if opens:
            self._in_container = True
        if directive := _MATH_DIRECTIVE.fullmatch(bare.strip()):
            return self._fence(pos, end, directive[1], "{math}")
        if self.containers.line(pos, bare):
            self.titles.append((pos, end))
            return self._title(end)
        if fence := _FENCE.match(_MARKERS.sub(lambda m: " " * len(m.group()), bare, count=1)):
            return self._fence(pos, end, fence.group(1), fence.group(2))
        if heading := _ATX.match(content):
            self._blank_before, self._text_before = True, False
            self._in_container = False
            level, title = len(heading.group(1)), _plain(heading.group(2) or "")
            boxed = self.containers.titled(pos, level, title)
            self.titles += [(pos, end)] * boxed
            return Title(end, level, title, boxed)
        if not self._text_before and content == bare and not _NO_TITLE.match(content) and not opens:
            following = self._line_after(end)
            if following is not None and (underline := _SETEXT.match(following.group(1))):
                self._blank_before, self._text_before = True, False
                return Title(following.end(1), 1 if underline.group(1) else 2, _plain(content))
        self._blank_before, self._text_before = False, True
        return None

    def _line_after(self, end: int) -> re.Match[str] | None:
        line = _LINE.match(self.text, end)
        return _LINE.match(self.text, line.end()) if line and line.group(2) else None

    def _indented(self, pos: int) -> Code:
        end = pos
        while (line := _LINE.match(self.text, pos)) is not None and pos < len(self.text):
            bare = line.group(1)[_prefix(line.group(1)) :].expandtabs(4)
            if bare.strip() and not bare.startswith("    "):
                break
            if bare.strip():
                end = line.end(1)
            pos = line.end()
        self._blank_before, self._text_before = True, False
        return Code(end)

    def _title(self, end: int) -> Code:
        """The line of a container, with its options: it is no part of a sentence."""
        line = _LINE.match(self.text, end)
        inner = line.end() if line else end
        self._blank_before, self._text_before = True, False
        following = self._without_options(inner, len(self.text))
        return Code(len(self.text[:following].rstrip("\r\n")) if self.text[inner:following].strip() else end)

    def _fence(self, start: int, end: int, fence: str, info: str) -> Code | Display:
        closer = re.compile(rf"[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*(?=\r|\n|\Z)")
        line = _LINE.match(self.text, end)
        inner = pos = line.end() if line else end
        self._blank_before, self._text_before = True, False
        while pos < len(self.text):
            if (found := closer.match(self.text, pos)) is not None:
                if is_of_markdown(info):
                    self.containers.fence(start, self.text[start:end].strip(" \t>`~"), pos)
                    self.titles.append((start, end))
                    return self._title(end)
                if info.strip("{}").lower() != "math":
                    return Code(found.end())
                return Display(found.end(), self._without_options(inner, pos) if info[:1] == "{" else inner, pos)
            line = _LINE.match(self.text, pos)
            pos = line.end() if line else len(self.text)
        return Code(len(self.text))

    def _without_options(self, inner: int, end: int) -> int:
        """Where the mathematics of a directive begins, after its options: `:label: forward`."""
        while inner < end and (option := _OPTION.match(self.text, inner, end)) is not None:
            inner = option.end()
        return inner


def _prefix(content: str) -> int:
    quote = _QUOTE.match(content)
    return quote.end() if quote else 0


def _plain(title: str) -> str:
    """A heading's words, without its attributes."""
    return _ATTRIBUTES.sub("", title).strip()
