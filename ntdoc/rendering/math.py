"""Tokens to MathML, at build time, with the library math-core.

What amsmath and mathtools have and the library has not is rewritten first (`math_rewriting.py`). An
equation that the library
still refuses shows its LaTeX source: it never vanishes and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

from ntdoc.reading.tokens import CLOSES, OPENS, Kind, Token
from ntdoc.regex import regex
from ntdoc.rendering.latex.tokens import (
    Environment,
    Group,
    Node,
    is_command,
    is_kind,
    parse_groups,
    plain_tokens,
    tokens_to_latex,
    unparse,
)
from ntdoc.rendering.latex.undefined_macros import named_axes
from ntdoc.rendering.math_rewriting import rewrite

_MAX_DEPTH = 150  # math-core is recursive without a guard of its own: deep nesting would end the process
_MAX_LENGTH = 100_000

_SANS = {
    **{0x1D5A0 + i: chr(ord("A") + i) for i in range(26)},
    **{0x1D5BA + i: chr(ord("a") + i) for i in range(26)},
    **{0x1D7E2 + i: chr(ord("0") + i) for i in range(10)},
}
_SANS_RANGE = "[\U0001d5a0-\U0001d5d3\U0001d7e2-\U0001d7eb]"
_SANS_IDENTIFIER = regex(rf"<mi>({_SANS_RANGE}+)</mi>")
# math-core escapes what it is given, but for the names of unknown commands (`\<`): what is not plain
# MathML is not used.
_SUSPICIOUS = regex(r"""<(?!/?(?:m[a-z]+|span|b|i)(?:\s+(?!on)[a-z]+="[^"<>]*")*\s*/?>)""")
_UNKNOWN = "math-core-unknown-cmd"
_ONE_CHILD_ROW = regex(r"<mrow>(<m[ino][^>]*>[^<]*</m[ino]>)</mrow>")
_LEAF = r"(<(m[ino])\b[^>]*>[^<]*</\2>)"
_PRIME = regex(rf"<msup>{_LEAF}<mo>([′″‴⁗]+)</mo></msup>")
_PRIME_AND_INDEX = regex(rf"<msubsup>{_LEAF}((?:(?!</?msubsup>).)*)<mo>([′″‴⁗]+)</mo></msubsup>")
_PRIMED_AXIS = regex(r'(<mi class="nt-sans"[^>]*>[^<]*)</mi><mo lspace="0.07em" rspace="0">([′″‴⁗]+)</mo>')
_FUNCTION = regex(  # a word of its own, `n \log n`
    r"((?<=[\w)}])\s*)?\\(arg|cos|det|dim|exp|gcd|inf|ker|lim|ln|log|max|min|Pr|sin|sup|tan|tanh)(?![A-Za-z])(\s*(?=[\w\\]))?"
)
# Of a letter, or of several. A browser puts it onto the letter, where it is not seen to be one.
_BAR = regex("<mo (stretchy=\"(?:false|true)\">[\u00af\u0332]</mo></mover>)")
_BLANK = regex(r"\\space\b ?")
_LARGE_WITH_SCRIPT = regex(r"(<m(?:sub|sup|subsup)>)(<mo [^>]*minsize=[^>]*>[^<]*</mo>)")


def mathml(tokens: Sequence[Token], *, display: bool) -> Markup:
    """The MathML of the tokens; their LaTeX in `<code>` where that cannot be had. Never raises."""
    tokens = tokens if _has_rows(tokens) else without_alignment(tokens)
    if not tokens:
        return Markup("")
    if _depth(tokens) > _MAX_DEPTH:
        return _source(tokens_to_latex(tokens))
    nodes = named_axes(rewrite(parse_groups(tokens)), _is_unknown)
    if any(is_kind(node, Kind.ROW) for node in nodes):
        nodes = (Environment("aligned", nodes),)
    for attempt in (nodes, _without_fences(nodes)):
        rendered = _convert(unparse(attempt), display)
        if rendered is not None:
            return rendered
    return _source(tokens_to_latex(tokens))


def latex_mathml(latex: str, *, display: bool = False) -> Markup:
    """The MathML of LaTeX that is already plain (labels and symbols of a report); else the text itself.
    Never raises.
    """
    return mathml(plain_tokens(latex), display=display)


