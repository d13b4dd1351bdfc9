"""Which documents a command is about."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from ntdoc.project import SITE_MARKER, ProjectError, find_documents, root_of, shown_path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str = "") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


def close(monkeypatch: pytest.MonkeyPatch, folder: str, *, listed: bool = False) -> None:
    """Nobody may look into a folder, whoever runs the tests; with `listed`, the names in it are still told."""
    stat, scandir = os.stat, os.scandir

    def denied(path: object) -> None:
        if isinstance(path, str | os.PathLike) and folder in Path(path).parts:
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))

    def look(path: object, **options: Any) -> Any:
        denied(Path(path).parent if isinstance(path, str | os.PathLike) else path)
        return stat(path, **options)  # type: ignore[call-overload]

    def enter(path: Any = ".") -> Any:
        if not listed:
            denied(path)
        return scandir(path)

    monkeypatch.setattr(os, "stat", look)
    monkeypatch.setattr(os, "scandir", enter)


def found(*paths: str | Path) -> list[str]:
    return [document.shown_as for document in find_documents(paths)]


@pytest.mark.usefixtures("folder")
class TestFolders:
    def test_every_markdown_file_sorted(self) -> None:
        for name in ("b.md", "a.md", "sub/deep/c.MD", "notes.txt", "page.html"):
            write(name)
        assert found(".") == ["a.md", "b.md", "sub/deep/c.MD"]

    def test_latex_roots_only(self) -> None:
        write(
            "paper.tex",
            "\\documentclass{article}\n\\input{chapters/one}\n\\include{chapters/two.tex} \\input three",
        )
        write("chapters/one.tex", "\\input{chapters/four}\n% \\documentclass{article}\n")
        write("chapters/two.tex", "\\input{five}\n")
        write("chapters/four.tex")
        write("chapters/five.tex", "% \\input{../loose}\n")
        write("three.tex", "5\\% \\input{three}\n")
        write("loose.tex", "included by none\n")
        write("other.tex", "100\\% \\documentclass{article}\n")
        assert found(".") == ["loose.tex", "other.tex", "paper.tex"]

    def test_a_root_that_is_included_elsewhere_stays_a_root(self) -> None:
        write("main.tex", "\\documentclass{book}\\subfile{part}")
        write("part.tex", "\\documentclass[main]{subfiles}")
        assert found(".") == ["main.tex", "part.tex"]

    def test_a_file_that_is_imported_is_none_by_itself(self) -> None:
        write("main.tex", "\\documentclass{book}\\import{parts/}{one}\\subimport*{parts}{two}")
        write("parts/one.tex")
        write("parts/two.tex")
        assert found(".") == ["main.tex"]

    def test_what_is_hidden_installed_or_generated_is_passed_over(self) -> None:
        for name in (".hidden/a.md", ".b.md", "node_modules/c/d.md", "site/e.md", "env/lib/f.md"):
            write(name)
        write(f"site/{SITE_MARKER}")
        write("env/pyvenv.cfg")
        write("kept.md")
        assert found(".") == ["kept.md"]

    def test_a_folder_named_itself_is_searched_whatever_it_is_called(self) -> None:
        write(".hidden/a.md")
        assert found(".hidden") == [".hidden/a.md"]

    def test_companions_and_folders_with_a_suffix_are_no_documents(self) -> None:
        write("a.md")
        write("a.ntdoc.md")
        write("b.NTDOC.tex")
        Path("folder.md").mkdir()
        assert found(".") == ["a.md"]

    def test_unreadable_latex_does_not_stop_the_search(self) -> None:
        Path("a.tex").write_bytes(b"\xff\xfe\\documentclass \\input{\0}")
        write("b.md")
        assert found(".") == ["a.tex", "b.md"]

    def test_a_folder_that_cannot_be_read_is_passed_over_and_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("a.md")
        write("closed/b.md")
        close(monkeypatch, "closed")
        told: list[str] = []
        assert [d.shown_as for d in find_documents(["."], closed=told)] == ["a.md"]
        assert told == ["the folder closed cannot be read: Permission denied"]

    def test_a_folder_that_is_excluded_need_not_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("a.md")
        write("closed/b.md")
        close(monkeypatch, "closed")
        told: list[str] = []
        assert [d.shown_as for d in find_documents(["."], ["closed"], closed=told)] == ["a.md"]
        assert told == []

    def test_what_may_be_listed_and_not_looked_at_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("a.md")
        write("closed/b.md")
        close(monkeypatch, "closed", listed=True)
        told: list[str] = []
        assert [d.shown_as for d in find_documents(["."], closed=told)] == ["a.md"]
        assert told == ["the folder closed cannot be read: Permission denied"]

    def test_a_folder_that_cannot_be_read_has_no_document(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("closed/b.md")
        close(monkeypatch, "closed")
        with pytest.raises(ProjectError, match=r"^the folder closed cannot be read: Permission denied\nno \.md"):
            find_documents(["closed"])

    def test_loops_of_links_end(self) -> None:
        write("a/b.md")
        Path("a/loop").symlink_to("..", target_is_directory=True)
        Path("a/self.md").symlink_to("self.md")
        assert found(".") == ["a/b.md"]


@pytest.mark.usefixtures("folder")
class TestPaths:
    def test_a_file_is_itself_whatever_its_name(self) -> None:
        for name in ("picture.png", "a.ntdoc.md", "chapter.tex"):
            write(name)
        assert found("picture.png", "./a.ntdoc.md", "chapter.tex") == [
            "picture.png",
            "a.ntdoc.md",
            "chapter.tex",
        ]

    def test_the_order_of_the_paths_is_kept_and_nothing_comes_twice(self) -> None:
        write("b.md")
        write("docs/a.md")
        Path("alias.md").symlink_to("b.md")
        assert found("docs", "b.md", ".", "docs/../b.md") == ["docs/a.md", "b.md"]

    def test_paths_are_shown_relative_to_the_working_directory(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write("docs/a.md")
        assert found(folder / "docs" / "a.md") == ["docs/a.md"]
        (folder / "inner").mkdir()
        monkeypatch.chdir(folder / "inner")
        assert found("../docs") == ["../docs/a.md"]
        assert found(folder) == ["../docs/a.md"]

    def test_what_is_missing_is_named_completely(self) -> None:
        write("a.md")
        with pytest.raises(ProjectError, match=r"^no such file or folder: b\.md, c$"):
            find_documents(["b.md", "a.md", "c"])

    def test_nothing_to_read(self) -> None:
        write("docs/picture.png")
        with pytest.raises(ProjectError, match=r"no \.md or \.tex document in docs"):
            find_documents(["docs"])


@pytest.mark.usefixtures("folder")
class TestRoots:
    def test_the_root_of_a_part_is_in_a_folder_above_it_within_the_repository(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write("paper.tex", "\\documentclass{article}\\input{sections/one}")
        write("other.tex", "\\documentclass{article}")
        write("sections/one.tex", "\\input{sections/two}\\input{one}")
        write("sections/two.tex")
        write("sections/three.tex")
        assert root_of(Path("sections/one.tex")) == folder / "paper.tex"
        monkeypatch.chdir(folder / "sections")
        assert root_of(Path("two.tex")) == folder / "paper.tex"
        assert root_of(Path("three.tex")) is None
        assert root_of(Path("../paper.tex")) is None
        Path(".git").mkdir()
        assert root_of(Path("two.tex")) is None


def test_links_that_lead_out_of_the_project_are_passed_over_and_named(tmp_path: Path) -> None:
    outside, project = tmp_path / "outside.md", tmp_path / "project"
    (project / "docs").mkdir(parents=True)
    (project / ".secret").mkdir()
    for file in (outside, project / "README.md", project / "docs" / "a.md", project / ".secret" / "key.md"):
        file.write_text("$x = 1$")
    docs = project / "docs"
    (docs / "leak.md").symlink_to(outside)
    (docs / "key.md").symlink_to("../.secret/key.md")
    (docs / "index.md").symlink_to("../README.md")
    (docs / "again.md").symlink_to("leak.md")
    told: list[str] = []
    assert [d.path.name for d in find_documents([docs], closed=told)] == ["a.md"]
    assert len(told) == 4
    assert "leak.md is a link to a file outside the project" in "".join(told)
    (project / "pyproject.toml").touch()  # what is above the folder belongs to the project, too
    told.clear()
    assert [d.path.name for d in find_documents([docs], closed=told)] == ["a.md", "index.md"]
    assert len(told) == 3
    told.clear()
    links = [f"docs/{name}.md" for name in ("leak", "key", "again")]
    assert [d.path.name for d in find_documents([docs], links, project, closed=told)] == ["a.md", "index.md"]
    assert told == []
    assert [d.path.name for d in find_documents([docs / "leak.md"])] == ["leak.md"]  # it is named
    assert [d.path.name for d in find_documents([docs, docs / "leak.md"])] == ["a.md", "index.md", "leak.md"]


def test_a_path_far_from_here_is_shown_as_it_is(folder: Path) -> None:
    assert shown_path(Path("/dev/stdin")) == "/dev/stdin"
    assert shown_path(folder / "a.md") == "a.md"
    assert shown_path(folder.parent / "a.md") == "../a.md"
