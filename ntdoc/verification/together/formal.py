"""Formal statements that cannot be run, of tensors whose shapes are letters: the letters can still be held together.

`D \\ndot{\\mathcal{S}^*} H_{\\mathcal{S}\\to\\mathcal{S}^*}` needs an `H` of the shape `\\mathcal{S}`. A letter of
which the section says something else may be a part of another, so nothing is said of it. A function of tensors of the
shape `\\mathcal{T}` is of no `H`, and what is declared as `R(A, H)`, or by a signature, takes as many arguments
everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ntdoc.diagnostics import Diagnostic
from ntdoc.nodes import walk
from ntdoc.regex import regex
from ntdoc.report import Status
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.functions.signatures import union
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import spelt
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import ShapeSet
from ntdoc.verification.verdicts import Verdict
from ntdoc.verification.words import is_denied

Letters = frozenset[str]
_RELATED = regex(  # words by which one shape may be a part of another, or a tensor may have more axes
    r"\b(?:sub-?(?:shapes?|sets?)|parts?|contain\w*|includ\w*|larger|smaller|lift\w*|broadcast\w*|rest|remaining"
    r"|additional|extra|common|any axes|same shape)\b",
    re.IGNORECASE,
)


_WRONG = (Status.ERROR, Status.FAILED, Status.BLOCKED)


class _Wrong(NamedTuple):
    message: str
    span: Span
    code: str = "NT203"
    label: str = "not in its shape"


class _Shapes:
    """What one section says of the shapes of its names, in letters alone."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.known: dict[str, Letters | None] = {}
        self.results: dict[str, Letters | None] = {}  # of functions of a set that has a name
        self.sources: dict[str, str] = {}  # the set that a function is of
        self.members: dict[str, str] = {}  # names that are in a set that has a name
        self.sets: dict[str, dict[int, Letters | None]] = {}  # the shape of those in it, by the place that says so
        self.at = 0  # the place of the statement that is looked at
        self.letters: set[str] = set()  # that are declared as shapes
        self.counts: dict[str, int] = {}  # how many arguments what is declared with some takes; 0 if that differs
        self.plain: set[str] = set()  # names that are declared without arguments
        self.differentials: dict[str, set[str]] = {}  # what the differential of a function is, as written
        self.called: set[str] = set()  # names that are declared with arguments, and have some in the statement
        self.related: set[str] = set()
        for entry in entries:
            parsed = entry.parsed
            if isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 and parsed.rest[0][0].kind == "in":
                found = _of_set(parsed.rest[0][1])
                for subject in parsed.subjects:
                    self._say(self.known, name := _named(subject), found)
                    self.members[name or ""] = _name_of_set(parsed.rest[0][1])
                    if isinstance(subject, ast.Juxtaposition) and name is not None:
                        self._count(name.removesuffix("()"), _arguments(subject.factors[1]))
                    elif name is not None:
                        self.plain.add(name)
            elif isinstance(parsed, ast.Chain) and len(parsed.rest) == 1 and parsed.rest[0][0].kind == "subset":
                whole = _of_set(parsed.rest[0][1])
                self.sets.setdefault(_named(parsed.subjects[0]) or "", {})[entry.index] = whole
                self.letters |= whole or set()
            elif isinstance(parsed, ast.Signature) and isinstance(parsed.subject, ast.Symbol):
                source = _name_of_set(parsed.arguments[0]) if len(parsed.arguments) == 1 else ""
                self._say(self.results, parsed.subject.full_name, _of_set(parsed.result) if source else None)
                self.sources[parsed.subject.full_name] = source
                self._count(parsed.subject.full_name, len(parsed.arguments))
            if (differential := _differential(parsed)) is not None:
                name, value = differential
                self.differentials.setdefault(name, set()).add(value)
            self._relate(parsed)

    def _count(self, name: str, arguments: int) -> None:
        self.counts[name] = arguments if self.counts.get(name, arguments) == arguments else 0

    def _say(self, found: dict[str, Letters | None], name: str | None, shape: Letters | None) -> None:
        if name is not None:
            found[name] = shape if found.get(name, shape) == shape else None
            self.letters |= shape or set()

    def _in(self, name: str) -> Letters | None:
        """The shape of those in a set that has a name, by what is said of it last."""
        before = [letters for index, letters in self.sets.get(name, {}).items() if index < self.at]
        return before[-1] if before else None

    def _relate(self, parsed: ast.Parsed) -> None:
        for part in walk(parsed):
            if isinstance(part, ShapeSet):
                self.related |= {axis.name for axis in walk(part) if isinstance(axis, ast.Axis)}
            elif isinstance(part, ast.Symbol) and part.base.startswith("mathcal("):
                self.related.add(part.base.removeprefix("mathcal(").removesuffix(")"))
            elif isinstance(part, ast.Axis) and (part.without or part.within is not None):
                self.related |= {axis.name for axis in walk(part) if isinstance(axis, ast.Axis)}

    def speaks_of(self, letters: Letters) -> bool:
        """Whether all that is known of letters is that they are shapes of something, each by itself."""
        plain = {letter.rstrip("*'†‡") for letter in letters}
        return plain <= {letter.rstrip("*'†‡") for letter in self.letters} and not plain & self.related

    # --- expressions ---

    def of(self, node: object, wrong: list[_Wrong]) -> Letters | None:
        """The letters of the shape of an expression, or None if not all of them are known."""
        match node:
            case ast.Symbol() if node.sub is node.sup is None:
                if node.full_name in self.called and node.full_name not in self.plain:
                    told = f"{node.full_name} stands here as a tensor, and is a function elsewhere in this formula"
                    wrong.append(_Wrong(told, node.span, "NT213", "a function"))
                return self.known.get(node.full_name)
            case ast.Juxtaposition(factors=(ast.Symbol() as name, ast.Group() as at)):
                called = self.known.get(f"{name.full_name}()")
                self._require_arguments(name, at, wrong)
                return self._value(name.full_name, at) if called is None else called
            case ast.Juxtaposition(factors=(ast.Differential(body=ast.Symbol() as name), ast.Group() as at)):
                self._require_arguments(name, at, wrong)
                return self._value(name.full_name, at)
            case ast.Group(items=(inner,), parameters=()):
                return self.of(inner, wrong)
            case ast.Differential(by=None):
                return self.of(node.body, wrong)
            case ast.Sum():
                return _joined([self.of(term, wrong) for _, term in node.terms])
            case ast.Rename():
                return self._renamed(node, wrong)
            case ast.Product():
                return self._product(node, wrong)
        return None

    def _require_arguments(self, function: ast.Symbol, at: ast.Group, wrong: list[_Wrong]) -> None:
        """As many as are declared, and, of a set that has a name, of the shape of what is in it."""
        name, given = function.full_name, _arguments(at)
        if (wanted := self.counts.get(name, 0)) not in (0, given):
            told = f"{name} takes {wanted} argument{'s' * (wanted > 1)}, and here are {given}"
            wrong.append(_Wrong(told, function.span.to(at.span), "NT207", "another number of arguments"))
            return
        domain = self._in(self.sources.get(name, ""))
        terms = [term for part in at.contents for term in _terms(part)]
        for term in terms if domain else ():
            assert domain is not None
            own = self.of(term, wrong)
            if own and not domain <= own and self.speaks_of(own | domain):
                told = f"{name} is of tensors of the shape {union(domain)}, and {term.span.text} has {union(own)}"
                wrong.append(_Wrong(told, term.span, label=f"not of the shape {union(domain)}"))

    def _value(self, function: str, at: ast.Group) -> Letters | None:
        """The result of a function, if nothing in its arguments may have more axes, over which it would be lifted."""
        source = self.sources.get(function, "")
        for part in walk(at):
            name = part.full_name if isinstance(part, ast.Symbol) else None
            own = name is not None and self.members.get(name) == source
            if name is not None and not own and (name not in self.known or self.known[name] != self._in(source)):
                return None
        return self.results.get(function) if source else None

    def _renamed(self, node: ast.Rename, wrong: list[_Wrong]) -> Letters | None:
        body = self.of(node.body, wrong)
        for before, after in node.pairs:
            if body is None or not _all_letters((*before, *after)) or len(before) != 1 or len(after) != 1:
                return None
            self._require(body, before, node.body, wrong)
            body = (body - {before[0].name}) | {after[0].name}
        return body

    def _product(self, node: ast.Product, wrong: list[_Wrong]) -> Letters | None:
        left, before = self.of(node.first, wrong), node.first
        for operator, factor in node.rest:
            right = self.of(factor, wrong)
            if operator.kind == "contract":
                if not _all_letters(operator.axes):
                    return None
                self._require(left, operator.axes, before, wrong)
                self._require(right, operator.axes, factor, wrong)
            elif operator.kind != "times":
                return None
            both = _joined([left, right])
            left = None if both is None else both - {axis.name for axis in operator.axes}
            before = factor
        return left

    def _require(self, shape: Letters | None, axes: Sequence[ast.Axis], of: ast.Expr, wrong: list[_Wrong]) -> None:
        for axis in axes:
            if shape is not None and axis.name not in shape and self.speaks_of(shape | {axis.name}):
                has = ", ".join(sorted(shape)) or "no axes"
                told = f"the shape {axis.name} is no part of that of {of.span.text}, which is {has}"
                wrong.append(_Wrong(told, axis.span))


