"""What ntdoc does not read: these rules only raise Unreadable, with what it is."""

from __future__ import annotations

import re

from ntdoc.nodes import walk
from ntdoc.operations.table import lookup
from ntdoc.regex import regex
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import problems
from ntdoc.shapes.families import is_index, letters_in, taken_apart
from ntdoc.shapes.functions import densities, explained
from ntdoc.shapes.names.families import no_member
from ntdoc.shapes.names.restated import unknowns
from ntdoc.shapes.names.undeclared.missing import Missing
from ntdoc.shapes.passes.lists import own_entries
from ntdoc.shapes.patterns import is_update, names_in
from ntdoc.syntax.ast import Axis, BigOperator, Chain, Group, Index, Juxtaposition, Rename, Symbol, Unread
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.symbols import ANGLE, IN_A_FONT

_LABEL = regex(r"[A-Z]|\d")  # what tells apart tensors that have one letter, and is no index itself
_RANGE = regex(r"_[^()]*\([^()]*:[^()]*\)")  # `X_{\\ax(1:n)}`
_CALL = regex(r"[({\[]*[A-Za-z]+\(.*\)[)}\]]*")  # `r_{\\mathrm{clip}(j - i)}`
_ALIKE = regex(
    r"\b(?:in\s+the\s+same\s+way|similarly|likewise|analogous(?:ly)?|accordingly|defined\s+alike|the\s+same\s+for)\b",
    re.IGNORECASE,
)
_A_THING = regex(
    r"\b(?:(?:an?|another|the)\s+(?:[a-z-]+\s+){0,3}[a-z-]+|noise|errors|disturbances?)\s+(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_IS_DESCRIBED = regex(
    r"\s*(?:\$|\\\))?\s+(?:(?:that|which)\s+(?:is|are|has|have|contains?|holds?|marks?)\b|whose\b"
    rf"|of\s+{sentences.FORMULA}|(?:of|with)\s+(?:zero\s+mean|(?:the\s+)?(?:mean|(?:co)?variance)\b))"
)
_MOMENT = (
    r"(?:\\(?:mathbb|mathrm|operatorname|text|mathbf)\s*\{?\s*(?:E|Var|Cov|var|cov|V)\s*\}?"
    r"|\\(?:E|Var|Cov)(?![A-Za-z])|\bE|\bVar)"
)
_NEAR = 600  # characters
_ORDERS = frozenset({"O", "o", "Theta", "Omega"})  # Landau's symbols, in any font
_OF_CHANCE = frozenset({"Cov", "cov", "Corr", "corr", "Pr", "Prob"})
_OF_MATRICES = frozenset({"rank", "dim", "ker", "span", "cond"})  # of linear algebra, and not among the operations
_OPTIMISE = regex(r"(?:min|max)imi[sz]e")
_OPTIMA = frozenset({"min", "max", "argmin", "argmax", "inf", "sup"})


def member_left_out(missing: Missing) -> None:
    """A statement is about what there is without one, `\\mu^{-i} = …`, and the name is that one."""
    chain = missing.at.parsed
    if not isinstance(chain, Chain):
        return
    about = (s.body if isinstance(s, Index) else s for s in chain.subjects)
    without = re.compile(rf"[_^][(\[]?(?:-|−|setminus){re.escape(missing.name)}[)\]]?$")
    if any(isinstance(s, Symbol) and without.search(s.full_name) is not None for s in about):
        raise Unreadable("a family that is named by what its members leave out", missing.span)


def angle_brackets(missing: Missing) -> None:
    if missing.name == ANGLE:
        raise Unreadable("angle brackets, of which nothing says what they mean", missing.span)


def optimum(missing: Missing) -> None:
    named = missing.has_subscript and missing.base in _OPTIMA
    if named or _OPTIMISE.fullmatch(missing.base or missing.name):
        raise Unreadable("an optimum over all that a letter may be", missing.span)


def tried_in_a_problem(missing: Missing) -> None:
    """A letter of which a problem tries all values, in one of its constraints."""
    at = missing.at.parsed.span
    if problems.is_constraint(at) and problems.is_sought(missing.span, at):
        raise Unreadable("a constraint of a problem", missing.span)


def range_of_places(missing: Missing) -> None:
    if _RANGE.search(missing.name):
        raise Unreadable("a range of places along an axis", missing.span)


