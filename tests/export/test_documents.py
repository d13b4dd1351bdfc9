"""Every definition of whole documents, in every library, gives the numbers of the evaluator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ntdoc
from tests.conftest import CORPUS
from tests.corpus import mending
from tests.corpus import paper as published
from tests.corpus.test_write_up import WRITE_UP
from tests.export.numbers import LIBRARIES, agreeing, close, exported, lifted, put, run, trials

OWN = Path(__file__).parents[2] / "docs" / "transformer.md"
MENDS = [
    mending.NUMBER["the product corrected"],
    mending.LINEAR_LAYERS["defined"],
    mending.RENAMING["to chans"],
    mending.FEED_FORWARD["declared on chans"],
]
ONLY_SIGNATURES = {"D", "g"}
"""Derivatives of a function of which the paper says nothing but its type."""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    found = {"own": OWN}
    if CORPUS.is_dir():
        folder = tmp_path_factory.mktemp("documents")
        found["write-up"] = folder / "write-up.md"
        found["write-up"].write_text(mending.mended(WRITE_UP.read_text("utf-8"), *MENDS), "utf-8")
        found["paper"] = published.copy(folder / "paper", published.MENDED)
    return found


def document(documents: dict[str, Path], name: str) -> Path:
    if name not in documents:
        pytest.skip("the corpus of published documents is not here")
    return documents[name]


COUNTS = {"own": 39, "write-up": 25, "paper": 60}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", COUNTS)
def test_every_definition_gives_the_numbers_of_the_evaluator(
    documents: dict[str, Path], tmp_path: Path, name: str, library: str
) -> None:
    assert agreeing(document(documents, name), tmp_path, library) >= COUNTS[name]


@pytest.mark.parametrize("library", LIBRARIES)
def test_axes_in_front_are_lifted_over(documents: dict[str, Path], tmp_path: Path, library: str) -> None:
    """Each record of them by itself gives what the function gives without them."""
    module = exported(documents["own"], tmp_path, library)
    count = 0
    for trial, routine in trials(ntdoc.load(documents["own"]), library):
        if not routine.parameters:
            continue
        more, front = lifted(routine, trial)
        found = np.asarray(getattr(module, trial.name)(*[put(library, x) for x in more]))
        assert close(found, np.broadcast_to(trial.wanted, (*front, *trial.wanted.shape))), trial.name
        count += 1
    assert count >= 8


def test_what_is_left_out_is_said(documents: dict[str, Path], tmp_path: Path) -> None:
    """Of the paper, what is in error or in another notation, and derivatives of a function that nothing defines."""
    path = document(documents, "paper")
    result = run(str(path), "-o", str(tmp_path / "model.py"))
    text = (tmp_path / "model.py").read_text("utf-8")
    said = [line for line in result.stderr.splitlines() if "not exported" in line]
    reasons = [line for line in text.splitlines() if line.startswith("# - ")]
    assert len(said) == len(reasons) == 7
    assert {line.split()[3] for line in said if "only the signature" in line} == ONLY_SIGNATURES
    assert sum("ntdoc does not read it" in line for line in said) == 5
    assert "7 definitions left out" in result.stdout
