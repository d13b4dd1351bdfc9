"""Names that are functions: definitions and signatures of the document, members of families, known operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, Operation, Rule, lookup
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor
from ntdoc.shapes.chances.laws import KINDS, UNREAD
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.functions import densities
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.in_places import supposed
from ntdoc.shapes.names.lefts import powers
from ntdoc.shapes.names.numbers import given_numbers
from ntdoc.shapes.patterns import is_identity, is_size, names_in, number_in, reached
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Record
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_TAKE_POWERS = ("sum", "mean", "argmax", "argmin")


class Callee(NamedTuple):
    """What a symbol names when it is a function: definitions and signatures of the document, or a known operation."""

    symbol: ast.Symbol
    own: tuple[Function | Signed, ...]
    known: Operation | None
    power: ast.Expr | None  # `\\sin^2 x`
    member: str = ""  # of a family of functions, the name of the one that is meant
    lifted: tuple[ast.Axis, ...] = ()  # the axes that it is said to be lifted with

    @property
    def takes_powers(self) -> bool:
        """Whether a power behind its bracket is one of what it is taken of: a sum or a mean along axes, in words.

        So is an argmax, `\\nfun{\\ax}{argmin} (X - m)^2`: its own entries are 0 and 1, and so are their powers.
        """
        known = lookup(self.symbol.name)
        return known is not None and known.name in _TAKE_POWERS and bool(self.symbol.axes)


def of_chance(session: Session, head: ast.Expr, found: Callee | None, bracket: ast.Expr, env: Environment) -> str:
    """What `\\mathrm{E}[X]` or `\\mathrm{Var}[X]` is: an axis would stand below, and E is nothing else.

    So is `p(y \\mid x)` where a tensor is called `p`: no tensor has arguments, and no bar between them.
    """
    if not (isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group)):
        return ""
    if found is None and densities.is_given(bracket):
        return "a conditional probability"
    mean = UNREAD if bracket.bracket == "[" else ""
    if found is None:
        other = head.base not in KINDS or head.axes or head.name in env.values
        other = other or session.tensor(head.base, env) is not None
        return "" if other else mean
    known = found.known is not None and found.known.name in ("var", "std", "mean")
    return mean if known and not found.symbol.axes and not found.own else ""


def is_factor(session: Session, factors: Sequence[ast.Expr], env: Environment) -> bool:
    """Whether `p` in `p(1 - p)` is the tensor of that name, *where `p = p(w)`*, as it is in the bracket behind it."""
    head, bracket = factors[0], factors[1] if len(factors) > 1 else None
    if not (isinstance(head, ast.Symbol) and isinstance(bracket, ast.Group) and len(bracket.items) == 1):
        return False
    item = bracket.items[0]
    sum_of = isinstance(item, ast.Sum) and head.full_name not in env.values and not bracket.parameters
    if not sum_of or session.tensor(head.full_name, env) is None:
        return False
    applied = (n.factors for n in walk(item) if isinstance(n, ast.Juxtaposition))
    called = {id(f[0]) for f in applied if len(f) > 1 and isinstance(f[1], ast.Group)}
    return any(isinstance(n, ast.Symbol) and n.full_name == head.full_name and id(n) not in called for n in walk(item))


def callee(session: Session, node: ast.Expr, env: Environment, bare: bool = False) -> Callee | None:
    """The function that a factor names, or None if it is a tensor.

    A `bare` name, with no bracket behind it, is a tensor where its section has one and only others have the function,
    and where the displays around it define one. So it is before that, `\\eta > 0` above `\\eta(n) = E`.
    """
    if not isinstance(node, ast.Symbol) or node.full_name in env.values or is_identity(node):
        return None
    own, member = members.functions(session, node.full_name, env)
    own = () if own and _is_number_beside(session, node.full_name, own, env) else own
    if own and bare:
        found = session.tensor(node.full_name, env)
        elsewhere = all(b.entry.section != env.at.section for b in own)
        here = found is not None and found.entry.section == env.at.section
        beside = found is not None and found.entry.run == env.at.run and found.entry.display
        said = any(b.entry.run == env.at.run and b.entry.display for b in own)
        given = found is not None and found.entry.index < env.at.index
        behind = (b.entry.index > env.at.index and not b.entry.where for b in own)
        later = given and all(behind) and all(b.entry.sentence != env.at.sentence for b in own)
        own = () if here and (elsewhere or later or (beside and not said)) else own
    if own:
        return Callee(node, own, None, None, member)
    if node.sup is not None:
        plain = node.replace(sup=None)
        if node.sup.text == "T" and not node.roman:
            return None  # a transpose, or what ends a family
        if plain.name in env.values and node.sup.expr is not None:
            return None  # `\\sigma^3` in `f(\\sigma) = …`
        own, member = members.functions(session, plain.name, env)
        if not own and session.tensor(plain.name, env) is not None:
            return None  # \sigma^2 of a number \sigma
        if own and _is_power_of_e(session, node, own, env, bare):
            return None
        known = lookup(plain.name) if not own else None
        if (own or known) and session.tensor(node.full_name, env) is None and plain.name not in env.values:
            if node.sup.axes:  # f^{\\mathcal{S}} is the lift of f with a shape: lifting needs no mark
                return Callee(plain, own, known, None, member, node.sup.axes)
            if node.sup.expr is None or powers.is_of_family(session, node, env):
                raise Unreadable("a member of a family that ntdoc does not follow", node.span)
            return Callee(plain, own, known, node.sup.expr, member)
    if node.under or node.axes:
        return Callee(node, (), lookup(node.name), None)
    if any(session.tensor(name, env) is not None for name in (node.full_name, node.name)):
        return None
    if bare and isinstance(supposed.local(session.scope, node.full_name, env.at), Tensor):
        return None  # *when `\\ax` has two indices, with values `\\sigma = …`*, and then `\\sigma` alone
    known = lookup(node.name)
    if known is not None and (node.roman or node.base not in CONSTANTS):
        return Callee(node, (), known, None)
    return None


def _is_inverse(function: Function, own: Sequence[Function | Signed]) -> bool:
    """Whether a function of a letter is called what others, which are called like that letter, are functions of."""
    return any(isinstance(b, Function) and b.letters == (function.name,) for b in own) and len(function.letters) == 1


def _is_called_with_numbers(at: Entry, name: str) -> bool:
    """Whether a statement has a name with nothing but a number in the brackets behind it, `m(700)`."""
    found = (b for f, b in pairs(at.parsed) if isinstance(f, ast.Symbol) and f.full_name == name)
    return any(isinstance(b, ast.Group) and len(b.items) == 1 and isinstance(b.items[0], ast.Number) for b in found)


def _is_number_beside(
    session: Session, name: str, own: Sequence[Function | Signed], env: Environment
) -> bool:
    """Whether a display has a name as the letter of a function, and a number: `s(p) = \\log p`, then `p(1 - p)`.

    That there is a function `p` elsewhere says nothing of it. `F(f) = f(1)` is of functions, and so is `f(2)` beside
    `x(f) = E` after `f(x) = F`: each is the letter of the other, which is its inverse. A number is no factor of `700`.
    """
    function = session.scope.parameter(name, env.at)
    if function is None or _is_inverse(function, own) or _is_called_with_numbers(env.at, name):
        return False
    if function.entry.run != env.at.run or any(b.entry.run == env.at.run for b in own):
        return False
    parts = list(walk(function.body))
    called = {id(head) for head, bracket in pairs(function.body) if isinstance(bracket, ast.Group)}
    return any(isinstance(n, ast.Symbol) and n.full_name == name and id(n) not in called for n in parts)


def end_of_argument(session: Session, found: Callee, factors: Sequence[ast.Expr], env: Environment) -> int:
    """Where what is juxtaposed to a function ends: `\\cos a \\sin b` is a product of two functions of numbers.

    A function right behind another one is its argument, `\\log \\cosh x`, `\\log \\nfun{\\ax}{mean} \\exp x`.
    """
    end = 1
    while end < len(factors) - 1 and callee(session, factors[end], env) is not None:
        end += 1
    if found.known is None or found.known.rule is not Rule.ELEMENTWISE:
        return len(factors)
    return next((i for i in range(end + 1, len(factors)) if _is_of_numbers(session, factors[i], env)), len(factors))


def _is_of_numbers(session: Session, node: ast.Expr, env: Environment) -> bool:
    """Whether a factor is a known function of one number, `\\cos` or `\\sin^2`, that is set upright."""
    if not isinstance(node, ast.Symbol) or not node.roman or node.axes:
        return False
    found = callee(session, node, env)
    return found is not None and found.known is not None and found.known.rule is Rule.ELEMENTWISE and not found.own


def is_euler(session: Session, node: ast.Symbol, env: Environment) -> bool:
    """Whether `e^{-h}` is the exponential although the document calls something else `e`, as in `e^2`.

    Another section does, or what is said further on: the errors `e = s(u) - y`, after `s(x) = 1 / (1 + e^{-x})`. Or
    it is zero in places.
    """
    if node.name != "e" or node.sup is None or isinstance(node.sup.expr, ast.Number) or "e" in env.values:
        return False
    found = session.tensor("e", env)
    if found is None:
        return False
    elsewhere = found.entry.section != env.at.section or _is_further_on(session.scope, found, env.at)
    return elsewhere or (isinstance(found, Declared) and _is_not_there(found, node.sup.expr))


def _is_not_there(found: Declared, exponent: ast.Expr | None) -> bool:
    """Whether what is declared may be zero, as a one-hot `e` is, and is raised to `-t`: of that there is no power."""
    items = found.domain.base.items if found.domain is not None and found.domain.base.kind == "set" else ()
    below = isinstance(exponent, ast.Sum) and exponent.terms[0][0] < 0
    return below and any(number_in(item) == 0 for item in items)


def _is_further_on(scope: Scope, said: Tensor | Declared, at: Entry) -> bool:
    """Whether something is said behind the sentence of an entry, and not where its displays say what is in them.

    There, too, if it is made of what the entry says.
    """
    if said.entry.index <= at.index:
        return False
    if said.entry.sentence != at.sentence and not (at.display and said.entry.run == at.run):
        return True
    own = {name for name, bindings in scope.by_name.items() if any(b.entry.index == at.index for b in bindings)}
    return isinstance(said, Tensor) and not own.isdisjoint(_made_of(scope, said))


def _made_of(scope: Scope, said: Tensor) -> set[str]:
    """The names that a definition needs, and those that need them in its run."""

    def bodies(name: str) -> list[ast.Operand]:
        near = (b for b in scope.by_name.get(name, ()) if b.entry.run == said.entry.run)
        return [b.body for b in near if isinstance(b, (Tensor, Function))]

    return reached(names_in(said.body), bodies)


def is_exponential(session: Session, node: ast.Symbol, env: Environment) -> bool:
    """Whether `e^{u}` is the exponential of tensors that are there, although another section has members `e^{(t)}`."""
    if node.name != "e" or node.sup is None or node.sup.expr is None or "e" in env.values:
        return False
    names, here = names_in(node.sup.expr), env.at.section
    if not names or not all(name in env.values or session.tensor(name, env) is not None for name in names):
        return False
    found = session.tensor("e", env)
    own = (b for name, bindings in session.scope.by_name.items() if name.startswith("e^") for b in bindings)
    return (found is None or found.entry.section != here) and all(b.entry.section != here for b in own)


def _is_power_of_e(
    session: Session, node: ast.Symbol, own: Sequence[Function | Signed], env: Environment, bare: bool
) -> bool:
    """Whether `a e^{-u}` has the exponential beside a function `e(t)`: with no bracket behind it, or of other sections.

    No function is raised to `-u`, `-2` or `1/2` without its argument.
    """
    if not bare and any(b.entry.section == env.at.section for b in own):
        return False
    value = number_in(node.sup.expr) if node.name == "e" and node.sup is not None else None
    return is_exponential(session, node, env) or (value is not None and (value < 0 or value % 1 != 0))


def without_argument(session: Session, name: str, own: Sequence[Function | Signed], env: Environment) -> str | None:
    """Why a function that stands alone cannot be read, where it is not wrong to write it so."""
    if _is_differentiated(name, env):
        return f"the function {name} without its argument, in a differential equation"
    if _is_value(session, own, env):
        return f"the value of the function {name} at letters of which nothing says what they are"
    if _is_of_functions(session, name, env):
        return "an equation of functions"
    return None


def _is_of_functions(session: Session, name: str, env: Environment) -> bool:
    """`g = f`, or `g_1 = f`, of a function `f`, and of a `g` that is no tensor that is declared."""
    parsed = env.at.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return False
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if not isinstance(left, ast.Symbol) or not isinstance(right, ast.Symbol) or right.full_name != name:
        return False
    return not any(isinstance(b, Declared) for b in session.scope.by_name.get(left.full_name, ()))


def _is_value(session: Session, own: Sequence[Function | Signed], env: Environment) -> bool:
    """Whether it stands beside letters of its arguments that are nothing else: after `m(n, k) = …`, `m k \\le n`.

    A sentence that speaks of what it is at these letters leaves them away. What is declared there can be an argument.
    """
    letters = {name for f in own if isinstance(f, Function) for name in f.letters} - set(env.values)
    found = (session.tensor(name, env) for name in letters)
    declared = (b for b in found if b is not None and b.entry.section == env.at.section)
    plain = all(isinstance(b, Tensor) and is_size(b.body) for b in declared)
    return plain and bool(letters & names_in(env.at.parsed))


def _is_differentiated(name: str, env: Environment) -> bool:
    """Whether a function stands in an equation with its own derivative, `\\frac{d u}{d t} = -u`, `\\dot u = -u`."""
    derivatives = (part for part in walk(env.at.parsed) if isinstance(part, ast.Derivative))
    bodies = [derivative.body for derivative in derivatives]
    by_dot = f"dot({name})" in names_in(env.at.parsed)
    return by_dot or any(isinstance(body, ast.Symbol) and body.full_name == name for body in bodies)


def is_unknown_call(session: Session, head: ast.Symbol, factors: Sequence[ast.Expr], env: Environment) -> bool:
    """Whether a name that nothing declares stands before a bracket of arguments."""
    group = unwrapped(factors[1])[0] if len(factors) > 1 else None
    if group is None or head.full_name in env.values or session.is_known(head.name, env) or is_identity(head):
        return False
    if any(session.tensor(name, env) is not None for name in (head.full_name, head.name)):
        return False
    listed = len(group.items) > 1 or bool(group.parameters)
    numbers = (given_numbers.is_bounded, given_numbers.is_called_number, given_numbers.is_counted)
    if not (head.roman or listed) and any(is_one(session.scope, head.full_name, env.at) for is_one in numbers):
        return False  # *with a temperature `T \\ge 1`, `T (p - q)`*
    names = {head.full_name, head.name}  # `n^2` is the square of a size `n`
    unsaid = all(session.value(name, env, head.span) is None for name in names)
    return (head.roman or listed or len(factors) == 2) and unsaid


def unwrapped(node: ast.Expr) -> tuple[ast.Group | None, list[ast.Expr]]:
    """The bracket below the scripts on it, and the scripts, innermost first."""
    wrappers: list[ast.Expr] = []
    while isinstance(node, (ast.Rename, ast.Index, ast.Star, ast.Power, Record)):
        wrappers.append(node)
        node = node.base if isinstance(node, ast.Power) else node.body
    if isinstance(node, ast.Group):
        return node, wrappers[::-1]
    return None, []
