"""What the README shows is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def block(language: str) -> str:
    return next(str(text) for name, text in FENCE.findall(README) if name == language)


def test_the_example_prints_what_is_shown(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    (tmp_path / "attention.md").write_text(block("markdown"), "utf-8")
    command = [sys.executable, "-m", "ntdoc", "check", "attention.md"]
    environment = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS")}
    result = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert result.returncode == 1
    printed = re.sub(r"\d+\.\d\d s", "0.15 s", result.stdout)
    if request.config.getoption("--update-golden"):
        (PROJECT / "README.md").write_text(README.replace(block("console"), printed), "utf-8")
        return
    assert printed == block("console")


def test_the_commands_exist() -> None:
    quickstart = README.split("## Quickstart")[1].split("## ")[0]
    commands = [text.strip() for _, text in FENCE.findall(quickstart)]
    assert commands == ["./do site", "./do test"]
    script = PROJECT / "do"
    assert os.access(script, os.X_OK)
    usage = subprocess.run([script], capture_output=True, text=True, check=False)
    assert usage.returncode == 2
    for command in commands:
        assert command in usage.stderr


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README):
        assert (PROJECT / target).exists(), target


def test_the_program_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def my_softmax(x: np.ndarray) -> np.ndarray:
        e = np.exp(x)
        return e / e.sum(-1, keepdims=True)

    monkeypatch.chdir(PROJECT)
    exec(block("python"), {"my_softmax": my_softmax, "Q": np.ones(2), "K": np.ones((3, 2)), "V": np.ones((3, 4))})
