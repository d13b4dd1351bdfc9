"""What the front matter of a page says to ntdoc: `ntdoc: true` or `ntdoc: false`. All other keys are for others."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Final

from ntdoc.diagnostics import Diagnostic
from ntdoc.regex import regex
from ntdoc.source import Source, Span

KEY: Final = "ntdoc"
_LINE: Final = regex(r"(?P<key>[A-Za-z][\w-]*|\"[^\"\r\n]*\"|'[^'\r\n]*')[ \t]*:(?=\s|\Z)(?P<value>[^\r\n]*)")
_COMMENT: Final = regex(r"(?:^|[ \t])#.*")
_BOOLEAN: Final = regex(r"true|false|yes|no|on|off", re.IGNORECASE)
_ALMOST: Final = 0.85  # how alike two words are of which one is a slip of the other


def misspelt(source: Source, end: int) -> Iterator[Diagnostic]:
    """What is wrong in the lines about ntdoc of a front matter that ends at an offset."""
    for line in _LINE.finditer(source.text, 0, end):
        if source.position(line.start())[1] != 1:
            continue
        key, written = line["key"].strip("\"'"), _COMMENT.sub("", line["value"])
        at = Span(source, *line.span("key"))
        if key != KEY:
            if difflib.get_close_matches(key.lower(), [KEY], cutoff=_ALMOST):
                yield Diagnostic("NT107", f"the front matter has no key `{key}`", at, hints=(f"did you mean `{KEY}`?",))
            continue
        value = written.strip()
        if _BOOLEAN.fullmatch(value):
            continue
        start = line.start("value") + len(written) - len(written.lstrip())
        span = Span(source, start, start + len(value)) if value else at
        yield Diagnostic("NT107", f"`{KEY}` in the front matter is true or false", span, hints=_meant(value))


def _meant(value: str) -> tuple[str, ...]:
    bare = value.strip("\"'").lower()
    near = difflib.get_close_matches(bare, ["true", "false"], n=1)
    return (f"did you mean `{KEY}: {near[0]}`?",) if near else ()