def component(missing: Missing) -> None:
    base, sub, env, session = missing.base, missing.sub, missing.env, missing.session
    if not missing.has_subscript:
        return
    index = is_index(sub) and lookup(sub) is None  # and not `\\eta_{\\min}`
    index = index or (sub.isdigit() and _is_list(missing)) or _is_end(missing)
    if index and (lookup(base) is not None or session.tensor(base, env) is not None):
        raise Unreadable("a component by its index (ordinary index notation)", missing.span)


def member_not_followed(missing: Missing) -> None:
    if reason := no_member.not_followed(missing.session, missing.name, missing.env):
        raise Unreadable(reason, missing.span)


def function_not_followed(missing: Missing) -> None:
    if missing.has_subscript:
        member_not_followed(missing)


def start_of_noise(missing: Missing) -> None:
    """`x_t = A x_{t-1} + q_t` is a model of what is random, with `q_t` that are only said to be drawn."""
    at, chain = missing.at, missing.at.parsed
    subject = chain.subjects[0] if isinstance(chain, Chain) else None
    own = taken_apart(missing.name).base
    if not isinstance(subject, Symbol) or taken_apart(subject.full_name).base != own:
        return
    rows = (missing.session.scope.unread.get((other, at.section)) for other in names_in(chain) - {missing.name})
    chains = (row.parsed for row in rows if row is not None and isinstance(row.parsed, Chain))
    if any(relation.kind == "drawn" for chain in chains for relation, _ in chain.rest):
        raise Unreadable("what is random, of which nothing says where it begins", missing.span)


def only_starred(missing: Missing) -> None:
    """`x^*` as a name, of which only the words say that it is an optimum."""
    base = missing.name.rstrip("*†‡")
    if base != missing.name and missing.session.binding(base, missing.env) is not None:
        raise Unreadable(f"{base}^{missing.name[len(base) :]} is only said to be there", missing.span)


def of_moments(missing: Missing) -> None:
    """*`y = E + e` with `\\mathbb{E}[e] = 0`*: the words say that it is random, and not what axes it has."""
    moment = re.compile(rf"{_MOMENT}\s*(?:\\left\s*)?[\[(]\s*\\?{re.escape(missing.name)}\s*(?:\\right\s*)?[\])]")
    text = sentences.of_section_before(missing.span) + sentences.after(missing.span, _NEAR)
    if moment.search(text):
        raise Unreadable(f"{missing.name} is random, and nothing says which axes it has", missing.span)


def member_of_a_family(missing: Missing) -> None:
    if missing.has_subscript and _CALL.fullmatch(missing.sub):
        raise Unreadable("a member of a family at an index that is computed", missing.span)
    if "^" in missing.name and _may_be_member(missing):
        raise Unreadable("a member of a family that ntdoc does not follow", missing.span)


def derivative_with_primes(missing: Missing) -> None:
    name = missing.name
    if name.endswith("'") and missing.session.scope.function(name.rstrip("'"), missing.at):
        raise Unreadable("a derivative written with primes", missing.span)


def standard_symbol(missing: Missing) -> None:
    """What a name stands for everywhere: a remainder, a quantity of chance, a function of matrices."""
    name, span = missing.name, missing.span
    if IN_A_FONT.sub(r"\1", name) in _ORDERS:
        raise Unreadable("a remainder of which only the order is said", span)
    if name in _OF_CHANCE or name in missing.session.scope.densities:
        raise Unreadable("a quantity of what is random", span)
    if name in _OF_MATRICES:
        raise Unreadable(f"{name} is none of the functions that ntdoc computes", span)
    if densities.is_of_distributions(name, missing.at):
        raise Unreadable("a quantity of two distributions", span)


def only_said(missing: Missing) -> None:
    said = missing.session.scope.only_said
    if missing.name in said or (missing.has_subscript and f"{missing.base}_" in said):
        raise Unreadable(f"{missing.name} is only said to be there", missing.span)


