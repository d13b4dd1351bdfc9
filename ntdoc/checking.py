"""Checking the documents of a run, one after the other or several at once."""

from __future__ import annotations

import difflib
import gc
import os
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ntdoc.diagnostics import Diagnostic
from ntdoc.kept import Kept, folder
from ntdoc.kept.patterns import take_stored
from ntdoc.progress import Progress
from ntdoc.project import DocumentFile
from ntdoc.reading.files import Seen, noting
from ntdoc.report import DocumentReport
from ntdoc.settings import Settings

_PER_BYTE, _SURE_AFTER = 7e-5, 2000  # seconds that documents take, and after how many bytes this is known better
_LEAST_START = 0.5  # seconds until a process is ready
_MANY = 300_000  # objects that a run leaves behind before it looks which of them are in use


def check_all(
    documents: Sequence[DocumentFile],
    settings: Settings,
    jobs: int = 1,
    progress: Progress | None = None,
    keep: bool = False,
    site: bool = False,
) -> tuple[DocumentReport, ...]:
    """The reports on the documents, in their order; with `jobs`, so many at once in processes of their own where
    that is done sooner.

    With `keep`, a report is kept, and made only if something changed since: then it is what is printed of it alone.
    With `site`, statements have what only a site shows: examples, and the code of definitions.
    """
    places = [Kept(folder(), d.path, d.shown_as, settings) if keep else None for d in documents]
    reports = [place.report() if place is not None else None for place in places]
    changed = [number for number, report in enumerate(reports) if report is None]
    left = [documents[number] for number in changed]
    made = _checked(left, settings, min(jobs, len(left)), progress, site)
    for count, (number, (report, seen)) in enumerate(zip(changed, made, strict=True), 1):
        reports[number] = report
        if (place := places[number]) is not None:
            place.keep(report, seen)
        if progress is not None and jobs > 1:
            progress(f"checked {count} of {len(left)}")
    return tuple(report for report in reports if report is not None)


def without_repetition(reports: Iterable[DocumentReport]) -> Iterator[DocumentReport]:
    """The reports, in which what is wrong in a file that they share is said once."""
    said: set[tuple[str, str, int, str]] = set()
    for report in reports:
        shared = {source.path for source in report.document.shared}

        def is_new(diagnostic: Diagnostic, shared: set[str] = shared) -> bool:
            span = diagnostic.span
            key = (diagnostic.code, span.source.path, span.start, diagnostic.message)
            if span.source.path not in shared:
                return True
            repeated = key in said
            said.add(key)
            return not repeated

        kept, left_out = tuple(filter(is_new, report.diagnostics)), tuple(filter(is_new, report.left_out))
        if (len(kept), len(left_out)) == (len(report.diagnostics), len(report.left_out)):
            yield report
        else:
            yield replace(report, diagnostics=kept, left_out=left_out)


def unused_sizes(reports: Sequence[DocumentReport], sizes: Iterable[tuple[str, str]]) -> list[str]:
    """What is wrong with sizes of axes that no document has, in words; `sizes` are names, and where they stand."""
    axes = sorted({symbol.name for report in reports for symbol in report.symbols if symbol.role == "axis"})
    messages = []
    for name, place in sizes:
        if all(name in report.absent for report in reports):
            near = difflib.get_close_matches(name.lstrip("\\"), axes, n=1)
            remedy = f": did you mean {near[0]}?" if near else ""
            where = f"{place}: " if place else ""
            messages.append(f"{where}no document has an axis or a size called {name}{remedy}")
    return messages


def refused_sizes(reports: Sequence[DocumentReport], sizes: Iterable[tuple[str, str]]) -> list[str]:
    """What there is to say of sizes that examples cannot have, each once."""
    why = {name: text for report in reversed(reports) for name, text in report.refused}
    places = dict(sizes)
    return [f"{place}: {text}" if (place := places.get(name)) else text for name, text in why.items()]


def unheeded_sizes(reports: Sequence[DocumentReport], sizes: Iterable[tuple[str, str]]) -> list[str]:
    """What there is to say of sizes that no document has in all its examples."""
    messages = []
    for name, place in sizes:
        why = [dict(report.unheeded).get(name) for report in reports if name not in report.absent]
        if why and why[0] is not None and None not in why:
            messages.append(f"{place}: {why[0]}" if place else why[0])
    return messages


def _checked(
    documents: Sequence[DocumentFile], settings: Settings, jobs: int, progress: Progress | None, site: bool
) -> Iterator[tuple[DocumentReport, tuple[Seen, ...]]]:
    cost = _Cost(documents, min(jobs, _processors()))
    for number, document in enumerate(documents):
        if cost.processes_pay:
            yield from _at_once(documents[number:], settings, cost.jobs, site)
            return
        if gc.get_count()[0] > _MANY:  # only if cycles are not looked for anyway
            gc.collect()
        if progress is not None and jobs == 1:
            progress(f"checking {document.shown_as} ({number + 1} of {len(documents)})")
        start = time.perf_counter()
        found = _check(document, settings, site)
        cost.count(document, time.perf_counter() - start)
        yield found


def _at_once(
    documents: Sequence[DocumentFile], settings: Settings, jobs: int, site: bool
) -> Iterator[tuple[DocumentReport, tuple[Seen, ...]]]:
    # Imported only here: they take longer to load than many a document to check.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # New processes rather than copies of this one, whose threads would not be copied with it.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin) as pool:
        yield from pool.map(partial(_check, settings=settings, site=site), documents)


class _Cost:
    """What is left to do, as far as it can be told by the sizes of files, beside what it takes to start processes."""

    def __init__(self, documents: Sequence[DocumentFile], jobs: int) -> None:
        self._sizes = {document: _size(document) for document in documents} if jobs > 1 else {}
        self._left, self._done, self._spent = sum(self._sizes.values()), 0, 0.0
        self._start = _starting() if jobs > 1 else 0.0
        self.jobs = min(jobs, len(documents))

    def count(self, document: DocumentFile, seconds: float) -> None:
        """A document is checked, and took so long."""
        size = self._sizes.pop(document, 0)
        self._left, self._done, self._spent = self._left - size, self._done + size, self._spent + seconds

    @property
    def processes_pay(self) -> bool:
        """Whether processes, each of which has to be started, are done sooner than this one alone."""
        jobs = min(self.jobs, len(self._sizes))
        rate = (self._spent + _PER_BYTE * _SURE_AFTER) / (self._done + _SURE_AFTER)
        return jobs > 1 and self._left * rate * (1 - 1 / jobs) > self._start


def _starting() -> float:
    """The seconds that it takes a process to be ready: to load what checks documents is nearly all of that."""
    start = time.perf_counter()
    import ntdoc.compiler  # noqa: F401

    return max(_LEAST_START, 1.5 * (time.perf_counter() - start))


def _size(document: DocumentFile) -> int:
    try:
        return document.path.stat().st_size
    except OSError:
        return 0


def _processors() -> int:
    """How many processes run at once here."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own is not None else os.cpu_count() or 1


def _check(document: DocumentFile, settings: Settings, site: bool) -> tuple[DocumentReport, tuple[Seen, ...]]:
    from ntdoc.compiler import compile_file  # half of what a short document takes

    try:
        with noting() as seen:
            report = compile_file(document.path, document.shown_as, settings=settings, code=site, examples=site)
        return report, tuple(seen)
    except Exception as error:
        error.add_note(f"while checking {document.shown_as}")
        raise


def _begin() -> None:
    """What a process of several does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is left to the parent
    take_stored()
