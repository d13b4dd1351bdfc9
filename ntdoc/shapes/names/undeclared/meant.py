"""What a name that is found nowhere stands for: a number that words tell of, a size, a member, a root, an inverse."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.expressions import combine, inverses
from ntdoc.shapes.families import NONE, letters_in, resolved
from ntdoc.shapes.names import values
from ntdoc.shapes.names.families import common_value as common_values
from ntdoc.shapes.names.families import no_member
from ntdoc.shapes.names.families.any_member import any_member
from ntdoc.shapes.names.numbers import given_numbers
from ntdoc.shapes.names.ranges import starts
from ntdoc.shapes.names.sizes.counts import counted_in
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.patterns import index_letters, names_in
from ntdoc.shapes.plan import Constant, Operate, Sampled, SizeValue
from ntdoc.shapes.samples.domains import NATURAL, domain_of
from ntdoc.shapes.sizes import variable
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.ast import Chain
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import ANY, IF

_FOR_INTEGERS = regex(
    rf"[\s$)\\]*(?:,?\s*and\s+{sentences.FORMULA})?\s*(?:,\s*)?"
    rf"(?:(?:is|are)\s+true\s+)?for\s+(?:(?:{ANY}|an?|the|two)\s+)*"
    rf"(?:[a-z-]+\s+)?(?:integers?|(?:whole|natural)\s+numbers?)\s+(?:{sentences.FORMULA}(?:\s*,\s*|\s+and\s+))*[\s$(\\]*",
    re.IGNORECASE,
)
_CAN_BE = regex(  # a case in which something is there at all
    rf"\b(?:{IF})\b[^.;]*\b(?:invertible|regular|nonsingular|non-singular|definite|full\s+(?:column\s+|row\s+)?rank|independent"
    r"|non-?zero|exists?|unique|well[\s-]defined|differentiable|converges?|finite)\b",
    re.IGNORECASE,
)
_SMALLEST = 2  # of the sizes of examples
_WHERE = regex(  # *`S = q N` books, where `q \\ge 1` is the slack*
    rf"[\s$)\\]*(?:[^.;:$]|{sentences.FORMULA}){{0,80}}?\b(?:where|with|for\s+(?:{ANY}|an?|some))\s+"
    rf"(?:[a-z -]{{0,40}}|(?:[^.;:$]|{sentences.FORMULA}){{0,60}}\band\s+)[\s$(\\]*",
    re.IGNORECASE,
)


def number_counted(missing: Missing) -> Typed | None:
    """*After `n` steps*.

    Raises Unreadable for the index of what is left: *`\\nsum{\\ax} M = \\min(i, w)` in row `i`*.
    """
    name, at = missing.name, missing.at
    words = missing.session.scope.counted.get(name, ())
    said = any(_is_introduced(by, at) or _is_whole_behind(by, at) or _is_counted_behind(by, at) for by in words)
    if not said or _is_label(name, at):
        return None
    if _is_place(missing):
        raise Unreadable(f"the index {name}, which stands here without its axis", missing.span)
    return Typed(Sampled(name, (), NATURAL, None), {}, missing.span)


def whole_number_bounded(missing: Missing) -> Typed | None:
    """*For `t \\ge 1`*: whole numbers will do for any that are so large.

    In a statement that counts to it, *for every `n \\ge 1`, `\\sum_{t=1}^n a^t = E(n)`*, it is a size.
    """
    at, bounds = missing.at, missing.session.scope.bounded.get(missing.name, ())
    least = [low for by, low in bounds if _is_introduced(by, at) or _is_bounded_behind(by, at)]
    if not least or _is_index(missing.name, at):
        return None
    if missing.name in counted_in(at.parsed):
        if least[-1] > _SMALLEST:
            raise Unreadable(f"a sum for {missing.name} from {least[-1]} on", missing.span)
        return Typed(SizeValue(variable(missing.name)), {}, missing.span)
    domain = Domain(DomainKind.INTEGERS, least[-1] + 4, least[-1])
    return Typed(Sampled(missing.name, (), domain, None), {}, missing.span)


def size(missing: Missing) -> Typed | None:
    """*For `1 \\le k \\le |\\ax|` let*."""
    name, at = missing.name, missing.at
    limited = missing.session.scope.limited.get(name, ())
    apart = not _is_index(name, at) and not _is_label(name, at)
    if any(_is_introduced(by, at) or (apart and by.section == at.section) for by in limited):
        return Typed(SizeValue(variable(name)), {}, missing.span)
    return None


def end_of_a_sum(missing: Missing) -> Typed | None:
    """`\\frac1N \\sum_{i=1}^N X_{\\ax(i)}`: what a sum over entries runs up to, if nothing says how large that is."""
    at = missing.at
    if _is_index(missing.name, at):
        return None
    before = (e for e in missing.session.ranges.of_section(at) if e.index <= at.index)
    sums = (part for e in before for part in walk(e.parsed) if isinstance(part, ast.BigOperator))
    if any(_ends_with(part, missing.name) for part in sums):
        return Typed(SizeValue(variable(missing.name)), {}, missing.span)
    return None


def _ends_with(part: ast.BigOperator, name: str) -> bool:
    """Whether a sum from 1 up to a letter is over the entries along an axis."""
    whole = isinstance(part.low, ast.Number) and part.low.value == 1 and part.variable is not None
    if not whole or not isinstance(part.high, ast.Symbol) or part.high.full_name != name or part.variable is None:
        return False
    places = (place for node in walk(part.body) if isinstance(node, ast.Index) for _, place in node.items)
    return any(isinstance(place, ast.Symbol) and place.full_name == part.variable.full_name for place in places)


def number_glossed(missing: Missing) -> Typed | None:
    """*Where TP is the number of hits*, or what is any number, as an argument is that is no index."""
    glossed = len(missing.base) > 1 and sentences.glosses(missing.base, missing.at.parsed.span)
    argument = not _is_index(missing.name, missing.at)
    if glossed or (argument and given_numbers.is_any_number(missing.session, missing.name, missing.at)):
        return Typed(Sampled(missing.name, (), Domain(), None), {}, missing.span)
    return None


def number_named(missing: Missing) -> Typed | None:
    """*At time `t` the state is `t s`*."""
    named = given_numbers.is_called_number(missing.session.scope, missing.name, missing.at)
    return Typed(Sampled(missing.name, (), Domain(), None), {}, missing.span) if named else None


def another(missing: Missing) -> Typed | None:
    """`x'` beside an `x` that its section declares: another one, of the same set."""
    base, at, session = missing.name.rstrip("'"), missing.at, missing.session
    if base == missing.name or base not in names_in(at.parsed):
        return None
    found = session.tensor(base, missing.env)
    if not isinstance(found, Declared) or found.domain is None or found.entry.section != at.section:
        return None
    return values.sampled(session, found, missing.name, NONE, missing.env, missing.span)


def root(missing: Missing) -> Typed | None:
    """`\\sigma` where only `\\sigma^2` says what it is: the positive root of that.

    Not where 2 is the number of a member, beside other members.
    """
    session, square_of = missing.session, missing.name + "^2"
    if {n for n in session.scope.by_name if n.startswith(missing.name + "^")} != {square_of}:
        return None
    square = session.tensor(square_of, missing.env)
    signed = isinstance(square, Declared) and square.sign in ("positive", "nonnegative", "unit")
    value = session.value(square_of, missing.env, missing.span) if signed or isinstance(square, Tensor) else None
    return combine.elementwise(missing.env, "sqrt", [value], missing.span) if value is not None else None


def number_of_a_sign(missing: Missing) -> Typed | None:
    """*`E` for all `a > 0`*."""
    session, name, env = missing.session, missing.name, missing.env
    sign = given_numbers.sign_taken(session, name, missing.at)
    if sign is None and not _is_index(name, missing.at):
        sign = given_numbers.sign_before(session, name, missing.at)
    if sign is None:
        return None
    return Typed(Sampled(name, (), *domain_of(session, None, sign, False, env)), {}, missing.span)


def inverse(missing: Missing) -> Typed | None:
    """`S` where only `S^{-1}` says what it is: the inverse of that, of a number or a matrix."""
    session, env, span, name = missing.session, missing.env, missing.span, missing.name + "^-1"
    found = session.tensor(name, env)
    value = session.value(name, env, span) if isinstance(found, Tensor) else None
    if value is None or value.shape is None:
        return value
    if not value.shape:
        return combine.elementwise(env, "divide", [Typed(Constant(1.0), {}, span), value], span)
    if (of_matrix := inverses.of_matrix(env, value, span)) is not None:
        return of_matrix
    row, *column = value.shape.values()
    if len(column) != 1 or value.flows or not env.notebook.equations.unify(row, column[0]):
        raise Unreadable(f"only the inverse of {missing.name} is said", span)
    plan = Operate("inv", tuple(value.shape), (value.plan,)) if value.plan is not None else None
    return Typed(plan, value.shape, span)


def common_value(missing: Missing) -> Typed | None:
    if missing.has_subscript:
        return None
    return common_values.value(missing.session, missing.name, missing.env, missing.span)


def member_of_any_index(missing: Missing) -> Typed | None:
    if missing.has_subscript:
        return None
    return any_member(missing.session, missing.name, missing.env, missing.span)


def start(missing: Missing) -> Typed | None:
    """Where `w_t = w_{t-1} - E` begins nowhere: of the shape that the declaration of `w` before it says.

    Such a `w` is what the steps change, and it may be anything before them. Or that of `w_0` itself in a sentence of
    its own: *models are of the form `p(w_0)` with `w_0 \\in S`*.
    """
    session, name, env = missing.session, missing.name, missing.env
    first = no_member.before_first(session, name, env) if missing.has_subscript else None
    if first is None:
        return None
    own = [b for b in session.scope.by_name.get(first, ()) if b.entry.section == missing.at.section]
    declared = own[0] if len(own) == 1 else session.scope.tensor(missing.base, missing.at)
    if not isinstance(declared, Declared) or declared.domain is None or declared.entry.index > missing.at.index:
        return None
    shown = resolved(name, env.indices) if declared.name == missing.base else declared.name
    return values.sampled(session, session.scope.with_sign(declared), shown, {}, env, missing.span)


def start_of_signature(missing: Missing) -> Typed | None:
    session, env = missing.session, missing.env
    begins = starts.of_signature(session, missing.name, env) if missing.has_subscript else None
    return None if begins is None else values.sampled(session, begins, begins.name, {}, env, missing.span)


def unsaid_start(missing: Missing) -> Typed | None:
    """`v_0`, of a recurrence `v_t = \\beta v_{t-1} + g_t` of which nothing says where it begins."""
    if not missing.has_subscript and "^" not in missing.name:
        return None
    return starts.unsaid(missing.session, missing.name, missing.env, missing.span)


def defined_in_a_case(missing: Missing) -> Typed | None:
    """*If `G` is regular, the solution is `w = E`*: it holds behind the sentence, if nothing else says what `w` is."""
    bindings = missing.session.scope.by_name.get(missing.name, ())
    if not bindings or not all(b.entry.local for b in bindings):
        return None
    before = [b for b in bindings if isinstance(b, Tensor) and b.entry.index < missing.at.index and names_in(b.body)]
    meant = [b for b in before if not (b.entry.assumed or b.entry.supposed or b.entry.negated or b.entry.mistaken)]
    if not meant or not _CAN_BE.search(sentences.before(meant[-1].entry.parsed.span)):
        return None
    return values.defined(missing.session, meant[-1], missing.name, missing.env.indices, missing.env, missing.span)


def _is_index(name: str, at: Entry) -> bool:
    """Whether a statement has a letter in an index."""
    return isinstance(at.parsed, Chain) and name in index_letters(at.parsed)


def _is_label(name: str, at: Entry) -> bool:
    """Whether a statement has a letter in the name of a member: it runs over the members."""
    return any(name in letters_in(other) for other in names_in(at.parsed))


def _is_place(missing: Missing) -> bool:
    """*`\\nsum{\\ax} M = \\min(i, w)` in row `i`*, after `M_{\\bx(i), \\ax(j)} = …`: the index of what is left."""
    at, by_name = missing.at, missing.session.scope.by_name
    here = (b for other in names_in(at.parsed) for b in by_name.get(other, ()))
    own = (b for b in here if isinstance(b, Tensor) and b.entry.section == at.section)
    return any(letter.full_name == missing.name for b in own for _, letter in b.indices)


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


def _is_counted_behind(by: Entry, at: Entry) -> bool:
    """Whether the words behind an equation in its sentence say that a letter counts: *for `n` tokens*."""
    equation = isinstance(at.parsed, Chain) and bool(at.parsed.rest)
    return by.sentence == at.sentence and by.index > at.index and equation


def _is_bounded_behind(by: Entry, at: Entry) -> bool:
    """Whether the words behind an equation in its sentence say what a letter in it may be: *where `q \\ge 1` is*."""
    if by.sentence != at.sentence or by.index <= at.index:
        return False
    return _WHERE.fullmatch(sentences.between(at.parsed.span, by.parsed.span)) is not None
