"""One document being checked: its scope, and what its definitions have been found to be, each worked out once."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.operations.table import CONSTANTS, lookup
from ntdoc.shapes.bindings import Binding, Declared, Function, Signed, Tensor, is_own
from ntdoc.shapes.calculus.losses import Losses
from ntdoc.shapes.calculus.refusals import Superseded
from ntdoc.shapes.chances.laws import Laws
from ntdoc.shapes.defined import Definition
from ntdoc.shapes.document.conditions.made_precise import is_made_precise, is_said_equal
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import NO_SHAPES, Environment, Notebook, Shapes
from ntdoc.shapes.expressions import combine, indexing, infer
from ntdoc.shapes.expressions.combine import poison, report
from ntdoc.shapes.families import NONE, Indices, Value, letters_in, restricted
from ntdoc.shapes.functions.circles import Circular, between, circle, sought
from ntdoc.shapes.functions.drawn import drawn_shapes
from ntdoc.shapes.functions.functions import Checked, check_definition, result_shape, signature_axes
from ntdoc.shapes.names import of_each, values
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.in_places import supposed
from ntdoc.shapes.names.lefts.words import Words
from ntdoc.shapes.names.numbers import numeric, uniform, vectors
from ntdoc.shapes.names.ranges.ranges import Ranges
from ntdoc.shapes.names.restated import renewed
from ntdoc.shapes.names.restated.namesakes import Namesakes
from ntdoc.shapes.names.sizes import named_sizes
from ntdoc.shapes.names.undeclared import undeclared
from ntdoc.shapes.patterns import is_update
from ntdoc.shapes.plan import Defined, Plan, ShapeOf
from ntdoc.shapes.samples import configured, size_orders, sizes_in_cases, visible
from ntdoc.shapes.samples.beside import size_of_end, sizes_beside
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.sizes import Equations, Size, default_size, number
from ntdoc.shapes.stated import StatedSize
from ntdoc.shapes.typed import Typed, shape_text
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable


@dataclass(slots=True)
class Session:
    """What is known of one document."""

    scope: Scope
    sizes: list[StatedSize] = field(default_factory=list)
    size_orders: list[size_orders.SizeOrder] = field(default_factory=list)
    ranges: Ranges = field(default_factory=lambda: Ranges((), Scope()))
    words: Words = field(default_factory=lambda: Words((), Scope()))
    losses: Losses = field(default_factory=lambda: Losses((), Scope()))
    laws: Laws = field(default_factory=Laws)  # how what is random is distributed
    namesakes: Namesakes = field(default_factory=lambda: Namesakes((), Scope()))
    definitions: dict[object, Definition] = field(default_factory=dict)
    functions: dict[int, Checked] = field(default_factory=dict)
    pending: set[object] = field(default_factory=set)
    unsigned: set[int] = field(default_factory=set)  # definitions that a signature before them is not about
    circular: set[object] = field(default_factory=set)
    place: Entry | None = None  # from where definitions are read, if not from where they stand
    turned: bool = False  # inverses of what is drawn have the two axes of their matrix in each other's place
    computes: bool = False  # a definition has the axes of its right side, whatever axes it is said to have
    supposed: dict[int, Typed] = field(default_factory=dict)  # what first members are while recurrences are tried
    bodies: dict[object, tuple[Typed, Notebook, dict[str, ShapeOf | None]]] = field(default_factory=dict)
    written_sizes: dict[str, list[Entry]] = field(default_factory=dict)  # the `n` of declarations with `\\ax[n]`
    axis_spellings: dict[str, str] = field(default_factory=dict)
    names_axes: bool = False  # other than by words in shapes, which are sizes in ordinary notation
    ends: Mapping[tuple[int, int, str], ast.Expr] = field(default_factory=dict)  # of indices, see ends
    passing: Set[int] = frozenset()  # see in_passing
    models: Set[int] = frozenset()  # of these, see several_models
    sorted_sizes: dict[int, visible.Stated] = field(default_factory=dict)  # the first so many
    seen: dict[tuple[int, ...], Equations] = field(default_factory=dict)  # what sets of stated sizes say
    varying: dict[int, tuple[object, object, object]] = field(default_factory=dict)  # see calculus
    surroundings: dict[int, tuple[Equations, tuple[tuple[Size, Size], ...], dict[str, Value], dict[str, Size]]] = field(
        default_factory=dict
    )
    members: dict[int, dict[str, Typed]] = field(default_factory=dict)  # of declared families, those that are used
    parts: dict[Plan, str] = field(default_factory=dict)  # what a where-clause calls a part of the body of a function

    # --- where an expression stands ---

    def environment(self, at: Entry) -> Environment:
        """A fresh environment, with the sizes that are stated where an entry stands."""
        if at.index not in self.surroundings:
            equations = self._stated(at)
            size_orders.add(self, at, equations)
            sizes_in_cases.add(self.scope, at, equations)
            for letter, value in self.ranges.ends(at):
                equations.suggest(size_of_end(self, letter, at), number(value))
            beside: dict[str, Size] = {}
            self.surroundings[at.index] = (equations, self._said(at), self.indices_at(at), beside)
            beside |= sizes_beside(self, at)  # of definitions, which may be read at this very place
        equations, said, indices, beside = self.surroundings[at.index]
        return Environment(at, Notebook(equations.copy(), said=said), indices=indices, sizes=beside)

    def indices_at(self, at: Entry) -> dict[str, Value]:
        """The values of index letters where an entry stands; those of a family of functions beside it are left open."""
        found = self.ranges.indices(at)
        beside = (letters_in(f.name) for f in self.scope.functions_in_run(at) if found)
        return restricted(found, frozenset().union(*beside))

    def open_indices(self, function: Function, call: Environment | None = None) -> dict[str, Value]:
        """The values of index letters in a function, without those of its own name: each call gives them.

        So it gives those that the body leaves open: `F(x) = x v_t` is of the same `t` as the call, where that runs over
        the same.
        """
        found = dict(self.ranges.indices(function.entry))
        if call is not None:
            found |= self.ranges.in_common(call.indices, function.entry, call.at)
        return restricted(found, letters_in(function.name))

    def stated(self) -> visible.Stated:
        """The sizes that are stated, sorted; made anew where more has been stated."""
        count = len(self.sizes)
        if count not in self.sorted_sizes:
            self.sorted_sizes[count] = visible.Stated(self.sizes)
        return self.sorted_sizes[count]

    def visible_sizes(self, at: Entry, every: bool = False) -> list[StatedSize]:
        """The stated sizes visible from an entry, before it and in its run; the latest first, for it wins."""
        stated = self.stated()
        sizes = stated.every if stated.has_large and (every or configured.is_of_sizes(self, at)) else stated.small
        return sizes.seen(at, self.passing)

    def _stated(self, at: Entry) -> Equations:
        """The sizes that displays state; many entries see the same."""
        visible = [stated for stated in self.visible_sizes(at) if stated.entry.display]
        key = tuple(map(id, visible))
        if key not in self.seen:
            equations = Equations()
            for stated in visible:
                for one, other in stated.pairs:
                    equations.unify(one, other, stated=True)
            self.seen[key] = equations
        return self.seen[key].copy()

    def _said(self, at: Entry) -> tuple[tuple[Size, Size], ...]:
        """The sizes that prose states, often only as an example, and the letters of a real model."""
        prose = (stated for stated in self.visible_sizes(at) if not stated.entry.display)
        return tuple(pair for stated in prose for pair in stated.pairs) + configured.letters_of_a_real_model(self, at)

    # --- names of tensors ---

    def binding(self, name: str, env: Environment) -> Binding | None:
        return self.tensor(name, env) or self.scope.parameter(name, env.at) or supposed.local(self.scope, name, env.at)

    def tensor(self, name: str, env: Environment) -> Tensor | Declared | None:
        found = members.tensor(self, name, env)
        return found.binding if found is not None else None

    def value(self, name: str, env: Environment, span: Span) -> Typed | None:
        """The tensor that a name stands for, or None if nothing says what it is."""
        return values.value(self, name, env, span)

    def definition(self, found: Tensor, indices: Indices = NONE, shapes: Shapes = NO_SHAPES) -> Definition:
        """The definition of a tensor, checked once; of a family, the member for the values of its index letters.

        Of what is made of tensors over letters for `shapes`, that for what a law puts for these.
        """
        if (start := self.supposed.get(found.entry.index)) is not None:
            return Definition(start, start, Notebook(Equations()), False)
        if self.place is not None and is_update(found.entry.parsed):
            return self.at_place(None).definition(found, indices, shapes)  # with the old values, of what it changes too
        env = self.environment(self.place or found.entry)
        env = replace(env, axes={**drawn_shapes(self, found.body, found.entry), **shapes})
        if indices:
            sizes = {**env.sizes, **values.bound(self, indices, env.at)}
            env = replace(env, indices={**env.indices, **indices}, sizes=sizes)
        place: tuple[tuple[str, Value], ...] = (("@held", self.scope.held),) if self.scope.held else ()
        if (at := self.place) is not None:  # with an example or a case, the same entry is another place
            place = (("@", at.index), ("@example", at.illustration), ("@sentence", at.sentence), *place)
        if self.turned:
            place = (*place, ("@turned", 1))
        if shapes:
            place = (*place, ("@shapes", str(sorted(shapes.items()))))
        if not is_own(found):  # `T`, which an example of `x_1` and `x_2` says with the `x_1`
            place = (*place, ("@name", found.name))
        key = (found.entry.index, *sorted(env.indices.items()), *place)
        if key in self.definitions:
            return self.definitions[key]
        if key in self.pending:
            self.circular.add(found.entry.index)
            return Definition(poison(found.span), poison(found.span), Notebook(Equations()), True)
        self.pending.add(key)
        unread: Unreadable | None = None
        try:
            typed = self.body(found, env)
        except Superseded as problem:
            typed, unread = self._body_there(found, problem)
        except Unreadable as problem:
            typed, unread = poison(found.span), problem
        self.pending.discard(key)
        if found.entry.index in self.circular:
            env.notebook.blockers.clear()
            if (unread := sought(found.entry, found.name, found.span)) is None:
                report(env, circle(found.name, found.span, between(self.scope, found)))
        own = typed
        typed = self._as_stated(found, typed, env)
        broken = bool(env.notebook.problems or env.notebook.blockers or unread) or typed.plan is None
        if typed.plan is not None:
            typed = typed._replace(plan=Defined(key, typed.plan))
            own = own._replace(plan=typed.plan)
        result = Definition(typed, own, env.notebook, broken, None if found.indices else own, unread)
        return self.definitions.setdefault(key, result)

    def index_values(self, found: Tensor, definition: Definition) -> dict[str, Typed]:
        """The index variables of a definition entry by entry, for the links that follow in its chain."""
        values: dict[str, Typed] = {}
        for axis, symbol in found.indices:
            size = (definition.typed.shape or {}).get(axis.name, default_size(axis.name))
            values[symbol.full_name] = indexing.counter(symbol.full_name, size, symbol.span)
        return values

    def body(self, found: Tensor, env: Environment) -> Typed:
        """The right side of a definition."""
        if not found.indices:
            return infer.check(self, vectors.body(self, found), env)
        declared = self.scope.declaration(found.name, found.entry)
        domain = found.stated or (declared.domain if declared is not None else None)
        shape = self.shape(domain.shape, env) if domain is not None else None
        if shape is None:
            shape = result_shape(self, found, env)
        body, at = found.body, found.entry
        return indexing.comprehension(self, body, found.indices, shape or {}, env, found.span, stands=at)

    def at_place(self, place: Entry | None) -> Session:
        """The same document, in which every definition is read as it would be at one place, or else where it stands."""
        return replace(self, definitions={}, functions={}, bodies={}, members={}, place=place)

    def with_inverses_turned(self) -> Session:
        """The same document, in which `A^{-1}` of what is drawn has its two axes the other way round."""
        return replace(self, definitions={}, functions={}, bodies={}, members={}, varying={}, turned=True)

    def as_computed(self) -> Session:
        """The same document, in which what a definition has other axes for than it is said to have has its own."""
        return replace(self, definitions={}, functions={}, bodies={}, members={}, computes=True)

    def _body_there(self, found: Tensor, problem: Unreadable) -> tuple[Typed, Unreadable | None]:
        """The right side of a definition with all that it rests on taken as it would be where it stands."""
        if self.place is not None:
            return poison(found.span), problem
        there = self.at_place(found.entry)
        try:
            return there.body(found, there.environment(found.entry)), None
        except Unreadable:
            return poison(found.span), problem

    def _as_stated(self, found: Tensor, typed: Typed, env: Environment) -> Typed:
        """The shape that a definition is said to have: others go on from it, whatever its value turns out to be.

        The chain of the definition itself checks the set that it ends with; a declaration beside it is checked here.
        """
        if found.stated is not None:
            shape = self._quiet_shape(found.stated.shape, env)
            if shape and typed.shape == {} and numeric.is_of_sizes(self.scope, found):
                return combine.spread(typed, shape)
            if shape is not None:
                if typed.shape is not None and set(typed.shape) == set(shape):
                    return typed
                return typed._replace(shape=typed.shape if self.computes else shape, plan=None)
            return typed
        inline = not found.entry.display
        case = found.entry.supposed or (inline and (is_made_precise(found.span) or is_said_equal(found.span)))
        number = typed.shape == {} and (case or numeric.is_of_sizes(self.scope, found))
        declared = self.scope.declaration(found.name, found.entry)
        anew = declared is not None and renewed.is_made_anew(self.scope, found.name, found.body, found.entry)
        declared = (declared if not anew else None) or (uniform.declaration(self, found) if number else None)
        if declared is None or declared.domain is None or declared.entry.index == found.entry.index:
            shape = {} if declared is not None else (uniform.started if number else uniform.widened)(self, found)
            return combine.spread(typed, shape) if shape and (typed.shape or {}).keys() < shape.keys() else typed
        shape = self._quiet_shape(declared.domain.shape, env)
        if shape is None or (number and not shape):
            return typed
        wide = found.entry.supposed or (found.indices and numeric.is_number(found.body))  # all of `M_{\\ax(i)}` is 0
        wide = wide or (not found.entry.display and of_each.is_said_of_each(found.span))
        if number or (typed.shape and wide and typed.shape.keys() < shape.keys()):
            typed = combine.spread(typed, shape)
        if typed.shape is None:
            return typed._replace(shape=shape)
        combine.agree(
            env,
            typed,
            shape,
            "NT204",
            f"{found.name} is declared with the shape {shape_text(shape)}",
            found.span,
            declared.span,
        )
        return typed if self.computes and typed.shape.keys() != shape.keys() else typed._replace(shape=shape)

    def _quiet_shape(self, shape: ast.Shape, env: Environment) -> ShapeOf | None:
        try:
            return self.shape(shape, env)
        except Unreadable:
            return None

    # --- shapes and sizes ---

    def shape(self, node: ast.Shape, env: Environment) -> ShapeOf | None:
        """A shape as written, with sizes; an axis twice is an error (NT209). Raises Unreadable."""
        found: ShapeOf = {}
        for sized in node.axes:
            for name in infer.axis_names(env, [sized.axis]):
                if name in found and sized.axis.variable:
                    continue  # shapes are joined as sets are
                if name in found:
                    report(
                        env,
                        Diagnostic("NT209", f"axis `{name}` occurs twice in a shape", sized.axis.span, label="again"),
                    )
                    return None
                if sized.size is None:
                    found[name] = infer.size_of_name(env, name)
                else:
                    found[name] = indexing.to_size(self, sized.size, env)
        return found

    def size_named(self, name: str, env: Environment) -> Size | None:
        """The size that a name stands for if it is defined as a number: `n = 5`, `d = |\\chans|`."""
        return named_sizes.size_named(self, name, env)

    # --- functions ---

    def promised(self, body: ast.Operand, env: Environment) -> ShapeOf | None:
        """The shape that a signature promises of a function, for the body of the function as a whole."""
        function = env.inside
        if function is None or function.body is not body or (signature := self.signature(function)) is None:
            return None
        axes = signature_axes(signature, [env.axes.get(a, (a,)) for a in function.axes])
        return self._quiet_shape(signature.signature.result.shape, replace(env, axes={**env.axes, **axes}))

    def checked(self, function: Function) -> Checked:
        """A function's own definition, checked once."""
        key = function.entry.index
        if key not in self.functions:
            if key in self.pending:
                self.circular.add(key)
                raise Circular(function)
            self.pending.add(key)
            try:
                self.functions[key] = check_definition(self, function)
            finally:
                self.pending.discard(key)
        return self.functions[key]

    def signature(self, function: Function) -> Signed | None:
        """The signature that belongs to a definition: of its run, else the nearest one before it for its overload.

        Else one that its sentence goes on with: `f(x) = …`, *a function* `f \\colon A \\to B`.
        """

        def fits(b: Binding) -> bool:
            return isinstance(b, Signed) and len(b.signature.arguments) == len(function.parameters)

        if function.entry.index in self.unsigned:
            return None
        bindings = self.scope.by_name.get(function.name, [])
        signed = [b for b in bindings if fits(b) and isinstance(b, Signed)]
        at = function.entry
        near = [b for b in signed if b.entry.run == at.run]
        before = [b for b in near if b.entry.index < at.index]
        if near:
            return before[-1] if before else near[0]
        for candidate in reversed([b for b in signed if b.entry.index < at.index]):
            between = [
                b
                for b in bindings
                if isinstance(b, Function)
                and candidate.entry.index < b.entry.index < at.index
                and len(b.parameters) == len(function.parameters)
                and b.letters != function.letters  # said once more, in another way
            ]
            if not between and (candidate.entry.section == at.section):
                return candidate
        return next((b for b in signed if b.entry.index > at.index and b.entry.sentence == at.sentence), None)

    # --- what is not there ---

    def is_known(self, name: str, env: Environment) -> bool:
        return name in CONSTANTS or name in env.values or lookup(name) is not None

    def undeclared(self, name: str, env: Environment, span: Span, *, function: bool) -> Typed:
        """A name that is found nowhere. Raises Unreadable for what ntdoc does not read."""
        return undeclared(self, name, env, span, function=function)
