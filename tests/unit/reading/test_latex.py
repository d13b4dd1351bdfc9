"""LaTeX documents: what is mathematics, what is included, what is not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntdoc.reading import read_document, read_text
from ntdoc.reading.document import Directive, Heading
from tests.unit.reading.shown import formulas, mathematics, problems, prose, tex


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a$ $$b$$ \\(c\\) \\[d\\]", ["a", "D b", "c", "D d"]),
        ("\\begin{equation}a\\end{equation} \\begin{math}b\\end{math}", ["D a", "b"]),
        ("\\begin{subequations}\\begin{align}a\\\\b\\end{align}\\end{subequations}", ["D a\\\\b"]),
        ("\\begin{alignat*}{2}a&b\\end{alignat*}", ["D a&b"]),
        ("5\\$ and $\\text{a $b$}$", ["<text:a $b$>"]),
        ("$a$ % $b$\n$c$", ["a", "c"]),
        ("50\\% $a$", ["a"]),
        ("\\verb|$a$| \\verb*+$b$+ $c$", ["c"]),
        ("\\begin{verbatim}$a$\\end{verbatim} \\begin{lstlisting}[x]$b$\\end{lstlisting}", []),
        ("\\begin{comment}$a$\\end{comment}", []),
        ("\\iffalse $a$ \\ifx x $b$ \\else $c$ \\fi $d$ \\else $e$ \\fi $f$", ["e", "f"]),
        ("\\iffalse $a \\iff b$ \\fi $c$", ["c"]),
        ("\\url{a%b} $c$", ["c"]),
        ("x \\end{document} $a$", []),
        ("\\section{On $a$} $b$", ["b"]),
        ("\\ensuremath{a_{b}} and \\name{c}", ["a_{b}", "\\mathsf {c}"]),
        ("\\def\\be{\\begin{equation}}\\def\\ee{\\end{equation}}\\be a \\ee", ["D a"]),
        ("\\newcommand{\\e}[1]{\\begin{align}#1\\end{align}}\\e{a&b}", ["D a&b"]),
        ("\\newcommand{\\todo}[1]{\\textbf{#1}}\\todo{see $a$}", ["a"]),
        ("\\ndef{\\ax}{ax}The \\ax{} axis, $\\ax$", ["\\mathsf {ax}", "\\mathsf {ax}"]),
        ("{\\bf $a$} \\emph{$b$}\\footnote{$c$}", ["a", "b", "c"]),
    ],
)
def test_mathematics_is_found(text: str, expected: list[str]) -> None:
    assert formulas(text, "latex") == expected
    assert problems(text, "latex") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\textbf{a", [("NT102", 1, 8)]),
        ("a } b", [("NT102", 1, 3)]),
        ("\\begin{itemize}\\item a \\end{ite", [("NT102", 1, 1), ("NT102", 1, 28)]),
        ("{" * 10_000, [("NT102", 1, 1)]),
        ("\\[" + "{" * 10_000 + "\\]", [("NT102", 1, 3)]),
        ("$a\n\n$b$", [("NT102", 1, 1)]),
        ("\\begin{align} a\n\n\\section{B} c", [("NT102", 1, 1)]),
        ("\\begin{itemize}\\item $a$", [("NT102", 1, 1)]),
        ("\\begin{a}\\begin{b}\\end{a}", [("NT102", 1, 10)]),
        ("\\begin{proof}\\begin{align} a \\end{proof}", [("NT102", 1, 14)]),
        ("\\begin{verbatim} $", [("NT102", 1, 1)]),
        ("\\iffalse $", [("NT102", 1, 1)]),
        ("\\input{other}", [("NT106", 1, 1)]),
    ],
)
def test_one_diagnostic_for_each_cause(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert problems(text, "latex") == expected


def test_preamble_title_and_headings() -> None:
    text = (
        "\\documentclass{article}\n\\usepackage{x$y$}\n\\newcommand{\\a}{x}\n"
        "\\title[s]{On \\emph{axes} \\\\ of $n$}\n"
        "\\begin{document}\n\\maketitle\n\\section*{One \\label{s}}\n"
        "$\\a$\n\\subsection[short]{Two {\\it b}}\n"
        "\\end{document}\n$z$"
    )
    document = read_text(text, "a.tex", "latex")
    assert document.title == "On axes of $n$"
    headings = [(item.level, item.title) for item in document.items if isinstance(item, Heading)]
    assert headings == [(1, "One"), (2, "Two b")]
    assert [tex(item.tokens) for item in mathematics(document)] == ["x"]
    assert prose(document).split() == ["\\maketitle", "|", "|", "|", "\\end{document}"]


def test_prose_is_blanked_and_a_comment_ends_no_paragraph() -> None:
    document = read_text("one~\\cite[p.~1]{a}\n% note\ntwo \\ref{b} %\n\nthree", "a.tex", "latex")
    paragraphs = prose(document).split("\n\n")
    assert [paragraph.split() for paragraph in paragraphs] == [["one~", "two"], ["three"]]


def test_directives() -> None:
    document = read_text("a % ntdoc: \\ax = 3\n\\[ b % ntdoc: skip\n\\]", "a.tex", "latex")
    found = [(item.body, item.span.text) for item in document.items if isinstance(item, Directive)]
    assert found == [("\\ax = 3", "% ntdoc: \\ax = 3")]
    assert [item.body for item in mathematics(document)[0].directives] == ["skip"]


def test_included_files(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "macros.tex").write_text("\\newcommand{\\a}{x}\nignored $p$")
    (tmp_path / "parts" / "one.tex").write_text("$\\a$ \\section{In} \\input parts/two\n$b$")
    (tmp_path / "parts" / "two.tex").write_text("$c$")
    root = tmp_path / "root.tex"
    root.write_text(
        "\\documentclass{article}\\input{macros}\\begin{document}$d$ \\include{parts/one} $e$\\end{document}"
    )
    document = read_document(root, "doc/root.tex")
    assert document.diagnostics == ()
    assert [source.path for source in document.sources] == [
        "doc/root.tex", "doc/macros.tex", "doc/parts/one.tex", "doc/parts/two.tex",
    ]  # fmt: skip
    assert [(tex(item.tokens), item.span.source.path) for item in mathematics(document)] == [
        ("d", "doc/root.tex"),
        ("x", "doc/parts/one.tex"),
        ("c", "doc/parts/two.tex"),
        ("b", "doc/parts/one.tex"),
        ("e", "doc/root.tex"),
    ]


def test_inclusion_stays_inside_the_project(tmp_path: Path) -> None:
    (tmp_path / "outside.tex").write_text("$a$")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "link.tex").symlink_to(tmp_path / "outside.tex")
    root = folder / "root.tex"
    root.write_text(
        "\\input{../outside} \\input{link} \\input{root} \\input{missing} \\input{glyphtounicode} $b$"
    )
    document = read_document(root, "root.tex")
    assert [(found.code, found.span.text) for found in document.diagnostics] == [
        ("NT106", "\\input{../outside}"),
        ("NT106", "\\input{link}"),
        ("NT106", "\\input{root}"),
        ("NT106", "\\input{missing}"),
    ]
    assert [tex(item.tokens) for item in mathematics(document)] == ["b"]
    wider = read_document(root, "root.tex", tmp_path)
    assert [tex(item.tokens) for item in mathematics(wider)] == ["a", "a", "b"]
    assert [found.span.text for found in wider.diagnostics] == ["\\input{root}", "\\input{missing}"]


def test_a_package_outside_the_project_is_not_read_and_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "macros.sty").write_text(r"\newcommand{\own}{x}")
    (tmp_path / "project").mkdir()
    root = tmp_path / "project" / "root.tex"
    root.write_text("\\usepackage[a]{amsmath, ../macros}\n\\usepackage{../macros}\n$\\own$")
    (found,) = read_document(root, "root.tex").diagnostics
    assert (found.code, found.severity.value, found.span.text) == (
        "NT106",
        "warning",
        "\\usepackage[a]{amsmath, ../macros}",
    )
    wider = read_document(root, "root.tex", tmp_path)
    assert not wider.diagnostics
    assert [tex(item.tokens) for item in mathematics(wider)] == ["x"]


def test_packages_beside_the_document(tmp_path: Path) -> None:
    (tmp_path / "own.sty").write_text(
        "\\ProvidesPackage{own}\\RequirePackage{more}\\newcommand{\\a}{x}\\renewcommand{\\section}[1]{#1 $q$}"
        "\\def\\begin#1{}{ a brace that is not closed, $p$"
    )
    (tmp_path / "more.sty").write_text("\\RequirePackage{own}\\newcommand{\\b}[1]{#1+\\a}\n$r$")
    (tmp_path / "text.sty").write_bytes(b"\\newcommand{\\c}{\xff}")
    root = tmp_path / "root.tex"
    root.write_text(
        "\\documentclass{article}\\usepackage{amsmath}\n\\usepackage[opt=1]{own, text,../own}\\newcommand{\\a}{y}"
        "\\begin{document}\\section{In}$\\a$ \\[\\b{z}\\] $\\c$\\end{document}"
    )
    document = read_document(root, "root.tex")
    assert document.diagnostics == ()
    assert [source.path for source in document.sources] == ["root.tex"]
    assert [tex(item.tokens) for item in mathematics(document)] == ["y", "z+y", "\\c"]
    assert [item.title for item in document.items if isinstance(item, Heading)] == ["In"]
    assert all(item.span.source.path == "root.tex" for item in document.items)


def test_an_at_is_a_letter_in_packages(tmp_path: Path) -> None:
    (tmp_path / "own.sty").write_text(
        "\\newcommand{\\con}{\\@ifstar\\con@s\\con@n}\\def\\con@s#1#2{#1 s #2}\\def\\con@n#1#2{#1 n #2}\n"
        "\\def\\@pair #1{p #1}\\newcommand{\\pair}{\\@pair}"
    )
    root = tmp_path / "root.tex"
    root.write_text(
        "\\documentclass{article}\\usepackage[look={a,b}, blue]{own}[2020/01/01]\n"
        "\\makeatletter\\newcommand\\b@x{y}\\newcommand\\by{\\b@x}\\makeatother"
        "\\begin{document}$\\con{x}{y}$ $\\con*{x}{y}$ $\\pair{z}$ $\\by$ $\\by@x$\\end{document}"
    )
    document = read_document(root, "root.tex")
    assert document.diagnostics == ()
    found = ["".join(tex(item.tokens).split()) for item in mathematics(document)]
    assert found == ["xny", "xsy", "pz", "y", "y@x"]


@pytest.mark.parametrize(("options", "field"), [("", "R"), ("[final, x=y]", "Q")])
def test_options_decide_conditionals_of_a_package(tmp_path: Path, options: str, field: str) -> None:
    (tmp_path / "conf.sty").write_text(
        r"""\newif\if@final\@finalfalse \newif\ifconf@short \conf@shorttrue
        \DeclareOption{final}{\@finaltrue} \DeclareOption*{\conf@shortfalse} \ProcessOptions\relax
        \if@final\newcommand{\field}{\mathbb{Q}}\else\newcommand{\field}{\mathbb{R}}\fi
        \ifconf@short\newcommand{\name}{a}\else\newcommand{\name}{b}\fi
        \newcommand{\either}[1]{\if@final 3\else 2\fi #1}"""
    )
    paper = tmp_path / "paper.tex"
    paper.write_text(rf"\usepackage{options}{{conf}}\begin{{document}}$\field \name \either{{x}}$\end{{document}}")
    (found,) = mathematics(read_document(paper, "paper.tex"))
    assert tex(found.tokens) == f"\\mathbb {{{field}}}a{'3' if options else '2'}x"