def letter_of_what_is_not_read(missing: Missing) -> None:
    """A letter of a function that cannot be read, in what a clause behind it, or its row, says of its parts.

    `\\text{run}(x_1, \\dots, x_n) = h_n`, where `h_t = f(x_t, h_{t-1})`.
    """
    from ntdoc.shapes.claims import up_to

    scope, name, at = missing.session.scope, missing.name, missing.at
    own = (f for f in scope.functions_in_run(at) if f.entry.index == at.index and name in f.letters)
    function = scope.where_parameter(name, at) or scope.parameter(name, at) or next(own, None)
    if function is not None and missing.session.checked(function).unread is not None:
        raise Unreadable(f"{name} is a letter of {function.name}, which is not read", missing.span)
    before = (e for e in missing.session.ranges.of_section(at) if e.run == at.run and e.index < at.index)
    base = missing.base if missing.has_subscript else name
    near = (e for e in before if isinstance(e.parsed, Unread) and (at.where or e.row == at.row))
    if any({name, base} & _letters(e) for e in near):
        raise Unreadable(f"{name} is a letter of what is not read", missing.span)
    said = (e for e in missing.session.ranges.of_section(at) if e.index < at.index)
    if any(name in up_to.arguments(e.parsed) for e in said):
        raise Unreadable(f"{name} is a letter of what is only said up to a factor or a term", missing.span)


def _letters(entry: Entry) -> frozenset[str]:
    """The letters in the brackets on the left of a formula that is not read, `f(x, y) = …`."""
    tokens = entry.piece.tokens
    equals = next((i for i, t in enumerate(tokens) if t.text in ("=", "coloneqq", ":=")), 0)
    opened = next((i for i, t in enumerate(tokens[:equals]) if t.text == "("), equals)
    return frozenset(t.text for t in tokens[opened:equals])


def unknown_of_an_equation(missing: Missing) -> None:
    """What an equation is solved for: *`p_{\\ax\\to\\bx} = A \\ndot{\\ax} p + v`* has it on both sides."""
    chain = missing.at.parsed
    left = chain.subjects[0] if isinstance(chain, Chain) and len(chain.subjects) == 1 and chain.rest else None
    body = left.body if isinstance(left, Rename) else None
    others = names_in(chain.rest) - {missing.name} if isinstance(chain, Chain) else frozenset()
    own = isinstance(body, Symbol) and body.full_name == missing.name and missing.at.display
    known = any(missing.session.tensor(name, missing.env) is not None for name in others)  # else it is a law
    if own and known and isinstance(chain, Chain) and missing.name in names_in(chain.rest):
        raise Unreadable(f"an equation to be solved for {missing.name}", missing.span)
    unread = (missing.name, missing.at.section) in missing.session.scope.unread
    if unread and unknowns.is_equation_for(missing.name, missing.at):
        raise Unreadable(f"an equation to be solved for {missing.name}", missing.span)


def said_beside_update(missing: Missing) -> None:
    """*After action `a` in state `s` we update*."""
    if is_update(missing.at.parsed) and any(entry.sentence == missing.at.sentence for entry in _mentions(missing)):
        raise Unreadable(f"only the words say what {missing.name} is", missing.span)


def spoken_of(missing: Missing) -> None:
    """*Let `s_l` be the stride of layer `l`*: of `s_l`, and of `s_1`."""
    at, scope = missing.at, missing.session.scope
    spoken = letters_in(missing.name) and any(entry.section == at.section for entry in _mentions(missing))
    if (one := taken_apart(missing.name)).parts and all(part.isdigit() for part in one.parts):
        families = (name for name in scope.mentioned if letters_in(name) and taken_apart(name).form == one.form)
        said = (entry for name in families for entry in scope.mentioned[name])
        spoken = any(entry.section == at.section and not entry.display for entry in said)
    if spoken and (_weighs(missing) or not any(isinstance(part, Axis) for part in walk(at.parsed))):
        raise Unreadable(f"only the words say what {missing.name} is", missing.span)


def described(missing: Missing) -> None:
    """*We use a mask `M` that is zero on edges*; behind a formula *with the one-hot vector `y` of `k`*."""
    at = missing.at
    mentions = missing.session.scope.mentioned.get(missing.name, ())
    for span in (m.parsed.span for m in mentions if m.section == at.section and not m.display):
        before, after = sentences.before(span), sentences.after(span)
        if _A_THING.search(before) and _IS_DESCRIBED.match(after):
            raise Unreadable(f"only the words say what {missing.name} is", missing.span)


