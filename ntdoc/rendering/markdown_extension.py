"""The Python-Markdown extension `ntdoc`: blocks for the equations of a page, in whatever site it belongs to.

`ntdoc build` prepares its pages before Python-Markdown sees them. Their author's Markdown may hold anything, so all
that comes of it is cleaned before the equations are put in. In a site that is somebody's own (MkDocs, ProperDocs,
Zensical, or any program that runs Python-Markdown) nothing but the mathematics is touched.
"""

from __future__ import annotations

import html
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import slugify, unique
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from ntdoc.regex import regex
from ntdoc.rendering.anchors import apart_from, giving_way
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.cleaning import clean
from ntdoc.rendering.filling import PLACEHOLDER, Deferred, contents_tokens, fill, plain_titles, set_apart
from ntdoc.rendering.folds import opened
from ntdoc.rendering.host_options import Options, read_options
from ntdoc.rendering.host_page import HostPage, Origin, Rules, host_page, stylesheet
from ntdoc.rendering.host_zensical import origin_in_zensical
from ntdoc.rendering.reports.terminal import render_brief

_log = logging.getLogger("ntdoc")
_TAG = regex(r"<[^>]*>")


class EquationError(Exception):
    """A page has errors, and is to be strict about them; the message has a line for each."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Pages in which placeholders stand already, and what they stand for; `deferred` may take the bulk of it."""

    fragments: Mapping[str, Fragment]
    deferred: Deferred | None = None


@dataclass(slots=True)
class Host:
    """The site that a page belongs to, where somebody knows it: the plugin for MkDocs does."""

    rules: Rules
    deferred: Deferred
    style: Callable[[], str]  # the HTML that brings the look of the blocks to the page at hand
    report: Callable[[HostPage], None]
    page: Origin | None = None  # what is converted next


def heading_id(title: str, taken: set[str]) -> str:
    """The id that the extension `toc` gives a heading, after those that are `taken`, to which it is added."""
    return unique(slugify(title, "-"), taken)


class EquationExtension(Extension):
    """Blocks for the equations. The options are those of `Options`; an unknown one raises OptionError."""

    def __init__(self, prepared: Prepared | None = None, host: Host | None = None, **options: object) -> None:
        super().__init__()
        self._prepared = prepared
        self._host = host
        self._options = read_options(options)

    def extendMarkdown(self, md: Markdown) -> None:
        if self._prepared is not None:
            filler = _Fill(md, self._prepared.deferred, is_clean=False)
            filler.fragments = self._prepared.fragments
            md.treeprocessors.register(_Addresses(md), "ntdoc-addresses", 5)
            _show_what_cannot_be_read(md, self._prepared.fragments)
        else:
            filler = _Fill(md, self._host.deferred if self._host else None, is_clean=True)
            # Before anything else: what a formula holds is no Markdown, and positions are those of the file.
            md.preprocessors.register(_Take(md, filler, self._options, self._host), "ntdoc", 1000)
        # Last: after this nothing of the author's text is interpreted any more.
        md.postprocessors.register(filler, "ntdoc", -100)


class _Take(Preprocessor):
    """Takes the mathematics of a page out, checks it, and leaves placeholders."""

    def __init__(self, md: Markdown, filler: _Fill, options: Options, host: Host | None) -> None:
        super().__init__(md)
        self._filler = filler
        self._options = options
        self._host = host

    def run(self, lines: list[str]) -> list[str]:
        self._filler.fragments, self._filler.style = {}, ""
        text = "\n".join(lines)
        if self._host is not None:
            # Others may convert texts with the same extensions, such as docstrings: these are no pages.
            origin, self._host.page = self._host.page, None
        else:
            origin = origin_in_zensical(self.md, text)
        if origin is None:
            return lines
        rules = self._host.rules if self._host is not None else Rules.of(self._options, origin.root)
        page = host_page(text, origin, rules)
        if page is None:
            return lines
        if self._host is not None:
            self._host.report(page)
        else:
            _report(page, strict=self._options.strict or origin.strict)
        self._filler.fragments = page.fragments
        self._filler.style = self._host.style() if self._host is not None else _own_style()
        return page.markdown.split("\n")


@cache
def _own_style() -> str:
    """The stylesheet within the page, where nobody can put it beside it: as a link, for of a link no search takes the
    text for that of the page.
    """
    return f'<link rel="stylesheet" href="data:text/css;charset=utf-8,{quote(stylesheet())}">'


def _report(page: HostPage, *, strict: bool) -> None:
    """Say what is wrong with a page where no plugin does. Raises EquationError if that is to end the build."""
    if strict and page.errors:
        raise EquationError("\n".join(["the equations are wrong", *map(render_brief, page.errors)]))
    for problem in page.problems:
        _log.log(logging.WARNING if problem in page.errors else logging.INFO, "%s", render_brief(problem))


class _Fill(Postprocessor):
    """Puts what the placeholders stand for in their places."""

    def __init__(self, md: Markdown, deferred: Deferred | None, *, is_clean: bool) -> None:
        super().__init__(md)
        self.fragments: Mapping[str, Fragment] = {}
        self.style = ""
        self._deferred = deferred
        self._is_clean = is_clean

    def run(self, text: str) -> str:
        tokens = getattr(self.md, "toc_tokens", [])
        if self._is_clean:
            if self.fragments:
                plain_titles(tokens, self.fragments, every=False)
            fragments = apart_from(text, self.fragments)
            text = opened(set_apart(text, fragments), fragments, self._deferred)
            return fill(text, fragments, self._deferred, first=self.style)
        plain_titles(tokens, self.fragments)
        for match in PLACEHOLDER.finditer(text):
            if match[0] in self.fragments and (contents := self.fragments[match[0]].contents):
                self.md.toc_tokens = contents_tokens(contents)  # type: ignore[attr-defined]
        text = clean(text)
        here = (f for token in set(PLACEHOLDER.findall(text)) if (f := self.fragments.get(token)) is not None)
        text = opened(giving_way(text, here, tokens), self.fragments, self._deferred)
        return fill(text, self.fragments, self._deferred)


class _Addresses(Treeprocessor):
    """Takes out addresses that are none, at which MkDocs would stumble."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            for attribute in ("href", "src"):
                try:
                    urlsplit(element.get(attribute, ""))
                except ValueError:
                    del element.attrib[attribute]


def _show_what_cannot_be_read(md: Markdown, fragments: Mapping[str, Fragment]) -> None:
    """Prose that Python-Markdown cannot read (nested too deeply, say) is to be shown as it stands."""
    convert = md.convert
    raised = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

    def convert_or_show(source: str) -> str:
        try:
            return convert(source)
        except raised:
            return fill(f"<pre>{html.escape(source)}</pre>", fragments)

    md.convert = convert_or_show  # type: ignore[method-assign]


def makeExtension(**options: Any) -> EquationExtension:
    """What Python-Markdown calls."""
    return EquationExtension(**options)


def in_words(text: str) -> str:
    """A paragraph of Markdown without its mark-up."""
    return html.unescape(_TAG.sub("", Markdown().convert(text)))
