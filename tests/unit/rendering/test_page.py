"""Pages: the author's prose in order, placeholders that cannot be forged, HTML that can do nothing."""

from __future__ import annotations

import re

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from ntdoc.compiler import compile_text
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.cleaning import clean
from ntdoc.rendering.filling import Deferred, fill
from ntdoc.rendering.layout import plan
from ntdoc.rendering.line_ends import line_ends_are_meant
from ntdoc.rendering.markdown_extension import EquationExtension, Prepared
from ntdoc.rendering.markdown_flavour import front_matter_end, normalise, own_paragraph
from ntdoc.rendering.page import Page, Placeholders, escape_markdown, make_page
from ntdoc.report import DocumentReport, Kind, Report, Status
from tests.site_samples import make_document, make_report, sample_report, statement


def page_of(document: DocumentReport) -> Page:
    report = Report((document,))
    site = plan(report)
    return make_page(document, site.pages[0], site)


def html_of(page: Page) -> str:
    extensions = [
        "tables",
        "footnotes",
        "toc",
        "pymdownx.superfences",
        EquationExtension(Prepared(page.fragments)),
    ]
    return markdown.markdown(page.markdown, extensions=extensions)


def convert(text: str, **more: str) -> str:
    return html_of(page_of(make_report(make_document(text, **more))))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_prose_keeps_its_order_and_its_markdown() -> None:
    html = convert("# Title\n\nOne $x$ *two*\n\n$$ y $$\nthree `$z$` four\n")
    assert re.search(r"One.*<mi>x</mi>.*<em>two</em>.*<mi>y</mi>.*three", html, re.DOTALL)
    assert "ntx" not in html


def test_a_display_closes_the_paragraph_before_it() -> None:
    html = convert("words\n$$ x $$\nmore words\n")
    assert "<p>words</p>" in html
    assert "<p>more words</p>" in html
    assert re.search(r"</p>\s*<div class=\"nt-display\">", html)


def test_a_display_within_a_line_stands_alone() -> None:
    assert re.search(r"<p>before ?</p>\s*<div.*<p>after</p>", convert("before $$ x $$ after\n"), re.DOTALL)


@pytest.mark.parametrize("indent", ["  ", "   ", "    "])
def test_displays_stay_in_lists(indent: str) -> None:
    html = convert(f"- one:\n\n{indent}$$ x $$\n\n{indent}end\n- two\n")
    assert html.count("<ul>") == 1
    first = html.split("</li>")[0]
    assert "nt-display" in first
    assert "end" in first


def test_displays_stay_in_quotations() -> None:
    assert "nt-display" in convert("> quoted:\n> $$ x $$\n> end\n").split("</blockquote>")[0]


def test_a_display_may_begin_a_list_item() -> None:
    html = convert("- $$ x $$\n- two\n")
    assert html.count("<li>") == 2
    assert "nt-display" in html.split("</li>")[0]


def test_divisions_show_their_titles_and_no_colons() -> None:
    text = "# T\n\n::: {#lem-a .lemma}\n## On $x$\nOne.\n:::\n\n::: tip\nTwo.\n:::\n\n:::: {.columns}\n## Left\n::::\n"
    text += '\n::: {.callout-note title="Three"}\n```text\n:::\n```\n:::\n\n::: some.module\n'
    html = html_of(page_of(compile_text(text, "a.md")))
    assert re.search(r"<p><strong>On .*<mi>x</mi>.*</strong></p>\s*<p>One.</p>\s*<p><strong>Tip</strong>", html)
    assert "Left</h2>" in html
    assert "<strong>Three</strong>" in html
    assert html.count(":::") == 2  # of the code, and of what has no end


def test_a_title_is_added_only_where_there_is_none() -> None:
    assert "<h1" in convert("words", title="My title")
    assert convert("# Own\n\nwords", title="My title").count("<h1") == 1
    assert convert("Own\n===\n\nwords", title="My title").count("<h1") == 1
    assert "<h1" in convert("```\n# no heading\n```\n", title="My title")


def test_front_matter_is_left_out() -> None:
    assert "layout" not in convert("---\nlayout: x\n---\n# T\n")
    assert front_matter_end("---\n\nwords, and a rule\n") == 0
    assert front_matter_end("--- x\n") == 0


