"""The configuration: `ntdoc.toml`, or `[tool.ntdoc]` in `pyproject.toml`, in the folder or one above it.

A key that is not known is an error, with its place and what was probably meant: a misspelt `ignore` must not pass.
"""

from __future__ import annotations

import difflib
import math
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from ntdoc.diagnostics import Severity, codes_meant
from ntdoc.settings import (
    EVERYTHING,
    FORMATS,
    LARGEST_SIZE,
    MOST_JOBS,
    UNTOLD,
    Selection,
    Settings,
    is_code_or_beginning,
)
from ntdoc.source import SharedFile, Source
from ntdoc.toml_places import places

OWN_FILE, SHARED_FILE = "ntdoc.toml", "pyproject.toml"
_LARGEST = 1_000_000  # bytes

_FLAGS = {
    "fold": "whether a page folds tables and numbers up",
    "complete": "whether `ntdoc check` fails for what is not checked, too",
}

Toml = object  # what tomllib makes: strings, numbers, booleans, lists and tables of these


class ConfigurationError(Exception):
    """The configuration cannot be used; the message is for the user, a line for each problem."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the file says, with paths from its folder; flags come first."""

    file: Path | None = None
    paths: tuple[Path, ...] = ()
    exclude: tuple[str, ...] = ()
    format: str = "text"
    jobs: int = 1
    settings: Settings = UNTOLD
    selection: Selection = EVERYTHING
    title: str | None = None
    fold: bool = False  # on a site the tables and numbers are folded up until a reader asks for them
    complete: bool = False  # `check` fails for what is not checked, too
    places: Mapping[tuple[str, ...], str] = field(default_factory=dict)  # of keys and items: `ntdoc.toml:3:1`

    @property
    def folder(self) -> Path:
        return Path.cwd() if self.file is None else self.file.parent


def find_configuration(start: Path) -> Path | None:
    """The nearest file in a folder and those above it, up to the repository's: `ntdoc.toml` before `pyproject.toml`."""
    for folder in (start, *start.parents):
        own = folder / OWN_FILE
        if own.is_file():
            return own
        shared = folder / SHARED_FILE
        if shared.is_file() and _says_something(shared):
            return shared
        if (folder / ".git").exists():
            return None
    return None


def read_configuration(file: Path, shown_as: str) -> Configuration:
    """The configuration in a file. Raises ConfigurationError for all that is wrong in it."""
    text = _text(file, shown_as)
    source = Source(shown_as, text)
    try:
        content: dict[str, Toml] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ConfigurationError(f"{shown_as}: this is no TOML: {error}") from None
    prefix: tuple[str, ...] = () if file.name != SHARED_FILE else ("tool", "ntdoc")
    table: Toml = content
    for name in prefix:
        table = table.get(name, {}) if isinstance(table, dict) else {}
    reader = _Reader(source, prefix, file.parent)
    if not isinstance(table, dict):
        reader.complain((), "this is no table")
        table = {}
    found = reader.read(table, file)
    if reader.problems:
        raise ConfigurationError("\n".join(reader.problems))
    return found


def no_such_code(text: str) -> str | None:
    """What is wrong with a code, or the beginning of one, as somebody wrote it."""
    if is_code_or_beginning(text):
        return None
    near = codes_meant(text)
    others = "`ntdoc explain` lists the codes, and NT3 stands for all that begin so"
    return f"there is no diagnostic {text}: " + (f"did you mean {' or '.join(near)}?" if near else others)


def _text(file: Path, shown_as: str) -> str:
    try:
        data = file.read_bytes()
        if len(data) > _LARGEST:
            raise ConfigurationError(f"{shown_as} is larger than {_LARGEST // 1_000_000} MB")
        return data.decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigurationError(f"{shown_as}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{shown_as} is not UTF-8 text") from None


