"""Blanking what is not to be read, with spaces, so that every offset stays true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ntdoc.reading import verbatim
from ntdoc.regex import regex

_VISIBLE: Final = regex(r"[^\r\n]")
DIRECTIVE: Final = regex(r"%+[ \t]*ntdoc:[ \t]*([^\r\n]*)")

_LATEX: Final = regex(
    r"\\(?:"
    r"(?P<verb>(?:verb|Verb|lstinline|mintinline)(?![A-Za-z]))"
    r"|(?P<raw>(?:url|path|nolinkurl|href)(?![A-Za-z]))"
    r"|(?P<code>code(?=\{))"
    r"|begin[ \t]*\{(?P<environment>[A-Za-z]+\*?)\}"
    r"|(?P<iffalse>iffalse(?![A-Za-z]))"
    r"|(?P<end>end[ \t]*\{document\})"
    r"|[A-Za-z]+|.)"
    r"|(?P<comment>%[^\r\n]*)",
    re.DOTALL,
)
_CONDITIONAL: Final = regex(
    r"\\(?:(?P<open>if(?!f(?![A-Za-z])|thenelse(?![A-Za-z]))[A-Za-z@]*)|(?P<else>else(?![A-Za-z]))"
    r"|(?P<close>fi(?![A-Za-z]))|[A-Za-z]+|.)|%[^\r\n]*",
    re.DOTALL,
)
_VERB: Final = regex(r"(?:\*|[ \t]*(?:\[[^\]\r\n]*\])?(?:\{\w*\})?)(?:\{[^{}\r\n]*\}|([^\sA-Za-z*{])[^\r\n]*?\1)")
_PLAIN_VERB: Final = regex(r"\*?([^\sA-Za-z*])[^\r\n]*?\1")
_RAW_ARGUMENT: Final = regex(r"\s*\{[^{}]*\}")
_LINE_END: Final = regex(r"(?>\r\n|\n|\r)(?=[ \t]*[^\s])")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}
_ENTITY = regex(r"&(amp|lt|gt);")
_QUOTE_PREFIX: Final = regex(r"(?<=[\r\n])[ \t]*>(?:[ \t]*>)*")
_BRACE: Final = regex(r"\\.|[{}]", re.DOTALL)
NOTE: Final = regex(r"^\[\^[^\]\s]+\]:", re.MULTILINE)
_KEY: Final = regex(
    r"(\\(?:[A-Za-z]*ref|[A-Za-z]*[Cc]ite[A-Za-z]*)(?![A-Za-z])\*?[ \t]*(?:\[[^\[\]]*\][ \t]*){0,2})(\{[^{}\n]*\})"
)
_NUMBERING: Final = regex(  # of an equation or a heading
    r"(?:\\(?:label|tag\*?)[ \t]*\{[^{}\n]*\}|\\(?:notag|nonumber|IEEEnonumber|qedhere)(?![A-Za-z]))"
)
_UNREAD: Final = regex(
    r"(?P<verb>\\verb\*?([^\sA-Za-z*])[^\r\n]*?\2)|\\.|(?P<comment>%[^\r\n]*)(?P<line>\r\n|\n|\r)?", re.DOTALL
)
_MARK: Final = regex(  # *> *, *> [!NOTE]*, *!!! note*, *??? tip*
    r"^[ \t]*(?:>[ \t]?)+(?:\[![A-Za-z]+\][+-]?)?|^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+[a-z-]+(?=[ \t]*[\n\"'])", re.MULTILINE
)


class Range(NamedTuple):
    """Offsets `start` up to `end`; `flat` if line ends in it are blanked too (they end no paragraph)."""

    start: int
    end: int
    flat: bool = False


class Masked(NamedTuple):
    """A LaTeX text made readable: what was blanked, the directives in it, and what was never closed."""

    text: str
    directives: list[Range]
    unclosed: Range | None
    uncommented: str  # the text with blanks for comments alone
    own: frozenset[str] = frozenset()  # the environments that are verbatim because it, or a file before it, says so


def blank(text: str, ranges: Iterable[Range], start: int = 0, end: int | None = None) -> str:
    """`text[start:end]` with the ranges (in order) turned to spaces."""
    stop = len(text) if end is None else end
    pieces: list[str] = []
    pos = start
    for range_ in ranges:
        a, b = max(range_.start, pos), min(range_.end, stop)
        if a < b:
            pieces.append(text[pos:a])
            pieces.append(" " * (b - a) if range_.flat else _VISIBLE.sub(" ", text[a:b]))
            pos = b
    pieces.append(text[pos:stop])
    return "".join(pieces)


def mask_latex(text: str, own: frozenset[str] = frozenset()) -> Masked:
    """Blank comments, verbatim, `\\iffalse … \\fi`, URLs, and all that follows `\\end{document}`.

    Environments of the author's `own` are verbatim, too, and those that the text itself defines so.
    """
    own |= verbatim.defined_in(text)
    code = verbatim.sets_code(text)
    ranges: list[Range] = []
    directives: list[Range] = []
    unsaid: list[Range] = []
    unclosed: Range | None = None
    pos = 0
    while (match := _LATEX.search(text, pos)) is not None:
        start, pos = match.span()
        group = match.lastgroup
        if group == "comment":
            if DIRECTIVE.match(match.group()):
                directives.append(Range(start, pos))
            unsaid.append(whole_unsaid(text, start, pos))
            # TeX drops the line end with the comment; a blank line after it still ends the paragraph.
            if line_end := _LINE_END.match(text, pos):
                pos = line_end.end()
            ranges.append(Range(start, pos, flat=True))
        elif group == "verb":
            pattern = _PLAIN_VERB if match.group()[1:].lower() == "verb" else _VERB
            if verb := pattern.match(text, pos):
                pos = verb.end()
                ranges.append(Range(start, pos))
        elif group == "raw":
            if argument := _RAW_ARGUMENT.match(text, pos):
                pos = argument.end()
                ranges.append(Range(start, pos, flat=True))
        elif group == "code":
            argument = _RAW_ARGUMENT.match(text, pos) if code else None
            if argument and verbatim.has_lone_dollar(argument.group()):
                pos = argument.end()
                ranges.append(Range(start, pos, flat=True))
        elif group == "environment" and verbatim.is_verbatim(match.group("environment"), own):
            closer = f"\\end{{{match.group('environment')}}}"
            found = text.find(closer, pos)
            if found < 0:
                unclosed = unclosed or Range(start, pos)
            pos = len(text) if found < 0 else found + len(closer)
            ranges.append(Range(start, pos))
            if match.group("environment") == "comment":
                unsaid.append(ranges[-1])
        elif group == "iffalse":
            found = _end_of_iffalse(text, pos)
            if found < 0:
                unclosed = unclosed or Range(start, pos)
            pos = len(text) if found < 0 else found
            ranges.append(Range(start, pos))
            unsaid.append(ranges[-1])
            closed = _end_of_iffalse(text, pos) if text.endswith("\\else", 0, pos) else -1
            if text.endswith("\\fi", 0, max(closed, 0)):  # lest it close a conditional around this one
                ranges.append(Range(closed - len("\\fi"), closed))
        elif group == "end":
            ranges.append(Range(pos, len(text)))
            unsaid.append(ranges[-1])
            break
    return Masked(blank(text, sorted(ranges)), directives, unclosed, blank(text, unsaid), own)


def without_keys(text: str) -> str:
    """A text with blanks for the keys of references and citations, `eq:clip` says nothing of clipping, and for labels
    and whatever else is about the number of an equation: the words around it go on beyond that.
    """
    if "\\" not in text:
        return text
    text = blank(text, (whole_unsaid(text, *said.span()) for said in _NUMBERING.finditer(text)))
    return _KEY.sub(lambda key: key[1] + " " * len(key[2]), text)


def without_marks(text: str) -> str:
    """A Markdown text with blanks for the marks before the lines of quotes and boxes: they are no words."""
    return _MARK.sub(lambda mark: " " * len(mark[0]), text)


def with_notes_apart(words: str) -> str:
    """The words of Markdown with a full stop where a footnote begins: it is no part of the sentence before it."""
    return NOTE.sub(lambda note: "." + " " * (len(note[0]) - 1), words) if "[^" in words else words


def whole_unsaid(text: str, start: int, end: int) -> Range:
    """A comment or a label; one that has a line of its own with its line end, lest an empty line be left behind."""
    alone = not text[max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1 : start].strip()
    line_end = _LINE_END.match(text, end) if alone else None
    return Range(start, line_end.end() if line_end is not None else end, flat=True)


def _end_of_iffalse(text: str, pos: int) -> int:
    """The offset after the `\\fi` or `\\else` that ends an `\\iffalse`; -1 if there is none."""
    depth = 0
    for match in _CONDITIONAL.finditer(text, pos):
        if match.lastgroup == "open":
            depth += 1
        elif match.lastgroup == "close":
            if depth == 0:
                return match.end()
            depth -= 1
        elif match.lastgroup == "else" and depth == 0:
            return match.end()
    return -1


def mask_mathematics(text: str, percent_at_end: bool) -> tuple[str, list[Range], list[Range]]:
    """Blank comments and `\\verb` in mathematics of Markdown; the comments, and the directives among them, as ranges.

    With `percent_at_end` a `%` on the last line is a percent sign: `$50%$`.
    """
    if "%" not in text and "\\verb" not in text:
        return text, [], []
    ranges: list[Range] = []
    comments: list[Range] = []
    directives: list[Range] = []
    for match in _UNREAD.finditer(text):
        if match.group("verb"):
            ranges.append(Range(*match.span()))
        elif match.group("comment") and (match.group("line") or not percent_at_end):
            found = Range(*match.span("comment"))
            ranges.append(found)
            comments.append(found)
            if DIRECTIVE.match(match.group("comment")):
                directives.append(found)
    return blank(text, ranges), comments, directives


def match_braces(text: str) -> tuple[dict[int, int], int | None]:
    """From the offset of each `{` to that of its `}`, and the first brace of the text that has no partner."""
    partner: dict[int, int] = {}
    opened: list[int] = []
    stray: int | None = None
    for match in _BRACE.finditer(text):
        char = match.group()
        if char == "{":
            opened.append(match.start())
        elif char == "}":
            if opened:
                partner[opened.pop()] = match.start()
            elif stray is None:
                stray = match.start()
    if opened:
        stray = opened[0] if stray is None else min(stray, opened[0])
    return partner, stray


def blank_quotes(text: str) -> str:
    """Blank the `>` before the lines of mathematics that stands inside a block quote."""
    return _QUOTE_PREFIX.sub(lambda match: " " * len(match.group()), text)


def without_entities(text: str) -> str:
    """`&amp;`, `&lt;` and `&gt;` as the signs that they stand for in a page, with blanks for what they are longer."""
    return _ENTITY.sub(lambda match: _ENTITIES[match[1]].ljust(len(match[0])), text)
