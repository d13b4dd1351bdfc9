"""Papers: what LaTeX has and Markdown has not, on small documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntdoc.compiler import compile_file
from ntdoc.rendering.latex import pandoc as pandoc_module
from ntdoc.rendering.latex.paper import LONG, read_paper
from ntdoc.report import DocumentReport
from tests.paper_samples import page_of, pages_of, words, write

THEOREMS = r"""
\usepackage{amsthm}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem*{remark*}{Remark}
\theoremstyle{definition}
\newtheorem{definition}{Definition}[section]
"""


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"a \emph{b} \textbf{c} {\it d}", "a <em>b</em> <strong>c</strong> <em>d</em>"),
        (r"``a'' `b' -- c---d", "“a” ‘b’ – c—d"),
        (r"caf\'e na\"{\i}ve \S 2~x \dag", "café naïve §2&nbsp;x †"),
        (r"50\% \& \#1 \_ \$5 \{x\}", "50% &amp; #1 _ $5 {x}"),
        (r"\texttt{a\_b} \verb|\x{$y$}_%|", r"<code>a_b</code> <code>\x{$y$}_%</code>"),
        ("a % comment\n b", "a b"),
        ("a% comment\nb", "ab"),
        ("a % one\n\nb", "a</p>\n<p>b"),
        (r"\url{https://a.b/c_d?e=1&f}", '<a href="https://a.b/c_d?e=1&amp;f">https://a.b/c_d?e=1&amp;f</a>'),
        (r"\href{https://a.b}{here}", '<a href="https://a.b">here</a>'),
        (r"\unknown{kept \emph{too}} \unknown*[o]{a}{b}", "kept <em>too</em> ab"),
        (r"\vspace{1em}x\todo{gone}", "x"),
        (r"\newcommand{\term}[1]{\emph{#1}!} \term{a}", "<em>a</em>!"),
        (r"\iffalse gone \fi here", "here"),
        (r"\textsc{Ab}", '<span class="nt-p-caps">Ab</span>'),
        (r"\begin{quote}q\end{quote}", "<blockquote><p>q</p></blockquote>"),
        (r"\begin{itemize}\item a \item[(x)] b\end{itemize}", 'own"><span class="nt-p-label">(x)</span> b</li>'),
        (r"\begin{enumerate}\item a\begin{enumerate}\item b\end{enumerate}\end{enumerate}", "<ol><li>b</li></ol>"),
        (r"\begin{description}\item[T] m\end{description}", "<dl><dt><strong>T</strong></dt><dd>m</dd></dl>"),
        ("\\begin{verbatim}\n$x$ % <b>\n\\end{verbatim}", "<pre><code>$x$ % &lt;b&gt;</code></pre>"),
        ("\\begin{odd}[o] in it \\end{odd}", "in it"),
        (r"\begin{tikzpicture}\draw (0,0);\end{tikzpicture}", "a drawing, which is not shown here"),
    ],
)
def test_prose(tmp_path: Path, latex: str, shown: str) -> None:
    assert shown in page_of(tmp_path, latex)


@pytest.mark.parametrize("loaded", [r"\usepackage{axes}", r"\usepackage{mine}"])
def test_let_copies_the_meaning_that_a_command_has_at_that_time(tmp_path: Path, loaded: str) -> None:
    (tmp_path / "axes.sty").write_text(r"\newcommand{\name}[1]{\ensuremath{\mathsf{#1}}}")
    (tmp_path / "mine.sty").write_text(r"\RequirePackage{axes}")
    body = r"\person Ada Example and \name{seq}. Also {\person Bob}."
    before = page_of(tmp_path, body, r"\let\person\name \let\name\undefined" + "\n" + loaded)
    assert "Ada Example and " in before
    assert "Also Bob" in words(before)
    assert before.count("nt-sans") == 1
    after = page_of(tmp_path, body, rf"{loaded}\let\axis\name" + "\n" + r"\let\person\axis")
    assert after.count("nt-sans") == 3


def test_what_is_verbatim_to_pandoc_alone_keeps_its_source(tmp_path: Path) -> None:
    html = page_of(tmp_path, "\\begin{Highlighting}\na $x_1$\n\\end{Highlighting}")
    assert "$x_1$" in html or "<msub>" in html
    assert not re.search("ntx[0-9a-f]{20}", html)
    html = page_of(tmp_path, "\\begin{code}\na $x_1$ b\n\\end{code}")
    assert "$x_1$" in html or "<msub>" in html


def test_title_authors_and_abstract(tmp_path: Path) -> None:
    preamble = r"""\title{On \emph{it} and $x^2$\thanks{To all.}}
    \author{Ann A.$^1$ \\ Somewhere \and Bob B.} \date{\today}"""
    html = page_of(tmp_path, r"\maketitle \begin{abstract}We say.\end{abstract} Text.", preamble)
    assert re.search(r'<h1 id="title">On <em>it</em> and <math>.*?</math><sup', html)
    assert re.findall(r'<p class="nt-p-author">([^<]+)', html) == ["Ann A.", "Bob B."]
    assert '<span class="nt-p-of">Somewhere</span>' in html
    assert "<strong>Abstract</strong></p><p>We say.</p>" in html
    assert html.index("We say.") < html.index("Text.")
    assert '<span class="nt-p-number">*</span><p>To all.' in html
    assert "1970" not in html
    dated = page_of(tmp_path, r"\maketitle Text.", r"\title{On it} \author{A} \date{May 2025, \emph{draft}}")
    assert dated.index(">A<") < dated.index("May 2025, <em>draft</em>") < dated.index("Text.")


def test_what_is_said_of_no_formula_stands_below_the_title(tmp_path: Path) -> None:
    html = page_of(tmp_path, r"\maketitle Text, by \ref{eq:none}.", r"\title{On it}")
    assert html.index("<h1") < html.index("NT109") < html.index("Text, by")
    assert re.search(r'</code> <span class="nt-where">[^<]*:\d+:\d+</span></p>\s*</aside>', html)


def test_sections_have_numbers_and_the_appendix_letters(tmp_path: Path) -> None:
    body = r"""\section{One}\subsection{Two}\subsubsection{Three}\section*{Not}\section{Four}\subsection{Five}
    \paragraph{Run in.} on \appendix \section{Six}\subsection{Seven}"""
    html = page_of(tmp_path, body)
    headings = re.findall(r"<h(\d) id=[^>]*>(.*?)</h\d>", html, re.DOTALL)
    assert [(level, words(inner)) for level, inner in headings[1:]] == [
        ("2", "1 One"), ("3", "1.1 Two"), ("4", "1.1.1 Three"), ("2", "Not"), ("2", "2 Four"), ("3", "2.1 Five"),
        ("2", "A Six"), ("3", "A.1 Seven"),
    ]  # fmt: skip
    assert "Run in.</strong> on" in html


def test_chapters(tmp_path: Path) -> None:
    body = r"\chapter{C}\section{S}\begin{equation}a=b\label{e}\end{equation} \ref{e} \chapter{D}\section{T}"
    html = page_of(tmp_path, body)
    assert "1 C" in words(html)
    assert "2.1 T" in words(html)
    assert '<a href="#label-e">1.1</a>' in html


def test_mathematics_in_headings_uses_the_macros_of_the_document(tmp_path: Path) -> None:
    html = page_of(tmp_path, r"\section{The \R{} and $\R$}", r"\newcommand{\R}{\ensuremath{\mathbb{R}}}")
    assert html.count("<mi>ℝ</mi>") == 2


def test_where_no_mathematics_can_be_set_titles_have_its_letters(tmp_path: Path) -> None:
    title = r"\title{On \texorpdfstring{$\alpha$}{alpha} in $O(n\log n)$}"
    body = r"""\maketitle \section{50\% of the $\alpha_{6}$ thing}\label{s} See \nameref{s}.
    \section{The norm $\|x\|~y$ and $\mathbb{R}^n$}"""
    path = write(tmp_path, body, title)
    paper, _ = read_paper(compile_file(path, str(path)))
    assert paper is not None
    assert paper.title == "On α in O(n log n)"
    titles = [node.target for part in paper.numbered.parts for node in part.blocks if node.kind == "Heading"]
    assert titles == ["50% of the α_6 thing", "The norm ‖x‖ y and R^n"]
    assert "See 50% of the α_6 thing." in words(pages_of(path)[0])


def test_theorems(tmp_path: Path) -> None:
    body = r"""\section{S}
    \begin{theorem}[of $x$, see \ref{d}]\label{t} Let. \end{theorem}
    \begin{lemma} Less. \end{lemma}
    \begin{definition}\label{d} Say. \end{definition}
    \begin{remark*} By the way. \end{remark*}
    \begin{proof}[Proof of \cref{t}] Clear. \qed \end{proof}
    \begin{proof} $$a = a$$ \end{proof}"""
    remarks = r"\theoremstyle{remark} \newtheorem{aside}[theorem]{Aside}"
    html = page_of(tmp_path, body + r"\begin{aside}So.\end{aside}", THEOREMS + remarks)
    assert '<em class="nt-p-name">Aside 3.</em>' in html  # its style has an italic head
    assert '<strong class="nt-p-name">Lemma 2.</strong>' in html
    text = words(html)
    assert "Theorem 1 (of x, see 1.1). Let." in text
    assert "Lemma 2. Less." in text
    assert "Definition 1.1. Say." in text
    assert "Remark. By the way." in text
    assert "Proof of theorem 1. Clear.∎" in text
    assert text.count("∎") == 2


def test_a_theorem_that_is_restated_is_one_theorem(tmp_path: Path) -> None:
    body = r"""\section{S}
    \begin{restatable}[of $x$]{theorem}{main}\label{t} Let $2 = 2$ and \begin{equation} 3 = 3 \label{e} \end{equation}
    \begin{subequations} \begin{align} 4 &= 4 \end{align} \end{subequations} \end{restatable}
    \begin{lemma}[name={Less, or none}, label=l, restate=less] Less. \end{lemma}
    Say: \cref{t,l}, \ref{t}, \eqref{e}.
    \appendix \section{Proofs} \main* \less* \begin{lemma} More. \end{lemma} \begin{equation} 5 = 5 \end{equation}"""
    html = page_of(tmp_path, body, r"\usepackage{thm-restate}" + THEOREMS)
    first, _, again = words(html).partition("A Proofs")
    assert "Theorem 1 (of x). Let 2=2" in first
    assert "Lemma 2 (Less, or none). Less." in first
    assert "Say: theorem 1 and lemma 2, 1, (1)." in first
    assert again.startswith(" Theorem 1 (of x). Let 2=2 and")
    assert "Lemma 2 (Less, or none). Less. Lemma 3. More." in again
    assert "3=3(1)" in again
    assert "4=4(2a)" in again
    assert "5=5(3)" in again
    assert html.count('data-ntdoc-status="verified"') == 4
    assert len(re.findall(' id="([^"]*)"', html)) == len(set(re.findall(' id="([^"]*)"', html)))


def test_theorems_of_thmtools_are_called_and_counted_as_declared(tmp_path: Path) -> None:
    declared = r"""\usepackage{thmtools}\declaretheorem[name=Theorem, numberwithin=section]{thm}
    \declaretheorem[sibling=thm]{fact}
    \declaretheorem[title={Main Claim}, sharenumber=fact, style=definition]{mainclaim}
    \declaretheorem[numbered=no]{aside}"""
    body = r"""\section{S} \begin{thm} A. \end{thm} \begin{fact} B. \end{fact} \begin{mainclaim} C. \end{mainclaim}
    \begin{aside} D. \end{aside} \section{T} \begin{thm} E. \end{thm}"""
    html = page_of(tmp_path, body, declared)
    assert "Theorem 1.1. A. Fact 1.2. B. Main Claim 1.3. C. Aside. D." in words(html)
    assert "Theorem 2.1. E." in words(html)
    assert "nt-p-of-mainclaim nt-p-upright" in html


def test_references_say_what_they_refer_to(tmp_path: Path) -> None:
    body = r"""\section{S}\label{s} \subsection{U}\label{u}
    \begin{theorem}\label{t} x \end{theorem}
    \begin{equation} a = b \label{e} \end{equation}
    \begin{enumerate}\item x \item\label{i} y\end{enumerate}
    Say: \ref{u}; \eqref{e}; \cref{t}; \Cref{e}; \cref{s,u,t}; \autoref{i}; \nameref{s}; \hyperref[t]{that}; \ref{none}.
    \newcommand{\secref}[1]{\S\ref{#1}} \secref{u}"""
    html = page_of(tmp_path, body, THEOREMS)
    text = words(html).partition("Say: ")[2]
    assert text.startswith(
        "1.1; (1); theorem 1; Equation (1); sections 1 and 1.1 and theorem 1; item 2; S; that; ??. §1.1"
    )
    assert '<a href="#theorem-1">theorem\u00a01</a>' in html.replace("&nbsp;", "\u00a0")
    assert '<a href="#u">1.1</a>' in html
    for href in re.findall(r'href="#([^"]+)"', html):
        assert f'id="{href}"' in html, href


def test_cleveref_capitalizes_when_told(tmp_path: Path) -> None:
    body = r"\section{S}\label{s}\begin{equation}a=b\label{e}\end{equation}\cref{s}, \cref{e}"
    assert "Section 1, Eq. (1)" in words(page_of(tmp_path, body, r"\usepackage[capitalize]{cleveref}"))
    assert "section 1, eq. (1)" in words(page_of(tmp_path, body, r"\usepackage{cleveref}"))


def test_equations_are_numbered_as_latex_does(tmp_path: Path) -> None:
    body = r"""\begin{equation} a = a \end{equation} \[ b = b \] \begin{align*} c &= c \end{align*}
    \begin{align} d &= d \\ e &= e \notag \\ f &= f \tag{Z} \\ g &= g \label{g} \end{align}
    \begin{subequations}\label{sub}\begin{align} h &= h \\ i &= i \label{i} \end{align}
    between \begin{equation} j = j \end{equation}\end{subequations}
    \begin{gather} k = \begin{cases} 1 \\ 2 \end{cases} \\ l = l \end{gather}
    \begin{equation*} m = m \tag{$\ast$}\label{m} \end{equation*}
    \begin{align} n &= n \intertext{so that for $x$} o &= o \end{align}
    Then: \eqref{g}, \eqref{sub}, \eqref{i}, \eqref{m}"""
    html = page_of(tmp_path, body)
    numbers = [words(found) for found in re.findall(r'<span class="nt-number">(.*?)</span>', html)]
    assert numbers == ["(1)", "(2)", "(Z)", "(3)", "(4a)", "(4b)", "(4c)", "(5)", "(6)", "(∗)", "(7)", "(8)"]
    assert "(3), (4), (4b), (∗)" in words(html).partition("Then: ")[2]
    assert re.search(r'<p class="nt-between">so that for <math>', html)
    row = re.search(r'<section class="nt-row"[^>]*><span id="label-g"></span>.*?</section>', html, re.DOTALL)
    assert row is not None
    assert "(3)" in row[0]


def test_numbers_within_sections_and_over_relations(tmp_path: Path) -> None:
    body = r"""\section{S}\begin{equation} a = b \label{e} \end{equation}\section{T}
    \begin{equation} a \stackrel{\text{\eqref{e}}}{=} b \end{equation}"""
    html = page_of(tmp_path, body, r"\numberwithin{equation}{section}")
    assert re.findall(r'<span class="nt-number">(.*?)</span>', html) == ["(1.1)", "(2.1)"]
    assert "<mover><mo>=</mo><mtext>(1.1)</mtext></mover>" in re.sub(r" [a-z]+=\"[^\"]*\"", "", html)


def test_displays_divide_paragraphs_and_lists(tmp_path: Path) -> None:
    body = r"Before \[ a = b. \] after \emph{in \[ c = d \] it}. \begin{itemize}\item x \[ e = f \] y\end{itemize}"
    html = page_of(tmp_path, body)
    assert html.count('<div class="nt-display">') == 3
    assert re.search(r"<p>Before ?</p>", html)
    assert re.search(r"<em> ?it</em>", html)
    assert not re.search(r'<p>[^<]*<div class="nt-display">', html)


def test_footnotes(tmp_path: Path) -> None:
    body = r"""A\footnote{One with $x$.} b\footnotemark{} c. \footnotetext{Two.}
    \section{H\protect\footnotemark}\footnotetext{Three.}"""
    html = page_of(tmp_path, body)
    notes = re.findall(r'<li id="footnote-(\d)"><span class="nt-p-number">(\d)</span><p>(.*?) <a', html)
    assert [a for a, _, _ in notes] == [b for _, b, _ in notes] == ["1", "2", "3"]
    assert [words(c) for _, _, c in notes] == ["One with x.", "Two.", "Three."]
    assert 'id="footnote-2-mark"' in html


def test_a_second_mark_of_a_footnote_is_shown(tmp_path: Path) -> None:
    head = r"\title{T\thanks{One.}}\author{A\thanks{Two.} \and B\footnotemark[2]}"
    body = r"""\maketitle a\footnotemark[1] b\footnotemark[1]\footnotetext[1]{Three.}
    c\footnotemark[2]\footnotetext{Four.}"""
    html = page_of(tmp_path, body, head)
    assert '<p class="nt-p-author">B<sup>†</sup></p>' in html
    assert "a1 b1 c2" in words(html)
    assert html.count('<sup class="nt-p-note"') == 4


def test_the_number_of_a_page_is_a_link_alone(tmp_path: Path) -> None:
    body = r"\begin{equation}\label{e} a = a\end{equation} See page~\pageref{e}, and \pageref{none}."
    html = page_of(tmp_path, body)
    assert 'See page&nbsp;<a href="#label-e">↗</a>' in html.replace("\u00a0", "&nbsp;")
    assert "and ??." in words(html)


def test_tables_and_figures(tmp_path: Path) -> None:
    (tmp_path / "figs").mkdir()
    (tmp_path / "figs" / "plot.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "figs" / "drawn.eps").write_text("%!PS", "utf-8")
    (tmp_path.parent / "outside.png").write_bytes(b"x")
    body = r"""\begin{figure}\includegraphics[width=3cm]{plot}\caption{Of $f$.}\label{f}\end{figure}
    \begin{figure}\includegraphics{absent.pdf}\caption{No.}\end{figure} \includegraphics{../outside.png}
    \includegraphics{drawn} \includegraphics{drawn.eps} \includegraphics{gone}
    \begin{table}\begin{tabular}{lr}\hline a & $b$ \\ \hline \multicolumn{2}{c}{c} \\ d & e\end{tabular}
    \caption{Numbers}\label{t}\end{table} See \cref{f,t}."""
    html = page_of(tmp_path, body, r"\graphicspath{{figs/}}")
    assert '<img src="figs/plot.svg" alt="">' in html
    assert '<figcaption><strong>Figure 1.</strong> Of <span class="nt-together"><math>' in html
    assert "(picture absent.pdf, which is not there)" in html
    assert "(picture gone, which is not there)" in html
    assert "(picture drawn, not in a format for the web)" in html
    assert "(picture drawn.eps, not in a format for the web)" in html
    assert "(picture ../outside.png, not in the folder of the document)" in html
    assert 'src="../outside' not in html
    assert '<td colspan="2" align="center">c</td>' in html or '<td align="center" colspan="2">c</td>' in html
    assert "Table 1. Numbers" in words(html)
    assert "See fig. 1 and table 1." in words(html)


BIB = r"""
@article{one, author={Smith, Ann and Jones, Bob}, title={On $n$}, journal={J.}, year=2020}
@article{two, author={Smith, Ann and Jones, Bob}, title={Again}, journal={J.}, year=2020}
@book{three, author={Knuth, Donald}, title={TeX <script>}, publisher={P}, year=1984, url={javascript:alert(1)}}
@book{four, author={Nobody}, title={Uncited}, publisher={P}, year=1900}
"""


RULED = r"""\begin{tabular}{lccr} \toprule & \multicolumn{2}{c}{Error} & Size \\ \cmidrule(lr){2-3} & first & last & \\
\midrule a & 1 & 2 & 3 \\ \cmidrule[0.5pt](r){1-1}\cmidrule(l){2-3} n & 4 & 5 & 6 \\ \cline{1-2} p & 7 & 8 & 9 \\
\cline {2-3}
\addlinespace[2pt] \specialrule{1pt}{2pt}{3pt} q & (10) & $x$ & 2-3 \\ \hhline{|-|-|} \bottomrule \end{tabular}"""


def test_rules_under_some_columns_are_no_words(tmp_path: Path) -> None:
    html = page_of(tmp_path, RULED)
    rows = [re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>", html)]
    assert [list(map(words, row)) for row in rows] == [
        ["", "Error", "Size"], ["", "first", "last", ""], ["a", "1", "2", "3"], ["n", "4", "5", "6"],
        ["p", "7", "8", "9"], ["q", "(10)", "x", "2-3"],
    ]  # fmt: skip


def test_natbib(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    body = r"""\citet{three}; \citep[see][p.~3]{three,one}; \citealp{three}; \citealt{three}; \citeauthor{three};
    \citeyear{three}; \citet[ch.~2]{two}; \cite{three}; \citep{unknown}. \bibliography{refs}"""
    html = page_of(tmp_path, body, r"\usepackage{natbib}")
    text = words(html)
    assert "Knuth (1984); (see Knuth, 1984; Smith and Jones, 2020b, p. 3); Knuth, 1984;" in text
    assert "Knuth 1984; Knuth; 1984;" in text
    assert "Smith and Jones (2020a, ch. 2); Knuth (1984); (unknown?)." in text
    assert 'href="#ref-three"' in html
    assert "References" in text
    assert "Uncited" not in text
    assert "javascript:" not in re.sub(r">[^<]*<", "><", html)
    assert "<script>" not in html


def test_natbib_with_numbers(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    body = r"\cite{three}, \cite{three,one}, \citet{three}, \citep{one}."
    body += r" \bibliographystyle{unsrtnat}\bibliography{refs}"
    assert "[1], [1, 2], Knuth [1], [2]." in words(page_of(tmp_path, body, r"\usepackage[numbers]{natbib}"))


def test_plain_latex_cites_by_number(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    body = r"\cite{three}, \cite[p.~1]{one,three}. \nocite{four} \bibliographystyle{%s}\bibliography{refs}"
    assert "[1], [3, 1, p. 1]." in words(page_of(tmp_path, body % "plain"))
    html = page_of(tmp_path, body % "unsrt")
    assert "[1], [2, 1, p. 1]." in words(html)
    assert "[3] Nobody" in words(html)


@pytest.mark.parametrize("where", ["in it", "beside it"])
def test_the_document_may_list_its_references(tmp_path: Path, where: str) -> None:
    listed = r"""\begin{thebibliography}{9} \providecommand{\x}{}
    \bibitem[{One(2009)}]{a} A. One, \newblock \emph{Title} of $x$. \bibitem[B(2010)]{b} B. Two.
    \bibitem[{Cé \& Dee(2011)Cé, and Dee}]{c} C.\end{thebibliography}"""
    body = r"\cite{a}, \citep{b}, \citet{c}. "
    if where == "in it":
        html = page_of(tmp_path, body + listed)
    else:
        (tmp_path / "paper.bbl").write_text(listed, "utf-8")
        html = page_of(tmp_path, body + r"\bibliography{}")
    assert "(One, 2009), (B, 2010), Cé & Dee (2011)" in words(html).replace("One (2009)", "(One, 2009)")
    assert re.search(r'<li id="ref-a">.*A\. One, <em>Title</em> of <span class="nt-together"><math>', html)


def test_references_without_names_have_numbers(tmp_path: Path) -> None:
    listed = r"\begin{thebibliography}{9}\bibitem{a} A. \bibitem[XY]{b} B. \bibitem{c} C.\end{thebibliography}"
    assert "[1], [XY, 2]." in words(page_of(tmp_path, r"\cite{a}, \cite{b,c}. " + listed))


def test_no_file_outside_is_read(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.bib").write_text(BIB.replace("Knuth", "Secret"), "utf-8")
    (tmp_path / "secret.tex").write_text("SecretText", "utf-8")
    (inside / "link.bib").symlink_to(tmp_path / "secret.bib")
    body = rf"""\newcommand{{\get}}[1]{{\input{{#1}}}} \get{{../secret}} \include{{{tmp_path}/secret}}
    \lstinputlisting{{../secret.tex}} \verbatiminput{{../secret.tex}} \cite{{three}}
    \bibliography{{../secret,link,{tmp_path}/secret}}"""
    html = page_of(inside, body)
    assert "Secret" not in html


def test_nothing_of_a_document_becomes_markup(tmp_path: Path) -> None:
    body = r"""<script>alert(1)</script> \href{javascript:alert(1)}{x} \url{javascript:alert(2)}
    \texttt{<img src=x onerror=alert(3)>} \section{<b onclick=x>T</b>} \href{https://a" onclick="x}{y}
    \includegraphics{x" onerror="y.png} \label{a" onclick="b} \hyperref[a" onclick="b]{z}

    \cite{"><script>}"""
    html = page_of(tmp_path, body, r"\title{<script>t</script>}\author{<i>A</i>}")
    tags = [re.sub(r'"[^"]*"', '""', tag) for tag in re.findall(r"<[^>]*>", html)]
    assert not [tag for tag in tags if re.search(r"script|onclick=|onerror=|javascript:", tag)]
    assert "<script" not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize(
    "body",
    [
        r"\begin{itemize} never closed",
        r"\end{itemize} { { \textbf{",
        r"\def\a{\a\a} \a",
        r"\newcommand{\b}[9]{#1#2#3} \b",
        "{" * 3000 + "x" + "}" * 3000,
        r"\begin{quote}" * 300 + "x" + r"\end{quote}" * 300,
        "\\section{\\section{\\section{x}}}",
        "\\begin{theorem}[[[\\end{theorem}",
        r"\footnotetext{x}\footnotemark\footnotemark\bibitem{x}\item\caption{y}&&\\",
        r"\begin{thebibliography}\bibitem[",
        "\x00\x01\ud800 \\verb",
    ],
)
def test_whatever_is_written_there_is_a_page_or_a_reason(tmp_path: Path, body: str) -> None:
    path = tmp_path / "paper.tex"
    text = f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"
    path.write_text(text, "utf-8", errors="surrogatepass")
    paper, why = read_paper(compile_file(path, str(path)))
    assert paper is not None or why
    if paper is not None:
        pages_of(path)


def test_a_paragraph_that_pandoc_cannot_read_costs_only_itself(tmp_path: Path) -> None:
    html = page_of(tmp_path, 'An \\emph{a}.\n\nThis \\cite{"} is $x$ lost.\n\nAn \\emph{b}.')
    assert "<em>a</em>" in html
    assert "<em>b</em>" in html
    assert "is x lost." in words(html)


@pytest.mark.parametrize(
    "body",
    [
        r"An \emph{a}. \begin{itemize} \item \emph{b}",
        r"An \emph{a} } \emph{b}.",
        r"An \emph{a} \end{itemize} \emph{b}.",
        r"An \emph{a}. \begin{align} a &= b \emph{b}",
    ],
)
def test_what_is_not_finished_is_shown(tmp_path: Path, body: str) -> None:
    html = page_of(tmp_path, body)
    assert "<em>a</em>" in html
    assert "<em>b</em>" in html or r"\emph{b}" in html


def test_no_prose_is_lost_after_an_environment_that_is_closed_by_another_name(tmp_path: Path) -> None:
    body = "\\begin{theorem} One.\n\\end{thm}\nAfter the theorem comes this text.\n\\section{B}\nMore of it."
    report = compile_file(write(tmp_path, body), "paper.tex")
    paper, why = read_paper(report)
    assert paper is None
    assert why == "an environment is not closed"
    assert [d.message for d in report.diagnostics if d.code == "NT102"] == [
        f"`\\begin{{theorem}}` is not closed: `\\end{{thm}}` on line {_line_of(report, 'end{thm}')} closes nothing"
    ]


def _line_of(report: DocumentReport, words: str) -> int:
    source = report.document.sources[0]
    return source.position(source.text.index(words))[0]


def test_citations_without_a_list_of_references_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    html = page_of(tmp_path, r"\citet{three}", r"\usepackage{biblatex}\addbibresource{refs.bib}")
    assert "Knuth [1]" in words(html)
    assert "#ref-" not in html


def test_definitions_that_pandoc_cannot_read_cost_only_themselves(tmp_path: Path) -> None:
    html = page_of(tmp_path, r"An \emph{a} \bad{word}.", r"\newcommand{\bad}[1]{\bad{#1}}")
    assert "<em>a</em> word" in html


def test_a_short_paper_has_one_page_and_a_long_one_a_page_for_each_section(tmp_path: Path) -> None:
    body = r"\section{One}\label{a} %s See \cref{b}. \section{Two $x$}\label{b} %s \subsection{Sub} See \ref{a}."
    assert len(pages_of(write(tmp_path, body % ("word " * 10, "word " * 10)))) == 1
    filling = "word " * (LONG // 9)
    first, one, two = pages_of(write(tmp_path, body % (filling, filling)))
    assert '<a href="paper/one.html">1 One</a>' in first
    assert '<a href="two-x.html#two-x">section\u00a02</a>' in one.replace("&nbsp;", "\u00a0")
    assert '<h1 id="two-x">' in two
    assert '<h2 id="sub">' in two
    assert '<a class="nt-before" rel="prev" href="one.html">' in two
    assert '<a class="nt-after" rel="next" href="two-x.html">' in one


def test_statements_are_linked_across_pages(tmp_path: Path) -> None:
    filling = "word " * (LONG // 9)
    body = rf"\section{{One}} $$ A = 2 $$ {filling} \section{{Two}} {filling} $$ B = A + 1 $$"
    _, one, two = pages_of(write(tmp_path, body))
    assert 'id="A"' in one
    assert re.search(r'<a href="one.html#A" title="line (\d)">line \1, Section 1</a>', two)


def test_numbers_and_sections_say_where_a_symbol_is_declared(tmp_path: Path) -> None:
    body = rf"""\section{{One}} Let $c > 0$.
\begin{{equation}} a = 2 c \end{{equation}}
$$ b = a + c $$
{"word " * (LONG // 9)} \section{{Two}} {"word " * (LONG // 9)} $$ d = a + b + c $$"""
    _, one, two = pages_of(write(tmp_path, body))
    assert re.findall(r'<td><a href="[^"]*" title="line \d">([^<]*)</a>', one) == ["the text", "(1)", "the text"]
    places = re.findall(r'<td><a href="[^"]*" title="line \d">([^<]*)</a>', two)
    assert places == ["(1), Section 1", "line 6, Section 1", "Section 1"]


def test_without_pandoc_there_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ntdoc.rendering.latex.paper.pandoc", lambda: None)
    path = write(tmp_path, "x")
    paper, why = read_paper(compile_file(path, str(path)))
    assert paper is None
    assert "pip install pypandoc_binary" in why


def test_pandoc_is_stopped_when_it_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc_module, "SECONDS", 0.0001)
    assert pandoc_module.run("x", "latex") is None


def test_pandoc_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("SecretText", "utf-8")
    made = pandoc_module.run(rf"\input{{{tmp_path}/secret.tex}} \lstinputlisting{{{tmp_path}/secret.tex}} x", "latex")
    assert made is not None
    assert "SecretText" not in made.json


ALGORITHM = r"""\section{S} See \cref{alg:a}.
\begin{algorithm}[t]
\caption{Sorting of $x$}
\label{alg:a}
\begin{algorithmic}[1]
\Require a list
\For{each item} \Comment{in order}
\If{it is smaller} \State \Call{Swap}{it, the last} \Else \State go on \EndIf
\EndFor
\State \Return the list
\end{algorithmic}
\end{algorithm}
"""


def test_an_algorithm_has_a_number_a_caption_and_its_steps(tmp_path: Path) -> None:
    page = page_of(tmp_path, ALGORITHM)
    said = words(page.replace("</li>", " </li>"))
    assert 'See <a href="#algorithm-1">algorithm' in page
    assert "Algorithm 1. Sorting of x Require: a list 1: for each item do ▷ in order 2: if it is smaller" in said
    assert "then 3: Swap(it, the last) 4: else 5: go on 6: end if 7: end for 8: return the list" in said
    assert page.count("<ul>") == 4  # the steps, those of the loop, and those of either case


def test_an_algorithm_that_the_document_makes_itself_is_its_own(tmp_path: Path) -> None:
    page = page_of(tmp_path, r"\begin{algorithm}[Sorting] Sort. \end{algorithm}", r"\newtheorem{algorithm}{Procedure}")
    assert "Procedure 1 (Sorting). Sort." in words(page)


def test_an_algorithm_whose_caption_comes_at_once_has_it(tmp_path: Path) -> None:
    one, two = (rf"\begin{{algorithm}}\caption{{{name}}}\label{{{name}}}\end{{algorithm}}" for name in ("One", "Two"))
    assert words(page_of(tmp_path, rf"{one} {two} \ref{{Two}}")) == "paper Algorithm 1. One Algorithm 2. Two 2"


def cells_of(html: str) -> list[list[str]]:
    """The words of each row of the tables of a page."""
    rows = re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row)] for row in rows]


@pytest.mark.parametrize(
    ("made", "columns"),
    [
        (r"\newcolumntype{R}{>{\raggedleft\arraybackslash}p{2cm}}", "lR"),
        (r"\newcolumntype{P}[1]{>{\centering}p{#1}} \newcolumntype Y{P{3cm}}", "YY"),
        (r"\newcolumntype{C}{>{\bfseries}C}", "lC"),  # of itself
        ("", "lQ"),  # of a class, say
        ("", "w{c}{2cm}W{r}{1cm}"),
        ("", "l;{2pt/2pt}l"),
        ("", "@{}*{2}{p{1cm}}@{}"),
    ],
)
def test_columns_of_any_kind_cost_no_table(tmp_path: Path, made: str, columns: str) -> None:
    table = f"\\begin{{tabular}}{{{columns}}}\na & 1.5 \\\\ b & 2.5\n\\end{{tabular}}"
    for preamble, body in ((made, table), ("", f"Text. {made}\n\n{table}")):
        html = page_of(tmp_path, body, preamble)
        assert cells_of(html) == [["a", "1.5"], ["b", "2.5"]]
        assert words(re.sub(r"<table.*</table>", "", html, flags=re.DOTALL)) in ("paper", "paper Text.")


TOO_MANY = r"""See \cref{t}.

\begin{table}
\caption{Cap.}\label{t}
\begin{tabular}{ll}
\hline
a & $x = 1$ \\ \hline
b & 2 & three \& more \\[2pt]
% a & b & c & d \\
c & \verb|&| \\
\end{tabular}
\end{table}

\begin{tabular}{l|rr} \multicolumn{2}{>{\bf}c}{d} & \begin{tabular}{l} e \\ f \end{tabular} \\ $\begin{matrix} 1 & 2 & 3
& 4 \end{matrix}$ & g & h \end{tabular}"""


@pytest.mark.parametrize(
    ("columns", "cells", "shown"),
    [
        (r"lr@{\,$\pm$\,}l", r"a & 1 & 2", "a1±2"),
        (r"l*{2}{r@{ $\pm$ }l@{\,\%}}", r"a & 1 & 2 & 3 & 4", "a1±2%3±4%"),
        (r"lPP", r"\midrule a & 1 & 2 & \multicolumn{2}{c}{none}", "a1/2none"),
        (r"@{}l!{\vrule width 1pt}r@{\hskip 1em}r!{\color{red}\vrule}r", r"a & 1 & 2 & 3", "a123"),
    ],
)
def test_what_stands_between_two_columns_stands_in_each_row(
    tmp_path: Path, columns: str, cells: str, shown: str
) -> None:
    table = rf"\begin{{tabular}}{{{columns}}} {cells} \\ \end{{tabular}}"
    html = page_of(tmp_path, table, r"\newcolumntype{P}{r@{/}l}")
    assert words(html.partition("<tbody>")[2]).replace(" ", "").startswith(shown)
    assert html.count("<tr>") == 1


def test_the_font_of_a_column_is_that_of_its_cells(tmp_path: Path) -> None:
    rows = r"a & \multicolumn{2}{c}{b} & c & d \\ e & f & g & h & i \\"
    html = page_of(tmp_path, rf"\begin{{tabular}}{{>{{\itshape}}lll>{{\bfseries}}c@{{, }}l}} {rows} \end{{tabular}}")
    assert re.findall(r"<strong>(.*?)</strong>", html) == ["c", "h"]
    assert re.findall(r"<em>(.*?)</em>", html) == ["a", "e"]
    assert html.count(">, ") == 2


def test_a_cell_may_have_several_lines(tmp_path: Path) -> None:
    table = r"""\begin{table}\caption{Times\tnote{a}}\begin{tabular}{lll}
    \makecell[l]{top\\[2pt]5} & \thead{a\\b} & \shortstack{x \\ y}\\
    \textbf{w\\z} & \begin{tabular}{@{}c@{}}u\\v\end{tabular} & 3\tnote{b} \\ \end{tabular}
    \begin{tablenotes}\item[a] One. \item[b] Two.\end{tablenotes}\end{table}"""
    html = page_of(tmp_path, table)
    for cell in ("top<br>5</td>", "a<br>b</td>", "x<br>y</td>", "<strong>w<br>z</strong></td>", "3<sup>b</sup></td>"):
        assert cell in html
    assert html.count("<figcaption>") == 1
    assert "Table 1. Times<sup>a</sup>" in html.replace("</strong>", "").replace("<strong>", "")
    assert '<span class="nt-p-label">a</span> One.' in html


def test_units_are_in_signs_and_what_is_no_unit_is_told(tmp_path: Path) -> None:
    body = r"""\SI{80}{\giga\byte}, \qty[a=b]{3.2}{\giga\byte\per\second}, \SI{5}{\tera\flop\per\cubic\metre},
    \si{m.s^{-1}}, \unit{\kibi\bit\squared}, \qty{3}{\degreeCelsius}, \qtyrange{1}{2}{\kB}, \SI{1}{GB/s},
    \num{1234567}, \qty{3}{\giga\smoot}.
    $\qty{5}{\tera\flop\per\second}$ $\unit{\percent}$"""
    path = write(tmp_path, body, r"\usepackage{siunitx}\DeclareSIUnit\flop{FLOP}")
    text = words(pages_of(path)[0])
    shown = "80 GB, 3.2 GB s−1, 5 TFLOP m−3, m s−1, Kibit2, 3 °C, 1 kB–2 kB, 1 GB/s, 1 234 567, 3 Gsmoot. 5TFLOPs−1 %"
    assert shown in text
    paper, _ = read_paper(compile_file(path, "paper.tex"))
    assert paper is not None
    assert paper.told == (r"paper.tex:6:33: the unit \smoot is not known, and the page shows its name",)


def test_a_cell_too_many_costs_no_table_and_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, TOO_MANY)
    (html,) = pages_of(path)
    assert ["b", "2", "three & more"] in cells_of(html)
    assert "Table 1. Cap." in words(html)
    assert "See table 1." in words(html)
    paper, _ = read_paper(compile_file(path, "paper.tex"))
    assert paper is not None
    assert paper.told == ("paper.tex:11:1: this row has 3 cells, and its table 2 columns",)


@pytest.mark.parametrize(
    "table",
    [
        r"\begin{tabular}{l\cols} a & b & c \end{tabular}",
        r"\begin{tabular}{lZ} a & b & c \end{tabular}",  # of a class, and it may be several
        r"\newcolumntype{Z}{ll} \begin{tabular}{lZ} a & b & c \end{tabular}",
        r"\begin{tabular}{*{2}{p{1cm}|}@{\,}r<{\%}} a & b & c \end{tabular}",
        r"\begin{tabularx}{3cm}{@{}lX@{}} a & b \\ \multicolumn{1}{c}{\parbox{1cm}{a \& b}} & \verb|&| \end{tabularx}",
        r"\begin{tabular}{l} $\begin{matrix} 1 & \end{matrix}$ \\ \begin{tabular}{ll} b & c \end{tabular}\end{tabular}",
        "\\begin{tabular}{l} a % & b\n\\\\ c \\end{tabular}",
        r"\begin{tabular}{l} a & b",
    ],
)
def test_no_row_is_told_of_that_may_be_right(tmp_path: Path, table: str) -> None:
    paper, _ = read_paper(compile_file(write(tmp_path, table), "paper.tex"))
    assert paper is None or not [line for line in paper.told if "row" in line]


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        ("\\begin{tabular}ll\nalpha & $y$\n\\end{tabular}", "ll alpha"),
        ("\\begin{tblr}{ll}\nalpha & beta\n\\end{tblr}", "alpha & beta"),
        ("\\emph{Alpha} alone.", "Alpha alone."),
    ],
)
def test_a_table_that_cannot_be_read_keeps_caption_and_label(tmp_path: Path, table: str, shown: str) -> None:
    good = r"\begin{table*}\caption{Good.}\label{u}\begin{tabular}{lr} a & 1 \end{tabular}\end{table*}"
    own = f"\\begin{{table}}[ht]\n\\caption{{Cap.}}\\label{{t}}\n{table}\n\\end{{table}}"
    body = f"See \\cref{{t}}, \\cref{{u}}.\n{own}\n{good}"
    path = write(tmp_path, body)
    (html,) = pages_of(path)
    assert "See table 1, table 2." in words(html)
    assert re.search(rf"Table 1\. Cap\. ?{shown}", words(html))
    assert re.search(r"Table 2\. Good\. ?a1", words(html))
    assert cells_of(html) == [["a", "1"]]
    paper, _ = read_paper(compile_file(path, "paper.tex"))
    assert paper is not None
    line = "paper.tex:8: pandoc cannot read this table, and the page shows its words alone"
    assert paper.told == (() if "emph" in table else (line,))


def test_columns_made_of_each_other_come_to_an_end(tmp_path: Path) -> None:
    letters = "ABCEFGHIJKLMNOPQRTUVY"
    made = "".join(f"\\newcolumntype{{{a}}}{{{b}{b}}}" for a, b in zip(letters, letters[1:] + "|", strict=True))
    made += r"\newcolumntype{Z}[1]{Z{#1#1#1#1#1#1#1#1#1#1}}"
    html = page_of(tmp_path, r"\begin{tabular}{AlZ{" + 400 * "l" + r"}} a & b \end{tabular}", made)
    assert "a" in words(html)


@pytest.mark.parametrize("column", ["S", "S[table-format=2.1]", "D{.}{.}{2.1}", "s", "X"])
def test_columns_of_packages_cost_no_table(tmp_path: Path, column: str) -> None:
    body = "See \\cref{t}.\n\\begin{table}\\caption{Cap.}\\label{t}\n\\begin{tabular}{@{}l " + column
    body += " p{3cm}}\na & 1.5 & 2 \\\\ b & 2.5 & 3\n\\end{tabular}\n\\end{table}"
    html = page_of(tmp_path, body)
    assert "Cap." in html
    assert html.count("<td") + html.count("<th") >= 6
    assert "??" not in html


def test_slides_are_read_in_a_row(tmp_path: Path) -> None:
    path = tmp_path / "talk.tex"
    path.write_text(
        r"""\documentclass[aspectratio=169]{beamer}
\title{Losses}
\begin{document}
\frame{\titlepage}
\section{One}
\begin{frame}<1-3>[t,fragile]{Cross-entropy of $z$}{In short}
Scores \pause of \only<2>{some} kind.\footnote<2>{Of any kind.}
\end{frame}
\begin{frame}
\frametitle<2->{Weights}
\begin{columns}[T]
\column{0.5\textwidth}
\begin{itemize}
\item<3-| alert@3> and \alert<2>{then} \alt<2>{this}{that}, \onslide<3->{so}
\end{itemize}
\begin{column}{.45\textwidth}
Right.
\end{column}
\end{columns}
\begin{block}{A fact}
Nothing.
\end{block}
\begin{theorem}<3->[Main]
All.
\end{theorem}
\end{frame}
\end{document}
""",
        "utf-8",
    )
    (page,) = pages_of(path)
    assert re.findall(r"<h(\d)[^>]*>", page) == ["1", "2", "3", "3"]
    said = words(page)
    assert "Cross-entropy of z In short Scores of some kind." in said.replace("\\(z\\)", "z")
    assert "Weights and then this, so Right. A fact Nothing. Theorem 1 (Main). All." in said
    assert not re.search(r"&lt;|textwidth|\[T\]|fragile|that|\.45", said)
