"""Pages of other people's sites: what is taken out of them, what is put in, and that nothing is made twice."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from markupsafe import Markup

from ntdoc.configuration import Configuration
from ntdoc.rendering import host_page as module
from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.filling import set_apart
from ntdoc.rendering.host_options import OptionError, Options, read_options
from ntdoc.rendering.host_page import HostPage, Origin, Rules, host_page, stylesheet, text_before
from ntdoc.rendering.markdown_extension import EquationError, EquationExtension

RULES = Rules(Options(), Configuration())
TEXT = "# Sum\n\nLet $X \\in \\reals^{\\seq}$ and\n$$\ns = \\nsum{\\seq} X\n$$\nwhich is a number.\n"
TOKEN = "ntx" + "0" * 20 + "n0z"
BLOCK = {TOKEN: Fragment(Markup("<div>block</div>"), "", block=True)}


def made(text: str = TEXT, origin: Origin | None = None, rules: Rules = RULES) -> HostPage:
    page = host_page(text, origin or Origin(), rules)
    assert page is not None
    return page


@pytest.mark.parametrize(
    "formula",
    [r"\nsum{\seq} X", r"\underset{\mathsf{seq}}{\mathrm{max}} X", r"X \in \mathbb{R}^{\mathsf{seq}\times\mathsf{k}}"],
)
def test_a_page_that_holds_the_notation_is_noticed(formula: str) -> None:
    assert host_page(f"As ${formula}$ says.\n\n$$\n{formula}\n$$\n", Origin(), RULES) is not None


def test_the_notation_behind_a_macro_of_the_page_is_noticed() -> None:
    text = "$$\n\\newcommand{\\ax}[1]{\\mathsf{#1}}\n$$\n\nFor $X \\in \\mathbb{R}^{\\ax{ex} \\times \\ax{feat}}$.\n"
    assert host_page(text, Origin(), RULES) is not None
    assert host_page(text.replace("mathsf", "mathtt"), Origin(), RULES) is None


def test_an_axis_that_a_sentence_defines_is_no_hole_in_it() -> None:
    page = made("$\\ndef{\\seq}{seq}$\n\nLet $\\ndef{\\k}{key}$ be an axis, and $x \\in \\reals^{\\k}$.\n")
    first, second, *_ = (str(fragment.html) for fragment in page.fragments.values())
    assert "seq" not in first
    assert ">key<" in second


def test_the_lines_around_a_display_stay() -> None:
    page = made()
    assert re.fullmatch(r"# Sum\n\nLet ntx\w+n0z and\nntx\w+n1z\nwhich is a number\.\n", page.markdown)


@pytest.mark.parametrize("text", ["$E = mc^2$", "$$\n\\mathsf{P} = \\mathsf{NP}\n$$", "`\\nsum{\\seq} X`", "words"])
def test_other_pages_are_none_of_its_business(text: str) -> None:
    assert host_page(text, Origin(), RULES) is None


@pytest.mark.parametrize(("wish", "is_touched"), [(True, True), (False, False), (None, False)])
def test_the_front_matter_decides(wish: object, is_touched: bool) -> None:
    assert (host_page("$$\nx = 1\n$$\n", Origin(wish=wish), RULES) is not None) == is_touched
    assert (host_page(TEXT, Origin(wish=wish), RULES) is not None) == (wish is not False)


@pytest.mark.parametrize("pages", ["notation", "opted-in", "all"])
@pytest.mark.parametrize(
    ("line", "wish", "said"), [("ntdoc: tru", "tru", (3, 8)), ("ntdocs: true", None, (3, 1)), ("toc: tru", None, None)]
)
def test_a_slip_in_the_front_matter_is_said(pages: str, line: str, wish: object, said: tuple[int, int] | None) -> None:
    origin = Origin(before=f"---\ntitle: x\n{line}\n---\n\n", wish=wish)
    page = host_page("# Words\n\nNo formula.\n", origin, Rules(Options(pages=pages), Configuration()))
    assert [(d.span.line, d.span.column) for d in (page.errors if page else ())] == ([said] if said else [])


def test_lines_are_those_of_the_file() -> None:
    front = "---\ntitle: A sum\nntdoc: true\n---\n\n"
    wrong = TEXT.replace(r"\nsum{\seq} X", r"\nsum{\key} X")
    (alone,), (whole,) = made(wrong).errors, made(wrong, Origin(before=front)).errors
    assert (whole.span.line, whole.span.column) == (alone.span.line + 5, alone.span.column)
    assert made(wrong, Origin(before=front)).markdown.startswith("# Sum")


@pytest.mark.parametrize(
    ("whole", "text", "before"),
    [
        ("---\na: b\n---\n\n# T\n\nx\n", "# T\n\nx\n", "---\na: b\n---\n\n"),
        ("---\na: b\n---\n\n# T\n", "\n# T", "---\na: b\n---\n"),
        ("# T\n", "# T\n", ""),
        ("# T\n", "# Other\n", None),
    ],
)
def test_what_stands_before_a_page(whole: str, text: str, before: str | None) -> None:
    assert text_before(whole, text) == before


def test_a_page_is_made_once_for_its_content(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled: list[str] = []
    genuine = module.compile_document

    def counting(document, companions, settings):  # type: ignore[no-untyped-def]
        compiled.append(document.path)
        return genuine(document, companions, settings=settings)

    monkeypatch.setattr(module, "compile_document", counting)
    monkeypatch.chdir(tmp_path)
    module._made.cache_clear()
    files = [tmp_path / "one.md", tmp_path / "two.md"]
    for _ in range(3):  # three builds
        for file in files:
            made(TEXT, Origin(file=file))
    assert compiled == ["one.md", "two.md"]
    made(TEXT + "\nA word more.\n", Origin(file=files[0]))
    assert compiled[2:] == ["one.md"]
    (tmp_path / "two.ntdoc.md").write_text("Let $Y \\in \\reals^{\\seq}$.\n")
    for file in files:
        made(TEXT, Origin(file=file))
    assert compiled[3:] == ["two.md"]


def test_what_belongs_to_no_statement_stands_below_the_title() -> None:
    page = made(f"{TEXT}\n<!-- ntdoc: nonsense -->\n")
    assert re.match(r"# Sum\n\nntx\w+z\n\n", page.markdown)
    assert [d.code for d in page.errors] == ["NT107"]


def test_mathematics_that_says_nothing_is_only_set() -> None:
    html = markdown.markdown(f"{TEXT}\nWith $a$ and $b^2$ there.\n", extensions=[EquationExtension()])
    assert '<math class="nt-math"><mi>a</mi></math> and <math class="nt-math">' in html
    assert "&lt;" not in html


# --- paragraphs ---


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>a\n{TOKEN}\nb</p>", f"<p>a</p>\n{TOKEN}\n<p>b</p>\n"),
        (f'<p class="x">a<br />\n{TOKEN}</p>', f'<p class="x">a</p>\n{TOKEN}\n'),
        (f"<p>{TOKEN} and {TOKEN}</p>", f"{TOKEN}\n<p>and</p>\n{TOKEN}\n"),
        (f"<p><em>a {TOKEN} b</em></p>", None),  # the emphasis would be torn
        (f"<li>a\n{TOKEN}</li><p>b</p>", None),
        (f"<pre>{TOKEN}</pre>", None),
    ],
)
def test_a_block_divides_its_paragraph(html: str, expected: str | None) -> None:
    assert set_apart(html, BLOCK) == (html if expected is None else expected)


# --- the extension by itself ---


def test_python_markdown_finds_it_by_its_name() -> None:
    html = markdown.markdown(TEXT, extensions=["ntdoc"])
    assert re.search(r"<p>Let .*? and</p>\s*(?:<link[^>]*>)?<div class=\"nt-display\">", html, re.DOTALL)
    assert html.count("data:text/css") == 1
    assert "<p>which is a number.</p>" in html


def test_one_converter_does_several_pages() -> None:
    md = markdown.Markdown(extensions=[EquationExtension()])
    first, other, second = md.convert(TEXT), md.convert("$x$"), md.convert(TEXT)
    assert first == second
    assert other == markdown.markdown("$x$")


def test_being_strict_is_an_exception_that_names_every_error() -> None:
    wrong = TEXT.replace(r"\nsum{\seq} X", r"\nsum{\key} X")
    with pytest.raises(EquationError, match=r"page:5:\d+: error\[NT203\]"):
        markdown.markdown(wrong, extensions=[EquationExtension(strict=True)])


def test_titles_of_others_keep_their_html() -> None:
    md = markdown.Markdown(extensions=["toc", EquationExtension()])
    md.convert(TEXT.replace("# Sum", "# The `sum`"))
    (token,) = md.toc_tokens  # type: ignore[attr-defined]
    assert token["html"] == "The <code>sum</code>"


def test_options_are_checked() -> None:
    assert read_options({"pages": "all", "fold": True}) == Options(pages="all", fold=True)
    with pytest.raises(OptionError, match="did you mean `fold`"):
        read_options({"folds": True})


# --- the stylesheet ---


def test_the_stylesheet_is_about_blocks_alone() -> None:
    """Every rule names a class of ours, or only says what our own properties are."""
    own = re.sub(r"@property --nt-[^{}]*\{[^{}]*\}|@keyframes nt-[^{}]*\{(?:[^{}]*\{[^{}]*\})*\}", "", stylesheet())
    text = re.sub(r"@(?:media|supports)[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", own)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    assert len(rules) > 100
    for selectors, body in rules:
        if selectors in (":root,.md-typeset", ".md-typeset"):
            assert all(line.startswith("--nt-") for line in re.split(r";(?=\s*[\w-]+:)", body) if line)
            continue
        bare = re.sub(r":is\([^()]*\)", lambda m: m[0].replace(",", " "), selectors)
        for selector in bare.split(","):
            assert re.search(r"\.nt-|\.math-core-", selector), selector
