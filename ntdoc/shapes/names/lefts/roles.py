"""What a statement is found to be: its kind, and what it binds."""

from __future__ import annotations

from dataclasses import dataclass

from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


@dataclass(frozen=True, slots=True)
class Role:
    """What an entry is. `defines` is the binding whose value is evaluated."""

    entry: Entry
    kind: Kind
    name: str | None = None
    defines: Function | Tensor | None = None
    declares: tuple[Declared, ...] = ()
    sizes: tuple[ast.Operand, ...] = ()  # of a statement about sizes
    mention: bool = False  # inline, and says nothing by itself
