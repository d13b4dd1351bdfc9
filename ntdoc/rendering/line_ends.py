"""Whether an author wraps lines, or means the ends of lines that are there."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONG = 120
_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})")
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?\bhttps?://[^\s>]+>?|<[a-zA-Z/!][^<>]*>")
_NO_PROSE = re.compile(r"(?:#{1,6}(?:\s|$)|\||\[[^\]]*\]:|:?-{2,}|={2,}|(?: {4}|\t))")
_BEGINS_BLOCK = re.compile(r"(?:[-*+>]|\d{1,9}[.)])(?:\s|$)")
_SENTENCE_ENDS = re.compile(r"[.:!?;…]['\")\]*_`»”]*$|(?: {2}|\\)$")


def line_ends_are_meant(prose: str) -> bool:
    """Whether the ends of lines within a paragraph are the author's, as HackMD shows them.

    `prose` is the source without its displays; an inline formula has its length, and no white space that a
    line could be broken at. A line that is longer than anybody wraps shows an author who does not wrap; a line
    that ends in the middle of a sentence, with the next one going on, shows one who does. The more decide.
    """
    unwrapped = wrapped = 0
    for line, goes_on in _lines(prose):
        if _is_unwrapped(line):
            unwrapped += 1
        elif goes_on and not _SENTENCE_ENDS.search(line):
            wrapped += 1
    return unwrapped > wrapped


def _is_unwrapped(line: str) -> bool:
    """Whether the line is too long even without its last piece: nobody can break a long formula or word."""
    *rest, _ = line.rsplit(None, 1) or [""]
    return len(rest[0]) > _LONG if rest else False


def _lines(prose: str) -> Iterator[tuple[str, bool]]:
    """The lines of paragraphs, without code and addresses, and whether the next line is of the same one."""
    fence = ""
    before: str | None = None
    for line in prose.splitlines():
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence) and not line.strip(" >" + fence[0]):
                fence = ""
            continue
        fence = opening[1] if opening else ""
        here = None if opening or not line.strip() or _NO_PROSE.match(line) else line
        if before is not None:
            yield before, here is not None and not _BEGINS_BLOCK.match(here.lstrip())
        before = None if here is None else _ADDRESS.sub("", _CODE.sub("", here))
    if before is not None:
        yield before, False
