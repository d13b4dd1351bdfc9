"""The Markdown that authors are used to in sites, with formulas in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.markdown_directives import without_alerts
from ntdoc.rendering.site import build_site
from ntdoc.report import Report

TEXT = """# Title

Let $x = 1$.

| l | r | c |
|:--|--:|:-:|
| 1 | $x = 1$ | 3 |

- [x] done
- [ ] open with $x = 1$

=== "One $x$"

    In the tab.

    $$
    2 + 2 = 4
    $$

=== "Two"

    ```
    a == b
    ```

???+ tip "Fold"
    In the fold.

    $$
    3 + 3 = 6
    $$

> [!NOTE]
> In the alert.
>
> $$
> 4 + 4 = 8
> $$
>
> Behind it.

Text ==mark== x^2^ H~2~O, x == 1 and y == 2, 10^6 and 10^7, HTML.

*[HTML]: Hyper Text

Term
: Defined with $x = 1$.

## Named {#own}

<div markdown="1">
In *html*.

$$
5 + 5 = 10
$$
</div>

![pic](pic.png){ width="50" }
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extensions")
    (folder / "a.md").write_text(TEXT)
    return build_site(Report((compile_file(folder / "a.md", str(folder / "a.md")),)), folder / "site").parent


@pytest.fixture(scope="module")
def page(site: Path) -> str:
    return (site / "a.html").read_text("utf-8").partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize(
    "shown",
    [
        r'<th align="right">r</th>\s*<th align="center">c</th>',
        r'<li class="task-list-item"><label[^>]*><input type="checkbox" [^>]*checked=""><span[^>]*></span></label> d',
        r'<input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio">',
        r'<label for="__tabbed_1_1">One <',
        r'<details class="tip" open="open">\s*<summary>Fold</summary>\s*<p>In the fold.</p>\s*<div class="nt-disp',
        r'<p class="admonition-title">Note</p>\s*<p>In the alert.</p>\s*<div class="nt-display">',
        r"</div>\s*<p>Behind it.</p>\s*</div>",
        r"<p>In the tab.</p>\s*<div class=\"nt-display\">",
        r"Text <mark>mark</mark> x<sup>2</sup> H<sub>2</sub>O, x == 1 and y == 2, 10\^6 and 10\^7",
        r'<abbr title="Hyper Text">HTML</abbr>',
        r"<dt>Term</dt>\s*<dd>Defined with <span",
        r'<h2 id="own">Named<',
        r"<p>In <em>html</em>.</p>\s*<div class=\"nt-display\">",
        r'<img alt="pic" src="pic.png" width="50">',
    ],
)  # fmt: skip
def test_what_authors_write_is_shown(page: str, shown: str) -> None:
    assert re.search(shown, page), page


def test_a_display_is_in_no_box_of_code(page: str) -> None:
    assert all("nt-" not in box for box in re.findall(r"<pre.*?</pre>", page, re.DOTALL))
    assert page.count('class="nt-display"') == 4


def test_the_front_page_links_to_the_id_that_a_heading_is_given(site: Path) -> None:
    assert 'href="a.html#own"' in (site / "index.html").read_text("utf-8")


def test_a_quotation_that_is_no_alert_stays_one() -> None:
    for text in ("> a\n> b\n", "> [!x]\n> b\n", "```\n> [!NOTE]\n> b\n```\n"):
        assert without_alerts(text) == text
    assert without_alerts("> [!tip] Two words\n> b\nc\n") == '\n!!! tip "Two words"\n\n    b\n\nc\n'


def test_boxes_in_the_items_of_a_list_are_boxes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "# Sheet\n\n1. Add.\n\n    ??? success \"Answer\"\n        $$\n        1 + 2 = 3\n        $$\n\n"
        "2. Add again.\n    !!! note\n        $$\n        2 + 2 = 4\n        $$\n\n"
        "- A bullet.\n\n    ??? tip \"Hint\"\n\n        Words.\n"
    )
    page = build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html"
    text = page.read_text("utf-8").partition("<article")[2].partition("</article>")[0]
    assert "<pre>" not in text
    assert "???" not in text
    for shown in (
        r"<li>\s*<p>Add.</p>\s*<details class=\"success\">\s*<summary>Answer</summary>\s*<div class=\"nt-display\">",
        r'<li>\s*<p>Add again.</p>\s*<div class="admonition note">\s*<p[^>]*>Note</p>\s*<div class="nt-display">',
        r'<li>\s*<p>A bullet.</p>\s*<details class="tip">\s*<summary>Hint</summary>\s*<p>Words.</p>',
    ):
        assert re.search(shown, text), text
