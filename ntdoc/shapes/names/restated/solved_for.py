"""Formulas that are solved for another of their letters: *the speed is `v = s / t`, so `s = v t`*.

So are those that are put into one another: *the voltage is `U = R I`, the power `P = U I`, hence `P = R I^2`*.
The second says what the first comes to, and defines nothing. It is about any numbers, whatever numbers an example
behind it gives to the letters: *with `v = 80` and `t = 2` it is `s = 160`* is what it comes to for these.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.report import Kind
from ntdoc.shapes.arithmetic import agree
from ntdoc.shapes.bindings import Binding, Declared, Solved, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers.bounded import any_number
from ntdoc.shapes.patterns import in_numbers, reached, summed
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import CLOSES, IF, SUPPOSES, THEN

_LEADS = regex(
    rf"\b(?:{THEN}|equivalently|conversely|i\.\s?e\.|that\s+is|in\s+other\s+words"
    r"|solv(?:ed|ing)|rearrang\w+|invert\w*|tak(?:ing|es)\s+(?:the\s+)?(?:logarithms?|logs?|roots?)|vice\s+versa|follows"
    r"|(?:dividing|multiplying|subtracting|adding)\s+by|back|recover\w*|inverse|in\s+turn|the\s+other\s+way"
    r"|(?:we|one)\s+(?:\w+\s+)?(?:gets?|obtains?|finds?|has|have|see)|(?:which|this)\s+(?:gives|yields|means|implies))\b"
    r"[^.;]{0,80}$",
    re.IGNORECASE,
)
_STEPS = regex(
    r"\b(?:steps?|updat\w+|iterat\w+|becomes?|repeat\w*|replac\w+|next|new|now|until|another|instead|finally"
    r"|alternat\w+|afterwards)\b",
    re.IGNORECASE,
)
_CASE = regex(  # *for a circle*, *in parallel*, *a square has equal sides, so*: it may hold there
    rf"\b(?:(?:(?<!solving )(?<!solved )for|{IF}|with)(?=\s+[a-z])|without"
    r"|in\s+[a-z]+|on|at|about|starting|from\s+rest|as\s+(?:an?|the)|equal|same|double"
    rf"|twice|half|times|square|constant|uniform|special|rule|later|after|before|no|case|both|{SUPPOSES})\b",
    re.IGNORECASE,
)
_WHOLE = regex(r"\\(?:lfloor|lceil|bmod|pmod|mod)\b|⌊|⌈|\b(?:floor|ceil|round)\b")
_PUTS_IN = regex(  # *for `v = 20` and `t = 3`*: it is no result
    rf"\b(?:for|with|at|given|{IF}|have|need|measured|of)\s+(?:{sentences.FORMULA}\s*(?:,\s*and|,|and)\s*)*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_FORMULA = regex(CLOSES)
_MOST = 12  # formulas that one may be made of


def found_in(entries: Sequence[Entry]) -> dict[int, Solved]:
    """Such equations, by their number."""
    sections: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if not (entry.negated or entry.mistaken or entry.cell):
            sections[entry.section].append(entry)
    return {at: solved for section in sections.values() for at, solved in _of_section(section)}


def _of_section(entries: Sequence[Entry]) -> Iterator[tuple[int, Solved]]:
    formulas: dict[str, tuple[Entry, ast.Operand]] = {}
    said = frozenset(name for entry in entries for name in _said_in(entry))
    for entry in entries:
        if (equation := _equation(entry)) is None:
            continue
        name, right = equation
        if (solved := _solved(entry, name, right, formulas, said)) is not None:
            yield entry.index, solved
        elif not in_numbers(right):
            formulas[name] = entry, right


def _said_in(entry: Entry) -> Iterator[str]:
    """The letters of which an entry says what they are, but by a formula of others: a set, an order, a number."""
    parsed = entry.parsed
    if isinstance(parsed, ast.Chain) and ((equation := _equation(entry)) is None or in_numbers(equation[1])):
        yield from (s.full_name for s in parsed.subjects if isinstance(s, ast.Symbol))


def _equation(entry: Entry) -> tuple[str, ast.Operand] | None:
    """The name and the formula of an equation of numbers that says what the name is."""
    parsed = entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or parsed.conditions:
        return None
    subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if relation.kind not in ("eq", "define") or not isinstance(subject, ast.Symbol) or subject.axes or subject.sup:
        return None
    if isinstance(right, ast.TensorSet) or any(isinstance(part, ast.Axis | ast.Size) for part in walk(right)):
        return None
    return (subject.full_name, right) if subject.full_name not in letters_of(right) else None


def letters_of(node: ast.Operand) -> frozenset[str]:
    """The names in a formula, also in its exponents, that stand for no function."""
    below = {id(part) for s in walk(node) if isinstance(s, ast.Symbol) and s.sub for part in walk(s.sub)}
    symbols = (part for part in walk(node) if isinstance(part, ast.Symbol) and id(part) not in below)
    return frozenset(s.name for s in symbols if lookup(s.name) is None) - summed(node)


def _solved(
    entry: Entry,
    name: str,
    right: ast.Operand,
    formulas: Mapping[str, tuple[Entry, ast.Operand]],
    said: frozenset[str],
) -> Solved | None:
    parsed = entry.parsed
    relation = parsed.rest[0][0].kind if isinstance(parsed, ast.Chain) else ""
    parts = letters_of(right)
    known = parts & formulas.keys()
    again = name in formulas and not parts <= letters_of(formulas[name][1])  # others are put into it: no case of it
    if name in formulas and not again:
        return None
    if relation != "eq" or not (known or again) or entry.where:
        return None
    made = reached(known | {name} if again else known, lambda part: (formulas[part][1],) if part in formulas else ())
    used = [formulas[part] for part in made if part in formulas]
    if len(used) > _MOST:
        return None  # a system, and no text that one reads from the top
    if any(at.sentence != entry.sentence and (at.supposed or at.local or at.example) for at, _ in used):
        return None
    letters = frozenset(letter for _, body in used for letter in letters_of(body)) - formulas.keys()
    others = parts - letters - formulas.keys() - CONSTANTS.keys()
    if again and (not letters or not said.isdisjoint(letters | made)):
        return None  # what is declared, or has a number, is held against that
    if not (again or name in letters) or others or any(map(_calls, (right, *(body for _, body in used)))):
        return None
    if any(letters_in(part) for part in (*letters, *made)):
        return None  # after `y_t = x_t - g` the `x_t = y_t + h` is another step
    tensors = (Tensor(part, body, (), None, at, body.span) for part, (at, body) in formulas.items() if part in made)
    first = tuple(sorted(tensors, key=lambda b: b.entry.index))
    holds = agree(name, right, {b.name: b.body for b in first}, letters)
    if not holds and any(_WHOLE.search(body.span.text) for body in (right, *(b.body for b in first))):
        return None
    words = entry.piece.words if entry.display else ""
    spoken = f"{sentences.before(entry.parsed.span, across=True)} {words}"
    beside = any(entry.display and at.item == entry.item for at, _ in used)
    leads = bool(_LEADS.search(words) if beside else entry.concludes or _LEADS.search(spoken))
    takes = entry.lets or entry.supposed or ((entry.gives or entry.assumed) and not leads)
    steps = _STEPS.search(_FORMULA.split(spoken)[-1]) is not None
    if not holds and _CASE.search(spoken):
        return None
    if not leads and (again or (beside and not (holds and len(used) > 1))):
        return None  # another equation of the same letters
    if not holds and (takes or steps or (not leads and holds is False)):
        return None  # or another value
    return Solved(name, right, first, letters - (CONSTANTS.keys() - {name}), parts - CONSTANTS.keys() | known, leads)


def _calls(node: ast.Operand) -> bool:
    """Whether a formula looks as if it applied a function of which nothing is known: `f(x)`."""
    return any(
        isinstance(head, ast.Symbol)
        and lookup(head.name) is None
        and isinstance(bracket, ast.Group)
        and len(bracket.items) == 1
        and isinstance(bracket.items[0], ast.Symbol)
        for head, bracket in pairs(node)
    )


def is_noted(scope: Scope, solved: Solved | None, entry: Entry) -> bool:
    """Whether an entry is such an equation, of what is said to be no more than a number; the scope keeps it."""
    if solved is None or scope.function(solved.name, entry) or scope.where_parameter(solved.name, entry) is not None:
        return False
    own = {formula.name: formula.entry.index for formula in solved.formulas}.get(solved.name, -1)
    if any(_is_known(b, entry) and b.entry.index > own for b in scope.by_name.get(solved.name, ())):
        return False
    scope.solved[entry.index] = solved
    return True


def _is_known(b: Binding, at: Entry) -> bool:
    """Whether something says what a letter is before an entry, and no example alone gives it a number."""
    if b.entry.index >= at.index:
        return False
    if isinstance(b, Declared):
        return bool(b.along)
    return isinstance(b, Tensor) and not in_numbers(b.body)


def letters_free(scope: Scope, solved: Solved, at: Entry) -> dict[str, Declared | None]:
    """The letters that are any numbers in such an equation, with the set of each where the section says it."""
    found: dict[str, Declared | None] = {}
    for letter in solved.letters:
        here = scope.by_name.get(letter, ())
        if scope.function(letter, at) or any(_is_known(b, at) for b in here):
            continue
        said = [b for b in here if isinstance(b, Declared) and b.entry.section == at.section]
        found[letter] = said[0] if said else None
    return found


def any_of(name: str, solved: Solved, sign: str) -> Declared:
    """A letter for any number of a sign, said before the first formula."""
    before = replace(solved.first, index=solved.first.index - 1, local=False)
    return any_number(name, solved.first.parsed.span, before)._replace(sign=sign)


def worked_out(role: Role, scope: Scope) -> Role:
    """A number for what is solved for, behind numbers for all that its equation is made of: a claim about that."""
    at, parsed = role.entry, role.entry.parsed
    if not isinstance(parsed, ast.Chain) or len(parsed.subjects) != 1 or not parsed.rest or at.lets or at.supposed:
        return role
    name, (relation, right) = parsed.subjects[0], parsed.rest[0]
    if not isinstance(name, ast.Symbol) or relation.kind not in ("eq", "approx") or not in_numbers(right):
        return role
    if _PUTS_IN.search(sentences.before(parsed.span)):
        return role
    before = [
        (index, s) for index, s in scope.solved.items() if s.name == name.full_name and s.first.is_above(at)
    ]
    before = [(index, solved) for index, solved in before if index < at.index]
    if not before:
        return role
    index, solved = before[-1]
    for part in solved.parts:
        given = scope.tensor(part, at)
        if not isinstance(given, Tensor) or not index < given.entry.index < at.index or not in_numbers(given.body):
            return role
    if not isinstance(role.defines, Tensor):
        scope.insert(Tensor(solved.name, right, (), None, at, name.span.to(right.span)))  # what follows goes on with it
    formula = solved.right.replace(span=name.span)
    return replace(role, entry=replace(at, parsed=parsed.replace(subjects=(formula,))), kind=Kind.CLAIM, defines=None)


def is_given(name: str, body: ast.Operand, at: Entry, scope: Scope) -> bool:
    """Whether a number may be one of those that an equation before it, which is solved for another letter, takes."""
    before = (s for index, s in scope.solved.items() if index < at.index and s.first.section == at.section)
    return in_numbers(body) and any(name in solved.parts for solved in before)
