"""Why an evaluation may stop: the document asks for what has no value, or for more than there is room or time."""

from __future__ import annotations

from ntdoc.operations.errors import AxisError
from ntdoc.source import Span

TOO_LARGE = "more than ntdoc evaluates"  # so is said of arrays that are not made


class RunError(Exception):
    """Evaluation stopped: an index out of range (NT211), sizes that are too large (NT303)."""

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span


class TooLarge(RunError):
    """It would take more room or time than ntdoc gives a document (NT303): nothing says that it is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__("NT303", message)


STOPS = (RunError, AxisError)
