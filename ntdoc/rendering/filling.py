"""Putting the equations into the HTML of a page, in the places that their placeholders kept.

What replaces a placeholder is made by ntdoc, escaped when it was made. Nothing after this interprets it.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ntdoc.regex import regex
from ntdoc.rendering.blocks import Contents, Fragment

PLACEHOLDER = regex(r"ntx[0-9a-f]{20}n\d+z")
# A browser may break a line on either side of a formula: also before the full stop behind it.
_WITH_SIGNS = regex(rf"(?P<before>[(\[“‘]*)(?P<token>{PLACEHOLDER.pattern})(?P<behind>[.,;:!?…)\]”’]*)")
_ALONE = regex(r"<p>\s*(ntx[0-9a-f]{20}n\d+z)\s*</p>")
_PARAGRAPH = regex(r"(<p(?:\s[^<>]*)?>)((?:(?!</?p[\s>]).)*)</p>", re.DOTALL)
_OPENS = regex(r"<(?!/|(?:br|img|input|wbr)\b)[a-zA-Z]")
_ENDS = regex(r"^(?:\s|<br\s*/?>)+|(?:\s|<br\s*/?>)+$")
_TAG = regex(r'<[a-zA-Z/!](?:[^">]|"[^"]*")*>')
_BULK = regex(
    r"<(section|header|aside|span|p)\b[^>]*(?:\bdata-search-exclude\b|\bclass=\"nt-reason\").*?</\1>", re.DOTALL
)
_MATH = regex(r"<math\b.*?</math>", re.DOTALL)
_LEAF = regex(r"<m(?:i|n|o|text)\b[^>]*>([^<]*)</")
_UNSEEN = regex("[\u2061-\u2064\\s]+")  # signs such as that of application
_MARK = regex(r"(<!--ntdoc [0-9a-f]{64}-->)(?:[^<]*<!--/ntdoc-->)?")
_AFTER = regex(r"</(?:p|h[1-6]|blockquote|table|dl)>$")
_INSIDE = regex(r"</(?:li|dd|dt|div|section)>$")  # a cell is too narrow: what follows it is below the table


def words_of_formula(mathml: str) -> str:
    """The names and signs in a formula, with spaces between them: else they would be one word."""
    leaves = (_UNSEEN.sub(" ", html.unescape(leaf)).strip() for leaf in _LEAF.findall(mathml))
    return " ".join(filter(None, leaves))


class Deferred:
    """What a search shall not find (tables, arrays, diagnostics), kept out of a page until MkDocs is done with it.

    Of a formula the search finds the names and signs. Comments mark the places. Each is called by the hash of what it
    stands for, so that none can be taken for another.
    """

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}

    def take(self, html: str) -> str:
        return _MATH.sub(self._take_formula, _BULK.sub(self._take, html))

    def _take(self, match: re.Match[str]) -> str:
        mark = f"<!--ntdoc {hashlib.sha256(match[0].encode()).hexdigest()}-->"
        self._parts[mark] = match[0]
        return mark

    def _take_formula(self, match: re.Match[str]) -> str:
        words = html.escape(words_of_formula(match[0]), quote=False)
        end = " " if 'display="block"' in match[0] else ""  # in words a comma may follow
        return f"{self._take(match)}{words}{end}<!--/ntdoc-->"

    def give_back(self, html: str) -> str:
        return _MARK.sub(lambda match: self._parts.get(match[1], match[0]), html)


def fill(text: str, fragments: Mapping[str, Fragment], deferred: Deferred | None = None, *, first: str = "") -> str:
    """The HTML with the placeholders replaced: in a tag's attributes by text, elsewhere by HTML.

    `first` goes before the first of them that shows anything.
    """
    if not fragments:
        return text

    def as_html(match: re.Match[str]) -> str:
        fragment = fragments.get(match["token"])
        if fragment is None:
            return match[0]
        if fragment.after:
            after = str(fragment.after)
            waiting.append(deferred.take(after) if deferred else after)
        shown = str(fragment.html)
        if shown and bringing:
            shown = bringing.pop() + shown
        shown = deferred.take(shown) if deferred else shown
        before, behind = match["before"], match["behind"]
        if fragment.block or not (before or behind) or "nt-long" in fragment.html or "<math" not in fragment.html:
            return f"{before}{shown}{behind}"
        return f'<span class="nt-together">{before}{shown}{behind}</span>'

    def as_text(match: re.Match[str]) -> str:
        fragment = fragments.get(match[0])
        return html.escape(fragment.text) if fragment else match[0]

    bringing = [first]
    waiting: list[str] = []  # what follows the paragraph that is being read
    text = _ALONE.sub(lambda m: m[1] if m[1] in fragments and fragments[m[1]].block else m[0], text)
    out: list[str] = []
    at = 0
    for tag in _TAG.finditer(text):
        out.append(_WITH_SIGNS.sub(as_html, text[at : tag.start()]))
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
    out += [_WITH_SIGNS.sub(as_html, text[at:]), *waiting]
    return "".join(out)


def set_apart(text: str, fragments: Mapping[str, Fragment]) -> str:
    """The HTML with the blocks that stand within paragraphs between these; a block ends a paragraph."""

    def divided(match: re.Match[str]) -> str:
        blocks = [m for m in PLACEHOLDER.finditer(match[2]) if m[0] in fragments and fragments[m[0]].block]
        edges = [0, *(edge for m in blocks for edge in m.span()), len(match[2])]
        pieces = [match[2][a:b] for a, b in pairwise(edges)]  # words and blocks in turn
        if not blocks or any(len(_OPENS.findall(piece)) != piece.count("</") for piece in pieces):
            return match[0]
        words = (_ENDS.sub("", piece) for piece in pieces[::2])
        paragraphs = [f"{match[1]}{piece}</p>\n" if piece else "" for piece in words]
        return "".join(a + b for a, b in zip(paragraphs, [*(f"{token}\n" for token in pieces[1::2]), ""], strict=True))

    return _PARAGRAPH.sub(divided, text)


def plain_titles(tokens: list[Any], fragments: Mapping[str, Fragment], *, every: bool = True) -> None:
    """The table of contents with text for the placeholders; the theme prints it without escaping.

    Unless `every`, the titles without a placeholder stay as they are.
    """

    def as_text(match: re.Match[str]) -> str:
        fragment = fragments.get(match[0])
        return fragment.text if fragment else match[0]

    for token in tokens:
        name = html.unescape(str(token["name"]))
        if every or PLACEHOLDER.search(name):
            token["name"] = token["html"] = html.escape(PLACEHOLDER.sub(as_text, name))
        plain_titles(token["children"], fragments, every=every)


def contents_tokens(contents: Sequence[Contents]) -> list[dict[str, Any]]:
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
