"""An exception that nothing of ntdoc expects: it costs the statement it happens in, and is told there (NT111)."""

from __future__ import annotations

import os

from ntdoc.diagnostics import Diagnostic
from ntdoc.source import Span


def told(error: Exception, span: Span) -> Diagnostic:
    """What is told of a statement while which an exception was raised. With `NTDOC_TRACEBACK` it is raised on."""
    if os.environ.get("NTDOC_TRACEBACK"):
        raise error
    what = " ".join(f"{type(error).__name__}: {error}".split())
    message = f"internal error: {what} (please report it; NTDOC_TRACEBACK=1 shows where it is)"
    return Diagnostic("NT111", message, span, label="not checked for it")
