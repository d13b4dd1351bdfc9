"""The site while one writes: built, shown, and built again when a document changes.

MkDocs' server delivers the pages and tells the browser to reload. What is watched is decided here: the
documents, and all that lies beside the files that they were read from and could matter to them.
"""

from __future__ import annotations

import contextlib
import errno
import html
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from mkdocs.livereload import LiveReloadServer

from ntdoc.configuration import ConfigurationError
from ntdoc.project import ProjectError, find_documents
from ntdoc.rendering.reports.style import painter
from ntdoc.rendering.reports.terminal import render_brief, render_summary
from ntdoc.rendering.site import build_site
from ntdoc.rendering.site_folder import SiteError
from ntdoc.report import Report

_INTERVAL = 0.4  # seconds between two looks at the files
_WATCHED = frozenset((".md", ".tex", ".sty", ".bib", ".bbl", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"))
_BANNER = (
    "position:fixed;inset:auto 0 0 0;z-index:99;padding:.6em 1em;background:#ad2412;color:#fff;"
    "font:15px/1.4 system-ui,sans-serif;white-space:pre-wrap"
)

Snapshot = dict[str, tuple[int, int]]


class ServeError(Exception):
    """The server cannot start; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown, as flags and configuration say now."""

    paths: tuple[str, ...]
    files: tuple[Path, ...]  # besides the documents: what says how they are read
    title: str | None
    fold: bool
    make: Callable[[], Report]


def serve(first: Wanted, anew: Callable[[], Wanted], *, host: str, port: int) -> None:
    """Serve the site of the documents until interrupted (KeyboardInterrupt; SIGTERM counts as one).

    What is wanted is asked `anew` for each build. When building fails the site stays as it was, and the error is
    printed and stands on the pages. Raises ServeError if the address cannot be had.
    """
    with tempfile.TemporaryDirectory(prefix="ntdoc-") as folder:
        site, trigger = Path(folder, "site"), Path(folder, "trigger")
        trigger.mkdir()
        watcher = _Watcher(first, trigger / "changed")

        def build() -> None:
            # The server stops answering when this raises: whatever goes wrong, the old site stays.
            before = watcher.look()
            try:
                watcher.wanted = wanted = anew()
                report = wanted.make()
                build_site(report, site, title=wanted.title, fold=wanted.fold, warn=_say)
            except Exception as error:
                told = isinstance(error, ProjectError | ConfigurationError | SiteError)
                server.problem = f"not built: {error}" if told else f"not built: {type(error).__name__}: {error}"
                _say(server.problem)
            else:
                server.problem = ""
                watcher.folders = _folders(report)
                _summarise(report)
            watcher.seen = {**watcher.look(), **before}  # what changed meanwhile is seen as a change

        server = _Server(build, host, port, str(site), polling_interval=0.2)
        try:
            server.server_bind()  # before the documents are checked, which may take its time
        except OSError as error:
            raise _no_address(error, host, port) from error
        build()
        server.watch(str(trigger))
        signal.signal(signal.SIGTERM, _interrupt)
        watcher.start()
        try:
            server.serve()  # type: ignore[no-untyped-call]
        except OSError as error:
            raise _no_address(error, host, port) from error
        finally:
            watcher.stopped.set()
            with contextlib.suppress(RuntimeError):  # the observer never started
                server.shutdown()


def _no_address(error: OSError, host: str, port: int) -> ServeError:
    remedy = ": `--port 0` takes one that is free" if error.errno == errno.EADDRINUSE else ""
    return ServeError(f"cannot listen at {host}:{port}: {error.strerror or error}{remedy}")


class _Server(LiveReloadServer):
    """Says where it is as soon as it listens, and on each page what went wrong since it was made."""

    def __init__(self, build: Callable[[], None], host: str, port: int, root: str, *, polling_interval: float) -> None:
        super().__init__(build, host, port, root, polling_interval=polling_interval)
        self.problem = ""
        self.error_handler = self._error_page
        self._is_bound = False

    def server_bind(self) -> None:
        if not self._is_bound:
            super().server_bind()
        self._is_bound = True

    def _error_page(self, code: int) -> bytes | None:
        """The site's own page, which comes back with the document."""
        try:
            content = Path(self.root, f"{code}.html").read_bytes()
        except OSError:
            content = f"<p>There is no such page.</p>{html.escape(self.problem)}<body></body>".encode()
        return self._inject_js_into_html(content, self._visible_epoch)

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        with_script: bytes = super()._inject_js_into_html(content, epoch)  # type: ignore[no-untyped-call]
        if not self.problem:
            return with_script
        before, end, after = with_script.rpartition(b"</body>")
        note = f'<div role="alert" style="{_BANNER}">{html.escape(self.problem)}</div>'
        return before + note.encode("utf-8", "replace") + end + after

    def server_activate(self) -> None:
        super().server_activate()
        host, port = str(self.server_address[0]), self.server_address[1]
        shown = f"[{host}]" if ":" in host else host
        print(f"serving at http://{shown}:{port}/ (Ctrl-C stops)", flush=True)


class _Watcher(threading.Thread):
    """Touches a file, which the server watches, whenever the documents differ from what was `seen`."""

    def __init__(self, wanted: Wanted, trigger: Path) -> None:
        super().__init__(name="ntdoc-watcher", daemon=True)
        self.folders: frozenset[Path] = frozenset()  # besides those of the documents themselves
        self.seen: Snapshot = {}
        self.stopped = threading.Event()
        self.wanted = wanted
        self._trigger = trigger

    def run(self) -> None:
        pause = _INTERVAL
        while not self.stopped.wait(pause):
            start = time.perf_counter()
            now = self.look()
            pause = max(_INTERVAL, 5 * (time.perf_counter() - start))  # large folders are looked at less often
            if now != self.seen:
                self.seen = now
                with contextlib.suppress(OSError):  # its folder goes away when serving ends
                    self._trigger.write_text(str(time.monotonic_ns()))

    def look(self) -> Snapshot:
        """Time and size of every file that may matter."""
        files: set[Path] = set()
        wanted = self.wanted
        with contextlib.suppress(ProjectError):  # just now being replaced by an editor
            files.update(document.path for document in find_documents(wanted.paths))
        for folder in {*self.folders, *(file.parent for file in files)}:
            with contextlib.suppress(OSError):
                entries = map(Path, (entry.path for entry in os.scandir(folder)))
                files.update(path for path in entries if path.suffix.lower() in _WATCHED)
        snapshot: Snapshot = {}
        for file in files.union(wanted.files):
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
