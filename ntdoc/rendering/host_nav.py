"""The order that a site of MkDocs beside the documents gives them: that of its `nav`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

CONFIGURATIONS = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml")


def files_of_nav(folder: Path) -> list[Path]:
    """The files that are named in the `nav` of a site in the folder of the documents, or the one around it."""
    beside = (around / name for around in (folder, folder.parent) for name in CONFIGURATIONS)
    file = next((path for path in beside if path.is_file()), None)
    site = _read(file) if file is not None else None
    if file is None or not isinstance(site, dict):
        return []
    docs = file.parent / str(site.get("docs_dir") or "docs")
    return [Path(os.path.normpath(docs / name)) for name in _named(site.get("nav"))]


def _read(file: Path) -> Any:
    """What the file says, whatever the tags of others in it mean; nothing if it cannot be read."""
    yaml: Any = import_module("yaml")  # MkDocs has it; few runs need it
    loader: Any = type("Loader", (yaml.SafeLoader,), {})
    loader.add_multi_constructor("", lambda loader, suffix, node: None)
    try:
        return yaml.load(file.read_text("utf-8"), loader)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return None


def _named(nav: object) -> Iterator[str]:
    match nav:
        case str():
            yield nav
        case list():
            for entry in nav:
                yield from _named(entry)
        case dict():
            for entry in nav.values():
                yield from _named(entry)
