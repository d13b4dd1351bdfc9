"""Equations to be solved, which samples do not solve, and what follows from them."""

from __future__ import annotations

import re
from itertools import pairwise

from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers.called_numbers import is_named
from ntdoc.shapes.names.restated.implicit import proper, unknown_of
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.shapes.summary import samples_in
from ntdoc.syntax import ast
from ntdoc.verification.beside.solved import follows_below_a_display, has_solutions, is_solved, is_to_be_solved
from ntdoc.verification.beside.unsupposed import is_said_to_be_zero
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.supposing.given import Given, Refuted, Ruling
from ntdoc.vocabulary import ADVERB, CLOSES, IF, OPENS, THEN

_SO = regex(
    rf"\s*(?:{CLOSES})?[\s,;:]*(?:and\s+)?(?:{THEN}|that\s+is"
    rf"|which\s+(?:gives|yields|means))\b[^.;$]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_EXPLICITLY = regex(  # "`w` solves `A w = b`. Explicitly," or "In closed form it is"
    rf"\s*(?:{CLOSES})?[\s.,;:]*(?:(?:explicitly|written\s+out|in\s+(?:an?\s+)?(?:closed|explicit)\s+form)\b"
    rf"|(?:the|its|this|whose)\s+(?:(?:unique|explicit|only|exact)\s+)?solution\s+is\b)"
    rf"(?:,?\s*(?:it|this|that|the\s+[a-z]+)\s+(?:is|reads))?[\s,:]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_MAKES = regex(r"\b(?:makes?|making)\b[^.;]*\b(?:zero|0|vanish\w*)(?!\w)", re.IGNORECASE)
_SEEKS = regex(
    r"\b(?:sets?|setting|puts?|putting|equat\w+|requir\w+|minim\w+|maxim\w+|optim\w+|stationary|critical|solv\w+|choos\w+|find\w*)\b",
    re.IGNORECASE,
)
_IT_SOLVES = regex(  # "They solve", of what a formula has given
    rf"(?:^|[,;:(]|\band)\s*(?:it|they|these)\s+(?:(?:{ADVERB}|exactly)\s+)?solves?[\s:,]*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_SOLVES = regex(rf"\bsolves?[\s:,]*(?:{OPENS})?\s*\Z", re.IGNORECASE)
_ROUGHLY = regex(  # in that sentence: *in the least-squares sense*, *only if `b` is parallel to `a`*
    r"\b(?:in\s+(?:the|an?|some)\s+[^.;:$]*?\bsense|in\s+expectation|on\s+average|least[\s-]+squares|approximat\w*|roughly|nearly|almost|best"
    r"|numerically|iteratively|as\s+\w+\s+as|up\s+to|to\s+(?:within|\w+\s+order|\w+\s+accuracy)|residuals?|errors?|tolerance"
    rf"|(?:{IF})\b|only|unless|except|instead\s+of|rather\s+than|minimi[sz]\w*|the\s+limit)(?!\w)",
    re.IGNORECASE,
)
_SAME = regex(  # "It solves `a = f(a)`, that is, `g(a) = 0`; multiplied out,"
    rf"\s*(?:{CLOSES})?[\s,;:]*(?:and\s+)?(?:{THEN}|that\s+is(?:\s+to\s+say)?|i\.e\.|or|equivalently|in\s+other\s+words|which"
    r"|(?:multiplied|written|worked)\s+out|rearranged|rewritten|simplified|squared|[a-z]+ing\b)(?!\w)[^.;$]*"
    rf"(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_ONE_TO_ONE = frozenset({"log", "ln", "exp", "sqrt", "logit", "tanh", "sinh", "arctan", "sigmoid"})
_WORD = regex(r"[a-zA-Z]{2,}(?![a-z]*\*?\})")  # and not `\\begin{align*}`
_FOLLOWS = "it follows from an equation to be solved, which the samples do not solve"
_TO_BE_SOLVED = "it is an equation to be solved, and the samples do not solve it"


def for_its_unknown(claim: Refuted, given: Given) -> Ruling:
    """Words say what it is to be solved for."""
    name = unknown_of(claim.at, given.entries)
    if not name or name not in claim.free(within=False):
        return None
    solved = (j.role.entry for j, names in given.supposed if id(j) in given.solved and name in names)
    if not claim.at.display and any(e.section == claim.at.section for e in solved):
        return None  # *`E = F(E)`, hence `E = G(E)`*: it follows from the first
    given.suppose(claim.judged, frozenset({name}), all_that_is_supposed=True)
    return _TO_BE_SOLVED


def for_its_names(claim: Refuted, given: Given) -> Ruling:
    names = proper(claim.at)
    if not names or not (names <= claim.free(within=False) or claim.judged.law is not None):
        return None
    if names & given.drawn and taken.gives_all(claim.judged, names):
        return None
    given.suppose(claim.judged, names)
    return _TO_BE_SOLVED


def for_a_number_named(claim: Refuted, given: Given) -> Ruling:
    """*The angle `\\theta` between them has `\\cos \\theta = E`*: it says what the number is that words name."""
    left, right = claim.judged.left, claim.judged.right
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2 or not taken.is_equation(claim.judged):
        return None
    head, letter = left.factors
    if not isinstance(head, ast.Symbol) or not isinstance(letter, ast.Symbol) or letter.full_name in names_in(right):
        return None
    if letter.full_name not in claim.free(within=False):
        return None
    named = (e.parsed.subjects[0] for e in given.entries if _is_beside(e, claim.at) and isinstance(e.parsed, ast.Chain))
    if not any(isinstance(s, ast.Symbol) and s.full_name == letter.full_name and is_named(s) for s in named):
        return None
    given.suppose(claim.judged, frozenset({letter.full_name}), all_that_is_supposed=True)
    return f"it says what {letter.span.text} is, which its sentence names"


def for_a_name_in_a_function(claim: Refuted, given: Given) -> Ruling:
    """`\\log \\lambda = a + b x`: it says what a name is by a function of it, if the text says no more of that name."""
    left, right = claim.judged.left, claim.judged.right
    if not isinstance(left, ast.Juxtaposition) or len(left.factors) != 2 or not taken.is_equation(claim.judged):
        return None
    head, letter = left.factors
    if isinstance(letter, ast.Group) and len(letter.items) == 1:
        letter = letter.items[0]
    if not isinstance(head, ast.Symbol) or not isinstance(letter, ast.Symbol) or head.base not in _ONE_TO_ONE:
        return None
    others = {name for name in names_in(right) if lookup(name) is None}
    known = claim.judged.law is None and letter.full_name not in claim.free(within=False)
    if known or not others or letter.full_name in others or claim.at.concludes:
        return None
    made_of = samples_in(claim.judged.other.plan) if claim.judged.other is not None else {}
    if letter.full_name in made_of:
        return None
    given.suppose(claim.judged, frozenset({letter.full_name}))
    return f"it says what {letter.span.text} is by a function of it, and the samples are any"


def _is_beside(entry: Entry, at: Entry) -> bool:
    """Whether an entry is a formula that stands before another one in its sentence, and says nothing by itself."""
    alone = isinstance(entry.parsed, ast.Chain) and not entry.parsed.rest
    return alone and entry.sentence == at.sentence and entry.index < at.index


def equation_named(claim: Refuted, given: Given) -> Ruling:
    """*The equation `|x - 3| = 2` has two solutions*, whatever number `x` has been in another section.

    Of what its own section gives a number, that number tells, unless words speak of its solutions.
    """
    if claim.at.display or not claim.judged.relation or not is_to_be_solved(claim.judged.span):
        return None
    if not claim.free(within=True) and taken.is_given_here(claim.judged) and not has_solutions(claim.judged.span):
        return None
    return _TO_BE_SOLVED if names_in(claim.at.parsed) else None


def stationary_point(claim: Refuted, given: Given) -> Ruling:
    """A derivative is zero at what is looked for."""
    j, at = claim.judged, claim.at
    solves = at.solves and not _is_made_so(claim)
    zero = (solves or _is_stationarity(j)) and j.law is None and not taken.is_at_a_solution(j)
    zero = zero and not (claim.verdict.met and is_said_to_be_zero(j))
    if not zero or not (names := taken.unknowns(j, claim.free(within=True))):
        return None
    (given.supposed if at.solves else given.stationary).append((j, names))
    return "" if claim.worded else _TO_BE_SOLVED


def _is_made_so(claim: Refuted) -> bool:
    """*It makes the rows of `B` sum to zero, `\\nsum{\\ax} B = 0`*: of a `B` that a formula gives, that is a claim."""
    before = sentences.before(claim.judged.span, across=claim.at.display)
    return _MAKES.search(before) is not None and not _SEEKS.search(before) and not claim.free(within=False)


def following(claim: Refuted, given: Given) -> Ruling:
    j, at = claim.judged, claim.at
    solves = (at.solves and at.concludes and j.law is None) or is_solved(j.span)
    zeros = (zero.role.entry for zero, _ in (*given.stationary, *given.supposed))
    known = any(zero.solves and zero.section == at.section for zero in zeros)  # then samples may be drawn so
    solves = solves or (not known and (follows_below_a_display(j.span) or _is_next_line(claim, given)))
    told = solves and not (_SOLVES.search(sentences.before(j.span)) and _ROUGHLY.search(sentences.around(j.span)))
    if told and (_is_of_the_solution(claim, given) or _is_solved_behind(claim) or _is_said_to_solve(claim)):
        return None
    if solves and (taken.is_equation(j) or _is_about(j)) and (claim.free(within=True) or j.law is not None):
        return _FOLLOWS
    return None


def in_another_form(claim: Refuted, given: Given) -> Ruling:
    """*It solves `a = f(a)`, that is, `g(a) = 0`*: the equation before it in its sentence once more, of no more names.

    What number the text has given to these before is not what is sought.
    """
    at, names = claim.at, _bases(claim.at.parsed)
    before = [e for e in given.entries if e.sentence == at.sentence and e.index < at.index]
    if at.display or not taken.is_equation(claim.judged):
        return None
    for first, then in reversed([*pairwise([*before, at])]):
        between = sentences.between(first.parsed.span, then.parsed.span)
        if first.display or not _SAME.match(between) or not names <= _bases(first.parsed):
            return None
        if is_solved(first.parsed.span):
            return _FOLLOWS
    return None


def _is_next_line(claim: Refuted, given: Given) -> bool:
    """Whether nothing but formulas stands between a derivative that is zero and it: it is worked out line by line.

    It then has the axes of the derivative, up to primes.
    """
    lines = [zero for zero, _ in given.stationary if zero.role.entry.section == claim.at.section]
    zeros = [zero.span for zero in lines]
    if taken.is_derivative(claim.judged.left) or not zeros or not zeros[-1].start < claim.judged.span.start:
        return False
    if None not in (one := _axes(lines[-1]), other := _axes(claim.judged)) and one != other:
        return False
    between = sentences.between(zeros[-1], claim.judged.span).replace("$$", "$")
    return _WORD.search(re.sub(sentences.FORMULA, " ", between.partition("$")[2])) is None


def _axes(judged: Judged) -> frozenset[str] | None:
    """The axes of what an equation says, without primes, where they are known."""
    shapes = [side.shape for side in (judged.value, judged.other) if side is not None]
    if not shapes or None in shapes:
        return None
    return frozenset(axis.rstrip("'") for shape in shapes for axis in shape or {})


def _is_about(judged: Judged) -> bool:
    """Whether it says about how much a letter is: *we solve `6 E = 33.8`, `E \\approx 5.63`*."""
    about = judged.relation is not None and judged.relation.kind == "approx"
    return about and isinstance(judged.left, ast.Symbol) and isinstance(judged.right, ast.Number)


def _is_of_the_solution(claim: Refuted, given: Given) -> bool:
    """Whether a formula gives the solution, and no letter that a function is written in is left free.

    *At the minimum `R \\ndot{\\ax} m = b`*, of the `m` that `J(w)` is least at: samples tell.
    """
    free = claim.free(within=True)
    letters = {name for j in given.judged if isinstance(f := j.role.defines, Function) for name in f.letters}
    if claim.judged.law is not None or not letters or letters & free:
        return False
    return taken.has_solution(claim.judged, free)


def _is_said_to_solve(claim: Refuted) -> bool:
    """*The factors are `U = E`. They solve `A U = B`*: of a `U` that a formula makes of all that is free in it.

    So is *the factors `U = E` are obtained from the equation `A U = B`*.
    """
    at = claim.at
    if at.supposed or at.local:
        return False
    free = claim.free(within=True)
    tensors = (use for use in claim.judged.notebook.uses if isinstance(use.binding, Tensor) and use.typed is not None)
    above = [use for use in tensors if use.binding is not None and use.binding.entry.is_above(at)]
    if _IT_SOLVES.search(sentences.before(at.parsed.span)) is None:
        above = [use for use in above if use.binding is not None and use.binding.entry.sentence == at.sentence]
    plans = [use.typed.plan for use in above if use.typed and use.binding and not is_update(use.binding.entry.parsed)]
    return bool(free) and any(free <= samples_in(plan).keys() for plan in plans)


def _is_solved_behind(claim: Refuted) -> bool:
    """Whether its sentence goes on with the solution, made of the other letters: *`p` solves `A = 0`, so `p = E`*.

    So does the next one: *`p` solves `A = 0`. Explicitly, `p = E`*.
    """
    at = claim.at
    bindings = {use.name: use.binding for use in claim.judged.notebook.uses}
    solved = [b for b in bindings.values() if isinstance(b, Tensor) and b.entry.index > at.index]
    if len(solved) != 1 or claim.judged.law is not None or not taken.is_equation(claim.judged):
        return False
    entry, others = solved[0].entry, bindings.keys() - {solved[0].name}
    between = sentences.between(at.parsed.span, entry.parsed.span)
    said = _EXPLICITLY.match(between) or (entry.sentence == at.sentence and _SO.match(between))
    if not said or entry.section != at.section or entry.local or entry.supposed or entry.worded:
        return False
    chain = entry.parsed
    plain = isinstance(chain, ast.Chain) and not chain.conditions and chain.rest[0][0].kind == "eq"
    return plain and _bases(solved[0].body) <= others


def _bases(node: object) -> set[str]:
    """The names in a formula that the document gives to something, that of a `q` for `q^2`."""
    return {base for name in names_in(node) if lookup(base := name.partition("^")[0]) is None}


def _is_stationarity(judged: Judged) -> bool:
    """Whether a derivative and nothing else is said to be zero: it is so at some point, and not everywhere.

    So is what a chain says that the derivative is, `\\partial J / \\partial x = E = 0`.
    """
    left, parsed = judged.left, judged.role.entry.parsed
    if isinstance(parsed, ast.Chain) and len(parsed.subjects) == 1 and judged.right is parsed.rest[-1][1]:
        left = parsed.subjects[0]
    return taken.is_derivative(left) and not taken.is_of_a_map(judged)
