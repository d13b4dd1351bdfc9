"""Numbers and references of equations in Markdown, in a site of ntdoc and in that of another."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest

from ntdoc.compiler import compile_text
from ntdoc.configuration import Configuration
from ntdoc.rendering.filling import Deferred
from ntdoc.rendering.host_options import Options
from ntdoc.rendering.host_page import Origin, Rules
from ntdoc.rendering.markdown_extension import EquationExtension, Host
from ntdoc.rendering.site import build_site
from ntdoc.report import Report

TEXT = r"""# Page

Let $X \in \reals^{\mathsf{ax}}$.

$$
\begin{align}
Y &= 2 X \tag{7} \\
Z &= 3 X \label{eq:z} \\
W &= 4 X
\end{align}
$$

$$
\begin{equation}
V = 2 X \label{eq:v} \tag{*}
\end{equation}
$$

- See \eqref{eq:z}, $\eqref{eq:z}$ and \ref{eq:v}, not `\eqref{eq:z}` and \eqref{eq:nope}.
"""


def in_a_site(folder: Path) -> str:
    report = Report((compile_text(TEXT, str(folder / "note.md")),))
    return (build_site(report, folder / "site").parent / "note.html").read_text("utf-8")


def in_the_site_of_another(folder: Path) -> str:
    host = Host(Rules(Options(), Configuration()), Deferred(), str, lambda page: None, Origin(wish=True))
    return host.deferred.give_back(markdown.markdown(TEXT, extensions=[EquationExtension(host=host)]))


@pytest.mark.parametrize("shown", [in_a_site, in_the_site_of_another])
def test_tags_are_numbers_and_references_are_links(tmp_path: Path, shown: object) -> None:
    assert callable(shown)
    page = shown(tmp_path)
    assert re.findall(r'class="nt-number">([^<]*)', page) == ["(7)", "(1)", "(*)"]
    assert "<mn>2</mn><mi>X</mi><mtext>" not in page
    line = page[page.index("See <") :].partition("</li>")[0]
    link = '<a class="nt-ref" href="#label-eq-z">(1)</a>'
    other = '<a class="nt-ref" href="#label-eq-v">*</a>'
    assert line.startswith(rf"See {link}, {link} and {other}, not <code>\eqref{{eq:z}}")
    assert (">(??)</a>" if shown is in_a_site else r"\eqref{eq:nope}") in line
    assert page.count('id="label-eq-z"') == page.count('id="label-eq-v"') == 1
