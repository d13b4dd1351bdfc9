"""The plans of what is random: draws, and means over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntdoc.nodes import Node, node
from ntdoc.shapes.sizes import Size

if TYPE_CHECKING:
    from ntdoc.shapes.plan import Plan

DRAWS, BATCHES = 1024, 64
"""How many draws a mean over chances is of, and how many such means are made: they say how far off one may be."""

DRAW, BATCH = "#draw", "#batch"
"""The axes of the draws, which no document can name."""

NORMAL, UNIFORM, ANY = "reals", "interval", "any"
"""Kinds of draws: standard normal ones, those of [0, 1], and those of which only mean 0 and variance 1 are known."""


@node
class Drawn(Node):
    """Draws of a random tensor with independent entries."""

    key: str
    shape: tuple[tuple[str, Size], ...]
    kind: str


@node
class Averaged(Node):
    """A mean over the draws; `fixed` are the free tensors in it of which nothing says that they are random."""

    body: Plan
    fixed: tuple[str, ...]
