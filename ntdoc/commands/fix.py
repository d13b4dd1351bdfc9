"""`ntdoc fix`: show as a diff what ntdoc is sure how to mend, or do it."""

from __future__ import annotations

import argparse
import codecs
import difflib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ntdoc.commands.common import COULD_NOT_RUN, OK, PROBLEMS, Job, check, say
from ntdoc.fixing import Mended, mend, merged
from ntdoc.rendering.reports.cells import printable
from ntdoc.rendering.reports.style import Painter, Style, painter
from ntdoc.report import DocumentReport


def run(options: argparse.Namespace, job: Job) -> int:
    """Exits with 1 if there is something to mend and it was only shown."""
    from ntdoc.compiler import compile_file
    from ntdoc.progress import Progress
    from ntdoc.rendering.reports.terminal import render_brief
    from ntdoc.selection import selected

    with Progress(sys.stderr, quiet_in_logs=True) as progress:
        checked = check(job, progress)
        found: list[Mended] = []
        for file, report in zip(job.documents(), checked.report.documents, strict=True):

            def again(path: Path = file.path, shown_as: str = file.shown_as) -> DocumentReport:
                settings, selection = job.configuration.settings, job.configuration.selection
                return selected(compile_file(path, shown_as, settings=settings, examples=False), selection)

            found.extend(mend(report, again))
    changes = merged(found)
    paint = painter(sys.stdout)
    for change in changes.values():
        print("\n".join(_diff(change, paint)))
    for told in checked.closed:
        say(told)
    if any(checked.unread):
        for report, is_unread in zip(checked.everything, checked.unread, strict=True):
            for problem in report.problems if is_unread else ():
                say(render_brief(problem))
        return COULD_NOT_RUN
    if not changes:
        say("nothing that ntdoc is sure how to mend")
        return OK
    if not options.write:
        say(f"{_count(len(changes))} would change: --write changes {'it' if len(changes) == 1 else 'them'}")
        return PROBLEMS
    return _write(changes.values())


def _write(changes: Iterable[Mended]) -> int:
    """Change the files, each only if it still is what was checked."""
    code, written = OK, 0
    for change in changes:
        file = Path(change.source.path)
        try:
            before = file.read_bytes()
            mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
            if before != mark + change.source.text.encode("utf-8"):
                say(f"{change.source.path} changed meanwhile, and was left alone")
                code = COULD_NOT_RUN
                continue
            file.write_bytes(mark + change.text.encode("utf-8"))
            written += 1
        except OSError as error:
            say(f"{change.source.path} was not changed: {error.strerror or error}")
            code = COULD_NOT_RUN
    say(f"changed {_count(written)}")
    return code


def _diff(change: Mended, paint: Painter) -> Iterator[str]:
    """A unified diff. On a terminal nothing of it is obeyed; elsewhere it is exactly what `patch` needs."""
    path = change.source.path
    # A path out of this folder is shown as it is: below `a` it would be another.
    old, new = (path, path) if path.startswith(("../", "/")) else (f"a/{path}", f"b/{path}")
    lines = difflib.unified_diff(_lines(change.source.text), _lines(change.text), old, new, lineterm="")
    styles = {"-": Style.ERROR, "+": Style.GOOD, "@": Style.GUTTER}
    for number, line in enumerate(lines):
        text = printable(line) if sys.stdout.isatty() else line
        yield paint(text, Style.STRONG if number < 2 else styles.get(line[:1], Style.PLAIN))


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _count(number: int) -> str:
    return f"{number} file" if number == 1 else f"{number} files"
