"""The templates and code pages are found in a wheel and in a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.rendering.resources import codes_folder, template_folder


def test_they_are_found_here() -> None:
    assert (template_folder() / "display.html").is_file()
    assert (template_folder() / "assets" / "ntdoc.css").is_file()
    assert codes_folder().is_dir()


def test_the_package_comes_before_the_checkout(tmp_path: Path) -> None:
    package = tmp_path / "ntdoc"
    (tmp_path / "templates").mkdir()
    (tmp_path / "docs" / "codes").mkdir(parents=True)
    assert template_folder(package) == tmp_path / "templates"
    assert codes_folder(package) == tmp_path / "docs" / "codes"
    (package / "_templates").mkdir(parents=True)
    (package / "_codes").mkdir()
    assert template_folder(package) == package / "_templates"
    assert codes_folder(package) == package / "_codes"


def test_a_damaged_installation_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="templates"):
        template_folder(tmp_path / "ntdoc")
