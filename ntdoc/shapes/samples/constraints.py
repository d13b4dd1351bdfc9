"""Equations that say what tensors are drawn from: sums of 1 or 0, lengths of 1, symmetric and orthogonal matrices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Binding, Declared, Tensor
from ntdoc.shapes.document import sentences
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import one_hot, said_of_lengths
from ntdoc.shapes.document.said.exchanges import exchanged
from ntdoc.shapes.families import taken_apart
from ntdoc.shapes.patterns import is_size, operands
from ntdoc.shapes.samples import matrices, standardized
from ntdoc.shapes.samples.constrained import Constrained
from ntdoc.shapes.samples.lengths import length_of, spread_of
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.vocabulary import HENCE, LET, SUPPOSE, THEN, WE_GET

_WITH = regex(r"\b(?:with|such that|satisfying|where|whose)\s+(?:\$|\\\()\s*$", re.IGNORECASE)
_LET = regex(rf"\b(?:{LET})\s*$", re.IGNORECASE)
_THAT_IS = regex(r"[,(]\s*(?:that\s+is|i\.e\.),?\s*$", re.IGNORECASE)
_FOLLOWING = regex(rf"\b(?:{HENCE}|so that|follows|implies|shows)\b", re.IGNORECASE)
_THEN = regex(  # *Then `\\nsum{\\ax} p^2 = 1` and*: all that its sentence goes on to say follows
    rf"\W*(?:{THEN}|it\s+follows|(?:so\s+)?(?:{WE_GET}|we\s+(?:see|conclude)))\b"
    rf"(?!\s+(?:{LET}|set|{SUPPOSE})\b)(?:(?!\b(?:where|with|if|for|when|such|let)\b)[^;])*$",
    re.IGNORECASE,
)
_SYMMETRIC = regex(r"\b(?:symmetric|undirected|self-adjoint|both (?:ways|directions)|mutual|reciprocal)\b")
_BESIDE = regex(
    r"\b(?:with(?: unit)?|such that|satisfying|whose"
    r"|(?:normali[sz]ed|scaled|rescaled|centred|centered|chosen|constrained)"
    r",?\s+(?:so|such)\s+that)\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_OF_SOME = regex(
    r"\s*(?:\$|\\\))?,?\s+for\s+(?:some|an?)\s+(?:fixed\s+|given\s+|positive\s+|small\s+)*"
    r"(?:(?:integer|number|whole\s+number|natural\s+number|count)\s+)?(?:\$|\\\()",
    re.IGNORECASE,
)
_MATRICES = ("symmetry", "definite", "-definite")


def of_sums(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`\\nsum{\\vocab} I = 1` on a free `I`; `\\nsum{\\src} a = 1 = \\nsum{\\tgt} b` on both."""
    found: list[Constrained] = []
    for side in _equal_to(1, parsed):
        if not (isinstance(side, ast.BigOperator) and side.operator == "sum" and side.axes):
            return []
        free = _members_beside(scope, side.body.full_name, entry) if isinstance(side.body, ast.Symbol) else ()
        if isinstance(side.body, ast.Symbol) and _is_of_parameter(scope, side.body.full_name, entry):
            found.append(Constrained(side.body.full_name, tuple(a.name for a in side.axes), entry))
            continue  # `f(X) = …`, *where `\\nsum{\\vocab} X = 1`*: for such arguments alone
        if not free or not all(isinstance(b, Declared) and b.entry.run == entry.run for b in free):
            return []
        if not entry.display and all(_follows(b, entry) and _is_said_to_be_some(scope, b) for b in free):
            return []  # *let `p` be a unit vector. Then `\\nsum{\\ax} p = 1`*
        said = any(b.entry.local and c.is_of(b.name, b.entry) for b in free for c in scope.constrained)
        if said and not _WITH.search(sentences.before(entry.parsed.span)):
            return []  # *for all `w` with `\\|w\\| = 1`* it would follow
        if entry.supposed and not entry.display and all(b.entry.sentence != entry.sentence for b in free):
            for b in free:  # *if `\\nsum{\\ax} v = 1`, then* is of such a `v` in its sentence, and not of others
                if isinstance(b, Declared):
                    scope.add(b._replace(entry=replace(entry, local=True)))
        found.extend(Constrained(b.name, tuple(a.name for a in side.axes), entry) for b in free)
    return found


