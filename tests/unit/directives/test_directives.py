"""What a document asks of ntdoc is done, or NT107 says why not."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_document, compile_text
from ntdoc.directives import Expect, Name, Seed, Sizes, Skip, Tolerance, Value, parse
from ntdoc.reading import read_text
from ntdoc.report import DocumentReport, Status
from ntdoc.settings import UNTOLD, Settings

AXES = "$$\n\\ndef{\\seq}{seq}\n\\ndef{\\key}{key}\n$$\nLet $X \\in \\reals^{\\seq\\times\\key[n]}$.\n"


def report(text: str) -> DocumentReport:
    return compile_text(text, "notes.md")


def codes(found: DocumentReport) -> list[str]:
    return [d.code for d in found.diagnostics]


def statuses(found: DocumentReport) -> list[str]:
    return [s.status.value for s in found.statements]


def test_a_name_that_a_directive_gives_is_one_to_go_by() -> None:
    found = report(AXES + "<!-- ntdoc: at mine: skip a sketch -->\n<!-- ntdoc: name mine -->\n$$ Y = X $$\n")
    assert codes(found) == []
    assert [(s.id, s.reason) for s in found.statements if s.display] == [("mine", "a sketch")]


@pytest.mark.parametrize(
    ("body", "request_"),
    [
        ("seed 7", Seed(7)),
        ("size \\seq = 4", Sizes((("\\seq", 4),))),
        ("size |\\seq| = 4, n=2", Sizes((("\\seq", 4), ("n", 2)))),
        ("size | \\hidden_1 | = 40", Sizes((("\\hidden_1", 40),))),
        ("tolerance 1e-6", Tolerance(1e-6)),
        ("tolerance 0.001", Tolerance(0.001)),
        ("value b = 3", Value("b = 3")),
        ("value $X_1 = \\frac{1}{2}$", Value("X_1 = \\frac{1}{2}")),
        ("skip a sketch, no more", Skip("a sketch, no more")),
        ("expect NT301", Expect("NT301")),
        ("name multi-head.1", Name("multi-head.1")),
    ],
)
def test_what_a_directive_says(body: str, request_: object) -> None:
    assert parse(body) == request_


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("", "ntdoc knows seed, size, tolerance, value, skip, expect, name"),
        ("please be lenient", "ntdoc knows seed, size, tolerance, value, skip, expect, name"),
        ("sede 3", "did you mean `seed`, as in `seed 7`?"),
        ("seed", "write it as `seed 7`"),
        ("seed many", "write it as `seed 7`"),
        ("seed " + "9" * 5000, "write it as `seed 7`"),
        ("size \\seq", "write it as `size \\seq = 4`"),
        ("size \\seq = 0", "write it as `size \\seq = 4`"),
        ("size \\seq = 1000000000", "write it as `size \\seq = 4`"),
        ("size |\\seq = 4", "write it as `size \\seq = 4`"),
        ("size \\seq = 4, = 3", "write it as `size \\seq = 4`"),
        ("tolerance 3", "write it as `tolerance 1e-6`"),
        ("skp the reason", "did you mean `skip`, as in `skip the reason for it`?"),
        ("tolerance .e-3", "write it as `tolerance 1e-6`"),
        ("tolerance 0.", "write it as `tolerance 1e-6`"),
        ("value b", "write it as `value b = 3`"),
        ("value b = 3 $ c", "write it as `value b = 3`"),
        ("value b = \\frac{1}", "write it as `value b = 3`"),
        ("value b = 3", None),
        ("value X = 3", "give the sizes of its axes, too, if they are computed from others"),
        ("value X = Y + 1", "write it as `value b = 3`"),
        ("at X: skip", "write it as `skip the reason for it`"),
        ("at X: seed 3", "leave `at` out"),
        ("at nothing: skip it", None),
        ("skip", "write it as `skip the reason for it`"),
        ("expect NT3011", "did you mean NT301?"),
        ("expect trouble", "`ntdoc explain` lists the codes"),
        ("name <b>", "write it as `name attention`"),
        ("size \\nothing = 3", None),
    ],
)
def test_what_is_not_understood_is_said(body: str, hint: str | None) -> None:
    found = report(f"{AXES}<!-- ntdoc: {body} -->\n\n$$\ny = 1\n$$\n")
    (diagnostic,) = found.diagnostics
    assert diagnostic.code == "NT107"
    assert (diagnostic.span.line, diagnostic.span.column) == (6, 1)
    assert diagnostic.span.text == f"<!-- ntdoc: {body} -->"
    if hint is not None:
        assert diagnostic.hints == (hint,)
    assert statuses(found) == ["declared", "evaluated"]


def test_the_seed_changes_samples_and_nothing_else() -> None:
    text = AXES + "$$\nY = \\nsum{\\seq} X\n$$\n"
    plain, seeded, again = report(text), *(report(f"<!-- ntdoc: seed 7 -->\n{text}") for _ in range(2))
    values = [r.statements[-1].value for r in (plain, seeded, again)]
    assert values[1] is not None
    data = [v.data.tolist() for v in values if v is not None]
    assert data[0] != data[1]
    assert data[1] == data[2]
    assert statuses(plain) == statuses(seeded)


def test_sizes_are_those_given() -> None:
    found = report(f"<!-- ntdoc: size \\seq = 7, n = 9 -->\n{AXES}\n$$\nY = 2 X\n$$\n")
    value = found.statements[-1].value
    assert value is not None
    assert value.sizes == {"seq": 7, "key": 9}
    assert codes(found) == []


def test_the_sizes_of_a_family_are_given_to_its_members() -> None:
    text = (
        "$$\n\\ndef{\\a}{a}\n\\ndef{\\b}{b}\n$$\n"
        "$$\nF^l(x) = W^l \\ndot{\\a} x + 1 \\qquad W^l \\in \\reals^{\\b[n_l] \\times \\a[n_{l-1}]}\n$$\n"
        "$$\nx^0 \\in \\reals^{\\a[n_0]} \\\\\nx^1 = F^1(x^0)\n$$\n"
    )
    found = report(f"<!-- ntdoc: size n_0 = 6, n_1 = 7 -->\n{text}")
    value = found.statements[-1].value
    assert value is not None
    assert value.sizes == {"b": 7}
    assert codes(found) == []
    assert codes(report(f"<!-- ntdoc: size n_m = 6, n^1 = 2 -->\n{text}")) == ["NT107", "NT107"]


def test_sizes_win_over_what_the_document_says() -> None:
    text = AXES + "with $|\\seq| = 5$\n\n$$\nY = 2 X\n$$\n"
    found = report(f"<!-- ntdoc: size \\seq = 7 -->\n{text}")
    value = found.statements[-1].value
    assert value is not None
    assert value.sizes["seq"] == 7


def test_a_tolerance_is_for_the_whole_document() -> None:
    text = "$$\n1 = 1.0001\n$$\n"
    assert codes(report(text)) == ["NT301"]
    assert codes(report(f"{text}\n<!-- ntdoc: tolerance 1e-3 -->\n")) == []
    assert codes(report(f"{text}\n<!-- ntdoc: tolerance 1e-5 -->\n")) == ["NT301"]
    assert codes(report(text)) == ["NT301"]


def test_a_seed_that_another_replaces_is_reported() -> None:
    found = report("<!-- ntdoc: seed 1 -->\n\n<!-- ntdoc: seed 2 -->\n\n$$ y = 1 $$\n")
    assert [(d.code, d.span.line) for d in found.diagnostics] == [("NT107", 1)]


def test_flags_come_before_directives_and_these_before_the_default() -> None:
    text = f"<!-- ntdoc: size \\seq = 7 -->\n<!-- ntdoc: seed 3 -->\n{AXES}\n$$\nY = 2 X\n$$\n"

    def value(settings: Settings) -> object:
        found = compile_text(text, "notes.md", settings=settings).statements[-1].value
        assert found is not None
        return found.sizes["seq"], found.data.tolist()

    own = value(UNTOLD)
    assert value(Settings(default=Settings(seed=4, sizes=(("seq", 2),)))) == own
    assert value(Settings(seed=4)) != own
    assert value(Settings(sizes=(("\\seq", 2),)))[0] == 2  # type: ignore[index]


def test_values_are_those_given() -> None:
    rows = "\\nmatrix{\\seq}{\\key}{1 & 2 \\\\ 3 & 4 \\\\ 5 & 6}"
    given = "$$\nY = \\nsum{\\seq} X\n$$\n\n"
    claim = f"{given}$$\n\\nsum{{\\seq}} X = \\nmatrix{{\\key}}{{}}{{9 \\\\ 12}} \\qquad |\\seq| = 3\n$$\n"
    assert "NT301" in codes(report(AXES + claim))
    found = report(f"<!-- ntdoc: value X = {rows} -->\n{AXES}{claim}")
    assert codes(found) == []
    value = next(s.value for s in found.statements if s.name == "Y")
    assert value is not None
    assert value.data.tolist() == [9, 12]


def test_a_value_has_the_axes_that_the_document_writes_so() -> None:
    text = "$$\n\\ndef{\\s}{seq}\n$$\nLet $x \\in \\reals^{\\s}$.\n$$\n\\nsum{\\s} x = 3\n$$\n"
    assert codes(report(text)) == ["NT301"]
    assert codes(report(f"{text}\n<!-- ntdoc: value x = \\nmatrix{{\\s}}{{}}{{1 \\\\ 2}} -->\n")) == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("x = (1, 2, 4)", []),
        ("x = [3, 4]", []),
        ("x = (1, 2.5, 3.5)", []),
        ("x = (1, 2, 5)", ["NT301"]),
        ("x = (1, 2, z)", ["NT301", "NT107"]),
    ],
)
@pytest.mark.parametrize("axis", ["\\mathsf{seq}", "\\seq", "\\seq'"])
def test_a_list_of_numbers_is_the_value_of_a_tensor_with_one_axis(axis: str, value: str, said: list[str]) -> None:
    text = f"$$\n\\ndef{{\\seq}}{{s}}\n$$\n\nLet $x \\in \\reals^{{{axis}}}$.\n\n$$\n\\nsum{{{axis}}} x = 7\n$$\n"
    found = report(f"{text}\n<!-- ntdoc: value {value} -->\n")
    assert codes(found) == said
    hints = [hint for d in found.diagnostics if d.code == "NT107" for hint in d.hints]
    assert hints == (["write it as `value x = (1, 2, 3)`"] if "NT107" in said else [])


def test_the_second_value_of_a_name_is_reported() -> None:
    text = "Let $b \\in \\reals$.\n\n$$ b = 3 $$\n\n<!-- ntdoc: value b = 3 -->\n\n<!-- ntdoc: value b = 4 -->\n"
    assert [(d.code, d.span.line) for d in report(text.replace("$$ b", "$$ b + 0")).diagnostics] == [("NT107", 7)]


def test_a_statement_can_be_named_by_its_id_or_its_label() -> None:
    text = "$$ a = 1 = 2 $$\n\n$$ b = 1 = 2 \\label{eq:b} $$\n\n$$ 1 = 3 $$\n"
    companion = read_text(
        "<!-- ntdoc: at a.claim: expect NT301 -->\n<!-- ntdoc: at eq:b: skip a sketch -->\n"
        "<!-- ntdoc: at claim: name last -->\n",
        "notes.ntdoc.md",
    )
    before = report(text)
    ids = [s.id for s in before.statements]
    found = compile_document(read_text(text, "notes.md"), (companion,))
    assert [d.code for d in before.diagnostics] == ["NT301"] * 3
    assert [(d.code, d.statement) for d in found.diagnostics] == [("NT301", "last")], ids
    assert [s.status.value for s in found.statements] == ["evaluated", "failed", "skipped", "skipped", "failed"]


def test_what_a_companion_says_of_a_statement_says_of_which() -> None:
    text = AXES + "$$\nY = 2 X\n$$\n"
    companion = read_text(
        "<!-- ntdoc: size \\seq = 7 -->\n<!-- ntdoc: seed 3 -->\n<!-- ntdoc: skip it -->\n", "notes.ntdoc.md"
    )
    found = compile_document(read_text(text, "notes.md"), (companion,))
    value = found.statements[-1].value
    assert value is not None
    assert value.sizes["seq"] == 7
    (diagnostic,) = found.diagnostics
    assert (diagnostic.code, diagnostic.span.source.path, diagnostic.span.line) == (
        "NT107",
        "notes.ntdoc.md",
        3,
    )


def test_skip_is_about_the_next_display() -> None:
    skip = "<!-- ntdoc: skip a sketch -->\n\nWords, and $x = 1$.\n\n"
    found = report(f"$$ a = 1 = 2 $$\n{skip}$$ b = 1 = 2 $$\n\n$$ c = 1 = 3 $$\n")
    displayed = [s for s in found.statements if s.display]
    assert [(s.span.line, s.status.value) for s in displayed] == [
        (1, "evaluated"), (1, "failed"), (6, "skipped"), (6, "skipped"), (8, "evaluated"), (8, "failed"),
    ]  # fmt: skip
    assert {s.reason for s in displayed if s.status is Status.SKIPPED} == {"a sketch"}
    assert [d.span.line for d in found.diagnostics] == [1, 8]


def test_within_a_display_a_directive_is_about_a_row() -> None:
    rows = (
        "a &= 1 = 2 \\\\",
        "% ntdoc: skip the next row",
        "b &= 1 = 2 \\\\",
        "c &= 1 = 2 \\\\ % ntdoc: skip this row",
        "d &= 1 = 2",
    )
    found = report("\\begin{align*}\n" + "\n".join(rows) + "\n\\end{align*}\n")
    assert [d.span.line for d in found.diagnostics] == [2, 6]
    assert [s.name for s in found.statements if s.status is Status.SKIPPED and s.name] == ["b", "c"]


def test_what_is_expected_is_no_problem() -> None:
    found = report("<!-- ntdoc: expect NT301 -->\n$$ 1 + 1 = 3 $$\n")
    assert codes(found) == []
    (statement,) = found.statements
    assert (statement.status, statement.reason) == (Status.FAILED, "NT301, as expected: written 3, computed 2")


def test_what_reading_finds_can_be_expected() -> None:
    assert codes(report("<!-- ntdoc: expect NT102 -->\n\n$$\ny = \\frac{1}{2\n$$\n")) == []


def test_what_is_expected_and_does_not_occur_is_a_problem() -> None:
    found = report("<!-- ntdoc: expect NT301 -->\n$$ 1 + 1 = 2 $$\n\n$$ 1 + 1 = 3 $$\n")
    assert [(d.code, d.span.line) for d in found.diagnostics] == [("NT107", 1), ("NT301", 4)]


def test_a_name_is_the_id_everywhere() -> None:
    found = report(
        "<!-- ntdoc: name sum -->\n$$ y = 1 + 1 $$\n\n$$ z = y $$\n\n<!-- ntdoc: name z -->\n$$ 2 = 3 $$\n"
    )
    assert [s.id for s in found.statements][:2] == ["sum", "z"]
    (symbol,) = (s for s in found.symbols if s.name == "y")
    assert [identity for _, identity in symbol.declared] == ["sum"]
    assert [d.message for d in found.diagnostics if d.code == "NT107"] == [
        "another statement is called z already"
    ]
    assert len({s.id for s in found.statements}) == 3


@pytest.mark.parametrize("body", ["skip it", "name it"])
def test_a_directive_about_nothing_is_said(body: str) -> None:
    assert codes(report(f"$$ y = 1 $$\n\n<!-- ntdoc: {body} -->\n")) == ["NT107"]


LOST, OTHER = "By \\eqref{eq:b} it is 1.", "By \\eqref{eq:d} it is 2."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"@\n{LOST}\n\n{OTHER}\n", [4]),
        (f"@\n\n{LOST}\nand by \\eqref{{eq:c}}\n\n{OTHER}\n", [6]),
        (f"@\n\n- {LOST}\n\n  more\n\n- {LOST}\n\n{OTHER}\n", [9]),
        (f"@\n\n> {LOST}\n\n$$ y = 2 $$\n\n{OTHER}\n", [7]),
        (f"{OTHER}\n{LOST} @\n", [1]),
    ],
)
def test_what_is_wrong_with_a_paragraph_or_a_list_can_be_expected(text: str, left: list[int]) -> None:
    known = "\n\n$$ x = 1 \\label{eq:a} $$\n"
    found = report(text.replace("@", "<!-- ntdoc: expect NT109 -->") + known)
    assert [(d.code, d.span.line) for d in found.diagnostics] == [("NT109", line) for line in left]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"% ntdoc: expect NT109\n{LOST}\n\n{OTHER}\n", [9]),
        (f"{OTHER}\n{LOST} % ntdoc: expect NT109\n", [6]),
        (
            f"% ntdoc: expect NT109\n\\begin{{itemize}}\n\\item {LOST}\n\n\\item {LOST}\n\\end{{itemize}}\n{OTHER}\n",
            [12],
        ),
    ],
)
def test_so_can_that_in_a_paragraph_of_latex(body: str, left: list[int]) -> None:
    start = "\\documentclass{article}\n\\begin{document}\n"
    known = f"{start}\\begin{{equation}} x = 1 \\label{{eq:a}} \\end{{equation}}\n\n\n"
    found = compile_text(f"{known}{body}\\end{{document}}\n", "notes.tex", "latex")
    assert [(d.code, d.span.line) for d in found.diagnostics] == [("NT109", line) for line in left]


def test_a_formula_in_a_sentence_can_be_expected_to_be_wrong() -> None:
    text = "$$ y = 2 + 3 $$\n\n<!-- ntdoc: expect NT301 -->\n\nHere $y + 1 = 7$ and so on.\n"
    found = report(text)
    assert codes(found) == []
    assert [s.reason for s in found.statements if not s.display] == ["NT301, as expected: written 7, computed 6"]


@pytest.mark.parametrize(("body", "hint"), [
    ("ignore NT109", "did you mean `expect NT109`?"),
    ("disable", "did you mean `expect`, with a code?"),
])  # fmt: skip
def test_expect_is_named_to_those_who_know_it_by_another_name(body: str, hint: str) -> None:
    (diagnostic,) = report(f"<!-- ntdoc: {body} -->\n\n$$ y = 1 $$\n").diagnostics
    assert diagnostic.hints == (hint,)
