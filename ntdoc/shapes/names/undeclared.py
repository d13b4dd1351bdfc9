"""A name that is found nowhere: an error with what may be meant, or something that ntdoc does not read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.operations.table import lookup
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import combine, inverses
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.expressions.remedies import axis_tex
from ntdoc.shapes.families import is_index, letters_in, resolved, taken_apart
from ntdoc.shapes.functions import densities, explained
from ntdoc.shapes.functions.circles import circle, sought
from ntdoc.shapes.names import common_value, given_numbers, no_member, starts, unknowns, values
from ntdoc.shapes.names.any_member import any_member
from ntdoc.shapes.names.implicit import is_said_to_be_solved
from ntdoc.shapes.names.similar import similar
from ntdoc.shapes.patterns import index_letters, is_update, names_in
from ntdoc.shapes.plan import Constant, Operate, Sampled, SizeValue
from ntdoc.shapes.recurrences import updates
from ntdoc.shapes.samples.domains import NATURAL, domain_of
from ntdoc.shapes.scope import Declared, Tensor
from ntdoc.shapes.sizes import variable
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span
from ntdoc.syntax.ast import Axis, Chain, Group, Index, Symbol
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.symbols import ANGLE

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_LABEL = re.compile(r"[A-Z]|\d")  # what tells apart tensors that have one letter, and is no index itself
_RANGE = re.compile(r"_[^()]*\([^()]*:[^()]*\)")  # `X_{\\ax(1:n)}`
_FOR_INTEGERS = re.compile(
    rf"[\s$)\\]*(?:,?\s*and\s+{sentences.FORMULA})?\s*,?\s*(?:(?:is|are)\s+true\s+)?for\s+(?:(?:all|any|every|each|an?|the|two)\s+)*"
    rf"(?:[a-z-]+\s+)?(?:integers?|(?:whole|natural)\s+numbers?)\s+(?:{sentences.FORMULA}(?:\s*,\s*|\s+and\s+))*[\s$(\\]*",
    re.IGNORECASE,
)
_WHERE = re.compile(  # *`S = q N` books, where `q \\ge 1` is the slack*
    rf"[\s$)\\]*(?:[^.;:$]|{sentences.FORMULA}){{0,80}}?\b(?:where|with|for\s+(?:an?|some|any|every|all|each))\s+"
    rf"(?:[a-z -]{{0,40}}|(?:[^.;:$]|{sentences.FORMULA}){{0,60}}\band\s+)[\s$(\\]*",
    re.IGNORECASE,
)
_NEAR = 600  # characters
_ORDERS = frozenset({"O", "o", "Theta", "Omega"})  # Landau's symbols, in any font
_OF_CHANCE = frozenset({"Cov", "cov", "Corr", "corr", "Pr", "Prob"})
_OF_MATRICES = frozenset({"rank", "dim", "ker", "span", "cond"})  # of linear algebra, and not among the operations
_OPTIMA = frozenset({"min", "max", "argmin", "argmax", "inf", "sup"})


def undeclared(session: Session, name: str, env: Environment, span: Span, *, function: bool) -> Typed:
    """A name that is found nowhere. One that the words use for how many there are of something is a natural number.

    Raises Unreadable for a component of a declared tensor, `A_i`, and for a member of a family, `f^1`.
    """
    base, low, sub = name.partition("_")
    words = () if function else session.scope.counted.get(name, ())
    counted = any(_is_introduced(by, env.at) or _is_whole_behind(by, env.at) for by in words)
    if counted and not _is_label(name, env.at):
        if _is_place_in(session, name, env.at):
            raise Unreadable(f"the index {name}, which stands here without its axis", span)
        return Typed(Sampled(name, (), NATURAL, None), {}, span)  # *after `n` steps*
    bounds = () if function else session.scope.bounded.get(name, ())
    least = [low for by, low in bounds if _is_introduced(by, env.at) or _is_bounded_behind(by, env.at)]
    if least and not _is_index(name, env.at):  # *for `t \\ge 1`*: whole numbers will do for any that are so large
        return Typed(Sampled(name, (), Domain(DomainKind.INTEGERS, least[-1] + 4, least[-1]), None), {}, span)
    limited = () if function else session.scope.limited.get(name, ())
    apart = not _is_index(name, env.at) and not _is_label(name, env.at)
    if any(_is_introduced(by, env.at) or (apart and by.section == env.at.section) for by in limited):
        return Typed(SizeValue(variable(name)), {}, span)  # *for `1 \\le k \\le |\\ax|` let*
    if not function and len(base) > 1 and sentences.glosses(base, env.at.parsed.span):
        return Typed(Sampled(name, (), Domain(), None), {}, span)  # *where TP is the number of hits*
    if not function and given_numbers.is_any_number(session, name, env.at):
        return Typed(Sampled(name, (), Domain(), None), {}, span)
    if not function and (root := _root(session, name, env, span)) is not None:
        return root
    sign = None if function else given_numbers.sign_taken(session, name, env.at)  # *`E` for all `a > 0`*
    if sign is None and not function and not _is_index(name, env.at):
        sign = given_numbers.sign_before(session, name, env.at)
    if sign is not None:
        return Typed(Sampled(name, (), *domain_of(session, None, sign, False, env)), {}, span)
    if not function and _is_left_out(name, env.at):
        raise Unreadable("a family that is named by what its members leave out", span)
    if not function and (inverse := _inverted(session, name, env, span)) is not None:
        return inverse
    if not function and not low and (common := common_value.value(session, name, env, span)) is not None:
        return common
    if not function and not low and (member := any_member(session, name, env, span)) is not None:
        return member
    if name == ANGLE:
        raise Unreadable("angle brackets, of which nothing says what they mean", span)
    if low and base in _OPTIMA:
        raise Unreadable("an optimum over all that a letter may be", span)
    if _RANGE.search(name):
        raise Unreadable("a range of places along an axis", span)
    if low and not function and (start := _start_of(session, name, base, env)) is not None:
        first = resolved(name, env.indices) if start.name == base else start.name
        return values.sampled(session, session.scope.with_sign(start), first, {}, env, span)
    index = is_index(sub) and lookup(sub) is None  # and not `\\eta_{\\min}`
    index = index or (sub.isdigit() and _is_list(session, base, env)) or _is_end(session, sub, env.at)
    if low and not function and index and (lookup(base) is not None or session.tensor(base, env) is not None):
        raise Unreadable("a component by its index (ordinary index notation)", span)
    if (not function or low) and (reason := no_member.not_followed(session, name, env)):
        raise Unreadable(reason, span)
    if not function and _is_start_of_noise(session, name, env.at):
        raise Unreadable("what is random, of which nothing says where it begins", span)
    if not function and (family := no_member.of_unread(session, name, env)) is not None:
        env.notebook.blockers.append((family.name, family.entry))
        return poison(span)
    if low and not function and (begins := starts.of_signature(session, name, env)) is not None:
        return values.sampled(session, begins, begins.name, {}, env, span)
    if not function and (missing := no_member.before_first(session, name, env)):
        report(env, Diagnostic("NT201", f"{missing} is not declared", span, label="with no beginning"))
        return poison(span)
    if not function and no_member.at_no_index(session, name, env):
        report(env, Diagnostic("NT201", f"{span.text} is not declared", span, label="at an index that nothing says"))
        return poison(span)
    if not function and no_member.after_last(session, name, env):
        report(env, Diagnostic("NT201", f"{span.text} is not declared", span, label="after the last"))
        return poison(span)
    hints = no_member.mislabelled(session, name, env) or no_member.of_tensor(session, name, env)
    hints = hints or no_member.past_an_end(session, name, env) or _entry_as_in_a_program(session, base, sub, env)
    if hints:
        report(env, Diagnostic("NT201", f"{name} is not declared", span, label="undeclared name", hints=hints))
        return poison(span)
    for b in session.scope.by_name.get(name, ()):
        if isinstance(b, Tensor) and b.entry.index == env.at.index:
            if is_update(env.at.parsed) and (behind := _declared_behind(session, name, env)) is not None:
                return values.sampled(session, session.scope.with_sign(behind), name, env.indices, env, span)
            if (old := updates.old_value(session, b, env, span)) is not None:
                return old
            if is_said_to_be_solved(b.entry):
                raise Unreadable(f"an equation to be solved for {name}", span)
            checked = _is_checked(session, b)  # `y = E = F(y)`: E says what y is
            if checked and name not in names_in(b.body):
                return values.defined(session, b, name, env.indices, env, span)
            if (unread := sought(env.at, name, span)) is not None:
                raise unread
            if checked:
                return values.defined(session, b, name, env.indices, env, span)
            if is_update(env.at.parsed) and _lacks_others(session, b):
                break
            report(env, circle(name, span))
            return poison(span)
    if "^" in name and _may_be_member(session, name):
        raise Unreadable("a member of a family that ntdoc does not follow", span)
    if function and name.endswith("'") and session.scope.function(name.rstrip("'"), env.at):
        raise Unreadable("a derivative written with primes", span)
    if function and name in _ORDERS:
        raise Unreadable("a remainder of which only the order is said", span)
    if function and (name in _OF_CHANCE or name in session.scope.densities):
        raise Unreadable("a quantity of what is random", span)
    if function and name in _OF_MATRICES:
        raise Unreadable(f"{name} is none of the functions that ntdoc computes", span)
    if function and densities.is_of_distributions(name, env.at):
        raise Unreadable("a quantity of two distributions", span)
    if name in session.scope.only_said or (low and f"{base}_" in session.scope.only_said):
        raise Unreadable(f"{name} is only said to be there", span)
    if not function and (name, env.at.section) in session.scope.unread and unknowns.is_equation_for(name, env.at):
        raise Unreadable(f"an equation to be solved for {name}", span)
    row = session.scope.unread.get((name, env.at.section)) or _row_before(session, name, env.at)
    row = row or _row_broken(session, name, env.at)
    if row is not None:
        env.notebook.blockers.append((name, row))
        return poison(span)
    said = [entry for entry in session.scope.mentioned.get(name, ()) if entry.index < env.at.index]
    if is_update(env.at.parsed) and any(entry.sentence == env.at.sentence for entry in said):
        raise Unreadable(f"only the words say what {name} is", span)  # *after action `a` in state `s` we update*
    spoken_of = not function and letters_in(name) and any(entry.section == env.at.section for entry in said)
    if spoken_of and not any(isinstance(part, Axis) for part in walk(env.at.parsed)):
        raise Unreadable(f"only the words say what {name} is", span)  # *let `s_l` be the stride of layer `l`*
    if function and _is_listed(name, env.at):
        raise Unreadable(f"{name} is only said to be there", span)
    if function and explained.is_said_in_words(name, session.scope.mentioned.get(name, ()), env.at):
        raise Unreadable(f"only the words say what {name} is", span)
    if function and (reason := explained.by_its_name(name, env.at)):
        raise Unreadable(reason, span)
    if not function and is_index(name) and _is_in_scripts(session, name, env.at):
        raise Unreadable(f"the range of the index {name} is not known", span)
    kind = "function" if function else "name"
    code = "NT202" if function else "NT201"
    report(
        env,
        Diagnostic(
            code,
            f"{name} is not declared",
            _of_its_word(span, name) if function else span,
            label=f"undeclared {kind}",
            hints=similar(session.scope.by_name, session.scope.of_base(name), name, function),
        ),
    )
    return poison(span)


def _of_its_word(span: Span, name: str) -> Span:
    """The word `sofmax` in `\\nfun{\\ax}{sofmax}`, where nothing is wrong with the rest."""
    word = re.search(rf"\}}\s*\{{\s*({re.escape(name)})\s*\}}$", span.text)
    return span if word is None else Span(span.source, span.start + word.start(1), span.start + word.end(1))


def _is_start_of_noise(session: Session, name: str, at: Entry) -> bool:
    """Whether `x_t = A x_{t-1} + q_t` is a model of what is random, with `q_t` that are only said to be drawn."""
    subject = at.parsed.subjects[0] if isinstance(at.parsed, Chain) else None
    if not isinstance(subject, Symbol) or taken_apart(subject.full_name).base != taken_apart(name).base:
        return False
    rows = (session.scope.unread.get((other, at.section)) for other in names_in(at.parsed) - {name})
    chains = (row.parsed for row in rows if row is not None and isinstance(row.parsed, Chain))
    return any(relation.kind == "drawn" for chain in chains for relation, _ in chain.rest)


def _start_of(session: Session, name: str, base: str, env: Environment) -> Declared | None:
    """What says of which shape `w_0` is, where `w_t = w_{t-1} - E` begins nowhere: the declaration of `w` before it.

    Such a `w` is what the steps change, and it may be anything before them. Or that of `w_0` itself in a sentence of
    its own: *models are of the form `p(w_0)` with `w_0 \\in S`*.
    """
    first = no_member.before_first(session, name, env)
    own = [b for b in session.scope.by_name.get(first or "", ()) if b.entry.section == env.at.section]
    declared = own[0] if len(own) == 1 else session.scope.tensor(base, env.at)
    if first is None or not isinstance(declared, Declared) or declared.domain is None:
        return None
    return declared if declared.entry.index <= env.at.index else None


def _row_before(session: Session, name: str, at: Entry) -> Entry | None:
    """What says what a name, or its family, is before it in the section around its own, and is not read."""
    form = taken_apart(name).form
    alike = (row for (own, _), row in session.scope.unread.items() if own == name or taken_apart(own).form == form)
    rows = (row for row in alike if row.chapter == at.chapter and row.index < at.index)
    return max(rows, key=lambda row: row.index, default=None)


def _row_broken(session: Session, name: str, at: Entry) -> Entry | None:
    """What may say what a name is, in the section around an entry, and is not closed."""
    found = session.scope.broken.get(taken_apart(name).base, ())
    rows = [row for row in found if row.chapter == at.chapter and (row.index < at.index or row.run == at.run)]
    return rows[-1] if rows else None


def _is_end(session: Session, letter: str, at: Entry) -> bool:
    """Whether an index of the section runs up to a letter: of the `T` in `m_T`."""
    return any(r.end == letter and r.entry.section == at.section for r in session.ranges.all)


def _is_in_scripts(session: Session, letter: str, at: Entry) -> bool:
    """Whether a section has a letter as the index of a member, as the `n` in `f^n(x)` of a family `f^m`."""
    here = (entry.parsed for entry in session.ranges.entries if entry.section == at.section)
    named = (part.full_name for parsed in here for part in walk(parsed) if isinstance(part, Symbol))
    return any(letter in letters_in(name) and bool(session.scope.of_form(name)) for name in named)


def _is_listed(name: str, at: Entry) -> bool:
    """*With steps `f^1, \\ldots, f^D`* says before it that there is a family, and not what."""
    base = re.escape(taken_apart(name).base)
    before = sentences.BLANK_LINE.split(at.parsed.span.source.words[: at.parsed.span.start])
    listed = rf"(?<![A-Za-z]){base}\s*[\^_]\s*(\{{?)\s*[01]\s*\}}?\s*,\s*\\[lc]?dots"
    return bool(letters_in(name)) and any(re.search(listed, part[-_NEAR:]) for part in before[-2:])


def _is_left_out(name: str, at: Entry) -> bool:
    """Whether a statement is about what there is without one, `\\mu^{-i} = …`, and a name is that one."""
    if not isinstance(at.parsed, Chain):
        return False
    about = (s.body if isinstance(s, Index) else s for s in at.parsed.subjects)
    without = re.compile(rf"[_^][(\[]?(?:-|−|setminus){re.escape(name)}[)\]]?$")
    return any(isinstance(s, Symbol) and without.search(s.full_name) is not None for s in about)


def _inverted(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """`S` where only `S^{-1}` says what it is: the inverse of that, of a number or a matrix."""
    found = session.tensor(name + "^-1", env)
    value = session.value(name + "^-1", env, span) if isinstance(found, Tensor) else None
    if value is None or value.shape is None:
        return value
    if not value.shape:
        return combine.elementwise(env, "divide", [Typed(Constant(1.0), {}, span), value], span)
    if (inverse := inverses.of_matrix(env, value, span)) is not None:
        return inverse
    row, *column = value.shape.values()
    if len(column) != 1 or value.flows or not env.notebook.equations.unify(row, column[0]):
        raise Unreadable(f"only the inverse of {name} is said", span)
    plan = Operate("inv", tuple(value.shape), (value.plan,)) if value.plan is not None else None
    return Typed(plan, value.shape, span)


def _root(session: Session, name: str, env: Environment, span: Span) -> Typed | None:
    """`\\sigma` where only `\\sigma^2` says what it is: the positive root of that.

    Not where 2 is the number of a member, beside other members.
    """
    members_named = {n for n in session.scope.by_name if n.startswith(name + "^")}
    if members_named != {name + "^2"}:
        return None
    square = session.tensor(name + "^2", env)
    signed = isinstance(square, Declared) and square.sign in ("positive", "nonnegative", "unit")
    value = session.value(name + "^2", env, span) if signed or isinstance(square, Tensor) else None
    return combine.elementwise(env, "sqrt", [value], span) if value is not None else None


def _declared_behind(session: Session, name: str, env: Environment) -> Declared | None:
    """What the section says behind an update of the tensor that it changes: *where `m \\in \\reals^{\\ax}`*."""
    for b in session.scope.by_name.get(name, ()):
        if isinstance(b, Declared) and b.domain is not None and b.entry.section == env.at.section:
            return b
    return None


def _lacks_others(session: Session, update: Tensor) -> bool:
    """Whether the right side of an update names something else that is found nowhere."""
    scope, at = session.scope, update.entry
    others = (n for n in names_in(update.body) if n != update.name and lookup(n) is None)
    return any(scope.tensor(n, at) is None and not scope.function(n, at) for n in others)


def _is_index(name: str, at: Entry) -> bool:
    """Whether a statement has a letter in an index."""
    return isinstance(at.parsed, Chain) and name in index_letters(at.parsed)


def _is_list(session: Session, name: str, env: Environment) -> bool:
    """Whether a name is given part by part, `v = (a, b)`: then `v_1` is the first of them."""
    found = session.tensor(name, env)
    return isinstance(found, Tensor) and isinstance(found.body, Group) and len(found.body.items) > 1


def _is_label(name: str, at: Entry) -> bool:
    """Whether a statement has a letter in the name of a member: it runs over the members."""
    return any(name in letters_in(other) for other in names_in(at.parsed))


def _is_place_in(session: Session, name: str, at: Entry) -> bool:
    """*`\\nsum{\\ax} M = \\min(i, w)` in row `i`*, after `M_{\\bx(i), \\ax(j)} = …`: the index of what is left."""
    here = (b for other in names_in(at.parsed) for b in session.scope.by_name.get(other, ()))
    own = (b for b in here if isinstance(b, Tensor) and b.entry.section == at.section)
    return any(letter.full_name == name for b in own for _, letter in b.indices)


def _is_introduced(by: Entry, at: Entry) -> bool:
    """Whether an entry before another one says what a letter is for.

    An equation may be in the same sentence: *of `b` bits up to `q`, where `q = 2^b`*. All else is in passing there.
    """
    equation = isinstance(at.parsed, Chain) and bool(at.parsed.rest)
    return by.index < at.index and (at.display or equation or by.sentence != at.sentence)


def _is_whole_behind(by: Entry, at: Entry) -> bool:
    """Whether the words behind a formula in its sentence say that it is of whole numbers: *for every integer `n`*."""
    if by.sentence != at.sentence or by.index < at.index:
        return False
    return _FOR_INTEGERS.fullmatch(sentences.between(at.parsed.span, by.parsed.span)) is not None


def _is_bounded_behind(by: Entry, at: Entry) -> bool:
    """Whether the words behind an equation in its sentence say what a letter in it may be: *where `q \\ge 1` is*."""
    if by.sentence != at.sentence or by.index <= at.index:
        return False
    return _WHERE.fullmatch(sentences.between(at.parsed.span, by.parsed.span)) is not None


def _may_be_member(session: Session, name: str) -> bool:
    """Whether a name may be a member of a family in a way that ntdoc does not read.

    It may not if it is spelt as the members that are there, only with a label that none of them has: where all of
    them are labelled `Q`, `K` or `1`, and none by a letter that runs over numbers, there is no `W^{l,2}`.
    """
    start = name.partition("^")[0] + "^"
    kin = [other for other in session.scope.by_name if other.startswith(start)]
    wanted = taken_apart(name)
    alike = [k for k in map(taken_apart, kin) if k.form == wanted.form and k.sub == wanted.sub]
    if not alike or len(wanted.sup) < 2:
        return bool(kin)
    return any(k.sup[:-1] != wanted.sup[:-1] or not _LABEL.fullmatch(k.sup[-1]) for k in alike)


def _entry_as_in_a_program(session: Session, base: str, sub: str, env: Environment) -> tuple[str, ...]:
    """How an entry is written, for `X_{\\ax=1}` of a tensor that is there and has the axis."""
    axis, sign, index = sub.partition("=")
    if not sign:
        return ()
    found = session.value(base, env.aside(), env.at.parsed.span)
    if found is None or axis not in (found.shape or ()):
        return ()
    return (f"did you mean {base}_{{{axis_tex(session, axis)}({index})}}?",)


def _is_checked(session: Session, found: Tensor) -> bool:
    """Whether the definition of a tensor, or of a member of its family, has been checked."""
    return any(key[0] == found.entry.index for key in session.definitions if isinstance(key, tuple))
