"""The table of symbols goes with the numbers beside it."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text
from ntdoc.report import Kind, Status


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (r"\mathrm{pick} \colon \reals^{\seq[n]} \times [n] \to \reals, \quad |\seq| = 4", "pick.signature"),
        (r"\mathrm{cut} \colon \reals^{\seq[k n]} \to \reals^{\seq[n]}, \quad k = 2", "cut.signature"),
    ],
)
def test_an_axis_has_the_size_that_it_has_in_the_example(text: str, statement: str) -> None:
    report = compile_text(f"$$\n{text}\n$$\n", "note.md")
    (found,) = (s for s in report.statements if s.id == statement)
    (axis,) = (u for u in found.symbols if u.role == "axis")
    sizes = {n for part in found.example.inputs for a, n in part.array.sizes.items() if a == axis.name}
    assert len(sizes) == 1
    assert axis.shape == ((axis.name, *sizes),)


ORDER = r"""
Let $A \in \reals^{\batch\times\feat}$ and $X \in \reals^{\batch\times\inp}$ and $W \in \reals^{\inp\times\feat}$.

$$ \mathrm{unit}(x) = \frac{x}{\sqrt{\nsum{\feat} x^2}} $$
$$ U = \mathrm{unit}(W \ndot{\inp} X) \in \reals^{\batch\times\feat} $$
$$ V = 2 U $$
$$ T = \mathrm{unit}(X \ndot{\inp} W) $$
$$ \frac{\partial (A + X \ndot{\inp} W)}{\partial X} = \frac{\partial (X \ndot{\inp} W)}{\partial X} $$
$$ P_{\seq(p), \layer(i)} = p^i, \quad P \in \reals^{\seq\times\layer} $$
$$ L(A) = \nsum{\batch} \log \nsum{\feat} \exp A $$
$$ \frac{\partial L(A)}{\partial A} = \nfun{\feat}{softmax} A $$
$$ \nfun{\feat}{softmax} A = \frac{\partial L(A)}{\partial A} $$
"""


def test_axes_stand_in_the_order_in_which_the_author_has_them() -> None:
    statements = compile_text(ORDER, "note.md").statements
    shown: dict[str, set[tuple[str, ...]]] = {}
    for s in statements:
        for use in s.symbols:
            shown.setdefault(use.name, set()).add(tuple(axis for axis, _ in use.shape))
        for labelled in (*s.example.inputs, *s.example.results):
            shown.setdefault(labelled.label, set()).add(labelled.array.axes)
        if s.name in ("U", "V", "T", "P") and s.value is not None:
            shown[s.name].add(s.value.axes)
    for s in statements:
        if s.kind is Kind.CLAIM and len(s.example.results) == 2:
            left, right = (x.array.axes for x in s.example.results)
            assert left == right, s.id
    for name in ("A", "U", "V", "T"):
        assert {axes for axes in shown[name] if "feat" in axes} == {("batch", "feat")}, name
    assert ("batch", "feat") in shown["left side"]
    assert ("feat", "batch") not in shown["left side"] | shown["right side"]
    assert shown["P"] == {("seq", "layer")}


def test_sizes_in_a_signature_are_shown_without_commands() -> None:
    text = (
        "$$\n\\ndef{\\seq}{seq}\n\\ndef{\\kernel}{kernel}\n\\newcommand{\\all}{2|\\seq|}\n$$\n"
        "$$\nf \\colon \\reals^{\\seq[n]} \\to \\reals^{\\seq[n-|\\kernel|+1]\\times\\kernel}\n$$\n"
        "$$\ng \\colon \\reals^{\\seq[\\left\\lfloor n/2 \\right\\rfloor]} \\to \\reals^{\\kernel[\\all]}\n$$\n"
    )
    shapes = {symbol.name: symbol.shape for symbol in compile_text(text, "x.md").symbols}
    assert shapes["f"] == "ℝ^{seq[n]} → ℝ^{seq[n-|kernel|+1] × kernel}"
    assert shapes["g"] == "ℝ^{seq[⌊n/2⌋]} → ℝ^{kernel[\\all]}"


def test_a_shape_that_is_only_said_is_told_as_such() -> None:
    """The definition gives another, and both stand on the page."""
    text = r"""
Let $A \in \reals^{\obs\times\feat}$ and $w \in \reals^{\feat}$.

$$ s = A \ndot{\feat} w \in \reals^{\feat} $$
$$ t = 2 s $$
$$ v = 2 w $$
"""
    report = compile_text(text, "note.md")
    rows = {(s.id, u.name): u for s in report.statements for u in s.symbols}
    assert [axis for axis, _ in rows["s", "s"].shape] == ["obs"]
    assert [axis for axis, _ in rows["t", "s"].shape] == ["feat"]
    only_said = [rows[place].only_said for place in (("s", "s"), ("t", "s"), ("v", "w"))]
    assert only_said == [False, True, False]
    assert {symbol.name: symbol.shape for symbol in report.symbols}["s"] == "obs"


def test_a_number_that_starts_a_tensor_anew_has_its_shape() -> None:
    text = r"""
Let $A \in \reals^{\obs\times\feat}$.

$$ z = \nsum{\obs} A $$
$$ z \gets 0 $$
$$ z \gets z + A_{\obs(1)} $$
$$ c = 3 $$
$$ c \gets 4 $$
"""
    report = compile_text(text, "note.md")
    shapes = {s.id: [axis for axis, _ in u.shape] for s in report.statements for u in s.symbols if u.role == "result"}
    assert shapes == {"z": ["feat"], "z-2": ["feat"], "z-3": ["feat"], "c": [], "c-2": []}
    (z,) = (symbol for symbol in report.symbols if symbol.name == "z")
    assert (z.shape, z.shapes) == ("feat", ())


def test_the_letter_of_a_limit_is_no_index() -> None:
    text = r"$$ g = \lim_{t \to -\infty} \exp t $$"
    (statement,) = compile_text(text, "note.md").statements
    assert [(use.role, use.domain) for use in statement.symbols if use.name == "t"] == [("limit variable", "ℝ")]


def test_what_a_condition_leaves_out_is_told_from_what_is_no_number() -> None:
    report = compile_text(r"""$$ A \in \reals^{\ndef{\a}{a}[3]\times\a'} $$
$$ B_{\a(i),\a'(j)} = \begin{cases} 1 & i > j \\ 0 & i \le j \end{cases} $$
$$ B_{\a(i),\a'(j)} = 0 \qquad \text{if } i \le j $$
$$ B_{\a(i),\a'(j)} = B_{\a(i),\a'(j)} + 0 $$
""", "it.md")
    found = [r for s in report.statements if s.kind is Kind.CLAIM for r in s.example.results if r.label == "left side"]
    assert [r.unsaid for r in found] == [True, False]


def test_an_axis_that_nothing_has_is_a_slip_and_in_no_table() -> None:
    text = (
        "Let $V \\in \\reals^{\\vocab\\times\\hid}$ and $s \\in \\reals^{\\hid}$. $$p = V \\ndot{\\hidd} s$$ "
        "$$q = V \\ndot{\\hid} s$$\n"
    )
    report = compile_text(text, "note.md")
    wrong, right = (s for s in report.statements if s.id in ("p", "q"))
    assert wrong.status is Status.ERROR
    assert [u.name for u in wrong.symbols] == ["p", "V", "s"]
    assert "hid" in [u.name for u in right.symbols if u.role == "axis"]
    assert "hidd" not in [symbol.name for symbol in report.symbols]
