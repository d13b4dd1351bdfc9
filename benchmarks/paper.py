"""A LaTeX paper: checking it against typesetting it, and ten copies of it against one.

`pdflatex` is Debian's (packages texlive-latex-extra, texlive-science and texlive-bibtex-extra). A style of the paper's
journal that TeX Live lacks is stood in for by an empty one, so that the paper is typeset without it.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.whole import compared

COPIES = 10
STAND_IN = r"""\ProvidesPackage{%s}
\DeclareOption*{}
\ProcessOptions
\providecommand{\addr}{}
\providecommand{\AND}{\and}
"""
ONE_RUN = """
import sys
from pathlib import Path
from ntdoc.compiler import compile_file
compile_file(Path(sys.argv[1]), "x")
"""


def main(paper: Path) -> None:
    """Print the table of a paper: its main file, with the files that it takes in beside it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "paper"
        shutil.copytree(paper.resolve().parent, folder)
        text = (folder / paper.name).read_text("utf-8")
        start, end = text.index("\\begin{document}") + len("\\begin{document}"), text.index("\\end{document}")
        copies = "\n".join([text[start:end]] * COPIES)
        (folder / "copies.tex").write_text(text[:start] + copies + text[end:], "utf-8")
        rows = {
            "check": [sys.executable, "-m", "ntdoc", "check", "--no-cache", paper.name],
            "check again, with nothing changed": [sys.executable, "-m", "ntdoc", "check", paper.name],
            "one, in one process": [sys.executable, "-c", ONE_RUN, paper.name],
            f"{COPIES} copies in one document": [sys.executable, "-c", ONE_RUN, "copies.tex"],
        }
        if shutil.which("pdflatex"):
            for style in re.findall(r"\\usepackage(?:\[[^\]]*\])?\{(\w+)\}", text):
                if not _has(style, folder):
                    (folder / f"{style}.sty").write_text(STAND_IN % style, "utf-8")
            rows["pdflatex, one run"] = ["pdflatex", "-interaction=nonstopmode", paper.name]
        times = compared(rows, folder, runs=3)
    print(f"{paper.name}: median of 3 runs")
    for label, seconds in times.items():
        print(f"  {seconds:8.2f} s  {label}")
    one = times["one, in one process"]
    print(f"  {COPIES} copies take {times[f'{COPIES} copies in one document'] / one:.1f} times as long as one")
    if "pdflatex, one run" in times:
        print(f"  check takes {times['check'] / times['pdflatex, one run']:.2f} of the time of one run of pdflatex")
    else:
        print("  pdflatex is not installed here, so there is nothing to compare check with")


def _has(style: str, folder: Path) -> bool:
    import subprocess

    found = subprocess.run(["kpsewhich", f"{style}.sty"], cwd=folder, capture_output=True, check=False)
    return found.returncode == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
