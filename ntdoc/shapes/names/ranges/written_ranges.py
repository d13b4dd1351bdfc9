"""Ranges as they are written: `t = 1, \\ldots, n`, `t \\in [n]`, and that of a sum over the members of a family.

And where none is: the letter of a member that an index is compared with, as in `(e_k)_{\\ax(i)} = [i = k]`, runs over
the axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from ntdoc.nodes import walk
from ntdoc.shapes.bindings import Declared, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.families import letters_in
from ntdoc.shapes.names.families.lists import MOST, Range
from ntdoc.shapes.names.ranges.labels import upright
from ntdoc.shapes.names.ranges.steps import has_script
from ntdoc.shapes.patterns import names_in, shifted, unbracketed
from ntdoc.shapes.scope import Scope
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import Indicator
from ntdoc.syntax.statements import OPEN


def stated(entries: Sequence[Entry], scope: Scope) -> Iterator[Range]:
    """`t = 1, \\ldots, n`, as a statement or as a condition, and `t \\in [n]`."""
    for entry in entries:
        if not isinstance(entry.parsed, ast.Chain):
            continue
        for chain in (entry.parsed, *entry.parsed.conditions):
            for relation, right in chain.rest[:1]:
                ends = _ends(relation, right)
                endless = isinstance(right, ast.Group) and right.bracket == OPEN
                letters = [s.base for s in chain.subjects if isinstance(s, ast.Symbol) and not has_script(s)]
                ranges = (_range(letter, *ends, entry, scope) for letter in letters) if ends is not None else ()
                yield from (found._replace(endless=endless) for found in ranges if found is not None)


def _ends(relation: ast.Relation, right: ast.Operand) -> tuple[ast.Expr, ast.Expr] | None:
    """The first and the last value that a relation gives a letter; None if it gives it no range."""
    if relation.kind == "range" and isinstance(right, ast.Group) and len(right.items) == 2:
        return right.items[0], right.items[1]
    if relation.kind == "in" and isinstance(right, ast.TensorSet) and _is_range(right):
        return ast.Number(1.0, 0, right.span), right.base.items[0]
    return None


def summed(entries: Sequence[Entry], scope: Scope, known: Set[tuple[str, int]]) -> Iterator[Range]:
    """The `i` of `\\sum_{i=1}^n f(x_i)` runs so over all `x_i`, where nothing else in its section says over what."""
    for entry in entries:
        for part in walk(entry.parsed):
            if not isinstance(part, ast.BigOperator) or part.variable is None or part.high is None:
                continue
            letter, first = part.variable.full_name, part.low or ast.Number(1.0, 0, part.span)
            members = (s for s in walk(part.body) if isinstance(s, ast.Symbol) and letter in letters_in(s.full_name))
            families = (b for s in members for b in scope.by_name.get(s.full_name, ()) if isinstance(b, Declared))
            if (letter, entry.section) in known or not any(b.entry.section == entry.section for b in families):
                continue
            if (found := _range(letter, first, part.high, entry, scope)) is not None:
                yield found


def compared(entries: Sequence[Entry], scope: Scope, known: Set[tuple[str, int]]) -> Iterator[Range]:
    """The `k` of `(e_k)_{\\ax(i)} = 1` if `i = k`, and 0 otherwise: there is a member for each index."""
    for entry in entries:
        chain = entry.parsed
        left = chain.subjects[0] if isinstance(chain, ast.Chain) and chain.rest else None
        body = unbracketed(left.body) if isinstance(left, ast.Index) else None
        if not isinstance(left, ast.Index) or not isinstance(body, ast.Symbol) or not isinstance(chain, ast.Chain):
            continue
        axes = {place.full_name: axis for axis, place in left.items if isinstance(place, ast.Symbol)}
        own = letters_in(body.full_name) - axes.keys()
        for index, letter in _equal(chain.rest[0][1]):
            free = letter in own and (letter, entry.section) not in known and scope.tensor(letter, entry) is None
            if free and index in axes and not axes[index].variable:
                size = ast.Size((axes[index],), axes[index].span)
                if (found := _range(letter, ast.Number(1.0, 0, size.span), size, entry, scope)) is not None:
                    yield found


def indexed(entries: Sequence[Entry], scope: Scope, known: Set[tuple[str, int]]) -> Iterator[Range]:
    """The `t` of `h_t = W \\ndot{\\ax} X_{\\time(t)}`, an index along one axis: there is a member for each place.

    Where the section has `X_{\\time(t+1)}`, too, it ends where there is one.
    """
    sections: dict[int, list[ast.Parsed]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry.parsed)
    ends: dict[tuple[str, int], tuple[ast.Expr, ast.Expr] | None] = {}
    for entry in entries:
        letter = _member_at(entry.parsed)
        if not letter or (letter, entry.section) in known or scope.tensor(letter, entry) is not None:
            continue
        if (letter, entry.section) not in ends:
            ends[letter, entry.section] = _along_one_axis(letter, sections[entry.section])
        first_last = ends[letter, entry.section]
        if first_last is not None and (found := _range(letter, *first_last, entry, scope)) is not None:
            yield found


def _member_at(parsed: ast.Parsed) -> str:
    """The letter of a member that an equation defines, if that is an index on its right side, too; else nothing."""
    match parsed:
        case ast.Chain(
            subjects=(ast.Symbol(sub=ast.Script(expr=ast.Symbol() as index)),),
            rest=((ast.Relation(kind="eq"), _), *_) as rest,
        ):
            letter = index.full_name
            return letter if any(step == 0 for _, step in _places(letter, rest)) else ""
    return ""


def _along_one_axis(letter: str, section: Sequence[ast.Parsed]) -> tuple[ast.Expr, ast.Expr] | None:
    """The first and the last place of a letter that is an index along one axis alone in a section."""
    if any(_is_fixed(letter, parsed) for parsed in section) or _ends_at_a_letter(letter, section):
        return None
    places = [place for parsed in section for place in _places(letter, parsed)]
    axes, steps = {axis.name: axis for axis, _ in places}, [step for _, step in places if step is not None]
    (axis, *others) = axes.values()
    if others or axis.variable or len(steps) < len(places):
        return None
    last: ast.Expr = ast.Size((axis,), axis.span)
    if max(steps) > 0:
        last = ast.Sum(((1, last), (-1, ast.Number(float(max(steps)), 0, axis.span))), axis.span)
    return ast.Number(1.0 - min(steps), 0, axis.span), last


def _is_fixed(letter: str, parsed: ast.Parsed) -> bool:
    """Whether a letter is an index of an equation for something without it: `s = \\nsum{\\ax} D_{\\bx(k)}`."""
    if not isinstance(parsed, ast.Chain) or not parsed.rest:
        return False
    bound = {p.variable.full_name for p in walk(parsed) if isinstance(p, ast.BigOperator) and p.variable is not None}
    return letter not in names_in(parsed.subjects) | bound and any(True for _ in _places(letter, parsed.rest))


def _ends_at_a_letter(letter: str, section: Sequence[ast.Parsed]) -> bool:
    """Whether something with the letter is a member at another one, too, as `B_M` is of the `B_k`: it ends there."""
    scripts = [(p.base, p.sub.expr) for parsed in section for p in walk(parsed) if isinstance(p, ast.Symbol) and p.sub]
    own = {base for base, index in scripts if isinstance(index, ast.Symbol) and index.full_name == letter}
    return any(base in own and isinstance(i, ast.Symbol) and i.full_name != letter for base, i in scripts)


def _places(letter: str, tree: object) -> Iterator[tuple[ast.Axis, int | None]]:
    """The axes along which a letter is an index, each with what is added to it; None for anything else."""
    for part in walk(tree):
        for axis, index in part.items if isinstance(part, ast.Index) else ():
            if letter in names_in(index):
                own, step = shifted(index)
                yield axis, step if own is not None and own.full_name == letter else None


def _equal(right: ast.Operand) -> Iterator[tuple[str, str]]:
    """The pairs of names that the cases of a right side compare, both ways."""
    for part in walk(right):
        conditions = [c for _, c in part.branches] if isinstance(part, ast.Cases) else []
        conditions += [part.condition] if isinstance(part, Indicator) else []
        for condition in conditions:
            match condition:
                case ast.Chain(subjects=(ast.Symbol() as one,), rest=((relation, ast.Symbol() as other),)):
                    if relation.kind in ("eq", "ne"):
                        yield one.full_name, other.full_name
                        yield other.full_name, one.full_name


def _is_range(found: ast.TensorSet) -> bool:
    return found.base.kind == "range" and not found.shape.axes


def _range(letter: str, first: ast.Expr, last: ast.Expr, entry: Entry, scope: Scope) -> Range | None:
    if isinstance(last, ast.Number) and not isinstance(first, ast.Number):
        first, last = last, first  # it counts down
    low = number(first)
    if low is None:
        return None
    high = number(last)
    if high is not None:
        return Range(letter, min(low, high), max(low, high), None, 0, entry) if abs(high - low) < MOST else None
    end = _letter(last) or _size(last, entry, scope)
    if end is None:
        return None
    name, offset = end
    given = scope.tensor(name, entry)
    known = number(given.body) if isinstance(given, Tensor) and not isinstance(given.body, ast.TensorSet) else None
    if known is not None and low <= known + offset < low + MOST:
        return Range(letter, low, known + offset, name, -offset, entry)
    return Range(letter, low, low + 1, name, -offset, entry)


def number(node: ast.Expr) -> int | None:
    if isinstance(node, ast.Sum) and len(node.terms) == 1:
        value = number(node.terms[0][1])
        return None if value is None else node.terms[0][0] * value
    if isinstance(node, ast.Number) and node.places == 0 and node.value < 1e6:
        return int(node.value)
    return None


def _size(node: ast.Expr, at: Entry, scope: Scope) -> tuple[str, int] | None:
    """`|\\ax|`, or `|\\ax| - 1`: the size of an axis and a number added to it; by its letter, if it has one."""
    terms = node.terms if isinstance(node, ast.Sum) else ((1, node),)
    sizes = [term for sign, term in terms if isinstance(term, ast.Size) and sign > 0]
    numbers = [sign * value for sign, term in terms if (value := number(term)) is not None]
    if len(sizes) != 1 or len(numbers) != len(terms) - 1 or len(sizes[0].axes) != 1 or sizes[0].axes[0].variable:
        return None
    axis = sizes[0].axes[0].name
    called = (
        name
        for name, bindings in scope.by_name.items()
        for b in bindings
        if isinstance(b, Tensor) and b.entry.section == at.section and _is_size_of(b.body, axis)
    )
    return next(called, f"|{axis}|"), sum(numbers)


def _is_size_of(body: ast.Operand, axis: str) -> bool:
    return isinstance(body, ast.Size) and [a.name for a in body.axes] == [axis]


def _letter(node: ast.Expr) -> tuple[str, int] | None:
    """`L`, `T-1`, `T_{\\max}`: a letter and a number added to it."""
    letter, more = shifted(node)
    if letter is None or more is None or (has_script(letter) and letters_in(letter.full_name) - {*upright(letter)}):
        return None
    return letter.full_name.rstrip("'") if has_script(letter) else letter.base.rstrip("'"), more
