"""The JSON of `ntdoc check`: the schema `ntdoc/1`."""

from __future__ import annotations

import json
from typing import Any

from ntdoc.compiler import compile_text
from ntdoc.rendering.reports.json import render_json
from ntdoc.report import Report
from tests.unit.terminal import reports


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


def rendered() -> dict[str, Any]:
    parsed = json.loads(render_json(reports.report()), parse_constant=refuse)
    assert isinstance(parsed, dict)
    return parsed


def test_the_keys_are_those_of_the_schema() -> None:
    parsed = rendered()
    place = {"path", "line", "column", "end_line", "end_column"}
    assert set(parsed) == {"schema", "documents", "summary"}
    assert parsed["schema"] == "ntdoc/1"
    (document,) = parsed["documents"]
    assert set(document) == {"path", "title", "statements", "diagnostics", "notes", "beside"}
    for statement in document["statements"]:
        assert set(statement) == place | {
            "id", "display", "tex", "kind", "status", "name", "label", "value", "reason", "waived",
        }  # fmt: skip
    for diagnostic in document["diagnostics"] + document["notes"]:
        assert set(diagnostic) == place | {
            "code", "severity", "message", "label", "operands", "related", "hints", "statement", "edits",
        }  # fmt: skip
        assert all(set(operand) == {"label", "shape", "value"} for operand in diagnostic["operands"])
        assert all(set(related) == place | {"message"} for related in diagnostic["related"])
    first = document["diagnostics"][0]
    assert first["operands"]
    assert first["related"]


def test_a_shape_is_a_shape_and_numbers_are_its_value() -> None:
    text = "Let $x \\in \\mathbb{R}^{\\mathsf{key}}$.\n\n$$\n\\sum_{\\mathsf{key}} x = x + 1\n$$\n\n$$\n1 + 1 = 3\n$$\n"
    first, second = json.loads(render_json(Report((compile_text(text, "notes.md"),))))["documents"][0]["diagnostics"]
    (operand,) = first["operands"]
    assert (operand["label"], operand["shape"]) == ("x", "key[3]")
    assert len(json.loads(operand["value"])) == 3
    assert (second["label"], second["operands"]) == ("written 3, computed 2", [])
    assert [(edit["text"], edit["line"], edit["column"]) for edit in second["edits"]] == [("2", 8, 9)]


def test_positions_are_1_based_and_ends_exclusive() -> None:
    statement = rendered()["documents"][0]["statements"][1]
    assert statement["tex"] == "S = Q \\ndot{\\key} K"
    assert (statement["line"], statement["column"]) == (6, 2)
    assert (statement["end_line"], statement["end_column"]) == (6, 2 + len(statement["tex"]))
    assert statement["path"] == "notes/attention.md"


def test_values_have_full_precision_and_strings_for_what_is_not_finite() -> None:
    statements = rendered()["documents"][0]["statements"]
    assert statements[1]["value"] is None
    value = statements[2]["value"]
    assert (value["axes"], value["sizes"]) == (["seq", "key"], [2, 3])
    assert value["data"] == [[1.0, 0.0, 1 / 3], ["Infinity", "-Infinity", "NaN"]]


def test_notes_are_apart_from_diagnostics() -> None:
    document = rendered()["documents"][0]
    assert [d["code"] for d in document["diagnostics"]] == ["NT203", "NT301"]
    assert [d["statement"] for d in document["diagnostics"]] == ["s1", None]
    assert [(d["code"], d["severity"]) for d in document["notes"]] == [("NT403", "note")]


def test_the_summary_counts() -> None:
    assert rendered()["summary"] == {
        "statements": 6,
        "by_status": {"declared": 1, "evaluated": 1, "failed": 1, "error": 1, "skipped": 2},
        "errors": 2,
        "warnings": 0,
        "ignored": 0,
    }


def test_no_documents_at_all() -> None:
    empty = json.loads(render_json(Report(())))
    assert empty["documents"] == []
    assert empty["summary"] == {"statements": 0, "by_status": {}, "errors": 0, "warnings": 0, "ignored": 0}


def test_a_statement_that_words_join_is_one_formula() -> None:
    text = r"$\ndef{\ax}{ax}$ Let $x \in \reals^{\ax}$. Let $m$ denote $\nfun{\ax}{mean} x$." + "\n"
    assert compile_text(text, "notes.md").statements[-1].tex == r"m \text{ denote } \nfun{\ax}{mean} x"
