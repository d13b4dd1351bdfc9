"""Whole commands against their floor: `check` against bare start-up, `build` against plain MkDocs.

Each pair is run in turn, A B A B …, as processes of their own, and the ratio is that of the medians.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

RUNS = 7

# What a check cannot do without: the interpreter, and every module that it imports, doing nothing with them.
BARE = (
    "import ntdoc.cli, ntdoc.compiler, ntdoc.rendering.reports.terminal, ntdoc.project, "
    "numpy, pylatexenc.latexwalker"
)
FLOOR = "import numpy, pylatexenc.latexwalker"

MKDOCS = """\
site_name: plain
docs_dir: docs
site_dir: site
use_directory_urls: false
theme:
  name: material
  font: false
"""


def seconds(command: list[str], folder: Path) -> float:
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def compared(rows: dict[str, list[str]], folder: Path, runs: int = RUNS) -> dict[str, float]:
    """The median seconds of each command, run in turn after one run that does not count."""
    times: dict[str, list[float]] = {name: [] for name in rows}
    for run in range(runs + 1):
        for name, command in rows.items():
            elapsed = seconds(command, folder)
            if run:
                times[name].append(elapsed)
    return {name: median(values) for name, values in times.items()}


def main(document: Path) -> None:
    """Print the two tables."""
    document = document.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "docs").mkdir()
        shutil.copy(document, folder / "docs" / "index.md")
        shutil.copy(document, folder / document.name)
        (folder / "mkdocs.yml").write_text(MKDOCS, "utf-8")
        python = sys.executable
        check = compared(
            {
                "numpy and pylatexenc imported": [python, "-c", FLOOR],
                "start-up with the same imports": [python, "-c", BARE],
                "ntdoc check": [python, "-m", "ntdoc", "check", "--no-cache", document.name],
                "ntdoc check again, with nothing changed": [python, "-m", "ntdoc", "check", document.name],
            },
            folder,
        )
        _print(f"check {document.name}", check, "start-up with the same imports")
        build = compared(
            {
                "mkdocs build, same Markdown and theme": [python, "-m", "mkdocs", "build", "-q"],
                "ntdoc build": [python, "-m", "ntdoc", "build", document.name, "-o", "site-ntdoc"],
            },
            folder,
        )
        _print(f"build {document.name}", build, "mkdocs build, same Markdown and theme")


def _print(title: str, table: dict[str, float], base: str) -> None:
    print(f"{title}: median of {RUNS} runs")
    for name, value in table.items():
        print(f"  {name:40} {value:6.3f} s   {value / table[base]:5.2f} ×")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
