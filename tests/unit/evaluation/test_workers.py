"""Work shared among threads: all of it is done, nothing waits for ever, and what goes wrong comes out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from ntdoc.evaluation import workers
from ntdoc.evaluation.workers import each

TIMEOUT = 60


class Threads:
    """As many threads as a test asks for, on any machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    @contextmanager
    def held(self) -> Iterator[int]:
        yield self.count


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(workers, "_blas", Threads(2))
    pool = ThreadPoolExecutor(1)
    monkeypatch.setattr(workers, "_pool", lambda: pool)


def blas_threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_every_item_is_done_once(two: None) -> None:
    done: list[int] = []
    each(done.append, range(1000))
    assert sorted(done) == list(range(1000))


def test_two_are_done_at_a_time(two: None) -> None:
    meeting = threading.Barrier(2, timeout=TIMEOUT)
    each(lambda _: meeting.wait(), range(4))
    assert not meeting.broken


def test_work_within_work_waits_for_no_thread(two: None) -> None:
    done: list[tuple[int, int]] = []
    thread = threading.Thread(
        target=lambda: each(lambda i: each(lambda j: done.append((i, j)), range(5)), range(20)), daemon=True
    )
    thread.start()
    thread.join(TIMEOUT)
    assert not thread.is_alive()
    assert sorted(done) == [(i, j) for i in range(20) for j in range(5)]


def test_several_callers_share_the_threads(two: None) -> None:
    done: list[int] = []
    callers = [
        threading.Thread(target=each, args=(done.append, range(n, n + 50)), daemon=True) for n in range(0, 400, 50)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(TIMEOUT)
    assert not any(caller.is_alive() for caller in callers)
    assert sorted(done) == list(range(400))


def test_what_goes_wrong_comes_out_and_stops_the_rest(two: None) -> None:
    done: list[int] = []

    def work(i: int) -> None:
        if i == 3:
            raise ZeroDivisionError("three")
        done.append(i)

    with pytest.raises(ZeroDivisionError, match="three"):
        each(work, range(10_000))
    assert len(done) < 9_999
    each(done.append, [-1, -2])
    assert {-1, -2} <= set(done), "the threads are there for the next"


def test_blas_is_held_to_one_thread_meanwhile_and_let_go() -> None:
    with threadpool_limits(2, "blas"):
        seen: list[list[int]] = []
        each(lambda _: seen.append(blas_threads()), range(4))
        assert all(count == 1 for counts in seen for count in counts)
        assert blas_threads() == [2] * len(blas_threads())
        with pytest.raises(ZeroDivisionError):
            each(lambda i: 1 // i, [0, 0])
        assert blas_threads() == [2] * len(blas_threads())


def test_of_two_that_hold_it_the_last_lets_go() -> None:
    with threadpool_limits(2, "blas"):
        first, second = workers._blas.held(), workers._blas.held()
        assert (first.__enter__(), second.__enter__()) == (2, 2)
        first.__exit__(None, None, None)
        assert blas_threads() == [1] * len(blas_threads())
        second.__exit__(None, None, None)
        assert blas_threads() == [2] * len(blas_threads())
