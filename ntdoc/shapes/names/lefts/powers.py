"""Left sides with a superscript: the square of what is known, the transpose, or a name (language page, “Names”)."""

from __future__ import annotations

from collections.abc import Iterator
from math import e, isfinite
from typing import TYPE_CHECKING, TypeGuard

from ntdoc.nodes import walk
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.table import CONSTANTS
from ntdoc.shapes import families
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric, squares
from ntdoc.shapes.patterns import in_numbers, is_update, names_in, number_in, signs
from ntdoc.shapes.plan import Sampled
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import stem
from ntdoc.syntax import ast, literals

if TYPE_CHECKING:
    from ntdoc.shapes.environment import Environment
    from ntdoc.shapes.names.lefts.classify import Classifier
    from ntdoc.shapes.session import Session
    from ntdoc.shapes.typed import Typed


def is_power(classifier: Classifier, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a left side `X^2` is the square of a known `X`, and not a name: no other `X^…` is named anywhere."""
    exponent = symbol.sup.expr if symbol.sup is not None else None
    bounds = (by for by, _ in classifier.scope.bounded.get(symbol.name, ()))  # *let `c > 1`. Then `c^2 > c`*
    known = classifier.scope.tensor(symbol.name, entry) is not None or any(b.section == entry.section for b in bounds)
    if known and _is_no_numeral(exponent):
        return True  # `X^{3/4}`, `X^{-2}`: no name is numbered so
    if not isinstance(exponent, ast.Number) or not known or not isfinite(exponent.value):
        return False  # `X^\\infty` is a limit by its name
    if _is_of_another_chapter(classifier, symbol, entry):
        return False
    prefix = symbol.name + "^"
    named = {name for name in (*classifier.scope.by_name, *classifier.later) if name.startswith(prefix)}
    named -= {prefix + mark for mark in "*†‡+-"}  # beside `X^*` and `X^-` the square is still one
    return not named - {symbol.full_name} and symbol.full_name not in classifier.scope.by_name


def is_power_of_known(classifier: Classifier, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a side is a power, `X^2`, or one to what is known, `\\sigma^{2n}` with the letter of a size.

    Or to what is computed, `\\beta^{T-1}` with the last number of a range, and of a number `\\beta^T`, if nothing is
    called so.
    """
    named = names_in(symbol.sup.expr) if symbol.sup is not None and symbol.sup.expr is not None else frozenset()
    scope = classifier.scope
    sizes = classifier.sizes | classifier.counted
    known = all(name in sizes or scope.tensor(name, entry) is not None for name in named)
    exponent = symbol.sup.expr if symbol.sup is not None else None
    computed = isinstance(exponent, ast.Sum | ast.Product | ast.Juxtaposition | ast.Fraction)
    found = scope.tensor(symbol.name, entry)
    computed |= isinstance(exponent, ast.Symbol) and not exponent.roman and numeric.is_some_number(found)
    prefix = symbol.name + "^"
    known = known or (computed and not any(n.startswith(prefix) for n in (*scope.by_name, *classifier.later)))
    if _is_number_of_constant(scope, symbol, entry):
        return True
    return is_power(classifier, symbol, entry) or (bool(named) and known and found is not None)


def _is_number_of_constant(scope: Scope, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a side is a power of the constant, `f(1) = e^{-2}`, where nothing else is called `e`."""
    value = number_in(symbol.sup.expr) if symbol.name == "e" and symbol.sup is not None and symbol.sup.expr else None
    if value is None or symbol.axes:
        return False
    return not (scope.tensor("e", entry) or scope.function("e", entry) or any(_members(scope, symbol)))


def equates(classifier: Classifier, symbol: ast.Symbol, entry: Entry, right: ast.Operand) -> bool:
    """Whether a left side is a power or the inverse of what is known, held against the right side.

    `X^1` is no power in a chain with an array: nobody writes the first power of `X` to say what is in it. Nor does
    `X^0 = f(X)` say anything of ones: it begins something.
    """
    exponent = symbol.sup.expr if symbol.sup is not None else None
    sides = (right, *(side for _, side in entry.parsed.rest)) if isinstance(entry.parsed, ast.Chain) else (right,)
    listed = any(isinstance(side, ast.Matrix) for side in sides)
    first = exponent is not None and number_in(exponent) == 1 and listed
    first |= exponent is not None and number_in(exponent) == 0 and not any(map(in_numbers, sides))
    if is_of_constant(classifier.scope, symbol, entry) and not listed:
        return True
    return not first and (is_power(classifier, symbol, entry) or is_inverse(classifier, symbol, entry, right))


def is_of_constant(scope: Scope, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a left side is a power of the constant, `e^{-2} \\approx 0.135`: nothing says that `e` is anything else.

    `e^1` and `e^2` may number errors, so that a natural number is an exponent only if that is about what is written.
    """
    exponent, parsed = symbol.sup.expr if symbol.sup is not None else None, entry.parsed
    if _is_of_constants_alone(scope, symbol, entry):
        return True
    if symbol.name != "e" or symbol.axes or exponent is None or not isinstance(parsed, ast.Chain):
        return False
    value = number_in(exponent)
    if value is not None and (value < 0 or not value.is_integer()) and number_in(parsed.rest[-1][1]) is not None:
        return True  # beside an error `e`, too
    if scope.tensor("e", entry) is not None or scope.function("e", entry) or any(_members(scope, symbol)):
        return False
    relation, right = parsed.rest[0]
    if isinstance(right, ast.Symbol) and right.full_name == "e":
        return False  # of the unit of a group
    written = number_in(parsed.rest[-1][1])
    if value == 0:
        return written is not None  # and no start, `e^0 = h`
    if value is None or not value.is_integer() or value < 0:
        numbered = isinstance(exponent, ast.Symbol | ast.Group) or (
            isinstance(exponent, ast.Sum) and len(exponent.terms) > 1  # `e^t`, `e^{(1)}`, `e^{t+1}`
        )
        letters = names_in(exponent)
        if not all(scope.tensor(name, entry) is not None for name in letters):
            return False
        # an identity, and none to be solved, as `e^{-a t} = 0.5`
        made = [name for name in letters if isinstance(scope.tensor(name, entry), Tensor)]
        computed = len(made) == len(letters) or any(
            letters - {x} <= made_of(scope, frozenset({x}), entry) for x in made
        )
        identity = computed or not made_of(scope, letters, entry).isdisjoint(made_of(scope, names_in(right), entry))
        return identity and (not numbered or (bool(letters) and all(_is_real(scope, x, entry) for x in letters)))
    about = value > 1 and relation.kind == "approx"
    return written is not None and (about or _are_near(e**value, written))  # `e^1 \approx 2.718`, and no `e^1 = 0.3`


def _is_of_constants_alone(scope: Scope, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether it is about `e^\\pi \\approx 23.14`, where nothing says that `e` or `\\pi` is anything else.

    A share `\\pi^e \\approx 0.42` has a label, for the power is far from that.
    """
    exponent, parsed = symbol.sup.expr if symbol.sup is not None else None, entry.parsed
    if not isinstance(exponent, ast.Symbol) or not isinstance(parsed, ast.Chain) or symbol.axes:
        return False
    names = {symbol.name, exponent.full_name}
    (relation, _), written = parsed.rest[0], number_in(parsed.rest[-1][1])
    if names != {*CONSTANTS} or relation.kind != "approx" or written is None:
        return False
    if not 0.5 < written / CONSTANTS[symbol.name] ** CONSTANTS[exponent.full_name] < 2:
        return False
    known = (b for name in names for b in (scope.tensor(name, entry), *scope.function(name, entry)))
    return not any(known) and not any(_members(scope, symbol))


def _is_real(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a letter of this section is a real number, or computed with such: no superscript is numbered by it."""
    found = scope.tensor(name, entry)
    if found is None or found.entry.section != entry.section or found.entry.index > entry.index:
        return False
    if isinstance(found, Declared):
        return found.domain is not None and found.domain.base.kind == "reals"
    value = number_in(found.body)
    if value is not None:
        return not value.is_integer()
    roman = any(isinstance(part, ast.Symbol) and part.roman for part in walk(found.body))  # `2 \\log 3`
    return roman or any(_is_real(scope, x, entry) for x in names_in(found.body) - {name})


def _members(scope: Scope, power: ast.Symbol) -> Iterator[str]:
    """The names that are said with another superscript, but one with a sign, which is no label: `e^{-a t} = 0.5`."""
    prefix = power.name + "^"
    return (n for n in scope.by_name if n.startswith(prefix) and n != power.full_name and n[len(prefix)] != "-")


def _are_near(value: float, written: float) -> bool:
    return abs(value - written) < value / 10


def _is_of_another_chapter(classifier: Classifier, power: ast.Symbol, entry: Entry) -> bool:
    """Whether a display says what `s^2` is by what this chapter defines, and `s` is another chapter's.

    A distance `s = v t` there is made of nothing that the variance `s^2 = (x_1 - m)^2` here is made of.
    """
    scope, parsed = classifier.scope, entry.parsed
    found = scope.tensor(power.name, entry)
    if not entry.display or not isinstance(found, Tensor) or found.entry.chapter == entry.chapter:
        return False
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or parsed.subjects[0] is not power:
        return False
    if not parsed.rest or in_numbers(parsed.rest[0][1]):
        return False
    its_names = made_of(scope, names_in(parsed.rest[0][1]), entry)
    values = [b for name in its_names if isinstance(b := scope.tensor(name, entry), Tensor | Declared)]
    here = any(b.entry.chapter == entry.chapter for b in values)
    return here and its_names.isdisjoint({power.name, *made_of(scope, names_in(found.body), found.entry)})


def is_root_here(scope: Scope, found: Tensor | Declared, entry: Entry) -> bool:
    """Whether another chapter has the `s` that is found, and this one says what `s^2` is: here it is the root."""
    square = scope.tensor(found.name + "^2", entry)
    elsewhere = found.entry.chapter != entry.chapter
    return elsewhere and isinstance(square, Tensor) and square.entry.chapter == entry.chapter


def is_of_root(classifier: Classifier, order: ast.Chain, entry: Entry) -> bool:
    """Whether `s > 0` is about the root of the `s^2` that its section has, or is supposed of it: it declares no `s`.

    Where `s < 0` it is not that root.
    """
    named = [name for name, sign in signs(order) if sign in ("positive", "nonnegative")]
    squared = [square for name in named if (square := _squared(classifier, name, entry)) is not None]
    return any(square.entry.section == entry.section or entry.supposed for square in squared)


def is_number_of_root(classifier: Classifier, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether `s = 0` is what the root of an `s^2` comes to in some case, as *when all are equal, `s = 0`*."""
    told = cases.is_told(entry.parsed.span)
    opens = entry.supposed or entry.lets or entry.where or (entry.assumed and not told)
    square = None if opens or number_in(right) is None else _squared(classifier, name, entry)
    return square is not None and (told or square.entry.section == entry.section)


def _squared(classifier: Classifier, name: str, entry: Entry) -> Tensor | None:
    """The formula before an entry for the square of what nothing else says, and that has no other powers."""
    square = classifier.scope.tensor(name + "^2", entry)
    if not isinstance(square, Tensor) or square.entry.index >= entry.index or numeric.is_numbers(square.body):
        return None
    if classifier.scope.tensor(name, entry) is not None:
        return None
    members = {n for n in (*classifier.scope.by_name, *classifier.later) if n.startswith(name + "^")}
    return square if members == {name + "^2"} else None


def is_yet(scope: Scope, family: Tensor | Declared, entry: Entry) -> bool:
    """Whether `X^2` is the square of the `X` above, since only further on there are layers `X^l`."""
    base, _, sup = families.taken_apart(family.name)
    known = scope.tensor(base, entry) if sup else None
    return known is not None and known.entry.index < entry.index


def is_named_later(power: Tensor | Declared, base: Tensor | Declared, entry: Entry) -> bool:
    """Whether only another place further on calls something `X^2`, and `X` is there."""
    return base.entry.index < entry.index < power.entry.index and power.entry.run != entry.run


def is_number_now(power: Tensor | Declared, base: Tensor | Declared, entry: Entry) -> bool:
    """Whether `s = 2` stands between *a variance `s^2`* and a place: the words only declare it."""
    given = isinstance(power, Declared) and isinstance(base, Tensor) and literals.is_number(base.body)
    return given and power.entry.index < base.entry.index < entry.index


def is_of_family(session: Session, node: ast.Symbol, env: Environment) -> bool:
    """Whether a superscript stands where the document has members of a family by that name: `W^{l,Q}`, `X^1`."""
    if node.name in env.values:
        return False
    prefix, plain = node.name + "^", session.tensor(node.name, env)
    members = (bindings for name, bindings in session.scope.by_name.items() if name.startswith(prefix))
    if node.name == "e" and plain is None:
        return any(_members(session.scope, node))
    if plain is None:
        return any(True for _ in members)
    exponent = node.sup.expr if node.sup is not None else None
    numbered = exponent is not None and number_in(exponent) is not None  # beside `X^{new}` the square is still one
    here = env.at.section  # an `X` of another section is not what a power of `X` is of where there is an `X^1`
    beside = (b for found in members for b in found if b.entry.section == here)
    return plain.entry.section != here and any(not numbered or families.is_numbered(b.name) for b in beside)


def is_turned(session: Session, base: Typed, env: Environment) -> bool:
    """Whether `X^T` is a transpose, though `T` is said to be something: a number of steps, or a temperature.

    Of a vector it is a power if its section says that `T > 0`, and of nothing else; one of any numbers has none.
    """
    found = session.tensor("T", env)
    if not base.shape or not isinstance(found, Declared) or len(base.shape) > 1 or base.plan is None:
        return bool(base.shape)
    number = found.sign == "positive" and not found.along and not found.entry.counts and "T" not in env.indices
    any_numbers = isinstance(base.plan, Sampled) and base.plan.domain.kind is DomainKind.REAL
    return any_numbers or not number or found.entry.section != env.at.section


def _is_no_numeral(exponent: ast.Expr | None) -> bool:
    """Whether a number is a fraction, or below -1: `A^{-1}` is the name of an inverse, too."""
    value = number_in(exponent) if exponent is not None else None
    return value is not None and isfinite(value) and (value % 1 != 0 or value < -1)


def has_label(node: ast.Operand) -> TypeGuard[ast.Symbol]:
    """Whether a superscript is a word, as in `C^{\\text{new}}`: this is another tensor than `C`."""
    exponent = node.sup.expr if isinstance(node, ast.Symbol) and node.sup is not None else None
    return isinstance(exponent, ast.Symbol) and exponent.roman and len(exponent.base) > 1


def is_inverse(classifier: Classifier, symbol: ast.Symbol, entry: Entry, right: ast.Operand) -> bool:
    """Whether a left side `A^{-1}` is the inverse of an `A` that is defined before, and says what that comes to.

    Of an `A` that is only declared, or in words that give a value, it may be the definition.
    """
    found = classifier.scope.tensor(symbol.name, entry)
    array = found.body if isinstance(found, Tensor) else None
    if symbol.sup is None or symbol.sup.expr is None or number_in(symbol.sup.expr) != -1:
        return False
    if isinstance(found, Tensor) and _is_made_before(classifier, found, symbol, entry, right):
        return True
    if not isinstance(array, ast.Matrix) or array.row is None or array.column is None:
        return False
    twins = stem(array.row.name) == stem(array.column.name)
    return twins and isinstance(right, ast.Matrix) and symbol.full_name not in classifier.scope.by_name


def _is_made_before(
    classifier: Classifier, found: Tensor, power: ast.Symbol, entry: Entry, right: ast.Operand
) -> bool:
    scope, prefix = classifier.scope, power.name + "^"
    gives = entry.gives or entry.lets or entry.assumed or entry.where or is_update(entry.parsed)
    if gives or found.entry.index > entry.index or found.entry.local or found.entry.index in scope.cases:
        return False
    if {power.name, power.full_name} & names_in(right) or _is_of_another_chapter(classifier, power, entry):
        return False  # `P^{-1} = P^{-1} + E` is a step, and `A^{-1} = \\nfun{\\ax,\\bx}{inv} A` says how it is written
    if isinstance(found.body, ast.Matrix):
        sides = found.body.row, found.body.column
        if sides[0] is None or sides[1] is None or stem(sides[0].name) != stem(sides[1].name):
            return False
    named = {*(name for name in scope.by_name if name.startswith(prefix)), *classifier.later}
    return power.full_name not in scope.by_name and not any(
        families.is_numbered(name) for name in named - {power.full_name} if name.startswith(prefix)
    )


def is_in_set(classifier: Classifier, symbol: ast.Symbol, entry: Entry, right: ast.TensorSet) -> bool:
    """Whether `X^2 \\in S` is about the square of the `X` at hand.

    Not if that is free and has no such axes, nor if another section defines it and this one says nothing of it.
    """
    if not is_power(classifier, symbol, entry):
        return False
    found = classifier.scope.tensor(symbol.name, entry)
    if entry.lets and found is not None and found.entry.section != entry.section:
        return False  # *let `X^0 \\in S` be the input*, after an `X` of another section
    if isinstance(found, Tensor) and right.shape.axes:
        return found.entry.section == entry.section
    if not isinstance(found, Declared) or symbol.full_name in classifier.scope.by_name:
        return True
    axes = {s.axis.name for s in found.along}
    return axes == {s.axis.name for s in right.shape.axes}


def root(
    classifier: Classifier, entry: Entry, parsed: ast.Chain, power: ast.Symbol, right: ast.Operand
) -> ast.Expr | None:
    """*With `\\sigma^2 = 2`* `\\sigma > 0` is the root of 2: words that suppose it say what it is.

    So it is of a `\\sigma = \\exp x`, for the sentence, and of what is free and positive, wherever it stands.
    """
    exponent = power.sup.expr if power.sup is not None else None
    if exponent is None or not isinstance(right, ast.Expr) or not is_power(classifier, power, entry):
        return None
    bound = (entry.section, power.name) in classifier.bound
    if not bound and squares.is_given(classifier.scope, entry, parsed, power, right):
        return ast.Root(right, exponent, right.span)
    taken = not entry.display and cases.is_taken(entry)
    if entry.display or not (entry.assumed or taken) or len(parsed.rest) != 1:
        return None
    known = classifier.scope.tensor(power.name, entry)
    positive = isinstance(known, Declared) and entry.assumed and known.sign == "positive" and known.domain is None
    made = isinstance(known, Tensor) and taken
    if isinstance(known, Tensor) and numeric.is_numbers(known.body):
        made = made and cases.is_taken(known.entry)  # in another case
    if not (positive or made):
        return None
    constant = isinstance(right, ast.Symbol) and right.full_name in CONSTANTS
    if not (constant or (number_in(right) or 0) > 0 or (made and _is_above_zero(classifier.scope, right, entry))):
        return None
    return ast.Root(right, exponent, right.span)


def _is_above_zero(scope: Scope, right: ast.Expr, entry: Entry) -> bool:
    """Whether a case gives a power what is made of numbers, sizes and counts, and is above zero: `c^2 = 1 / L`."""
    others = (ast.Sum, ast.Matrix, ast.Index, ast.TensorSet, ast.BigOperator)
    if any(isinstance(part, others) for part in walk(right)):
        return False
    return all(_is_count(scope.tensor(name, entry)) for name in names_in(right))


def _is_count(found: object) -> bool:
    if isinstance(found, Tensor):
        return isinstance(found.body, ast.Size)
    return found is None or (isinstance(found, Declared) and found.sign in ("positive", "unit"))


def is_transpose(classifier: Classifier, symbol: ast.Symbol, entry: Entry) -> bool:
    """Whether a left side `X^T` is no member of a family: no other `X^…` is named anywhere.

    Nor a name with a number `T`, as that of a temperature, where `X` is not declared as a matrix.
    """
    if symbol.roman or symbol.sup is None or symbol.sup.text != "T":
        return False
    if classifier.scope.tensor("T", entry) is not None:
        found = classifier.scope.tensor(symbol.name, entry)
        domain = found.domain if isinstance(found, Declared) else None
        if domain is None or len(domain.shape.axes) < 2:
            return False
    prefix = symbol.name + "^"
    names = (*classifier.scope.by_name, *classifier.later)
    return not any(name.startswith(prefix) and name != symbol.full_name for name in names)
