"""The published paper about the notation, through the command line: every row has a status, what is wrong in it is
found and nothing else, and a copy in which that is mended has no problem.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ntdoc.report import Status
from tests.corpus.paper import BALANCED, FOLDER, MENDED, PAPER, check, compiled, copy

pytestmark = pytest.mark.skipif(not PAPER.is_file(), reason="the corpus of published documents is not here")

Json = Any
Place = tuple[str, int]

WRONG = {  # each error, by the lines at which it may be reported
    "a letter": {("operations.tex", 244)},
    "an axis": {("examples_long.tex", line) for line in (57, 58, 63)},
    "a star": {("calculus.tex", 137)},
    "a bracket": {("calculus.tex", 205)},
    "another bracket": {("calculus.tex", 206), ("calculus.tex", 207)},
}
FORMAL = {
    "tensors.tex": range(1, 100),
    "operations.tex": range(9, 28),
    "calculus.tex": range(9, 33),
    "calculus_formal.tex": range(1, 31),
    "alternatives.tex": range(1, 27),
}
"""Definitions about all shapes, and notation by position."""
NEED_THE_AXIS = {("examples_long.tex", line) for line in (20, 22, 23, 24)}


@pytest.fixture(scope="module")
def output() -> str:
    result = check(PAPER)
    assert result.returncode == 1
    return result.stdout


@pytest.fixture(scope="module")
def published(output: str) -> Json:
    return json.loads(output)["documents"][0]


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Json:
    result = check(copy(tmp_path_factory.mktemp("mended"), MENDED))
    assert result.returncode == 0, result.stdout[-2000:]
    return json.loads(result.stdout)["documents"][0]


def place(found: Json) -> Place:
    return Path(found["path"]).name, found["line"]


def with_status(document: Json, *statuses: Status) -> list[Json]:
    return [s for s in document["statements"] if s["status"] in statuses]


# --- rows ---


def blanked(pattern: str, text: str) -> str:
    """The text with what matches left out, but its lines."""
    return re.sub(pattern, lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)


def rows(text: str) -> list[tuple[int, int]]:
    """The first and last line of each row of each display, as one would count them by hand."""
    for silent in (r"(?<!\\)%.*?$", r"\\iffalse.*?\\fi", r"\\begin\{verbatim\}.*?\\end\{verbatim\}", r"\\verb\|.*?\|"):
        text = blanked(silent, text)
    found = []
    displays = r"\\begin\{(align|equation|gather)(\*?)\}(.*?)\\end\{\1\2\}|\\\[(.*?)\\\]"
    for display in re.finditer(displays, text, re.DOTALL):
        body = display[3] if display[3] is not None else display[4]
        start = text[: display.start(3) if display[3] is not None else display.start(4)].count("\n") + 1
        body = body.replace(r"\begin{cases}", "{").replace(r"\end{cases}", "}")
        body = blanked(r"\\(label|intertext|phantom)\b", body)
        while (flat := blanked(r"\{[^{}]*\}", body)) != body:
            body = flat
        body = body.replace(r"\firsteq", r"x\\")  # it ends its row
        for match in re.finditer(r"(.*?)(?:\\\\(?:\[[^\]]*\])?|\Z)", body, re.DOTALL):
            if match[1].strip(" \n&.") and not match[1].strip().startswith("\\notag"):
                first = match.start(1) + len(match[1]) - len(match[1].lstrip())
                last = match.start(1) + len(match[1].rstrip())
                found.append((start + body[:first].count("\n"), start + body[:last].count("\n")))
    return found


def test_every_row_of_every_display_has_a_status(published: Json) -> None:
    displayed = [s for s in published["statements"] if s["display"]]
    shown = {(place(s)[0], line) for s in displayed for line in range(s["line"], s["end_line"] + 1)}
    count = 0
    for file in sorted(FOLDER.glob("*.tex")):
        for first, last in rows(file.read_text("utf-8")):
            assert shown & {(file.name, line) for line in range(first, last + 1)}, (file.name, first, last)
            count += 1
    assert count > 150
    assert {s["status"] for s in published["statements"]} <= {status.value for status in Status}


# --- what is wrong ---


def test_what_is_wrong_is_found_and_nothing_else(published: Json) -> None:
    allowed = set().union(*WRONG.values())
    refused = {place(s) for s in with_status(published, Status.FAILED, Status.ERROR)}
    blamed = {place(d) for d in published["diagnostics"]}
    assert refused <= allowed
    assert blamed <= allowed
    for what, places in WRONG.items():
        assert places & refused, what
        assert places & blamed, what


def test_what_needs_it_is_blocked_and_nothing_else(published: Json) -> None:
    assert {place(s) for s in with_status(published, Status.BLOCKED)} == NEED_THE_AXIS


def test_what_cannot_be_read_is_little_and_has_a_reason(published: Json, mended: Json) -> None:
    for document in (published, mended):
        skipped = with_status(document, Status.SKIPPED)
        assert all(s["reason"] for s in skipped)
        other = {place(s) for s in skipped if s["display"] and s["line"] not in FORMAL.get(place(s)[0], ())}
        assert len(other) <= 4, other


def test_mended_it_has_no_problem(mended: Json) -> None:
    assert mended["diagnostics"] == []
    assert with_status(mended, Status.FAILED, Status.ERROR, Status.BLOCKED) == []


def test_what_is_only_made_well_formed_is_refuted(tmp_path: Path) -> None:
    """A bracket taken away at the end leaves formulas that can be read, and are false."""
    page = compiled(copy(tmp_path, BALANCED))
    wrong = {(Path(s.span.source.path).name, s.span.line): s.status for s in page.report.statements}
    assert wrong["calculus.tex", 205] is Status.FAILED
    assert wrong["calculus.tex", 206] is Status.FAILED
    assert {d.code for d in page.report.problems} == {"NT301"}


# --- the same again ---


def test_the_same_document_gives_the_same_bytes(output: str) -> None:
    assert check(PAPER, hash_seed="1").stdout == output


def test_another_seed_gives_other_samples_and_the_same_statuses(mended: Json, tmp_path: Path) -> None:
    result = check(copy(tmp_path, MENDED, companion="% ntdoc: seed 7"))
    assert result.returncode == 0, result.stdout[-2000:]
    other = json.loads(result.stdout)["documents"][0]

    def outcomes(document: Json) -> list[tuple[str, str]]:
        return [(s["id"], s["status"]) for s in document["statements"]]

    assert outcomes(other) == outcomes(mended)
    drawn = [
        (one["value"]["data"], two["value"]["data"])
        for one, two in zip(mended["statements"], other["statements"], strict=True)
        if one["kind"] == "declaration" and one["value"] and one["value"]["axes"]
    ]
    assert len(drawn) > 40
    assert all(one != two for one, two in drawn)
