"""The blocks where there is little room: on a phone, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.site import build_site
from ntdoc.report import Report
from ntdoc.settings import Settings
from tests.browser.checks import Visit

TEXT = r"""
# Rooms

For $X \in \reals^{\mathsf{a} \times \mathsf{wide}}$ and $x \in \reals^{\mathsf{a}}$

$$ Y = 1000 X + 2000 X + 3000 X + 4000 X + 5000 X + 6000 X + 7000 X + 8000 X $$

$$ y = 2 x $$

$$ z = 2, \quad u = z + 1 $$

$$
v = 3, \quad
P_{\mathsf{a}(i)} = \begin{cases} i^2 & \text{$i$ odd} \\ i^3 & \text{$i$ even} \end{cases} \in \reals^{\mathsf{a}}
$$

| first-of-all | a-second-column | a-third-column | a-fourth-column | a-fifth-column |
| --- | --- | --- | --- | --- |
| 1 | 2 | 3 | 4 | 5 |
"""
FADED = """id => {
  const whole = document.getElementById(id)
  return ['.nt-equation', '.nt-array'].map(of => {
    const e = whole.querySelector(of), style = getComputedStyle(e)
    const wide = edge => style.maskImage.includes('gradient') && parseFloat(style.getPropertyValue(edge)) > 0
    return [e.scrollWidth > e.clientWidth, wide('--nt-before'), wide('--nt-after')] }) }"""

TABLE = """() => {
  const e = document.querySelector('.md-typeset__scrollwrap'), style = getComputedStyle(e)
  const wide = edge => style.maskImage.includes('gradient') && parseFloat(style.getPropertyValue(edge)) > 0
  return [e.scrollWidth > e.clientWidth, wide('--nt-before'), wide('--nt-after')] }"""

ROOM = """() => [...document.querySelectorAll('.nt-part')].filter(e => e.clientWidth && e.querySelector('mtable'))
 .map(e => {
  const box = e.getBoundingClientRect(), math = e.querySelector('math').getBoundingClientRect()
  return [math.top - box.top, box.bottom - math.bottom] })"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rooms")
    (folder / "rooms.md").write_text(TEXT)
    report = compile_file(folder / "rooms.md", "rooms.md", settings=Settings(sizes=(("a", 3), ("wide", 8))))
    return build_site(Report((report,)), folder / "site").parent / "rooms.html"


def test_no_letter_of_a_part_is_cut_off(visit: Visit, tmp_path: Path) -> None:
    """An italic capital reaches beyond its box: what is seen of it is what is seen with all of it shown."""
    (tmp_path / "letters.md").write_text("# Letters\n\n$$ A = 2, \\quad F = 3 V, \\quad V = 2, \\quad P = F + V $$\n")
    report = compile_file(tmp_path / "letters.md", "letters.md")
    visit.page.set_viewport_size({"width": 1000, "height": 900})
    visit.open(build_site(Report((report,)), tmp_path / "site").parent / "letters.html")
    parts = [part for part in visit.page.locator(".nt-part").all() if part.is_visible()]
    assert len(parts) >= 3
    for part in parts:
        box = part.bounding_box()
        assert box is not None
        clip = {"x": box["x"], "y": box["y"], "width": box["width"] + 8, "height": box["height"]}
        cut = visit.page.screenshot(clip=clip, full_page=True)
        part.evaluate("e => { e.style.overflow = 'visible'; e.style.maskImage = 'none' }")
        assert visit.page.screenshot(clip=clip, full_page=True) == cut, part.inner_text()
        part.evaluate("e => { e.style.overflow = ''; e.style.maskImage = '' }")


def test_on_a_phone_dots_stand_for_the_slices_in_the_middle(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(r"$$ Z = X / 3, \quad X \in \reals^{\name{a}[4]\times\name{b}\times\name{c}} $$")
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    seen = {}
    for width in (1200, 390):
        visit.page.set_viewport_size({"width": width, "height": 900})
        slices = visit.page.locator(".nt-slices").first.locator("> .nt-f").all()
        seen[width] = [one.is_visible() for one in slices], visit.page.locator(".nt-gap").first.is_visible()
    assert seen == {1200: ([True] * 4, False), 390: ([True, False, False, True], True)}
    assert visit.page.locator(".nt-full summary").first.is_visible()


def test_a_table_of_the_author_fades_where_there_is_more(visit: Visit, page: Path) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 800})
    visit.open(page)
    visit.page.wait_for_selector(".md-typeset__scrollwrap")
    assert visit.page.evaluate(TABLE) == [True, False, True]
    visit.page.evaluate("() => { document.querySelector('.md-typeset__scrollwrap').scrollLeft = 10000 }")
    visit.page.wait_for_timeout(100)
    assert visit.page.evaluate(TABLE) == [True, True, False]
    visit.page.set_viewport_size({"width": 1280, "height": 800})
    assert visit.page.evaluate(TABLE)[0] is False


