"""Why a derivative by a name is not read, though another reading of it may be."""

from __future__ import annotations

from ntdoc.syntax.cursor import Unreadable


class NotWritten(Unreadable):
    """A derivative by a name that an expression is not written with, though both are made of the same tensors."""


class Superseded(Unreadable):
    """A derivative by a name of an expression that rests on what the name was before; there may be another reading."""
