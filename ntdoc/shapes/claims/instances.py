"""Instances of a law: axes for all that it leaves open, found by trying which make both sides well formed.

An instance begins with axes for the letters that stand for shapes, and with scalars for the tensors. Where an
operation demands an axis, those that can have it are tried in turn; at last further axes are put on some of the
tensors, which lifting must let through. All choices depend on the text of the claim alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.shapes.claims.claims import claim_links
from ntdoc.shapes.claims.quantified import Open, undeclared
from ntdoc.shapes.environment import Environment, shape_key
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.judged import Choice, Judged
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.plan import Sampled, ShapeOf
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import STARS, default_size, unstarred, variable
from ntdoc.shapes.typed import Demand, Typed
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import ShapeSet
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.symbols import GREEK

WANTED = 6  # instances of a law
ATTEMPTS = 400  # how often the two sides of a law are checked in all
AT_ONCE = 40  # and for one instance
ROUNDS = 30
LARGEST = 5  # axes of one tensor


@dataclass(slots=True)
class Instances:
    """The instances of one claim."""

    session: Session
    role: Role
    parsed: ast.Chain
    open: Open
    attempts: int = 0
    stuck: Demand | None = None  # an axis that nothing could be given
    asked: Demand | None = None  # the last axis that something was given, if only for the conditions to forbid it
    cut: bool = False  # whether something was left untried
    stuck_at_first: bool = False  # whether the plain instance has links that lack one
    wrong: int = 0  # links that are well formed in no instance: a derivation may have a wrong step
    scalars: frozenset[str] = frozenset()  # letters that need no axis and do not look as if they had one
    tried: dict[tuple[object, bool], list[Judged] | Demand | Unreadable] = field(default_factory=dict)

    def find(self) -> list[tuple[Choice, list[Judged]]]:
        """Different instances, the first of them plain: one axis for each shape, and nothing that is not demanded."""
        chance = Random(f"{self.parsed.span.text}")
        found: dict[object, tuple[Choice, list[Judged]]] = {}
        for number in range(ROUNDS):
            if len(found) >= WANTED or self.attempts >= ATTEMPTS:
                break
            outcome = self.search(self.start(number, chance), chance if number else None)
            if outcome is None:
                continue
            if not number and self.stuck_at_first:
                self.wrong = 0
            elif not number:
                self.wrong = _wrong(outcome[1])
                outcome = self._bare(outcome)
                self.scalars = frozenset(n for n, x in outcome[0].tensors.items() if not x and small_letter(n))
            if number and self.open.tensors and not self.open.starred and _wrong(outcome[1]) <= self.wrong:
                outcome = self._lifted(outcome, number % 3, chance)
            found.setdefault(outcome[0].key, outcome)
        return list(found.values())

    def first(self) -> list[Judged] | None:
        """The plain instance, well formed or not."""
        found = self.search(self.start(0, Random(0)), None)
        return found[1] if found is not None else None

    def outcome(self, choice: Choice) -> list[Judged] | None:
        """The links of the claim for a choice; None if something lacks an axis, or a condition does not hold."""
        try:
            return self._links(choice) if self._allowed(choice, whole=True) else None
        except (Demand, Unreadable):
            return None

    def around(self, choice: Choice) -> Iterator[tuple[Choice, list[Judged]]]:
        """Instances with one axis less: of one tensor, of one shape, or everywhere."""
        smaller: list[Choice] = []
        everywhere = dict.fromkeys(a for part in _parts(choice) for axes in part.values() for a in axes)
        for axis in everywhere:
            smaller.append(Choice(*({n: _less(x, axis) for n, x in part.items()} for part in _parts(choice))))
        for name, axes in choice.tensors.items():
            smaller.extend(replace(choice, tensors={**choice.tensors, name: _less(axes, a)}) for a in axes)
        for name, axes in choice.shapes.items():
            smaller.extend(replace(choice, shapes={**choice.shapes, name: _less(axes, a)}) for a in axes)
        for one in smaller:
            found = self.outcome(one) if self.attempts < 2 * ATTEMPTS else None
            if found is not None:
                yield one, found

    def letter_of(self, axis: str) -> str | None:
        """The letter for a shape for which an axis is drawn at first."""
        drawn = self.start(0, Random(0)).shapes
        return next((letter for letter, axes in drawn.items() if axis.rstrip(STARS) in axes), None)

    # --- one instance ---

    def start(self, number: int, chance: Random) -> Choice:
        """Axes for the letters that stand for shapes: one new axis for each at first, then none, one or two."""
        spare = iter(self.open.spare)
        used: list[str] = list(self.open.named)
        shapes: dict[str, tuple[str, ...]] = {}
        for letter in self.open.shapes:
            axes: list[str] = []
            for _ in range(1 if not number else chance.choice((0, 1, 1, 2))):
                again = [a for a in used if a not in axes]
                if number and again and chance.random() < 0.3:
                    axes.append(chance.choice(again))
                elif (new := next(spare, None)) is not None:
                    axes.append(new)
            used.extend(a for a in axes if a not in used)
            shapes[letter] = tuple(axes)
        drawn: dict[str, tuple[str, ...]] = {}
        for letter in self.open.records:  # records that stand together are of shapes with no axis in common
            count = 1 if not number else chance.choice((0, 1, 2))
            drawn[letter] = tuple(a for _, a in zip(range(count), spare, strict=False))
        return Choice(shapes, dict.fromkeys(self.open.tensors, ()), drawn)

    def search(self, start: Choice, chance: Random | None) -> tuple[Choice, list[Judged]] | None:
        """The first choice of axes for the tensors that makes everything well formed; else the first that parses."""
        pending = [start]
        halted: tuple[Choice, list[Judged]] | None = None  # the best of those that lack an axis
        best: tuple[Choice, list[Judged]] | None = None
        for _ in range(AT_ONCE):
            if not pending or self.attempts >= ATTEMPTS:
                break
            choice = pending.pop()
            try:
                if not self._allowed(choice, whole=False):
                    continue
                links = self._links(choice)
                if not self._allowed(choice, whole=True):
                    continue
            except Demand as demand:
                more = self._granted(choice, demand, chance)
                self.stuck, self.asked = self.stuck if more else demand, demand
                if not more and chance is None and self.open.shapes:
                    halted = self._less_wrong(halted, choice)
                pending.extend(more)
                continue
            except Unreadable:
                self.cut = True
                continue
            if _wrong(links) <= self.wrong:
                return choice, links
            if best is None or _wrong(links) < _wrong(best[1]):
                best = (choice, links)
                pending.extend(self._wider(choice, links))
        self.cut = self.cut or bool(pending)
        if best is None and chance is None and not pending:  # nothing is left to try
            self.stuck_at_first = halted is not None
            return halted
        return best

    def _less_wrong(
        self, best: tuple[Choice, list[Judged]] | None, choice: Choice
    ) -> tuple[Choice, list[Judged]] | None:
        """A choice for which something lacks an axis, if fewer links are wrong with it than with the best so far."""
        try:
            if not self._allowed(choice, whole=True):
                return best
            links = self._links(choice, final=True)
        except (Demand, Unreadable):
            return best
        return (choice, links) if best is None or _wrong(links) < _wrong(best[1]) else best

    def _wider(self, choice: Choice, links: list[Judged]) -> Iterator[Choice]:
        """An argument of a function with an axis that the claim names, or that only one side of a link has."""
        sides = [{*(j.value.shape or ())} ^ {*(j.other.shape or ())} for j in links if j.value and j.other]
        apart = dict.fromkeys(a.rstrip(STARS) for side in (*sides, self.open.named) for a in sorted(side))
        for name in self.open.arguments:
            has = choice.tensors[name]
            more = [a for a in apart if a not in has and len(has) < LARGEST]
            yield from (replace(choice, tensors={**choice.tensors, name: (*has, a)}) for a in reversed(more))

    def _granted(self, choice: Choice, demand: Demand, chance: Random | None) -> list[Choice]:
        """A demanded axis on one of the tensors that can have it, or on several; what is tried first comes last."""
        wanted: dict[str, str] = {}
        for flow in sorted(demand.parameters):
            name = unstarred(flow, choice.tensors)  # X^* has the axis a^* where X has a
            axis = demand.axis.removesuffix(flow[len(name) :])
            has = choice.tensors.get(name, (axis,))
            if name not in self.scalars and axis not in has and len(has) < LARGEST and not axis.startswith("#"):
                wanted[name] = axis
        able = list(wanted)[:4]
        self.cut = self.cut or len(able) < len(wanted)
        options = [group for count in (1, 2, 3) for group in combinations(able, count)]
        if chance is not None:
            chance.shuffle(options)
            options.sort(key=lambda group: chance.random() + 0.5 * len(group))
        return [
            replace(choice, tensors={n: (*x, wanted[n]) if n in group else x for n, x in choice.tensors.items()})
            for group in reversed(options)
        ]

    def _bare(self, outcome: tuple[Choice, list[Judged]]) -> tuple[Choice, list[Judged]]:
        """The same without axes that are not needed; letters that look like numbers give theirs up first."""
        choice, links = outcome
        for name in sorted(choice.tensors, key=lambda n: (not small_letter(n), n)):
            for axis in choice.tensors[name]:
                less = replace(choice, tensors={**choice.tensors, name: _less(choice.tensors[name], axis)})
                found = self.outcome(less)
                if found is not None and _wrong(found) <= self.wrong:
                    choice, links = less, found
        return choice, links

    def _lifted(self, outcome: tuple[Choice, list[Judged]], count: int, chance: Random) -> tuple[Choice, list[Judged]]:
        """The same with further axes on some tensors, as far as both sides stay well formed and of one shape."""
        choice, links = outcome
        there = dict.fromkeys(a for part in _parts(choice) for axes in part.values() for a in axes)
        new = [a for a in self.open.spare if a not in there]
        for _ in range(count):
            axis = chance.choice([*new[:2], *there, *self.open.named][:8] or new[:1] or ["a"])
            able = [
                n
                for n, axes in choice.tensors.items()
                if axis not in axes and len(axes) < LARGEST and n not in self.scalars
            ]
            if not able:
                continue
            group = able if self._of_whole() else chance.sample(able, chance.randint(1, len(able)))
            more = replace(choice, tensors={n: (*x, axis) if n in group else x for n, x in choice.tensors.items()})
            found = self.outcome(more)
            if found is not None and _wrong(found) <= self.wrong:
                choice, links = more, found
        return choice, links

    def _of_whole(self) -> bool:
        """Whether the claim takes norms of tensors over all their axes: then they are of one space."""
        return any(isinstance(part, ast.Bars) and part.double for part in walk(self.parsed))

    def _links(self, choice: Choice, final: bool = False) -> list[Judged]:
        """The claim with the choice put in. Raises Demand; where that is `final`, it is an error of its link."""
        self.attempts += 1
        key = (choice.key, final)
        if key not in self.tried:  # one search after the other comes to the same choices
            try:
                self.tried[key] = self._checked(choice, final)
            except (Demand, Unreadable) as problem:
                self.tried[key] = problem
        found = self.tried[key]
        if isinstance(found, Demand | Unreadable):
            raise found.with_traceback(None)
        return found

    def _checked(self, choice: Choice, final: bool) -> list[Judged]:
        env = self._environment(choice, final)
        links = claim_links(self.session, self.role, self.parsed, env)
        for judged in links:
            judged.notebook.equations.merged.clear()  # the sizes of an instance are nobody's
        for letter in self.open.indices if not undeclared(links) else ():  # else it is not read to its end
            size = links[0].notebook.equations.reduce(next(iter((env.values[letter].shape or {}).values())))
            if any(atom.startswith("#") for atom in size.atoms) and all(j.unread is None for j in links):
                raise Unreadable(f"the range of the index {letter} is not known", self.parsed.span)
        return links

    def _environment(self, choice: Choice, final: bool = False) -> Environment:
        span = self.parsed.span
        env = self.session.environment(self.role.entry)
        if choice.shapes:
            env = replace(env, axes=env.axes | {shape_key(n): axes for n, axes in choice.shapes.items()})
        values: dict[str, Typed] = {}
        for name, axes in choice.tensors.items():
            values[name] = _sample(name, {a: default_size(a) for a in axes}, span, frozenset({name}))
        for name, where in self.open.members:
            shape = self.session.shape(where.shape, env)
            if shape is None:
                raise Unreadable("a shape with an axis twice", where.span)
            values[name] = _sample(name, shape, span, frozenset())
        for letter in self.open.indices:
            values[letter] = indexing.of_range(self.session, letter, env) or indexing.counter(
                letter, variable(f"#{letter}@{span.start}"), span
            )
        records = dict(choice.records)
        for name, where in self.open.stated:
            records[name] = infer.axis_names(env, [sized.axis for sized in where.shape.axes])
        bounded = frozenset(f"#{letter}" for letter in self.open.indices)
        return replace(env, values=values, records=records, bounded=bounded, final=final)

    # --- conditions on shapes ---

    def _allowed(self, choice: Choice, whole: bool) -> bool:
        """Whether a choice meets the conditions. Before it is `whole`, only what more axes cannot mend counts."""
        if not self.open.conditions:
            return True
        env = self._environment(choice)
        for chain in self.open.conditions:
            empty = any(isinstance(s, ShapeSet) and s.kind == "axes" and not s.axes for _, s in chain.rest)
            if (whole or empty) and not self._holds(chain, env):
                return False
        return True

    def _holds(self, chain: ast.Chain, env: Environment) -> bool:
        left = self._set(chain.subjects[0], env)
        for relation, side in chain.rest:
            right = self._set(side, env)
            if left is not None and right is not None:
                text = "subseteq" if relation.kind == "subset" else relation.text
                holds = {
                    "eq": left == right,
                    "ne": left != right,
                    "subseteq": left <= right,
                    "in": left <= right,
                    "supseteq": left >= right,
                    "supset": left >= right,
                    "notin": not left & right,
                }.get(relation.kind if relation.kind in ("eq", "ne", "in") else text)
                if holds is None:
                    raise Unreadable(f"ntdoc does not read conditions with {relation.text}", relation.span)
                if not holds:
                    return False
            left = right
        return True

    def _set(self, node: ast.Operand, env: Environment) -> frozenset[str] | None:
        """The axes in a set; None where they are not known yet."""
        if not isinstance(node, ShapeSet):
            raise Unreadable("ntdoc does not read this condition", node.span)
        if node.kind == "axes":
            return frozenset(infer.axis_names(env, node.axes))
        if node.kind == "shape":
            assert node.body is not None
            quiet = replace(env, notebook=env.notebook.following())
            try:
                typed = infer.check(self.session, node.body, quiet)
            except Demand:
                return None
            return frozenset(typed.shape) if typed.shape is not None else None
        one, other = (self._set(part, env) for part in node.parts)
        if one is None or other is None:
            return None
        return {"union": one | other, "meet": one & other, "minus": one - other}[node.kind]


def clean(judged: Judged) -> bool:
    """Whether an instance of a claim says something: it is well formed, and its sides have one shape."""
    if judged.unread is not None or judged.failed or judged.notebook.blockers:
        return False
    if judged.notebook.problems:
        return False
    if judged.member is not None:
        return judged.value is not None
    one, other = judged.value, judged.other
    if one is None or other is None or one.plan is None or other.plan is None:
        return False
    if set(one.shape or ()) == set(other.shape or ()):
        return True
    return not one.flows or not other.flows  # a number is compared with every entry


def small_letter(name: str) -> bool:
    """Whether a name is a small letter, Latin or Greek, as numbers have them."""
    base = re.split("[_^']", name)[0]
    return (len(base) == 1 or base in GREEK) and base[:1].islower()


def _wrong(links: list[Judged]) -> int:
    return sum(not clean(j) for j in links)


def _sample(name: str, shape: ShapeOf, span: Span, flows: frozenset[str]) -> Typed:
    return Typed(Sampled(name, tuple(shape.items()), Domain()), shape, span, flows)


def _parts(choice: Choice) -> tuple[dict[str, tuple[str, ...]], ...]:
    return choice.shapes, choice.tensors, choice.records


def _less(axes: tuple[str, ...], axis: str) -> tuple[str, ...]:
    return tuple(a for a in axes if a != axis)
