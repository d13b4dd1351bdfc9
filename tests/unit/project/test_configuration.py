"""The configuration file: what it says, and what is wrong with it, key by key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ntdoc.configuration import ConfigurationError, find_configuration, read_configuration
from ntdoc.diagnostics import Severity
from ntdoc.toml_places import places

FULL = """\
paths = ["docs", "paper.tex"]
exclude = ["docs/drafts"]
format = "concise"
jobs = 2
seed = 7
tolerance = 1e-6
select = ["NT"]
ignore = ["NT305", "NT4"]

[sizes]
seq = 7
'\\key' = 4

[per-file-ignores]
"drafts/*.md" = ["NT301"]

[severity]
NT401 = "warning"
"""


def read(tmp_path: Path, text: str, name: str = "ntdoc.toml") -> object:
    (tmp_path / name).write_text(text, "utf-8")
    return read_configuration(tmp_path / name, name)


def test_every_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "ntdoc.toml").write_text(FULL)
    found = read_configuration(tmp_path / "ntdoc.toml", "ntdoc.toml")
    assert found.paths == (tmp_path / "docs", tmp_path / "paper.tex")
    assert (found.exclude, found.format, found.jobs) == (("docs/drafts",), "concise", 2)
    assert (found.settings.seed, found.settings.tolerance) == (7, 1e-6)
    assert found.settings.sizes == (("seq", 7), ("\\key", 4))
    assert (found.selection.select, found.selection.ignore) == (("NT",), ("NT305", "NT4"))
    assert found.selection.per_file == (("drafts/*.md", ("NT301",)),)
    assert found.selection.severity == (("NT401", Severity.WARNING),)


def test_in_pyproject_it_is_a_table(tmp_path: Path) -> None:
    text = '[project]\nname = "x"\n[tool.ntdoc]\nseed = 3\n[tool.ntdoc.sizes]\nseq = 4\n'
    found = read(tmp_path, text, "pyproject.toml")
    assert found.settings.seed == 3  # type: ignore[attr-defined]
    assert found.settings.sizes == (("seq", 4),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('paths = ["a"]\nsede = 3\n', "ntdoc.toml:2:1: unknown key `sede`: did you mean `seed`?"),
        ("per_file_ignores = {}\n", "ntdoc.toml:1:1: unknown key `per_file_ignores`: did you mean `per-file-ignores`?"),
        ("zzz = 1\n", "ntdoc.toml:1:1: unknown key `zzz`: there are paths, exclude,"),
        ("title = 3\n", "ntdoc.toml:1:1: `title` is the title of the site"),
        ('title = " "\n', "ntdoc.toml:1:1: `title` is the title of the site"),
        ('paths = "docs"\n', "ntdoc.toml:1:1: `paths` is a list of strings"),
        ("paths = [1]\n", "ntdoc.toml:1:1: `paths` is a list of strings"),
        ('format = "sarf"\n', "ntdoc.toml:1:1: there is no format 'sarf': did you mean sarif?"),
        ("jobs = 0\n", "ntdoc.toml:1:1: `jobs` is a number from 1"),
        ("jobs = true\n", "ntdoc.toml:1:1: `jobs` is a number from 1"),
        ('seed = "7"\n', "ntdoc.toml:1:1: `seed` is a whole number"),
        ("tolerance = 2\n", "ntdoc.toml:1:1: `tolerance` is a number between 0 and 1"),
        ("tolerance = nan\n", "ntdoc.toml:1:1: `tolerance` is a number between 0 and 1"),
        ('\nignore = [\n  "NT3",  # all\n  "NT3O1"]\n', "ntdoc.toml:4:3: there is no diagnostic NT3O1: did you mean"),
        ('ignore = [""]\n', "ntdoc.toml:1:11: there is no diagnostic "),
        ("sizes = 3\n", "ntdoc.toml:1:1: `sizes` is a table"),
        ("# first\n[sizes]\nkey = 2\nseq = 0\n", "ntdoc.toml:4:1: the size of seq is a whole number above 0"),
        ("[sizes]\nseq = 1000000000\n", "ntdoc.toml:2:1: 1000000000 is too large a size for an example"),
        ("sizes = { key = 2, seq = 0.5 }\n", "ntdoc.toml:1:20: the size of seq is a whole number above 0"),
        ('[per-file-ignores]\n"a b" = "NT301"\n', "ntdoc.toml:2:1: what is ignored in a b is a list"),
        ('[severity]\nNT301 = "bad"\n', "ntdoc.toml:2:1: a severity is one of error, warning, note"),
        ('[severity]\nNT31 = "note"\n', "ntdoc.toml:2:1: there is no diagnostic NT31: did you mean NT301?"),
        ("seed = = 3\n", "ntdoc.toml: this is no TOML: Invalid value (at line 1, column 8)"),
        ("seed = 1" + "0" * 5000, "ntdoc.toml"),
        ("a = " + "[" * 5000, "ntdoc.toml: this is no TOML"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(message)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read(tmp_path, '[tool.ntdoc]\nsede = 3\njobs = -1\n[tool.ntdoc.severity]\nX = "error"\n', "pyproject.toml")
    assert [line.partition(": ")[0] for line in str(caught.value).splitlines()] == [
        "pyproject.toml:2:1",
        "pyproject.toml:3:1",
        "pyproject.toml:5:1",
    ]


def test_the_nearest_file_counts_up_to_the_repository(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "docs"
    inner.mkdir(parents=True)
    (tmp_path / "ntdoc.toml").write_text("seed = 1\n")
    assert find_configuration(inner) == tmp_path / "ntdoc.toml"
    (tmp_path / "repository" / ".git").mkdir()
    assert find_configuration(inner) is None
    (tmp_path / "repository" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert find_configuration(inner) is None
    (tmp_path / "repository" / "pyproject.toml").write_text("[tool.ntdoc]\n")
    assert find_configuration(inner) == tmp_path / "repository" / "pyproject.toml"
    (tmp_path / "repository" / "ntdoc.toml").write_text("")
    assert find_configuration(inner) == tmp_path / "repository" / "ntdoc.toml"


def test_keys_are_found_among_strings_and_comments() -> None:
    text = (
        '# seed = 1\n"a.b" = """\nseed = 2\n"""\nc.d = [ # seed = 3\n  "seed = 4",\n]\n'
        "e = { f = { g = 1 }, 'h' = \"x = 1\" }\n[[t]]\nseed = 5\n[u . v]\nw = 1979-05-27T07:32:00\nz = 0.5\n"
    )
    tomllib.loads(text)
    lines = {path: text.count("\n", 0, offset) + 1 for path, offset in places(text).items()}
    assert lines == {
        ("a.b",): 2, ("c",): 5, ("c", "d"): 5, ("c", "d", "0"): 6, ("e",): 8, ("e", "f"): 8, ("e", "h"): 8,
        ("t",): 9, ("t", "seed"): 10, ("u",): 11, ("u", "v"): 11, ("u", "v", "w"): 12, ("u", "v", "z"): 13,
    }  # fmt: skip
