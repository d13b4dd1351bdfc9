"""What is raised where a call from Python does not fit the document: a diagnostic, in the words of the terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ntdoc.diagnostics import Diagnostic

_P = ParamSpec("_P")
_R = TypeVar("_R")


class DiagnosticError(Exception):
    """A call that does not fit the document. Its text is the diagnostic: code, message, places and shapes."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    @property
    def code(self) -> str:
        return self.diagnostic.code

    def __str__(self) -> str:
        from ntdoc.rendering.reports.terminal import render_diagnostic

        return render_diagnostic(self.diagnostic)


def told(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function whose diagnostics come from where it is called: their text says all, and no frame of ntdoc more.

    pytest shows the source of each frame that it is not told to leave out.
    """

    @wraps(function)
    def called(*arguments: _P.args, **keywords: _P.kwargs) -> _R:
        __tracebackhide__ = True
        try:
            return function(*arguments, **keywords)
        except DiagnosticError as problem:
            raise problem.with_traceback(None) from problem.__cause__

    return called


class UnknownNameError(DiagnosticError, AttributeError, KeyError):
    """The document has nothing of that name. Python asks for an AttributeError or a KeyError there."""


class MissingValueError(DiagnosticError):
    """A call that needs values of what the document only declares: `needed`, with their axes."""

    def __init__(self, diagnostic: Diagnostic, needed: dict[str, tuple[str, ...]]) -> None:
        super().__init__(diagnostic)
        self.needed = needed