def _is_of_parameter(scope: Scope, name: str, entry: Entry) -> bool:
    """Whether a where-clause is about an argument of the function that it explains, and declares no tensor for it."""
    here = (b for b in scope.by_name.get(name, ()) if b.entry.run == entry.run)
    return scope.where_parameter(name, entry) is not None and not any(isinstance(b, Tensor | Declared) for b in here)


def _is_said_to_be_some(scope: Scope, free: Binding) -> bool:
    """Whether something is said already of the numbers of a tensor: what else is concluded of them is a claim."""
    return any(c.is_of(free.name, free.entry) for c in scope.constrained)


def _members_beside(scope: Scope, name: str, at: Entry) -> Sequence[Tensor | Declared]:
    """What a name means; for `x_t` after `x_1, \\ldots, x_n \\in S`, the members that are declared together."""
    if (found := scope.tensor(name, at)) is not None:
        return (found,)
    families = [b for b in scope.of_form(name) if isinstance(b, Declared) and b.entry.run == at.run]
    entries = {b.entry.index for b in families}
    form = taken_apart(name).form
    return [
        b
        for other in (scope.by_name if entries else ())
        if taken_apart(other).form == form
        for b in scope.by_name[other]
        if isinstance(b, Declared) and b.entry.index in entries
    ]


def note(scope: Scope, said: Constrained) -> None:
    """Note what is said of free tensors: of no other one, where its sentence declares one for itself."""
    declared = (b.entry for b in scope.by_name.get(said.name, ()) if isinstance(b, Declared))
    alone = any(entry.local and entry.sentence == said.entry.sentence for entry in declared)
    scope.constrain(said._replace(alone=alone))


def in_words(declared: Declared) -> list[Constrained]:
    """What the words beside a declaration say of the tensor: a distribution, one-hot, or a symmetric matrix."""
    found = (of_distribution(declared), of_one_hot(declared), matrices.of_matrix(declared), of_unit_vector(declared))
    return [said for said in found if said is not None]


def of_distribution(declared: Declared) -> Constrained | None:
    """*A distribution `p \\in \\reals^{\\ax}`*, and *let `J` be a joint distribution*: they sum to 1 along all axes.

    Of a tensor with several axes that is said to be a distribution, words alone do not say along which.
    """
    entry, domain = declared.entry, declared.domain
    if not entry.distribution or entry.negated or domain is None or domain.base.kind not in ("reals", "interval"):
        return None
    axes = tuple(sized.axis.name for sized in domain.shape.axes)
    whole = bool(axes) and (len(axes) == 1 or entry.distribution == "joint")
    return Constrained(declared.name, axes, entry) if whole else None


def of_one_hot(declared: Declared) -> Constrained | None:
    """*Let `y \\in \\{0,1\\}^{\\ax}` be one-hot*, and *a one-hot vector `y \\in …`*: one of its entries is 1.

    Of several axes it is the last that is written, *one-hot labels `Y \\in \\{0,1\\}^{\\batch\\times\\class}`*.
    """
    entry, domain = declared.entry, declared.domain
    if entry.display or entry.negated or domain is None or not domain.shape.axes or not _is_of_bits(domain):
        return None
    said = one_hot.is_said(entry.parsed.span)
    return Constrained(declared.name, (domain.shape.axes[-1].axis.name,), entry) if said else None


def of_unit_vector(declared: Declared) -> Constrained | None:
    """*Unit vectors `u, v \\in \\reals^{\\ax}`*; of several axes the words say along which, or it is open.

    The columns of a matrix lie along its first axis, as it is written.
    """
    entry, domain = declared.entry, declared.domain
    if entry.negated or domain is None:
        return None
    if len(domain.shape.axes) == 2 and (which := said_of_lengths.vectors_of(declared.name, entry.parsed.span)):
        first, last = (sized.axis.name for sized in domain.shape.axes)
        return Constrained(declared.name, (first if which == "columns" else last,), entry, "length")
    if entry.display or not _are_unit_vectors(entry.parsed):
        return None
    own, written = [sized.axis for sized in domain.shape.axes], said_of_lengths.along(entry.parsed.span)
    axes = tuple(axis.name for axis in own if written in ("", axis.span.text.strip().lstrip("\\")))
    return Constrained(declared.name, axes, entry, "length") if len(axes) == 1 else None


