"""`ntdoc serve`: an edit changes the page, and a failure keeps the old one."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

# Tests that run in the background are started with interruptions ignored, and what they start inherits that.
INTERRUPTIBLE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("ntdoc", run_name="__main__", alter_sys=True)
"""
PAGE = "# Notes\n\n{}\n\n$$\ny = 2 + 3 = {}\n$$\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of notes.md, and its address."""
    (tmp_path / "notes.md").write_text(PAGE.format("First words.", 5))
    command = [sys.executable, "-c", INTERRUPTIBLE, "serve", "notes.md", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    match = re.match(r"serving at (http://127\.0\.0\.1:\d+/) ", line)
    if match is None:
        process.kill()
        pytest.fail(f"{line} {process.communicate()}")
    yield process, match[1]
    process.kill()
    process.communicate()


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        body = answer.read()
    assert isinstance(body, bytes)
    return body.decode()


def notes(url: str) -> str:
    """The page of the document, through the front page's link to it."""
    link = re.search(r'href="((?:\./)?notes[^"#]*)"', read(url))
    assert link is not None
    return read(url + link[1])


def wait_for(url: str, text: str) -> str:
    for _ in range(100):
        page = notes(url)
        if text in page:
            return page
        time.sleep(0.1)
    pytest.fail(f"the page never showed {text!r}")


def test_an_edit_changes_the_page(server: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
    process, url = server
    page = notes(url)
    assert "First words." in page
    assert "livereload(" in page
    (tmp_path / "notes.md").write_text(PAGE.format("Second words.", 6))
    page = wait_for(url, "Second words.")
    assert "First words." not in page
    assert "NT301" in page
    # Editors replace files: gone for a moment, the site stays, and the new file is seen.
    (tmp_path / "notes.md").unlink()
    time.sleep(1)
    assert "Second words." in notes(url)
    (tmp_path / "notes.md").write_text(PAGE.format("Third words.", 5))
    wait_for(url, "Third words.")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "notes.md:6:" in errors  # what was wrong in between


def test_a_companion_is_watched(server: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
    _, url = server
    before = re.search(r"livereload\((\d+)", notes(url))
    assert before is not None
    (tmp_path / "notes.ntdoc.md").write_text("<!-- ntdoc: seed 7 -->\n")
    for _ in range(100):
        after = re.search(r"livereload\((\d+)", notes(url))
        if after is not None and after[1] != before[1]:
            return
        time.sleep(0.1)
    pytest.fail("nothing was rebuilt")


def test_files_outside_the_site_are_not_served(server: tuple[subprocess.Popen[str], str]) -> None:
    _, url = server
    for path in ("../notes.md", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc/passwd"):
        with pytest.raises(urllib.error.HTTPError):
            read(url + path)


def test_the_configuration_is_watched_and_what_is_wrong_stands_on_the_page(
    server: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    process, url = server
    (tmp_path / "ntdoc.toml").write_text('title = "Of many things"\n')
    wait_for(url, "Of many things")
    (tmp_path / "ntdoc.toml").write_text("fold = 7 # <b>\n")
    page = wait_for(url, 'role="alert"')
    assert "not built: ntdoc.toml:1:1: `fold` is true or false" in page
    (tmp_path / "ntdoc.toml").write_text('title = "Of others"\n')
    assert 'role="alert"' not in wait_for(url, "Of others")
    (tmp_path / "notes.md").unlink()
    assert "not built: " in wait_for(url, 'role="alert"')
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert "Error:" not in errors


def test_a_page_that_is_not_there_says_so_and_comes_back(server: tuple[subprocess.Popen[str], str]) -> None:
    _, url = server
    with pytest.raises(urllib.error.HTTPError) as raised:
        read(url + "gone.html")
    page = raised.value.read().decode()
    assert "There is no such page" in page
    assert "livereload(" in page
    assert '<a href="/index.html">front page</a>' in page or '<a href="/.">' in page


def test_a_port_in_use_is_2(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Notes.\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            [sys.executable, "-m", "ntdoc", "serve", "notes.md", "--port", port],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert result.returncode == 2
    assert f"cannot listen at 127.0.0.1:{port}" in result.stderr
    assert "`--port 0`" in result.stderr
    assert "in 1 document" not in result.stderr  # said before anything is built
    assert "Traceback" not in result.stderr
