"""The site as a whole: paths, links, pictures, pages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ntdoc import __version__
from ntdoc.compiler import compile_file, compile_text
from ntdoc.diagnostics import CODES, Diagnostic, Severity
from ntdoc.project import SITE_MARKER
from ntdoc.rendering.codes_page import codes_page
from ntdoc.rendering.diagnostic_html import inline_code
from ntdoc.rendering.layout import in_order, linked, navigation, plan
from ntdoc.rendering.site import build_site, plain_title
from ntdoc.report import Report, Status
from ntdoc.source import Span
from tests.site_samples import make_document, make_report, sample_report


def report_of(*files: tuple[str, str]) -> Report:
    return Report(tuple(make_report(make_document(text, path, Path(path).stem)) for path, text in files))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    return build_site(sample_report(str(folder / "sample.md")), folder / "site").parent


def test_all_pages_are_there(sample: Path) -> None:
    names = {path.name for path in sample.glob("*.html")}
    assert {"index.html", "sample.html", "problems.html", "symbols.html"} <= names
    assert (sample / SITE_MARKER).is_file()


def test_links_to_what_is_not_on_the_site_are_told_with_their_line(tmp_path: Path) -> None:
    readme = (
        "# Fast\n\n[terms](LICENSE), [data](data/a.csv), [how](docs/How.md#it), [web](https://a.org/LICENSE),\n"
        "[here](#fast), [mail](mailto:a@b.c), ![shot](shot.png), `[code](CODE)`\n\n[build][b]\n\n[b]: Makefile\n"
    )
    how = "# How\n\n## It\n\n[back](../README.md), [paper](<../paper.tex>), [terms](../LICENSE)\n"
    files = {"README.md": readme, "docs/How.md": how, "paper.tex": "\\documentclass{article}\n$1 + 1$"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    told: list[str] = []
    report = Report(tuple(compile_file(tmp_path / name, str(tmp_path / name)) for name in files))
    site = build_site(report, tmp_path / "site", warn=told.append).parent
    said = [line.replace(f"{tmp_path}/", "") for line in told if "not on the site" in line]
    assert said == [
        "README.md:3 links to LICENSE, which is not on the site",
        "README.md:3 links to data/a.csv, which is not on the site",
        "README.md:4 links to shot.png, which is not on the site",
        "README.md:8 links to Makefile, which is not on the site",
        "docs/How.md:5 links to ../LICENSE, which is not on the site",
    ]
    page = (site / "docs" / "How.html").read_text("utf-8")
    assert 'href="../readme.html"' in page
    assert 'href="../paper.html"' in page
    assert 'href="docs/How.html#it"' in (site / "readme.html").read_text("utf-8")


def test_front_page_counts_in_words(sample: Path) -> None:
    text = (sample / "index.html").read_text("utf-8")
    assert "3 declared" in text
    assert "2 failed" in text
    assert 'href="sample.html"' in text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("note.md", "# Sums\n## Two\n$$ 1 + 1 = 2 $$\n### More\n$$ 1 = 2 $$\n#### $x$\n$x = 1$\n## Two\n"),
        (
            "paper.tex",
            "\\documentclass{article}\\begin{document}\\section{Two}\n\\[ 1 + 1 = 2 \\]\n\\subsection{More}\n"
            "\\[ 1 = 2 \\]\n\\subsubsection{x}\n$x = 1$\n\\section*{Two}\n\\end{document}\n",
        ),
    ],
)  # fmt: skip
def test_the_front_page_has_the_sections_of_the_only_document(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    site = build_site(Report((compile_file(tmp_path / name, str(tmp_path / name)),)), tmp_path / "site").parent
    listed = (site / "index.html").read_text("utf-8").partition('class="nt-sections">')[2].partition("</ul>")[0]
    lines = [re.sub(r"<[^>]*>", "", line).split() for line in listed.split("</li>")]
    first, second = ([], []) if name == "note.md" else (["1"], ["1.1"])
    assert [line for line in lines if line] == [
        ["Contents", *first, "Two", "✓1", "verified"],
        [*second, "More", "=1", "evaluated✗1", "failed"],
        ["Two"],
    ]
    targets = re.findall(r'href="([^"#]+)#([^"]+)"', listed)
    assert len({anchor for _, anchor in targets}) == 3
    assert all(f'id="{anchor}"' in (site / page).read_text("utf-8") for page, anchor in targets)


def test_pictures_that_cannot_be_shown_are_told(tmp_path: Path) -> None:
    (tmp_path / "part.tex").write_text("\n\\includegraphics[width=3cm]{plots/speed}\n\\includegraphics{gone}\n")
    paper = tmp_path / "paper.tex"
    paper.write_text("\\documentclass{article}\\begin{document}\\input{part}\n\\end{document}\n")
    (tmp_path / "plots").mkdir()
    (tmp_path / "plots/speed.eps").write_text("")
    told: list[str] = []
    report = compile_file(paper, str(paper))
    build_site(Report((report,)), tmp_path / "site", warn=told.append)
    assert told == [f"{tmp_path}/part.tex:2 shows the picture plots/speed, not in a format for the web"]
    assert [d.code for d in report.problems] == ["NT113"]


def test_headings_give_way_to_statements(tmp_path: Path) -> None:
    text = "# Y\n\n## total\n\n[heading](#total)\n\n$$\ntotal = 1 + 2\n$$\n"
    report = Report((compile_text(text, str(tmp_path / "note.md")),))
    page = (build_site(report, tmp_path / "site").parent / "note.html").read_text("utf-8")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)
    assert 'id="total" data-ntdoc-id="total"' in page
    assert '<h2 id="total_1">' in page
    assert re.search('href="#total_1"[^>]*>heading</a>', page)
    assert len(re.findall('<a[^>]*href="#total_1"', page)) >= 3  # the table of contents and the mark beside the heading


def test_problems_page_has_problems_and_links_to_their_statements(sample: Path) -> None:
    text = (sample / "problems.html").read_text("utf-8")
    assert text.count('class="nt-diagnostic nt-error"') == 3
    page = (sample / "sample.html").read_text("utf-8")
    for anchor in re.findall(r'href="sample.html#([^"]+)"', text):
        assert f'id="{anchor}"' in page


@pytest.mark.parametrize(
    ("times", "said"), [(1, "1 note, which is no problem<"), (2, "2 notes, which are no problems<")]
)
def test_problems_page_counts_notes(tmp_path: Path, times: int, said: str) -> None:
    document = make_document("$a$ $b$", str(tmp_path / "note.md"), "Note")
    code = next(name for name, code in CODES.items() if code.severity is Severity.NOTE)
    notes = tuple(Diagnostic(code, "unused", Span(document.sources[0], n, n + 1)) for n in range(times))
    site = build_site(Report((replace(make_report(document), diagnostics=notes),)), tmp_path / "site").parent
    assert said in (site / "problems.html").read_text("utf-8")


def test_problems_page_lists_what_was_not_checked_with_links_and_reasons(tmp_path: Path) -> None:
    text = "# Notes\n\n## Odd <ends>\n\n$$\nZ = \\oint g\n$$\n\n$$\nW = Z + 1\n$$\n"
    other = "# Sums\n\n$$\n1 + 1 = 2\n$$\n"
    reports = (compile_text(text, str(tmp_path / "note.md")), compile_text(other, str(tmp_path / "sums.md")))
    folder = build_site(Report(reports), tmp_path / "site").parent
    page, problems = ((folder / name).read_text("utf-8") for name in ("note.html", "problems.html"))
    shown = problems[problems.index('id="nt-not-checked"') : problems.index('id="nt-verified"')]
    assert "2 of 3 statements were not checked" in shown
    assert "<h4>Odd &lt;ends&gt;</h4>" in shown
    assert re.findall(r'nt-pill"><span[^>]*>.</span>(\w+)<', shown) == ["skipped", "blocked"]
    assert [re.sub("<[^>]*>", "", r) for r in re.findall(r'class="nt-reason">(.*?)</p>', shown)] == [
        "nothing defines \\oint",
        "needs Z (line 6), which is not checked",
    ]
    anchors = re.findall(r'<a href="note.html#([^"]+)">line', shown)
    assert len(anchors) == 2
    assert all(f'id="{anchor}"' in page for anchor in anchors)
    front = (folder / "index.html").read_text("utf-8")
    assert '<a href="problems.html#nt-not-checked">2 not checked</a>' in front


def test_equations_are_named_by_their_numbers_beside_the_documents(tmp_path: Path) -> None:
    text = "# Notes\n\n$$\nZ = \\oint g \\tag{3}\n$$\n\n$$\nv = 2 \\tag{4}\n$$\n\n$$\nw = v\n$$\n"
    folder = build_site(Report((compile_text(text, str(tmp_path / "note.md")),)), tmp_path / "site").parent
    problems, symbols = ((folder / name).read_text("utf-8") for name in ("problems.html", "symbols.html"))
    assert re.findall(r'<a href="note.html#[^"]+">\(3\), line 4</a>', problems)
    assert re.findall(r'nt-declared-in"> ?<a href="note.html#v"> ?\(4\)</a>', symbols)
    assert re.findall(r'<a href="note.html#w">12</a>', symbols)


def test_a_table_of_symbols_says_nothing_twice(tmp_path: Path) -> None:
    text = "# Notes\n\n$$\n\\exp(0) = 1\n$$\n\nLet $b \\in \\mathbb{R}$.\n\n$$\nc = \\exp(b)\n$$\n"
    folder = build_site(Report((compile_text(text, str(tmp_path / "note.md")),)), tmp_path / "site").parent
    page = (folder / "note.html").read_text("utf-8")
    assert page.count("built in") == 1  # beside `c`, and not alone
    assert "<td>scalar</td><td></td>" in page


def test_formulas_in_sentences_that_are_no_statements_are_counted(tmp_path: Path) -> None:
    sentence = "Let $X \\in \\mathbb{R}^{n \\times d}$ and $Q = X W_Q$ for $n$ words and $\\sum_{i=1}^n x_i$."
    text = f"# Notes\n\n{sentence}\n\n$$\n1 + 1 = 2\n$$\n"
    report = compile_text(text, str(tmp_path / "note.md"))
    assert len(report.statements) == 1
    folder = build_site(Report((report,)), tmp_path / "site").parent
    problems = (folder / "problems.html").read_text("utf-8")
    assert "2 formulas in sentences are none of the statements: nothing was checked of them." in problems
    assert "Every equation" not in (folder / "legend.html").read_text("utf-8")


def test_problems_page_lists_what_was_verified_and_what_that_rests_on(tmp_path: Path) -> None:
    text = "# Sums\n\n## Small\n\n$$\n1 + 1 = 2 \\tag{1}\n$$\n\n$$\nv = 2\n$$\n"
    folder = build_site(Report((compile_text(text, str(tmp_path / "sums.md")),)), tmp_path / "site").parent
    problems = (folder / "problems.html").read_text("utf-8")
    shown = problems[problems.index('id="nt-verified"') :]
    assert "1 statement was found to hold" in shown
    assert re.findall(r'<a href="sums.html#[^"]+">([^<]*)</a></p>', shown) == ["(1), line 6"]
    assert re.findall(r'class="nt-reason">(.*?)</p>', shown) == ["by its numbers, largest difference 0"]


def test_where_all_is_checked_no_page_says_otherwise(tmp_path: Path) -> None:
    report = Report((compile_text("# Sums\n\n$$\n1 + 1 = 2\n$$\n", str(tmp_path / "sums.md")),))
    folder = build_site(report, tmp_path / "site").parent
    assert not any("ot checked" in (folder / name).read_text("utf-8") for name in ("problems.html", "index.html"))


_NUMBERS = "| $n$ | $f(n)$ |\n|---|---|\n| 1 | 1 |\n| 3 | 7 |\n"
_TABULAR = "\\begin{tabular}{rr}\n$n$ & $f(n)$ \\\\ \\hline\n1 & 1 \\\\\n3 & 7\n\\end{tabular}\n"


@pytest.mark.parametrize(
    ("name", "before", "table", "after"),
    [
        ("note.md", "# Sums\n\n", _NUMBERS, ""),
        ("note.tex", "\\documentclass{article}\n\\begin{document}\n", _TABULAR, "\\end{document}\n"),
    ],
)
def test_what_is_wrong_in_a_table_stands_below_it(
    tmp_path: Path, name: str, before: str, table: str, after: str
) -> None:
    display, inline = "$$\n{} = 3 + 4\n$$\n\n", "Let $f(n) = \\sum_{i=1}^n i$.\n\n"
    own = table.replace("$f(n)$", "word $1 + 1 = 3$").replace("7", "three")
    text = f"{before}{inline}{display.format('A')}{table}\n{display.format('B')}{own}\n{display.format('C')}{after}"
    (tmp_path / name).write_text(text)
    report = Report((compile_file(tmp_path / name, name),))
    assert [d.message for d in report.documents[0].problems] == ["written 7, computed 6", "written 3, computed 2"]
    page = (build_site(report, tmp_path / "site").parent / "note.html").read_text("utf-8")
    order = re.findall(r'data-ntdoc-id="([ABC])"|</table>\s*<aside.*?(written \d), computed', page, re.DOTALL)
    assert ["".join(found) for found in order] == ["A", "written 7", "B", "written 3", "C"]


def test_the_foot_of_a_page_says_what_its_numbers_were_drawn_with(tmp_path: Path) -> None:
    text = "# One\n\n$$\n1 + 1 = 2\n$$\n"
    one = compile_text(text, str(tmp_path / "one.md"))
    two = compile_text(f"<!-- ntdoc: seed 7 -->\n\n{text}", str(tmp_path / "two.md"))
    for reports, said in (((one,), "the seed 0"), ((one, two), "the seeds 0, 7")):
        folder = build_site(Report(reports), tmp_path / "site").parent
        for name in ("one.html", "problems.html"):
            assert f"Checked by ntdoc {__version__} with {said}\n" in (folder / name).read_text("utf-8")


def test_symbols_page_links_to_declarations_and_uses(sample: Path) -> None:
    text = (sample / "symbols.html").read_text("utf-8")
    page = (sample / "sample.html").read_text("utf-8")
    anchors = re.findall(r'href="sample.html#([^"]+)"', text)
    assert len(anchors) >= 4
    assert all(f'id="{anchor}"' in page for anchor in anchors)


def test_the_index_says_of_what_it_does_not_know_the_shape(tmp_path: Path) -> None:
    text = "Let $X \\in \\reals^{\\ax}$.\n\n$$ Y = \\nsum{\\bx} X $$\n"
    report = Report((compile_text(text, str(tmp_path / "note.md")),))
    page = (build_site(report, tmp_path / "site").parent / "symbols.html").read_text("utf-8")
    shapes = re.findall(r"<td>\s*(<(?:span|i)[^>]*>.*?)</td>", page)
    assert shapes == ['<span class="nt-ax">ax</span>', '<i class="nt-unknown">unknown</i>']


def test_one_page_explains_the_codes_that_occur(sample: Path) -> None:
    text = (sample / "codes.html").read_text("utf-8")
    assert re.findall(r'<span id="(nt\d+)">', text) == ["nt203", "nt301", "nt403"]
    assert "operand lacks an axis" in text
    links = set(re.findall(r'href="(codes[^"]*)"', (sample / "sample.html").read_text("utf-8")))
    assert links == {"codes.html#nt203", "codes.html#nt301", "codes.html#nt403"}
    assert not (sample / "codes").exists()


def test_a_code_that_a_document_explains_is_explained_there(tmp_path: Path) -> None:
    (sample,) = sample_report(str(tmp_path / "guide" / "sample.md")).documents
    explanation = make_report(make_document("# Mine", str(tmp_path / "codes" / "NT203.md"), "Mine"))
    site = plan(Report((sample, explanation)))
    assert site.codes["NT203"] == (site.documents[1], "")
    assert site.codes["NT301"] == (site.codes_page, "nt301")


def test_a_site_without_diagnostics_has_no_page_of_codes(tmp_path: Path) -> None:
    build_site(report_of(("a.md", "# A")), tmp_path / "site")
    assert not (tmp_path / "site" / "codes.html").exists()


def test_titles_do_not_repeat_themselves(sample: Path) -> None:
    titles = {
        path.stem: re.findall(r"<title>(.*?)</title>", path.read_text("utf-8"), re.DOTALL)
        for path in sample.glob("*.html")
    }
    name = "A small layer of n units"
    assert titles["index"] == titles["sample"] == [name]
    assert titles["problems"] == [f"Problems - {name}"]


def test_nothing_is_fetched_from_another_host(sample: Path) -> None:
    for path in sample.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?//', text), path


def test_folders_of_documents_keep_their_paths(tmp_path: Path) -> None:
    files = [
        ("index.md", "# Mine\n\nown words [to](guide/a.md)"),
        ("guide/a.md", "# A"),
        ("guide/b.tex", "B"),
        ("README.md", "R"),
    ]
    report = report_of(*((str(tmp_path / name), text) for name, text in files))
    index = build_site(report, tmp_path / "site")
    text = index.read_text("utf-8")
    assert "own words" in text
    assert 'href="guide/a.html"' in text
    assert (tmp_path / "site" / "guide" / "b.html").is_file()
    assert (tmp_path / "site" / "readme.html").is_file()


def test_documents_with_the_names_of_our_pages_keep_them() -> None:
    site = plan(report_of(("problems.md", ""), ("a.md", ""), ("a.tex", "")))
    assert [p.file for p in site.documents] == ["problems.md", "a.md", "a-2.md"]
    assert site.problems.file == "problems-2.md"


def test_navigation_nests_folders() -> None:
    site = plan(report_of(("x/index.md", ""), ("x/guide/first-steps.md", "")))
    assert navigation(site, ["Home", "First"]) == [
        {"Overview": "index.md"},
        {"Guide": [{"First": "guide/first-steps.md"}]},
        {"Problems": "problems.md"},
        {"Symbols and axes": "symbols.md"},
        {"How to read these pages": "legend.md"},
    ]


def test_links_between_folders_are_relative() -> None:
    site = plan(report_of(("x/a/b.md", ""), ("x/c.md", "")))
    deep, top = site.documents
    assert deep.link_to(top, "s1") == "../c.html#s1"
    assert top.link_to(deep) == "a/b.html"
    assert top.link_to(top, "s1") == "#s1"


def test_pictures_are_copied_from_the_documents_folder_only(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    (folder / "img").mkdir(parents=True)
    (folder / "img" / "a b.png").write_bytes(b"1")
    (folder / "notes.txt").write_text("no picture")
    (tmp_path / "secret.png").write_bytes(b"2")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    text = "# T\n![x](img/a%20b.png) ![y](../secret.png) ![z](link.png) ![n](notes.txt)\n"
    text += "![h](http://[bad) ![q](a\0.png)\n"
    build_site(report_of((str(folder / "d.md"), text)), tmp_path / "site")
    copied = {p.name for p in (tmp_path / "site").rglob("*.png")} - {"favicon.png"}
    assert copied == {"a b.png"}
    assert not list((tmp_path / "site").rglob("notes.txt"))


def test_an_empty_report_and_an_empty_document_have_a_site(tmp_path: Path) -> None:
    assert build_site(Report(()), tmp_path / "none").is_file()
    assert build_site(report_of(("empty.md", "")), tmp_path / "empty").is_file()


def test_building_is_silent(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    build_site(report_of(("a.md", "[broken](nowhere.md) ![x](gone.png)")), tmp_path / "site")
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err == ""


@pytest.mark.parametrize("title", ["</title><script>", 'a "b" <i>', "&lt;script&gt;", ""])
def test_titles_hold_no_markup(title: str) -> None:
    assert not re.search(r'[<>"]|&(?!amp;)', plain_title(title))
    assert plain_title(title)


def test_a_title_may_have_letters_of_mathematics(tmp_path: Path) -> None:
    build_site(Report((compile_text("# The set $\\mathcal{O}$\n\n$A = 1$\n", "a.md"),)), tmp_path / "site")
    assert "<title>The set 𝒪</title>" in (tmp_path / "site" / "a.html").read_text("utf-8")


def test_quotes_of_a_title_open_and_close() -> None:
    assert plain_title('"A" ("b c")-"d" e"') == "“A” (“b c”)-“d” e”"


def test_pages_of_sections_are_called_by_their_titles(tmp_path: Path) -> None:
    report = report_of((str(tmp_path / "paper.tex"), "x"), (str(tmp_path / "paper" / "one.md"), "y"))
    sections = [[(3, "Émile & Co: <b>"), (5, "One"), (7, "One"), (9, "…")], []]
    site = plan(report, sections)
    assert [place.file for _, place in site.pages[0].sections] == [
        "paper/emile-co-b.md", "paper/one-2.md", "paper/one-3.md", "paper/section.md",
    ]  # fmt: skip
    assert [site.pages[0].of(item).file for item in (0, 2, 3, 4, 8, 20)] == [
        "paper.md", "paper.md", "paper/emile-co-b.md", "paper/emile-co-b.md", "paper/one-3.md", "paper/section.md",
    ]  # fmt: skip
    nav = navigation(site, ["Paper", "Other"], [["1 A", "2 B", "3 C", "4 D"], []])
    assert nav[1] == {
        "Paper": [
            {"Paper": "paper.md"}, {"1 A": "paper/emile-co-b.md"}, {"2 B": "paper/one-2.md"},
            {"3 C": "paper/one-3.md"}, {"4 D": "paper/section.md"},
        ]
    }  # fmt: skip


def test_the_documents_come_in_the_order_in_which_the_front_page_links_to_them(tmp_path: Path) -> None:
    front = "# Front\n[B](b.md), [last](guide/z.md#there), [first](./guide/a.md), [C](https://c.org/c.md)\n"
    names = ("a.md", "b.md", "c.md", "guide/a.md", "guide/k.md", "guide/z.md")
    texts = {**dict.fromkeys(names, ""), "index.md": front}
    report = report_of(*((str(tmp_path / name), text) for name, text in texts.items()))
    site = plan(report)
    nav = navigation(site, list(texts), (), linked(report, site))
    pages = ["Overview", "b.md", "Guide", "a.md", "c.md", "Problems", "Symbols and axes", "How to read these pages"]
    assert [*map(next, map(iter, nav))] == pages
    assert [*map(next, map(iter, nav[2]["Guide"]))] == ["guide/z.md", "guide/a.md", "guide/k.md"]


def test_each_document_leads_to_the_next(tmp_path: Path) -> None:
    texts = {"index.md": "# Front\n[B](b.md), [A](a.md)\n", "a.md": "# A & Ω\n", "b.md": "# B\n"}
    report = Report(tuple(compile_text(text, str(tmp_path / name)) for name, text in texts.items()))
    link = re.compile(r'rel="(prev|next)" href="([^"]*)"><span>[A-Za-z]+</span>([^<]*)')
    built = build_site(report, tmp_path / "site")
    turns = {page.name: link.findall(page.read_text("utf-8")) for page in built.parent.glob("*.html")}
    assert turns["index.html"] == [("next", "b.html", "B")]
    assert turns["b.html"] == [("prev", "index.html", "Overview"), ("next", "a.html", "A &amp; Ω")]
    assert turns["a.html"] == [("prev", "b.html", "B")]
    assert turns["problems.html"] == turns["symbols.html"] == []


def test_every_list_of_the_documents_has_the_same_order(tmp_path: Path) -> None:
    names = ("paper.tex", "note.md", "deep/a.md", "appendix.md")
    report = in_order(report_of(*((str(tmp_path / name), "") for name in names)))
    assert [Path(d.document.path).name for d in report.documents] == ["paper.tex", "note.md", "appendix.md", "a.md"]
    nav = navigation(plan(report), ["Paper", "Note", "Appendix", "A"])
    assert [*map(next, map(iter, nav))][1:5] == ["Paper", "Note", "Appendix", "Deep"]


def test_links_in_brackets_to_codes_that_are_not_here_are_their_words() -> None:
    page = codes_page(["NT109"]).markdown
    assert "is missing (NT106), or if" in page
    assert "[NT106]" not in page


def test_formulas_of_headings_are_shown_and_said_in_words(tmp_path: Path) -> None:
    text = "# Why $\\approx$ of $W_1$\n\n## A sum \\(\\nsum{\\ax} x\\) for $5, `$a$`, and $ \n\n$$ y = 1 $$\n"
    build_site(Report((compile_text(text, "note.md"),)), tmp_path / "site")
    page = (tmp_path / "site" / "note.html").read_text("utf-8")
    assert "<title>Why ≈ of W_1</title>" in page
    heading, second = re.findall(r"<h[12] .*?</h[12]>", page)
    assert heading.count("<math") == 2
    assert second.count("<math") == 1
    assert "for $5, <code>$a$</code>, and $" in second
    contents = re.search(r'<nav class="md-nav md-nav--secondary".*?</nav>', page, re.DOTALL)
    assert contents is not None
    assert "A sum ∑" in contents[0]
    assert "ntx" not in page


def test_what_is_wrong_in_a_table_or_in_words_stands_beside_it(tmp_path: Path) -> None:
    table = "\n\n| $n$ | $g$ |\n|---|---|\n| 1 | 2 |\n| 3 | 9 |\n"
    text = f"# Powers\n\nLet $y = 2$.\n\n## Table\n\nFor $n > 0$ let $g = 2^n$.{table}\n## Behind\n\nNothing.\n"
    report = Report((compile_text(text, str(tmp_path / "note.md")),))
    page = (build_site(report, tmp_path / "site").parent / "note.html").read_text("utf-8")
    body = page[page.index("<h1") :]
    assert body.index('id="table"') < body.index("written 9, computed 8") < body.index('id="behind"')


def test_files_of_a_paper_are_named_as_its_root_names_them(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "end.tex").write_text("$y = x \\ndot{\\b} x$\n\n$z = y + \\exp x$ in $\\reals^{\\b}$\n")
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n$x \\in \\reals^{\\a}$\n\\input{parts/end}\n\\end{document}\n"
    )
    report = Report((compile_file(tmp_path / "paper.tex", str(tmp_path / "paper.tex")),))
    site = build_site(report, tmp_path / "site").parent
    page, problems = ((site / f"{name}.html").read_text("utf-8") for name in ("paper", "problems"))
    for text in (page, problems):
        assert "../paper" not in text
        assert re.search(r'nt-related.*?<p class="nt-where"><a href="[^"]*">line 2 of paper\.tex</a>', text, re.DOTALL)


def test_the_index_has_every_shape_of_a_name_with_its_lines(tmp_path: Path) -> None:
    text = (
        "$f \\colon \\reals^{\\a} \\to \\reals$ and $x \\in \\reals^{\\a}$\n\n$y = \\exp x$\n\n## Again\n\n"
        "$f \\colon \\reals^{\\b} \\to \\reals^{\\b}$ and $x \\in \\reals^{\\b\\times\\a}$\n\n$y = \\exp x$\n"
    )
    (tmp_path / "note.md").write_text(text)
    site = build_site(Report((compile_file(tmp_path / "note.md", "note.md"),)), tmp_path / "site").parent
    html = (site / "symbols.html").read_text("utf-8")
    rows = [" ".join(re.sub(r"<[^>]*>", "", row.partition("</tr>")[0]).split()) for row in html.split("<tr>")]
    assert [row for row in rows if re.match(r"[fxy] |b × a|ℝb", row)] == [
        "f ℝa → ℝ line 1 1 7", "ℝb → ℝb line 7", "x a line 1 1 3 7 9", "b × a line 7", "y a line 3 3 9", "b × a line 9",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "note.md",
            "# Sums\n\n```\na block of code, which is not what the document begins with\n```\n\n## About\n\n"
            "A *short* note on $\\alpha$ & sums, which [all](x.md) know.[^1] It goes\non.\n\nMore.\n",
        ),
        (
            "paper.tex",
            "\\documentclass{article}\\title{Sums}\\author{Ann}\\begin{document}\\maketitle\n\\begin{abstract}\n"
            "A \\emph{short} note on $\\alpha$ \\& sums, which all know.\\footnote{No.} It goes\non.\n\\end{abstract}\n"
            "Words of the text that stand behind the abstract of it.\n\\end{document}\n",
        ),
    ],
)  # fmt: skip
def test_the_front_page_of_one_document_says_how_it_begins_and_its_title_once(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    site = build_site(Report((compile_file(tmp_path / name, name),)), tmp_path / "site").parent
    card = (site / "index.html").read_text("utf-8").partition('class="nt-card">')[2].partition("</article>")[0]
    assert 'introduction">A short note on <math><mi>α</mi></math> &amp; sums, which all know. It goes on.</p>' in card
    assert "Sums" not in card
    assert "Read the document</a>" in card


def test_what_refers_to_nothing_is_told_below_its_paragraph(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\nWords before.\n\nBy \\ref{none}, $x = 1$.\n\nOnly \\ref{other}.\n"
        "\\end{document}\n"
    )
    site = build_site(Report((compile_file(tmp_path / "paper.tex", "paper.tex"),)), tmp_path / "site").parent
    html = (site / "paper.html").read_text("utf-8")
    places = [html.index(words) for words in ("Words before", "<code>none<", "Only ", "<code>other<")]
    assert places == sorted(places)


def test_a_list_that_a_display_parts_goes_on_with_its_numbers(tmp_path: Path) -> None:
    document = compile_text("# A\n\n1. One\n2. Two\n\n$$ 1 + 1 = 2 $$\n\n3. Three\n", "note.md")
    site = build_site(Report((document,)), tmp_path / "site").parent
    assert '<ol start="3">' in (site / "note.html").read_text("utf-8")


def test_a_warning_is_marked_in_its_sentence(tmp_path: Path) -> None:
    document = compile_text("# A\n\nLet $f(x) = x^2$. The slope is $f'(x) = 3 x$, and $1 + 1 = 2$.\n", "note.md")
    site = build_site(Report((document,)), tmp_path / "site").parent
    shown = re.findall(r'<span class="nt-inline ([^"]*)"', (site / "note.html").read_text("utf-8"))
    assert shown == ["nt-evaluated", "nt-warning nt-told", "nt-verified"]


def test_greek_letters_in_messages_are_shown_as_letters() -> None:
    said = inline_code(r"needs \alpha_t and \Lambda, not `\beta`; \alphabet <b>")
    assert said == "needs <i>α</i>_t and <i>Λ</i>, not <code>\\beta</code>; \\alphabet &lt;b&gt;"


def test_the_marks_are_explained(tmp_path: Path) -> None:
    report = Report((compile_text("Let $a > 0$.\n\n$$ b = 2 a $$\n", str(tmp_path / "a.md")),))
    site = build_site(report, tmp_path / "site").parent
    legend = (site / "legend.html").read_text("utf-8")
    page = (site / "a.html").read_text("utf-8")
    for status in Status:
        assert f'class="nt-of nt-{status.value}"' in legend
    assert 'title="has a value, which the example shows"' in page
    assert 'href="legend.html"' in page


@pytest.mark.parametrize("others", [(), ("notes/b.md",)])
def test_pages_say_nothing_of_the_disk_on_which_they_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...]
) -> None:
    folder = tmp_path / "secret" / "work"
    for name in ("parts", "notes", "elsewhere"):
        (folder / name).mkdir(parents=True)
    (folder / "paper.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\n$x = 1$ and $x + 1 = 3$.\n\\input{parts/one}\n"
        "\\begin{equation}y = z + 1\\end{equation} See \\ref{none}.\n\\end{document}\n"
    )
    (folder / "parts/one.tex").write_text("Then $x + 2 = 5$ holds.\n")
    (folder / "notes/b.md").write_text("# B\n\n$1 + 1 = 3$\n")
    monkeypatch.chdir(folder / "elsewhere")
    report = Report(tuple(compile_file(Path(f"../{name}"), f"../{name}") for name in ("paper.tex", *others)))
    site = build_site(report, tmp_path / "site").parent
    pages = {page.name: page.read_text("utf-8") for page in site.rglob("*.html")}
    assert "paper.tex:3:" in pages["paper.html"]
    assert "parts/one.tex:1:" in pages["problems.html"]
    assert ("notes/b.md:3:" in pages["problems.html"]) == bool(others)
    for name, text in pages.items():
        assert "secret" not in text, name
        assert "../paper.tex" not in text, name
        assert "../parts/one.tex" not in text, name


def _site_of(folder: Path, **files: str) -> Path:
    """The site of files, whose names are given without their ending, `.tex` if it begins with a backslash."""
    paths = []
    for name, text in files.items():
        paths.append(folder / (f"{name}.tex" if text.startswith("\\") else f"{name}.md"))
        paths[-1].write_text(text)
    report = Report(tuple(compile_file(path, str(path)) for path in paths))
    return build_site(report, folder / "site").parent


def test_problems_are_counted_and_errors_come_first(tmp_path: Path) -> None:
    text = (
        "\\documentclass{article}\n\\begin{document}\nLet $x = 1$, see \\ref{none} and \\ref{no}.\n\n$x + 1 = 3$\n"
        "\\section{a}\\label{a}\\end{document}\n"
    )
    site = _site_of(tmp_path, paper=text)
    page, problems = ((site / f"{name}.html").read_text("utf-8") for name in ("paper", "problems"))
    assert "1 error and 2 warnings in 2 statements." in problems
    assert problems.index("NT301") < problems.index("NT109")
    assert problems.count('role="heading" aria-level="2"') == 3
    for text in (page, problems):
        assert "Problems (3)" in re.sub(r"\s+", " ", text)
    assert re.search(r'nt-standing.*href="problems.html">1 error and 2 warnings</a> in 2 statements', page)


@pytest.mark.parametrize(
    ("text", "said", "below"),
    [
        ("$x = 1$ and $x + 1 = 2$", "all 2 statements hold", "No problems in 2 statements</p>"),
        ("$x = 1$", "the statement holds", "No problems in 1 statement</p>"),
        ("$x = 1$ and $x \\supseteq y$", "1 of 2 statements hold, and 1 is not checked", ">1 not checked</a>"),
        ("words", "No problems.", ""),
    ],
)
def test_a_page_says_that_there_are_no_problems(tmp_path: Path, text: str, said: str, below: str) -> None:
    site = _site_of(tmp_path, note=f"# A\n\n{text}\n")
    problems, page = ((site / f"{name}.html").read_text("utf-8") for name in ("problems", "note"))
    assert said in problems
    assert "Problems (" not in problems
    assert below in page
    assert ("nt-standing" in page) == bool(below)


def test_what_is_not_checked_stands_under_its_own_section_with_its_number(tmp_path: Path) -> None:
    text = (
        "\\documentclass{article}\n\\begin{document}\n\\section{A}\\subsection{Definition}\n$a \\supseteq b$\n"
        "\\section{B}\\subsection{Definition}\n$c \\supseteq d$\n\\end{document}\n"
    )
    problems = (_site_of(tmp_path, paper=text) / "problems.html").read_text("utf-8")
    listed = problems[problems.index('class="nt-unchecked"') :]
    first, second = listed.index("<h3>1.1 Definition</h3>"), listed.index("<h3>2.1 Definition</h3>")
    assert first < listed.index("line 4<") < second < listed.index("line 6<")


LOST = r"""\documentclass{article}
\begin{document}
\section{One}
We use \cite{nobody} and \cite{nobody}, see \ref{nowhere}, \cite{two}.\footnote{Where $n = 2$.} Then $m = n + 1$.

