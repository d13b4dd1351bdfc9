"""Pages of many blocks: they open at once, and nothing on them jumps."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.site import build_site
from ntdoc.report import Report
from tests.browser.checks import Visit


@pytest.fixture(scope="module")
def long_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of many blocks."""
    folder = tmp_path_factory.mktemp("long")
    parts = (
        f"## Part {n}\n\nFor $X_{{{n}}} \\in \\reals^{{\\name{{a}}[2]\\times\\name{{b}}[3]}}$ let\n\n"
        f"$$Y_{{{n}}} = {n} X_{{{n}}}, \\quad z_{{{n}}} = 2$$\n\n"
        for n in range(1, 41)
    )
    (folder / "long.md").write_text("# Long\n\n" + "".join(parts))
    return build_site(Report((compile_file(folder / "long.md", "long.md"),)), folder / "site").parent / "long.html"


_LAID_OUT = """() => [...document.querySelectorAll('.nt-statement .nt-equation')].map(
  e => e.checkVisibility({contentVisibilityAuto: true}))"""
_TOP = "id => document.getElementById(id).getBoundingClientRect().top"


def test_what_is_far_from_the_window_is_laid_out_when_it_comes_near(visit: Visit, long_page: Path) -> None:
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(long_page)
    laid_out = visit.page.evaluate(_LAID_OUT)
    assert laid_out[0]
    assert laid_out.count(False) > 20
    visit.page.emulate_media(media="print")
    assert all(visit.page.evaluate(_LAID_OUT))


@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_does_not_jump_when_its_blocks_are_laid_out(visit: Visit, long_page: Path, width: int) -> None:
    """A link leads to its block and stays there, each turn of the wheel moves what is seen by as much, and the page is
    about as long as it will be."""
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.open(long_page, "#Y_30")
    header = visit.page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert header <= visit.page.evaluate(_TOP, "Y_30") <= header + 60
    for _ in range(8):  # upwards, where what comes near has another height than it was taken to have
        before = visit.page.evaluate(_TOP, "Y_30")
        visit.page.mouse.wheel(0, -300)
        visit.page.wait_for_timeout(150)
        assert visit.page.evaluate(_TOP, "Y_30") == pytest.approx(before + 300, abs=2)
    taken = visit.page.evaluate("document.documentElement.scrollHeight")
    visit.page.add_style_tag(content=":root .nt-statement { content-visibility: visible }")
    assert taken == pytest.approx(visit.page.evaluate("document.documentElement.scrollHeight"), rel=0.6)


def test_the_way_back_to_the_top_does_not_lie_over_what_a_link_leads_to(visit: Visit, long_page: Path) -> None:
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(long_page, "#Y_30")
    for _ in range(3):  # upwards, then the theme shows it
        visit.page.mouse.wheel(0, -200)
        visit.page.wait_for_timeout(100)
    visit.page.wait_for_selector(".md-top:not([hidden])")
    box = visit.page.locator(".md-top").bounding_box()
    assert box is not None
    assert box["y"] > 800
    assert box["y"] + box["height"] < 900
