"""A call from Python made ready to run: the same call as in a document, with arguments whose sizes are numbers."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ntdoc.api.array import written
from ntdoc.api.errors import DiagnosticError, MissingValueError
from ntdoc.api.spelling import as_keyword, python_name
from ntdoc.diagnostics import Diagnostic, Operand, Related
from ntdoc.evaluation.compiled import Compiled
from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Binding, Declared, Function, Tensor
from ntdoc.shapes.defined import Definition
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Notebook
from ntdoc.shapes.functions import application
from ntdoc.shapes.functions.callees import Callee
from ntdoc.shapes.functions.functions import Checked
from ntdoc.shapes.judged import lacking
from ntdoc.shapes.names.families import members
from ntdoc.shapes.plan import Parameter, Sampled, ShapeOf, Smooth
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, Rational, Size, axis_atom, number, variable
from ntdoc.shapes.summary import samples_in, sizes_in
from ntdoc.shapes.typed import Demand, Typed, axes_text, shape_text
from ntdoc.source import Source, Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

MOST = 2**40
"""How many entries an array may have: what is given is already there, and data of dask may never be there at once."""

_DEEPEST = 50  # definitions that need one another

Dimensions = tuple[tuple[str, ...], tuple[int, ...]]  # axes and their sizes


class Prepared(NamedTuple):
    """A plan for arguments of known axes and sizes, ready to run."""

    plan: Compiled
    result: tuple[str, ...]
    free: Mapping[str, Sampled]  # what the document only declares

    @property
    def domains(self) -> dict[str, Domain]:
        """The sets that samples of it are drawn from, with the ends that the sizes give them."""
        return {name: node.bounded(self.plan.runner.number) for name, node in self.free.items()}


@dataclass(frozen=True, slots=True)
class Written:
    """A call as text, `Attention(Q, K, V)`, with the place of its name, of each argument and of the whole."""

    whole: Span
    name: Span
    arguments: dict[str, Span]


def write(name: str, arguments: Sequence[str], given: Sequence[str] = ()) -> Written:
    """The text of a call. What is given for a name that the document only declares is written with the name."""
    text = f"{name}("
    places: dict[str, tuple[int, int]] = {}
    for argument, shown in (*((a, a) for a in arguments), *((g, f"{python_name(g)}=…") for g in given)):
        text += ", " if places else ""
        places[argument] = (len(text), len(text) + len(shown))
        text += shown
    source = Source("python", text + ")")
    spans = {a: Span(source, *place) for a, place in places.items()}
    return Written(Span(source, 0, len(source.text)), Span(source, 0, len(name)), spans)


def call(
    session: Session,
    function: Function,
    symbol: ast.Symbol,
    axes: tuple[str, ...],
    arguments: Mapping[str, Dimensions],
    given: Mapping[str, Dimensions],
    sizes: Mapping[str, int],
) -> Prepared:
    """A function of the document on arguments by the letters of its parameters. Raises DiagnosticError."""
    text = write(function.name, tuple(arguments), tuple(given))
    env = session.environment(function.entry)
    values = [Typed(Parameter(letter), _shape(dims), text.arguments[letter]) for letter, dims in arguments.items()]
    own, more = values[: len(function.parameters)], values[len(function.parameters) :]
    member = members.functions(session, symbol.full_name, env)[1]
    callee = Callee(symbol.replace(span=text.name), (function,), None, None, member)
    try:
        typed = application.call(session, callee, axes, own, more, env, text.whole)
    except Demand as demand:
        raise DiagnosticError(lacking(demand)) from None
    except Unreadable as problem:
        raise _unreadable(problem, text.whole) from None
    _no_errors(session, env.notebook, text)
    return _ready(session, typed, env.notebook.equations, text, given, sizes)


def value(session: Session, tensor: Tensor, given: Mapping[str, Dimensions], sizes: Mapping[str, int]) -> Prepared:
    """What the document defines a tensor to be, for given values of what it only declares."""
    text = write(tensor.name, (), tuple(given))
    definition = _right(session, tensor, text)
    return _ready(session, definition.typed, definition.notebook.equations.copy(), text, given, sizes)


def made_of(session: Session, tensor: Tensor) -> dict[str, tuple[str, ...]]:
    """What a tensor is made of in the end, with its axes in the order of the document. Raises DiagnosticError."""
    plan = _right(session, tensor, write(tensor.name, ())).typed.plan
    return {name: tuple(axis for axis, _ in node.shape) for name, node in samples_in(plan).items()}


def _right(session: Session, tensor: Tensor, text: Written) -> Definition:
    """A definition that is read and in which nothing is wrong. Raises DiagnosticError."""
    definition = session.definition(tensor)
    if definition.unread is not None:
        raise _unreadable(definition.unread, text.whole)
    _no_errors(session, definition.notebook, text)
    return definition


def _shape(dims: Dimensions) -> ShapeOf:
    return {axis: number(size) for axis, size in zip(*dims, strict=True)}


def _unreadable(problem: Unreadable, call: Span) -> DiagnosticError:
    message = f"ntdoc does not read what this needs: {problem.reason}"
    return DiagnosticError(Diagnostic("NT501", message, call, related=(Related(problem.span, "here"),)))


def _no_errors(session: Session, notebook: Notebook, text: Written) -> None:
    """Raise what is wrong with a call, or with what it needs of the document."""
    errors = notebook.problems
    if errors:
        raise DiagnosticError(errors[0])
    for name, entry in notebook.blockers:
        found = _cause(session, name, entry, text)
        if found is not None:
            raise found
        where = () if entry is None else (Related(entry.parsed.span, f"{name} is in error: ntdoc check says how"),)
        message = f"this needs {name}, which is in error in the document"
        raise DiagnosticError(Diagnostic("NT501", message, text.whole, related=where))


def _cause(session: Session, name: str, entry: Entry | None, text: Written, depth: int = 0) -> DiagnosticError | None:
    """What is wrong with a definition that a call needs, or with what that one needs."""
    own = [b for b in session.scope.by_name.get(name, ()) if entry is not None and b.entry.index == entry.index]
    if not own or depth > _DEEPEST:
        return None
    binding = own[0]
    found: Checked | Definition
    if isinstance(binding, Function):
        found = session.checked(binding)
    elif isinstance(binding, Tensor):
        found = session.definition(binding)
    else:
        return None
    if found.unread is not None:
        return _unreadable(found.unread, text.whole)
    errors = found.notebook.problems
    if errors:
        needed = () if name == text.name.text else (f"{text.whole.text} needs {name}, which is in error",)
        return DiagnosticError(replace(errors[0], hints=(*errors[0].hints, *needed)))
    causes = (_cause(session, n, e, text, depth + 1) for n, e in found.notebook.blockers)
    return next((cause for cause in causes if cause is not None), None)


def _ready(
    session: Session,
    typed: Typed,
    equations: Equations,
    text: Written,
    given: Mapping[str, Dimensions],
    sizes: Mapping[str, int],
) -> Prepared:
    if typed.plan is None or typed.shape is None:
        raise DiagnosticError(Diagnostic("NT501", "the document does not say what value this has", text.whole))
    unknown = next((node for node in walk(typed.plan) if isinstance(node, Smooth)), None)
    if unknown is not None:
        message = f"this needs {unknown.key}, of which the document gives only the signature"
        raise DiagnosticError(Diagnostic("NT501", message, text.whole))
    needed = samples_in(typed.plan)
    _given_fit(needed, equations, text, given)
    missing = [name for name in needed if name not in given]
    if missing:
        raise _missing(session, [needed[name] for name in missing], text)
    _sizes_known(session, sizes, typed, needed, equations, text)
    for name, size in sizes.items():
        atom = name if name.startswith("|") else axis_atom(name)
        own = variable(atom) if atom in _atoms(typed, needed) else variable(name)
        if not equations.unify(own, number(size)):
            message = f"the size of {name} is given as {size}, which does not go together with the other sizes"
            raise DiagnosticError(Diagnostic("NT303", message, text.whole))
    numbers = _numbers(typed, equations, text)
    return Prepared(Compiled(typed.plan, Runner(numbers, most=MOST)), tuple(typed.shape), needed)


def _given_fit(
    needed: Mapping[str, Sampled], equations: Equations, text: Written, given: Mapping[str, Dimensions]
) -> None:
    for name, dims in given.items():
        if name not in needed:
            continue  # some of the equations need it, and some do not
        declared, actual = dict(needed[name].shape), _shape(dims)
        operands = (Operand(name, shape_text(actual)), Operand("declared", shape_text(declared)))
        where = text.arguments[name]
        if set(declared) != set(actual):
            message = f"{name} is declared with the shape {shape_text(declared)}"
            raise DiagnosticError(Diagnostic("NT204", message, where, operands=operands))
        for axis, size in declared.items():
            if not equations.unify(size, actual[axis]):
                message = f"axis `{axis}` has two sizes: {equations.reduce(size)} is needed of {name}"
                raise DiagnosticError(Diagnostic("NT206", message, where, operands=operands))


def _sizes_known(
    session: Session,
    sizes: Mapping[str, int],
    typed: Typed,
    needed: Mapping[str, Sampled],
    equations: Equations,
    text: Written,
) -> None:
    """Raise that a size is given of what the document has nowhere: a slip, which would go unnoticed."""
    own = _atoms(typed, needed) | {a for atom, size in equations.solved.items() for a in (atom, *size.atoms)}
    known = {*session.axis_spellings, *session.scope.by_name, *session.written_sizes, *(n.strip("|") for n in own)}
    for name in sizes:
        if name.strip("|") not in known:
            near = difflib.get_close_matches(name.strip("|"), known, n=1)
            hints = (f"did you mean {near[0]}?",) if near else ()
            message = f"the document has no axis and no size called {name}"
            raise DiagnosticError(Diagnostic("NT501", message, text.whole, hints=hints))


def _missing(session: Session, missing: Sequence[Sampled], text: Written) -> DiagnosticError:
    first = missing[0]
    declared = [b for b in session.scope.by_name.get(first.key, ()) if not isinstance(b, Tensor)]
    related = tuple(Related(b.span, f"{first.key} is declared here") for b in declared[:1])
    shape = shape_text(dict(first.shape))
    hint = "give the values by name: " + ", ".join(as_keyword(m.key, session.scope.by_name) for m in missing)
    message = f"this needs {first.key}, which the document only declares"
    return MissingValueError(
        Diagnostic("NT501", message, text.whole, "", (Operand(first.key, shape),), related, (hint,)),
        {m.key: tuple(axis for axis, _ in m.shape) for m in missing},
    )


def _atoms(typed: Typed, needed: Mapping[str, Sampled]) -> frozenset[str]:
    sizes: set[Size] = set(sizes_in(typed.plan)) | set((typed.shape or {}).values())
    sizes |= {size for node in needed.values() for size in node.sizes}
    return frozenset(atom for size in sizes for atom in size.atoms if not atom.startswith("#"))


def _numbers(typed: Typed, equations: Equations, text: Written) -> dict[str, int]:
    """The numbers that the sizes are. Raises DiagnosticError for one that nothing says."""
    numbers: dict[str, int] = {}
    for atom in sorted(_atoms(typed, samples_in(typed.plan))):
        found = equations.reduce(variable(atom)).constant
        name = atom.strip("|")
        if found is None:
            what = f"the size of the axis {axes_text([name])}" if atom.startswith("|") else f"the size {name}"
            message = f"{what} is not known from the arguments"
            raise DiagnosticError(Diagnostic("NT303", message, text.whole, hints=(f"sizes={{{name!r}: …}}",)))
        numbers[atom] = int(found)
    return numbers


def declared_axes(
    session: Session, function: Function, letter: str, axes: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...] | None:
    """The axes of a parameter in the order in which the document writes them; None if it does not write them.

    It may write them in a signature, or for the letter: *let `A \\in \\reals^{\\ax\\times\\bx}`* and then `L(A) = …`.
    """
    checked = session.checked(function)
    own = checked.shapes.get(letter)
    if own is None:
        return None
    order = tuple(own)
    if letter not in checked.written and len(own) > 1:
        said = axes_of_letter(session, function, letter)
        if said is None or set(said) != set(own):
            return None
        order = said
    return tuple(name for axis in order for name in axes.get(axis, (axis,)))


def axes_of_letter(session: Session, function: Function, letter: str) -> tuple[str, ...] | None:
    """The axes of the set in which the document puts the letter of a parameter that no signature is about.

    They may be more than the function works on: *let `A \\in \\reals^{\\ax\\times\\bx}`*, `L(A) = \\nsum{\\ax} A`.
    """
    checked = session.checked(function)
    found = None if letter in checked.written else session.scope.tensor(letter, function.entry)
    said = stated_axes(session, found) if isinstance(found, Declared) else None
    return said if said is not None and set(said) >= set(checked.shapes.get(letter) or ()) else None


def parameter_axes(session: Session, function: Function, letter: str) -> tuple[str, ...]:
    """The axes of a parameter as far as they are known, in any order."""
    return tuple(session.checked(function).shapes.get(letter, ()))


def parameter_domains(session: Session, function: Function, arguments: Mapping[str, Dimensions]) -> dict[str, Domain]:
    """The sets that parameters lie in, with the ends that the sizes of arguments give them: `[n]`, where n is one."""
    checked = session.checked(function)
    equations = checked.notebook.equations.copy()
    for letter, dims in arguments.items():
        own, actual = checked.shapes.get(letter, {}), _shape(dims)
        for axis in own.keys() & actual.keys():
            equations.unify(own[axis], actual[axis])

    def known(size: Size) -> Rational:
        found = equations.reduce(size).constant
        if found is None:
            raise LookupError(size)
        return found

    domains = {}
    for letter in arguments:
        domain, limit = checked.domains.get(letter, (Domain(), None))
        try:
            domains[letter] = Sampled(letter, (), domain, limit).bounded(known)
        except LookupError:  # no argument says where it ends
            domains[letter] = domain
    return domains


def stated_axes(session: Session, tensor: Tensor | Declared) -> tuple[str, ...] | None:
    """The axes of a tensor in the order in which the document writes them; None if it does not write them."""
    domain = tensor.domain if isinstance(tensor, Declared) else tensor.stated
    if domain is None and isinstance(tensor, Tensor):
        declared = session.scope.declaration(tensor.name, tensor.entry)
        domain = None if declared is None else declared.domain
    if domain is None:
        return None
    try:
        shape = session.shape(domain.shape, session.environment(tensor.entry))
    except Unreadable:
        return None
    return None if shape is None else tuple(shape)


def where_defined(binding: Binding) -> tuple[Related, ...]:
    return (Related(binding.span, f"{binding.name} is defined here"),)


def unknown_name(name: str, path: str, near: Sequence[str]) -> Diagnostic:
    hints = (f"did you mean {' or '.join(near)}?",) if near else ()
    return Diagnostic("NT201", f"{path} does not define or declare {name}", written(name), hints=hints)
