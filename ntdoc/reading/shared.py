"""The macros that every document of a project has: those of the files that its configuration names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.definitions import Meaning
from ntdoc.reading.files import load
from ntdoc.source import SharedFile, Source


@dataclass(frozen=True, slots=True)
class Shared:
    """What the files define, the files with those that they include, and what is wrong in them."""

    macros: Mapping[str, Meaning] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


NOTHING = Shared()


def read_shared(files: Sequence[SharedFile]) -> Shared:
    """Read the definitions of files of LaTeX, each with what those before it define. Never raises."""
    if not files:
        return NOTHING
    from ntdoc.reading.latex import read_definitions  # only a project with such files needs it

    macros: dict[str, Meaning] = {}
    sources: list[Source] = []
    diagnostics: list[Diagnostic] = []
    for file in files:
        source, problem = load(file.path, file.shown_as)
        if problem is not None:
            sources.append(source)
            diagnostics.append(problem)
            continue
        found = read_definitions(source, file.path, file.root, macros)
        macros.update(found.macros)
        sources.extend(found.sources)
        diagnostics.extend(found.diagnostics)
    return Shared(macros, tuple(sources), tuple(diagnostics))
