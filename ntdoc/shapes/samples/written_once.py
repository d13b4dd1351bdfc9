"""The one size that a document writes of an axis in its shapes: `M \\in \\reals^{\\ax[N]}` says how long `\\ax` is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.session import StatedSize
from ntdoc.shapes.sizes import default_size, variable
from ntdoc.syntax import ast


def written_once(sets: Sequence[tuple[ast.TensorSet, Entry]]) -> Iterator[StatedSize]:
    """What declarations say of axes that have one size, a letter, wherever a shape of the document gives them any.

    It yields to all else, as what is said in words does: another tensor may have another length there.
    """
    sizes: dict[str, dict[str | None, tuple[ast.SizedAxis, ast.TensorSet, Entry]]] = {}
    for tensor_set, entry in sets:
        for sized in tensor_set.shape.axes:
            if sized.size is not None and not sized.axis.variable:
                letter = sized.size.full_name if isinstance(sized.size, ast.Symbol) and not sized.size.axes else None
                sizes.setdefault(sized.axis.name, {}).setdefault(letter, (sized, tensor_set, entry))
    for name, letters in sizes.items():
        (letter, (sized, tensor_set, entry)), *others = letters.items()
        if letter is None or others or not isinstance(entry.parsed, ast.Chain):
            continue
        size = (default_size(name), sized.axis.span), (variable(letter), tensor_set.span)
        yield StatedSize(size, replace(entry, display=False))
