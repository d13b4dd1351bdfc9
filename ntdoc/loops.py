r"""The values that the steps of an algorithm's loop have, round by round: `\For{$t = 1, \ldots, 4$} … \EndFor`.

A document is checked as if each step were taken once. Beside a loop its reader wants to see what becomes of the
values in it, so here it is run. A loop that branches, holds another, or has a step that could not be evaluated has no
rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ntdoc.axis_order import Orders, stored
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.stops import STOPS
from ntdoc.naming import name_tex
from ntdoc.operations.array import NamedArray, scalar
from ntdoc.reading.document import Document, Mathematics
from ntdoc.reading.tokens import Kind
from ntdoc.regex import regex
from ntdoc.report import Labelled, Round, Status
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Defined, Sampled
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Size
from ntdoc.source import Source, Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.statements import parse_inline
from ntdoc.verification.verdicts import Verdict

_MOST = 500  # rounds
_SHOWN = 3  # the first ones; and the last
_ALGORITHM = regex(r"\\(?:begin|end)\s*\{algorithm")
_FOR = regex(r"\\(?:For|ForAll|FOR|FORALL)\s*\{")
_ENDS = regex(r"\\(?:EndFor|ENDFOR)(?![A-Za-z])")
_BRACES = regex(r"\\.|[{}]")
_BLOCK = r"(?:For|While|If|Repeat|Loop|Procedure|Function|Switch|ForEach)"
_BRANCHES = regex(  # in a loop, or around it
    rf"\\(?:{_BLOCK}|ForAll|{_BLOCK.upper()}|FORALL|Until|UNTIL|uIf|lIf|eIf|ElsIf|ELSIF|Else|ELSE)(?![A-Za-z])"
    r"|\b[Bb]reak\b|\b[Cc]ontinue\b|\\(?:Return|RETURN|KwRet)(?![A-Za-z])"
)
_OPENS = regex(r"\\(?:For|ForAll|ForEach|While|u?If|Repeat|Loop|FOR|FORALL|WHILE|IF|REPEAT|LOOP)(?![A-Za-z])")
_DOTS = regex(r"=[^,]*,(?:(?P<second>[^,]*),)?\s*(?:\\[a-z]*dots|\.\.\.|…)\s*,?[^,]*$")  # `2, 3, \\ldots, n`
_GIVES = frozenset(("gets", "leftarrow", "coloneqq", "mapsfrom"))


@dataclass(frozen=True, slots=True)
class _Loop:
    """Where a loop says over what it runs, and its steps."""

    head: Span
    body: Span


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that gives a name a value."""

    judged: Judged
    runner: Runner
    plan: Defined


def rounds_of(
    document: Document, session: Session, judged: Sequence[Judged], verdicts: Sequence[Verdict], orders: Orders
) -> Mapping[int, tuple[Round, ...]]:
    """The rounds of the loops of a document, each by the entry that is the last step in it."""
    found: dict[int, tuple[Round, ...]] = {}
    keys = _Keys(judged)
    now: dict[object, NamedArray] = {}  # what the loops above have left
    for source in document.sources if document.format == "latex" else ():
        run: list[_Loop] = []
        for loop in _loops(source):
            inside = [(j, v) for j, v in zip(judged, verdicts, strict=True) if loop.body.covers(j.span)]
            steps = [step for j, v in inside if (step := _step(j, v)) is not None]
            if not steps or len(steps) < max(len(inside), _gives(document, loop)) or not _is_reached(loop, run):
                continue
            with suppress(*STOPS, KeyError, Unreadable, ValueError):
                head = next((j for j in judged if loop.head.covers(j.span)), None)
                numbers = _numbers(document, session, loop, head, steps[0].runner) if head is not None else None
                if head is None or numbers is None:
                    continue
                rounds, left = _run(numbers, head, steps, keys, now, orders)
                found[steps[-1].judged.role.entry.index] = rounds
                now = left
                run.append(loop)
    return found


def _loops(source: Source) -> Iterator[_Loop]:
    """The loops that hold no other and no branch."""
    text = source.words
    if not _ALGORITHM.search(text):
        return
    for opening in _FOR.finditer(text):
        head = _group(text, opening.end() - 1)
        if head is None:
            continue
        at = head + len(text[head:]) - len(text[head:].lstrip())
        if text[at : at + 1] == "{":  # algorithm2e
            end = _group(text, at)
            body = None if end is None else Span(source, at + 1, end - 1)
        else:
            closing = _ENDS.search(text, head)
            body = None if closing is None else Span(source, head, closing.start())
        if body is not None and not _BRANCHES.search(text, body.start, body.end):
            yield _Loop(Span(source, opening.end(), head - 1), body)


def _is_reached(loop: _Loop, run: Sequence[_Loop]) -> bool:
    """Whether a loop stands in no other block, and nothing above it in its algorithm branches, or loops unseen."""
    text = loop.body.source.words
    start = max((m.end() for m in _ALGORITHM.finditer(text, 0, loop.head.start)), default=0)
    opens = [m.start() for m in _OPENS.finditer(text, start, loop.head.start)]
    known = {text.rfind("\\", 0, other.head.start) for other in (*run, loop)}
    return known.issuperset(opens)


