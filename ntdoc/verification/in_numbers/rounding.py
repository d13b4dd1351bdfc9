"""`L ≈ 0.3133 + 0.1269`: a side that is computed from rounded numbers is as exact as these are.

So is a number that is written after such a side: it may be that of the numbers before they were rounded. But the base
of a power, as in `0.998^{500} ≈ 0.368`, is taken to be exact, unless the text found it before, `\\sigma(1) = 0.731`;
and it always is where the power of a rounded number would not have one digit that is sure. So is the one number that
would leave it open what a quotient is, `1 / (1 - 0.999)`, unless the text found it before.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import partial
from operator import is_

import numpy as np

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import align
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes import plan as p
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.rewriting import where, with_parts
from ntdoc.shapes.summary import is_closed
from ntdoc.syntax import ast
from ntdoc.verification.in_numbers.digits import LEAST_PLACES

MOST = 24  # numbers that may be rounded
_OFF = 5.0  # times what rounding can do: digits may be cut off, or rounded again
_SURE = 4  # digits: who writes so many has not computed them from a number that leaves the first ones open
_UNSURE = 0.05  # of the value of a power: with a base that is rounded, it could be anything
_OPEN = 0.25  # of the value of a side: who divides by `1 - 0.999` has not rounded that
_MOST_ALONE = 0.1  # of the value of a side: with more than this, almost any number would agree with it
EXACT_BELOW = 3  # digits: with fewer of them, products that should be equal may be rather far from each other
_CHOSEN = regex(  # *for `m =`*, *with a decay `m =`*
    r"\b(?:for|with|at|let|if|when|take|taking|choose|set|say)\s+(?:(?:an?|the)\s+(?:[a-z-]+\s+){1,3})?"
    r"(?:\$|\\\()\s*\\?[A-Za-z]+(?:_(?:\w|\{[^{}]*\}))?\s*\Z",
    re.IGNORECASE,
)


def is_rounded(
    right: ast.Operand | None,
    left_plan: p.Plan,
    right_plan: p.Plan,
    runners: Sequence[Runner],
    least: int = LEAST_PLACES,
    slack: float = 0.0,
    sure: bool = False,
) -> bool:
    """Whether both sides agree as far as they can if the right one is computed from numbers with so many digits.

    Those with fewer digits than others are taken to be as exact as these: `0.5` beside `0.2689`. The left one may be
    rounded by `slack` itself. A number that would leave it open is exact if the left one is `sure`.
    """
    return bool(_agree_as_rounded(right, left_plan, right_plan, runners, least, slack, sure=sure))


def is_off(right: ast.Operand | None, left_plan: p.Plan, right_plan: p.Plan, runners: Sequence[Runner]) -> bool:
    """Whether both sides are numbers for sure, and further apart than the roundings of the right one can make them."""
    if not is_closed(left_plan) or not is_closed(right_plan):
        return False
    return _agree_as_rounded(right, left_plan, right_plan, runners, LEAST_PLACES, 0.0, _OFF) is False


def _agree_as_rounded(
    right: ast.Operand | None,
    left_plan: p.Plan,
    right_plan: p.Plan,
    runners: Sequence[Runner],
    least: int,
    slack: float,
    times: float = 1.0,
    sure: bool = False,
) -> bool | None:
    """None if the right side is not written in numbers with so many digits."""
    written = {n.value: n.places for n in walk(right) if isinstance(n, ast.Number) and n.places}
    if not written or max(written.values()) < least:
        return None
    half = times * 0.5 * 10.0 ** -max(written.values())
    places = [part for part in _parts(right_plan) if isinstance(part, p.Constant) and part.value in written]
    bases = _bases(right)
    places = [place for place in places if place.value not in bases or _is_found_before(bases[place.value])]
    if not places or len(places) > MOST:
        return None
    exact = {place.value for place in places} if sure else bases
    numbers = [n for n in walk(right) if isinstance(n, ast.Number) and n.value in written]
    given = {place.value for place in places} - {n.value for n in numbers if _is_found_before(n)}
    return all(_agree(left_plan, right_plan, places, half, runner, slack, exact, given) for runner in runners)


def _bases(right: ast.Operand | None) -> dict[float, ast.Number]:
    """The numbers that are written as the base of a power with a number for its exponent, and nowhere else."""
    powers = [p for p in walk(right) if isinstance(p, ast.Power) and isinstance(p.exponent, ast.Number)]
    bases = [p.base for p in powers if isinstance(p.base, ast.Number)]
    own = {id(base) for base in bases}
    elsewhere = {n.value for n in walk(right) if isinstance(n, ast.Number) and id(n) not in own}
    return {base.value: base for base in bases if base.value not in elsewhere}


def _is_found_before(number: ast.Number) -> bool:
    """Whether the text says before that something comes to a number, or has it in a cell of a table.

    *For `m = 0.999`* chooses it.
    """
    before = number.span.source.words[: number.span.start]
    found = re.finditer(rf"(?:=|\\approx|≈|&|\|)[\s&$]*{re.escape(number.span.text)}(?![\d^])", before)
    return any(m[0][0] != "=" or not _CHOSEN.search(before[max(0, m.start() - 80) : m.start()]) for m in found)


def _agree(
    left: p.Plan,
    right: p.Plan,
    places: Sequence[p.Constant],
    half: float,
    runner: Runner,
    slack: float,
    exact: Container[float],
    given: Container[float],
) -> bool:
    value = runner.run(right, {})
    room, alone = slack, 0.0  # what the numbers move the side by, but for the one that would leave it open
    leave_open: list[p.Constant] = []
    for place in places:
        moved = runner.run(where(right, partial(is_, place), p.Constant(place.value + half)), {})
        _, (x, y) = align(moved, value)
        with np.errstate(invalid="ignore"):  # both may be infinite
            moves = np.abs(np.asarray(x) - np.asarray(y))
            if place.value in exact and np.any(moves > _UNSURE * np.abs(np.asarray(y))):
                continue
            if not np.all(moves <= _OPEN * np.abs(np.asarray(y))):
                leave_open.append(place)
                alone = alone + moves
            else:
                room = room + moves
    _, (x, y) = align(runner.run(left, {}), value)
    if len(leave_open) == 1 and isinstance(alone, np.ndarray | np.floating):
        alone = np.minimum(alone, _MOST_ALONE * np.max(np.abs(np.asarray(y))))
    if len(leave_open) != 1 or leave_open[0].value not in given:
        room = room + alone
    return bool(np.all(np.abs(np.asarray(x) - np.asarray(y)) <= np.max(room) * (1 + 1e-9)))


def _parts(plan: p.Plan) -> list[p.Plan]:
    """What an expression is written with: without the definitions of its names."""
    found: list[p.Plan] = []

    def visit(part: p.Plan) -> p.Plan:
        found.append(part)
        if not isinstance(part, p.Defined):
            with_parts(part, visit)
        return part

    visit(plan)
    return found


def as_exact(judged: Judged, kind: str, slack: float | None, runner: Runner) -> bool:
    """Whether `a = 0.7 \\cdot 0.515`, or `0.7 \\cdot 0.515 ≈ 0.361`, is as exact as the numbers of the product."""
    sides = [(judged.right, judged.value, judged.other), (judged.left, judged.other, judged.value)]
    if judged.law is not None or kind not in ("eq", "approx"):
        return False
    for written, other, own in sides[kind == "approx" :]:
        if other is None or own is None or other.plan is None or own.plan is None:
            continue
        named = (part for part in walk(written) if isinstance(part, ast.Symbol))
        numbers = all(lookup(part.name) is not None for part in named)
        compound = numbers and not isinstance(written, ast.Number | ast.Matrix)
        sure = _digits(judged.left if written is judged.right else judged.right) >= _SURE
        if compound and is_rounded(written, other.plan, own.plan, [runner], EXACT_BELOW, slack or 0.0, sure):
            return True
    return False


def _digits(side: ast.Operand | None) -> int:
    """With how many digits that count a side is written, if it is a number: 4 of `629.8`."""
    return len(re.sub(r"\D", "", side.span.text).lstrip("0")) if isinstance(side, ast.Number) else 0
