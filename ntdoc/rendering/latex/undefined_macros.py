"""Macros that nothing defines. One that takes no argument is read as the name of an axis, and shown as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ntdoc.reading.tokens import Kind, Token
from ntdoc.rendering.latex.tokens import Environment, Group, Node, is_kind, parse_groups, plain_tokens, unparse
from ntdoc.syntax.axes import KNOWN_COMMANDS


def named_axes(nodes: Sequence[Node], is_unknown: Callable[[str], bool]) -> tuple[Node, ...]:
    """The nodes with such macros as axis names; `is_unknown` says which commands cannot be shown as they are."""
    done: list[Node] = []
    for at, node in enumerate(nodes):
        if isinstance(node, Group):
            done.append(Group(named_axes(node.children, is_unknown)))
        elif isinstance(node, Environment):
            done.append(Environment(node.name, named_axes(node.children, is_unknown)))
        elif node.kind is Kind.TEXT:
            done.append(node._replace(content=tuple(_in_text(piece, is_unknown) for piece in node.content)))
        elif _could_be_axis(node, nodes[at - 1 : at], nodes[at + 1 : at + 2]) and is_unknown(node.text):
            done.append(Group((*plain_tokens(r"\mathsf"), Group(tuple(plain_tokens(node.text))))))
        else:
            done.append(node)
    return tuple(done)


def _in_text(piece: str | tuple[Token, ...], is_unknown: Callable[[str], bool]) -> str | tuple[Token, ...]:
    """A piece of words set as text: the same, unless it is mathematics."""
    if isinstance(piece, str) or not piece:
        return piece
    return tuple(plain_tokens(unparse(named_axes(parse_groups(piece), is_unknown))))


def _could_be_axis(node: Token, before: Sequence[Node], after: Sequence[Node]) -> bool:
    if node.kind is not Kind.COMMAND or node.text in KNOWN_COMMANDS:
        return False
    if not node.text.isascii() or not node.text.isalpha():
        return False
    is_script = any(is_kind(n, Kind.SUB) or is_kind(n, Kind.SUP) for n in before)
    return is_script or not any(isinstance(n, Group) for n in after)