def test_statements_carry_their_attributes() -> None:
    document = sample_report().documents[0]
    html = html_of(page_of(document))
    for s in document.statements:
        assert html.count(f'data-ntdoc-id="{s.id}"') == 1
        tag = re.search(rf'<[^>]*data-ntdoc-id="{s.id}"[^>]*>', html)
        assert tag
        assert f'id="{s.id}"' in tag[0]
        assert f'data-ntdoc-status="{s.status}"' in tag[0]
        assert f'data-ntdoc-line="{s.span.line}"' in tag[0]


def test_a_block_says_its_status_shapes_numbers_and_diagnostics() -> None:
    html = html_of(page_of(sample_report().documents[0]))
    text = words(html)
    for expected in (
        "evaluated",
        "verified",
        "failed",
        "blocked",
        "declared",
        "on 5 samples of 3 sizes",
    ):
        assert expected in text
    assert "chans" not in text
    assert "in [4] × seq [3]" in text
    assert "hint did you mean seq" in text
    assert "<mark>\\mathsf{key}</mark>" in html
    assert 'href="codes.html#nt203"' in html


def test_an_inline_diagnostic_follows_its_paragraph() -> None:
    html = html_of(page_of(sample_report().documents[0]))
    assert re.search(r"example\.org.*?</p><aside class=\"nt-diagnostic", html, re.DOTALL)


def test_declarations_are_linked() -> None:
    document = sample_report().documents[0]
    declared = next(s for s in document.statements if s.kind is Kind.DECLARATION and s.display)
    assert f'<a href="#{declared.id}">line {declared.span.line}</a>' in html_of(page_of(document))


def test_every_row_is_shown_even_without_a_statement() -> None:
    document = make_document("$$ x = 1 \\\\ \\vdots \\\\ y = 2 $$")
    report = make_report(document, [statement(document, "y = 2", Status.EVALUATED, Kind.DEFINITION)])
    html = html_of(page_of(report))
    assert html.count("nt-row") == 3
    assert html.index("⋮") < html.index('data-ntdoc-status="evaluated"')


def test_headings_with_mathematics_have_plain_titles() -> None:
    document = make_report(make_document("# T\n\n## The case of $n<1$\n"))
    page = page_of(document)
    md = markdown.Markdown(extensions=["toc", EquationExtension(Prepared(page.fragments))])
    html = md.convert(page.markdown)
    assert md.toc_tokens[0]["children"][0]["name"] == "The case of n&lt;1"  # type: ignore[attr-defined]
    assert "ntx" not in html


def test_placeholders_cannot_be_forged() -> None:
    first = Placeholders("a text")
    token = first.add(Fragment(Markup("<b>"), "", block=False))
    assert token not in Placeholders(f"a text {token}").add(Fragment(Markup(""), "", block=False))
    other = "ntx" + "0" * 20 + "n0z"
    assert other in fill(f"<p>{other}</p>", {token: Fragment(Markup("x"), "", block=False)})


def test_a_placeholder_in_an_attribute_becomes_text() -> None:
    fragments = {"ntx" + "a" * 20 + "n0z": Fragment(Markup('<math a="b">'), 'x"<y>', block=False)}
    name = next(iter(fragments))
    assert fill(f'<img alt="{name}">', fragments) == '<img alt="x&quot;&lt;y&gt;">'


@pytest.mark.parametrize(
    "nasty",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '<a href="javascript:alert(1)">x</a>',
        '<a href="JaVa&#9;ScRiPt:alert(1)">x</a>',
        '<img src="data:text/html,x">',
        "<iframe src=//x></iframe>",
        "<svg/onload=alert(1)>",
        "<math><mtext><script>alert(1)</script></mtext></math>",
        "<style>*{}</style>",
        "<form action=//x><button>",
        '<p style="position:fixed" class="md-header nt-statement" id="__search" data-ntdoc-status="verified">x</p>',
        '<input type="text" value="x"><input><input type="radio" id="__search" name="__drawer" onload=x>',
        '<label for="__search">x</label><details class="md-nav" ontoggle=alert(1) open>x</details>',
        "<base href=//x><meta http-equiv=refresh content=0><link rel=stylesheet href=//x>",
    ],
)
def test_cleaning(nasty: str) -> None:
    cleaned = clean(nasty)
    assert not re.search(
        r"script|onerror|onload|javascript|iframe|svg|style|form|button|data|nt-|md-|__|base|meta|link",
        cleaned,
        re.IGNORECASE,
    ), cleaned


def test_cleaning_leaves_no_field_for_text() -> None:
    assert clean('<input type="text" value="x"><input><input type="password">') == ""


