"""What in Markdown is mathematics, and what is not."""

from __future__ import annotations

import pytest

from ntdoc.reading import read_text
from ntdoc.reading.document import Directive, Heading
from tests.unit.reading.shown import formula, formulas, mathematics, problems, prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for $x$ and $y$", ["x", "y"]),
        ("it costs $5 and $6, or 50% of $x$", ["x"]),
        ("a range of $5-$10 or $5/$6", []),
        (r"\$a$ is no opener", []),
        ("$ a$ and $a $ and $a$1", []),
        ("$a\n\nb$", []),
        ("$a\nb$", ["ab"]),
        ("$a\n- b$", []),
        (r"$\text{if $a$ then}\; b$", [r"<text:if $a$ then>\; b"]),
        (r"$50\%$ and $50%$", [r"50\%", "50%"]),
        (r"\(a\) and \[b\]", ["a", "D b"]),
        ("say $`a`$ here", ["a"]),
        ("set ${A:-$B} there", []),
        ("the value $$ n $$ is", ["n"]),
        ("$$ n $$", ["D n"]),
        ("- $$ n $$.", ["D n"]),
        ("so\n$$\nn\n$$\n", ["D n"]),
        ("$$\na\n\nb\n$$", ["D ab"]),
        ("text\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\ntext", ["D a&=b\\\\c&=d"]),
        ("\\begin{pmatrix}a\\end{pmatrix}", ["D \\begin{pmatrix}a\\end{pmatrix}"]),
        ("```math\na = b\n```", ["D a=b"]),
        ("> $$\n> a\n> + b\n> $$", ["D a+b"]),
    ],
)
def test_mathematics_is_found(text: str, expected: list[str]) -> None:
    assert [shown.replace("D  ", "D ").replace("\\% ", "\\%") for shown in formulas(text)] == expected
    assert problems(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "`$a$` and ``$b$ ` $c$``",
        "```\n$a$\n```",
        "~~~~ tex\n$a$\n~~~\n$b$\n~~~~",
        "- item\n\n  ```\n  $a$\n  ```",
        "> ```\n> $a$\n> ```",
        "text\n\n    $a$\n\n    $b$\n",
        "\t$a$",
        "<!-- $a$ -->",
        "<code>$a$</code> <PRE>$b$\n\n$c$</pre>",
        "<script>\nlet a = `$b$`\n</script>",
        '<a title="$a$">b</a>',
        "[link](to/$a$/b)",
        '![](<$a b$> "$t$")',
        "<https://a.b/$c$>",
        "see https://a.b/$c$",
        "---\nauthor: $a$\n---\n",
        "# The $a$ axis",
        "The $a$ axis\n===",
    ],
)
def test_not_mathematics(text: str) -> None:
    assert formulas(text) == []
    assert "$a$" not in prose(read_text(text, "a.md"))


@pytest.mark.parametrize(
    "text",
    [
        "- item\n\n    $a$\n",
        "1. item\n\n     $a$",
        "!!! note\n\n    $a$",
        "text\n    $a$",
        "[^1]: note\n\n    $a$",
    ],
)
def test_indented_text_is_no_code(text: str) -> None:
    assert formulas(text) == ["a"]


def test_code_after_a_list_has_ended() -> None:
    assert formulas("- item\n\nend\n\n    $a$\n") == []


def test_prose_keeps_offsets_and_loses_code() -> None:
    document = read_text("use `x = 1` or\n[this](there) $y$ now", "a.md")
    assert prose(document) == "use         or\n[this         | now"


def test_headings_and_title() -> None:
    text = "B\n---\ntext\n\n# A *b* {#id}\n## C ##\n`# no`\n```\n# no\n```\n#no\n"
    document = read_text(text, "some/file.md")
    found = [(item.level, item.title, item.span.line) for item in document.items if isinstance(item, Heading)]
    assert found == [(2, "B", 1), (1, "A *b*", 5), (2, "C", 6)]
    assert document.title == "A *b*"


def test_title_without_a_heading() -> None:
    assert read_text('---\ntitle: "On axes"\n---\ntext', "some/file.md").title == "On axes"
    assert read_text("text", "some/file.md").title == "file"
    assert read_text("---\n\ntext\n\n---\n", "file.md").title == "file"


