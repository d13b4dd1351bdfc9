r"""Names of axes that are written as bare words, `\ndot{input}` and `h_{hidden \to hidden'}`: shown as axes."""

from __future__ import annotations

from collections.abc import Sequence

from ntdoc.reading.tokens import Kind
from ntdoc.rendering.latex.tokens import Group, Node, is_command, is_kind, plain_tokens


def is_renaming(nodes: Sequence[Node]) -> bool:
    r"""Whether a script has an arrow between words of several letters: `hidden \to hidden'`."""
    arrows = [at for at, node in enumerate(nodes) if is_command(node, "to", "rightarrow")]
    starts = [nodes[at : at + 2] for at in (0, *(arrow + 1 for arrow in arrows))]
    return bool(arrows) and all(len(start) == 2 and all(map(_is_letter, start)) for start in starts)


def axis_words(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The nodes, in which words of several letters that stand alone are names of axes."""
    done: list[Node] = []
    at = 0
    while at < len(nodes):
        end = at
        while end < len(nodes) and _is_letter(nodes[end]):
            end += 1
        if end - at > 1 and _parts(nodes[at - 1 : at]) and (_parts(nodes[end : end + 1]) or _is_prime(nodes[end])):
            done += [*plain_tokens(r"\mathsf"), Group(tuple(nodes[at:end]))]
        else:
            end = max(end, at + 1)
            done += nodes[at:end]
        at = end
    return tuple(done)


def _is_letter(node: Node) -> bool:
    return is_kind(node, Kind.CHAR) and not isinstance(node, Group) and getattr(node, "text", "").isalpha()


def _is_prime(node: Node) -> bool:
    return getattr(node, "text", "") in ("'", "’", "prime") or is_kind(node, Kind.SUP)


def _parts(beside: Sequence[Node]) -> bool:
    """Whether what stands beside a word, if anything does, ends it."""
    return all(
        is_kind(node, Kind.ROW) or is_command(node, "to", "rightarrow") or getattr(node, "text", "") in (",", " ")
        for node in beside
    )
