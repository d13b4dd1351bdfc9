"""Which documents a command is about: the files named, and those found in the folders named."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ntdoc.regex import regex
from ntdoc.selection import matches

ENDINGS = (".md", ".tex")
_LEVELS, _MOST = 4, 100  # folders above a file, and files, that are looked at for the root that it is part of
_ROOTS = (".git", "ntdoc.toml", "pyproject.toml", "mkdocs.yml")  # stand in the folder of a project
LEADS_OUT = "is a link to a file outside the project, or to a hidden one, and is passed over"
SITE_MARKER = ".ntdoc-site"  # stands in every folder that holds a site of ntdoc
_COMPANION = regex(r"\.ntdoc\.(md|tex)$", re.IGNORECASE)
_COMMENT = regex(r"(?<!\\)((?:\\\\)*)%[^\r\n]*")
_ROOT = regex(r"\\documentclass\b")
_INCLUSION = regex(
    r"\\(?:sub)?(?:import|(?:input|include)from)\*?\s*(?:\{(?P<folder>[^{}]*)\})\s*\{(?P<file>[^{}]+)\}"
    r"|\\(?:input|include|subfile(?:include)?|InputIfFileExists)(?![A-Za-z])\s*"
    r"(?:\{(?P<braced>[^{}]+)\}|(?P<bare>[^\s{}\\%]+))"
)


class ProjectError(Exception):
    """Nothing can be done with the paths given; the message is for the user."""


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """The root file of one document, and its path as diagnostics and the JSON show it."""

    path: Path
    shown_as: str


def find_documents(
    paths: Sequence[str | Path],
    exclude: Sequence[str] = (),
    root: str | Path = ".",
    parts: Iterable[str | Path] = (),
    closed: list[str] | None = None,
) -> tuple[DocumentFile, ...]:
    """The documents of the paths, in the order of the paths and sorted within a folder, each once.

    A file is itself; a folder stands for every `.md` and every `.tex` root in it, however deep, but those that match
    a pattern of `exclude`, counted from `root`, and the files `parts`, which are part of others. What is named is
    never excluded. Folders that cannot be read are passed over, and so are links in them that lead out of the project;
    what there is to say of each is added to `closed`.
    Raises ProjectError for a path that does not exist and when there is no document at all.
    """
    if "" in paths:
        raise ProjectError("a PATH is empty: name a document, or a folder (`.` is the one that you are in)")
    missing = [str(path) for path in paths if not is_there(Path(path))]
    if missing:
        raise ProjectError("no such file or folder: " + ", ".join(missing) + _remedy(missing[0]))
    found: dict[str, DocumentFile] = {}
    refused: dict[Path, str] = {}
    for path in map(Path, paths):
        for file in _in_folder(path, refused) if path.is_dir() else (path,):
            found.setdefault(os.path.realpath(file), DocumentFile(file, shown_path(file)))
    unread = [
        f"the folder {shown_path(place)} cannot be read: {why}" if why else f"{shown_path(place)} {LEADS_OUT}"
        for place, why in refused.items()
        if not any(matches(pattern, str(place), str(root)) for pattern in exclude)
    ]
    if not found:
        raise ProjectError("\n".join([*unread, "no .md or .tex document in " + ", ".join(map(str, paths))]))
    if closed is not None:
        closed.extend(unread)
    named = {os.path.realpath(path) for path in paths}
    left_out = {os.path.realpath(path) for path in parts}
    kept = tuple(
        document
        for real, document in found.items()
        if real in named
        or not (real in left_out or any(matches(pattern, str(document.path), str(root)) for pattern in exclude))
    )
    if not kept:
        raise ProjectError("the configuration excludes every document in " + ", ".join(map(str, paths)))
    return kept


def _remedy(missing: str) -> str:
    """What may have been meant by a path at which there is nothing."""
    if missing == "-":
        return " (standard input is not read: write the document to a file)"
    path = Path(missing)
    if path.is_symlink():
        return " (a link to nothing)"
    try:
        there = {Path(name).stem: name for name in sorted(os.listdir(path.parent), key=_has_ending(path))}
    except OSError:
        return ""
    near = difflib.get_close_matches(path.stem, there, n=1, cutoff=0.75)
    return f" (did you mean {path.with_name(there[near[0]])}?)" if near else ""


def _has_ending(path: Path) -> Callable[[str], tuple[bool, str]]:
    """An order of names in which those with the ending of a path stand last, and so win over others."""
    return lambda name: (Path(name).suffix == path.suffix, name)


def root_of(path: Path) -> Path | None:
    """The LaTeX root that a file is part of, in its folder or one above it within the repository; None if it is one."""
    if path.suffix.lower() != ".tex" or _ROOT.search(_without_comments(path)):
        return None
    wanted = os.path.realpath(path)
    for folder in Path(os.path.abspath(path)).parents[:_LEVELS]:
        with contextlib.suppress(OSError):
            names = sorted(name for name in os.listdir(folder) if name.lower().endswith(".tex"))
            for root in (folder / name for name in names[:_MOST]):
                if _ROOT.search(_without_comments(root)) and wanted in _parts(root):
                    return root
        if is_there(folder / ".git"):
            break
    return None


def _parts(root: Path) -> set[str]:
    """The real paths of the files that a root includes, and of those that these include."""
    found: set[str] = set()
    left = [root]
    while left and len(found) < _MOST:
        file = left.pop()
        for target in _included({file: _without_comments(file)}, root.parent):
            if target not in found and os.path.isfile(target):
                found.add(target)
                left.append(Path(target))
    return found


def leads_out(path: Path) -> bool:
    """Whether a file is a link that leads out of its project, or to what is hidden in it.

    Whoever may write to a project could publish by it any file of the machine that makes the site.
    """
    if not path.is_symlink():
        return False
    folder, real = Path(os.path.realpath(path.parent)), Path(os.path.realpath(path))
    above = (folder, *folder.parents)
    repository = next((place for place in above if is_there(place / _ROOTS[0])), None)
    root = repository or next((p for p in above if any(is_there(p / marker) for marker in _ROOTS)), folder)
    return not real.is_relative_to(root) or any(part.startswith(".") for part in real.relative_to(root).parts)


def is_companion(path: Path) -> bool:
    """Whether a file is read along with the document beside it, and is none itself."""
    return _COMPANION.search(path.name) is not None


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder, which one may look at."""
    try:
        path.stat()
    except OSError:  # missing, a loop of links, a name too long, a folder that one may not enter
        return False
    return True


