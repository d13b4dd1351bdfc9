"""The site in a real browser: it fits, it is quiet, it asks nobody, and nothing of a document runs in it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ntdoc.compiler import compile_file
from ntdoc.diagnostics import Diagnostic
from ntdoc.rendering.math import latex_mathml
from ntdoc.rendering.site import build_site
from ntdoc.report import Kind, Report, Status, Symbol, SymbolUse
from ntdoc.settings import Settings
from ntdoc.source import Span
from tests.browser.checks import Visit, assert_fits_and_is_quiet, low_contrast
from tests.site_samples import make_document, make_report, sample_report, statement

WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")
PAGES = ("index.html", "sample.html", "problems.html", "symbols.html", "codes.html")


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    return build_site(sample_report(str(folder / "sample.md")), folder / "site").parent


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_is_quiet(visit: Visit, sample: Path, name: str, width: int, scheme: str) -> None:
    assert_fits_and_is_quiet(visit, sample / name, width, scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_contrast(visit: Visit, sample: Path, scheme: str) -> None:
    """Every text of ours has a contrast of 4.5:1 with what is behind it."""
    visit.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    visit.open(sample / "sample.html")
    assert low_contrast(visit) == []


def test_search_works_from_a_file(visit: Visit, sample: Path) -> None:
    visit.open(sample / "index.html")
    visit.page.click(".md-search__input")
    visit.page.wait_for_function("document.activeElement.matches('.md-search__input')")
    visit.page.keyboard.type("quotation", delay=50)
    visit.page.wait_for_selector(".md-search-result__item")
    assert "small layer" in visit.page.inner_text(".md-search-result__list")
    assert visit.complaints == []


def test_the_keyboard_stops_at_nothing_that_is_not_seen(visit: Visit, sample: Path) -> None:
    visit.page.set_viewport_size({"width": 1280, "height": 900})
    visit.open(sample / "sample.html")
    visit.page.focus(".md-search__input")
    stops = []
    for _ in range(3):
        visit.page.keyboard.press("Tab")
        stops.append(visit.page.evaluate("document.activeElement.getBoundingClientRect().height"))
    assert min(stops) > 5


@pytest.mark.parametrize(
    ("typed", "first"), [("phi", "phi"), ("φ", "phi"), ("ϕ", "phi"), ("equation 2", "y"), ("theorem 1", "theorem-1")]
)
def test_search_finds_letters_and_numbers(visit: Visit, tmp_path: Path, typed: str, first: str) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\newtheorem{theorem}{Theorem}\\begin{document}\\section{All}By Theorem 1,\n"
        "\\begin{equation}\\phi(t) = 2 t\\end{equation}\nLet $z = \\phi(1)$.\n"
        "\\begin{equation}y = \\phi(2)\\end{equation}\n"
        "\\begin{theorem}It is $y = 4$.\\end{theorem}\\end{document}\n"
    )
    page = build_site(Report((compile_file(tmp_path / "paper.tex", "paper.tex"),)), tmp_path / "site")
    visit.open(page)
    visit.page.click(".md-search__input")
    visit.page.keyboard.type(typed, delay=30)
    visit.page.keyboard.press("Shift")  # the theme waits for a key, which text from outside has not
    visit.page.wait_for_selector(".md-search-result__item article")
    links = visit.page.locator(".md-search-result__link[href*='#']")
    assert (links.first.get_attribute("href") or "").endswith(f"#{first}")


def test_links_lead_somewhere(visit: Visit, sample: Path) -> None:
    for name in PAGES:
        visit.open(sample / name)
        links = visit.page.evaluate("[...document.querySelectorAll('.md-content a[href]')].map(a => a.href)")
        assert links or name == "index.html"
        for link in filter(lambda link: link.startswith("file:"), links):
            file, _, anchor = link.removeprefix("file://").partition("#")
            assert Path(file).is_file(), link
            if anchor:
                visit.open(Path(file))
                assert visit.page.evaluate(
                    "id => !!document.getElementById(decodeURIComponent(id))", anchor
                ), link


def test_the_address_of_a_statement_stays_until_somebody_goes_elsewhere(visit: Visit, tmp_path: Path) -> None:
    parts = "".join(f"## Part {n}\n\n$$a_{{{n}}} = {n}$$\n\n" for n in range(30))
    (tmp_path / "note.md").write_text(f"# Note\n\n{parts}")
    page = build_site(Report((compile_file(tmp_path / "note.md", "note.md"),)), tmp_path / "site")
    visit.page.set_viewport_size({"width": 1280, "height": 500})
    visit.open(page)
    link = visit.page.locator("a.nt-line").nth(20)
    wanted = link.get_attribute("href") or ""
    link.click()
    visit.page.mouse.wheel(0, -300)
    visit.page.wait_for_timeout(700)
    assert visit.page.evaluate("location.hash") == wanted != ""


def test_mathematics_is_drawn_as_mathematics(visit: Visit, sample: Path) -> None:
    visit.open(sample / "sample.html")
    sizes = visit.page.evaluate(
        """() => [...document.querySelectorAll('.nt-equation math')].map(m => {
             const box = m.getBoundingClientRect(); return [box.width, box.height] })"""
    )
    assert len(sizes) >= 6
    assert all(width > 2 * height or width > 60 for width, height in sizes)


def test_a_large_bracket_with_a_script_is_as_large_as_the_other(visit: Visit) -> None:
    visit.page.set_content(str(latex_mathml(r"\Bigl( b \Bigr)_{x}^2 \Bigl( b \Bigr)_{x}", display=True)))
    heights = visit.page.evaluate(
        "() => [...document.querySelectorAll('mo')].map(m => m.getBoundingClientRect().height)"
    )
    assert len(heights) == 4
    assert max(heights) == pytest.approx(min(heights))


def test_statements_can_be_reached_with_the_keyboard(visit: Visit, sample: Path) -> None:
    visit.open(sample / "sample.html")
    assert visit.page.evaluate(
        """() => { const a = document.querySelector('a.nt-line'); a.focus({focusVisible: true})
                   return getComputedStyle(a).outlineStyle !== 'none' }"""
    )


def test_a_table_of_symbols_needs_no_scrolling_on_a_phone(visit: Visit, sample: Path) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    visit.open(sample / "sample.html")
    shown = visit.page.evaluate(
        """() => [...document.querySelectorAll('table.nt-symbols')].filter(t => t.getClientRects().length).map(t => {
             const place = t.parentElement
             const cells = [...t.querySelectorAll('tbody td')].filter(c => c.textContent.trim())
             const right = place.getBoundingClientRect().right
             return [place.scrollWidth <= place.clientWidth,
                     cells.every(c => c.getClientRects().length && c.getBoundingClientRect().right <= right + 1)] })"""
    )
    assert shown
    assert all(fits and whole for fits, whole in shown)


ARRAYS = r"""
For $X \in \reals^{\mathsf{a} \times \mathsf{wide}}$ and $x \in \reals^{\mathsf{a}}$

