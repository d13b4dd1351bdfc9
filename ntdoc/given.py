"""Values that a document gives for tensors that it only declares, in place of samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.directives import Directions, Value, misunderstood
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.reading import read_text
from ntdoc.reading.document import Document
from ntdoc.report import DocumentReport, Kind, Status
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry, entries_of
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Size, default_size, number, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.compare import same


@dataclass(slots=True)
class Given:
    """The values by name, with the place of each directive, and what could not be given."""

    values: dict[str, NamedArray] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def unused(self, report: DocumentReport) -> list[Diagnostic]:
        """Values that no tensor took: its shape is another."""
        taken = {
            s.name
            for s in report.statements
            if s.name in self.values and s.value is not None and same(s.value, self.values[s.name])
        }
        return [
            misunderstood(
                self.places[name],
                f"{name} is not declared with the axes and the sizes of this value",
                "give the sizes of its axes, too, if they are computed from others",
            )
            for name in self.values
            if name not in taken
        ]


def give_values(
    session: Session, directions: Directions, entries: Sequence[Entry], evaluate: Callable[[Document], DocumentReport]
) -> Given:
    """The values that a document gives; their axes have the sizes of the values wherever they occur.

    `evaluate` compiles a document that holds a value and nothing else.
    """
    given = Given()
    placed = [(p.request.tex, p.span) for p in directions.placed if isinstance(p.request, Value)]
    for tex, span in placed:
        declared_as = _declared_as(session, tex, span)
        for before in ("", declared_as) if declared_as else ("",):
            document = read_text(f"{before}$$\n{tex}\n$$\n", span.source.path)
            report = evaluate(document)
            statement = report.statements[-1] if len(report.statements) == (2 if before else 1) else None
            if statement is not None and statement.status is Status.EVALUATED and not report.problems:
                break
        else:
            why = report.problems[0].message if report.problems else "it is no definition in numbers"
            example = "b = 3" if not declared_as else f"{tex.partition('=')[0].strip()} = (1, 2, 3)"
            given.problems.append(misunderstood(span, f"this is no value: {why}", f"write it as `value {example}`"))
            continue
        name = statement.name or ""
        declared = [b for b in session.scope.by_name.get(name, ()) if isinstance(b, Declared) and b.domain is not None]
        if statement.kind is not Kind.DEFINITION or statement.value is None or not declared:
            given.problems.append(misunderstood(span, f"no tensor that is declared and not defined is called {name}"))
            continue
        if name in given.values:
            given.problems.append(misunderstood(span, f"a directive before it gives {name} a value already"))
            continue
        value = _with_axes_of(session, statement.value, entries_of(document))
        given.values[name], given.places[name] = value, span
        everywhere = replace(entries[0], companion=True, local=False)
        for atom, size in _sizes(declared, value):
            session.sizes.append(StatedSize(((atom, span), (number(size), span)), everywhere))
    return given


def _declared_as(session: Session, tex: str, span: Span) -> str:
    """What says of a tensor with one axis that it is one, so that a list stands along that; empty of others."""
    left = tex.partition("=")[0].strip()
    entries = entries_of(read_text(f"${left}$", span.source.path))
    symbols = [part for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)]
    bindings = session.scope.by_name.get(symbols[0].full_name, ()) if len(symbols) == 1 else ()
    domains = [b.domain for b in bindings if isinstance(b, Declared) and b.domain is not None]
    shapes = {tuple(sized.axis.name for sized in domain.shape.axes) for domain in domains}
    axes = shapes.pop() if len(shapes) == 1 else ()
    if len(axes) != 1:
        return ""
    name = axes[0].rstrip("'*")
    axis = session.axis_spellings.get(axes[0], f"\\mathsf{{{name}}}{axes[0].removeprefix(name)}")
    return f"Let ${left} \\in \\reals^{{{axis}}}$.\n\n"


def _with_axes_of(session: Session, value: NamedArray, entries: list[Entry]) -> NamedArray:
    """A value is read without the document's macros: an axis is the one that the document writes like it."""
    written = {text: name for name, text in session.axis_spellings.items()}
    names = {
        part.name: written.get(part.span.text.strip(), part.name)
        for entry in entries
        for part in walk(entry.parsed)
        if isinstance(part, ast.Axis)
    }
    return NamedArray(tuple(names.get(axis, axis) for axis in value.axes), value.data)


def _sizes(declared: Iterable[Declared], value: NamedArray) -> Iterable[tuple[Size, int]]:
    """The sizes that are those of the value's axes: of the axes themselves, or variables that the declaration names."""
    for binding in declared:
        assert binding.domain is not None
        for sized in binding.domain.shape.axes:
            if sized.axis.name not in value.axes:
                continue
            size = value.sizes[sized.axis.name]
            if sized.size is None:
                yield default_size(sized.axis.name), size
            elif isinstance(sized.size, ast.Symbol):
                yield variable(sized.size.full_name), size
