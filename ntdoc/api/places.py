"""Where a function of the user's program stands, for messages about it."""

from __future__ import annotations

import inspect
import linecache
import os
from collections.abc import Callable
from typing import Any

from ntdoc.api.array import written
from ntdoc.source import Source, Span


def place_of(function: Callable[..., Any], called: str) -> Span:
    """The first line of a function, or of the class of what is called, in its file; the mere name where it has none."""
    inner: object = inspect.unwrap(getattr(function, "func", function))  # of a functools.partial
    if not inspect.isroutine(inner) and not inspect.isclass(inner):
        inner = type(inner)
    try:
        file, (_, number) = inspect.getsourcefile(inner), inspect.getsourcelines(inner)
    except (TypeError, OSError, ValueError, IndexError, SyntaxError):
        return written(called)
    text = "".join(linecache.getlines(file or ""))
    lines = text.splitlines(keepends=True)
    if not file or not 0 < number <= len(lines):
        return written(called)
    while number < len(lines) and lines[number - 1].lstrip().startswith("@"):
        number += 1  # a decorator
    line = lines[number - 1]
    start = sum(map(len, lines[: number - 1])) + len(line) - len(line.lstrip())
    shown = os.path.relpath(file) if os.path.abspath(file).startswith(os.getcwd() + os.sep) else file
    return Span(Source(shown, text), start, start + len(line.strip()))
