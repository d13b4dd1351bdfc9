"""The claims of a chain: one for each link, with the shapes of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Tensor
from ntdoc.shapes.claims import by_members, ends_of_families, up_to, wrong_letters
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment, Notebook
from ntdoc.shapes.expressions import choosing, combine
from ntdoc.shapes.expressions.remedies import rename_hints
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.judged import Judged, checked_operand
from ntdoc.shapes.names import of_each
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import numeric, vectors
from ntdoc.shapes.patterns import index_letters, names_in
from ntdoc.shapes.plan import Operate
from ntdoc.shapes.samples import drawn
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Typed, operand, shape_text
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Gap, Logical, ShapeSet
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import CLOSES

_FOR_EACH = regex(rf"\s*(?:{CLOSES})?\s*(?:,\s*)?(?:for|in|on|at)\s+(?:every|each|all)\s+(?:\$|\\\()?(\w+)")
_SAME = regex(r"\b(?:same|equal|identical|constant)\s+(?:for|across|over|at|in|on)\s+(?:all|every|each)\s+(\w+)")

def claim_links(session: Session, role: Role, parsed: ast.Chain, env: Environment) -> list[Judged]:
    parsed = vectors.of_lists(parsed)
    env = replace(env, indices={**env.indices, **ends_of_families.not_past(session, parsed, env)})
    parsed = by_members.stacked(session, parsed, env) or parsed
    if up_to.is_introducing(session, role, parsed):
        return links(session, role, parsed, 0, env, None, None, unread=up_to.reason(parsed.rest[0][0]))
    left, unread = checked_operand(session, parsed.subjects[0], env)
    if unread is not None and (len(parsed.rest) > 1 or isinstance(parsed.rest[0][1], Gap)):
        # The sides that follow are held against each other.
        return links(session, role, parsed, 0, env, None, None, unread=unread)
    if unread is not None:
        (relation, right), subject = parsed.rest[0], parsed.subjects[0]
        alone = Judged(role, Kind.CLAIM, parsed.span, parsed.rows[0], None, env.notebook, unread=unread)
        alone.left, alone.relation, alone.right = subject, relation, right
        return [alone]
    return links(session, role, parsed, 0, env, left, None)


def links(
    session: Session,
    role: Role,
    parsed: ast.Chain,
    first: int,
    env: Environment,
    left: Typed | None,
    before: Judged | None,
    whole: Typed | None = None,
    unread: Unreadable | None = None,
) -> list[Judged]:
    """A claim for each link of a chain from `first` on; each operand is checked once.

    `whole` is what a definition entry by entry defines: that is what a set at the end of its chain is of. `unread` is
    why the left side has no value.
    """
    found: list[Judged] = []
    if before is not None and (chain := by_members.stacked(session, parsed, env)) is not None:
        parsed, left = chain, before.value  # a definition by entries
    operands = [parsed.subjects[0], *(o for _, o in parsed.rest)]
    previous = before
    notebook = env.notebook if before is None else env.notebook.following()
    if before is not None:
        notebook.equations.include(before.notebook.equations)
    derivation = len(parsed.rest) > 1 and (len(set(parsed.rows)) > 1 or any(r.reason for r, _ in parsed.rest))
    ranged = _is_ranged(session, role, parsed)
    readable, missing, doubtful = left, 0, False  # the last step that has a value, and what was left out since
    kept: tuple[Typed, ast.Operand] | None = None  # what a side of another shape was held against
    for number in range(first, len(parsed.rest)):
        relation, right = parsed.rest[number]
        relation = up_to.after(parsed.rest[number - 1][0], relation) if number else relation
        if left is None or left.shape is None:
            left, across = readable, missing if readable is not None else 0
        else:
            readable, missing, doubtful, across = left, 0, False, 0
        left_node, right = operands[number], vectors.of_value(session.scope, left, right, role.entry)
        own_row = parsed.rows[number + 1] != parsed.rows[number]  # a row that goes on with the chain above it
        span = (relation if own_row else left_node).span.to(right.span)
        here = replace(env, notebook=notebook)
        claim = Judged(
            role,
            Kind.CLAIM,
            span,
            parsed.rows[number + 1],
            role.name,
            notebook,
            left,
            relation=relation,
            right=right,
            left=left_node,
            needs=previous,
            step=number + 1 if derivation else 0,
            across=across,
            doubtful=doubtful and across > 0,
            ranged=ranged,
        )
        found.append(claim)
        if isinstance(right, ast.TensorSet):
            claim.value = whole if whole is not None else left
            _membership(session, claim, here, claim.value, right, relation)
            next_left = left
        elif relation.kind == "drawn":
            claim.unread, next_left = drawn.unread(relation), None
        else:
            other, claim.unread = checked_operand(session, right, here)
            if isinstance(right, Gap) and right.malformed:
                notebook.diagnostics.append(Diagnostic("NT108", right.reason, right.at))
            elif number == 0:
                claim.unread = unread or claim.unread
            claim.other = other
            next_left = other
            if number + 1 < len(parsed.rest) and (common := _common_number(parsed, left, other)) is not None:
                claim.right = common
                other, claim.unread = checked_operand(session, common, here)
                claim.other = other
            if other is not None and left is not None:
                if kept is not None and _is_between(kept[0], left, other):
                    (left, claim.left), claim.across, claim.past = kept, 1, True
                    claim.value = left
                _same_shape(claim, here, left, other)
                equal = relation.kind == "eq"
                kept = (left, claim.left or left_node) if equal and claim.failed and not claim.past else None
                restrict(session, claim, parsed, here)
        following = _following(notebook, right, next_left)
        bad = notebook.diagnostics or claim.unread
        if next_left is None or next_left.shape is None:  # what comes next is held against the last readable step
            missing += 1
            doubtful = doubtful or not claim.unread or (isinstance(right, Gap) and right.malformed)
            if relation.kind != "eq":
                readable = None
        notebook = following
        previous = claim if bad else before
        left = next_left
    return found


def _following(notebook: Notebook, right: ast.Operand, value: Typed | None) -> Notebook:
    """The notebook of the next link, which goes on from this one with what has been found out, but not its errors."""
    following = notebook.following()
    if value is None or value.plan is None:  # else nothing that it is made of is in error
        following.blockers = list(notebook.blockers)
    is_set = isinstance(right, ast.TensorSet)
    following.uses = [use for use in notebook.uses if is_set or right.span.covers(use.span)]
    return following


def _common_number(parsed: ast.Chain, left: Typed | None, right: Typed | None) -> ast.Number | None:
    """The number that two sides of different axes both are, `\\nsum{\\ax} Y = \\nsum{\\bx} Y = 1`; None of others."""
    last = parsed.rest[-1][1]
    if not isinstance(last, ast.Number) or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return None
    shapes = [set(side.shape) for side in (left, right) if side is not None and side.shape]
    return last if len(shapes) == 2 and shapes[0] != shapes[1] else None


def _is_ranged(session: Session, role: Role, parsed: ast.Chain) -> bool:
    """Whether a row says over which numbers an index of it runs."""
    ranges = (session.ranges.range_of(letter, role.entry) for letter in index_letters(parsed))
    return any(found is not None and found.said and found.entry.row == role.entry.row for found in ranges)


def _membership(
    session: Session, claim: Judged, env: Environment, left: Typed | None, right: ast.TensorSet, relation: ast.Relation
) -> None:
    if relation.kind not in ("in", "eq"):
        claim.unread = Unreadable("ntdoc does not check this relation to a set", relation.span)
        return
    try:
        shape = session.shape(right.shape, env)
    except Unreadable as problem:
        claim.unread = problem
        return
    if shape is None or left is None or left.shape is None:
        return
    if (begins := _open_beginning(session, claim, right)) is not None:
        claim.unread = Unreadable(f"nothing says how long the first {begins} is", right.span)
        return
    claim.member = (shape, right)
    if not left.shape and numeric.is_number_there(session.scope, claim.left, claim.role.entry):
        return  # \mathbf{1} ∈ S, 1/n ∈ S: the tensor of that shape in which every entry is this
    count = len(env.notebook.diagnostics)
    promise = f"{left.text} is said to have the shape {shape_text(shape)}"
    entries = {axis: size for axis, size in left.shape.items() if not axis.startswith("#")}  # without those that run
    combine.agree(env, left._replace(shape=entries), shape, "NT204", promise, left.span, right.span)
    if len(env.notebook.diagnostics) > count:
        claim.failed = True
        diagnostic = env.notebook.diagnostics[-1]
        hints = rename_hints(session, claim, env, shape)
        env.notebook.diagnostics[-1] = replace(diagnostic, hints=hints)


def _open_beginning(session: Session, claim: Judged, right: ast.TensorSet) -> str | None:
    """The recurrence without a first member of which sizes are said, `K^t \\in \\reals^{\\seq[t]}`, if it is one."""
    name = claim.left.full_name if isinstance(claim.left, ast.Symbol) else ""
    found = session.scope.tensor(name, claim.role.entry) if letters_in(name) else None
    written = {n for sized in right.shape.axes for n in names_in(sized.size)}
    if not isinstance(found, Tensor) or written.isdisjoint(letters_in(name)):
        return None
    family = taken_apart(name)
    recurs = any(n != name and taken_apart(n).form == family.form for n in names_in(found.body))
    begins = any(taken_apart(n).form == family.form and not letters_in(n) for n in session.scope.by_name)
    return family.base if recurs and not begins else None


def restrict(session: Session, claim: Judged, parsed: ast.Chain, env: Environment) -> None:
    """Where a claim is made, or a definition by entries: where its conditions hold."""
    for chain in (*(part for whole in parsed.conditions for part in _joined(whole)), *_beginnings(session, claim)):
        parts = [part for part in walk(chain) if isinstance(part, ast.Chain) and part.rest]
        if not parts or any(c.rest[0][0].kind in ("range", "in") or isinstance(c.subjects[0], ShapeSet) for c in parts):
            continue
        try:
            typed = choosing.condition(session, chain, env)
        except Unreadable as problem:
            claim.unread = Unreadable(f"a condition: {problem.reason}", problem.span)
            return
        if claim.kind is Kind.CLAIM and len(parsed.rest) > 1 and _is_of_another_link(claim, typed):
            continue  # `u_{\\ax(i)} = 1 + 1 = 2` for `i > 1`
        if typed.plan is not None:
            claim.condition = (
                typed.plan if claim.condition is None else Operate("multiply", (), (claim.condition, typed.plan))
            )


def _is_of_another_link(claim: Judged, condition: Typed) -> bool:
    """Whether a condition is of indices that neither side of a link has, as others of its chain may."""
    own = {axis for side in (claim.value, claim.other) if side is not None for axis in side.shape or {}}
    letters = condition.shape or {}
    return bool(letters) and own.isdisjoint(letters) and all(axis.startswith("#") for axis in letters)


def _joined(condition: ast.Chain) -> Iterator[ast.Chain]:
    """The conditions that an *and* joins, each for itself."""
    head = condition.subjects[0]
    if isinstance(head, Logical) and head.kind == "and" and not condition.rest:
        for part in head.parts:
            yield from _joined(part)
    else:
        yield condition


def _beginnings(session: Session, claim: Judged) -> list[ast.Chain]:
    """From where on entries are defined, if the row says so: *`u_{\\ax(t)} = …`, `t = 2, \\ldots, n`*."""
    entry, found = claim.role.entry, claim.binding
    result = []
    for _, letter in found.indices if isinstance(found, Tensor) else ():
        low = session.ranges.first.get((entry.row, letter.full_name), 1)
        if entry.display and low > 1:
            least = ast.Number(float(low), 0, letter.span)
            relation = ast.Relation("ge", r"\ge", letter.span)
            result.append(ast.Chain((letter,), ((relation, least),), (0, 0), (), letter.span))
    return result


def _is_between(before: Typed, wrong: Typed, after: Typed) -> bool:
    """Whether one side of a chain is alone in its shape, `A = b = A`: that side is wrong, and not the last one."""
    if not before.shape or not wrong.shape or not after.shape:
        return False
    return before.shape.keys() == after.shape.keys() != wrong.shape.keys()


def _same_shape(claim: Judged, env: Environment, left: Typed, right: Typed) -> None:
    """Both sides of a relation have one shape, or one of them is a scalar; a bound may have fewer axes."""
    if left.shape is None or right.shape is None or not left.shape or not right.shape:
        return
    bound = claim.relation is not None and claim.relation.kind in ("le", "lt", "ge", "gt")
    within = left.shape.keys() <= right.shape.keys() or right.shape.keys() <= left.shape.keys()
    each = _holds_for_every_index(claim, left, right) or _is_for_each(claim, left, right)
    within = within and (bound or each or _is_of_length_one(claim, env, left, right))
    if left.shape.keys() == right.shape.keys() or within:
        for axis in [a for a in left.shape if a in right.shape]:
            if not env.notebook.equations.unify(left.shape[axis], right.shape[axis]):
                report_shapes(claim, left, right, "NT206", f"axis `{axis}` has two sizes")
                return
        return
    report_shapes(claim, left, right)


def _holds_for_every_index(claim: Judged, left: Typed, right: Typed) -> bool:
    """`(A \\ndot{\\ax} b)_{\\bx(i)} = c`: one side says nothing of the letter of an index, and is the same for all."""
    if not claim.role.entry.display:
        return False  # *for some `i`*, or for the one that the sentence is about
    more, other = (left, claim.right) if len(left.shape or ()) > len(right.shape or ()) else (right, claim.left)
    fewer = right if more is left else left
    axes = (more.shape or {}).keys() - (fewer.shape or {}).keys()
    spoken = {part.full_name for part in walk(other) if isinstance(part, ast.Symbol)}
    return all(axis.startswith("#") and axis[1:] not in spoken for axis in axes)


def _is_of_length_one(claim: Judged, env: Environment, left: Typed, right: Typed) -> bool:
    """*For `|\\ax| = 1` it is `A = b`*: its sentence says that an axis which one side lacks has one place."""
    if claim.role.entry.display:
        return False
    equations = env.notebook.equations.copy()
    for one, other in env.notebook.said:
        equations.unify(one, other)
    shapes = {**(left.shape or {}), **(right.shape or {})}
    axes = set(left.shape or ()) ^ set(right.shape or ())
    return all(equations.reduce(shapes[axis]).constant == 1 for axis in axes)


def _is_for_each(claim: Judged, left: Typed, right: Typed) -> bool:
    """*It is `A = b` for every head*, *it is the same for all heads, `A = b`*: along this axis all are the same.

    The words stand right behind an equation, or in its sentence before it. Of the letter of an index they may say it in
    any words: *it is the same at all places, `A_{\\ax(i)} = b`*. *Each output is the mean, `Y = b`*, says it of a name.
    """
    name = claim.left if isinstance(claim.left, ast.Symbol) and not claim.role.entry.display else None
    wider = name is not None and (left.shape or {}).keys() > (right.shape or {}).keys()
    if wider and of_each.is_said_of_each(claim.span):
        return True
    behind, before = _FOR_EACH.match(sentences.after(claim.span)), _SAME.findall(sentences.before(claim.span))
    words = before[-1:] if behind is None else [behind[1]]
    axes = set(left.shape or ()) ^ set(right.shape or ())
    if words and axes and all(axis.startswith("#") for axis in axes):
        return behind is None or axes == {f"#{words[0]}"}
    return any(axes in ({word}, {word + "s"}, {word.removesuffix("s")}) for word in words)


def report_shapes(
    claim: Judged,
    left: Typed,
    right: Typed,
    code: str = "NT204",
    message: str = "the two sides have different shapes",
) -> None:
    axes = set(left.shape or ()) ^ set(right.shape or ())
    if (wrong := wrong_letters.below_an_operator(claim, left, right)) is not None:
        claim.failed = True
        claim.notebook.diagnostics.append(wrong)
        return
    if axes and all(axis.startswith("#") for axis in axes):  # `A_{\\ax(i)}`, where no left side binds the index
        claim.unread = Unreadable(f"the range of the index {min(axes)[1:]} is not known", claim.span)
        return
    claim.failed = True
    one, other = set(left.shape or ()), set(right.shape or ())
    hints: tuple[str, ...] = ()
    if (set() < one < other or set() < other < one) and not any(axis.startswith("#") for axis in axes):
        along = " and ".join(f"`{axis}`" for axis in sorted(axes))
        hints = (f"if it holds for all of {along}, give the side that has it an index, as in `A_{{\\ax(i)}} = b`",)
    claim.notebook.diagnostics.append(
        Diagnostic(
            code,
            f"{message}: {shape_text(left.shape)}, and {shape_text(right.shape)}",
            claim.span,
            label=f"{shape_text(left.shape)} on the left, {shape_text(right.shape)} on the right",
            operands=(operand(left), operand(right)),
            hints=hints,
        )
    )
