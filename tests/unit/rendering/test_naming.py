"""Names as LaTeX, for the tables of symbols."""

from __future__ import annotations

import pytest

from ntdoc.naming import name_tex


@pytest.mark.parametrize(
    ("name", "tex"),
    [
        ("sm_tau", r"\mathrm{sm}_{\tau}"),
        ("x_tau-1", r"x_{\tau -1}"),
        ("p_theta,t", r"p_{\theta ,t}"),
        ("eta_min", r"\eta_{\mathrm{min}}"),
        ("W^l,Q", "W^{l,Q}"),
    ],
)
def test_greek_letters_in_scripts_are_letters(name: str, tex: str) -> None:
    assert name_tex(name) == tex
