"""Equations whose left side is a name, and that give it no value: they say something of what it is already."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor, is_open
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases, premises
from ntdoc.shapes.document.denied import denials
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import averages, limits, said_conditions
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.families.spoken_members import is_let_anew
from ntdoc.shapes.names.in_places.at_values import is_another_number, is_at_a_value, is_at_values
from ntdoc.shapes.names.in_places.consequences import is_chain_rule, is_closed_form, is_consequence, is_of_the_same
from ntdoc.shapes.names.in_places.forward_values import is_forward_value
from ntdoc.shapes.names.in_places.own_cases import is_of_own_case, is_where_an_order_holds
from ntdoc.shapes.names.numbers import numeric, uniform
from ntdoc.shapes.names.restated import brought_in, of_arguments
from ntdoc.shapes.names.restated.implicit import is_for_every, is_way_back, unknown_of
from ntdoc.shapes.names.restated.in_itself import is_decomposed, is_solved, is_turned_round
from ntdoc.shapes.names.restated.renewed import is_made_anew
from ntdoc.shapes.names.restated.rewritten import is_rewritten
from ntdoc.shapes.patterns import is_made_of, is_update, names_in, reached
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Hole, Recurrence
from ntdoc.syntax.symbols import ACCENTS, STYLED
from ntdoc.vocabulary import ANY

_THOSE = regex(  # behind a formula, and others after it
    r"[^.;:]*?\b(?:is|are)\s+(?:(?:again|still|all)\s+)?(?:those|that|the\s+same|as)\s+(?:as\s+)?(?:of|in|from|above|before)\b",
    re.IGNORECASE,
)

_OF_ALL = regex(rf"\bfor\s+(?:{ANY})\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_STEP = regex(r"\b(?:steps?|updat\w+|iterations?|moves?|becomes?)\b", re.IGNORECASE)
_SINCE = regex(r"\b(?:since|because|as)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_NOT = regex(r"\b(?:not|instead of|rather than)\s*(?:\$|\\\()?$", re.IGNORECASE)

SAYING_NOTHING = (ast.Symbol, ast.AxisTerm, ast.Number, ast.TensorSet, ast.Size, Hole, ast.Braces)
"""What says nothing where it stands alone."""


def is_spoken_of(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether an equation says something of what a name is, and its words tell so."""
    if is_made_anew(scope, name, right, entry):
        return False
    by_words = (is_conclusion, is_consequence, is_rewritten, is_said_again, is_shown, is_denied, is_in_a_limit)
    others = (is_of_average, is_quantity, is_at_a_value, is_closed_form, is_chain_rule, is_of_the_same, is_of_own_case)
    more = (is_solved, is_turned_round, is_decomposed, is_forward_value, is_where_an_order_holds)
    return any(of(scope, name, right, entry) for of in (*by_words, *others, *more))


def is_declared_beside(scope: Scope, names: Iterable[str], entry: Entry) -> bool:
    """Whether the sentence of a premise introduces what it is of: *if it is `y \\in S`, `\\nsum{\\ax} y = 1`*."""
    found = [scope.tensor(name, entry) for name in names]
    return all(isinstance(b, Declared) and b.entry.sentence == entry.sentence for b in found)


