"""Cleaning the HTML that an author's Markdown makes: what is not on nh3's allowlist goes."""

from __future__ import annotations

import re

import nh3

from ntdoc.regex import regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TAGS = _words(
    """
    a abbr article aside b blockquote br caption center cite code col colgroup dd del details dfn
    div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p pre q s samp
    section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var
    """
)
_WITH_CLASS = _words("code details div label li p pre section span sup table ul")
_WITH_ID = _words("a div dt figure h1 h2 h3 h4 h5 h6 img input li p section span sup table")
_ATTRIBUTES: dict[str, set[str]] = {
    "a": {"href", "title", "class"},
    "abbr": {"title"},
    "details": {"open"},
    "img": {"src", "alt", "title", "width", "height"},
    "input": {"type", "name", "checked", "disabled"},
    "label": {"for"},
    "ol": {"start"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope"},
}
for _tag in _WITH_CLASS:
    _ATTRIBUTES.setdefault(_tag, set()).add("class")
for _tag in _WITH_ID:
    _ATTRIBUTES.setdefault(_tag, set()).add("id")
_CLASSES = regex(
    r"headerlink|footnote[\w-]*|highlight|highlighttable|linenos|language-[\w+-]+|filename"
    # pygments' are short
    r"|admonition|admonition-title|note|tip|info|warning|danger|success|example|[a-z][a-z0-9]{0,2}"
    r"|abstract|summary|hint|important|check|done|question|help|caution|attention|failure|fail|missing|error|quote|cite"
    r"|inline|tabbed-(?:set|alternate|labels|content|block)|task-list(?:-item|-control|-indicator)?"
)
_TAB = regex(r"__tabbed_\d+(?:_\d+)?")  # the theme shows a tab by the button that is pressed
_NO_BUTTON = regex(r'<input\b(?![^>]*\btype="(?:radio|checkbox)")[^>]*>')


_PAPER_CLASSES = regex(r"headerlink|nt-p-[\w-]+")
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
    if tag == "input" and attribute == "type":
        return value if value in ("radio", "checkbox") else None
    if tag in ("input", "label") and attribute in ("id", "for", "name"):
        return value if _TAB.fullmatch(value) else None
    if attribute == "id":  # the theme's own ids begin with underscores
        return None if value.startswith("_") else value
    if attribute == "src" and re.match(r"\s*mailto:", value, re.IGNORECASE):
        return None
    return value


def clean(text: str, *, paper: bool = False) -> str:
    """HTML with nothing in it that runs, frames, styles or submits. That of a `paper` is ours, with our classes."""
    cleaned = nh3.clean(
        text,
        tags=set(_TAGS),
        attributes=_PAPER_ATTRIBUTES if paper else _ATTRIBUTES,
        attribute_filter=_paper_filter if paper else _filter,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
        strip_comments=True,
    )
    return _NO_BUTTON.sub("", cleaned)