def test_files_that_other_commands_include(tmp_path: Path) -> None:
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "sub" / "whole.tex").write_text(
        "\\documentclass[../root]{subfiles}\n\\newcommand{\\w}{y}\nunread $p$\n"
        "\\begin{document}$\\w$ \\input{beside}\\end{document} $q$"
    )
    (tmp_path / "sub" / "beside.tex").write_text("$b$")
    (tmp_path / "sub" / "imported.tex").write_text("$c$ \\subimport*{deep/}{inner}")
    (tmp_path / "sub" / "deep" / "inner.tex").write_text("$d$")
    (tmp_path / "there.tex").write_text("$e$")
    root = tmp_path / "root.tex"
    root.write_text(
        "\\begin{document}$a$ \\subfile{sub/whole} \\import{sub/}{imported}\n"
        "\\InputIfFileExists{there}{$f$}{$no$} \\InputIfFileExists{missing}{$no$}{$g$}\n"
        "\\IfFileExists{there.tex}{$h$}{$no$} \\IfFileExists{some.sty}{$no$}{$no$} $i$ \\end{document} $no$"
    )
    document = read_document(root, "root.tex")
    assert document.diagnostics == ()
    assert [tex(item.tokens) for item in mathematics(document)] == ["a", "y", "b", "c", "d", "e", "f", "g", "h", "i"]


def test_other_commands_stay_inside_the_project_too(tmp_path: Path) -> None:
    (tmp_path / "outside.tex").write_text("$a$")
    folder = tmp_path / "project"
    folder.mkdir()
    root = folder / "root.tex"
    root.write_text(
        "\\subfile{../outside} \\import{../}{outside} \\InputIfFileExists{../outside}{}{} \\subimport{x/}{missing} $b$"
    )
    document = read_document(root, "root.tex")
    assert [(found.code, found.span.text) for found in document.diagnostics] == [
        ("NT106", "\\subfile{../outside}"),
        ("NT106", "\\import{../}{outside}"),
        ("NT106", "\\InputIfFileExists{../outside}"),
        ("NT106", "\\subimport{x/}{missing}"),
    ]
    assert [tex(item.tokens) for item in mathematics(document)] == ["b"]
