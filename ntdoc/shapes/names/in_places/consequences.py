"""What follows: from a condition in its sentence, *if `y \\ge 1`, then `l = 0`*, or from a recurrence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said.said_once_more import is_reason
from ntdoc.shapes.families import letters_in, taken_apart
from ntdoc.shapes.names.closures import ingredients, made_of
from ntdoc.shapes.names.families.lists import indices_of
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.patterns import is_made_of, is_update, names_in
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import ADVERB, ANY, CAN, CHANGED, DISPLAY_CLOSES, IF, OTHER, SUPPOSES, THEN, WE_HAVE

_IF_THEN = regex(  # *if `a = 1`, then*, or *if all are equal, `a = b`, then*
    rf"\bif\s+(?:[^$.;:]*,\s*(?:that is,?\s*)?)?{sentences.COMPARED}\s*(?:,\s*)?then\s+(?:\$|\\\()\s*$", re.IGNORECASE
)

_CONDITION_THEN = regex(rf"\bif\b([^.;]*?),?\s+then\s+(?:{WE_HAVE}\s+)?(?:\$|\\\()\s*$", re.IGNORECASE)
_REDUCES = regex(r"\\(?:ndot|nsum|nfun|odot)\b")

_WE_HAVE = regex(  # or *with the error `e = y - z` the method reads*
    rf"(?:\b{WE_HAVE}\b(?:\s+that)?"
    r"|\bwith\b[^.;:]*\b(?:the|this|our)\s+(?!(?:update|step|rule)s?\b)[\w-]+"  # which another method changes
    r"\s+(?:reads|takes\s+the\s+form|can\s+be\s+written(?:\s+as)?))[\s:]*$",
    re.IGNORECASE,
)
_IS_OF_IT = regex(  # *with labels `t = 2 y - 1` the loss is*, of the loss that is there; *it is a quadratic form*
    r"\bwith\b[^.;:]*\b(?:the|this|our|its)\s+(?:loss|cost|objective|error|risk|energy|entropy|divergence|distance"
    r"|log-?likelihood|likelihood|score|variance|determinant|bound)\s+(?:is|equals)[\s:]*$"
    r"|\bwith\b[^.;:]*(?:\$|\\\)),?\s+(?:it|this|that)\s+(?:is|reads|equals|(?:has|takes)\s+the\s+form)"
    r"(?:\s+(?:an?|the)\s+[a-z][a-z -]{2,60}(?:,\s+[a-z][a-z -]{2,40})?,?)?[\s:]*$",
    re.IGNORECASE,
)
_IS_THE_SAME = (
    rf"(?:(?:it|this|which) (?:(?:{ADVERB}) )?(?:factors?|factori[sz]es|splits|decomposes|separates|expands"
    r"|breaks up|unrolls|multiplies out|adds up|comes down|amounts) (?:in)?(?:to|as)"
    rf"|(?:it|this|which) (?:{CAN}) (?:(?:{ADVERB}|equally|as well) )?be (?:read off|computed|calculated"
    r"|obtained|found|written|rewritten|expressed|recovered|evaluated)\b[^.;,:$\\]{0,40}"
    r"|(?:it|this|which) is also(?: (?:equal to|given by|the\b[^.;,]{0,40}))?"
    # "In weight space it is", and not "In log space it is", which is the logarithm of it
    r"|in (?:the )?(?:weight|parameter|function|index|primal) space,? (?:it|this) (?:is|equals|reads)"
    r"|in terms of (?:the |its )?(?:entries|components|elements|rows|columns|matrices|vectors|sums?|norms?|weights"
    r"|(?:inner |dot )?products?),? (?:it|this) (?:is|equals|reads)"
    r"|(?:the|its|their|this|that)(?: [\w-]+){1,4} (?:is|equals) also(?: equal to| given by)?"
    r"|(?:it|this|which|(?:the|its|their|this|that)(?: [\w-]+){1,4}) (?:is|equals) (?:always|identically|nothing but)"
    r"|[^.;:]{0,80}\b(?:changes nothing|has no effect|makes no difference|leaves (?:it|this|\w+) unchanged):"
    r"|(?:written|multiplied|worked|spelled) out,? (?:it|(?:the|this|that|its)(?: \w+)?) (?:is|equals|reads)"
    rf"|[^.;:]{{0,80}}\b(?:cancels?|drops? out|(?:{CAN}) be (?:split|separated|factored|expanded|pulled out"
    r"|multiplied out))\b[^.;:,]{0,40}[,:])"
)
_SAME = regex(rf"{_IS_THE_SAME}[\s,:]*$", re.IGNORECASE)
_PLAINLY = regex(  # "Then", "That is,", "Clearly,", "Note that": what follows says something of what is there
    rf"(?:^|[,;:]|\band|{DISPLAY_CLOSES})\s*"
    rf"(?:{THEN}|that is|i\.\s?e\.|clearly|obviously|plainly|of course|meaning that"
    rf"|(?:note|notice|observe|recall)(?: also)? that|(?:(?:and|{THEN}) )?{WE_HAVE}(?: that)?"
    rf"|(?:{THEN}|note that|clearly|obviously|plainly|of course),? {sentences.FORMULA},? and(?: also)?"  # beside it
    rf"|it is [a-z][a-z -]{{2,40}},? {sentences.FORMULA},? and|moreover|furthermore|(?<![,;:]\s)also"
    r"|(?:because of|thanks to|owing to|by) (?:the|this|its) [a-z][a-z -]{2,40},"
    r"|(?:and )?(?:its|the|whose) (?:(?:general|explicit|closed) )?(?:solution|closed form) (?:is|reads)"
    r"|(?:(?:it|this|which|and) )?(?:has (?:the|a) (?:(?:general|explicit|closed|unique|exact) )?solution|is solved by)"
    r"|(?:this|which) (?:is|equals)"
    rf"|(?:(?:{THEN}) )?for (?:{ANY}) (?:\$|\\\()(?:(?!\\(?:[lg]eq?|neq?|[lg]t)\b)[^$=<>])*"
    rf"(?:\$|\\\)),? (?:{WE_HAVE}(?: that)?|it (?:is|equals))"
    rf"|{_IS_THE_SAME})[\s,:]*$",
    re.IGNORECASE,
)
_THAT_IS = regex(r"\b(?:that is|i\.\s?e\.|(?:this|which) (?:is|equals)),?[\s$(\\]*$", re.IGNORECASE)
_IS_SUCH = regex(  # all that stands between a definition and *It is a step of descent, `h = E`*
    r"[\s.,;$\]}\\]*(?:end\{\w+\*?\})?[\s$]*\b(?:(?:it|this) is (?:just |exactly |simply |nothing but )?an?"
    r"|(?:they|these|both|the two) are)\s[^.;:$\\]{3,100},\s*(?:\$|\\\()\s*",
    re.IGNORECASE,
)
_WHICH_IS = regex(  # all that stands between a definition and *which is the sum of both, `h = E`*; no *is halved*
    r"[\s.,;$\]}\\]*(?:end\{\w+\*?\})?[\s$]*\b(?:which|whose\s+[a-z][a-z -]{1,40}?)\s+"
    r"(?:(?:just|exactly|again|also)\s+)?(?:(?:is|are)\s+(?:(?:just|exactly|simply|again|also|indeed|nothing\s+but)\s+)*"
    r"(?:the|an?|that|those|its|their|both|half|twice|equal\s+to)\b|equals?|amounts?\s+to|comes?\s+down\s+to)"
    r"\s[^.;:$\\]{3,100},\s*(?:\$|\\\()\s*",
    re.IGNORECASE,
)
_OF_USE = regex(  # "which is the mean in practice, `L = E`", "for many authors a mean"
    r"\b(?:in\s+(?:practice|code|(?:some|many|most|other|several)\s+[a-z]+|the\s+literature|implementations?)"
    rf"|by\s+(?:(?:some|many|most)\b|conventions?)|up\s+to|{CHANGED})\b",
    re.IGNORECASE,
)
_IS_OTHER = regex(
    rf"\b(?:{IF}|where|cases?|special|without|alternativ\w*|variants?|variations?|modif\w+|versions?|forms?"
    r"|general\w*|analog\w*|like|unlike|than|but|not|in contrast|later|next|often|usual\w*|common\w*|popular)\b",
    re.IGNORECASE,
)
_COMES_TO = regex(r"(?:\$|\\\))[^.;:$]{0,40}\b(?:is|equals|gives|yields|has)\b[^.;:$]{0,30}:?\s*\$*$")
_IS_CLOSED = regex(
    r"\b(?:in|as|has|have|the|its|an?)\s+(?:an?\s+|the\s+)?(?:closed|explicit)[ -](?:form|formula|expression)\b"
    r"[^.;:]{0,60}:?\s*\$*$",
    re.IGNORECASE,
)
_AFTER_STEPS = regex(
    r"\bafter\s+(?:\$|\\\()\s*(\w+)\s*(?:\$|\\\))\s+(?:[a-z]+\s+)?(?:steps|iterations|updates|rounds)\b[^.;:]{0,60}$",
    re.IGNORECASE,
)
_ALIKE = regex(r"\b(?:do|does) (?:just |exactly )?the same\b[^.;]{0,60}$", re.IGNORECASE)
_IN_A_CASE = regex(
    rf"\b(?:for(?! (?:{ANY}|example|instance)\b)|{IF}|where|cases?|special|{SUPPOSES}"
    rf"|under|without|alternativ\w*|variants?|becomes?|at(?! (?:{ANY})\b)|after|before|during|step|train\w*"
    r"|test\w*|inference)\b",
    re.IGNORECASE,
)
_TURNS = regex(
    rf"\b(?:{SUPPOSES}|consider|cases?|special|variants?|now|{OTHER})\b",
    re.IGNORECASE,
)
_ANOTHER = regex(
    rf"\b(?:{OTHER}|now|replac\w+|approximat\w+|estimat\w+|clip\w*|ignor\w+|neglect\w*|truncat\w+|stochastic"
    r"|mini-?batch|noisy|regulari\w+|decay|penalty|cheaper|simpl\w+)\b",
    re.IGNORECASE,
)
_OBEYS = regex(
    r"\b(?:obey(?:s|ed)?|satisf(?:y|ies|ied)|fulfil(?:l?s?|led))\b(?:\s+[a-z]+){0,4}[\s:]*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)


def is_consequence(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*If `y \\ge 1`, then `l = 0`* of the `l` that a formula of the section defines.

    Or *if `a \\ndot{\\ax} x = 0` for all `x`, then `a = 0`*, of which nothing says what it is: no number without axes.
    """
    found = scope.tensor(name, entry)
    if found is None and numeric.is_number(right) and not entry.display:
        return _is_supposed_with_axes(name, sentences.before(entry.parsed.span))
    if not isinstance(found, Tensor) or found.entry.section != entry.section or found.entry.local or entry.display:
        return False
    supposes = entry.local and not numeric.is_numbers(found.body) and not numeric.is_array(right)
    return supposes and _IF_THEN.search(sentences.before(entry.parsed.span)) is not None