def is_conclusion(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Thus `Q = 1`*, or a lemma or its proof, says something of the `Q` that the section has, and chooses no other.

    A lemma does of what another subsection has, too. *Thus `Q = 0.5 + 0.5`* does, if it is computed from the numbers
    of an example.
    """
    found = scope.tensor(name, entry)
    shows = (entry.theorem or entry.proves) and not (entry.gives or entry.assumed or entry.where)
    concludes = entry.concludes or shows
    if not concludes or not isinstance(found, Tensor):
        return False
    if found.entry.section != entry.section and not (shows and found.entry.chapter == entry.chapter):
        return False
    if found.entry.gives and numeric.is_number(found.body) and not numeric.is_number(right):
        return False  # *start at `w = 0`*, and one step leads to another `w`
    in_numbers = numeric.is_numbers(found.body) and numeric.is_numbers(right)
    led_from = found.entry.sentence == entry.sentence and cases.is_from(found.entry.parsed.span)
    if in_numbers and (led_from or _STEP.search(sentences.before(entry.parsed.span, across=True))):
        return False  # *one step from `w = (1, 2)` gives `w = (0.7, 2.4)`*, *descent from `w = 0` gives `w = 1`*
    if numeric.is_number(right) and numeric.is_number(found.body) and _is_next_case(found.entry, entry):
        return False  # *for `a = 1` we get `c = 2`, for `a = 2` we get …*, or *`a = 1` gives `b`, and `a = 0` …*
    return not uniform.is_example(scope, found, right)


def _is_next_case(found: Entry, entry: Entry) -> bool:
    said = found.sentence == entry.sentence and not (entry.display or found.concludes or cases.is_taken(found))
    said = (said and cases.is_joined(entry.parsed.span)) or cases.is_of_next_thing(found, entry)
    return said or cases.is_listed_case(entry.parsed.span)


def is_shown(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*Show that `R = E`*, of an `R` that is defined before, if nothing that both are made of is given numbers."""
    found = scope.tensor(name, entry)
    if not entry.shown or not isinstance(found, Tensor) or found.entry.index > entry.index:
        return False
    if numeric.is_number(right) or is_made_of(found.body, name) or is_made_of(right, name):
        return False

    def bodies(part: str) -> list[ast.Operand]:
        tensors = (b for b in scope.by_name.get(part, ()) if isinstance(b, Tensor))
        return [b.body for b in tensors if b.entry.index < entry.index or b.entry.section == entry.section]

    parts = reached({name, *names_in(right)}, bodies)
    return not any(numeric.is_numbers(body) for part in parts for body in bodies(part))


def is_denied(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*And not `S = m`*, of the `S` that is defined before, gives it no value; nor does *`S = m` is false*."""
    found = scope.tensor(name, entry) if entry.negated else None
    if found is None or found.entry.index > entry.index:
        return False
    before, after = sentences.before(entry.parsed.span), sentences.after(entry.parsed.span)
    if not entry.display and denials.is_called_false(before, after):
        return True
    return entry.local and isinstance(found, Tensor) and _NOT.search(before) is not None


def is_in_a_limit(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*For `a \\to 0` it becomes `y = x`*, of a `y` that is defined before."""
    found = scope.tensor(name, entry)
    before = isinstance(found, Tensor) and found.entry.is_above(entry)
    return before and not is_update(entry.parsed) and limits.is_of_limit(entry.parsed.span)


def is_gloss(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*`s = (2, 1)`, where `s = \\exp f(x)` is the scale*: what the numbers before it in the sentence stand for."""
    found = scope.tensor(name, entry)
    here = isinstance(found, Tensor) and found.entry.sentence == entry.sentence and found.entry.index < entry.index
    given = here and isinstance(found, Tensor) and numeric.is_numbers(found.body)
    return entry.where and not entry.display and given and not numeric.is_numbers(right)


def is_of_average(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*In expectation `y = x`*, of what is defined already: so it is on average."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index or found.entry.chapter != entry.chapter:
        return False
    if is_another_number(found, right, entry):
        return False  # *with `p = 0.8` it is 2 with probability `p`*
    return averages.is_of_average(entry.parsed.span)


def is_part(tensor: Tensor | None) -> bool:
    """Whether several equations say what the entries of a tensor are."""
    return tensor is not None and isinstance(tensor.body, Recurrence) and len(tensor.body.lines) > 1


def is_case(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*For `y = 1`* is about the entries of a tensor that are 1, and gives it no value, as *let `y = 1`* does.

    So is *if `y = 1`*, *the probability that `y = 1`* and *(`y = 1`)*, also in a later section than its declaration.
    So is *only if `y = 1`*, of what nothing says, too.
    *The uniform distribution, `y = 1 / |\\ax|`*, `y = \\mathbf{1}` and *at `h = 0`* of reals are about all entries.
    """
    if not entry.display and premises.is_alternative(entry.parsed.span) and scope.tensor(name, entry) is not None:
        return True
    if said_conditions.is_only_case(entry.parsed.span, entry.piece.words if entry.display else None):
        return True
    spread = any(isinstance(part, ast.Size) or (isinstance(part, ast.Number) and part.spread) for part in walk(right))
    if spread or entry.display or entry.gives or not numeric.is_number(right):
        return False
    if uniform.is_tensor(name, scope, entry):
        return not (cases.is_at(entry.parsed.span) and uniform.is_of_reals(name, scope))
    of_case = entry.supposed or cases.is_when(entry.parsed.span) or cases.is_aside(entry.parsed.span)
    found = scope.tensor(name, entry) if of_case else None
    return isinstance(found, Declared) and bool(found.along)


def is_of_case(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether an equation in the sentence of a case, *if `y = 1`, then `Q = E`*, is about the `Q` of its section."""
    found = scope.tensor(name, entry)
    if entry.display or entry.gives or numeric.is_array(right) or not isinstance(found, Tensor):
        return False
    if found.entry.index > entry.index:
        return False
    return found.entry.section == entry.section and found.entry.sentence != entry.sentence


def is_said_again(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*With `v^0 = 1`*, after `v^0 = 1 \\in S` in a section before, and with no other `v^l` in this one."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.index > entry.index or not numeric.is_number(right):
        return False
    own = scope.by_name[name] if isinstance(right, ast.Number) else ()
    sized = any(isinstance(b, Tensor) and isinstance(b.body, ast.Size) for b in own)
    here = any(b.entry.section == entry.section for b in (found, *scope.of_form(name)))
    index = any(name in letters_in(b.name) for bindings in scope.by_name.values() for b in bindings)
    if here or cases.is_taken(found.entry) or sized or index:
        return False  # *for `n = 2`* of two sentences supposes it twice, and so it is of the length of an axis
    return numeric.is_number(found.body) and found.body.span.text.split() == right.span.text.split()


def is_any(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """An equation of a tensor with itself, `X = E(X)`, is a law for an `X` of any shape, or *for every `X`*."""
    if not is_made_of(right, name):
        return False
    found = scope.tensor(name, entry)
    return (isinstance(found, Declared) and is_open(found)) or is_for_every(entry)


def is_of_itself(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """A sentence that says `Q = E(Q)` of the `Q` that its section defines says that it is symmetric, or so.

    So does `A = A_{\\ax\\to\\bx,\\bx\\to\\ax}` anywhere of an `A` that has been said.

    Of a `Q` that is only declared it is an equation to be solved, or one that holds for any, if the words say that.
    """
    found = scope.tensor(name, entry)
    if _is_its_exchange(name, right) and (found is not None or scope.function(name, entry)):
        return True
    here = found is not None and found.entry.section == entry.section
    if isinstance(found, Declared) and here and (unknown_of(entry) == name or is_way_back(entry)):
        return True
    return isinstance(found, Tensor) and here and not entry.display and is_made_of(right, name)


def _is_its_exchange(name: str, right: ast.Operand) -> bool:
    """Whether `A = A_{\\ax\\to\\bx,\\bx\\to\\ax}` says that a tensor is symmetric."""
    if not isinstance(right, ast.Rename) or not isinstance(right.body, ast.Symbol) or right.body.full_name != name:
        return False
    old, new = ({axis.name for pair in right.pairs for axis in pair[side]} for side in (0, 1))
    return old == new


def is_part_of(scope: Scope, symbol: ast.Symbol, node: ast.Operand, entry: Entry) -> bool:
    """Whether a name is part of what a function is defined as that an expression begins with, or is the derivative of.

    It may have an exponent: `\\frac{\\partial f}{\\partial x} = y^2`, of `f(x, y) = x y^2`, defines no `y^2`.
    """
    body = node.body if isinstance(node, ast.Derivative) else node
    head = body.factors[0] if isinstance(body, ast.Juxtaposition) else body
    own = scope.function(head.full_name, entry) if isinstance(head, ast.Symbol) else ()
    names = {symbol.full_name}
    if body is not node:
        names |= {symbol.name} | names_in(symbol.sup.expr if symbol.sup is not None and symbol.sup.expr else ())
    letters_ = (
        (*b.letters, *names_in(b.body)) if body is not node else names_in(b.body)
        for b in own
        if isinstance(b, Function)
    )
    return any(not names.isdisjoint(its) for its in letters_)


def is_quantity(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """Whether an equation says something of a quantity that has its definition: `H(X, Y) = H(X) + H(Y \\mid X)`."""
    head = name.rpartition("(")[0]
    quantity = name.endswith(")") and head not in STYLED | ACCENTS  # and no letter with a hat
    quantity = quantity and not head.endswith(("^", "_"))  # nor `h^{(t+1)}`
    found = scope.tensor(name, entry) if quantity else None
    if not isinstance(found, Tensor) or found.entry.index > entry.index:
        return False
    return found.entry.section == entry.section or not numeric.is_number(right)


def note_functions(scope: Scope, parsed: ast.Chain, entry: Entry) -> None:
    """`D(A) \\in \\reals^{…}` with a new `D`: there is such a function, and nothing says which."""
    for subject in parsed.subjects:
        if isinstance(subject, ast.Juxtaposition) and isinstance(subject.factors[-1], ast.Group):
            head = subject.factors[0]
            if isinstance(head, ast.Symbol) and not scope.function(head.full_name, entry):
                scope.only_said.add(head.full_name)


def is_of_part(scope: Scope, function: Function, entry: Entry) -> bool:
    """Whether a sentence says of a function what it is of some arguments, *`f(z) = z` for `z > 0`*, and no more.

    *Let `z > 0`. Then `\\relu(z) = z`* says so of a usual function, which is no other for that.
    """
    parsed = entry.parsed
    usual = of_arguments.are_usual(function.name, len(function.letters)) and not scope.by_name.get(function.name)
    if usual and not entry.gives and any(_is_of_one_sign(scope, letter, entry) for letter in function.letters):
        return True
    conditions = parsed.conditions if isinstance(parsed, ast.Chain) and not entry.display else ()
    if is_at_values(scope, function, entry):
        return True
    otherwise = entry.worded and not entry.display and function.name in scope.only_said
    if not (otherwise or any(names_in(condition) & {*function.letters} for condition in conditions)):
        return False
    scope.only_said.add(function.name)
    return True


def _is_of_one_sign(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether its section says before an entry that a number is positive, or the like."""
    found = scope.tensor(name, entry)
    return isinstance(found, Declared) and bool(found.sign) and found.entry.is_above(entry)


def is_of_a_row(scope: Scope, subject: ast.Operand, entry: Entry) -> bool:
    """Whether a row of a table says of a function what another row says otherwise: `f(x) = x`, then `f(x) = 2x`."""
    head = subject.factors[0] if isinstance(subject, ast.Juxtaposition) else None
    own = scope.function(head.full_name, entry) if entry.cell and isinstance(head, ast.Symbol) else ()
    return any(b.entry.cell and b.entry.section == entry.section for b in own)


def is_there(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether something before a condition, *if* and a display, may be what it speaks of."""
    before = (*scope.by_name.get(name, ()), *scope.of_form(name))
    return any(b.entry.is_above(entry) for b in before)


def is_supposed_anew(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a display after *if* declares a name that means something already: for its sentence alone.

    So does *for all `x \\in S`* after an example of numbers.
    """
    found = scope.tensor(name, entry)
    if isinstance(found, Tensor) and found.entry.section == entry.section and is_letter(scope, name, entry):
        return True
    return found is not None and ((entry.display and entry.supposed) or is_of_all(found, entry))


def is_letter(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a clause says which set a letter of the function is in that it explains: `f(x) = …`, *for `x \\in S`*."""
    return not entry.display and scope.where_parameter(name, entry) is not None


def is_of_all(found: Declared | Tensor, entry: Entry) -> bool:
    """Whether *for all `x \\in S`* is about any `x`, and not about that to which an example gives numbers."""
    if entry.display or not isinstance(found, Tensor) or not numeric.is_numbers(found.body):
        return False
    return found.entry.sentence != entry.sentence and bool(_OF_ALL.search(sentences.before(entry.parsed.span)))


def is_unsaid(scope: Scope, found: Tensor, right: ast.TensorSet, entry: Entry) -> bool:
    """Whether a set says of a tensor what its definition leaves open.

    So it does of `m_0 = 0`, of entries `Y_{\\ax(i)} = …`, which do not say how many there are, and after an update;
    and of a recurrence, `m_t = m_{t-1} + g_t`, whose first member nothing else may say.
    """
    sized = any(axis.size is not None for axis in right.shape.axes)
    form = taken_apart(found.name).form
    others = (n for n in names_in(found.body) if n != found.name and taken_apart(n).form == form)
    recurs = bool(letters_in(found.name)) and any(letters_in(n) for n in others)
    recurs = recurs and all(letters_in(n) for n in scope.by_name if taken_apart(n).form == form)
    open_ = numeric.is_number(found.body) or (bool(found.indices) and sized) or (recurs and not sized)
    beside = found.entry.run == entry.run and open_
    return beside or (entry.lets and is_update(found.entry.parsed))


def is_another(scope: Scope, found: Tensor, right: ast.TensorSet, entry: Entry) -> bool:
    """Whether *let `A \\in S`* or *if* is about another `A` than that of an earlier paragraph, with other axes.

    So is a second where-clause, behind another formula than the one that a first one with an `A` explains, and *if
    `A, B \\in S`* with a `B` of which its section says nothing before.
    """
    if is_of_all(found, entry) or is_let_anew(found, entry):
        return True
    explains = entry.where and found.entry.where
    begins = entry.lets or (entry.display and (entry.gives or entry.supposed or explains))
    begins = begins or (entry.local and brought_in.beside_another(scope, entry))
    if not begins or found.entry.run == entry.run:
        return False
    axes = axes_said(scope, found)
    if axes is None and entry.display:
        return brought_in.supposed_with_others(scope, entry)
    return axes is not None and axes != {s.axis.name for s in right.shape.axes}


def is_the_same(scope: Scope, found: Tensor, right: ast.TensorSet, entry: Entry) -> bool:
    """*Here `P \\in S` and `r \\in T` are those of Section 1*: nothing new is declared, if the axes are."""
    span = entry.parsed.span
    if entry.display or axes_said(scope, found) != {s.axis.name for s in right.shape.axes}:
        return False
    return bool(_THOSE.match(span.source.words[span.end : span.end + 200]))


def axes_said(scope: Scope, found: Tensor) -> set[str] | None:
    """The axes that a definition is said or written to have."""
    declared = scope.declaration(found.name, found.entry)
    domain = found.stated or (declared.domain if declared is not None else None)
    if domain is not None:
        return {s.axis.name for s in domain.shape.axes}
    if isinstance(found.body, ast.Matrix):
        return {side.name for side in (found.body.row, found.body.column) if side is not None}
    return {axis.name for axis, _ in found.indices} or None


def is_of_function(scope: Scope, name: str, entry: Entry) -> bool:
    """*Since `\\sigma > 0`* is about the known function, where no number is called so: words give the reason."""
    reason = not entry.display and _SINCE.search(sentences.before(entry.parsed.span))
    return bool(reason) and lookup(name) is not None and name not in CONSTANTS and scope.tensor(name, entry) is None


def is_bare(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a name has no value, nor a set, or is any number yet: `0 < h < \\frac12` says which."""
    found = scope.tensor(name, entry)
    if found is None or numeric.is_number_elsewhere(found, entry):
        return scope.where_parameter(name, entry) is None
    concludes = entry.concludes and not entry.display
    if not isinstance(found, Declared) or concludes or found.along:
        return False
    return found.domain is None or found.domain.base.kind == "reals" or found.entry.section != entry.section