def test_what_scrolls_fades_where_there_is_more(visit: Visit, page: Path) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    visit.open(page)
    assert visit.page.evaluate(FADED, "Y") == [[True, False, True]] * 2
    assert visit.page.evaluate(FADED, "y") == [[False, False, False]] * 2
    visit.page.evaluate(
        "document.querySelectorAll('#Y :is(.nt-equation, .nt-array)').forEach(e => e.scrollLeft = 9999)"
    )
    visit.page.wait_for_timeout(300)
    assert visit.page.evaluate(FADED, "Y") == [[True, True, False]] * 2


CUT = """() => [...document.querySelectorAll('.nt-equation, .nt-scroll, .nt-long')]
  .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth).map(e => e.className + e.scrollWidth)"""
# How far a long formula goes beyond what cuts it, above or below.
HIGHER = """() => [...document.querySelectorAll('.nt-long')].map(e => {
  const style = getComputedStyle(e), box = e.getBoundingClientRect()
  const all = [...e.querySelectorAll('math *')].map(m => m.getBoundingClientRect())
  const cuts = style.maskImage !== 'none' || style.overflowY !== 'visible'
  return cuts ? Math.max(...all.map(m => Math.max(box.top - m.top, m.bottom - box.bottom))) : 0 })"""
SIDES = """() => [...document.querySelectorAll('.nt-top:has(.nt-pill)')].map(t => {
  const [equation, side] = ['.nt-equation', '.nt-side'].map(of => t.querySelector(of).getBoundingClientRect())
  return side.top >= equation.bottom })"""


def test_what_stands_beside_an_equation_goes_below_it_where_it_would_cut_it(visit: Visit, page: Path) -> None:
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(page)
    visit.page.add_style_tag(content=".md-content__inner { width: 800px }")
    assert visit.page.evaluate(CUT) == []
    below = visit.page.evaluate(SIDES)
    assert below.count(True) == 1  # beside all the others it has room
    assert below[0]


@pytest.mark.parametrize("width", range(560, 780, 20))
def test_no_table_of_symbols_is_cut_beside_room(visit: Visit, page: Path, width: int) -> None:
    """As narrow as the columns of many themes."""
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(page)
    visit.page.add_style_tag(content=f".md-content__inner {{ width: {width}px }}")
    assert [found for found in visit.page.evaluate(CUT) if "nt-scroll" in found] == []


def test_a_formula_in_words_that_fits_has_nothing_to_scroll_to(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        r"For $X \in \reals^{\mathsf{some\_axis}}$ it is, with"
        r" $Y = \sum_{\substack{i}}^{n} 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1"
        r"- 1 - 1$, and $m = \frac{1+1+1+1+1+1+1}{1+1+1+1+1+1+1+1+1+1+1+1+1+1}$ so." + "\n"
    )
    visit.page.set_viewport_size({"width": 390, "height": 844})
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    assert visit.page.evaluate(
        "[...document.querySelectorAll('.nt-inline.nt-long')].map(e => e.scrollWidth - e.clientWidth)"
    )[-1] == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_a_high_formula_in_words_is_not_cut(visit: Visit, tmp_path: Path, width: int) -> None:
    (tmp_path / "a.md").write_text(
        r"Some say $\ldots \nfun{\mathsf{item}}{softmax} \frac{\frac{A}{B} \ndot{\mathsf{item}} C}{\sqrt{|\mathsf k|}}"
        r" \ndot{\mathsf{item}} D$, and $y = \frac{1+1+1+1+1}{2+2+2+2+2} + \frac{1+1+1+1+1}{2+2+2+2} + 1$ it is.\n"
    )
    visit.page.set_viewport_size({"width": width, "height": 844})
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    found = visit.page.evaluate(HIGHER)
    assert len(found) == 2
    assert max(found) <= 0


# Between a letter and the line over it, and between that and the top of the formula.
OVER = """() => [...document.querySelectorAll('.md-content math mover')].filter(e => e.clientHeight).map(e => {
  const [letter, line] = [...e.children].map(child => child.getBoundingClientRect())
  const padding = parseFloat(getComputedStyle(e.lastChild).paddingTop)
  return [letter.top - line.bottom, line.top + padding - e.closest('math').getBoundingClientRect().top] })"""


