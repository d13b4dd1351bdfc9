"""Sizes that a run asks for, and what is said of those that no example has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

WINDOWS = r"""
$$
\ndef{\seq}{seq}
\ndef{\kernel}{kernel}
$$

Let $X \in \reals^{\seq[n]}$ and

$$
U_{\seq(i),\kernel(j)} = X_{\seq(i+j-1)}, \qquad U \in \reals^{\seq[n-|\kernel|+1]\times\kernel}
$$

with $K \in \reals^{\kernel}$ and

$$
Y = U \ndot{\kernel} K
$$
"""


@pytest.mark.parametrize("size", ["kernel=3", "n=9", "n=100", "n=20000"])
def test_a_size_that_examples_have_is_silent(ntdoc: Run, tmp_path: Path, size: str) -> None:
    (tmp_path / "windows.md").write_text(WINDOWS)
    result = ntdoc("check", "--size", size, "windows.md")
    assert (result.returncode, result.stderr) == (0, "")


def test_sizes_that_do_not_go_together_are_told(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "windows.md").write_text(WINDOWS)
    arguments = ("check", "--size", "kernel=9", "--size", "n=3", "windows.md")
    why = "it does not go with other sizes, or with what the document says"
    told = f"ntdoc: not every example has kernel = 9: {why}\nntdoc: not every example has n = 3: {why}\n"
    for _ in range(2):  # the second time from what was kept
        result = ntdoc(*arguments, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        assert (result.returncode, result.stderr) == (0, told)
    assert "unchanged since checked" in result.stdout


def test_the_size_of_an_axis_that_has_other_sizes_wherever_it_stands_is_told(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "windows.md").write_text(WINDOWS)
    result = ntdoc("check", "--size", "seq=5", "windows.md")
    assert (result.returncode, result.stderr) == (
        0,
        "ntdoc: no example has seq = 5: nothing that is evaluated has this size\n",
    )


@pytest.mark.parametrize("flag", [("--size", "kernel=90000000"), ("--size", "n=9", "--size", "kernel=90000000")])
def test_a_size_that_makes_arrays_too_large_is_told_once_and_is_bad_usage(
    ntdoc: Run, tmp_path: Path, flag: tuple[str, ...]
) -> None:
    text = "Let $Z \\in \\reals^{\\ax{kernel}}$.\n\n$$\nW = \\nsum{\\ax{kernel}} Z\n$$\n"
    (tmp_path / "other.md").write_text(text)
    for _ in range(2):  # the second time from what was kept
        result = ntdoc("check", *flag, "other.md", env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        assert result.returncode == 2
        assert "NT303" not in result.stdout
        assert result.stderr.startswith("ntdoc: no example can have kernel = 90000000: this needs an array of ")
        assert result.stderr.count("\n") == 1 or "n=9" in flag
    result = ntdoc("build", *flag, "other.md", "-o", "out")
    assert result.returncode == 2
    assert result.stderr.count("no example can have") == 1


def test_of_several_documents_one_with_the_size_is_enough(ntdoc: Run, tmp_path: Path) -> None:
    (tmp_path / "windows.md").write_text(WINDOWS)
    (tmp_path / "other.md").write_text("Let $Z \\in \\reals^{\\ax{seq}}$.\n\n$$\nW = \\nsum{\\ax{seq}} Z\n$$\n")
    result = ntdoc("check", "--size", "seq=5", "windows.md", "other.md")
    assert (result.returncode, result.stderr) == (0, "")

