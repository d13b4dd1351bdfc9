"""`a_{ij} = q_i \\ndot{\\ax} k_j`: letters side by side below a name are indices of a family, as in `a_{i,j}`.

They are if the right side has each of them as an index, or if each runs over something where the name is declared. A
tensor with axes under such a name is in ordinary index notation, and so is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.patterns import names_in
from ntdoc.syntax import ast

Family = tuple[str, int]  # the name, and how many indices it has


def parted(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with such indices apart."""
    if not any(_script(part) for entry in entries for part in walk(entry.parsed) if isinstance(part, ast.Symbol)):
        return list(entries)
    tensors = _with_axes(entries)
    families = _families(entries, tensors)

    def apart(node: Node) -> Node:
        if not isinstance(node, ast.Symbol) or (node.base, len(_script(node))) not in here or node.sub is None:
            return node
        return node.replace(sub=node.sub.replace(text=",".join(_script(node)), expr=None))

    found = []
    for entry in entries:
        known = (f for f, section in families.items() if section <= entry.section)
        here = {f for f in known if (f[0], entry.section) not in tensors}
        found.append(replace(entry, parsed=rewritten(entry.parsed, apart)) if here else entry)
    return found


def _script(symbol: ast.Symbol) -> str:
    """The letters and numbers below a name that stand side by side: `ij`, `i1`, `11`."""
    text = symbol.sub.text if symbol.sub is not None else ""
    together = 2 <= len(text) <= 3 and text.isalnum() and text.isascii() and not symbol.axes
    return text if together and symbol.sub is not None and not symbol.sub.axes else ""


def _families(entries: Sequence[Entry], tensors: Set[tuple[str, int]]) -> dict[Family, int]:
    """The families, with the section that says first what one is."""
    running: dict[int, set[str]] = {}  # by section
    for entry in entries:
        running.setdefault(entry.section, set()).update(_running(entry.parsed))
    found: dict[Family, int] = {}
    for entry in entries:
        parsed = entry.parsed
        if not isinstance(parsed, ast.Chain) or not parsed.rest:
            continue
        relation, right = parsed.rest[0]
        for subject in parsed.subjects:
            letters = _script(subject) if isinstance(subject, ast.Symbol) else ""
            if not isinstance(subject, ast.Symbol) or not letters.isalpha() or len({*letters}) < len(letters):
                continue
            own = relation.kind in ("eq", "define") and {*letters} <= _indices(right, found.keys())
            own = own or (relation.kind == "in" and {*letters} <= running[entry.section])
            if own and (subject.base, entry.section) not in tensors:
                found.setdefault((subject.base, len(letters)), entry.section)
    return found


def _running(parsed: ast.Parsed) -> Iterator[str]:
    """The letters that a statement, a condition or a sum of it lets run over numbers."""
    for part in walk(parsed):
        if isinstance(part, ast.Chain) and part.rest and part.rest[0][0].kind == "range":
            yield from names_in(part.subjects)
        elif isinstance(part, ast.BigOperator) and part.variable is not None and part.high is not None:
            yield part.variable.full_name


def _indices(right: ast.Operand, families: Set[Family]) -> set[str]:
    """The letters that a side has as indices of names, alone or in such a family."""
    symbols = [part for part in walk(right) if isinstance(part, ast.Symbol) and part.sub is not None]
    alone = {symbol.sub.text for symbol in symbols if symbol.sub is not None and len(symbol.sub.text) == 1}
    return alone.union(*(_script(s) for s in symbols if (s.base, len(_script(s))) in families))


def _with_axes(entries: Sequence[Entry]) -> set[tuple[str, int]]:
    """The names that a section computes, or that it or one before it declares with axes, each with the section."""
    found: set[tuple[str, int]] = set()
    declared: set[str] = set()
    for entry in entries:
        parsed = entry.parsed
        if isinstance(parsed, ast.Chain) and parsed.rest:
            right = parsed.rest[0][1]
            names = {s.base for s in parsed.subjects if isinstance(s, ast.Symbol) and s.sub is None}
            if isinstance(right, ast.TensorSet):
                declared |= names if right.shape.axes else set()
            else:
                found |= {(name, entry.section) for name in names}
        found |= {(name, entry.section) for name in declared}
    return found
