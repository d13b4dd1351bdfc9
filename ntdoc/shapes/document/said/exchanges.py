"""Equations that say of a tensor that two of its axes may change places: `A = A_{\\ax\\to\\bx,\\bx\\to\\ax}`."""

from __future__ import annotations

from ntdoc.syntax import ast


def exchanged(left: ast.Operand, right: ast.Operand) -> tuple[str, tuple[str, ...]] | None:
    """The tensor and the two axes of it that change places between two sides, as wholes or entry by entry."""
    if isinstance(left, ast.Rename):
        left, right = right, left
    match left, right:
        case ast.Symbol() as whole, ast.Rename(body=ast.Symbol() as body, pairs=((one, other), (back, again))):
            ways = [tuple(axis.name for axis in side) for side in (one, other, back, again)]
            same = body.full_name == whole.full_name and ways[:2] == ways[:1:-1] and len(ways[0]) == 1
            return (whole.full_name, ways[0] + ways[1]) if same and ways[0] != ways[1] else None
        case (
            ast.Index(body=ast.Symbol() as whole, items=((first, ast.Symbol() as i), (second, ast.Symbol() as j))),
            ast.Index(body=ast.Symbol() as body, items=((third, ast.Symbol() as k), (fourth, ast.Symbol() as n))),
        ):
            places = {first.name: i.full_name, second.name: j.full_name}
            turned = {third.name: n.full_name, fourth.name: k.full_name}
            same = body.full_name == whole.full_name and places == turned and len({*places.values()}) == 2
            return (whole.full_name, (first.name, second.name)) if same and len(places) == 2 else None
    return None
