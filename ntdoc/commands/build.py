"""`ntdoc build`: make the site."""

from __future__ import annotations

import argparse
import sys
import time

from ntdoc.commands.common import COULD_NOT_RUN, OK, PROBLEMS, Job, check, fail, say, shown


def run(options: argparse.Namespace, job: Job) -> int:
    """Make the site, and print its problems in brief."""
    from ntdoc.checking import refused_sizes, unheeded_sizes, unused_sizes
    from ntdoc.progress import Progress
    from ntdoc.rendering.reports.style import painter
    from ntdoc.rendering.reports.terminal import render_brief, render_summary
    from ntdoc.rendering.site import build_site
    from ntdoc.rendering.site_folder import SiteError, check_output

    start = time.perf_counter()
    warnings: list[str] = []
    try:
        check_output(options.output)  # before the documents are checked, which may take its time
        with Progress(sys.stderr, quiet_in_logs=False, quiet=options.quiet) as progress:
            checked = check(job, progress, site=True)
            report = checked.report
            index = (
                None
                if all(checked.unread)
                else build_site(
                    report,
                    options.output,
                    title=job.title,
                    fold=job.fold,
                    progress=progress,
                    warn=warnings.append,
                )
            )
    except SiteError as error:
        return fail(f"no site was made: {error}")
    paint = painter(sys.stderr)
    for document in report.documents:
        for diagnostic in document.problems:
            print(render_brief(diagnostic, paint=paint), file=sys.stderr)
    if index is None:
        return fail("no site was made: no document can be read")
    for warning in warnings:
        say(warning)
    if not options.quiet:
        print(render_summary(report, seconds=time.perf_counter() - start, paint=painter(sys.stdout)))
        print(f"the site is at {shown(index)}")
    for told in unheeded_sizes(checked.everything, job.sizes):
        say(told)
    misspelt = [*refused_sizes(checked.everything, job.sizes), *unused_sizes(checked.everything, job.sizes)]
    for told in (*misspelt, *checked.closed):
        say(told)
    if misspelt or checked.closed:
        return COULD_NOT_RUN
    return PROBLEMS if options.strict and report.errors else OK
