"""Exported modules beside the evaluator: each function on samples, plain and with axes in front."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import jax.numpy as jnp
import numpy as np
import torch

import ntdoc
from ntdoc.evaluation.run import Runner
from ntdoc.evaluation.sampling import sample
from ntdoc.export.module import Module, Written
from ntdoc.export.routines import Routine, Routines
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.domain import Domain
from ntdoc.shapes.sizes import Equations, Size, variable
from ntdoc.shapes.summary import sizes_in
from ntdoc.verification.sizes.sizing import Laboratory

LIBRARIES: dict[str, Callable[[Any], Any]] = {
    "numpy": np.asarray,
    "torch": lambda x: torch.as_tensor(np.array(x, dtype=np.float64)),
    "jax": jnp.asarray,
}


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`ntdoc export`, in a process of its own."""
    result = subprocess.run(
        [sys.executable, "-m", "ntdoc", "export", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert "Traceback" not in result.stdout + result.stderr
    return result


def loaded(path: Path) -> ModuleType:
    """A module that was written, imported."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def exported(document: Path, folder: Path, library: str) -> ModuleType:
    output = folder / f"{document.stem}_{library}.py"
    result = run(str(document), "--to", library, "-o", str(output))
    assert result.returncode == 0, result.stderr
    return loaded(output)


@dataclass
class Trial:
    """One function with arguments in their order, and what the evaluator makes of them."""

    name: str
    arguments: list[Any]
    wanted: Any


def trials(paper: ntdoc.Paper, library: str) -> Iterator[tuple[Trial, Routine]]:
    """Every definition on samples; the evaluator is asked through `ntdoc.load`."""
    session, roles = paper._survey()
    bindings = {r.defines.entry.index: r.defines for r in roles if r.defines is not None}
    for routine, written in Module(Routines(session, roles), library).functions():
        binding = bindings[routine.item]
        runner = _runner(routine, written)
        inputs = {n: _sampled(n, shape, runner, routine) for n, shape in routine.parameters}
        letters = {s.key: runner.run(s, {}) for s in routine.letters}
        numbers = {a.strip("|"): n for a, n in runner.sizes.items() if "#" not in a and a in _atoms(routine, written)}
        arguments = [plain(inputs[n], [a for a, _ in shape]) for n, shape in routine.parameters]
        arguments += [plain(letters[s.key], [a for a, _ in s.shape]) for s in routine.letters]
        arguments += [runner.size(variable(a)) for a in written.sizes]
        if routine.of:  # a member of a family, or a call over several axes: no name of the document is for it alone
            wanted = runner.again(letters, None).run(routine.plan, inputs)
        else:
            handle = paper._handle(binding)
            given = {n: ntdoc.array(v.data, *v.axes) for n, v in letters.items()}
            values = [ntdoc.array(v.data, *v.axes) for v in inputs.values()]
            wanted = handle.given(**given)(*values, sizes=numbers).named
        yield Trial(routine.name, arguments, plain(wanted, routine.result)), routine


def agreeing(document: Path, folder: Path, library: str) -> int:
    """How many functions of a document there are, all of which give the numbers of the evaluator."""
    module = exported(document, folder, library)
    count = 0
    for trial, _ in trials(ntdoc.load(document), library):
        found = getattr(module, trial.name)(*[put(library, x) for x in trial.arguments])
        assert close(found, trial.wanted), trial.name
        count += 1
    return count


def lifted(routine: Routine, trial: Trial) -> tuple[list[Any], tuple[int, ...]]:
    """The arguments of a function with two axes in front, of which only one has both."""
    count = len(routine.parameters)
    front = [(2, 3), (2, 1), (1, 3)]
    return [
        np.broadcast_to(x, (*front[i % 3], *np.shape(x))) if i < count else x for i, x in enumerate(trial.arguments)
    ], (2, 3)


def plain(value: NamedArray, axes: Any) -> Any:
    return np.asarray(transpose_to(value, tuple(axes)).data)


def put(library: str, value: Any) -> Any:
    """An argument as an array of a library; sizes stay numbers."""
    return value if isinstance(value, int) else LIBRARIES[library](value)


def close(found: Any, wanted: Any) -> bool:
    found = np.asarray(found)
    return found.shape == wanted.shape and np.allclose(found, wanted, rtol=1e-9, atol=1e-9, equal_nan=True)


def _sampled(name: str, shape: tuple[tuple[str, Size], ...], runner: Runner, routine: Routine) -> NamedArray:
    """A sample of a parameter; one that is used as an index is a whole number."""
    axes, sizes = tuple(a for a, _ in shape), tuple(runner.size(s) for _, s in shape)
    if name == "i" and not shape:
        return NamedArray((), np.asarray(2.0))
    return sample(name, 0, 0, axes, sizes, Domain())


def _atoms(routine: Routine, written: Written) -> set[str]:
    return {a for size in _sizes(routine) for a in size.atoms} | set(written.sizes)


def _sizes(routine: Routine) -> set[Size]:
    return sizes_in(routine.plan) | {size for _, shape in routine.parameters for _, size in shape}


def _runner(routine: Routine, written: Written) -> Runner:
    """Sizes that fit, as different as they can be."""
    atoms = sorted(_atoms(routine, written))
    needed = _sizes(routine) | {variable(a) for a in atoms}
    wanted = {atom: 2 + number % 4 for number, atom in enumerate(atoms)}
    found = Laboratory([], Equations()).for_instance(routine.equations, needed, wanted, 0)
    assert found is not None, routine.name
    return found
