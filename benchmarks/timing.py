"""Times of ways to do the same, in turn, and the table of them."""

from __future__ import annotations

import os
import platform
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

Way = Callable[[], object]

PAUSE = 0.03
"""Seconds between two runs: threads of BLAS and OpenMP go on waiting for work for a while, on the cores of the next."""


@dataclass(frozen=True)
class Times:
    """The seconds of each run of one way, in the order of the rounds."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def least(self) -> float:
        return min(self.seconds)


def interleaved(ways: Mapping[str, Way], runs: int, repeats: int = 1) -> dict[str, Times]:
    """Each way once in each round, after one that does not count; `repeats` calls to a run where one is too short."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for round_ in range(runs + 1):
        for name, way in ways.items():
            time.sleep(PAUSE)
            start = time.perf_counter()
            for _ in range(repeats):
                way()
            elapsed = (time.perf_counter() - start) / repeats
            if round_:
                found[name].append(elapsed)
    return {name: Times(tuple(seconds)) for name, seconds in found.items()}


def ratio(one: Times, other: Times) -> float:
    """How many times as long as the other it takes: the median over the rounds, so that busy moments count for both."""
    return median(a / b for a, b in zip(one.seconds, other.seconds, strict=True))


def peak(way: Way) -> float:
    """The most memory that numpy held at once, in MiB, the arguments aside."""
    tracemalloc.start()
    way()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def table(
    title: str, times: Mapping[str, Times], base: str, unit: str = "ms", notes: Mapping[str, str] | None = None
) -> None:
    """Print a table: median and least time, and the time as a multiple of that of one row."""
    scale = {"s": 1, "ms": 1e3, "µs": 1e6}[unit]
    print(f"\n### {title}\n")
    print(f"| | median, {unit} | least, {unit} | ÷ {base} | |")
    print("|---|---:|---:|---:|---|")
    for name, own in times.items():
        more = (notes or {}).get(name, "")
        print(
            f"| {name} | {own.median * scale:.1f} | {own.least * scale:.1f} | {ratio(own, times[base]):.2f} | {more} |"
        )


def facts() -> str:
    """The machine, how busy it is, and the versions."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "torch", "jax", "xarray"))
    load = "/".join(f"{x:.1f}" for x in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return (
        f"{time.strftime('%Y-%m-%d')}, {cores} cores ({_processor()}), load {load} at the start, "
        f"Python {platform.python_version()}, {versions}"
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
