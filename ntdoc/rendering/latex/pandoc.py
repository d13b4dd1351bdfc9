"""Pandoc, which reads the prose of LaTeX: where it is, and running it on text alone.

It gets text on its standard input and nothing else: it runs in its sandbox, where a document can make it read no
file, run no filter and reach no network, within a limit of memory and of time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SECONDS: Final = 120.0
HOW_TO_GET_IT: Final = "python -m pip install pypandoc_binary"
_MEMORY: Final = ("+RTS", "-M1500m", "-RTS")


@dataclass(frozen=True, slots=True)
class Output:
    """The document that pandoc made, as JSON, and what it said meanwhile. No JSON if it could not read its input."""

    json: str
    said: str


@cache
def pandoc() -> Path | None:
    """The program: the one that pypandoc_binary brings along, else one that is installed; None if there is none."""
    spec = find_spec("pypandoc")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "files" / ("pandoc.exe" if os.name == "nt" else "pandoc")
        if bundled.is_file():
            return bundled
    found = shutil.which("pandoc")
    return Path(found) if found else None


def run(text: str, source: str, *options: str) -> Output | None:
    """What pandoc makes of a text in the format `source`; None if it is not there, or takes too long."""
    program = pandoc()
    if program is None:
        return None
    command = [str(program), *_MEMORY, "--sandbox", "--from", source, "--to", "json", *options]
    try:
        done = subprocess.run(
            command,
            input=text.encode("utf-8", "replace"),
            capture_output=True,
            timeout=SECONDS,
            check=False,
            cwd=program.parent,  # nothing of the document is there
        )
    except (OSError, subprocess.SubprocessError):
        return None
    made = b"" if done.returncode else done.stdout
    return Output(made.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
