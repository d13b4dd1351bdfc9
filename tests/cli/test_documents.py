"""`check` and `build` on documents good, bad and hostile."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase

import pytest

from ntdoc import cli
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


def test_quiet_says_what_is_wrong_and_nothing_else(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "sum.md", WRONG)
    write(tmp_path, "right.md", "$$ y = 2 + 3 = 5 $$\n\n$$ z = \\spam(2) $$\n")
    result = ntdoc("check", "-q", "-f", "concise", "right.md", "sum.md")
    assert result.returncode == 1
    assert result.stderr == ""
    assert result.stdout == "sum.md:4:13: error[NT301]: written 6, computed 5\n"
    assert ntdoc("check", "--quiet", "right.md").stdout == ""
    assert ntdoc("check", "--quiet", "-f", "github", "right.md").stdout == ""
    built = ntdoc("build", "--quiet", "sum.md")
    assert (built.returncode, built.stdout) == (0, "")
    assert built.stderr == "sum.md:4:13: error[NT301]: written 6, computed 5\n"


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_output_is_utf8_in_any_locale(ntdoc: Run, tmp_path: Path, locale: str) -> None:
    write(tmp_path, "größe.md", "\n$$ 1 + 1 = 3 $$ für alle\n")
    environment = {
        "LC_ALL": locale,
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "latin-1",
    }
    result = ntdoc("check", "größe.md", env=environment)
    assert "größe.md:2" in result.stdout
    assert "für" in result.stdout


DISPLAY = "$$\n{}\n$$\n"
ALIGNED = DISPLAY.format("\\begin{{aligned}}\n{}\n\\end{{aligned}}")
BIG = "9" * 250
HOSTILE: dict[str, str | bytes] = {
    "empty": "",
    "blank": "\ufeff\r\n \r",
    "braces": DISPLAY.format("{" * 10_000),
    "brackets": DISPLAY.format("y = " + "(" * 10_000),
    "lefts": DISPLAY.format("y = " + "\\left(" * 10_000),
    "left without right": DISPLAY.format("y = \\left( 1 + 2"),
    "right without left": DISPLAY.format("y = 1 + 2 \\right)"),
    "unclosed": "Text.\n\n$$\ny = 1 + 2\n\nMore text, and $x$.\n",
    "environments": "\\begin{align*}" * 5_000,
    "scripts": DISPLAY.format("y = x" + "^{x" * 10_000),
    "fractions": DISPLAY.format("y = " + "\\frac{1}{1+" * 5_000 + "1" + "}" * 5_000),
    "fewer fractions": DISPLAY.format("y = " + "\\frac{1}{1+" * 190 + "1" + "}" * 190),
    "minuses": DISPLAY.format("y = " + "-" * 20_000 + "1"),
    "backslashes": DISPLAY.format("\\" * 20_001),
    "ampersands": DISPLAY.format("a " + "& " * 20_000),
    "primes": DISPLAY.format("y" + "'" * 10_000 + " = 1"),
    "carets": DISPLAY.format("y = " + "x^" * 5_000 + "1"),
    "sum": DISPLAY.format("y = " + "1 + " * 20_000 + "1"),
    "difference": DISPLAY.format("y = " + "1 - " * 20_000 + "1"),
    "product": DISPLAY.format("y = " + "1 \\cdot " * 20_000 + "1"),
    "juxtaposition": DISPLAY.format("y = " + "x " * 5_000),
    "dollars": "$" * 10_001,
    "many dollars": "$" * 5_000_000,
    "displays": "$$ y = 1 $$\n\n" * 2_000,
    "doubling": DISPLAY.format(
        "\\newcommand{\\aa}{x}"
        + "".join(f"\\newcommand{{\\a{b}}}{{\\a{a}\\a{a}}}" for a, b in pairwise(ascii_lowercase))
        + "y = \\az"
    ),
    "itself": DISPLAY.format("\\newcommand{\\again}{\\again\\again}\ny = \\again"),
    "half macros": DISPLAY.format("\\newcommand") + DISPLAY.format("\\ndef{\\ax}") + DISPLAY.format("\\nmatrix"),
    "power": DISPLAY.format("y = 9^{9^{9^{9}}}"),
    "tower": DISPLAY.format("y = " + "2^{" * 190 + "1" + "}" * 190),
    "commas alone": DISPLAY.format("y_{,} = 1 + x^{,,}"),
    "tower of lists": DISPLAY.format("y = " + "x_{" * 150 + "1" + ", 1}" * 150),
    "maxima": DISPLAY.format("y = " + "\\max_{i} " * 100 + "\\name{ax}"),
    "maxima in brackets": DISPLAY.format("y = " + "\\min_i A_{\\ax(i)} (" * 60 + "1" + ")" * 60),
    "system at infinity": ALIGNED.format(r"h_1 &= h_2 + \infty \\ h_2 &= h_1 + 1"),
    "huge system": ALIGNED.format(rf"h_1 &= {BIG} h_2 + 1 \\ h_2 &= 1 - {BIG} \cdot h_3 \\ h_3 &= h_1"),
    "long system": ALIGNED.format(
        r"\\".join(f"h_{{{i}}} &= 1 + h_{{{i % 300 + 1}}} / {i} - h_{{{(7 * i) % 300 + 1}}}" for i in range(1, 301))
    ),
    "factorial": DISPLAY.format("y = 100000000!"),
    "digits": DISPLAY.format("y = " + "9" * 20_000),
    "long sum": DISPLAY.format("y = \\sum_{i=1}^{100000000000} i"),
    "huge axis": "For $X \\in \\reals^{\\seq[999999999999]}$ let\n\n" + DISPLAY.format("y = \\nsum{\\seq} X"),
    "huge number of a size": "For $X \\in \\reals^{\\seq[" + "9" * 5000 + "]}$.\n",
    "huge product": "Let $X \\in \\reals^{\\ax[10000]}$ and $Y \\in \\reals^{\\bx[10000]}$.\n"
    + DISPLAY.format("Z = X \\odot Y"),
    "many axes": "Let $X \\in \\reals^{"
    + " \\times ".join(f"\\name{{a{i}}}" for i in range(70))
    + "}$.\n"
    + DISPLAY.format("Y = X + X"),
    "growth": DISPLAY.format("a_{0} = 1")
    + "".join(DISPLAY.format(f"a_{{{i}}} = a_{{{i - 1}}} + a_{{{i - 1}}}") for i in range(1, 60)),
    "growth of a mask": "Let $m_{0} \\in \\{0, 1\\}^{\\name{ax}}$.\n\n"
    + "".join(DISPLAY.format(f"m_{{{i}}} = m_{{{i - 1}}} m_{{{i - 1}}}") for i in range(1, 60))
    + DISPLAY.format("L = 1 + \\log m_{59}"),
    "growth of functions": DISPLAY.format("f_{0}(x) = x")
    + "".join(DISPLAY.format(f"f_{{{i}}}(x) = f_{{{i - 1}}}(x) + f_{{{i - 1}}}(x)") for i in range(1, 60))
    + DISPLAY.format("y = f_{59}(1)"),
    "backwards": "".join(DISPLAY.format(f"a_{{{i}}} = a_{{{i - 1}}} + 1") for i in range(400, 0, -1))
    + DISPLAY.format("a_{0} = 1"),
    "nested calls": DISPLAY.format("f(x) = x + 1") + DISPLAY.format("y = " + "f(" * 150 + "1" + ")" * 150),
    "itself a function": DISPLAY.format("f(x) = f(x) + 1") + DISPLAY.format("y = f(2)"),
    "each other": DISPLAY.format("f(x) = g(x)") + DISPLAY.format("g(x) = f(x)") + DISPLAY.format("y = f(2)"),
    "itself a number": DISPLAY.format("a = a + 1") + DISPLAY.format("b = a"),
    "quotes": "> " * 10_000 + "$$ y = 1 $$\n",
    "comments": "<!-- " * 10_000,
    "directives": "<!-- ntdoc: expect NT301 -->\n<!-- ntdoc: skip it -->\n" * 50 + DISPLAY.format("y = 1"),
    "code": "`" * 100_001,
    "a list of formulas": "$x$ and " * 200,
    "names that a list introduces": "the step $h$ and the mass $m$, " * 200,
    "links": "[" * 50_000 + "](x)",
    "escape": DISPLAY.format("y = 2 = 3 \x1b[2J"),
    "bidirectional": DISPLAY.format("y = \u202e1 + 2\u202c = 4") + "\u2066 $\u200bx$\n",
    "tabs": "\t\n$$\n\ty\t=\t1\t+\t2\t=\t4\n$$\n",
    "nul": DISPLAY.format("y = \0 1"),
    "surrogate": b"$$\ny = \xed\xa0\x80 + 1\n$$\n",
    "names": "Let $X \\in \\reals^{\\name{__class__}}$ and $Y \\in \\reals^{\\name{\\{\\{7*7\\}\\}}}$.\n"
    + DISPLAY.format("Z = \\nsum{\\name{__class__}} X")
    + DISPLAY.format("\\text{<script>alert(1)</script>} = 2")
    + DISPLAY.format("\\href{javascript:alert(1)}{x} = 1")
    + DISPLAY.format("\\operatorname{__import__}(1) = 1"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_get_an_honest_report(ntdoc: Run, tmp_path: Path, name: str) -> None:
    write(tmp_path, "hostile.md", HOSTILE[name])
    result = ntdoc("check", "hostile.md")
    assert result.returncode in (0, 1, 2)
    assert result.stdout
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
    assert len(result.stdout) < 20_000
    parsed = json.loads(ntdoc("check", "--format", "json", "hostile.md").stdout)
    assert (parsed["summary"]["errors"] > 0) == (result.returncode > 0)
    (document,) = parsed["documents"]
    statuses = {s["status"] for s in document["statements"]}
    assert "blocked" not in statuses or statuses & {"error", "failed", "skipped"}
    assert not statuses & {"error", "failed"} or document["diagnostics"]


def test_an_empty_file_is_0_and_says_that_nothing_was_checked(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "empty.md", "")
    result = ntdoc("check", "empty.md")
    assert (result.returncode, result.stdout[:17]) == (0, "nothing to check:")


def test_a_run_without_any_formula_says_how_they_stand(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "plain.md", "Let Q be queries. Attention(Q, K, V) = softmax(QK^T / sqrt(d)) V   (1)\n")
    result = ntdoc("check", "plain.md")
    assert result.stderr.startswith("ntdoc: no formula says anything here: a formula stands between `$` and `$`, ")
    assert result.returncode == 0
    write(tmp_path, "right.md", RIGHT)
    assert ntdoc("check", "plain.md", "right.md").stderr == ""


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xd8", b"\xff\xfe", "é".encode("latin-1")]
)
@pytest.mark.parametrize("name", ["file.png", "file.md", "file.tex"])
def test_what_is_no_text_is_2(ntdoc: Run, tmp_path: Path, name: str, content: bytes) -> None:
    write(tmp_path, name, content)
    result = ntdoc("check", name)
    assert result.returncode == 2
    assert "error[NT101]" in result.stdout
    built = ntdoc("build", name)
    assert built.returncode == 2
    assert built.stderr.endswith("ntdoc: no site was made: no document can be read\n")
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
    assert "the site is at out/sum.html" in result.stdout
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
    assert "checking" not in result.stderr  # which may take its time
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


def test_json_of_latex_in_several_files(ntdoc: Run, tmp_path: Path) -> None:
    text = "\\documentclass{article}\r\n\\title{Größe}\r\n"
    text += "\\newcommand{\\seq}{\\mathsf{seq}}\r\n\\newcommand{\\key}{\\mathsf{key}}"
    text += "\r\n\\begin{document}\r\n\\input{parts/one}\r\n\\[ z = 1 + 1 = 3 \\]\r\n\\end{document}\r\n"
    write(tmp_path, "paper.tex", text)
    rows = [
        "% ü",
        "\\begin{align}",
        "A &= \\nmatrix{\\seq}{\\key}{1 & 2 & 3 \\\\ 4 & 5 & 6} \\\\",
        "B &= A_{\\seq(1)} - \\infty",
        "\\end{align}",
    ]
    write(tmp_path, "parts/one.tex", "\r\n".join(rows))

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    result = ntdoc("check", "--format", "json", "paper.tex")
    (document,) = json.loads(result.stdout, parse_constant=refuse)["documents"]
    assert (document["path"], document["title"]) == ("paper.tex", "Größe")
    a, b, z, claim = document["statements"]
    assert [(s["path"], s["line"], s["column"], s["name"]) for s in (a, b, z)] == [
        ("parts/one.tex", 3, 1, "A"), ("parts/one.tex", 4, 1, "B"), ("paper.tex", 7, 4, "z"),
    ]  # fmt: skip
    assert a["value"] == {"axes": ["seq", "key"], "sizes": [2, 3], "data": [[1, 2, 3], [4, 5, 6]]}
    assert b["value"] == {"axes": ["key"], "sizes": [3], "data": ["-Infinity"] * 3}
    (diagnostic,) = document["diagnostics"]
    assert (diagnostic["path"], diagnostic["line"], diagnostic["column"]) == ("paper.tex", 7, 16)
    assert diagnostic["statement"] == claim["id"]


def test_an_index_variable_is_an_axis_of_its_own_name(ntdoc: Run, tmp_path: Path) -> None:
    text = "Let $X \\in \\mathbb{R}^{\\mathsf{a}}$.\n\n$$ [X + X]_{\\mathsf{a}(i)} = 2 X_{\\mathsf{a}(i)} $$\n"
    (tmp_path / "entries.md").write_text(text, "utf-8")
    (document,) = json.loads(ntdoc("check", "--format", "json", "entries.md").stdout)["documents"]
    assert document["statements"][-1]["value"]["axes"] == ["i"]


def test_a_link_that_leads_nowhere_is_told(ntdoc: Run, tmp_path: Path) -> None:
    write(tmp_path, "docs/one.md", "# One\n\n[two](two.md) [gone](gone.md) [out](https://example.org/gone.md)\n")
    write(tmp_path, "docs/two.md", "# Two\n\n$$ A = 2 $$\n")
    result = ntdoc("build", "docs")
    assert result.returncode == 0
    (warning,) = [line for line in result.stderr.splitlines() if line.startswith("ntdoc: ")]
    assert "one.md" in warning
    assert "gone.md" in warning


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_link_that_leads_out_of_the_project_is_passed_over_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    write(tmp_path, "elsewhere/passwords", "secret-of-the-machine")
    write(tmp_path, "paper/sum.md", "# Sum\n\n$$\ny = 1 + 2 = 3\n$$\n")
    (tmp_path / "paper" / "leak.md").symlink_to(tmp_path / "elsewhere" / "passwords")
    monkeypatch.chdir(tmp_path)
    arguments = ["--no-cache"] if command == "check" else ["-o", "out"]
    assert cli.main([command, *arguments, "paper"]) == 2
    printed = capsys.readouterr()
    assert "ntdoc: paper/leak.md is a link to a file outside the project" in printed.err
    assert "1 verified" in printed.out
    made = [path for path in tmp_path.rglob("out/**/*") if path.is_file()]
    assert bool(made) == (command == "build")
    assert not any(b"secret-of-the-machine" in path.read_bytes() or "leak" in path.name for path in made)


def test_a_folder_that_cannot_be_read_is_told_and_the_rest_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "sum.md", WRONG)
    write(tmp_path, "closed/other.md", WRONG)
    monkeypatch.chdir(tmp_path)
    scandir = os.scandir

    def enter(path: str = ".") -> object:
        if Path(path).name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", enter)
    assert cli.main(["check", "--no-cache", "."]) == 2
    printed = capsys.readouterr()
    assert "--> sum.md:4:" in printed.out
    assert printed.err == "ntdoc: the folder closed cannot be read: Permission denied\n"
