"""A document for calls from Python, and random arrays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import ntdoc
from ntdoc.api import Paper
from ntdoc.reading import read_text

TRANSFORMER = Path(__file__).parents[1] / "docs" / "transformer.md"

DOCUMENT = r"""
$$
\ndef{\seq}{seq} \ndef{\key}{key} \ndef{\val}{val} \ndef{\ax}{ax} \ndef{\height}{height} \ndef{\kernel}{kernel}
$$

$$
\begin{aligned}
\text{Attention} &\colon \reals^{\key} \times \reals^{\seq\times\key} \times \reals^{\seq\times\val} \to \reals^{\val}\\
\text{Attention}(Q, K, V) &= \left( \nfun{\seq}{softmax} \frac{Q \ndot{\key} K}{\sqrt{|\key|}} \right) \ndot{\seq} V
\end{aligned}
$$

The loss for a weight $w \in \reals^{\key}$, a bias $b \in \reals$ and $X \in \reals^{\seq\times\key}$,
$y \in \reals^{\seq}$ is

$$
\begin{aligned}
\text{Loss} &\colon \reals^{\seq\times\key} \times \reals^{\seq} \to \reals \\
\text{Loss}(X, y) &= \nfun{\seq}{mean} \bigl( (\tanh(X \ndot{\key} w) + b - y)^2 \bigr)
\end{aligned}
$$

$$
\begin{aligned}
\text{Masked} &\colon \reals^{\seq\times\seq'} \to \reals^{\seq\times\seq'} \\
\text{Masked}(S) &= \nfun{\seq}{softmax} (S + M) \\
M_{\seq(i),\seq'(j)} &= \begin{cases} 0 & i \le j \\ -\infty & \text{otherwise} \end{cases} \in \reals^{\seq\times\seq'}
\end{aligned}
$$

$$
\begin{aligned}
\text{Backwards} &\colon \reals^{\seq} \to \reals^{\seq} \\
\text{Backwards}(X) &= Z \\
\text{where}\quad Z_{\seq(i)} &= X_{\seq(|\seq| + 1 - i)}
\end{aligned}
$$

$$
\begin{aligned}
\text{Standard} &\colon \reals^{\ax} \to \reals^{\ax} \\
\text{Standard}(X) &= \frac{\exp X}{\nsum{\ax} \exp X} \odot \nmatrix{\ax}{}{1 \\ 2 \\ 3}
\end{aligned}
$$

$$
\begin{aligned}
\nfun{\ax}{softmax} &\colon \reals^{\ax} \to \reals^{\ax} \\
\nfun{\ax}{softmax} X &= \frac{\exp X}{\nsum{\ax} \exp X}
\end{aligned}
$$

$$
G = \nmatrix{\height}{\key}{1 & 2 \\ 3 & 4}, \qquad H = G \ndot{\key} w
$$

$$
\text{Bad}(X) = X \ndot{\key} y
$$
"""


def paper(text: str = DOCUMENT) -> Paper:
    """A document that is no file."""
    return Paper(read_text(text, "sample.md"))


@cache
def sample() -> Paper:
    return paper()


@cache
def transformer() -> Paper:
    return ntdoc.load(TRANSFORMER)


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape)
