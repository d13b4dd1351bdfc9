"""The numbers of equations by the statements in them, as a reader of the pages, or of the paper, knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ntdoc.rendering.display_rows import Numbers
from ntdoc.rendering.latex.html import Paper
from ntdoc.rendering.markdown_numbers import markdown_numbers
from ntdoc.rendering.whereabouts import Rows
from ntdoc.report import DocumentReport

EquationNumbers = Mapping[str, str]  # by the statements' ids: `(3)`


def numbered_rows(report: DocumentReport, paper: Paper | None) -> Mapping[int, Sequence[str]]:
    """The numbers of the rows of displays, by the items of the document."""
    if paper is None:
        return markdown_numbers(report.document).rows if report.document.format == "markdown" else {}
    return {paper.formulas[token].item: numbers for token, numbers in paper.numbered.rows.items()}


def equation_numbers(report: DocumentReport, paper: Paper | None) -> EquationNumbers:
    """The numbers of the equations that statements stand in, of those that have any."""
    numbers = markdown_numbers(report.document) if paper is None and report.document.format == "markdown" else None
    rows = Rows(report, numbers or Numbers(numbered_rows(report, paper)))
    found = {statement.id: rows.number(statement) for statement in report.statements}
    return {name: f"({number})" for name, number in found.items() if number and "\\" not in number}
