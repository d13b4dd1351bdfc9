"""`ntdoc init`: write the configuration and the step for CI."""

from __future__ import annotations

import argparse
import os
import re
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from ntdoc.commands.common import OK, fail, say
from ntdoc.configuration import OWN_FILE, SHARED_FILE, ConfigurationError, find_configuration
from ntdoc.installation import requirement
from ntdoc.project import ProjectError, find_documents
from ntdoc.regex import regex
from ntdoc.rendering.host_nav import CONFIGURATIONS

_NAMED = 3  # of the documents that are left out
WORKFLOW = Path(".github", "workflows", "ntdoc.yml")
REPOSITORY = "OWNER/ntdoc"
_DOCS_DIR = regex(r"""^docs_dir:[ \t]*(["']?)([^"'#\n]+?)\1[ \t]*(?:#.*)?$""", re.MULTILINE)
_PLUGIN = regex(r"^[ \t]*-[ \t]*[\"']?ntdoc\b|^plugins:[^#\n]*\bntdoc\b", re.MULTILINE)


def run(options: argparse.Namespace) -> int:
    """Write what is not there yet; nothing that is there is changed, but for a table added to `pyproject.toml`."""
    here = Path.cwd()
    try:
        paths = [_relative(path, here) for path in options.paths] or _found_here(here)
        find_documents(paths)
    except ProjectError as error:
        return fail(str(error))
    known = find_configuration(here)
    try:
        if known is not None:
            say(f"{os.path.relpath(known)} configures ntdoc already, and stays as it is")
        else:
            _configure(here, paths)
            if (site := _site(here)) and not _PLUGIN.search(site[1]):
                say(f"to have the equations in the pages of the site, too, add `ntdoc` to the plugins of {site[0]}")
            if left_out := [] if options.paths else _left_out(paths):
                more = f" and {len(left_out) - _NAMED} more" if len(left_out) > _NAMED else ""
                say(f"not in `paths`: {', '.join(left_out[:_NAMED])}{more}; add what is to be checked")
        if options.no_ci:
            return OK
        return _add_workflow(_repository(here), here)
    except ConfigurationError as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename}: {error.strerror or error}")


def configuration_text(paths: Sequence[str], table: str) -> str:
    """A configuration with the paths, and what else there is as comments."""
    listed = ", ".join(f'"{_escaped(path)}"' for path in paths)
    inner = f"{table}." if table else ""
    head = f"[{table}]\n" if table else ""
    return (
        f"{head}paths = [{listed}]\n"
        '# ignore = ["NT305"]  # codes, or their beginnings: `ntdoc explain` lists them\n'
        "# seed = 7            # other samples\n"
        '# macros = "macros.tex"  # definitions that every document has\n'
        "\n"
        f"# [{inner}sizes]           # of axes, in every example\n"
        "# seq = 7\n"
    )


def workflow_text(installed: str | None) -> str:
    """A workflow for GitHub Actions that marks the wrong equations of a pull request.

    Where nobody knows what to install, it checks a repository out and installs that: the author says which one. In a
    hidden folder nothing of it is taken for a document.
    """
    fetched = (
        ""
        if installed
        else "      - uses: actions/checkout@v4\n"
        "        with:\n"
        f"          repository: {REPOSITORY}  # the one that you have ntdoc from\n"
        "          path: .ntdoc\n"
    )
    return (
        "name: equations\n"
        "on: [push, pull_request]\n"
        "permissions:\n"
        "  contents: read\n"
        "jobs:\n"
        "  ntdoc:\n"
        "    runs-on: ubuntu-latest\n"
        "    steps:\n"
        "      - uses: actions/checkout@v4\n"
        f"{fetched}"
        "      - uses: actions/setup-python@v5\n"
        "        with:\n"
        '          python-version: "3.12"\n'
        f'      - run: python -m pip install "{installed or "./.ntdoc"}"\n'
        "      - run: ntdoc check --format github\n"
    )


def _configure(here: Path, paths: Sequence[str]) -> None:
    shared = here / SHARED_FILE
    if shared.is_file():
        text = shared.read_bytes()
        gap = b"" if not text else b"\n" if text.endswith(b"\n") else b"\n\n"
        added = gap + configuration_text(paths, "tool.ntdoc").encode()
        try:
            tomllib.loads((text + added).decode("utf-8"))
        except ValueError as error:  # of the file as it was, or of one that has its tables written in one line
            raise ConfigurationError(f"{SHARED_FILE} cannot take a table [tool.ntdoc]: {error}") from None
        shared.write_bytes(text + added)
        print(f"added [tool.ntdoc] to {SHARED_FILE}: it checks {', '.join(paths)}")
    else:
        with (here / OWN_FILE).open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(configuration_text(paths, ""))
        print(f"wrote {OWN_FILE}: it checks {', '.join(paths)}")


def _add_workflow(repository: Path, here: Path) -> int:
    if repository != here:
        where = os.path.relpath(repository)
        say(f"the workflow belongs into {where}/{WORKFLOW.as_posix()}; it was not written: run `ntdoc init` there")
        return OK
    file = here / WORKFLOW
    if file.exists():
        say(f"{WORKFLOW.as_posix()} is there already, and stays as it is")
        return OK
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(workflow_text(installed := requirement()))
    print(f"wrote {WORKFLOW.as_posix()}: every push and pull request is checked")
    if installed is None:
        where = f"write its repository in the place of {REPOSITORY} in {WORKFLOW.as_posix()}"
        say(f"this ntdoc was installed from a folder, which no other machine has: {where}")
    return OK


def _site(here: Path) -> tuple[str, str] | None:
    """The file that configures a site of MkDocs or ProperDocs, and what it says."""
    for name in CONFIGURATIONS:
        with suppress(OSError, ValueError):
            return name, (here / name).read_text("utf-8")
    return None


def _found_here(here: Path) -> list[str]:
    """The folder of the pages, `docs` if no site names another, and the documents beside it, if they are there."""
    found = find_documents(["."])
    site = _site(here)
    said = _DOCS_DIR.search(site[1]) if site else None
    docs = PurePosixPath(os.path.normpath(said[2]) if said else "docs")
    within = {d.path for d in found if PurePosixPath(d.path.as_posix()).is_relative_to(docs)}
    folders = [str(docs)] if within and (here / docs).is_dir() else []
    beside = [d.path.as_posix() for d in found if d.path not in within and d.path.suffix.lower() == ".tex"]
    # The Markdown of a repository's root is about the repository; it is a document where there is nothing else.
    return [*folders, *beside] or ["."]


def _left_out(paths: Sequence[str]) -> list[str]:
    """The documents that none of the paths stands for."""
    taken = {document.path for document in find_documents(paths)}
    return [d.path.as_posix() for d in find_documents(["."]) if d.path not in taken]


def _relative(path: str, here: Path) -> str:
    return Path(os.path.relpath(path, here)).as_posix()


def _repository(here: Path) -> Path:
    """The root of the repository that a folder is in, or the folder itself."""
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
