"""How another machine gets this ntdoc: the line for `pip install`."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution

from ntdoc import __version__


def requirement() -> str | None:
    """The version of the index, the file, or the commit of the repository, that this one was installed from.

    None if that is a folder or file of this machine, which another has not. An index might have another package of
    the same name: it is asked only for what came from one.
    """
    origin = _origin()
    if not origin:
        return f"ntdoc=={__version__}" if _is_installed() else None
    if "commit" in origin:
        return f"ntdoc @ {origin['vcs']}+{origin['url']}@{origin['commit']}"
    return None if origin["url"].startswith("file:") else f"ntdoc @ {origin['url']}"


def _is_installed() -> bool:
    try:
        distribution("ntdoc")
    except PackageNotFoundError:
        return False
    return True


def _origin() -> dict[str, str]:
    """What pip notes of an installation that is not from an index (PEP 610)."""
    try:
        noted = json.loads(distribution("ntdoc").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError, OSError):
        return {}
    if not isinstance(noted, dict) or not isinstance(noted.get("url"), str):
        return {}
    origin = {"url": noted["url"]}
    of_repository = noted.get("vcs_info")
    if isinstance(of_repository, dict):
        for name, key in (("vcs", "vcs"), ("commit_id", "commit")):
            if isinstance(of_repository.get(name), str):
                origin[key] = of_repository[name]
    return origin if ("vcs" in origin) == ("commit" in origin) else {"url": noted["url"]}
