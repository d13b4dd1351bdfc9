"""Small mistakes put into a published paper are found: the share that is caught, and why each survivor is not.

A slip that leaves the meaning as it was is no mistake, and is not counted. Each of the others that ntdoc does not
notice is listed with the reason. Some are tried in every run, all of them with NTDOC_MUTATIONS=300 in the environment.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import pytest

from tests.mutation import paper
from tests.mutation.slips import Slip, chosen, slips

SEED = 1
ALL = 300
TRIED = min(ALL, int(os.environ.get("NTDOC_MUTATIONS", "40")))
CAUGHT = 0.8
"""The least share; that of all slips is said below."""


class Survivor(NamedTuple):
    """A slip that is not noticed: where it is, its kind, and what stood there."""

    file: str
    line: int
    kind: str
    old: str
    reason: str


SAME: list[Survivor] = []
MISSED: list[Survivor] = []


def _listed(slip: Slip, survivors: list[Survivor]) -> bool:
    m = slip.mutation
    return any((s.file, s.line, s.kind, s.old) == (slip.file, m.line, m.kind, m.old) for s in survivors)


@pytest.mark.skipif(not paper.PAPER.is_dir(), reason="the corpus of published documents is not here")
def test_mistakes_in_a_published_paper_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    right = paper.report()
    assert not right.errors
    every = paper.read(slips({n: t for n, t in paper.mended().items() if n.endswith(".tex")}), right)
    tried = chosen(every, ALL, SEED)[:TRIED]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(paper.is_found, tried, chunksize=4))
    left = [slip for slip, caught in zip(tried, found, strict=True) if not caught]
    counted = [s for s, caught in zip(tried, found, strict=True) if caught or not _listed(s, SAME)]
    missed = [s for s in left if not _listed(s, SAME)]
    kinds, wrong = Counter(s.mutation.kind for s in counted), Counter(s.mutation.kind for s in missed)
    with capsys.disabled():
        print(f"\n{paper.MAIN}: {len(counted) - len(missed)} of {len(counted)} caught")
        print("".join(f"{kind}: {kinds[kind] - wrong[kind]} of {kinds[kind]}\n" for kind in sorted(kinds)), end="")
    assert not [str(s) for s in missed if not _listed(s, MISSED)]
    assert len(missed) <= (1 - CAUGHT) * len(counted)


def test_a_slip_changes_one_place_of_one_file() -> None:
    macros = r"\ndef{\a}{a} \ndef{\b}{b}"
    text = r"$X\inax \ndot{\a} Y - Z$ % $\a$" + "\n" + r"\[ X \in F^{\mathcal{S}}, Y \in F^{\mathcal{T}} \]"
    found = {(s.mutation.kind, s.mutation.old, s.mutation.new, s.file) for s in slips({"m.tex": macros, "p.tex": text})}
    assert {
        ("star", r"\inax", "", "p.tex"),
        ("operator", r"\ndot{\a}", "\\odot ", "p.tex"),
        ("operator", r"\ndot{\a}", "+ ", "p.tex"),
        ("sign", "-", "+", "p.tex"),
        ("letter of a shape", "S", "T", "p.tex"),
        ("letter of a shape", "T", "S", "p.tex"),
        ("name", "X", "Y", "p.tex"),
    } <= found
    assert {m[3] for m in found} == {"p.tex"}
    assert not any(m[0] == "axis" for m in found)  # there is no other
