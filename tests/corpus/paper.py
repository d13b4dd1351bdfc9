"""The published paper about the notation: copies with its errors mended, and the numbers that stand beside its rows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from ntdoc import examples
from ntdoc.compiler import compile_file
from ntdoc.evaluation.run import Runner
from ntdoc.nodes import walk
from ntdoc.operations.array import NamedArray
from ntdoc.report import DocumentReport, Statement
from ntdoc.shapes.judged import Judged
from ntdoc.shapes.plan import Plan, Sampled, Smooth
from ntdoc.shapes.sizes import Equations
from ntdoc.verification.check import needed_sizes
from ntdoc.verification.sizes.sizing import Laboratory
from ntdoc.verification.verdicts import Verdict
from tests.conftest import CORPUS
from tests.corpus.mending import Mend, replaced
from tests.corpus.networks import Array

FOLDER = CORPUS / "named-tensor-notation"
PAPER = FOLDER / "paper.tex"

MENDED: Mapping[str, list[Mend]] = {
    "operations.tex": [replaced(244, r"\vocab(I_", r"\vocab(J_")],
    "examples_long.tex": [replaced(63, r"\reals^{\hidden}.", r"\reals^{\layer}.")],
    "calculus.tex": [
        replaced(137, r"\partial X}", r"\partial X\inax}"),
        *(replaced(line, r"\odot (Q\inax", r"\odot ((Q\inax") for line in (205, 207)),
    ],
}
"""Each of its errors by file and line: a letter, an axis, a star, and a bracket twice."""

BALANCED: Mapping[str, list[Mend]] = {
    **MENDED,
    "calculus.tex": [
        MENDED["calculus.tex"][0],
        *(replaced(line, r"\seq\inax})))", r"\seq\inax}))") for line in (205, 207)),
    ],
}
"""The same, but the bracket is taken away at the end, where the formula becomes another one."""


def copy(folder: Path, mends: Mapping[str, list[Mend]], companion: str = "") -> Path:
    """A mended copy of the paper; `companion` is what a file beside it says."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    for name, changes in mends.items():
        lines = (folder / name).read_text("utf-8").split("\n")
        for change in changes:
            change(lines)
        (folder / name).write_text("\n".join(lines), "utf-8")
    if companion:
        (folder / "paper.ntdoc.tex").write_text(companion + "\n", "utf-8")
    return folder / "paper.tex"