def test_directives() -> None:
    document = read_text("<!-- ntdoc: \\seq = 4\n -->\n$$\na % ntdoc: skip\n+ b\n$$", "a.md")
    bodies = [item.body for item in document.items if isinstance(item, Directive)]
    assert bodies == ["\\seq = 4"]
    (display,) = mathematics(document)
    assert [(found.body, found.span.line, found.span.column) for found in display.directives] == [
        ("skip", 4, 3)
    ]
    assert len(display.tokens) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"a % note" + "\nb", "ab"),
        (r"a \label{x} \notag \\[1ex] b", r"a\\b"),
        ("a \\\\\n[b]_{c}", r"a\\[b]_{c}"),
        (r"a \\* b \\[-2.5pt] c \cr d", r"a\\b\\c\\d"),
        (r"\begin{array}[b]{@{}c@{}} a \end{array}", r"\begin{array}a\end{array}"),
        (r"\begin{aligned}[t] [a] \end{aligned}", r"\begin{aligned}[a]\end{aligned}"),
        (r"\begin{alignedat}{2} a \end{alignedat}", r"\begin{alignedat}a\end{alignedat}"),
        (r"\operatorname * {lim} a~b", r"\operatorname* {lim}a\space b"),
        (r"a\ b~{c~}\ _d ~\\~e~ & f\ ", r"a\space b\space {c}_d\\e&f"),
        (r"\displaystyle \phantom{a} b \textcolor{red}{c}_{\ensuremath d}", r"bc_{d}"),
        (r"x^\ensuremath{ab}", r"x^{ab}"),
        (r"\mathmakebox[6em][l]{a} \vspace{1ex}", "a"),
        (r"a \hspace{20pt} b \hspace{1pt} c \kern-3pt d \mkern 18mu e", r"a\quad bcd\quad e"),
        (r"\verb|$| a \eqref{b}", "a"),
        (r"\text{for all $s\in S$ and \emph{any} t}", r"<text:for all $s\in S$ and any t>"),
        (r"\text{see~(\ref{x}), 5\% \(y\)}", r"<text:see (), 5% $y$>"),
        (r"\textbf i + \mbox{a b} \tag*{1}", "<textbf:i>+<mbox:a b><tag:1>"),
        ("x''", "x''"),
        (r"\left\{ a \right.", r"\left \{ a\right ."),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert formula(text) == expected.strip()


def test_labels() -> None:
    (display,) = mathematics(
        read_text("\\begin{align}a \\label{eq:a}\\\\b \\label{eq:b}\\end{align}", "a.md")
    )
    assert display.labels == ("eq:a", "eq:b")
    assert display.environment == "align"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$ \\frac{a $$", [("NT102", 1, 9)]),
        ("$$ a} $$", [("NT102", 1, 5)]),
        ("a $\\left( x$ b", [("NT102", 1, 4)]),
        ("$$ x \\right) $$", [("NT102", 1, 6)]),
        ("\\begin{align}\na\n\ntext $b$", [("NT102", 1, 1)]),
        ("$$\n\\begin{array}{c} a \\end{cases}\n$$", [("NT102", 2, 1)]),
        ("$$ a = b\n\ntext", [("NT102", 1, 1)]),
        ("$$" + "{" * 10_000 + "$$", [("NT103", 1, 203)]),
        ("$$" + "{" * 300 + "}" * 300 + "$$", [("NT103", 1, 203)]),
        ("$$" + "(" * 300 + ")" * 300 + "$$", [("NT103", 1, 203)]),
        ("$$" + "[0, 1) " * 300 + "$$", []),
        ("{" * 10_000, []),
        ("\\begin{align}\n" * 10_000, [("NT102", 1, 1)]),
    ],
)
def test_one_diagnostic_for_each_cause(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert problems(text) == expected


def test_what_is_broken_has_no_tokens_and_the_rest_is_read() -> None:
    assert formulas("$$ \\frac{a $$\n\nand $b$") == ["D ", "b"]


def test_no_traceback_from_words_in_words() -> None:
    text = "$$" + "\\text{$" * 100 + "a" + "$}" * 100 + "$$"
    assert [code for code, _, _ in problems(text)] == ["NT103"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("ntdoc: true", None),
        ("ntdoc : 'False '", (2, 9, "did you mean `ntdoc: false`?")),
        ("title: x\nntdoc: Yes  # please", None),
        ("ntdoc: tru", (2, 8, "did you mean `ntdoc: true`?")),
        ("ntdoc: 1", (2, 8, None)),
        ("title: x\r\nntdoc:\r\n  seed: 3", (3, 1, None)),
        ("ntdocs: true", (2, 1, "did you mean `ntdoc`?")),
        ("Ntdoc: true", (2, 1, "did you mean `ntdoc`?")),
        ("description: |\n  ntdoc: tru\ntags: [ntdoc: tru]\nnodoc: 1\nmkdocs: 2\ntoc: 3", None),
        ("url: https://ntdoc:tru", None),
    ],
)
def test_front_matter_is_true_or_false_to_ntdoc(lines: str, expected: tuple[int, int, str | None] | None) -> None:
    found = read_text(f"---\n{lines}\n---\n\nntdoc: tru\n", "a.md").diagnostics
    shown = [(d.code, d.span.line, d.span.column, *(d.hints or (None,))) for d in found]
    assert shown == ([("NT107", *expected)] if expected else [])


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("::: {.callout-note}\n## A\nwords\n### B\n:::\n", 0),
        ("::: {.callout-note}\n\nwords\n\n## A\n:::\n", 0),
        (":::{note}\n:class: x\n# A\n:::\n", 0),
        ("::: {#thm-a}\n## A\n:::\n", 0),
        ("::: {.mine}\n## A\n::: {.other}\n:::\n:::\n", 0),
        ("::: {.mine}\n## A\n\n## B\n:::\n", 2),
        ("::: {.mine}\nwords\n\n## A\n:::\n", 1),
        ("::: {.mine}\n# A\n:::\n", 1),
        (":::: {.columns}\n::: {.column}\n## A\n:::\n::: {.column .note}\n## B\n:::\n::::\n", 1),
        ("::: {.panel-tabset}\n## A\n:::\n", 1),
        ("::: note\n## A\n", 1),
        ("```{admonition} T\n## A\n```\n## B\n", 1),
    ],
)
def test_a_heading_in_a_box_is_its_title(text: str, sections: int) -> None:
    items = read_text(text, "a.md").items
    assert sum(isinstance(item, Heading) for item in items) == sections
