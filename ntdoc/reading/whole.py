"""What a whole document of LaTeX lacks: its end, and what its references and citations name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.latex_inclusion import Inclusion
from ntdoc.reading.references import unresolved
from ntdoc.regex import regex
from ntdoc.source import Span

_BEGIN: Final = regex(r"(?m)^(?:[^%\n\\]|\\.)*?(\\begin[ \t]*\{document\})")
_END: Final = regex(r"(?m)^(?:[^%\n\\]|\\.)*?\\end[ \t]*\{document\}")


def lacking(inclusion: Inclusion, said: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What is lacking, unless what is `said` already may be why it is not found: NT102, NT109, NT110."""
    source = inclusion.sources[0]
    begin = _BEGIN.search(source.text)
    ended = any(_END.search(other.text) for other in inclusion.sources)
    if begin is not None and not ended and not any(d.code in ("NT101", "NT102", "NT106") for d in said):
        span = Span(source, begin.start(1), begin.end(1))
        yield Diagnostic("NT102", "`\\begin{document}` is not closed", span, "not closed")
    yield from unresolved(inclusion, said)


def not_closed(opener: Span, stray: Span | None) -> Diagnostic:
    """That an environment is not closed; `stray` is what may have been meant to close it."""
    message = f"`{opener.text}` is not closed"
    if stray is not None:
        message += f": `{stray.text}` on {stray.line_for(opener)} closes nothing"
    return Diagnostic("NT102", message, opener, "not closed")
