"""What is no claim but supposed: of free tensors, of numbers, of one case, in a row with conditions."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Signed
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.names.numbers import numeric
from ntdoc.shapes.names.values import differentiates
from ntdoc.shapes.patterns import ORDERS, in_numbers, names_in, number_in
from ntdoc.syntax import ast
from ntdoc.verification.beside import restrictions, sought
from ntdoc.verification.beside.of_letters import is_of_any_argument
from ntdoc.verification.beside.qualities import totals_given
from ntdoc.verification.beside.satisfied import is_said_of_one_before, is_said_to_satisfy
from ntdoc.verification.beside.under_conditions import gives_one_number
from ntdoc.verification.beside.unsupposed import is_said
from ntdoc.verification.in_numbers import taken
from ntdoc.verification.said_again.slopes_beside import is_slope_of
from ntdoc.verification.supposing.given import SUPPOSED, Given, Refuted, Ruling
from ntdoc.verification.supposing.never import is_never_so
from ntdoc.verification.words import is_premise, is_whole_condition
from ntdoc.vocabulary import ANY, CAN, HENCE, IF, OPENS, THEN

_SETTING = regex(r"\b(?:setting|putting|taking|choosing|inserting|substituting)\s+(?:\$|\\\()\s*$", re.IGNORECASE)
_TAKES = regex(  # right before the formula
    rf"\b(?:(?:one|we|you|people|authors?|users?)\s+(?:(?:may|can|must|should|could|then|{HENCE}|often|usually|always)\s+)*"
    r"|(?:suffices|enough|necessary|safe|safer|common|usual|best|advisable|recommended)\s+to\s+)"
    r"(?:takes?|chooses?|picks?|sets?|selects?|uses?|keeps?|restricts?|limits?|bounds?|have)"
    rf"(?<!we have)(?<!one have)(?<!you have)(?:\s+(?:an?|the)\s+(?:[a-z]+\s+){{1,3}})?[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
_OF_SOME = regex(
    r"\b(?:(?:for|with)\s+(?:some|(?:an?\s+)?(?:suitabl[ey]|appropriate(?:ly)?)(?:\s+chosen)?)"
    r"|there\s+(?:is|are|exists?)(?:\s+(?:an?|some|two|three))?"
    rf"|(?:{CAN})\s+(?:find|choose|pick|take)(?:\s+(?:an?|some|two|three))?)\s+(?:[a-z-]+\s+){{0,4}}(?:\$|\\\()\s*$",
    re.IGNORECASE,
)
_PLACE_OF = regex(
    r"\b(?:is|are|lies?|(?:is|are)\s+attained|vanish\w*|holds?|attain\w*|stops?|exactly|precisely|only)\s+"
    r"(?:where|at|for|when|if|once)[\s:]*(?:\$\$?|\\[(\[]|\\begin\s*\{\w+\*?\})?\s*$",
    re.IGNORECASE,
)
_PLACE = (  # where an equation may hold, and what it may be
    r"minim\w+|maxim\w+|optim\w+|saddle|fixed\s+points?|equilibri\w+|equality|boundary|surface|hyperplane|thresholds?"
    r"|limit|cases?|events?|hypothes[ie]s|constraints?|assumption"
)
_ASKED = (  # what is done so that it holds
    r"penali[sz]\w*|regulari[sz]\w*|encourages?|enforces?|aims?|balanc\w+|tie[sd]?|sharing|freeze|normali[sz]e"
    r"|initiali[sz]e|solve|iterate|stops?"
)
_SUCH = (  # what may be so, and need not
    r"symmetr\w+|perfect|ideal|critical|degenerate|coincide|agree|collide|touch|meet|attained|reached|active|tight"
    r"|differ|vanish\w*|converge\w*"
)
_NAMES_CONDITION = regex(rf"\b(?:{_PLACE}|{_ASKED}|{_SUCH}|until|unless|only|suffic\w+)\b", re.IGNORECASE)
_CONCLUDES = regex(  # what makes a formula a claim, unless a condition stands right before it
    rf"\b(?:{THEN}|hence|thus|so|therefore|(?<!such )(?<!so )(?<!suffices )(?<!learns )(?<!requires )(?<!want )that"
    r"|we\s+(?:have|get|obtain|find|see|conclude)|holds?(?!\s+for\b)|follows?|shows?|gives|yields|equals?|satisf(?:y|ies)|namely|i\.e\.|identity|because|since|indeed|clearly|recall|note|law"
    r"|for\s+(?:all|every|each|any)|rule|property|always|trivially|obviously|verif\w+|check)\b"
    r"(?!.*\b(?:if|iff|only|when|whenever|where|until|unless|for\s+which|such\s+that|in\s+case|at|once|data|after)\b)",
    re.IGNORECASE | re.DOTALL,
)
_OF_ANY = regex(rf"\bfor\s+(?:{ANY})\s+(?:[a-z-]+\s+){{0,2}}(?:\$|\\\()\s*$", re.IGNORECASE)
_IS_SO_WHEN = regex(  # *the load is even when each of them gets the same:*, and not *it is as follows when*
    rf"\b(?:is|are|be|becomes?|called|holds?)\b(?:(?!\bfollow|\b(?:{THEN})\b)[^.;:$])*\b(?:{IF})\s+[a-z][^.;:$\\]*"
    rf"(?::|,\s*(?:that\s+is|i\.e\.|meaning)[,:]?)\s*(?:{OPENS})?\s*\Z",
    re.IGNORECASE,
)
_PLACED = regex(  # *both branches meet at `|x| = 1`*, and not *we arrive at*
    r"(?<!\blook )(?<!\blooks )(?<!\blooking )(?<!\barrive )(?<!\barrives )(?<!\barrived )\bat[\s($]*$"
    r"|\bon the (?:boundary|sphere|circle|ball|line|plane|hyperplane|surface|curve|edge|set)[\s($]*$",
    re.IGNORECASE,
)



def of_described_data(claim: Refuted, given: Given) -> Ruling:
    at = claim.at
    names = claim.free(within=True) if at.described and not at.supposed else frozenset()
    if not names or is_of_any_argument(claim.judged, names):
        return None
    given.suppose(claim.judged, names)
    return "its words may say how the data are, and not all samples are so"


def supposed_of_free(claim: Refuted, given: Given) -> Ruling:
    """It supposes something of free tensors, or looks for some that are so."""
    j, at = claim.judged, claim.at
    of_theorem, bounds = bool(at.proves) and (at.supposed or at.worded) and is_premise(j.span), taken.lets_be_bounded(j)
    within = of_theorem or (at.supposed and at.display) or bounds
    if not _supposes(claim, given) or not (names := taken.looked_for(j, claim.free(within=within))):
        return None
    if of_theorem or at.supposed or taken.is_of_some_that(j) or not (at.worded or at.negated) or is_case(j):
        whole = bounds or is_whole_condition(j.span) or cases.opens(j.span)
        whole = whole or (is_case(j) and not cases.is_aside(j.span))  # in brackets it may be about some entries
        given.suppose(j, names, whole)
    return "" if claim.prose else SUPPOSED


def ties_free_names(claim: Refuted, given: Given) -> Ruling:
    """*The decision boundary is `w \\ndot{\\ax} x = v \\ndot{\\ax} y`*: each side has free names that the other lacks.

    No law of any `x` and `y` can say so: it is the condition that words name, unless they conclude it. So is what tells
    where something is: *the minimum is where `2 x = 3`*. It is spoken of, and supposed of nothing that follows.
    """
    j, at = claim.judged, claim.at
    chain = at.parsed
    if j.step > 1 or not taken.is_equation(j) or not isinstance(chain, ast.Chain) or len(chain.rest) > 1:
        return None
    if len(j.plans) != 2:
        return None
    bindings = [use.binding for use in j.notebook.uses if use.role in ("tensor", "function")]
    free = all(isinstance(binding, Declared) for binding in bindings)
    sides = [frozenset(taken.free_in(plan)) for plan in j.plans]
    spoken = sentences.before(j.span, across=at.display)
    place = _PLACE_OF.search(spoken) is not None
    apart = (place or j.law is None) and bool(sides[0] - sides[1] and sides[1] - sides[0])
    apart = apart or (place and not all(sides))
    if not (free or place) or not apart or any(map(differentiates, (j.left, j.right))):
        return None
    named = place or _NAMES_CONDITION.search(spoken) is not None
    if not named or at.concludes or at.proves or at.theorem or _CONCLUDES.search(spoken):
        return None
    return "" if claim.prose else SUPPOSED


def ties_numbers(claim: Refuted, given: Given) -> Ruling:
    """It says of which numbers the text speaks, and the text says of one of them no more than that."""
    if not restrictions.ties_unknown_numbers(claim.judged):
        return None
    if names := claim.free(within=True):
        given.suppose(claim.judged, names)
    return "" if claim.prose else SUPPOSED


def in_proportion(claim: Refuted, given: Given) -> Ruling:
    """It says that ratios of numbers are equal of which the text says no more than that."""
    names = claim.free(within=False)
    if not restrictions.are_in_proportion(claim.judged, names):
        return None
    if names:
        given.suppose(claim.judged, names)
    return "" if claim.prose else SUPPOSED


def at_a_root(claim: Refuted, given: Given) -> Ruling:
    """It says where a function is zero of which only the signature is known: *at a root `x` we have `g(x) = 0`*."""
    j, at = claim.judged, claim.at
    zero = taken.is_equation(j) and j.right is not None and number_in(j.right) == 0
    if at.display or not zero or j.law is not None or not isinstance(j.left, ast.Juxtaposition):
        return None
    head = j.left.factors[0]
    own = [use.binding for use in j.notebook.uses if isinstance(head, ast.Symbol) and use.name == head.full_name]
    if not own or not all(isinstance(binding, Signed) for binding in own) or not (names := claim.free(within=True)):
        return None
    given.suppose(j, names)
    return "" if claim.prose else SUPPOSED


def chosen_so(claim: Refuted, given: Given) -> Ruling:
    """It is said of some that its sentence speaks of: *for some `w \\in S` we have `w \\ndot{\\ax} x = 1`*."""
    names = frozenset(b.name for b in _declared_here(claim) if _OF_SOME.search(sentences.before(b.entry.parsed.span)))
    if not names or claim.judged.law is not None:
        return None
    given.suppose(claim.judged, names)
    return "" if claim.worded else "it is said of some, and the samples are any"


def _declared_here(claim: Refuted) -> list[Declared]:
    """What is declared in the sentence of a claim, of what is free in it."""
    free = claim.free(within=False)
    bindings = (use.binding for use in claim.judged.notebook.uses if use.name in free)
    return [b for b in bindings if isinstance(b, Declared) and b.entry.sentence == claim.at.sentence]


def sought_so(claim: Refuted, given: Given) -> Ruling:
    """It is what its sentence seeks: *we look for a `W` such that `X \\ndot{\\ax} W = Y`*, *it is chosen so that*."""
    found, free = sought.said(claim.judged.span, display=claim.at.display), claim.free(within=True)
    if found is None or not free or (found.names and found.names.isdisjoint(free)):
        return None
    if is_never_so(claim.judged, given.laboratory) or _says_what_a_slope_is(claim.judged):
        return None
    names = found.names & free
    if not found.names:  # *a filter that keeps the energy, `E` with `h \\in S`*
        any_such = (b for b in _declared_here(claim) if _OF_ANY.search(sentences.before(b.entry.parsed.span)) is None)
        names = frozenset(b.name for b in any_such)
    if names and claim.judged.law is None:
        given.suppose(claim.judged, names)
    return "" if claim.prose else "its sentence seeks what makes it so, and the samples are any"


def _says_what_a_slope_is(judged: Judged) -> bool:
    """Whether it computes a derivative, of anything: that it is zero is what may be sought."""
    return taken.is_derivative(judged.left) and not isinstance(judged.right, ast.Number)


def condition_told(claim: Refuted, given: Given) -> Ruling:
    """It says in a formula the condition that its sentence ends with: *the load is even when all get the same: `E`*."""
    before = sentences.closed_up(sentences.before(claim.judged.span, across=claim.at.display))
    if claim.judged.law is not None or _IS_SO_WHEN.search(before) is None or not claim.free(within=True):
        return None
    if is_never_so(claim.judged, given.laboratory):
        return None
    return "" if claim.prose else "its sentence says when something is so, and the samples are any"


def prescribed(claim: Refuted, given: Given) -> Ruling:
    """It says which numbers to take: *to keep it below `\\epsilon` one takes `\\tau \\le E`*, of a free `\\tau`."""
    j = claim.judged
    ordered = j.relation is not None and j.relation.kind in ORDERS and j.law is None
    words = sentences.before(j.span, across=claim.at.display)
    if not ordered or _TAKES.search(words) is None or not (names := claim.free(within=False)):
        return None
    given.suppose(j, names)
    return "" if claim.prose else SUPPOSED


def supposed_number(claim: Refuted, given: Given) -> Ruling:
    """It gives a number to what a formula defines: *with `B = 1`*."""
    j = claim.judged
    named = isinstance(j.left, ast.Symbol) and numeric.is_number(j.right) and taken.is_equation(j)
    if not (named and cases.is_taken(claim.at) and _supposes(claim, given)):
        return None
    given.numbers.append((j, claim.free(within=True)))
    return SUPPOSED


def supposed_of_none(claim: Refuted, given: Given) -> Ruling:
    """It says what is so if it were: of numbers that come later."""
    j, at = claim.judged, claim.at
    if not at.supposed or at.negated or j.law is not None:
        return None
    given.false[at.sentence] = j.span
    return SUPPOSED if at.display else ""  # *it is smaller if*, and an order of sizes: else it is prose


def where_false(claim: Refuted, given: Given) -> Ruling:
    """Its sentence supposes what is not so for the numbers of the text."""
    at = claim.at
    if at.sentence not in given.false or at.supposed or claim.worded:
        return None
    return f"{given.false[at.sentence].text} is not so for these numbers"


def beside_conditions(claim: Refuted, given: Given) -> Ruling:
    j, at = claim.judged, claim.at
    if not at.display or j.law is not None or at.concludes:
        return None
    listed = {name for name in names_in(at.parsed) if (*at.row, name) in given.conditions}
    if not (names := claim.free(within=False) & listed):
        return None
    given.suppose(j, names, all_that_is_supposed=True)
    return "it stands in a row with conditions, and the samples do not satisfy it"


def at_a_place(claim: Refuted, given: Given) -> Ruling:
    """It says of free tensors where something is so: *both branches give the same at `|x| = 1`*."""
    span = claim.judged.span
    if claim.at.display or not _PLACED.search(sentences.before(span)) or not claim.free(within=True):
        return None
    return SUPPOSED


def of_weights(claim: Refuted, given: Given) -> Ruling:
    """It says what letters come to that nothing declares, in a row with a formula that is made of them.

    `p = \\sum_k \\pi_k p_k, \\quad \\sum_k \\pi_k = 1`.
    """
    j, at = claim.judged, claim.at
    if j.law is None or not at.display or at.concludes or not isinstance(at.parsed, ast.Chain):
        return None
    total = at.parsed.subjects[0]
    if len(at.parsed.rest) != 1 or not in_numbers(at.parsed.rest[0][1]) or not isinstance(total, ast.BigOperator):
        return None
    weight = total.body
    if total.operator != "sum" or not isinstance(weight, ast.Symbol):
        return None
    beside = (e for e in given.entries if e.row == at.row and e.index != at.index)
    if not any(weight.full_name in names_in(e.parsed) for e in beside):
        return None
    given.suppose(j, frozenset({weight.full_name}))
    return SUPPOSED


def is_case(judged: Judged) -> bool:
    """*With `w = 0`*, or *for `w = -1`*, *we get*: what else a sentence says is of this case."""
    at = judged.role.entry
    alone = isinstance(judged.left, ast.Symbol) and taken.is_equation(judged)
    alone = alone and (numeric.is_number(judged.right) or gives_one_number(judged))
    setting = at.assumed or bool(_SETTING.search(sentences.before(judged.span)))
    setting = setting or cases.is_taken(at) or cases.is_when(judged.span)
    setting = setting or cases.is_aside(judged.span) or cases.is_apposed(judged.span)
    case = (setting and at.worded) or cases.is_labelled(judged.span)  # *Case 2: `x = 1`.*
    return alone and case and not (at.negated or at.display)


def _supposes(claim: Refuted, given: Given) -> bool:
    """Whether it is supposed, and no step, and not said of what the statements before it define."""
    j, at = claim.judged, claim.at
    if j.law is not None or taken.is_step_of_definition(j):
        return False
    words = (at.assumed and not is_said(j, given.judged)) or at.supposed or taken.gives_entries(j)
    supposes = (words and not at.concludes) or taken.lets_be_bounded(j) or taken.is_of_free_numbers(j)
    supposes = supposes or totals_given.is_given_total(j) or totals_given.is_description(j)
    supposes = supposes or taken.is_of_some_that(j) or is_case(j)
    supposes = supposes or restrictions.ties_free_numbers(j)
    if not supposes or is_said_to_satisfy(j, claim.free(within=False)):
        return False
    near = given.judged[max(0, claim.place - 2) : claim.place]
    return not (is_said_of_one_before(j, given.judged, claim.place) or any(is_slope_of(j, b) for b in near))
