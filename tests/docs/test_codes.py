"""Every diagnostic code has a page, and every page does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntdoc.diagnostics import CODES, Severity
from ntdoc.rendering.resources import codes_folder

SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```(markdown|latex)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OF_FILES = {
    "NT101",
    "NT106",
    "NT113",
}  # about bytes and files: shown by commands, tested in tests/cli/test_documents.py
OF_CALLS = {"NT501", "NT502"}  # about programs: tested in tests/api
OF_NTDOC = {"NT111"}  # about ntdoc itself: tested in tests/unit/test_unexpected.py
OF_RUNS = {"NT114"}  # about what a run is told: tested in tests/cli/test_in_ci.py
NO_EXAMPLE = OF_FILES | OF_CALLS | OF_NTDOC | OF_RUNS


def page(code: str) -> str:
    return (codes_folder() / f"{code}.md").read_text("utf-8")


def document(code: str, section: str) -> tuple[str, str]:
    """The format and the text of the one fenced document in a section of a page."""
    parts = SECTION.split(page(code))
    ((format, text),) = FENCE.findall(dict(zip(parts[1::2], parts[2::2], strict=True))[section])
    return format, text


def found(format: str, text: str) -> list[tuple[str, Severity]]:
    from ntdoc.compiler import compile_text

    return [(d.code, d.severity) for d in compile_text(text, "example", format).diagnostics]


@pytest.mark.parametrize("code", CODES)
def test_the_title_is_that_of_the_code(code: str) -> None:
    assert page(code).startswith(f"# {code}: {CODES[code].title}\n")


@pytest.mark.parametrize("code", sorted(NO_EXAMPLE))
def test_pages_about_files_say_how_to_reproduce(code: str) -> None:
    assert "## How to reproduce it\n" in page(code)


@pytest.mark.parametrize("code", sorted(set(CODES) - NO_EXAMPLE))
def test_the_example_has_exactly_this_problem(code: str) -> None:
    problems = found(*document(code, "Example"))
    assert code in [name for name, _ in problems]
    others = [
        (name, severity) for name, severity in problems if name != code and severity is not Severity.NOTE
    ]
    assert others == []


@pytest.mark.parametrize("code", sorted(set(CODES) - NO_EXAMPLE))
def test_the_mended_example_has_no_problem(code: str) -> None:
    problems = found(*document(code, "Mended"))
    assert [p for p in problems if p[1] is not Severity.NOTE or p[0] == code] == []


@pytest.mark.parametrize("code", CODES)
def test_formulas_in_the_words_are_code(code: str) -> None:
    """A terminal, and the page of a site, show the words as they are."""
    words = re.sub(r"(`+).*?\1", "", FENCE.sub("", page(code)), flags=re.DOTALL)
    assert "$" not in words


def test_there_is_no_page_without_a_code() -> None:
    assert {path.stem for path in codes_folder().glob("NT*.md")} == set(CODES)


def test_the_index_lists_every_code_once() -> None:
    index = (codes_folder() / "index.md").read_text("utf-8")
    links = re.findall(r"^- \[(NT\d+)\]\((NT\d+)\.md\): (.+?)(?: \(a warning\))?$", index, re.MULTILINE)
    assert links == [(code, code, entry.title) for code, entry in CODES.items()]


def test_the_pages_are_found_in_the_checkout() -> None:
    assert codes_folder() == Path(__file__).parents[2] / "docs" / "codes"
