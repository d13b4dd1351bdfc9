"""Other readings of a claim that does not hold: in another place, at the values of its letters, or in other units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from functools import reduce
from math import log, log10

from ntdoc.nodes import Node, rewritten, walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.calculus.losses import Losses
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document import neighbours, sentences
from ntdoc.shapes.functions import at_hand
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Operate, Plan, Renamed, Shared
from ntdoc.shapes.rewriting import throughout
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.statements import judge
from ntdoc.shapes.summary import is_sampled
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Among, Limit
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.symbols import GREEK

_UNIT = regex(  # right behind a formula
    r"\s*(?:\$|\\\))?[\s~]*(?:(hundred)|(thousand|k)|(million)|(billion|bn|(?-i:B))|(trillion)|(percent|per\s*cent|\\?%))(?!\w)",
    re.IGNORECASE,
)
_BITS = regex(r"\s*(?:\$|\\\))?(?:[\s~]|\\,)*bits?\b(?!\s+per\b)")  # of a logarithm that is a natural one
_IN_BITS = regex(r"\b(?:in|to)\s+bits\b|\blog\w*\s+(?:to|of|with|in)\s+(?:the\s+)?base\s+(?:two\b|\$?2\b)")
_POWERS = (2, 3, 6, 9, 12, -2)
_PREFIXED = regex(  # `16 \\cdot 2^{20} = 16` *MiB*, and also `= 16` *MB*
    r"\s*(?:\$|\\\))?(?:[\s~]|\\,)*([kKMGTP])(i)?(?:(?:[Bb]|[Bb]ytes?|[Bb]its?|bps|Hz|W|J|V|eV|FLOPS?|FLOPs?|[msg])(?:/s)?)?(?![\w-])"
)


def judge_again(session: Session, claim: Judged, role: Role, also_wrong: bool = False) -> Judged | None:
    """The same claim as another session or another role reads it; None if it cannot be read so.

    Nor if it is in error there, but for what could not be read at first: that error is its only reading.
    """
    try:
        again = judge(session, role)
    except Unreadable:
        return None
    found = next((j for j in again if j.span == claim.span and j.kind is claim.kind), None)
    if found is None or found.unread or found.notebook.blockers:
        return None
    return found if also_wrong or not (found.failed or found.notebook.diagnostics) else None


def judge_with(session: Session, claim: Judged, scope: Scope) -> Judged | None:
    """The same claim with what a scope without some formulas knows of names; None if it cannot be read so."""
    losses = Losses(session.ranges.entries, scope)
    there = replace(session.at_place(None), scope=scope, losses=losses, surroundings={}, varying={})
    return judge_again(there, claim, claim.role)


def _behind(span: Span) -> str:
    return span.source.words[span.end : span.end + 30]


def has_unit(span: Span) -> bool:
    """Whether the words right behind a number count in something else than ones, *302* *million*, *26* *GB*."""
    after = _behind(span)
    return span.text.strip().endswith("%") or bool(_UNIT.match(after) or _PREFIXED.match(after))


def unit_behind(claim: Judged) -> tuple[str, float] | None:
    """The word right behind the number that a claim in a sentence ends with, *million*, and how many ones that is."""
    parsed = claim.role.entry.parsed
    if claim.role.entry.display or not isinstance(parsed, ast.Chain) or not isinstance(claim.right, ast.Number):
        return None
    found = _UNIT.match(_behind(claim.right.span)) if parsed.rest and parsed.rest[-1][1] is claim.right else None
    if found is None:
        return None
    word, power = next((said, power) for power, said in zip(_POWERS, found.groups(), strict=True) if said)
    return word, 10.0**power


def in_units(session: Session, claim: Judged) -> Iterator[Judged]:
    """`4096^2 \\approx 16.8` *million*: the number that is written, in the units of the words behind it."""
    parsed = claim.role.entry.parsed
    if not isinstance(parsed, ast.Chain) or not isinstance(claim.right, ast.Number) or claim.left is None:
        return
    span = claim.right.span
    if span.text.endswith("%"):  # `100 \\cdot a / b = 73\\%`
        hundredfold = claim.right.replace(value=claim.right.value * 100, places=max(claim.right.places - 2, 0))
        yield from as_claim(session, claim, claim.left, hundredfold)
    if claim.role.entry.display or parsed.rest[-1][1] is not claim.right:
        return
    after = _behind(span)
    if (prefixed := _PREFIXED.match(after)) is not None:
        power = "kmgtp".index(prefixed[1].lower()) + 1
        binary = claim.right.replace(value=claim.right.value * 1024.0**power, places=claim.right.places - 3 * power)
        yield from as_claim(session, claim, claim.left, binary, rounded=True)
        decimal = claim.right.replace(value=claim.right.value * 1000.0**power, places=binary.places)
        yield from as_claim(session, claim, claim.left, decimal, rounded=True)
    if _IN_BITS.search(sentences.before(parsed.span, across=True)) or _BITS.match(after):
        yield from as_claim(session, claim, claim.left, claim.right.replace(value=claim.right.value * log(2)))
    if (unit := unit_behind(claim)) is not None:
        power = round(log10(unit[1]))
        number = claim.right.replace(value=claim.right.value * unit[1], places=claim.right.places - power)
        yield from as_claim(session, claim, claim.left, number, rounded=True)


def at_its_values(session: Session, claim: Judged) -> Judged | None:
    """`f(g) = g \\ndot{\\ax} d = 4`, after a `g` in numbers: the function is defined for any, and 4 at this one."""
    own, parsed = claim.role.defines, claim.role.entry.parsed
    if not isinstance(own, Function) or not isinstance(parsed, ast.Chain) or claim.right is None or not own.letters:
        return None
    at = claim.role.entry
    values = [session.scope.tensor(letter, at) for letter in own.letters]
    if not all(isinstance(b, Tensor) and b.entry.index < at.index and numeric.is_numbers(b.body) for b in values):
        return None
    return next(as_claim(session, claim, parsed.subjects[0], claim.right), None)


def with_constants(session: Session, claim: Judged) -> Iterator[Judged]:
    """`\\sum_{e} f_{\\ax(e)} + e`, where e or \\pi is also an index: with the number of that name.

    What the document defines or declares is what it says, and not the number.
    """
    yield from _with_constants(session, claim, CONSTANTS.keys() - _said_constants(session))


def with_said_constants(session: Session, claim: Judged) -> tuple[str, Judged] | None:
    """`\\frac{e^2}{e^2 + e} \\approx 0.73` of a tensor `e`: the name, and the claim of the number.

    It has to be an equation in numbers, or of a section that says nothing of the name. An order is of the tensor.
    """
    at, scope = claim.role.entry, session.scope
    parts = (p for side in (claim.left, claim.right) for p in walk(side) if isinstance(p, ast.Symbol))
    names = {p.name for p in parts} & _said_constants(session)
    if not names or claim.relation is None or claim.relation.kind not in ("eq", "approx"):
        return None
    again = next(_with_constants(session, claim, names), None)
    said = [b for name in names for b in scope.by_name[name]]
    if all(b.entry.section != at.section for b in said):
        again = judge_with(session, claim, reduce(Scope.without, said, scope))
    elif again is not None and any(map(is_sampled, again.plans)):
        return None
    return None if again is None else (min(names), again)


def _said_constants(session: Session) -> set[str]:
    """Those of the names of constants that the document has for something of its own."""
    return {name for name in CONSTANTS if session.scope.by_name.get(name)}


def _with_constants(session: Session, claim: Judged, names: Set[str]) -> Iterator[Judged]:
    """A claim with the numbers for these names of constants.

    The letter that an operator runs over, `\\max_{e} f_{\\ax(e)}`, is none. Nor is what is said to have a shape, or a
    letter alone in an order, *the scores are `e \\le 3`*.
    """
    alone = any(isinstance(side, ast.Symbol) and side.full_name in names for side in (claim.left, claim.right))
    if claim.member is not None or (alone and (claim.relation is None or claim.relation.kind != "approx")):
        return
    operators = (n for n in walk((claim.left, claim.right)) if isinstance(n, ast.BigOperator | Among | Limit))
    running = {(n.variable.full_name, id(p)) for n in operators if n.variable is not None for p in walk(n)}

    def constant(node: Node) -> Node:
        if not isinstance(node, ast.Symbol) or node.name not in names or node.axes or node.under:
            return node
        if (node.name, id(node)) in running:
            return node
        if node.sup is None:
            return ast.Number(CONSTANTS[node.name], 0, node.span)
        if node.sup.expr is None:
            return node
        if node.name != "e":
            return ast.Power(ast.Number(CONSTANTS[node.name], 0, node.span), node.sup.expr, node.span)
        head = node.replace(base="exp", sup=None, roman=True)
        return ast.Juxtaposition((head, ast.Group((node.sup.expr,), (), "(", node.sup.span)), node.span)

    if claim.left is not None and claim.right is not None:
        left, right = rewritten(claim.left, constant), rewritten(claim.right, constant)
        if left is not claim.left or right is not claim.right:
            yield from as_claim(session, claim, left, right)


def of_first_factors(session: Session, claim: Judged) -> Iterator[Judged]:
    """`\\cos d \\, x`, where the function is meant to be of the `d` alone; `\\nabla \\log p \\, a` of `\\log p`."""
    if claim.left is None or claim.right is None:
        return
    for alone in (_with_first_argument, _with_first_gradient):
        left, right = rewritten(claim.left, alone), rewritten(claim.right, alone)
        if left is not claim.left or right is not claim.right:
            yield from as_claim(session, claim, left, right)


def _with_first_argument(node: Node) -> Node:
    if not isinstance(node, ast.Juxtaposition) or len(node.factors) < 3:
        return node
    head, first, *others = node.factors
    if not _is_known(head) or any(isinstance(f, ast.Group) for f in (first, others[0])):
        return node
    span = head.span.to(first.span)
    return node.replace(factors=(ast.Group((ast.Juxtaposition((head, first), span),), (), "(", span), *others))


def _with_first_gradient(node: Node) -> Node:
    places = enumerate(node.factors if isinstance(node, ast.Juxtaposition) else ())
    slopes = (n for n, f in places if isinstance(f, ast.Differential) and f.by is not None and _is_known(f.body))
    at = next(slopes, None)
    if at is None or not isinstance(node, ast.Juxtaposition) or len(node.factors) < at + 3:
        return node
    slope, first = node.factors[at : at + 2]
    if not isinstance(slope, ast.Differential) or isinstance(first, ast.Group):
        return node
    body = ast.Juxtaposition((slope.body, first), slope.body.span.to(first.span))
    own = slope.replace(body=body, span=slope.span.to(first.span))
    grouped = ast.Group((own,), (), "(", own.span)
    return node.replace(factors=(*node.factors[:at], grouped, *node.factors[at + 2 :]))


def _is_known(head: ast.Expr) -> bool:
    return isinstance(head, ast.Symbol) and lookup(head.name) is not None


def with_known_functions(session: Session, claim: Judged) -> Iterator[Judged]:
    """`\\sigma(x) \\le 1`, where \\sigma is also the name of a number: with the known function of that name."""
    tensors = {use.name for use in claim.notebook.uses if use.role == "tensor"}

    def known(node: Node) -> Node:
        if not isinstance(node, ast.Juxtaposition) or not (heads := set(heads_of_known_functions(node)) & tensors):
            return node
        pairs = zip(node.factors, (*node.factors[1:], None), strict=True)
        return node.replace(factors=tuple(_as_function(f, behind, heads) for f, behind in pairs))

    if claim.left is not None and claim.right is not None:
        left, right = rewritten(claim.left, known), rewritten(claim.right, known)
        if left is not claim.left or right is not claim.right:
            yield from as_claim(session, claim, left, right)


def _as_function(factor: ast.Expr, behind: ast.Expr | None, heads: set[str]) -> ast.Expr:
    """One of these names before brackets, by the name that the known function has."""
    if not isinstance(factor, ast.Symbol) or factor.full_name not in heads or not isinstance(behind, ast.Group):
        return factor
    found = lookup(factor.name)
    return factor if found is None else factor.replace(base=found.name, roman=True)


def heads_of_known_functions(node: object) -> Iterator[str]:
    """The Greek letters before brackets that are names of known functions, too: `\\sigma(x)`."""
    for head, behind in neighbours.pairs(node):
        plain = isinstance(head, ast.Symbol) and not (head.axes or head.under or head.sub or head.sup)
        one = isinstance(behind, ast.Group) and len(behind.items) == 1 and not behind.parameters
        if plain and one and isinstance(head, ast.Symbol) and head.base in GREEK and lookup(head.name) is not None:
            yield head.full_name


def with_parts_of_letters(session: Session, claim: Judged) -> Iterator[Judged]:
    """`L(0)` of an `L(a) = E(p)`, after `p = f(a)`: with a `p` that varies with the letter, too."""
    at = claim.role.entry

    def there(node: Node) -> Node:
        if not isinstance(node, ast.Juxtaposition) or len(node.factors) != 2:
            return node
        head, bracket = node.factors
        if not isinstance(head, ast.Symbol) or not isinstance(bracket, ast.Group) or bracket.parameters:
            return node
        own = next(iter(session.scope.function(head.full_name, at)), None)
        if not isinstance(own, Function) or own.extras or own.axes or isinstance(own.body, ast.TensorSet):
            return node
        if len(own.parameters) != len(bracket.items) or own.entry.section != at.section:
            return node
        if not at_hand.is_of_letters(session, own):
            return node
        body = ast.Group((own.body,), (), "(", node.span)
        return ast.Restricted(body, tuple(zip(own.parameters, bracket.items, strict=True)), node.span)

    if claim.left is not None and claim.right is not None:
        left, right = rewritten(claim.left, there), rewritten(claim.right, there)
        if left is not claim.left or right is not claim.right:
            yield from as_claim(session, claim, left, right)


def by_one_argument(session: Session, claim: Judged) -> Iterator[Judged]:
    """`\\frac{\\partial F(q, v)}{\\partial q}`, where `v` is made of `q`: by that argument alone."""
    at = claim.role.entry

    def alone(node: Node) -> Node:
        if not isinstance(node, ast.Derivative) or node.total or not isinstance(node.body, ast.Juxtaposition):
            return node
        head, *behind = node.body.factors
        if not isinstance(head, ast.Symbol) or len(behind) != 1 or not isinstance(call := behind[0], ast.Group):
            return node
        names = [item.full_name for item in call.items if isinstance(item, ast.Symbol) and not item.axes]
        own = names_in(node.by)
        if len(names) != len(call.items) or not own < {*names} or not session.scope.function(head.full_name, at):
            return node
        fixed = tuple(item if names_in(item) <= own else _constant(item) for item in call.items)
        return node.replace(body=node.body.replace(factors=(head, call.replace(items=fixed))))

    if claim.law is None and claim.left is not None and claim.right is not None:
        left, right = rewritten(claim.left, alone), rewritten(claim.right, alone)
        if left is not claim.left or right is not claim.right:
            yield from as_claim(session, claim, left, right)


def _constant(item: ast.Expr) -> ast.Expr:
    head = ast.Symbol("sg", None, None, (), True, item.span)
    return ast.Juxtaposition((head, ast.Group((item,), (), "(", item.span)), item.span)


def with_inverses_turned(session: Session, claim: Judged) -> Iterator[Judged]:
    """`G^{-1} \\ndot{\\ax} x`, where the inverse is meant to have the two axes of `G` in each other's place.

    The derivative of an inverse is made of others: the claim is judged again, with each inverse turned at once.
    """
    derived: list[Plan] = []

    def turned(part: Plan) -> Plan | None:
        found = _turned(part)
        if found is None and isinstance(part, Operate) and part.operation == "inv" and is_sampled(part):
            derived.append(part)
        return found

    def other(side: Typed | None) -> Typed | None:
        return side if side is None or side.plan is None else side._replace(plan=throughout(side.plan, turned))

    left, right = other(claim.value), other(claim.other)
    pairs = ((left, claim.value), (right, claim.other))
    if claim.law is not None:
        return
    if derived:
        again = judge_again(session.with_inverses_turned(), claim, claim.role)
        if again is not None:
            yield replace(again, turned=True)
    elif any(new and old and new.plan is not old.plan for new, old in pairs):
        yield replace(claim, value=left, other=right, turned=True)


def inverses_in(claim: Judged) -> list[Plan]:
    """The inverses in both sides of a claim, and in what these are made of, that may be read the other way round."""
    found: list[Plan] = []

    def noted(part: Plan) -> Plan | None:
        if (inverse := _turned(part)) is not None:
            found.append(inverse)
        return None

    for plan in claim.plans:
        throughout(plan, noted)
    return found


def _turned(part: Plan) -> Plan | None:
    """An inverse of an array that is drawn, with its axes as its array has them; None of any other part.

    In a derivative it is shared.
    """
    inverse = part.body if isinstance(part, Renamed) else None
    inverse = inverse.body if isinstance(inverse, Shared) else inverse
    if not isinstance(part, Renamed) or not isinstance(inverse, Operate) or inverse.operation != "inv":
        return None
    if not is_sampled(inverse):  # of an array in numbers
        return None
    row, column = inverse.axes
    return inverse if {*part.pairs} == {(row, column), (column, row)} else None


def as_claim(
    session: Session, claim: Judged, left: ast.Operand, right: ast.Operand, rounded: bool = False
) -> Iterator[Judged]:
    """The claim with other sides, if they can be read. What is `rounded`, `= 84.9` *million*, is equal up to that."""
    assert claim.relation is not None
    relation = claim.relation.replace(kind="approx") if rounded and claim.relation.kind == "eq" else claim.relation
    parsed, at = claim.role.entry.parsed, claim.role.entry
    assert isinstance(parsed, ast.Chain)
    link = parsed.replace(subjects=(left,), rest=((relation, right),), rows=(claim.row, claim.row))
    try:
        (found,) = claims(session, Role(replace(at, parsed=link), Kind.CLAIM, claim.role.name), link)
    except (Unreadable, ValueError):
        return
    if not (found.unread or found.failed or found.notebook.diagnostics or found.notebook.blockers):
        found.span, found.step = claim.span, claim.step
        yield found
