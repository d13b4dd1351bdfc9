"""What ntdoc is sure how to mend: changes that were tried, that mended something and broke nothing."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ntdoc.diagnostics import Diagnostic, Edit, Severity
from ntdoc.reading.document import Mathematics
from ntdoc.reading.files import overlaid
from ntdoc.regex import regex
from ntdoc.report import DocumentReport, Status
from ntdoc.slips import near
from ntdoc.source import Source, Span
from ntdoc.syntax.symbols import GREEK

UNDECLARED = ("NT201", "NT202")
MOST_ROUNDS = 5  # in which what is mended shows what else is wrong
MOST_CHANGES = 50  # that are tried in one document, each by checking it again
_WORD = regex(r"(?<![A-Za-z\\])[A-Za-z]{3,}(?![A-Za-z])")
_CLOSE, _CLOSE_OF_THREE = 0.75, 0.66

Change = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """A file with its text before and after."""

    source: Source
    text: str


def mend(report: DocumentReport, check: Callable[[], DocumentReport]) -> tuple[Mended, ...]:
    """The files of a document that can be mended. `check` checks the document as it then stands.

    What needed something that was in error was not looked at: what is wrong in it shows when that is mended, and may be
    mended then.
    """
    files: dict[str, Mended] = {}
    for _ in range(MOST_ROUNDS):
        kept = {os.path.realpath(path): file.text for path, file in files.items()}
        after, changes = _round(report, check, kept)
        for source, text in _files(changes):
            first = files.get(source.path)
            files[source.path] = Mended(source if first is None else first.source, text)
        if not changes or after.errors == 0 or not _blocked(report):
            break
        report = after
    return tuple(files.values())


def _round(
    report: DocumentReport, check: Callable[[], DocumentReport], kept: Mapping[str, str]
) -> tuple[DocumentReport, list[Change]]:
    """The changes that mend what is told, and the report after them; `kept` are texts that are changed already."""
    proposed = list(_apart(_changes(report)))[:MOST_CHANGES]
    if not proposed:
        return report, []
    together = _tried(report, proposed, check, kept)
    if together is not None and _left(together, report) <= report.errors - len(proposed):
        return together, proposed
    good: list[Change] = []
    before = report
    for change in proposed:
        after = _tried(report, [*good, change], check, kept)
        if after is not None and _left(after, before) < before.errors and _is_part(after, before):
            good.append(change)
            before = after
    return before, good


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with its edits made."""
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _changes(report: DocumentReport) -> Iterator[Change]:
    for diagnostic in report.diagnostics:
        if diagnostic.severity is not Severity.ERROR:
            continue
        if diagnostic.edits:
            yield diagnostic.edits
        elif diagnostic.code in UNDECLARED:
            renaming = _renaming(report, diagnostic)
            if renaming:
                yield renaming


def _renaming(report: DocumentReport, diagnostic: Diagnostic) -> Change:
    """A misspelt name spelt as the only one that comes near, wherever it stands in mathematics."""
    words = set(_WORD.findall(diagnostic.span.text))
    if len(words) != 1:
        return ()
    word = words.pop()
    known = {found for symbol in report.symbols for found in _WORD.findall(symbol.name) if symbol.role != "axis"}
    short = diagnostic.code == "NT202" and len(word) == 3
    close = near(word, sorted(known - {word}), 2, _CLOSE_OF_THREE if short else _CLOSE)
    if len(close) != 1 or word in known or word in GREEK or close[0] in GREEK:
        return ()
    pattern = re.compile(rf"(?<![A-Za-z\\]){word}(?![A-Za-z])")
    return tuple(
        Edit(Span(item.inner.source, item.inner.start + match.start(), item.inner.start + match.end()), close[0])
        for item in report.document.items
        if isinstance(item, Mathematics)
        for match in pattern.finditer(item.inner.text)
    )


def _apart(changes: Iterable[Change]) -> Iterator[Change]:
    """The changes that touch no character of one before them."""
    taken: dict[str, list[tuple[int, int]]] = {}
    for change in changes:
        ranges = [(e.span.source.path, e.span.start, e.span.end) for e in change]
        if all(end <= a or b <= start for path, start, end in ranges for a, b in taken.get(path, ())):
            for path, start, end in ranges:
                taken.setdefault(path, []).append((start, end))
            yield change


def _tried(
    report: DocumentReport, changes: Sequence[Change], check: Callable[[], DocumentReport], kept: Mapping[str, str]
) -> DocumentReport | None:
    """The report after the changes, unless something is wrong then that was not before."""
    with overlaid({**kept, **{os.path.realpath(source.path): text for source, text in _files(changes)}}):
        after = check()
    return after if _is_part(after, report) else None


def _is_part(after: DocumentReport, before: DocumentReport) -> bool:
    """Whether all problems were there before, or are in what was not looked at before."""
    blocked = _blocked(before)
    new = Counter(_problem(d) for d in after.problems if d.statement not in blocked)
    return not new - Counter(map(_problem, before.problems))


def _left(after: DocumentReport, before: DocumentReport) -> int:
    """How many errors there are in what was looked at before."""
    blocked = _blocked(before)
    return sum(d.severity is Severity.ERROR and d.statement not in blocked for d in after.diagnostics)


def _blocked(report: DocumentReport) -> frozenset[str | None]:
    """The statements that were not looked at, as they need what is in error."""
    return frozenset(s.id for s in report.statements if s.status is Status.BLOCKED)


def _problem(diagnostic: Diagnostic) -> tuple[str, str]:
    """What a problem is called by; its message may have numbers, of samples that have other sizes then."""
    return diagnostic.code, diagnostic.statement or diagnostic.message


def _files(changes: Iterable[Change]) -> Iterator[tuple[Source, str]]:
    """The files that changes are of, each with its text after them."""
    sources: dict[str, Source] = {}
    edits: dict[str, list[Edit]] = {}
    for change in changes:
        for edit in change:
            sources[edit.span.source.path] = edit.span.source
            edits.setdefault(edit.span.source.path, []).append(edit)
    for path, source in sources.items():
        yield source, edited(source.text, edits[path])


def merged(mended: Iterable[Mended]) -> Mapping[str, Mended]:
    """The files by their real paths. Of one that two documents include, what the first says."""
    found: dict[str, Mended] = {}
    for each in mended:
        found.setdefault(os.path.realpath(each.source.path), each)
    return found
