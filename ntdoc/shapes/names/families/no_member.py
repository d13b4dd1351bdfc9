"""Why a name is no member of a family that is there: what to tell its author, or that ntdoc does not follow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.families import Value
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.families.lists import Range
from ntdoc.shapes.patterns import index_letters, names_in, unbracketed
from ntdoc.syntax import ast

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_DIFFERENCE = regex(r"[({\[]?(?:\d+|[A-Za-z])[+\-−][A-Za-z][)}\]]?")


def is_any(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is a member that cannot be, however it is meant: then it is no power either."""
    return any(of(session, name, env) for of in (_is_of_itself, before_first, after_last, at_no_index, of_tensor))


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
        values = session.ranges.match(b, name) if isinstance(b, Declared) else None
        if isinstance(b, Declared) and any(members.is_of_tensor(session, b, x, n) for x, n in (values or {}).items()):
            return (f"there is {b.name}",)
    at, wanted = env.at, families.taken_apart(name)
    scripts = wanted.parts
    if len(scripts) != 1 or scripts[0] == "T" or not _is_with_axes(session, scripts[0], env):
        return ()
    alike = [b for b, found in session.scope.by_name.items() if any(x.entry.section == at.section for x in found)]
    alike = [b for b in alike if families.taken_apart(b).form == wanted.form and b != name]
    known = [part for b in map(families.taken_apart, alike) for part in b.parts]
    if not known or not all(part.isdigit() or members.runs(session, part) for part in known):
        return ()
    return (f"there is {', '.join(sorted(alike)[:3])}",)


def _is_with_axes(session: Session, name: str, env: Environment) -> bool:
    """Whether the section says anywhere that a name is a tensor with axes."""
    here = (b for b in session.scope.by_name.get(name, ()) if b.entry.section == env.at.section)
    return not members.runs(session, name) and any(
        isinstance(b, Tensor) or (isinstance(b, Declared) and bool(b.along))
        for b in here
    )


def _is_label(session: Session, text: str, env: Environment) -> bool:
    """Whether a part of a script is a capital letter or a word, and no index."""
    if not text.isalpha() or not (len(text) > 1 or text.isupper()):
        return False
    return text not in env.indices and not members.runs(session, text)


def _is_of_itself(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is the member that is defined where it stands: `X^1 = T^1 + X^1`."""
    return any(b.entry.index == env.at.index for b in session.scope.by_name.get(name, ()))


def before_first(session: Session, name: str, env: Environment) -> str | None:
    """What a member is called that stands before the first that the definition of its family gives, as `h^0`.

    None if the name is no such member: then nothing says where the family begins.
    """
    full = families.resolved(name, env.indices)
    for binding in session.scope.of_form(full):
        if not (isinstance(binding, Tensor) and members.is_visible(session, binding, env)):
            continue
        for letter, number in (session.ranges.match(binding, full) or {}).items():
            known = session.ranges.range_of(letter, binding.entry)
            if not isinstance(number, int) or known is None:
                continue
            if not (known.said or _are_steps(session, binding)):
                continue
            if number < members.lowest(session, binding, letter, known):
                return full
    return None


def _are_steps(session: Session, family: Tensor) -> bool:
    """Whether a recurrence moves by arrays, `w_t = w_{t-1} - \\eta m_t`: of `x_k = x_{k-1} + 1` they are components."""
    if not members.is_recurrence(family):
        return False
    base = families.taken_apart(family.name).base
    others = {name for name in names_in(family.body) if families.taken_apart(name).base != base}
    made = {*others, *made_of(session.scope, frozenset(others), family.entry)}
    declared = (b for name in made for b in (*session.scope.by_name.get(name, ()), *session.scope.of_form(name)))
    return any(isinstance(b, Declared) and b.along and families.taken_apart(b.name).base != base for b in declared)


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
        if not (members.runs(session, letter) or letter in env.sizes or session.tensor(letter, env) is not None):
            return True
    return False


def _of_own_range(session: Session, name: str, env: Environment) -> Iterator[tuple[Range, Value]]:
    """For a member of the family that is defined where it stands, with ranges that are said: these, and its indices."""
    full = families.resolved(name, env.indices)
    for binding in session.scope.of_form(full):
        if isinstance(binding, Tensor) and binding.entry.index == env.at.index:
            for letter, value in (session.ranges.match(binding, full) or {}).items():
                known = session.ranges.range_of(letter, binding.entry)
                if known is not None and known.said and known.entry.run == env.at.run:
                    yield known, value


def past_an_end(session: Session, name: str, env: Environment) -> tuple[str, ...]:
    """For `v_{t+1}` where the `v_t` end with that of `t = T`: what is to be said of `t`. Empty for others."""
    full = families.resolved(name, env.indices)
    for b in session.scope.of_form(full):
        if not isinstance(b, Tensor) or b.name == name or not members.is_visible(session, b, env):
            continue
        for letter, value in (session.ranges.match(b, full) or {}).items():
            known = session.ranges.reach_of(letter, b.entry)
            if known is None or not known.said or known.end is None or not isinstance(value, int):
                continue
            last = known.end + (f" - {known.beyond}" if known.beyond > 0 else "")
            if value > known.high:
                which = f"for which {letter} is it, as in {letter} < {last}?"
                return (f"the last {b.name} is that of {letter} = {last}: {which}",)
    return ()


def of_unread(session: Session, name: str, env: Environment) -> Tensor | None:
    """The definition before it in its section, `P_s = E`, that a name may be of, `P_t`, if it cannot be read.

    Then nothing says which members there are.
    """
    if session.pending:  # it may need itself by what is being read
        return None
    for b in session.scope.of_form(name):
        before = isinstance(b, Tensor) and b.entry.is_above(env.at)
        if not isinstance(b, Tensor) or not before or families.match(b.name, name, families.letters_in(b.name)) is None:
            continue
        if session.definition(b).unread is not None:
            return b
    return None


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
