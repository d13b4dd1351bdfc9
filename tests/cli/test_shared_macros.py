"""Macros of a project: defined in a file that the configuration names, they hold in every document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ntdoc as package
from ntdoc.configuration import ConfigurationError
from tests.cli.conftest import Run

MACROS = r"""% of all documents
\ndef{\seq}{seq}
\ndef{\key}{key}
\newcommand{\R}{\mathbb{R}}
\newcommand{\score}[2]{#1 \ndot{\key} #2}
\input{operators}
"""
OPERATORS = "\\DeclareMathOperator{\\soft}{softmax}\n\\newcommand{\\ie}{that is}\n"
NOTE = r"""# Scores

Let $Q \in \R^{\key}$ and $K \in \R^{\seq\times\key}$ and

$$
S = \score{Q}{K}
$$
"""
PAPER = r"""\documentclass{article}
\begin{document}
\section{Self}
Let $Q \in \R^{\key}$, \ie{} one vector, and
\[ P = \score{Q}{Q} \]
\end{document}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two documents whose macros stand in a file of their own, which includes another."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in {
        "macros.tex": MACROS, "operators.tex": OPERATORS, "note.md": NOTE, "paper.tex": PAPER,
    }.items():  # fmt: skip
        (folder / name).write_text(text)
    (tmp_path / "ntdoc.toml").write_text('paths = ["docs"]\nmacros = "docs/macros.tex"\n')
    return tmp_path


def values(result: str) -> dict[str, str]:
    documents = json.loads(result)["documents"]
    return {s["id"]: s["status"] for d in documents for s in d["statements"] if s["display"]}


def test_they_hold_in_every_document(ntdoc: Run, project: Path) -> None:
    result = ntdoc("check", "--format", "json")
    assert result.returncode == 0, result.stdout
    assert values(result.stdout) == {"S": "evaluated", "P": "evaluated"}
    # The file of macros is part of the documents, and none itself.
    assert [d["path"] for d in json.loads(result.stdout)["documents"]] == ["docs/note.md", "docs/paper.tex"]
    without = ntdoc("check", "--no-config", "--format", "json", "docs/note.md")
    assert values(without.stdout) != {"S": "evaluated"}


def test_a_document_may_define_them_anew(ntdoc: Run, project: Path) -> None:
    (project / "docs/note.md").write_text("$\\renewcommand{\\score}[2]{\\nsum{\\key} #1}$\n" + NOTE)
    (project / "docs/paper.tex").write_text(PAPER.replace(r"\section", r"\providecommand{\score}[2]{#1}\section"))
    result = ntdoc("check", "--format", "json")
    assert values(result.stdout) == {"S": "evaluated", "P": "evaluated"}
    axes = {s["id"]: s["value"]["axes"] for d in json.loads(result.stdout)["documents"] for s in d["statements"]
            if s["id"] in ("S", "P")}  # fmt: skip
    assert axes == {"S": [], "P": []}


def test_what_is_wrong_in_them_is_said_once_at_its_place(ntdoc: Run, project: Path) -> None:
    (project / "docs/operators.tex").write_text(OPERATORS + "\\newcommand{\\bad}{ {x }\n")
    for _ in range(2):  # checked, and kept
        result = ntdoc("check", "--format", "concise")
        assert result.returncode == 1
        assert [line for line in result.stdout.splitlines() if "NT" in line] == [
            "docs/operators.tex:3:18: error[NT102]: `{` is not closed"
        ]
    (project / "docs/operators.tex").write_text(OPERATORS)
    assert ntdoc("check").returncode == 0


def test_a_call_that_lacks_an_argument_is_wrong_where_it_stands(ntdoc: Run, project: Path) -> None:
    (project / "docs/note.md").write_text(NOTE.replace(r"\score{Q}{K}", r"\score{Q}"))
    result = ntdoc("check", "--format", "concise")
    assert "docs/note.md:6:5: error[NT105]: `\\score` needs 2 arguments" in result.stdout


def test_the_site_has_them_too(ntdoc: Run, project: Path) -> None:
    assert ntdoc("build", "--strict").returncode == 0
    assert "that is one vector" in (project / "site/paper.html").read_text("utf-8")


def test_python_and_export_know_them(ntdoc: Run, project: Path) -> None:
    paper = package.load(project / "docs/note.md")
    assert {s.id: s.status for s in paper.statements if s.display} == {"S": "evaluated"}
    (project / "docs/f.md").write_text("$$\nf(x) = \\score{x}{x}\n$$\n")
    exported = ntdoc("export", "docs/f.md")
    assert exported.returncode == 0
    assert "def f(x)" in exported.stdout
    (project / "ntdoc.toml").write_text("macro = 1\n")
    with pytest.raises(ConfigurationError, match="did you mean `macros`"):
        package.load(project / "docs/note.md")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('"none.tex"', "ntdoc.toml:1:1: there is no file none.tex"),
        ('["docs/macros.tex",\n  "none.tex"]', "ntdoc.toml:2:3: there is no file none.tex"),
        ('"../outside.tex"', "ntdoc.toml:1:1: ../outside.tex lies outside of the folder of this file"),
        ('"link.tex"', "ntdoc.toml:1:1: link.tex lies outside of the folder of this file"),
        ('"docs"', "ntdoc.toml:1:1: there is no file docs"),
        ("3", 'ntdoc.toml:1:1: `macros` is a file of definitions or a list of them, such as macros = "macros.tex"'),
    ],
)
def test_nothing_outside_of_the_project_is_read(ntdoc: Run, project: Path, value: str, message: str) -> None:
    outside = project.parent / "outside.tex"
    outside.write_text(MACROS)
    (project / "link.tex").symlink_to(outside)
    (project / "ntdoc.toml").write_text(f"macros = {value}\n")
    result = ntdoc("check", "docs")
    assert result.returncode == 2
    assert result.stderr == f"ntdoc: {message}\n"


def test_what_they_include_lies_in_the_project_too(ntdoc: Run, project: Path) -> None:
    (project.parent / "outside.tex").write_text(OPERATORS)
    (project / "docs/macros.tex").write_text(MACROS.replace("operators", "../../outside"))
    result = ntdoc("check", "--format", "concise")
    assert "docs/macros.tex:6:1: error[NT106]: `../../outside` lies outside the project" in result.stdout
