"""What a plan depends on: sizes, samples, infinities. Definitions that many plans share are looked through once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ntdoc.nodes import Node, fields_of, walk
from ntdoc.operations.domain import DomainKind
from ntdoc.operations.table import SLOPES
from ntdoc.shapes import plan as p
from ntdoc.shapes.drawn_plan import Drawn
from ntdoc.shapes.sizes import Size


class Summary(NamedTuple):
    """The sizes in a plan, and whether it has samples, infinities, slopes that jump, or cases by numbers."""

    sizes: frozenset[Size]
    sampled: bool
    infinite: bool
    kinked: bool
    forked: bool


_NOTHING = Summary(frozenset(), False, False, False, False)
_SLOPES = frozenset(operation.name for operation in SLOPES)
_FORKS = _SLOPES | {"maximum", "minimum", "max", "min", "argmax", "argmin", "relu", "abs", "sign"}
_SMOOTH = (
    "add subtract multiply divide negate xlogy exp expm1 log log1p log2 log10 sin cos tan sinh cosh tanh sigmoid"
    " log_sigmoid softplus silu gelu erf erfc id sum prod mean var norm logsumexp softmax log_softmax cumsum det trace"
    " inv concat"
)
_ANALYTIC = frozenset(_SMOOTH.split())
_INTERVALS = frozenset({
    DomainKind.REAL, DomainKind.POSITIVE, DomainKind.NONNEGATIVE, DomainKind.NEGATIVE, DomainKind.UNIT,
    DomainKind.SIMPLEX,
})  # fmt: skip
_FEW = frozenset({DomainKind.BINARY, DomainKind.ONE_HOT, DomainKind.FINITE, DomainKind.INTEGERS})


def sizes_in(plan: p.Plan | None) -> frozenset[Size]:
    """All sizes in a plan."""
    return summary(plan).sizes


def is_sampled(plan: p.Plan | None) -> bool:
    return summary(plan).sampled


def samples_in(*plans: p.Plan | None) -> dict[str, p.Sampled]:
    """The free tensors in plans, and in the definitions that they are made of, by their keys."""
    return {part.key: part for plan in plans for part in walk(plan) if isinstance(part, p.Sampled)}


def has_infinity(plan: p.Plan | None) -> bool:
    return summary(plan).infinite


def is_kinked(plan: p.Plan | None) -> bool:
    """Whether a plan has derivatives of functions that are not differentiable everywhere."""
    return summary(plan).kinked


def is_forked(plan: p.Plan | None) -> bool:
    """Whether a plan distinguishes cases by numbers, as `\\max(0, x)` does."""
    return summary(plan).forked


@lru_cache(maxsize=8192)
def has_few_numbers(plan: p.Plan | None) -> bool:
    """Whether a plan has free tensors whose entries are of few numbers: two may be the same by chance."""
    return any(isinstance(part, p.Sampled) and part.shape and part.domain.kind in _FEW for part in walk(plan))


@lru_cache(maxsize=8192)
def is_analytic(plan: p.Plan | None) -> bool:
    """Whether a value is an analytic function of numbers from intervals, with no cases and no roots.

    Two of them are equal everywhere, or hardly anywhere: whatever signs the numbers have, or which of them is larger.
    """
    for part in walk(plan):
        match part:
            case p.Operate(operation="power", arguments=(_, p.Constant(value=exponent))) if exponent == int(exponent):
                continue
            case p.Operate(operation=operation) if operation not in _ANALYTIC:
                return False
            case p.Sampled(domain=domain) if domain.kind not in _INTERVALS:
                return False
            case p.Chosen() | p.Compared() | p.Smooth() | p.Linear() | p.Limiting() | p.Recurrence() | Drawn():
                return False
    return True


def summary(plan: p.Plan | None) -> Summary:
    return _NOTHING if plan is None else _definition(plan) if isinstance(plan, p.Defined) else _below(plan)


@lru_cache(maxsize=8192)
def _definition(node: p.Defined) -> Summary:
    return summary(node.body)


@lru_cache(maxsize=8192)
def _below(root: Node) -> Summary:
    sizes: set[Size] = set()
    sampled = infinite = kinked = forked = False
    seen: set[int] = set()
    pending: list[object] = [root]
    while pending:
        item = pending.pop()
        if type(item) is tuple:
            pending.extend(item)
            continue
        if not isinstance(item, Node) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, p.Defined):
            inner = _definition(item)
            sizes |= inner.sizes
            sampled, infinite = sampled or inner.sampled, infinite or inner.infinite
            kinked, forked = kinked or inner.kinked, forked or inner.forked
            continue
        sizes |= own_sizes(item)
        sampled = sampled or isinstance(item, p.Sampled | Drawn | p.Smooth | p.Linear)
        infinite = infinite or (isinstance(item, p.Constant) and abs(item.value) == float("inf"))
        kinked = kinked or (isinstance(item, p.Operate) and item.operation in _SLOPES)
        forked = forked or isinstance(item, p.Chosen) or (isinstance(item, p.Operate) and item.operation in _FORKS)
        pending.extend(fields_of(item))
    return Summary(frozenset(sizes), sampled, infinite, kinked, forked)


def own_sizes(node: Node) -> frozenset[Size]:
    """The sizes that a part of a plan has itself."""
    match node:
        case p.Sampled():
            return node.sizes
        case p.SizeValue(size=size) | p.Counter(size=size):
            return frozenset({size})
        case p.Spread(shape=shape) | p.Unflattened(shape=shape) | p.Entries(shape=shape) | Drawn(shape=shape):
            return frozenset(size for _, size in shape)
        case p.Smooth(result=shape) | p.Linear(result=shape):
            return frozenset(size for _, size in shape)
        case p.Eye():
            return frozenset(size for _, _, size in node.pairs)
        case p.Windows():
            return frozenset({node.width} if node.count is None else {node.width, node.count})
    return frozenset()


def is_closed(plan: p.Plan | None) -> bool:
    """Whether a value depends on no sample, and on no size that could be another."""
    return plan is not None and not is_sampled(plan) and all(size.constant is not None for size in sizes_in(plan))
