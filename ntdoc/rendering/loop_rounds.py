"""The rounds of a loop as HTML: a line for each, the first ones and the last."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ntdoc.rendering.arrays import array_html
from ntdoc.rendering.math import latex_mathml
from ntdoc.report import Round

_ALL = Markup(
    '<section class="nt-rounds" data-search-exclude><details class="nt-more-of-it"{}>'
    "<summary>round by round</summary>{}</details></section>"
)
_ROUND = Markup('<div class="nt-values nt-round"><span class="nt-label">{}</span>{}</div>')
_VALUE = Markup('<div class="nt-value"><span class="nt-label">{}<span class="nt-eqsign">=</span></span>{}</div>')


def rounds_html(rounds: Sequence[Round]) -> Markup:
    """The rounds, to be opened if there are arrays among the values; nothing where there are none."""
    if not rounds:
        return Markup("")
    lines = []
    for before, shown in zip((None, *rounds), rounds, strict=False):
        if before is not None and shown.number > before.number + 1:
            lines.append(Markup('<div class="nt-round">⋮</div>'))
        values = (_VALUE.format(latex_mathml(v.tex), array_html(v.array, v.label)) for v in shown.values)
        counted = latex_mathml(f"{shown.letter} = {shown.number}")
        lines.append(_ROUND.format(counted, Markup("").join(values)))
    small = all(not v.array.axes for shown in rounds for v in shown.values)
    return _ALL.format(Markup(" open") if small else "", Markup("").join(lines))