def _is_supposed_with_axes(name: str, before: str) -> bool:
    """Whether a condition in the words before *then* contracts a name, or reduces it."""
    if (said := _CONDITION_THEN.search(before)) is None:
        return False
    named = re.compile(rf"(?<![\w\\{{]){re.escape(name)}(?!\w)")
    return any(named.search(f) and _REDUCES.search(f) for f in re.findall(sentences.FORMULA, said[1]))


def is_closed_form(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """`x_k = c^k x_0`, after `x_{k+1} = c x_k` in its section: what the recurrence comes to, and no other `x_k`.

    After `x_k = c x_{k-1}` the words have to lead to it: *written out, it is*, *`x_k = c x_{k-1}` from `x_0 = 1` is*.
    """
    own = letters_in(name)
    if not own or any(offset for _, offset in indices_of(name)) or _is_member(right, name, own):
        return False
    for b in scope.of_form(name):
        if not isinstance(b, Tensor) or b.entry.section != entry.section or b.entry.index >= entry.index:
            continue
        if b.name != name and letters_in(b.name) == own and name in names_in(b.body):
            return True
        if b.name == name and _is_member(b.body, name, own):
            words = sentences.before(entry.parsed.span, across=True)
            beside = b.entry.sentence == entry.sentence and not b.entry.display and not _ANOTHER.search(words)
            if beside and _COMES_TO.search(words):
                return not entry.lets
            reason = is_reason(words.rstrip("\n $[\\"))
            if reason or is_said_plainly(entry) or _IS_CLOSED.search(words) or _is_after_steps(scope, b, right, entry):
                return not (entry.gives or entry.lets)
    return False


def _is_after_steps(scope: Scope, found: Tensor, right: ast.Operand, at: Entry) -> bool:
    """*After `t` steps `x_t = c^t x_0`*, of a recurrence that is made of the same: it is of no other one."""
    words, names = sentences.before(at.parsed.span, across=True), letters_in(found.name)
    said = _AFTER_STEPS.search(words)
    if said is None or said[1] not in names or _ANOTHER.search(words) or re.search(r"\bother\b", words):
        return False
    own = ingredients(scope, names_in(found.body), found.entry, members=True)
    return ingredients(scope, names_in(right), at, members=True) <= own


def is_obeyed(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*The members obey `G_t = r_t + c G_{t+1}`*, after a formula for each `G_t` that is made of no other member."""
    own, words = letters_in(name), sentences.before(entry.parsed.span, across=True)
    if not own or not _OBEYS.search(words.rstrip("\n $[\\")) or _ANOTHER.search(words):
        return False
    families = (b for b in scope.of_form(name) if isinstance(b, Tensor) and letters_in(b.name) == own)
    found = [b for b in families if b.entry.index < entry.index]
    if not found or found[-1].entry.section != entry.section or _is_member(found[-1].body, name, own):
        return False
    return _is_member(right, name, own)


def is_of_the_same(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """*With `S = …` we have `R = E(S)`* of an `R` that its section has, if both are made of the same tensors."""
    found = scope.tensor(name, entry)
    if not isinstance(found, Tensor) or found.entry.section != entry.section or found.entry.index > entry.index:
        return False
    words = sentences.before(entry.parsed.span, across=True)
    clause = is_in_its_clause(found.entry, entry) and not is_update(entry.parsed)
    if clause and not entry.lets and has_same_ingredients(scope, found, right, entry, least=1, part=True):
        return True
    if entry.gives or entry.lets or _ANOTHER.search(words):
        return False
    leads = re.search(sentences.FORMULA, words) is not None or _THAT_IS.search(words) is not None
    if found.indices and not (is_said_plainly(entry) and leads):
        return False  # *as `a = b`, so `s = …`* says it of all `s_{\\ax(i)}`; *so `s = …`* may be another rule
    if (is_said_plainly(entry) or _ALIKE.search(words) or _is_such(found.entry, entry)) and not is_update(entry.parsed):
        part = _SAME.search(words) is not None  # then one that is left out is a slip
        return has_same_ingredients(scope, found, right, entry, least=1, part=part)
    again = _IS_OF_IT.search(words) is not None
    if not (again or _WE_HAVE.search(words)):
        return False
    given = [b for b in (scope.tensor(part, entry) for part in names_in(right)) if b is not None]
    given = [b for b in given if found.entry.index < b.entry.index < entry.index]
    one_thought = partial(sentences.are_in_one_thought, goes_on=True, leads=True)
    with_it = [b for b in given if one_thought(b.entry.parsed.span, entry.parsed.span)]
    if again and not _is_in_other_letters(scope, found, right, entry, with_it):
        return False
    return bool(with_it) and has_same_ingredients(scope, found, right, entry)


def _is_in_other_letters(
    scope: Scope, found: Tensor, right: ast.Operand, at: Entry, given: Sequence[Tensor | Declared]
) -> bool:
    """Whether a formula applies no other functions than a definition does, and what its sentence gives applies none.

    *With `t = 2 y - 1` the loss is `L = …`* may else be another loss, of the name that its section has.
    """
    plain = all(isinstance(b, Tensor) and not _functions(names_in(b.body), scope, b.entry) for b in given)
    if is_with_others(found.body, right, {b.name for b in given}):
        return False  # *with the weights `v = 2 w` the loss is*, and `v` stands where `w` stood: it is another one
    own = _functions(frozenset(made_of(scope, names_in(found.body), found.entry)), scope, found.entry)
    return plain and _functions(frozenset(made_of(scope, names_in(right), at)), scope, at) <= own


def is_with_others(first: ast.Operand, second: ast.Operand, given: Iterable[str], but: Iterable[str] = ()) -> bool:
    """Whether one expression is the other with given letters in the places of letters of its own, in any order.

    *With the halves `v = w / 2` and `c = b / 2` the sum is `v x + c`*, of `w x + b`. The marks `but` do not count: they
    may stand in one of them only. Then no letter need be another.
    """
    known = names_in(first)
    marks = [_marks(node.span.text, {*given, *known}) for node in (first, second)]
    one, other = (Counter({mark: n for mark, n in found.items() if mark not in but}) for found in marks)
    old, new = one - other, other - one
    if not new.keys() <= set(given) or not old.keys() <= known:
        return False
    return bool(new or but) and sorted(old.values()) == sorted(new.values())


def _marks(text: str, names: set[str]) -> Counter[str]:
    """The names in what is written, and all other marks, each with how often it stands there."""
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    found: list[str] = re.findall(rf"(?:{'|'.join(longest)})(?![A-Za-z])|\\[A-Za-z]+|\S", text)
    return Counter(found)


def _functions(names: frozenset[str], scope: Scope, at: Entry) -> set[str]:
    """Those of some names that are names of functions."""
    return {name for name in names if scope.tensor(name, at) is None and lookup(name) is not None}


def _is_such(found: Entry, entry: Entry) -> bool:
    """*It is a step of descent, `h = E`*, right behind a formula of `h`: what that is, written in these terms."""
    said = sentences.between(found.parsed.span, entry.parsed.span)
    return _IS_SUCH.fullmatch(said) is not None and _IS_OTHER.search(said) is None


def is_in_its_clause(found: Entry, entry: Entry) -> bool:
    """*Which is the sum of both, `h = E`*, behind a formula of `h` in its sentence: what that is in these terms."""
    if found.sentence != entry.sentence or entry.supposed or entry.negated:
        return False
    said = sentences.between(found.parsed.span, entry.parsed.span)
    behind = sentences.after(entry.parsed.span)
    turns = (_IN_A_CASE, _ANOTHER, _OF_USE)
    other = any(turn.search(text) for text in (said, behind) for turn in turns) or _IS_OTHER.search(said) is not None
    return _WHICH_IS.fullmatch(said) is not None and not other


def is_said_plainly(entry: Entry) -> bool:
    """Whether the words before an equation only lead to it, *then*, *note that*, and to no case or other thing."""
    words = sentences.before(entry.parsed.span, across=True)
    if not _PLAINLY.search(words.lstrip("\n }")) or _IN_A_CASE.search(words) or _ANOTHER.search(words):
        return False
    return not any(_TURNS.search(said) for said in sentences.of_paragraph_before(entry.parsed.span)[-1:])


def is_of_function_again(scope: Scope, found: Function, right: ast.Operand, entry: Entry) -> bool:
    """Whether a formula of a function says what one before it in the section comes to.

    So it does behind *then* or the like, and in the display that defines the function, if both are made of the same.
    """
    known = found.entry
    if known.section != entry.section or entry.where or known.where:
        return False
    chains = [at.parsed for at in (known, entry) if isinstance(at.parsed, ast.Chain)]
    if len(chains) < 2 or any(chain.conditions for chain in chains):
        return False  # `f(x) = x` for `x > 0`, and another row for the others
    beside = entry.display and known.item == entry.item and not entry.piece.words
    letters = frozenset(found.letters)
    own = ingredients(scope, names_in(found.body) - letters, known)
    plainly = is_said_plainly(entry) and not (entry.gives or entry.lets)
    with_axes = all(any(isinstance(part, ast.Axis) for part in walk(body)) for body in (found.body, right))
    if not own and not with_axes:
        return False  # a list of functions of numbers: `f(x) = x^2`, `f(x) = \\sin x`
    return (beside or plainly) and own == ingredients(scope, names_in(right) - letters, entry)


def has_same_ingredients(
    scope: Scope, found: Tensor, right: ast.Operand, at: Entry, least: int = 2, *, part: bool = False
) -> bool:
    """Whether a formula is made of just those tensors that a definition is made of, and of so many at `least`.

    Or of a `part` of them; then members of families are made of what their formulas are made of.
    """
    if is_made_of(right, found.name) or is_made_of(found.body, found.name):
        return False
    own = ingredients(scope, names_in(found.body), found.entry, members=part)
    other = ingredients(scope, names_in(right), at, members=part)
    return len(own) >= least and (own == other or (part and len(other) >= least and other < own))


def is_chain_rule(scope: Scope, name: str, right: ast.Operand, entry: Entry) -> bool:
    """`g_{t-1} = w g_t`, after `g_t = \\partial E / \\partial h_t` in its section, is what the derivative comes to."""
    own = {x for x, _ in indices_of(name)}
    families = [b for b in scope.of_form(name) if own and {x for x, _ in indices_of(b.name)} == own]
    found = (b for b in (*scope.by_name.get(name, ()), *families) if isinstance(b, Tensor))
    return not is_made_of(right, name) and any(is_derivative(b, right, entry) for b in found)


def is_derivative(found: Tensor, right: ast.Operand, at: Entry) -> bool:
    """Whether a tensor is a derivative, and another formula for it says what that comes to.

    `g = \\partial E / \\partial w + c w` is another gradient, and numbers are an example.
    """
    before = found.entry.is_above(at)
    if not before or not isinstance(found.body, ast.Derivative) or numeric.is_numbers(right):
        return False
    if at.gives or at.lets or at.assumed or at.where or _ANOTHER.search(sentences.before(at.parsed.span)):
        return False
    return not any(isinstance(p, ast.Derivative) and p.span.text == found.body.span.text for p in walk(right))


def _is_member(node: ast.Operand, name: str, letters: frozenset[str]) -> bool:
    """Whether an expression is made of another member by the same letters, `x_{k-1}` of `x_k`."""
    form = taken_apart(name).form
    return any(letters_in(n) & letters for n in names_in(node) if taken_apart(n).form == form)


def is_of_one_behind(
    known: Function, names: Sequence[str], parsed: ast.Chain, entry: Entry, later: Callable[[str, Entry], bool]
) -> bool:
    """`K(p, u) = E` *where `u = …`*, after `K(p, q) = …` in its section, and no `u` in E: of that `u`, and not any."""
    here = known.entry.section == entry.section and known.entry.item != entry.item
    others = {*names}.difference(known.letters, *(names_in(operand) for _, operand in parsed.rest))
    return here and any(later(name, entry) for name in others)
