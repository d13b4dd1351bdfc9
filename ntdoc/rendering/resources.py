"""Where the templates and the pages of the codes lie: in the installed package, or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def _folder(package: Path, in_package: str, in_checkout: str) -> Path:
    for candidate in (package / in_package, package.parent / in_checkout):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"neither {in_package} in the package nor {in_checkout} in the checkout is there")


def template_folder(package: Path = _PACKAGE) -> Path:
    """The folder of Jinja templates and assets. A wheel has it inside the package, an editable install
    beside it.

    Raises FileNotFoundError if the installation is damaged.
    """
    return _folder(package, "_templates", "templates")


def codes_folder(package: Path = _PACKAGE) -> Path:
    """The folder with the page of every diagnostic code. Raises FileNotFoundError as `template_folder`
    does.
    """
    return _folder(package, "_codes", "docs/codes")
