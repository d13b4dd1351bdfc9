"""MkDocs with Material, run from Python, silent unless something goes wrong."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.filling import Deferred
from ntdoc.rendering.layout import Nav
from ntdoc.rendering.markdown_extension import EquationExtension, Prepared
from ntdoc.rendering.resources import template_folder
from ntdoc.rendering.search import SEPARATOR, Entry, complete
from ntdoc.rendering.templates import bytecode_cache

_STOP = ' tabindex="0"'
_FOUND = f'<div class="md-search__scrollwrap"{_STOP}'  # the keyboard would stop at it, and nothing is seen of it
_EXTENSIONS: dict[str, dict[str, Any]] = {
    "abbr": {},
    "admonition": {},
    "attr_list": {},
    "def_list": {},
    "footnotes": {},
    "md_in_html": {},
    "sane_lists": {},  # a list that a display parts goes on with its own number
    "tables": {"use_align_attribute": True},  # of a style nothing is left when the page is cleaned
    "toc": {"permalink": True, "permalink_title": "Link to this section"},
    "pymdownx.caret": {},
    "pymdownx.details": {},
    "pymdownx.highlight": {},
    "pymdownx.magiclink": {},
    "pymdownx.mark": {},
    "pymdownx.superfences": {},
    "pymdownx.tabbed": {"alternate_style": True},
    "pymdownx.tasklist": {"custom_checkbox": True},
    "pymdownx.tilde": {},
}


def run_mkdocs(
    docs: Path,
    site: Path,
    title: str,
    nav: Nav,
    fragments: Mapping[str, Fragment],
    warn: Callable[[str], None],
    colophon: str = "",
    found: Sequence[Entry] = (),
    **overrides: Any,
) -> None:
    """Build the Markdown pages in `docs` into the folder `site`. `warn` is told of links that lead nowhere; the
    `colophon` is the line at the foot of each page, and `found` is what its search finds besides their words.

    Raises what MkDocs raises; that would be an error of ntdoc, since all the input of MkDocs is made by
    ntdoc.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.plugins import BasePlugin, event_priority

    deferred = Deferred()

    class GiveBack(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
        """Puts the bulk of the blocks in when a page is done."""

        def on_env(self, env: Any, **_: object) -> Any:
            env.bytecode_cache = bytecode_cache()
            return env

        @event_priority(100)
        def on_post_build(self, **_: object) -> None:
            search: Any = config.plugins["material/search"]
            search.search_index.entries = complete(search.search_index.entries, found)

        def on_post_page(self, output: str, **_: object) -> str:
            return deferred.give_back(output.replace(_FOUND, _FOUND.removesuffix(_STOP)))

    with _quiet(), _told_of_links(warn):
        config = load_config(
            io.BytesIO(b"{}"),
            config_file_path=str(docs.parent / "mkdocs.yml"),
            docs_dir=str(docs),
            site_dir=str(site),
            site_name=title,
            site_url="",
            copyright=colophon,
            nav=nav,
            use_directory_urls=False,
            validation={"links": {"unrecognized_links": "warn"}},  # of a file without an ending, as LICENSE
            theme=_theme(),
            plugins=[{"material/search": {"separator": SEPARATOR}}, "material/offline"],
            markdown_extensions=[{name: options} for name, options in _EXTENSIONS.items()],
            extra_css=["assets/blocks.css", "assets/ntdoc.css"],
            extra_javascript=["assets/symbols.js"],
            extra={"generator": False, "polyfills": ["assets/iframe-worker.js"]},
            **overrides,
        )
        extension: Any = EquationExtension(Prepared(fragments, deferred))  # MkDocs names them; Markdown takes both
        config.markdown_extensions.append(extension)
        config.plugins["ntdoc"] = GiveBack()
        config.plugins.run_event("startup", command="build", dirty=False)
        build(config)
        config.plugins.run_event("shutdown")


def _theme() -> dict[str, Any]:
    def palette(scheme: str | None, media: str, icon: str, name: str) -> dict[str, Any]:
        toggle = {"icon": f"material/{icon}", "name": name}
        return {
            "media": media,
            "toggle": toggle,
            **({"scheme": scheme} if scheme else {}),
            "primary": "custom",
            "accent": "custom",
        }

    return {
        "name": "material",
        "custom_dir": str(template_folder() / "theme"),
        "font": False,
        "icon": {"logo": "material/function-variant"},
        "features": [
            "navigation.top",
            "toc.follow",
            "toc.integrate",
            "search.highlight",
            "content.code.copy",
        ],
        "palette": [
            palette(None, "(prefers-color-scheme)", "brightness-auto", "Switch to light mode"),
            palette("default", "(prefers-color-scheme: light)", "brightness-7", "Switch to dark mode"),
            palette("slate", "(prefers-color-scheme: dark)", "brightness-4", "Follow the system"),
        ],
    }


@contextmanager
def _quiet() -> Iterator[None]:
    """Only what is at least an error is logged."""
    loggers = [logging.getLogger(name) for name in ("mkdocs", "material", "mkdocs.material")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class _Teller(logging.Handler):
    """Passes messages on."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())


@contextmanager
def _told_of_links(warn: Callable[[str], None]) -> Iterator[None]:
    """What MkDocs has to say of the links of the pages is told to `warn`."""
    logger = logging.getLogger("mkdocs.structure.pages")
    level = logger.level
    teller = _Teller(warn)
    logger.setLevel(logging.WARNING)
    logger.addHandler(teller)
    try:
        yield
    finally:
        logger.removeHandler(teller)
        logger.setLevel(level)
