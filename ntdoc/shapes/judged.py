"""A statement after its shapes are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ntdoc.diagnostics import Diagnostic
from ntdoc.report import Kind
from ntdoc.shapes.bindings import Function, Tensor
from ntdoc.shapes.environment import Environment, Notebook, Use
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.functions.functions import Checked
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.plan import Plan, ShapeOf
from ntdoc.shapes.session import Session
from ntdoc.shapes.summary import is_closed
from ntdoc.shapes.typed import Demand, Typed, operand
from ntdoc.source import Span
from ntdoc.syntax import ast
from ntdoc.syntax.cursor import Unreadable

_OF_NAMES = frozenset({"NT201", "NT202", "NT207", "NT213"})


@dataclass(frozen=True, slots=True)
class Choice:
    """What one instance of a law puts for all that the law leaves open: the axes of each."""

    shapes: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of letters for shapes
    tensors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    records: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def key(self) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]:
        """What tells it from others."""
        return tuple([tuple(part.items()) for part in (self.shapes, self.tensors, self.records)])

    @property
    def size(self) -> int:
        return sum(len(axes) for part in (self.shapes, self.tensors, self.records) for axes in part.values())


@dataclass(frozen=True, slots=True)
class Law:
    """A claim about all shapes, tensors or functions: the instances on which it says something, the smallest first.

    `around` makes instances with one axis less of a choice, for finding the smallest counterexample.
    """

    instances: tuple[tuple[Choice, Judged], ...]
    around: Callable[[Choice], Iterator[tuple[Choice, Judged]]]


@dataclass(slots=True)
class Judged:
    """A statement after checking, before running."""

    role: Role
    kind: Kind
    span: Span
    row: int
    name: str | None
    notebook: Notebook
    value: Typed | None = None  # what it evaluates to, or the left side of a claim
    other: Typed | None = None  # the right side of a claim
    relation: ast.Relation | None = None
    right: ast.Operand | None = None  # as parsed, to point at an entry
    left: ast.Operand | None = None
    member: tuple[ShapeOf, ast.TensorSet] | None = None  # the set of a claim of membership
    function: Checked | None = None
    binding: Function | Tensor | None = None
    unread: Unreadable | None = None
    condition: Plan | None = None  # where a claim is made
    refused: bool = False  # reading has said what is wrong
    ranged: bool = False  # its row says over which numbers an index runs
    failed: bool = False  # a claim whose shapes already refute it
    needs: Judged | None = None  # the statement of the same chain that must be right first
    uses: list[Use] = field(default_factory=list)
    shapes: tuple[ShapeOf, ...] = ()  # of the sets of a signature
    step: int = 0  # of a derivation over several rows; 0 if it is none
    across: int = 0  # how many steps before it are left out, because they cannot be read or are in error
    doubtful: bool = False  # a step that is left out is in error, so that this one may be wrong because of it
    turned: bool = False  # its inverses are read with their axes the other way round
    past: bool = False  # the step before it is wrong, and this one is held against the one before that
    law: Law | None = None  # if it is about no tensor in particular
    perhaps: Law | None = None  # what is in error may be a law whose letters mean something else elsewhere

    @property
    def notebooks(self) -> tuple[Notebook, ...]:
        """What was found out of the statement, and of the body of the function that it defines."""
        return (self.notebook, self.function.notebook) if self.function is not None else (self.notebook,)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """What its sides are computed by, where that is known."""
        return tuple(side.plan for side in (self.value, self.other) if side is not None and side.plan is not None)

    @property
    def in_numbers(self) -> bool:
        """Whether neither of its sides depends on a sample."""
        return all(is_closed(side and side.plan) for side in (self.value, self.other))


def checked_operand(session: Session, node: ast.Operand, env: Environment) -> tuple[Typed | None, Unreadable | None]:
    try:
        return infer.check(session, node, env), None
    except Demand as demand:
        if not env.final:
            raise
        env.notebook.diagnostics.append(lacking(demand))
        return Typed(None, None, node.span), None
    except Unreadable as problem:
        return None, problem
    except RecursionError:
        return None, Unreadable("the formula is nested too deeply", node.span)


def lacking(demand: Demand) -> Diagnostic:
    """What is said of a demand that nothing can meet."""
    axis, text = demand.axis, demand.operand.text
    return Diagnostic(
        "NT203",
        f"axis `{axis}` is not an axis of {text}",
        demand.span,
        label=f"{text} has no axis `{axis}`",
        operands=(operand(demand.operand),),
    )


def left_out(
    session: Session, role: Role, parsed: ast.Chain, parts: Iterable[ast.Operand], reason: Unreadable
) -> list[Judged]:
    """A skipped statement whose names need no declaration, with what is wrong with the axes in its parts."""
    env = session.environment(role.entry)
    found = Judged(role, Kind.CLAIM, parsed.span, parsed.rows[0], None, env.notebook, unread=reason)
    for part in parts:
        notebook = Notebook(env.notebook.equations.copy())
        checked_operand(session, part, replace(env, notebook=notebook))
        if not notebook.blockers and not lacks_names(notebook):
            env.notebook.diagnostics.extend(notebook.diagnostics)
            env.notebook.uses.extend(notebook.uses)
    if env.notebook.diagnostics:
        found.unread = None
    return [found]


def lacks_names(notebook: Notebook) -> bool:
    """Whether something in it is not declared, or not as what it is used as."""
    return any(d.code in _OF_NAMES for d in notebook.diagnostics)
