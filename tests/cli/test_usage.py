"""Usage, explanations and what cannot run: nothing here needs a document to be compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ntdoc as package
from ntdoc import cli
from ntdoc.arguments import COMMANDS
from ntdoc.diagnostics import CODES
from ntdoc.explanation import explain
from tests.cli.conftest import Run


def test_version(ntdoc: Run) -> None:
    result = ntdoc("--version")
    assert (result.returncode, result.stdout) == (0, f"ntdoc {package.__version__}\n")


def test_help_names_every_command_with_examples(ntdoc: Run) -> None:
    result = ntdoc("--help")
    assert result.returncode == 0
    for command in COMMANDS:
        assert f"    {command} " in result.stdout
        assert f"ntdoc {command} " in result.stdout
        assert "example: ntdoc" in ntdoc(command, "--help").stdout


def test_without_a_command_the_help_is_printed(ntdoc: Run) -> None:
    result = ntdoc()
    assert result.returncode == 2
    assert "examples:" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["chek", "notes.md"], "did you mean `ntdoc check`?"),
        (["notes.md"], "did you mean `ntdoc check notes.md`?"),
        (["frobnicate"], "the commands are build, serve, check, fix, export, init, explain"),
        (["check", "--no-config"], "no PATH given"),
        (["check", ""], "a PATH is empty"),
        (["build", "notes.md", ""], "a PATH is empty"),
        (["check", "--format", "xml", "notes.md"], "xml"),
        (["serve", "--port", "99999", "notes.md"], "no port"),
        (["check", "--sede", "3", "notes.md"], "`ntdoc check` has no option --sede: did you mean --seed?"),
        (["build", "--fromat=json", "notes.md"], "`ntdoc build` has no option --fromat: `ntdoc build --help` lists"),
        (["--strct", "build", "notes.md"], "`ntdoc build` has no option --strct: did you mean --strict?"),
        (["check", "--Fromat=json", "-z", "a.md"], "no option --Fromat: did you mean --format?\nntdoc: `ntdoc check` "),
        (["check", "--frobnicate", "a.md"], "has no option --frobnicate: `ntdoc check --help` lists"),
        (["check", "--siz", "a=3", "notes.md"], "`ntdoc check` has no option --siz: did you mean --size?"),
        (["explain", "NT203", "NT204"], "`ntdoc explain` takes no more arguments: NT204"),
        (["explain", "NT024"], "unknown code NT024: did you mean NT204?"),
        (["explain", "204"], "unknown code 204: did you mean NT204?"),
        (["explain", "nt2o4"], "unknown code nt2o4: did you mean NT204?"),
        (["explain", "E0301"], "unknown code E0301: did you mean NT301?"),
        (["explain", "NT999"], "unknown code NT999: `ntdoc explain` lists them all"),
        (["explain", "NT299"], "unknown code NT299: `ntdoc explain NT2` lists those that begin so"),
        (["explain", "Undeclared function"], "did you mean NT202 (undeclared function)?"),
        (["check", "--ignore", "NT299", "notes.md"], "there is no diagnostic NT299: `ntdoc explain` lists the codes"),
        (["check", "--ignore", "NT3O1", "notes.md"], "there is no diagnostic NT3O1: did you mean NT301?"),
        (["explain", "zzz"], "`ntdoc explain` lists them all"),
    ],
)
def test_bad_usage_is_2_with_a_remedy(ntdoc: Run, tmp_path: Path, arguments: list[str], remedy: str) -> None:
    (tmp_path / "notes.md").write_text("Notes.\n")
    result = ntdoc(*arguments)
    assert result.returncode == 2
    assert remedy in result.stderr
    assert result.stdout == ""


def test_a_misspelt_file_is_met_with_what_was_meant(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "attention.md").write_text("Notes.\n")
    assert "no such file or folder: atention.md (did you mean attention.md?)" in ntdoc("check", "atention.md").stderr
    assert "standard input is not read" in ntdoc("check", "-").stderr
    assert "did you mean" not in ntdoc("check", "none/atention.md").stderr


@pytest.mark.parametrize("code", CODES)
def test_explain_has_no_links_that_a_terminal_cannot_follow(code: str) -> None:
    assert ".md)" not in explain(code, lambda text, _: text)


@pytest.mark.parametrize("command", ["check", "build", "serve"])
def test_a_missing_file_is_2(ntdoc: Run, command: str) -> None:
    result = ntdoc(command, "missing.md", "a" * 5000)
    assert result.returncode == 2
    assert "no such file or folder: missing.md" in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_no_document_is_2(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "words.cfg").write_text("root = 1\n")
    (tmp_path / "note.markdown").write_text("$1 = 1$")
    result = ntdoc("check", "words.cfg", "note.markdown")
    assert result.returncode == 2
    assert result.stderr == "ntdoc: words.cfg is called neither .md nor .tex, and nothing in it is to be checked\n"
    assert ntdoc("check", "note.markdown").returncode == 0


def test_a_folder_without_documents_is_2(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = ntdoc("check", "empty")
    assert result.returncode == 2
    assert "no .md or .tex document in empty" in result.stderr


def test_explain_lists_the_codes_that_begin_so(ntdoc: Run) -> None:
    result = ntdoc("explain", "nt4")
    assert result.returncode == 0
    assert [line[:5] for line in result.stdout.splitlines()] == [code for code in CODES if code.startswith("NT4")]


def test_explain_prints_the_page_without_fences(ntdoc: Run) -> None:
    result = ntdoc("explain", "nt203")
    assert result.returncode == 0
    assert result.stdout.startswith(f"NT203: {CODES['NT203'].title}\n")
    assert r"    Y = X \ndot{\key} W" in result.stdout
    assert "```" not in result.stdout


def test_explain_fills_the_width_of_the_terminal(ntdoc: Run) -> None:
    narrow, wide = (ntdoc("explain", "NT107", env={"COLUMNS": columns}).stdout for columns in ("60", "100"))
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines())) <= 100
    assert narrow.split() == wide.split()
    assert "\n- `skip the reason`: " in narrow


def test_what_is_wrong_with_an_option_is_one_line(ntdoc: Run) -> None:
    error = ntdoc("check", "--format", "xml", "notes.md").stderr
    assert error.count("\n") == 1
    assert error.endswith("(`ntdoc check --help`)\n")


def test_explain_without_a_code_lists_all(ntdoc: Run) -> None:
    lines = ntdoc("explain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)


def test_colours_follow_the_environment(ntdoc: Run) -> None:
    assert "\x1b" not in ntdoc("explain", "NT203").stdout
    assert "\x1b[1m" in ntdoc("explain", "NT203", env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b" not in ntdoc("explain", "NT203", env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_an_unexpected_exception_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(options: object) -> int:
        raise RecursionError("too\ndeep")

    monkeypatch.setattr(cli, "_explain", fail)
    monkeypatch.delenv("NTDOC_TRACEBACK", raising=False)
    assert cli.main(["explain"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("ntdoc: internal error: RecursionError: too deep (please report it")
    assert error.count("\n") == 1
    monkeypatch.setenv("NTDOC_TRACEBACK", "1")
    assert cli.main(["explain"]) == 2
    assert "Traceback" in capsys.readouterr().err


# Ends itself while the site is put in its place.
TERMINATED = """
import os, signal, sys
from ntdoc import cli
from ntdoc.rendering import site
site.put = lambda *folders: os.kill(os.getpid(), signal.SIGTERM)
sys.exit(cli.main(sys.argv[1:]))
"""


def test_what_was_begun_is_tidied_up_at_a_sigterm(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("$$\ny = 1 + 2 = 3\n$$\n")
    command = [sys.executable, "-c", TERMINATED, "build", "notes.md", "-o", "out"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert result.returncode == 143
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.md"]


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_explain", interrupt)
    assert cli.main(["explain"]) == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m ntdoc explain"
    script = f"({command}; echo $? >&2) | true"
    for _ in range(3):
        result = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=True)
        assert result.stderr in ("141\n", "0\n")  # 0 when it had written before the pipe was closed


def test_a_closed_standard_output_is_no_error() -> None:
    script = f"{sys.executable} -m ntdoc explain >&-"
    result = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "ntdoc", "explain"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stderr.startswith("ntdoc: [Errno 28] No space left")


def test_starting_imports_nothing_heavy() -> None:
    program = (
        "import sys; from ntdoc import cli; cli.main(['explain', 'NT101']); "
        "print(sorted({'numpy', 'mkdocs', 'jinja2', 'pylatexenc', 'nh3'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
