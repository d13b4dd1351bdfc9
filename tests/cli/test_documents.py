"""`check` and `build` on documents good, bad and hostile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

RIGHT = "# Sum\n\n$$\ny = 2 + 3 = 5\n$$\n"
WRONG = "# Sum\n\n$$\ny = 2 + 3 = 6\n$$\n"
WARNED = "$$\n\\nfun{\\ax}{mean}(X) = \\nsum{\\ax} X\n$$\n"


def write(folder: Path, name: str, content: str | bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def test_a_right_document_is_0(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", RIGHT)
    result = ntdoc("check", "sum.md")
    assert result.returncode == 0
    assert result.stdout.startswith("no problems: 2 statements in 1 document (1 evaluated, 1 verified)")
    assert result.stderr == ""


def test_a_wrong_document_is_1(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", WRONG)
    result = ntdoc("check", "sum.md")
    assert result.returncode == 1
    assert "error[NT301]" in result.stdout
    assert "--> sum.md:4:" in result.stdout
    assert "4 | y = 2 + 3 = 6" in result.stdout


def test_warnings_alone_are_0(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "mean.md", WARNED)
    result = ntdoc("check", "mean.md")
    assert "warning[NT305]" in result.stdout
    assert result.returncode == 0


def test_json_of_several_documents(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md", RIGHT)
    write(tmp_path, "docs/b/c.md", WRONG)
    result = ntdoc("check", "--format", "json", "docs")
    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert [d["path"] for d in report["documents"]] == ["docs/a.md", "docs/b/c.md"]
    assert [d["title"] for d in report["documents"]] == ["Sum", "Sum"]
    assert report["summary"]["errors"] == 1
    (diagnostic,) = report["documents"][1]["diagnostics"]
    assert (diagnostic["code"], diagnostic["path"], diagnostic["line"]) == ("NT301", "docs/b/c.md", 4)
    statements = report["documents"][1]["statements"]
    assert diagnostic["statement"] in [s["id"] for s in statements]
    assert [s["status"] for s in statements] == ["evaluated", "failed"]
    assert statements[0]["value"] == {"axes": [], "sizes": [], "data": 5.0}


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_output_is_utf8_in_any_locale(ntdoc: Run, tmp_path: Path, locale: str) -> None:
    write(tmp_path, "größe.md", "\n$$ y = 2 = 3 $$ für alle\n")
    environment = {
        "LC_ALL": locale,
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "latin-1",
    }
    result = ntdoc("check", "größe.md", env=environment)
    assert "größe.md:2" in result.stdout
    assert "für" in result.stdout


HOSTILE = {
    "empty": b"",
    "blank": b"\xef\xbb\xbf\r\n \r",
    "braces": b"$$\n" + b"{" * 10_000 + b"\n$$\n",
    "brackets": b"$$\ny = " + b"(" * 10_000 + b"\n$$\n",
    "lefts": b"$$\ny = " + b"\\left(" * 10_000 + b"\n$$\n",
    "scripts": b"$$\ny = x" + b"^{x" * 10_000 + b"\n$$\n",
    "fractions": b"$$\ny = " + b"\\frac{1}{1+" * 5_000 + b"1" + b"}" * 5_000 + b"\n$$\n",
    "minuses": b"$$\ny = " + b"-" * 20_000 + b"1\n$$\n",
    "sum": b"$$\ny = " + b"1 + " * 20_000 + b"1\n$$\n",
    "dollars": b"$" * 10_001,
    "doubling": b"$$\n\\newcommand{\\aa}{x}"
    + b"".join(b"\\newcommand{\\a%c}{\\a%c\\a%c}\n" % (98 + i, 97 + i, 97 + i) for i in range(25))
    + b"y = \\az\n$$\n",
    "itself": b"$$\n\\newcommand{\\again}{\\again\\again}\ny = \\again\n$$\n",
    "power": b"$$\ny = 9^{9^{9^{9}}}\n$$\n",
    "huge axis": b"For $X \\in \\reals^{\\seq[999999999999]}$ let\n\n$$\ny = \\nsum{\\seq} X\n$$\n",
    "quotes": b"> " * 10_000 + b"$$ y = 1 $$\n",
    "escape": b"$$\ny = 2 = 3 \x1b[2J\n$$\n",
    "nul": b"$$\ny = \0 1\n$$\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_get_an_honest_report(ntdoc: Run, tmp_path: Path, name: str) -> None:
    write(tmp_path, "hostile.md", HOSTILE[name])
    result = ntdoc("check", "hostile.md")
    assert result.returncode in (0, 1, 2)
    assert result.stdout
    assert "\x1b" not in result.stdout
    assert len(result.stdout) < 20_000
    parsed = json.loads(ntdoc("check", "--format", "json", "hostile.md").stdout)
    assert (parsed["summary"]["errors"] > 0) == (result.returncode > 0)


def test_an_empty_file_is_0_and_says_that_nothing_was_checked(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "empty.md", "")
    result = ntdoc("check", "empty.md")
    assert (result.returncode, result.stdout[:17]) == (0, "nothing to check:")


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xd8", b"\xff\xfe", "é".encode("latin-1")]
)
@pytest.mark.parametrize("name", ["file.png", "file.md", "file.tex"])
def test_what_is_no_text_is_2(ntdoc: Run, tmp_path: Path, name: str, content: bytes) -> None:
    write(tmp_path, name, content)
    result = ntdoc("check", name)
    assert result.returncode == 2
    assert "error[NT101]" in result.stdout
    assert ntdoc("build", name).returncode == 2
    assert not (tmp_path / "site").exists()


def test_a_file_that_may_not_be_read_is_2(ntdoc: Run, tmp_path: Path) -> None:
    if os.geteuid() == 0:  # may read everything but this
        path = "/proc/self/mem"
    else:
        write(tmp_path, "secret.md", RIGHT)
        (tmp_path / "secret.md").chmod(0)
        path = "secret.md"
    result = ntdoc("check", path)
    assert result.returncode == 2
    assert "NT101" in result.stdout


def test_a_missing_inclusion_is_an_error_of_the_document(ntdoc: Run, tmp_path: Path) -> None:
    text = "\\documentclass{article}\n\\begin{document}\n\\input{chapters/missing}\n\\end{document}\n"
    write(tmp_path, "paper.tex", text)
    result = ntdoc("check", "paper.tex")
    assert result.returncode == 1
    assert "error[NT106]" in result.stdout
    assert "paper.tex:3:" in result.stdout


def test_inclusions_outside_the_folder_are_not_read(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "secret.tex", "$$ s = 12345 $$")
    write(
        tmp_path,
        "paper/main.tex",
        "\\documentclass{article}\\begin{document}\\input{../secret}\\end{document}",
    )
    result = ntdoc("check", "--format", "json", "paper/main.tex")
    assert "NT106" in result.stdout
    assert "12345" not in result.stdout


def test_build_makes_the_site_even_with_errors(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", WRONG)
    result = ntdoc("build", "sum.md", "-o", "out")
    assert result.returncode == 0
    assert (tmp_path / "out" / "index.html").is_file()
    assert "the site is at out/index.html" in result.stdout
    assert "sum.md:4:" in result.stderr
    assert "error[NT301]" in result.stderr
    assert ntdoc("build", "sum.md", "-o", "out", "--strict").returncode == 1


def test_strict_is_0_on_a_right_document(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", RIGHT)
    assert ntdoc("build", "--strict", "sum.md").returncode == 0
    assert (tmp_path / "site" / "index.html").is_file()


def test_build_does_not_overwrite_what_is_no_site(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", RIGHT)
    write(tmp_path, "out/thesis.txt", "ten years")
    result = ntdoc("build", "sum.md", "-o", "out")
    assert result.returncode == 2
    assert "out" in result.stderr
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["thesis.txt"]


def test_build_where_one_may_not_write_is_2(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", RIGHT)
    write(tmp_path, "file", "")
    result = ntdoc("build", "sum.md", "-o", "file/site")
    assert result.returncode == 2
    assert "ntdoc: " in result.stderr


def test_the_site_is_no_document_of_the_next_run(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", RIGHT)
    first = ntdoc("check", ".").stdout.split(",")[0]
    ntdoc("build", ".")
    assert ntdoc("check", ".").stdout.split(",")[0] == first


def test_a_closed_standard_output_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path, "sum.md", WRONG)
    script = f"{sys.executable} -m ntdoc check sum.md >&-"
    result = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "")