By \eqref{missing}, $m = 3$.

\begin{figure}\includegraphics{plot}\caption{All.}\end{figure}
\begin{thebibliography}{9}\bibitem{two} Two.\end{thebibliography}
\end{document}
"""


def test_what_refers_to_nothing_is_marked_and_told_where_it_stands(tmp_path: Path) -> None:
    site = _site_of(tmp_path, paper=LOST)
    page, problems = ((site / f"{name}.html").read_text("utf-8") for name in ("paper", "problems"))
    paragraphs = re.split(r"(?=<p>)", page)
    first = next(i for i, p in enumerate(paragraphs) if "We use" in p)
    assert paragraphs[first].count("nt-p-lost") == 3
    assert "no entry of the bibliography is called <code>nobody</code>" in "".join(paragraphs[first : first + 3])
    assert page.index("called <code>nowhere") < page.index("By <span") < page.index("called <code>missing")
    assert page.index("called <code>missing") < page.index("there is no picture <code>plot") < page.index("All.")
    for anchor in re.findall(r'href="paper\.html(#?[^"]*)">line \d+ on the page', problems):
        assert anchor.startswith("#nt-lost-")
        assert page.count(f'id="{anchor[1:]}"') == 1
        assert page.count(f'id="{anchor[1:]}-why"') == 1


def test_references_to_nothing_on_a_page_of_markdown(tmp_path: Path) -> None:
    text = "# A\n\nBy \\eqref{none} and $\\ref{no}$.\n\n$$a = 1 \\label{one}$$\n\nBy \\eqref{one}, $b = 2$.\n"
    site = _site_of(tmp_path, note=text)
    page, problems = ((site / f"{name}.html").read_text("utf-8") for name in ("note", "problems"))
    mark = '<span class="nt-p-lost" id="nt-lost-1"><a href="#nt-lost-1-why">(??)</a></span>'
    assert f"By {mark} and" in page
    assert page.index("called <code>none") < page.index('class="nt-equation"')
    assert all(f"note.html#nt-lost-{n}" in problems for n in (1, 2))


def test_the_front_page_has_all_of_an_abstract_with_its_links(tmp_path: Path) -> None:
    text = (
        "\\documentclass{article}\n\\begin{document}\n\\begin{abstract}\nWe go on from \\cite{two}, see "
        "Section~\\ref{one}.\n\nMore is to be said. LONG\n\\end{abstract}\n\\section{One}\\label{one}\nText $x = 1$.\n"
        "\\begin{thebibliography}{9}\\bibitem{two} Two.\\end{thebibliography}\n\\end{document}\n"
    )
    for number, (more, end) in enumerate([("", "More is to be said. LONG</p>"), ("Words. " * 150, "Words. …</p>")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        card = (_site_of(folder, paper=text.replace("LONG", more or "LONG")) / "index.html").read_text("utf-8")
        said = card.partition('class="nt-introduction">')[2].partition("\n")[0]
        assert '[<a href="paper.html#ref-two">1</a>], see Section' in said
        assert '<a href="paper.html#one">1</a>. More is' in said
        assert end in said


_SITE = """site_name: A course
nav:
  - index.md
  - Lessons:
      - Two: two.md
      - one.md
  - Elsewhere: https://example.org/
