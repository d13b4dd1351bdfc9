"""A name of which only another passage says what it is, and that does not fit with it: it is another one.

A text may say what a name is after it has used it. Where the shapes are wrong with what a later passage declares, and
nothing before that is right with it, the name there is taken for another of that name, and has not been declared. So
it is where another section has the name for a tensor over a letter for a shape, which is of any axes: it says nothing
of those that an example has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, is_open
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Use
from ntdoc.shapes.judged import Judged

OF_SHAPES = frozenset({"NT203", "NT204", "NT205", "NT208", "NT212"})


def not_declared_here(judged: Sequence[Judged]) -> None:
    """Tell of the name, and not of axes that a tensor of another passage has (NT201)."""
    of_passages = [(j, [*_of_another(j)]) for j in judged]
    fitting = {(id(b), j.role.entry.section) for j, uses in of_passages for _, b in uses if not j.notebook.problems}
    for j, uses in of_passages:
        other = [(use, b) for use, b in uses if (id(b), j.role.entry.section) not in fitting]
        if not other or j.kind is Kind.CLAIM or j.perhaps is not None:  # a claim may be a law
            continue
        kept: list[Diagnostic] = []
        told: dict[str, Diagnostic] = {}
        for d in j.notebook.diagnostics:
            blamed = next(((use, b) for use, b in other if d.code in OF_SHAPES and _shows(d, use, b)), None)
            if blamed is None:
                kept.append(d)
            else:
                told.setdefault(blamed[0].name, _told(*blamed, j.role.entry))
        j.notebook.diagnostics[:] = [*told.values(), *kept]


def _of_another(judged: Judged) -> Iterator[tuple[Use, Declared]]:
    """The uses of what a declaration of another passage says."""
    for notebook in judged.notebooks:
        for use in notebook.uses:
            if isinstance(use.binding, Declared) and _is_apart(use.binding, judged.role.entry):
                yield use, use.binding


def _is_apart(declared: Declared, at: Entry) -> bool:
    said = declared.entry
    if said.section != at.section:
        return is_open(declared)
    later = said.index > at.index and not (said.where or said.companion)
    return later and said.run != at.run and said.sentence != at.sentence


def _shows(d: Diagnostic, use: Use, declared: Declared) -> bool:
    """Whether an error is about a use, or shows where that is declared."""
    shown = any(r.span == declared.span for r in d.related)
    return shown or d.span.covers(use.span) or use.span.covers(d.span)


def _told(use: Use, declared: Declared, at: Entry) -> Diagnostic:
    message, name = f"{use.name} is not declared", f"the `{use.name}`"
    if declared.entry.section == at.section:
        label = "declared here, with other axes"
        hint = f"{name} that is declared further on does not fit here: declare this one before, or name it otherwise"
    else:
        label = "of any shape here"
        hint = f"{name} of {declared.span.line_for(use.span)} is of any shape: say which axes this one has"
    related = (Related(declared.span, label),)
    return Diagnostic("NT201", message, use.span, label="undeclared name", related=related, hints=(hint,))
