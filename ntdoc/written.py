"""Names in messages as the author writes them: `\\mathbf{x}_0` or `\\vx_0`, and not `mathbf(x)_0`.

Within the checker a letter in a font, or with an accent, is a name like any other, and `\\eta_t` is called
`eta_t`. Who reads a message looks for what stands in the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.naming import name_tex
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import DocumentReport
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Axis, Symbol
from ntdoc.syntax.spelling import parts_of
from ntdoc.syntax.symbols import GREEK

_SCRIPTS = r"'*(?:_\{[^{}]*\}|_[\w+\-−,;|*']*[\w*'])?(?:\^[\w+\-−,;|()*']*[\w)*'])?"
_LETTER = regex(r"\\?[A-Za-z]+(?:\s*\{(?:[^{}]|\{[^{}]*\})*\}|\s*\\[A-Za-z]+|\s+[A-Za-z])?'*")
_GREEK = regex(  # a letter by its command or itself, with its scripts
    r"(\\[A-Za-z]+|[^\W\d_])'*(?:\s*[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|\S))*"
)


def as_written(report: DocumentReport, entries: Iterable[Entry]) -> DocumentReport:
    """The report with all that it says in words about the names of its document as they stand there."""
    letters, names = _spelt(entries)
    if not letters:
        return report
    say = _speaker(letters, names)
    statements = tuple(replace(s, reason=say(s.reason)) if s.reason else s for s in report.statements)
    return replace(report, statements=statements, diagnostics=tuple(_said(d, say) for d in report.diagnostics))


def _spelt(entries: Iterable[Entry]) -> tuple[dict[str, str], dict[str, str]]:
    """How letters that are no plain text are written where they stand first, and the names that are made of them."""
    letters: dict[str, str] = {}
    names: dict[str, str] = {}
    axes: set[str] = set()  # which are said by their names
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, Axis):
                axes.add(part.name)
            elif isinstance(part, Symbol) and not part.axes and ("(" in part.base or part.base in GREEK):
                text = " ".join(part.span.text.split())
                if part.base in GREEK:
                    if (greek := _GREEK.fullmatch(text)) is not None:
                        letters.setdefault(part.base, greek[1])
                        names.setdefault(part.full_name, text)
                    continue
                letter = _LETTER.match(text)
                letters.setdefault(part.base, letter[0] if letter is not None else name_tex(part.base))
                names.setdefault(part.full_name, text)
    return {base: text for base, text in letters.items() if base not in axes}, names


def _speaker(letters: Mapping[str, str], names: Mapping[str, str]) -> Callable[[str], str]:
    longest_first = sorted(letters, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\\\w])({'|'.join(map(re.escape, longest_first))})(?![A-Za-z])({_SCRIPTS})")

    def written(match: re.Match[str]) -> str:
        if match[0] in names:
            return names[match[0]]
        marks, sub, sup = parts_of(match[2])
        text = letters[match[1]] + marks
        for mark, script in (("_", sub), ("^", sup)):
            plain = (script or "").strip("{}")
            text += f"{mark}{plain}" if len(plain) == 1 else f"{mark}{{{plain}}}" if plain else ""
        return text

    return lambda text: pattern.sub(written, text)


def _said(diagnostic: Diagnostic, say: Callable[[str], str]) -> Diagnostic:
    return replace(
        diagnostic,
        message=say(diagnostic.message),
        label=say(diagnostic.label),
        operands=tuple(replace(o, label=say(o.label)) for o in diagnostic.operands),
        related=tuple(replace(r, message=say(r.message)) for r in diagnostic.related),
        hints=tuple(map(say, diagnostic.hints)),
    )
