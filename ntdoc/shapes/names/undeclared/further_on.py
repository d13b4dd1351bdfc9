"""A name that only a declaration further on in its section is of, and that does not fit with it: it is another one.

A text may say what a name is after it has used it. Where the shapes are wrong with what a later passage declares, and
nothing before that is right with it, the name there is taken for another of that name, and has not been declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Use
from ntdoc.shapes.judged import Judged

_OF_SHAPES = frozenset({"NT203", "NT204", "NT205", "NT208", "NT212"})


def not_declared_yet(judged: Sequence[Judged]) -> None:
    """Tell of the name, and not of axes that a tensor of another passage has (NT201)."""
    fitting = {id(use.binding) for j in judged if not j.notebook.problems for use in _of_later(j)}
    for j in judged:
        later = [use for use in _of_later(j) if id(use.binding) not in fitting]
        if not later or j.kind is Kind.CLAIM or j.perhaps is not None:  # a claim may be a law
            continue
        kept: list[Diagnostic] = []
        told: dict[str, Diagnostic] = {}
        for d in j.notebook.diagnostics:
            blamed = next((use for use in later if d.code in _OF_SHAPES and _shows(d, use)), None)
            if blamed is None:
                kept.append(d)
            else:
                told.setdefault(blamed.name, _told(blamed))
        j.notebook.diagnostics[:] = [*told.values(), *kept]


def _of_later(judged: Judged) -> Iterator[Use]:
    """The uses of what a declaration of another passage says, further on in the section."""
    at = judged.role.entry
    for notebook in judged.notebooks:
        for use in notebook.uses:
            if isinstance(use.binding, Declared) and _is_apart(use.binding.entry, at):
                yield use


def _is_apart(said: Entry, at: Entry) -> bool:
    later = said.index > at.index and said.section == at.section and not (said.where or said.companion)
    return later and said.run != at.run and said.sentence != at.sentence


def _shows(d: Diagnostic, use: Use) -> bool:
    """Whether an error is about a use, or shows where that is declared."""
    shown = use.binding is not None and any(r.span == use.binding.span for r in d.related)
    return shown or d.span.covers(use.span) or use.span.covers(d.span)


def _told(use: Use) -> Diagnostic:
    related = (Related(use.binding.span, "declared here, with other axes"),) if use.binding is not None else ()
    hint = f"the `{use.name}` that is declared further on does not fit here: declare this one before, or name it otherwise"
    return Diagnostic(
        "NT201", f"{use.name} is not declared", use.span, label="undeclared name", related=related, hints=(hint,)
    )
