"""A Python-Markdown extension: clean the HTML that the author's Markdown makes, then put the equations in.

The author's Markdown may hold anything, raw HTML too. All of it goes through nh3's allowlist first; what
replaces the
placeholders is made by ntdoc, escaped when it was made, and is put in after.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor

from ntdoc.rendering.blocks import Contents, Fragment


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PLACEHOLDER = re.compile(r"ntx[0-9a-f]{20}n\d+z")
_ALONE = re.compile(r"<p>\s*(ntx[0-9a-f]{20}n\d+z)\s*</p>")
_TAG = re.compile(r'<[a-zA-Z/!](?:[^">]|"[^"]*")*>')
_BULK = re.compile(r"<section data-search-exclude.*?</section>", re.DOTALL)
_MARK = re.compile(r"<!--ntdoc (\d+)-->")
_AFTER = re.compile(r"</(?:p|h[1-6]|blockquote|table|dl)>$")
_INSIDE = re.compile(r"</(?:li|td|th|dd|dt|div|section)>$")

_TAGS = _words(
    """
    a abbr article aside b blockquote br caption center cite code col colgroup dd del details dfn
    div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp
    section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var
    """
)
_WITH_ID = ("a", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "section", "span", "sup", "table")
_ATTRIBUTES: dict[str, set[str]] = {
    "a": {"href", "title", "class"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope"},
    **{tag: {"class"} for tag in ("code", "div", "p", "pre", "span", "details", "sup", "section", "table")},
}
for _tag in _WITH_ID:
    _ATTRIBUTES.setdefault(_tag, set()).add("id")
_CLASSES = re.compile(
    r"headerlink|footnote[\w-]*|highlight|highlighttable|linenos|language-[\w+-]+|filename"
    # pygments' are short
    r"|admonition|admonition-title|note|tip|info|warning|danger|success|example|[a-z][a-z0-9]{0,2}"
)


_PAPER_CLASSES = re.compile(r"headerlink|nt-p-[\w-]+")
_PAPER_ATTRIBUTES = {
    **_ATTRIBUTES,
    "a": {"href", "title", "class"},
    "ol": {"start", "type"},
    **{tag: {"class", "id"} for tag in ("div", "figure", "p", "section", "span", "strong", "em", "sup", "ul", "li")},
}


def _paper_filter(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "class":
        return " ".join(name for name in value.split() if _PAPER_CLASSES.fullmatch(name)) or None
    return _filter(tag, attribute, value)


def _filter(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "class":
        kept = [name for name in value.split() if _CLASSES.fullmatch(name)]
        return " ".join(kept) or None
    if attribute == "id":  # the theme's own ids begin with underscores
        return None if value.startswith("_") else value
    if attribute == "src" and re.match(r"\s*mailto:", value, re.IGNORECASE):
        return None
    return value


def clean(text: str, *, paper: bool = False) -> str:
    """HTML with nothing in it that runs, frames, styles or submits. That of a `paper` is ours, with our classes."""
    return nh3.clean(
        text,
        tags=set(_TAGS),
        attributes=_PAPER_ATTRIBUTES if paper else _ATTRIBUTES,
        attribute_filter=_paper_filter if paper else _filter,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
        strip_comments=True,
    )


class Deferred:
    """The bulk of the blocks (tables, arrays), kept out of a page until MkDocs and its search have done
    with it.

    The search leaves it out anyway, but would parse it. Comments mark the places; cleaning removes all
    others.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []

    def take(self, html: str) -> str:
        return _BULK.sub(self._take, html)

    def _take(self, match: re.Match[str]) -> str:
        self._parts.append(match[0])
        return f"<!--ntdoc {len(self._parts) - 1}-->"

    def give_back(self, html: str) -> str:
        return _MARK.sub(lambda match: self._parts[int(match[1])], html)


