"""One pool of threads for everything that is run in parts, with BLAS held to one thread meanwhile.

Whoever shares out work does part of it, and a thread of the pool shares out nothing: so no one waits for a thread that
waits for him.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock, local
from typing import TypeVar

from threadpoolctl import ThreadpoolController

T = TypeVar("T")
_here = local()


def each(function: Callable[[T], None], items: Sequence[T]) -> None:
    """Call a function with each of the items, on as many threads as BLAS may use. Raises what the first call raises."""
    if len(items) < 2 or getattr(_here, "sharing", False):
        for item in items:
            function(item)
        return
    with _blas.held() as threads:
        _share(function, items, min(threads, len(items)))


def _share(function: Callable[[T], None], items: Sequence[T], threads: int) -> None:
    remaining: Iterator[T] = iter(items)
    lock = Lock()
    stopped: list[BaseException] = []

    def work() -> None:
        _here.sharing = True
        try:
            while not stopped:
                with lock:
                    item = next(remaining, None)
                if item is None:
                    return
                function(item)
        except BaseException as problem:
            stopped.append(problem)
        finally:
            _here.sharing = False

    others: list[Future[None]] = [_pool().submit(work) for _ in range(threads - 1)]
    work()
    for other in others:
        if not other.cancel():  # one that has not begun has nothing left to do
            other.result()
    if stopped:
        raise stopped[0]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, cores() - 1), thread_name_prefix="ntdoc")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads are not there in a forked process


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")


class _Blas:
    """Holds BLAS to one thread. Of calls at the same time the first one takes hold, and the last one lets go."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._holders = 0
        self._threads = 1

    @contextmanager
    def held(self) -> Iterator[int]:
        """Hold it, and say how many threads it had."""
        with self._lock:
            if not self._holders:
                controller = _controller()
                self._threads = max((library.num_threads for library in controller.lib_controllers), default=1)
                self._limits = controller.limit(limits=1)
            self._holders += 1
        try:
            yield self._threads
        finally:
            with self._lock:
                self._holders -= 1
                if not self._holders:
                    self._limits.restore_original_limits()


_blas = _Blas()
