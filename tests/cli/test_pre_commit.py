"""The hook, run by the real pre-commit from a local clone of the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
NEEDED = ("ntdoc", "docs", "templates", ".pre-commit-hooks.yaml", "pyproject.toml", "README.md", "LICENSE")
AS_SOMEBODY = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False)


def commit(folder: Path) -> str:
    """Make a folder a repository; the name of its commit."""
    for arguments in (("init", "-q"), ("add", "-A"), (*AS_SOMEBODY, "commit", "-q", "-m", "all")):
        done = run("git", *arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
    return run("git", "rev-parse", "HEAD", cwd=folder).stdout.strip()


def test_a_wrong_equation_stops_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone, theirs = tmp_path / "ntdoc", tmp_path / "theirs"
    clone.mkdir()
    for name in NEEDED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, clone / name)
    (theirs / "docs").mkdir(parents=True)
    (theirs / "ntdoc.toml").write_text('paths = ["docs"]\n')
    (theirs / "docs" / "notes.md").write_text("$$\n1 + 1 = 3\n$$\n")
    (theirs / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {clone}\n    rev: {commit(clone)}\n    hooks:\n      - id: ntdoc\n"
    )
    commit(theirs)
    for name in ("PYTHONPATH", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    hook = (sys.executable, "-m", "pre_commit", "run", "--all-files")
    wrong = run(*hook, cwd=theirs)
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr
    assert "docs/notes.md:2:9: error[NT301]: written 3, computed 2" in wrong.stdout
    (theirs / "docs" / "notes.md").write_text("$$\n1 + 1 = 2\n$$\n")
    assert run(*hook, cwd=theirs).returncode == 0
