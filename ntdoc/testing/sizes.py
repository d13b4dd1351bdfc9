"""The sizes that an equation and its implementation are tried on, and the small ones that show a difference best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations, product
from math import prod

from ntdoc.api.errors import DiagnosticError
from ntdoc.diagnostics import Diagnostic
from ntdoc.testing.case import Case
from ntdoc.testing.outcomes import ImplementationError

Sizes = dict[str, int]

OF_SIZES = frozenset({"NT206", "NT211", "NT303"})
"""What is wrong with a choice of sizes, and not with the call: other sizes may fit."""

_TRIED = 24
"""On how many choices of sizes the two are compared."""

_FEWEST_SIZES = (1, 2, 3, 4)
_PERMUTED = 24  # ways in which sizes that differ are given to the axes

IN_A_BATCH = max(_FEWEST_SIZES) + 1  # unlike the size of any axis, so that it is not taken for one


def choices(axes: Sequence[str], given: Sizes) -> Iterator[Sizes]:
    """Sizes to try, the smallest first, so that the first difference is the smallest one.

    Values that are given have sizes, as the weights of a network: most often others do not fit to them.
    """
    found: dict[tuple[int, ...], None] = {}
    count = len(axes)
    for number in range(_TRIED * 4):
        # Sizes that differ from axis to axis, so that two axes that were taken for one another show
        found[tuple(_FEWEST_SIZES[(number * (i + 1) + i + number // 4) % 4] for i in range(count))] = None
        if len(found) >= _TRIED:
            break
    if count <= 3:
        found |= dict.fromkeys(product(_FEWEST_SIZES[:3], repeat=count))
    found |= dict.fromkeys((n,) * count for n in _FEWEST_SIZES[:3])
    found |= dict.fromkeys(tuple(given.get(a, n) for a, n in zip(axes, sizes, strict=True)) for sizes in [*found])
    for sizes in sorted(found, key=lambda s: (prod(s), s)):
        yield dict(zip(axes, sizes, strict=True))


def wrong_on(case: Case, tried: Iterable[Sizes]) -> Diagnostic | None:
    """What differs on the first sizes above one that fit, if an array of the right shape comes out at all.

    An implementation that takes no more axes than the signature has is as right as one that does.
    """
    for sizes in tried:
        if 1 in sizes.values():
            continue
        try:
            case.compare(sizes)
        except ImplementationError as different:
            return different.diagnostic if different.fits else None
        except DiagnosticError as problem:
            if problem.code in OF_SIZES:
                continue
            return None
        except Exception:  # it takes none
            return None
        return None
    return None


def smallest(case: Case, sizes: Sizes, error: ImplementationError) -> ImplementationError:
    """The difference on small sizes that still show one, going down from those where one was found."""
    smaller = True
    while smaller:
        smaller = False
        for axis in sizes:
            less = {**sizes, axis: sizes[axis] - 1}
            if less[axis] < 1:
                continue
            try:
                case.compare(less)
            except ImplementationError as found:
                sizes, error, smaller = less, found, True
            except Exception:  # what cannot be run on smaller sizes is no difference
                continue
    return error if min(sizes.values(), default=2) > 1 else _telling(case, sizes, error)


def _telling(case: Case, sizes: Sizes, error: ImplementationError) -> ImplementationError:
    """The same on sizes above one, if these show it and are few enough to be shown: of size one, much is the same or no
    number. They differ if they can. What is only lifted over stays as small as it may be.
    """
    alone = {axis for axis in case.beyond if sizes.get(axis) == 1}
    axes = [axis for axis in sizes if axis not in alone]
    for own in (*islice(permutations(range(2, 2 + len(axes))), _PERMUTED), (2,) * len(axes)):
        tried = {**sizes, **dict(zip(axes, own, strict=True))}
        try:
            case.compare(tried)
        except ImplementationError as found:
            if found.is_whole:
                return found
        except DiagnosticError:
            continue  # these sizes do not fit together
        except Exception as problem:
            on = ", ".join(f"{axis}[{n}]" for axis, n in tried.items())
            hint = f"on {on} it raises {type(problem).__name__}: {' '.join(str(problem).split())}"
            return ImplementationError(replace(error.diagnostic, hints=(*error.diagnostic.hints, hint)))
        else:
            return error
    return error
