"""Laws: claims about all shapes, tensors or functions, or about every index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.nodes import Node, walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, is_open
from ntdoc.shapes.claims import up_to
from ntdoc.shapes.claims.claims import claim_links, report_shapes
from ntdoc.shapes.claims.coinciding import nowhere, only_where_shapes_coincide
from ntdoc.shapes.claims.instances import Instances, clean
from ntdoc.shapes.claims.letters import renamed_along_another
from ntdoc.shapes.claims.moved_letters import moved_back
from ntdoc.shapes.claims.quantified import Open, open_parts, records_meant, undeclared
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.judged import Choice, Judged, Law, lacking, lacks_names
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import index_letters, names_in
from ntdoc.shapes.samples import distributions, drawn
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Demand
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.cursor import Unreadable

_OF_SHAPES = ("NT203", "NT204", "NT208")
DISCOVERIES = 6  # how often undeclared names are looked for: behind one there may be others


class NoInstance(Exception):
    """No tensors make both sides of a claim well formed: each lacks an axis that an operation demands."""

    def __init__(self, demand: Demand, known: Open, letter: str | None = None) -> None:
        super().__init__(demand.axis)
        self.demand = demand
        self.known = known
        self.letter = letter  # for the shape that the axis is drawn for


def claims(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    if distributions.is_drawn(parsed):
        return drawn.judged(session, role, parsed)
    env = session.environment(role.entry)
    if len(parsed.subjects) != 1:
        span = parsed.span
        found = Judged(role, Kind.CLAIM, span, parsed.rows[0], None, env.notebook)
        found.unread = Unreadable("several left sides of one relation", span)
        return [found]
    links = claim_links(session, role, parsed, env)
    if (moved := moved_back(parsed, undeclared(links))) is not None:
        return claims(session, role, moved)
    if up_to.is_introducing(session, role, parsed):
        own = any(lacks_names(link.notebook) for link in links)
        return up_to.named_only(session, role, parsed) if own else links
    if role.entry.recalls:
        return links  # it is about the tensors that other sections have
    left_open = open_parts(session, role, parsed)
    settled = not left_open.anything and not undeclared(links) and not in_error(links)
    arguments = _arguments(session, role, parsed) if settled else ()
    foreigners = any(session.scope.is_tensor(name, role.entry) for name in arguments)
    if settled and not foreigners and not _lacks_axes(arguments, links):
        return links
    try:
        law, foreign, for_all = _law(session, role, parsed, left_open)
    except NoInstance as problem:
        return _without_instance(links, problem)
    if law is None:
        return _with_letters(session, role, parsed, links)
    if not foreign or (_lacks_indices_alone(links, parsed) and (for_all is None or in_error(for_all))):
        return _with_letters(session, role, parsed, law)
    if undeclared(links) and for_all is not None and len(for_all) == len(law) and not in_error(for_all):
        links = for_all  # with the tensors as another section declares them
    for judged, other in zip(links, law, strict=True):
        judged.perhaps = other.law if other.law is not None and other.law.instances else None
    return _with_letters(session, role, parsed, links)


def _with_letters(session: Session, role: Role, parsed: ast.Chain, links: list[Judged]) -> list[Judged]:
    """The claim, if it cannot be tried, with what its letters for shapes have wrong as they stand."""
    if all(judged.unread is not None for judged in links):
        wrong = renamed_along_another(session, parsed, role.entry)
        if wrong is not None:
            links[0].unread = None
            links[0].notebook.diagnostics[:] = [wrong]
    return links


def _lacks_indices_alone(links: list[Judged], parsed: ast.Chain) -> bool:
    """Whether a claim says nothing as it stands for want of what its indices are: then it is about all of them."""
    codes = {d.code for judged in links for d in judged.notebook.problems}
    return codes == {"NT201"} and {*undeclared(links)} <= {*index_letters(parsed)}


def _law(
    session: Session, role: Role, parsed: ast.Chain, known: Open
) -> tuple[list[Judged] | None, bool, list[Judged] | None]:
    """The claim as a law, or None; and whether it is one only if names of other sections stand for any tensor.

    And what it says of these tensors as they are declared, for all indices or all members of the sets that its
    conditions name; None if that leaves more open.
    """
    found = _everything_open(session, role, parsed, known)
    if found is None:
        return None, False, None
    engine, first = found
    left_open, foreign = engine.open, False
    for_all = first if _for_all_indices(left_open) else None
    of_members = engine if _for_all_members(left_open) and not in_error(first) else None
    as_declared: Instances | None = None
    arguments = _arguments(session, role, parsed) if not left_open.shapes else ()
    wanting = in_error(first) or _lacks_axes(arguments, first)
    if arguments and (wanting or any(session.scope.is_tensor(name, role.entry) for name in arguments)):
        foreign = True
        any_ = replace(left_open.with_names(arguments, frozenset(), frozenset()), arguments=arguments)
        again = _everything_open(session, role, parsed, any_)
        if again is None:
            return None, False, None
        (engine, first), left_open = again, again[0].open
    if in_error(first) or (left_open.tensors and not foreign):
        declared, of_shapes = _declared_with_axes(first, bool(left_open.tensors)), bool(left_open.shapes)
        any_point = left_open.tensors and {*left_open.tensors} <= _differentiated(parsed)
        if (role.entry.of_a_kind or any_point) and not in_error(first):
            declared = {}  # *`f` is linear, `f(X + Y) = …`* is said of any `Y`, and of the `X` at hand
        elif any(own for own in declared.values()):
            foreigners = [name for name, own in declared.items() if not own and in_error(first)]
            if not left_open.shapes and not foreigners:
                return (first, False, None) if _for_all_indices(left_open) else (None, False, None)
            declared = dict.fromkeys(foreigners, False)
        if declared:
            foreign = True
            if of_shapes:
                as_declared = Instances(session, role, parsed, left_open, tried=engine.tried)
            again = _everything_open(session, role, parsed, left_open.with_names(declared, frozenset(), frozenset()))
            if again is None:
                return None, False, None
            engine, left_open = again[0], again[0].open
    if not left_open.anything:
        return None, False, None
    if foreign and of_members is not None:
        for_all = _of_all(of_members)
    if _for_all_indices(left_open):  # of letters that nothing else declares it cannot be read in another way
        return first if not known.indices or all(j.unread is None for j in first) else None, False, None
    engine = Instances(session, role, parsed, left_open, tried=engine.tried)
    instances = engine.find()
    if not instances:
        return None, False, None
    if as_declared is not None and any(clean(judged) for _, links in instances for judged in links):
        # with the shapes that are left open it is a law in either reading: the other one must be well formed for some
        others = as_declared.find()
        foreign = not others or any(all(map(clean, links)) for _, links in others)
    return [_judged(engine, number, instances) for number in range(len(instances[0][1]))], foreign, for_all


def _of_all(engine: Instances) -> list[Judged] | None:
    """What a claim says of all members of the sets that its conditions name, `for all $h \\in \\reals^{\\ax}$`."""
    instances = engine.find()
    return [_judged(engine, number, instances) for number in range(len(instances[0][1]))] if instances else None


def _differentiated(parsed: ast.Chain) -> set[str]:
    """The arguments of calls by which a claim takes derivatives: `\\partial g(z) / \\partial z^*` is one at any `z`."""
    found = set[str]()
    for part in walk((parsed.subjects, parsed.rest)):
        if isinstance(part, ast.Derivative):
            called = {name for _, given in pairs(part) for name in names_in(given)}
            found |= called & {name.rstrip("*^") for name in names_in(part.by)}
    return found


def _for_all_indices(left_open: Open) -> bool:
    """Whether a claim leaves nothing open but letters in indices."""
    others = left_open.shapes or left_open.tensors or left_open.records or left_open.members
    return bool(left_open.indices) and not others


def _for_all_members(left_open: Open) -> bool:
    """Whether a claim leaves nothing open but tensors whose sets its conditions name."""
    others = left_open.shapes or left_open.tensors or left_open.records or left_open.indices or left_open.stated
    return bool(left_open.members) and not others


def _everything_open(
    session: Session, role: Role, parsed: ast.Chain, known: Open
) -> tuple[Instances, list[Judged]] | None:
    """With the names that are declared nowhere; None if a name of a function is among them."""
    letters = index_letters(parsed)
    for _ in range(DISCOVERIES):
        engine = Instances(session, role, parsed, known)
        instance = engine.first()
        if instance is None and (stuck := engine.stuck) is not None and not known.shapes:
            if known.records and stuck.axis not in session.axis_spellings:
                return None  # an axis that was drawn for a letter, and that nobody wrote
            raise NoInstance(stuck, known)
        if instance is None and (asked := engine.asked) is not None and _has_none(engine):
            raise NoInstance(asked, known, engine.letter_of(asked.axis))
        if instance is None:
            return None
        if any(d.code == "NT202" for j in instance for d in j.notebook.diagnostics):
            return None
        names = undeclared(instance)
        if not names:
            return engine, instance
        names = (*names, *_bound_beside(session, role, parsed, names))
        meant = records_meant(parsed, names, (*known.records, *(name for name, _ in known.stated)))
        records = frozenset().union(*meant.values()) if meant else frozenset()
        known = known.with_names((n for n in names if n not in meant), letters, records)
    return None


def _bound_beside(session: Session, role: Role, parsed: ast.Chain, names: Sequence[str]) -> tuple[str, ...]:
    """The letters that a left side `C_{\\ax(i),\\bx(j)}` binds beside one that is undeclared: it is read no further."""
    subject = parsed.subjects[0]
    items = subject.items if isinstance(subject, ast.Index) else ()
    letters = [s.full_name for _, s in items if isinstance(s, ast.Symbol)]
    if not any(name in letters for name in names):
        return ()
    return tuple(x for x in letters if x not in names and session.scope.tensor(x, role.entry) is None)


def _without_instance(links: list[Judged], problem: NoInstance) -> list[Judged]:
    """The claim with what is wrong of it, whatever its tensors are: an axis that is not there to be worked on."""
    demand = problem.demand
    if not problem.known.tensors:
        return links
    for judged in links:
        judged.notebook.diagnostics[:] = [
            d
            for d in judged.notebook.diagnostics
            if d.code != "NT201" or d.message.partition(" ")[0] not in problem.known.tensors
        ]
    at = next((j for j in links if j.span.holds_start(demand.span)), links[0])
    found = lacking(demand) if problem.letter is None else _lacking_shape(problem)
    if all((d.code, d.span) != (found.code, found.span) for d in at.notebook.diagnostics):
        at.notebook.diagnostics.append(found)
    at.unread = None  # that shapes are left open is no matter: for none of them has it the axis
    return links


def _has_none(engine: Instances) -> bool:
    """Whether a law has no instance for sure: there are conditions on its shapes, and every way to meet them fails."""
    return bool(engine.open.conditions) and bool(engine.open.tensors) and nowhere(engine)


def _lacking_shape(problem: NoInstance) -> Diagnostic:
    """What is said of an axis of a letter for a shape that nothing can have."""
    text = problem.demand.operand.text
    return Diagnostic(
        "NT203",
        f"{text} does not have the axes of {problem.letter}, whatever the shapes are that meet the conditions",
        problem.demand.span,
        label=f"{text} does not have the axes of {problem.letter}",
    )


def in_error(links: list[Judged]) -> bool:
    return any(j.notebook.problems for j in links)


def _declared_with_axes(found: list[Judged], letters: bool) -> dict[str, bool]:
    """The tensors with axes that a claim names and the document declares, and whether its own section does.

    So does what stands above that, unless there are `letters` that nothing declares.
    """
    declared: dict[str, bool] = {}
    for judged in found:
        at = judged.role.entry
        for use in judged.notebook.uses:
            if use.role != "tensor" or use.typed is None or not use.typed.shape or use.binding is None:
                continue
            if not (isinstance(use.binding, Declared) and is_open(use.binding)):
                there = use.binding.entry
                own = there.section == at.section or (at.is_under(there) and not letters)
                declared[use.name] = declared.get(use.name, False) or own
    return declared


def _arguments(session: Session, role: Role, parsed: ast.Chain) -> tuple[str, ...]:
    """The names that are letters of a function of the section of a claim, and that nothing there says more of.

    After `f(z) = a \\odot z` the section speaks of `\\partial f(z) / \\partial z^*` for any z that f applies to.
    """
    found = []
    for name in sorted(names_in((parsed.subjects, parsed.rest))):
        function = session.scope.parameter(name, role.entry)
        here = session.scope.tensor(name, role.entry)
        if function is None or (here is not None and role.entry.is_under(here.entry)):
            continue
        checked = session.checked(function)
        if checked.signature is None and name not in checked.written:
            found.append(name)
    return tuple(found)


def _lacks_axes(arguments: Sequence[str], links: list[Judged]) -> bool:
    """Whether a derivative by one of the arguments is in a side, and the other side has axes that it lacks.

    In `x - \\eta \\partial f(x) / \\partial x` the `x` has those that the derivative by it should have.
    """
    for judged in links:
        one, other = judged.value, judged.other
        for side, has, wanted in ((judged.left, one, other), (judged.right, other, one)):
            more = set(wanted.shape or ()) - set(has.shape or ()) if has is not None and wanted is not None else set()
            by = (_differentiated_by(part) for part in walk(side)) if more else ()
            if any(isinstance(x, ast.Symbol) and x.full_name in arguments for x in by):
                return True
    return False


def _differentiated_by(part: Node) -> ast.Operand | None:
    """The argument by which something is a derivative: `\\partial f / \\partial x`, `\\nabla_x f`, `\\nabla f(x)`."""
    if isinstance(part, Gradient):
        return part.argument.items[0] if isinstance(part.argument, ast.Group) else part.argument
    if isinstance(part, ast.Differential):
        return part.by
    return part.by[0] if isinstance(part, ast.Derivative) and len(part.by) == 1 else None


def _of_two_shapes(judged: Judged) -> bool:
    """Whether both sides of an instance are well formed, but not of one shape."""
    if judged.failed:
        return True
    sides = [side for side in (judged.value, judged.other) if side is not None and side.shape is not None]
    if len(sides) < 2 or sides[0].shape == sides[1].shape:  # what cannot be run has no plan
        return False
    return not clean(judged) and judged.unread is None and not in_error([judged])


def _vacuous(good: list[Choice], mismatched: list[Choice]) -> bool:
    """Whether the sides have one shape only where there is nothing to see: no axes at all, or a letter for none."""
    if all(choice.size == 0 for choice in good):
        return True
    letters = {letter for choice in mismatched for letter, axes in choice.shapes.items() if axes}
    return any(all(not choice.shapes[letter] for choice in good) for letter in letters)


def _of_shapes(judged: Judged) -> Judged:
    """The same with what is wrong of its shapes."""
    if _of_two_shapes(judged) and not judged.failed and judged.value is not None and judged.other is not None:
        report_shapes(judged, judged.value, judged.other)
    return judged


def _held_against_a_right_step(wrong: list[Judged]) -> Judged:
    """The plainest of the instances of a wrong step in which the step before it is not wrong itself."""
    return next((judged for judged in wrong if not judged.doubtful), wrong[0])


def _show_choice(choice: Choice, judged: Judged) -> None:
    """Say with what is wrong which axes were taken for the letters for shapes."""
    taken = tuple(Operand(letter, " × ".join(axes)) for letter, axes in choice.shapes.items() if axes)
    judged.notebook.diagnostics[:] = [
        replace(d, operands=(*d.operands, *taken)) if taken and d.code in _OF_SHAPES else d
        for d in judged.notebook.diagnostics
    ]


def _judged(engine: Instances, number: int, instances: list[tuple[Choice, list[Judged]]]) -> Judged:
    """One link of the claim, with the instances on which it says something."""
    own = [(choice, links[number]) for choice, links in instances if number < len(links)]
    for choice, judged in own:
        _show_choice(choice, judged)
    good = [(choice, judged) for choice, judged in own if clean(judged)]
    mismatched = [(choice, judged) for choice, judged in own if _of_two_shapes(judged)]
    # held against the step before it, where an instance has that: not against one before what has gone wrong
    mismatched = [pair for pair in mismatched if not pair[1].doubtful] or mismatched
    if mismatched and _vacuous([c for c, _ in good], [c for c, _ in mismatched]):
        found = min(mismatched, key=lambda pair: pair[0].size)[1]
        if not found.doubtful:
            return _of_shapes(found)
    if good and own and not clean(own[0][1]) and only_where_shapes_coincide(engine, number, [c for c, _ in good]):
        found = _of_shapes(_held_against_a_right_step([judged for _, judged in own if not clean(judged)]))
        if found.failed or in_error([found]):
            problems = found.notebook.problems
            found.notebook.diagnostics[:] = problems[:1]
            return found
    if mismatched and _vacuous([c for c, _ in good], [c for c, _ in mismatched]):
        return _of_shapes(min(mismatched, key=lambda pair: pair[0].size)[1])
    if not good:
        return min(own, key=lambda pair: (pair[1].unread is not None, pair[0].size))[1]
    shown = good[0][1]

    def around(choice: Choice) -> Iterator[tuple[Choice, Judged]]:
        for smaller, links in engine.around(choice):
            if number < len(links) and clean(links[number]):
                yield smaller, links[number]

    shown.law = Law(tuple(sorted(good, key=lambda pair: pair[0].size)), around)
    return shown
