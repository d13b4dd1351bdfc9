"""Records and numbers as a diagnostic says them."""

from __future__ import annotations


def at_record(record: dict[str, int]) -> str:
    """` at chans(1), seq(2)`."""
    places = [f"{axis[1:]} = {i}" if axis.startswith("#") else f"{axis}({i})" for axis, i in record.items()]
    return " at " + ", ".join(places) if places else ""


def number_text(value: float) -> str:
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.6g}"
    if float(text) == value:
        return text
    return f"{value:.10g}" if abs(value) >= 1e-4 else f"{value:.6g}"
