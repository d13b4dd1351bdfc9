"""`\\mathsf{weight} = E` says what `\\mathsf{weight}` is, which is no axis then, if the document has none of that name.

So does `\\mathsf{weight} \\in \\reals^{\\ax}`. It must be spelt out, in a font or as the argument of a macro: a
command that nothing defines is taken for an axis, too, and a macro of its own, `\\seq`, is made for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.syntax import ast


def as_names(entries: list[Entry]) -> list[Entry]:
    """Entries in which each such name is that of a tensor."""
    said = {name for entry in entries for name in _said(entry.parsed)}
    if not said:
        return entries
    said -= {axis for entry in entries for axis in _axes(entry.parsed)}
    return [replace(entry, parsed=_named(entry.parsed, said)) for entry in entries] if said else entries


def _said(parsed: ast.Parsed) -> Iterator[str]:
    """What a statement declares or defines, or gives an entry of."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return
    relation, right = parsed.rest[0]
    if relation.kind not in ("eq", "define") and not (relation.kind == "in" and isinstance(right, ast.TensorSet)):
        return
    for subject in parsed.subjects:
        whole = subject.body if isinstance(subject, ast.Index) else subject
        if isinstance(whole, ast.AxisTerm) and _may_be_name(whole):
            yield whole.axis.name


def _may_be_name(term: ast.AxisTerm) -> bool:
    """Whether an axis that stands alone is spelt out, without marks, which might be indices."""
    return "{" in term.span.text and term.axis.name.isalpha() and not term.axis.variable


def name(term: ast.AxisTerm) -> ast.Symbol | None:
    """What stands alone like an axis, as the name of a tensor; None if it can be none."""
    if not _may_be_name(term):
        return None
    text, is_word = term.axis.name, len(term.axis.name) > 1
    return ast.Symbol(text if is_word else f"mathsf({text})", None, None, (), is_word, term.span)


def _axes(parsed: ast.Parsed) -> Iterator[str]:
    """The axes of a statement that do not stand alone."""
    alone = {id(part.axis) for part in walk(parsed) if isinstance(part, ast.AxisTerm)}
    yield from (part.name for part in walk(parsed) if isinstance(part, ast.Axis) and id(part) not in alone)


def _named(parsed: ast.Parsed, names: set[str]) -> Any:
    def named(node: Any) -> Node:
        tensor = name(node) if isinstance(node, ast.AxisTerm) and node.axis.name in names else None
        return tensor or cast(Node, node)

    return rewritten(parsed, named)
