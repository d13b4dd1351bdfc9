"""`\\mathbf{I}_{\\ax,\\ax'}` is the identity, as `I_{\\ax,\\ax'}` is, if nothing in the document says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import is_identity
from ntdoc.syntax import ast

_FONTS = ("mathbf", "bm", "boldsymbol", "textbf")
_BOLD = {f"{font}(I)" for font in _FONTS}


def as_identities(entries: Sequence[Entry]) -> list[Entry]:
    """Entries in which the letter of the identity has no font."""
    bold = _BOLD & {part.base for e in entries for part in walk(e.parsed) if isinstance(part, ast.Symbol)}
    bold -= {name for entry in entries for name in _said(entry.parsed)} if bold else set()
    return [replace(e, parsed=_plain(e.parsed, bold)) if bold else e for e in entries]


def _said(parsed: ast.Parsed) -> set[str]:
    """The letters that a statement declares or defines, as wholes or by their entries."""
    if isinstance(parsed, ast.Signature):
        subjects: Sequence[ast.Operand] = (parsed.subject,)
    else:
        subjects = parsed.subjects if isinstance(parsed, ast.Chain) and parsed.rest else ()
    whole = (s.body if isinstance(s, ast.Index) else s for s in subjects)
    heads = (s.factors[0] if isinstance(s, ast.Juxtaposition) and len(s.factors) == 2 else s for s in whole)
    return {s.base for s in heads if isinstance(s, ast.Symbol) and not s.axes}


def _plain(parsed: ast.Parsed, bold: set[str]) -> Any:
    def plain(node: Any) -> Node:
        if not isinstance(node, ast.Symbol) or node.base not in bold:
            return cast(Node, node)
        found = node.replace(base="I")
        return found if is_identity(found) else cast(Node, node)

    return rewritten(parsed, plain)
