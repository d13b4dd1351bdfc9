"""Every operation of the table is spelt in every library, and what is spelt so computes what the kernel computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ntdoc.evaluation.run import Runner
from ntdoc.export.module import Module
from ntdoc.export.routines import Routine, Routines
from ntdoc.operations.array import NamedArray
from ntdoc.operations.helpers import HELPERS
from ntdoc.operations.spellings import SPELLINGS
from ntdoc.operations.table import ARITHMETIC, OPERATIONS, SLOPES, Operation, Rule
from ntdoc.settings import LIBRARIES
from ntdoc.shapes import plan as p
from ntdoc.shapes.scope import Scope
from ntdoc.shapes.session import Session
from ntdoc.shapes.sizes import Equations, number, variable
from tests.export.numbers import close, loaded, plain, put

ALL = (*OPERATIONS, *ARITHMETIC, *SLOPES)
ROWS, COLUMNS = 4, 4
ABOVE_ONE = {"arccosh"}
VALUES = np.array(
    [[0.31, -0.72, 0.55, 0.13], [0.94, 0.27, -0.41, 0.66], [-0.18, 0.83, 0.49, -0.95], [0.07, -0.36, 0.78, 0.22]]
)


def test_every_operation_is_spelt_and_nothing_else() -> None:
    assert set(SPELLINGS) == {operation.name for operation in ALL}
    for name, spelling in SPELLINGS.items():
        assert all(spelling.of(library) for library in LIBRARIES), name


def body(operation: Operation) -> tuple[p.Plan, int]:
    """A plan of one operation on parameters, and how many these are."""
    x, y = p.Parameter("x"), p.Parameter("y")
    match operation.rule:
        case Rule.ELEMENTWISE:
            count = operation.arity or 2
            return p.Operate(operation.name, (), (x, y)[:count]), count
        case Rule.REDUCTION | Rule.ALONG:
            return p.Operate(operation.name, ("b",), (x,)), 1
        case Rule.DET | Rule.INV:
            return p.Operate(operation.name, ("a", "b"), (x,)), 1
        case Rule.INDEX:
            return p.Taken("b", x, p.Literal("c", None, ((p.Constant(2),), (p.Constant(4),))), None), 1  # type: ignore[arg-type]
        case Rule.UNROLL | Rule.POOL:
            return p.Windows(operation.name, "b", "k", number(2), x), 1
        case Rule.CONCAT:
            return p.Concatenated("b", (x, p.Operate("negate", (), (x,)))), 1


def check(plan: p.Plan, count: int, values: list[Any], result: tuple[str, ...], folder: Path, library: str) -> None:
    shape = (("a", variable("|a|")), ("b", variable("|b|")))
    parameters = tuple((name, shape) for name in ("x", "y")[:count])
    routines = Routines(Session(Scope()), [])
    routines.all.append(Routine("f", "f", plan, parameters, result, Equations(), [], is_function=True))
    module = Module(routines, library)
    assert not module.omitted
    path = folder / "module.py"
    path.write_text(module.text("f.md"), "utf-8")
    given = {name: NamedArray(("a", "b"), v) for name, v in zip("xy", values, strict=False)}
    wanted = plain(Runner({"|a|": ROWS, "|b|": COLUMNS}).run(plan, dict(list(given.items())[:count])), result)
    found = loaded(path).f(*[put(library, v) for v in values[:count]])
    assert close(found, wanted), module.text("f.md")


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("operation", ALL, ids=lambda o: o.name)
def test_a_spelling_computes_what_the_kernel_does(operation: Operation, library: str, tmp_path: Path) -> None:
    plan, count = body(operation)
    values = [VALUES + 2 if operation.name in ABOVE_ONE else VALUES, VALUES.T * 0.5 + 1.7]
    if operation.name in ("log", "log2", "log10", "power", "log1p", "sqrt"):
        values[0] = np.abs(values[0])
    axes = tuple(Runner({}).run(plan, {n: NamedArray(("a", "b"), v) for n, v in zip("xy", values, strict=False)}).axes)
    check(plan, count, values, tuple(sorted(axes)), tmp_path, library)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("operation", [o for o in ALL if o.rule in (Rule.REDUCTION, Rule.ALONG)], ids=lambda o: o.name)
def test_several_axes_are_one_vector(operation: Operation, library: str, tmp_path: Path) -> None:
    plan = p.Operate(operation.name, ("a", "b"), (p.Parameter("x"),))
    check(plan, 1, [VALUES], ("a", "b") if operation.rule is Rule.ALONG else (), tmp_path, library)


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_helper_is_needed(library: str) -> None:
    alike = ("torch",) if library == "torch" else ("numpy", "jax")  # these two have the same
    written = " ".join(s.of(x, axes) for x in alike for s in SPELLINGS.values() for axes in (1, 2))
    inner = " ".join(text.partition(":\n")[2] for text in HELPERS[alike[0]].values())
    for name in HELPERS[library]:
        assert f"{name}(" in written + inner or name == "_stack", name


@pytest.mark.parametrize("library", LIBRARIES)
def test_large_numbers_do_not_overflow(library: str, tmp_path: Path) -> None:
    for name in ("softmax", "log_softmax", "logsumexp", "sigmoid", "log_sigmoid", "softplus", "silu"):
        operation = next(o for o in OPERATIONS if o.name == name)
        plan, count = body(operation)
        result = ("a",) if operation.rule is Rule.REDUCTION else ("a", "b")
        check(plan, count, [VALUES * 2000], result, tmp_path, library)
