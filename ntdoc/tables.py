"""What a report says beside each statement: its symbols with their shapes; and the index of all symbols."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from ntdoc.axis_order import Orders, uses_of
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.naming import axis_tex, name_tex
from ntdoc.nodes import walk
from ntdoc.report import Example, Statement, Status, Symbol, SymbolUse
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor
from ntdoc.shapes.disputed import is_disputed
from ntdoc.shapes.environment import Use
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.samples.domains import constraint_text, domain_text, size_text
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Size, axis_atom, default_size
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.listing import ENDLESS
from ntdoc.verification.verdicts import Verdict


def symbols_of(
    session: Session, judged: Judged, verdict: Verdict, example: Example, orders: Orders
) -> tuple[SymbolUse, ...]:
    """The rows of a statement's table of shapes; `example` is what stands beside it."""
    rows: dict[str, SymbolUse] = {}
    runner = verdict.runner
    if judged.binding is not None:
        rows[judged.binding.name] = _defined(session, judged, runner)
    lacking = {name: e.parsed.span for name, e in judged.notebook.blockers if e and isinstance(e.parsed, ast.Unread)}
    for use in uses_of(judged):
        if use.name in rows:
            continue
        rows[use.name] = row = _row(session, use, runner)
        if use.name in lacking and not row.shape_known:
            rows[use.name] = replace(row, domain="", declared=lacking[use.name])
    for name, _ in axes_in(judged):
        key = f"axis {name}"
        if key in rows:
            continue
        row = _axis_row(judged, name, rows.values(), runner, example)
        if verdict.status is not Status.ERROR or any(a == name for r in rows.values() for a, _ in r.shape):
            rows[key] = row  # of an error, an axis that nothing has is the slip itself
    written = names_in(judged.role.entry.parsed, rows, judged.span)
    return tuple(
        [replace(row, shape=_ordered(row, orders), written=tuple(written.get(key, ()))) for key, row in rows.items()]
    )


def names_in(parsed: object, names: Container[str], within: Span) -> dict[str, list[Span]]:
    """Where the names stand in what was read; of one with scripts that is none of them, what it is without these."""
    found: dict[str, list[Span]] = {}
    for part in walk(parsed):
        if isinstance(part, ast.Symbol) and within.holds_start(part.span):
            name = next((n for n in (part.full_name, part.name, part.base) if n in names), None)
            if name is not None:
                found.setdefault(name, []).append(part.span)
    return found


def _ordered(row: SymbolUse, orders: Orders) -> tuple[tuple[str, int | None], ...]:
    sizes = dict(row.shape)
    return tuple((axis, sizes[axis]) for axis in orders.of(row.name, sizes))


def _axis_row(
    judged: Judged, name: str, others: Iterable[SymbolUse], runner: Runner | None, example: Example
) -> SymbolUse:
    size = next((n for row in others for a, n in row.shape if a == name and n is not None), None)
    shown = {n for part in (*example.inputs, *example.results) for a, n in part.array.sizes.items() if a == name}
    if size is None and len(shown) == 1:
        (size,) = shown
    written = judged.notebook.equations.reduce(default_size(name)).constant  # as an array here has it
    if size is None and written is not None and written.denominator == 1:
        size = int(written)
    if size is None and runner is not None:
        size = runner.sizes.get(axis_atom(name))
    return SymbolUse(name, axis_tex(name), "axis", ((name, size),), "", None)


def axes_in(judged: Judged) -> Iterator[tuple[str, Span]]:
    """The axes that a statement names."""
    seen: set[str] = set()
    whole = judged.left is None or judged.right is None
    for part in chain(*map(walk, (judged.role.entry.parsed,) if whole else (judged.left, judged.right))):
        if not isinstance(part, ast.Axis) or part.variable or part.name in seen:
            continue
        if judged.span.holds_start(part.span):
            seen.add(part.name)
            yield part.name, part.span


def _sizes(shape: ShapeOf | None, runner: Runner | None) -> tuple[tuple[str, int | None], ...]:
    return tuple((a, _number(s, runner)) for a, s in (shape or {}).items() if not a.startswith("#"))


def _number(size: Size, runner: Runner | None) -> int | None:
    if runner is None:
        return None
    try:
        return runner.size(size)
    except STOPS:
        return None


def _defined(session: Session, judged: Judged, runner: Runner | None) -> SymbolUse:
    binding = judged.binding
    assert binding is not None
    if isinstance(binding, Function):
        signature = session.signature(binding)
        domain = signature_text(signature) if signature is not None else _function_text(judged)
        declared = signature.span if signature is not None else binding.span
        return SymbolUse(binding.name, name_tex(binding.name), "function", (), domain, declared)
    shape = judged.value.shape if judged.value is not None else None
    if shape == {} and isinstance(binding, Tensor) and not binding.indices:
        shape = session.definition(binding).typed.shape  # of `S \\gets 0`, which has the axes that S had before
    return SymbolUse(
        binding.name, name_tex(binding.name), "result", _sizes(shape, runner), "ℝ", binding.span, shape is not None
    )


def _function_text(judged: Judged) -> str:
    """The most general signature that a body allows."""
    assert judged.function is not None
    shapes = [_set_text(shape) for shape in judged.function.shapes.values()]
    return f"{' × '.join(shapes)} → {_set_text(judged.function.typed.shape)}"


