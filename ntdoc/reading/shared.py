"""The macros that every document of a project has: those of the files that its configuration names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ntdoc.diagnostics import Diagnostic
from ntdoc.reading.files import load
from ntdoc.reading.meanings import Meaning
from ntdoc.source import SharedFile, Source


@dataclass(frozen=True, slots=True)
class Shared:
    """What the files define, the files with those that they include, and what is wrong in them."""

    macros: Mapping[str, Meaning] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


NOTHING = Shared()

_INCLUDING = ("\\input", "\\include", "\\subfile", "\\import", "\\subi", "\\Input")
_MOST = 8  # readings that are kept
_kept: dict[tuple[tuple[SharedFile, str, str | None], ...], Shared] = {}


def read_shared(files: Sequence[SharedFile]) -> Shared:
    """Read the definitions of files of LaTeX, each with what those before it define. Never raises.

    What is made of the same content is made once, unless it includes other files.
    """
    if not files:
        return NOTHING
    loaded = [(file, *load(file.path, file.shown_as)) for file in files]
    if any(word in source.text for _, source, _ in loaded for word in _INCLUDING):
        return _read(loaded)
    key = tuple((file, source.text, problem.message if problem else None) for file, source, problem in loaded)
    if (known := _kept.get(key)) is not None:
        return known
    if len(_kept) >= _MOST:
        _kept.clear()
    _kept[key] = made = _read(loaded)
    return made


def _read(loaded: Sequence[tuple[SharedFile, Source, Diagnostic | None]]) -> Shared:
    from ntdoc.reading.latex import read_definitions  # only a project with such files needs it

    macros: dict[str, Meaning] = {}
    sources: list[Source] = []
    diagnostics: list[Diagnostic] = []
    for file, source, problem in loaded:
        if problem is not None:
            sources.append(source)
            diagnostics.append(problem)
            continue
        found = read_definitions(source, file.path, file.root, macros)
        macros.update(found.macros)
        sources.extend(found.sources)
        diagnostics.extend(found.diagnostics)
    return Shared(macros, tuple(sources), tuple(diagnostics))
