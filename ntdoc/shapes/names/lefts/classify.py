"""What each statement does: the bindings it makes and the kind it is (language page, “From page to statements”).

Statements are taken in document order, so that whether a left side is new can be told from what stands before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ntdoc.operations.table import lookup
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Declared, Function, Signed, Solved, Tensor
from ntdoc.shapes.document.conditions import cases
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.document.said import kinds
from ntdoc.shapes.functions import operators
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.families import common_value
from ntdoc.shapes.names.families.lists import declaring
from ntdoc.shapes.names.in_places import plain_conclusions
from ntdoc.shapes.names.in_places.cases_of_tensors import case_of_tensor
from ntdoc.shapes.names.in_places.consequences import is_obeyed
from ntdoc.shapes.names.in_places.entries_meant import in_a_case, is_selection
from ntdoc.shapes.names.in_places.own_cases import in_its_sentence
from ntdoc.shapes.names.lefts import inverted, lefts, powers
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.names.numbers import bounded, numeric, vectors
from ntdoc.shapes.names.ranges.labels import is_heading, is_of_labels
from ntdoc.shapes.names.restated import in_itself, known, made_of_it, solved_for
from ntdoc.shapes.names.restated.increments import is_increment
from ntdoc.shapes.names.sizes import about_sizes
from ntdoc.shapes.patterns import (
    bounded_below,
    counted_to,
    is_update,
    letter_or_size,
    letters,
    names_in,
    operands,
    signs,
    unbracketed,
)
from ntdoc.shapes.samples import constraints, distributions, standardized
from ntdoc.shapes.samples.constrained import Supposition
from ntdoc.shapes.scope import Scope
from ntdoc.source import Span
from ntdoc.syntax import ast, binding_ast
from ntdoc.syntax.symbols import GREEK


@dataclass(slots=True)
class Classifier:
    """Fills a scope, entry by entry."""

    scope: Scope
    later: dict[str, list[int]] = field(default_factory=dict)
    sizes: set[str] = field(default_factory=set)  # the `n` of `\\ax[n]`
    counted: set[str] = field(default_factory=set)  # the `n` of `|\\ax| = n`
    slices: dict[int, tuple[str, binding_ast.Slices]] = field(default_factory=dict)  # tensors given part by part
    recurrences: dict[int, Tensor] = field(default_factory=dict)  # of which tensor an equation is a part
    implicit: frozenset[int] = frozenset()  # equations of a name in itself, before its definition
    solved: dict[int, Solved] = field(default_factory=dict)
    conditions: set[Span] = field(default_factory=set)  # of equations in sentences of letters that are nothing else
    of_cases: dict[int, set[str]] = field(default_factory=dict)  # of sentences: *if `w = 0`*
    counting: frozenset[tuple[int, str]] = frozenset()  # declarations of sizes as numbers, see counts
    bound: frozenset[tuple[int, str]] = frozenset()  # names of which the text supposes an equation, with the section
    replaced: dict[int, set[str]] = field(default_factory=dict)  # what a sentence changes, *if `f(x) = x`*
    by_parts: frozenset[int] = frozenset()  # displays `f(X) = E` with a clause that is made of `X`

    def classify(self, entry: Entry) -> Role:
        parsed = entry.parsed
        if isinstance(parsed, ast.Unread):
            return Role(entry, Kind.EXPRESSION)
        if isinstance(parsed, ast.Signature):
            return self._signature(entry, parsed)
        if not parsed.rest:
            return self._expression(entry, parsed)
        if not entry.display:
            new = (c for c in parsed.conditions if not any(self.scope.tensor(n, entry) for n in names_in(c)))
            self.conditions.update(c.span for c in new)
        subject, (relation, right) = parsed.subjects[0], parsed.rest[0]
        records = isinstance(right, ast.TensorSet) and right.base.kind == "records"
        if records or isinstance(subject, binding_ast.ShapeSet):
            self.scope.suppositions.append(Supposition(parsed, entry))
            return Role(entry, Kind.CONSTRAINT, mention=not entry.display)
        if relation.kind == "in" and isinstance(right, ast.TensorSet):
            return self._membership(entry, parsed, right)
        if relation.kind == "subset" and isinstance(right, ast.TensorSet) and isinstance(subject, ast.Symbol):
            self.scope.suppositions.append(Supposition(parsed, entry))
            return Role(entry, Kind.CONSTRAINT, subject.full_name)
        if drawn := [s for s in distributions.subjects(parsed) if self.is_unknown(s.full_name, entry)]:
            shapeless = [Declared(s.full_name, distributions.domain(parsed, (), s), "", entry, s.span) for s in drawn]
            for declared in shapeless:
                self.scope.add(declared)
            return Role(entry, Kind.CLAIM, declares=tuple(shapeless))
        if relation.kind == "range":
            return Role(entry, Kind.CONSTRAINT)
        if len(parsed.subjects) > 1:
            return self._order(entry, parsed) if relation.kind in ("gt", "lt", "ge", "le") else Role(entry, Kind.CLAIM)
        entry = replace(entry, worded=False) if entry.sentence in self.replaced else entry  # a formula is the condition
        if relation.kind == "eq" and common_value.is_supposed(subject, self.scope, right, entry):
            return self._tensor(replace(entry, local=True, worded=False, case=True), parsed, subject, right, (), None)
        if relation.kind == "eq" and (name := case_of_tensor(self.scope, entry, subject, right)) is not None:
            self.replaced.setdefault(entry.sentence, set()).add(name.full_name)
            return self._tensor(replace(entry, local=True, worded=False), parsed, name, right, (), None)
        if relation.kind == "eq" and (case := lefts.case(self, entry, subject, parsed)) is not None:
            self.replaced.setdefault(entry.sentence, set()).add(case.name)
            return self._function(case)
        gives = entry.display or entry.gives or known.is_part(self.recurrences.get(entry.index))
        about = lefts.known(self, entry, subject)
        if (entry.worded or entry.mistaken or (parsed.conditions and not gives)) and about:
            own = known.is_declared_beside(self.scope, about, entry)  # else it need not hold of the samples
            return (self._constraint(entry, parsed) if own else None) or Role(entry, Kind.CLAIM)
        if relation.kind in ("eq", "define", "update"):
            return self._equation(entry, parsed, subject, right, relation)
        if relation.kind in ("gt", "lt", "ge", "le"):
            return self._order(bounded.as_enclosed(self.scope, parsed, entry), parsed)
        is_number = relation.kind == "approx" and isinstance(right, ast.Number)
        if is_number and about_sizes.is_about_sizes(self.scope, (subject,), entry):
            return Role(entry, Kind.CONSTRAINT, mention=not entry.display)  # samples are smaller
        return Role(entry, Kind.CLAIM)

    def _function(self, function: Function) -> Role:
        self.scope.add(function)
        return Role(function.entry, Kind.DEFINITION, function.name, function)

    def is_said(self, name: str, entry: Entry) -> bool:
        said = self.scope.tensor(name, entry) is not None or bool(self.scope.function(name, entry))
        return said or bool(declaring(self.scope, name, entry))

    # --- declarations and signatures ---

    def _signature(self, entry: Entry, parsed: ast.Signature) -> Role:
        symbol = parsed.subject
        if isinstance(symbol, ast.Juxtaposition) and isinstance(symbol.factors[0], ast.Symbol):
            symbol = symbol.factors[0]  # \nfun{\ax}{softmax} \mathord- : …
        if (operator := operators.signed(symbol, parsed, entry)) is not None:
            self.scope.add(operator)
            return Role(entry, Kind.SIGNATURE, operator.name)
        if not isinstance(symbol, ast.Symbol):
            return Role(entry, Kind.SIGNATURE)  # of an operator
        axes = tuple(a.name for a in symbol.axes)
        if symbol.sup is not None and symbol.sup.axes and self.scope.function(symbol.name, entry):
            return Role(entry, Kind.SIGNATURE)  # of the lift of a function, which lifting gives anyway
        self.scope.add(Signed(symbol.full_name, axes, parsed, entry, parsed.span))
        return Role(entry, Kind.SIGNATURE, symbol.full_name)

    def _membership(self, entry: Entry, parsed: ast.Chain, right: ast.TensorSet) -> Role:
        if is_of_labels(parsed):
            return Role(entry, Kind.CONSTRAINT, mention=not entry.display)
        known.note_functions(self.scope, parsed, entry)
        symbols = [s if isinstance(s, ast.Symbol) and not s.axes else None for s in parsed.subjects]
        names = [None if s is None or powers.is_in_set(self, s, entry, right) else s.full_name for s in symbols]
        new = [n for n in names if n is not None and self._is_free(n, entry, right)]
        if new:
            declared = []
            for symbol, name in zip(parsed.subjects, names, strict=True):
                if name is None or name not in new:
                    continue
                sign = bounded.sign_of(entry, right, len(names))
                at = replace(entry, local=True) if known.is_supposed_anew(self.scope, name, entry) else entry
                declared += [Declared(name, right, sign, at, symbol.span.to(right.span))]
                self.sizes |= names_in(tuple(sized.size for sized in right.shape.axes))
                if (entry.index, name) in self.counting:
                    self.sizes.add(name)
                else:
                    self.scope.add(declared[-1])
                for said in constraints.in_words(declared[-1]):
                    constraints.note(self.scope, said)
            if len(new) == len(names):
                return Role(entry, Kind.DECLARATION, names[0], declares=tuple(declared))
        return Role(bounded.as_order(entry, parsed, right), Kind.CLAIM)  # of those that are not new

    def _is_free(self, name: str, entry: Entry, right: ast.TensorSet) -> bool:
        """Whether nothing in the section gives the name a value, so that a membership declares it.

        *If `A ∈ S` is the example above* speaks of the `A` above, when that has the shape S."""
        if not isinstance(found := self.scope.tensor(name, entry), Tensor):  # *`X` has shape `S`*: of the `X` at hand
            return found is None or not entry.again or not (found.entry.section == entry.section or entry.recalls)
        if found.entry.section == entry.section:
            here = (b.entry.parsed for b in self.scope.by_name[name] if b.entry.section == entry.section)
            if known.is_letter(self.scope, name, entry) or (entry.where and all(map(is_update, here))):
                return True  # `m \leftarrow \beta m + g` or `f(m) = …`, *where `m \in S`*
            others = (known.is_unsaid, known.is_another) if not entry.again else ()
            return any(is_other(self.scope, found, right, entry) for is_other in others)
        if entry.recalls or known.is_the_same(self.scope, found, right, entry):
            return False
        return not (entry.local and known.axes_said(self.scope, found) == {s.axis.name for s in right.shape.axes})

    def _order(self, entry: Entry, parsed: ast.Chain) -> Role:
        """`\\epsilon > 0`: a property of a free name; of anything else a claim."""
        if parsed.span in self.conditions:  # *`f(z) = z` for `z > 0`*
            return Role(entry, Kind.CONSTRAINT)
        symbols = [o for o in operands(parsed) if isinstance(o, ast.Symbol)]
        concluded = bounded.is_concluded(self.scope, parsed, self.sizes, entry)
        plain = concluded or plain_conclusions.is_of_plain(self.scope, entry, parsed)
        if plain or any(powers.is_power(self, symbol, entry) for symbol in symbols):
            return Role(replace(entry, concludes=True) if concluded else entry, Kind.CLAIM)
        sizes = about_sizes.known(self.scope, symbols, self.sizes, entry)
        self.scope.limited.setdefault(counted_to(parsed, sizes) or "", []).append(entry)
        if any(known.is_of_function(self.scope, s.full_name, entry) for s in symbols):
            return Role(entry, Kind.CONSTRAINT, mention=True)
        given = [b for s in symbols if (b := numeric.value_before(self.scope, s.full_name, entry)) is not None]
        of_root = powers.is_of_root(self, parsed, entry)
        if of_root or (given and not bounded.names_anew(self.scope, parsed, entry)):
            return Role(entry, Kind.CONSTRAINT if of_root or entry.bounds else Kind.CLAIM)
        declared: list[Declared] = []
        for name, sign in signs(parsed):
            if name in self.sizes and self.scope.tensor(name, entry) is None:
                return Role(entry, Kind.CONSTRAINT, name)  # `n > 0` of a size
            declared.append(bounded.of_sign(self.scope, name, sign, entry))
        declared = declared or bounded.by_numbers(self.scope, parsed, entry)
        if not declared:
            if below := bounded_below(parsed):
                self.scope.bounded.setdefault(below[0], []).append((entry, below[1]))
            return Role(entry, Kind.CONSTRAINT if bounded.is_limit(self.scope, parsed, entry) else Kind.CLAIM)
        for d in declared:
            self.scope.add(d)
        return Role(entry, Kind.CONSTRAINT, declared[0].name, declares=tuple(declared))

    # --- equations ---

    def _equation(
        self, entry: Entry, parsed: ast.Chain, subject: ast.Operand, right: ast.Operand, relation: ast.Relation
    ) -> Role:
        if (whole := self.recurrences.get(entry.index)) is not None:
            if entry is whole.entry:
                self.scope.add(whole)
            self._declare(entry, *(operand for _, operand in parsed.rest[-2:]))
            return Role(entry, Kind.DEFINITION, whole.name, whole)
        sides = operands(parsed)
        equal = next((i for i, (r, _) in enumerate(parsed.rest) if r.kind != "eq"), len(parsed.rest))
        ordered = {r.kind for r, _ in parsed.rest[equal:]} <= {"lt", "le", "gt", "ge", "approx", "drawn", "other"}
        ordered = ordered and not isinstance(subject, ast.Symbol)
        about = ordered and about_sizes.is_about_sizes(self.scope, sides[: equal + 1], entry)
        if about and about_sizes.is_between(sides, entry):
            return Role(entry, Kind.CONSTRAINT, mention=True)
        supposed = about_sizes.is_supposed(self.scope, parsed, self.sizes, entry)
        if about or supposed or about_sizes.is_named_size(self.scope, parsed, entry):
            if cases.is_taken(entry) and isinstance(right, ast.Number):  # *for `|\\ax| = 1` it is …*
                self.of_cases.setdefault(entry.sentence, set())
            self.counted |= names_in(sides[: equal + 1])  # `|\\rank| = r \\le n` says that r is a size
            return Role(about_sizes.held(entry, supposed, self.of_cases), Kind.CONSTRAINT, sizes=sides[: equal + 1])
        constraint = None if isinstance(right, ast.TensorSet) else self._constraint(entry, parsed)
        if constraint is not None or isinstance(right, ast.TensorSet):
            return constraint or Role(entry, Kind.CLAIM)
        right = vectors.of_name(self.scope, subject, right, entry)
        stated = next((o for r, o in parsed.rest if r.kind == "in" and isinstance(o, ast.TensorSet)), None)
        if is_increment(self.scope, subject, parsed, entry, self.later_in_run):
            return Role(entry, Kind.CONSTRAINT, mention=not entry.display)
        if isinstance(subject, ast.Symbol) and not subject.axes:
            solved = solved_for.is_noted(self.scope, self.solved.get(entry.index), entry)
            if solved or powers.is_transpose(self, subject, entry):
                return Role(entry, Kind.CLAIM)
            if in_itself.is_sought(self.scope, subject, right, entry):
                return Role(replace(entry, sought=True), Kind.CLAIM)
            if (root := powers.root(self, entry, parsed, subject, right)) is not None:
                return self._tensor(entry, parsed, subject.replace(sup=None), root, (), stated)
            of_root = powers.is_number_of_root(self, subject.full_name, right, entry)
            if of_root or powers.equates(self, subject, entry, right):
                return Role(replace(entry, worded=True) if of_root else entry, Kind.CLAIM)
            if solved_for.is_given(subject.full_name, right, entry, self.scope):
                return self._tensor(entry, parsed, subject, right, (), stated)
            if is_obeyed(self.scope, subject.full_name, right, entry):
                return Role(replace(entry, assumed=False), Kind.CLAIM)
            spoken = known.is_spoken_of(self.scope, subject.full_name, right, entry)
            sought = entry.index in self.implicit and lefts.is_only_declared(self.scope, subject.full_name, entry)
            if spoken or sought or lefts.is_of_case(self, subject.full_name, right, entry):
                return Role(entry, Kind.CLAIM)
            if relation.kind != "update" and known.is_case(self.scope, subject.full_name, right, entry):
                self.of_cases.setdefault(entry.sentence, set()).add(subject.full_name)
                return Role(replace(entry, worded=True), Kind.CLAIM)
            if known.is_gloss(self.scope, subject.full_name, right, entry):
                return Role(replace(entry, worded=True), Kind.CLAIM)
            if entry.display and entry.supposed and known.is_there(self.scope, subject.full_name, entry):
                return Role(entry, Kind.CLAIM)
            if relation.kind == "eq" and (
                made_of_it.is_used_by(self.scope, subject.full_name, right, entry)
                or known.is_any(self.scope, subject.full_name, right, entry)
                or known.is_of_itself(self.scope, subject.full_name, right, entry)
            ):
                return Role(made_of_it.as_supposed(entry), Kind.CLAIM)
            if (beside := lefts.named_beside(self, entry, parsed)) is not None:
                self.scope.add(beside[0])
                parsed = beside[1]
                right, entry = parsed.rest[0][1], replace(entry, parsed=parsed)
            return self._tensor(entry, parsed, subject, right, (), stated)
        if isinstance(subject, ast.Index) and (indices := letters(subject)) is not None:
            symbol = unbracketed(subject.body)
            if isinstance(symbol, ast.Symbol) and not symbol.axes and self._may_define(symbol.full_name, entry, right):
                shown = not entry.display or entry.theorem
                if shown and known.is_conclusion(self.scope, symbol.full_name, right, entry):
                    return Role(entry, Kind.CLAIM)
                if is_selection(self.scope, symbol.full_name, right, entry):
                    return Role(replace(entry, worded=True), Kind.CLAIM)
                return self._tensor(in_a_case(self.scope, symbol, right, entry), parsed, symbol, right, indices, stated)
        if (inner := inverted.name_of(subject, right)) is not None and inverted.is_free_here(
            self, inner[0], right, entry
        ):
            return self._tensor(entry, parsed, *inner, (), stated)
        if entry.index in self.slices and self._may_define(self.slices[entry.index][0], entry):
            name, body = self.slices[entry.index]
            self.scope.add(tensor := Tensor(name, body, (), None, entry, subject.span.to(right.span)))
            return Role(entry, Kind.DEFINITION, name, tensor)
        if (pattern := lefts.function(self, entry, subject, parsed)) is not None:
            of_part = known.is_of_part(self.scope, pattern, entry)
            pattern = in_its_sentence(self.scope, pattern, entry, {} if of_part else self.replaced)
            return Role(entry, Kind.CLAIM) if of_part else self._function(pattern)
        if (
            isinstance(right, ast.Symbol)
            and not right.axes
            and relation.kind == "eq"
            and (lefts.is_call(self, subject, entry) or isinstance(subject, ast.Derivative))
            and self.is_new(right.full_name, entry)
            and right.full_name not in self.sizes | self.counted
            and not powers.is_power_of_known(self, right, entry)
            and right.full_name not in made_of(self.scope, names_in(subject), entry)
            and not known.is_part_of(self.scope, right, subject, entry)
        ):
            tensor = Tensor(right.full_name, subject, (), stated, entry, right.span)
            self.scope.add(tensor)  # f(X) = Y, with f known: this is what Y is
            return Role(entry, Kind.DEFINITION, tensor.name, tensor)
        replaced = relation.kind == "define" and isinstance(subject, ast.Derivative)  # by an estimate
        worded = entry.worded or replaced or known.is_of_a_row(self.scope, subject, entry)
        assumed = entry.assumed or standardized.is_listed(self.scope, parsed, entry)
        return Role(replace(entry, worded=worded, assumed=assumed), Kind.CLAIM)

    def _tensor(
        self,
        entry: Entry,
        parsed: ast.Chain,
        symbol: ast.Symbol,
        right: ast.Operand,
        indices: tuple[tuple[ast.Axis, ast.Symbol], ...],
        stated: ast.TensorSet | None,
    ) -> Role:
        span = parsed.subjects[0].span.to(right.span)
        self._declare(entry, right, stated)
        along = {axis.name for axis, _ in indices}
        of_entry = stated is not None and indices and along.isdisjoint(s.axis.name for s in stated.shape.axes)
        tensor = Tensor(symbol.full_name, right, indices, None if of_entry else stated, entry, span)
        if not (entry.cell and parsed.rest[0][0].kind == "update"):  # what one row of a table does is not done
            self.scope.add(tensor)
        return Role(entry, Kind.DEFINITION, tensor.name, tensor)

    def _declare(self, entry: Entry, right: ast.Operand, stated: ast.Operand | None = None) -> None:
        if isinstance(stated, ast.TensorSet) and isinstance(right, ast.Symbol) and self.is_new(right.full_name, entry):
            before = replace(entry, index=entry.index - 1)  # so that `Y = X \\in S` sees its `X`
            self.scope.add(Declared(right.full_name, stated, "", before, right.span.to(stated.span)))

    def _may_define(self, name: str, entry: Entry, right: ast.Operand | None = None) -> bool:
        """Whether entries may define a tensor: not if its section gives it a value as a whole already.

        What the *where* of one row says is about that row. What is made of its entries says something of them.
        """
        found = self.scope.tensor(name, entry)
        if right is not None and name in names_in(right) and found is not None and found.entry.index < entry.index:
            return False
        if not isinstance(found, Tensor) or lefts.is_elsewhere(self, found, entry):
            return True
        return kinds.is_elsewhere(found.entry, entry)

    def is_unknown(self, name: str, entry: Entry) -> bool:
        return self.scope.tensor(name, entry) is None and self.scope.where_parameter(name, entry) is None

    def is_new(self, name: str, entry: Entry) -> bool:
        return self.is_unknown(name, entry) and not self.later_in_run(name, entry)

    def later_in_run(self, name: str, entry: Entry) -> bool:
        return entry.run in self.later.get(name, ())

    def _constraint(self, entry: Entry, parsed: ast.Chain) -> Role | None:
        """An equation that says from where a free tensor is drawn."""
        if plain_conclusions.is_of_plain(self.scope, entry, parsed):
            return None
        found = next(filter(None, (said(self.scope, entry, parsed) for said in constraints.ALL)), ())
        for constraint in found:
            constraints.note(self.scope, constraint)
        return Role(entry, Kind.CONSTRAINT, found[0].name) if found else None

    def _expression(self, entry: Entry, parsed: ast.Chain) -> Role:
        subject = parsed.subjects[0]
        if entry.scalar and isinstance(subject, ast.Symbol) and subject.sup is not None:
            function = lookup(subject.name) is not None and subject.name not in GREEK
            if isinstance(subject.sup.expr, ast.Number) and not (self.scope.of_form(subject.full_name) or function):
                subject = subject.replace(sup=None)  # "a variance `\\sigma^2`"
        follows = entry.scalar == "quantity" and entry.run in self.later.get(letter_or_size(subject), ())  # `p: p = …`
        single = entry.scalar and not (follows or vectors.is_of_equal_entries(self.scope, subject, entry))
        single = single and not bounded.is_power_of_number(self.scope, subject, entry)
        if single and isinstance(subject, ast.Symbol) and not (subject.axes or self.is_said(subject.full_name, entry)):
            declared = bounded.said_number(subject.full_name, subject.span, entry)
            self.scope.add(declared)
            return Role(entry, Kind.DECLARATION, declared.name, declares=(declared,), mention=True)
        if (named := bounded.mentioned(subject, entry)) is not None:
            self.scope.mention(named.full_name, entry)
        trivial = isinstance(subject, known.SAYING_NOTHING)
        if isinstance(subject, ast.Sum) and len(subject.terms) == 1:  # a signed number alone says nothing
            trivial = isinstance(subject.terms[0][1], ast.Number)
        heads = entry.display and is_heading(subject, {*self.scope.by_name, *self.later}, entry.piece.words)
        return Role(entry, Kind.EXPRESSION, mention=heads or (trivial and not entry.display))
