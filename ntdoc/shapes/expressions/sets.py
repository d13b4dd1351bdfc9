"""The least, the largest and the sum over a set: `\\min \\{ X_{\\ax(i)} \\mid i \\in I \\}`, and limits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared
from ntdoc.shapes.environment import Environment, Use
from ntdoc.shapes.expressions import choosing, combine, indexing, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.patterns import in_scripts, names_in
from ntdoc.shapes.plan import (
    Call,
    Chosen,
    Constant,
    Defined,
    Function,
    Limiting,
    Parameter,
    Plan,
    Sampled,
    Spread,
    tends,
)
from ntdoc.shapes.rewriting import with_size
from ntdoc.shapes.sizes import Size, number, variable
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Limit, Logical, SetOf
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_PART_END = regex(r"\\\\|\$\$|\n\s*\n|\\end\b|&|\\q?quad\b|\\text\b")
# What each makes of a set, of a list of elements, and what leaves it as it is.
_OVER = {
    "min": ("min", "minimum", float("inf")),
    "inf": ("min", "minimum", float("inf")),
    "max": ("max", "maximum", float("-inf")),
    "sup": ("max", "maximum", float("-inf")),
    "sum": ("sum", "add", 0.0),
    "prod": ("prod", "multiply", 1.0),
}


def over_a_set(head: ast.Expr, argument: ast.Expr) -> bool:
    """Whether a name stands before a set whose elements it takes together."""
    named = isinstance(head, ast.Symbol) and not head.axes and head.sub is None and head.sup is None
    return named and isinstance(head, ast.Symbol) and head.base in _OVER and isinstance(argument, ast.Braces | SetOf)


def reduced(session: Session, head: ast.Expr, node: ast.Expr, env: Environment, span: Span) -> Typed:
    """The value of `min`, `max`, `sum` … over the elements of a set. Raises Unreadable."""
    assert isinstance(head, ast.Symbol)
    operation, pairwise, neutral = _OVER[head.base]
    if isinstance(node, ast.Braces):
        values = [infer.check(session, item, env) for item in node.items]
        if not values:
            raise Unreadable("an empty set", node.span)
        total = values[0]
        for value in values[1:]:
            total = combine.elementwise(env, pairwise, [total, value], span)
        return total._replace(span=span)
    assert isinstance(node, SetOf)
    running: dict[str, tuple[Typed, Size]] = {}
    tests: list[ast.Chain] = []
    for chain in node.conditions:
        found = _runs(session, chain, env)
        if found is None:
            tests.append(chain)
        for name, (low, size, at) in (found or {}).items():
            counted = indexing.counter(name, size, at, low)
            running[name] = (counted, size)
            env.notebook.uses.append(Use(name, "index", None, counted, at))
    if not running:
        raise Unreadable("a set that names no index", node.span)
    inner = replace(env, values=env.values | {name: typed for name, (typed, _) in running.items()})
    body = infer.check(session, node.body, inner)
    for chain in tests:
        test = choosing.condition(session, chain, inner)
        body = _where(env, body, test, neutral)
    if body.shape is None:
        return combine.poison(span)
    axes = tuple(f"#{name}" for name in running)
    for name, (_, size) in running.items():
        known = env.notebook.equations.reduce(size)
        if any(atom.startswith("#") for atom in known.atoms):
            raise Unreadable(f"the range of the index {name} is not known", node.span)
        if known != size and body.plan is not None:
            body = body._replace(plan=with_size(body.plan, size, known))
        size = known
        if f"#{name}" not in (body.shape or {}):
            plan = Spread(((f"#{name}", size),), body.plan) if body.plan is not None else None
            body = body._replace(plan=plan, shape={**(body.shape or {}), f"#{name}": size})
    return combine.along(env, operation, axes, body, span, span, keep=False)


def _where(env: Environment, body: Typed, test: Typed, neutral: float) -> Typed:
    shape = combine.union(env, [body, test], body.span)
    plan: Plan | None = None
    if body.plan is not None and test.plan is not None:
        plan = Chosen(((body.plan, test.plan), (Constant(neutral), None)))
    return Typed(plan, shape, body.span, body.flows | test.flows)


def _runs(session: Session, chain: ast.Chain, env: Environment) -> dict[str, tuple[int, Size, Span]] | None:
    """The indices that a condition lets run: where each begins, and how many numbers it takes. None if it is a test."""
    if not chain.rest:
        return None
    (relation, right), *more = chain.rest
    letters = [s for s in chain.subjects if isinstance(s, ast.Symbol) and not s.axes]
    if relation.kind == "in" and not more and isinstance(right, ast.TensorSet) and len(letters) == len(chain.subjects):
        if any(s.full_name in env.values for s in letters):
            return None
        if right.shape.axes or right.base.kind not in ("range", "named"):
            raise Unreadable("a set over numbers that ntdoc does not run through", right.span)
        found: dict[str, tuple[int, Size, Span]] = {}
        for letter in letters:
            size = variable(f"#{letter.full_name}@{chain.span.start}")
            if right.base.kind == "range":
                size = indexing.to_size(session, right.base.items[0], env)
            found[letter.full_name] = (1, size, letter.span)
        return found
    low, last = chain.subjects[0], chain.rest[-1][1]
    middle = right if isinstance(right, ast.Symbol) else None
    if len(chain.rest) == 2 and middle is not None and middle.full_name not in env.values:
        kinds = (relation.kind, chain.rest[1][0].kind)
        start = indexing.to_size(session, low, env).constant
        if kinds == ("le", "le") and start is not None and start.denominator == 1:
            size = indexing.to_size(session, last, env) - number(int(start) - 1)
            return {middle.full_name: (int(start), size, middle.span)}
    return None


def limit(session: Session, node: Limit, env: Environment) -> Typed:
    """`\\lim_{\\alpha \\to \\infty} E`: found by numbers when it is run."""
    if node.variable is None or node.target is None:
        return _of_what_tends_nowhere(session, node, env)
    name = node.variable.full_name
    goal = _goal(node.target)
    found = session.scope.tensor(name, env.at)
    tensor = isinstance(found, Declared) and bool(found.along)
    indices = (number for part in walk(node.body) if isinstance(part, ast.Index) for _, number in part.items)
    if name in session.written_sizes or any(name in names_in(number) for number in indices):
        raise Unreadable(f"a limit in the size or the index {name}", node.span)
    if goal is None or tensor or "\\mathbf" in node.target.span.text:
        raise Unreadable("a limit at something that is no number", node.target.span)
    key = tends(name)
    running = Typed(Parameter(key), {}, node.variable.span)
    env.notebook.uses.append(Use(name, "limit", None, running, node.variable.span))
    body = infer.check(session, node.body, replace(env, values=env.values | {name: running}))
    side = node.side
    if isinstance(found, Declared) and goal == 0 and found.sign in ("positive", "nonnegative"):
        side = side or 1  # there is no other side
    plan = None
    if body.plan is not None:
        tending = _as_it_tends(body.plan, name, Parameter(key), node.span)
        if not any(isinstance(part, Parameter) and part.name == key for part in walk(tending)):
            raise Unreadable(f"a limit of what is not made of the number {name}", node.span)  # but of its members
        plan = Limiting(key, goal, side, tending)
    return body._replace(plan=plan, span=node.span)


def _as_it_tends(plan: Plan, name: str, running: Parameter, span: Span) -> Plan:
    """A plan in which a number tends to something in all that is made of it: `\\lim_{t\\to 0} y`, with `y = s/t`.

    A function that is made of it takes it for one more parameter. Raises Unreadable if it is not called.
    """

    def is_it(node: Node) -> bool:
        return isinstance(node, Sampled) and node.key == name and not node.shape

    def has_it(node: Node) -> bool:
        return any(is_it(part) for part in walk(node))

    def change(node: Node) -> Node:
        while isinstance(node, Defined) and has_it(node):
            node = node.body  # which is kept no more
        if isinstance(node, Call) and has_it(node.function.body):
            own = node.function
            function = own.replace(
                parameters=(*own.parameters, (running.name, ())),
                body=rewritten(own.body, change),
                known=None,
                shapes=(*own.shapes, ()) if own.shapes else (),
            )
            return node.replace(function=function, arguments=(*node.arguments, running))
        return running if is_it(node) else node

    changed: Plan = rewritten(plan, change)
    if any(isinstance(node, Function) and has_it(node) for node in walk(changed)):
        raise Unreadable(f"a limit of a function that is made of {name}", span)
    return changed


def _of_what_tends_nowhere(session: Session, node: Limit, env: Environment) -> Typed:
    """`\\lim E`: the text may say what tends to what. It does not if a letter is declared and named nowhere else.

    A superscript may go without, and the end of a sum: everybody knows where the `n` of `P^n` goes.
    """
    formulas = _PART_END.split(node.span.source.text)
    parts = list(walk(node.body))
    inside = in_scripts(node.body)
    sums = [part for part in parts if isinstance(part, ast.BigOperator)]
    bound = {p.name for s in sums for p in walk((s.variable, s.low, s.high)) if isinstance(p, ast.Symbol)}
    symbols = [p for p in parts if isinstance(p, ast.Symbol) and not p.roman and id(p) not in inside]
    for symbol in symbols:
        known = symbol.name in bound or symbol.name in env.values or lookup(symbol.name) is not None
        known = known or session.tensor(symbol.name, env) is not None
        known = known or bool(session.scope.function(symbol.name, env.at))
        named = re.compile(re.escape(symbol.span.text.strip()) + r"(?![A-Za-z])")
        if not known and not any(named.search(formula) for formula in formulas if "\\lim" not in formula):
            message = f"{symbol.name} is not declared, and the limit does not say where it tends"
            report(env, Diagnostic("NT201", message, node.span, label=f"no {symbol.name} below \\lim"))
            return poison(node.span)
    raise Unreadable("a limit that does not say what tends to what", node.span)


def _goal(node: ast.Expr) -> float | None:
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Sum) and len(node.terms) == 1:
        sign, term = node.terms[0]
        value = _goal(term)
        return None if value is None else sign * value
    return None


def logical(session: Session, node: Logical, env: Environment) -> Typed:
    """Conditions joined: 1 where the whole holds."""
    parts = [choosing.condition(session, chain, env) for chain in node.parts]
    if node.kind == "not":
        one = Typed(Constant(1.0), {}, node.span)
        return combine.elementwise(env, "subtract", [one, parts[0]], node.span)
    total = parts[0]
    for part in parts[1:]:
        total = combine.elementwise(env, "multiply" if node.kind == "and" else "maximum", [total, part], node.span)
    return total
