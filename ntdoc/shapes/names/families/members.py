"""What a name means where index letters have values: the tensor or function of that name, or a member of a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes import families, signs
from ntdoc.shapes.bindings import Binding, Declared, Function, Signed, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import Value
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.names.in_places import own_clauses
from ntdoc.shapes.names.lefts import powers
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.ranges.labels import upright
from ntdoc.shapes.names.ranges.widened import is_there_before, widened
from ntdoc.shapes.patterns import is_made_of, is_update, names_in
from ntdoc.syntax import ast
from ntdoc.syntax.symbols import GREEK

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

SUPPOSED = -1  # of all members in this sentence, whatever has been said of some
BEHIND = 4
FARTHEST = 9


class Member(NamedTuple):
    """A binding, the name of the member that is meant, and the values of the letters in the name of the binding."""

    binding: Tensor | Declared
    name: str
    indices: dict[str, Value]


def tensor(session: Session, name: str, env: Environment) -> Member | None:
    """The tensor that a name stands for: what stands nearest; of one run, what is written out before what is not.

    Beside a family of functions its index letters are open: a name that means nothing then is taken at the last member.
    """
    found = _tensor(session, name, _numbered(session, name, env))
    if found is None and ("_" in name or "^" in name):
        last = {**session.ranges.indices(env.at), **env.indices}
        return _tensor(session, name, replace(env, indices=last)) if len(last) > len(env.indices) else None
    return found


def _numbered(session: Session, name: str, env: Environment) -> Environment:
    """The environment with the values of letters that are defined as numbers: after `k = 2`, `x_k` is `x_2`.

    A name that is bound as it is written, as `W^k`, stays what it is. What a sentence takes a letter to be, *with
    `n = 3`*, counts more than the number that the last member has elsewhere.
    """
    if ("_" not in name and "^" not in name) or name in session.scope.by_name:
        return env
    open_ = (x for x in families.letters_in(name) if x not in env.indices or _is_taken(session, x, env.at))
    own = {x: n for x in open_ if (n := session.ranges.number(x, env.at)) is not None}
    return replace(env, indices={**env.indices, **own}) if own else env


def _is_taken(session: Session, letter: str, at: Entry) -> bool:
    """Whether the sentence of a statement gives the end of a range a number that it has nowhere else."""
    given = session.scope.tensor(letter, at)
    alone = given is not None and given.entry.index in session.scope.cases and given.entry.sentence == at.sentence
    return alone and any(r.end == letter != r.letter for r in session.ranges.all)


def _tensor(session: Session, name: str, env: Environment) -> Member | None:
    exact = session.scope.tensor(name, env.at)
    if "_" not in name and "^" not in name:
        if exact is None or _is_size_of_example(session, exact, env):
            return None
        return None if powers.is_root_here(session.scope, exact, env.at) else Member(exact, name, {})
    full = families.resolved(name, env.indices)
    found: list[tuple[int, int, bool, int, Member]] = []

    def add(rank: int, binding: Tensor | Declared | None, indices: dict[str, Value]) -> None:
        if binding is not None and not _is_changed(binding, name, env.at):
            far = FARTHEST if _is_of_another(session, binding, indices) else _distance(binding, env)
            far = SUPPOSED if binding.entry.case and binding.entry.sentence == env.at.sentence else far
            distance = binding.entry.index - env.at.index
            same = distance > 0 and isinstance(binding, Tensor) and not _is_of_other_index(name, binding.name)
            if same and isinstance(binding, Tensor) and own_clauses.rests_on(binding, env.at):
                far = max(far, BEHIND)  # `R_t = f(a_t)`, and `a_t = g(R_t)` of an `a_t` that is there
            further_on = distance > 0 and not (binding.entry.display or binding.entry.where)
            found.append((far, rank, further_on, abs(distance), Member(binding, full, indices)))

    if full == name:
        add(0, exact, {})
    else:
        there = session.scope.tensor(full, env.at)
        if there is not None and (there.entry.section == env.at.section or not _goes_on(name)):
            add(0, there, {})
        letters = {x: env.indices[x] for x in families.letters_in(name) if x in env.indices}
        if exact is not None and _reaches(session, exact, letters):
            add(1 if isinstance(exact, Tensor) else 3, exact, letters)
    for binding in session.scope.of_form(full):
        if isinstance(binding, (Tensor, Declared)) and is_visible(session, binding, env):
            values = session.ranges.match(binding, full) or _at_number(session, binding, full)
            if full == name and _distance(binding, env) == BEHIND and powers.is_yet(session.scope, binding, env.at):
                continue
            if values is not None and _reaches(session, binding, values, written=full == name):
                add(2 if isinstance(binding, Tensor) else 3, binding, values)
    found.sort(key=lambda f: f[:-1])
    return _with_set([f[-1] for f in found]) if found else None


def _at_number(session: Session, binding: Tensor | Declared, name: str) -> dict[str, Value] | None:
    """The numbers for which a definition has a name, of letters that stand in it and that nothing says more of.

    `c_1`, after `c_m = m X`.
    """
    own = families.taken_apart(name)
    if not isinstance(binding, Tensor) or (own.sup and session.scope.tensor(own.base, binding.entry) is not None):
        return None  # `c^2` is the square of a `c` that is there
    if any(families.taken_apart(n).form == own.form for n in names_in(binding.body)):
        return None  # `u_t = u_0 + g t` says no more of its `u_0`
    there = families.letters_in(binding.name) & names_in(binding.body)
    free = {x for x in there if session.scope.tensor(x, binding.entry) is None and x not in session.written_sizes}
    found = families.match(binding.name, name, session.ranges.letters(binding) | free) if free else None
    return found if found is not None and all(isinstance(v, int) for v in found.values()) else None


def _is_of_other_index(name: str, family: str) -> bool:
    """Whether it is `R_{t-1}` of an `R_t`: there is no circle in `a_t = g(R_{t-1})` and `R_t = f(a_t)`."""
    letters = families.letters_in(name) & families.letters_in(family)
    return any(families.offsets(name, x) != families.offsets(family, x) for x in letters)


def _with_set(found: Sequence[Member]) -> Member:
    """The nearest of some members; if that is of a sign alone, `e_1 > 0` or `e_k > 0`, in the set of its family.

    And the other way round, in the section of the set.
    """
    first, declared = found[0], [(m, m.binding) for m in found if isinstance(m.binding, Declared)]
    family = next(((m, b) for m, b in declared if b.domain is not None), None)
    if isinstance(first.binding, Tensor) or family is None:
        return first
    member, binding = family
    near = [b for m, b in declared if m is first or b.entry.section == binding.entry.section]
    sign = signs.sharpest(binding.sign, [b.sign for b in near if b.domain is None])
    return member if sign == binding.sign else member._replace(binding=binding._replace(sign=sign))


def _is_changed(binding: Tensor | Declared, name: str, at: Entry) -> bool:
    """Whether it is the new value in `h^t \\leftarrow h^t + E`, in which the name is that of the old one."""
    return binding.entry.index == at.index and binding.name == name and is_update(at.parsed)


def _is_size_of_example(session: Session, found: Tensor | Declared, env: Environment) -> bool:
    """Whether an example takes a number for the size of an axis, `n = 5` of `\\seq[n]`: elsewhere it is any size."""
    apart = bool(found.entry.illustration) and not env.at.illustration and isinstance(found, Tensor)
    return apart and found.name in session.written_sizes


def _is_of_another(session: Session, binding: Tensor | Declared, values: Mapping[str, Value]) -> bool:
    """Whether `b_T = 1`, after `x_1, \\ldots, x_T \\in S`, is asked for `b_1`: that it is only for want of another."""
    if not isinstance(binding, Tensor):
        return False
    lists = (r for r in session.ranges.all if r.letter == r.end and isinstance(r.entry.parsed, ast.Chain))
    return any(r.letter in values and values[r.letter] != r.high for r in lists)


def _goes_on(name: str) -> bool:
    """Whether it is `X^{L+1}`: that another section has an `X^3` is chance, as it is that L is 2."""
    apart = families.taken_apart(name)
    found = (families.component(part) for part in apart.parts)
    return any(c is not None and c.offset > 0 for c in found)


def functions(session: Session, name: str, env: Environment) -> tuple[tuple[Function | Signed, ...], str]:
    """The definitions and signatures of a function, nearest first, and the name of the member that is meant."""
    env = _numbered(session, name, env)
    full = families.resolved(name, env.indices)
    own = session.scope.function(full, env.at) or session.scope.function(name, env.at)
    if own or ("_" not in name and "^" not in name):
        return own, full
    found = [
        b
        for b in session.scope.of_form(full)
        if isinstance(b, (Function, Signed)) and is_visible(session, b, env) and _is_member(session, b, full, env)
    ]
    named = (b for b in session.scope.of_form(full) if isinstance(b, Function))
    found = found or [b for b in named if _is_at_numbers(session, b, full)]
    found.sort(key=lambda b: (_distance(b, env), abs(b.entry.index - env.at.index)))
    return tuple(found), full


def _is_at_numbers(session: Session, binding: Function, name: str) -> bool:
    """Whether a name has numbers for some tensors in that of a function: `L_{W,0}` of `L_{W,b}`."""
    tensors = {letter for letter in families.letters_in(binding.name) if letter in session.scope.by_name}
    values = families.match(binding.name, name, tensors)
    return values is not None and all(isinstance(value, int) for value in values.values())


def _is_member(session: Session, binding: Function | Signed, name: str, env: Environment) -> bool:
    """Whether a name is a member of a family of functions: a tensor's name in its place is a label of its own.

    But not that of a number, `f_c(x)` with `c = a^2`, where the formula is made of the letter, `f_r(x) = r x`.
    So is a word of which no formula is made: after `k_{\\mathrm{eff}}(k, d) = …` no `k_l` is a function.
    """
    values = session.ranges.match(binding, name)
    if values is None or any(_is_label_of_tensor(session, binding, x, str(v), env) for x, v in values.items()):
        return False
    if any(_are_words(x, str(v)) and not session.ranges.is_label(x, binding.entry) for x, v in values.items()):
        return False
    words = {x for x, v in values.items() if len(str(v).strip("-")) < len(x) and x not in GREEK}
    return not (words and any(_is_label(session, binding, word) for word in words))


def _is_label_of_tensor(
    session: Session, binding: Function | Signed, letter: str, value: str, env: Environment
) -> bool:
    """Whether the name of a tensor stands in the place of a letter, and is no number that the formula is made of."""
    scope = session.scope
    if not scope.is_tensor(value, env.at):
        return False
    free = isinstance(binding, Function) and letter in names_in(binding.body) and letter not in scope.by_name
    found = scope.tensor(value, env.at) if free else None
    return found is None or not numeric.is_of_numbers(scope, found)


def _are_words(letter: str, value: str) -> bool:
    """Whether a name has one word where a function has another: `log_sum_exp` beside `log_softmax`."""
    return all(len(text) > 1 and text.replace("_", "").isalpha() and text not in GREEK for text in (letter, value))


def _is_label(session: Session, binding: Function | Signed, word: str) -> bool:
    """Whether a word is set upright in the name of a function, and stands nowhere but in the scripts of names."""
    named = (s for s in walk(binding.entry.parsed) if isinstance(s, ast.Symbol) and s.full_name == binding.name)
    if runs(session, word) or not any(word in upright(s) for s in named):
        return False
    return not any(is_made_of(e.parsed, word) for e in session.ranges.entries)


def indices_of(session: Session, binding: Function | Signed, name: str) -> dict[str, Value]:
    """The values of the index letters of a function for the member of that name."""
    return session.ranges.match(binding, name) or {}


def is_near(session: Session, name: str, env: Environment) -> bool:
    """Whether the run of an expression, or that of the function it is in, says what a name is."""
    found = tensor(session, name, env)
    return found is not None and _distance(found.binding, env) == 0


def _distance(binding: Binding, env: Environment) -> int:
    """How far away it is: in the same run, before in the section, in what a sentence leads to, before it, after it.

    The numbers that an example gives some members are after all others, outside of examples.

    What another sentence goes on to say in the run is as far as what a sentence leads to, if it does not only say which
    member is meant: *`c_t = s_t^2`. Let `t` be the step with `s_t = 1`*.
    """
    at = env.at
    runs = {at.run} if env.inside is None else {at.run, env.inside.entry.run}
    if binding.entry.run in runs:
        behind = not at.display and env.inside is None and binding.entry.index > at.index
        if not behind or (binding.entry.sentence == at.sentence and not binding.entry.display):
            return 0
        return 2 if binding.entry.display or not cases.selects(binding.entry.parsed.span) else 0
    if binding.entry.index < at.index:
        shown = binding.entry.illustration and not at.illustration and isinstance(binding, Tensor)
        return 1 if binding.entry.section == at.section else BEHIND if shown else 3
    return BEHIND


def is_visible(session: Session, binding: Binding, env: Environment) -> bool:
    at, entry = env.at, binding.entry
    other = session.scope.is_of_other(binding, at)
    if other or ((entry.local or entry.index in session.scope.cases) and entry.sentence != at.sentence):
        return False
    return entry.index <= at.index or entry.chapter == at.chapter or entry.companion


def _reaches(session: Session, binding: Tensor | Declared, values: dict[str, Value], *, written: bool = False) -> bool:
    """Whether a definition has a member for these values: a recurrence does not go below where it begins.

    One whose letter runs over labels has no numbers: after `W^i` and `W^f` the square of another `W` is `W^2`. Where
    the end of a range is a letter, a number that is `written` is in it: `a_{500}`, of an `a_t` that needs no other.
    """
    if any(isinstance(v, int) and session.ranges.is_label(letter, binding.entry) for letter, v in values.items()):
        return False
    if binding.entry.case:
        return True  # *if all `g_t = g`*
    if isinstance(binding, Declared):
        apart = any(_is_at_another_end(session, letter, value) for letter, value in values.items())
        return not apart and not any(is_of_tensor(session, binding, x, value) for x, value in values.items())
    for letter, value in values.items():
        if not isinstance(value, int):
            if session.ranges.is_label(letter, binding.entry):
                continue
            return False
        own = is_recurrence(binding)
        found = (session.ranges.range_of if own else session.ranges.reach_of)(letter, binding.entry)
        if found is not None and not own:
            found = widened(found, binding, session.ranges.entries)
        if found is None:
            found = next((r for r in session.ranges.all if r.end == letter), None)
            if found is not None and value - found.beyond != found.high:
                return False  # the letter at the end of a range has one value
        elif _is_given_end(session, binding, letter, value, found):
            return False
        elif value > found.high and written and not own and found.end is not None:
            continue
        elif value > found.high and found.end is None and (found.endless or not (found.said or found.back)):
            continue  # nothing says where it ends
        elif value < found.low and not own and is_there_before(session.scope, binding, letter, value):
            continue
        elif not lowest(session, binding, letter, found) <= value <= found.high:
            return False
    return True


def _is_given_end(session: Session, binding: Tensor, letter: str, value: int, found: Range) -> bool:
    """Whether a formula is made of its own member for a value: that is said elsewhere."""
    ends, last = session.ranges.given_ends, value == found.high
    return (last or value == found.low) and (binding.entry.index, letter, last) in ends


def _is_at_another_end(session: Session, letter: str, value: Value) -> bool:
    """Whether a letter is nothing but the end of ranges, which is another number: `e_n \\in S` is not of `e_1`."""
    ends = {r.high + r.beyond for r in session.ranges.all if r.end == letter}
    return (
        bool(ends)
        and isinstance(value, int)
        and value not in ends
        and not any(r.letter == letter for r in session.ranges.all)
    )


def lowest(session: Session, binding: Tensor, letter: str, found: Range) -> int:
    """The least value of an index in a definition.

    Where `t = 1, \\ldots, T` is said elsewhere, of members `z_t`, it says of a definition of `a_{t+1}` that it gives
    `a_1`, too, unless that has a definition of its own.
    """
    if not found.said or found.low < 1 or found.entry.run == binding.entry.run or not is_recurrence(binding):
        return found.low  # `t = 0, 1, \\ldots` counts the steps
    name = families.taken_apart(binding.name)
    parts = (families.component(part) for part in name.parts)
    least = max(found.low - max((c.offset for c in parts if c is not None and c.letter == letter), default=0), 0)
    while least < found.low and families.resolved(binding.name, {letter: least}) in session.scope.by_name:
        least += 1
    return least


def is_of_tensor(session: Session, binding: Declared, letter: str, value: Value) -> bool:
    """Whether a tensor stands where a letter runs over numbers: `W^{O,V}` of `W^{l,V}` for `l = 1, \\ldots, L`."""
    if not isinstance(value, str) or not value.isalpha() or value == "T" or runs(session, value):
        return False
    known = session.ranges.range_of(letter, binding.entry)
    here = known is not None and known.said and known.entry.section == binding.entry.section
    return here and session.scope.is_tensor(value, binding.entry)


def is_recurrence(binding: Tensor) -> bool:
    """Whether a definition is made of other members of its family."""
    base = families.taken_apart(binding.name).base
    return any(isinstance(part, ast.Symbol) and part.base == base for part in walk(binding.body))


def runs(session: Session, text: str) -> bool:
    """Whether a letter runs over a range, or is the end of one."""
    return any(text in (r.letter, r.end) for r in session.ranges.all)
