"""The plugin, as real runs of pytest on small repositories show it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
REPOSITORIES = PROJECT / "tests" / "repositories"

NAMES = [
    "note.md::Q.declaration", "note.md::K.declaration", "note.md::S", "note.md::T", "note.md::note.claim",
    "note.md::U", "note.md::V",
    "paper.tex::X.declaration", "paper.tex::eq:sum", "paper.tex::eq:w", "paper.tex::Y", "paper.tex::the_claim",
    "paper.tex::claim-2",
]  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    shutil.copytree(REPOSITORIES / "pytest", tmp_path / "repository")
    return tmp_path / "repository"


def run(folder: Path, *arguments: str, code: int, plugins: tuple[str, ...] = ()) -> str:
    """What pytest prints. Only the plugins that are named are loaded, whatever is installed here."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COLUMNS", "FORCE_COLOR"))}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(PROJECT), "COLUMNS": "160"}
    loaded = [word for plugin in ("ntdoc.pytest_plugin", *plugins) for word in ("-p", plugin)]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *loaded, *arguments],
        cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert result.returncode == code, result.stdout + result.stderr
    return result.stdout if code != pytest.ExitCode.USAGE_ERROR else result.stderr


def outcomes(output: str) -> dict[str, str]:
    """Of `pytest -v`, the outcome of each item."""
    found = re.findall(r"^(\S+)(?: <- \S+)? (PASSED|FAILED|SKIPPED|ERROR)", output, re.MULTILINE)
    return dict(found)


def test_each_statement_is_an_item_named_by_what_it_defines(repository: Path) -> None:
    output = run(repository, "--ntdoc", "-v", code=1)
    found = outcomes(output)
    assert sorted(found) == sorted([*NAMES, "test_code.py::test_code"])
    assert {name for name, outcome in found.items() if outcome == "FAILED"} == {
        "note.md::T", "note.md::note.claim", "paper.tex::claim-2",
    }  # fmt: skip
    assert {name for name, outcome in found.items() if outcome == "SKIPPED"} == {"note.md::U", "note.md::V"}


def test_without_the_option_nothing_is_collected(repository: Path) -> None:
    assert outcomes(run(repository, "-v", code=0)) == {"test_code.py::test_code": "PASSED"}


def test_one_line_of_configuration_is_enough(repository: Path) -> None:
    (repository / "pytest.ini").write_text("[pytest]\nntdoc = paper.tex\n", "utf-8")
    found = outcomes(run(repository, "-v", code=1))
    assert sorted(found) == sorted([*(n for n in NAMES if n.startswith("paper")), "test_code.py::test_code"])


def test_configuration_takes_folders_and_patterns(repository: Path) -> None:
    (repository / "docs").mkdir()
    (repository / "note.md").rename(repository / "docs" / "note.md")
    for line in ("docs", "docs/*.md"):
        (repository / "pytest.ini").write_text(f"[pytest]\nntdoc = {line}\n", "utf-8")
        assert "docs/note.md::S" in outcomes(run(repository, "-v", code=1))


def test_a_document_that_is_named_and_not_there_is_an_error(repository: Path) -> None:
    (repository / "pytest.ini").write_text("[pytest]\nntdoc =\n  paper.tex\n  nothing.md\n  no*.md\n", "utf-8")
    assert "`ntdoc` names what is not there: nothing.md" in run(repository, code=4)


def test_an_added_paragraph_renames_nothing(repository: Path) -> None:
    before = list(outcomes(run(repository, "--ntdoc", "-v", code=1)))
    note = repository / "note.md"
    note.write_text(note.read_text("utf-8").replace("For $Q", "More words.\n\nFor $Q"), "utf-8")
    assert list(outcomes(run(repository, "--ntdoc", "-v", code=1))) == before


def test_a_failure_is_the_diagnostic_with_the_true_line_and_no_traceback(repository: Path) -> None:
    output = run(repository, "--ntdoc", code=1)
    assert "error[NT203]: axis `seq` is in K but not in Q\n  --> note.md:15:13" in output
    assert "Traceback" not in output
    assert ".py" not in output.replace("test_code.py", "")
    assert "FAILED note.md::T - note.md:15:13: error[NT203]: axis `seq` is in K but not in Q" in output
    assert " --> parts/claims.tex:6:" in output  # of an included file its own lines


def test_skips_say_why(repository: Path) -> None:
    output = run(repository, "--ntdoc", "-rs", code=1)
    assert "note.md: blocked: needs T (line 15), which is in error" in output
    assert "note.md: skipped: not today" in output


def test_one_item_by_its_name(repository: Path) -> None:
    assert outcomes(run(repository, "--ntdoc", "-v", "paper.tex::eq:sum", code=0)) == {"paper.tex::eq:sum": "PASSED"}
    assert outcomes(run(repository, "--ntdoc", "-v", "note.md::T", code=1)) == {"note.md::T": "FAILED"}


