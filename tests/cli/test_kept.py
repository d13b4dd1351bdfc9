"""What did not change since it was checked is not checked again, and what did is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PAPER = r"""\documentclass{article}
\begin{document}
Let $Q \in \reals^{\name{key}}$ and $K \in \reals^{\name{seq} \times \name{key}}$.
\input{parts/claims}
$$ T = Q \ndot{\name{val}} K $$
\end{document}
"""
CLAIM = r"$$ \sum_{\name{key}} Q = 2 \sum_{\name{key}} Q $$"
UNCHANGED = "unchanged since checked"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "claims.tex").write_text(CLAIM)
    (tmp_path / "paper.tex").write_text(PAPER)
    return tmp_path / "paper.tex"


def untimed(text: str) -> str:
    """What is printed, without how long it took and why."""
    return "\n".join(line.rpartition(", ")[0] if line.endswith((" s", UNCHANGED + ")")) else line
                     for line in text.splitlines())  # fmt: skip


@pytest.mark.parametrize("form", ["text", "concise", "json", "github", "sarif", "junit"])
def test_the_second_run_prints_what_the_first_did(ntdoc: Run, paper: Path, form: str) -> None:
    arguments = ("check", "--notes", "--format", form, "paper.tex")
    first, second, third = ntdoc(*arguments), ntdoc(*arguments), ntdoc(*arguments, "--no-cache")
    assert first.returncode == second.returncode == third.returncode == 1
    assert "NT301" in first.stdout
    assert "NT203" in first.stdout
    if form != "junit":  # which has the seconds within its lines
        assert untimed(first.stdout) == untimed(second.stdout) == untimed(third.stdout)
    if form == "text":
        assert UNCHANGED not in first.stdout
        assert UNCHANGED in second.stdout
        assert UNCHANGED not in third.stdout


def test_what_is_kept_is_printed_without_what_checks(ntdoc: Run, paper: Path) -> None:
    assert ntdoc("check", "paper.tex").returncode == 1
    program = (
        "import sys; from ntdoc import cli; cli.main(['check', 'paper.tex']); "
        "print(sorted({'numpy', 'pylatexenc', 'ntdoc.compiler'} & set(sys.modules)))"
    )
    again = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=paper.parent
    )
    assert UNCHANGED in again.stdout
    assert again.stdout.splitlines()[-1] == "[]"


def test_values_come_back_as_they_were(ntdoc: Run, paper: Path) -> None:
    paper.write_text(r"$$ A = 1/3 $$ $$ B = -\log 0 $$ $$ C = \sum_{\name{key}} X $$ $X \in \reals^{\name{key}}$")
    first, second = (ntdoc("check", "--format", "json", "paper.tex").stdout for _ in range(2))
    assert "0.3333333333333333" in first
    assert first == second


def test_labels_come_back_as_they_were(ntdoc: Run, paper: Path) -> None:
    paper.write_text(r"\begin{equation} A = 2 \label{eq:two} \end{equation} $$ B = 3 $$")
    first, second = (ntdoc("check", "--format", "json", "paper.tex").stdout for _ in range(2))
    assert [s["label"] for s in json.loads(first)["documents"][0]["statements"]] == ["eq:two", None]
    assert first == second


def test_a_bibliography_that_changes_is_seen(ntdoc: Run, paper: Path) -> None:
    body = r"\documentclass{article} \begin{document} \cite{a} \bibliography{refs} \end{document}"
    paper.write_text(body)
    assert "`refs.bib` is not found" in ntdoc("check", "--notes", "paper.tex").stdout
    (paper.parent / "refs.bib").write_text("@book{b, title = {B}}")
    assert "no entry of the bibliography is called `a`" in ntdoc("check", "paper.tex").stdout
    (paper.parent / "refs.bib").write_text("@book{a, title = {A}}")
    assert "NT110" not in ntdoc("check", "paper.tex").stdout


def test_whatever_changes_is_seen(ntdoc: Run, paper: Path) -> None:
    def unchanged(*arguments: str) -> bool:
        assert ntdoc("check", "paper.tex", *arguments).stdout
        return UNCHANGED in ntdoc("check", "paper.tex", *arguments).stdout

    def once(*arguments: str) -> str:
        return ntdoc("check", "paper.tex", *arguments).stdout

    assert unchanged()
    assert UNCHANGED not in once("--seed", "5")
    assert UNCHANGED not in once("--size", "key=7")
    assert UNCHANGED in once("--select", "NT3")  # only what is shown is another
    assert "NT203" not in once("--select", "NT3")
    (paper.parent / "parts" / "claims.tex").write_text(CLAIM.replace("2", ""))
    changed = once()
    assert UNCHANGED not in changed
    assert "NT301" not in changed
    (paper.parent / "paper.ntdoc.tex").write_text("% ntdoc: size key=4\n")
    assert UNCHANGED not in once()
    assert unchanged()
    (paper.parent / "parts" / "claims.tex").unlink()
    assert "NT106" in once()
    assert "NT106" in once()
    (paper.parent / "claims.tex").write_text(CLAIM)  # not where it is looked for
    assert "NT106" in once()
    (paper.parent / "parts" / "claims").write_text(CLAIM)  # but this is
    assert "NT301" in once()


def test_of_several_documents_only_those_that_changed_are_checked(ntdoc: Run, paper: Path) -> None:
    (paper.parent / "note.md").write_text("$$ A = 1 $$")
    assert UNCHANGED not in ntdoc("check", ".").stdout
    (paper.parent / "note.md").write_text("$$ A = 2 $$")
    assert "(1 unchanged since checked)" in ntdoc("check", "--jobs", "2", ".").stdout
    assert "(unchanged since checked)" in ntdoc("check", "--jobs", "2", ".").stdout


@pytest.mark.parametrize("text", ["", "{}", "[]", "\0", '{"files": [[1]], "report": 0}', '{"files": [], "report": {}}'])
def test_what_is_broken_counts_for_nothing(ntdoc: Run, paper: Path, text: str) -> None:
    first = ntdoc("check", "paper.tex")
    (kept,) = (paper.parent / "cache").rglob("*.json")
    whole = kept.read_text()
    kept.write_text(text or whole[: len(whole) // 2])
    assert untimed(ntdoc("check", "paper.tex").stdout) == untimed(first.stdout)
    kept.write_text(whole.replace('"error"', '"no such status"'))
    second = ntdoc("check", "paper.tex").stdout
    assert UNCHANGED not in second
    assert untimed(second) == untimed(first.stdout)


def test_a_folder_that_cannot_be_written_is_no_problem(ntdoc: Run, paper: Path) -> None:
    (paper.parent / "cache").write_text("in the way")
    first, second = ntdoc("check", "paper.tex"), ntdoc("check", "paper.tex")
    assert untimed(first.stdout) == untimed(second.stdout)
    assert first.stderr == second.stderr == ""
