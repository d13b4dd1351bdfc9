"""Derivative tensors, with the axes of what is differentiated and those of what varies (Def. 7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, walk
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.calculus import held, lifted, recognition
from ntdoc.shapes.calculus.differentials import CONTINUOUS, MARK, Differentials, Seed
from ntdoc.shapes.calculus.refusals import NotWritten, Superseded
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.functions import calls
from ntdoc.shapes.functions.callees import callee
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Constant, Defined, Eye, Like, Parameter, Plan, Renamed, Sampled, ShapeOf, Spread
from ntdoc.shapes.sizes import STARS, stem
from ntdoc.shapes.summary import samples_in
from ntdoc.shapes.typed import Typed, axes_text, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def derivative(session: Session, node: ast.Derivative, env: Environment) -> Typed:
    """`\\frac{\\partial E}{\\partial X^*}`."""
    if node.plain is not None and _innermost(node) and _may_be_of_products(session, node, env):
        quiet = env.aside()
        try:
            infer.check(session, node.plain, quiet)
        except Unreadable:
            pass
        else:
            if not quiet.notebook.diagnostics:
                return infer.check(session, node.plain, env)
    of_each = lifted.is_of_each(env.at)
    if (node.total or of_each) and _innermost(node) and _clashes(session, node, env):
        if (entrywise := lifted.entrywise(session, node, env)) is not None:
            return entrywise
        if of_each:
            raise Unreadable("a derivative for each entry", node.span)
    return _plainly(session, node, env)


def _plainly(session: Session, node: ast.Derivative, env: Environment) -> Typed:
    """The derivative of all entries by all entries."""
    value = _body(session, node, env)
    try:
        return _by_all(session, node, value, env)
    except NotWritten:
        for other in _other_forms(session, node.body, env):
            with suppress(NotWritten):
                return _by_all(session, node, other, env)
        raise


def _may_be_of_products(session: Session, node: ast.Derivative, env: Environment) -> bool:
    """Whether `\\frac{d a}{d b}` may be a quotient with a number `d`: `b` does not stand twice in it."""
    d = session.value("d", env, node.span)
    if d is None or d.shape:
        return False
    below = {name for letter in node.by for name in names_in(letter)}
    return below.isdisjoint(names_in(node.body))


def _by_all(session: Session, node: ast.Derivative, value: Typed, env: Environment) -> Typed:
    inner = node.body.by if isinstance(node.body, ast.Derivative) else ()
    for place, letter in enumerate(node.by):
        twin = _twin(session, letter, (*inner, *node.by[:place]), env)
        value = by(session, value, twin or _again(session, letter, node.by, env), env, node.span, len(node.by))
    return value


def _twin(session: Session, letter: ast.Expr, before: Sequence[ast.Expr], env: Environment) -> ast.Star | None:
    """The second `X` of `\\partial X^2`, with the mark that the statement has on axes of `X`; None if it has none."""
    if len(before) != 1 or not isinstance(letter, ast.Symbol) or not isinstance(before[0], ast.Symbol):
        return None
    if letter.full_name != before[0].full_name:
        return None
    mark = next(_marks_of_twins(session, letter, [env.at.parsed], env), None)
    return ast.Star(letter, mark, letter.span) if mark is not None else None


def _again(session: Session, letter: ast.Expr, letters: Sequence[ast.Expr], env: Environment) -> ast.Expr:
    """`x'` in `\\partial x\\,\\partial x'`: nothing else is called so, and it is `x` again, with primes on its axes.

    So it is in `\\nabla^2_x`, with the mark that the statement has on them elsewhere.
    """
    if isinstance(letter, ast.Star) and not letter.mark:
        return letter.replace(mark=_mark_of_twins(session, letter.body, env))
    if not isinstance(letter, ast.Symbol) or not letter.base.endswith("'"):
        return letter
    plain = letter.replace(base=letter.base.rstrip("'"))
    named = any(isinstance(other, ast.Symbol) and other.full_name == plain.full_name for other in letters)
    if not named or session.scope.tensor(letter.full_name, env.at) is not None:
        return letter
    return ast.Star(plain, letter.base[len(plain.base) :], letter.span)


def _mark_of_twins(session: Session, tensor: ast.Expr, env: Environment) -> str:
    """The mark of the twins of the axes of a tensor that a statement, or a set of what it names, is written with."""
    sets = (b.domain for n in names_in(env.at.parsed) if isinstance(b := session.tensor(n, env), Declared))
    return next(_marks_of_twins(session, tensor, [env.at.parsed, *sets], env), "'")


def _marks_of_twins(
    session: Session, tensor: ast.Expr, trees: Iterable[ast.Parsed | ast.TensorSet | None], env: Environment
) -> Iterator[str]:
    """The marks on axes of a tensor that trees are written with."""
    shape = infer.check(session, tensor, env.aside()).shape or {}
    written = [part for tree in trees for part in walk(tree) if isinstance(part, ast.Axis)]
    quiet = env.aside()
    names = (name for part in written if not part.variable for name in infer.axis_names(quiet, [part]))
    return (mark for name in names if stem(name) in shape and (mark := name[len(stem(name)) :]))


def _other_forms(session: Session, body: ast.Expr, env: Environment) -> Iterator[Typed]:
    """What `L = A = B` says that L is, too: one form may be written with a name that the other one is not."""
    found = session.tensor(body.full_name, env) if isinstance(body, ast.Symbol) and not body.axes else None
    parsed = found.entry.parsed if isinstance(found, Tensor) and not found.indices else None
    there = session.environment(found.entry) if found is not None else env
    for relation, side in parsed.rest[1:] if isinstance(parsed, ast.Chain) else ():
        if relation.kind != "eq" or isinstance(side, ast.TensorSet):
            return
        quiet = replace(there, notebook=Notebook(env.notebook.equations, said=env.notebook.said))
        typed = infer.check(session, side, quiet)
        if typed.plan is not None and not quiet.notebook.problems:
            yield typed._replace(span=body.span)
    if (unfolded := _unfolded(session, body, env)) is not None:
        yield unfolded


def _unfolded(session: Session, body: ast.Expr, env: Environment) -> Typed | None:
    """What stands for `f(X)` at the very letters of `f`: what is defined beside it has the names that it has there."""
    if not isinstance(body, ast.Juxtaposition) or len(body.factors) != 2:
        return None
    head, group = body.factors
    found = callee(session, head, env)
    own = found.own[0] if found is not None and found.own else None
    if not isinstance(own, Function) or not isinstance(group, ast.Group) or own.extras or group.parameters:
        return None
    letters = tuple(item.full_name for item in group.items if isinstance(item, ast.Symbol))
    there = session.environment(own.entry)
    same = all(session.tensor(letter, env) is session.tensor(letter, there) for letter in letters)
    if letters != own.letters or len(letters) != len(group.items) or not same:
        return None
    quiet = replace(there, notebook=Notebook(env.notebook.equations, said=env.notebook.said))
    typed = infer.check(session, own.body, quiet)
    return typed._replace(span=body.span) if typed.plan is not None and not quiet.notebook.problems else None


def _innermost(node: ast.Derivative) -> bool:
    """Whether no derivative stands within: only then it is tried which of two readings is meant."""
    return not any(isinstance(part, ast.Derivative) for part in walk(node.body))


def _clashes(session: Session, node: ast.Derivative, env: Environment) -> bool:
    """Whether a derivative would have an axis twice."""
    quiet = env.aside()
    try:
        _plainly(session, node.replace(total=False, plain=None), quiet)
    except Unreadable:
        return False
    return any(d.code == "NT215" for d in quiet.notebook.diagnostics)


def _body(session: Session, node: ast.Derivative, env: Environment) -> Typed:
    """What is differentiated; the name of a function alone stands for its value at its own letters."""
    return at_own_letters(session, node.body, env, "the derivative of a function without an argument", node.span)


def at_own_letters(session: Session, body: ast.Expr, env: Environment, reason: str, span: Span) -> Typed:
    """The value of what is differentiated. The reason is why a function that has no letters is not read."""
    if (loss := session.losses.instead(session, body, env)) is not None:
        return loss
    found = callee(session, body, env, bare=True)
    if found is None:
        return infer.check(session, body, env)
    own = found.own[0] if found.own else None
    if not isinstance(own, Function) or own.axes or found.symbol.axes:
        raise Unreadable(reason, span)
    at = [[infer.check(session, s, env) for s in letters] for letters in (own.parameters, own.extras)]
    return calls.called(session, found, body, at[0], at[1], env, body.span)


def by(session: Session, value: Typed, letter: ast.Expr, env: Environment, span: Span, order: int = 1) -> Typed:
    """The derivative by a tensor: the axes of the value, and those of the tensor, starred or not."""
    inner = letter.body if isinstance(letter, ast.Index | ast.Rename) else letter
    mark = inner.mark if isinstance(inner, ast.Star) else ""
    symbol = inner.body if isinstance(inner, ast.Star) else inner
    equation = isinstance(env.at.parsed, ast.Chain) and bool(env.at.parsed.rest)
    if equation and isinstance(value.plan, Sampled) and _is_said_nowhere(session, symbol, env):  # a differential one
        raise Unreadable(f"a derivative by {symbol.span.text}, of which nothing says what depends on it", letter.span)
    leaf = infer.check(session, symbol, env)
    if value.shape is None or leaf.shape is None:
        return poison(span)
    at = leaf.plan
    if isinstance(at, Sampled) and at.domain.kind not in CONTINUOUS:
        raise Unreadable(f"{leaf.text} takes no real values, so that nothing has a derivative by it", letter.span)
    if at is not None and not isinstance(at, Sampled | Defined | Parameter):
        raise Unreadable(f"a derivative by {leaf.text}, which is no name of a tensor here", letter.span)
    is_it: Callable[[Node], bool] = partial(_is, at=at)
    if at is not None and not any(map(is_it, walk(value.plan))):
        found = recognition.part_test(value.plan, at) if isinstance(at, Defined) else None
        is_it = found or is_it
        if found is None:
            _may_be_zero(session, symbol, value, leaf, letter, env)
            bare = isinstance(symbol, ast.Symbol) and session.tensor(symbol.full_name, env) is None
            if bare and isinstance(at, Sampled):  # the letter of a function, that stands for whatever there is
                raise Unreadable(f"a derivative by {leaf.text}, of which nothing says what depends on it", letter.span)
    fresh = dict(zip(leaf.shape, _fresh(leaf.shape, value.plan), strict=True))
    renamed = _renamed(session, letter, leaf.shape, env) if isinstance(letter, ast.Rename) else {}
    if renamed is None:
        return poison(span)
    named = {fresh[a]: fresh[a] if isinstance(letter, ast.Index) else renamed.get(a, a + mark) for a in leaf.shape}
    clash = [a for a in named.values() if a in value.shape]
    if clash:
        _report_clash(env, clash, value, leaf, _written(symbol, leaf, span), order, span)
        return poison(span)
    shape = value.shape | {named[fresh[a]]: s for a, s in leaf.shape.items()}
    plan: Plan | None = None
    if value.plan is not None and at is not None:
        plan = _seeded(value.plan, is_it, leaf.shape, fresh, named, span, held.test(session, env, _is))
    result = Typed(plan, shape, span, value.flows | {flow + mark for flow in leaf.flows})
    return _entry(session, result, letter, fresh, mark, env) if isinstance(letter, ast.Index) else result


def _is_said_nowhere(session: Session, symbol: ast.Expr, env: Environment) -> bool:
    """Whether a small letter means nothing here: no tensor, no parameter and no index."""
    if not isinstance(symbol, ast.Symbol) or not (len(symbol.full_name) == 1 and symbol.full_name.islower()):
        return False
    return symbol.full_name not in env.values and session.tensor(symbol.full_name, env) is None


def _renamed(session: Session, letter: ast.Rename, shape: ShapeOf, env: Environment) -> dict[str, str] | None:
    """The axes to which `\\partial X_{\\ax\\to\\bx}` renames those of `X`; None after an error.

    Raises Unreadable for several in one.
    """
    pairs = [(infer.axis_names(env, old), infer.axis_names(env, new)) for old, new in letter.pairs]
    if any(len(old) != len(new) for old, new in pairs):
        raise Unreadable("a derivative by a tensor of which axes are put together", letter.span)
    found = {a: b for old, new in pairs for a, b in zip(old, new, strict=True)}
    if not shape.keys() >= found.keys():
        infer.check(session, letter, env)  # says which axis it does not have
        return None
    return found


def by_leaf(plan: Plan, leaf: Plan, shape: ShapeOf, span: Span) -> Plan:
    """The derivative of a plan by a part of it, with axes that are named as those of the part."""
    fresh = dict(zip(shape, _fresh(shape, plan), strict=True))
    return _seeded(plan, lambda part: part is leaf, shape, fresh, {new: old for old, new in fresh.items()}, span)


def _may_be_zero(
    session: Session, symbol: ast.Expr, value: Typed, leaf: Typed, letter: ast.Expr, env: Environment
) -> None:
    """Raises Unreadable where something is constant only because a name means nothing in particular, or something else
    than it meant before.
    """
    if leaf.flows:
        raise Unreadable(f"a derivative by {leaf.text}, which does not occur in it", letter.span)
    if isinstance(value.plan, Defined) and not any(isinstance(part, Sampled | Parameter) for part in walk(value.plan)):
        raise Unreadable(f"a derivative of {value.text}, of which only the number is said", letter.span)
    free = samples_in(value.plan)
    if isinstance(symbol, ast.Symbol) and (symbol.full_name in free or _is_tensor_in(session, symbol, value, env)):
        raise Superseded(f"a derivative by {leaf.text}, which has another value since", letter.span)
    if since := sorted(name for name in free if isinstance(session.tensor(name, env), Tensor)):
        raise Superseded(f"a derivative of what was made of another {since[0]} than that of now", letter.span)
    if isinstance(leaf.plan, Defined) and recognition.shares(value.plan, leaf.plan):
        raise NotWritten(f"a derivative by {leaf.text}, with which it is not written", letter.span)


def _is_tensor_in(session: Session, letter: ast.Symbol, value: Typed, env: Environment) -> bool:
    """Whether a value is made of the tensor that has the name of a letter: `\\partial L / \\partial q` at `q = c`."""
    if letter.full_name not in env.values:
        return False
    around = {name: typed for name, typed in env.values.items() if name != letter.full_name}
    there = session.value(letter.full_name, replace(env, values=around), letter.span)
    is_it = partial(_is, at=there.plan if there is not None else None)
    return any(map(is_it, walk(value.plan)))


def _seeded(
    plan: Plan,
    is_it: Callable[[Node], bool],
    shape: ShapeOf,
    fresh: dict[str, str],
    named: dict[str, str],
    span: Span,
    is_held: Callable[[Node], bool] | None = None,
) -> Plan:
    """The derivative of a plan by a leaf, with what is held constant: a differential with the identity as increment."""
    unit: Plan = Eye(tuple((a, fresh[a], s) for a, s in shape.items())) if shape else Constant(1.0)
    seed = Seed(unit, tuple(shape))
    differentials = Differentials(lambda leaf: seed if is_it(leaf) else None, held=is_held)
    found = differentials.read(plan, span)
    value = differentials.value(plan)
    if found is None:
        sizes = tuple((named[fresh[a]], s) for a, s in shape.items())
        return Spread(sizes, Like(Constant(0.0), value)) if sizes else Like(Constant(0.0), value)
    full = Like(found, value)
    changes = tuple((old, new) for old, new in named.items() if old != new)
    return Renamed(changes, full) if changes else full


def _is(leaf: Node, at: Plan | None) -> bool:
    """Whether a leaf is the tensor that is differentiated by."""
    match at:
        case Sampled(key, shape):
            return isinstance(leaf, Sampled) and leaf.key == key and dict(leaf.shape).keys() == dict(shape).keys()
        case Defined(number):
            return isinstance(leaf, Defined) and leaf.key == number
        case Parameter(name):
            return isinstance(leaf, Parameter) and leaf.name == name
    return False


def _fresh(axes: Iterable[str], plan: Plan | None) -> list[str]:
    """Names for the axes of an increment that occur nowhere in a plan."""
    taken = {a for part in walk(plan) if isinstance(part, Eye) for pair in part.pairs for a in pair[:2]}
    number = next(n for n in count(1) if not any(f"{axis}{MARK}{n}" in taken for axis in axes))
    return [f"{axis}{MARK}{number}" for axis in axes]


def _entry(
    session: Session, value: Typed, by: ast.Index, fresh: dict[str, str], mark: str, env: Environment
) -> Typed:
    """A derivative by one entry of a tensor, or by a part: `\\partial X_{\\ax(i)}` leaves the other axes of `X`."""
    items: list[tuple[ast.Axis, ast.Expr]] = []
    rest = dict(fresh)
    for axis, expr in by.items:
        names = infer.axis_names(env, [axis])
        if len(names) != 1 or rest.pop(names[0].rstrip(STARS), None) is None:
            raise Unreadable("a derivative by an entry that the tensor does not have", by.span)
        items.append((axis.replace(name=fresh[names[0].rstrip(STARS)], variable=False), expr))
    letters = (session.tensor(expr.full_name, env) for _, expr in items if rest and isinstance(expr, ast.Symbol))
    if any(b is not None and b.entry.section != env.at.section for b in letters):  # it may be any index here
        raise Unreadable("a derivative by a part of a tensor", by.span)
    entry = indexing.indexed(session, by.replace(items=tuple(items)), value, env)
    if not rest or entry.shape is None:
        return entry
    if any(axis + mark in entry.shape for axis in rest):
        raise Unreadable("a derivative by a part of a tensor, of what has the axes of that part", by.span)
    shape = {axis: size for axis, size in entry.shape.items() if axis not in rest.values()}
    shape |= {axis + mark: entry.shape[own] for axis, own in rest.items()}
    pairs = tuple((own, axis + mark) for axis, own in rest.items())
    return entry._replace(plan=Renamed(pairs, entry.plan) if entry.plan is not None else None, shape=shape)


def _written(symbol: ast.Expr, leaf: Typed, span: Span) -> str:
    """The variable of a derivative as it is written; its name where a macro writes it, `\\ddx Y`, `\\ddx{} (Y + Z)`."""
    text = leaf.text.partition("^")[0]
    if not isinstance(symbol, ast.Symbol) or not symbol.base.isalnum():
        return text
    return symbol.full_name if symbol.base not in text or leaf.span.covers(span) else text


def _report_clash(
    env: Environment, clash: Sequence[str], value: Typed, leaf: Typed, name: str, order: int, span: Span
) -> None:
    noun = "axis" if len(clash) == 1 else "axes"
    marks = [
        mark
        for mark in (("*", "*"), ("†", "\\dagger"))
        if not any(axis + mark[0] in (value.shape or {}) for axis in leaf.shape or {})
    ]
    twice = " \\, ".join(f"\\partial {name}^{written}" for _, written in marks)
    hint = twice if order == 2 and len(marks) == 2 else f"\\partial {name}^{marks[0][1]}" if marks else ""
    report(
        env,
        Diagnostic(
            "NT215",
            f"the derivative of {value.text} by {name} would have the {noun} {axes_text(clash)} twice",
            span,
            label=f"{axes_text(clash)} of {name} and of what is differentiated",
            operands=(operand(value), replace(operand(leaf), label=name)),
            hints=(f"write {hint}",) if hint and order < 3 else (),
            about=("derivative", name, *clash),
        ),
    )