$$ Y = 1000 X $$

$$ y = 2 x $$
"""


@pytest.mark.parametrize("width", [1280, 1000])
def test_numbers_that_have_room_below_the_symbols_are_not_cut_beside_them(
    visit: Visit, tmp_path: Path, width: int
) -> None:
    (tmp_path / "arrays.md").write_text(ARRAYS)
    report = compile_file(tmp_path / "arrays.md", "arrays.md", settings=Settings(sizes=(("a", 3), ("wide", 8))))
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.open(build_site(Report((report,)), tmp_path / "site").parent / "arrays.html")
    (wide, narrow) = visit.page.evaluate(
        """() => ['Y', 'y'].map(id => { const body = document.getElementById(id).querySelector('.nt-body')
             const [symbols, example] = body.children
             return {beside: example.getBoundingClientRect().top === symbols.getBoundingClientRect().top,
                     cut: [example, ...example.querySelectorAll('*')].some(
                       e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX !== 'visible')} })"""
    )
    assert not wide["cut"]
    assert narrow == {"beside": True, "cut": False}


def test_headings_follow_one_another(visit: Visit, sample: Path) -> None:
    for name in PAGES:
        visit.open(sample / name)
        levels = visit.page.evaluate(
            "[...document.querySelectorAll('article :is(h1,h2,h3,h4)')].map(h => +h.tagName[1])"
        )
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), name


def test_only_what_does_something_is_a_stop_for_the_keyboard(visit: Visit, sample: Path) -> None:
    visit.open(sample / "sample.html")
    stops = visit.page.evaluate(
        """() => [...document.querySelectorAll('.nt-display [tabindex]')]
             .filter(e => !e.closest('details') && !e.closest('.nt-diagnostic')).map(e => e.className)"""
    )
    assert stops == []


NASTY = r"""Title: x

