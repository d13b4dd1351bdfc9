"""Files beside a document, `NAME.ntdoc.md`, through the real command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

DOCUMENT = (
    "$$\n\\ndef{\\seq}{seq}\n\\newcommand{\\sm}[1]{\\nfun{#1}{softmax}}\n$$\n\n"
    "For $X \\in \\reals^{\\seq}$ let\n\n$$ Y = \\sm{\\seq} X $$\n"
)
UNREAD = "$$ Z = \\mathfrak{G} \\leadsto X $$\n"


def test_a_companion_has_the_macros_of_its_document(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(DOCUMENT)
    (tmp_path / "a.ntdoc.md").write_text("$$ Z = 2 \\sm{\\seq} X $$\n")
    assert ntdoc("check", "a.md", "--complete").returncode == 0
    assert "def Z(" in ntdoc("export", "a.md").stdout
    (tmp_path / "b.tex").write_text(
        "\\documentclass{article}\\usepackage{namedtensor}\\begin{document}\n\\ndef{\\seq}{seq}\n"
        "\\newcommand{\\sm}[1]{\\nfun{#1}{softmax}}\nFor $X \\in \\reals^{\\seq}$, $$ Y = \\sm{\\seq} X $$\n"
        "\\end{document}\n"
    )
    (tmp_path / "b.ntdoc.tex").write_text("\\[ Z = 2 \\sm{\\seq} X \\]\n")
    assert ntdoc("check", "b.tex", "--complete").returncode == 0
    assert "def Z(" in ntdoc("export", "b.tex").stdout


def test_what_is_not_read_of_a_companion_is_told_and_counted(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(DOCUMENT)
    (tmp_path / "a.ntdoc.md").write_text(UNREAD)
    for _ in range(2):  # the second is kept from the first
        result = ntdoc("check", "a.md")
        assert result.returncode == 0
        assert "skipped: 1 statement not checked: " in result.stdout
        assert "at a.ntdoc.md:1:" in result.stdout
        assert "(1 declared, 1 evaluated) and 1 skipped beside it, " in result.stdout
    result = ntdoc("check", "a.md", "--complete", "--format", "json")
    assert result.returncode == 1
    (document,) = json.loads(result.stdout)["documents"]
    assert [s["status"] for s in document["beside"]] == ["skipped"]
    assert [(d["code"], d["path"]) for d in document["diagnostics"]] == [("NT114", "a.ntdoc.md")]