def test_cleaning_keeps_ordinary_prose() -> None:
    html = '<h2 id="a">T</h2><p><a href="b.html#c" title="t">x</a> <img src="p.png" alt="y"></p><ol start="3"><li>z</li></ol>'  # noqa: E501 - one string
    assert clean(html) == html
    code = '<div class="highlight"><pre><code><span class="nb">x</span></code></pre></div>'
    assert clean(code) == code


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("text\n- a\n- b\n", "text\n\n- a\n- b\n"),
        ("- a\n  - b\n    - c\n", "- a\n    - b\n        - c\n"),
        ("1. a\n\n   more\n2. b\n", "1. a\n\n    more\n2. b\n"),
        ("1990. was a year\n", "1990. was a year\n"),
        ("text\n2. not a list\n", "text\n2. not a list\n"),
        ("```\ntext\n- a\n```\n", "```\ntext\n- a\n```\n"),
        ("- a\n  ```\n  code\n  ```\n", "- a\n    ```\n    code\n    ```\n"),
        ("text\n***\n", "text\n***\n"),
        ("1. a\n\n    !!! tip\n        b\n", "1. a\n\n    !!! tip\n        b\n"),
        ("- a\n\n    ??? tip\n        b\n\n  c\n", "- a\n\n    ??? tip\n        b\n\n    c\n"),
        ("1. a\n   ??? tip\n       b\n", "1. a\n\n    ??? tip\n        b\n"),
        ("- a\n    ```\n    code\n    ```\n", "- a\n      ```\n      code\n      ```\n"),
        ("- a\n\n    ```\n    code\n    ```\n", "- a\n\n    ```\n    code\n    ```\n"),
    ],
)
def test_lists_as_authors_write_them(before: str, after: str) -> None:
    assert normalise(before) == after


_SENTENCE = "Attention looks at every position and weighs what it finds there. "
_FORMULA = r"$\mathsf{heads} \times \mathsf{key} \times \mathsf{seq} = 4 \cdot 3 \cdot 2 + \mathsf{batch} + 1 + 2 + 3$"


def test_line_ends_are_kept_where_they_are_asked_for() -> None:
    assert normalise("a\nb\n", line_ends=True) == "a  \nb\n"
    long = "a word and another " * 7
    assert normalise(f"{long}may\nstay\n", line_ends=True) == f"{long}may\nstay\n"  # wrapped, if late
    assert normalise(f"{long}may.\nstay\n", line_ends=True) == f"{long}may.  \nstay\n"
    assert normalise(f"{long}may\nStay\n", line_ends=True) == f"{long}may  \nStay\n"
    assert normalise("a\nb\n") == "a\nb\n"


@pytest.mark.parametrize(
    "text",
    [
        _SENTENCE * 3 + "\nby me\n",
        f"# T\n\n{_SENTENCE * 2}and {_FORMULA} is what it says.\nBy me.\n",
    ],
)
def test_an_author_of_long_lines_means_their_ends(text: str) -> None:
    assert "<br" in convert(text)


@pytest.mark.parametrize(
    "text",
    [
        "short\nlines\n",
        f"as long as\n{_FORMULA}{_FORMULA}\nis, and no longer\n",
        f"a line that ends with {_FORMULA}\nmay be too long\n",
        f"{_SENTENCE * 2}Let the data,\n{_FORMULA} and\nthe rest of it.\n",
        "words\nand more\n$$ " + "x + " * 60 + "x $$\nand\nmore\n",
        "words\nand more\n\n| a | b |\n|---|---|\n| " + _SENTENCE * 3 + "| c |\n",
        "words\nand more\n\n```\n" + _SENTENCE * 3 + "\n```\n",
        "words\nand [a link](https://example.org/" + "x" * 150 + ") and\nmore\n",
        "words\nand <https://example.org/" + "x" * 150 + "> and\nmore\n",
        f"{_SENTENCE * 3}\n\nBut these are\nwrapped as one\nwraps, and so\nare not meant\n",
    ],
)
def test_an_author_who_wraps_does_not_mean_the_ends(text: str) -> None:
    assert "<br" not in convert(text)


@given(st.text(alphabet="ab \n-*+>`~#1.)\t|[](<:", max_size=80))
def test_any_prose_is_one_or_the_other(text: str) -> None:
    assert not line_ends_are_meant(text)  # so short a text has no long lines


