"""What is declared, defined or taken as an argument, and then not used: the wrong name stands in its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ntdoc.diagnostics import Diagnostic, Related
from ntdoc.nodes import walk
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.families import letters_in, neighbours, taken_apart
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.patterns import names_in, only_symbols, reached
from ntdoc.shapes.plan import Parameter
from ntdoc.shapes.session import Session
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.binding_ast import SetOf
from ntdoc.verification.lints.named import Named
from ntdoc.verification.lints.siblings import stands_in
from ntdoc.verification.words import goes_on, is_in_words

FEW = 9  # names in a list: of more, some may be for later
_IGNORED = ("ignor", "does not depend on", "do not depend on", "no use for")


class Unused:
    """What the statements of a document use, by binding and by name."""

    def __init__(self, session: Session, entries: Sequence[Entry], judged: list[Judged], named: Named) -> None:
        uses = (use.binding for notebook in notebooks(session, judged) for use in notebook.uses)
        self.bindings = {(b.entry.index, b.name) for b in uses if b is not None}
        self.families = set(session.members)
        self.judged, self.named, self.scope = judged, named, session.scope
        known = session.scope.by_name.items()
        self.tensors = {name for name, found in known if any(isinstance(b, Tensor | Declared) for b in found)}
        self.of_section: dict[int, list[Judged]] = {}
        self.defining = {j.role.entry.item for j in judged if j.kind is Kind.DEFINITION}
        self.unread: set[tuple[int, str]] = set()  # what may be names in what could not be read, by section
        self.texts: list[str] = []  # of what could not be read
        for entry in entries:
            if isinstance(entry.parsed, ast.Unread):
                self.texts.append("".join(entry.parsed.span.text.split()))
                self.unread |= {(entry.section, word) for word in re.findall(r"[A-Za-z]+", entry.parsed.span.text)}
        self.defined: dict[str, list[Entry]] = {}  # the definitions of each name
        for j in judged:
            if j.kind is Kind.DEFINITION and j.name is not None:
                self.defined.setdefault(j.name, []).append(j.role.entry)
            self.of_section.setdefault(j.role.entry.section, []).append(j)
            if j.unread is not None:
                here = j.role.entry
                self.texts.append("".join(here.parsed.span.text.split()))
                self.unread |= {(here.section, taken_apart(name).base) for name in names_in(here.parsed)}

    def of(self, judged: Judged) -> Iterator[Diagnostic]:
        """What one statement says, and nothing uses."""
        yield from self._missing(judged)
        yield from self._size(judged)
        yield from self._missing_in_words(judged)
        yield from self._missing_among(judged)
        yield from self._of_no_part(judged)
        if not _is_ignored(judged.span):
            yield from tuple(self._left_out(judged)) or self._replaced(judged)
        yield from self._passed_over(judged)

    def _missing(self, judged: Judged) -> Iterator[Diagnostic]:
        """A declaration beside a definition, or in a where-clause, says what a name is that stands there.

        A list of whole numbers may have some for what comes later: *`n, k \\in \\mathbb{N}`*.
        """
        entry = judged.role.entry
        if judged.kind is not Kind.DECLARATION or not entry.display or not (entry.where or entry.item in self.defining):
            return
        used = [declared for declared in judged.role.declares if self._is_used(declared.name, entry)]
        if used and all(d.domain is not None and d.domain.base.kind in ("naturals", "integers") for d in used):
            return
        for declared in judged.role.declares:
            if declared not in used or self._is_replaced(declared, judged):
                message = f"{declared.name} is declared beside a definition, and nothing uses it"
                yield Diagnostic("NT405", message, declared.span, label="not used")

    def _is_replaced(self, declared: Declared, judged: Judged) -> bool:
        """`X = W \\ndot{\\inp} Y + W` in the row that declares `W` and `b`, and nothing else has this `b`.

        The definition has no call of a member of a family, which might use it as one.
        """
        entry, name = judged.role.entry, declared.name
        subjects = entry.parsed.subjects if isinstance(entry.parsed, ast.Chain) else ()
        written = {"".join(s.span.text.split()) for s in subjects if isinstance(s, ast.Symbol) and s.full_name == name}
        if self.named.statements.get(name, set()) != {entry.index} or not written:
            return False
        if any(text in other for text in written for other in self.texts):
            return False
        row = [j for j in self.of_section[entry.section] if j.role.entry.row == entry.row]
        beside = {d.name for j in row if j.kind is Kind.DECLARATION for d in j.role.declares} - {name}
        made = [j for j in row if j.kind is Kind.DEFINITION and not isinstance(j.binding, Function)]
        if len(made) != 1 or made[0].unread is not None or len(beside) != 1:
            return False
        parsed = made[0].role.entry.parsed
        symbols = [part.full_name for part in walk(parsed) if isinstance(part, ast.Symbol)]
        calls = any(isinstance(b, Function) and letters_in(b.name) for s in symbols for b in self.scope.of_form(s))
        terms = (term for part in walk(parsed) if isinstance(part, ast.Sum) for _, term in part.terms)
        added = {term.full_name for term in terms if isinstance(term, ast.Symbol)}
        return not calls and any(symbols.count(other) > 1 for other in beside & added)

    def _of_no_part(self, judged: Judged) -> Iterator[Diagnostic]:
        """A where-clause defines a part of something, as `Y` of `f(X) = Y`, and nothing is made of it."""
        entry, name = judged.role.entry, judged.name
        if judged.kind is not Kind.DEFINITION or not entry.where or not entry.display or name is None:
            return
        if isinstance(judged.binding, Function) or self._is_used(name, entry) or goes_on(judged.span):
            return
        made_of = self._reached(names_in(entry.parsed), entry.run)
        beside = [j for j in self.of_section[entry.section] if j.role.entry.run == entry.run]
        parts = {j.name for j in beside if j.binding is not None}
        here = (j.binding for j in beside)
        whole = [b for b in here if isinstance(b, Function) and b.entry.index < entry.index]
        if any(self._reached(names_in(f.body), entry.run) & made_of & parts for f in whole):
            return  # it says more of a part that is used: `s = \sqrt v` beside `f(x) = x / \sqrt v`
        if any(made_of & {*f.letters} for f in whole) and not any(
            f.name in made_of or self._calls(entry, f) for f in whole
        ):
            message = f"{name} is defined in a where-clause, and nothing uses it"
            yield Diagnostic("NT405", message, judged.span, label="not used")

    def _calls(self, entry: Entry, function: Function) -> bool:
        """Whether an entry calls a member of a function, `\\text{pool}_2(X)`: then it is no part of it."""
        symbols = (part for part in walk(entry.parsed) if isinstance(part, ast.Symbol))
        return any(function in self.scope.of_form(symbol.full_name) for symbol in symbols)

    def _missing_in_words(self, judged: Judged) -> Iterator[Diagnostic]:
        """*The product of `x, y, z \\in S` is `x \\odot y \\odot y`*: `z` is used nowhere, and another stands twice."""
        entry, names = judged.role.entry, [declared.name for declared in judged.role.declares]
        if entry.display or len(names) < 3:
            return
        unused = [name for name in names if not self._is_used(name, entry, since=True)]
        if len(unused) != 1:
            return
        for other in self.of_section[entry.section]:
            if other.role.entry.sentence != entry.sentence or other.kind is not Kind.EXPRESSION:
                continue
            symbols = only_symbols(other.role.entry.parsed)
            twice = next((name for name in names if symbols.count(name) > 1), None)
            if twice is not None and len(symbols) == len(names) and {*names} - {*unused} == {*symbols}:
                span = next(d.span for d in judged.role.declares if d.name == unused[0])
                related = (Related(other.span, f"{twice} stands here twice"),)
                message = f"{unused[0]} is declared in this sentence, and nothing uses it"
                yield Diagnostic("NT405", message, span, label="not used", related=related)
                return

    def _missing_among(self, judged: Judged) -> Iterator[Diagnostic]:
        """`U^{\\text{i}}, U^{\\text{o}} \\in S`, and two rows of a display have the first, and none the other."""
        entry, declared = judged.role.entry, judged.role.declares
        kin = [(d, k) for d in declared for k in declared if d is not k and _are_kin(d.name, k.name)]
        for one, other in kin if len(declared) < FEW else ():
            places = self.named.statements[other.name] - {entry.index}
            if len(places) != 2 or self._is_used(one.name, entry):
                continue
            rows = [j for j in self.judged if j.role.entry.index in places and j.kind is Kind.DEFINITION]
            rows = [j for j in rows if j.role.entry.display]
            if len(rows) == 2 and rows[0].role.entry.item == rows[1].role.entry.item:
                related = tuple(Related(j.span, f"made of {other.name}") for j in rows)
                message = f"nothing uses {one.name}, and two rows use {other.name}"
                yield Diagnostic("NT405", message, one.span, label="not used", related=related)

    def _passed_over(self, judged: Judged) -> Iterator[Diagnostic]:
        """`X^2`, computed of `X^1`, is used by nothing, and in the row of `X^3` another name stands in its place."""
        entry, name = judged.role.entry, judged.name
        if judged.kind is not Kind.DEFINITION or name is None or not entry.display or self._is_used(name, entry):
            return
        for before, after in neighbours(name):
            rows = (j for j in self.of_section[entry.section] if j.kind is Kind.DEFINITION and j.name == after)
            later = next((j for j in rows if j.role.entry.item == entry.item), None)
            if later is None or entry.index not in self.named.statements.get(before, ()):
                continue
            if (found := stands_in(later, judged)) is not None:
                message = f"{name} is computed of {before}, and nothing uses it, not even {after}"
                related = (Related(found, f"{after}, which is computed of no {taken_apart(name).base}"),)
                yield Diagnostic("NT405", message, judged.span, label="not used", related=related)

    def _left_out(self, judged: Judged) -> Iterator[Diagnostic]:
        """`f(X; W, b) = W \\ndot{\\inp} X`, where `b` is declared with axes beside it and nothing there has it.

        An argument may be there for the sake of others that take as much, and be left out on purpose, unless another
        stands twice, so that one of the two is in its place.
        """
        function, entry = judged.binding, judged.role.entry
        if not isinstance(function, Function):
            return
        body = names_in(function.body)
        beside = [j for j in self.of_section[entry.section] if j.role.entry.run == entry.run and j is not judged]
        signed = judged.function is not None and judged.function.signature is not None  # so its parameters have shapes
        letters = function.extras if signed else (*function.parameters, *function.extras)
        symbols = [part.full_name for part in walk(function.body) if isinstance(part, ast.Symbol)]
        twice = any(symbols.count(parameter.full_name) > 1 for parameter in function.parameters)
        for symbol in letters if body.intersection(function.letters) else ():
            name = symbol.full_name
            named = {j.kind for j in beside if name in names_in(j.role.entry.parsed)}
            sets = (d.domain for j in beside for d in j.role.declares if d.name == name and d.domain is not None)
            told = named == {Kind.DECLARATION} and any(found.shape.axes for found in sets)
            if told and (twice or symbol in function.extras) and name not in self._reached(body):
                yield _not_dependent(function, symbol)

    def _replaced(self, judged: Judged) -> Iterator[Diagnostic]:
        """`f(X; W, b) = W \\ndot{\\inp} Y + b`, where `Y` is of another section: so `X` is meant."""
        function, entry = judged.binding, judged.role.entry
        if not isinstance(function, Function) or len(function.parameters) != 1 or not function.extras:
            return
        body = names_in(function.body)
        parts = (j for j in self.of_section[entry.section] if j.role.entry.run == entry.run and j is not judged)
        where = {name for j in parts if j.name in body for name in names_in(j.role.entry.parsed)}
        own = function.parameters[0].full_name
        if own in self._reached(body) | where or not body & {s.full_name for s in function.extras}:
            return
        if own not in self.tensors:  # `m(t; w) = X \ndot{\feat} w` may be the same for all
            return
        for part in (node for node in walk(function.body) if isinstance(node, ast.Symbol)):
            name = part.full_name
            if name in self.tensors and name not in function.letters and not self.named.is_near(name, entry):
                related = (Related(part.span, f"it depends on {name} instead"),)
                yield replace(_not_dependent(function, function.parameters[0]), related=related)
                return

    def _reached(self, names: Collection[str], run: int | None = None) -> set[str]:
        """Names, and what their definitions name, wherever they are, or in a run: in `f(X)` is the `b` of `f`."""
        defined = self.defined
        return reached(names, lambda name: (e.parsed for e in defined.get(name, ()) if run in (None, e.run)))

    def _is_used(self, name: str, at: Entry, since: bool = False) -> bool:
        """Whether anything but a statement itself has a name, or may have it because it cannot be read.

        If only what stands there `since` counts, what stands before it has another of this name.
        """
        used = (at.index, name) in self.bindings or at.index in self.families
        used = used or (at.section, taken_apart(name).base) in self.unread
        return used or (self.named.is_used_since(name, at) if since else self.named.is_used(name, at))

    def _size(self, judged: Judged) -> Iterator[Diagnostic]:
        """The size of an axis is stated beside a definition, or stands in one, and nothing near has that axis.

        Words may: *`G` is the sum of the gradients over a batch*, then `G / |\\batch|`.
        """
        entry = judged.role.entry
        stated = judged.kind is Kind.CONSTRAINT and entry.item in self.defining
        inside = judged.kind is Kind.DEFINITION and judged.value is not None and bool(judged.value.shape)
        if not entry.display or not (stated or inside):
            return
        own = set() if stated else _axes_of(judged)
        for part in walk(entry.parsed):
            if not isinstance(part, ast.Size) or len(part.axes) != 1 or part.axes[0].variable:
                continue
            axis = part.axes[0].name
            later = stated and not entry.where
            later = later and not any(self.named.is_near(name, entry) for name in names_in(entry.parsed))
            beside = self.named.is_axis_beside(axis, entry, everywhere=later)
            if not (axis in own or beside or is_in_words(axis, part.span) or self._is_needed(axis, judged)):
                where = "is stated beside" if stated else "stands in"
                message = f"the size of `{axis}` {where} a definition, and nothing there has this axis"
                yield Diagnostic("NT405", message, part.span, label="an axis of nothing here")

    def _is_needed(self, axis: str, judged: Judged) -> bool:
        """Whether what a statement is made of has an axis, or another of its section."""
        made_of = self._reached(names_in(judged.role.entry.parsed))
        others = (k for k in self.judged if k is not judged)
        near = (k for k in others if k.role.entry.section == judged.role.entry.section or k.name in made_of)
        return any(axis in _axes_of(k) for k in near)


def _axes_of(judged: Judged) -> set[str]:
    """The axes that a statement names, but for those of which it takes the size, and those of what it uses."""
    parts = list(walk(judged.role.entry.parsed))
    sizes = {id(axis) for part in parts if isinstance(part, ast.Size) for axis in part.axes}
    named = {part.name for part in parts if isinstance(part, ast.Axis) and id(part) not in sizes}
    used = [use.typed.shape for n in judged.notebooks for use in n.uses if use.typed is not None]
    own = [judged.value.shape] if judged.value is not None else []
    parameters = judged.function.shapes.values() if judged.function is not None else ()
    return named.union(*(shape or {} for shape in (*used, *own, *parameters)))


def notebooks(session: Session, judged: list[Judged]) -> Iterator[Notebook]:
    """What checking found out, but of the declarations themselves."""
    yield from (j.notebook for j in judged if j.kind is not Kind.DECLARATION)
    yield from (definition.notebook for definition in session.definitions.values())
    yield from (function.notebook for function in session.functions.values())
    yield from (notebook for _, notebook, _ in session.bodies.values())


def parameters(judged: Judged) -> Iterator[Diagnostic]:
    """A parameter with axes of its own, of which a body that computes something of the others knows nothing."""
    function = judged.function
    plan = judged.value.plan if judged.value is not None else None
    if function is None or function.signature is None or plan is None or not isinstance(judged.binding, Function):
        return
    there = {part.name for part in walk(plan) if isinstance(part, Parameter)}
    if not there or isinstance(plan, Parameter):
        return
    for symbol in judged.binding.parameters:
        unused = symbol.full_name not in there and function.shapes.get(symbol.full_name)
        if unused and not _is_ignored(judged.span):
            yield _not_dependent(judged.binding, symbol)


def bound(judged: Judged) -> Iterator[Diagnostic]:
    """`\\max \\{X_{\\ax(j)} \\mid i \\in I\\}`: an index runs over a set, and the entries in it have not got it.

    Of what has no index, as a loss `E` for all `X \\in S`, it may be a part that is defined elsewhere.
    """
    for part in walk(judged.role.entry.parsed):
        if not isinstance(part, SetOf) or len(part.conditions) != 1:
            continue
        if not any(isinstance(inner, ast.Index) for inner in walk(part.body)):
            continue
        chain = part.conditions[0]
        if len(chain.subjects) != 1 or len(chain.rest) != 1 or chain.rest[0][0].kind != "in":
            continue
        letters, said = (set(re.findall(r"[A-Za-z]+", node.span.text)) for node in (part.body, chain.rest[0][1]))
        subject = chain.subjects[0]
        if isinstance(subject, ast.Symbol) and subject.full_name.isalpha() and not {subject.full_name, *said} & letters:
            message = f"{subject.full_name} runs over {chain.rest[0][1].span.text}, and nothing in the set has it"
            yield Diagnostic("NT405", message, subject.span, label="not used")


def _are_kin(one: str, other: str) -> bool:
    """Whether two names have one base and other scripts, none of which is the number of a member."""
    first, second = taken_apart(one), taken_apart(other)
    labels = (*first.parts, *second.parts)
    return first.form == second.form and not any(c.isdigit() for text in labels for c in text)


def _is_ignored(span: Span) -> bool:
    """Whether the words near a formula say that something is left out on purpose."""
    return any(is_in_words(word, span) for word in _IGNORED)


def _not_dependent(function: Function, symbol: ast.Symbol) -> Diagnostic:
    message = f"{function.name} does not depend on its parameter {symbol.full_name}"
    return Diagnostic("NT405", message, symbol.span, label="not used")
