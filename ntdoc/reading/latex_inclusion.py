"""`\\input`, `\\include` and `\\usepackage`: finding the file, inside the project and not in a circle."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from ntdoc.diagnostics import Diagnostic, Severity
from ntdoc.reading.files import is_there, load
from ntdoc.reading.masking import Masked
from ntdoc.reading.problems import Problems
from ntdoc.reading.vocabulary import DISTRIBUTED
from ntdoc.source import Source, Span

_MAX_DEPTH: Final = 50
_MAX_FILES: Final = 1000


class Inclusion:
    """The files of one document, and which of them are being read."""

    def __init__(self, source: Source, path: Path | None, root: Path | None) -> None:
        self.sources = [source]
        self.path = path
        self.masks: dict[int, Masked] = {}  # of the sources that have been read, by their `id`
        self._folder = path.parent if path is not None else None
        self._shown = PurePosixPath(source.path.replace("\\", "/")).parent
        self._root = (root or self._folder or Path()).resolve()
        self._loaded: dict[Path, Source] = {}
        self._opened = 0
        self._open = [path.resolve()] if path is not None else []

    @property
    def root(self) -> Path:
        """The folder that no file is read outside of."""
        return self._root

    @property
    def packages(self) -> list[Source]:
        """The packages that have been read."""
        own = {id(source) for source in self.sources}
        return [source for source in self._loaded.values() if id(source) not in own]

    def open(self, name: str, span: Span, problems: Problems) -> Source | None:
        """The source of an included file, to be closed after reading; None if it may not be read (NT106)."""
        try:
            return self._find(name, span, problems)
        except (OSError, ValueError, RuntimeError):
            self._report(f"`{name}` is no name of a file", span, problems)
            return None

    def has(self, name: str) -> bool:
        """Whether there is a file that could be included."""
        try:
            return self._path(name) is not None
        except (OSError, ValueError, RuntimeError):
            return False

    def package(self, name: str, span: Span, problems: Problems) -> Source | None:
        """The source of a package that lies beside the document, to be closed after reading; None if there is none.

        One that lies outside the project is warned of: it may define macros, or only how the document looks.
        """
        try:
            return self._open_package(name.strip(), span, problems)
        except (OSError, ValueError, RuntimeError):
            return None

    def _open_package(self, name: str, span: Span, problems: Problems) -> Source | None:
        if self._folder is None or not name or self._opened >= _MAX_FILES:
            return None
        path = self._folder / f"{name}.sty"
        if not is_there(path) or (path := path.resolve()) in self._loaded:
            return None
        if not path.is_relative_to(self._root):
            message = f"`{name}` lies outside the project, and is not read"
            problems.add(Diagnostic("NT106", message, span, graded=Severity.WARNING), ("file", path))
            return None
        source, problem = self._load(path)
        self._loaded[path] = source
        if problem is not None:
            return None
        self._opened += 1
        self._open.append(path)
        return source

    def close(self) -> None:
        """The file opened last has been read."""
        self._open.pop()

    def _find(self, name: str, span: Span, problems: Problems) -> Source | None:
        if self._folder is None:
            self._report(f"`{name}` cannot be included: the document is not in a file", span, problems)
            return None
        path = self._path(name)
        if path is None:
            if name.removesuffix(".tex") in DISTRIBUTED:
                return None
            self._report(f"`{name}` is not found", span, problems)
            return None
        if not path.is_relative_to(self._root):
            self._report(f"`{name}` lies outside the project", span, problems)
            return None
        if path in self._open:
            self._report(f"`{name}` includes itself", span, problems)
            return None
        self._opened += 1
        if len(self._open) >= _MAX_DEPTH or self._opened > _MAX_FILES:
            self._report(f"`{name}` is one included file too many", span, problems)
            return None
        source = self._loaded.get(path)
        if source is None:
            source, problem = self._load(path)
            if problem is not None:
                problems.add(Diagnostic(problem.code, problem.message, span), ("file", path))
                return None
            self._loaded[path] = source
            self.sources.append(source)
        self._open.append(path)
        return source

    def _path(self, name: str) -> Path | None:
        """The file that a name is of."""
        if self._folder is None:
            return None
        # TeX looks beside the root document; packages for subfolders look beside the including file.
        folders = dict.fromkeys([self._folder, self._open[-1].parent])
        candidates = [folder / candidate for folder in folders for candidate in (name + ".tex", name)]
        return next((path.resolve() for path in candidates if is_there(path)), None)

    def _load(self, path: Path) -> tuple[Source, Diagnostic | None]:
        source, problem = load(path, self._shown_as(path))
        source.folder = self.sources[0].folder
        return source, problem

    def _shown_as(self, path: Path) -> str:
        folder = self._folder.resolve() if self._folder is not None else self._root
        if path.is_relative_to(folder):
            return (self._shown / path.relative_to(folder).as_posix()).as_posix()
        return str(path.relative_to(self._root).as_posix())

    def _report(self, message: str, span: Span, problems: Problems) -> None:
        problems.add(Diagnostic("NT106", message, span))
