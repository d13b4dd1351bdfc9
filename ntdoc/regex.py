"""Regular expressions that are compiled when they are first used.

A document needs few of all that the modules name, and to compile all of them takes longer than to check a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")

_way: list[Callable[[str, int], re.Pattern[str]]] = [re.compile]


class Lazy:
    """What a compiled pattern is once something is asked of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet. Raises re.error for a pattern that is none."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = _way[0](self.pattern, int(self._flags))
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, to be compiled when it is needed. The `re` of what it finds is another: compare their `pattern`."""
    return cast("re.Pattern[str]", Lazy(pattern, flags))


def compile_by(way: Callable[[str, int], re.Pattern[str]]) -> None:
    """From now on, patterns that are used for the first time are compiled so."""
    _way[0] = way
