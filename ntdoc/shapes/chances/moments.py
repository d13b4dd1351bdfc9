"""`\\mathbb{E}[X]`, `\\mathrm{Var}[X]`, `\\mathrm{Cov}(X, Y)`: over the free tensors of which a law is known.

What is random has a draw for each index of two axes that no document can name; everything else is lifted over them, as
it is over any axis that it does not name (Definition 5). A mean goes over one of them. The other one is left, so that
what is compared in the end is there several times.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.chances import tables
from ntdoc.shapes.chances.laws import KINDS, UNREAD, Law, of_statement, without_identity
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.said import averages
from ntdoc.shapes.drawn_plan import ANY, DRAWS, NORMAL, UNIFORM, Averaged, Drawn
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, infer
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import (
    Call,
    Compared,
    Constant,
    Defined,
    Operate,
    Plan,
    Recurrence,
    Renamed,
    Sampled,
    Smooth,
)
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.summary import samples_in
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Moment
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_CONSTANT = regex(r"\b(?:fixed|constant|deterministic|known|non-?random|given)\b", re.IGNORECASE)
_CLAUSE = regex(r"[,;:]")
_FREE = (DomainKind.REAL, DomainKind.UNIT, DomainKind.BINARY, DomainKind.FINITE)


def of_call(session: Session, head: ast.Expr, bracket: ast.Expr, env: Environment) -> Moment | None:
    """`\\mathrm{Var}[X]` as a moment, where `Var` is nothing else and laws are known of what `X` is made of."""
    if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or bracket.parameters:
        return None
    over = _below(head)
    name = head.full_name if not over else head.base
    kind = KINDS.get(name) if head.roman and not head.axes else None
    count = 2 if kind == "covariance" else 1
    if kind is None or len(bracket.items) != count or session.scope.by_name.get(head.full_name):
        return None
    found = Moment(kind, over, bracket.items, head.span.to(bracket.span))
    if not session.laws.by_name and tables.as_sum(session, found, env) is None:
        return None
    quiet = env.aside()
    try:
        check(session, found, quiet)
    except (Unreadable, Demand):
        return None
    return found


def _below(head: ast.Symbol) -> tuple[ast.Chain, ...]:
    """What a moment is over, `\\epsilon` of `\\mathrm{Var}_\\epsilon[X]`."""
    below = head.sub.expr if head.sub is not None and head.sup is None else None
    return (ast.Chain((below,), (), (0,), (), below.span),) if isinstance(below, ast.Symbol) else ()


def check(session: Session, node: Moment, env: Environment) -> Typed:
    """The value of a moment. Raises Unreadable where no law is known of what it is over."""
    if (exact := tables.as_sum(session, node, env)) is not None:
        return infer.check(session, exact, env)
    if env.values or env.records:
        raise _unread(node.span)
    items = [infer.check(session, item, env) for item in node.items]
    if any(item.shape is None for item in items) and _is_known(session, node, env):
        return combine.poison(node.span)
    over = _over(session, node, items, env)
    plans = [item.plan for item in items]
    if any(plan is None or any(isinstance(part, Smooth | Recurrence) for part in walk(plan)) for plan in plans):
        raise _unread(node.span)
    drawn = {key: _drawn(session, plan, law, env, node.span) for key, (plan, law) in over.items()}
    inside = {id(x) for plan in plans for c in walk(plan) if isinstance(c, Call) for x in walk(c.function.body)}
    if any(isinstance(x, Sampled) and x.key in drawn and id(x) in inside for plan in plans for x in walk(plan)):
        raise _unread(node.span)  # what is lifted is told apart from what a body is made of
    fixed = _fixed(session, plans, drawn, env, node)

    def instead(part: Plan) -> Plan | None:
        return drawn.get(part.key) if isinstance(part, Sampled) else None

    values = [i._replace(plan=throughout(i.plan, instead)) for i in items if i.plan is not None]

    def mean(value: Typed) -> Typed:
        assert value.plan is not None
        return value._replace(plan=Averaged(value.plan, fixed))

    if node.kind == "mean":
        return mean(values[0])._replace(span=node.span)
    left = values[0]
    right = _apart(left, values[1], node, _is_one(*items)) if node.kind == "covariance" else left
    centred = [combine.elementwise(env, "subtract", [x, mean(x)], x.span) for x in (left, right)]
    product = mean(combine.elementwise(env, "multiply", centred, node.span))
    unbiased = Typed(Constant(DRAWS / (DRAWS - 1)), {}, node.span)
    product = combine.elementwise(env, "multiply", [unbiased, product], node.span)
    return combine.elementwise(env, "sqrt", [product], node.span) if node.kind == "deviation" else product


def _is_one(left: Typed, right: Typed) -> bool:
    """Whether both are the same tensor by name: their covariance is symmetric."""
    x, y = left.plan, right.plan
    return isinstance(x, Sampled | Defined) and isinstance(y, Sampled | Defined) and x.key == y.key


def _is_known(session: Session, node: Moment, env: Environment) -> bool:
    """Whether something in a moment has a law, and nothing is wrong with it but its axes."""
    undeclared = env.notebook.blockers or any(d.code == "NT201" for d in env.notebook.diagnostics)
    laws = (session.laws.of(name, env.at, session.scope) for name in names_in(node.items))
    return not undeclared and any(law is not None for law in laws)


def _apart(left: Typed, right: Typed, node: Moment, symmetric: bool) -> Typed:
    """The second operand of a covariance, with a prime at the axes that the first one has, too."""
    shape, plan = right.shape or {}, right.plan
    both = tuple((axis, f"{axis}'") for axis in shape if axis in (left.shape or {}))
    if any(new in shape or new in (left.shape or {}) for _, new in both) or plan is None:
        raise _unread(node.span)
    if both and not symmetric:  # which of the two has the prime is not said
        raise _unread(node.span)
    names = dict(both)
    renamed = {names.get(axis, axis): size for axis, size in shape.items()}
    return right._replace(shape=renamed, plan=Renamed(both, plan) if both else plan)


def _over(
    session: Session, node: Moment, items: Sequence[Typed], env: Environment
) -> dict[str, tuple[Sampled, Law]]:
    """The free tensors that a moment is over, with their laws."""
    free = samples_in(*(item.plan for item in items))
    laws = {key: law for key in free if (law := session.laws.of(key, env.at, session.scope)) is not None}
    if node.over:
        own: dict[str, Law] = {}
        for chain in node.over:
            subject = chain.subjects[0]
            said = of_statement(chain, env.at) if chain.rest else None
            name = subject.full_name if isinstance(subject, ast.Symbol) and len(chain.subjects) == 1 else ""
            if chain.rest and (said is None or name not in free):
                raise _unread(node.span)
            if said is not None:
                own[name] = said
                continue
            inner = infer.check(session, subject, env) if isinstance(subject, ast.Symbol) else None
            made = samples_in(inner and inner.plan).keys()
            if not made & laws.keys():
                raise _unread(node.span)
            own |= {key: laws[key] for key in made & laws.keys()}
        laws = own
    if not laws or any(free[key].domain.kind not in _FREE or _is_bound(free[key]) for key in laws):
        raise _unread(node.span)
    return {key: (free[key], law) for key, law in laws.items()}


def _is_bound(free: Sampled) -> bool:
    """Whether more is said of a tensor than a law of independent entries says."""
    domain = free.domain
    return bool(domain.centred or domain.unit or domain.symmetric or domain.diagonal or domain.orthogonal)


def _fixed(
    session: Session, plans: Iterable[Plan | None], drawn: dict[str, Plan], env: Environment, node: Moment
) -> tuple[str, ...]:
    """The free tensors that are not random, as far as the text says. Raises Unreadable where it says they are."""
    free: dict[str, list[Sampled]] = {}
    for part in (part for plan in plans for part in walk(plan) if isinstance(part, Sampled)):
        free.setdefault(part.key, []).append(part)
    if node.over:
        return ()
    given = samples_in(*drawn.values())
    laws = session.laws
    others = [key for key in free if key not in drawn and key not in given and not laws.is_beside(key, env.at)]
    if any(laws.is_other(key) for key in others):
        raise _unread(node.span)
    shaped = {key for key, parts in free.items() if any(part.shape for part in parts)}
    parameters = {found.entry.sentence for found in _given_to_laws(session, env)}
    return tuple(key for key in others if _may_be_random(session.tensor(key, env), key in shaped, parameters))


def _given_to_laws(session: Session, env: Environment) -> Iterator[Tensor | Declared]:
    """What the laws of a document are given, as the `\\sigma` of `\\epsilon \\sim \\mathcal{N}(0, \\sigma^2)`."""
    operands = [operand for laws in session.laws.by_name.values() for law in laws for operand in law.given]
    for name in {name for operand in operands for name in names_in(operand)}:
        if (found := session.tensor(name, env)) is not None:
            yield found


def _may_be_random(found: Tensor | Declared | None, shaped: bool, parameters: Collection[int]) -> bool:
    """Whether the sentence of a declaration speaks of chance, or, of a tensor, does not say that it is fixed.

    What is declared in one sentence with the `parameters` of a law is one: *let `\\mu \\in S` and `\\sigma > 0`*.
    """
    if found is None:
        return shaped
    if found.entry.sentence in parameters and not averages.is_called_random(found.span):
        return False
    before, after = sentences.before(found.span), sentences.after(found.span)
    clause = f"{_CLAUSE.split(before)[-1]} … {_CLAUSE.split(after)[0]}"
    if _CONSTANT.search(clause):
        return False
    return averages.is_called_random(found.span) or (shaped and not _CONSTANT.search(f"{before} … {after}"))


def _drawn(session: Session, free: Sampled, law: Law, env: Environment, span: Span) -> Plan:
    """Many draws of a free tensor, in its place."""
    given = [*_given(session, law, free, env, span)]
    standard = Drawn(free.key, free.shape, law.kind)
    if law.kind == UNIFORM:
        low, high = given
        return Operate("add", (), (low, Operate("multiply", (), (Operate("subtract", (), (high, low)), standard))))
    if law.kind == "set":
        return Compared("lt", Drawn(free.key, free.shape, UNIFORM), given[0])
    if not given:
        return standard
    mean, variance = given
    return Operate("add", (), (mean, Operate("multiply", (), (Operate("sqrt", (), (variance,)), standard))))


def _given(session: Session, law: Law, free: Sampled, env: Environment, span: Span) -> Iterator[Plan]:
    own = {axis for axis, _ in free.shape}
    for number, node in enumerate(law.given):
        spread = law.kind in (NORMAL, ANY) and number == 1
        other, axes = without_identity(node, session.scope.by_name) if spread else (node, ())
        if axes and not own.issuperset(axis.rstrip("'") for axis in axes):
            raise _unread(span)
        if other is None:
            yield Constant(1.0)
            continue
        lone = law.kind == NORMAL and number == 1 and other is node
        lone = lone and isinstance(other, ast.Symbol) and other.sup is None
        if lone and not _says_variance(law):
            raise _unread(span)  # it may be the standard deviation
        typed = infer.check(session, other, env)
        if typed.plan is None or typed.shape is None or not own.issuperset(typed.shape):
            raise _unread(span)
        yield typed.plan


def _says_variance(law: Law) -> bool:
    span = law.entry.parsed.span
    return "varia" in sentences.before(span) + sentences.after(span)


def _unread(span: Span) -> Unreadable:
    return Unreadable(UNREAD, span)
