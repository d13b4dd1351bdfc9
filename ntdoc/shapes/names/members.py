"""What a name means where index letters have values: the tensor or function of that name, or a member of a family."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ntdoc.nodes import walk
from ntdoc.shapes import families
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import Value
from ntdoc.shapes.names import powers
from ntdoc.shapes.names.lists import Range
from ntdoc.shapes.patterns import index_letters, unbracketed
from ntdoc.shapes.scope import Binding, Declared, Function, Signed, Tensor
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

BEHIND = 4
FARTHEST = 9
_DIFFERENCE = re.compile(r"[({\[]?(?:\d+|[A-Za-z])[+\-−][A-Za-z][)}\]]?")


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
        if binding is not None:
            far = FARTHEST if _is_of_another(session, binding, indices) else _distance(binding, env)
            distance = binding.entry.index - env.at.index
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
            add(1, exact, letters)
    for binding in session.scope.of_form(full):
        if isinstance(binding, (Tensor, Declared)) and _visible(session, binding, env):
            values = families.match(binding.name, full, session.ranges.letters(binding))
            if full == name and _distance(binding, env) == BEHIND and powers.is_yet(session.scope, binding, env.at):
                continue
            if values is not None and _reaches(session, binding, values, written=full == name):
                add(2 if isinstance(binding, Tensor) else 3, binding, values)
    return min(found, key=lambda f: f[:-1])[-1] if found else None


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
        if isinstance(b, (Function, Signed))
        and _visible(session, b, env)
        and _is_member(session, b, full, env)
    ]
    found.sort(key=lambda b: (_distance(b, env), abs(b.entry.index - env.at.index)))
    return tuple(found), full


def _is_member(session: Session, binding: Function | Signed, name: str, env: Environment) -> bool:
    """Whether a name is a member of a family of functions: a tensor's name in its place is a label of its own."""
    values = families.match(binding.name, name, session.ranges.letters(binding))
    return values is not None and not any(session.scope.is_tensor(str(v), env.at) for v in values.values())


def indices_of(session: Session, binding: Function | Signed, name: str) -> dict[str, Value]:
    """The values of the index letters of a function for the member of that name."""
    return families.match(binding.name, name, session.ranges.letters(binding)) or {}


def is_near(session: Session, name: str, env: Environment) -> bool:
    """Whether the run of an expression, or that of the function it is in, says what a name is."""
    found = tensor(session, name, env)
    return found is not None and _distance(found.binding, env) == 0


def _distance(binding: Binding, env: Environment) -> int:
    """How far away it is: in the same run, before in the section, in what a sentence leads to, before it, after it."""
    at = env.at
    runs = {at.run} if env.inside is None else {at.run, env.inside.entry.run}
    if binding.entry.run in runs:
        led_to = not at.display and env.inside is None and binding.entry.display and binding.entry.index > at.index
        return 2 if led_to else 0
    if binding.entry.index < at.index:
        return 1 if binding.entry.section == at.section else 3
    return BEHIND


def _visible(session: Session, binding: Binding, env: Environment) -> bool:
    at, entry = env.at, binding.entry
    if (entry.local or entry.index in session.scope.cases) and entry.sentence != at.sentence:
        return False
    return entry.index <= at.index or entry.chapter == at.chapter or entry.companion


def _reaches(
    session: Session, binding: Tensor | Declared, values: dict[str, Value], *, written: bool = False
) -> bool:
    """Whether a definition has a member for these values: a recurrence does not go below where it begins.

    One whose letter runs over labels has no numbers: after `W^i` and `W^f` the square of another `W` is `W^2`. Where
    the end of a range is a letter, a number that is `written` is in it: `a_{500}`, of an `a_t` that needs no other.
    """
    if any(isinstance(v, int) and session.ranges.is_label(letter, binding.entry) for letter, v in values.items()):
        return False
    if isinstance(binding, Declared):
        return not any(_is_of_tensor(session, binding, letter, value) for letter, value in values.items())
    for letter, value in values.items():
        if not isinstance(value, int):
            if session.ranges.is_label(letter, binding.entry):
                continue
            return False
        own = is_recurrence(binding)
        found = (session.ranges.range_of if own else session.ranges.reach_of)(letter, binding.entry)
        if found is None:
            found = next((r for r in session.ranges.all if r.end == letter), None)
            if found is not None and value - found.beyond != found.high:
                return False  # the letter at the end of a range has one value
        elif value > found.high and written and not own and found.end is not None:
            continue
        elif value > found.high and found.end is None and not (found.said or found.back):
            continue  # nothing says where it ends
        elif not _lowest(binding, letter, found) <= value <= found.high:
            return False
    return True


