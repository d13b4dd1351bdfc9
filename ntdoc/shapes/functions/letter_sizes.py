"""What a call gives with the letters in a function's name: `\\text{MaxPool}_{2}` of a `\\text{MaxPool}_k`.

They are sizes, or numbers, as the temperature in `s_{1/2}(z)` of an `s_\\tau(z)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.shapes.arithmetic import value
from ntdoc.shapes.bindings import Function, Signed, Tensor
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import indexing, infer
from ntdoc.shapes.families import component, letters_in, taken_apart
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Parameter, tends
from ntdoc.shapes.sizes import Size
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session


def sizes_of_letters(
    session: Session, function: Function | Signed, symbol: ast.Symbol, env: Environment
) -> dict[str, Size]:
    """The sizes that the index letters of a function stand for, and those tied to them."""
    given: dict[str, Size] = {}
    for letter, part in put_in(function, symbol):
        with suppress(Unreadable):
            given[letter] = indexing.to_size(session, part, env)
    tied: dict[str, Size] = {}
    for stated in session.sizes:
        if stated.entry.run == function.entry.run:
            for one, _ in stated.sizes:
                for other, _ in stated.sizes:
                    if one.atom is not None and one.atom.startswith("|") and other.atoms & given.keys():
                        tied[one.atom] = other.substitute(given)
    return given | tied


def numbers_of_letters(session: Session, function: Function, symbol: ast.Symbol, env: Environment) -> dict[str, Typed]:
    """The numbers that a call gives to letters of which something is said: after `\\tau > 0` and `s_\\tau(z) = …`.

    What a definition binds means in its body what the call gives, whatever the letter is elsewhere.
    """
    found: dict[str, Typed] = {}
    for letter, part in put_in(function, symbol):
        said = session.scope.tensor(letter, function.entry)
        number = numeric.is_some_number(said) or (said is not None and isinstance(part, ast.Number))
        number = number or (said is None and _is_made_of_reals(session, part, env))
        if not (number or isinstance(said, Tensor)) or (isinstance(part, ast.Symbol) and part.full_name == letter):
            continue
        quiet = env.aside()
        with suppress(Unreadable):
            typed = infer.check(session, part, quiet)
            free = typed.plan is not None and not any(isinstance(p, Parameter) for p in walk(typed.plan))
            if typed.shape == {} and free and not quiet.notebook.problems:
                found[letter] = typed
    return found


def _is_made_of_reals(session: Session, part: ast.Expr, env: Environment) -> bool:
    """Whether a call gives a letter of which nothing is said what is no size: `S_{ab}(y)` of numbers `a` and `b`."""
    names = names_in(part)
    if not names:
        number = value(part)
        return number is not None and number % 1 != 0
    return all(session.tensor(name, env) is not None for name in names)


def refuse_limits(function: Function, symbol: ast.Symbol, env: Environment) -> None:
    """Raises Unreadable for a function in whose name a letter tends to something: `\\lim_{\\tau\\to 0} f_\\tau(x)`."""
    for letter in letters_in(function.name) & env.values.keys():
        plan = env.values[letter].plan
        if isinstance(plan, Parameter) and plan.name == tends(letter):
            raise Unreadable(f"a limit of a function that is made of {letter}", symbol.span)


def put_in(function: Function | Signed, symbol: ast.Symbol) -> Iterator[tuple[str, ast.Expr]]:
    """The letters in the name of a function, with what stands in their places in a call."""
    parts = [p for script in (symbol.sub, symbol.sup) if script is not None for p in script.parts]
    for text, part in zip(taken_apart(function.name).parts, parts, strict=False):
        letter = component(text)
        if letter is not None and not letter.offset and part is not None:
            yield letter.letter, part
