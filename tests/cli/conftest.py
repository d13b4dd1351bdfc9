"""The real command line, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ntdoc(tmp_path: Path) -> Run:
    """`ntdoc(*arguments)` runs in the temporary folder and asserts that no traceback is printed."""

    def run(
        *arguments: str, env: dict[str, str] | None = None, **options: object
    ) -> subprocess.CompletedProcess[str]:
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        result: subprocess.CompletedProcess[str] = subprocess.run(
            [sys.executable, "-m", "ntdoc", *arguments],
            cwd=tmp_path,
            env={**inherited, **(env or {})},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
            **options,  # type: ignore[call-overload]
        )
        assert "Traceback" not in result.stdout + result.stderr
        assert "internal error" not in result.stderr
        return result

    return run