def _lowest(binding: Tensor, letter: str, found: Range) -> int:
    """The least value of an index in a definition.

    Where `t = 1, \\ldots, T` is said elsewhere, of members `z_t`, it says of a definition of `a_{t+1}` that it gives
    `a_1`, too.
    """
    if not found.said or found.low < 1 or found.entry.run == binding.entry.run or not is_recurrence(binding):
        return found.low  # `t = 0, 1, \\ldots` counts the steps
    name = families.taken_apart(binding.name)
    parts = (families.component(part) for part in name.parts)
    return max(found.low - max((c.offset for c in parts if c is not None and c.letter == letter), default=0), 0)


def _is_of_tensor(session: Session, binding: Declared, letter: str, value: Value) -> bool:
    """Whether a tensor stands where a letter runs over numbers: `W^{O,V}` of `W^{l,V}` for `l = 1, \\ldots, L`."""
    if not isinstance(value, str) or not value.isalpha() or value == "T" or _runs(session, value):
        return False
    known = session.ranges.range_of(letter, binding.entry)
    here = known is not None and known.said and known.entry.section == binding.entry.section
    return here and session.scope.is_tensor(value, binding.entry)


def is_recurrence(binding: Tensor) -> bool:
    """Whether a definition is made of other members of its family."""
    base = families.taken_apart(binding.name).base
    return any(isinstance(part, ast.Symbol) and part.base == base for part in walk(binding.body))


def mislabelled(session: Session, name: str, env: Environment) -> tuple[str, ...]:
    """For a name like others but for a label in its scripts, as `W^{l,N}` beside `W^{l,M}`: what to say of those.

    Empty if the name may be a member of a family that is not followed.
    """
    wanted = families.taken_apart(families.resolved(name, env.indices))
    scripts = wanted.parts
    if len(scripts) < 2:
        return ()
    alike = [b for b in session.scope.by_name if families.taken_apart(b).form == wanted.form and b != name]
    if not alike:
        return ()
    for place, own in enumerate(scripts):
        labels = {apart.parts[place] for apart in map(families.taken_apart, alike)}
        if own not in labels and all(_is_label(session, text, env) for text in (own, *labels)):
            return (f"there is {', '.join(sorted(alike)[:3])}",)
    return ()


def of_tensor(session: Session, name: str, env: Environment) -> tuple[str, ...]:
    """For `T^O` beside `T^1` and `T^L`, where `O` is a tensor with axes: what to say of those. Empty for others."""
    for b in session.scope.of_form(name):
        values = families.match(b.name, name, session.ranges.letters(b)) if isinstance(b, Declared) else None
        if isinstance(b, Declared) and any(_is_of_tensor(session, b, x, n) for x, n in (values or {}).items()):
            return (f"there is {b.name}",)
    at, wanted = env.at, families.taken_apart(name)
    scripts = wanted.parts
    if len(scripts) != 1 or scripts[0] == "T" or not _is_with_axes(session, scripts[0], env):
        return ()
    alike = [b for b, found in session.scope.by_name.items() if any(x.entry.section == at.section for x in found)]
    alike = [b for b in alike if families.taken_apart(b).form == wanted.form and b != name]
    known = [part for b in map(families.taken_apart, alike) for part in b.parts]
    if not known or not all(part.isdigit() or _runs(session, part) for part in known):
        return ()
    return (f"there is {', '.join(sorted(alike)[:3])}",)


def _is_with_axes(session: Session, name: str, env: Environment) -> bool:
    """Whether the section says anywhere that a name is a tensor with axes."""
    here = (b for b in session.scope.by_name.get(name, ()) if b.entry.section == env.at.section)
    return not _runs(session, name) and any(
        isinstance(b, Tensor) or (isinstance(b, Declared) and b.domain is not None and bool(b.domain.shape.axes))
        for b in here
    )


def _runs(session: Session, text: str) -> bool:
    return any(text in (r.letter, r.end) for r in session.ranges.all)


def _is_label(session: Session, text: str, env: Environment) -> bool:
    """Whether a part of a script is a capital letter or a word, and no index."""
    if not text.isalpha() or not (len(text) > 1 or text.isupper()):
        return False
    return text not in env.indices and not _runs(session, text)


