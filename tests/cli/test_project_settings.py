"""What a configuration says of a whole project: its paths, its sizes, the title of its site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

NOTE = "# {0}\n\n$$\nX \\in \\reals^{{\\seq}}, \\quad {0} = \\nsum{{\\seq}} X\n$$\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name in ("a", "b"):
        (tmp_path / "docs" / f"{name}.md").write_text(NOTE.format(name.upper()))
    return tmp_path


def title(project: Path) -> str:
    (found,) = re.findall("<h1[^>]*>([^<]*)", (project / "site/index.html").read_text("utf-8"))
    return str(found)


def test_a_path_that_is_not_there_is_said_with_its_line(ntdoc: Run, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.ntdoc]\npaths = [\n  "docs",\n  "docz", "pa[p]er.tex",\n]\n')
    result = ntdoc("check")
    assert result.returncode == 2
    assert result.stderr.splitlines() == [
        "ntdoc: pyproject.toml:4:3: there is no file or folder docz",
        "ntdoc: pyproject.toml:4:11: there is no file or folder pa[p]er.tex",
    ]
    assert ntdoc("check", "docs").returncode == 0  # these paths are not asked for


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_size_that_no_document_has_is_said_with_its_line(ntdoc: Run, project: Path, command: str) -> None:
    (project / "ntdoc.toml").write_text('paths = ["docs"]\n\n[sizes]\nseq = 4\nsq = 3\n')
    for _ in range(2):  # checked, and kept
        result = ntdoc(command)
        assert result.returncode == 2
        message = "ntdoc: ntdoc.toml:5:1: no document has an axis or a size called sq: did you mean seq?"
        assert message in result.stderr.splitlines()
    assert ntdoc(command, "docs/a.md").returncode == 0  # another document might have it
    assert ntdoc(command, "--size", "sec=3", "docs/a.md").returncode == 2


def test_a_size_that_some_document_has_is_right(ntdoc: Run, project: Path) -> None:
    (project / "docs" / "b.md").write_text(NOTE.format("B").replace("seq", "key"))
    (project / "ntdoc.toml").write_text('paths = ["docs"]\n[sizes]\nseq = 4\nkey = 3\n')
    result = ntdoc("check")
    assert (result.returncode, result.stderr) == (0, "")


def test_a_site_of_several_documents_is_called_like_the_project(ntdoc: Run, project: Path) -> None:
    home = project / "two-papers"
    home.mkdir()
    (project / "docs").rename(home / "docs")
    ntdoc("build", "two-papers/docs")
    assert title(project) == "Two papers"
    (home / "pyproject.toml").write_text('[project]\nname = "pairs"\n')
    ntdoc("build", "two-papers/docs")
    assert title(project) == "pairs"
    (project / "ntdoc.toml").write_text('title = "All & <everything>"\n')
    ntdoc("build", "two-papers/docs")
    assert title(project) == "All &amp; &lt;everything&gt;"
    ntdoc("build", "--title", "Both", "two-papers/docs")
    assert title(project) == "Both"


def test_numbers_are_folded_up_when_a_flag_or_the_configuration_says_so(ntdoc: Run, project: Path) -> None:
    def folded() -> bool:
        return '<details class="nt-more-of-it">' in (project / "site/a.html").read_text("utf-8")

    ntdoc("build", "docs")
    assert not folded()
    ntdoc("build", "--fold", "docs")
    assert folded()
    (project / "ntdoc.toml").write_text("fold = true\n")
    ntdoc("build", "docs")
    assert folded()
    ntdoc("build", "--no-fold", "docs")
    assert not folded()
    (project / "ntdoc.toml").write_text('fold = "yes"\n')
    result = ntdoc("build", "docs")
    assert result.returncode == 2
    assert "ntdoc.toml:1:1: `fold` is true or false" in result.stderr


def test_a_page_index_gives_the_site_its_title(ntdoc: Run, project: Path) -> None:
    (project / "docs" / "index.md").write_text("# The front\n\nWords.\n")
    ntdoc("build", "docs")
    page = (project / "site/index.html").read_text("utf-8")
    assert re.findall("<title>([^<]*)", page) == ["The front"]


def test_what_is_ignored_is_counted_with_what_says_so(ntdoc: Run, project: Path) -> None:
    lost = "# A\n\n$$\ny = 1 \\label{eq:a}\n$$\n\nBy \\eqref{eq:b} and \\eqref{eq:c} it is 1.\n"
    (project / "docs" / "a.md").write_text(lost)
    (project / "ntdoc.toml").write_text('[per-file-ignores]\n"docs/a.md" = ["NT109"]\n')
    result = ntdoc("check", "docs")
    assert result.stdout.splitlines()[-1].startswith("no problems that count: ")
    assert ", 2 warnings ignored by ntdoc.toml, " in result.stdout
    assert ", 2 warnings ignored by --ignore and ntdoc.toml, " in ntdoc("check", "docs", "--ignore", "NT109").stdout
    assert ", 2 warnings ignored by --ignore, " in ntdoc("check", "docs", "--no-config", "--ignore", "NT1").stdout
    assert "ignored" not in ntdoc("check", "docs/b.md").stdout
