"""Documents twice as long: how many times as long checking them takes, for kinds that once took far more than twice.

    python -m benchmarks.growth
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from benchmarks.timing import interleaved, ratio
from ntdoc.compiler import compile_text

RUNS = 5


def _nested(size: int) -> str:
    return "\n".join(f"{'  ' * depth}- a $x=1$" for depth in range(size))


def _no_full_stop(size: int) -> str:
    return "\n".join(f"- Given $x \\in \\reals^\\ax$ we set $y={n}x$,\n  which is $4$ million" for n in range(size))


def _sections(size: int) -> str:
    section = """
## Part %d

Let $X \\in \\reals^{\\seq \\times \\ax}$ and $w \\in \\reals^\\ax$.

$$ Y = X \\ndot{\\ax} w $$
"""
    return "$$ \\ndef{\\ax}{ax} \\ndef{\\seq}{seq} $$\n" + "".join(section % n for n in range(size))


KINDS: Mapping[str, tuple[Callable[[int], str], int]] = {
    "a list nested deeply, 3.6 times as many characters": (_nested, 40),
    "a list without a full stop": (_no_full_stop, 40),
    "sections that say the same": (_sections, 50),
}


def main() -> None:
    """Print how much longer each takes at twice the size."""
    print("### Twice as long\n\n| | × |\n|---|---:|")
    for name, (text, size) in KINDS.items():
        once, twice = "once", "twice"
        times = interleaved(
            {
                once: partial(compile_text, text(size), "a.md"),
                twice: partial(compile_text, text(2 * size), "a.md"),
            },
            RUNS,
        )
        print(f"| {name}, {size} and {2 * size} | {ratio(times[twice], times[once]):.2f} |")


if __name__ == "__main__":
    main()
