"""The forms of a report for other programs are what those programs read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ntdoc.compiler import compile_text
from ntdoc.diagnostics import Severity
from ntdoc.rendering.reports.concise import render_concise
from ntdoc.rendering.reports.github import SHOWN, render_github, render_step_summary
from ntdoc.rendering.reports.json import render_json
from ntdoc.rendering.reports.junit import render_junit
from ntdoc.rendering.reports.sarif import render_sarif
from ntdoc.rendering.reports.terminal import render_report
from ntdoc.report import Report
from tests.unit.terminal import reports, sarif_rules

HOSTILE = "a%,:\r\n::error::b|<script>\x1b[31m\x00\uffff"


def hostile() -> Report:
    """A report with texts that mean something to whoever reads the form."""
    report = compile_text(f"$$\n1 + 1 = 3\n$$\n\n$$\n{'x' * 3} = y\n$$\n", "no:tes, [1] ü.md")
    found = tuple(replace(d, message=HOSTILE, hints=(HOSTILE,)) for d in report.diagnostics)
    assert found
    return Report((replace(report, diagnostics=found),))


def many() -> Report:
    """More errors than GitHub shows."""
    text = "".join(f"$$\n{i} + 1 = {i + 2}\n$$\n\n" for i in range(SHOWN + 3))
    return Report((compile_text(text, "notes.md"),))


def test_concise_is_a_line_for_each_problem_and_the_summary() -> None:
    report = reports.report()
    *lines, last = render_concise(report, seconds=0.5).splitlines()
    problems = [d for document in report.documents for d in document.problems]
    assert len(lines) == len(problems)
    for line, d in zip(lines, problems, strict=True):
        start = f"{d.span.source.path}:{d.span.line}:{d.span.column}: {d.severity.value}[{d.code}]: "
        assert line.startswith(start)
    assert last.endswith("0.50 s")
    assert len(render_concise(report, notes=True).splitlines()) > len(lines) + 1


# --- GitHub ---


def test_annotations_have_place_and_title() -> None:
    line, _ = render_github(Report((compile_text("$$\n1 + 1 = 3\n$$\n", "notes.md"),))).splitlines()
    assert line == (
        "::error file=notes.md,line=2,col=9,endColumn=10,title=NT301%3A equation does not hold"
        "::written 3, computed 2"
    )


def test_nothing_of_a_document_is_a_command() -> None:
    lines = render_github(hostile()).splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert all(line.startswith("::error file=no%3Ates%2C [1] ü.md,line=") for line in commands)
    assert len(lines) == len(commands) + 1
    assert not set("\x00\x1b\r") & set("".join(lines))
    summary = render_step_summary(hostile())
    assert "<script" not in summary
    rows = [line for line in summary.splitlines() if line.startswith("| no")]
    assert [row.replace("\\|", "").count("|") for row in rows] == [5] * len(rows)


def test_what_github_does_not_show_is_in_the_log_and_in_the_summary() -> None:
    lines = render_github(many()).splitlines()
    assert sum(line.startswith("::error ") for line in lines) == SHOWN
    rest = [line for line in lines if line.startswith("not annotated: notes.md:")]
    assert len(rest) == 3
    assert lines[-1].startswith(f"{SHOWN + 3} errors: ")
    assert render_step_summary(many()).count("| NT301 |") == SHOWN + 3


def test_paths_are_from_the_root_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    report = Report((compile_text("$$\n1 = 2\n$$\n", "notes.md"),))
    assert "file=docs/notes.md," in render_github(report, root=tmp_path)
    assert "file=notes.md," in render_github(report, root=tmp_path / "elsewhere")


def test_the_message_says_what_stands_under_the_carets_and_the_numbers() -> None:
    text = "Let $x \\in \\mathbb{R}^{\\mathsf{key}}$.\n\n$$\n\\sum_{\\mathsf{key}} x = x + 1\n$$\n"
    report = Report((compile_text(text, "notes.md"),))
    line = render_github(report).splitlines()[0]
    assert "%0Ax : key[3] = [" in line
    lacking = Report((compile_text(text.replace("_{\\mathsf{key}} x = x + 1", "_{\\mathsf{seq}} x"), "notes.md"),))
    for form in (render_github(lacking), json.loads(render_sarif(lacking))["runs"][0]["results"][0]["message"]["text"]):
        assert "x has no axis `seq`" in form


def test_the_help_of_a_rule_is_what_explain_says() -> None:
    (run,) = json.loads(render_sarif(Report(())))["runs"]
    texts = {rule["id"]: rule["help"]["text"] for rule in run["tool"]["driver"]["rules"]}
    assert texts["NT203"].startswith("NT203: operand lacks an axis\n\nAn operation works along an axis")


# --- SARIF ---


@pytest.mark.parametrize("make", [reports.report, hostile, many, lambda: Report(())])
def test_the_log_keeps_the_rules(make: object) -> None:
    for notes in (False, True):
        log = json.loads(render_sarif(make(), notes=notes))  # type: ignore[operator]
        assert sarif_rules.broken(log) == []


def test_the_rules_can_be_broken() -> None:
    log = json.loads(render_sarif(many()))
    log["runs"][0]["results"][0]["ruleIndex"] = 0
    log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]["startColumn"] = 99
    assert len(sarif_rules.broken(log)) == 2
    log["runs"][0]["results"][2]["rule"] = {}
    del log["runs"][0]["results"][3]["message"]
    assert len(sarif_rules.broken(log)) == 2


def test_results_are_the_problems_with_their_places() -> None:
    report = reports.report()
    (run,) = json.loads(render_sarif(report))["runs"]
    problems = [d for document in report.documents for d in document.problems]
    assert len(run["results"]) == len(problems)
    for result, d in zip(run["results"], problems, strict=True):
        region = result["locations"][0]["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) == (d.span.line, d.span.column)
        assert (region["endLine"], region["endColumn"]) == (d.span.end_line, d.span.end_column)
        assert (result["ruleId"], result["level"]) == (d.code, d.severity.value)
        assert result["message"]["text"].startswith(d.message)


def test_a_fingerprint_outlives_an_added_paragraph() -> None:
    text = "$$\na = 1 = 2\n$$\n\n$$\nb = 1 = 2\n$$\n"

    def prints(text: str) -> list[str]:
        (run,) = json.loads(render_sarif(Report((compile_text(text, "notes.md"),))))["runs"]
        return [result["partialFingerprints"]["ntdoc/v1"] for result in run["results"]]

    assert prints(text) == prints(f"More words.\n\n{text}")
    assert len(set(prints(text))) == 2


# --- JUnit ---


def test_junit_has_a_case_for_each_statement_with_file_and_line() -> None:
    document = compile_text("$$\ny = 2 + 3\n$$\n\n$$\n1 = 2\n$$\n\n$$\nQ K^\\top\n$$\n", "notes.md")
    root = ElementTree.fromstring(render_junit(Report((document,)), seconds=1.5).encode())
    cases = list(root.iter("testcase"))
    assert [c.get("name") for c in cases] == [s.id for s in document.statements]
    assert [(c.get("file"), c.get("line")) for c in cases][:2] == [("notes.md", "2"), ("notes.md", "6")]
    (failure,) = cases[1]
    assert (failure.tag, failure.get("type"), failure.get("message")) == ("failure", "NT301", "written 2, computed 1")
    assert failure.text is not None
    assert "--> notes.md:6:" in failure.text
    assert (root.get("failures"), root.get("tests"), root.get("time")) == ("1", str(len(cases)), "1.500")


def test_junit_counts_what_it_holds() -> None:
    for report in (reports.report(), hostile(), many()):
        root = ElementTree.fromstring(render_junit(report).encode())
        for suite in (root, *root.iter("testsuite")):
            for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped",) * 2):
                assert suite.get(name) == str(len(list(suite.iter(tag)))), name


def test_what_is_wrong_in_no_statement_is_an_error_of_its_own() -> None:
    text = "<!-- ntdoc: nonsense -->\n\n<!-- ntdoc: nonsense -->\n\n$$ y = 1 $$\n"
    root = ElementTree.fromstring(render_junit(Report((compile_text(text, "notes.md"),))))
    assert [c.get("name") for c in root.iter("testcase")] == ["NT107", "NT107-2", "y"]
    assert (root.get("errors"), root.get("failures")) == ("2", "0")


def test_what_is_expected_to_be_wrong_is_skipped_with_the_reason() -> None:
    text = "<!-- ntdoc: expect NT301 -->\n\n$$ 1 = 2 $$\n\n<!-- ntdoc: skip a sketch -->\n\n$$ 1 = 3 $$\n"
    root = ElementTree.fromstring(render_junit(Report((compile_text(text, "notes.md"),))))
    assert [s.get("message") for s in root.iter("skipped")] == ["NT301, as expected: written 2, computed 1", "a sketch"]
    assert root.get("failures") == "0"


def test_warnings_do_not_fail() -> None:
    document = compile_text("$$ 1 = 2 $$\n", "notes.md")
    mild = tuple(replace(d, graded=Severity.WARNING) for d in document.diagnostics)
    root = ElementTree.fromstring(render_junit(Report((replace(document, diagnostics=mild),))))
    (case,) = root.iter("testcase")
    assert case.find("failure") is None
    assert "warning[NT301]" in str(case.findtext("system-out"))


def test_a_wrong_entry_of_an_array_is_where_every_form_points() -> None:
    given = "$$ \\ndef{\\seq}{seq} $$\n\n$$\nx = \\nmatrix{}{\\seq}{1 & 2 & 3}\n$$\n\n"
    text = f"{given}$$\n2 x = \\nmatrix{{}}{{\\seq}}{{2 & 4 & 7}}\n$$\n"
    found = Report((compile_text(text, "notes.md"),))
    (diagnostic,) = found.documents[0].problems
    place = f"notes.md:8:{text.splitlines()[7].index('7') + 1}"
    assert diagnostic.place.text == "7"
    assert render_concise(found).startswith(f"{place}: error[NT301]")
    assert f"--> {place}\n" in render_report(found)
    assert f"file=notes.md,line=8,col={place.split(':')[2]}," in render_github(found)
    assert json.loads(render_json(found))["documents"][0]["diagnostics"][0]["column"] == int(place.split(":")[2])
    (result,) = json.loads(render_sarif(found))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == int(place.split(":")[2])