def fill(text: str, fragments: Mapping[str, Fragment], deferred: Deferred | None = None) -> str:
    """The cleaned HTML with the placeholders replaced: in a tag's attributes by text, elsewhere by HTML."""
    if not fragments:
        return text

    def as_html(match: re.Match[str]) -> str:
        fragment = fragments.get(match[0])
        if fragment is None:
            return match[0]
        if fragment.after:
            waiting.append(str(fragment.after))
        shown = str(fragment.html)
        return deferred.take(shown) if deferred and fragment.block else shown

    def as_text(match: re.Match[str]) -> str:
        fragment = fragments.get(match[0])
        return html.escape(fragment.text) if fragment else match[0]

    waiting: list[str] = []  # what follows the paragraph that is being read
    text = _ALONE.sub(lambda m: m[1] if m[1] in fragments and fragments[m[1]].block else m[0], text)
    out: list[str] = []
    at = 0
    for tag in _TAG.finditer(text):
        out.append(PLACEHOLDER.sub(as_html, text[at : tag.start()]))
        at = tag.end()
        closing = PLACEHOLDER.sub(as_text, tag[0])
        if waiting and _INSIDE.match(tag[0]):
            out += [*waiting, closing]
            waiting.clear()
        elif waiting and _AFTER.match(tag[0]):
            out += [closing, *waiting]
            waiting.clear()
        else:
            out.append(closing)
    out += [PLACEHOLDER.sub(as_html, text[at:]), *waiting]
    return "".join(out)


def _plain_titles(tokens: list[Any], fragments: Mapping[str, Fragment]) -> None:
    """The table of contents with text for the placeholders; the theme prints it without escaping."""

    def as_text(match: re.Match[str]) -> str:
        fragment = fragments.get(match[0])
        return fragment.text if fragment else match[0]

    for token in tokens:
        name = html.unescape(str(token["name"]))
        token["name"] = token["html"] = html.escape(PLACEHOLDER.sub(as_text, name))
        _plain_titles(token["children"], fragments)


def _tokens(contents: Sequence[Contents]) -> list[dict[str, Any]]:
    """The contents of a page as the extension `toc` says it: entries within those of a lower level."""
    root: list[dict[str, Any]] = []
    stack: list[dict[str, Any]] = []
    for entry in contents:
        title = html.escape(entry.title)
        token = {"level": entry.level, "id": entry.anchor, "name": title, "html": title, "data-toc-label": ""}
        token["children"] = []
        while stack and stack[-1]["level"] >= entry.level:
            stack.pop()
        (stack[-1]["children"] if stack else root).append(token)
        stack.append(token)
    return root


class _Fill(Postprocessor):
    """Runs last: after this nothing of the author's text is interpreted any more."""

    def __init__(self, md: Markdown, fragments: Mapping[str, Fragment], deferred: Deferred | None) -> None:
        super().__init__(md)
        self._fragments = fragments
        self._deferred = deferred

    def run(self, text: str) -> str:
        _plain_titles(getattr(self.md, "toc_tokens", []), self._fragments)
        for match in PLACEHOLDER.finditer(text):
            if match[0] in self._fragments and (contents := self._fragments[match[0]].contents):
                self.md.toc_tokens = _tokens(contents)  # type: ignore[attr-defined]
        return fill(clean(text), self._fragments, self._deferred)


class _Addresses(Treeprocessor):
    """Takes out addresses that are none, at which MkDocs would stumble."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            for attribute in ("href", "src"):
                try:
                    urlsplit(element.get(attribute, ""))
                except ValueError:
                    del element.attrib[attribute]


class EquationExtension(Extension):
    """`fragments` maps placeholders to what they stand for; `deferred` may take their bulk for the time
    being.
    """

    def __init__(self, **options: Any) -> None:
        self.config: dict[str, list[Any]] = {
            "fragments": [{}, "what the placeholders stand for"],
            "deferred": ["", "a Deferred, which takes the bulk of the blocks"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        fragments = self.getConfig("fragments")
        md.treeprocessors.register(_Addresses(md), "ntdoc-addresses", 5)
        md.postprocessors.register(_Fill(md, fragments, self.getConfig("deferred") or None), "ntdoc", -100)
        convert = md.convert

        def convert_or_show(source: str) -> str:
            """Prose that Python-Markdown cannot read (nested too deeply, say) is shown as it stands."""
            try:
                return convert(source)
            except (
                ArithmeticError,
                AssertionError,
                AttributeError,
                LookupError,
                RecursionError,
                TypeError,
                ValueError,
            ):
                return fill(f"<pre>{html.escape(source)}</pre>", fragments)

        md.convert = convert_or_show  # type: ignore[method-assign]


def makeExtension(**options: Any) -> EquationExtension:
    """What Python-Markdown calls."""
    return EquationExtension(**options)