def without_alignment(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the alignment marks of the display; marks inside matrices and cases stay.

    Every second mark of a row begins a new column of equations, so it becomes a wide space.
    """
    kept: list[Token] = []
    depth = marks = 0
    for token in tokens:
        if token.kind in OPENS:
            depth += 1
        elif token.kind in CLOSES:
            depth -= 1
        if token.kind is Kind.ALIGN and depth <= 0:
            marks += 1
            if marks % 2 == 0:
                kept.append(Token(Kind.COMMAND, "qquad", token.span))
        else:
            kept.append(token)
    return kept


def _source(latex: str) -> Markup:
    return Markup('<code class="nt-source">{}</code>').format(latex)


def _has_rows(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens:
        if token.kind in OPENS:
            depth += 1
        elif token.kind in CLOSES:
            depth -= 1
        elif token.kind is Kind.ROW and depth == 0:
            return True
    return False


def _depth(tokens: Sequence[Token]) -> int:
    """An upper bound of how deep the library will recurse: groups, fences, and prefixes without braces
    (`\\sqrt\\sqrt`).
    """
    depth = deepest = run = 0
    for token in tokens:
        opens = token.kind in OPENS or (token.kind is Kind.COMMAND and token.text == "left")
        closes = token.kind in CLOSES or (token.kind is Kind.COMMAND and token.text == "right")
        depth = depth + 1 if opens else max(0, depth - 1) if closes else depth
        # Prefixes and scripts nest to the right without a brace; a run of them counts as nesting.
        run = run + 1 if token.kind in (Kind.COMMAND, Kind.SUB, Kind.SUP) else 0
        deepest = max(deepest, depth + run)
    return deepest


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(ignore_unknown_commands=True, fancy_error=False)


@lru_cache(maxsize=4096)
def _is_unknown(name: str) -> bool:
    """Whether the library does not know the command, which it would show in red."""
    try:
        return _UNKNOWN in _converter().convert_with_local_state(f"\\{name}{{}}{{}}", displaystyle=False)
    except LatexError:  # it knows the command, and misses a fence or a length
        return False


@lru_cache(maxsize=8192)
def _convert(latex: str, display: bool) -> Markup | None:
    if len(latex) > _MAX_LENGTH:
        return None
    try:
        rendered = _converter().convert_with_local_state(latex, displaystyle=display)
    except LatexError:
        return None
    if _SUSPICIOUS.search(rendered):
        return None
    rendered = rendered.replace("<mspace/>", "")
    rendered = _SANS_IDENTIFIER.sub(_sans_identifier, rendered)
    rendered = _ONE_CHILD_ROW.sub(r"\1", rendered)
    # The glyph is a raised one already: as a script it would be tiny, and far above the letter.
    rendered = _PRIME.sub(r'<mrow>\1<mo lspace="0.07em" rspace="0">\3</mo></mrow>', rendered)
    found = 1
    while found:  # those within the index of another first
        rendered, found = _PRIME_AND_INDEX.subn(
            r'<msub><mrow>\1<mo lspace="0.07em" rspace="0">\4</mo></mrow>\3</msub>', rendered
        )
    rendered = _PRIMED_AXIS.sub(r"\1\2</mi>", rendered)  # one name, as in the tables below
    rendered = _BAR.sub(r'<mo class="nt-over" \1', rendered)
    rendered = _LARGE_WITH_SCRIPT.sub(r"\1<mrow>\2</mrow>", rendered)  # else browsers do not enlarge `\Bigr)_i`
    return Markup(rendered)


def _sans_identifier(match: re.Match[str]) -> str:
    """Axis names as plain letters in a sans-serif font: they can be searched, copied and read aloud."""
    name = match[1].translate(_SANS)
    variant = ' mathvariant="normal"' if len(name) == 1 else ""
    return f'<mi class="nt-sans"{variant}>{name}</mi>'


def _without_fences(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Without `\\left` and `\\right`: an author splits a pair of them over two rows or cells."""
    kept: list[Node] = []
    skip_dot = False
    for node in nodes:
        if is_command(node, "left", "right", "middle"):
            skip_dot = True
            continue
        if not (skip_dot and isinstance(node, Token) and node.text == "."):
            kept.append(_map_children(node, _without_fences))
        skip_dot = False
    return tuple(kept)


def _map_children(node: Node, function: Callable[[Sequence[Node]], tuple[Node, ...]]) -> Node:
    if isinstance(node, Token):
        return node
    children = function(node.children)
    return Group(children) if isinstance(node, Group) else Environment(node.name, children)


def words_of(tokens: Sequence[Token]) -> str:
    """The same for a title: with the letters and signs that commands stand for, as far as there are such."""
    return in_letters(text_of(tokens))


def in_letters(text: str) -> str:
    """Such a text with the letters and signs that commands stand for."""
    from pylatexenc.latex2text import LatexNodes2Text  # only a title and an introduction need it

    text = _FUNCTION.sub(lambda found: " " * (found[1] is not None) + found[2] + " " * (found[3] is not None), text)
    text = text.replace(r"\|", "‖")
    return " ".join(str(LatexNodes2Text(math_mode="text").latex_to_text(text)).split())


def text_of(tokens: Sequence[Token]) -> str:
    """A plain-text rendering for places that take no mark-up: a table of contents, an attribute."""
    latex = _BLANK.sub("~", tokens_to_latex(tokens))
    return " ".join(re.sub(r"\\(?:mathsf|mathrm|mathbb|text|mathbf)\b|[{}]", "", latex).split())
