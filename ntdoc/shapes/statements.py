"""Each statement checked: its kind, its operands with their shapes, its errors. No numbers yet.

An entry of a document is a chain `e_0 = e_1 ∈ S`. It becomes one statement for what it declares, defines or says
first, and one claim for each further link.
"""

from __future__ import annotations

from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Tensor, is_open
from ntdoc.shapes.claims.claims import links, restrict
from ntdoc.shapes.claims.laws import claims
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.conditions.several_models import axis_of, is_in_numbers
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import alone
from ntdoc.shapes.document.sentences import between
from ntdoc.shapes.environment import Notebook, Use
from ntdoc.shapes.expressions import combine, indexing
from ntdoc.shapes.families import NONE, letters_in, resolved
from ntdoc.shapes.functions import at_hand, ending, signatures, usual_signatures
from ntdoc.shapes.judged import Judged, checked_operand
from ntdoc.shapes.names import values
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Sampled, ShapeOf, SizeValue
from ntdoc.shapes.recurrences import grids, unfolding, updates
from ntdoc.shapes.samples import distributions, drawn, ordered
from ntdoc.shapes.samples.beside import against, numbers_before, of_last_case, relations_before
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, variable
from ntdoc.shapes.typed import Typed, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Entries, Recurrence
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import IF

_ANEW = regex(rf"\b(?:for|with|at|{IF})\b")  # between the sizes of two cases

def judge(session: Session, role: Role) -> list[Judged]:
    """The statements of one entry, checked."""
    parsed = role.entry.parsed
    if isinstance(parsed, ast.Unread) and any(r.entry is role.entry for r in session.ranges.all):
        # dots between the first and the last member of a family: for those between
        notebook = session.environment(role.entry).notebook
        return [Judged(role, Kind.CONSTRAINT, parsed.span, parsed.row, None, notebook)]
    if isinstance(parsed, ast.Unread):
        problem = Unreadable(parsed.reason, parsed.at)
        found = Judged(role, role.kind, parsed.span, parsed.row, None, Notebook(Equations()), unread=problem)
        if parsed.known:
            found.refused = True
        elif parsed.malformed:
            found.notebook.diagnostics.append(Diagnostic("NT108", parsed.reason, parsed.at))
        return [found]
    if isinstance(parsed, ast.Signature):
        return [_signature(session, role, parsed)]
    if isinstance(role.defines, Function):
        return _function(session, role, parsed, role.defines)
    if isinstance(role.defines, Tensor) and isinstance(role.defines.body, Recurrence):
        part = _part(session, role, parsed, role.defines)
        return [part, *_links_of_a_part(session, role, parsed, role.defines, part)]
    if isinstance(role.defines, Tensor):
        return _tensor(session, role, parsed, role.defines)
    if role.kind is Kind.DECLARATION:
        return _declaration(session, role, parsed)
    if role.kind is Kind.CONSTRAINT:
        found = _constraint(session, role, parsed)
        return [found, *_links_of_an_increment(session, role, parsed, found)]
    if role.kind is Kind.EXPRESSION:
        return [_expression(session, role, parsed)]
    if len(parsed.subjects) > 1 and isinstance(parsed.rest[0][1], ast.TensorSet):  # `X, Y \\in S`, of what is known
        known = [s for s in parsed.subjects if not _is_declared_here(session, role, s)]
        return [judged for s in known for judged in claims(session, role, parsed.replace(subjects=(s,)))]
    steps = claims(session, role, parsed)
    for step in steps if role.entry.again and not role.entry.display else ():
        if step.notebook.blockers:  # the same as what could not be read, which says what the letters are
            step.notebook.diagnostics.clear()
    return [*_first_side(session, role, parsed, steps[0]), *steps]


def _signature(session: Session, role: Role, parsed: ast.Signature) -> Judged:
    env = session.environment(role.entry)
    unread = None
    if role.name is not None:
        signed = next((b for b in session.scope.by_name[role.name] if b.entry.index == role.entry.index), None)
        env.notebook.uses.append(Use(role.name, "function", signed, None, parsed.subject.span))
    shapes: list[ShapeOf] = []
    for tensor_set in (*parsed.arguments, parsed.result):
        try:
            shapes.append(session.shape(tensor_set.shape, env) or {})
        except Unreadable as problem:
            unread = unread or problem
    signatures.check(session, parsed, role.name, env)
    usual_signatures.check(session, parsed, env)
    # A shape with a size that needs more than ntdoc reads is still a signature that can be used by name.
    return Judged(
        role,
        Kind.SIGNATURE,
        parsed.span,
        role.entry.piece.row,
        role.name,
        env.notebook,
        unread=unread,
        shapes=tuple(shapes),
    )


