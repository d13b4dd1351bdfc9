"""A published write-up of the Transformer encoder block: what is wrong in it is found, and when that is mended the
block computes what plain numpy computes.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from ntdoc.compiler import compile_file, compile_text
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.report import DocumentReport, Statement, Status
from tests.conftest import CORPUS
from tests.corpus import mending
from tests.corpus.transformer_block import Array, Weights, block, scaled_dot_product_attention, self_attention

WRITE_UP = CORPUS / "transformer-write-up.md"
WRONG = [58, 86, 123, 124, 144, 149]
SIZES = r"<!-- ntdoc: size \chans = 4, \ax = 4, \bx = 4, \val = 4, \key = 3, \seq = 2, \hidden = 5 -->"
"""One size for each axis in the whole document, so that the examples of all statements show the same weights."""
pytestmark = pytest.mark.skipif(not WRITE_UP.is_file(), reason="the corpus of published documents is not here")


@pytest.fixture(scope="module")
def text() -> str:
    return WRITE_UP.read_text("utf-8")


@pytest.fixture(scope="module")
def published(text: str) -> DocumentReport:
    return compile_file(WRITE_UP, WRITE_UP.name)


def rows_of(text: str) -> list[int]:
    """The line of each row of each display, counted by hand, as it were: macros out, braces out, split at `\\\\`."""
    found = []
    for display in re.finditer(r"\\begin\{align\*\}(.*?)\\end\{align\*\}", text, re.DOTALL):
        start = text[: display.start(1)].count("\n") + 1
        body = re.sub(r"^\\(newcommand|ndef).*$", "", display[1], flags=re.MULTILINE)
        while (flat := re.sub(r"\{[^{}]*\}", lambda m: "\n" * m[0].count("\n"), body)) != body:
            body = flat
        at = 0
        for row in body.split(r"\\"):
            blank = len(row) - len(row.lstrip())
            if row.strip():
                found.append(start + body[: at + blank].count("\n"))
            at += len(row) + 2
    return found


def test_every_row_of_every_display_has_a_statement(published: DocumentReport, text: str) -> None:
    rows = rows_of(text)
    assert len(rows) == 39
    seen: dict[tuple[int, int], int] = {}
    for statement in published.statements:
        if statement.display:
            place = (statement.item, statement.row)
            seen[place] = min(seen.get(place, statement.span.line), statement.span.line)
    assert sorted(seen.values()) == rows


def test_six_places_are_wrong_and_no_others(published: DocumentReport) -> None:
    wrong = {s.span.line for s in published.statements if s.status in (Status.FAILED, Status.ERROR)}
    assert sorted(wrong) == WRONG
    assert sorted({d.span.line for d in published.problems}) == WRONG
    assert not [s.id for s in published.statements if s.status is Status.SKIPPED]


def test_what_needs_them_is_blocked(published: DocumentReport) -> None:
    blocked = {s.span.line for s in published.statements if s.status is Status.BLOCKED}
    assert blocked - set(WRONG) == {91, 150}


def test_each_diagnostic_stands_at_its_cause(published: DocumentReport, text: str) -> None:
    lines = text.split("\n")

    def at(line: int, what: str, within: str = "") -> tuple[int, int, str]:
        start = lines[line - 1].index(within)
        return line, lines[line - 1].index(what, start) + 1, what

    shown = {(d.code, d.span.line, d.span.column, d.span.text.split("\n")[0]) for d in published.problems}
    assert shown == {
        ("NT301", *at(58, r"\nmatrix{}{\width}{")),
        ("NT202", *at(86, r"\mathrm{LN_Q}")),
        ("NT202", *at(86, r"\mathrm{LN_K}")),
        ("NT202", *at(86, r"\mathrm{LN_V}")),
        ("NT204", *at(123, r"X+\mathrm{SelfAttention}(X_1)_{\val \to \ax}")),
        ("NT203", *at(124, r"\text{LayerNorm}(X_2)")),
        ("NT203", *at(144, r"\chans", r"\ndot{\chans} W_1")),
        ("NT204", *at(149, r"X+\mathrm{SelfAttention}(X_1)_{\val \to \ax}")),
    }


def test_the_wrong_number_is_said(published: DocumentReport) -> None:
    message = next(d.message for d in published.problems if d.span.line == 58)
    assert "written 62, computed 76" in message
    assert "width(3)" in message


def test_the_remedy_of_the_renaming_is_said(published: DocumentReport) -> None:
    for line in (123, 149):
        hints = [h for d in published.problems if d.span.line == line for h in d.hints]
        assert any(r"\val \to \chans" in hint for hint in hints)


def test_a_file_beside_it_defines_what_only_its_prose_says(text: str, tmp_path: Path) -> None:
    copy = tmp_path / "write-up.md"
    copy.write_text(text, "utf-8")
    rows = (rf"\mathrm{{LN_{p}}}(X) &= X \ndot{{\chans}} W_{p} + b_{p}" for p in "QKV")
    companion = SIZES + "\n\n\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n"
    (tmp_path / "write-up.ntdoc.md").write_text(companion, "utf-8")
    report = compile_file(copy, copy.name)
    attention = at_line(report, 86)
    assert attention.status is Status.EVALUATED
    assert attention.value is not None
    w = weights_of(report, 71, 86)
    x = matrix(inputs_of(attention)["X"], "seq", "chans")
    assert close(matrix(attention.value, "seq", "val"), self_attention(x, w))
    assert sorted({d.span.line for d in report.problems}) == [line for line in WRONG if line != 86]


@pytest.mark.parametrize(
    "ways",
    list(itertools.zip_longest(mending.NUMBER, mending.LINEAR_LAYERS, mending.RENAMING, mending.FEED_FORWARD)),
    ids=lambda ways: ", ".join(way for way in ways if way),
)
def test_mended_it_has_no_problem_and_computes_the_block(text: str, ways: tuple[str | None, ...]) -> None:
    places = (mending.NUMBER, mending.LINEAR_LAYERS, mending.RENAMING, mending.FEED_FORWARD)
    chosen = [place[way or next(iter(place))] for place, way in zip(places, ways, strict=True)]
    text = mending.mended(text, *chosen)
    report = compile_text(text + "\n\n" + SIZES + "\n", "mended.md")
    assert not [f"{d.code} {d.span.line} {d.message}" for d in report.problems]
    wanting = (Status.FAILED, Status.ERROR, Status.BLOCKED, Status.SKIPPED)
    assert not [s.id for s in report.statements if s.status in wanting]
    blocks = [s for s in report.statements if s.name == "Y" and s.display]
    assert len(blocks) == 2
    for last in blocks:
        own = [s for s in report.statements if s.item == last.item]
        x = matrix(inputs_of(next(s for s in own if s.name == "X_1"))["X"], "seq", "chans")
        computed = block(x, weights_of(report, 1, last.span.line))
        for name, wanted in zip(("X_1", "X_2", "Y"), computed, strict=True):
            value = next(s.value for s in own if s.name == name)
            assert value is not None
            assert close(matrix(value, "seq", "chans"), wanted), name


def test_attention_is_scaled_dot_product_attention(text: str) -> None:
    report = compile_text(text + "\n\n" + SIZES + "\n", "published.md")
    attention = at_line(report, 140)
    w = weights_of(report, 137, 140)
    x = matrix(inputs_of(attention)["X"], "seq", "chans")
    wanted = scaled_dot_product_attention(x @ w.w_q + w.b_q, x @ w.w_k + w.b_k, x @ w.w_v + w.b_v)
    assert attention.value is not None
    assert close(matrix(attention.value, "seq", "val"), wanted)


# --- numbers of a report ---


def at_line(report: DocumentReport, line: int) -> Statement:
    return next(s for s in report.statements if s.span.line == line and s.display)


def inputs_of(statement: Statement) -> dict[str, NamedArray]:
    return {labelled.label: labelled.array for labelled in statement.example.inputs}


def matrix(array: NamedArray, *axes: str) -> Array:
    """The entries with the dimensions in this order."""
    assert set(array.axes) == set(axes)
    return np.asarray(transpose_to(array, axes).data)


_INPUTS = {"W_Q": "chans", "W_K": "chans", "W_V": "chans", "W_1": "chans ax", "W_2": "hidden"}
"""The axis that a layer works on, the first dimension of its matrix."""


def weights_of(report: DocumentReport, first: int, last: int) -> Weights:
    """The weights that the examples between two lines show last, by the names that the write-up gives them."""
    found: dict[str, Array] = {}
    for statement in report.statements:
        if first <= statement.span.line <= last:
            for shown in (*statement.example.inputs, *statement.example.results):
                axes = sorted(shown.array.axes, key=lambda a: a not in _INPUTS.get(shown.label, "").split())
                found[shown.label] = matrix(shown.array, *axes)
    missing = np.zeros(())
    return Weights(
        *(found.get(name, missing) for name in ("gamma", "beta", "epsilon")),
        *(found[f"{letter}_{kind}"] for kind in "QKV" for letter in "Wb"),
        *(found.get(f"{letter}_{kind}", missing) for kind in "12" for letter in "Wb"),
    )


def close(left: Array, right: Array) -> bool:
    return left.shape == right.shape and bool(np.max(np.abs(left - right)) < 1e-12)
