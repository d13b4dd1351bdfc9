"""What is said in one place alone: in a row of its parts, in an example of a function, in a case of a sign."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ntdoc.nodes import walk
from ntdoc.operations.table import CONSTANTS
from ntdoc.regex import regex
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions.cases import begins_sentence, is_apposed, is_taken
from ntdoc.shapes.document.conditions.premises import conditions
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.sentences import after, before, between
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.in_places import solutions
from ntdoc.shapes.patterns import is_made_of, names_in, number_in, operands
from ntdoc.syntax.ast import Chain, Group, Juxtaposition, Matrix, Number, Operand, Symbol, TensorSet
from ntdoc.syntax.binding_ast import Gradient
from ntdoc.syntax.symbols import ANGLE, GREEK
from ntdoc.vocabulary import DISPLAY_CLOSES, HENCE, IF, SUPPOSE, WE_GET, WE_HAVE

if TYPE_CHECKING:
    from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor

_SUPPOSES = regex(rf"^\W*(?:[a-z]+\s+)?(?:{IF}|for|with|let|{SUPPOSE})\b", re.IGNORECASE)
_SO = regex(rf"[,;]\s+(?:and\s+)?(?:so|{HENCE})\b(?!\s+(?:that|is|are|far|long|as)\b)", re.IGNORECASE)
_PARAGRAPH = regex(r"\n[ \t]*\r?\n")
_SAID_OF_IT = (  # what is left of "and it is zero"
    r"(?:zero|one|constant|finite|infinite|unbounded|undefined|equal|tight|sharp|strict|exact|linear|flat|positive|negative"
    r"|(?:mini|maxi|opti)mal|attained|lost|least|best|worst|[a-z]{3,}est|\$\s*-?\d+\s*\$)"
)
_NEXT_CLAUSE = regex(  # "`n \\ge 0`, and it vanishes at `x = 0`"
    r",?\s+(?:and|but|which)\s+(?:(?:it|this|that|which|the\s+[a-z]+)\s+)?(?:only\s+)?"
    r"(?:is|are|becomes?|vanish(?:es)?|attains?|reaches|equals?|holds?)\b[^$.;:]{0,40}"
    rf"\b(?:at|for|{IF}|where)\s+(?:\$[^$]*\$\s*(?:,|and|or|\s)\s*)*$"
    # "`A \\ge 0`, and zero for `p = q`"
    rf"|,?\s+(?:and|but)\s+(?:(?:only|exactly|just|always|again)\s+)?{_SAID_OF_IT}(?:\s+(?:only|exactly|just))?"
    rf"\s+(?:at|for|{IF}|where)\s+(?:\$[^$]*\$\s*(?:,|and|or|\s)\s*)*$"
    # "`A \\ne B` in general, and for `x = (1, 0)` we have", "`A \\ge 0`, although for `x = 0` it is"
    r"|(?:\s+(?:in\s+general|generally)\s*,?(?:\s+(?:and|yet))?|,?\s+(?:but|(?:even\s+)?(?:al)?though|whereas|while))"
    rf"(?:\s+(?!not\b|only\b)[a-z]+)?\s+(?:at|for|{IF}|with|where)\s+(?:\$[^$]*\$\s*(?:,|and|or|\s)\s*)*$",
    re.IGNORECASE,
)
_MAIN_CLAUSE = regex(  # "with `F = a^c` we have `F = 1` for `c = 0`": of the main clause alone
    rf",?\s+(?:{WE_HAVE}|{WE_GET}|(?:we|one)\s+(?:sees?|recovers?))\s+(?:that\s+)?\$[^$]*\$\s+"
    rf"(?:at|for|{IF}|where)\s+(?:\$[^$]*\$\s*(?:,|and|or|\s)\s*)*",
    re.IGNORECASE,
)
_CASE_CLAUSE = regex(  # "`A = T`, and for equal rates, `T = 1`, it is"; "`A = T`; at `T = 1` it is"
    rf"\s*(?:,\s+(?:and|but|while)|;)\s+(?:at|for|{IF}|with|after)\b", re.IGNORECASE
)
_OTHERWISE = regex(
    r"(?:[;,]|\b(?:and|but))\s+(?:otherwise|else|elsewhere|in\s+general|in\s+(?:all\s+)?(?:the\s+)?other\s+cases?)\b",
    re.IGNORECASE,
)
_CASE_BEHIND_DISPLAY = regex(  # "\\] and with `q = S` it is tight", "\\] and `q = S` attains it"
    rf"(?:{DISPLAY_CLOSES})\s*(?:,\s*)?(?:and|but|while)\s+(?:(?:at|for|{IF}|with)\b|[^$.;:]*$)",
    re.IGNORECASE,
)
_ATTAINS = regex(
    r"\s*(?:\$|\\\))?\s*(?:attains?|achieves?|reaches|makes?\s+(?:it|this|the|both)|turns?\s+(?:it|this|the))\b"
)
_REASON = regex(r"\b(?:since|because|as|recall(?:\s+that)?|remember(?:\s+that)?)\s+(?:\$|\\\()?\s*$", re.IGNORECASE)
_IS_GIVEN = regex(r"\W*(?:here|where|with|let|recall|as\s+before|throughout)\b", re.IGNORECASE)
_HOLDS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}


def clauses_of_row(bindings: Sequence[Binding], first: int, at: Entry) -> Sequence[Binding]:
    """What the row of an entry says behind it of its parts, with another `Y` above: *`f(X) = \\exp Y`, where `Y = …`*.

    A set in a later column does the same, `f = W \\ndot{\\ax} X & W &\\in \\reals^{…}`, with other axes than above.
    So does a condition right behind a formula, *`A` for `z > 0` and `B` for `z < 0`*.
    """
    if first < len(bindings) and _is_condition_behind(bindings[first].entry, at):
        return bindings[first : first + 1]
    above = _axes(bindings[first - 1].entry) if first else None
    end = first
    while end < len(bindings) and bindings[end].entry.row == at.row and _is_clause(bindings[end].entry, above):
        end += 1
    return bindings[first:end]


def _is_condition_behind(entry: Entry, at: Entry) -> bool:
    """Whether a formula stands right behind another one and *if* or *for*, and is an order."""
    parsed, near = entry.parsed, entry.index == at.index + 1 and entry.sentence == at.sentence
    if at.display or not near or not isinstance(parsed, Chain):
        return False
    orders = bool(parsed.rest) and {relation.kind for relation, _ in parsed.rest} <= _HOLDS.keys()
    return orders and conditions(sentences.MARKS.sub("", between(at.parsed.span, parsed.span)))


def is_of_another(found: Tensor, at: Entry, bindings: Sequence[Binding]) -> bool:
    """Whether the number that a sentence gives is not what a formula in it speaks of, or what solves an equation."""
    in_sentence = is_of_next_clause(found, at, bindings) or is_of_case_before(found, at) or is_any_there(found, at)
    return in_sentence or solutions.is_left(found, at, bindings)


def is_of_next_clause(found: Tensor, at: Entry, bindings: Sequence[Binding]) -> bool:
    """Whether a value is that of a clause in words behind a formula: *`n \\ge 0`, and it vanishes at `x = 0`*."""
    entry = found.entry
    if entry.display or entry.sentence != at.sentence or entry.index <= at.index:
        return False
    here = (b for b in bindings if b.entry.section == at.section)
    if at.display:
        return _opens_clause_behind(at, entry) and any(b.span != found.span for b in here)
    said = sentences.MARKS.sub("", between(at.parsed.span, entry.parsed.span))
    if _CASE_CLAUSE.match(said) and (any(b.span != found.span for b in here) or _has_index(at, found.name)):
        return True  # else nothing says what it is
    return any(clause.fullmatch(said) is not None for clause in (_NEXT_CLAUSE, _MAIN_CLAUSE))


def goes_on_with_index(b: Binding, at: Entry) -> bool:
    """*For `t = 3` we unroll it. There are `m = 2 t` factors*, which are of that `t`: of no member of a family."""
    return b.entry.is_above(at) and b.entry.run == at.run and not _has_index(at, b.name)


def _has_index(at: Entry, letter: str) -> bool:
    """Whether a statement speaks of any member of a family by a letter: *`N_t = 2^t`, and for `t = 3` it is 8*."""
    symbols = (part for part in walk(at.parsed) if isinstance(part, Symbol))
    return any(letter in letters_in(symbol.full_name) for symbol in symbols)


def is_of_case_before(found: Tensor, at: Entry) -> bool:
    """Whether a formula is of the other cases than one before it: *`A = B` for `c = 0`, and otherwise `A \\ge B`*."""
    entry = found.entry
    if at.display or entry.display or entry.sentence != at.sentence or entry.index >= at.index:
        return False
    taken = entry.supposed or is_taken(entry) or number_in(found.body) is not None  # *if all coincide, `d = 0`*
    return taken and _OTHERWISE.search(between(entry.parsed.span, at.parsed.span)) is not None


def _opens_clause_behind(display: Entry, entry: Entry) -> bool:
    """Whether a formula is that of a case behind a display: *`A \\le B`, and with `q = p` it is tight*.

    Or that names where it is reached: *`A \\le B`, and `q = p` attains it*.
    """
    said = sentences.MARKS.sub("", between(display.parsed.span, entry.parsed.span))
    found = _CASE_BEHIND_DISPLAY.search(said)
    if found is None or not found[0].endswith(("at", "for", "if", "when", "with")):
        return found is not None and _ATTAINS.match(after(entry.parsed.span)) is not None
    return True


def is_any_there(found: Tensor, at: Entry) -> bool:
    """Whether a claim is about any number of a name, and its sentence gives it one: `f(t) \\le c` *for all `t > 0`*.

    So it is in *as the tangent at `t = 1` lies below, `f(t) \\le t - 1` for `t > 0`*.
    """
    parsed, entry = at.parsed, found.entry
    if not (entry.local and entry.sentence == at.sentence and isinstance(parsed, Chain)) or entry.display:
        return False
    orders = (c for c in parsed.conditions if c.rest and {relation.kind for relation, _ in c.rest} <= _HOLDS.keys())
    number = names_in(found.body) <= CONSTANTS.keys()
    return number and any(_is_named(side, found.name) for c in orders for side in operands(c))


def further_on(bindings: Sequence[Binding], at: Entry) -> Sequence[Binding]:
    """*The output is `F(H)`*, and a later subsection says what `F` is: what a name means that has no meaning before.

    A word, `\\text{Block}(H)`, may be explained in any later section; a letter may be another one there.
    """
    found = [b for b in bindings if not b.entry.local]
    here = [b for b in found if b.entry.chapter == at.chapter]
    base = taken_apart(found[0].name).base if found else ""
    return here or (found if len(base) > 1 and base not in GREEK and base != ANGLE else [])


def is_later_value(found: Tensor, bindings: Sequence[Binding], at: Entry) -> bool:
    """Whether it is the number that an example gives to a function, `J = 2`, and a statement before it names that."""
    if found.entry.display or found.entry.index <= at.index or found.entry.sentence == at.sentence:
        return False
    if not isinstance(found.body, Number):
        return False
    earlier = (b.entry for b in bindings if hasattr(b, "parameters"))
    return any(e.is_above(at) for e in earlier)


def is_after_letter(found: Tensor, at: Entry, parameter: Callable[[str, Entry], Function | None]) -> bool:
    """Whether its sentence has a letter of a function, *`f(z) = E`, so that `f(z) > 1`*, and a later one a `z`.

    So it is in another sentence that names the function with that letter: *`f'(z) = E`. It is least at*, `z = 0`.
    """
    if at.index > found.entry.index or found.entry.sentence == at.sentence:
        return False
    of = parameter(found.name, at)
    if of is None or of.entry.index >= at.index:
        return False
    if of.entry.sentence == at.sentence and not at.display:
        return True
    if found.entry.where or _IS_GIVEN.match(before(found.span, across=True)):
        return False  # *here `z = W x`*
    sides = operands(at.parsed) if isinstance(at.parsed, Chain) else ()
    called = [any(_calls(part, of.name, found.name) for part in walk(side)) for side in sides]
    return any(called) and all(found.name in names_in(side) for side in sides)


def _calls(part: object, function: str, letter: str) -> bool:
    """Whether a part of a formula is `f(z)`, or the gradient `\\nabla f(z)`."""
    if isinstance(part, Gradient):
        return part.function.full_name == function and names_in(part.argument) == {letter}
    if not isinstance(part, Juxtaposition) or len(part.factors) != 2:
        return False
    head, given = part.factors
    return isinstance(head, Symbol) and head.full_name == function and names_in(given) == {letter}


def is_drawn_from(found: Tensor, at: Entry, bindings: Sequence[Binding], split: int) -> bool:
    """Whether a definition is no part of a formula before it: it is made of what that defines, or follows from it.

    *The slope is `E`, so the best one is `t = F`*: `E` is of any `t` that its section has before (before `split`).
    """
    there = split > 0 and bindings[split - 1].entry.section == at.section
    follows = there and not (at.display or at.where or at.supposed or at.assumed)
    return rests_on(found, at) or (follows and _SO.search(between(at.parsed.span, found.entry.parsed.span)) is not None)


def rests_on(found: Tensor, at: Entry) -> bool:
    """Whether a definition is made of what an entry before it defines: `Q = f(V)`, then `V = g(Q)` of a known `V`."""
    parsed, clause = at.parsed, at.where and found.entry.where  # which says what its own names are
    if clause or not isinstance(parsed, Chain) or not parsed.rest:
        return False
    subject, (relation, _) = parsed.subjects[0], parsed.rest[0]
    defines = isinstance(subject, Symbol) and relation.kind in ("eq", "define")
    return defines and isinstance(subject, Symbol) and is_made_of(found.body, subject.full_name)


def before_its_case(declared: Declared, at: Entry) -> Declared:
    """A declaration without the sign that a later sentence takes: *`A = B` for `a > 0`. For `a < 0` it is `C`.*

    What has a condition of its own on a letter is not about the other case.
    """
    entry = declared.entry
    conditions = at.parsed.conditions if isinstance(at.parsed, Chain) else ()
    if not declared.sign or declared.domain is not None or declared.name not in names_in(conditions):
        return declared
    later = entry.index > at.index and entry.sentence != at.sentence
    return declared._replace(sign="") if later and begins_sentence(entry.parsed.span) else declared


def is_replaced(found: Tensor, entry: Entry) -> bool:
    """Whether *let `x \\in S`* stands in another paragraph than the array of an example, *let `x = (1, 2)`*."""
    first, second = found.entry.parsed.span, entry.parsed.span
    if not entry.lets or entry.display or found.entry.display or first.source is not second.source:
        return False
    numbers = isinstance(found.body, Matrix | Group) and not names_in(found.body)
    return numbers and _PARAGRAPH.search(first.source.words[first.end : second.start]) is not None


def opens_case(found: Tensor, entry: Entry) -> bool:
    """Whether an order supposes what the number that another sentence gives is not: *for `q = 0` …, if `q > 0`, then*.

    It is of another case, and of any such number. And so it is where a declaration has replaced it.
    """
    if is_replaced(found, entry):
        return True
    parsed, value = entry.parsed, number_in(found.body)
    if value is None or found.entry.sentence == entry.sentence or not isinstance(parsed, Chain):
        return False
    supposes = entry.lets or entry.supposed or _SUPPOSES.search(before(parsed.span)) or is_apposed(parsed.span)
    if not supposes or entry.display or len(parsed.rest) != 1 or len(parsed.subjects) != 1:
        return False
    relation, right = parsed.rest[0]
    sides = (parsed.subjects[0], right)
    first, second = (value if _is_named(side, found.name) else number_in(side) for side in sides)
    if first is None or second is None or not any(_is_named(side, found.name) for side in sides):
        return False
    holds = _HOLDS.get(relation.kind)
    return holds is not None and not holds(first, second)


def _is_named(side: Operand, name: str) -> bool:
    return isinstance(side, Symbol) and not side.axes and side.full_name == name


def _is_clause(entry: Entry, above: frozenset[str] | None) -> bool:
    axes = _axes(entry) if entry.display else None
    return entry.piece.says_where or (axes is not None and axes != above)


def _axes(entry: Entry) -> frozenset[str] | None:
    """The axes of the set that a statement puts a name in."""
    right = entry.parsed.rest[0][1] if isinstance(entry.parsed, Chain) and entry.parsed.rest else None
    return frozenset(sized.axis.name for sized in right.shape.axes) if isinstance(right, TensorSet) else None


def is_together(one: Entry, other: Entry) -> bool:
    """Whether two orders of a letter are of one: in a section, or where one is only a reason, *since `c < 1`*."""
    return one.section == other.section or (not other.display and bool(_REASON.search(before(other.parsed.span))))
