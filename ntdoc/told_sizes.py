"""The sizes that a run or a document asks for in examples, and those of them that no example has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.directives import Directions, Sizes, misunderstood
from ntdoc.evaluation.stops import TOO_LARGE
from ntdoc.nodes import walk
from ntdoc.report import DocumentReport
from ntdoc.settings import Settings
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in, match
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Size, default_size, number, variable
from ntdoc.shapes.stated import StatedSize
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.check import needed_sizes
from ntdoc.verification.verdicts import Verdict


@dataclass(slots=True)
class ToldSizes:
    """The sizes that are asked for: by the run, where they have no place, or by directives."""

    sizes: dict[Size, tuple[str, int, Span | None]] = field(default_factory=dict)  # as they are called; the last wins
    problems: list[Diagnostic] = field(default_factory=list)  # of directives that do nothing
    absent: list[str] = field(default_factory=list)  # of the run's, those of nothing in this document

    @property
    def pairs(self) -> frozenset[tuple[Size, Size]]:
        return frozenset((atom, number(n)) for atom, (_, n, _) in self.sizes.items())

    def unheeded(self, judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> tuple[tuple[str, str], ...]:
        """Of the run's sizes, those that examples do not have, with why. A directive may be of a twin of an axis.

        Where the document says another number for a statement, or for a case, that holds there.
        """
        if not self.sizes:
            return ()
        run = []
        made = [
            (needed_sizes(j), j.notebook.said, v.runner.sizes)
            for j, v in zip(judged, verdicts, strict=True)
            if v.runner is not None
        ]
        for atom, (name, n, directive) in self.sizes.items():
            if directive is not None:
                continue
            examples = [
                sizes
                for needed, said, sizes in made
                if any(size.atoms & atom.atoms for size in needed)
                and not any(one == atom and other.constant not in (None, n) for one, other in said)
            ]
            if not made or (examples and all(n == sizes.get(a, n) for sizes in examples for a in atom.atoms)):
                continue
            why = (
                f"not every example has {name} = {n}: it does not go with other sizes, or with what the document says"
                if examples
                else f"no example has {name} = {n}: nothing that is evaluated has this size"
            )
            run.append((name, why))
        return tuple(run)


def give_sizes(session: Session, directions: Directions, entries: Sequence[Entry], settings: Settings) -> ToldSizes:
    """Add the sizes that are given to those stated, over which they win."""
    asked = [(p.request, p.span) for p in directions.placed if isinstance(p.request, Sizes)]
    directives = [(text, size, span) for request, span in asked for text, size in request.given]
    defaults = settings.default.sizes if settings.default is not None else ()
    told = ToldSizes()
    if not entries:
        told.problems = [misunderstood(span, "there is nothing here that has a size") for _, _, span in directives]
        told.absent = [text for text, _ in (*defaults, *settings.sizes)]
        return told
    nowhere = Span(entries[0].parsed.span.source, 0, 0)
    given: list[tuple[str, int, Span | None]] = [
        *((text, size, None) for text, size in defaults),
        *directives,
        *((text, size, None) for text, size in settings.sizes),
    ]  # the last one wins
    variables = set(_symbols(entries)) if given else set()
    everywhere = replace(entries[0], companion=True, local=False)
    written = {text: name for name, text in session.axis_spellings.items()}
    for text, size, span in given:
        axis = written.get(text) or (text if text in session.axis_spellings else None)
        if axis is None and text not in variables and not any(_is_member(text, name) for name in variables):
            if span is None:
                told.absent.append(text)
            else:
                told.problems.append(misunderstood(span, f"the document has no axis and no size called {text}"))
            continue
        atom = default_size(axis) if axis is not None else variable(text)
        place = span or nowhere
        session.sizes.append(StatedSize(((atom, place), (number(size), place)), everywhere))
        told.sizes[atom] = (text, size, span)
    return told


def largest_size(settings: Settings) -> tuple[str, int] | None:
    """The largest of the sizes that a run is told."""
    defaults = settings.default.sizes if settings.default is not None else ()
    return max((*defaults, *settings.sizes), key=lambda told: told[1], default=None)


def what_is_too_large(report: DocumentReport) -> str | None:
    """What is said of arrays that are too large to be made, if any is needed."""
    said = (*(d.message for d in report.diagnostics), *(s.reason or "" for s in report.statements))
    return next((text for text in said if TOO_LARGE in text), None)


def _is_member(text: str, family: str) -> bool:
    """Whether a name is that of a numbered member of a family: `n_2` of `n_l`."""
    values = match(family, text, letters_in(family))
    return values is not None and all(isinstance(value, int) for value in values.values())


def _symbols(entries: Iterable[Entry]) -> Iterator[str]:
    """The name of every symbol in the document."""
    for entry in entries:
        for part in walk(entry.parsed):
            if isinstance(part, ast.Symbol):
                yield part.full_name
