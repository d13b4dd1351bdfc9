"""The Python of the guide runs, from top to bottom, as far as the libraries it uses are installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "guide" / "test-code.md"
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_code_of_the_guide_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    names: dict[str, object] = {}
    run = 0
    blocks = FENCE.findall(PAGE.read_text("utf-8"))
    for block in blocks:
        if all(library not in block or find_spec(library) for library in ("torch", "dask")):
            exec(compile(block, str(PAGE), "exec"), names)
            run += 1
    assert len(blocks) >= 9
    assert run >= 6
