"""Functions of the document: checking a definition against its signature, and calls with lifting (Def. 5, 6).

A body is checked once on its own, and again for each call with the sizes and axis parameters of that call, so that
sizes flow through. What an argument has beyond the axes of its parameter is lifted: the body never sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.operations.table import lookup
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions import applied, ending, index_letters, normed, results, signatures, size_letters
from ntdoc.shapes.functions.circles import Circular, circle, is_of_others
from ntdoc.shapes.functions.drawn import drawn_shapes
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.plan import Parameter, ShapeOf
from ntdoc.shapes.samples import narrowing
from ntdoc.shapes.samples.domains import Limit, domain_of
from ntdoc.shapes.sizes import default_size
from ntdoc.shapes.typed import Demand, Typed, operand, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

MAX_DEMANDS = 60


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking the definition of a function found, on parameters of the shapes of its signature."""

    typed: Typed
    notebook: Notebook
    broken: bool
    shapes: dict[str, ShapeOf]
    domains: dict[str, tuple[Domain, Limit]]
    signature: Signed | None
    written: dict[str, ast.TensorSet]  # the sets that parameters are declared in
    named: frozenset[str] = frozenset()  # the axes that the body names, or that tensors in it have
    unread: Unreadable | None = None


def check_definition(session: Session, function: Function) -> Checked:
    """The definition of a function on its own."""
    env = session.environment(session.place or function.entry)
    indices = {**index_letters.numbered(session, function), **session.open_indices(function)}
    axes = drawn_shapes(session, function.body, function.entry) | {a: (a,) for a in function.axes}
    env = replace(env, axes=axes, inside=function, indices=indices, sizes=env.sizes | ending.left_open(function))
    signature = session.signature(function)
    written = _written(session, function, signature)
    shapes: dict[str, ShapeOf | None] = {}
    domains: dict[str, tuple[Domain, Limit]] = {}
    unread: Unreadable | None = None
    outer = replace(env, axes=signature_axes(signature, [(a,) for a in function.axes]) or env.axes)
    typed = poison(function.span)
    start: dict[str, ShapeOf] = {}
    try:
        for name in function.letters:
            declared = written.get(name)
            there = outer if signature is not None and declared in signature.signature.arguments else env
            shapes[name] = session.shape(declared.shape, there) if declared is not None else None
            if declared is not None and shapes[name] is None:
                raise Unreadable("the shape of a parameter is in error", declared.span)
            base = declared.base if declared else None
            if declared is None:
                start[name], base = _nearby(session, name, function)
            domain, limit = domain_of(session, base, _sign(session, name, function, base), False, env)
            if base is None and (index := index_letters.places(name, function.body, env)) is not None:
                domain, limit = index
            if signature is None and base is not None:
                domain = _constrained(session, name, function, domain, shapes[name] or start.get(name, {}), env)
            domains[name] = domain, limit
        alike = _alike(session, function, env, shapes) if signature is None and not written else None
        if alike is not None:
            shapes |= alike.shapes
            written = alike.written
        typed = check_body(session, function, env, shapes, None, start)
        if signature is not None and typed.shape is not None:
            stated = session.shape(signature.signature.result.shape, outer)
            if stated is not None:
                code_text = f"the signature of {function.name} promises {shape_text(stated)}"
                before, own = env.notebook.equations.copy(), typed.shape
                if own.keys() != stated.keys() and _is_of_one_number(session, function, signature):
                    session.unsigned.add(function.entry.index)
                    return check_definition(session, function)
                if not combine.agree(
                    env, typed, stated, "NT212", code_text, function.body.span, signature.signature.result.span
                ):
                    typed = typed._replace(shape=stated, plan=None)
                signatures.sizes_forced(function, signature, stated, own, before, env)
        if signature is None:
            signatures.of_another_letter(session, function, env)
        _axes_occur(env, function, shapes, typed)
    except Unreadable as problem:
        unread = problem
        if isinstance(problem, Circular) and problem.function is not function:
            unread = None  # the one with which the circle began is in error
            env.notebook.blockers.append((problem.function.name, problem.function.entry))
    if function.entry.index in session.circular and not any(isinstance(n, ast.Cases) for n in walk(function.body)):
        env.notebook.blockers.clear()
        if is_of_others(function):
            reason = f"{function.name} is said by its own values: a recursion, or what it satisfies"
            unread = Unreadable(reason, function.span)
        elif function.name in session.scope.densities:
            unread = Unreadable("a density, which its arguments tell apart", function.span)
        elif is_update(function.entry.parsed):
            unread = Unreadable(f"nothing says what {function.name} is before this step", function.span)
        else:
            unread = None  # without cases, nothing ends the circle
            report(env, circle(function.name, function.span))
    if typed.shape is None and signature is not None:
        typed = typed._replace(
            shape=quietly(lambda: session.shape(signature.signature.result.shape, outer))
        )
    named = {n.name for n in walk(function.body) if isinstance(n, ast.Axis)}.union(
        *(applied.axes(session, function, name) for name in function.letters)
    )
    used = {a for use in env.notebook.uses if use.typed is not None for a in use.typed.shape or {}}
    used |= set(typed.shape or ())  # those of what a function in the body results in
    named |= {a for a in used if not a.startswith("#")}  # an index of the body is no index of a call
    drawn = {axis: letter for letter, own in env.open_shapes.items() for axis in own}
    named = {drawn.get(axis, axis) for axis in named}
    errors = bool(env.notebook.problems)
    broken = bool(errors or env.notebook.blockers or unread) or typed.plan is None
    return Checked(
        typed,
        env.notebook,
        broken,
        {n: s for n, s in shapes.items() if s is not None},
        domains,
        signature,
        written,
        frozenset(named),
        unread,
    )


