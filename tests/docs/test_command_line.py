"""The page about the command line names what there is."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from ntdoc.arguments import COMMANDS, parse
from ntdoc.rendering.reports.json import report_as_json
from ntdoc.report import Kind, Status
from ntdoc.settings import FORMATS
from tests.unit.terminal import reports

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")


def keys(value: Any) -> set[str]:
    """Every path of keys in a JSON value, but for those that are data."""
    if isinstance(value, dict):
        inner = {f"{k}.{path}" for k, v in value.items() if k != "by_status" for path in keys(v)}
        return set(value) | inner
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def test_every_command_has_a_section() -> None:
    commands = ["check", "build", "serve", "fix", "export", "init", "explain"]
    assert re.findall(r"^## `ntdoc (\w+)", PAGE, re.MULTILINE) == commands
    assert set(COMMANDS) == {"check", "build", "serve", "fix", "export", "init", "explain"}


def test_every_format_is_named() -> None:
    assert re.findall(r"^\| `(\w+)` \| .*[a-z]", PAGE, re.MULTILINE) == list(FORMATS)


def test_every_flag_is_explained() -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit), contextlib.redirect_stdout(io.StringIO()) as printed:
            parse([command, "--help"])
        flags = set(re.findall(r"(--[a-z-]+)", printed.getvalue().split("example:")[0])) - {"--help"}
        assert {flag for flag in flags if f"`{flag}" not in PAGE and flag != "--output"} == set(), command


def test_the_example_has_the_keys_of_a_real_report() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    empty = ("documents.notes.", "documents.diagnostics.operands.", "documents.diagnostics.related.")
    real = keys(report_as_json(reports.report()))
    assert keys(json.loads(example)) == {path for path in real if not path.startswith(empty)}


def test_every_kind_and_status_is_named() -> None:
    for word in (*Kind, *Status):
        assert f"`{word.value}`" in PAGE
