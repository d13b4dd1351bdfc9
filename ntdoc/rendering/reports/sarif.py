"""The report as SARIF 2.1.0, which code scanning and editors read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from ntdoc import __version__
from ntdoc.diagnostics import CODES, Diagnostic, Severity
from ntdoc.rendering.reports.json import Json
from ntdoc.rendering.reports.page_text import page_text
from ntdoc.rendering.reports.style import plain
from ntdoc.report import Report
from ntdoc.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render_sarif(report: Report, *, notes: bool = False) -> str:
    """The report as strictly valid JSON."""
    return json.dumps(report_as_sarif(report, notes=notes), ensure_ascii=False, allow_nan=False, indent=1)


def report_as_sarif(report: Report, *, notes: bool = False) -> dict[str, Json]:
    """The report as plain values: one run, a rule for each code that there is, a result for each diagnostic."""
    seen: dict[str, int] = {}
    results: list[Json] = [
        _result(d, document.document.path, seen)
        for document in report.documents
        for d in (document.diagnostics if notes else document.problems)
    ]
    driver: dict[str, Json] = {
        "name": "ntdoc",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in CODES],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True}],
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> Json:
    from ntdoc.rendering.resources import codes_folder

    entry = CODES[code]
    page = (codes_folder() / f"{code}.md").read_text("utf-8")
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "help": {"text": page_text(page, plain), "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
    }


def _result(diagnostic: Diagnostic, root: str, seen: dict[str, int]) -> Json:
    location = _location(diagnostic.place)
    if diagnostic.statement is not None:
        location["logicalLocations"] = [
            {"name": diagnostic.statement, "fullyQualifiedName": f"{root}::{diagnostic.statement}"}
        ]
    result: dict[str, Json] = {
        "ruleId": diagnostic.code,
        "ruleIndex": list(CODES).index(diagnostic.code),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": "\n".join(diagnostic.lines)},
        "locations": [location],
        "partialFingerprints": {"ntdoc/v1": _fingerprint(diagnostic, root, seen)},
    }
    related: list[Json] = [
        {"id": number, "message": {"text": r.message or "here"}, **_location(r.span)}
        for number, r in enumerate(diagnostic.related, 1)
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _location(span: Span) -> dict[str, Json]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    region: dict[str, Json] = {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.source.path)}, "region": region}}


def _uri(path: str) -> str:
    """A relative reference for a relative path, in whatever letters it is written."""
    if os.path.isabs(path):
        return Path(path).as_uri()
    quoted = quote(path, safe="/")
    return quoted if ":" not in quoted.split("/")[0] else f"./{quoted}"


def _fingerprint(diagnostic: Diagnostic, root: str, seen: dict[str, int]) -> str:
    """The same for the same problem after lines were added above it: its place is the statement and not the line."""
    key = "\0".join((root, diagnostic.statement or "", diagnostic.code))
    seen[key] = seen.get(key, 0) + 1
    return sha256(f"{key}\0{seen[key]}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