def _is_of_one_number(session: Session, function: Function, signature: Signed) -> bool:
    """Whether a sentence gives a function of numbers as an example of one of tensors: *take `f(x) = x^2`*.

    Nothing has said before what its letters are.
    """
    at = function.entry
    if at.display or at.run == signature.entry.run or at.where:
        return False
    return all(session.scope.tensor(letter, at) is None for letter in function.letters)


def _axes_occur(env: Environment, function: Function, shapes: dict[str, ShapeOf | None], typed: Typed) -> None:
    """An axis below the name of a function is one that it works on: a parameter or the result has it."""
    if typed.shape is None or env.notebook.diagnostics:
        return
    there = {axis for shape in (*shapes.values(), typed.shape) for axis in shape or {}}
    for axis in function.axes:
        if axis not in there:
            report(
                env,
                Diagnostic(
                    "NT212",
                    f"axis `{axis}` stands below {function.name}, but the body does not work on it",
                    function.span,
                    label=f"`{axis}` is not used",
                ),
            )


def _nearby(session: Session, name: str, function: Function) -> tuple[ShapeOf, ast.Base | None]:
    """Of a letter declared before in the section, the axes that the body names too: samples have that shape.

    Where that is its whole shape, they are of its set. So they are of a letter of any section that the body does not
    name: `p(x) = \\nsum{\\ax} a`, where a is made of the x that is declared. And of one of an earlier section all of
    whose axes the body names, for that is what the section means by the letter elsewhere. The sets that a
    where-clause puts its parts in name axes too: *where `S = K \\ndot{\\ax} V \\in \\reals^{\\heads}`* speaks of a K or
    a V that has heads; and what a body applies to the letter names its own. What a where-clause makes of the letter is
    spoken of beside the function, too, and so is made of the whole. A range beside it, up to the size of one of the
    axes, speaks of that axis.
    """
    found = session.scope.tensor(name, function.entry)
    if not isinstance(found, Declared) or found.domain is None or function.axes:
        return {}, None
    near = found.entry.section == function.entry.section
    within = not near and name not in names_in(function.body)
    stated = applied.stated_below(session, function)
    env = session.environment(function.entry)
    shape = quietly(lambda: session.shape(found.domain.shape, env) if found.domain else None) or {}
    named = {n.name for n in walk(function.body) if isinstance(n, ast.Axis)} | (shape.keys() if within else set())
    earlier = found.entry.index < function.entry.index
    sized = size_letters.sized_by(found, size_letters.in_ends(session, function)) if earlier else set()
    named |= stated | sized | applied.axes(session, function, name)
    if near and earlier and applied.is_in_clause(session, function, name):
        named |= shape.keys()
    before = earlier and bool(shape) and shape.keys() <= named
    if not (near or within or stated or before or sized):
        return {}, None
    return {a: s for a, s in shape.items() if a in named}, found.domain.base if shape.keys() <= named else None


