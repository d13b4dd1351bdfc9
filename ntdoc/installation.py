"""How another machine gets this ntdoc: the line for `pip install`."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution

from ntdoc import __version__


def requirement() -> str:
    """The version of the index, or the commit of the repository, that this one was installed from."""
    origin = _origin()
    commit = origin.get("commit")
    if commit is not None:
        return f"ntdoc @ {origin['vcs']}+{origin['url']}@{commit}"
    return f"ntdoc=={__version__}"


def is_from_a_folder() -> bool:
    """Whether it was installed from a folder or file, which another machine has not."""
    return _origin().get("url", "file:").startswith("file:") if _origin() else not _is_installed()


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
