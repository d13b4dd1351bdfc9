"""The project as users get it: a wheel, installed into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from ntdoc.diagnostics import CODES

PROJECT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the wheel; the libraries that it needs are those of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", PROJECT, "-w", folder, cwd=folder)
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    run(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    # The folder alone: its own .pth files, and so the editable install of this checkout, are not read.
    Path(packages, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "-c", "import ntdoc; print(ntdoc.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parents[1])


def test_every_page_and_template_is_in_it(installed: Path, tmp_path: Path) -> None:
    program = "from ntdoc.rendering.resources import *; print(codes_folder()); print(template_folder())"
    codes, templates = map(Path, run(installed, "-c", program, cwd=tmp_path).splitlines())
    assert codes.name == "_codes"
    assert {path.stem for path in codes.glob("NT*.md")} == set(CODES)
    wanted = {p.relative_to(PROJECT / "templates") for p in (PROJECT / "templates").rglob("*") if p.is_file()}
    assert {p.relative_to(templates) for p in templates.rglob("*") if p.is_file()} == wanted


def test_the_command_explains_checks_and_builds(installed: Path, tmp_path: Path) -> None:
    command = installed.parent / "ntdoc"
    assert run(command, "explain", "NT204", cwd=tmp_path).startswith("NT204: ")
    (tmp_path / "sum.md").write_text("# Sum\n\n$$\ny = 2 + 3 = 5\n$$\n")
    assert run(command, "check", "sum.md", cwd=tmp_path).startswith("no problems: 2 statements")
    run(command, "build", "sum.md", "-o", "site", cwd=tmp_path)
    assert (tmp_path / "site" / "index.html").is_file()