def report(entries: Sequence[Entry], judged: Sequence[Judged], verdicts: Sequence[Verdict]) -> None:
    """Say which displayed statements that are skipped need shapes that their names do not have (NT203, NT204)."""
    sections: dict[int, _Shapes | None] = {}
    for j, v in zip(judged, verdicts, strict=True):
        at, parsed = j.role.entry, j.role.entry.parsed
        if v.status in _WRONG or not at.display or not isinstance(parsed, ast.Chain):
            continue
        if not any(isinstance(part, ast.Axis) and part.variable for part in walk(parsed)):
            continue
        if at.section not in sections:
            own = [e for e in entries if e.section == at.section]
            sections[at.section] = None if _RELATED.search(_text(own)) else _Shapes(own)
        shapes = sections[at.section]
        if shapes is not None:
            shapes.at = at.index
        found = tuple(_wrong(parsed, shapes)) if shapes is not None else ()
        if found and not (at.negated or at.supposed or at.worded or is_denied(j.span)):
            v.refuse(*found)


def _wrong(parsed: ast.Chain, shapes: _Shapes) -> Iterator[Diagnostic]:
    wrong: list[_Wrong] = []
    if len(parsed.subjects) != 1 or any(relation.kind not in ("eq", "define") for relation, _ in parsed.rest):
        return
    sides = [parsed.subjects[0], *(side for _, side in parsed.rest)]
    shapes.called = {name for part in walk(parsed) if (name := _named(part)) is not None and f"{name}" in shapes.known}
    shapes.called = {name.removesuffix("()") for name in shapes.called if name.endswith("()")}
    found = [shapes.of(side, wrong) for side in sides]
    for lacking in {w.span: w for w in wrong}.values():
        yield Diagnostic(lacking.code, lacking.message, lacking.span, label=lacking.label)
    if not wrong and len(sides) == 2 and (span := _against(sides[0], sides[1], shapes.differentials)) is not None:
        message = "to first order the sides differ: what is added to the argument adds the differential of the function"
        yield Diagnostic("NT301", message, span, label="another sign")
    left = found[0]
    for side, shape in zip(sides[1:], found[1:], strict=True):
        if not wrong and left is not None and shape is not None and left != shape and shapes.speaks_of(left | shape):
            message = f"the shape of {sides[0].span.text} is {union(left)}, and here it is {union(shape)}"
            yield Diagnostic("NT204", message, side.span, label="another shape")