def _alike(session: Session, function: Function, env: Environment, shapes: dict[str, ShapeOf | None]) -> Checked | None:
    """An earlier function of these very letters, if the body is well formed on parameters like its own."""
    for other in session.namesakes.like(tuple(s.full_name for s in function.parameters), function.entry):
        if other.entry.index in session.pending:
            continue
        known = session.checked(other)
        if function.extras or set(known.shapes) != set(shapes):
            continue
        if not applied.stated_below(session, function) <= {a for shape in known.shapes.values() for a in shape}:
            continue
        quiet = replace(env, notebook=env.notebook.following())
        try:
            typed = check_body(session, function, quiet, dict(known.shapes), None, {})
        except (Unreadable, Demand):
            continue
        if typed.plan is not None and not quiet.notebook.problems:
            return known
    return None


def _constrained(
    session: Session, name: str, function: Function, domain: Domain, shape: ShapeOf, env: Environment
) -> Domain:
    """The domain of a parameter whose letter is declared with a constraint: *for `p`, `q` with sums of 1, let*."""
    scope = session.scope
    declared = scope.parameter_declaration(name, function.entry) or scope.tensor(name, function.entry)
    if not isinstance(declared, Declared) or not shape:
        return domain
    return narrowing.under_constraints(session, declared, domain, shape, env)


def _sign(session: Session, name: str, function: Function, base: ast.Base | None) -> str:
    """What is said of a parameter's letter where its function is defined, as `\\sigma > 0`; of a number, before it."""
    found = session.scope.tensor(name, function.entry)
    sign = ""
    if isinstance(found, Declared):
        near = found.entry.section == function.entry.section
        number = found.domain is None and found.entry.index < function.entry.index
        sign = found.sign if near or number else ""
    free = base is None or base.kind != "simplex"  # a distribution stays one under a logarithm
    return sign or ("positive" if free and name in _under_logarithms(function.body) else "")


def _under_logarithms(body: ast.Operand) -> set[str]:
    """The letters of which a body takes the logarithm, alone or in products and quotients."""
    found: set[str] = set()
    for part in walk(body):
        for head, argument in pairwise(part.factors) if isinstance(part, ast.Juxtaposition) else ():
            known = lookup(head.full_name) if isinstance(head, ast.Symbol) else None
            logarithm = known is not None and known.name in ("log", "log2", "log10")
            if logarithm and not any(isinstance(p, ast.Sum) for p in walk(argument)):
                found |= names_in(argument)
    return found


def quietly(shape: Callable[[], ShapeOf | None]) -> ShapeOf | None:
    try:
        return shape()
    except Unreadable:
        return None


def _written(session: Session, function: Function, signature: Signed | None) -> dict[str, ast.TensorSet]:
    """The sets of the parameters: from the signature, from its own row, from a where-clause.

    Of those in a norm, from what the section says before.
    """
    written: dict[str, ast.TensorSet] = {}
    if signature is not None:
        for symbol, tensor_set in zip(function.parameters, signature.signature.arguments, strict=True):
            written[symbol.full_name] = tensor_set
    for name in function.letters:
        if name not in written:
            declared = session.scope.parameter_declaration(name, function.entry)
            if declared is None and name in normed.letters(function.body):
                declared = normed.declared(session, name, function)
            if declared is not None and declared.domain is not None:
                of_tensor = signature is None and applied.is_put_in(session, function, name)
                written[name] = _of_any_size(declared.domain) if of_tensor else declared.domain
    return written


def _of_any_size(domain: ast.TensorSet) -> ast.TensorSet:
    """A set of tensors with the same axes, but of any sizes where numbers are written."""
    axes = domain.shape.axes
    loose = (a.replace(size=None) if isinstance(a.size, ast.Number) else a for a in axes)
    return domain.replace(shape=domain.shape.replace(axes=tuple(loose)))


