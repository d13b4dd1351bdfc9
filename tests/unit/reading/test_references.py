r"""`\ref` and `\cite` are held against labels and bibliographies, and nothing is said of what may be elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.diagnostics import Severity
from ntdoc.reading import read_document
from tests.paper_samples import write

BIB = "@book{euclid300, title = {Elements}}\n@article{Gauss1809,\n ids = {gauss}, title = {Motus}}\n"


def said(folder: Path, body: str, preamble: str = "", *, notes: bool = False) -> list[tuple[str, str]]:
    """The code of each problem, or of each note, and what it is about."""
    document = read_document(write(folder, body, preamble), "paper.tex")
    return [(d.code, d.span.text) for d in document.diagnostics if (d.severity is Severity.NOTE) is notes]


@pytest.mark.parametrize(
    "body",
    [
        r"\section{A}\label{a} \ref{a} \cref{a} \autoref*{a} \hyperref[a]{here} \pageref{LastPage}",
        r"\begin{align} A &= 2 \label{eq:a} \\ B &= 3 \label{eq:b} \end{align} \crefrange{eq:a}{eq:b} \Cref{eq:a,eq:b}",
        r"\newcommand{\eq}[1]{(\ref{eq:#1})} \eq{a}",
        r"\newcommand{\say}[2]{\begin{equation}#2\label{eq:#1}\end{equation}} \say{a}{A = 2} \eqref{eq:a}",
        r"\ref{a}{b} \label{a}",
        r"% \ref{a}",
        r"\verb|\ref{a}| \iffalse \ref{a} \fi",
        "\\begin{lstlisting}[caption={A}, label=lst:a]\nx\n\\end{lstlisting} \\ref{lst:a}",
        r"\include{part} \ref{part:a}",
    ],
)
def test_a_reference_to_what_is_there_or_may_be(tmp_path: Path, body: str) -> None:
    (tmp_path / "part.tex").write_text(r"\section{P}\label{part:a}", "utf-8")
    assert said(tmp_path, body) == []


def test_a_reference_to_nothing_is_told_once_where_it_stands(tmp_path: Path) -> None:
    body = r"\section{A}\label{sec:a} \cref{sec:a, sec:b} \ref{sec:b} $A = 2 \text{ by \eqref{eq:c}}$ % \label{eq:c}"
    assert said(tmp_path, body) == [("NT109", "sec:b"), ("NT109", "eq:c")]
    document = read_document(write(tmp_path, r"\label{sec:loss} \ref{sec:los}"), "paper.tex")
    assert [d.hints for d in document.diagnostics] == [("did you mean `sec:loss`?",)]


def test_labels_of_another_document_are_not_missed(tmp_path: Path) -> None:
    assert said(tmp_path, r"\ref{a}", r"\externaldocument{other}") == []
    assert said(tmp_path, r"\input{nothing} \ref{a}") == [("NT106", r"\input{nothing}")]
    part = tmp_path / "part.tex"
    part.write_text(r"By \ref{a} and \ref{b} and \cite{c}.", "utf-8")
    found = read_document(part, "part.tex").diagnostics
    assert [(d.code, d.severity) for d in found] == [("NT109", Severity.NOTE)]


@pytest.mark.parametrize(
    "body",
    [
        r"\citep[see][p.~3]{euclid300} \citet*{Gauss1809} \textcite{gauss} \nocite{*} \bibliography{refs}",
        r"\cite{Euclid300,gauss1809} \addbibresource{refs.bib}",
        r"\cite{a} \begin{thebibliography}{9} \bibitem[{A. \& B.(2000)}]{a} A. \end{thebibliography}",
        r"\citestyle{plain} \setcitestyle{numbers}",
        r"\newcommand{\see}[1]{(see \cite{#1})} \see{euclid300}",
    ],
)
def test_a_citation_of_what_is_there(tmp_path: Path, body: str) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    assert said(tmp_path, body) == []


def test_entries_in_the_document_and_beside_it(tmp_path: Path) -> None:
    own = "\\begin{filecontents}{own.bib}\n@book{a, title={A}}\n\\end{filecontents}"
    assert said(tmp_path, r"\cite{a,b} \bibliography{own}", own) == [("NT110", "b")]
    (tmp_path / "paper.bbl").write_text(r"\bibitem[A(2000)]{a} A.", "utf-8")
    assert said(tmp_path, r"\cite{a,c} \bibliography{nowhere}") == [("NT110", "c")]


def test_a_citation_of_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    body = r"\cite{euclid300, euclid30} \citep[3]{none} \bibliography{refs}"
    assert said(tmp_path, body) == [("NT110", "euclid30"), ("NT110", "none")]


def test_a_missing_bibliography_is_noted_once(tmp_path: Path) -> None:
    for body, what in ((r"\cite{a} \cite{b} \bibliography{refs}", "refs"), (r"\cite{a} \cite{b}", "a")):
        assert said(tmp_path, body) == []
        assert said(tmp_path, body, notes=True) == [("NT110", what)]
    outside = tmp_path / "inside"
    outside.mkdir()
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    found = read_document(write(outside, r"\cite{gauss} \bibliography{../refs}"), "paper.tex").diagnostics
    assert [(d.code, d.severity) for d in found] == [("NT110", Severity.NOTE)]
