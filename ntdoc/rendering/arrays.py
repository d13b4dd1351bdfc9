"""A named array as static HTML: digits, with the names of the axes at the edges as the paper's `\\nmatrix`
has them.

A scalar is a number, a vector a row with its axis above, a matrix has its axes at the left and above;
three axes are
matrices side by side, four and more a grid of them. Long axes are elided; the full values wait in
`<details>`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from markupsafe import Markup, escape

from ntdoc.operations.array import NamedArray

_SHOWN = 8  # records of an axis of a matrix that are shown before it is elided
_SLICES = 5  # records of each outer axis that are shown before it is elided
_SLICES_KEPT = 4  # what remains of it: at least two are left out, as one would take no more room than its dots
_KEPT = 6  # what remains of an elided axis: the first ones and the last
_FULL = 10_000  # entries: more than these are not written out even on demand
_DIGITS = 6

MINUS = "−"
INFINITY = "∞"
UNSAID = "–"  # in the place of an entry of which nothing is said


def format_number(value: Any, digits: int = _DIGITS) -> str:
    """At most `digits` significant digits, with a real minus sign, `∞` and `nan`; `17` for the full
    precision.
    """
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, complex):
        real, imaginary = (format_number(part, digits) for part in (value.real, value.imag))
        return f"{real}{'' if imaginary.startswith(MINUS) else '+'}{imaginary}i"
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    if value == 0:
        return "0"
    text = repr(value) if digits >= 17 else f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    if exponent:
        mantissa += f"e{int(exponent)}"
    return mantissa.replace("-", MINUS)


def shared_format(values: list[Any]) -> Callable[[Any], str]:
    """One format for the numbers of one array, so that they can be compared: the same number of decimals.

    At most six significant digits each; four decimals unless that hides small numbers.
    """
    finite = [abs(float(v)) for v in values if not isinstance(v, complex) and math.isfinite(float(v)) and float(v) != 0]
    if not finite or any(isinstance(v, complex) for v in values):
        return format_number
    largest, smallest = max(finite), min(finite)
    if largest >= 1e6:
        return _in_four_digits
    before = len(str(int(largest)))
    limit = max(0, min(4, _DIGITS - before))
    exact = (n for n in range(limit + 1) if all(abs(v - round(v, n)) < 1e-9 * v for v in finite))
    decimals = next(exact, None)
    if decimals is None and smallest < 10 ** (1 - limit):  # it would lose all but one of its digits
        return _in_four_digits

    places = limit if decimals is None else decimals

    def fixed(value: Any) -> str:
        number = float(value)
        if number == 0 or not math.isfinite(number):
            return format_number(number)
        return f"{number:.{places}f}".replace("-", MINUS)

    return fixed


def _in_four_digits(value: Any) -> str:
    """Four significant digits, also where the last ones are zeros: `1.000` is not quite 1."""
    number = float(value)
    if not math.isfinite(number) or number == round(number):
        return format_number(number, 4)
    mantissa, _, exponent = f"{number:#.4g}".partition("e")
    return (mantissa + (f"e{int(exponent)}" if exponent else "")).replace("-", MINUS)


def array_html(array: NamedArray, name: str = "", *, unsaid: bool = False) -> Markup:
    """The array; `name` is plain text, for those who cannot see it. Never raises.

    With `unsaid`, what is nan in it is what a condition leaves out.
    """
    data = array.data.tolist()
    shape = tuple(int(n) for n in array.data.shape)
    values = list(_entries(data))
    show = _leaving_out(shared_format(values)) if unsaid else shared_format(values)
    axes = array.axes
    if not axes:
        return Markup('<span class="nt-array nt-scalar">{}</span>').format(_digits(show(values[0])))
    label = f"{name}, " if name else ""
    label += " by ".join(f"{axis} {size}" for axis, size in zip(axes, shape, strict=True))
    if not values:
        body = Markup('<span class="nt-empty">no entries</span>')
    elif len(axes) == 1:
        body = _vector(axes[0], data, show)
    elif len(axes) == 2:
        body = _matrix(axes, data, show, "")
    else:
        body = _grid(axes, shape, data, show)
    if unsaid:
        body += Markup('<p class="nt-unsaid">{}: outside of the condition</p>').format(UNSAID)
    return Markup('<div class="nt-array" role="group" aria-label="{}">{}</div>').format(label, body)


def _leaving_out(show: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: UNSAID if value != value else show(value)


def is_abridged(array: NamedArray) -> bool:
    """Whether `array_html` leaves out entries, if only on a phone, or digits."""
    if _is_elided(array):
        return True
    values = list(_entries(array.data.tolist()))
    show = shared_format(values)
    return any(_is_rounded(v, show(v)) for v in values)


def _is_elided(array: NamedArray) -> bool:
    shape = array.data.shape
    on_a_phone = len(shape) > 2 and shape[-3] > 2
    return on_a_phone or any(n > _SHOWN for n in shape[-2:]) or any(n > _SLICES for n in shape[:-2])


def full_values(arrays: Sequence[tuple[str, NamedArray]], unsaid: Container[str] = ()) -> Markup:
    """Named arrays in full precision, as nested lists that one can copy, to be opened on demand.

    Of those that are named by `unsaid`, what is nan is what a condition leaves out.
    """
    parts = []
    for name, array in arrays:
        entries = math.prod(array.data.shape)
        text = f"# {entries} entries: too many to write out here"
        if entries <= _FULL:
            text = _list_text(array.data.tolist(), len(array.axes), 0)
        axes = f"  # {' × '.join(array.axes)}" if array.axes else ""
        if name in unsaid:
            axes += ("; " if axes else "  # ") + "nan: outside of the condition"
        parts.append(f"{name} ={axes}\n{text}")
    return Markup('<details class="nt-full"><summary>{}</summary><pre tabindex="0">{}</pre></details>').format(
        "full values" if any(_is_elided(array) for _, array in arrays) else "all digits", "\n\n".join(parts)
    )


def _is_rounded(value: Any, text: str) -> bool:
    try:
        return float(text.replace(MINUS, "-").replace(INFINITY, "inf")) != float(value) and value == value
    except (TypeError, ValueError):
        return False


def _entries(data: Any) -> Iterator[Any]:
    if isinstance(data, list):
        for part in data:
            yield from _entries(part)
    else:
        yield data


def _records(size: int, limit: int, kept: int) -> list[int | None]:
    """The 0-based records of an axis that are shown; None stands for the elided ones."""
    if size <= limit:
        return list(range(size))
    return [*range(kept - 1), None, size - 1]


def _digits(text: str) -> Markup:
    """Zeros stand back, and a negative number has a colour besides its sign."""
    if text == "0":
        return Markup("<i>0</i>")
    if text.startswith(MINUS):
        return Markup("<b>{}</b>").format(text)
    return escape(text)


def _cells(row: list[Any], show: Callable[[Any], str], title: Callable[[int], str]) -> Markup:
    cells = []
    for record in _records(len(row), _SHOWN, _KEPT):
        if record is None:
            cells.append(Markup("<td>…</td>"))
        else:
            cells.append(Markup('<td title="{}">{}</td>').format(title(record), _digits(show(row[record]))))
    return Markup("").join(cells)


def _record(before: str, axis: str, index: int) -> str:
    return f"{before} {axis}({index + 1})".lstrip()


def _vector(axis: str, data: list[Any], show: Callable[[Any], str]) -> Markup:
    cells = _cells(data, show, partial(_record, "", axis))
    return Markup('<table class="nt-m">{}<tr>{}</tr></table>').format(_caption(axis), cells)


def primed(name: str) -> str:
    """The name of an axis with the primes that formulas have."""
    return name.replace("'", "′")


def _caption(axis: str) -> Markup:
    return Markup("<caption><span>{}</span></caption>").format(primed(axis))


def _matrix(axes: tuple[str, ...], data: list[Any], show: Callable[[Any], str], prefix: str) -> Markup:
    rows = []
    for record in _records(len(data), _SHOWN, _KEPT):
        if record is None:
            rows.append(Markup("<tr>{}</tr>").format(Markup("<td>⋮</td>") * len(_records(len(data[0]), _SHOWN, _KEPT))))
        else:
            start = f"{axes[0]}({record + 1})"
            cells = _cells(data[record], show, partial(_record, start, axes[1]))
            rows.append(Markup("<tr>{}</tr>").format(cells))
    caption = Markup("<figcaption><span>{}</span></figcaption>").format(primed(prefix)) if prefix else ""
    return Markup(
        '<figure class="nt-f">{}<span class="nt-a">{}</span>'
        '<table class="nt-m">{}{}</table></figure>'
    ).format(caption, primed(axes[0]), _caption(axes[1]), Markup("").join(rows))


def _grid(axes: tuple[str, ...], shape: tuple[int, ...], data: list[Any], show: Callable[[Any], str]) -> Markup:
    """Slices along all axes but the last two; a new line of them for each record of the axes before the
    third last.
    """
    outer = axes[:-2]
    lines: dict[tuple[int | None, ...], list[Markup]] = {}
    for index in product(*(_records(n, _SLICES, _SLICES_KEPT) for n in shape[:-2])):
        line = lines.setdefault(index[:-1], [])
        if None in index:
            line.append(Markup('<span class="nt-more">…</span>'))
            continue
        slice_: Any = data
        for i in index:
            slice_ = slice_[i]
        prefix = " ".join(f"{axis}({(i or 0) + 1})" for axis, i in zip(outer, index, strict=True))
        line.append(_matrix(axes[-2:], slice_, show, prefix))
    return Markup("").join(map(_line, lines.values()))


def _line(slices: Sequence[Markup]) -> Markup:
    """Slices side by side. On a phone they stand one below the other, and dots for those in the middle."""
    *first, last = slices
    if len(first) > 1:
        first.append(Markup('<span class="nt-gap" aria-hidden="true">⋮</span>'))
    return Markup('<div class="nt-slices">{}</div>').format(Markup("").join((*first, last)))


def _list_text(data: Any, depth: int, indent: int) -> str:
    """A nested list as one can paste it: one innermost list on each line."""
    if depth == 0:
        return format_number(data, 17).replace(MINUS, "-").replace(INFINITY, "inf")
    if depth == 1:
        return "[" + ", ".join(_list_text(value, 0, 0) for value in data) + "]"
    separator = ",\n" + " " * (indent + 1)
    return "[" + separator.join(_list_text(part, depth - 1, indent + 1) for part in data) + "]"