def signature_axes(signature: Signed | None, actual: Sequence[tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The axis parameters of a signature, which may be called otherwise than those of the definition."""
    if signature is None or len(signature.axes) != len(actual):
        return {}
    return dict(zip(signature.axes, actual, strict=True))


def check_body(
    session: Session,
    function: Function,
    env: Environment,
    shapes: dict[str, ShapeOf | None],
    arguments: dict[str, Typed] | None,
    start: dict[str, ShapeOf],
) -> Typed:
    """The body on parameters of known shapes; a parameter of unknown shape (None) gets the axes that the body needs.

    `arguments` are those of a call: only axes that they have can be needed of them. `start` gives the axes that a
    parameter of unknown shape has to begin with.
    """
    actual = None if arguments is None else {name: a.shape or {} for name, a in arguments.items()}
    numbers = {name for name, a in (arguments or {}).items() if a.number}
    sizes_of_others = {axis: size for shape in (actual or {}).values() for axis, size in shape.items()}
    flexible = frozenset(name for name, shape in shapes.items() if shape is None)
    working: dict[str, ShapeOf] = {
        name: shape if shape is not None else start.get(name, {}) for name, shape in shapes.items()
    }

    def attempt() -> Typed:
        values = {
            name: Typed(Parameter(name), shape, function.span, frozenset({name}) if name in flexible else frozenset())
            for name, shape in working.items()
        }
        sizes = dict(env.sizes)
        for shape in working.values():
            for axis, size in shape.items():
                sizes.setdefault(f"|{axis}|", size)
        values |= ending.as_values(function, env.sizes)
        inner = replace(env, values=env.values | values, sizes=sizes, inside=function)
        if results.are_known(session, function.body, inner):
            shapes.update((name, working[name]) for name in flexible)
        return infer.check(session, function.body, inner)

    def grant(demand: Demand) -> bool:
        outer = [a for p, a in (arguments or {}).items() if p in demand.parameters and a.flows]
        able = [p for p in demand.parameters if p in flexible and demand.axis not in working[p]]
        if actual is not None:
            able = [p for p in able if demand.axis in actual[p] or p in numbers]
        for name in able:
            size = env.sizes.get(f"|{demand.axis}|")
            if actual is not None:
                size = actual[name].get(demand.axis) or sizes_of_others.get(demand.axis) or size
            working[name] = {**working[name], demand.axis: size or default_size(demand.axis)}
        if not able and outer:  # the argument is itself a parameter whose shape is being found out
            raise Demand(demand.axis, frozenset().union(*(a.flows for a in outer)), outer[0].span, outer[0])
        return bool(able)

    typed = with_demands(env, attempt, grant)
    for name in flexible:
        shapes[name] = working[name]
    return typed._replace(flows=frozenset())


def with_demands(env: Environment, attempt: Callable[[], Typed], grant: Callable[[Demand], bool]) -> Typed:
    """Check something again and again until no more is demanded of what has no declared shape."""
    notebook = env.notebook
    for _ in range(MAX_DEMANDS):
        before = notebook.equations.copy()
        counts = len(notebook.diagnostics), len(notebook.uses), len(notebook.blockers)
        try:
            return attempt()
        except Demand as demand:
            if not grant(demand):
                report(
                    env,
                    Diagnostic(
                        "NT203",
                        f"axis `{demand.axis}` is not an axis of {demand.operand.text}",
                        demand.span,
                        label=f"{demand.operand.text} has no axis `{demand.axis}`",
                        operands=(operand(demand.operand),),
                    ),
                )
                return poison(demand.span)
            notebook.equations.restore(before)
            del notebook.diagnostics[counts[0] :], notebook.uses[counts[1] :], notebook.blockers[counts[2] :]
    raise Unreadable("the shapes of the parameters cannot be found out", env.at.piece.tokens[0].span)


def result_shape(session: Session, found: Tensor, env: Environment) -> ShapeOf | None:
    """The shape that a function promises of a tensor that its where-clause defines as its value."""
    function = env.inside or (session.scope.clause_of(found.entry) if found.entry.where else None)
    if function is None or not (isinstance(function.body, ast.Symbol) and function.body.full_name == found.name):
        return None
    signature = session.signature(function)
    parsed = function.entry.parsed
    links = parsed.rest if isinstance(parsed, ast.Chain) else ()  # `f(x) = Y \\in S`
    stated = next((side for link, side in links if link.kind == "in" and isinstance(side, ast.TensorSet)), None)
    promised = signature.signature.result if signature is not None else stated
    if promised is None:
        return None
    return quietly(lambda: session.shape(promised.shape, env))
