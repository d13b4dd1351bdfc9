"""The letters of a function as the tensors that they are where it is defined: `f(X) = E = F \\in S`."""

from __future__ import annotations

from dataclasses import replace

from ntdoc.operations.domain import Domain
from ntdoc.shapes.bindings import Declared, Function, Tensor
from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.functions import index_letters
from ntdoc.shapes.functions.functions import Checked
from ntdoc.shapes.judged import checked_operand
from ntdoc.shapes.names.closures import made_of
from ntdoc.shapes.names.in_places import supposed
from ntdoc.shapes.patterns import names_in
from ntdoc.shapes.plan import Sampled
from ntdoc.shapes.session import Session
from ntdoc.shapes.typed import Typed
from ntdoc.syntax import ast


def samples(session: Session, checked: Checked, parsed: ast.Chain, function: Function) -> dict[str, Typed]:
    """Samples of the parameters of a function, of the shapes that its definition gives them.

    One that is an index in another formula of the chain is a place along that axis, and the index of a member is that.
    """
    values, env = {}, session.environment(function.entry)
    for name in function.letters:
        shape = checked.shapes.get(name)
        domain, limit = checked.domains.get(name, (None, None))
        if index_letters.is_of_member(name, env):
            continue
        if domain == Domain() and limit is None and not shape:
            domain, limit = index_letters.places(name, parsed, env) or (domain, limit)
        if shape is not None and domain is not None and not _is_at_hand(session, name, function, parsed):
            values[name] = Typed(Sampled(name, tuple(shape.items()), domain, limit), shape, function.span)
    return values


def said_here(session: Session, checked: Checked, function: Function) -> dict[str, Typed]:
    """The tensors that the section has declared with the letters of a function without a signature.

    Any of the shape of those that it has defined before.
    """
    if checked.signature is not None:
        return {}
    values = {}
    for name in function.letters:
        found = _found(session, name, function.entry)
        defined = isinstance(found, Tensor) and found.entry.index < function.entry.index
        declared = isinstance(found, Declared) and found.domain is not None
        if found is not None and (declared or defined) and found.entry.section == function.entry.section:
            quiet = session.environment(function.entry)
            typed = session.value(name, quiet, function.span)
            if typed is not None and typed.shape is not None and not quiet.notebook.diagnostics:
                domain, limit = checked.domains.get(name, (Domain(), None))
                sampled = Sampled(name, tuple(typed.shape.items()), domain, limit)
                values[name] = typed._replace(plan=sampled) if defined else typed
    return values


def is_of_letters(session: Session, function: Function) -> bool:
    """Whether a body is made of what its section has made of the letters: `J(a, b) = D(a, m)` after `m = a + b`."""
    others = names_in(function.body).difference(function.letters)
    parts = [_found(session, name, function.entry) for name in others]
    beyond = frozenset[str]().union(*(names_in(b.body) for b in parts if isinstance(b, Tensor)))
    return not made_of(session.scope, others | beyond, function.entry).isdisjoint(function.letters)


def _found(session: Session, name: str, at: Entry) -> Tensor | Declared | None:
    """What a name is, also where the sentence before says so: *if it is binary, `p = f(a)`. Then `L(a) = …`*."""
    return session.scope.tensor(name, at) or supposed.local(session.scope, name, at)


def of_axes(
    session: Session, body: ast.Operand, places: tuple[Environment, Environment], parsed: ast.Chain
) -> tuple[Typed | None, Environment]:
    """A body where it has the axes of the set that its chain says it is in: of two places the first, else the last."""
    sets = [right for _, right in parsed.rest if isinstance(right, ast.TensorSet)]
    wanted = {sized.axis.name for sized in sets[0].shape.axes} if sets else None
    for env in places if wanted is not None else places[1:]:
        left, _ = checked_operand(session, body, replace(env, notebook=env.notebook.following()))
        if left is not None and left.shape is not None and left.shape.keys() == wanted:
            break
    return left, env


def _is_at_hand(session: Session, name: str, function: Function, parsed: ast.Chain) -> bool:
    """Whether a chain goes on about the tensor that a letter of its function is here, and not about any.

    After `p = \\nfun{\\ax}{softmax} X` it does in `H(p) = E = F` if F is written with the X that p is made of.
    """
    found = session.scope.tensor(name, function.entry)
    if not isinstance(found, Tensor) or found.entry.section != function.entry.section:
        return False
    made_of = names_in(found.body) - set(function.letters)
    return any(made_of & names_in(operand) for _, operand in parsed.rest[1:])
