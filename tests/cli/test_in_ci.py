"""Formats, flags, the configuration, `init` and `fix`, through the real command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ntdoc import __version__, installation
from ntdoc.commands.init import workflow_text
from tests.cli.conftest import Run
from tests.unit.terminal import sarif_rules

PROJECT = Path(__file__).parents[2]
AXES = "$$\n\\ndef{\\seq}{seq}\n$$\n\nLet $X \\in \\reals^{\\seq}$.\n\n"
WRONG = "$$\n\\ndef{\\seq}{seq}\n$$\n\nLet $X \\in \\reals^{\\seq}$.\n\n$$\nY = 2 X \\qquad 1 + 1 = 3\n$$\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A repository with a folder of two documents, of which one has an error."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "wrong.md").write_text(WRONG)
    (tmp_path / "docs" / "right.md").write_text("$$\n1 + 1 = 2\n$$\n")
    return tmp_path / "docs"


def test_every_format_has_the_error(ntdoc: Run, docs: Path) -> None:
    def printed(form: str, **options: object) -> str:
        result = ntdoc("check", "docs", "--format", form, "--jobs", "2", **options)
        assert (result.returncode, result.stderr) == (1, "")
        return result.stdout

    first, last = printed("concise").splitlines()
    assert first == "docs/wrong.md:8:24: error[NT301]: written 3, computed 2"
    assert re.fullmatch(r"1 error: 4 statements in 2 documents \(.*\), \d+\.\d\d s", last)
    summary = docs / "summary"
    workspace = {"GITHUB_WORKSPACE": str(docs), "GITHUB_STEP_SUMMARY": str(summary)}
    assert printed("github", env=workspace).startswith("::error file=wrong.md,line=8,col=24,")
    assert "NT301" in summary.read_text()
    log = json.loads(printed("sarif"))
    assert sarif_rules.broken(log) == []
    (result,) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/wrong.md"
    root = ElementTree.fromstring(printed("junit").encode())
    assert [s.get("name") for s in root] == ["docs/right.md", "docs/wrong.md"]
    (failing,) = (c for c in root.iter("testcase") if c.find("failure") is not None)
    assert (failing.get("file"), failing.get("line")) == ("docs/wrong.md", "8")


def test_the_configuration_counts_from_its_folder(ntdoc: Run, docs: Path) -> None:
    (docs.parent / "pyproject.toml").write_text(
        '[tool.ntdoc]\npaths = ["docs"]\nformat = "json"\nexclude = ["docs/draft*"]\n'
        '[tool.ntdoc.sizes]\nseq = 7\n[tool.ntdoc.per-file-ignores]\n"docs/wrong.md" = ["NT3"]\n'
    )
    (docs / "drafts").mkdir()
    (docs / "drafts" / "later.md").write_text("$$ 1 = 2 $$\n")
    for folder in (docs.parent, docs):
        command = [sys.executable, "-m", "ntdoc", "check"]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 0, result.stderr
        right, wrong = json.loads(result.stdout)["documents"]
        assert Path(right["path"]).name == "right.md"
        (value,) = (s["value"] for s in wrong["statements"] if s["name"] == "Y")
        assert value["sizes"] == [7]
    # Flags come first, and a document that is named is never excluded.
    paths, flags = ("docs", "docs/drafts/later.md"), ("--format", "concise", "--size", "\\seq=2", "--select", "NT30")
    result = ntdoc("check", *paths, *flags)
    assert result.returncode == 1
    assert "docs/drafts/later.md:1" in result.stdout
    assert "docs/wrong.md" not in result.stdout
    assert ntdoc("check", "docs/wrong.md", "--no-config", "--format", "concise").returncode == 1


def test_a_wrong_configuration_is_2_at_its_place(ntdoc: Run, docs: Path) -> None:
    (docs.parent / "ntdoc.toml").write_text('paths = ["docs"]\n\nignored = ["NT301"]\n')
    result = ntdoc("check")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "ntdoc: ntdoc.toml:3:1: unknown key `ignored`: did you mean `ignore`?\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--size", "sec=3"], "no document has an axis or a size called sec: did you mean seq?"),
        (["--size", "seq"], "'seq' is no size: write it as seq=7"),
        (["--size", "seq=1000000000"], "'seq=1000000000' is too large a size for an example"),
        (["--size", "seq=0"], "'seq=0' is no size: write it as seq=7, with a number of at least 1"),
        (["--seed", "-1"], "'-1' is no seed: a whole number of at most 18 digits, 0 or more"),
        (["--select", "NT9"], "there is no diagnostic NT9"),
        (["--tolerance", "none"], "no tolerance"),
        (["--jobs", "0"], "no number from 1"),
        (["--config", "none.toml"], "none.toml: No such file"),
    ],
)
def test_what_flags_get_wrong_is_said(ntdoc: Run, docs: Path, arguments: list[str], said: str) -> None:
    result = ntdoc("check", "docs", *arguments)
    assert result.returncode == 2
    assert said in result.stderr


@pytest.mark.parametrize("codes", ["nt301", "Nt3", "nt4 NT301", "NT4, nt3"])
def test_codes_are_selected_however_they_are_written(ntdoc: Run, docs: Path, codes: str) -> None:
    (docs / "wrong.md").write_text("$$\ny = 2 + 3 = 6\n$$\n")
    result = ntdoc("check", "--no-config", "--select", codes, "docs/wrong.md")
    assert (result.returncode, "NT301" in result.stdout) == (1, True)


def test_seed_tolerance_and_selection_are_flags(ntdoc: Run, docs: Path) -> None:
    (docs / "wrong.md").write_text(WRONG.replace("1 + 1 = 3", "1 = 1.0001"))

    def value(*flags: str) -> object:
        report = json.loads(ntdoc("check", "docs/wrong.md", "--format", "json", *flags).stdout)
        statements = report["documents"][0]["statements"]
        return next(s["value"] for s in statements if s["name"] == "Y")

    assert value("--seed", "3") == value("--seed", "3") != value("--seed", "4")
    assert ntdoc("check", "docs").returncode == 1
    assert ntdoc("check", "docs", "--tolerance", "1e-3").returncode == 0
    assert ntdoc("check", "docs", "--ignore", "NT301,NT302").returncode == 0


def test_strict_counts_warnings_and_never_what_is_skipped(ntdoc: Run, docs: Path) -> None:
    (docs.parent / "ntdoc.toml").write_text('[severity]\nNT301 = "warning"\n')
    assert ntdoc("check", "docs").returncode == 0
    result = ntdoc("check", "docs", "--strict")
    assert result.returncode == 1
    assert "1 warning" in result.stdout
    (docs / "wrong.md").write_text(AXES + "$$\n\\mathfrak{G} \\leadsto \\mathbb{W} X\n$$\n")
    result = ntdoc("check", "docs", "--strict")
    assert "1 skipped" in result.stdout
    assert result.returncode == 0
    assert ntdoc("check", "docs", "--complete").returncode == 1
    (docs.parent / "ntdoc.toml").write_text('complete = true\n[severity]\nNT301 = "warning"\n')
    assert ntdoc("check", "docs").returncode == 1
    assert ntdoc("check", "docs", "--no-complete").returncode == 0


def test_what_is_skipped_as_asked_is_counted_apart_and_complete(ntdoc: Run, docs: Path) -> None:
    unread = "$$\n\\mathfrak{G} \\leadsto \\mathbb{W} X\n$$\n"
    (docs / "wrong.md").write_text(f"{AXES}<!-- ntdoc: skip only a sketch -->\n{unread}")
    result = ntdoc("check", "docs", "--complete")
    assert result.returncode == 0
    assert "skipped as asked: 1 statement not checked: only a sketch" in result.stdout
    assert "1 skipped as asked)" in result.stdout
    (docs / "wrong.md").write_text(f"{AXES}<!-- ntdoc: skip only a sketch -->\n{unread}\n{unread}")
    result = ntdoc("check", "docs", "--complete", "--format", "json")
    statements = json.loads(result.stdout)["documents"][1]["statements"]
    assert [s["waived"] for s in statements if s["status"] == "skipped"] == [True, False]
    assert result.returncode == 1


def test_what_is_not_complete_is_told_in_every_format(ntdoc: Run, docs: Path) -> None:
    (docs / "wrong.md").write_text(AXES + "$$\n\\mathfrak{G} \\leadsto \\mathbb{W} X\n$$\n")

    def printed(form: str, *flags: str) -> str:
        result = ntdoc("check", "docs", "--complete", "--format", form, *flags)
        assert (result.returncode, result.stderr) == (1, "")
        return result.stdout

    first, last = printed("concise").splitlines()
    assert first.startswith("docs/wrong.md:8:1: error[NT114]: not checked, where all is to be (--complete): ")
    assert last.startswith("1 statement not checked (--complete): 3 statements in 2 documents")
    text = printed("text")
    assert "no problems" not in text
    assert "skip" in text
    assert "skipped: 1 statement" not in text  # it is told already
    assert printed("github").startswith("::error file=docs/wrong.md,line=8,")
    assert json.loads(printed("json"))["documents"][1]["diagnostics"][0]["code"] == "NT114"
    assert json.loads(printed("sarif"))["runs"][0]["results"][0]["ruleId"] == "NT114"
    assert [c.get("type") for c in ElementTree.fromstring(printed("junit").encode()).iter("failure")] == ["NT114"]
    assert printed("concise", "--select", "NT3").splitlines()[0] == first
    (docs.parent / "ntdoc.toml").write_text('[per-file-ignores]\n"wrong.md" = ["NT114"]\n')
    assert ntdoc("check", "docs", "--complete").returncode == 0


# --- init ---


def test_init_makes_check_work_without_arguments(ntdoc: Run, docs: Path) -> None:
    assert "no PATH given" in ntdoc("check").stderr
    result = ntdoc("init")
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == "wrote ntdoc.toml: it checks docs"
    assert (docs.parent / "ntdoc.toml").read_text().startswith('paths = ["docs"]\n')
    workflow = (docs.parent / ".github" / "workflows" / "ntdoc.yml").read_text()
    assert "ntdoc check --format github\n" in workflow
    assert ntdoc("check").returncode == 1
    before = (docs.parent / "ntdoc.toml").read_text()
    again = ntdoc("init", "docs")
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr.count("stays as it is") == 2
    assert (docs.parent / "ntdoc.toml").read_text() == before


def test_init_says_what_it_leaves_out(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text("\\documentclass{article}\\begin{document}$1 = 1$\\end{document}")
    for name in ("a.md", "b.md", "c.md", "d.md"):
        (tmp_path / name).write_text("$1 = 1$")
    result = ntdoc("init", "--no-ci")
    assert result.stdout == "wrote ntdoc.toml: it checks paper.tex\n"
    assert result.stderr == "ntdoc: not in `paths`: a.md, b.md, c.md and 1 more; add what is to be checked\n"
    assert "not in `paths`" not in ntdoc("init", "a.md", "--no-ci").stderr


def test_init_adds_to_pyproject_and_breaks_nothing(ntdoc: Run, docs: Path) -> None:
    file = docs.parent / "pyproject.toml"
    file.write_text('[project]\nname = "x"')
    assert ntdoc("init", "docs/right.md", "--no-ci").returncode == 0
    assert file.read_text().startswith('[project]\nname = "x"\n\n[tool.ntdoc]\npaths = ["docs/right.md"]\n')
    assert not (docs.parent / ".github").exists()
    assert ntdoc("check").returncode == 0
    for text in ("[project\n", "tool = {}\n"):
        file.write_text(text)
        result = ntdoc("init", "docs")
        assert result.returncode == 2
        assert "cannot take a table" in result.stderr
        assert file.read_text() == text


def test_the_workflow_is_yaml_with_the_steps() -> None:
    import yaml

    found = yaml.safe_load(workflow_text("ntdoc @ git+https://example.org/ntdoc@0123abc"))
    steps = found["jobs"]["ntdoc"]["steps"]
    assert steps[2]["run"] == 'python -m pip install "ntdoc @ git+https://example.org/ntdoc@0123abc"'
    assert steps[3]["run"] == "ntdoc check --format github"


def test_a_workflow_asks_no_index_for_what_did_not_come_from_one() -> None:
    import yaml

    steps = yaml.safe_load(workflow_text(None))["jobs"]["ntdoc"]["steps"]
    assert steps[1]["with"] == {"repository": "OWNER/ntdoc", "path": ".ntdoc"}
    assert steps[3]["run"] == 'python -m pip install "./.ntdoc"'


@pytest.mark.parametrize(
    ("noted", "needed"),
    [
        (None, f"ntdoc=={__version__}"),
        ({"url": "file:///home/me/ntdoc", "dir_info": {}}, None),
        ({"url": "https://example.org/ntdoc.whl"}, "ntdoc @ https://example.org/ntdoc.whl"),
        (
            {"url": "https://example.org/ntdoc", "vcs_info": {"vcs": "git", "commit_id": "0123abc"}},
            "ntdoc @ git+https://example.org/ntdoc@0123abc",
        ),
    ],
)
def test_what_another_machine_installs(
    monkeypatch: pytest.MonkeyPatch, noted: dict[str, object] | None, needed: str | None
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return json.dumps(noted) if noted else None

    monkeypatch.setattr(installation, "distribution", lambda name: Installed())
    assert installation.requirement() == needed


def test_init_takes_the_pages_of_a_site(ntdoc: Run, docs: Path) -> None:
    docs.rename(docs.parent / "pages")
    (docs.parent / "mkdocs.yml").write_text("site_name: x\ndocs_dir: 'pages'  # not docs\nplugins: [search]\n")
    result = ntdoc("init", "--no-ci")
    assert result.stdout == "wrote ntdoc.toml: it checks pages\n"
    assert "add `ntdoc` to the plugins of mkdocs.yml" in result.stderr
    (docs.parent / "ntdoc.toml").unlink()
    (docs.parent / "mkdocs.yml").write_text("site_name: x\ndocs_dir: pages\nplugins:\n  - search\n  - ntdoc\n")
    result = ntdoc("init", "--no-ci")
    assert (result.stdout, result.stderr) == ("wrote ntdoc.toml: it checks pages\n", "")


def test_the_hooks_are_what_pre_commit_asks_for() -> None:
    import yaml

    (hook,) = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
    assert {"id", "name", "entry", "language"} <= set(hook)
    assert hook["language"] == "python"
    assert hook["entry"].split()[:2] == ["ntdoc", "check"]
    pattern = re.compile(hook["files"])
    assert all(pattern.search(f) for f in ("docs/a.md", "paper.tex", "macros.sty", "ntdoc.toml", "a/pyproject.toml"))
    assert not any(pattern.search(f) for f in ("a.py", "md", "poetry.toml"))


# --- fix ---

MENDABLE = """\
$$
\\ndef{\\seq}{seq}
$$

