"""Frozen nodes of trees, and walking over them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

from ntdoc.regex import regex

T = TypeVar("T", bound="Node")


class Node:
    """A node of a tree; its fields hold nodes, tuples of nodes, and plain values."""

    __slots__ = ()

    def replace(self: T, **changes: Any) -> T:
        """A copy with other values in some of the fields."""
        kind = type(self)
        return kind(**{name: getattr(self, name) for name in kind.__match_args__} | changes)  # type: ignore[attr-defined]


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """A frozen dataclass; two nodes are equal only if they are one, for each stands at its own place.

    It is frozen for the type checker. At run time that would make a node take three times as long to make.
    """
    return dataclasses.dataclass(slots=True, eq=False, repr=False)(cls)


def walk(root: object) -> Iterator[Node]:
    """The nodes below and with a root, each once however often it is shared, parents first and in reading order."""
    return iter(_nodes(root) if isinstance(root, Node) else _found(root))


def _found(root: object) -> tuple[Node, ...]:
    seen: set[int] = set()
    found: list[Node] = []
    pending: list[object] = [root]
    while pending:
        item = pending.pop()
        if type(item) is tuple:
            pending.extend(item[::-1])
        elif isinstance(item, Node) and id(item) not in seen:
            seen.add(id(item))
            found.append(item)
            pending.extend(fields_of(item)[::-1])
    return tuple(found)


_nodes = lru_cache(maxsize=1 << 18)(_found)  # one question after another is asked of the same trees


def fields_of(node: Node) -> tuple[object, ...]:
    """What is in those fields of a node that may hold others."""
    return _fields(type(node))[1](node)


_Getter = Callable[[Node], tuple[object, ...]]


def _fields(kind: type[Node]) -> tuple[tuple[str, ...], _Getter]:
    """The fields of a kind of node that may hold nodes, and what gets them: of few kinds there are many nodes."""
    found = _FIELDS.get(kind)
    if found is None:
        fields = dataclasses.fields(kind)  # type: ignore[arg-type]
        names = tuple(field.name for field in fields if not _PLAIN.issuperset(_WORD.findall(str(field.type))))
        found = _FIELDS[kind] = (names, _getter(names))
    return found


def _getter(names: tuple[str, ...]) -> _Getter:
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else lambda node: ()


_FIELDS: dict[type[Node], tuple[tuple[str, ...], _Getter]] = {}
_WORD = regex(r"\w+")
_PLAIN = frozenset({"Span", "str", "bool", "int", "float", "None", "tuple"})  # types of which no node is made


def with_fields(node: T, change: Callable[[Any], Any]) -> T:
    """A node with other nodes in its fields: `change` says what stands in the place of each, and of each in a tuple.

    If nothing changes it is the very node.
    """
    names, getter = _fields(type(node))
    changed = {
        name: new
        for name, value in zip(names, getter(node), strict=True)
        if (new := _within(value, change)) is not value
    }
    return node.replace(**changed) if changed else node


def rewritten(item: Any, change: Callable[[Any], Node]) -> Any:
    """A tree with other nodes: `change` says what stands in the place of each, itself or another, parents first.

    What does not change stays the very node.
    """

    def inner(part: Any) -> Any:
        return with_fields(change(part), inner) if isinstance(part, Node) else part

    return _within(item, inner)


def _within(item: Any, change: Callable[[Any], Any]) -> Any:
    """What `change` makes of an item, or of each in a tuple."""
    if type(item) is not tuple:
        return change(item)
    parts = tuple([_within(part, change) for part in item])
    return item if all(a is b for a, b in zip(parts, item, strict=True)) else parts
