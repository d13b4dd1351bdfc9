"""Each statement checked: its kind, its operands with their shapes, its errors. No numbers yet.

An entry of a document is a chain `e_0 = e_1 ∈ S`. It becomes one statement for what it declares, defines or says
first, and one claim for each further link.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ntdoc.diagnostics import Diagnostic, Operand
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.report import Kind
from ntdoc.shapes import functions, indexing, infer
from ntdoc.shapes.classify import Role, names_in
from ntdoc.shapes.domains import domain_of
from ntdoc.shapes.environment import Environment, Notebook, Use
from ntdoc.shapes.functions import Checked
from ntdoc.shapes.plan import Operate, Plan, Sampled, ShapeOf
from ntdoc.shapes.scope import Function, Tensor
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, default_size, variable
from ntdoc.shapes.typed import Demand, Typed, operand, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


@dataclass(slots=True)
class Judged:
    """A statement after checking, before running."""

    role: Role
    kind: Kind
    span: Span
    row: int
    name: str | None
    notebook: Notebook
    value: Typed | None = None  # what it evaluates to, or the left side of a claim
    other: Typed | None = None  # the right side of a claim
    relation: ast.Relation | None = None
    right: ast.Operand | None = None  # as parsed, to point at an entry
    left: ast.Operand | None = None
    member: tuple[ShapeOf, ast.TensorSet] | None = None  # the set of a claim of membership
    function: Checked | None = None
    binding: Function | Tensor | None = None
    unread: Unreadable | None = None
    condition: Plan | None = None  # where a claim is made
    refused: bool = False  # reading has said what is wrong
    failed: bool = False  # a claim whose shapes already refute it
    needs: Judged | None = None  # the statement of the same chain that must be right first
    link: int = 0
    uses: list[Use] = field(default_factory=list)


def judge(session: Session, role: Role) -> list[Judged]:
    """The statements of one entry, checked."""
    parsed = role.entry.parsed
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
    if isinstance(role.defines, Tensor):
        return _tensor(session, role, parsed, role.defines)
    if role.kind is Kind.DECLARATION:
        return _declaration(session, role, parsed)
    if role.kind is Kind.CONSTRAINT:
        return [_constraint(session, role, parsed)]
    if role.kind is Kind.EXPRESSION:
        return [_expression(session, role, parsed)]
    return _claims(session, role, parsed)


def _signature(session: Session, role: Role, parsed: ast.Signature) -> Judged:
    env = session.environment(role.entry)
    unread = None
    if role.name is not None:
        signed = next((b for b in session.scope.by_name[role.name] if b.entry.index == role.entry.index), None)
        env.notebook.uses.append(Use(role.name, "function", signed, None, parsed.subject.span))
    for tensor_set in (*parsed.arguments, parsed.result):
        try:
            session.shape(tensor_set.shape, env, tensor_set.span)
        except Unreadable as problem:
            unread = unread or problem
    if role.name is not None and unread is None:
        _axes_occur(parsed, env)
    # A shape with a size that needs more than ntdoc reads is still a signature that can be used by name.
    return Judged(role, Kind.SIGNATURE, parsed.span, role.entry.piece.row, role.name, env.notebook, unread=unread)


def _axes_occur(parsed: ast.Signature, env: Environment) -> None:
    """An axis below the name is a parameter: the sets of the signature have it."""
    named = {s.axis.name for t in (*parsed.arguments, parsed.result) for s in t.shape.axes}
    subject = next((n for n in walk(parsed.subject) if isinstance(n, ast.Symbol)), None)
    for axis in subject.axes if subject is not None and named else ():
        if axis.name not in named:
            env.notebook.diagnostics.append(
                Diagnostic(
                    "NT212", f"axis `{axis.name}` stands below {subject.name if subject else ''}, but in none of the sets of its signature",
                    axis.span, label="occurs nowhere else",
                )
            )  # fmt: skip


def _declaration(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    env = session.environment(role.entry)
    found = Judged(role, Kind.DECLARATION, parsed.span, parsed.rows[0], role.name, env.notebook)
    for declared in role.declares:
        assert declared.domain is not None
        try:
            binding = session.tensor(declared.name, env)
            shape = session.shape(declared.domain.shape, env, declared.span)
            if shape is None:
                break
            domain, limit = domain_of(session, declared.domain.base, declared.sign, False, env)
            typed = Typed(Sampled(declared.name, tuple(shape.items()), domain, limit), shape, declared.span)
            if binding is None or binding is declared:
                typed = session.value(declared.name, env, declared.span) or typed
            env.notebook.uses.append(Use(declared.name, "tensor", declared, typed, declared.span))
            found.value = found.value or typed
        except Unreadable as problem:
            found.unread = problem
    statements = [found]
    sets = [declared.domain for declared in role.declares if declared.domain is not None]
    for number, (relation, right) in enumerate(parsed.rest[1:], start=1):
        statements.append(_same_set(session, role, parsed, number, relation, right, sets[0]))
    return statements


def _same_set(
    session: Session, role: Role, parsed: ast.Chain, number: int, relation: ast.Relation, right: ast.Operand,
    first: ast.TensorSet,
) -> Judged:  # fmt: skip
    """`\\reals^{a \\times b} = \\reals^{b \\times a}`: two ways to write a set."""
    env = session.environment(role.entry)
    span = first.span.to(right.span)
    found = Judged(role, Kind.CLAIM, span, parsed.rows[number + 1], None, env.notebook, link=number)
    if not isinstance(right, ast.TensorSet) or relation.kind != "eq":
        found.unread = Unreadable("ntdoc does not check this relation between sets", relation.span)
        return found
    try:
        one, two = (session.shape(s.shape, env, s.span) for s in (first, right))
    except Unreadable as problem:
        found.unread = problem
        return found
    if one is not None and two is not None:
        left = Typed(None, one, first.span)
        found.failed = not functions.agree(env, left, two, "NT204", f"{shape_text(two)} is written", right.span, None)
        found.member = (two, right)
    return found


def _constraint(session: Session, role: Role, parsed: ast.Chain) -> Judged:
    env = session.environment(role.entry)
    found = Judged(role, Kind.CONSTRAINT, parsed.span, parsed.rows[0], role.name, env.notebook)
    for declared in role.declares:
        typed = session.value(declared.name, env, declared.span)
        env.notebook.uses.append(Use(declared.name, "tensor", declared, typed, declared.span))
        found.value = found.value or typed
    if role.sizes:
        own = next((s for s in session.sizes if s.entry.index == role.entry.index), None)
        equations = Equations()
        beside = [s for s in session.sizes if s.entry.run == role.entry.run and s.entry.index <= role.entry.index]
        fits = [equations.unify(s.sizes[0][0], size, stated=True) for s in beside for size, _ in s.sizes[1:]]
        if own is not None and not all(fits[-(len(own.sizes) - 1) :]):
            found.notebook.diagnostics.append(
                Diagnostic("NT303", "these sizes contradict each other", parsed.span, label="cannot all be equal")
            )
    return found


def _expression(session: Session, role: Role, parsed: ast.Chain) -> Judged:
    env = session.environment(role.entry)
    found = Judged(role, Kind.EXPRESSION, parsed.span, parsed.rows[0], None, env.notebook, left=parsed.subjects[0])
    found.value, found.unread = checked_operand(session, parsed.subjects[0], env)
    return found


def checked_operand(session: Session, node: ast.Operand, env: Environment) -> tuple[Typed | None, Unreadable | None]:
    try:
        return infer.check(session, node, env), None
    except Unreadable as problem:
        return None, problem
    except RecursionError:
        return None, Unreadable("the formula is nested too deeply", node.span)


def _tensor(session: Session, role: Role, parsed: ast.Chain, tensor: Tensor) -> list[Judged]:
    definition = session.definition(tensor)
    end = parsed.rest[0][1].span
    span = parsed.span if len(parsed.rest) == 1 else parsed.subjects[0].span.to(end)
    found = Judged(
        role, Kind.DEFINITION, span, parsed.rows[0], tensor.name, definition.notebook, definition.own,
        unread=definition.unread, binding=tensor, left=parsed.rest[0][1],
    )  # fmt: skip
    if parsed.rest[0][0].kind == "update":
        _fits_before(session, found, tensor, definition.own)
    if len(parsed.rest) == 1:
        return [found]
    env = replace(session.environment(role.entry), values=session.index_values(tensor, definition))
    left = definition.entrywise
    if left is None:
        quiet = replace(env, notebook=definition.notebook.following())
        left, _ = checked_operand(session, tensor.body, quiet)
    return [found, *_links(session, role, parsed, 1, env, left, found, whole=definition.own)]


def _fits_before(session: Session, found: Judged, tensor: Tensor, value: Typed) -> None:
    """`X \\leftarrow E`: the new value has the shape of the old one."""
    env = replace(session.environment(tensor.entry), notebook=Notebook(found.notebook.equations))
    before = session.value(tensor.name, env, tensor.span)
    if before is not None and before.shape is not None and value.shape is not None and not env.notebook.diagnostics:
        promise = f"{tensor.name} has the shape {shape_text(before.shape)}"
        functions.agree(env, value, before.shape, "NT204", promise, value.span, None)
        found.notebook.diagnostics.extend(env.notebook.diagnostics)


def _function(session: Session, role: Role, parsed: ast.Chain, function: Function) -> list[Judged]:
    checked = session.checked(function)
    span = parsed.span if len(parsed.rest) == 1 else parsed.subjects[0].span.to(parsed.rest[0][1].span)
    found = Judged(
        role, Kind.DEFINITION, span, parsed.rows[0], function.name, checked.notebook, checked.typed,
        unread=checked.unread, binding=function, function=checked,
    )  # fmt: skip
    found.uses = [
        Use(name, "parameter", None, Typed(None, checked.shapes.get(name), function.span), function.span)
        for name in function.letters
    ]
    if len(parsed.rest) == 1:
        return [found]
    env = session.environment(role.entry)
    values = {}
    for name in function.letters:
        shape = checked.shapes.get(name)
        domain, limit = checked.domains.get(name, (None, None))
        if shape is not None and domain is not None:
            values[name] = Typed(Sampled(name, tuple(shape.items()), domain, limit), shape, function.span)
    env = replace(env, values=values, axes={a: (a,) for a in function.axes})
    env.notebook.equations.include(checked.notebook.equations)
    left, unread = checked_operand(session, function.body, replace(env, notebook=env.notebook.following()))
    return [found, *_links(session, role, parsed, 1, env, left, found)]


def _claims(session: Session, role: Role, parsed: ast.Chain) -> list[Judged]:
    env = session.environment(role.entry)
    if len(parsed.subjects) != 1:
        span = parsed.span
        found = Judged(role, Kind.CLAIM, span, parsed.rows[0], None, env.notebook)
        found.unread = Unreadable("several left sides of one relation", span)
        return [found]
    links = _claim_links(session, role, parsed, env)
    letters = _index_letters(parsed) & _undeclared(links)
    free = _undeclared_tensors(links, letters)
    if free or letters:
        law = _law(session, role, parsed, free, letters)
        if law is not None:
            return law
    return links


def _claim_links(session: Session, role: Role, parsed: ast.Chain, env: Environment) -> list[Judged]:
    left, unread = checked_operand(session, parsed.subjects[0], env)
    if unread is not None:
        return [Judged(role, Kind.CLAIM, parsed.span, parsed.rows[0], None, env.notebook, unread=unread)]
    return _links(session, role, parsed, 0, env, left, None)


def _undeclared(found: list[Judged]) -> frozenset[str]:
    diagnostics = (d for judged in found for d in judged.notebook.diagnostics)
    return frozenset(d.message.partition(" ")[0] for d in diagnostics if d.code == "NT201")


def _undeclared_tensors(found: list[Judged], letters: frozenset[str]) -> frozenset[str]:
    """The names that a claim quantifies over: all its tensors, and none of them declared. Else none."""
    for judged in found:
        if any(use.role == "tensor" and use.typed is not None and use.typed.shape for use in judged.notebook.uses):
            return frozenset()
        if any(d.code == "NT202" for d in judged.notebook.diagnostics):
            return frozenset()
    return _undeclared(found) - letters


def _index_letters(parsed: ast.Chain) -> frozenset[str]:
    """The letters that stand in an index, as `j` in `X_{\\ax(j)}`."""
    indices = (part for part in walk(parsed) if isinstance(part, ast.Index))
    return frozenset(name for index in indices for _, expr in index.items for name in names_in(expr))


def _law(
    session: Session, role: Role, parsed: ast.Chain, free: frozenset[str], letters: frozenset[str]
) -> list[Judged] | None:
    """A claim about no tensor in particular holds for all tensors for which both sides are well formed.

    An index letter that nothing binds stands for every index of the axis that it is used on.
    """
    working: dict[str, ShapeOf] = {name: {} for name in free}
    env = session.environment(role.entry)
    counters = {
        letter: indexing.counter(letter, variable(f"#{letter}@{parsed.span.start}"), parsed.span) for letter in letters
    }
    result: list[Judged] = []

    def attempt() -> Typed:
        values = {
            name: Typed(Sampled(name, tuple(shape.items()), Domain()), shape, parsed.span, frozenset({name}))
            for name, shape in working.items()
        }
        result[:] = _claim_links(session, role, parsed, replace(env, values=values | counters))
        return Typed(None, {}, parsed.span)

    def grant(demand: Demand) -> bool:
        able = [p for p in demand.parameters if p in working and demand.axis not in working[p]]
        for name in able:
            working[name] = {**working[name], demand.axis: default_size(demand.axis)}
        return bool(able)

    try:
        functions.with_demands(env, attempt, grant)
    except Unreadable:
        return None
    for counter in counters.values():
        open_size = result[0].notebook.equations.reduce(next(iter((counter.shape or {}).values())))
        if any(atom.startswith("#") for atom in open_size.atoms):
            return None
    return result


def _links(
    session: Session, role: Role, parsed: ast.Chain, first: int, env: Environment, left: Typed | None,
    before: Judged | None, whole: Typed | None = None,
) -> list[Judged]:  # fmt: skip
    """A claim for each link of a chain from `first` on; each operand is checked once.

    `whole` is what a definition entry by entry defines: that is what a set at the end of its chain is of.
    """
    found: list[Judged] = []
    operands = [parsed.subjects[0], *(o for _, o in parsed.rest)]
    previous = before
    notebook = env.notebook if before is None else env.notebook.following()
    if before is not None:
        notebook.equations.include(before.notebook.equations)
    for number in range(first, len(parsed.rest)):
        relation, right = parsed.rest[number]
        left_node = operands[number]
        own_row = parsed.rows[number + 1] != parsed.rows[number]  # a row that goes on with the chain above it
        span = (relation if own_row else left_node).span.to(right.span)
        here = replace(env, notebook=notebook)
        claim = Judged(
            role, Kind.CLAIM, span, parsed.rows[number + 1], role.name, notebook, left, relation=relation, right=right,
            left=left_node, needs=previous, link=number,
        )  # fmt: skip
        found.append(claim)
        if isinstance(right, ast.TensorSet):
            claim.value = whole if whole is not None else left
            _membership(session, claim, here, claim.value, right, relation)
            next_left = left
        else:
            other, claim.unread = checked_operand(session, right, here)
            claim.other = other
            next_left = other
            if other is not None and left is not None:
                _same_shape(claim, here, left, other, relation)
                _condition(session, claim, parsed, here)
        # The next link goes on from here, with what has been found out, but not with its errors.
        following = notebook.following()
        following.blockers = list(notebook.blockers)
        following.uses = [] if isinstance(right, ast.TensorSet) else [u for u in notebook.uses if _within(u.span, right.span)]
        if isinstance(right, ast.TensorSet):
            following.uses = list(notebook.uses)
        bad = notebook.diagnostics or claim.unread
        notebook = following
        previous = claim if bad else before
        left = next_left
    return found


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _membership(
    session: Session, claim: Judged, env: Environment, left: Typed | None, right: ast.TensorSet, relation: ast.Relation
) -> None:
    if relation.kind not in ("in", "eq"):
        claim.unread = Unreadable("ntdoc does not check this relation to a set", relation.span)
        return
    try:
        shape = session.shape(right.shape, env, right.span)
    except Unreadable as problem:
        claim.unread = problem
        return
    if shape is None or left is None or left.shape is None:
        return
    claim.member = (shape, right)
    if not left.shape and isinstance(claim.left, ast.Number):  # \mathbf{1} ∈ S: the tensor of ones of that shape
        return
    count = len(env.notebook.diagnostics)
    promise = f"{left.text} is said to have the shape {shape_text(shape)}"
    functions.agree(env, left, shape, "NT204", promise, left.span, right.span)
    if len(env.notebook.diagnostics) > count:
        claim.failed = True
        from ntdoc.shapes.remedies import rename_hints

        diagnostic = env.notebook.diagnostics[-1]
        hints = rename_hints(session, claim, env, shape)
        env.notebook.diagnostics[-1] = replace(diagnostic, hints=hints)


def _condition(session: Session, claim: Judged, parsed: ast.Chain, env: Environment) -> None:
    """Where a claim is made: at the entries where its conditions hold."""
    for chain in parsed.conditions:
        if not chain.rest or chain.rest[0][0].kind in ("range", "in"):
            continue
        try:
            typed = indexing.condition(session, chain, env)
        except Unreadable as problem:
            claim.unread = Unreadable(f"a condition: {problem.reason}", problem.span)
            return
        if typed.plan is not None:
            claim.condition = typed.plan if claim.condition is None else Operate("multiply", (), (claim.condition, typed.plan))


def _same_shape(claim: Judged, env: Environment, left: Typed, right: Typed, relation: ast.Relation) -> None:
    """Both sides of a relation have one shape, or one of them is a scalar."""
    if left.shape is None or right.shape is None or not left.shape or not right.shape:
        return
    if set(left.shape) == set(right.shape):
        for axis, size in left.shape.items():
            if not env.notebook.equations.unify(size, right.shape[axis]):
                _report_shapes(claim, env, left, right, relation, "NT206", f"axis `{axis}` has two sizes")
                return
        return
    _report_shapes(claim, env, left, right, relation, "NT204", "the two sides have different shapes")


def _report_shapes(
    claim: Judged, env: Environment, left: Typed, right: Typed, relation: ast.Relation, code: str, message: str
) -> None:
    claim.failed = True
    env.notebook.diagnostics.append(
        Diagnostic(
            code,
            f"{message}: {shape_text(left.shape)}, and {shape_text(right.shape)}",
            claim.span,
            label=f"{shape_text(left.shape)} on the left, {shape_text(right.shape)} on the right",
            operands=(operand(left), operand(right)),
        )
    )


__all__ = ["Judged", "Operand", "judge"]
