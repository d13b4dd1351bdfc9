"""Small mistakes put into our own write-up are found: the share that is caught, and why each survivor is no error."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import CORPUS
from tests.corpus import mending
from tests.mutation.mutations import Mutation, chosen, found_wrong, mutations

WRITE_UP = Path(__file__).parents[2] / "docs" / "transformer.md"
PUBLISHED = CORPUS / "transformer-write-up.md"
SEED = 20


class Excuse(NamedTuple):
    """Why a mutation is no error that a reader could see: `line` has this text in it, and `old` was changed."""

    line: str
    old: str
    reason: str


OURS = [
    Excuse("$|\\layer| = 2n$", "", "says that a size is even, and the formula for positions is as good for odd sizes"),
    Excuse("$|\\seq'| = |\\seq|$", r"\seq", "a size that is then not said, which is a note"),
    Excuse("sqrt{|\\key|}", r"\key", "another size under the root: a scale, of which no number is given"),
]

THEIRS = [
    Excuse("$\\ax$ is denoted", r"\ax", "a mention in prose, which says nothing"),
    Excuse("act on any $X", r"\ax", "mentions and conditional sentences; what they say stays true of other axes"),
    Excuse("act on any $X", r"\bx", "mentions and conditional sentences; what they say stays true of other axes"),
    Excuse("sqrt{|\\key|}", r"\key", "another size under the root: a scale, of which no number is given"),
    Excuse("could be further reduced", "", "mentions in prose"),
    Excuse("Note that the names of the output", "", "mentions in prose"),
    Excuse(
        "when we write $X - ", r"\ax", "the mean over the other axis can be subtracted as well, with the same shape"
    ),
    Excuse("all with type", "", "a type in prose of functions that it does not name"),
    Excuse("\\text{BatchNorm}(X", "", "no signature: the definition is as good for other axes, and no call follows"),
    Excuse("\\text{InstanceNorm}(X", "", "no signature: the definition is as good for other axes, and no call follows"),
    Excuse("\\text{LayerNorm}(X; ", "", "no signature: the definition is as good for other axes, and no call follows"),
    Excuse("a particular LayerNorm", "", "a size of an axis that nothing afterwards has"),
    Excuse("the simple version of LayerNorm", "", "a size of an axis that nothing afterwards has, and a mention"),
    Excuse(
        "with $|\\val| = |\\chans|$",
        "",
        "the weights still fit, aligned along another axis; or a size that is then only not said",
    ),
    Excuse("is defined for $W_1", "", "the bias still fits, aligned along another axis"),
]


def survivors(text: str, tried: list[Mutation]) -> list[Mutation]:
    """The mutations that ntdoc does not notice."""
    assert not found_wrong(text)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:  # libraries tested before have threads
        noticed = pool.map(found_wrong, [m.applied(text) for m in tried], chunksize=8)
        return [m for m, n in zip(tried, noticed, strict=True) if not n]


def unexplained(text: str, left: list[Mutation], excuses: list[Excuse]) -> list[str]:
    lines = text.split("\n")
    return [
        f"{m} in: {lines[m.line - 1]}"
        for m in left
        if not any(e.line in lines[m.line - 1] and m.old.startswith(e.old) for e in excuses)
    ]


def shares(tried: list[Mutation], left: list[Mutation]) -> str:
    """`axis: 117 of 120 caught`, a line for each kind."""
    every, missed = Counter(m.kind for m in tried), Counter(m.kind for m in left)
    return "".join(f"{kind}: {every[kind] - missed[kind]} of {every[kind]} caught\n" for kind in sorted(every))


def test_mistakes_in_our_write_up_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    text = WRITE_UP.read_text("utf-8")
    tried = chosen(text, 80, SEED)
    left = survivors(text, tried)
    with capsys.disabled():
        print(f"\n{WRITE_UP.name}\n{shares(tried, left)}", end="")
    assert not unexplained(text, left, OURS)
    assert len(left) <= 0.05 * len(tried)


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the corpus of published documents is not here")
def test_mistakes_in_a_published_write_up_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    text = mending.mended(
        PUBLISHED.read_text("utf-8"),
        mending.NUMBER["the sum worked out"],
        mending.LINEAR_LAYERS["defined"],
        mending.RENAMING["to chans"],
        mending.FEED_FORWARD["declared on chans"],
    )
    tried = chosen(text, 120, SEED)
    left = survivors(text, tried)
    with capsys.disabled():
        print(f"\n{PUBLISHED.name}\n{shares(tried, left)}", end="")
    assert not unexplained(text, left, THEIRS)
    assert len(left) <= 0.3 * len(tried)


def test_a_mutation_changes_one_place() -> None:
    macros, prose = r"$$ \ndef{\a}{a} \ndef{\b}{b} $$", r"Let $X \in \reals^{\a}$ and `$\a$`."
    text = f"{macros}\n\n{prose}\n\n" + r"$$ Y = X_{\a \to \b} + 12 $$"
    shown = [str(m) for m in mutations(text)]
    assert shown == [
        r"line 3: axis: \a became \b",
        r"line 5: renaming dropped: _{\a \to \b} became nothing",
        r"line 5: renaming turned round: _{\a \to \b} became _{\b \to \a}",
        r"line 5: axis: \a became \b",
        r"line 5: axis: \b became \a",
        "line 5: digit: 1 became 2",
        "line 5: digit: 2 became 3",
    ]
