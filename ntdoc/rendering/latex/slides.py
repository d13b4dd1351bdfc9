"""Slides of beamer as a text to read: titles of frames as headings, and what slides show one after another in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ntdoc.reading.vocabulary import WHICH_SLIDES
from ntdoc.rendering.latex.scan import Change, Marked, changed

_CLASS: Final = r"\\(?:documentclass|usepackage)\s*(?:\[[^\]]*\]\s*)?\{(?:beamer|ltx-talk|beamerarticle)\}"
_FRAME: Final = r"\\begin[ \t]*\{frame\}"
_TITLE: Final = r"\\frametitle(?![A-Za-z])"
_SUBTITLE: Final = r"\\framesubtitle(?![A-Za-z])"
_COLUMN: Final = r"\\column(?![A-Za-z])"
_CHOICE: Final = r"\\(?:alt|temporal)(?![A-Za-z])"
_OVERLAID: Final = rf"(\\(?:begin[ \t]*\{{[A-Za-z]+\*?\}}|[A-Za-z]+))\s*<{WHICH_SLIDES}>"
_PAUSE: Final = r"\\(?:pause|onslide)(?![A-Za-z])(?!\s*\{)"
_BLOCK: Final = r"\\begin[ \t]*\{(?:alert|example)?block\}"


def with_slides(whole: Marked, body: str) -> str:
    """The body of a document without what is for slides alone; of other documents nothing changes."""
    if next(whole.find(_CLASS), None) is None:
        return body
    text = Marked(body)
    body = changed(body, [Change(m.start(), m.end(), m[1]) for m in text.find(_OVERLAID)])
    text = Marked(body)
    return changed(body, [*_titles(text), *_layout(text)])


def _titles(text: Marked) -> Iterator[Change]:
    for match in text.find(_FRAME):
        at = match.end()
        while option := text.optional(at):
            at = option.after
        title = text.argument(at)
        under = text.argument(title.after) if title else None
        words = [_heading(text.of(title))] if title else []
        words += [_under(text.of(under))] if under else []
        end = (under or title).after if title else at
        yield Change(match.start(), end, f"\\begin{{frame}}{''.join(words)}")
    for pattern, shown in ((_TITLE, _heading), (_SUBTITLE, _under)):
        for match in text.find(pattern):
            option = text.optional(match.end())
            if title := text.argument(option.after if option else match.end()):
                yield Change(match.start(), title.after, shown(text.of(title)))
    for match in text.find(_BLOCK):
        if title := text.argument(match.end()):
            yield Change(match.end(), title.after, f"\n\n\\textbf{{{text.of(title)}}}\n\n" if text.of(title) else "")


def _layout(text: Marked) -> Iterator[Change]:
    for match in text.find(_COLUMN):
        if width := text.argument(match.end()):
            yield Change(match.start(), width.after, "\n\n")
    for match in text.find(_PAUSE):
        option = text.optional(match.end())
        yield Change(match.start(), option.after if option else match.end(), "")
    for match in text.find(_CHOICE):
        first = text.argument(match.end())
        last = first
        while last and (following := text.argument(last.after)):
            last = following
        if first and last:
            yield Change(match.start(), last.after, f"{{{text.of(first)}}}")


def _heading(title: str) -> str:
    return f"\n\n\\subsection*{{{title}}}\n\n" if title.strip() else ""


def _under(title: str) -> str:
    return f"\n\n\\emph{{{title}}}\n\n" if title.strip() else ""
