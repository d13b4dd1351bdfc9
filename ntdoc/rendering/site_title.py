"""What a site is called when nobody says it: like its document, its front page, or the project it is about."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from ntdoc.rendering.layout import common_root, plan
from ntdoc.report import Report

_SHARED_FILE = "pyproject.toml"
_LARGEST = 1_000_000  # bytes
_GENERAL = frozenset(("doc", "docs", "documents", "documentation", "notes", "papers", "source", "src", "tex", "text"))


def site_title(report: Report) -> str:
    """The title of the only document, or of the page `index.md`, or else the name of the project."""
    if len(report.documents) == 1:
        return report.documents[0].document.title or "ntdoc"
    places = plan(report).documents
    front = next((d for d, place in zip(report.documents, places, strict=True) if place.file == "index.md"), None)
    return front.document.title if front is not None else _project(common_root(report))


def _project(folder: Path) -> str:
    """The name in the `pyproject.toml` of the repository; else that of the folder, or of the one that this is the
    `docs` of.
    """
    above = (folder, *folder.parents)
    own = next((f for f in above if f.name.lower() not in _GENERAL), folder)
    repository = next((f for f in above if (f / ".git").exists()), own)
    for place in (*above[: above.index(repository)], repository):
        if name := _name_in(place / _SHARED_FILE):
            return name
    words = " ".join(re.split(r"[\s_-]+", os.fsencode(own.name).decode("utf-8", "replace"))).strip()
    return words[:1].upper() + words[1:] or "Documents"


def _name_in(file: Path) -> str | None:
    """The name of the project, if that file says it. What is wrong with it is for others to say."""
    try:
        content = tomllib.loads(file.read_text("utf-8")) if file.stat().st_size <= _LARGEST else {}
    except (OSError, ValueError, RecursionError):
        return None
    project = content.get("project")
    name = project.get("name") if isinstance(project, dict) else None
    return name.strip() or None if isinstance(name, str) else None
