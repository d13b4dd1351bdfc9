"""`ntdoc serve`: show the site while one writes."""

from __future__ import annotations

import argparse
from pathlib import Path

from ntdoc.commands.common import OK, Job, check, fail, prepare, say
from ntdoc.configuration import OWN_FILE, SHARED_FILE
from ntdoc.report import Report


def run(options: argparse.Namespace, job: Job) -> int:
    """Serve until interrupted."""
    from ntdoc.serve import ServeError, Wanted, serve

    def wanted(job: Job) -> Wanted:
        def make() -> Report:
            checked = check(job, None, site=True)
            for told in checked.closed:
                say(told)
            return checked.report

        return Wanted(job.paths, _files(options, job), job.title, job.fold, make)

    try:
        serve(wanted(job), lambda: wanted(prepare(options)), host=options.host, port=options.port)
    except ServeError as error:
        return fail(str(error))
    return OK


def _files(options: argparse.Namespace, job: Job) -> tuple[Path, ...]:
    """What else matters: the configuration, one that may come to be here, and the definitions that it names."""
    configuration = job.configuration
    macros = tuple(file.path for file in configuration.settings.shared_macros)
    here = () if options.config or options.no_config else (Path.cwd() / OWN_FILE, Path.cwd() / SHARED_FILE)
    return (*macros, *here, *(() if configuration.file is None else (configuration.file,)))
