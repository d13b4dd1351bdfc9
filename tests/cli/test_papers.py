"""LaTeX papers from the command line: pandoc is for building only, and may be missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Run
from tests.paper_samples import write

BODY = r"\section{One}\label{a} See \emph{this} and \cref{a}: $$ A = 2 $$"


def test_check_needs_no_pandoc(tmp_path: Path) -> None:
    path = write(tmp_path, BODY)
    code = (
        "import sys; from ntdoc.cli import main; assert main(['check', sys.argv[1]]) == 0;"
        "assert not [m for m in sys.modules if 'pandoc' in m or m == 'subprocess'], sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, timeout=60)


def test_a_paper_is_built(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, BODY)
    result = ntdoc("build", "paper.tex")
    assert result.returncode == 0
    assert "roughly" not in result.stderr
    page = (tmp_path / "site" / "paper.html").read_text("utf-8")
    assert '<span class="nt-p-number">1</span> One' in page
    assert '<em>this</em> and <a href="#one">section' in page


def test_without_pandoc_a_site_is_made_and_it_says_how_to_get_it(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, BODY + r" by \us", r"\newcommand{\us}{\emph{the authors}}\title{On $\alpha$ and $\beta$}")
    (tmp_path / "pypandoc").mkdir()
    (tmp_path / "pypandoc" / "__init__.py").write_text("", "utf-8")  # one that brings no program along
    result = ntdoc("build", "paper.tex", env={"PATH": str(tmp_path)})
    assert result.returncode == 0
    assert "paper.tex is converted roughly" in result.stderr
    assert "python -m pip install pypandoc_binary" in result.stderr
    page = (tmp_path / "site" / "paper.html").read_text("utf-8")
    assert "<em>this</em>" in page
    assert "by <em>the authors</em>" in page
    assert "On α and β</h1>" in re.sub("<a .*?</a>", "", page)
    assert 'data-ntdoc-id="A"' in page


def test_what_pandoc_cannot_read_is_converted_roughly(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, BODY + r" \def\a{\a\a} \a")
    result = ntdoc("build", "paper.tex")
    assert result.returncode == 0
    assert "pandoc cannot read it" in result.stderr
    assert "<em>this</em>" in (tmp_path / "site" / "paper.html").read_text("utf-8")


PARTS = {
    "parts/first.tex": r"""Let $X \in \reals^{\name{seq}}$ and $v \in \reals^{\name{seq}}$.

\begin{equation} Y = X \nd{seq} w \end{equation}
\begin{equation} s = 2 X \end{equation}
""",
    "parts/second.tex": r"""Now

\begin{equation} Z = X + Y \end{equation}
\begin{equation} s = X + X \end{equation}
""",
}


def test_a_line_of_another_file_is_told_with_the_file(ntdoc: Run, tmp_path: Path) -> None:
    """Both parts use `X`, also in their line 4, and each of these is another place; equations are told by number."""
    write(tmp_path, r"\input{parts/first} \input{parts/second}")
    (tmp_path / "parts").mkdir()
    for name, text in PARTS.items():
        (tmp_path / name).write_text(text.replace(r"\nd{seq}", r"\odot_{\name{seq}}").replace(r"\name", r"\mathsf"))
    result = ntdoc("build", "paper.tex")
    assert "parts/first.tex:3:" in result.stderr
    page = (tmp_path / "site" / "paper.html").read_text("utf-8")
    assert "needs Y (line 3 of parts/first.tex), which is in error" in page
    assert "the same as in line 4 of parts/first.tex" in page
    assert re.search(r'<td><a href="#X.declaration" title="line 1 of parts/first.tex">the text</a></td>', page)
    index = (tmp_path / "site" / "symbols.html").read_text("utf-8")
    (uses,) = re.findall(r"<mi>X</mi>.*?class=\"nt-uses\">(.*?)</td>", index)
    assert re.sub("<.*?>", " ", uses).split() == ["(1)", "(2)", "(3)", "(4)", "first.tex:", "1"]
    targets = re.findall(r'href="([^"]+)"', uses)
    assert len(targets) == len(set(targets)) == 5


def test_a_part_that_is_checked_by_itself_is_said_to_be_one(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "sections").mkdir()
    start = "\\documentclass{article}\\begin{document}\n$x = 2$\n"
    (tmp_path / "paper.tex").write_text(start + "\\input{sections/all}\n\\end{document}\n")
    (tmp_path / "sections" / "all.tex").write_text("\\input{sections/part}\n")
    (tmp_path / "sections" / "part.tex").write_text("$$ y = x + 1 = 3 $$\n")
    (tmp_path / "sections" / "alone.tex").write_text("$$ y = 1 + 1 = 2 $$\n")
    said = "is part of paper.tex: `ntdoc check paper.tex` checks it with all that is declared there"
    assert ntdoc("check", "sections/part.tex").stderr == f"ntdoc: sections/part.tex {said}\n"
    for arguments in (["sections/alone.tex"], ["paper.tex"], ["sections/part.tex", "paper.tex"], ["."]):
        assert ntdoc("check", *arguments).stderr == ""
