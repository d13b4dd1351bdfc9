"""What ntdoc makes of a document that states the sizes of the algebra's axes."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from ntdoc.compiler import compile_text
from ntdoc.report import DocumentReport, Statement
from ntdoc.selection import selected
from ntdoc.settings import Selection
from tests.property.algebra import SIZES, Named, tensor_set, written


def declared(shapes: Mapping[str, tuple[str, ...]]) -> str:
    """Prose that declares letters."""
    return "Let " + " and ".join(rf"${name} \in {tensor_set(axes)}$" for name, axes in shapes.items()) + ".\n\n"


def compiled(text: str) -> DocumentReport:
    """The report on a document, with the sizes of the axes that occur in it.

    A body that is drawn need not use all parameters: of that nothing is to be said.
    """
    sizes = ", ".join(
        f"{name} = {size}"
        for axis, size in SIZES.items()
        if re.search(re.escape(name := written((axis,))) + "(?!')", text)
    )
    report = compile_text((f"<!-- ntdoc: size {sizes} -->\n\n" if sizes else "") + text, "generated.md")
    return selected(report, Selection(ignore=("NT405",)))


def values_of(report: DocumentReport) -> dict[str, Named]:
    """The numbers that ntdoc chose for declared letters."""
    found: dict[str, Named] = {}
    for statement in report.statements:
        for shown in (*statement.example.inputs, *statement.example.results):
            found.setdefault(shown.label, Named(shown.array.axes, np.asarray(shown.array.data)))
    return found


def defining(report: DocumentReport, name: str) -> Statement:
    return next(s for s in report.statements if s.name == name and s.kind == "definition")


def same(statement: Statement, wanted: Named) -> bool:
    """Whether a statement has this value, to rounding."""
    value = statement.value
    if value is None or {*value.axes} != {*wanted.axes}:
        return False
    ordered = np.transpose(np.asarray(value.data), [value.axes.index(a) for a in wanted.axes])
    return bool(np.allclose(ordered, wanted.numbers, rtol=1e-9, atol=1e-9))


def told(report: DocumentReport) -> list[str]:
    """The codes of all problems but that of sums of what has `row` and what has `row'`, which are hardly meant."""
    return [d.code for d in report.problems if d.code != "NT409"]