def test_a_bar_stands_above_its_letter(visit: Visit, tmp_path: Path) -> None:
    text = "Let $\\bar{V} = 1$ and $\\bar d = 2$.\n\n$$\n\\bar{A} = \\bar V + \\overline{C}\n$$\n"
    (tmp_path / "a.md").write_text(text)
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    found = visit.page.evaluate(OVER)
    assert len(found) >= 5
    assert min(gap for gap, _ in found) >= 1
    assert min(top for _, top in found) >= 0


def test_a_mark_stands_apart_from_a_script(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("It is $2 \\cdot 2 = 2^2$, and so on.\n")
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    parts = ("math", ".nt-glyph", "msup :last-child")
    math, mark, script = (visit.page.locator(f".nt-verified {of}").first.bounding_box() or {} for of in parts)
    assert mark["x"] >= math["x"] + math["width"] + 4
    assert mark["y"] > script["y"] + 2


def test_what_is_skipped_in_words_has_no_sign_that_reads_as_a_minus(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("It is $2 = 3$ where $\\mathcal R \\supseteq \\mathcal S$, we let it be.\n")
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    assert not visit.page.locator(".nt-inline.nt-skipped > .nt-glyph").is_visible()
    wrong = visit.page.locator(".nt-inline.nt-failed > .nt-glyph")
    assert wrong.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("width", [390, 700])
def test_numbers_stand_below_the_symbols_where_it_is_narrow(visit: Visit, page: Path, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 844})
    visit.open(page)
    below = visit.page.evaluate(BELOW)
    assert len(below) == 6
    assert all(below)


BELOW = """() => [...document.querySelectorAll('.nt-body')].filter(b => b.children.length > 1).map(b =>
  b.children[1].getBoundingClientRect().top >= b.children[0].getBoundingClientRect().bottom)"""


def test_tall_brackets_of_a_part_are_not_cut(visit: Visit, page: Path) -> None:
    """They are drawn somewhat beyond the box of the formula."""
    visit.open(page)
    rooms = visit.page.evaluate(ROOM)
    assert rooms
    assert all(above >= 4 and below >= 4 for above, below in rooms)


def test_on_paper_numbers_stand_below_the_symbols_and_nothing_is_cut(visit: Visit, page: Path) -> None:
    visit.page.set_viewport_size({"width": 690, "height": 900})
    visit.page.emulate_media(media="print")
    visit.open(page)
    assert all(visit.page.evaluate(BELOW))
    masks = visit.page.evaluate(
        "[...document.querySelectorAll('.nt-equation')].map(e => getComputedStyle(e).maskImage)"
    )
    assert set(masks) == {"none"}
    beyond = visit.page.evaluate(
        """() => [...document.querySelectorAll('.nt-equation math')].map(e =>
             e.getBoundingClientRect().right - e.closest('.nt-statement').getBoundingClientRect().right)"""
    )
    assert max(beyond) <= 0


def test_on_paper_no_line_stands_before_results_that_are_cut_off_nowhere(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("For $X, Y \\in \\reals^{\\name{a}}$ let\n\n$$ Z = 2 X + Y $$\n")
    visit.page.emulate_media(media="print")
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    between = "e => getComputedStyle(e, '::before').content"
    assert visit.page.locator(".nt-wide .nt-results").first.evaluate(between) == "none"


@pytest.mark.parametrize("between", ["\\qquad ", "& "])
def test_formulas_beside_one_another_go_on_in_the_next_line_on_a_phone(
    visit: Visit, tmp_path: Path, between: str
) -> None:
    row = f"y = 1 + 2 + 3 + 4 + 5, {between} z = 1 + 2 + 3 + 4"
    if "&" in between:
        row = f"\\begin{{aligned}}\nw &= 3 \\\\\n{row.replace('=', '&=')}\n\\end{{aligned}}"
    (tmp_path / "a.md").write_text(f"$$\n{row}\n$$\n")
    visit.page.set_viewport_size({"width": 390, "height": 844})
    visit.open(build_site(Report((compile_file(tmp_path / "a.md", "a.md"),)), tmp_path / "site").parent / "a.html")
    assert visit.page.evaluate(CUT) == []
    tops = "[...document.querySelectorAll('.nt-abreast > math')].map(e => e.getBoundingClientRect().top)"
    first, second = visit.page.evaluate(tops)
    assert second > first + 10
    visit.page.set_viewport_size({"width": 1280, "height": 844})
    first, second = visit.page.evaluate(tops)
    assert abs(second - first) < 5
