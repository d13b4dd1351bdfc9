"""`ntdoc serve`: show the site while one writes."""

from __future__ import annotations

import argparse

from ntdoc.commands.common import OK, Job, check, fail
from ntdoc.report import Report


def run(options: argparse.Namespace, job: Job) -> int:
    """Serve until interrupted."""
    from ntdoc.serve import ServeError, serve

    def make() -> Report:
        return check(job, None, site=True).report

    try:
        serve(job.paths, make, title=job.title, fold=job.fold, host=options.host, port=options.port)
    except ServeError as error:
        return fail(str(error))
    return OK
