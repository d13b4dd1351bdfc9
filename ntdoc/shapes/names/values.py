"""The tensor that a name stands for: a sample, a definition, a parameter, or a part of the body of a function."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.calculus import observed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import NO_SHAPES, Environment, Notebook
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.families import NONE, Indices, Value
from ntdoc.shapes.functions import index_letters
from ntdoc.shapes.functions.circles import circle, said_before, sought
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.in_places import supposed
from ntdoc.shapes.names.lefts import helpers
from ntdoc.shapes.names.numbers import taken_numbers
from ntdoc.shapes.names.restated import elsewhere
from ntdoc.shapes.names.sizes import as_size, axis_letters, strides, whole_lengths
from ntdoc.shapes.patterns import is_place, is_update, names_in
from ntdoc.shapes.plan import Constant, Sampled, SizeValue
from ntdoc.shapes.samples import configured, narrowing, ordered
from ntdoc.shapes.samples.domains import NATURAL, domain_of
from ntdoc.shapes.sizes import Size, number, variable
from ntdoc.shapes.typed import Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

DEEPEST = 200  # definitions within definitions


def value(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """The tensor that a name stands for, or None if nothing says what it is. Raises Unreadable."""
    scope = session.scope
    if (size := axis_letters.size_given(session, name, env)) is not None:
        return Typed(SizeValue(size), {}, span)
    function = scope.where_parameter(name, env.at) if env.inside is None else None
    if function is not None and not helpers.is_apart(scope, function, name, env.at):
        return parameter(session, function, name, env, span)
    found = members.tensor(session, name, env)
    part = found is not None and supposed.is_part(scope, found.binding, env.at)
    if part and (namesake := session.namesakes.of(name, env.at)) is not None:
        return parameter(session, namesake, name, env, span)
    if found is not None and supposed.is_of_later_text(session, found.binding, name, env.at):
        found = None
    if found is not None and elsewhere.counts_here(session, found.binding.entry, name, env):
        found = None
    if found is not None:
        taken_numbers.hold_together(session, name, env, span)
        if (loss := session.losses.anew(session, found.binding, env, span)) is not None:
            return loss
        if configured.is_of_a_real_model(found.binding, session):
            return Typed(SizeValue(variable(name)), {}, span)
        if axis_letters.is_size_here(session, found.binding, name, env.at):
            return Typed(SizeValue(session.size_named(name, env) or variable(name)), {}, span)
        if found.binding.entry.section != env.at.section and session.ranges.is_positional(name, env.at):
            raise Unreadable(f"{name} is in ordinary index notation here", span)
        if (row := elsewhere.replaced(scope.unread, name, found.binding, env.at)) is not None:
            env.notebook.blockers.append((name, row))
            return poison(span)
        if _is_later(session, found.binding, name, env):
            if (own := said_before(session.scope, name, env.at)) is not None:
                return defined(session, own, name, env.indices, env, span)
            if (problem := sought(env.at, name, span)) is not None:
                raise problem
            report(env, circle(name, span))
            return poison(span)
        return _of(session, found.binding, found.name, found.indices, env, span)
    if name in scope.any.get(env.at.index, ()):
        return None
    function = None if index_letters.is_of_member(name, env) else scope.parameter(name, env.at)
    if function is not None and function.entry.index not in {env.at.index, *session.pending}:
        found_parameter = _as_parameter(session, function, name, env, span)
        number = found_parameter is None or (not found_parameter.shape and not differentiates(env.at.parsed))
        place = found_parameter is None and is_place(name, env.at.parsed)
        if not (place or (number and as_size.is_size(session, name, env))):
            return found_parameter
    local = supposed.local(scope, name, env.at) or supposed.of_theorem(session, name, env.at)
    if local is not None:
        return _of(session, local, name, NONE, env, span)
    index = env.indices.get(name)
    if isinstance(index, int):
        return Typed(Constant(float(index)), {}, span)
    if name in env.sizes or any(of(session, name, env) for of in (_is_of_family, as_size.is_size, strides.is_one)):
        return Typed(SizeValue(env.sizes.get(name, variable(families.resolved(name, env.indices)))), {}, span)
    if (function := session.namesakes.of(name, env.at) or helpers.served(scope, name, env.at)) is not None:
        return parameter(session, function, name, env, span)
    return session.losses.value(session, name, env, span)


def _is_of_family(session: Session, name: str, env: Environment) -> bool:
    """Whether a letter is that of the family of functions in whose body it stands, or of one in its statement.

    `f_t(x)_{\\ax(2)} = t x` says something of every `f_t`.
    """
    if env.inside is not None:
        return name in families.letters_in(env.inside.name)
    heads = (part.full_name for part in walk(env.at.parsed) if isinstance(part, ast.Symbol) and part.sub is not None)
    own = (head for head in heads if name in families.letters_in(head))
    return any(isinstance(b, Function) and b.name == head for head in own for b in session.scope.function(head, env.at))


def differentiates(node: object) -> bool:
    """Whether a statement takes derivatives: a number of entries has none."""
    return any(isinstance(part, ast.Derivative | ast.Differential) for part in walk(node))


def _is_later(session: Session, found: Tensor | Declared, name: str, env: Environment) -> bool:
    """Whether a definition names itself, and only one in a later place has that name too: it is not meant."""
    if not isinstance(found, Tensor) or found.entry.index <= env.at.index or found.entry.run == env.at.run:
        return False
    defines = any(b.entry.index == env.at.index for b in session.scope.by_name.get(name, ()) if isinstance(b, Tensor))
    return defines and not is_update(env.at.parsed) and not env.at.companion and not found.entry.companion


def _of(
    session: Session, found: Tensor | Declared, name: str, indices: Mapping[str, Value], env: Environment, span: Span
) -> Typed:
    if isinstance(found, Tensor):
        return defined(session, found, name, indices, env, span)
    return sampled(session, found, name, indices, env, span)


def _as_parameter(session: Session, function: Function, name: str, env: Environment, span: Span) -> Typed | None:
    """A letter of a function; or an index of one before it in the section, where nothing else is known of it."""
    if (found := parameter(session, function, name, env, span)) is not None:
        return found
    before = (f for f in reversed(session.scope.functions) if f.entry.index < function.entry.index)
    others = (f for f in before if f.entry.section == function.entry.section and name in f.letters)
    indices = (f for f in others if index_letters.places(name, f.body, env) is not None)
    return next((index for f in indices if (index := parameter(session, f, name, env, span)) is not None), None)


def parameter(session: Session, function: Function, name: str, env: Environment, span: Span) -> Typed | None:
    """A letter that is a parameter nearby keeps that meaning: a sample of the parameter's shape.

    What is not said in its run, and cannot be found from a body that is in error, is what the section declares.
    """
    checked = session.checked(function)
    said = session.scope.tensor(name, env.at) if checked.broken and name not in checked.written else None
    if isinstance(said, Declared) and said.domain is not None and said.entry.section == env.at.section:
        return sampled(session, said, name, NONE, env, span)
    shape = checked.shapes.get(name)
    if shape is None:
        return None
    if not env.notebook.equations.include(checked.notebook.equations):
        return None
    domain, limit = checked.domains.get(name, (Domain(), None))
    real = not shape and limit is None and domain == Domain()
    if real and is_place(name, env.at.parsed):
        return None  # an index is no real number that a function nearby takes
    if real and whole_lengths.is_of_lengths(session, env.at):
        domain = NATURAL
    return Typed(Sampled(name, tuple(shape.items()), domain, limit), shape, span)


def sampled(
    session: Session, declared: Declared, name: str, indices: Mapping[str, Value], env: Environment, span: Span
) -> Typed:
    """A sample of what is only declared, under its own name: members of a family have samples of their own."""
    if indices:
        env = replace(env, indices={**env.indices, **indices})
    base = declared.domain.base if declared.domain is not None else None
    shape = session.shape(declared.domain.shape, env) if declared.domain is not None else {}
    if shape is None:
        return poison(span)
    small = declared.entry.small and not shape and sentences.calls_small(declared.entry.parsed.span)
    ends = ordered.ends_of(session, declared, shape, env.at)
    domain, limit = (Domain(), None) if ends is not None else domain_of(session, base, declared.sign, small, env)
    domain = narrowing.under_constraints(session, declared, domain, shape, env)
    limit = limit or narrowing.count_said(session, declared, shape, env)
    alone = not indices and limit is None
    bounds = ordered.bounds_of(session, declared, domain, shape, env.at, ends) if alone else ordered.within(ends)
    typed = Typed(Sampled(name, tuple(shape.items()), domain, limit, bounds), shape, span)
    if name != declared.name:
        session.members.setdefault(declared.entry.index, {}).setdefault(name, typed)
    return typed


def defined(
    session: Session, found: Tensor, name: str, indices: Mapping[str, Value], env: Environment, span: Span
) -> Typed:
    """What a definition says a name is."""
    function = env.inside
    if function is not None and found.entry.run == function.entry.run and found.entry.index > function.entry.index:
        return _inlined(session, found, indices, env, span)
    part = function is not None and helpers.is_part(session.scope, found, function)
    if part or by_entries(found, {x for x in env.values if x not in env.indices}):
        return _inlined(session, found, indices, env, span)
    if len(session.pending) > DEEPEST:
        raise Unreadable("definitions nested too deeply", span)
    shapes = env.open_shapes if found.entry.section == env.at.section and function is None else NO_SHAPES
    definition = session.definition(found, _reaching(session, env, indices, found), shapes)
    if function is not None and (
        _abbreviates(definition.notebook, env)
        or (_varies(session, found, definition.notebook, function) and not observed.is_data(session, found, env.at))
    ):
        return _inlined(session, found, indices, env, span)
    if not env.notebook.equations.include(definition.notebook.equations):
        message = f"{name} has sizes that do not go together with those of the rest"
        operands = (operand(definition.typed._replace(span=span)),)
        report(env, Diagnostic("NT206", message, span, operands=operands))
        return poison(span)
    if definition.broken:
        env.notebook.blockers.append((found.name, found.entry))
        return Typed(None, definition.typed.shape, span)
    return definition.typed._replace(span=span)


def bound(session: Session, indices: Mapping[str, Value], entry: Entry) -> dict[str, Size]:
    """Index letters as numbers: another `t = 2` is none of these, but the end of a range is its own `T = |\\ax|`."""
    found = {x: number(n) for x, n in indices.items() if isinstance(n, int)}
    named = ((x, session.scope.tensor(x, entry)) for x in found)
    sizes = {x for x, there in named if isinstance(there, Tensor) and isinstance(there.body, ast.Size)}
    return {x: size for x, size in found.items() if x not in sizes}


def by_entries(found: Tensor, running: Collection[str]) -> bool:
    """Whether one of the letters in a name is an index of an axis in its definition, as in `s_i = S_{\\ax(i)}`.

    Then `\\sum_i s_i` is a sum along that axis, and not over members of a family. In a recurrence, `h_t` made of
    `h_{t-1}`, each member is a tensor of its own.
    """
    own = families.letters_in(found.name).intersection(running)
    form = families.taken_apart(found.name).form
    named = (s.full_name for s in walk(found.body) if own and isinstance(s, ast.Symbol))
    if any(families.taken_apart(name).form == form for name in named):
        return False
    return bool(own) and any(
        isinstance(number, ast.Symbol) and number.full_name in own
        for part in walk(found.body)
        if isinstance(part, ast.Index)
        for _, number in part.items
    )


def _abbreviates(notebook: Notebook, env: Environment) -> bool:
    """Whether a definition is made of letters that nothing declares, and that are parameters where it is used."""
    return any(use.binding is None and use.role == "tensor" and use.name in env.values for use in notebook.uses)


def _varies(session: Session, found: Tensor, notebook: Notebook, function: Function) -> bool:
    """Whether a definition beside a function is about the very tensors whose letters the parameters are.

    After `a = s(Q K)` the `a` of `f(Q, K, V) = a V` varies with the arguments of `f`, and so does what is made of `a`.
    Of a letter that the body does not name it does so in any section.
    """
    letters = set(function.letters)
    unnamed = letters - names_in(function.body)
    seen, waiting = {found.entry.index}, [(found, notebook)]
    while waiting:
        here, uses = waiting.pop()
        near = here.entry.section == function.entry.section
        for use in uses.uses if near or unnamed else ():
            if isinstance(use.binding, Declared):
                own = use.name in (letters if near else unnamed)
                if own and session.scope.tensor(use.name, function.entry) is use.binding:
                    return True
            elif isinstance(use.binding, Tensor) and use.binding.entry.index not in seen:
                if families.letters_in(use.binding.name):
                    continue  # what a member rests on depends on which it is
                seen.add(use.binding.entry.index)
                waiting.append((use.binding, session.definition(use.binding).notebook))
    return False


def _reaching(session: Session, env: Environment, indices: Mapping[str, Value], found: Tensor) -> Indices:
    """The values that a definition is taken at: what is defined beside a member is taken at the same.

    A number is the same for all of them.
    """
    if not names_in(found.body):
        return indices
    return {**session.ranges.in_common(env.indices, found.entry, env.at), **indices}


def _inlined(session: Session, found: Tensor, indices: Mapping[str, Value], env: Environment, span: Span) -> Typed:
    """A part of a function's body that is defined in a where-clause: it sees the parameters."""
    taken = {**env.indices, **indices}
    key = (found.entry.index, *sorted(taken.items()))
    if key in env.parts:  # its own definition is in error
        env.notebook.blockers.append((found.name, found.entry))
        return poison(span)
    if env.depth > 40:
        session.circular.add(found.entry.index)
        raise Unreadable("definitions nested too deeply", span)
    inner = replace(env, at=found.entry, depth=env.depth + 1, indices=taken, parts=env.parts | {key})
    body = session.body(found, inner)
    if body.plan is not None:
        session.parts.setdefault(body.plan, found.name)
    return body._replace(span=span)
