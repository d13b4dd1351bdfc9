"""What an operation says when its arguments do not fit. The caller, who holds the expression, adds where."""

from __future__ import annotations


class AxisError(Exception):
    """An axis that an operation cannot work with: `axis` is its name, `message` says what is wrong."""

    def __init__(self, axis: str, message: str) -> None:
        super().__init__(message)
        self.axis = axis
        self.message = message