def shown_path(path: Path) -> str:
    """A relative path as the user wrote it; an absolute one is made relative to the working directory.

    One that has nothing in common with that, as `/dev/stdin`, stays as it is.
    """
    if path.is_absolute():
        with contextlib.suppress(ValueError):  # another drive
            here = Path(os.path.commonpath([Path.cwd(), path]))
            path = path if here == Path(here.anchor) else Path(os.path.relpath(path))
    # In a locale without UTF-8 Python keeps the bytes of other letters as surrogates.
    return os.fsencode(path.as_posix()).decode("utf-8", "replace")


def _in_folder(folder: Path, refused: dict[Path, str]) -> list[Path]:
    files = sorted(_files(folder, refused), key=lambda file: file.parts)
    tex = {file: _without_comments(file) for file in files if file.suffix.lower() == ".tex"}
    included = set(_included(tex, folder))
    return [
        file for file in files if file not in tex or _ROOT.search(tex[file]) or os.path.realpath(file) not in included
    ]


def _files(folder: Path, refused: dict[Path, str]) -> Iterator[Path]:
    """The documents in a folder and below it; `refused` are the folders that one may not look into, and why, and with
    no reason the links that lead out of the project.
    """

    def refuse(error: OSError) -> None:
        refused.setdefault(Path(error.filename), error.strerror or str(error))

    for parent, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if _is_searched(Path(parent, name))]
        for name in names:
            path = Path(parent, name)
            if name.startswith(".") or _COMPANION.search(name) or path.suffix.lower() not in ENDINGS:
                continue
            try:
                if not path.is_file():
                    continue
                if leads_out(path):
                    refused.setdefault(path, "")
                    continue
                yield path
            except OSError as error:  # names may be listed of a folder in which nothing may be looked at
                refused.setdefault(path.parent, error.strerror or str(error))


def _is_searched(folder: Path) -> bool:
    """Not what is hidden, installed or generated."""
    if folder.name.startswith(".") or folder.name in ("node_modules", "__pycache__"):
        return False
    return not any(is_there(folder / marker) for marker in (SITE_MARKER, "pyvenv.cfg"))


def _without_comments(file: Path) -> str:
    try:
        text = file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""  # stays a document, so that reading it can say what is wrong
    return _COMMENT.sub(r"\1", text)


def _included(tex: dict[Path, str], folder: Path) -> Iterable[str]:
    """The real paths of the files that others include.

    TeX looks from the folder of the root document, some tools from that of the including file: both count.
    """
    for file, text in tex.items():
        places = {file.parent, *(parent for parent in file.parents if parent.is_relative_to(folder))}
        for match in _INCLUSION.finditer(text):
            within = (match["folder"] or "").strip().rstrip("/")
            name = (match["file"] or match["braced"] or match["bare"]).strip().replace("\0", "")
            name = f"{within}/{name}" if within else name
            for place in places:
                for candidate in (name, name + ".tex"):
                    target = os.path.realpath(place / candidate)
                    if target != os.path.realpath(file):
                        yield target
