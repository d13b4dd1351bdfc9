"""What is raised where a call from Python does not fit the document: a diagnostic, in the words of the terminal."""

from __future__ import annotations

from ntdoc.diagnostics import Diagnostic


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


class UnknownNameError(DiagnosticError, AttributeError, KeyError):
    """The document has nothing of that name. Python asks for an AttributeError or a KeyError there."""
