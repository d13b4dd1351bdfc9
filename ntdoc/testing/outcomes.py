"""What is raised and warned of where an implementation gives other numbers than the equation."""

from __future__ import annotations

from ntdoc.api.errors import DiagnosticError


class ImplementationError(DiagnosticError, AssertionError):
    """An implementation gives other numbers than the equation. Its text shows a small input where it does."""

    fits = False
    """Whether what it gives has at least the shape of what the equation gives."""

    is_whole = False
    """Whether the numbers of the input and of both results are shown, for they are few."""


class LiftedWarning(UserWarning):
    """An implementation is right on what the signature says alone, and takes a batch of that, on which it is wrong."""
