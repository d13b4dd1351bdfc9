"""What ntdoc is doing, for those who wait."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import TextIO

_PATIENCE = 1.0  # seconds before a wait deserves a word, and between two looks at the clock


class Progress:
    """Says what is being done: on a terminal in one line that is wiped out again, and only after a second.

    A step that goes on tells for how many seconds. Elsewhere (a log of CI) each step is a line, or nothing if
    `quiet_in_logs`; nothing is said anywhere if `quiet`. A context manager.
    """

    def __init__(self, stream: TextIO, *, quiet_in_logs: bool, quiet: bool = False) -> None:
        self._stream = stream
        self._terminal = stream.isatty() and not quiet
        self._lines = not (stream.isatty() or quiet or quiet_in_logs)
        self._lock = threading.Lock()
        self._step, self._began = "", time.monotonic()
        self._shown = False
        self._over = threading.Event()
        self._clock = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Progress:
        if self._terminal:
            self._clock.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._over.set()
            if self._shown:
                self._write("\r\x1b[K")

    def __call__(self, step: str) -> None:
        """A new step begins."""
        with self._lock:
            self._step, self._began = step, time.monotonic()
            if self._lines:
                self._write(step + "\n")
            elif self._shown:
                self._show()

    def _tick(self) -> None:
        while not self._over.wait(_PATIENCE):
            with self._lock:
                if not self._over.is_set():
                    self._show()

    def _show(self) -> None:
        seconds = int(time.monotonic() - self._began)
        self._shown = True
        self._write(f"\r\x1b[K{self._step}{f', {seconds} s' if seconds else ''}")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
