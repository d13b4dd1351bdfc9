"""Equations of a tensor in itself, `V = r + \\frac12 V`, that say something of what it is, and are no steps."""

from __future__ import annotations

import re
from dataclasses import replace

from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import phrases, sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.restated.implicit import is_said_to_be_solved, unknown_in
from ntdoc.shapes.patterns import is_made_of, is_update, names_in, numbers, outside_scripts
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import HENCE

_SOLVES = regex(
    r"\b(?:fixed[- ]points?|solutions?|equations?|satisf(?:y|ies|ied|ying)|fulfil(?:l?s?|led)|obeys?|self-consisten\w+"
    r"|equilibri\w+|invarian\w+)\b|\bsolves(?:\s+also)?[\s:,$]*$",
    re.IGNORECASE,
)
_STEPS = regex(
    r"\b(?:steps?|updat\w+|iterat\w+|becomes?|repeat\w*|replac\w+|layers?|next|new|now|residual|skip|recurren\w+|until"
    r"|another|instead|add(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_SAME = regex(
    r"\b(?:equivalently|in\s+other\s+words|that\s+is|i\.\s?e\.|put\s+differently|conversely|rearrang\w+|invert(?:ed|ing)"
    rf"|solv(?:ed|ing)\s+for|written\s+the\s+other\s+way|the\s+same\s+as|so\s+that|{HENCE})\b[^.;:]{{0,60}}:?\s*$",
    re.IGNORECASE,
)
_ROOT = regex(r"\broots?\s+(?:of|to)\b[^.;:$]*(?:\$|\\\()?\s*$", re.IGNORECASE)


def is_solved(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*It is the only solution of `V = r + \\frac12 V`*, of the `V` that its section defines by another formula.

    So does *show that*, and *put differently*. `x = x + f(x)` without such words is a step: it gives `x` another value.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index or not entry.is_under(found.entry):
        return False
    if is_update(entry.parsed) or not is_made_of(right, name) or is_made_of(found.body, name):
        return False
    before = sentences.before(entry.parsed.span, across=True)
    if (entry.gives and not entry.again) or entry.lets or entry.where or _STEPS.search(before):
        return False
    if numeric.is_number(found.body) and not numeric.is_number_there(scope, right, entry):
        return False  # *at first `V = 0`*, which is where a search for the solution begins
    said = _SOLVES.search(before) or _SOLVES.search(sentences.after(entry.parsed.span, 120))
    return bool(said) or entry.shown or entry.again


def is_turned_round(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Equivalently, `z = y + g`*, behind a definition `y = z - g` from the `z` of another section: the same equation.

    `y = z - g`, *hence the next `z = y + h`*, is a step. After `y_t = x_t - g` no `x_t = y_t + h` says what `x_t` is.
    """
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index or is_update(entry.parsed):
        return False
    before = sentences.before(entry.parsed.span, across=True)
    same = bool(_SAME.search(before))
    last = sentences.FORMULAS.split(before)[-1]  # *let `y = z - g`, so that*
    gives = phrases.GIVES.search(last) is not None if same else entry.gives
    if gives or entry.lets or _STEPS.search(before):
        return False
    if is_made_of(right, name) and not (entry.again or letters_in(name)):
        return False  # *so that `x = x + y`* is a step
    said = (entry.again or same) and not (entry.where or entry.assumed)
    if not (said or (letters_in(name) and found.entry.section != entry.section)):
        return False
    parts = (scope.tensor(part, entry) for part in names_in(right) - {name})
    made = (b for b in parts if isinstance(b, Tensor) and b.entry.section == entry.section)
    made = (b for b in made if found.entry.index < b.entry.index < entry.index)
    return any(name in made_of(scope, names_in(b.body), entry) for b in made)


def is_sought(scope: Scope, subject: ast.Symbol, right: ast.Operand, entry: Entry) -> bool:
    """*For the expected number, `E = 1 + (1 - p) E`, thus `p E = 1`*: a number of which nothing else says what it is.

    No step gives it another value, for it has none; behind it the same may be said otherwise. So it is of *the positive
    root of `x^2 = x + 1`*.
    """
    name, words = unknown_in(subject), sentences.before(entry.parsed.span)
    if name != subject.full_name and not (is_said_to_be_solved(entry) or _ROOT.search(words)):
        return False
    if entry.display or entry.gives or entry.lets or is_update(entry.parsed):
        return False
    if not any(symbol.full_name == name for symbol in outside_scripts(right)):  # as in `S = S^0 + S^1`
        return False
    if letters_in(name) or any(isinstance(part, ast.Axis | ast.Size) for part in walk(right)):
        return False
    terms = [term for _, term in right.terms] if isinstance(right, ast.Sum) else []
    if any(isinstance(term, ast.Symbol) and term.full_name == name == subject.full_name for term in terms):
        return False  # `k = k + 1` has no solution
    if scope.function(name, entry) or _STEPS.search(words):
        return False
    found = scope.tensor(name, entry)
    if found is not None:
        return (name, entry.section) in scope.sought
    span, before = entry.parsed.span, replace(entry, index=entry.index - 1)
    scope.insert(Declared(name, numbers(span), "", before, span))
    scope.sought.add((name, entry.section))
    return True


def is_decomposed(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*The decomposition is `z = S(z) + P(z)`*, of a `z` that is nothing but the letter of functions of the section.

    With one function, `z = S(z)`, it is looked for.
    """
    if scope.tensor(name, entry) is not None or is_update(entry.parsed) or entry.assumed or entry.lets or entry.gives:
        return False
    before = sentences.before(entry.parsed.span, across=True)
    if not isinstance(right, ast.Sum) or _STEPS.search(before) or _SOLVES.search(before):
        return False
    calls = [part for part in walk(right) if isinstance(part, ast.Juxtaposition) and _is_of(part, name)]
    heads = [part.factors[0] for part in calls]
    named = {head.full_name for head in heads if isinstance(head, ast.Symbol)}
    places = sum(isinstance(part, ast.Symbol) and part.full_name == name for part in walk(right))
    if len(named) < 2 or places != len(calls):
        return False
    known = (scope.function(head, entry) for head in named)
    return all(any(_is_of_letter(f, name, entry) for f in found) for found in known)


def _is_of_letter(found: object, name: str, entry: Entry) -> bool:
    return isinstance(found, Function) and found.letters == (name,) and found.entry.section == entry.section


def _is_of(call: ast.Juxtaposition, name: str) -> bool:
    """Whether it is `f(z)`."""
    given = call.factors[-1]
    items = given.items if isinstance(given, ast.Group) and len(call.factors) == 2 else ()
    return len(items) == 1 and isinstance(items[0], ast.Symbol) and items[0].full_name == name