Let $X \\in \\reals^{\\seq}$.

$$
\\mathrm{Attention}(Q) = Q + 1
$$

$$
Z = \\mathrm{Atention}(X) + \\mathrm{Atention}(2 X)
$$

$$
y = 2 + 3 = 6 \\qquad \\sqrt{2} \\approx 1.42 \\qquad 1 - 3 = 2
$$

$$
\\nmatrix{\\seq}{}{1 \\\\ 2} + 1 = \\nmatrix{\\seq}{}{2 \\\\ 4}
$$
"""
MENDED = (
    MENDABLE.replace("Atention", "Attention").replace("= 6", "= 5").replace("1.42", "1.41")
    .replace("1 - 3 = 2", "1 - 3 = -2").replace("4}", "3}")
)  # fmt: skip


def test_fix_shows_a_diff_and_writes_only_when_told(ntdoc: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_bytes(b"\xef\xbb\xbf" + MENDABLE.replace("\n", "\r\n").encode())
    shown = ntdoc("fix", "notes.md")
    assert shown.returncode == 1
    assert "-Z = \\mathrm{Atention}(X) + \\mathrm{Atention}(2 X)" in shown.stdout
    assert "+Z = \\mathrm{Attention}(X) + \\mathrm{Attention}(2 X)" in shown.stdout
    assert file.read_bytes().decode("utf-8-sig") == MENDABLE.replace("\n", "\r\n")
    assert ntdoc("fix", "--write", "notes.md").returncode == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + MENDED.replace("\n", "\r\n").encode()
    assert ntdoc("check", "notes.md").returncode == 0
    again = ntdoc("fix", "notes.md")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_file_of_another_folder_is_called_so_in_the_diff(ntdoc: Run, tmp_path: Path) -> None:
    name = f"../{tmp_path.name}/notes.md"
    (tmp_path / "notes.md").write_text(MENDABLE)
    assert ntdoc("fix", name).stdout.startswith(f"--- {name}\n+++ {name}\n")
    assert ntdoc("fix", "notes.md").stdout.startswith("--- a/notes.md\n+++ b/notes.md\n")


def test_fix_mends_a_slip_in_the_name_of_an_axis(ntdoc: Run, tmp_path: Path) -> None:
    wrong = r"For $X \in \reals^{\mathsf{heads}}$ let $y = \sum_{\mathsf{haeds}} X$ and $z = \max_{\mathsf{heads}} X$."
    (tmp_path / "notes.md").write_text(wrong)
    assert ntdoc("fix", "--write", "notes.md").returncode == 0
    assert (tmp_path / "notes.md").read_text() == wrong.replace("haeds", "heads")


def test_fix_mends_a_slip_beside_a_claim_that_fails_on_samples(ntdoc: Run, tmp_path: Path) -> None:
    """With the slip mended there is one axis less: examples have other sizes, and the claim fails by other numbers."""
    text = (
        "Let $X \\in \\reals^{\\batch\\times\\time\\times\\feat}$ and $W \\in \\reals^{\\feat\\times\\class}$.\n\n"
        "$$\n\\begin{aligned}\na &= \\nfun{\\time}{softmax} X \\\\\n\\nsum{\\batch} a &= 1 \\\\\n"
        "Z &= a \\ndot{\\time} X\n\\end{aligned}\n$$\n\n$$\nY = Z \\ndot{\\feats} W\n$$\n"
    )
    (tmp_path / "notes.md").write_text(text)
    assert ntdoc("fix", "--write", "notes.md").returncode == 0
    assert (tmp_path / "notes.md").read_text() == text.replace("feats", "feat")


def test_fix_mends_a_declaration_that_its_uses_contradict(ntdoc: Run, tmp_path: Path) -> None:
    right = (
        "Let $X \\in \\reals^{\\time\\times\\feat}$ and $W \\in \\reals^{\\feat\\times\\class}$.\n\n"
        "$$\ny = W \\ndot{\\feat} X \\qquad \\nsum{\\time} y = W \\ndot{\\feat} (\\nsum{\\time} X)\n$$\n\n"
        "$$\nz = W \\ndot{\\feat} (2 X) \\in \\reals^{\\time\\times\\class}\n$$\n"
    )
    (tmp_path / "notes.md").write_text(right.replace("\\feat\\times\\class}", "\\time\\times\\class}", 1))
    assert ntdoc("fix", "--write", "notes.md").returncode == 0
    assert (tmp_path / "notes.md").read_text() == right


BEHIND = r"""
Let $\mathrm{weights} \in \reals^{\mathsf{page}\times\mathsf{word}}$ be how often each word stands on each page.

