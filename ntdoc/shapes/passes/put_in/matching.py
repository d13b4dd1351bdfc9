"""What numbers stand in a formula for the letters of another: `784 \\cdot 10 + 10` for those of `n m + m`.

Terms and factors may stand in another order. A part that is worked out, `0.7` for `1 - p`, is what the letters make it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.shapes.arithmetic import value
from ntdoc.shapes.patterns import number_in, power_in, summed
from ntdoc.syntax import ast

STEPS = 4000  # that are tried in all
CLOSE = 0.02  # numbers may be rounded


@dataclass(frozen=True, slots=True)
class Match:
    """What the letters are, the parts that are worked out, and how often numbers contradict each other."""

    letters: Mapping[str, ast.Expr]
    worked_out: tuple[tuple[ast.Expr, ast.Expr], ...] = ()
    wrong: int = 0


@dataclass(slots=True)
class _Search:
    steps: int = 0

    def on(self) -> bool:
        self.steps += 1
        return self.steps <= STEPS


def matched(formula: ast.Operand, numbers: ast.Operand) -> Match | None:
    """The match of most letters, and of these the one with the fewest contradictions; None if the forms differ."""
    if power_in(numbers) is not None and not isinstance(numbers, ast.Fraction | ast.Product | ast.Power):
        return None
    best: Match | None = None
    most = len(letters_of(formula))
    for found in map(_held_against, _matches(formula, numbers, Match({}), _Search())):
        if any(part is formula for part, _ in found.worked_out):
            continue
        if best is None or (-len(found.letters), found.wrong) < (-len(best.letters), best.wrong):
            best = found
        if len(best.letters) == most and not best.wrong:
            break
    return best


def _held_against(found: Match) -> Match:
    """The match, with the parts that are worked out to another number than the letters make among what is wrong."""
    known = {letter: x for letter, given in found.letters.items() if (x := value(given)) is not None}
    wrong = 0
    for part, number in found.worked_out:
        made, said = value(part, known), value(number)
        wrong += made is not None and said is not None and not _is_close(made, said)
    return replace(found, wrong=found.wrong + wrong)


def _is_close(one: float, other: float) -> bool:
    return abs(one - other) <= CLOSE * max(abs(one), abs(other))


def _matches(formula: object, numbers: object, found: Match, search: _Search) -> Iterator[Match]:
    formula, numbers = _bare(formula), _bare(numbers)
    if found.wrong > 1 or not search.on():
        return
    if (known := value(formula)) is not None:
        if (said := value(numbers)) is not None and _is_close(known, said):
            yield found
        return
    yield from _parts(formula, numbers, found, search)
    plain = isinstance(formula, ast.Symbol) and power_of(formula) is None
    if not plain and (number_in(numbers) is not None or power_in(numbers) is not None):
        yield replace(found, worked_out=(*found.worked_out, (formula, numbers)))  # type: ignore[arg-type]


def _parts(formula: object, numbers: object, found: Match, search: _Search) -> Iterator[Match]:
    """The matches of the parts of two formulas of one form."""
    match formula, numbers:
        case ast.Symbol(axes=()), _:
            power = power_of(formula)
            if power is None:
                yield from _letter(formula, numbers, found)
            elif isinstance(numbers, ast.Power):
                for one in _matches(formula.replace(sup=None), numbers.base, found, search):
                    yield from _matches(power, numbers.exponent, one, search)
            elif isinstance(numbers, ast.Symbol) and numbers.name == formula.name:
                yield from _matches(power, power_of(numbers), found, search)
        case ast.Power(), ast.Power():
            for one in _matches(formula.base, numbers.base, found, search):
                yield from _matches(formula.exponent, numbers.exponent, one, search)
        case ast.Root(degree=None), ast.Root(degree=None):
            yield from _matches(formula.radicand, numbers.radicand, found, search)
        case ast.Bars(), ast.Bars() if formula.double == numbers.double:
            yield from _matches(formula.body, numbers.body, found, search)
        case ast.Sum(), ast.Sum():
            yield from _terms(list(formula.terms), list(numbers.terms), found, search)
        case ((ast.Product() | ast.Juxtaposition() | ast.Fraction()), _):
            yield from _quotients(formula, numbers, found, search)


def power_of(name: ast.Symbol) -> ast.Expr | None:
    """What stands at the top of a name as a power, `2` of `x^2`, and no label, as in `x^{(1)}`."""
    power = name.sup.expr if name.sup is not None else None
    return None if isinstance(power, ast.Group) else power


def letter_name(name: ast.Symbol) -> str:
    """The name without a power."""
    return name.full_name if power_of(name) is None else name.name


def _letter(letter: ast.Symbol, numbers: object, found: Match) -> Iterator[Match]:
    said = value(numbers)
    if said is None:
        return
    before = found.letters.get(letter.full_name)
    if before is None:
        yield replace(found, letters={**found.letters, letter.full_name: numbers})  # type: ignore[dict-item]
    elif (known := value(before)) is not None and _is_close(known, said):
        yield found
    else:
        yield replace(found, wrong=found.wrong + 1)


def _quotients(formula: ast.Expr, numbers: object, found: Match, search: _Search) -> Iterator[Match]:
    """Of products, and of quotients of products; a call of a function is one of the same function."""
    called, known = _call(formula), _call(numbers)
    if called is not None:
        if known is not None and called[0] == known[0]:
            yield from _matches(called[1], known[1], found, search)
        return
    ours, theirs = _over_under(formula), _over_under(numbers)
    if ours is None or theirs is None or bool(ours[1]) != bool(theirs[1]):
        return
    if len(ours[0]) == len(theirs[0]) == 1 and not ours[1]:
        return
    for one in _factors(ours[0], _gathered(theirs[0], len(ours[0])), found, search):
        yield from _factors(ours[1], _gathered(theirs[1], len(ours[1])), one, search)


def _factors(ours: list[ast.Expr], theirs: list[ast.Expr], found: Match, search: _Search) -> Iterator[Match]:
    if len(ours) != len(theirs):
        return
    if not ours:
        yield found
        return
    for at, other in enumerate(theirs):
        for one in _matches(ours[0], other, found, search):
            yield from _factors(ours[1:], theirs[:at] + theirs[at + 1 :], one, search)


def _terms(
    ours: list[tuple[int, ast.Expr]], theirs: list[tuple[int, ast.Expr]], found: Match, search: _Search
) -> Iterator[Match]:
    if len(ours) != len(theirs):
        return
    if not ours:
        yield found
        return
    sign, term = ours[0]
    for at, (other_sign, other) in enumerate(theirs):
        numbers = other if sign == other_sign else _negative(other)
        for one in _matches(term, numbers, found, search):
            yield from _terms(ours[1:], theirs[:at] + theirs[at + 1 :], one, search)


def _negative(node: ast.Expr) -> ast.Expr:
    """A number with the other sign; a product, or a quotient, has it at its first factor."""
    match node:
        case ast.Product():
            return node.replace(first=_negative(node.first))
        case ast.Sum(terms=((sign, term),)):
            return term if sign < 0 else ast.Sum(((-1, term),), node.span)
        case ast.Fraction():
            return node.replace(numerator=_negative(node.numerator))
    return ast.Sum(((-1, node),), node.span)


def _bare(node: object) -> object:
    while isinstance(node, ast.Group) and len(node.items) == 1 and not node.parameters:
        node = node.items[0]
    return node


def _call(node: object) -> tuple[str, ast.Expr] | None:
    """The known function of a call, and what it is called on."""
    if isinstance(node, ast.Juxtaposition) and len(node.factors) == 2:
        head, argument = node.factors
        if isinstance(head, ast.Symbol) and is_function(head, argument):
            return head.full_name, argument
    return None


def is_function(head: ast.Symbol, behind: ast.Expr) -> bool:
    """Whether a name before something is a known function, `\\log a` and `\\sigma(a)`, and no factor, `\\sigma x`."""
    known = head.name not in CONSTANTS and lookup(head.name) is not None
    return known and (head.roman or isinstance(behind, ast.Group))


def _over_under(node: object) -> tuple[list[ast.Expr], list[ast.Expr]] | None:
    """The factors over and under the line; None for a product that is no plain one."""
    over: list[ast.Expr] = []
    under: list[ast.Expr] = []
    pending: list[tuple[object, bool]] = [(node, True)]
    while pending:
        part, above = pending.pop(0)
        match part:
            case ast.Fraction() if value(part) is None or part is node:
                pending[:0] = [(part.numerator, above), (part.denominator, not above)]
            case ast.Product():
                if any(operator.kind not in ("times", "divide") for operator, _ in part.rest):
                    return None
                rest = [(factor, above == (operator.kind == "times")) for operator, factor in part.rest]
                pending[:0] = [(part.first, above), *rest]
            case ast.Juxtaposition():
                if _call(part) is not None:
                    (over if above else under).append(part)
                elif any(isinstance(f, ast.Symbol) and is_function(f, g) for f, g in pairwise(part.factors)):
                    return None
                else:
                    pending[:0] = [(factor, above) for factor in part.factors]
            case ast.Group() if len(part.items) == 1 and not part.parameters:
                inner = _bare(part)
                if isinstance(inner, ast.Product | ast.Juxtaposition):
                    pending.insert(0, (inner, above))
                else:
                    (over if above else under).append(part)
            case _:
                (over if above else under).append(part)  # type: ignore[arg-type]
    return over, under


def _gathered(factors: list[ast.Expr], wanted: int) -> list[ast.Expr]:
    """As many factors as are wanted, if numbers with the power of ten behind them are one: `7 \\cdot 10^9`."""
    found = list(factors)
    at = 0
    while len(found) > wanted and at + 1 < len(found):
        if isinstance(found[at], ast.Number) and _is_power_of_ten(found[at + 1]):
            times = ast.ProductOperator("times", "cdot", (), found[at].span)
            span = found[at].span.to(found[at + 1].span)
            found[at : at + 2] = [ast.Product(found[at], ((times, found[at + 1]),), span)]
        at += 1
    return found


def _is_power_of_ten(node: ast.Expr) -> bool:
    return isinstance(node, ast.Power) and isinstance(node.base, ast.Number) and node.base.value == 10


def letters_of(formula: ast.Operand) -> set[str]:
    """The names in a formula that numbers may be put in for: no constants, and no known functions that are called."""
    bound = summed(formula)
    heads = {call[0] for part in walk(formula) if (call := _call(part)) is not None}
    inside = {id(part) for s in walk(formula) if isinstance(s, ast.Symbol) for part in walk(s.sub)}
    symbols = [s for s in walk(formula) if isinstance(s, ast.Symbol) and id(s) not in inside]
    return {letter_name(s) for s in symbols} - heads - bound - CONSTANTS.keys()
