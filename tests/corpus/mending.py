"""Mends the places of the published write-up that are wrong, in more than one way. Nothing of it is kept here but what
is looked for.
"""

from __future__ import annotations

from collections.abc import Callable

Mend = Callable[[list[str]], None]
"""Changes the lines of the document (0-based) in place, without adding or removing one."""


def replaced(line: int, old: str, new: str) -> Mend:
    """Puts `new` for `old` in one line; the line must contain it."""

    def mend(lines: list[str]) -> None:
        assert old in lines[line - 1], f"line {line} has no {old}"
        lines[line - 1] = lines[line - 1].replace(old, new)

    return mend


def before(line: int, text: str) -> Mend:
    """Puts a paragraph before a line, without moving it."""

    def mend(lines: list[str]) -> None:
        lines[line - 1] = text + "\n\n" + lines[line - 1]

    return mend


NUMBER = {
    "the product corrected": [replaced(59, "8+49+5", "8+63+5")],
    "the sum worked out": [replaced(59, "8+49+5", "76")],
}
"""Line 58: the third entry is 4·2 + 9·7 + 5·1."""

LINEAR_LAYERS = {
    "defined": [
        before(
            84,
            "$$\n"
            + r" \\ ".join(rf"\mathrm{{LN_{p}}}(X) = X \ndot{{\chans}} W_{p} + b_{p}" for p in "QKV")
            + "\n$$\n\nand",
        )
    ],
    "written out": [replaced(86, rf"\mathrm{{LN_{p}}}(X)", rf"X \ndot{{\chans}} W_{p} + b_{p}") for p in "QKV"],
}
"""Line 86: the layers have no definition."""

RENAMING = {
    "to chans": [replaced(line, r"\val \to \ax", r"\val \to \chans") for line in (123, 149)],
    "chans to val and back": [
        replaced(
            line,
            r"X+\mathrm{SelfAttention}(X_1)_{\val \to \ax}",
            r"(X_{\chans\to\val}+\mathrm{SelfAttention}(X_1))_{\val \to \chans}",
        )
        for line in (123, 149)
    ],
}
"""Lines 123 and 149: the sum has an axis too many."""

FEED_FORWARD = {
    "renamed where it is used": [
        replaced(124, r"\text{LayerNorm}(X_2)", r"\text{LayerNorm}(X_2)_{\chans\to\ax}"),
        replaced(124, r"(X_2)_{\chans\to\ax})", r"(X_2)_{\chans\to\ax})_{\bx\to\chans}"),
        replaced(144, r"X \ndot{\chans} W_1", r"X_{\chans\to\ax} \ndot{\ax} W_1"),
        replaced(144, r"\ndot{\hidden} W_2+b_2", r"\ndot{\hidden} (W_2)_{\bx\to\chans}+(b_2)_{\bx\to\chans}"),
    ],
    "declared on chans": [
        *(replaced(line, r"\ax", r"\chans") for line in (71, 73, 74, 76)),
        *(replaced(line, r"\bx", r"\chans") for line in (71, 73, 76)),
    ],
    "declared anew": [
        before(
            120,
            r"Here $\mathrm{FFN}$ has the weights $W_1 \in \reals^{\chans\times\hidden}$, "
            r"$W_2 \in \reals^{\hidden\times\chans}$ and $b_2 \in \reals^{\chans}$:"
            "\n\n"
            r"$$\mathrm{FFN}(X) = \mathrm{ReLU}(X \ndot{\chans} W_1 + b_1) \ndot{\hidden} W_2 + b_2$$",
        ),
    ],
}  # fmt: skip
"""Lines 124 and 144: the layer is declared on another axis."""


def mended(text: str, *mends: list[Mend]) -> str:
    lines = text.split("\n")
    for group in mends:
        for mend in group:
            mend(lines)
    return "\n".join(lines)
