"""Shapes and domains of symbols as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from ntdoc.regex import regex
from ntdoc.rendering.arrays import primed
from ntdoc.report import SymbolUse

UNKNOWN = Markup('<i class="nt-unknown">unknown</i>')
_ONLY_SAID = Markup('<i class="nt-unknown">as is said of it</i>')
_SCRIPT = regex(r"(\S?)([\^_])(?:\{([^{}]*)\}|(\w))")


def shape_of(use: SymbolUse) -> Markup:
    """The shape of a symbol as a statement has it; nothing for a function."""
    if not use.shape_known:
        return UNKNOWN
    shape = Markup("") if use.role == "function" and not use.shape else shape_html(use.shape)
    return Markup("{}, {}").format(shape, _ONLY_SAID) if use.only_said else shape


def shape_html(shape: Sequence[tuple[str, int | None]]) -> Markup:
    """`chans[4] × seq[3]`, the names set as axes."""
    if not shape:
        return Markup('<span class="nt-none">scalar</span>')
    return Markup(" × ").join(
        Markup('<span class="nt-ax">{}{}</span>').format(
            primed(axis), Markup('<span class="nt-size">[{}]</span>').format(size) if size is not None else ""
        )
        for axis, size in shape
    )


def domain_html(domain: str) -> Markup:
    """Plain text in which `^{…}` and `_{…}` are scripts. A set is not parted from what stands above it."""
    out = Markup("")
    at = 0
    for match in _SCRIPT.finditer(domain):
        tag = "sup" if match[2] == "^" else "sub"
        out += escape(domain[at : match.start()])
        script = Markup(f"<{tag}>{{}}</{tag}>").format(primed(match[3] or match[4] or ""))
        out += Markup('<span class="nt-set">{}{}</span>').format(match[1], script)
        at = match.end()
    return out + escape(domain[at:])
