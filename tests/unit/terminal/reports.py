"""Reports made by hand: documents of a few lines with diagnostics at given places."""

from __future__ import annotations

import numpy as np

from ntdoc.diagnostics import Diagnostic, Edit, Operand, Related
from ntdoc.operations.array import NamedArray
from ntdoc.reading.document import Document
from ntdoc.report import DocumentReport, Kind, Report, Statement, Status
from ntdoc.source import Source, Span

TEXT = (
    "# Attention\r\n"
    "\r\n"
    "For $Q \\in \\reals^{\\key}$ and 注意 $K \\in \\reals^{\\feat}$ let\r\n"
    "\r\n"
    "$$\r\n"
    "\tS = Q \\ndot{\\key} K\r\n"
    "$$\r\n" + "\r\n" * 20 + "$$\r\n"
    "y = \\frac{\r\n"
    "  2 + 3\r\n"
    "}{1} = 6\r\n"
    "$$\r\n"
)


def source(text: str = TEXT, path: str = "notes/attention.md") -> Source:
    return Source(path, text)


def span(where: Source, text: str, after: str = "") -> Span:
    """The first occurrence of a text behind another."""
    start = where.text.index(text, where.text.index(after) if after else 0)
    return Span(where, start, start + len(text))


def statement(place: Span, status: Status, **fields: object) -> Statement:
    defaults = {
        "id": f"s{place.start}",
        "span": place,
        "display": True,
        "tokens": (),
        "kind": Kind.DEFINITION,
        "status": status,
        "name": None,
        "item": 0,
        "row": 0,
    }
    return Statement(**{**defaults, **fields})  # type: ignore[arg-type]


def lacks_axis(where: Source) -> Diagnostic:
    contraction = span(where, "Q \\ndot{\\key} K")
    return Diagnostic(
        "NT203",
        "the contraction over `key` needs this axis in both operands",
        Span(where, contraction.end - 1, contraction.end),
        label="has no axis `key`",
        operands=(Operand("Q", "key[3]"), Operand("注意", "seq[5] × feat[4]"), Operand("K", "feat[4]")),
        related=(
            Related(span(where, "\\ndot{\\key}"), "contracted here"),
            Related(span(where, "K \\in \\reals^{\\feat}"), "`K` is declared here"),
        ),
        hints=("contract over `feat`, or declare `K` with `key`",),
        statement="s1",
    )


def does_not_hold(where: Source) -> Diagnostic:
    whole = span(where, "\\frac{\r\n  2 + 3\r\n}{1}")
    return Diagnostic(
        "NT301",
        "the sides differ: written 6, computed 5",
        span(where, "6", "}{1}"),
        label="written 6",
        related=(Related(whole, "computed 5"),),
        edits=(Edit(span(where, "6", "}{1}"), "5"),),
    )


def note(where: Source) -> Diagnostic:
    return Diagnostic("NT403", "`S` is defined anew", span(where, "S = Q"))


def report() -> Report:
    """One document with two errors, a note and two skipped statements."""
    where = source()
    document = Document(where.path, "Attention", "markdown", (where,), ())
    contraction = span(where, "S = Q \\ndot{\\key} K")
    value = NamedArray(("seq", "key"), np.array([[1.0, -0.0, 1 / 3], [np.inf, -np.inf, np.nan]]))
    statements = (
        statement(span(where, "Q \\in \\reals^{\\key}"), Status.DECLARED, display=False, name="Q"),
        statement(contraction, Status.ERROR, id="s1", name="S"),
        statement(span(where, "2 + 3"), Status.EVALUATED, value=value, kind=Kind.EXPRESSION),
        statement(span(where, "6", "}{1}"), Status.FAILED, kind=Kind.CLAIM, reason="written 6, computed 5"),
        statement(span(where, "K"), Status.SKIPPED, reason="matrix notation"),
        statement(span(where, "y"), Status.SKIPPED, reason="matrix notation"),
    )
    diagnostics = (lacks_axis(where), note(where), does_not_hold(where))
    return Report((DocumentReport(document, statements, diagnostics),))
