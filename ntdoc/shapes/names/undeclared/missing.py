"""A name that is found nowhere, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that is found nowhere: `base_sub`, or a base alone."""

    session: Session
    name: str
    env: Environment
    span: Span
    function: bool  # whether it is called

    @property
    def at(self) -> Entry:
        """The statement that has the name."""
        return self.env.at

    @property
    def base(self) -> str:
        return self.name.partition("_")[0]

    @property
    def sub(self) -> str:
        return self.name.partition("_")[2]

    @property
    def has_subscript(self) -> bool:
        return "_" in self.name

    def error(self, message: str, label: str, hints: tuple[str, ...] = ()) -> Typed:
        """Report that it is not declared."""
        report(self.env, Diagnostic("NT201", f"{message} is not declared", self.span, label=label, hints=hints))
        return poison(self.span)


Rule = Callable[[Missing], Typed | None]  # what it is, or None if the rule does not tell; raises Unreadable
