"""The Python of the guide runs, from top to bottom."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "guide" / "test-code.md"
INLINE = re.compile(r"(?<!`)`(paper[.\[][^`]*)`(?!`)")
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_code_of_the_guide_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    names: dict[str, object] = {}
    blocks = FENCE.findall(PAGE.read_text("utf-8"))
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    tests = [name for name in names if name.startswith("test_")]
    for name in tests:
        names[name]()  # type: ignore[operator]
    assert len(tests) >= 3
    assert len(blocks) >= 9
    within = INLINE.findall(PAGE.read_text("utf-8"))
    for expression in within:
        eval(expression, names)
    assert len(within) >= 3


def test_the_code_of_the_guide_to_export_is_what_is_exported() -> None:
    (shown,) = FENCE.findall((PROJECT / "docs" / "guide" / "export.md").read_text("utf-8"))
    result = subprocess.run(
        [sys.executable, "-m", "ntdoc", "export", "docs/transformer.md", "--to", "numpy"],
        cwd=PROJECT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert result.returncode == 0
    assert shown in result.stdout
