"""Patterns that are stored do what compiled ones do, and whatever lies in their place does no harm."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ntdoc
from ntdoc.kept import patterns
from ntdoc.kept.patterns import Stored
from ntdoc.regex import Lazy

MODULES = sorted(m.name for m in pkgutil.walk_packages(ntdoc.__path__, "ntdoc.") if not m.name.endswith("__main__"))
TEXT = (Path(__file__).parents[2] / "docs" / "transformer.md").read_text("utf-8")


def every_pattern() -> set[tuple[str, int]]:
    modules = (vars(importlib.import_module(name)).values() for name in MODULES)
    return {(p.pattern, int(p._flags)) for values in modules for p in values if isinstance(p, Lazy)}


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


@pytest.fixture
def written(tmp_path: Path) -> Path:
    stored = Stored(tmp_path / "patterns")
    assert stored.compile(r"(?P<word>\w+)-(\d+)", re.IGNORECASE).match("Ab-1")
    stored.write()
    return tmp_path / "patterns"


def test_every_pattern_is_the_same_when_it_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Stored(tmp_path)
    every = every_pattern()
    assert len(every) > 500
    for pattern, flags in every:
        first.compile(pattern, flags)
    first.write()

    monkeypatch.setattr(patterns, "_worked_out", lambda *_: pytest.fail("compiled again"))
    again = Stored(tmp_path)
    for pattern, flags in every:
        one, other = again.compile(pattern, flags), re.compile(pattern, flags)
        assert one == other  # their code and flags
        assert (one.groups, one.groupindex) == (other.groups, other.groupindex)
        found, expected = one.search(TEXT), other.search(TEXT)
        assert (found and (found.span(), found.groupdict())) == (expected and (expected.span(), expected.groupdict()))


def test_names_of_groups_are_kept(written: Path) -> None:
    match = Stored(written).compile(r"(?P<word>\w+)-(\d+)", re.IGNORECASE).match("Ab-12")
    assert match is not None
    assert (match["word"], match[2], match.lastindex) == ("Ab", "12", 2)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"\x00\xff not a file of patterns",
        lambda content: content[:-5],
        lambda content: content[:-4] + bytes(4),
        lambda content: content.replace(b'"word": 1', b'"word": 9'),
        lambda content: content.replace(b"[", b"{", 1),
        lambda content: b"[0, [[1, 2, 3, 4, 5, 6]]]\n",
    ],
)
def test_a_file_that_is_damaged_does_no_harm(written: Path, damage: object) -> None:
    assert callable(damage)
    file = only_file(written)
    file.write_bytes(damage(file.read_bytes()))
    assert Stored(written).compile(r"(?P<word>\w+)-(\d+)", re.IGNORECASE).fullmatch("Ab-1")
    assert not Stored(written).compile("x", 0).search("y")


def test_where_python_compiles_in_another_way_the_public_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def imported(name: str) -> object:
        return importlib.import_module(name if name == "_sre" else "re._no_such_module")

    monkeypatch.setattr(patterns, "import_module", imported)
    stored = Stored(tmp_path / "patterns")
    assert stored.compile("a+", 0).search("baa")
    stored.write()
    assert not (tmp_path / "patterns").exists()


def test_a_pattern_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(re.error):
        Stored(tmp_path).compile("(", 0)


def test_nothing_is_written_where_nothing_is_new(written: Path) -> None:
    file = only_file(written)
    before = file.stat().st_mtime_ns
    stored = Stored(written)
    stored.compile(r"(?P<word>\w+)-(\d+)", re.IGNORECASE)
    stored.write()
    assert file.stat().st_mtime_ns == before


def test_a_second_run_compiles_nothing_anew_and_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = tmp_path / "note.md"
    document.write_text("Let $X \\in \\mathbb{R}^{\\name{a}[2]}$.\n\n$$Y = \\nsum{\\name{b}} X$$\n", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "cache"))
    code = (
        "import sys\nfrom ntdoc.kept import patterns\nworked_out, count = patterns._worked_out, []\n"
        "patterns._worked_out = lambda *p: count.append(p) or worked_out(*p)\n"
        "from ntdoc.cli import main\nmain(['check', '--no-cache', sys.argv[1]])\nprint(len(count), file=sys.stderr)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code, str(document)], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [int(run.stderr) for run in runs][1] == 0 < int(runs[0].stderr)
    first, second = ([line for line in run.stdout.splitlines() if "statement" not in line] for run in runs)
    assert first == second
    assert any("NT" in line for line in first)
