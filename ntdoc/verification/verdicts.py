"""What became of a statement."""

from __future__ import annotations

from dataclasses import dataclass, field

from ntdoc.diagnostics import Diagnostic
from ntdoc.evaluation.run import Runner
from ntdoc.operations.array import NamedArray
from ntdoc.report import Status


@dataclass(slots=True)
class Verdict:
    """What became of a statement."""

    status: Status
    reason: str | None = None
    value: NamedArray | None = None
    runner: Runner | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    partial: bool = False  # a definition of some entries, and not of the others
    met: bool = False  # refuted where all holds that its sentence supposes
    sure: bool = False  # refuted whatever its sentence supposes

    def refuse(self, *found: Diagnostic) -> None:
        """Put the statement in error for what has been found of it besides."""
        self.status, self.reason, self.diagnostics = Status.ERROR, None, [*self.diagnostics, *found]
