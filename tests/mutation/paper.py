"""The published paper with its mistakes mended, and whether a slip in one of its files is found.

Nothing of it is kept here but what is looked for.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ntdoc import compiler
from ntdoc.report import DocumentReport, Kind, Statement, Status
from tests.conftest import CORPUS
from tests.mutation.slips import Slip

PAPER = CORPUS / "named-tensor-notation"
MAIN = "paper.tex"
_CONSTANT = re.compile(r"\s*\\text\s*\{\s*const(?:ant|\.)?\s*\}")
_WRONG = (Status.FAILED, Status.ERROR)


class Mend(NamedTuple):
    """What is wrong in one line of one file, and what is meant."""

    file: str
    line: int
    old: str
    new: str


MENDS = (
    Mend("operations.tex", 244, r"\vocab(I_{", r"\vocab(J_{"),
    Mend("calculus.tex", 137, r"\frac{\partial}{\partial X}", r"\frac{\partial}{\partial X\inax}"),
    Mend("calculus.tex", 205, r"(Q\inax \odot I_{\seq,\seq\inax}) - ", r"((Q\inax \odot I_{\seq,\seq\inax}) - "),
    Mend("calculus.tex", 207, r"(Q\inax \odot I_{\seq,\seq\inax}) - ", r"((Q\inax \odot I_{\seq,\seq\inax}) - "),
    Mend("examples_long.tex", 63, r"b^{l,2} &\in \reals^{\hidden}", r"b^{l,2} &\in \reals^{\layer}"),
)


@cache
def mended() -> dict[str, str]:
    """The files of the paper, mended."""
    files = {path.name: path.read_text("utf-8") for path in sorted(PAPER.iterdir()) if path.is_file()}
    for mend in MENDS:
        lines = files[mend.file].split("\n")
        assert mend.old in lines[mend.line - 1], mend
        lines[mend.line - 1] = lines[mend.line - 1].replace(mend.old, mend.new)
        files[mend.file] = "\n".join(lines)
    return files


@cache
def _copied(process: int) -> Path:
    """A folder of this process with the files."""
    folder = Path(tempfile.mkdtemp(prefix=f"paper-{process}-"))
    for name, text in mended().items():
        (folder / name).write_text(text, "utf-8")
    return folder


@cache
def report(seed: int = 0) -> DocumentReport:
    """The report on the mended paper."""
    folder = _copied(os.getpid())
    try:
        return compiler.compile_file(folder / MAIN, MAIN, seed)
    finally:
        _remove()


def _remove() -> None:
    shutil.rmtree(_copied(os.getpid()), ignore_errors=True)
    _copied.cache_clear()


def read(slips: list[Slip], right: DocumentReport) -> list[Slip]:
    """The slips in what the report on the right paper has statements of: the rest is prose."""
    spans = [(Path(s.span.source.path).name, s.span.start, s.span.end) for s in right.statements]
    return [s for s in slips if any(f == s.file and a <= s.mutation.start < b for f, a, b in spans)]


def is_found(slip: Slip) -> bool:
    """Whether the report has a problem: an error or a warning. That on the right paper has none."""
    folder = _copied(os.getpid())
    (folder / slip.file).write_text(slip.mutation.applied(mended()[slip.file]), "utf-8")
    try:
        found = compiler.compile_file(folder / MAIN, MAIN)
        return bool(found.problems) or any(s.status in _WRONG for s in found.statements)
    finally:
        _remove()


def is_same(slip: Slip) -> bool:
    """Whether a slip leaves the meaning as it was: it is in a formula that is run, and all values are those of before.

    What is only declared has no value of its own, so a slip there counts, whatever it changes. And the sign of a
    constant that has no name says nothing: *const.* stands for any such term, and so for its opposite.
    """
    m = slip.mutation
    if m.kind == "sign" and _CONSTANT.match(mended()[slip.file], m.start + len(m.old)):
        return True
    return all(_has_the_values_of(report(seed), slip, seed) for seed in (0, 7))


def _has_the_values_of(right: DocumentReport, slip: Slip, seed: int) -> bool:
    runs = (Kind.DEFINITION, Kind.CLAIM, Kind.EXPRESSION)
    around = [s for s in right.statements if _is_in(slip, s)]
    if not around or any(s.kind not in runs or s.value is None for s in around):
        return False
    folder = _copied(os.getpid())
    (folder / slip.file).write_text(slip.mutation.applied(mended()[slip.file]), "utf-8")
    try:
        found = compiler.compile_file(folder / MAIN, MAIN, seed)
    finally:
        _remove()
    pairs = list(zip(right.statements, found.statements, strict=False))
    return len(right.statements) == len(found.statements) and all(_is_alike(one, other) for one, other in pairs)


def _is_alike(one: Statement, other: Statement) -> bool:
    if (one.kind, one.status, one.value is None) != (other.kind, other.status, other.value is None):
        return False
    if one.value is None or other.value is None:
        return True
    return one.value.axes == other.value.axes and np.array_equal(one.value.data, other.value.data, equal_nan=True)


def _is_in(slip: Slip, statement: Statement) -> bool:
    span = statement.span
    return Path(span.source.path).name == slip.file and span.start <= slip.mutation.start < span.end
