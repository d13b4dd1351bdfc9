"""Pandoc's tree with our tokens in it: which node is a mark, and where a display interrupts a paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ntdoc.rendering.latex import text as letters
from ntdoc.rendering.latex.pandoc_tree import Node


def flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes, with a paragraph that is only a mark as that mark, and what only groups them taken apart."""
    for node in nodes:
        if node.kind == "Para" and len(node.children) == 1 and token_in(node, letters.APPENDIX + letters.BIBLIOGRAPHY):
            yield node.children[0]
        elif node.kind == "Div" and not node.id and any(child.kind == "Header" for child in node.children):
            yield from flat(node.children)
        else:
            yield node


def token_in(node: Node, wanted: str) -> Node | None:
    """The first token directly within a node that has one of the letters."""
    return next((c for c in node.children if c.kind == "Token" and c.text in wanted), None)


def shows(node: Node) -> bool:
    """Whether anything is seen of an inline."""
    return bool(node.text.strip()) if node.kind == "Str" else node.kind not in ("Anchor", "LineBreak")


def inside(nodes: Iterable[Node]) -> Iterator[Node]:
    """All nodes, parents first, but none of footnotes."""
    for node in nodes:
        if node.kind != "Note":
            yield node
            yield from inside(node.children)


def between_displays(nodes: Sequence[Node]) -> Iterator[Node | tuple[Node, ...]]:
    """Displays, and the inlines between them; what contains one, emphasis say, is divided too."""
    piece: list[Node] = []
    for node in nodes:
        if node.kind == "Token" and node.text == letters.DISPLAY:
            yield tuple(piece)
            piece = []
            yield node
        elif node.kind != "Note" and any(
            leaf.kind == "Token" and leaf.text == letters.DISPLAY for leaf in inside(node.children)
        ):
            for inner in between_displays(node.children):
                if isinstance(inner, Node):
                    yield tuple(piece)
                    piece = []
                    yield inner
                elif inner:
                    piece.append(node.with_children(inner))
        else:
            piece.append(node)
    if piece:
        yield tuple(piece)
