"""The report as JUnit XML, which every CI server reads: a suite for each document, a case for each statement.

A case is named by its statement, so that an added paragraph renames nothing, and keeps the file and the line.
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.regex import regex
from ntdoc.rendering.reports.cells import printable
from ntdoc.rendering.reports.terminal import render_diagnostic
from ntdoc.rendering.standing import UNCHECKED
from ntdoc.report import WRONG, DocumentReport, Report, Statement
from ntdoc.source import Span

_UNWRITABLE = regex("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_junit(report: Report, *, seconds: float | None = None) -> str:
    """The report as an XML document."""
    root = ElementTree.Element("testsuites", {"name": "ntdoc"})
    total: Counter[str] = Counter()
    for document in report.documents:
        total += _suite(root, document)
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(total[name]))
    if seconds is not None:
        root.set("time", f"{seconds:.3f}")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _suite(root: ElementTree.Element, report: DocumentReport) -> Counter[str]:
    """Append the suite of a document; what is counted of it."""
    path = _written(report.document.path)
    suite = ElementTree.SubElement(root, "testsuite", {"name": path, "file": path})
    counts: Counter[str] = Counter()
    found: dict[str | None, list[Diagnostic]] = {}
    known = {statement.id for statement in report.statements}
    for diagnostic in report.problems:
        owner = diagnostic.statement if diagnostic.statement in known else None
        found.setdefault(owner, []).append(diagnostic)
    numbers: Counter[str] = Counter()
    for diagnostic in found.get(None, ()):  # about reading, or a file beside it: no statement has it
        numbers[diagnostic.code] += 1
        number = numbers[diagnostic.code]
        name = diagnostic.code if number == 1 else f"{diagnostic.code}-{number}"
        case = _case(suite, path, name, diagnostic.span, counts)
        _problems(case, [diagnostic], "error", counts)
    for statement in report.statements:
        case = _case(suite, path, statement.id, statement.span, counts)
        _problems(case, found.get(statement.id, []), "failure", counts)
        _reason(case, statement, counts)
    for name in ("tests", "failures", "errors", "skipped"):
        suite.set(name, str(counts[name]))
    return counts


def _case(suite: ElementTree.Element, path: str, name: str, span: Span, counts: Counter[str]) -> ElementTree.Element:
    counts["tests"] += 1
    attributes = {"classname": path, "name": name, "file": _written(span.source.path), "line": str(span.line)}
    return ElementTree.SubElement(suite, "testcase", attributes)


def _problems(case: ElementTree.Element, problems: list[Diagnostic], tag: str, counts: Counter[str]) -> None:
    """The errors of a case as one failure, its warnings as what it printed."""
    errors = [d for d in problems if d.severity is Severity.ERROR]
    warnings = [d for d in problems if d.severity is not Severity.ERROR]
    if errors:
        counts["failures" if tag == "failure" else "errors"] += 1
        message = _written(printable(errors[0].message))
        element = ElementTree.SubElement(case, tag, {"type": errors[0].code, "message": message})
        element.text = _written("\n\n".join(render_diagnostic(d) for d in errors))
    if warnings:
        ElementTree.SubElement(case, "system-out").text = _written("\n\n".join(render_diagnostic(d) for d in warnings))


def _reason(case: ElementTree.Element, statement: Statement, counts: Counter[str]) -> None:
    """What was not run, or is wrong as expected, is skipped with the reason."""
    if case.find("failure") is not None:
        return
    if statement.status in UNCHECKED or statement.status in WRONG:
        counts["skipped"] += 1
        reason = _written(printable(statement.reason or f"{statement.status.value}, for a reason reported elsewhere"))
        case.insert(0, ElementTree.Element("skipped", {"type": statement.status.value, "message": reason}))


def _written(text: str) -> str:
    """A text without what XML cannot hold."""
    return _UNWRITABLE.sub("\ufffd", text)
