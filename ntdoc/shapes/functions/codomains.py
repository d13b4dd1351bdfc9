"""What the values are of a function of which only the signature is known: *`\\phi \\colon A \\to B`, `\\phi(x) > 0`*.

A smooth function is drawn whose values are any reals. Where its signature, or the words beside that, say a smaller set,
these are carried into it by an increasing function. Into a set of numbers that lie apart, `s \\colon [m] \\to [n]`, no
smooth function goes: a table of such numbers is drawn, and a permutation, if words right beside it say that it is one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from ntdoc.operations.domain import Domain, DomainKind
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Signed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.patterns import spelt
from ntdoc.shapes.plan import (
    Compared,
    Constant,
    Counter,
    Linear,
    Operate,
    Plan,
    Renamed,
    Shared,
    SizeValue,
    Smooth,
    Taken,
)
from ntdoc.shapes.samples.domains import Limit, domain_of
from ntdoc.shapes.sizes import Size, number
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable
from ntdoc.vocabulary import THEN, WE_HAVE

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_STEEP = 4.0  # so that values near both ends of an interval occur
_APART = 17.0  # how far the numbers are spread that are taken for the places of a table
_UNEQUAL = (5**0.5, _APART * 2**0.5, _APART * 3**0.5)  # with which no two places have the same number
_WHOLE = (-2.0, 3.0)  # of which integers there are samples
_ONTO = (
    r"(?:(?:permutation|bijection|(?:re-?)?ordering|order|arrangement|shuffl(?:e|ing))s?\b"
    r"|(?:bijective|invertible|one-to-one)(?=\s+(?:map|mapping|function|assignment|correspondence)s?\b|\s*(?:[.,;:)]|\Z)))"
)
_OTHERS_OF_IT = (  # *any random permutation*, and not *no permutation*, *invariant under permutations*
    r"(?:one\s+of\s+the\s+)?"
    r"(?:(?!(?:not|no|never|neither|nor|hardly|if|when|unless|whether|under|of|by|with|for|to|in|on|up|than)\b)[a-z-]+\s+){0,3}"
)
_IS_ONTO = regex(
    rf"\W*(?:(?:,|and)\s*{sentences.FORMULA}\s*)*"
    rf"(?:,?\s*(?:(?:(?:which|that)\s+)?(?:be|is|are|denotes?)\s+)?{_OTHERS_OF_IT}"
    rf"(?:(?:map|mapping|function|assignment),?\s+(?:which|that)\s+is\s+(?:an?\s+)?)?{_ONTO}"
    r"|(?:(?:which|that)\s+)?(?:permutes?|re-?orders?|shuffles?)\s+(?:the|all|our|its)\b"
    r"|,?\s*(?:with|where|and)?\s*(?:\$|\\\()[^$]{1,20}\\in"
    r"\s*(?:S|\\(?:math[a-z]+|operatorname)\s*\{(?:S|Sym)\}|\\Sym)\s*[_(])",  # the symmetric group
    re.IGNORECASE,
)
_ONTO_BEFORE = regex(  # *for any permutation `\pi`*, *under an invertible map of the places `\pi`*
    r"\b(?P<det>(?:\w+\s+){0,3})(?:(?:permutation|bijection|re-?ordering|shuffle)s?"
    r"|(?:bijective|invertible|one-to-one)\s+(?:map|mapping|function|assignment|correspondence)s?)"
    rf"(?:\s+of\s+(?:the\s+)?[a-z]+)?\s+(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:\$|\\\()?(?:\s*\\?\w+\s*,)*\s*\Z",
    re.IGNORECASE,
)
_DENIED = regex(r"\b(?:not|never|without|than|instead\s+of)\b", re.IGNORECASE)
_SPECIAL = regex(  # of few permutations
    r"\b(?:cycl\w+|involut\w+|self-inverse|own\s+inverse|transpos\w+|derange\w+|fixed\s+points?|revers\w+|shift\w*|swap\w*"
    r"|even|odd|commut\w+|order-preserving)\b",
    re.IGNORECASE,
)
_SAYS_MORE = regex(  # of the values than in which set they are: *sort the values*, *be the sign function*
    r"\b(?:sort(?:s|ed|ing)?|(?:arg)?sort|rank(?:s|ed|ing)?|order(?:s|ed|ing)|arg-?m(?:ax|in)\w*|nearest|closest|farthest|largest"
    r"|smallest|highest|lowest|best|monoton\w*|(?:in|de)creasing|distinct|injecti\w+|surjecti\w+|onto|constant|identity"
    r"|periodic|successor|predecessor|next|previous|parent|rounds?|floor|ceiling|parity|even|odd)\b"
    r"|\b(?:be|is|denotes?)\s+the\s+(?:[a-z-]+\s+){1,3}(?:function|map|mapping|indicator|rule)\b",
    re.IGNORECASE,
)
_RELATIONS = {">": "positive", "\\ge": "nonnegative", "\\geq": "nonnegative", "<": "negative"}


def carried(session: Session, signed: Signed, plan: Smooth, env: Environment) -> Plan:
    """Values of any reals as values of the set in which a function has its own. Raises Unreadable."""
    base = signed.signature.result.base
    sign = _sign(signed) if base.kind == "reals" and not base.text else ""  # a set of its own says it
    domain, limit = domain_of(session, base, sign, False, env)
    if domain.kind in (DomainKind.INTEGERS, DomainKind.BINARY, DomainKind.FINITE):
        if base.kind == "integers" and not sign:
            domain = Domain(DomainKind.INTEGERS, lower=_WHOLE[0], upper=_WHOLE[1])
        permuted = _permuted(signed, plan, domain, limit)
        if permuted is None and _is_said_more_of(signed):
            raise Unreadable("words say more of this function than in which set its values are", signed.signature.span)
        return permuted or _tabled(plan, domain, limit)
    return plan if limit is not None else _into(domain, plan)


def note_places(session: Session, base: ast.Base, argument: Plan | None, env: Environment) -> None:
    """An index that a function of `[m]` takes runs over these numbers, if nothing else says over what it runs."""
    if base.kind == "range" and isinstance(argument, Counter):
        _, limit = domain_of(session, base, "", False, env)
        if isinstance(limit, Size):
            env.notebook.equations.suggest(argument.size + number(argument.low - 1), limit)


def limit_of(plan: Plan | None) -> Size | None:
    """The size `n` of a function into `[n]`."""
    match plan:
        case Operate("add", (), (Constant(1.0), Operate("mod", (), (_, SizeValue(size))))):
            return size
    return None


def _tabled(plan: Smooth, domain: Domain, limit: Limit) -> Plan:
    """Any function into numbers that lie apart: the places of a linear function, taken from the beginning again."""
    spread = _beginning(plan)
    if plan.arguments:
        every = tuple(range(len(plan.arguments)))
        linear = Linear(plan.key, plan.argument_axes, plan.result, every, plan.arguments)
        spread = Operate("add", (), (linear, spread))
    place = _whole(spread)
    if domain.kind is DomainKind.INTEGERS:
        return _from(domain, limit, place)
    values = domain.values or (0.0, 1.0)
    place = Operate("mod", (), (place, Constant(float(len(values)))))
    found: Plan = Constant(values[0])
    for before, (one, other) in enumerate(pairwise(values)):  # between two places lies one step
        step = Operate("subtract", (), (place, Constant(float(before))))
        step = Operate("minimum", (), (Operate("maximum", (), (step, Constant(0.0))), Constant(1.0)))
        found = Operate("add", (), (found, Operate("multiply", (), (Constant(other - one), step))))
    return found


def _permuted(signed: Signed, plan: Smooth, domain: Domain, limit: Limit) -> Plan | None:
    """A permutation of a range, if words beside the signature say that it is one: the ranks of numbers that are drawn.

    Another function has other numbers. Raises Unreadable, if the words say more of it.
    """
    span, arguments = signed.signature.span, signed.signature.arguments
    if len(arguments) != 1 or domain.kind is not DomainKind.INTEGERS or arguments[0].shape.axes or plan.result:
        return None
    if spelt(arguments[0]) != spelt(signed.signature.result):
        return None
    before, after = sentences.closed_up(sentences.before(span)), sentences.closed_up(sentences.after(span))
    if not _is_onto(before, after):
        return None
    if _SPECIAL.search(f"{before} … {after}"):
        raise Unreadable("words say more of this permutation than that it is one", span)
    low: Plan = Constant(float(domain.lower))
    count = number(round(domain.upper - domain.lower + 1))
    if isinstance(limit, Size):
        count = limit
    elif limit is not None:
        low, count = SizeValue(limit[0]), limit[1] - limit[0] + number(1)
    one, other = f"#{plan.key}", f"#{plan.key} other"
    places = Counter(one, 1, count)
    linear = Linear(f"{plan.key}\0order", plan.argument_axes, (), (0,), (places,))  # no sample that words narrow
    square = Operate("multiply", (), (_beginning(plan), Operate("multiply", (), (places, places))))
    spread: Plan = Constant(0.0)
    parts: tuple[Plan, ...] = (places, linear, square)
    for by, part in zip(_UNEQUAL, parts, strict=True):
        spread = Operate("add", (), (spread, Operate("multiply", (), (Constant(by), part))))
    drawn = Shared(Operate("mod", (), (spread, Constant(1.0))))
    ranks = Operate("sum", (other,), (Compared("lt", Renamed(((one, other),), drawn), drawn),))
    argument = Operate("floor", (), plan.arguments)  # a letter of which nothing is said may be any number
    place = Operate("mod", (), (Operate("subtract", (), (argument, low)), SizeValue(count)))
    return _from(domain, limit, Taken(one, ranks, Operate("add", (), (place, Constant(1.0))), span))


def _is_onto(before: str, after: str) -> bool:
    """Whether words right beside a signature say that it leaves out no value: *be a permutation*."""
    if _IS_ONTO.match(after):
        return True
    found = _ONTO_BEFORE.search(before)
    return found is not None and _DENIED.search(found["det"]) is None


def _is_said_more_of(signed: Signed) -> bool:
    """Whether the words behind a signature say more of a function: *sort the values*, *with `a(t) \\le t`*."""
    span = signed.signature.span
    after, name = sentences.closed_up(sentences.after(span)), re.escape(signed.signature.subject.span.text.strip())
    values = rf"(?:\$|\\\()\s*{name}\s*\([^$]*?(?:\\[lgn]eq?\b|[<>=])"
    if re.search(rf"\b(?:with|where|such\s+that|so\s+that|satisfying)\s+{values}", after):
        return True
    said = re.sub(sentences.FORMULA, " ", re.sub(r"\A\s*(?:\$|\\\))", "", after))
    return _SAYS_MORE.search(re.split(rf"\b(?:{THEN}|{WE_HAVE})\b", said, maxsplit=1)[0]) is not None


def _beginning(plan: Smooth) -> Plan:
    """What a function is at 0: any number."""
    return Smooth(f"{plan.key}\0begin", (), plan.result, ())


def _whole(plan: Plan) -> Plan:
    """Any numbers as integers that are far apart."""
    return Operate("floor", (), (Operate("multiply", (), (Constant(_APART), plan)),))


def _from(domain: Domain, limit: Limit, place: Plan) -> Plan:
    """Numbers of any integers as those of a range."""
    low, count = Constant(float(domain.lower)), Constant(float(domain.upper - domain.lower + 1))
    if isinstance(limit, Size):
        return Operate("add", (), (low, Operate("mod", (), (place, SizeValue(limit)))))
    if limit is not None:
        least, most = limit
        among = Operate("mod", (), (place, SizeValue(most - least + number(1))))
        return Operate("add", (), (SizeValue(least), among))
    return Operate("add", (), (low, Operate("mod", (), (place, count))))


def _sign(signed: Signed) -> str:
    """What the words beside a signature say of all values: *be a positive map*, *with `\\phi(x) > 0`*."""
    span = signed.signature.span
    name = re.escape(signed.signature.subject.span.text.strip())
    text = sentences.after(span)
    said = re.search(rf"(?:\$|\\\()\s*{name}\s*(?:\(\s*\\?\w+\s*\))?\s*(>|\\geq?(?![a-z])|<)\s*0\s*(?:\$|\\\))", text)
    return _RELATIONS[said[1]] if said is not None else signed.entry.sign


def _into(domain: Domain, plan: Plan) -> Plan:
    positive = Operate("exp", (), (plan,))
    match domain.kind:
        case DomainKind.POSITIVE | DomainKind.NONNEGATIVE:
            return positive
        case DomainKind.NEGATIVE:
            return Operate("negate", (), (positive,))
        case DomainKind.SIMPLEX:
            return Operate("softmax", domain.axes, (plan,))
        case DomainKind.UNIT:
            low, high = domain.ends
            if high == inf:
                return Operate("add", (), (Constant(low), positive))
            if low == -inf:
                return Operate("subtract", (), (Constant(high), positive))
            share = Operate("sigmoid", (), (Operate("multiply", (), (Constant(_STEEP), plan)),))
            return Operate("add", (), (Constant(low), Operate("multiply", (), (Constant(high - low), share))))
    return plan


def smooth(plan: Plan | None) -> Smooth | None:
    """The smooth function whose values are carried into a set."""
    if isinstance(plan, Operate):
        return next((found for part in plan.arguments if (found := smooth(part)) is not None), None)
    return plan if isinstance(plan, Smooth) else None
