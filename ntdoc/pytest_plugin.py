"""A plugin for pytest: each statement of a document is a test. `pytest --ntdoc paper.tex docs/`

Thin on purpose: a file becomes items, an item its outcome, and what is shown is what `ntdoc check` shows.
"""

from __future__ import annotations

import fnmatch
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr
    from _pytest._io import TerminalWriter

    from ntdoc.configuration import Configuration
    from ntdoc.diagnostics import Diagnostic
    from ntdoc.report import DocumentReport, Statement

_FILES = pytest.StashKey[frozenset[str]]()
_CONFIGURATION = pytest.StashKey["Configuration"]()
_READING = "document"  # the item for what is wrong with no statement in particular


class NtdocWarning(pytest.PytestWarning):
    """A warning of ntdoc: the document may mean what it says, but it is unusual."""


class _Failed(Exception):
    """A statement is in error; its diagnostics say why."""

    def __init__(self, text: str, brief: str) -> None:
        super().__init__(brief)
        self.text = text
        self.brief = brief


class _Unreadable(Exception):
    """A document that cannot be read at all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ntdoc")
    group.addoption("--ntdoc", action="store_true", help="check the equations of .md and .tex documents")
    what = "documents whose equations are checked without --ntdoc too: paths or patterns from the root, as docs/*.md"
    parser.addini("ntdoc", what, type="linelist", default=[])


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("ntdoc") or config.getini("ntdoc"):
        _configuration(config)  # what is wrong with it is said before anything runs
        missing = [p for p in config.getini("ntdoc") if not set(p) & set("*?[") and not (config.rootpath / p).exists()]
        if missing:
            raise pytest.UsageError(f"`ntdoc` names what is not there: {', '.join(missing)}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix.lower() not in (".md", ".tex") or not _is_wanted(file_path, parent):
        return None
    document: DocumentFile = DocumentFile.from_parent(parent, path=file_path)
    return document


def _is_wanted(path: Path, parent: pytest.Collector) -> bool:
    config = parent.config
    named = any(os.path.samefile(path, argument) for argument in _arguments(config) if argument.is_file())
    if named and config.getoption("ntdoc"):
        return True
    patterns = config.getini("ntdoc")
    within = path.is_relative_to(config.rootpath)
    shown = (path.relative_to(config.rootpath) if within else path).as_posix()
    if any(_matches(shown, pattern) for pattern in patterns):
        return True
    return bool(config.getoption("ntdoc")) and os.path.realpath(path) in _documents(config)


def _matches(path: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("./").rstrip("/")
    return fnmatch.fnmatch(path, pattern) or path.startswith(f"{pattern}/")


def _arguments(config: pytest.Config) -> list[Path]:
    return [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]


def _documents(config: pytest.Config) -> frozenset[str]:
    """The documents in the folders that pytest is run on: every .md, and every .tex that no other includes."""
    if _FILES not in config.stash:
        from ntdoc.project import ProjectError, find_documents

        configuration = _configuration(config)
        found: list[str] = []
        for folder in _arguments(config):
            if folder.is_dir():
                try:
                    documents = find_documents([folder], configuration.exclude, configuration.folder)
                    found.extend(os.path.realpath(document.path) for document in documents)
                except ProjectError:
                    continue  # no document in it
        config.stash[_FILES] = frozenset(found)
    return config.stash[_FILES]


def _configuration(config: pytest.Config) -> Configuration:
    """What `ntdoc check` goes by in the root folder, too. Raises UsageError."""
    if _CONFIGURATION not in config.stash:
        from ntdoc.configuration import Configuration, ConfigurationError, find_configuration, read_configuration

        file = find_configuration(config.rootpath)
        try:
            found = Configuration() if file is None else read_configuration(file, os.path.relpath(file))
        except ConfigurationError as problem:
            raise pytest.UsageError(str(problem)) from None
        config.stash[_CONFIGURATION] = found
    return config.stash[_CONFIGURATION]


class DocumentFile(pytest.File):
    """One document."""

    def collect(self) -> Iterator[pytest.Item]:
        from ntdoc.compiler import compile_file
        from ntdoc.selection import selected

        configuration = _configuration(self.config)
        shown_as = os.path.relpath(self.path, self.config.invocation_params.dir)
        report = compile_file(self.path, shown_as, settings=configuration.settings, examples=False)
        report = selected(report, configuration.selection)
        for diagnostic in report.diagnostics:
            if diagnostic.code == "NT101" and diagnostic.span.source is report.document.sources[0]:
                raise _Unreadable(_shown(diagnostic))
        names = _names(report)
        known = set(names.values())
        if any(d.statement not in names for d in report.problems):
            name = _READING if _READING not in known else f"{_READING}.reading"
            yield DocumentItem.from_parent(self, name=name, report=report)
        for statement in report.statements:
            item: StatementItem = StatementItem.from_parent(
                self, name=names[statement.id], report=report, statement=statement
            )
            yield item

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: object = None) -> str | TerminalRepr:
        if isinstance(excinfo.value, _Unreadable):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


def _names(report: DocumentReport) -> dict[str, str]:
    """What the statements are called: as a directive says, or their label, or by what they define."""
    from ntdoc.directives import Name, directions_of
    from ntdoc.labels import labelled

    directed = {p.request.name for p in directions_of(report.document).placed if isinstance(p.request, Name)}
    labels = labelled(report)
    names: dict[str, str] = {}
    taken = {s.id for s in report.statements}
    for statement in report.statements:
        label = re.sub(r"::+|[\s\[\]]+", "-", labels.get(statement.id, ""))
        if label and statement.id not in directed and label not in taken:
            taken.add(label)
            names[statement.id] = label
        else:
            names[statement.id] = statement.id
    return names


class _Item(pytest.Item):
    """What can fail with diagnostics."""

    def __init__(self, *, report: DocumentReport, **keywords: object) -> None:
        super().__init__(**keywords)  # type: ignore[arg-type]
        self.report = report

    def locate(self, path: str, line: int) -> None:
        """Where it stands, kept for JUnit, whose newer form has no attributes for it."""
        self.where = path
        self.line = line
        self.user_properties.extend([("file", path), ("line", line)])

    def say(self, problems: list[Diagnostic]) -> None:
        from ntdoc.diagnostics import Severity

        errors = [d for d in problems if d.severity is Severity.ERROR]
        for problem in problems:
            if problem.severity is Severity.WARNING:
                message = NtdocWarning(f"{problem.code}: {problem.message}")
                path, line = problem.span.source.path, problem.span.line
                warnings.warn_explicit(message, NtdocWarning, path, line)
        if errors:
            first = errors[0]
            place = f"{first.span.source.path}:{first.span.line}:{first.span.column}"
            brief = f"{place}: {first.severity.value}[{first.code}]: {first.message}"
            raise _Failed("\n\n".join(map(_shown, errors)), brief)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        # pytest would take the dots of a name that stands alone for those of a Python path
        return self.config.invocation_params.dir / self.where, self.line - 1, f"{self.name} ({self.where}:{self.line})"

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: object = None) -> str | TerminalRepr:
        if isinstance(excinfo.value, _Failed):
            return _representation(excinfo.value, self.where, self.line)
        return super().repr_failure(excinfo)


class StatementItem(_Item):
    """One statement of a document."""

    def __init__(self, *, statement: Statement, **keywords: object) -> None:
        super().__init__(**keywords)  # type: ignore[arg-type]
        self.statement = statement
        self.locate(statement.span.source.path, statement.span.line)
        if statement.status.value in ("blocked", "skipped"):
            reason = f"{statement.status.value}: {statement.reason or 'no reason given'}"
            self.add_marker(pytest.mark.skip(reason=reason))

    def runtest(self) -> None:
        self.say([d for d in self.report.problems if d.statement == self.statement.id])


class DocumentItem(_Item):
    """What is wrong with a document and with no statement of it in particular."""

    def __init__(self, **keywords: object) -> None:
        super().__init__(**keywords)  # type: ignore[arg-type]
        self.locate(self.problems()[0].span.source.path, self.problems()[0].span.line)

    def problems(self) -> list[Diagnostic]:
        own = {s.id for s in self.report.statements}
        return [d for d in self.report.problems if d.statement not in own]

    def runtest(self) -> None:
        self.say(self.problems())


def _shown(diagnostic: Diagnostic) -> str:
    from ntdoc.rendering.reports.terminal import render_diagnostic

    return render_diagnostic(diagnostic)


def _representation(failed: _Failed, path: str, line: int) -> TerminalRepr:
    """The diagnostics as pytest shows a failure: in full, and on one line in the summary. No traceback."""
    from _pytest._code.code import ReprFileLocation, TerminalRepr

    class Representation(TerminalRepr):
        reprcrash = ReprFileLocation(path, line, failed.brief)

        def toterminal(self, tw: TerminalWriter) -> None:
            tw.line(failed.text)

        def __str__(self) -> str:
            return failed.text

    return Representation()