def _declaration(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    env = session.environment(role.entry)
    found = Judged(role, Kind.DECLARATION, parsed.span, parsed.rows[0], role.name, env.notebook)
    for declared in role.declares:
        assert declared.domain is not None
        try:
            indices = {x: env.indices[x] for x in letters_in(declared.name) if x in env.indices}
            name = resolved(declared.name, indices)
            if any(b is declared for b in session.scope.by_name.get(declared.name, ())):
                typed = values.sampled(session, session.scope.with_sign(declared), name, indices, env, declared.span)
            else:
                typed = Typed(SizeValue(variable(name)), {}, declared.span)  # see counts
            if typed.shape is None:
                break
            env.notebook.uses.append(Use(declared.name, "tensor", declared, typed, declared.span))
            found.value = found.value or typed
        except Unreadable as problem:
            if is_open(declared):  # X \\in \\reals^{\\mathcal{S}}: of any shape, so there is no sample to show
                env.notebook.uses.append(Use(declared.name, "tensor", declared, None, declared.span))
            else:
                found.unread = problem
    if distributions.is_drawn(parsed):
        found.notebook.diagnostics.extend(drawn.judged(session, role, parsed)[0].notebook.diagnostics)
    statements = [found]
    sets = [declared.domain for declared in role.declares if declared.domain is not None]
    for number, (relation, right) in enumerate(parsed.rest[1:], start=1):
        statements.append(_same_set(session, role, parsed, number, relation, right, sets[0]))
    return statements


def _same_set(
    session: Session, role: Role, parsed: ast.Chain, number: int, relation: ast.Relation,
    right: ast.Operand, first: ast.TensorSet,
) -> Judged:  # fmt: skip
    """`\\reals^{a \\times b} = \\reals^{b \\times a}`: two ways to write a set."""
    env = session.environment(role.entry)
    span = first.span.to(right.span)
    found = Judged(role, Kind.CLAIM, span, parsed.rows[number + 1], None, env.notebook)
    if not isinstance(right, ast.TensorSet) or relation.kind != "eq":
        found.unread = Unreadable("ntdoc does not check this relation between sets", relation.span)
        return found
    try:
        one, two = (session.shape(s.shape, env) for s in (first, right))
    except Unreadable as problem:
        found.unread = problem
        return found
    if one is not None and two is not None:
        left = Typed(None, one, first.span)
        found.failed = not combine.agree(env, left, two, "NT204", f"{shape_text(two)} is written", right.span, None)
        found.member = (two, right)
    return found


def _constraint(session: Session, role: Role, parsed: ast.Chain) -> Judged:
    env = session.environment(role.entry)
    found = Judged(role, Kind.CONSTRAINT, parsed.span, parsed.rows[0], role.name, env.notebook)
    subject = parsed.subjects[0]
    if isinstance(subject, ast.BigOperator):  # `\\nsum{\\vocab} I = 1`: I has the axis
        _, found.unread = checked_operand(session, subject, env)
    for declared in role.declares:
        typed = session.value(declared.name, env, declared.span)
        if typed is not None and isinstance(typed.plan, Sampled) and typed.plan.key == declared.name:
            signed = session.scope.with_sign(declared)
            typed = values.sampled(session, signed, declared.name, NONE, env, declared.span)
        env.notebook.uses.append(Use(declared.name, "tensor", declared, typed, declared.span))
        found.value = found.value or typed
    found.condition = ordered.as_condition(session, role.entry) if role.entry.supposed else None
    if role.sizes:
        own = next((s for s in session.sizes if s.entry.index == role.entry.index), None)
        beside = [s for s in session.sizes if _holds_beside(session, s.entry, role.entry)]
        if own is not None:
            beside = [*numbers_before(session, own), *relations_before(session, own), *beside]
        if own is not None and (found_against := against(own, of_last_case(own, beside))) is not None:
            message, label = "these sizes contradict each other", "cannot all be equal"
            related = tuple(Related(s.entry.parsed.span, "said here") for s in found_against)
            found.notebook.diagnostics.append(
                Diagnostic("NT303", message, parsed.span, label=label, related=related)
            )
    return found


def _links_of_an_increment(session: Session, role: Role, parsed: ast.Chain, first: Judged) -> list[Judged]:
    """`\\partial L = G \\ndot{\\ax} \\partial Y = E` says what a loss does, and then that this is `E`.

    With a name of which the side before it is not made, `H \\ndot{\\bx} \\partial X`, `E` says what that is; and so
    does that side if nothing else says what `G` is.
    """
    sides = [side for _, side in parsed.rest]
    known = made_of(session.scope, names_in((parsed.subjects[0], sides[0])), role.entry)
    if not isinstance(parsed.subjects[0], ast.Differential) or len(sides) == 1 or not names_in(tuple(sides)) <= known:
        return []
    env = session.environment(role.entry)
    left, unread = checked_operand(session, sides[0], env)
    if unread is not None or any(d.code == "NT201" for d in env.notebook.diagnostics):
        return []
    first.span, first.notebook = parsed.subjects[0].span.to(sides[0].span), env.notebook
    return links(session, role, parsed, 1, env, left, first)


def _holds_beside(session: Session, stated: Entry, at: Entry) -> bool:
    """Whether a size that is stated before in the same run is still so, and is so where one takes others.

    What a sentence says between the sizes that it takes tells one case from the next: *with …, and with …*.
    """
    passed = not session.passing.isdisjoint((stated.index, at.index))
    if at.index in session.models and stated.index not in session.passing:
        passed = is_in_numbers(stated)  # what sizes have to do with each other holds of every model
    if stated.sentence == at.sentence:
        own = {s.entry.index for s in session.sizes}
        if not any(s.entry.index == at.index and s.sizes[0][0].atom is not None for s in session.sizes):
            own |= {e.index for e in session.ranges.entries if alone(e) is not None}  # *the matrix `P` has*, of a total
        by_turns = session.passing >= {stated.index, at.index} and not own >= {*range(stated.index, at.index)}
        by_turns |= cases.is_taken(at) and _ANEW.search(between(stated.parsed.span, at.parsed.span)) is not None
        passed = by_turns or (passed and axis_of(at) == axis_of(stated) != "")
    elif stated.local and stated.supposed:
        passed = True  # in its sentence alone
    return stated.run == at.run and stated.index <= at.index and not passed


def _expression(session: Session, role: Role, parsed: ast.Chain) -> Judged:
    env = session.environment(role.entry)
    found = Judged(role, Kind.EXPRESSION, parsed.span, parsed.rows[0], None, env.notebook, left=parsed.subjects[0])
    found.value, found.unread = checked_operand(session, parsed.subjects[0], env)
    return found


def _is_declared_here(session: Session, role: Role, subject: ast.Operand) -> bool:
    """Whether a set declares one of the names of which it is said, and only says something of the others."""
    own = session.scope.by_name.get(subject.full_name, ()) if isinstance(subject, ast.Symbol) else ()
    return any(isinstance(b, Declared) and b.entry.index == role.entry.index for b in own)


def _first_side(session: Session, role: Role, parsed: ast.Chain, step: Judged) -> list[Judged]:
    """The first side of a chain of claims, shown by itself where it stands alone in its row.

    What is wrong of it is said of the first step, which then begins there.
    """
    subject = parsed.subjects[0]
    if len(parsed.subjects) > 1 or not parsed.rest or parsed.rows[1] == parsed.rows[0]:
        return []
    found = _expression(session, role, parsed)
    found.span = subject.span
    if step.law is not None:  # with the shapes that the law is shown with
        found.value, found.unread, found.notebook = step.value, None, step.notebook.following()
        found.notebook.uses = list(step.notebook.uses)
    if found.notebook.diagnostics or found.unread is not None or (found.value is None and not found.notebook.blockers):
        step.span = subject.span.to(step.span)
        return []
    return [found]


def _tensor(session: Session, role: Role, parsed: ast.Chain, tensor: Tensor) -> list[Judged]:
    definition = session.definition(tensor)
    _of_own_members(session, tensor, definition.notebook)
    end = parsed.rest[0][1].span
    span = parsed.span if len(parsed.rest) == 1 else parsed.subjects[0].span.to(end)
    found = Judged(
        role,
        Kind.DEFINITION,
        span,
        parsed.rows[0],
        tensor.name,
        definition.notebook,
        definition.own,
        unread=definition.unread,
        binding=tensor,
        left=parsed.rest[0][1],
    )
    if parsed.rest[0][0].kind == "update" and not found.notebook.diagnostics:
        updates.fits_before(session, found.notebook, tensor, definition.own)
    env = replace(session.environment(role.entry), values=session.index_values(tensor, definition))
    if tensor.indices and definition.typed.plan is not None:
        quiet = replace(env, indices={}, notebook=definition.notebook.following())  # `n` is no end, but `|\\ax|`
        restrict(session, found, parsed, quiet)
        found.unread = definition.unread
    if len(parsed.rest) == 1:
        return [found]
    left = definition.entrywise
    if left is None:
        quiet = replace(env, notebook=definition.notebook.following())
        left, _ = checked_operand(session, tensor.body, quiet)
    whole = None if tensor.indices and tensor.stated is None else definition.own  # `Y_{\\ax(i)} = E \\in S` of each
    return [found, *links(session, role, parsed, 1, env, left, found, whole)]


def _part(session: Session, role: Role, parsed: ast.Chain, tensor: Tensor) -> Judged:
    """One of the equations of a recurrence, with what is wrong there."""
    definition = session.definition(tensor)
    notebook = definition.notebook.following()
    here = (use for use in definition.notebook.uses if parsed.span.covers(use.span))
    notebook.uses = [use for use in here if use.name != tensor.name]
    wrong = definition.notebook.diagnostics
    notebook.diagnostics = [d for d in wrong if parsed.span.covers(d.span)] or list(wrong)
    notebook.blockers = list(definition.notebook.blockers) if not wrong else []
    found = Judged(
        role,
        Kind.DEFINITION,
        parsed.span,
        parsed.rows[0],
        tensor.name,
        notebook,
        definition.own,
        unread=definition.unread,
        binding=tensor,
        left=parsed.rest[-1][1],
    )
    found.condition = unfolding.said(definition.typed.plan) if definition.typed.plan is not None else None
    return found


def _links_of_a_part(session: Session, role: Role, parsed: ast.Chain, tensor: Tensor, part: Judged) -> list[Judged]:
    """What the rest of a chain says of the entries that it begins with: `h_{\\ax(t)} = E = F` that they are F, too.

    An F of other entries of h is left out: at the ends they may not be there.
    """
    assert isinstance(tensor.body, Recurrence)
    line = next((line for line in tensor.body.lines if line.body is parsed.rest[0][1]), None)
    subject = parsed.subjects[0]
    if line is None or len(parsed.rest) == 1 or not isinstance(subject, ast.Index):
        return []
    rest = tuple(operand for _, operand in parsed.rest[1:])
    if any(isinstance(operand, ast.TensorSet) for operand in rest):
        return []
    if not names_in(rest).isdisjoint(line.name for line in tensor.body.lines):
        problem = Unreadable(f"entries of {tensor.name} that are not there at the ends", rest[0].span)
        span, row = parsed.rest[1][0].span.to(parsed.rest[-1][1].span), parsed.rows[2]
        return [Judged(role, Kind.CLAIM, span, row, tensor.name, Notebook(Equations()), unread=problem)]
    value = session.definition(tensor).typed
    if value.shape is None:
        return []
    env = session.environment(role.entry)
    env = replace(env, values={**env.values, **grids.letters(line, value.shape)})
    return links(session, role, parsed, 1, env, indexing.indexed(session, subject, value, env), part)


def _of_own_members(session: Session, tensor: Tensor, notebook: Notebook) -> None:
    """A recurrence is not blocked by itself: what is wrong with one of its members is wrong with it."""
    own = tensor.entry.index
    if not any(entry is not None and entry.index == own for _, entry in notebook.blockers):
        return
    members = [d.notebook for key, d in session.definitions.items() if isinstance(key, tuple) and key[0] == own]
    wrong = [d for member in members for d in member.problems]
    if wrong and not notebook.diagnostics:
        notebook.diagnostics.append(wrong[0])
        notebook.blockers[:] = [b for b in notebook.blockers if b[1] is None or b[1].index != own]


def _function(session: Session, role: Role, parsed: ast.Chain, function: Function) -> list[Judged]:
    checked = session.checked(function)
    span = parsed.span if len(parsed.rest) == 1 else parsed.subjects[0].span.to(parsed.rest[0][1].span)
    found = Judged(
        role,
        Kind.DEFINITION,
        span,
        parsed.rows[0],
        function.name,
        checked.notebook,
        checked.typed,
        unread=checked.unread,
        binding=function,
        function=checked,
    )
    found.uses = [
        Use(name, "parameter", None, Typed(None, checked.shapes.get(name), function.span), function.span)
        for name in function.letters
    ]
    if len(parsed.rest) == 1:
        return [found]
    env = session.environment(role.entry)
    open_ends = ending.left_open(function)
    values = at_hand.samples(session, checked, parsed, function) | ending.as_values(function, open_ends)
    env = replace(env, values=values, axes={a: (a,) for a in function.axes}, sizes=env.sizes | open_ends)
    env.notebook.equations.include(checked.notebook.equations)
    body = function.body if isinstance(function.body, Entries) else parsed.rest[0][1]
    here = replace(env, values=env.values | at_hand.said_here(session, checked, function))
    env = here if at_hand.is_of_letters(session, function) else env
    left, env = at_hand.of_axes(session, body, (here, env), parsed)
    whole = None
    if isinstance(function.body, Entries):  # f(x)_{\\ax(i)} = E \in S
        whole = left
        left, _ = checked_operand(session, parsed.rest[0][1], replace(env, notebook=env.notebook.following()))
    return [found, *links(session, role, parsed, 1, env, left, found, whole=whole)]
