"""What ntdoc is doing, for those who wait."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TextIO

_PATIENCE = 1.0  # seconds before a wait deserves a word


class Progress:
    """Says what is being done: on a terminal in one line that is wiped out again, and only after a second.

    Elsewhere (a log of CI) each step is a line, or nothing if `quiet_in_logs`. A context manager.
    """

    def __init__(self, stream: TextIO, *, quiet_in_logs: bool) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._quiet = quiet_in_logs and not self._terminal
        self._lock = threading.Lock()
        self._step = ""
        self._patient = True
        self._timer = threading.Timer(_PATIENCE, self._lose_patience)
        self._timer.daemon = True

    def __enter__(self) -> Progress:
        if self._terminal:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            if self._terminal and not self._patient:
                self._stream.write("\r\x1b[K")
                self._stream.flush()
            self._patient = True

    def __call__(self, step: str) -> None:
        """A new step begins."""
        with self._lock:
            self._step = step
            if not self._terminal:
                if not self._quiet:
                    self._stream.write(step + "\n")
                    self._stream.flush()
            elif not self._patient:
                self._show()

    def _lose_patience(self) -> None:
        with self._lock:
            self._patient = False
            self._show()

    def _show(self) -> None:
        self._stream.write(f"\r\x1b[K{self._step}")
        self._stream.flush()
