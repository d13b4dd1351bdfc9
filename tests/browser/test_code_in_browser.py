"""The code of a definition on its page: tabs that need no script, and a button that copies."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ntdoc.compiler import compile_file
from ntdoc.rendering.site import build_site
from ntdoc.report import Report
from tests.browser.checks import Visit, assert_fits_and_is_quiet, low_contrast
from tests.conftest import GOLDEN

ATTENTION = GOLDEN / "export" / "attention.md"
TABS = "#Attention .nt-code"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    report = Report((compile_file(ATTENTION, ATTENTION.name, code=True),))
    return build_site(report, folder / "site").parent / "attention.html"


def shown(visit: Visit) -> list[str]:
    """The beginnings of the code that can be seen."""
    found: list[str] = visit.page.evaluate(
        f"[...document.querySelectorAll('{TABS} pre')].filter(p => p.checkVisibility()).map(p => p.innerText)"
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_with_the_code_open(visit: Visit, page: Path, width: int, scheme: str) -> None:
    visit.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert_fits_and_is_quiet(visit, page, width, scheme)
    visit.page.locator(f"{TABS} summary").nth(1).click()
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert low_contrast(visit) == []


def test_one_tab_is_open_at_a_time(visit: Visit, page: Path) -> None:
    visit.open(page)
    assert shown(visit) == []
    for number, word in enumerate(("np.einsum", "torch.einsum", "jnp.einsum")):
        visit.page.locator(f"{TABS} summary").nth(number).click()
        (code,) = shown(visit)
        assert code.startswith("import math\n\nimport ")
        assert "\n\n\ndef attention(Q, K, V):" in code
        assert word in code


def test_it_works_without_script(browser: Browser, page: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        own = context.new_page()
        own.goto(page.as_uri())
        own.locator(f"{TABS} summary").nth(2).click()
        assert own.locator(f"{TABS} pre").nth(2).is_visible()
        assert not own.locator(f"{TABS} pre").nth(0).is_visible()
    finally:
        context.close()


@pytest.mark.parametrize("number", range(3))
def test_a_button_copies_it(browser: Browser, page: Path, number: int) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    try:
        own = context.new_page()
        own.goto(page.as_uri())
        own.locator(f"{TABS} summary").nth(number).click()
        own.locator(f"{TABS}[open] button").first.click()
        own.wait_for_timeout(300)
        copied = own.evaluate("navigator.clipboard.readText()")
        assert copied.strip() == own.locator(f"{TABS} code").nth(number).inner_text().strip()
        assert "\ndef attention" in copied
    finally:
        context.close()


NAMES = r"""
Let $x \in \reals^{\mathsf{seq}}$.

$$
\begin{aligned}
X^1 &= 2 x \\
X^2 &= X^1 + 1 \\
\text{norm}_p &= X^2 + 1 \\
\beta' &= X^2 + 1
\end{aligned}
$$
"""


def test_each_button_copies_the_code_beside_it(visit: Visit, tmp_path: Path) -> None:
    """Whatever is in the name of what the code computes."""
    (tmp_path / "names.md").write_text(NAMES)
    report = Report((compile_file(tmp_path / "names.md", "names.md", code=True),))
    visit.open(build_site(report, tmp_path / "site").parent / "names.html")
    right = visit.page.evaluate(
        """() => [...document.querySelectorAll('.nt-code button')].map(b =>
             document.querySelector(b.dataset.clipboardTarget) === b.closest('pre').querySelector('code'))"""
    )
    assert len(right) == 4 * 3
    assert all(right)
    ids = visit.page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
