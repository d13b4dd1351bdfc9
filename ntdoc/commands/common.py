"""What several commands do alike: find the configuration and the documents, check them, say what went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ntdoc.configuration import (
    Configuration,
    ConfigurationError,
    find_configuration,
    no_such_code,
    read_configuration,
)
from ntdoc.progress import Progress
from ntdoc.project import ENDINGS, DocumentFile, ProjectError, find_documents, is_there
from ntdoc.report import DocumentReport, Report
from ntdoc.settings import EVERYTHING, Settings

OK, PROBLEMS, COULD_NOT_RUN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Job:
    """The documents that a command is about, and how they are checked."""

    paths: tuple[str, ...]
    configuration: Configuration
    title: str | None = None  # of the site
    fold: bool = False  # what stands below the equations of the site
    sizes: tuple[tuple[str, str], ...] = ()  # the names of those that a document must have, and where they are given

    def documents(self, closed: list[str] | None = None) -> tuple[DocumentFile, ...]:
        """The documents that there are now; what there is to say of folders not read goes to `closed`.

        Raises ProjectError.
        """
        configuration = self.configuration
        macros = [file.path for file in configuration.settings.shared_macros]
        return find_documents(self.paths, configuration.exclude, configuration.folder, macros, closed)


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking gave: all that was found, and what of it counts."""

    everything: tuple[DocumentReport, ...]
    report: Report
    closed: tuple[str, ...] = ()  # what there is to say of folders that could not be read

    @property
    def unread(self) -> tuple[bool, ...]:
        """For each document, whether the root file itself was no text."""
        return tuple(map(_is_unread, self.everything))

    @property
    def strange(self) -> tuple[str, ...]:
        """The files that are called otherwise than documents, and have nothing of one: they were hardly meant."""
        empty = (d.document for d in self.everything if not d.statements and not d.diagnostics)
        return tuple(d.path for d in empty if Path(d.path).suffix.lower() not in ENDINGS)


def prepare(options: argparse.Namespace) -> Job:
    """What flags and configuration say together, the flags first. Raises ProjectError and ConfigurationError."""
    configuration = _with_flags(_configuration(options), options)
    paths = tuple(options.paths) or _configured_paths(configuration)
    if not paths:
        raise ProjectError("no PATH given, and no `paths` in a configuration: `ntdoc init` writes one")
    given = tuple((name, "") for name, _ in options.size)
    if not options.paths:  # one document need not have all that a project has
        given += tuple((name, configuration.places["sizes", name]) for name in _configured_sizes(configuration))
    title, fold = getattr(options, "title", None), getattr(options, "fold", None)
    fold = configuration.fold if fold is None else fold
    job = Job(paths, configuration, title or configuration.title, fold, given)
    job.documents()
    return job


def check(
    job: Job, progress: Progress | None, keep: bool = False, site: bool = False, complete: bool = False
) -> Checked:
    """Check the documents of a job; with `keep`, only those in which something changed since they were checked.

    With `site`, statements have what only a site shows: examples, and the code of definitions. With `complete`, what
    is not checked is told as wrong, whatever else is selected.
    """
    from ntdoc.checking import check_all, without_repetition
    from ntdoc.completeness import INCOMPLETE, with_incomplete
    from ntdoc.selection import selected

    configuration, closed = job.configuration, list[str]()
    everything = check_all(job.documents(closed), configuration.settings, configuration.jobs, progress, keep, site)
    selection, found = configuration.selection, everything
    if complete:
        selection = replace(selection, select=(*selection.select, INCOMPLETE))
        found = tuple(map(with_incomplete, everything))
    counted = [selected(report, selection) for report in found]
    return Checked(everything, Report(tuple(without_repetition(counted))), tuple(closed))


def fail(message: str) -> int:
    """Say why nothing was done."""
    say(message)
    return COULD_NOT_RUN


def say(message: str) -> None:
    """A message on the error stream, a line for each of its lines."""
    from ntdoc.rendering.reports.cells import printable

    for line in message.split("\n"):
        print(f"ntdoc: {printable(line)}", file=sys.stderr)


def shown(path: Path) -> str:
    """A path in the working directory without that directory."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _configuration(options: argparse.Namespace) -> Configuration:
    if options.no_config:
        return Configuration()
    file = find_configuration(Path.cwd()) if options.config is None else Path(os.path.abspath(options.config))
    return configured(file)


def configured(file: Path | None) -> Configuration:
    """What a configuration says, if there is one. Raises ConfigurationError."""
    return Configuration() if file is None else read_configuration(file, Path(os.path.relpath(file)).as_posix())


def _configured_sizes(configuration: Configuration) -> Iterator[str]:
    default = configuration.settings.default
    return (name for name, _ in default.sizes) if default is not None else iter(())


def _configured_paths(configuration: Configuration) -> tuple[str, ...]:
    """The paths that a configuration names. Raises ConfigurationError if one of them is not there."""
    places = configuration.places
    missing = [
        f"{places['paths', str(number)]}: there is no file or folder {os.path.relpath(path)}"
        for number, path in enumerate(configuration.paths)
        if not is_there(path)
    ]
    if missing:
        raise ConfigurationError("\n".join(missing))
    return tuple(os.path.relpath(path) for path in configuration.paths)


def _with_flags(configuration: Configuration, options: argparse.Namespace) -> Configuration:
    settings = Settings(options.seed, tuple(options.size), options.tolerance, default=configuration.settings)
    selection = configuration.selection
    if options.select:
        # What is asked for by a flag is wanted, even if the configuration ignores it.
        selection = replace(selection, select=_codes(options.select), ignore=())
    if options.ignore:
        selection = replace(selection, ignore=(*selection.ignore, *_codes(options.ignore)))
    told_by = [flag for flag, given in (("--select", options.select), ("--ignore", options.ignore)) if given]
    own = configuration.selection
    if configuration.file is not None and (own.per_file or (own.leaves_out and not options.select)):
        told_by.append(Path(os.path.relpath(configuration.file)).as_posix())
    selection = replace(selection, told_by=" and ".join(told_by))
    if configuration.file is None:
        selection = replace(selection, folder=str(Path.cwd()))
    return replace(
        configuration,
        settings=settings,
        selection=selection,
        format=getattr(options, "format", None) or configuration.format,
        jobs=options.jobs or configuration.jobs,
    )


def _codes(given: Sequence[str]) -> tuple[str, ...]:
    """The codes of a flag that may be given several times, each time with several. Raises ConfigurationError."""
    codes = tuple(code.upper() for text in given for code in text.replace(",", " ").split())
    wrong = [problem for problem in map(no_such_code, codes) if problem is not None]
    if wrong:
        raise ConfigurationError("\n".join(wrong))
    return codes or EVERYTHING.select


def _is_unread(report: DocumentReport) -> bool:
    root = report.document.path
    return any(d.code == "NT101" and d.span.source.path == root for d in report.diagnostics)