def said_alike(missing: Missing) -> None:
    """*With `G_A = E`, and `G_B` in the same way*."""
    spans = (entry.parsed.span for entry in _mentions(missing) if entry.section == missing.at.section)
    if any(_ALIKE.search(f"{sentences.before(span)} … {sentences.after(span)}") for span in spans):
        raise Unreadable(f"only the words say what {missing.name} is", missing.span)


def _weighs(missing: Missing) -> bool:
    """Whether it is a factor in a sum over its letter, `\\sum_k \\pi_k f(h_k)`, and never beside an axis: a number."""
    sums = [part for part in walk(missing.at.parsed) if isinstance(part, BigOperator) and part.variable is not None]
    own = [part for part in sums if part.variable and part.variable.full_name in letters_in(missing.name)]
    factors = [part.factors[0] for big in own for part in walk(big.body) if isinstance(part, Juxtaposition)]
    return any(isinstance(f, Symbol) and f.full_name == missing.name and not f.axes for f in factors)


def listed(missing: Missing) -> None:
    """*With steps `f^1, \\ldots, f^D`* says before it that there is a family, and not what."""
    name, span = missing.name, missing.at.parsed.span
    base = re.escape(taken_apart(name).base)
    before = sentences.BLANK_LINE.split(span.source.words[: span.start])
    members = rf"(?<![A-Za-z]){base}\s*[\^_]\s*(\{{?)\s*[01]\s*\}}?\s*,\s*\\[lc]?dots"
    if letters_in(name) and any(re.search(members, part[-_NEAR:]) for part in before[-2:]):
        raise Unreadable(f"{name} is only said to be there", missing.span)


def explained_in_words(missing: Missing) -> None:
    name, at = missing.name, missing.at
    mentions = missing.session.scope.mentioned.get(name, ())
    if explained.is_said_in_words(name, mentions, at) or explained.is_glossed_as_a_word(name, at):
        raise Unreadable(f"only the words say what {name} is", missing.span)
    if reason := explained.by_its_name(name, at):
        raise Unreadable(reason, missing.span)


def index_of_no_range(missing: Missing) -> None:
    """A section has the letter as the index of a member, as the `n` in `f^n(x)` of a family `f^m`."""
    name, at, session = missing.name, missing.at, missing.session
    if not is_index(name):
        return
    here = (entry.parsed for entry in session.ranges.of_section(at))
    named = (part.full_name for parsed in here for part in walk(parsed) if isinstance(part, Symbol))
    if any(name in letters_in(other) and bool(session.scope.of_form(other)) for other in named):
        raise Unreadable(f"the range of the index {name} is not known", missing.span)


def _mentions(missing: Missing) -> list[Entry]:
    return [e for e in missing.session.scope.mentioned.get(missing.name, ()) if e.index < missing.at.index]


def _is_list(missing: Missing) -> bool:
    """Whether a name is given part by part, `v = (a, b)`, or `v = (v_1, v_2)`: then `v_1` is the first."""
    found = missing.session.tensor(missing.base, missing.env)
    near = (e.parsed for e in missing.session.ranges.entries if e.section == missing.at.section)
    if isinstance(found, Declared) and any(own_entries.names_entries(missing.base, parsed) for parsed in near):
        return True
    return isinstance(found, Tensor) and isinstance(found.body, Group) and len(found.body.items) > 1


def _is_end(missing: Missing) -> bool:
    """Whether an index of the section runs up to a letter: of the `T` in `m_T`."""
    ranges = missing.session.ranges.all
    return any(r.end == missing.sub and r.entry.section == missing.at.section for r in ranges)


def _may_be_member(missing: Missing) -> bool:
    """Whether a name may be a member of a family in a way that ntdoc does not read.

    It may not if it is spelt as the members that are there, only with a label that none of them has: where all of
    them are labelled `Q`, `K` or `1`, and none by a letter that runs over numbers, there is no `W^{l,2}`.
    """
    start = missing.name.partition("^")[0] + "^"
    kin = [other for other in missing.session.scope.by_name if other.startswith(start)]
    wanted = taken_apart(missing.name)
    alike = [k for k in map(taken_apart, kin) if k.form == wanted.form and k.sub == wanted.sub]
    if not alike or len(wanted.sup) < 2:
        return bool(kin)
    return any(k.sup[:-1] != wanted.sup[:-1] or not _LABEL.fullmatch(k.sup[-1]) for k in alike)
