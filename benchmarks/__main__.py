"""All benchmarks in one run, as ratios: `python -m benchmarks [DOCUMENT]`, by default `docs/transformer.md`.

Of a LaTeX paper: `python -m benchmarks.paper paper.tex`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks import attention, whole

DOCUMENT = Path(__file__).parents[1] / "docs" / "transformer.md"


def main() -> None:
    document = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENT
    whole.main(document)
    print()
    attention.main()


if __name__ == "__main__":
    main()
