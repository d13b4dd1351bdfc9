"""Numbers that the text gives to letters that run over numbers, or that ranges end with.

*For `t = 32` it is `r_t = 97`* says it in a sentence. After *let `T = 3`* what runs up to `T` ends there, and
`x_T` is `x_3`. What an example says of the end of a range stays in the example: elsewhere it is any number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.document import referring, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import Value, letters_in
from ntdoc.shapes.names.families.lists import Range, declared
from ntdoc.shapes.patterns import names_in, shifted
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast, literals
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def taken(
    letters: Iterable[str], at: Entry, scope: Scope, number: Callable[[str, Entry], int | None]
) -> dict[str, int]:
    """What the sentence of an entry says before it that such letters are; in a sum each has its own value."""
    found: dict[str, int] = {}
    for letter in letters:
        given = scope.tensor(letter, at) if letter in scope.by_name else None
        if not isinstance(given, Tensor) or given.entry.sentence != at.sentence or given.entry.display:
            continue
        if given.entry.index < at.index and (value := number(letter, at)) is not None:
            found[letter] = value
    return found


def at_ends(
    ranges: Sequence[Range], letters: Mapping[str, Value], at: Entry, number: Callable[[str, Entry], int | None]
) -> dict[str, int]:
    """What letters are where an entry finds a range ended by a number before that up to which its members go."""
    found: dict[str, int] = {}
    for r in ranges:
        if r.end is None or r.end not in letters or r.end == r.letter:
            continue
        given = number(r.end, at)
        if given is not None and r.low <= given - r.beyond < r.high:
            found[r.end] = given
            found |= {r.letter: given - r.beyond} if r.letter in letters else {}
    return found


def hold_together(session: Session, name: str, env: Environment, span: Span) -> None:
    """Raise Unreadable for a letter that is a number in a statement, and another one in the name of a member there.

    After *let `T = 500`*, `h_T` is the last of the few members that are evaluated, and `T` is none of their numbers.
    """
    last, given = env.indices.get(name), session.ranges.number(name, env.at)
    if given is None or not isinstance(last, int) or last == given or name in env.values:
        return
    if not any(r.end == name != r.letter for r in session.ranges.all):
        return
    symbols = (part for part in walk(env.at.parsed) if isinstance(part, ast.Symbol))
    if any(name in letters_in(s.full_name) for s in symbols):
        raise Unreadable(f"{name} is {given}, and no more than {last} members are evaluated", span)


def shown_in_examples(entries: Sequence[Entry]) -> set[int]:
    """The statements of examples that give a number to the end of a range that is said outside of them."""
    general = [e for e in entries if not e.illustration]
    ends = {letter for e in general for letter in _ends(e.parsed)} | {r.letter for r in declared(general)}
    return {e.index for e in entries if e.illustration and _given(e.parsed) in ends}


def keep_in_examples(ranges: Sequence[Range], scope: Scope) -> bool:
    """Keep there what examples say of the ends of other ranges, of recurrences; whether there is any.

    What a paragraph says that begins with *Example* is kept in its section.
    """
    ends = {r.end for r in ranges if r.end is not None and not r.entry.illustration}
    bindings = (b for name in sorted(ends) for b in scope.by_name.get(name, ()) if isinstance(b, Tensor))
    kept = False
    for b in [b for b in bindings if literals.is_number(b.body) and b.entry.index not in scope.shown]:
        alone = not b.entry.illustration and sentences.is_of_example(b.entry.parsed.span)
        if alone or b.entry.illustration:
            scope.hold_alone(b.entry, of_section=b.name if alone else "", shown=not alone)
            kept = True
    return kept


def alone_elsewhere(entries: Sequence[Entry], scope: Scope) -> dict[int, set[str]]:
    """The names of which an example says something that is not so elsewhere, where they stand as they are: `3 T`."""
    bindings = chain.from_iterable(scope.by_name.values()) if scope.shown else ()
    kept = {b.name for b in bindings if b.entry.index in scope.shown} | {name for name, _ in scope.passing}
    found: dict[int, set[str]] = {}
    for entry in entries if kept else ():
        found.setdefault(entry.section, set()).update(names_in(entry.parsed) & kept)
    return found


def last_pointed_to(at: Entry, scope: Scope) -> Entry | None:
    """The last statement of an example that gives numbers, if the words before an entry outside of it point to that."""
    span = at.parsed.span
    if at.illustration or at.display or not referring.points_to_example(span):
        return None
    bindings = (b for b in chain.from_iterable(scope.by_name.values()) if isinstance(b, Tensor))
    given = (b.entry for b in bindings if b.entry.illustration and b.entry.index < at.index)
    given = (e for e in given if referring.points_to(span, e.parsed.span))
    return max(given, key=lambda e: e.index, default=None)


def of_examples(scope: Scope) -> Scope:
    """The same bindings, of which those that examples give for a sentence hold beyond it, in examples."""
    bindings = chain.from_iterable(scope.by_name.values())
    return scope.with_held({b.entry.index for b in bindings if b.entry.illustration})


def _ends(parsed: ast.Parsed) -> Iterator[str]:
    """The letter up to which a range goes: `T` in `t = 2, \\ldots, T - 1`."""
    for said in (parsed, *parsed.conditions) if isinstance(parsed, ast.Chain) else ():
        for relation, right in said.rest[:1]:
            if relation.kind == "range" and isinstance(right, ast.Group) and len(right.items) == 2:
                letters = (shifted(end)[0] for end in right.items)
                yield from (letter.full_name for letter in letters if letter is not None)


def _given(parsed: ast.Parsed) -> str | None:
    """The name to which a statement gives a number."""
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest:
        return None
    subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
    number = relation.kind in ("eq", "define") and literals.is_number(right)
    return subject.full_name if number and isinstance(subject, ast.Symbol) else None
