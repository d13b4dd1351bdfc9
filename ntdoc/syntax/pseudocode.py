"""Steps of an algorithm that is set as a display: `\\textbf{for } t = 1 \\textbf{ to } T`, `\\textbf{return } x`."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.source import Span

_BOLD = r"\\(?:textbf|mathbf|bm|boldsymbol|textsf|textsc|texttt)"
_UPRIGHT = r"\\(?:text|textrm|mathrm|mbox|textit|operatorname)"
_END = r"end(?:\s*(?:for|while|if))?"
_EVERYWHERE = rf"(?:returns?|repeat|{_END})"
_IN_BOLD = rf"(?:{_EVERYWHERE}|until|while|for(?:\s*(?:each|all))?|if|else(?:\s*if)?|elif|then|do|break|continue|to)"
_SPACE = r"(?:[&\s~]|\\[ ,;:!>]|\\q?quad(?![a-z])|\\hspace\*?\{[^{}]*\}|\\text(?:rm)?\{\s*\})*"
_WORD = rf"(?:{_BOLD}\s*\{{\s*{_IN_BOLD}\s*:?\s*\}}|{_UPRIGHT}\s*\{{\s*{_EVERYWHERE}\s*:?\s*\}})"
_RELATED = (  # what makes such a word a name: `\text{output} = W x`, `\text{do}(x)`
    r"(?:[=_^(\[',;+/*|<>-]|:=|\\(?:in|gets|leftarrow|approx|colon|coloneqq|triangleq|equiv|leq?|geq?|sim|to|ndot|nbin|odot|cdot"
    r"|times|bigl?|left)(?![a-zA-Z]))"
)
_STEP = regex(rf"(?i:{_SPACE}(?:\d+\s*[:.]\s*)?{_WORD})(?!{_SPACE}{_RELATED})")
_LISTS = regex(  # the names that it is given, and nothing that is said of them
    rf"(?i:{_SPACE}{_BOLD}\s*\{{\s*(?:inputs?|outputs?|require|ensure|initiali[sz]e)\s*:?\s*\}}{_SPACE}:?(?!{_SPACE}{_RELATED}))"
    r"(?!.*(?:[=∈←]|\\(?:in|gets|leftarrow|to|sim|leq?|geq?|coloneqq)(?![a-zA-Z])))",
    re.DOTALL,
)
_BEFORE = regex(rf"(?i:{_WORD}{_SPACE}:?{_SPACE})\Z")
_NEAR = 40
STEP = "a step of an algorithm, in words"


def is_step(row: Span) -> bool:
    """Whether a row begins with a word that algorithms are written with, or such a word stands right before it."""
    before = row.source.text[max(0, row.start - _NEAR) : row.start]
    return any(step.match(row.text) for step in (_STEP, _LISTS)) or _BEFORE.search(before) is not None
