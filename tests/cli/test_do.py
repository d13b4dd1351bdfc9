"""`./do test` runs every check, stops at the first that fails, and does not do without a browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
TOOLS = ("sh", "cmp", "cp", "dirname")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that is installed already, with a Python that only writes down what it is asked to run."""
    for name in ("do", "pyproject.toml"):
        shutil.copy(PROJECT / name, tmp_path / name)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(PROJECT / "pyproject.toml", tmp_path / ".venv" / "installed[test]")
    stub(tmp_path / ".venv" / "bin" / "python", 'echo "$2" >> ran; [ "$2" != "${FAILING-none}" ]')
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        path = shutil.which(tool)
        assert path is not None
        (tmp_path / "bin" / tool).symlink_to(path)
    return tmp_path


def stub(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def do_test(project: Path, **environment: str) -> tuple[int, list[str], str]:
    """The exit code of `./do test`, the modules that it ran, and what it said."""
    result = subprocess.run(
        [project / "do", "test"],
        env={"PATH": str(project / "bin"), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    ran = (project / "ran").read_text().split() if (project / "ran").exists() else []
    return result.returncode, [module for module in ran if module], result.stderr


def test_every_check_runs(project: Path) -> None:
    stub(project / "bin" / "chromium", "")
    code, ran, _ = do_test(project)
    assert (code, ran) == (0, ["ruff", "mypy", "pytest", "ntdoc"])


@pytest.mark.parametrize("failing", ["ruff", "mypy", "pytest", "ntdoc"])
def test_a_check_that_fails_fails(project: Path, failing: str) -> None:
    stub(project / "bin" / "chromium", "")
    code, ran, _ = do_test(project, FAILING=failing)
    assert code != 0
    assert ran[-1] == failing


def test_without_a_browser_it_fails(project: Path) -> None:
    code, ran, said = do_test(project)
    assert code != 0
    assert "please install: chromium" in said
    assert "pytest" not in ran


def test_where_apt_cannot_install_a_browser_it_fails(project: Path) -> None:
    stub(project / "bin" / "apt-get", "exit 100")
    stub(project / "bin" / "sudo", '"$@"')
    stub(project / "bin" / "id", "echo 0")
    stub(project / "bin" / "env", "exit 100")
    code, ran, _ = do_test(project)
    assert code != 0
    assert "pytest" not in ran
