"""All benchmarks in one run: `python -m benchmarks [--paper paper.tex] [DOCUMENT]`, by default `docs/transformer.md`.

Calls of equations beside numpy, torch, jax and xarray; `check` and `build` of a document beside their floor; with
`--paper`, checking a LaTeX paper beside typesetting it. One alone: `python -m benchmarks.calls`, `python -m
benchmarks.paper paper.tex`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import calls, paper, whole


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("document", nargs="?", type=Path, default=calls.DOCUMENT)
    parser.add_argument("--paper", type=Path, help="the main file of a LaTeX paper")
    chosen = parser.parse_args()
    calls.main()
    print()
    whole.main(chosen.document)
    if chosen.paper is not None:
        print()
        paper.main(chosen.paper)


if __name__ == "__main__":
    main()
