"""The project's own documents are right, and what they show is what ntdoc does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.project import find_documents
from ntdoc.report import DocumentReport, Status

PROJECT = Path(__file__).parents[2]
DOCS = PROJECT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"\$ ntdoc check (\S+)\n")
GOOD = {Status.DECLARED, Status.EVALUATED, Status.VERIFIED}


def compiled(page: Path) -> DocumentReport:
    return compile_file(page, page.relative_to(PROJECT).as_posix())


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


# --- right ---


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_has_no_problem(page: Path) -> None:
    report = compiled(page)
    assert [f"{d.span.line}: {d.message}" for d in report.problems] == []
    assert [(s.span.line, s.status, s.reason) for s in report.statements if s.status not in GOOD] == []


def test_every_page_is_a_document_of_the_site() -> None:
    assert {file.path for file in find_documents([DOCS])} == set(PAGES)


def test_the_transformer_has_no_note_either() -> None:
    """A reader who asks for notes should not find loose ends in the page that shows how it is done."""
    assert [f"{d.span.line}: {d.message}" for d in compiled(DOCS / "transformer.md").diagnostics] == []


def test_the_transformer_is_all_there() -> None:
    report = compiled(DOCS / "transformer.md")
    displays = [s for s in report.statements if s.display]
    assert len({(s.item, s.row) for s in displays}) >= 35
    kinds = {s.kind.value for s in displays}
    assert kinds == {"declaration", "signature", "definition", "constraint", "claim"}
    assert sum(s.status is Status.VERIFIED for s in displays) > len(displays) / 2


# --- what a page shows is what is printed ---


def shown(page: Path) -> Iterator[tuple[str, str, str]]:
    """The documents that a page shows with the output of `ntdoc check` on them: text, name, output."""
    text = ""
    for language, body in FENCE.findall(page.read_text("utf-8")):
        if language == "markdown":
            text = body
        elif language == "console":
            command = COMMAND.match(body)
            assert command is not None, f"{page}: a console block that begins with no command"
            assert text, f"{page}: no document before the console block"
            yield text, command[1], body


def printed(text: str, name: str, folder: Path) -> str:
    """What a terminal shows: the command, then its output with the time as an author may write it."""
    (folder / name).write_text(text, "utf-8")
    environment = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS")}
    result = subprocess.run(
        [sys.executable, "-m", "ntdoc", "check", name],
        cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert result.stderr == ""
    return f"$ ntdoc check {name}\n" + re.sub(r"\d+\.\d\d s", "0.15 s", result.stdout)


WITH_OUTPUT = [page for page in PAGES if "```console" in page.read_text("utf-8")]


def test_some_pages_show_output() -> None:
    assert {name_of(page) for page in WITH_OUTPUT} >= {"index.md", "guide/first-five-minutes.md"}


@pytest.mark.parametrize("page", WITH_OUTPUT, ids=name_of)
def test_shown_output_is_what_is_printed(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    content = page.read_text("utf-8")
    for text, name, output in shown(page):
        real = printed(text, name, tmp_path)
        if request.config.getoption("--update-golden"):
            content = content.replace(f"```console\n{output}```", f"```console\n{real}```", 1)
        else:
            assert output == real
    if request.config.getoption("--update-golden"):
        page.write_text(content, "utf-8")


# --- true to the code ---


def test_the_architecture_names_the_stages_that_there_are() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    stages = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    folders = {path.parent.name for path in (PROJECT / "ntdoc").glob("*/__init__.py")}
    assert len(stages) == len(set(stages))
    assert set(stages) == folders


def test_the_architecture_names_types_that_there_are() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    types = set(re.findall(r"`([A-Z]\w+)`", text))
    source = "\n".join(path.read_text("utf-8") for path in (PROJECT / "ntdoc").rglob("*.py"))
    assert types
    assert {name for name in types if not re.search(rf"^(class {name}\b|{name} = )", source, re.MULTILINE)} == set()


def test_the_stages_are_in_the_order_of_their_imports() -> None:
    """What the page says of imports: each stage imports only what stands above it."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    stages = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    for place, stage in enumerate(stages):
        source = "\n".join(path.read_text("utf-8") for path in (PROJECT / "ntdoc" / stage).rglob("*.py"))
        used = set(re.findall(r"^\s*(?:from|import) ntdoc\.(\w+)", source, re.MULTILINE)) & set(stages)
        assert used <= set(stages[: place + 1]), stage


def test_every_status_is_explained() -> None:
    page = (DOCS / "guide" / "reading-a-page.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [status.value for status in Status]


# --- links ---


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_pages_that_there_are(page: Path) -> None:
    prose = FENCE.sub("", page.read_text("utf-8"))
    for target in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#[^)]*)?\)", prose):
        assert not target or (page.parent / target).resolve().is_file(), target
