"""The plugin for MkDocs and ProperDocs: `plugins: [ntdoc]`.

Thin on purpose: the Markdown extension does the work. The plugin tells it which page is being converted, hands what it
finds to the log, and keeps the stylesheet of the blocks in the site.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.base import ValidationError
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.utils import get_relative_url

from ntdoc.configuration import ConfigurationError
from ntdoc.project import LEADS_OUT, is_companion, leads_out
from ntdoc.regex import regex
from ntdoc.rendering.filling import Deferred
from ntdoc.rendering.host_options import OptionError, Options, read_options
from ntdoc.rendering.host_page import HostPage, Origin, Rules, stylesheet, text_before
from ntdoc.rendering.markdown_extension import EquationExtension, Host
from ntdoc.rendering.reports.terminal import render_brief

if TYPE_CHECKING:
    from mkdocs.config.base import ConfigErrors, ConfigWarnings
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_log = get_plugin_logger("ntdoc")
_STATEMENT = regex(r'\sid="([^"]*)" data-ntdoc-id=')
_NAMES = ("ntdoc", "ntdoc.rendering.markdown_extension")


class NtdocPlugin(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Blocks for the equations of a site's pages."""

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        super().load_config({}, config_file_path)
        self._options = Options()
        try:
            self._options = read_options(options)
        except OptionError as error:
            return [(name, ValidationError(problem)) for name, problem in error.problems.items()], []
        return [], []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        root = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        try:
            rules = Rules.of(self._options, root)
        except ConfigurationError as error:
            raise PluginError(str(error)) from None
        self._sheet = f"assets/ntdoc.{hashlib.sha256(stylesheet().encode()).hexdigest()[:8]}.css"
        self._touched: dict[str, HostPage] = {}
        self._said: set[str] = set()
        self._current: Page | None = None
        self._host = Host(rules, Deferred(), self._style, self._report)
        # In the place of the extension by itself, should the site have that as well: for a program without plugins.
        config.markdown_extensions[:] = [name for name in config.markdown_extensions if name not in _NAMES]
        extension: Any = EquationExtension(host=self._host)  # MkDocs names them; Markdown takes both
        config.markdown_extensions.append(extension)
        return config

    def on_serve(self, server: LiveReloadServer, **_: object) -> None:
        configuration = self._host.rules.configuration
        files = [file.path for file in configuration.settings.shared_macros]
        for file in files if configuration.file is None else [configuration.file, *files]:
            server.watch(str(file))

    def on_files(self, files: Files, **_: object) -> Files:
        for file in list(files):
            if is_companion(Path(file.src_uri)):
                files.remove(file)  # read with the document beside it, and no page
        return files

    @event_priority(-100)  # what other plugins make of the Markdown is what there is to read
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, **_: object) -> None:
        try:
            before = text_before(page.file.content_string, markdown)
        except (OSError, ValueError):
            before = None
        self._current = page
        if page.file.abs_src_path is not None and leads_out(Path(page.file.abs_src_path)):
            _log.warning(f"{page.file.src_uri} {LEADS_OUT} by ntdoc; MkDocs publishes it")
            self._host.page = None
            return
        self._host.page = Origin(before or "", Path(config.docs_dir, page.file.src_uri), page.meta.get("ntdoc"))

    def on_page_content(self, html: str, page: Page, **_: object) -> None:
        if page.file.src_uri in self._touched and page.present_anchor_ids is not None:
            page.present_anchor_ids.update(_STATEMENT.findall(html))  # one may link to a statement

    def on_post_page(self, output: str, page: Page, **_: object) -> str | None:
        return self._host.deferred.give_back(output) if page.file.src_uri in self._touched else None

    def on_post_build(self, config: MkDocsConfig) -> None:
        if self._touched:
            sheet = Path(config.site_dir, self._sheet)
            sheet.parent.mkdir(parents=True, exist_ok=True)
            sheet.write_text(stylesheet(), "utf-8")
        wrong = sum(len(page.errors) for page in self._touched.values())
        if wrong and self._options.strict:
            raise PluginError(f"ntdoc found {wrong} error{'s' if wrong > 1 else ''}")

    def _style(self) -> str:
        assert self._current is not None
        return f'<link rel="stylesheet" href="{get_relative_url(self._sheet, self._current.url)}">'

    def _report(self, found: HostPage) -> None:
        assert self._current is not None
        self._touched[self._current.file.src_uri] = found
        for problem in found.problems:
            message = render_brief(problem)
            if message in self._said:  # in a file that all pages share
                continue
            self._said.add(message)
            # A warning is what MkDocs counts when it is strict.
            say = _log.warning if problem in found.errors else _log.info
            say(message)
