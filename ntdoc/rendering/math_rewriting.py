"""The same mathematics in the commands that math-core knows: what it lacks of amsmath and mathtools is
rewritten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ntdoc.reading.tokens import SCRIPTS, Kind, Token
from ntdoc.rendering.latex.axis_words import axis_words, is_renaming
from ntdoc.rendering.latex.tokens import (
    Environment,
    Group,
    Node,
    columns,
    is_command,
    is_kind,
    parse_groups,
    plain_tokens,
    split,
    unparse,
)
from ntdoc.rendering.latex.units import in_formula, units_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DROPPED = _words(
    """
    notag nonumber allowdisplaybreaks displaybreak namedtensorstrut mathstrut strut protect relax
    null limits nolimits newcommand renewcommand providecommand def gdef edef xdef let
    allowbreak nobreak break par
    """
)
_DROPPED_WITH_ARGUMENT = _words("label vphantom vspace raisetag shoveleft shoveright")
_KEEP_ARGUMENT_ONLY = _words(
    "smash rlap llap clap mathrlap mathllap mathclap ensuremath mathmakebox makebox mathnormal"
)
_RENAMED = {
    "mathds": "mathbb",
    "mathbbm": "mathbb",
    "mathscr": "mathcal",
    "widetilde": "tilde",
    "hfill": "quad",
    "dotsb": "cdots",
    "dotsm": "cdots",
    "dotsc": "ldots",
    "dotso": "ldots",
    "defeq": "coloneqq",
}
_QUANTITIES = {"SI": 2, "qty": 2, "si": 1, "unit": 1}  # of siunitx, and how many arguments they have
_BIG_OPERATORS = _words(
    """
    sum prod coprod int iint iiint oint bigcup bigcap bigoplus bigotimes bigodot biguplus bigsqcup
    bigvee bigwedge
    """
)
_MATRICES = _words("matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix")
_ENVIRONMENTS = _MATRICES | _words("array subarray cases rcases aligned gathered")
_ALIGNED = "aligned"


def rewrite(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The same mathematics in the commands that the library knows."""
    done: list[Node] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        at += 1
        if isinstance(node, Group):
            renames = bool(done) and is_kind(done[-1], Kind.SUB) and is_renaming(node.children)
            done.append(Group(rewrite(axis_words(node.children) if renames else node.children)))
        elif isinstance(node, Environment):
            done += _rewrite_environment(node)
        elif node.kind is not Kind.COMMAND:
            done.append(node)
        elif node.text in ("<", ">", "&", '"', "'"):
            if node.text == "&":
                done.append(node)
        elif node.text in _DROPPED:
            if node.text == "limits" and done and is_command(done[-1], *_BIG_OPERATORS):
                done.append(node)
        elif node.text in _DROPPED_WITH_ARGUMENT:
            _, at = _argument(nodes, at)
        elif node.text in _KEEP_ARGUMENT_ONLY:
            argument, at = _argument(nodes, at)
            done.append(Group(rewrite(argument)))
        elif node.text in ("tag", "tag*"):
            argument, at = _argument(nodes, at)
            done += [*plain_tokens(r"\qquad("), *rewrite(argument), *plain_tokens(")")]
        elif node.text in ("ref", "eqref", "cref"):
            argument, at = _argument(nodes, at)
            name = unparse(argument)
            done.append(Token(Kind.TEXT, name, node.span, (name,), "text"))
        elif node.text == "substack":
            argument, at = _argument(nodes, at)
            done.append(_stack(rewrite(axis_words(argument))))
        elif node.text in _QUANTITIES and (arguments := _groups(nodes, at, _QUANTITIES[node.text])):
            *number, unit = arguments
            done += _rewrite_quantity([Group(rewrite(each.children)) for each in number], unit)
            at = nodes.index(unit, at) + 1
        elif node.text in ("vdotswithin", "shortvdotswithin"):
            _, at = _argument(nodes, at)
            done.append(node._replace(text="vdots"))
        elif node.text in ("underset", "overset"):
            script, at = _argument(nodes, at)
            body, at = _argument(nodes, at)
            if _visible(rewrite(script)):
                done += [node, Group(rewrite(script))]
            done.append(Group(rewrite(body)))
        elif node.text in ("mathop", "operatorname*"):
            argument, at = _argument(nodes, at)
            at = _operator(node, rewrite(argument), nodes, at, done)
        elif node.text in ("mathbin", "mathrel", "mathord"):
            argument, at = _argument(nodes, at)
            body = rewrite(argument)
            if _visible(body):
                done += [node, Group(_unwrapped(body))]
        else:
            done.append(node._replace(text=_RENAMED.get(node.text, node.text)))
            if node.text == "colon":
                done.append(node._replace(text=":"))  # the library sets no space after it
    return tuple(done)


