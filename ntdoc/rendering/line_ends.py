"""Whether an author wraps lines, or means the ends of lines that are there."""

from __future__ import annotations

from collections.abc import Iterator

from ntdoc.regex import regex

_LONG = 120
_FENCE = regex(r"[ >]*(`{3,}|~{3,})")
_CODE = regex(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_ADDRESS = regex(r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?\bhttps?://[^\s>]+>?|<[a-zA-Z/!][^<>]*>")
_NO_PROSE = regex(r"(?:#{1,6}(?:\s|$)|\||\[[^\]]*\]:|:?-{2,}|={2,}|(?: {4}|\t))")
_BEGINS_BLOCK = regex(r"(?:[-*+>]|\d{1,9}[.)])(?:\s|$)")
_FORMULAS = ("$", "\\(")
_SENTENCE_ENDS = regex(r"[.:!?;…]['\")\]*_`»”]*$|(?: {2}|\\)$")


def line_ends_are_meant(prose: str) -> bool:
    """Whether the ends of lines within a paragraph are the author's, as HackMD shows them.

    `prose` is the source without its displays; an inline formula has its length, and no white space that a
    line could be broken at. A line that is longer than anybody wraps shows an author who does not wrap; a line
    that ends in the middle of a sentence, with the next one going on, shows one who does, however long it is if that
    begins in small letters or with a formula. The more decide.
    """
    unwrapped = wrapped = 0
    for line, behind in _lines(prose):
        within = bool(behind) and not any(_SENTENCE_ENDS.search(text) for text in (line, line.rstrip()))
        if _is_unwrapped(line) and not (within and (behind[0].islower() or behind.startswith(_FORMULAS))):
            unwrapped += 1
        elif within:
            wrapped += 1
    return unwrapped > wrapped


def _is_unwrapped(line: str) -> bool:
    """Whether the line is too long even without its last piece: nobody can break a long formula or word."""
    *rest, _ = line.rsplit(None, 1) or [""]
    return len(rest[0]) > _LONG if rest else False


def _lines(prose: str) -> Iterator[tuple[str, str]]:
    """The lines of paragraphs, without code and addresses, and the next line if it is of the same one."""
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
            behind = (here or "").strip()
            yield before, "" if _BEGINS_BLOCK.match(behind) else behind
        before = None if here is None else _ADDRESS.sub("", _CODE.sub("", here))
    if before is not None:
        yield before, ""
