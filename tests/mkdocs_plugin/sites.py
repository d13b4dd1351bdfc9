"""Small sites in the hands of the real tools: copied, edited, built in a process of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORIES = Path(__file__).parents[1] / "repositories"
MISTAKE = (r"a \ndot{\seq} V", r"a \ndot{\key} V")
RECORD = "docs/attention.md:32:17: error[NT203]: axis `key` is not an axis of a"


@dataclass(frozen=True)
class Site:
    """A site, and the tool that builds it."""

    folder: Path
    tool: str

    @property
    def configuration(self) -> Path:
        (file,) = (f for f in self.folder.iterdir() if f.name in ("mkdocs.yml", "properdocs.yml", "zensical.toml"))
        return file

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def configure(self, old: str, new: str) -> None:
        self.edit(self.configuration.name, old, new)

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, "utf-8")

    def build(self, *flags: str, code: int = 0) -> str:
        """Everything that the tool prints."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COLUMNS", "FORCE_COLOR"))}
        # The themes' notes on the future of MkDocs are switched off, and the time that a page shows stands still.
        environment |= {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "SOURCE_DATE_EPOCH": "0"}
        flags = (*flags, "--clean") if self.tool == "zensical" else flags
        result = subprocess.run(
            [sys.executable, "-m", self.tool, "build", *flags],
            cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300,
        )  # fmt: skip
        assert result.returncode == code, result.stdout + result.stderr
        return result.stdout + result.stderr

    def page(self, name: str = "attention") -> str:
        return (self.folder / "site" / name / "index.html").read_text("utf-8")


def site(name: str, tool: str, folder: Path) -> Site:
    """A copy of a sample repository."""
    shutil.copytree(REPOSITORIES / name, folder / name)
    return Site(folder / name, tool)
