"""Layers of a section, `\\sigma(W^2 \\ndot{\\hid} X^1 + b^2)`: weights times something, and a bias with the same index.

The sign of a bias says nothing, as it may be any tensor. So a section that adds `b^1` and subtracts `b^2`, of the same
families, in layers of which one takes what the other makes, has a slip. And a weight by entries,
`W^2 \\odot X^1 + b^2`, where the bias has just the axes that a contraction would leave, stands for the contraction that
the other layers have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification.lints.siblings import is_subtracted_in_words, stripped
from ntdoc.verification.words import is_denied, is_in_words

_SPREAD = ("shar", "broadcast", "repeat", "same")  # the words say that one bias is for all entries of an axis


class _Layer(NamedTuple):
    judged: Judged
    weight: ast.Symbol
    operator: str  # `contract`, `times`, or `+`
    scaled: ast.Expr
    sign: int
    between: Span  # where the sign of the bias stands
    bias: ast.Symbol
    activated: bool  # whether it is the argument of a function
    span: Span  # where the operator stands


def odd_layers(judged: Sequence[Judged], dots: object = ()) -> Iterator[tuple[Judged, Diagnostic]]:
    """The layers of each section that have another sign or operator than those of the same families."""
    found: dict[tuple[object, ...], list[_Layer]] = {}
    for j in judged:
        for layer in _layers(j):
            forms = taken_apart(layer.weight.full_name).form, taken_apart(layer.bias.full_name).form
            found.setdefault((j.role.entry.section, *forms), []).append(layer)
    for layers in found.values():
        if len(layers) > 1:
            yield from _odd_sign(layers)
            yield from _odd_operator(layers)


def _layers(judged: Judged) -> Iterator[_Layer]:
    parsed = judged.role.entry.parsed
    right = judged.binding.body if isinstance(judged.binding, Function) else None
    if right is None and isinstance(parsed, ast.Chain) and len(parsed.rest) == 1:
        right = parsed.rest[0][1]
    if judged.kind is not Kind.DEFINITION or not judged.role.entry.display or right is None or judged.unread:
        return
    inside = {id(argument) for part in walk(right) if (argument := _argument(part)) is not None}
    for part in walk(right):
        if isinstance(part, ast.Sum) and (layer := _layer(judged, part, id(part) in inside)) is not None:
            yield layer


def _argument(node: object) -> ast.Expr | None:
    """What a function is of, if that is one thing in brackets, which may be renamed behind them."""
    if not isinstance(node, ast.Juxtaposition) or len(node.factors) != 2 or not isinstance(node.factors[0], ast.Symbol):
        return None
    group = node.factors[1].body if isinstance(node.factors[1], ast.Rename) else node.factors[1]
    return group.items[0] if isinstance(group, ast.Group) and len(group.items) == 1 else None


def _layer(judged: Judged, node: ast.Sum, activated: bool) -> _Layer | None:
    """`W^2 \\ndot{\\hid} X^1 + b^2`, of which the weight and the bias have the same scripts, and nothing else has."""
    (first_sign, first), *rest = node.terms
    if first_sign < 0 or not isinstance(bias := rest[-1][1], ast.Symbol):
        return None
    between = stripped(bias.span._replace(start=node.terms[-2][1].span.end, end=bias.span.start))
    if isinstance(first, ast.Product) and len(first.rest) == 1 and len(rest) == 1:
        operator, scaled = first.rest[0]
        weight, kind, span = first.first, operator.kind, operator.span
    elif len(rest) == 2 and rest[0][0] > 0:
        weight, kind, scaled = first, "+", rest[0][1]
        span = stripped(bias.span._replace(start=first.span.end, end=scaled.span.start))
    else:
        return None
    if not isinstance(weight, ast.Symbol) or not _scripts(weight) or _scripts(weight) != _scripts(bias):
        return None
    return _Layer(judged, weight, kind, scaled, rest[-1][0], between, bias, activated, span)


def _scripts(symbol: ast.Symbol) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    apart = taken_apart(symbol.full_name)
    return (apart.sub, apart.sup) if apart.sub or apart.sup else None


def _odd_sign(layers: Sequence[_Layer]) -> Iterator[tuple[Judged, Diagnostic]]:
    added = [layer for layer in layers if layer.sign > 0 and layer.operator == "contract"]
    taken = [layer for layer in layers if layer.sign < 0 and layer.operator == "contract"]
    odd, others = (added, taken) if len(added) < len(taken) else (taken, added)
    for layer in odd:
        like = next((o for o in others if _are_of_one_network(layer, o) and _follow(layer, o)), None)
        if like is None or is_subtracted_in_words(layer.judged.span) or is_denied(layer.judged.span):
            continue
        here, there = layer.between.text, like.between.text
        message = f"{here} stands here before the bias {layer.bias.span.text}, and elsewhere {there}"
        yield layer.judged, _told(message, layer.between, like, like.between)


def _are_of_one_network(layer: _Layer, other: _Layer) -> bool:
    """Whether both are arguments of functions, or of one family."""
    names = [taken_apart(one.judged.name or "") for one in (layer, other)]
    return (layer.activated and other.activated) or (names[0].form == names[1].form and names[0] != names[1])


def _follow(layer: _Layer, other: _Layer) -> bool:
    """Whether one takes what the other makes, or is a function that stands for all of them, `f^l(X)`.

    Side by side stand gates, sensors and bounds, each with its own sign.
    """
    functions = [one.judged.name or "" for one in (layer, other) if isinstance(one.judged.binding, Function)]
    return (len(functions) == 1 and bool(letters_in(functions[0]))) or any(
        one.judged.name is not None and one.judged.name in _names(next_one.scaled)
        for one, next_one in ((layer, other), (other, layer))
    )


def _names(node: ast.Expr) -> set[str]:
    return {part.full_name for part in walk(node) if isinstance(part, ast.Symbol)}


def _odd_operator(layers: Sequence[_Layer]) -> Iterator[tuple[Judged, Diagnostic]]:
    for layer in layers:
        like = next((other for other in layers if other.operator == "contract" and other.sign == layer.sign), None)
        if layer.operator == "contract" or like is None or not _are_of_one_network(layer, like):
            continue
        shapes = {use.span: use.typed.shape for use in layer.judged.notebook.uses if use.typed is not None}
        weight, scaled, bias = ({*(shapes.get(node.span) or ())} for node in (layer.weight, layer.scaled, layer.bias))
        common = weight & scaled
        spread = any(is_in_words(word, layer.judged.span) for word in _SPREAD)
        if common and weight - common and bias == weight - common and not (spread or is_denied(layer.judged.span)):
            name, here = layer.bias.span.text, layer.span.text
            message = f"{name} has just the axes that a contraction leaves, and {here} stands here"
            yield layer.judged, _told(message, layer.span, like, like.span)


def _told(message: str, span: Span, like: _Layer, other: Span) -> Diagnostic:
    related = (Related(like.judged.span, "a layer like this"),)
    return Diagnostic("NT410", message, span, label=f"not {other.text}", related=related)
