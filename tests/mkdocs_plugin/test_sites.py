"""The plugin and the extension, as real builds of small sites show them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.mkdocs_plugin.sites import MISTAKE, RECORD, Site, site

KINDS = ("material", "mkdocs", "readthedocs", "properdocs", "zensical")
PLUGIN = KINDS[:-1]


def make(kind: str, folder: Path) -> Site:
    if kind in ("properdocs", "zensical"):
        return site(kind, kind, folder)
    found = site("mkdocs-material" if kind == "material" else "mkdocs-builtin", "mkdocs", folder)
    if kind == "readthedocs":
        found.configure("name: mkdocs\n  color_mode: auto\n  user_color_mode_toggle: true", "name: readthedocs")
    return found


@pytest.fixture
def material(tmp_path: Path) -> Site:
    return make("material", tmp_path)


def without_ntdoc(there: Site) -> None:
    text = there.configuration.read_text("utf-8")
    text = re.sub(r"^  - ntdoc\b.*\n(?:      .*\n)*|^\[project\.markdown_extensions\.ntdoc\]\n", "", text, flags=re.M)
    assert "ntdoc" not in text
    there.configuration.write_text(text, "utf-8")


def statuses(page: str) -> dict[str, str]:
    return dict(re.findall(r'data-ntdoc-id="([^"]*)" data-ntdoc-status="([^"]*)"', page))


# --- every tool and theme ---


@pytest.mark.parametrize("kind", KINDS)
def test_blocks_are_in_a_page_that_holds_the_notation(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    output = there.build("--strict")
    assert "NT" not in output
    page = there.page()
    found = statuses(page)
    assert {name: found[name] for name in ("q.declaration", "a", "attention.claim", "y")} == {
        "q.declaration": "declared", "a": "evaluated", "attention.claim": "verified", "y": "evaluated",
    }  # fmt: skip
    assert "nt-symbols" in page
    assert "nt-m" in page
    assert not re.search(r"ntx[0-9a-f]{20}|<!--ntdoc", page)
    assert page.count('rel="stylesheet" href="data:' if kind == "zensical" else "assets/ntdoc.") == 1
    assert r"\ndef" not in page
    # The list goes on as its author wrote it: two items.
    assert re.search(r"<li>\s*(?:<p>)?That was all", page)


@pytest.mark.parametrize("kind", PLUGIN)
def test_a_mistake_is_counted_when_the_site_is_strict(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    there.edit("docs/attention.md", *MISTAKE)
    output = there.build("--strict", code=1)
    assert f"WARNING -  ntdoc: {RECORD}" in output
    assert "Aborted with 1 warnings in strict mode" in output
    assert "Traceback" not in output
    output = there.build()
    assert RECORD in output
    page = there.page()
    assert statuses(page)["y"] == "error"
    assert re.search(r'<aside class="nt-diagnostic nt-error".*?NT203', page, re.DOTALL)


def test_zensical_is_told_to_be_strict_in_its_configuration(tmp_path: Path) -> None:
    there = make("zensical", tmp_path)
    there.edit("docs/attention.md", *MISTAKE)
    assert RECORD in there.build()
    assert statuses(there.page())["y"] == "error"
    there.configuration.write_text(there.configuration.read_text("utf-8") + "strict = true\n", "utf-8")
    assert RECORD in there.build(code=1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_without_the_notation_is_what_it_was(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    there.write("docs/own.md", "---\nntdoc: false\n---\n# Own\n\nWith $\\nfun{\\seq}{softmax}$.\n")
    there.build()
    with_it = {p: p.read_bytes() for p in (there.folder / "site").rglob("*.html")}
    without_ntdoc(there)
    there.build()
    same = {p.parent.name for p, text in with_it.items() if p.read_bytes() == text}
    assert same == {"site", "own"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_mathematics_of_others_is_left_to_the_site(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    unknown = "\n\nSet by the site alone: $\\unheardof{x}$.\n"
    there.write("docs/attention.md", (there.folder / "docs/attention.md").read_text("utf-8") + unknown)
    there.build("--strict")
    page = there.page()
    assert r'<span class="arithmatex">\(\unheardof{x}\)</span>' in page
    index = (there.folder / "site/index.html").read_text("utf-8")
    assert r'<span class="arithmatex">\(E = mc^2\)</span>' in index
    assert re.findall(r"<script src=[^>]*>", page) != [] or kind in ("properdocs", "zensical")


@pytest.mark.parametrize("kind", ["material", "mkdocs"])
def test_what_a_search_finds_is_words(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    there.build()
    index = json.loads((there.folder / "site/search/search_index.json").read_text("utf-8"))
    text = "".join(entry["text"] for entry in index["docs"] if "attention" in entry["location"])
    assert "is held against keys" in text
    for kept_out in ("evaluated", "symbol", "0.5265", "--nt-", "full values"):
        assert kept_out not in text


def test_zensical_finds_no_stylesheet_either(tmp_path: Path) -> None:
    there = make("zensical", tmp_path)
    there.build()
    found = (there.folder / "site/search.json").read_text("utf-8")
    assert "is held against keys" in found
    assert "nt-rem" not in found
    assert there.page().count("data:text/css") == 1


# --- which pages ---


PLAIN = "# Plain\n\nLet $x \\in \\mathbb{R}$ and\n\n$$\ny = 2 x\n$$\n"


def test_a_page_may_ask_for_it(material: Site) -> None:
    material.write("docs/plain.md", PLAIN)
    material.write("docs/asking.md", f"---\nntdoc: true\n---\n{PLAIN}")
    material.build()
    assert statuses(material.page("plain")) == {}
    assert statuses(material.page("asking")) == {"x.declaration": "declared", "y": "evaluated"}


def test_the_notation_in_code_is_only_code(material: Site) -> None:
    material.write("docs/code.md", "# Code\n\n`\\nfun{\\seq}{softmax}` and $x$\n\n```latex\n$$\\nsum{\\ax} X$$\n```\n")
    material.build("--strict")
    assert "nt-" not in re.sub(r"md-\S+", "", material.page("code").partition("<article")[2].partition("</article>")[0])


@pytest.mark.parametrize(("pages", "touched"), [("opted-in", {"asking"}), ("all", {"asking", "plain", "attention"})])
def test_the_site_says_which_pages(material: Site, pages: str, touched: set[str]) -> None:
    material.write("docs/plain.md", PLAIN)
    material.write("docs/asking.md", f"---\nntdoc: true\n---\n{PLAIN}")
    material.configure("  - ntdoc\n", f"  - ntdoc:\n      pages: {pages}\n")
    material.build()
    assert {name for name in ("asking", "plain", "attention") if statuses(material.page(name))} == touched


# --- options and configuration ---


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("page: all", "unknown option `page`: did you mean `pages`?"),
        ("colour: red", "unknown option `colour`: there are pages, fold, configuration, strict"),
        ("pages: opted_in", "`pages` cannot be 'opted_in': did you mean `opted-in`?"),
        ("fold: 3", "`fold` is true or false, not 3"),
    ],
)
def test_a_wrong_option_is_an_error(material: Site, option: str, message: str) -> None:
    material.configure("  - ntdoc\n", f"  - ntdoc:\n      {option}\n")
    output = material.build(code=1)
    assert message in output
    assert "Traceback" not in output
    material.configure(f"  - ntdoc:\n      {option}\n", "")
    material.configure("markdown_extensions:\n", f"markdown_extensions:\n  - ntdoc:\n      {option}\n")
    assert message in material.build(code=1)


def test_the_numbers_can_be_folded_up(material: Site) -> None:
    material.configure("  - ntdoc\n", "  - ntdoc:\n      fold: true\n")
    material.build()
    assert len(re.findall(r'<details class="nt-more-of-it"', material.page())) == len(
        re.findall(r'<section data-search-exclude class="nt-body', material.page())
    )


def test_the_plugin_can_be_strict_in_a_site_that_is_not(material: Site) -> None:
    material.edit("docs/attention.md", *MISTAKE)
    material.configure("  - ntdoc\n", "  - ntdoc:\n      strict: true\n")
    output = material.build(code=1)
    assert RECORD in output
    assert "ntdoc found 1 error" in output
    assert "Traceback" not in output


@pytest.mark.parametrize("kind", ["material", "zensical"])
def test_the_configuration_of_the_project_counts(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    there.edit("docs/attention.md", *MISTAKE)
    there.write("ntdoc.toml", '[sizes]\nseq = 5\n\n[per-file-ignores]\n"docs/attention.md" = ["NT203"]\n')
    assert "NT203" not in there.build("--strict")
    assert "NT203, which is ignored" in there.page()
    assert 'seq<span class="nt-size">[5]' in there.page()
    there.write("ntdoc.toml", 'exclude = ["attention.md"]\n')
    there.build()
    assert statuses(there.page()) == {}
    there.write("ntdoc.toml", "ignored = []\n")
    assert "ntdoc.toml:1:1: unknown key `ignored`: did you mean `ignore`?" in there.build(code=1)


@pytest.mark.parametrize("kind", ["material", "zensical"])
def test_macros_of_the_project_hold_on_every_page(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    there.write("macros.tex", "\\ndef{\\wide}{wide}\n\\newcommand{\\V}{\\reals^{\\wide}}\n")
    there.write("ntdoc.toml", 'macros = "macros.tex"\n')
    # Nothing on this page is of the notation but for its macros.
    there.write("docs/short.md", "# Short\n\nLet $u, v \\in \\V$ and\n\n$$\nw = u + v\n$$\n")
    there.write("docs/other.md", "# Other\n\n$$\nE = m c^2\n$$\n")
    there.build("--strict")
    assert statuses(there.page("short"))["w"] == "evaluated"
    assert statuses(there.page("other")) == {}


def test_what_is_wrong_in_macros_of_the_project_is_logged_once(material: Site) -> None:
    material.write("macros.tex", "\\newcommand{\\bad}{ {x }\n")
    material.write("ntdoc.toml", 'macros = "macros.tex"\n')
    material.write("docs/short.md", "# Short\n\n$$\nT = \\nsum{\\seq} 1\n$$\n")
    assert material.build().count("macros.tex:1:18: error[NT102]: `{` is not closed") == 1


def test_another_configuration_can_be_named(material: Site) -> None:
    material.edit("docs/attention.md", *MISTAKE)
    material.write("lenient.toml", "")
    (material.folder / "lenient").mkdir()
    material.write("lenient/ntdoc.toml", 'ignore = ["NT203"]\n')
    material.configure("  - ntdoc\n", "  - ntdoc:\n      configuration: lenient/ntdoc.toml\n")
    material.build("--strict")


def test_a_companion_is_read_and_is_no_page(material: Site) -> None:
    material.write("docs/short.md", "# Short\n\n$$\nT = \\nsum{\\seq} U\n$$\n")
    assert "U" in material.build("--strict", code=1)
    material.write("docs/short.ntdoc.md", "Let $U \\in \\reals^{\\seq}$.\n")
    material.build("--strict")
    assert statuses(material.page("short")) == {"T": "evaluated"}
    assert not (material.folder / "site/short.ntdoc").exists()


def test_a_link_that_leads_out_of_the_project_is_named_and_not_read(material: Site) -> None:
    outside = material.folder.parent / "outside.md"
    outside.write_text("# Out\n\n$$\n\\ndef{\\seq}{seq}\n$$\n\n$$\ny = 1 + 2 = 4\n$$\n")
    (material.folder / "docs" / "leak.md").symlink_to(outside)
    printed = material.build()
    assert "leak.md is a link to a file outside the project" in printed
    assert "MkDocs publishes it" in printed
    assert "NT301" not in printed
    assert "nt-" not in material.page("leak").partition("<article")[2]
    material.build("--strict", code=1)


@pytest.mark.parametrize("kind", ["material", "properdocs", "zensical"])
def test_headings_and_statements_have_ids_of_their_own(kind: str, tmp_path: Path) -> None:
    there = make(kind, tmp_path)
    formula = "\\ndef{\\seq}{seq} X \\in \\reals^{\\seq}, \\quad total = \\nsum{\\seq} X"
    links = "[heading](#total), [statement](#nt-total), [input](#X.declaration)"
    there.write("docs/short.md", f"# Short\n\n## total\n\n{links}\n\n$$\n{formula}\n$$\n")
    assert "#nt-total" not in there.build("--strict")  # the link leads somewhere
    page = there.page("short")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert {"total", "nt-total", "X.declaration"} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert '<h2 id="total"' in page
    assert re.search(r'id="nt-total" data-ntdoc-id="total"', page)


def test_the_extension_beside_the_plugin_does_nothing_twice(material: Site) -> None:
    material.configure("markdown_extensions:\n", "markdown_extensions:\n  - ntdoc\n")
    material.edit("docs/attention.md", *MISTAKE)
    assert material.build().count("NT203") == 1
    assert material.page().count("assets/ntdoc.") == 1


def test_the_extension_alone_does_in_mkdocs_too(material: Site) -> None:
    material.configure("  - ntdoc\n", "")
    material.configure("markdown_extensions:\n", "markdown_extensions:\n  - ntdoc\n")
    material.build("--strict")
    assert statuses(material.page())["y"] == "evaluated"


# --- what may be in a page ---


def test_a_page_that_is_broken_is_a_record_and_no_traceback(material: Site) -> None:
    displays = ("\\nfun{\\seq}{softmax X\n$$", "\\begin{aligned} x &= \\left( 1 $$", "open \\ndot{")
    material.write("docs/broken.md", "\n\n$$\n".join(["# Broken", *displays]))
    output = material.build()
    assert re.search(r"WARNING -  ntdoc: docs/broken\.md:\d+:\d+: error\[NT102\]", output)
    assert "Traceback" not in output
    assert material.page("broken").count("is not closed") == 3, "each stands below its formula"
    assert "<title>Broken - A site</title>" in material.page("broken")


def test_nothing_of_a_formula_becomes_html(material: Site) -> None:
    evil = "<img src=x onerror=alert(1)>"
    display = f"$$\n\\nsum{{\\seq}} X = \\text{{{evil}}} + \\<script>\n$$"
    material.write("docs/evil.md", f"# Evil\n\n{display}\n\nand $\\ndot{{{evil}}}$, <!-- ntdoc: {evil} -->\n")
    material.build()
    page = material.page("evil")
    assert "<img src=x" not in page
    assert "<script>" not in page.partition("<article")[2].partition("</article>")[0]
    assert "&lt;img src=x" in page
