"""What a name of a document is called in Python: `W^Q` is `W_Q`, `seq'` is `seq_prime`, `\\lambda` is `lambda_`."""

from __future__ import annotations

from collections.abc import Iterable

from ntdoc.naming import python_name

__all__ = ["as_keyword", "python_name", "spelt"]


def spelt(names: Iterable[str]) -> dict[str, str]:
    """How names may be spelt in Python, as they are and as identifiers; what would stand for two stands for none."""
    own = {name: name for name in names}
    short: dict[str, str | None] = {}
    for name in own:
        alias = python_name(name)
        short[alias] = name if alias not in short else None
    return {alias: name for alias, name in short.items() if name is not None} | own


def as_keyword(name: str, names: Iterable[str]) -> str:
    """How a value is given for one of the names in a call: `W_Q=…`, and `**{"W^2": …}` where no identifier does."""
    alias = python_name(name)
    return f"{alias}=…" if spelt({*names, name}).get(alias) == name else f'**{{"{name}": …}}'
