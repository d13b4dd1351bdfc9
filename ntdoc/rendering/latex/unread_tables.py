"""Tables that pandoc does not read: their words stay, with caption and label, and somebody is told where they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ntdoc.regex import regex
from ntdoc.rendering.latex.pandoc_tree import Node, plain_text, walk
from ntdoc.rendering.latex.scan import Marked
from ntdoc.rendering.latex.tabulars import FLOAT, TABULARS, Kind, tabulars
from ntdoc.rendering.latex.text import Formula
from ntdoc.source import Source, Span

_WORD: Final = regex(r"\w+")
_RULES: Final = regex(
    r"(?:\s|%[^\n]*|\*|\[[^\[\]]*\]|\\(?:hline|[a-z]+rule|cline|addlinespace|end[a-z]*head|end[a-z]*foot)"
    r"(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\})*)*+"
)
_FIRST: Final = 3  # words by which a table is found in its source


def unread(blocks: Iterable[Node]) -> list[Node]:
    """The tables of a document of which pandoc gives the words alone."""
    return [node for node in walk(blocks) if node.kind == "Div" and node.classes and node.classes[0] in TABULARS]


def told(tables: Iterable[Node], formulas: Sequence[Formula], sources: Sequence[Source]) -> Iterator[str]:
    """What is said of such tables, each with its place."""
    for table in tables:
        span = _place(table, formulas, sources)
        where = f"{span.source.path}:{span.line}" if span else sources[0].path
        yield f"{where}: pandoc cannot read this table, and the page shows its words alone"


def told_of_rows(sources: Iterable[Source], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """What is said of rows that have more cells than there are columns, at which LaTeX stops."""
    for source in sources:
        if "tabular" not in source.text and "longtable" not in source.text:
            continue
        for table in tabulars(Marked(source.text), kinds):
            for row in table.rows:
                if table.is_sure and row.cells > table.count:
                    rules = _RULES.match(source.text, row.start, row.end)
                    line, column = source.position(rules.end() if rules else row.start)
                    columns = "1 column" if table.count == 1 else f"{table.count} columns"
                    yield f"{source.path}:{line}:{column}: this row has {row.cells} cells, and its table {columns}"


def _place(table: Node, formulas: Sequence[Formula], sources: Sequence[Source]) -> Span | None:
    """Where a table stands: at its first formula, or at its first words."""
    number = next((node.number for node in walk((table,)) if node.kind == "Token"), None)
    if number is not None and number < len(formulas):
        return formulas[number].mathematics.span
    words = _WORD.findall(plain_text(without_columns(table.children)))[:_FIRST]
    pattern = re.compile(r"\W+(?:\\\w+\W+)*?".join(map(re.escape, words))) if words else None
    found = ((source, pattern.search(source.text)) for source in sources) if pattern else ()
    return next((Span(source, match.start(), match.end()) for source, match in found if match), None)


def as_table(node: Node) -> Node:
    """The float of a table that pandoc got as a figure: the table in it with caption and label, or what it holds."""
    if node.kind != "Figure":
        return node
    caption = [child for child in node.children if child.kind == "Caption"]
    inner = [child for child in node.children if child.kind != "Caption"]
    if len(inner) == 1 and inner[0].kind == "Table":
        rows = [child for child in inner[0].children if child.kind != "Caption"]
        return replace(inner[0], children=(*rows, *caption), id=node.id)
    return replace(node, classes=(FLOAT,))


def without_caption(node: Node) -> Node:
    """A table in the cell of another, to which pandoc gives the caption once more."""
    return node.with_children(c for c in node.children if c.kind != "Caption") if node.kind == "Table" else node


def without_columns(nodes: Sequence[Node]) -> Iterator[Node]:
    """The words of a table that pandoc could not read, without those of its columns, which it puts before them."""
    for at, node in enumerate(nodes):
        first = node.children[0] if at == 0 and node.children else None
        bare = first is not None and first.kind == "Span" and not first.id and not first.classes
        yield node.with_children(node.children[1:]) if bare else node
