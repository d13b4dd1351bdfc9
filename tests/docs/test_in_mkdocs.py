"""The page about MkDocs names every option and every command, and what it shows is what happens."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from ntdoc.configuration import Configuration, read_configuration
from ntdoc.rendering.host_options import PAGES, Options, read_options
from ntdoc.rendering.host_page import Origin, Rules, host_page
from tests.mkdocs_plugin.sites import RECORD

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "in-mkdocs.md").read_text("utf-8")
RULES = Rules(Options(), Configuration())


def test_every_option_is_named_with_what_it_is_otherwise() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.*?) \|$", PAGE, re.MULTILINE)
    defaults = {"pages": "`notation`", "fold": "`false`", "configuration": "the nearest", "strict": "`false`"}
    assert dict(rows) == defaults
    assert [name for name, _ in rows] == [field.name for field in fields(Options)]
    assert all(f"`{pages}`" in PAGE for pages in PAGES)
    assert read_options({"pages": "opted-in", "fold": True})  # as in the example


def test_the_record_is_that_of_the_sample_sites() -> None:
    assert f"WARNING -  ntdoc: {RECORD}\n" in PAGE


COMMANDS = re.findall(r"`(\\n\w+)`", PAGE.partition("## Which pages")[2].partition("## Macros")[0])


def test_the_commands_are_listed() -> None:
    assert set(COMMANDS) == {rf"\n{name}" for name in ("fun", "sum", "dot", "bin", "cat", "matrix", "def")}


@pytest.mark.parametrize("command", [*COMMANDS, r"\underset{\mathsf{seq}}", r"\mathbb{R}^{\mathsf{seq}}"])
def test_what_is_listed_makes_a_page_one_of_ours(command: str) -> None:
    assert command in PAGE
    assert host_page(f"$$\n{command}{{\\ax}}{{1}} = 2\n$$\n", Origin(), RULES) is not None


def test_the_macros_of_the_example_are_understood(tmp_path: Path) -> None:
    (macros,) = re.findall(r"^```latex\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (said,) = re.findall(r"^```toml\n(macros.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "macros.tex").write_text(macros)
    (tmp_path / "ntdoc.toml").write_text(said)
    rules = Rules(Options(), read_configuration(tmp_path / "ntdoc.toml", "ntdoc.toml"))
    declared, claimed = r"Let $X \in \reals^{\ax{seq} \times \ax{key}}$ and", r"X \ndot{seq} X \ge 0"
    page = host_page(f"{declared}\n\n$$\n{claimed}\n$$\n", Origin(), rules)
    assert page is not None
    assert page.problems == ()
    assert sum("data-ntdoc-id" in fragment.html for fragment in page.fragments.values()) == 2
