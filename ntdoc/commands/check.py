"""`ntdoc check`: say what is wrong."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ntdoc.commands.common import COULD_NOT_RUN, OK, PROBLEMS, Checked, Job, check, say

_NOTHING = (
    "no formula says anything here: a formula stands between `$` and `$`, `$$` and `$$`, `\\(` and `\\)` or `\\[` and "
    "`\\]`, or in an environment as `equation`; what is written without these is text"
)


def run(options: argparse.Namespace, job: Job) -> int:
    """Print the report in the form that was asked for."""
    from ntdoc.checking import refused_sizes, unheeded_sizes, unused_sizes
    from ntdoc.progress import Progress
    from ntdoc.rendering.reports.formats import render, write_step_summary
    from ntdoc.rendering.reports.style import columns, painter

    start = time.perf_counter()
    complete = job.configuration.complete if options.complete is None else options.complete
    with Progress(sys.stderr, quiet_in_logs=True, quiet=options.quiet) as progress:
        checked = check(job, progress, keep=not options.no_cache, complete=complete)
    seconds = time.perf_counter() - start
    workspace = os.environ.get("GITHUB_WORKSPACE")
    form = job.configuration.format
    text = render(
        checked.report,
        form,
        notes=options.notes,
        columns=columns(),
        seconds=seconds,
        paint=painter(sys.stdout),
        root=Path(workspace) if workspace else None,
        quiet=options.quiet,
    )
    if text:
        print(text)
    if form == "github" and (problem := write_step_summary(checked.report, notes=options.notes, seconds=seconds)):
        say(problem)
    for told in unheeded_sizes(checked.everything, job.sizes):
        say(told)
    misspelt = [*refused_sizes(checked.everything, job.sizes), *unused_sizes(checked.everything, job.sizes)]
    if misspelt:
        say("\n".join(misspelt))
    for told in (*checked.closed, *_parts_of_others(checked)):
        say(told)
    for path in checked.strange:
        say(f"{path} is called neither .md nor .tex, and nothing in it is to be checked")
    if not checked.strange and not any(r.statements or r.diagnostics for r in checked.everything):
        say(_NOTHING)
    if misspelt or any(checked.unread) or checked.strange or checked.closed:
        return COULD_NOT_RUN
    counted = checked.report.errors + (checked.report.warnings if options.strict else 0)
    return PROBLEMS if counted else OK


def _parts_of_others(checked: Checked) -> Iterator[str]:
    """What there is to say of files that are part of a document that was not checked."""
    from ntdoc.project import root_of, shown_path

    paths = [report.document.path for report in checked.everything]
    files = [os.fsdecode(path.encode("utf-8")) for path in paths]  # as the system has them, in any locale
    roots = {os.path.realpath(file) for file in files}
    for path, file in zip(paths, files, strict=True):
        root = root_of(Path(file))
        if root is not None and os.path.realpath(root) not in roots:
            there = shown_path(root)
            yield f"{path} is part of {there}: `ntdoc check {there}` checks it with all that is declared there"
