"""Folds and tabs that hold an error: open, or shown, with a mark in their titles."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from markupsafe import Markup

from ntdoc.compiler import compile_file
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.folds import opened
from ntdoc.rendering.site import build_site
from ntdoc.report import Report

WRONG, RIGHT = (f"ntx{'0' * 20}n{number}z" for number in (0, 1))
FRAGMENTS = {
    WRONG: Fragment(Markup("x"), "x", block=False, after=Markup('<aside class="nt-diagnostic nt-error">no</aside>')),
    RIGHT: Fragment(Markup('<aside class="nt-diagnostic nt-warning">so</aside>'), "y", block=True),
}
EXTENSIONS = ["admonition", "pymdownx.details", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist"]


def converted(text: str, *, alternate: bool = True, form: str = "xhtml") -> str:
    options = {"pymdownx.tabbed": {"alternate_style": alternate}, "pymdownx.tasklist": {"custom_checkbox": True}}
    html = markdown.markdown(text, extensions=EXTENSIONS, extension_configs=options, output_format=form)
    return opened(html, FRAGMENTS)


def marked(html: str) -> list[str]:
    """The titles that have a mark."""
    return re.findall(r'(\w+) <span class="nt-pill nt-holds-error', html)


def test_a_fold_that_holds_an_error_is_open() -> None:
    html = converted(
        f'??? note "One"\n    {RIGHT}\n\n    ??? tip "Two"\n        {WRONG}\n\n    ??? tip "Three"\n        {RIGHT}\n\n'
        f'???+ note "Four"\n    {WRONG}\n\n!!! note "Five"\n    {WRONG}\n\n??? note "Six"\n    {RIGHT}\n'
    )
    assert marked(html) == ["One", "Two", "Four"]
    assert re.findall(r"<details[^>]*>", html) == [
        '<details class="note nt-holds-error" open="open">',
        '<details class="tip nt-holds-error" open="open">',
        '<details class="tip">',
        '<details class="note nt-holds-error" open="open">',
        '<details class="note">',
    ]


def test_a_fold_in_html_is_one() -> None:
    assert opened(f"<details><summary>a</summary>{RIGHT}</details>{WRONG}", FRAGMENTS).count("open") == 0
    html = opened(f"<details open><summary>a</summary>{WRONG}</details></div>", FRAGMENTS)
    assert html.startswith('<details open class="nt-holds-error"><summary>a <span')


TABS = f"""=== "One"

    - [x] {RIGHT}

=== "Two"

    {RIGHT}

    === "In"

        {RIGHT}

    === "Ner"

        {WRONG}

=== "Three"

    {WRONG}

Behind

=== "Four"

    {WRONG}

=== "Five"

    {WRONG}
"""


@pytest.mark.parametrize("form", ["html", "xhtml"])
@pytest.mark.parametrize("alternate", [True, False])
def test_of_tabs_the_first_that_holds_an_error_is_shown(alternate: bool, form: str) -> None:
    html = converted(TABS, alternate=alternate, form=form)
    assert set(marked(html)) == {"Two", "Ner", "Three", "Four", "Five"}
    buttons = re.findall(r'<input[^>]*id="__tabbed[^>]*>', html)
    pressed = [re.sub(r'.*id="__tabbed_(\d+_\d+)".*', r"\1", button) for button in buttons if "checked" in button]
    assert sorted(pressed) == ["1_2", "2_2", "3_1"]


def test_without_errors_a_page_is_what_it_was() -> None:
    assert opened(same := TABS.replace(WRONG, RIGHT) + "<details>", FRAGMENTS) == same


def test_a_site_shows_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        '# A\n\n??? success "Answer"\n    $$\n    2 \\cdot 3 = 7\n    $$\n\n??? success "Sound"\n    $2 \\cdot 4 = 8$\n'
    )
    page = build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html"
    folds = [tag for tag in re.findall(r"<details[^>]*>", page.read_text("utf-8")) if "success" in tag]
    assert folds == ['<details class="success nt-holds-error" open="open">', '<details class="success">']
    index = (tmp_path / "site" / "search" / "search_index.json").read_text("utf-8")
    assert "Answer" in index
    assert "Answer error" not in index
