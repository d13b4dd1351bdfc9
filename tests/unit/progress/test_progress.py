"""Progress: silent for a second on a terminal, lines in a log."""

from __future__ import annotations

import io
import time

import pytest

from ntdoc import progress
from ntdoc.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_line_for_each_step_or_none() -> None:
    for quiet, expected in ((False, "one\ntwo\n"), (True, "")):
        log = io.StringIO()
        with Progress(log, quiet_in_logs=quiet) as step:
            step("one")
            step("two")
        assert log.getvalue() == expected


def test_nothing_is_said_where_it_is_to_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    for stream in (io.StringIO(), Terminal()):
        with Progress(stream, quiet_in_logs=False, quiet=True) as step:
            step("one")
            time.sleep(0.05)
        assert stream.getvalue() == ""


def test_a_terminal_is_left_alone_when_it_goes_fast() -> None:
    terminal = Terminal()
    with Progress(terminal, quiet_in_logs=False) as step:
        step("one")
    assert terminal.getvalue() == ""


def test_a_terminal_shows_the_last_step_and_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    terminal = Terminal()
    with Progress(terminal, quiet_in_logs=False) as step:
        for _ in range(200):
            step("one")
            if terminal.getvalue():
                break
            time.sleep(0.01)
        step("two")
    assert terminal.getvalue().endswith("\r\x1b[Ktwo\r\x1b[K")


def test_a_terminal_shows_for_how_long_a_step_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((0.0, 0.0, *(7.5 for _ in range(100_000))))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    terminal = Terminal()
    with Progress(terminal, quiet_in_logs=False) as step:
        step("one")
        for _ in range(200):
            if terminal.getvalue():
                break
            time.sleep(0.01)
    assert terminal.getvalue().startswith("\r\x1b[Kone, 7 s")
    assert terminal.getvalue().endswith("\r\x1b[K")
