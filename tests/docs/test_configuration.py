"""The page about the configuration names every key, and its example is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntdoc.configuration import ConfigurationError, read_configuration
from ntdoc.settings import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "configuration.md").read_text("utf-8")


def test_every_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "ntdoc.toml").write_text("unheard-of = 1\n")
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(tmp_path / "ntdoc.toml", "ntdoc.toml")
    known = str(caught.value).partition("there are ")[2].split(", ")
    assert re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE) == known
    assert all(f"`{form}`" in PAGE for form in FORMATS)


def test_the_example_is_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "ntdoc.toml").write_text(example)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "macros.tex").write_text("\\ndef{\\seq}{seq}\n")
    found = read_configuration(tmp_path / "ntdoc.toml", "ntdoc.toml")
    assert found.settings.sizes == (("seq", 7),)
    assert found.selection.per_file == (("docs/old/*.md", ("NT301",)),)


def test_the_message_is_that_of_ntdoc(tmp_path: Path) -> None:
    (message,) = re.findall(r"^```text\nntdoc: (.*?)\n```$", PAGE, re.MULTILINE)
    (tmp_path / "ntdoc.toml").write_text('paths = ["docs"]\n\nignored = ["NT301"]\n')
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(tmp_path / "ntdoc.toml", "ntdoc.toml")
    assert str(caught.value) == message
