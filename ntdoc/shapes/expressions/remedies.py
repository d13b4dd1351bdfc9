"""Hints that are real remedies: a change is only suggested if the statement is right with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ntdoc.nodes import rewritten, walk
from ntdoc.operations.table import all_spellings
from ntdoc.reading.macros import vocabulary
from ntdoc.regex import regex
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.plan import ShapeOf
from ntdoc.shapes.typed import Demand
from ntdoc.slips import is_one_slip, near
from ntdoc.syntax import ast
from ntdoc.syntax.arrays import COLUMN
from ntdoc.syntax.axes import KNOWN_COMMANDS
from ntdoc.syntax.cursor import Unreadable
from ntdoc.syntax.symbols import FUNCTIONS

_ARGUMENT = regex(r"(?:\s|\\[,!:; ])*(?:[\w({\[]|\\(?!right|end|\\)[A-Za-z{])")  # what a function takes

_LONG = 4  # letters: of fewer, many commands are near to each other

if TYPE_CHECKING:
    from ntdoc.shapes.judged import Judged
    from ntdoc.shapes.session import Session


def rename_hints(session: Session, claim: Judged, env: Environment, shape: ShapeOf) -> tuple[str, ...]:
    """The one change of a renaming with which an expression has the stated shape; nothing if there are several."""
    if claim.left is None or isinstance(claim.left, ast.TensorSet):
        return ()
    found: list[str] = []
    for text, variant in _variants(session, claim.left, shape):
        trial = env.aside()
        try:
            typed = infer.check(session, variant, trial)
        except (Unreadable, Demand):
            continue
        if typed.shape is not None and set(typed.shape) == set(shape) and not trial.notebook.diagnostics:
            found.append(text)
    return (f"did you mean {found[0]}?",) if len(found) == 1 else ()


def _variants(session: Session, node: ast.Operand, shape: ShapeOf) -> Iterator[tuple[str, Any]]:
    """The expression with one renaming sent to another axis of the stated shape."""
    for rename in _renames(node):
        for number, (old, new) in enumerate(rename.pairs):
            if len(old) != 1 or len(new) != 1:
                continue
            for axis in shape:
                if axis == new[0].name:
                    continue
                target = ast.Axis(axis, new[0].span)
                pairs = tuple(p if i != number else (old, (target,)) for i, p in enumerate(rename.pairs))
                text = f"{axis_tex(session, old[0].name)} \\to {axis_tex(session, axis)}"
                yield text, _exchanged(node, rename, rename.replace(pairs=pairs))


def _renames(node: Any) -> Iterator[ast.Rename]:
    return (found for found in walk(node) if isinstance(found, ast.Rename))


def _exchanged(node: ast.Operand, old: ast.Rename, new: ast.Rename) -> Any:
    return rewritten(node, lambda part: new if part is old else part)


def axis_tex(session: Session, name: str) -> str:
    """An axis as the author writes it."""
    return session.axis_spellings.get(name, f"\\mathsf{{{name}}}")


def list_alone(node: ast.Group) -> str:
    """Why a list is no tensor: `(x, y)`, or a matrix of one column."""
    if node.bracket == COLUMN:
        return "a matrix without axis names (ordinary matrix notation)"
    return "a list in brackets where a tensor should stand"


def axis_alone(session: Session, node: ast.AxisTerm) -> str:
    """Why an axis stands for no tensor; a command that nothing defines is taken for one."""
    command = node.span.text.strip()
    if not command.startswith("\\") or node.axis.name in session.axis_spellings:
        return "the name of an axis where a tensor should stand"
    text, end = node.span.source.text, node.span.end
    functions = all_spellings() if _ARGUMENT.match(text, end) else ()
    name = command[1:]
    candidates = (*functions, *_notation(), *_others(name))
    close = [name] if name in candidates else near(name, candidates, cutoff=0.8)
    return f"nothing defines {command}" + (f": did you mean {_name_tex(close[0])}?" if close else "")


def _others(name: str) -> list[str]:
    """The commands of LaTeX besides functions that are a slip away; none that has only something before or behind it.

    There are more than ntdoc knows, `\\oint` beside `\\int`.
    """
    others = sorted(x for x in KNOWN_COMMANDS - FUNCTIONS if len(x) >= _LONG and is_one_slip(name, x))
    return [x for x in others if not name.startswith(x) and not name.endswith(x)]


def _notation() -> frozenset[str]:
    """The macros of the notation itself, `nfun` and the like."""
    return frozenset(name.removeprefix("\\") for name in vocabulary())


def _name_tex(name: str) -> str:
    """A known function, or a macro of the notation, as LaTeX knows it."""
    return f"\\{name}" if name in _notation() | KNOWN_COMMANDS else f"\\operatorname{{{name}}}"