# T <script>pwned(1)</script> $a<script>pwned(2)</script>$ <img src=x onerror="pwned(3)">

<svg onload="pwned(4)"></svg> [a](javascript:pwned(5)) <a href="java&#115;cript:pwned(6)"
onclick="pwned(7)">c</a>
<iframe srcdoc="<script>parent.pwned(8)</script>"></iframe> <input autofocus onfocus="pwned(9)">
![alt $\text{"onerror="pwned(10)}$](missing.png "$\text{" onload="pwned(11)}$")

$$ \text{<img src=x onerror=pwned(12)>} \<\img \> \unknown{<script>pwned(13)</script>}
\eqref{"><script>pwned(14)</script>} $$

<a title="$\text{"><img src=x onerror=pwned(15)>}$">t</a> <https://a.b/"onclick="pwned(16)">

| a |
|---|
| <img src=x onerror=pwned(17)> |

<details open ontoggle="pwned(18)"><style>@import "https://evil.example/x.css";</style></details>

```html
<script>pwned(19)</script>
```
"""


def test_nothing_of_a_document_runs(visit: Visit, tmp_path: Path) -> None:
    bad = "</title><img src=x onerror=pwned(30)><script>pwned(31)</script>"
    document = make_document(NASTY, str(tmp_path / "nasty.md"), bad)
    use = SymbolUse(bad, bad, bad, ((bad, 3),), f"{bad}^{{{bad}}}", None)
    report = make_report(
        document,
        [statement(document, r"\text{<img", Status.SKIPPED, Kind.EXPRESSION, reason=bad, symbols=(use,))],
        [Diagnostic("NT201", f"`{bad}` {bad}", Span(document.sources[0], 0, 300), bad, hints=(bad,))],
        [Symbol(bad, bad, bad, bad, (), ())],
    )
    site = build_site(Report((report,)), tmp_path / "site").parent
    calls: list[object] = []
    visit.page.expose_function("pwned", lambda number: calls.append(number))
    for name in ("nasty.html", "problems.html", "symbols.html", "index.html"):
        visit.open(site / name)
        for link in visit.page.query_selector_all(".md-content a"):
            assert not (link.get_attribute("href") or "").lower().strip().startswith(("javascript", "data"))
        assert visit.page.query_selector(".md-content :is(script, iframe, svg, style, input, form)") is None
        visit.page.wait_for_timeout(200)
    assert calls == []
    assert visit.foreign == []


def test_a_line_number_in_the_index_stays_in_one_piece(visit: Visit, sample: Path) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 900})
    visit.open(sample / "symbols.html")
    broken = visit.page.evaluate(
        """() => { const links = [...document.querySelectorAll('.nt-index td a')]
             links.forEach(a => a.textContent = a.textContent.replace(/\\d+/, '1234'))
             document.querySelectorAll('.nt-index td:nth-child(2)').forEach(
               shape => { if (!shape.querySelector('a')) shape.textContent = 'seq × '.repeat(60) })
             return [links.length, links.filter(a => a.getClientRects().length > 1).length] }"""
    )
    assert broken[0] >= 4
    assert broken[1] == 0


def test_what_is_printed_is_dark_on_white_whatever_the_screen_shows(visit: Visit, sample: Path) -> None:
    """A printer leaves the ground of a page out: what is to be read must be legible on white."""
    visit.page.emulate_media(color_scheme="dark")
    visit.open(sample / "sample.html")
    assert visit.page.get_attribute("body", "data-md-color-scheme") == "slate"
    visit.page.add_style_tag(content="* { transition: none !important }")
    ink = "[...document.querySelectorAll('.md-content, .md-content *')].map(e => getComputedStyle(e).color)"
    dark = visit.page.evaluate(ink)
    visit.page.emulate_media(media="print", color_scheme="dark")
    assert low_contrast(visit) == []
    assert visit.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    printed = visit.page.evaluate(ink)
    visit.page.emulate_media(media="print", color_scheme="light")
    assert printed == visit.page.evaluate(ink) != dark


@pytest.fixture
def with_symbols(tmp_path: Path) -> Path:
    text = "# Symbols\n\nLet $X \\in \\mathbb{R}^{\\mathsf{seq}}$ and $\\gamma \\in \\mathbb{R}$.\n\n"
    text += "\n\n".join(f"Words {n}." for n in range(40)) + "\n\n$$ Y = \\gamma X $$\n\nWhere $Y$ is.\n"
    (tmp_path / "symbols-here.md").write_text(text, "utf-8")
    report = Report((compile_file(tmp_path / "symbols-here.md", "symbols-here.md"),))
    return build_site(report, tmp_path / "site")


def test_a_symbol_tells_what_it_is_when_a_mouse_points_at_it(visit: Visit, with_symbols: Path) -> None:
    visit.open(with_symbols)
    visit.page.locator(".nt-equation").last.scroll_into_view_if_needed()
    visit.page.wait_for_timeout(100)  # what comes near the window has a height of its own
    height = visit.page.evaluate("document.documentElement.scrollHeight")
    visit.page.locator(".nt-equation [data-s]", has_text="X").hover()
    visit.page.wait_for_selector(".nt-tip:visible")
    assert "seq[3]" in visit.page.inner_text(".nt-tip")
    assert visit.page.evaluate("document.documentElement.scrollHeight") == height
    visit.page.locator(".nt-tip a").hover()  # it stays while one goes to it
    visit.page.wait_for_timeout(400)
    visit.page.locator(".nt-tip a").click()
    assert visit.page.evaluate("location.hash") == "#X.declaration"
    assert not visit.page.is_visible(".nt-tip")
    assert visit.complaints == []


def test_the_arrow_keys_go_through_the_symbols_of_a_formula(visit: Visit, with_symbols: Path) -> None:
    visit.open(with_symbols)
    visit.page.focus(".nt-equation")
    told = []
    for _ in range(3):
        visit.page.keyboard.press("ArrowRight")
        told.append(visit.page.text_content(".nt-tip math"))
    assert told == ["Y", "γ", "X"]
    visit.page.keyboard.press("Escape")
    assert not visit.page.is_visible(".nt-tip")
    visit.page.keyboard.press("ArrowLeft")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_function("location.hash === '#X.declaration'")
    visit.page.go_back()
    visit.page.wait_for_function("document.activeElement.matches('.nt-equation')")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_symbol_tells_what_it_is_under_a_finger(browser: Browser, with_symbols: Path, scheme: str) -> None:
    color = "dark" if scheme == "dark" else "light"
    context = browser.new_context(viewport={"width": 390, "height": 700}, has_touch=True, color_scheme=color)
    page = context.new_page()
    page.goto(with_symbols.as_uri())
    page.locator("p [data-s]", has_text="Y").tap()
    page.wait_for_selector(".nt-tip:visible")
    assert "declared" in page.inner_text(".nt-tip")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("h1").tap()
    assert not page.is_visible(".nt-tip")
    context.close()