def of_itself(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is the member that is defined where it stands: `X^1 = T^1 + X^1`."""
    return any(b.entry.index == env.at.index for b in session.scope.by_name.get(name, ()))


def before_first(session: Session, name: str, env: Environment) -> str | None:
    """What a member is called that stands before the first that the definition of its family gives, as `h^0`.

    None if the name is no such member: then nothing says where the family begins.
    """
    full = families.resolved(name, env.indices)
    for binding in session.scope.of_form(full):
        if not (isinstance(binding, Tensor) and _visible(session, binding, env)):
            continue
        for letter, number in (families.match(binding.name, full, session.ranges.letters(binding)) or {}).items():
            known = session.ranges.range_of(letter, binding.entry)
            if not isinstance(number, int) or known is None or not known.said:
                continue
            if number < _lowest(binding, letter, known):
                return full
    return None


def after_last(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is `X^{L+1}`, where the section has an `X^L` and `L` is the end of a range.

    Or what the last member of a family would be made of, `h^{t+1}` in that of `h^t` for `t = 1, \\ldots, n`.
    """
    at, wanted = env.at, families.taken_apart(name)
    for known, value in _of_own_range(session, name, env):
        if known.end is not None and isinstance(value, int) and value > known.high:  # not `t = 1, 2, \ldots`
            return True
    parts = [families.component(part) for part in wanted.parts]
    if len(parts) != 1 or parts[0] is None or parts[0].offset <= 0:
        return False
    letter = parts[0].letter
    last = name.replace(f"{letter}+{parts[0].offset}", letter)
    ends = any(r.end == letter and r.entry.section == at.section for r in session.ranges.all)
    there = any(b.entry.section == at.section for b in session.scope.by_name.get(last, ()))
    return ends and there


def at_no_index(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is `h^{u-1}` in the definition of `h^t` for `t = 1, \\ldots, n`, and nothing says what `u` is."""
    for known, value in _of_own_range(session, name, env):
        component = families.component(value) if isinstance(value, str) else None
        letter = component.letter if component is not None and component.offset else known.letter
        if not (_runs(session, letter) or letter in env.sizes or session.tensor(letter, env) is not None):
            return True
    return False


def _of_own_range(session: Session, name: str, env: Environment) -> Iterator[tuple[Range, Value]]:
    """For a member of the family that is defined where it stands, with ranges that are said: these, and its indices."""
    full = families.resolved(name, env.indices)
    for binding in session.scope.of_form(full):
        if isinstance(binding, Tensor) and binding.entry.index == env.at.index:
            for letter, value in (families.match(binding.name, full, session.ranges.letters(binding)) or {}).items():
                known = session.ranges.range_of(letter, binding.entry)
                if known is not None and known.said and known.entry.run == env.at.run:
                    yield known, value


def not_followed(session: Session, name: str, env: Environment) -> str | None:
    """Why a name that nothing declares is none of an author's slips; None if it may be one.

    It is the letter of the family that is defined where it stands, of which no range is said, as the `j` of
    `k_j = A^j`; or a member at a difference of letters, as `k_{t-s}`.
    """
    parsed = env.at.parsed
    subjects = parsed.subjects if isinstance(parsed, ast.Chain) else ()
    left = [unbracketed(s.body) if isinstance(s, ast.Index) else s for s in subjects]  # [e^i]_{\\ax(j)} = …
    if any(isinstance(s, ast.Symbol) and name in families.letters_in(s.full_name) for s in left):
        return f"the range of the index {name} is not known"
    if isinstance(parsed, ast.Chain) and any(name in _side_by_side(s, parsed) for s in left):
        return f"the range of the index {name} is not known"
    form = families.taken_apart(name)
    moved = any(families.component(part) is None and _DIFFERENCE.fullmatch(part) for part in form.parts)
    if moved and any(families.letters_in(b.name) for b in session.scope.of_form(name)):
        return "a member of a family that ntdoc does not follow"
    for b in session.scope.of_form(name):  # W_1 beside a W_i, of whose letter nothing is said
        own = {letter for letter in families.letters_in(b.name) if families.is_index(letter)}
        values = families.match(b.name, name, own) if isinstance(b, Declared) else None
        moved = isinstance(b, Declared) and b.name != name and _is_moved(families.taken_apart(b.name), form)
        if moved or (values and all(isinstance(v, int) for v in values.values())):
            return "a member of a family that ntdoc does not follow"
    return None


def _side_by_side(subject: ast.Operand, parsed: ast.Chain) -> str:
    """The letters below a name, without commas between them, if they are the indices of its formula: `x_{ij}`."""
    below = subject.sub.text if isinstance(subject, ast.Symbol) and subject.sub is not None else ""
    return below if len(below) > 1 and set(below) <= index_letters(parsed) else ""


def _is_moved(family: families.Name, member: families.Name) -> bool:
    """Whether two names differ in offsets of letters alone: `h_{t-1}`, where every `h_t` is declared."""
    if family.form != member.form:
        return False
    both = zip(family.parts, member.parts, strict=True)
    for own, other in both:
        there, here = families.component(own), families.component(other)
        if own != other and (there is None or here is None or there.letter != here.letter):
            return False
    return True
