"""What a name of a document is called in Python: `W^Q` is `W_Q`, `seq'` is `seq_prime`, `\\hat X` is `hat_X`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MARKS = {"'": "_prime", "*": "_star", "†": "_dagger", "‡": "_ddagger", "∂": "d_"}


def python_name(name: str) -> str:
    """A name as a Python identifier; the same for the same name."""
    for mark, word in _MARKS.items():
        name = name.replace(mark, word)
    name = re.sub(r"[\W_]+", "_", name).strip("_")
    return f"_{name}" if name[:1].isdigit() else name


def spelt(names: Iterable[str]) -> dict[str, str]:
    """How names may be spelt in Python, as they are and as identifiers; what would stand for two stands for none."""
    own = {name: name for name in names}
    short: dict[str, str | None] = {}
    for name in own:
        alias = python_name(name)
        short[alias] = name if alias not in short else None
    return {alias: name for alias, name in short.items() if name is not None} | own
