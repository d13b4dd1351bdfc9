"""What a name of a document is called in Python: `W^Q` is `W_Q`, `seq'` is `seq_prime`, `\\hat X` is `hat_X`."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.naming import python_name

__all__ = ["python_name", "spelt"]


def spelt(names: Iterable[str]) -> dict[str, str]:
    """How names may be spelt in Python, as they are and as identifiers; what would stand for two stands for none."""
    own = {name: name for name in names}
    short: dict[str, str | None] = {}
    for name in own:
        alias = python_name(name)
        short[alias] = name if alias not in short else None
    return {alias: name for alias, name in short.items() if name is not None} | own
