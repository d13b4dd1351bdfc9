"""Patterns that an earlier process compiled: that is up to a third of what it takes to check a short document.

Python has no public way to write a compiled pattern down, so what its own modules hand each other is. Where they are
other ones than this knows, or what was written is not what they take, the pattern is compiled as ever: to read too
little costs time and nothing else.
"""

from __future__ import annotations

import json
import os
import re
import sys
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ntdoc.regex import compile_by

_MOST = 3000  # patterns in the file, before those of older versions are left out of it
_CODE = "I"  # the type of the words of a pattern's code


@contextmanager
def stored() -> Iterator[None]:
    """Within, patterns are taken from those that are stored, and at the end new ones are with them."""
    patterns = Stored(_folder())
    compile_by(patterns.compile)
    try:
        yield
    finally:
        compile_by(re.compile)
        patterns.write()


def take_stored() -> None:
    """From now on, patterns are taken from those that are stored."""
    compile_by(Stored(_folder()).compile)


class _Compiled(NamedTuple):
    """The arguments with which the matcher is made."""

    flags: int
    code: bytes
    groups: int
    names: dict[str, int]


class Stored:
    """The patterns that are stored in a folder, for this version of Python. Reads the file when it is first asked."""

    def __init__(self, folder: Path) -> None:
        matcher = import_module("_sre")
        version = f"{sys.implementation.cache_tag}-{getattr(matcher, 'MAGIC', 0)}-{sys.byteorder}"
        self._file = folder / f"{version}.patterns"
        self._make = matcher.compile
        self._there: dict[tuple[str, int], _Compiled] | None = None
        self._used: dict[tuple[str, int], _Compiled] = {}

    def compile(self, pattern: str, flags: int) -> re.Pattern[str]:
        """A compiled pattern. Raises re.error for a pattern that is none."""
        if self._there is None:
            self._there = _read(self._file)
        found = self._there.get((pattern, flags)) or _worked_out(pattern, flags)
        if found is not None:
            with suppress(TypeError, ValueError, RuntimeError, LookupError):  # not what this matcher takes
                made = self._made(pattern, found)
                self._used[pattern, flags] = found
                return made
        return re.compile(pattern, flags)

    def write(self) -> None:
        """Write down what was compiled and is not there yet."""
        there = self._there or {}
        if self._used.keys() <= there.keys():
            return
        every = self._used if len(there) > _MOST else there | self._used
        codes = b"".join(c.code for c in every.values())
        named = [[*key, c.flags, len(c.code), c.groups, c.names] for key, c in every.items()]
        beside = self._file.with_suffix(f".{os.getpid()}")
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.write_bytes(b"\n".join((json.dumps([zlib.crc32(codes), named]).encode(), codes)))
            beside.replace(self._file)
        except OSError:  # a full disk, a folder that may not be written
            with suppress(OSError):
                beside.unlink()

    def _made(self, pattern: str, compiled: _Compiled) -> re.Pattern[str]:
        code = array(_CODE, compiled.code).tolist()
        names: list[str | None] = [None] * (compiled.groups + 1)
        for name, number in compiled.names.items():
            names[number] = name
        made: re.Pattern[str] = self._make(pattern, compiled.flags, code, compiled.groups, compiled.names, tuple(names))
        return made


def _read(file: Path) -> dict[tuple[str, int], _Compiled]:
    """What is stored in a file: nothing where it is not there, or not as it was written."""
    found, place = dict[tuple[str, int], _Compiled](), 0
    try:
        head, _, codes = file.read_bytes().partition(b"\n")
        check, named = json.loads(head)
        if check != zlib.crc32(codes):
            return {}
        for pattern, flags, own, length, groups, names in named:
            found[pattern, flags] = _Compiled(own, codes[place : place + length], groups, names)
            place += length
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
    return found


def _worked_out(pattern: str, flags: int) -> _Compiled | None:
    """A pattern as Python's own modules compile it; nothing where they are others. Raises re.error."""
    try:
        parser: Any = import_module("re._parser")
        compiler: Any = import_module("re._compiler")
        parsed = parser.parse(pattern, flags)
        code, state = compiler._code(parsed, flags), parsed.state
        return _Compiled(flags | state.flags, array(_CODE, code).tobytes(), state.groups - 1, dict(state.groupdict))
    except (ImportError, AttributeError, TypeError, ValueError):
        return None


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("ntdoc") / "patterns"
