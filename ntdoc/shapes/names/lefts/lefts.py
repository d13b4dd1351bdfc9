"""Left sides that bind letters and define functions: `f(X; \\theta) = …`, `\\log p(x) = …`, `f(x)_{\\ax(i)} = …`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Signed, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.neighbours import pairs
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.functions import operators
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.in_places import own_densities, supposed
from ntdoc.shapes.names.in_places.consequences import is_of_function_again, is_of_one_behind
from ntdoc.shapes.names.in_places.own_cases import is_of_case_of_part
from ntdoc.shapes.names.lefts import extensions, given_entries, inverted, new_operators, of_members, powers
from ntdoc.shapes.names.numbers.roots import is_of_root
from ntdoc.shapes.names.restated import of_arguments
from ntdoc.shapes.names.restated.implicit import is_said_to_be_solved
from ntdoc.shapes.names.restated.known import is_of_case as of_case
from ntdoc.shapes.names.restated.now_functions import is_now_a_function
from ntdoc.shapes.patterns import is_lifted, letters, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast, binding_ast
from ntdoc.syntax.symbols import ANGLE, GREEK

_NAMES = regex(  # "The standard deviation is", "we write"
    r"^(?:\W|\\end\{\w+\*?\})*(?:(?:the|its|their|this|that|an?)\s[^.;:$]{1,80}\b(?:is|as|by)|we\s(?:write|call|set|define|denote\b[^.;:]*\bby))\s*\W*$",
    re.IGNORECASE,
)
_LET = regex(rf"^\W*let\s+(?:{sentences.FORMULA}(?:,|,?\s+and)\s+)+(?:\$|\\\()$", re.IGNORECASE)
_FORMULA = regex(r"\$[^$]+\$|\\\)")
_NOW = regex(r"\W*(?:now|next|instead|from\s+now\s+on|this\s+time)\b", re.IGNORECASE)
_INSTEAD = regex(r"\s*(?:\$|\\\))?,?\s+(?:instead|from\s+now\s+on|this\s+time)\b", re.IGNORECASE)

if TYPE_CHECKING:
    from ntdoc.shapes.names.lefts.classify import Classifier


def known(classifier: Classifier, entry: Entry, subject: ast.Operand) -> list[str]:
    """The names of a left side that mean something already; none for a call of a new function, which it defines."""
    whole = subject.body if isinstance(subject, ast.Index) else subject
    head = whole.factors[0] if isinstance(whole, ast.Juxtaposition) else None
    if isinstance(head, ast.Symbol) and not classifier.is_said(head.full_name, entry):
        return []
    names = {whole.full_name} if isinstance(whole, ast.Symbol) and powers.has_label(whole) else names_in(whole)
    # *and it is zero iff `q = r`*, after *for any `q \\in S`*
    beyond = {n for n in names if entry.worded and supposed.local(classifier.scope, n, entry) is not None}
    return [name for name in names if name in beyond or classifier.is_said(name, entry)]


def function(classifier: Classifier, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Function | None:
    """The function that a left side defines."""
    subject, parsed = extensions.of_all_records(classifier.scope, entry, subject, parsed)
    return (
        pattern(classifier, entry, subject, parsed)
        or of_another(classifier, entry, subject, parsed)
        or by_entries(classifier, entry, subject, parsed)
        or operators.parametric(classifier.scope, subject, parsed.rest[0][1], entry)
        or operators.defined(classifier.scope, subject, parsed.rest[0][1], entry)
    )


def pattern(
    classifier: Classifier, entry: Entry, subject: ast.Operand, parsed: ast.Chain, of_entries: bool = False
) -> Function | None:
    """`f(X; \\theta) = …`, `\\nfun{\\ax}{f} X = …`: a left side that binds its letters; or that of its entries."""
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return None
    head, argument = subject.factors
    if not isinstance(head, ast.Symbol):
        return None
    bare = isinstance(argument, ast.Symbol)
    squared = isinstance(argument, ast.Group) and _is_in_squares(classifier, entry, head, argument, parsed)
    if isinstance(argument, ast.Group) and (argument.bracket == "(" or head.base == ANGLE or squared):
        items, extras = argument.items, argument.parameters
    elif bare and (
        _looks_applied(head) or new_operators.is_new(classifier, entry, head, argument, parsed, of_entries)
    ):
        items, extras = (argument,), ()
    else:
        return None
    bound = [*items, *extras]
    if not bound or not all(isinstance(x, ast.Symbol) and not x.axes for x in bound):
        return None
    names = [x.full_name for x in bound if isinstance(x, ast.Symbol)]
    if len(set(names)) != len(names):
        return None
    is_tensor = classifier.scope.tensor(head.full_name, entry) is not None and not head.axes
    if is_tensor and (bare or not is_now_a_function(classifier.scope, entry, head, names)):
        return None
    own = [
        b
        for b in classifier.scope.function(head.full_name, entry)
        if isinstance(b, Function) and (len(b.parameters), len(b.extras)) == (len(items), len(extras))
    ]
    right, usual = parsed.rest[0][1], of_arguments.are_usual(head.name, len(items))
    if not own and of_arguments.are_those_of(head, items, right):
        return None
    if not own and of_members.is_of_member(classifier, entry, head, names, right):
        return None
    if not own and of_members.is_at_hand(classifier, entry, head, names, right):
        return None
    if not own and of_members.is_called_with_numbers(classifier, entry, head, argument, names):
        return None
    if not own and is_of_root(classifier.scope, head, names, right, entry):
        return None  # *a root `z` of `F(z) = 0`*
    if not own and usual and not entry.display and is_said_to_be_solved(entry):
        return None  # *the fixed point solves `\\cos x = x`*
    if not own and usual and _is_applied(head, right):
        return None  # `\\sin(x) = -\\sin(-x)` says something of the sine
    if not own and usual and _goes_round(classifier.scope, head, right, entry):
        return None  # after `\\tanh(x) = 2 \\sigma(2x) - 1`, `\\sigma(x) = E` of the tanh is the same relation
    if own and _speaks_of(classifier.scope, own[0], head, names, parsed, entry):
        return None
    if own and is_of_one_behind(own[0], names, parsed, entry, classifier.later_in_run):
        return None
    here = bool(classifier.scope.function(head.full_name, entry))
    if here and is_lifted(head, parsed):
        return None
    if not (here or entry.display) and usual and _needs_unknown(classifier, right):
        return None  # *`gelu(x) = x \\Phi(x)`*, where the words say what \\Phi is, is no definition of it
    spoken = usual and not (here or entry.display or entry.lets or _is_named_by_words(head, entry))
    if spoken and all(classifier.scope.is_tensor(name, entry) for name in names):
        return None  # in a sentence, `\nfun{\ax}{mean} X = …` of the X at hand says something of the mean
    one_of_them = len(names) > 1 and isinstance(right, ast.Symbol) and right.full_name in names
    if not here and usual and one_of_them:
        return None  # `\\max(a, b) = b` says which is larger
    if not here and usual and of_arguments.are_at_hand(classifier.scope, entry, names, parsed):
        return None
    if own or lookup(head.name) is not None:
        used = set().union(*(names_in(operand) for _, operand in parsed.rest))
        parts = names_in(right) if own or isinstance(right, ast.Symbol) else ()
        follows = entry.index in classifier.by_parts or any(_is_said_behind(classifier, name, entry) for name in parts)
        if not used & set(names) and not follows:
            return None
        named = isinstance(right, ast.Symbol) and right.name not in names  # and is no power of a letter
        if named and isinstance(right, ast.Symbol) and classifier.is_new(right.full_name, entry):
            return None
    return Function(
        head.full_name,
        tuple(a.name for a in head.axes),
        tuple(x for x in items if isinstance(x, ast.Symbol)),
        tuple(x for x in extras if isinstance(x, ast.Symbol)),
        right,
        entry,
        subject.span,
    )


def _is_in_squares(
    classifier: Classifier, entry: Entry, head: ast.Symbol, argument: ast.Group, parsed: ast.Chain
) -> bool:
    """`K[u, v] = E`, of a new `K` and with all letters in `E`: an `\\mathbb{E}[X]` is a mean over chances.

    Not `p[i] = X[i]` with a tensor `X`: there the bracket is that of a program.
    """
    behind = (f for f, b in pairs(parsed.rest[0][1]) if isinstance(b, ast.Group) and b.bracket == "[")
    if any(isinstance(f, ast.Symbol) and classifier.scope.tensor(f.full_name, entry) is not None for f in behind):
        return False
    letters_ = {x.full_name for x in argument.contents if isinstance(x, ast.Symbol)}
    new = head.base != "E" and lookup(head.name) is None and classifier.scope.tensor(head.full_name, entry) is None
    return argument.bracket == "[" and new and letters_ <= names_in(parsed.rest[0][1])


def _goes_round(scope: Scope, head: ast.Symbol, right: ast.Operand, entry: Entry) -> bool:
    """Whether a side is made of a function of its section that is itself made of the one that it would define."""
    found = (b for name in names_in(right) for b in scope.function(name, entry) if isinstance(b, Function))
    return any(head.full_name in names_in(b.body) and b.entry.section == entry.section for b in found)


def _looks_applied(head: ast.Symbol) -> bool:
    """Whether a name before another is that of a function: d x is a differential, and a b a product."""
    return bool(head.under or head.axes or (head.roman and head.full_name != "d"))


def named_beside(classifier: Classifier, entry: Entry, parsed: ast.Chain) -> tuple[Function, ast.Chain] | None:
    """The `f` of `Z = f(X) = E`, of which nothing else says what it is: the chain does. And `Z = E`."""
    if len(parsed.rest) < 2 or any(relation.kind != "eq" for relation, _ in parsed.rest[:2]):
        return None
    call, body = parsed.rest[0][1], parsed.rest[1][1]
    head = call.factors[0] if isinstance(call, ast.Juxtaposition) else None
    if not isinstance(head, ast.Symbol) or head.full_name in names_in(body):
        return None
    named = [*classifier.scope.by_name.get(head.full_name, ()), *classifier.scope.of_form(head.full_name)]
    if lookup(head.name) is not None and not named:
        return None
    if not all(isinstance(b, Signed) for b in named) or classifier.later.get(head.full_name):
        return None
    said = parsed.replace(subjects=(call,), rest=parsed.rest[1:], rows=parsed.rows[1:])
    function = pattern(classifier, entry, call, said)
    rest = said.replace(subjects=parsed.subjects, rows=(parsed.rows[0], *said.rows[1:]))
    return (function, rest) if function is not None else None


def _is_said_behind(classifier: Classifier, name: str, entry: Entry) -> bool:
    """Whether the run of an equation goes on to say what a name is, which its section does not say before it."""
    found = classifier.scope.tensor(name, entry)
    before = found is not None and found.entry.is_above(entry)
    return classifier.later_in_run(name, entry) and not before


def _is_named_by_words(head: ast.Symbol, entry: Entry) -> bool:
    """*The standard deviation is `\\sigma(o) = …`*: a letter that often means a function is another's name as well."""
    return head.name in GREEK and bool(_NAMES.search(sentences.before(entry.parsed.span)))