def _says_something(file: Path) -> bool:
    """Whether a file that other tools share has a table for ntdoc. One that cannot be read is theirs to report."""
    try:
        data = file.read_bytes()
        content = tomllib.loads(data.decode("utf-8")) if len(data) <= _LARGEST else {}
    except (OSError, ValueError, RecursionError):
        return False
    tool = content.get("tool")
    return isinstance(tool, dict) and "ntdoc" in tool


class _Reader:
    """Turns the table into values, and notes what is wrong with each key at its place."""

    def __init__(self, source: Source, prefix: tuple[str, ...], folder: Path) -> None:
        self.problems: list[str] = []
        self._source = source
        self._prefix = prefix
        self._places = places(source.text)
        self._readers: dict[str, Callable[[str, Toml], None]] = {
            "paths": self._strings,
            "exclude": self._strings,
            "macros": self._macros,
            "title": self._title,
            "fold": self._flag,
            "complete": self._flag,
            "format": self._format,
            "jobs": self._jobs,
            "seed": self._seed,
            "tolerance": self._tolerance,
            "select": self._codes,
            "ignore": self._codes,
            "sizes": self._sizes,
            "per-file-ignores": self._per_file,
            "severity": self._severity,
        }
        self._folder = folder
        self._shared: tuple[SharedFile, ...] = ()
        self._heading: str | None = None
        self._flags: dict[str, bool] = {}
        self._lists: dict[str, tuple[str, ...]] = {}
        self._numbers: dict[str, int] = {}
        self._chosen = "text"
        self._slack: float | None = None
        self._given: tuple[tuple[str, int], ...] = ()
        self._files: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._grades: tuple[tuple[str, Severity], ...] = ()

    def read(self, table: dict[str, Toml], file: Path) -> Configuration:
        for key, value in table.items():
            reader = self._readers.get(key)
            if reader is None:
                near = difflib.get_close_matches(key.replace("_", "-").lower(), self._readers, n=1)
                remedy = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(self._readers)}"
                self.complain((key,), f"unknown key `{key}`: {remedy}")
            else:
                reader(key, value)
        folder, own = self._folder, len(self._prefix)
        return Configuration(
            file,
            tuple(folder / path for path in self._lists.get("paths", ())),
            self._lists.get("exclude", ()),
            self._chosen,
            self._numbers.get("jobs", 1),
            Settings(self._numbers.get("seed"), self._given, self._slack, macros=self._shared),
            Selection(
                self._lists.get("select", EVERYTHING.select),
                self._lists.get("ignore", ()),
                self._files,
                self._grades,
                str(folder),
            ),
            self._heading,
            self._flags.get("fold", False),
            self._flags.get("complete", False),
            {path[own:]: self._place(path) for path in self._places if path[:own] == self._prefix},
        )

    def complain(self, key: tuple[str, ...], message: str) -> None:
        path = (*self._prefix, *key)
        while path and path not in self._places:
            path = path[:-1]
        self.problems.append(f"{self._place(path)}: {message}")

    def _place(self, path: tuple[str, ...]) -> str:
        line, column = self._source.position(self._places.get(path, 0))
        return f"{self._source.path}:{line}:{column}"

    # --- one method for each form of value ---

    def _strings(self, key: str, value: Toml) -> None:
        found = _texts(value)
        if found is None:
            self.complain((key,), f'`{key}` is a list of strings, such as {key} = ["docs"]')
        else:
            self._lists[key] = found

    def _codes(self, key: str, value: Toml) -> None:
        found = _texts(value)
        if found is None:
            self.complain((key,), f'`{key}` is a list of codes, such as {key} = ["NT305"]')
        elif self._are_codes((key,), found):
            self._lists[key] = found

    def _are_codes(self, place: tuple[str, ...], codes: Iterable[str]) -> bool:
        wrong = [(n, problem) for n, code in enumerate(codes) if (problem := no_such_code(code)) is not None]
        for number, problem in wrong:
            self.complain((*place, str(number)), problem)
        return not wrong

    def _title(self, key: str, value: Toml) -> None:
        if isinstance(value, str) and value.strip():
            self._heading = value
        else:
            self.complain((key,), '`title` is the title of the site, such as title = "Attention"')

    def _flag(self, key: str, value: Toml) -> None:
        if isinstance(value, bool):
            self._flags[key] = value
        else:
            self.complain((key,), f"`{key}` is true or false: {_FLAGS[key]}")

    def _macros(self, key: str, value: Toml) -> None:
        found = _texts([value] if isinstance(value, str) else value)
        if found is None:
            self.complain((key,), '`macros` is a file of definitions or a list of them, such as macros = "macros.tex"')
            return
        files = []
        for number, name in enumerate(found):
            path = self._folder / name
            real, root = Path(os.path.realpath(path)), Path(os.path.realpath(self._folder))
            if not real.is_relative_to(root):
                self.complain((key, str(number)), f"{name} lies outside of the folder of this file")
            elif not real.is_file():
                self.complain((key, str(number)), f"there is no file {name}")
            else:
                shown = (Path(self._source.path).parent / name).as_posix()
                files.append(SharedFile(Path(os.path.abspath(path)), shown, root))
        self._shared = tuple(files)

    def _format(self, key: str, value: Toml) -> None:
        if isinstance(value, str) and value in FORMATS:
            self._chosen = value
            return
        near = difflib.get_close_matches(str(value), FORMATS, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"one of {', '.join(FORMATS)}"
        self.complain((key,), f"there is no format {value!r}: {remedy}")

    def _jobs(self, key: str, value: Toml) -> None:
        if _is_whole(value) and 1 <= value <= MOST_JOBS:
            self._numbers[key] = value
        else:
            self.complain((key,), f"`jobs` is a number from 1 to {MOST_JOBS}")

    def _seed(self, key: str, value: Toml) -> None:
        if _is_whole(value) and 0 <= value < 10**18:
            self._numbers[key] = value
        else:
            self.complain((key,), "`seed` is a whole number, 0 or more, such as seed = 7")

    def _tolerance(self, key: str, value: Toml) -> None:
        number = float(value) if isinstance(value, float) or (_is_whole(value) and abs(value) < 2) else math.nan
        if 0 < number < 1:
            self._slack = number
        else:
            self.complain((key,), "`tolerance` is a number between 0 and 1, such as tolerance = 1e-6")

    def _sizes(self, key: str, value: Toml) -> None:
        good: list[tuple[str, int]] = []
        for name, size in self._table(key, value, "seq = 7"):
            if _is_whole(size) and 0 < size <= LARGEST_SIZE:
                good.append((name, size))
            elif _is_whole(size) and size > 0:
                self.complain((key, name), f"{size} is too large a size for an example")
            else:
                self.complain((key, name), f"the size of {name} is a whole number above 0")
        self._given = tuple(good)

    def _per_file(self, key: str, value: Toml) -> None:
        good: list[tuple[str, tuple[str, ...]]] = []
        for pattern, codes in self._table(key, value, '"drafts/*.md" = ["NT301"]'):
            found = _texts(codes)
            if found is None:
                self.complain((key, pattern), f"what is ignored in {pattern} is a list of codes")
            elif self._are_codes((key, pattern), found):
                good.append((pattern, found))
        self._files = tuple(good)

    def _severity(self, key: str, value: Toml) -> None:
        good: list[tuple[str, Severity]] = []
        for code, grade in self._table(key, value, 'NT305 = "error"'):
            if not isinstance(grade, str) or grade not in tuple(Severity):
                self.complain((key, code), f"a severity is one of {', '.join(Severity)}")
            elif self._are_codes((key, code), (code,)):
                good.append((code, Severity(grade)))
        self._grades = tuple(good)

    def _table(self, key: str, value: Toml, example: str) -> Iterator[tuple[str, Toml]]:
        if isinstance(value, dict):
            yield from value.items()
        else:
            self.complain((key,), f"`{key}` is a table, with lines such as {example}")


def _texts(value: Toml) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) and "\0" not in item for item in value):
        return tuple(value)
    return None


def _is_whole(value: Toml) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