def test_own_paragraph_keeps_the_container() -> None:
    assert own_paragraph("> - ", "T", "").startswith("T")
    assert own_paragraph("words ", "T", " more").startswith("\n\nT\n\n")


@given(st.text(alphabet="ab \n-*+>`~#1.)\t|", max_size=80))
def test_normalising_loses_no_letters(text: str) -> None:
    assert re.sub(r"\s", "", normalise(text)) == re.sub(r"\s", "", text)


@given(st.text(max_size=60))
def test_any_title_is_shown_as_it_stands(title: str) -> None:
    html = markdown.markdown(f"# {escape_markdown(title)}")
    assert "<em>" not in html
    assert "<script" not in html


def test_latex_documents_become_pages() -> None:
    text = "\\begin{document}\nSome \\emph{prose} with $x$ and\n$$ y $$\n\\begin{itemize}\\item $z$\\end{itemize}\n\\end{document}"  # noqa: E501 - one string
    html = convert(text, path="a.tex", format="latex", title="A title")
    assert "<h1" in html
    assert "<em>prose</em>" in html
    assert "nt-display" in html
    assert re.search(r"<li>\s*(<p>)?<math><mi>z</mi>", html)


@pytest.mark.parametrize(
    "text",
    [
        ">" * 3000,
        "[" * 3000,
        "- " * 2000,
        "<div>" * 3000,
        "*_" * 2000,
        "[a](http://[b)",
        "(" * 5000,
        "`" * 5000,
    ],
)
def test_prose_that_is_hard_to_read_does_no_harm(text: str) -> None:
    assert "a tail" in convert(f"{text}\n\na tail $x$\n")


SEARCHED = r"""
Let $X \in \reals^{\seq \times \feat}$, $W \in \reals^{\feat}$.

$$
Y = \exp (X \ndot{\feat} W) < 3 \\
Z = Y
$$
"""


def test_deferring_changes_nothing_in_the_end() -> None:
    page = page_of(sample_report().documents[0])
    text = clean(markdown.markdown(page.markdown))
    deferred = Deferred()
    short = fill(text, page.fragments, deferred)
    assert "nt-symbols" not in short
    assert deferred.give_back(short) == fill(text, page.fragments)


def test_of_a_formula_a_search_finds_its_names_apart() -> None:
    page = page_of(compile_text(SEARCHED, "note.md"))
    text = markdown.markdown(page.markdown)
    deferred = Deferred()
    short = fill(text, page.fragments, deferred)
    found = words(re.sub("<!--.*?-->", "", short))
    assert "Let X ∈ ℝ seq × feat , W ∈ ℝ feat ." in found
    assert "Y = exp ( X ⊙ feat W ) &lt; 3 Z = Y" in found
    assert "<math" not in short
    assert deferred.give_back(short) == fill(text, page.fragments)


def test_an_author_cannot_ask_for_deferred_parts() -> None:
    assert "<!--" not in clean("<!--ntdoc 0-->")


@pytest.mark.parametrize(
    ("formula", "scrolls"),
    [
        ("0.168 + 0.105 + 0.024 + 0.21 + 0.03 + 0.06 = 0.597", True),
        ("0.6 \\cdot 0.5 \\cdot 0.2 = 0.06", False),
        ("x", False),
    ],
)
def test_an_inline_formula_that_is_wider_than_a_phone_scrolls(formula: str, scrolls: bool) -> None:
    assert ("nt-long" in convert(f"So ${formula}$, as before.")) == scrolls


def test_what_is_wrong_with_a_directive_stands_where_it_is() -> None:
    expects = "<!-- ntdoc: expect NT301 -->\n"
    text = (
        f"# A\n\n$$\nx = 1\n$$\n\nWords.\n\n{expects}\n$$\n2 + 2 = 4\n$$\n\n{expects}$$\n2 + 3 = 4\n$$\n\n"
        "<!-- ntdoc: nonsense -->\n\nMore words.\n"
    )
    html = html_of(page_of(compile_text(text, "a.md")))
    told = re.findall(r'NT107|\sid="x"|Words\.|data-ntdoc-status="\w+"|NT301, as expected: [\w ,]*', html)
    assert told == [
        "NT107", ' id="x"', 'data-ntdoc-status="evaluated"', "Words.", "NT107", 'data-ntdoc-status="verified"',
        'data-ntdoc-status="failed"', "NT301, as expected: written 4, computed 5",
    ]  # fmt: skip