def _rewrite_environment(node: Environment) -> tuple[Node, ...]:
    captioned = _captioned_matrix(node)
    if captioned is not None:
        caption, matrix = captioned
        if not _visible(caption):
            return (matrix,)
        return (*plain_tokens(r"\overset"), Group(caption), Group((matrix,)))
    children = rewrite(node.children)
    name = node.name
    if name not in _ENVIRONMENTS:
        bare = name.rstrip("*")
        name = bare if bare in _ENVIRONMENTS else "matrix" if name == "smallmatrix" else _ALIGNED
    return (Environment(name, children),)


def _rewrite_quantity(number: Sequence[Node], unit: Group) -> Iterator[Node]:
    """A number, if there is one, and its units in signs."""
    written = plain_tokens(in_formula(units_of(unparse(unit.children), {})[0]))
    for node in number:
        yield node
        yield from plain_tokens(r"\,")
    yield Group(tuple(parse_groups(written)))


def _groups(nodes: Sequence[Node], at: int, count: int) -> list[Group]:
    """The groups that come next, options before them left out; none if they are not so many."""
    found: list[Group] = []
    while len(found) < count:
        argument, after = _argument(nodes, at)
        if not isinstance(node := nodes[after - 1], Group) or node.children != argument:
            return []
        found.append(node)
        at = after
    return found


def _captioned_matrix(node: Environment) -> tuple[tuple[Node, ...], Node] | None:
    """The array that `\\nmatrix` makes: one column, an axis name above a matrix."""
    rows = split(node.children, Kind.ROW)
    if node.name != "array" or len(rows) != 2 or columns(node.children) != 1 or len(rows[1]) != 1:
        return None
    matrix = rows[1][0]
    if not isinstance(matrix, Environment) or matrix.name not in _MATRICES:
        return None
    return rewrite(rows[0]), Environment(matrix.name, rewrite(matrix.children))


def _operator(node: Token, body: tuple[Node, ...], nodes: Sequence[Node], at: int, done: list[Node]) -> int:
    """`\\mathop{body}` or `\\operatorname*{body}` with its limits set below and above it in every style."""
    scripts: dict[Kind, tuple[Node, ...]] = {}
    while at < len(nodes):
        here = nodes[at]
        if is_command(here, "limits", "nolimits", "displaylimits"):
            at += 1
        elif isinstance(here, Token) and here.kind in SCRIPTS and here.kind not in scripts:
            script, at = _argument(nodes, at + 1)
            scripts[here.kind] = rewrite(script)
        else:
            break
    upright: tuple[Node, ...]
    upright = (*plain_tokens(r"\mathrm"), Group(body)) if node.text == "operatorname*" else _unwrapped(body)
    for kind, command in ((Kind.SUB, r"\underset"), (Kind.SUP, r"\overset")):
        if kind in scripts and _visible(scripts[kind]):
            upright = (*plain_tokens(command), Group(scripts[kind]), Group(upright))
    done += [*plain_tokens(r"\mathop"), Group(upright)]
    return at


def _unwrapped(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    while len(nodes) == 1 and isinstance(nodes[0], Group):
        nodes = nodes[0].children
    return nodes


def _stack(nodes: tuple[Node, ...]) -> Node:
    if any(is_kind(node, Kind.ROW) for node in nodes):
        return Environment("subarray", nodes)
    return Group(nodes)


def _visible(nodes: Sequence[Node]) -> bool:
    """Whether anything would be seen of the nodes."""
    return any(
        _visible(node.children)
        if not isinstance(node, Token)
        else not is_command(node, ",", ":", ";", "!", " ", "space", "mathsf", "mathrm")
        for node in nodes
    )


def _argument(nodes: Sequence[Node], at: int) -> tuple[tuple[Node, ...], int]:
    """The argument that stands at `at`, without its braces, and where it ends; `[…]` options before it are
    left out.
    """
    while at < len(nodes) and _is_character(nodes[at], "["):
        end = next((i for i in range(at, len(nodes)) if _is_character(nodes[i], "]")), None)
        if end is None:
            break
        at = end + 1
    if at >= len(nodes):
        return (), at
    node = nodes[at]
    if isinstance(node, Group):
        return node.children, at + 1
    if is_kind(node, Kind.ROW) or is_kind(node, Kind.ALIGN):
        return (), at
    return (node,), at + 1


def _is_character(node: Node, character: str) -> bool:
    return isinstance(node, Token) and node.kind is Kind.CHAR and node.text == character
