"""Names in reports as the author writes them: `\\mathbf{x}_0` or `\\vx_0`, and not `mathbf(x)_0`.

Within the checker a letter in a font, or with an accent, is a name like any other, and `\\eta_t` is called
`eta_t`. Who reads a message looks for what stands in the document, who reads a table for what stands in the formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ntdoc.diagnostics import Diagnostic
from ntdoc.naming import name_tex
from ntdoc.nodes import walk
from ntdoc.reading.tokens import Kind, Token
from ntdoc.regex import regex
from ntdoc.report import DocumentReport, Example, Labelled, Statement
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax.ast import Axis, Chain, Symbol
from ntdoc.syntax.spelling import parts_of
from ntdoc.syntax.statements import parse_inline
from ntdoc.syntax.symbols import GREEK

_MARKS = {"*": "*", "†": r"\dagger", "‡": r"\ddagger"}
_SCRIPTS = r"['*†‡]*(?:_\{[^{}]*\}|_[\w+\-−,;|*†‡']*[\w*†‡'])?(?:\^[\w+\-−,;|()*†‡']*[\w)*†‡'])?"
_LETTER = regex(r"\\?[A-Za-z]+(?:\s*\{(?:[^{}]|\{[^{}]*\})*\}|\s*\\[A-Za-z]+|\s+[A-Za-z])?'*")
_BRACES: Final = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_GREEK = regex(  # a letter by its command or itself, with its scripts
    rf"(\\[A-Za-z]+|[^\W\d_])'*(?:\s*[_^]\s*(?:{_BRACES}|\\[A-Za-z]+(?:\s*{_BRACES}|\s*[A-Za-z])?|\S))*"
)
_AS_WORDS = regex(r"\\(?:text|textrm|textnormal|mathrm|rm|operatorname|mbox|mathit|mathop)(?![A-Za-z])|\\[,;:! ]")
_LATEX: Final = {Kind.OPEN: "{", Kind.CLOSE: "}", Kind.SUB: "_", Kind.SUP: "^"}


@dataclass(frozen=True, slots=True)
class _Spelt:
    """How the names of a document are written in it where they stand first, those that are no plain text."""

    letters: dict[str, str] = field(default_factory=dict)  # without their scripts
    names: dict[str, str] = field(default_factory=dict)
    formulas: dict[str, str] = field(default_factory=dict)  # as LaTeX without macros of the document


def as_written(report: DocumentReport, entries: Iterable[Entry]) -> DocumentReport:
    """The report with all that it says about the names of its document as they stand there."""
    spelt = _spelt(entries)
    if not spelt.letters and not spelt.names:
        return report
    say, show = _speaker(spelt), _shower(spelt.formulas)

    def told(statements: Iterable[Statement]) -> tuple[Statement, ...]:
        return tuple(
            replace(
                s,
                reason=say(s.reason) if s.reason else s.reason,
                symbols=tuple(replace(use, tex=spelt.formulas.get(use.name, use.tex)) for use in s.symbols),
                example=_shown(s.example, show),
            )
            for s in statements
        )

    return replace(
        report,
        statements=told(report.statements),
        beside=told(report.beside),
        symbols=tuple(replace(symbol, tex=spelt.formulas.get(symbol.name, symbol.tex)) for symbol in report.symbols),
        diagnostics=tuple(_said(d, say) for d in report.diagnostics),
    )


def spoken(entries: Iterable[Entry]) -> Callable[[str], str]:
    """What puts the names of a document into a text as they stand there."""
    spelt = _spelt(entries)
    return _speaker(spelt) if spelt.letters or spelt.names else str


def _spelt(entries: Iterable[Entry]) -> _Spelt:
    spelt = _Spelt()
    axes: set[str] = set()  # which are said by their names
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, Axis):
                axes.add(part.name)
            elif isinstance(part, Symbol) and not part.axes:
                _add(spelt, part, entry)
    for known in (spelt.letters, spelt.names, spelt.formulas):
        for name in axes & known.keys():
            del known[name]
    return spelt


def _add(spelt: _Spelt, part: Symbol, entry: Entry) -> None:
    text = " ".join(part.span.text.split())
    base, name = part.base.rstrip("*†‡"), part.full_name
    if base in GREEK:
        if (greek := _GREEK.fullmatch(text)) is None:
            return
        spelt.letters.setdefault(base, greek[1])
    elif "(" in base:
        letter = _LETTER.match(text)
        spelt.letters.setdefault(base, letter[0] if letter is not None else name_tex(base))
    elif not text.startswith(base) or "\\" not in _AS_WORDS.sub("", text):
        return  # as it is called, but for braces
    spelt.names.setdefault(name, text)
    if name not in spelt.formulas and (tex := _tex(part, entry)):
        spelt.formulas[name] = tex


def _tex(part: Symbol, entry: Entry) -> str:
    """What is written of a symbol, its macros replaced; nothing where that is not all that stands there."""
    own = tuple(token for token in entry.piece.written if part.span.covers(token.span))
    if not own or any(token.kind not in {*_LATEX, Kind.CHAR, Kind.COMMAND} for token in own):
        return ""
    read = [parsed for parsed, _ in parse_inline(own, part.span)]
    alone = read[0].subjects if len(read) == 1 and isinstance(read[0], Chain) else ()
    if len(alone) != 1 or not isinstance(alone[0], Symbol) or alone[0].full_name != part.full_name:
        return ""
    return "".join(map(_latex, own)).strip()


def _latex(token: Token) -> str:
    return f"\\{token.text} " if token.kind is Kind.COMMAND else _LATEX.get(token.kind, token.text)


def _speaker(spelt: _Spelt) -> Callable[[str], str]:
    """What says names in words."""
    names = "|".join(map(re.escape, sorted(spelt.names, key=len, reverse=True))) or "(?!)"
    letters = "|".join(map(re.escape, sorted(spelt.letters, key=len, reverse=True))) or "(?!)"
    pattern = re.compile(rf"(?<![\\\w])(?:(?:{names})(?![\w(^*†‡'])|({letters})(?![A-Za-z])({_SCRIPTS}))")

    def written(match: re.Match[str]) -> str:
        if match[0] in spelt.names:
            return spelt.names[match[0]]
        marks, sub, sup = parts_of(match[2])
        sup = "".join(_MARKS.get(mark, "") for mark in marks) + (sup or "")
        text = spelt.letters[match[1]] + "".join(mark for mark in marks if mark not in _MARKS)
        for mark, script in (("_", sub), ("^", sup)):
            plain = (script or "").strip("{}")
            text += f"{mark}{plain}" if len(plain) == 1 else f"{mark}{{{plain}}}" if plain else ""
        return text

    return lambda text: pattern.sub(written, text)


def _shower(formulas: Mapping[str, str]) -> Callable[[str], str]:
    """What sets names in LaTeX that was made of what they are called: alone, and in a call."""
    made = {tex: formula for name, formula in formulas.items() if (tex := name_tex(name)) != formula}
    longest_first = "|".join(map(re.escape, sorted(made, key=len, reverse=True))) or "(?!)"
    pattern = re.compile(rf"(?<![\\\w{{])(?:{longest_first})(?![\w^_'])")
    return lambda tex: pattern.sub(lambda match: made[match[0]], tex)


def _shown(example: Example, show: Callable[[str], str]) -> Example:
    def labelled(several: Iterable[Labelled]) -> tuple[Labelled, ...]:
        return tuple(replace(one, tex=show(one.tex)) for one in several)

    rounds = tuple(replace(r, letter=show(r.letter), values=labelled(r.values)) for r in example.rounds)
    inputs, results = labelled(example.inputs), labelled(example.results)
    return replace(example, inputs=inputs, results=results, call=show(example.call), rounds=rounds)


def _said(diagnostic: Diagnostic, say: Callable[[str], str]) -> Diagnostic:
    return replace(
        diagnostic,
        message=say(diagnostic.message),
        label=say(diagnostic.label),
        operands=tuple(replace(o, label=say(o.label)) for o in diagnostic.operands),
        related=tuple(replace(r, message=say(r.message)) for r in diagnostic.related),
        hints=tuple(map(say, diagnostic.hints)),
    )