def _are_unit_vectors(parsed: ast.Parsed) -> bool:
    """Whether words beside a declaration say so, or those in it: *let `u` and `v` be unit vectors in `S`*."""
    last = parsed.subjects[-1] if isinstance(parsed, ast.Chain) else parsed
    return said_of_lengths.are_unit_vectors(parsed.span) or said_of_lengths.are_unit_vectors(last.span)


def of_counts(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`\\nsum{\\expert} T = k` on a free `T` of zeros and ones: so many of them are 1."""
    side, total = parsed.subjects[0], parsed.rest[0][1]
    if len(parsed.rest) != 1 or len(parsed.subjects) != 1 or parsed.rest[0][0].kind != "eq" or not is_size(total):
        return []
    if not (isinstance(side, ast.BigOperator) and side.operator == "sum" and isinstance(side.body, ast.Symbol)):
        return []
    name = side.body.full_name
    free = scope.tensor(name, entry)
    if isinstance(total, ast.Symbol) and _OF_SOME.match(sentences.after(entry.parsed.span)):
        entry = replace(entry, worded=False)  # any number will do, so that it is no case
    if not side.axes or not isinstance(free, Declared) or free.domain is None or not _is_of_bits(free.domain):
        return []
    in_words = free.entry.section == entry.section and not entry.negated and sentences.says_which(free.span)
    if in_words and sentences.says_how_many(free.span) not in ("", total.span.text.strip()):
        return []
    if in_words and not any(c.name == name and c.entry.run == free.entry.run for c in scope.constrained):
        entry = free.entry  # how many follows from the words that say which
    elif not _is_free(scope, name, entry) or not _is_said_of_free(scope, name, entry):
        return []
    return [Constrained(name, tuple(a.name for a in side.axes), entry, total=total)]


def _is_of_bits(domain: ast.TensorSet) -> bool:
    numbers = [item.value for item in domain.base.items if isinstance(item, ast.Number)]
    return domain.base.kind not in ("interval", "range") and sorted(numbers) == [0.0, 1.0]


def of_orthogonality(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`P \\ndot{\\ax} P_{\\bx\\to\\bx'} = I_{\\bx,\\bx'}` on a free `P`: its vectors along `ax` are orthonormal."""
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if len(parsed.rest) != 1 or len(parsed.subjects) != 1 or parsed.rest[0][0].kind != "eq":
        return []
    match left:
        case ast.Product(first=first, rest=((ast.ProductOperator(kind="contract") as dot, second),)):
            plain, other = (second, first) if isinstance(first, ast.Rename) else (first, second)
        case _:
            return []
    if not (isinstance(plain, ast.Symbol) and isinstance(other, ast.Rename) and isinstance(other.body, ast.Symbol)):
        return []
    name, pairs = plain.full_name, other.pairs
    if other.body.full_name != name or len(pairs) != 1 or any(len(side) != 1 for side in pairs[0]):
        return []
    (kept,), (renamed,) = pairs[0]
    axes = {a.name for a in right.axes} if isinstance(right, ast.Symbol) and right.name == "I" else set()
    if axes != {kept.name, renamed.name}:
        return []
    free = scope.tensor(name, entry)
    if kept.name in {a.name for a in dot.axes} or not isinstance(free, Declared):
        return []
    if entry.negated or entry.supposed or entry.worded or entry.local:
        return []
    beside = _is_declared_beside(free, entry)
    if entry.orthogonal and not entry.display and free.domain is not None and free.entry.section == entry.section:
        entry = replace(free.entry, orthogonal=entry.orthogonal)  # "for orthonormal factors, `U …`"
    elif beside:
        entry = free.entry  # "with `U \\in …` as" and a display: of what is free nothing else could make it so
    elif not _is_free(scope, name, entry):
        return []
    if not (entry.orthogonal or beside) and not _is_said_of_free(scope, name, entry):
        return []
    return [Constrained(name, (*(a.name for a in dot.axes), kept.name), entry, entry.orthogonal or "orthonormal")]


def of_lengths(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`\\lVert a \\rVert = 1`, `\\nsum{\\ax} a^2 = 1`, `a \\ndot{\\ax} a = 1` on a free `a`: a unit vector.

    And `\\nfun{\\ax}{mean} a^2 = 1`, or the variance of what is centred: then it is longer.
    """
    found: list[Constrained] = []
    for side in _equal_to(1, parsed):
        named, kind = length_of(side), "length"
        if named is None:
            named, kind = spread_of(scope, side), "spread"
        if named is None:
            return []
        free = scope.tensor(named[0], entry)
        explains = said_of_lengths.explains_vectors(named[0], entry.parsed.span)
        here = isinstance(free, Declared) and free.entry.section == entry.section
        if free is not None and here and explains and not (entry.display or entry.negated):
            found.append(Constrained(named[0], named[1], free.entry, kind))
            continue
        if not _is_free(scope, named[0], entry):
            return []
        if not _is_said_of_free(scope, named[0], entry, beside="centred", along=named[1]):
            return []
        found.extend(Constrained(name, named[1], entry, kind) for name in _alike(scope, named[0], entry))
    return found


def _alike(scope: Scope, name: str, entry: Entry) -> list[str]:
    """The names that a formula says the same of: with `U, V ∈ …` before, *They are unit vectors, `U ⋅ U = 1`*."""
    free = scope.tensor(name, entry)
    if free is None or not said_of_lengths.says_of_all(free.entry.parsed.span, entry.parsed.span):
        return [name]
    declared = (b for there in scope.by_name.values() for b in there if isinstance(b, Declared))
    return [name, *(b.name for b in declared if b.entry.index == free.entry.index and b.name != name)]


def of_centres(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`\\nsum{\\ax} X = 0`, or the mean, on a free `X`: it is centred. `\\nsum{\\ax} X = \\nsum{\\ax} Y = 0`, both."""
    found: list[Constrained] = []
    for side in _equal_to(0, parsed) if len(parsed.subjects) == 1 else ():
        match side:
            case ast.BigOperator(operator="sum", body=ast.Symbol() as a):
                axes = side.axes
            case ast.Juxtaposition(factors=(ast.Symbol(base="mean") as mean, ast.Symbol() as a)):
                axes = mean.axes
            case _:
                return []
        along = tuple(x.name for x in axes)
        if not along or not _is_free(scope, a.full_name, entry):
            return []
        if not _is_said_of_free(scope, a.full_name, entry, beside="length", along=along):
            return []
        found.append(Constrained(a.full_name, along, entry, "centred"))
    return found


def of_symmetry(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`H = H_{\\ax\\to\\bx,\\bx\\to\\ax}` on a free `H`, or entry by entry: the two axes may change places."""
    found = exchanged(parsed.subjects[0], parsed.rest[0][1]) if len(parsed.rest) == 1 else None
    if found is None:
        return []
    name, axes = found
    free = scope.tensor(name, entry)
    clause = re.split(sentences.FORMULA, sentences.before(entry.parsed.span, across=True))[-1]
    said = _SYMMETRIC.search(clause) and not (entry.theorem or _FOLLOWING.search(clause))
    beside = not entry.display or said or _is_declared_beside(free, entry)
    if isinstance(free, Declared) and beside and free.entry.chapter == entry.chapter:
        if free.domain is None or entry.negated or entry.supposed or entry.worded or entry.local:
            return []
        entry = free.entry  # of what is free nothing else could make it so: "of an undirected graph (`A = …`)"
    elif not _is_free(scope, name, entry) or not _is_said_of_free(scope, name, entry):
        return []
    return [Constrained(name, axes, entry, "symmetry")]


def of_diagonals(scope: Scope, entry: Entry, parsed: ast.Chain) -> list[Constrained]:
    """`M_{\\ax(i),\\ax'(i)} = 1` on a free `M`: where the two indices are equal, its entries are this number."""
    left, right = parsed.subjects[0], parsed.rest[0][1]
    if len(parsed.rest) != 1 or parsed.rest[0][0].kind != "eq" or not isinstance(right, ast.Number):
        return []
    if not isinstance(left, ast.Index) or not isinstance(left.body, ast.Symbol) or len(left.items) != 2:
        return []
    places = [place.full_name for _, place in left.items if isinstance(place, ast.Symbol)]
    free = scope.tensor(left.body.full_name, entry)
    if len(places) != 2 or places[0] != places[1] or not isinstance(free, Declared) or free.domain is None:
        return []
    if free.entry.chapter != entry.chapter or (entry.display and free.entry.run != entry.run):
        return []
    if entry.negated or entry.supposed or entry.worded or entry.local or (entry.display and _follows(free, entry)):
        return []  # in a sentence only words can make it so, *without loops, so that …*, and not what is free
    return [Constrained(free.name, tuple(a.name for a, _ in left.items), free.entry, "diagonal", total=right)]


def _equal_to(value: int, parsed: ast.Chain) -> list[ast.Operand]:
    """The sides that are said to be a number; none if that is not what a chain says."""
    sides = [side for side in operands(parsed) if not (isinstance(side, ast.Number) and side.value == value)]
    if len(sides) == len(parsed.rest) + 1 or any(relation.kind != "eq" for relation, _ in parsed.rest):
        return []
    return sides


def _is_declared_beside(free: Binding | None, entry: Entry) -> bool:
    """Whether the sentence of a display declares the tensor that it speaks of."""
    together = free is not None and free.entry.sentence == entry.sentence
    return together and entry.display and not entry.concludes


def _follows(free: Binding, entry: Entry) -> bool:
    """Whether the words before an equation say that it follows: not from what its own display declares."""
    if _BESIDE.search(sentences.before(entry.parsed.span, across=True)):
        return False  # *which gives `C \\in S` with `\\|C\\| = 1`*
    concludes = entry.concludes or (not entry.display and _THEN.match(sentences.before(entry.parsed.span)) is not None)
    return concludes and not entry.assumed and not (entry.display and free.entry.item == entry.item)


def _is_free(scope: Scope, name: str, entry: Entry) -> bool:
    free = scope.tensor(name, entry)
    return isinstance(free, Declared) and free.entry.run == entry.run


def _is_said_of_free(
    scope: Scope, name: str, entry: Entry, beside: str = "", along: tuple[str, ...] = ()
) -> bool:
    """Whether a statement belongs to the declaration, and is not claimed of just any such tensor.

    What is said of a length may stand `beside` what is centred `along` the same axes, and the other way round.
    """
    free = scope.tensor(name, entry)
    if free is None or entry.negated or entry.supposed or entry.worded or _follows(free, entry):
        return False
    if entry.local and not _is_of_local(free, entry):
        return False
    others = [c for c in scope.constrained if c.is_of(name, free.entry) and not _is_no_more(c, free)]
    if any(not standardized.are_both_drawn(c, free, beside, along, entry) for c in others):
        return False  # what else is said of it follows
    if entry.display:
        let = _LET.search(sentences.before(entry.parsed.span, across=True)) is not None
        let = let or any(c.entry.item == entry.item for c in scope.constrained)  # beside it in its display
        let = let or (free.entry.sentence == entry.sentence and _repeats(free, entry))
        return entry.assumed or let or entry.where or free.entry.item == entry.item
    goes_on = said_of_lengths.goes_on(free.entry.parsed.span, entry.parsed.span)
    return entry.assumed or free.entry.sentence == entry.sentence or goes_on


def _repeats(free: Binding, entry: Entry) -> bool:
    """*Let `x ∈ S` be of unit length, that is*, and a display: nothing else than words could make a free `x` so.

    Behind another equation of the sentence it may follow from that.
    """
    said = sentences.before(entry.parsed.span, across=True)
    between = sentences.between(free.entry.parsed.span, entry.parsed.span)
    return _THAT_IS.search(said) is not None and "=" not in between


def _is_no_more(said: Constrained, free: Binding) -> bool:
    """Whether what is said of a tensor leaves open what a formula says: a formula repeats *a unit vector*."""
    words = said.kind == "length" and said.entry.index == free.entry.index
    return words or said.kind in _MATRICES


def _is_of_local(free: Binding, entry: Entry) -> bool:
    """*For all `w \\in \\reals^{\\ax}` with `\\|w\\| = 1`* says which `w` its sentence is about."""
    own = free.entry.local and free.entry.sentence == entry.sentence
    return own and not entry.display and _WITH.search(sentences.before(entry.parsed.span)) is not None


ALL = (of_sums, of_counts, of_centres, of_lengths, of_symmetry, of_diagonals, of_orthogonality)
