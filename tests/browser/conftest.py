"""A headless Chromium. That there is none is a failure, not a reason to skip."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.checks import Visit

# Milliseconds. A first page on a busy machine took more than the half minute that is usual.
_PATIENCE = 120_000
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    with sync_playwright() as playwright:
        # Without a Chromium of the system, that of `playwright install chromium`; it raises if there is
        # none either.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    context = browser.new_context()
    context.set_default_timeout(_PATIENCE)
    yield Visit(context.new_page())
    context.close()
