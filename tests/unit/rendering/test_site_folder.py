"""The folder of a site: nothing in it is lost that ntdoc did not write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ntdoc.project import SITE_MARKER
from ntdoc.rendering import site as site_module
from ntdoc.rendering.site import build_site
from ntdoc.rendering.site_folder import SiteError, put
from ntdoc.report import Report
from tests.site_samples import make_document, make_report


def report_of(*files: tuple[str, str]) -> Report:
    return Report(tuple(make_report(make_document(text, path, Path(path).stem)) for path, text in files))


def folder(path: Path, **files: str) -> Path:
    """A folder with files, in the names of which __ is a slash and _ a dot."""
    for name, text in files.items():
        file = path / name.replace("__", "/").replace("_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return path


def files_of(path: Path) -> dict[str, str]:
    found = (p for p in path.rglob("*") if p.is_file() and p.name != SITE_MARKER)
    return {p.relative_to(path).as_posix(): p.read_text(errors="replace") for p in found}


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(SiteError, match="other things"):
        build_site(report_of(("a.md", "")), tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "precious"
    with pytest.raises(SiteError, match="not a folder"):
        build_site(report_of(("a.md", "")), tmp_path / "mine.txt")


def test_an_old_site_is_replaced_whole(tmp_path: Path) -> None:
    output = tmp_path / "site"
    build_site(report_of(("a.md", "# A")), output)
    build_site(report_of(("b.md", "# B")), output)
    assert not (output / "a.html").exists()
    assert (output / "b.html").is_file()
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_build_that_fails_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "site"
    build_site(report_of(("a.md", "# A")), output)

    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(site_module, "run_mkdocs", fail)
    with pytest.raises(RuntimeError, match="boom"):
        build_site(report_of(("b.md", "# B")), output)
    assert (output / "a.html").is_file()
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_files_that_ntdoc_did_not_write_stay(tmp_path: Path) -> None:
    output = tmp_path / "site"
    build_site(report_of(("a.md", "# A")), output)
    mine = folder(output, CNAME="me.org", _nojekyll="", _git__config="[core]", data__x_csv="1", assets__mine_css="p")
    before = {"CNAME", ".nojekyll", ".git/config", "data/x.csv", "assets/mine.css"}
    build_site(report_of(("b.md", "# B")), output)
    after = files_of(mine)
    assert before <= after.keys()
    assert after["CNAME"] == "me.org"
    assert "b.html" in after
    assert "a.html" not in after
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_what_is_gone_from_a_site_leaves_no_empty_folders(tmp_path: Path) -> None:
    output = tmp_path / "site"
    put(folder(tmp_path / "1", a__b__c_html="c", d__e_html="e"), output, tmp_path / "aside1")
    folder(output, d__mine="m")
    put(folder(tmp_path / "2", a="now a file"), output, tmp_path / "aside2")
    assert files_of(output) == {"a": "now a file", "d/mine": "m"}
    assert json.loads((output / SITE_MARKER).read_text())["files"] == ["a"]


@pytest.mark.parametrize("taken", ["b_html", "b_html__x", "linked"])
def test_a_file_of_another_is_not_overwritten_and_the_old_site_stays(tmp_path: Path, taken: str) -> None:
    output = tmp_path / "site"
    put(folder(tmp_path / "1", a_html="old", c__c_html="old"), output, tmp_path / "aside1")
    if taken == "linked":
        (output / "d").symlink_to(folder(tmp_path / "elsewhere", keep="k"), target_is_directory=True)
    else:
        folder(output, **{taken: "mine"})
    before, marker = files_of(output), (output / SITE_MARKER).read_text()
    new = folder(tmp_path / "2", a_html="new", b_html="new", d__d_html="new")
    with pytest.raises(SiteError, match="was not written by ntdoc"):
        put(new, output, tmp_path / "aside2")
    assert files_of(output) == before
    assert (output / SITE_MARKER).read_text() == marker
    assert not (tmp_path / "elsewhere" / "d.html").exists()


def test_a_marker_that_names_files_elsewhere_does_nothing_to_them(tmp_path: Path) -> None:
    output = folder(tmp_path / "site", index_html="")
    mine = folder(tmp_path, mine="m") / "mine"
    (output / "up").symlink_to(tmp_path, target_is_directory=True)
    names = ["../mine", str(mine), "up/mine", "", ".", 3, "index.html"]
    (output / SITE_MARKER).write_text(json.dumps({"files": names}))
    put(folder(tmp_path / "new", index_html="new"), output, tmp_path / "aside")
    assert mine.read_text() == "m"
    assert (output / "index.html").read_text() == "new"


def test_a_marker_without_a_list_is_no_reason_to_delete(tmp_path: Path) -> None:
    output = folder(tmp_path / "site", index_html="", other="o")
    (output / SITE_MARKER).write_text("made by ntdoc\n")
    put(folder(tmp_path / "new", index_html="new"), output, tmp_path / "aside")
    assert files_of(output) == {"index.html": "new", "other": "o"}