def _set_text(shape: ShapeOf | None) -> str:
    if shape is None:
        return "?"
    return "ℝ^{" + " × ".join(shape) + "}" if shape else "ℝ"


def signature_text(signed: Signed) -> str:
    """`ℝ^{key} × ℝ^{seq × key} → ℝ^{val}`."""

    def text(tensor_set: ast.TensorSet) -> str:
        base = domain_text(tensor_set.base, "")
        axes = " × ".join(
            s.axis.name + (f"[{size_text(s.size)}]" if s.size is not None else "") for s in tensor_set.shape.axes
        )
        return f"{base}^{{{axes}}}" if axes else base

    signature = signed.signature
    return f"{' × '.join(text(a) for a in signature.arguments)} → {text(signature.result)}"


def _row(session: Session, use: Use, runner: Runner | None) -> SymbolUse:
    binding = use.binding
    declared = binding.span if binding is not None else None
    shape = use.typed.shape if use.typed is not None else {}
    if use.role == "function":
        domain = ""
        if isinstance(binding, Signed):
            domain = signature_text(binding)
        elif isinstance(binding, Function) and (signature := session.signature(binding)) is not None:
            domain = signature_text(signature)
        return SymbolUse(use.name, name_tex(use.name), "function", (), domain, declared)
    if use.role == "index":
        return SymbolUse(use.name, name_tex(use.name), "index", (), "1, 2, …", None)
    if use.role == "limit":
        return SymbolUse(use.name, name_tex(use.name), "limit variable", (), "ℝ", None)
    domain = "ℝ"
    if isinstance(binding, Declared):
        limits = (c for c in session.scope.constrained if c.name == use.name and c.entry.run == binding.entry.run)
        constraint = next(limits, None)
        domain = domain_text(binding.domain.base if binding.domain else None, binding.sign)
        domain += constraint_text(constraint) if constraint is not None else ""
    role = use.role
    if role == "tensor" and not shape and shape is not None:
        role = "scalar"
    said = use.typed is not None and use.typed.plan is None
    said = said and isinstance(binding, Tensor) and is_disputed(session, binding.entry)
    sizes = _sizes(shape, runner)
    return SymbolUse(use.name, name_tex(use.name), role, sizes, domain, declared, shape is not None, said)


def index_of(scope: Scope, statements: list[tuple[Judged, Statement]], ids: dict[int, str]) -> tuple[Symbol, ...]:
    """The index of symbols and axes: where declared, where used."""
    used: dict[str, list[str]] = {}
    known: dict[str, list[SymbolUse]] = {}  # of each name the rows that say its shape
    axes: dict[str, list[str]] = {}
    first: dict[str, Span] = {}
    for judged, statement in statements:
        for row in statement.symbols:
            if row.role == "axis":
                axes.setdefault(row.name, []).append(statement.id)
            else:
                used.setdefault(row.name, []).append(statement.id)
            if row.role in ("tensor", "result", "scalar") and row.shape_known and not row.only_said:
                known.setdefault(row.name, []).append(row)
        for name, span in axes_in(judged):
            first.setdefault(name, span)
    rows: list[Symbol] = []
    for name, bindings in scope.by_name.items():
        own = [b for b in bindings if not b.entry.local]
        if not own or ENDLESS in letters_in(name):  # what stands for the dots of a list is no name of the author's
            continue
        function = next((b for b in own if isinstance(b, (Function, Signed))), None)
        if function is not None:
            role = "function"
            found = [signature_text(b) if isinstance(b, Signed) else None for b in own]
            shape = next(filter(None, found), "")
        else:
            shape, role = _shape_in(known.get(name, ()))
            found = [_shape_at(b.span, known.get(name, ())) for b in own]
        where = tuple((b.span, ids.get(b.entry.index)) for b in own)
        uses = tuple(dict.fromkeys(used.get(name, ())))
        rows.append(Symbol(name, name_tex(name), role, shape, where, uses, _several(found, where)))
    for name, places in axes.items():
        rows.append(
            Symbol(
                name,
                axis_tex(name),
                "axis",
                "",
                ((first[name], None),) if name in first else (),
                tuple(dict.fromkeys(places)),
            )
        )
    return tuple(sorted(rows, key=lambda s: (s.role == "axis", s.name.lower())))


def _shape_in(rows: Sequence[SymbolUse]) -> tuple[str, str]:
    if not rows:
        return "", "tensor"
    return _shape_text(rows[0]), "tensor" if rows[0].shape else "scalar"


def _shape_at(span: Span, rows: Sequence[SymbolUse]) -> str | None:
    """The shape that a name has by what stands at a place; None if no statement says it."""
    return next((_shape_text(row) for row in rows if row.declared == span), None)


def _shape_text(row: SymbolUse) -> str:
    return " × ".join(axis for axis, _ in row.shape)


def _several(
    shapes: Sequence[str | None], where: Sequence[tuple[Span, str | None]]
) -> tuple[tuple[str, tuple[tuple[Span, str | None], ...]], ...]:
    """The places at which a name gets each of its shapes, if it has several. Without one it has that before it."""
    now = next((shape for shape in shapes if shape is not None), "")
    places: dict[str, list[tuple[Span, str | None]]] = {}
    for shape, place in zip(shapes, where, strict=True):
        now = now if shape is None else shape
        places.setdefault(now, []).append(place)
    return tuple((shape, tuple(own)) for shape, own in places.items()) if len(places) > 1 else ()
