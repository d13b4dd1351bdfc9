"""Pandoc's JSON as a tree of nodes of one kind, with our tokens found in its words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from ntdoc.regex import regex

MAX_DEPTH: Final = 100  # blocks and inlines nested in each other; what is deeper is not converted

_WRAPPERS: Final = frozenset(
    ("Emph", "Underline", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps", "Plain", "Para", "BlockQuote")
)
_QUOTES: Final = {"SingleQuote": ("‘", "’"), "DoubleQuote": ("“", "”")}
_TOKEN: Final = regex(r"(ntx[0-9a-f]{20})([a-z])(\d+)z", re.IGNORECASE)
_DOTLESS: Final = regex("[ıȷ](?=[\u0300-\u036f])")


class TooDeep(Exception):
    """The document nests more deeply than anybody writes."""


@dataclass(frozen=True, slots=True)
class Node:
    """A block, an inline, or a part of one. Which fields say something depends on the kind, one of pandoc's or ours.

    A `Token` has its letter as `text` and its number as `number`.
    """

    kind: str
    children: tuple[Node, ...] = ()
    text: str = ""
    number: int = 0
    id: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    target: str = ""

    def attribute(self, name: str) -> str:
        return next((value for key, value in self.attributes if key == name), "")

    def with_children(self, children: Iterable[Node]) -> Node:
        return replace(self, children=tuple(children))


@dataclass(frozen=True, slots=True)
class Tree:
    """The blocks of a document; `version` is that of the JSON."""

    blocks: tuple[Node, ...]
    version: tuple[int, ...]


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """All nodes, parents first, in reading order."""
    for node in nodes:
        yield node
        yield from walk(node.children)


def plain_text(nodes: Iterable[Node]) -> str:
    """The words of the nodes; tokens, notes and anchors have none."""
    words = []
    for node in nodes:
        if node.kind in ("Note", "Token"):
            continue
        words.append(node.text if node.kind in ("Str", "Math") else plain_text(node.children))
    return "".join(words)


def read_tree(text: str, stem: str) -> Tree | None:
    """The tree of pandoc's JSON; None if that is not as it should be, or nests too deeply.

    Only tokens that begin with `stem` are tokens.
    """
    try:
        made = json.loads(text)
        reader = _Reader(stem)
        return Tree(reader.blocks(made["blocks"], 0), tuple(made["pandoc-api-version"]))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, TooDeep):
        return None


class _Reader:
    def __init__(self, stem: str) -> None:
        self._stem = stem

    def blocks(self, found: list[Any], depth: int) -> tuple[Node, ...]:
        return tuple(node for item in found for node in self._node(item, depth + 1))

    def _node(self, item: dict[str, Any], depth: int) -> tuple[Node, ...]:
        if depth > MAX_DEPTH:
            raise TooDeep
        kind: str = item["t"]
        content: Any = item.get("c")
        if kind in _WRAPPERS:
            return (Node(kind, self.blocks(content, depth)),)
        match kind:
            case "Str":
                return tuple(self._words(content))
            case "Space" | "SoftBreak":
                return (Node("Str", text=" "),)
            case "LineBreak" | "HorizontalRule":
                return (Node(kind),)
            case "Quoted":
                opening, closing = _QUOTES[content[0]["t"]]
                return (Node("Str", text=opening), *self.blocks(content[1], depth), Node("Str", text=closing))
            case "Cite":
                raw = content[1][0]["c"][1] if content[1] and content[1][0]["t"] == "RawInline" else ""
                cited = tuple(self._citation(citation, depth) for citation in content[0])
                if not raw:  # done by citeproc
                    return (Node("Cited", self.blocks(content[1], depth), id=content[0][0]["citationId"]),)
                return (Node("Cite", cited, text=raw),)
            case "Code":
                words = tuple(self._words(content[1]))
                return (self._attributed(kind, content[0], words),)
            case "CodeBlock":
                return (self._attributed(kind, content[0], text=content[1]),)
            case "Math":
                return (Node("Math", text=content[1]),)
            case "Link" | "Image":
                inner = self.blocks(content[1], depth)
                return (self._attributed(kind, content[0], inner, target=content[2][0]),)
            case "Note":
                return (Node("Note", self.blocks(content, depth)),)
            case "Span" | "Div":
                return (self._attributed(kind, content[0], self.blocks(content[1], depth)),)
            case "LineBlock":
                lines = [Node("Para", self.blocks(line, depth)) for line in content]
                return tuple(lines)
            case "BulletList":
                return (Node(kind, tuple(Node("Item", self.blocks(part, depth)) for part in content)),)
            case "OrderedList":
                (start, style, _), parts = content
                children = tuple(Node("Item", self.blocks(part, depth)) for part in parts)
                return (Node(kind, children, text=style["t"], number=start),)
            case "DefinitionList":
                pairs: list[Node] = []
                for term, meanings in content:
                    pairs.append(Node("Term", self.blocks(term, depth)))
                    pairs += [Node("Meaning", self.blocks(meaning, depth)) for meaning in meanings]
                return (Node(kind, tuple(pairs)),)
            case "Header":
                return (self._attributed(kind, content[1], self.blocks(content[2], depth), number=content[0]),)
            case "Figure":
                caption = Node("Caption", self.blocks(content[1][1], depth))
                return (self._attributed(kind, content[0], (*self.blocks(content[2], depth), caption)),)
            case "Table":
                return (self._table(content, depth),)
            case _:  # raw LaTeX, and kinds that are to come
                return ()

    def _attributed(self, kind: str, given: list[Any], children: tuple[Node, ...] = (), **fields: Any) -> Node:
        attributes = tuple((str(key), str(value)) for key, value in given[2])
        return Node(kind, children, id=given[0], classes=tuple(given[1]), attributes=attributes, **fields)

    def _citation(self, citation: dict[str, Any], depth: int) -> Node:
        before = Node("Before", self.blocks(citation["citationPrefix"], depth))
        after = Node("After", self.blocks(citation["citationSuffix"], depth))
        return Node("Citation", (before, after), id=citation["citationId"])

    def _table(self, content: list[Any], depth: int) -> Node:
        attributes, caption, columns, head, bodies, foot = content
        aligned = [column[0]["t"].removeprefix("Align").lower() for column in columns]
        rows = [self._row(row, aligned, "Head", depth) for row in head[1]]
        for body in bodies:
            rows += [self._row(row, aligned, "Row", depth) for row in (*body[2], *body[3])]
        rows += [self._row(row, aligned, "Row", depth) for row in foot[1]]
        captioned = Node("Caption", self.blocks(caption[1], depth))
        return self._attributed("Table", attributes, (*rows, captioned))

    def _row(self, row: list[Any], aligned: list[str], kind: str, depth: int) -> Node:
        cells = []
        column = 0
        for _, own, down, across, blocks in row[1]:
            align = own["t"].removeprefix("Align").lower()
            if align == "default" and column < len(aligned):
                align = aligned[column]
            spans = (("align", align), ("rowspan", str(down)), ("colspan", str(across)))
            cells.append(Node("Cell", self.blocks(blocks, depth), attributes=spans))
            column += across
        return Node(kind, tuple(cells))

    def _words(self, text: str) -> Iterator[Node]:
        if not text.isascii():  # an accent may stand on an i without its dot
            text = unicodedata.normalize("NFC", _DOTLESS.sub(lambda match: {"ı": "i", "ȷ": "j"}[match[0]], text))
        at = 0
        for match in _TOKEN.finditer(text):
            if match[1].lower() != self._stem:
                continue
            if match.start() > at:
                yield Node("Str", text=text[at : match.start()])
            yield Node("Token", text=match[2].lower(), number=int(match[3]))
            at = match.end()
        if at < len(text):
            yield Node("Str", text=text[at:])