def test_keywords_and_stopping(repository: Path) -> None:
    assert set(outcomes(run(repository, "--ntdoc", "-v", "-k", "sum or the_claim", code=0))) == {
        "paper.tex::eq:sum", "paper.tex::the_claim",
    }  # fmt: skip
    output = run(repository, "--ntdoc", "-x", code=1)
    assert "1 failed" in output


def test_the_last_failures_alone(repository: Path) -> None:
    run(repository, "--ntdoc", code=1)
    found = outcomes(run(repository, "--ntdoc", "--lf", "-v", code=1))
    assert set(found) == {"note.md::T", "note.md::note.claim", "paper.tex::claim-2"}


def test_from_another_folder(repository: Path) -> None:
    found = outcomes(run(repository / "parts", "--ntdoc", "-v", "../note.md", code=1))
    assert [name for name in found if name.endswith("note.md::T")]


def test_the_configuration_of_the_project_counts(repository: Path) -> None:
    configuration = 'exclude = ["paper.tex"]\nignore = ["NT203"]\n[severity]\nNT301 = "warning"\n'
    (repository / "ntdoc.toml").write_text(configuration)
    output = run(repository, "--ntdoc", "-v", code=0)
    found = outcomes(output)
    assert not [name for name in found if name.startswith("paper")]
    assert found["note.md::T"] == "PASSED"
    assert "NtdocWarning: NT301: " in output
    assert outcomes(run(repository, "--ntdoc", "-v", "paper.tex", code=0))  # named, and so never excluded
    (repository / "ntdoc.toml").write_text("ignroe = []\n")
    assert "unknown key `ignroe`: did you mean `ignore`?" in run(repository, "--ntdoc", code=4)


def test_in_several_processes(repository: Path) -> None:
    output = run(repository, "--ntdoc", "-n", "2", code=1, plugins=("xdist",))
    assert "3 failed, 9 passed, 2 skipped" in output
    assert "error[NT203]: axis `seq` is in K but not in Q\n  --> note.md:15:13" in output
    assert "Traceback" not in output


def test_junit_keeps_file_and_line(repository: Path) -> None:
    for family in ("xunit1", "xunit2"):
        run(repository, "--ntdoc", "--junitxml", "out.xml", "-o", f"junit_family={family}", code=1)
        cases = {case.get("name"): case for case in ET.parse(repository / "out.xml").iter("testcase")}
        case = cases["claim-2"]
        properties = {p.get("name"): p.get("value") for p in case.iter("property")}
        assert properties == {"file": "parts/claims.tex", "line": "6"}
        failure = case.find("failure")
        assert failure is not None
        assert str(failure.get("message")).startswith("parts/claims.tex:6:")
        if family == "xunit1":
            assert case.get("file") == "parts/claims.tex"


def test_a_document_that_cannot_be_read_is_one_error(repository: Path) -> None:
    (repository / "bad.tex").write_bytes(bytes(range(256)))
    output = run(repository, "--ntdoc", "bad.tex", code=2)
    assert "error[NT101]" in output
    assert "1 error" in output
    assert "Traceback" not in output


def test_what_is_wrong_with_no_statement_is_an_item_of_its_own(repository: Path) -> None:
    (repository / "other.md").write_text("<!-- ntdoc: sed 7 -->\n\n$$\nx = 1\n$$\n", "utf-8")
    found = outcomes(run(repository, "--ntdoc", "-v", "other.md", code=1))
    assert found == {"other.md::document": "FAILED", "other.md::x": "PASSED"}


def test_warnings_are_warnings(repository: Path) -> None:
    text = "$$\n\\ndef{\\ax}{ax}\n$$\n\n$$\n\\nfun{\\ax}{mean} X = \\nsum{\\ax} X\n$$\n"
    (repository / "unusual.md").write_text(text, "utf-8")
    output = run(repository, "--ntdoc", "unusual.md", code=0)
    assert re.search(r"unusual.md:6: NtdocWarning: NT305: ", output), output


def test_beside_sybil_on_the_same_file(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORIES / "sybil", tmp_path / "repository")
    found = outcomes(run(tmp_path / "repository", "--ntdoc", "-v", code=0))
    assert {"README.md::X.declaration", "README.md::S"} <= set(found)
    assert len([name for name in found if "line:" in name]) == 2


def test_beside_markdown_docs_on_the_same_file(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORIES / "sybil", tmp_path / "repository", ignore=shutil.ignore_patterns("conftest.py"))
    folder = tmp_path / "repository"
    output = run(folder, "--ntdoc", "--markdown-docs", code=0, plugins=("pytest_markdown_docs.plugin",))
    assert "4 passed" in output


def test_the_entry_point_is_the_plugin() -> None:
    import tomllib

    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"ntdoc": "ntdoc.pytest_plugin"}