def check(path: Path, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """`ntdoc check --format json`, in a process of its own."""
    result = subprocess.run(
        [sys.executable, "-m", "ntdoc", "check", "--format", "json", path.name],
        cwd=path.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert "Traceback" not in result.stdout + result.stderr
    assert "internal error" not in result.stderr
    return result


# --- numbers ---


@dataclass
class Ran:
    """Both sides of a row (or the one) and all tensors that were drawn for it, for one choice of sizes."""

    drawn: dict[str, NamedArray]
    sides: list[NamedArray]
    sizes: Mapping[str, int]
    functions: list[Plan]  # of which only the type is said, at their arguments

    def at(self, values: Mapping[str, NamedArray]) -> NamedArray:
        """The first of these functions with other tensors in the place of those that were drawn."""
        return Runner(self.sizes, given=values).run(self.functions[0], {})


@dataclass
class Page:
    """A compiled document, with the plans of its rows, which the report itself does not keep."""

    report: DocumentReport
    plans: list[tuple[Judged, Verdict]] = field(default_factory=list)

    def statement(self, file: str, line: int, name: str | None = None) -> Statement:
        """The first statement of a line that has an example or a value."""
        found = [
            s
            for s in self.report.statements
            if Path(s.span.source.path).name == file
            and s.span.line == line
            and (s.name == name or name is None)
            and (s.value is not None or s.example.inputs or s.example.results)
        ]
        assert found, f"nothing is shown beside {file}:{line} {name or ''}"
        return found[0]

    def shown(self, file: str, line: int, name: str | None = None) -> dict[str, NamedArray]:
        """The example beside a statement, what goes in and what comes out."""
        example = self.statement(file, line, name).example
        return {shown.label: shown.array for shown in (*example.inputs, *example.results)}

    def around(self, file: str, first: int, last: int) -> dict[str, NamedArray]:
        """All that is shown beside the rows of some lines."""
        found: dict[str, NamedArray] = {}
        for s in self.report.statements:
            if Path(s.span.source.path).name == file and first <= s.span.line <= last:
                found |= {shown.label: shown.array for shown in (*s.example.inputs, *s.example.results)}
        return found

    def ran(self, file: str, line: int, sizes: Mapping[str, int] | None = None, name: str | None = None) -> list[Ran]:
        """A statement run again: with the sizes of the report, or with others; of a law all instances."""
        judged, verdict = next(
            (j, v)
            for j, v in self.plans
            if Path(j.span.source.path).name == file
            and j.span.line == line
            and (j.name == name or name is None)
            and j.value is not None
            and j.value.plan is not None
        )
        if judged.law is not None:
            runs = [(one, _laboratory_runner(one)) for _, one in judged.law.instances]
        else:
            assert verdict.runner is not None
            runs = [(judged, Runner({**verdict.runner.sizes, **(sizes or {})}))]
        return [_run(one, runner) for one, runner in runs if runner is not None]


def _laboratory_runner(one: Judged) -> Runner | None:
    return Laboratory([], Equations()).for_instance(one.notebook.equations, needed_sizes(one), _different(one), 0)


def _different(one: Judged) -> dict[str, int]:
    """A size of its own for each axis."""
    atoms = sorted({atom for size in needed_sizes(one) for atom in size.atoms})
    return {atom: 2 + number % 4 for number, atom in enumerate(atoms)}


def _run(one: Judged, runner: Runner) -> Ran:
    plans: list[Plan] = [typed.plan for typed in (one.value, one.other) if typed is not None and typed.plan is not None]
    drawn = {part.key: runner.run(part, {}) for plan in plans for part in walk(plan) if isinstance(part, Sampled)}
    functions: list[Plan] = [part for plan in plans for part in walk(plan) if isinstance(part, Smooth)]
    return Ran(drawn, [runner.run(plan, {}) for plan in plans], runner.sizes, functions)


@contextmanager
def _overheard() -> Iterator[list[tuple[Judged, Verdict]]]:
    """The statements of what is compiled meanwhile, as they are when the report is made."""
    heard: list[tuple[Judged, Verdict]] = []
    made = examples.example_of

    def example_of(session, judged, verdict, orders):  # type: ignore[no-untyped-def]
        heard.append((judged, verdict))
        return made(session, judged, verdict, orders)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examples, "example_of", example_of)
        yield heard


def compiled(path: Path) -> Page:
    with _overheard() as plans:
        return Page(compile_file(path, path.name), plans)


def matrix(array: NamedArray, axes: str = "") -> Array:
    """The entries with the dimensions in this order."""
    order = axes.split()
    assert set(array.axes) == set(order), (array.axes, order)
    return np.asarray(array.data).transpose([array.axes.index(axis) for axis in order])


def close(left: Array, right: Array) -> bool:
    """Whether two arrays agree to 1e-9, the larger numbers relatively."""
    if left.shape != right.shape or not np.all(np.isfinite(right) | np.isinf(right)):
        return False
    return bool(np.allclose(left, right, rtol=1e-9, atol=1e-9))


# --- differentiation by a complex step ---

STEP = 1e-30


def along(function: Callable[..., Array], at: list[Array], increments: list[Array]) -> Array:
    """The derivative of a function in the direction of the increments."""
    moved = [x + 1j * STEP * dx for x, dx in zip(at, increments, strict=True)]
    return np.asarray(function(*moved).imag / STEP)


def jacobian(function: Callable[[Array], Array], x: Array) -> Array:
    """The dimensions of the result, then those of `x`."""
    columns = []
    for index in np.ndindex(*x.shape):
        unit = np.zeros(x.shape)
        unit[index] = 1
        columns.append(along(function, [x], [unit]))
    flat = np.stack(columns, axis=-1)
    return flat.reshape(*flat.shape[:-1], *x.shape)


def side_by_side(arrays: Mapping[str, NamedArray]) -> tuple[list[str], dict[str, Array]]:
    """Arrays with all the axes of any of them, in the same order; an axis that one lacks has size 1 there."""
    axes = sorted({axis for array in arrays.values() for axis in array.axes})
    found = {}
    for name, array in arrays.items():
        own = [axis for axis in axes if axis in array.axes]
        data = matrix(array, " ".join(own))
        found[name] = data.reshape([array.sizes.get(axis, 1) for axis in axes])
    return axes, found
