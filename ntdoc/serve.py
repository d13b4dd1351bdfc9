"""The site while one writes: built, shown, and built again when a document changes.

MkDocs' server delivers the pages and tells the browser to reload. What is watched is decided here: the
documents, and all that lies beside the files that they were read from and could matter to them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from mkdocs.livereload import LiveReloadServer

from ntdoc.project import ProjectError, find_documents
from ntdoc.rendering.reports.style import painter
from ntdoc.rendering.reports.terminal import render_brief, render_summary
from ntdoc.rendering.site import build_site
from ntdoc.report import Report

_INTERVAL = 0.4  # seconds between two looks at the files
_WATCHED = frozenset((".md", ".tex", ".sty", ".bib", ".bbl", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"))

Snapshot = dict[str, tuple[int, int]]


class ServeError(Exception):
    """The server cannot start; the message is for the user."""


def serve(
    paths: Sequence[str], make: Callable[[], Report], *, title: str | None, fold: bool, host: str, port: int
) -> None:
    """Serve the site of the documents until interrupted (KeyboardInterrupt; SIGTERM counts as one).

    `make` compiles the documents. When building fails the site stays as it was, and the error is printed.
    Raises ServeError if the address cannot be had.
    """
    with tempfile.TemporaryDirectory(prefix="ntdoc-") as folder:
        site, trigger = Path(folder, "site"), Path(folder, "trigger")
        trigger.mkdir()
        watcher = _Watcher(paths, trigger / "changed")

        def build() -> None:
            # The server stops answering when this raises: whatever goes wrong, the old site stays.
            before = watcher.look()
            try:
                report = make()
                build_site(report, site, title=title, fold=fold, warn=_say)
            except Exception as error:
                _say(f"not built: {type(error).__name__}: {error}")
            else:
                watcher.folders = _folders(report)
                _summarise(report)
            watcher.seen = {**watcher.look(), **before}  # what changed meanwhile is seen as a change

        build()
        server = _Server(build, host, port, str(site), polling_interval=0.2)
        server.watch(str(trigger))
        signal.signal(signal.SIGTERM, _interrupt)
        watcher.start()
        try:
            server.serve()  # type: ignore[no-untyped-call]
        except OSError as error:
            remedy = ": `--port 0` takes one that is free" if error.errno == errno.EADDRINUSE else ""
            raise ServeError(f"cannot listen at {host}:{port}: {error.strerror or error}{remedy}") from error
        finally:
            watcher.stopped.set()
            with contextlib.suppress(RuntimeError):  # the observer never started
                server.shutdown()


class _Server(LiveReloadServer):
    """Says where it is as soon as it listens."""

    def server_activate(self) -> None:
        super().server_activate()
        host, port = str(self.server_address[0]), self.server_address[1]
        shown = f"[{host}]" if ":" in host else host
        print(f"serving at http://{shown}:{port}/ (Ctrl-C stops)", flush=True)


class _Watcher(threading.Thread):
    """Touches a file, which the server watches, whenever the documents differ from what was `seen`."""

    def __init__(self, paths: Sequence[str], trigger: Path) -> None:
        super().__init__(name="ntdoc-watcher", daemon=True)
        self.folders: frozenset[Path] = frozenset()  # besides those of the documents themselves
        self.seen: Snapshot = {}
        self.stopped = threading.Event()
        self._paths = paths
        self._trigger = trigger

    def run(self) -> None:
        pause = _INTERVAL
        while not self.stopped.wait(pause):
            start = time.perf_counter()
            now = self.look()
            pause = max(
                _INTERVAL, 5 * (time.perf_counter() - start)
            )  # large folders are looked at less often
            if now != self.seen:
                self.seen = now
                with contextlib.suppress(OSError):  # its folder goes away when serving ends
                    self._trigger.write_text(str(time.monotonic_ns()))

    def look(self) -> Snapshot:
        """Time and size of every file that may matter."""
        files: set[Path] = set()
        with contextlib.suppress(ProjectError):  # just now being replaced by an editor
            files.update(document.path for document in find_documents(self._paths))
        for folder in {*self.folders, *(file.parent for file in files)}:
            with contextlib.suppress(OSError):
                entries = map(Path, (entry.path for entry in os.scandir(folder)))
                files.update(path for path in entries if path.suffix.lower() in _WATCHED)
        snapshot: Snapshot = {}
        for file in files:
            with contextlib.suppress(OSError):
                state = file.stat()
                snapshot[str(file)] = (state.st_mtime_ns, state.st_size)
        return snapshot


def _folders(report: Report) -> frozenset[Path]:
    """The folders of all files that the documents were read from."""
    return frozenset(Path(source.path).parent for d in report.documents for source in d.document.sources)


def _summarise(report: Report) -> None:
    paint = painter(sys.stderr)
    for document in report.documents:
        for diagnostic in document.problems:
            print(render_brief(diagnostic, paint=paint), file=sys.stderr)
    print(render_summary(report, paint=paint), file=sys.stderr, flush=True)


def _say(message: str) -> None:
    print(f"ntdoc: {message}", file=sys.stderr, flush=True)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
