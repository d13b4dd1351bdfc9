"""Reports that are kept: of a document in which nothing changed since it was checked, the report is there already.

Whether nothing changed is decided by content alone: that of every file that was read or looked for, what the run was
told, and the program. What is kept is data, never code, and whatever is wrong with it is as if it were not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from ntdoc.kept.form import report_of, values_of
from ntdoc.reading.files import Seen, look_again
from ntdoc.report import DocumentReport
from ntdoc.settings import Settings

_FORM = 4  # of what is written; another number makes everything that was written before count for nothing
_MOST = 500  # reports, before the oldest are deleted
_LIBRARIES = ("numpy", "pylatexenc", "array_api_compat")


class Kept:
    """The place where the report on one document is kept, for a run that was told this."""

    def __init__(self, folder: Path, path: Path, shown_as: str, settings: Settings) -> None:
        asked = repr((_FORM, os.path.abspath(path), shown_as, settings, _program()))
        self._file = folder / f"{hashlib.sha256(asked.encode('utf-8', 'surrogatepass')).hexdigest()}.json"

    def report(self) -> DocumentReport | None:
        """The report, unless a file that it depends on is another one now, or there is none."""
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            seen = tuple(Seen(*entry) for entry in kept["files"])
            sources = look_again(seen)
            return None if sources is None else report_of(kept["report"], sources)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            return None

    def keep(self, report: DocumentReport, seen: tuple[Seen, ...]) -> None:
        """Write a report down, with the files that were read for it."""
        values = values_of(report, [entry.shown_as for entry in seen])
        if values is None:
            return
        text = json.dumps({"files": seen, "report": values})
        beside = self._file.with_suffix(f".{os.getpid()}")
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.write_text(text, "utf-8")
            beside.replace(self._file)
            _delete_the_oldest(self._file.parent)
        except OSError:  # a full disk, a folder that may not be written: nothing is kept
            with suppress(OSError):
                beside.unlink()


def folder() -> Path:
    """Where reports are kept: the user's folder for what can be made again."""
    from platformdirs import user_cache_path

    return user_cache_path("ntdoc") / "reports"


def _program() -> tuple[object, ...]:
    """What of the program a verdict may depend on: another version may say something else."""
    here = Path(__file__).parents[1]
    own = sorted(_modules(here))
    found = (find_spec(name) for name in _LIBRARIES)
    others = [(spec.origin, os.stat(spec.origin).st_mtime_ns) for spec in found if spec and spec.origin]
    return sys.version, str(here), hashlib.sha256(repr(own).encode()).hexdigest(), others


def _modules(folder: str | Path) -> Iterator[tuple[int, int]]:
    """When each module below a folder was changed, and how long it is."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found = entry.stat()
                yield found.st_mtime_ns, found.st_size
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _modules(entry.path)


def _delete_the_oldest(there: Path) -> None:
    files = list(there.glob("*.json"))
    if len(files) > _MOST:
        files.sort(key=lambda file: file.stat().st_mtime)
        for file in files[: _MOST // 2]:
            file.unlink(missing_ok=True)
