"""What a run may be told: how documents are checked, and which diagnostics count.

Told by flags or by a configuration file; both make these values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ntdoc.diagnostics import CODES, Severity
from ntdoc.source import SharedFile

FORMATS = ("text", "concise", "json", "github", "sarif", "junit")
EVERY_CODE = "NT"
LIBRARIES = ("numpy", "torch", "jax")  # that definitions can be exported to
MOST_JOBS = 256
LARGEST_SIZE = 10**9 - 1  # that a run, a configuration or a directive may give


@dataclass(frozen=True, slots=True)
class Settings:
    """How every document of a run is checked: flags before a document's directives, these before the `default`."""

    seed: int | None = None
    sizes: tuple[tuple[str, int], ...] = ()  # of axes and size variables, as an author writes them or by name
    tolerance: float | None = None  # how far apart two numbers may be that are equal, relative to the largest
    default: Settings | None = None  # what holds where neither this nor the document says anything
    macros: tuple[SharedFile, ...] = ()  # files of definitions that every document has

    def without_size(self, name: str) -> Settings:
        """The same but for a size that is told."""
        default = None if self.default is None else self.default.without_size(name)
        return replace(self, sizes=tuple((n, size) for n, size in self.sizes if n != name), default=default)

    @property
    def shared_macros(self) -> tuple[SharedFile, ...]:
        """The files of definitions that hold in the end."""
        return self.macros or (self.default.shared_macros if self.default is not None else ())


UNTOLD = Settings()


@dataclass(frozen=True, slots=True)
class Selection:
    """Which diagnostics count, and how much. Codes may be given by their beginning: `NT4`."""

    select: tuple[str, ...] = (EVERY_CODE,)
    ignore: tuple[str, ...] = ()
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()  # pattern of paths, and what is ignored there
    severity: tuple[tuple[str, Severity], ...] = ()
    folder: str = "."  # from which the patterns count
    told_by: str = ""  # what says so, in words: `ntdoc.toml`, `--ignore`

    @property
    def is_everything(self) -> bool:
        """Whether this changes nothing."""
        return self == Selection(folder=self.folder, told_by=self.told_by)

    @property
    def leaves_out(self) -> bool:
        """Whether codes are left out of every file."""
        return self.select != (EVERY_CODE,) or bool(self.ignore)


EVERYTHING = Selection()


def is_code_or_beginning(text: str) -> bool:
    """Whether a text is a code, or the beginning of one."""
    return len(text) >= len(EVERY_CODE) and any(code.startswith(text) for code in CODES)