$$ F = \nfun{\mathsf{word}}{softmax} \mathrm{wieghts} $$

$$ G = \nsum{\mathsf{wrod}} F $$

$$ H = \max_{\mathsf{paeg}} G $$
"""


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (BEHIND, BEHIND.replace("wieghts", "weights").replace("wrod", "word").replace("paeg", "page")),
        # what is wrong behind it, and nobody is sure how to mend, was there all along
        (BEHIND.replace("wrod", "verse"), BEHIND.replace("wieghts", "weights").replace("wrod", "verse")),
    ],
)
def test_fix_mends_slips_that_stand_behind_others(ntdoc: Run, tmp_path: Path, wrong: str, right: str) -> None:
    (tmp_path / "notes.md").write_text(wrong)
    result = ntdoc("fix", "--write", "notes.md")
    assert (result.returncode, result.stderr) == (0, "ntdoc: changed 1 file\n")
    assert (tmp_path / "notes.md").read_text() == right


def test_fix_says_what_it_could_not_read(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "old.md").write_bytes("gr\u00f6\u00dfer: $1 + 1 = 3$".encode("latin-1"))
    (tmp_path / "new.md").write_text("$$ 1 + 1 = 3 $$")
    result = ntdoc("fix", "old.md", "new.md")
    assert result.returncode == 2
    assert "+$$ 1 + 1 = 2 $$" in result.stdout
    assert result.stderr == "ntdoc: old.md:1:1: error[NT101]: old.md is not UTF-8 text (byte 3)\n"


def test_fix_mends_what_a_paper_includes(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text("\\documentclass{article}\\begin{document}\\input{part}\\end{document}\n")
    (tmp_path / "part.tex").write_text("\\[ 1 + 1 = 3 \\]\n")
    assert ntdoc("fix", "--write", "paper.tex").returncode == 0
    assert (tmp_path / "part.tex").read_text() == "\\[ 1 + 1 = 2 \\]\n"


@pytest.mark.parametrize(
    "text",
    [
        "Let $x \\in \\reals$.\n\n$$ x + 1 = 3 $$\n",  # computed from a sample
        "$$ \\frac{1}{3} = 0.4 $$\n",  # no short number is right
        "$$ a = 2 = 3 $$\n",  # which of the two?
        "$$ 1 + 1 \\ge 3 $$\n",
        # which of the two?
        AXES + "$$ \\mathrm{scorer} = 2 X \\qquad \\mathrm{scored} = X \\qquad Y = \\mathrm{score} \\odot X $$\n",
        AXES + "$$ Y = \\mathrm{unheard}(X) $$\n",
    ],
)
def test_fix_leaves_alone_what_it_is_not_sure_of(ntdoc: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "notes.md").write_text(text)
    assert ntdoc("check", "notes.md").returncode == 1
    result = ntdoc("fix", "notes.md", "--write")
    assert (result.returncode, result.stdout) == (0, "")
    assert (tmp_path / "notes.md").read_text() == text