plugins: [!ENV [PLUGIN, search]]
markdown_extensions: [{x: {emoji: !!python/name:a.b.c ''}}]
"""


@pytest.mark.parametrize(
    ("site", "order"),
    [
        (_SITE, ["index.html", "two.html", "one.html", "more.html"]),
        ("nav: [", ["index.html", "more.html", "one.html", "two.html"]),
        ("- a\n", ["index.html", "more.html", "one.html", "two.html"]),
        (_SITE.replace("nav:", "docs_dir: other\nnav:"), ["index.html", "more.html", "one.html", "two.html"]),
    ],
)
def test_the_pages_have_the_order_of_a_site_of_mkdocs_beside_them(tmp_path: Path, site: str, order: list[str]) -> None:
    (tmp_path / "mkdocs.yml").write_text(site)
    (tmp_path / "docs").mkdir()
    for name in ("index", "more", "one", "two"):
        (tmp_path / "docs" / f"{name}.md").write_text(f"# {name}\n\n$$\n1 + 1 = 2\n$$\n")
    report = Report(tuple(compile_file(f, str(f)) for f in sorted((tmp_path / "docs").iterdir())))
    page = (build_site(report, tmp_path / "site").parent / "problems.html").read_text("utf-8")
    links = re.findall(r'<a href="([^"#]*)" class="md-nav__link', page)
    assert list(dict.fromkeys(link for link in links if link in order)) == order
