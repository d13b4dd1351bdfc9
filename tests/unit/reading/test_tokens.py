"""Tokens are the same after a copy, also in another process: their kinds are told apart by what they are."""

from __future__ import annotations

import copy
import pickle

import pytest

from ntdoc.reading.tokens import KINDS, Kind, Token
from ntdoc.source import Source, Span


def test_each_kind_is_one_of_its_own() -> None:
    assert len(set(KINDS)) == len({kind.value for kind in KINDS}) == 11
    assert [getattr(Kind, kind.value.upper()) for kind in KINDS] == list(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_copy_of_a_kind_is_the_kind(kind: Kind) -> None:
    token = Token(kind, "x", Span(Source("a.md", "x"), 0, 1))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(token, protocol)).kind is kind
    assert copy.deepcopy(token).kind is kind
