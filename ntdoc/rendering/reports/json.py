"""The report as JSON: a versioned interface, the schema `ntdoc/1`.

    {"schema": "ntdoc/1",
     "documents": [
       {"path", "title",
        "statements": [
          {"id", "path", "line", "column", "end_line", "end_column", "display": bool, "tex",
           "kind", "status", "name", "label": text | null, "reason": text | null, "waived": bool,
           "value": {"axes": [..], "sizes": [..], "data": nested lists} | null}],
        "diagnostics": [
          {"code", "severity", "message", "label": text | null, "path", "line", "column", "end_line", "end_column",
           "operands": [{"label", "shape", "value": text | null}],
           "related": [{"message", "path", "line", ..}], "hints": [..], "statement": id | null,
           "edits": [{"text", "path", "line", ..}]}],
        "notes": [as diagnostics],
        "beside": [as statements]}],
     "summary": {"statements": n, "by_status": {status: n}, "errors": n, "warnings": n, "ignored": n}}

Lines and columns are 1-based; the end column is that of the character after the last. Numbers that are not
finite are the strings `Infinity`, `-Infinity` and `NaN`. `diagnostics` holds errors and warnings. The `label` is what
stands under the carets; `edits` are what `ntdoc fix` tries, all of them together. Within `ntdoc/1` keys are only ever
added.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.labels import labelled
from ntdoc.operations.array import NamedArray
from ntdoc.report import WAIVED, DocumentReport, Report, Statement, Status
from ntdoc.source import Span

SCHEMA = "ntdoc/1"

Json = bool | int | float | str | None | list["Json"] | dict[str, "Json"]


def render_json(report: Report) -> str:
    """The report as one line of strictly valid JSON."""
    return json.dumps(report_as_json(report), ensure_ascii=False, allow_nan=False)


def report_as_json(report: Report) -> dict[str, Json]:
    """The report as plain values."""
    counts = Counter(statement.status for document in report.documents for statement in document.statements)
    return {
        "schema": SCHEMA,
        "documents": [_document(document) for document in report.documents],
        "summary": {
            "statements": counts.total(),
            "by_status": {status.value: counts[status] for status in Status if counts[status]},
            "errors": report.errors,
            "warnings": report.warnings,
            "ignored": sum(len(document.left_out) for document in report.documents),
        },
    }


def _document(report: DocumentReport) -> Json:
    labels = labelled(report)
    return {
        "path": report.document.path,
        "title": report.document.title,
        "statements": [_statement(statement, labels.get(statement.id)) for statement in report.statements],
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in report.problems],
        "notes": [_diagnostic(d) for d in report.diagnostics if d.severity is Severity.NOTE],
        "beside": [_statement(statement, None) for statement in report.beside],
    }


def _statement(statement: Statement, label: str | None) -> Json:
    return {
        "id": statement.id,
        **_place(statement.span),
        "display": statement.display,
        "tex": statement.tex,
        "kind": statement.kind.value,
        "status": statement.status.value,
        "name": statement.name,
        "label": label,
        "value": None if statement.value is None else _value(statement.value),
        "reason": statement.reason,
        "waived": statement.excused == WAIVED,
    }


def _diagnostic(diagnostic: Diagnostic) -> Json:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "label": diagnostic.caption or None,
        **_place(diagnostic.place),
        "operands": [{"label": o.label, "shape": o.shape, "value": o.value or None} for o in diagnostic.operands],
        "related": [{"message": related.message, **_place(related.span)} for related in diagnostic.related],
        "hints": list(diagnostic.hints),
        "statement": diagnostic.statement,
        "edits": [{"text": edit.text, **_place(edit.span)} for edit in diagnostic.edits],
    }


def _place(span: Span) -> dict[str, Json]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "path": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _value(array: NamedArray) -> Json:
    data = array.data
    if not hasattr(data, "tolist"):  # arrays of jax and dask offer numpy's protocol
        data = data.__array__()
    return {
        "axes": list(array.axes),
        "sizes": [int(size) for size in array.data.shape],
        "data": _finite(data.tolist()),
    }


def _finite(value: Any) -> Json:
    """Nested lists of numbers, with those that JSON cannot write as strings."""
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, bool | int | float):
        return value
    raise TypeError(f"not a real number: {value!r}")
