"""The command line: parse the arguments, call the library, print, return an exit code.

Exit codes: 0 nothing wrong, 1 errors in a document, 2 ntdoc could not run, 130 interrupted.
What a command needs is imported when it runs, so that `--help` and `explain` start at once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ntdoc.arguments import parse

if TYPE_CHECKING:
    from ntdoc.progress import Progress
    from ntdoc.project import DocumentFile
    from ntdoc.report import DocumentReport, Report

OK, PROBLEMS, COULD_NOT_RUN, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Raises nothing but SystemExit, for bad usage and `--help`."""
    _prepare_streams()
    try:
        code = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Nobody reads any more; without this Python would complain once more when it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("NTDOC_TRACEBACK"):
            import traceback

            traceback.print_exc()
        # Of the system's errors those of the output get here: a full disk.
        return _fail(str(error) if isinstance(error, OSError) else _internal(error))


def _dispatch(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    match options.command:
        case "check":
            return _check(options)
        case "build":
            return _build(options)
        case "serve":
            return _serve(options)
        case _:
            return _explain(options)


def _check(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    documents = _find(options.paths)
    if documents is None:
        return COULD_NOT_RUN

    from ntdoc.progress import Progress
    from ntdoc.report import Report

    with Progress(sys.stderr, quiet_in_logs=True) as progress:
        report = Report(_compile(documents, progress))
    if options.format == "json":
        from ntdoc.rendering.json import render_json

        print(render_json(report))
    else:
        from ntdoc.rendering.style import painter
        from ntdoc.rendering.terminal import render_report

        text = render_report(
            report,
            notes=options.notes,
            columns=_columns(),
            seconds=time.perf_counter() - start,
            paint=painter(sys.stdout),
        )
        print(text)
    if any(map(_is_unread, report.documents)):
        return COULD_NOT_RUN
    return PROBLEMS if report.errors else OK


def _build(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    documents = _find(options.paths)
    if documents is None:
        return COULD_NOT_RUN

    from ntdoc.progress import Progress
    from ntdoc.rendering.site import SiteError, build_site
    from ntdoc.rendering.style import painter
    from ntdoc.rendering.terminal import render_brief, render_summary
    from ntdoc.report import Report

    warnings: list[str] = []
    with Progress(sys.stderr, quiet_in_logs=False) as progress:
        report = Report(_compile(documents, progress))
        unread = all(map(_is_unread, report.documents))
        try:
            index = None if unread else build_site(report, options.output, progress=progress, warn=warnings.append)
        except SiteError as error:
            return _fail(f"no site was made: {error}")
    paint = painter(sys.stderr)
    for document in report.documents:
        for diagnostic in document.problems:
            print(render_brief(diagnostic, paint=paint), file=sys.stderr)
    if index is None:
        return COULD_NOT_RUN
    for warning in warnings:
        print(f"ntdoc: {warning}", file=sys.stderr)
    print(render_summary(report, seconds=time.perf_counter() - start, paint=painter(sys.stdout)))
    print(f"the site is at {_shown(index)}")
    return PROBLEMS if options.strict and report.errors else OK


def _serve(options: argparse.Namespace) -> int:
    if _find(options.paths) is None:
        return COULD_NOT_RUN

    from ntdoc.project import find_documents
    from ntdoc.report import Report
    from ntdoc.serve import ServeError, serve

    def make() -> Report:
        return Report(_compile(find_documents(options.paths), None))

    try:
        serve(options.paths, make, host=options.host, port=options.port)
    except ServeError as error:
        return _fail(str(error))
    return OK


def _explain(options: argparse.Namespace) -> int:
    from ntdoc.explanation import UnknownCodeError, explain, list_codes
    from ntdoc.rendering.style import painter

    paint = painter(sys.stdout)
    try:
        print(list_codes(paint) if options.code is None else explain(options.code, paint))
    except UnknownCodeError as error:
        return _fail(str(error))
    return OK


def _find(paths: Sequence[str]) -> tuple[DocumentFile, ...] | None:
    """The documents of the paths; None, when there are none and that has been said."""
    from ntdoc.project import ProjectError, find_documents

    try:
        return find_documents(paths)
    except ProjectError as error:
        _fail(str(error))
        return None


def _compile(documents: Sequence[DocumentFile], progress: Progress | None) -> tuple[DocumentReport, ...]:
    from ntdoc.compiler import compile_file

    reports = []
    for number, document in enumerate(documents, 1):
        if progress is not None:
            progress(f"checking {document.shown_as} ({number} of {len(documents)})")
        try:
            reports.append(compile_file(document.path, document.shown_as))
        except Exception as error:
            error.add_note(f"while checking {document.shown_as}")
            raise
    return tuple(reports)


def _is_unread(report: DocumentReport) -> bool:
    """Whether the root file itself was no text."""
    root = report.document.path
    return any(d.code == "NT101" and d.span.source.path == root for d in report.diagnostics)


def _shown(path: Path) -> str:
    """A path in the working directory without that directory."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _columns() -> int:
    """The width to draw in; where nobody knows it, wide enough for most lines."""
    return max(40, shutil.get_terminal_size((120, 24)).columns)


def _internal(error: Exception) -> str:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    where = " ".join(getattr(error, "__notes__", ()))
    place = f" {where}" if where else ""
    return f"internal error{place}: {what} (please report it; NTDOC_TRACEBACK=1 shows where it is)"


def _fail(message: str) -> int:
    from ntdoc.rendering.cells import printable

    print(f"ntdoc: {printable(message)}", file=sys.stderr)
    return COULD_NOT_RUN


def _prepare_streams() -> None:
    """UTF-8 whatever the locale, and somewhere to write to even if the stream is closed."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (lives as long as the process)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