def _differential(parsed: ast.Parsed) -> tuple[str, str] | None:
    """`\\partial f(A; H) = E`: the function with its arguments, and E, as written."""
    match parsed:
        case ast.Chain(subjects=(ast.Juxtaposition(factors=(ast.Differential() as of, ast.Group() as at)),)):
            if len(parsed.rest) != 1:
                return None
            made = parsed.rest[0]
            if made[0].kind in ("eq", "define") and len(at.items) == len(at.parameters) == 1:
                return "|".join(spelt(node) for node in (of.body, at.items[0], at.parameters[0])), spelt(made[1])
    return None


def _against(left: ast.Operand, right: ast.Operand, differentials: Mapping[str, set[str]]) -> Span | None:
    """`f(A - H) = f(A) + E + …`, where E is the differential of f at A with the increment H: the sign that is wrong."""
    match left:
        case ast.Juxtaposition(factors=(ast.Symbol() as f, ast.Group(items=(ast.Sum(terms=((1, at), (sign, by))),)))):
            values = differentials.get("|".join(spelt(node) for node in (f, at, by)), set())
            every = right.terms if isinstance(right, ast.Sum) else ()
            terms = [(s, term) for s, term in every if spelt(term) in values]
            if len(terms) == 1 and terms[0][0] != sign:
                return terms[0][1].span
    return None


def _arguments(at: object) -> int:
    """How many arguments stand in brackets; what stands behind a semicolon is a parameter, and counts for none."""
    return len(at.items) if isinstance(at, ast.Group) else 0


def _terms(node: ast.Expr) -> list[ast.Expr]:
    return [term for _, term in node.terms] if isinstance(node, ast.Sum) else [node]


def _text(entries: Sequence[Entry]) -> str:
    """The text of a section from its first formula to its last."""
    spans = [entry.parsed.span for entry in entries if entry.parsed.span.source is entries[-1].parsed.span.source]
    return spans[0].source.text[spans[0].start : spans[-1].end]


def _joined(shapes: Sequence[Letters | None]) -> Letters | None:
    return None if None in shapes else frozenset().union(*(shape for shape in shapes if shape is not None))


def _all_letters(axes: Iterable[ast.Axis]) -> bool:
    return all(axis.variable and not axis.without and axis.within is None for axis in axes)


def _of_set(node: object) -> Letters | None:
    """The letters of a set of tensors, if its shape is made of letters alone."""
    if not isinstance(node, ast.TensorSet) or not node.shape.axes:
        return None
    axes = [sized.axis for sized in node.shape.axes]
    return frozenset(axis.name for axis in axes) if _all_letters(axes) else None


def _name_of_set(node: object) -> str:
    """`V`, for a set of which nothing else is said in its place."""
    plain = isinstance(node, ast.TensorSet) and node.base.kind == "named" and not node.shape.axes
    return node.base.text if plain and isinstance(node, ast.TensorSet) else ""


def _named(node: object) -> str | None:
    """`X`, or `D()` for `D(A)`."""
    match node:
        case ast.Symbol() if node.sub is node.sup is None:
            return node.full_name
        case ast.Juxtaposition(factors=(ast.Symbol() as name, ast.Group())):
            return f"{name.full_name}()"
    return None