def _group(text: str, at: int) -> int | None:
    """Where the braces end that open at a place."""
    depth = 0
    for match in _BRACES.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return None


def _step(judged: Judged, verdict: Verdict) -> _Step | None:
    plan = judged.value.plan if judged.value is not None else None
    if not isinstance(judged.binding, Tensor) or judged.binding.indices or verdict.status is not Status.EVALUATED:
        return None
    if not isinstance(plan, Defined) or verdict.runner is None:
        return None
    return _Step(judged, verdict.runner, plan)


def _formulas(document: Document, within: Span) -> list[Mathematics]:
    return [item for item in document.items if isinstance(item, Mathematics) and within.covers(item.span)]


def _gives(document: Document, loop: _Loop) -> int:
    """How many values the steps of a loop give, as they are written."""
    return sum(
        token.kind is Kind.COMMAND and token.text in _GIVES
        for formula in _formulas(document, loop.body)
        for token in formula.tokens
    )


def _numbers(document: Document, session: Session, loop: _Loop, head: Judged, runner: Runner) -> Sequence[int] | None:
    """What the letter of a loop is in each round; None if that cannot be said."""
    env = session.environment(head.role.entry)

    def number(node: ast.Operand) -> int:
        typed = infer.check(session, node, env)
        if typed.plan is None or typed.shape:
            raise ValueError
        value = float(runner.run(typed.plan, {}).data)
        if value != round(value):
            raise ValueError
        return round(value)

    plan = head.value.plan if head.value is not None else None
    chain = head.role.entry.parsed
    listed = chain.rest[0][1] if isinstance(chain, ast.Chain) and chain.rest else None
    end = _end(document, loop)
    if isinstance(plan, Sampled) and plan.limit is not None:
        low, high = (None, plan.limit) if isinstance(plan.limit, Size) else plan.limit
        first, last = 1 if low is None else int(runner.number(low)), int(runner.number(high))
    elif isinstance(listed, ast.Group) and end is not None:  # in two formulas
        first, last = number(listed.items[0]), number(listed.items[-1])
    elif isinstance(listed, ast.Group) and (dots := _DOTS.search(head.span.text)) is not None:
        first, last = number(listed.items[0]), number(listed.items[-1])
        if dots["second"] and dots["second"].strip() != str(first + 1):
            return None
    elif isinstance(head.binding, Tensor) and end is not None:
        first, last = number(head.binding.body), number(end)
    else:
        return None
    return range(first, last + 1) if 0 < last + 1 - first <= _MOST else None


def _end(document: Document, loop: _Loop) -> ast.Operand | None:
    r"""The second formula of `$i = 1$ \KwTo $n$`."""
    formulas = _formulas(document, loop.head)
    if len(formulas) != 2:
        return None
    parsed = [found for found, _ in parse_inline(formulas[1].tokens, formulas[1].inner)]
    chain = parsed[0] if len(parsed) == 1 else None
    return chain.subjects[0] if isinstance(chain, ast.Chain) and not chain.rest else None


def _run(
    numbers: Sequence[int],
    head: Judged,
    steps: Sequence[_Step],
    keys: _Keys,
    before: Mapping[object, NamedArray],
    orders: Orders,
) -> tuple[tuple[Round, ...], dict[object, NamedArray]]:
    """The rounds to show, and what each name is when the loop is over."""
    chain = head.role.entry.parsed
    assert isinstance(chain, ast.Chain)
    assert isinstance(chain.subjects[0], ast.Symbol)
    letter = chain.subjects[0].full_name
    last = steps[-1].judged.role.entry.index
    now = dict(before)
    rounds = []
    for number in numbers:
        counted = scalar(float(number))
        now |= dict.fromkeys(keys.of(letter, last), counted)
        values: dict[str, NamedArray] = {}
        for step in steps:
            assert step.judged.binding is not None
            name = step.judged.binding.name
            values[name] = step.runner.knowing(now, {letter: counted}).run(step.plan.body, {})
            now |= dict.fromkeys(keys.of(name, last), values[name])
        if number < numbers[0] + _SHOWN or number == numbers[-1]:
            shown = [Labelled(n, name_tex(n), stored(v, orders.of(n, v.axes))) for n, v in values.items()]
            rounds.append(Round(name_tex(letter), number, tuple(shown)))
    return tuple(rounds), now


class _Keys:
    """The keys of what the definitions of each name give: a step speaks of the one before it."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        self._of: dict[str, list[tuple[int, object]]] = {}
        for j in judged:
            if isinstance(j.binding, Tensor) and j.value is not None and isinstance(j.value.plan, Defined):
                self._of.setdefault(j.binding.name, []).append((j.role.entry.index, j.value.plan.key))

    def of(self, name: str, last: int) -> list[object]:
        """Those up to an entry."""
        return [key for index, key in self._of.get(name, ()) if index <= last]
