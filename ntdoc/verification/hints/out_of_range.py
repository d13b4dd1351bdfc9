"""What there is to see where an index is out of range: what is indexed, what the index is, and where both come from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS, RunError
from ntdoc.nodes import walk
from ntdoc.shapes.environment import Use
from ntdoc.shapes.judged import Judged
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.verification import samples
from ntdoc.verification.instances import beginnings


def out_of_range(judged: Judged, stop: RunError, runner: Runner) -> Diagnostic:
    """NT211 for an index that has no entry, in the statement itself or in one that it rests on."""
    place = stop.span or beginnings.place(judged)
    indexed = _indexed(judged, place)
    uses = [] if indexed is None else [*_within(judged, indexed[0].span), *_within(judged, indexed[1].span)]
    operands, related = list[Operand](), list[Related]()
    for use in uses:
        assert use.binding is not None
        operands += _operand(use, runner)
        where = use.declared or use.binding.span
        if not where.holds_start(judged.span):
            related.append(Related(where, f"`{use.name}` is declared here"))
    label = f"{operands[0].label} has no such entry" if operands else ""
    hints = beginnings.hints(judged, stop)
    return Diagnostic(
        stop.code, stop.message, place, label, tuple(dict.fromkeys(operands)), tuple(dict.fromkeys(related)), hints
    )


def _indexed(judged: Judged, place: Span) -> tuple[ast.Expr, ast.Expr] | None:
    """The tensor that is indexed at a place, and the index."""
    for part in walk(judged.role.entry.parsed):
        if isinstance(part, ast.Index):
            for axis, expr in part.items:
                if (axis.span.source, axis.span.start) == (place.source, place.start):
                    return part.body, expr
    return None


def _within(judged: Judged, span: Span) -> Iterator[Use]:
    """The tensors that are named in a part of a statement, each once."""
    seen: set[str] = set()
    for use in judged.notebook.uses:
        counts = use.binding is None or use.role in ("index", "limit")
        if not counts and use.name not in seen and span.covers(use.span):
            seen.add(use.name)
            yield use


def _operand(use: Use, runner: Runner) -> Iterator[Operand]:
    if use.typed is not None and use.typed.plan is not None:
        with suppress(*STOPS):
            yield samples.operand(use.name, runner.run(use.typed.plan, {}))