def is_call(classifier: Classifier, node: ast.Operand, entry: Entry) -> bool:
    """Whether an expression begins by applying a known function, or is a derivative."""
    if isinstance(node, ast.Derivative):
        return True
    if not isinstance(node, ast.Juxtaposition) or not isinstance(node.factors[0], ast.Symbol):
        return False
    name = node.factors[0].full_name
    return bool(classifier.scope.function(name, entry)) or lookup(node.factors[0].name) is not None


def case(classifier: Classifier, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Function | None:
    """*If the kernel is linear, `k(x, y) = x y`, then …*, after another `k`: what it is in this sentence.

    *If `f(x) = x`* of an `x` that is there says where it is a fixed point. *With `c = 1`, `f(x) = x`* is no such case.
    """
    supposed = entry.supposed or (entry.assumed and not _FORMULA.search(sentences.before(entry.parsed.span)))
    if entry.display or entry.negated or not supposed or len(parsed.rest) != 1:
        return None
    if not isinstance(subject, ast.Juxtaposition) or len(subject.factors) != 2:
        return None
    head, argument, right = *subject.factors, parsed.rest[0][1]
    if not isinstance(head, ast.Symbol) or not isinstance(argument, ast.Group) or argument.bracket != "(":
        return None
    bound = [x for x in argument.contents if isinstance(x, ast.Symbol) and not x.axes]
    names, used = [x.full_name for x in bound], names_in(right)
    if not names or head.full_name in used or len({*names}) != len(argument.items) + len(argument.parameters):
        return None
    if not used >= {*names} or (isinstance(right, ast.Symbol) and classifier.scope.tensor(names[0], entry) is not None):
        return None
    for own in classifier.scope.function(head.full_name, entry):
        alike = isinstance(own, Function) and len(own.parameters) == len(argument.items)
        if isinstance(own, Function) and alike and len(own.extras) == len(argument.parameters):
            if own.entry.index > entry.index or own.entry.sentence == entry.sentence:
                return None
            if entry.lets and not entry.supposed and (own.entry.section != entry.section or _is_anew(entry)):
                return None  # *let `f(x) = x + 1`* is the `f` of its own section, and *now let* that of what follows
            at, first = replace(entry, local=True), len(own.parameters)
            letters_ = (tuple(bound[:first]), tuple(bound[first:]))
            return Function(own.name, own.axes, *letters_, right, at, subject.span)
    return None


def _is_anew(entry: Entry) -> bool:
    """Whether words say that a function is another one from here on: *now let `f(x) = x^2`*, *let … instead*."""
    span = entry.parsed.span
    return _NOW.match(sentences.before(span)) is not None or _INSTEAD.match(sentences.after(span)) is not None


def is_only_declared(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether nothing says what a name is, or in a sentence no more than a declaration in the same section."""
    found = scope.tensor(name, entry)
    declared = isinstance(found, Declared) and found.entry.section == entry.section and not entry.display
    return found is None or declared


def is_of_case(classifier: Classifier, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether an equation in the sentence of a case is about what the text has called so, and gives nothing a value.

    In that of a case of a function, *if `f(x) = x`, then `Q = E`*, it is if `Q` is made of the function.
    """
    if entry.sentence in classifier.of_cases and of_case(classifier.scope, name, right, entry):
        return True
    if is_of_case_of_part(classifier.scope, classifier.of_cases.get(entry.sentence, set()), name, right, entry):
        return True
    found, functions = classifier.scope.tensor(name, entry), classifier.replaced.get(entry.sentence, set())
    if not functions or not isinstance(found, Tensor) or found.entry.sentence == entry.sentence:
        return False
    rests = made_of(classifier.scope, names_in(found.body), found.entry)
    forms = {taken_apart(name).form for name in rests}  # of a `p_t` also `p_0`
    return found.entry.index < entry.index and not forms.isdisjoint(taken_apart(f).form for f in functions)


def is_elsewhere(classifier: Classifier, found: Tensor, entry: Entry) -> bool:
    """Whether another section says what a name is, and entries are not given in a case of that.

    So they are in a subsection, *for `|\\ax| = 2`, `p_{\\ax(1)} = E`*, if `E` is made of what `p` is made of.
    """
    if found.entry.section == entry.section:
        return False
    if entry.sentence not in classifier.of_cases or not entry.is_under(found.entry) or entry.gives or entry.lets:
        return True
    parsed, known_ = entry.parsed, made_of(classifier.scope, names_in(found.body), found.entry)
    right = names_in(parsed.rest[0][1]) if isinstance(parsed, ast.Chain) and parsed.rest else frozenset()
    parts = {name for name in right if classifier.scope.tensor(name, entry) is not None}
    return not parts or not parts <= known_ | {found.name}


def _is_applied(head: ast.Symbol, right: ast.Operand) -> bool:
    """Whether a function stands before what it is applied to, as in `-\\sin(-x)`, and not as the `\\max` of a set.

    Behind a factor, as in `2 \\log \\sqrt{x}`, a letter may be a number: that is left to what is set upright.
    """
    calls = [(f, a) for f, a in pairs(right) if isinstance(f, ast.Symbol) and f.full_name == head.full_name]
    first = {id(part.factors[0]) for part in walk(right) if isinstance(part, ast.Juxtaposition)}
    return any((head.roman or id(f) in first) and not isinstance(a, binding_ast.SetOf) for f, a in calls)


def _needs_unknown(classifier: Classifier, right: ast.Operand) -> bool:
    """Whether an equation calls a function of which nothing is said."""
    calls = (head for head, bracket in pairs(right) if isinstance(bracket, ast.Group))
    names = [c.full_name for c in calls if isinstance(c, ast.Symbol) and lookup(c.name) is None]
    return any(n not in classifier.scope.by_name and n not in classifier.later for n in names)


def of_another(classifier: Classifier, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Function | None:
    """`\\log p(x) = …`, `\\partial f(X) = \\partial E` with a new `p` or `f` define it."""
    inner = inverted.call_of(classifier.scope, entry, subject, parsed)
    found = pattern(classifier, entry, inner.call, parsed) if inner is not None else None
    return found._replace(body=inner.body) if found is not None and inner is not None else None


def by_entries(classifier: Classifier, entry: Entry, subject: ast.Operand, parsed: ast.Chain) -> Function | None:
    """`f(x)_{\\ax(i)} = …` with a new `f`: a function whose result is given entry by entry."""
    found = given_entries.indexed(subject)
    right = parsed.rest[0][1]
    if found is None or isinstance(right, ast.TensorSet):
        return None
    indexed, call = found
    indices = letters(indexed)
    function = pattern(classifier, entry, call, parsed, of_entries=True) if indices is not None else None
    if function is None or indices is None or given_entries.is_usual(classifier.scope, function):
        return None
    if any(isinstance(b, Function) for b in classifier.scope.function(function.name, entry)):
        return None
    if {symbol.full_name for _, symbol in indices} & set(function.letters):
        return None
    return function._replace(body=binding_ast.Entries(indices, given_entries.where_given(right, parsed), right.span))


def _speaks_of(
    scope: Scope, known: Function, head: ast.Symbol, names: list[str], parsed: ast.Chain, entry: Entry
) -> bool:
    """Whether an equation of a defined function says something of it, and does not define it anew.

    It does if the function is on the right too, as in f(u, v) = f(v, u), if a letter has a value, or if the definition
    stands in this section and all letters are tensors here, or the words say so: *with …, we have*, *show that*.
    Where another section says anew of what signature the function is, it defines it.
    """
    if head.full_name in set().union(*(names_in(operand) for _, operand in parsed.rest)):
        return True
    elsewhere = known.entry.section != entry.section
    if elsewhere and any(isinstance(b, Signed) and b.entry.run == entry.run for b in scope.by_name[head.full_name]):
        return False
    found = [scope.tensor(name, entry) for name in names]
    right = parsed.rest[0][1]
    if names == list(known.letters) and is_of_function_again(scope, known, right, entry):
        return True
    whole = names == list(known.letters) and set(names) <= names_in(right)
    anew = whole and ((elsewhere and entry.display) or entry.lets)  # *take `f(x) = x^2`*
    anew = anew or (set(names) <= names_in(right) and _LET.search(sentences.before(entry.parsed.span)) is not None)
    anew = anew and not (entry.holds or entry.again or entry.shown)
    if anew or own_densities.is_density_anew(scope, head.full_name, entry):
        return False  # another formula of the same letters, whatever they are by now
    if any(isinstance(b, Tensor) for b in found):
        return True
    said = entry.holds or entry.again or entry.shown  # of the letters of its definition
    said = said or (entry.local and not known.entry.local and known.entry.sentence != entry.sentence)
    asked = (entry.again or entry.shown) and sentences.asks_to_show(entry.parsed.span)  # in the exercises
    if said and (asked or not elsewhere) and names == list(known.letters):
        return True  # *if `|x| \\le c`, `f(x) = x`*
    if any(found) and names == list(known.letters):  # *of `x` at position `p`*: the words say that there is one
        spoken_of = {m for m in names if any(by.section == entry.section for by in scope.mentioned.get(m, ()))}
        found = [b for name, b in zip(names, found, strict=True) if name not in spoken_of]
    return known.entry.section == entry.section and known.entry.item != entry.item and all(found)
