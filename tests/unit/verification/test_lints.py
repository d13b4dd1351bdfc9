"""What is well formed, and yet a slip: the same said twice, what is not used, a signature of another function."""

from __future__ import annotations

import pytest

from ntdoc.compiler import compile_text

MACROS = r"$$ \ndef{\seq}{seq} \ndef{\key}{key} \ndef{\val}{val} $$" + "\n\n"


def warned(text: str) -> list[str]:
    """The codes of all that is more than a note."""
    return [d.code for d in compile_text(MACROS + text, "notes.md").problems]


def display(*rows: str) -> str:
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (r"Let $X, Y, Z \in \reals^{\seq}$.", []),
        (r"Let $X, Y, X \in \reals^{\seq}$.", ["NT404"]),
        (r"Here $|\seq| = |\key|$.", []),
        (r"Here $|\seq| = |\seq|$.", ["NT404"]),
        (r"If $\mathcal{S} \subseteq \mathcal{T}$, it fits.", []),
        (r"If $\mathcal{S} \subseteq \mathcal{S}$, it fits.", ["NT404"]),
        (display(r"X \ndot{\seq} Y = Y \ndot{\seq} X"), []),
        (display(r"X \ndot{\seq} Y = X \ndot{\seq} Y"), ["NT404"]),
        (r"There are layers $l = 1, 1', \ldots, L, L'$.", []),
        (r"There are layers $l = 1, 1, \ldots, L, L'$.", ["NT404"]),
        (r"There are layers $l = 1, 1', \ldots, L', L'$.", ["NT404"]),
        (r"They are $k = 1, 1, 2, 3, 5, \ldots$", []),
        (r"The knots are $t = 0, 0, 1, \ldots, n, n$.", []),
    ],
)
def test_the_same_twice(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


DECLARED = r"Let $X \in \reals^{\seq}$, and" + "\n\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (display(r"Y &= W \ndot{\seq} X & W &\in \reals^{\key \times \seq}"), []),
        (display(r"Y &= W \ndot{\seq} X & W &\in \reals^{\key \times \seq} & b &\in \reals^{\key}"), ["NT405"]),
        (display(r"Y = 2 X") + "where\n\n" + display(r"b \in \reals^{\key}"), ["NT405"]),
        (display(r"Y = 2 X") + "where\n\n" + display(r"b \in \reals^{\key}") + "Keys are $b$.", []),
        (display(r"Y = 2 X") + "The input is\n\n" + display(r"b \in \reals^{\key}"), []),  # by itself
        (display(r"Y &= 2 X & b &\in \reals^{\key}", r"&\oint b"), []),  # what that says is not known
        (display(r"Y = W^1 \ndot{\seq} X") + "where\n\n" + display(r"W^l \in \reals^{\key \times \seq}"), []),
    ],
)
def test_a_declaration_beside_a_definition(text: str, codes: list[str]) -> None:
    assert warned(DECLARED + text) == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (r"Q \ndot{\key} K", []),
        (r"Q \ndot{\key} Q", ["NT405"]),
        (r"Q \ndot{\key} P", []),  # by way of another definition
        ("Q", ["NT212"]),
        ("1", []),  # a constant
    ],
)
def test_a_parameter(body: str, codes: list[str]) -> None:
    rows = (r"f \colon \reals^{\key} \times \reals^{\key} \to \reals", rf"f(Q, K) = {body}")
    where = "where\n\n" + display(r"P = 2 K") if "P" in body else ""
    assert warned(display(*rows) + where) == codes


OWN = (r"f \colon \reals^{\seq} \to \reals^{\seq}", "f(X) = 2 X")


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((r"g \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), []),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), ["NT406"]),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 f(X)"), []),
        ((r"f \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X", "f(X) = 2 X"), []),
        ((r"h \colon \reals^{\key} \to \reals^{\key}", "g(X) = 3 X"), []),  # only declared, as far as is known
    ],
)
def test_a_signature_before_another_function(rows: tuple[str, ...], codes: list[str]) -> None:
    assert warned(display(*OWN) + "Of keys there is another.\n\n" + display(*rows)) == codes


PAIR = (r"f \colon \reals^{\key} \to \reals^{\key}", "f(X) = 3 X")


def test_a_signature_of_which_the_same_display_has_the_partner() -> None:
    signature = r"\reals^{\seq} \to \reals^{\seq}"
    assert warned(display(rf"f_{{k}} \colon {signature}", "g_{k}(X) = k X", *PAIR)) == ["NT406"]
    assert warned(display(rf"g_{{k}} \colon {signature}", "g_{k}(X) = k X", *PAIR)) == []


def test_a_signature_of_what_is_chosen_only_later() -> None:
    rows = (r"h \colon \reals^{\key} \to \reals^{\key}", r"\ell(X) = \nsum{\key} X")
    assert warned(display(*rows) + "Later we choose:\n\n" + display("h(X) = 2 X")) == []


EARLIER = "# Before\n\n" + display(r"u_i &= i & v_b &= b & i &= 1, 2 & b &= 1, 2") + "# Then\n\n"


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((r"Q &= W^{l,Q} \ndot{\seq} X & W^{l,Q} &\in \reals^{\key \times \seq}",), []),
        ((r"Q &= W^{l,Q} \ndot{\seq} X & W^{l,i} &\in \reals^{\key \times \seq}",), ["NT407"]),
        ((r"Q &= W^{l,Q} \ndot{\seq} X & W^{l,i} &\in \reals^{\key \times \seq}", r"K &= W^{l,K} \ndot{\seq} X"), []),
        ((r"Q &= W^{l,1} \ndot{\seq} X & W^{l,i} &\in \reals^{\key \times \seq}",), []),  # a number is a member
        ((r"Q &= W^{h} \ndot{\seq} X & W^{h} &\in \reals^{\key \times \seq}",), []),  # a label
        ((r"Q &= W^{h} \ndot{\seq} X & W^{i} &\in \reals^{\key \times \seq}", r"i &= 1, \ldots, 3"), []),
    ],
)
def test_a_family_of_which_one_member_is_used(rows: tuple[str, ...], codes: list[str]) -> None:
    parts = " + ".join(row[0] for row in rows if row[0] in "QK")
    assert warned(EARLIER + "For $l = 1, 2$:" + display(f"f^l(X) &= {parts}") + "where\n\n" + display(*rows)) == codes


@pytest.mark.parametrize(
    ("declared", "codes"),
    [
        (r"W^{l} &\in \reals^{\key \times \seq} & b^{l} &\in \reals^{\key}", []),
        (r"W^{k} &\in \reals^{\key \times \seq} & b^{k} &\in \reals^{\key}", []),  # any letter does
        (r"W^{b} &\in \reals^{\key \times \seq} & b^{l} &\in \reals^{\key}", ["NT407"]),
    ],
)
def test_the_letter_of_a_family_that_is_a_tensor(declared: str, codes: list[str]) -> None:
    text = EARLIER + "For $l = 1, 2$:" + display(r"f^l(X) &= W^l \ndot{\seq} X + b^l") + "where\n\n" + display(declared)
    assert warned(text + r"For $X \in \reals^{\seq}$ let" + display("Y = f^1(X) + f^2(X)")) == codes


@pytest.mark.parametrize(
    ("size", "said", "codes"),
    [
        ("n_{l-1}", "", []),
        ("n_{l-2}", "", ["NT408"]),
        ("n_{l-2}", r"All layers are of one size: $n_l = n_{l-1}$.", []),
    ],
)
def test_sizes_of_a_family_that_must_be_equal(size: str, said: str, codes: list[str]) -> None:
    rows = (
        r"X^0 &\in \reals^{\seq[n_0]}",
        r"X^1 &= f^1(X^0)",
        r"X^2 &= f^2(X^1)",
        r"X^3 &= f^3(X^2)",
    )
    function = r"f^l(x) = (W^l \ndot{\seq} x)_{\seq'\to\seq}"
    where = rf"W^l \in \reals^{{\seq'[n_l] \times \seq[{size}]}}"
    text = display(*rows) + "with\n\n" + display(function) + "where\n\n" + display(where) + said
    assert warned(text) == codes
    assert warned(text + " All layers have the same width.") == []


@pytest.mark.parametrize(
    ("bias", "codes"),
    [
        (r"\key", []),
        (r"\key \times \seq'", []),
        (r"\seq", ["NT409"]),
        (r"\val", []),  # an effect of each value
        (r"\val \times \key", []),
    ],
)
def test_a_sum_of_what_has_no_axis_in_common(bias: str, codes: list[str]) -> None:
    rows = rf"Y &= W \ndot{{\seq}} X + b & W &\in \reals^{{\key \times \seq}} & b &\in \reals^{{{bias}}}"
    assert warned(DECLARED + display(rows)) == codes
    family = rf"Y &= W \ndot{{\seq}} X + b^1 & W &\in \reals^{{\key \times \seq}} & b^1 &\in \reals^{{{bias}}}"
    other = r"Z &= W \ndot{\seq} X + b^2 & b^2 &\in \reals^{\key}"
    assert warned(DECLARED + display(family, other)) == (["NT409"] if bias == r"\val" else codes)
    apart = r"Y &= W \ndot{\seq} X + b & W &\in \reals^{\key \times \seq}"
    said = codes if bias == r"\seq" else []  # along the contracted axis; else lifting is meant
    assert warned(DECLARED + rf"Let $b \in \reals^{{{bias}}}$." + display(apart)) == said


@pytest.mark.parametrize(("axis", "codes"), [("key", []), ("val", ["NT405"])])
def test_the_size_of_an_axis_that_nothing_beside_it_has(axis: str, codes: list[str]) -> None:
    rows = (r"Y &= W \ndot{\seq} X & W &\in \reals^{\key \times \seq}", rf"|\{axis}| &= 4")
    assert warned(DECLARED + display(*rows)) == codes
    assert warned(DECLARED + display(*rows) + r"Values are in $\reals^{\val}$.") == []
    assert warned(rf"Here $|\{axis}| = 4$.") == []
    later = "\n\n# Later\n\n" + rf"Let $V \in \reals^{{\{axis}}}$."
    assert warned(DECLARED + display(*rows) + later) == []


def test_an_error_shows_the_sum_that_it_comes_from() -> None:
    signature, body = r"f \colon \reals^{\seq} \to \reals^{\key}", r"f(X) = Y"
    rows = r"Y &= W \ndot{\seq} X + b & W &\in \reals^{\key \times \seq} & b &\in \reals^{\seq}"
    text = display(signature, body) + "where\n\n" + display(rows)
    (found,) = compile_text(MACROS + text, "notes.md").problems
    assert found.code == "NT212"
    assert [r.message for r in found.related][1:] == [
        r"b has no axis in common with W \ndot{\seq} X: the sum has the axes of both"
    ]


@pytest.mark.parametrize(("axis", "codes"), [("seq", []), ("key", []), ("val", ["NT405"])])
def test_the_size_in_a_definition_of_an_axis_that_nothing_has(axis: str, codes: list[str]) -> None:
    rows = rf"Y &= W \ndot{{\seq}} X / \sqrt{{|\{axis}|}} & W &\in \reals^{{\key \times \seq}}"
    assert warned(DECLARED + display(rows)) == codes
    assert warned(DECLARED + display(rows) + r"Values are in $\reals^{\val}$.") == []
    assert warned(rf"Let $s = 1 / \sqrt{{|\{axis}|}}$.") == []
    assert warned(DECLARED + "It is divided by the number of values.\n\n" + display(rows)) == []
    earlier = "# One\n\n" + r"Let $V \in \reals^{\val}$." + "\n\n# Two\n\n"
    assert warned(earlier + display(rf"U = V / |\{axis}|")) == ([] if axis == "val" else ["NT405"])


@pytest.mark.parametrize(("word", "codes"), [("l", []), ("1", []), ("a", ["NT405"]), ("b", ["NT407"])])
def test_a_tensor_in_the_place_of_an_index(word: str, codes: list[str]) -> None:
    text = EARLIER + "For $l = 1, 2$:" + display(rf"f^l(X) &= W^{{{word}}} \ndot{{\seq}} X + b^l") + "where\n\n"
    declared = r"W^{l} &\in \reals^{\key \times \seq} & b^{l} &\in \reals^{\key}"
    values = "" if word != "a" else r"W^{a} &\in \reals^{\key \times \seq} & "
    assert warned(text + display(values + declared)) == codes


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((r"X &\in \reals^{\seq}", r"Y &\in \reals^{\key}"), []),
        ((r"X &\in \reals^{\seq}", r"X &\in \reals^{\key}"), ["NT404"]),
        ((r"X &\in \reals^{\seq}", r"X &\in [0, 1]^{\seq}"), []),  # says more of it
    ],
)
def test_one_name_with_two_shapes_in_a_display(rows: tuple[str, ...], codes: list[str]) -> None:
    assert warned(display(*rows)) == codes


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (r"|\key| = |\val| = |\seq|/4", []),
        (r"|\key| = |\seq| = |\seq|/|\val|", ["NT408"]),
        (r"|\val| = 1", []),
        (r"|\key| = |\seq| = |\seq| |\val|", ["NT408"]),
    ],
)
def test_a_size_that_can_be_1_only(said: str, codes: list[str]) -> None:
    assert warned(rf"Here ${said}$.") == codes
    assert warned(display(said)) == codes
    assert warned(rf"It is ${said}$ only if there is one value.") == []


def test_a_member_of_a_family_of_whose_letter_nothing_is_said() -> None:
    rows = r"Y = W_1 \ndot{\seq} X_0 + b_1"
    text = r"Let $W_i \in \reals^{\key \times \seq}$, $b_i \in \reals^{\key}$ and $X_0 \in \reals^{\seq}$." + "\n\n"
    assert warned(text + display(rows)) == []
    assert warned(text + display(r"Y = V_1 \ndot{\seq} X_0")) == ["NT201"]


LAYERS = (
    r"Let $h^0 \in \reals^{\seq}$, $W^l \in \reals^{\seq' \times \seq}$, and $b^l \in \reals^{\seq}$"
    r" for $l = 1, \ldots, L$."
    "\n\n"
)


def layer(number: int, of: str | None = None, sign: str = "+") -> str:
    of = of or f"h^{{{number - 1}}}"
    return rf"h^{{{number}}} &= (W^{{{number}}} \ndot{{\seq}} {of})_{{\seq'\to\seq}} {sign} b^{{{number}}}"


def gate(name: str, sign: str) -> str:
    return rf"{name} &= (W^{name} \ndot{{\seq}} h^0)_{{\seq'\to\seq}} {sign} b^{name}"


def step(number: int, sign: str) -> str:
    return rf"h^{number} &= h^{number - 1} {sign} (W^{number} \ndot{{\seq}} h^{number - 1})_{{\seq'\to\seq}}"


def end(at: str, beside: str) -> str:
    return rf"g^{at} &= (W^{at} \ndot{{\seq}} b^{{{beside}}})_{{\seq'\to\seq}} + b^{at}"


def points(sign: str) -> tuple[str, ...]:
    """Points on one side of a mean."""
    return (rf"p^{{{sign}}}_1 &= h^0 {sign} b^1", r"&\vdots", rf"p^{{{sign}}}_L &= h^0 {sign} b^L")


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((layer(1), layer(2), layer(3)), []),
        ((layer(1), layer(2, sign="-"), layer(3)), ["NT410"]),
        ((layer(1, sign="-"), layer(2), layer(3)), ["NT410"]),
        ((layer(1), layer(2, sign="-")), []),  # either may be the odd one
        ((layer(1), layer(2, sign="-"), layer(3, sign="-"), layer(4)), []),
        ((layer(1), layer(2, of="h^0", sign="-"), layer(3)), []),  # no row of the pattern
        ((r"u &= h^0 + b^1", r"v &= h^0 - b^1", r"w &= h^0 + b^1"), []),  # nothing follows the left side
        (tuple(gate(name, sign) for name, sign in zip("uvw", "+++", strict=True)), []),
        (tuple(gate(name, sign) for name, sign in zip("uvw", "+-+", strict=True)), ["NT410"]),
        ((r"u &= h^0 + b^u", r"v &= h^0 + b^v", r"w &= h^0 - b^w"), []),  # no layers: what two make, a third uses
        (tuple(step(number, sign) for number, sign in enumerate("+-+", 1)), []),  # forth, back, and forth again
        ((layer(1), layer(2, sign=r"\odot"), layer(3)), []),  # scaled, and not shifted
        ((layer(1), r"&\vdots", r"h^L &= (W^L \ndot{\seq} h^{L-1})_{\seq'\to\seq} + b^L"), []),
        ((layer(1), r"&\vdots", r"h^L &= (W^L \ndot{\seq} h^{L-1})_{\seq'\to\seq} - b^L"), ["NT410"]),
        ((layer(1), r"&\vdots", r"h^L &= (W^L \ndot{\seq} h^{L-2})_{\seq'\to\seq} + b^L"), ["NT410"]),
        ((end("1", "2"), r"&\vdots", end("L", "L-1")), []),  # the two ends of a chain
        (points("+"), []),
        ((*points("+"), *points("-")), []),  # the rows before the last dots are of two kinds
        ((layer(1), r"v &= h^1 + b^1", r"&\vdots", r"h^L &= (W^L \ndot{\seq} h^{L-2})_{\seq'\to\seq} + b^L"), []),
        ((layer(1), r"&\vdots", r"h^L &= (W^O \ndot{\seq} h^{L-1})_{\seq'\to\seq} + b^L"), []),  # the last is another
    ],
)
def test_a_row_that_differs_from_those_of_its_pattern(rows: tuple[str, ...], codes: list[str]) -> None:
    labels = r"For $a \in \{u, v, w\}$ let $b^a \in \reals^{\seq}$ and $W^a, W^O \in \reals^{\seq' \times \seq}$."
    assert warned(LAYERS + labels + "\n\n" + display(*rows)) == codes


ANOTHER = "Another is this.\n\n" + display("h^1 &= x", "h^2 &= 2x", "y &= h^2")


def residual(at: str, before: str, first: str = "+", second: str = "+") -> tuple[str, str]:
    return (
        rf"u^{at} &= f^{at}(h^{{{before}}}) {first} h^{{{before}}}",
        rf"h^{at} &= g^{at}(u^{at}) {second} u^{at}",
    )


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((*residual("1", "0"), r"&\vdots", *residual("L", "L-1")), []),
        ((*residual("1", "0"), r"&\vdots", *residual("L", "L-1", "-")), ["NT410"]),
        ((*residual("1", "0"), r"&\vdots", *residual("L", "L-1", second="-")), ["NT410"]),
        ((*residual("1", "0", "-", "-"), r"&\vdots", *residual("L", "L-1", "-", "-")), []),
        ((*residual("1", "0"), *residual("2", "1", "-"), *residual("3", "2")), []),  # no dots: each may be another
    ],
)
def test_a_block_that_goes_on_otherwise_after_dots(rows: tuple[str, ...], codes: list[str]) -> None:
    functions = r"Let $f^l, g^l \colon \reals^{\seq} \to \reals^{\seq}$ for $l = 1, \ldots, L$."
    assert warned(LAYERS + functions + "\n\n" + display(*rows)) == codes


def scaled(name: str, product: str = r"\odot", sign: str = "+") -> str:
    return rf"\text{{{name}}}(X; g, c) &= \tanh(X) {product} g {sign} c"


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((scaled("A"), scaled("B"), scaled("C")), []),
        ((scaled("A"), scaled("B", sign="-"), scaled("C")), ["NT410"]),
        ((scaled("A"), scaled("B", "+"), scaled("C")), ["NT410"]),
        ((scaled("A"), scaled("B", r"\ndot{}"), scaled("C")), []),  # the same product
        ((scaled("A"), scaled("B", sign="-")), []),  # either may be the odd one
        ((scaled("A"), scaled("B", "+", "-"), scaled("C")), []),  # another formula
        ((scaled("A"), scaled("B").replace("X", "U"), scaled("C", sign="-")), []),  # takes something else
        ((r"A(x) &= 2x + 1", r"B(x) &= 2x - 1", r"C(x) &= 2x + 1"), []),  # no weights
    ],
)
def test_a_function_that_differs_from_those_with_the_same_weights(rows: tuple[str, ...], codes: list[str]) -> None:
    weights = r"Let $g, c \in \reals^{\seq}$ and $X, U \in \reals^{\seq}$."
    assert warned(weights + "\n\n" + display(*rows)) == codes


@pytest.mark.parametrize(
    ("operator", "weights", "codes"),
    [
        (r"\ndot{\key}", r"\val \times \key", []),
        (r"\odot", r"\val \times \key", ["NT410"]),
        ("+", r"\val \times \key", ["NT410"]),
        (r"\odot", r"\key", []),  # a layer that scales
    ],
)
def test_a_row_without_the_contraction_of_the_others(operator: str, weights: str, codes: list[str]) -> None:
    after = r"\key" if weights == r"\key" else r"\val"
    rows = (
        r"Y^1 &= \tanh(W^1 \ndot{\seq} Y^0 + b^1) & W^1 &\in \reals^{\key \times \seq} & b^1 &\in \reals^{\key}",
        rf"Y^2 &= \tanh(W^2 {operator} Y^1 + b^2) & W^2 &\in \reals^{{{weights}}} & b^2 &\in \reals^{{{after}}}",
        rf"Y^3 &= \tanh(W^3 \ndot{{{after}}} Y^2 + b^3) & W^3 &\in \reals^{{\seq \times {after}}}",
        r"b^3 &\in \reals^{\seq}",
    )
    assert warned(r"Let $Y^0 \in \reals^{\seq}$." + "\n\n" + display(*rows)) == codes


@pytest.mark.parametrize(
    ("rows", "said", "codes"),
    [
        ((layer(1), layer(2), layer(3)), "", []),
        ((layer(1), layer(2), layer(3, of="b^2")), "", ["NT405"]),
        ((layer(1), layer(2), layer(3, of="b^2")), "We read $h^2$ out.", []),
        ((layer(1), layer(2), layer(3, of="b^2")), ANOTHER, ["NT405"]),
        ((layer(1), layer(2), layer(3, of="h^1")), "", []),  # it may be another output
        ((layer(1), layer(2), layer(3, of="x")), "", []),  # or begin anew
        ((layer(1), r"h^2 &= h^1 \odot h^1", r"h^3 &= \nfun{\seq}{softmax} x"), "", []),  # features
        ((layer(1), layer(2)), "", []),
    ],
)
def test_a_member_that_the_next_one_passes_over(rows: tuple[str, ...], said: str, codes: list[str]) -> None:
    assert warned(LAYERS + r"Let $x \in \reals^{\seq}$." + "\n\n" + display(*rows) + said) == codes


@pytest.mark.parametrize(
    ("weights", "inputs", "codes"),
    [
        (r"\key \times \seq'", r"\key", []),
        (r"\key \times \val", r"\key", ["NT409"]),
        (r"\key \times \seq' \times \val", r"\key", []),  # several at once
        (r"\key \times \seq'", r"\key \times \val", []),  # a batch
    ],
)
def test_a_term_of_a_recurrence_that_the_first_member_has_no_axis_of(
    weights: str, inputs: str, codes: list[str]
) -> None:
    rows = (
        rf"x^t &\in \reals^{{{inputs}}} & t &= 1, \ldots, n",
        r"W &\in \reals^{\seq \times \seq'} & |\seq| &= |\seq'|",
        rf"U &\in \reals^{{{weights}}}",
        r"h^0 &\in \reals^{\seq}",
        r"h^t &= \sigma(W \ndot{\seq} h^{t-1} + U \ndot{\key} x^t)_{\seq'\to\seq} & t &= 1, \ldots, n",
    )
    assert warned(display(*rows)) == codes


@pytest.mark.parametrize(
    ("body", "declared", "codes"),
    [
        (r"W \ndot{\seq} X + b", r"\key", []),
        (r"W \ndot{\seq} X + 1", r"\key", ["NT405"]),
        (r"W \ndot{\seq} X + Y", r"\key", []),  # by way of Y
        (r"W \ndot{\seq} X + 1", "", []),  # all that there is, as a letter
        (r"1", r"\key", []),  # of nothing at all
    ],
)
def test_a_parameter_that_is_declared_beside_a_function(body: str, declared: str, codes: list[str]) -> None:
    axes = rf" & b &\in \reals^{{{declared}}}" if declared else ""
    rows = [r"f(X; W, b) &= " + body, r"W &\in \reals^{\key \times \seq}" + axes]
    more = [r"Y &= 2 b"] if "Y" in body else []
    assert warned(DECLARED + display(*rows, *more)) == codes


def test_a_shock_is_one_of_all_entries() -> None:
    rows = (
        r"r^t &\in \reals^{\val} & t &= 1, \ldots, n",
        r"W &\in \reals^{\seq' \times \seq} & |\seq| &= |\seq'|",
        r"h^0 &\in \reals^{\seq}",
        r"h^t &= (W \ndot{\seq} h^{t-1})_{\seq'\to\seq} + r^t & t &= 1, \ldots, n",
    )
    assert warned(display(*rows)) == []


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (r"Q \ndot{\key} K", []),
        (r"Q \ndot{\key} Q", ["NT405"]),  # one of the two is meant to be the other
        (r"\nsum{\key} Q", []),  # it takes what others take
    ],
)
def test_an_argument_that_is_declared_beside_a_function(body: str, codes: list[str]) -> None:
    assert warned(display(rf"f(Q, K) &= {body}", r"Q, K &\in \reals^{\key}")) == codes


def test_a_parameter_by_way_of_a_function_that_is_defined_before() -> None:
    weights = r"W &\in \reals^{\key \times \seq} & b &\in \reals^{\key}"
    model = display(rf"f(X) &= W \ndot{{\seq}} X + b & {weights}") + "We minimize the following.\n\n"
    loss = display(rf"J(X; W, b) &= \nsum{{\key}} f(X)^2 + \nsum{{\key,\seq}} W^2 & {weights}")
    assert warned(DECLARED + model + loss) == []
    assert warned(DECLARED + model + loss.replace("f(X)", r"(W \ndot{\seq} X)")) == ["NT405"]


RECURRENT = (
    r"x^t &\in \reals^{\key} & t &= 1, \ldots, n",
    r"U &\in \reals^{\key \times \seq} & h^0 &\in \reals^{\seq}",
    r"h^t &= \tanh(U \ndot{\key} x^t + h^{t-1}) & t &= 1, \ldots, n",
)


@pytest.mark.parametrize(
    ("place", "old", "new", "codes"),
    [
        (0, "t &= 1", "t &= 1", []),
        (0, "t &= 1", "x &= 1", ["NT407"]),
        (2, "h^{t-1}", "h^{x-1}", ["NT201"]),
        (2, "h^{t-1}", "h^{x-1} + x", ["NT201", "NT201"]),  # neither of them
        (0, "t &= 1", "i &= 1", []),  # it may be for what comes later
    ],
)
def test_a_tensor_where_an_index_counts(place: int, old: str, new: str, codes: list[str]) -> None:
    rows = list(RECURRENT)
    rows[place] = rows[place].replace(old, new)
    assert warned(display(*rows)) == codes


@pytest.mark.parametrize(
    ("sizes", "codes"),
    [
        (r"\seq'[n_l] \times \seq[n_{l-1}]", []),
        (r"\seq'[n_l] \times \seq[b_{l-1}]", ["NT407"]),
        (r"\seq'[b_l] \times \seq[n_{l-1}]", ["NT407"]),
        (r"\seq'[b_l] \times \seq[b_{l-1}]", []),  # all sizes are called so
        (r"\seq[n_l] \times \key[b_l]", []),  # another axis may have another
    ],
)
def test_a_tensor_in_the_place_of_a_size(sizes: str, codes: list[str]) -> None:
    left = r"\seq'" if r"\seq'" in sizes else r"\seq"
    rows = (rf"W^l &\in \reals^{{{sizes}}}", rf"b^l &\in \reals^{{{left}}}")
    found = warned(display(r"g^l(x) &= W^l \ndot{\seq} x + b^l" if left == r"\seq'" else "Z^l &= W^l + b^l", *rows))
    assert found == codes


@pytest.mark.parametrize(
    ("formula", "codes"),
    [
        (r"x \odot y \odot z", []),
        (r"x \odot y \odot y", ["NT405"]),
        (r"x \odot y", []),
        (r"x \odot x", []),  # of one of them alone
        (r"x \odot x + y", []),  # the square of one
        (r"x + x + y", ["NT405"]),
    ],
)
def test_a_vector_that_the_formula_of_its_sentence_leaves_out(formula: str, codes: list[str]) -> None:
    assert warned(rf"The product of $x, y, z \in \reals^{{\seq}}$ is written as ${formula}$.") == codes
    assert warned(rf"The product of $x, y, z \in \reals^{{\seq}}$ is ${formula}$. The last is $z$.") == []


def recurrence(before: str, low: str, first: str = "m_0 &= 0") -> str:
    rows = (r"g_k &\in \reals^{\seq} & k &= 1, \ldots, n", first, rf"m_k &= {before} + g_k & k &= {low}, \ldots, n")
    return display(*rows)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (recurrence("m_{k-1}", "1"), []),
        (recurrence("m_{k-2}", "1"), ["NT407"]),
        (recurrence("m_{k-2}", "2", r"m_0, m_1 &= 0"), []),
        (recurrence("m_{k-2} + m_{k-1}", "1", r"m_0 &= 0 \\ m_{-1} &= 0"), []),
        (recurrence("m_{k-1}", "1").replace(r"& k &= 1, \ldots, n\n\end", r"\n\end"), []),
    ],
)
def test_a_recurrence_that_goes_back_before_its_first_member(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (r"W \ndot{\seq} X + b", []),
        (r"W \ndot{\seq} Z + b", ["NT405"]),
        (r"\exp b + W", []),  # a constant, and nothing in its place
        (r"\exp R + b", []),  # a part of it, which is said below
    ],
)
def test_a_function_of_another_tensor_than_its_argument(body: str, codes: list[str]) -> None:
    elsewhere = r"Let $Z, X \in \reals^{\seq}$." + "\n\n# A layer\n\n"
    rows = (rf"f(X; W, b) &= {body} & W &\in \reals^{{\key \times \seq}} & b &\in \reals^{{\key}}",)
    where = "where\n\n" + display(r"R = W \ndot{\seq} X") if "R" in body else ""
    assert warned(elsewhere + display(*rows) + where) == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [(r"Y \odot Y", []), (r"X \ndot{\seq} X", ["NT405"])],
)
def test_a_part_of_a_function_that_nothing_is_made_of(body: str, codes: list[str]) -> None:
    where = "where\n\n" + display(r"Y &= \exp Q", r"Q &= W \ndot{\seq} X", r"W &\in \reals^{\key \times \seq}")
    assert warned(display(rf"f(X) &= {body}") + where) == codes


@pytest.mark.parametrize(
    ("row", "codes"),
    [
        (r"h^L &= g^L(h^{L-1}) + h^{L-1}", []),
        (r"h^L &= g^L(h^{L-1}) + h^{L+1}", ["NT201"]),
        (r"h^L &= g^L(h^{L-1}) + h^x", ["NT201"]),
    ],
)
def test_a_member_that_is_not_there(row: str, codes: list[str]) -> None:
    functions = "".join(rf"Let $g^{n} \colon \reals^{{\seq}} \to \reals^{{\seq}}$." + "\n" for n in ("1", "L"))
    elsewhere = "\n# Another\n\n" + display("h &= 2x", "h^3 &= 3x")
    text = LAYERS + r"Let $x \in \reals^{\seq}$. " + functions + "\n"
    assert warned(text + display("h^1 &= g^1(h^0) + h^0", r"&\vdots", row) + elsewhere) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (r"Let $0 < a < 1$ and $1 \le b \le 1$, $3 > c \ge 2$.", []),
        (r"Let $1 < a < 1$.", ["NT304"]),
        (r"Let $2 > a > 3$.", ["NT304"]),
        (r"Let $-1 \le a < -2$.", ["NT304"]),
        (r"There is no $a$ with $1 < a < 1$.", []),
        (display(r"Y &= 2X & 1 < a < 0"), ["NT304"]),
        (display(r"Y = X_{\seq\to\key,\key\to\seq}"), []),
        (display(r"Y = X_{\seq\to\seq',\key\to\key}"), ["NT404"]),
        (display(r"X_{\seq\to\seq} = X"), []),
    ],
)
def test_orders_and_renamings_that_say_nothing(text: str, codes: list[str]) -> None:
    assert warned(r"Let $X \in \reals^{\seq\times\key}$." + "\n\n" + text) == codes


GOING = r"Let $x \in \reals^{\seq}$ and $c^l \in \reals^{\seq}$ for $l = 1, \ldots, L$." + "\n\n"


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ((r"h^0 &= x", r"h^l &= h^{l-1} + c^l & l &= 1, \ldots, L"), []),
        ((r"h^0 &= x", r"h^l &= h^{l+1} + c^l & l &= 1, \ldots, L"), ["NT201"]),
        ((r"h^L &= x", r"h^l &= h^{l+1} + c^l & l &= 1, \ldots, L-1"), []),
        ((r"h^0 &= x", r"h^x &= h^{l-1} + c^l & l &= 1, \ldots, L"), ["NT407"]),
        ((r"h^0 &= x", r"g^l &= c^l - x & l &= 1, \ldots, L"), []),
    ],
)
def test_a_recurrence_that_goes_the_wrong_way(rows: tuple[str, ...], codes: list[str]) -> None:
    assert warned(GOING + display(*rows)) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (display(r"e = \nsum{\seq} (X - Y)^2"), []),
        (display(r"e = \nsum{\seq} (X - X)^2"), ["NT404"]),
        (display("X - X = 0"), []),  # says so
        ("Then $(X - X) + Y$ is left, and $\\infty - \\infty$ is no number.", []),
        (display(r"W^{h-h} &\in \reals^{\key}", r"e &= 2 W^{h-h}"), []),  # a label
        (r"There are layers $k = 1, \ldots, K$.", []),
        (r"There are layers $K = 1, \ldots, K$.", ["NT404"]),
    ],
)
def test_what_leaves_nothing(text: str, codes: list[str]) -> None:
    assert warned(r"Let $X, Y \in \reals^{\seq}$." + "\n\n" + text) == codes


@pytest.mark.parametrize(
    "rows",
    [
        (
            r"i_t &\in \reals^{\seq} & t &= 1, \ldots, n",
            r"c_i &\in \reals & i &= 1, \ldots, m",
            r"s_t &= \tanh(i_t) + c_1",
        ),
        (
            r"k^s &\in \reals^{\key} & x_0 &\in \reals^{\key}",
            r"x_k &= \tanh x_{k-1} & k &= 1, \ldots, K",
            r"y &= k^1 + x_2",
        ),
    ],
)
def test_a_letter_is_an_index_if_another_name_has_it(rows: tuple[str, ...]) -> None:
    assert warned(display(*rows)) == []


def test_what_a_power_is_raised_to_is_no_index() -> None:
    rows = (r"d_s &\in \reals^{\seq} & s &= 1, \ldots, n", r"c &= L^{d-1}", r"u_s &= c d_s")
    assert warned("Let $L > 0$ and $d \\in \\mathbb{N}$.\n\n# Scales\n\n" + display(r"L &> 0", *rows)) == []


def test_a_name_with_a_number_taken_from_a_letter_is_a_label_if_it_is_declared() -> None:
    rows = (r"x^t &\in \reals^{\key} & t &= 1, \ldots, n", r"W^{x-1} &\in \reals^{\key}", r"y^t &= W^{x-1} + x^t")
    assert warned(display(*rows)) == []


def test_a_size_of_which_more_is_said_is_no_tensor() -> None:
    rows = (
        r"g^l(x) &= W^l \ndot{\seq} x + b^l",
        r"W^l &\in \reals^{\seq'[n_l] \times \seq[b_{l-1}]}",
        r"b^l &\in \reals^{\seq'}",
    )
    assert warned(display(*rows)) == ["NT407"]
    assert warned(display(*rows) + "\n\nwhere $b_{l-1}$ counts all that is below $l$.") == []
    assert warned(display(*rows, r"b_l &= b_{l-1} + n_l")) == []


@pytest.mark.parametrize(
    ("after", "codes"),
    [
        (r"v &= Q + Q", []),  # what is declared is defined
        (r"Z &= v + v", []),
        (r"v &\in \reals^{\seq} \\ Z &= v + v", ["NT405"]),  # another one
        (r"v &\leftarrow 2 v", []),
    ],
)
def test_what_is_declared_is_used_where_it_is_defined(after: str, codes: list[str]) -> None:
    first = display(r"Q &\in \reals^{\key} & v &\in \reals^{\key}", r"S &= 2 Q")
    between = ["\n\nAnother step is this.\n\n", "\n\n# Another\n\n"]
    assert [warned(first + words + display(after)) for words in between] == [codes, codes]


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ("", ["NT407"]),
        ("\n\n" + display(r"o^t &= 2 a^t"), []),  # so it is called a, and h is another network's
        ("\n\nWe read $a^n$ out.", []),
    ],
)
def test_a_recurrence_under_another_name(rest: str, codes: list[str]) -> None:
    rows = (*RECURRENT[:2], RECURRENT[2].replace("h^t &", "a^t &"))
    assert warned(display(*rows) + rest) == codes


@pytest.mark.parametrize(
    ("name", "codes"),
    [("W^{l,q}", []), ("W^{1,q}", []), ("W^{x,q}", ["NT201"]), ("W^{L,q}", []), ("W^{k,q}", [])],
)
def test_a_tensor_in_the_place_of_a_number(name: str, codes: list[str]) -> None:
    text = r"Let $W^{l,q} \in \reals^{\seq}$ for $l = 1, \ldots, L$, and $x \in \reals^{\seq}$." + "\n\n"
    assert warned(text + display(rf"f^l(X) = {name} \ndot{{\seq}} X")) == codes


GATES = (
    r"Let $x_t, h_t \in \reals^{\seq}$ for $t = 0, \ldots, n$, and for $k$ of $i, f, o$ also"
    r" $W^i, W^f, W^o, V^i, V^f, V^o \in \reals^{\seq\times\key}$ and $b^i, b^f, b^o \in \reals^{\key}$." + "\n\n"
)


def gates(sign: str) -> str:
    layer = r"{g}_t &= \sigma(W^{g} \ndot{{\seq}} x_t + V^{g} \ndot{{\seq}} h_{{t-1}} {s} b^{g}) & t &= 1, \ldots, n"
    return GATES + display(*(layer.format(g=g, s=sign if g == "f" else "+") for g in "ifo"))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (gates("+"), []),
        (gates("-"), ["NT410"]),
        (gates("-") + "The bias of the forget gate is subtracted.", []),
    ],
)
def test_gates_of_which_the_words_say_that_one_differs(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Let $p \\in [0,1]$, for example\n\n$$\np = 3\n$$", ["NT304"]),
        ("Let $p \\in [0,1]$.\n\n$$\np = 3\n$$", ["NT304"]),
        ("Let $p \\in [0,1]$ be a chance, in percent\n\n$$\np = 30\n$$", []),
        ("Let $p \\in [0,1]$. Before clipping it was\n\n$$\np = 3\n$$", []),
        ("Let $p \\in [0,1]$.\n\n$$\np = 3\n$$\n\nis no chance.", []),
        ("Then $1 < a < 1$, a contradiction.", []),
        ("The interval\n\n$$\n1 < a < 0\n$$\n\nis empty.", []),
        ("A common mistake is to write\n\n$$\n1 < a < 0\n$$", []),
        ("We choose\n\n$$\n1 < a < 0\n$$\n\nas usual.", ["NT304"]),
    ],
)
def test_numbers_and_orders_that_the_words_set_apart(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("For $f(x) = x^2$ the derivative is\n\n$$\nf'(x) = 3x\n$$", ["NT305"]),
        ("For $f(x) = x^2$ the derivative is\n\n$$\nf'(x) = 2x\n$$\n\nNow $f(x) = x^3$.", []),
        ("Let $f(x) = x^2$. Its derivative is\n\n$$\nf'(x) = 3x\n$$", ["NT305"]),
        ("Let $f(x) = x^2$, and another function $f'(x) = x^3$. The derivative of $f$ is $2x$.", []),
        ("The derivative-free search replaces $f(x) = x^2$ by $f'(x) = x^2 + x$.", []),
        ("For $f(x) = x^2$ the derivative is $2x$.\n\nOf the sine the derivative is\n\n$$\nf'(x) = \\cos x\n$$", []),
        ("Some derivatives:\n\n" + display("f(x) &= x^2", r"f(x) &= \sin x", "f'(x) &= 2x"), []),
        ("The derivative is $\\tanh'(x) = 1 + \\tanh^2 x$.", ["NT305"]),
        ("The surrogate has the derivative $\\mathrm{relu}'(x) = \\sigma(x)$.", []),
        ("With $x$ in degrees, $\\sin'(x) = \\frac{\\pi}{180} \\cos x$.", []),
    ],
)
def test_primes_of_which_the_words_say_what_they_are(text: str, codes: list[str]) -> None:
    assert warned(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        display("V_t &= 2 + 0.5 V_{t+1}", "V_0 &= 4"),  # an infinite horizon
        display("E^0 &= 0", r"E^l &= 2 E^{l+1} & l &= 1, \ldots, L").replace("E^0 &= 0", r"g &= 2 E^0"),
        display("E^l &= 2 E^{l+1}", "E^0 &= 3 E^1"),
        display("I_{20} &= 0", r"I_n &= 1 - 2 I_{n+1} & n &= 19, \ldots, 0"),
        r"For all $t$, let $h_t, V \in \reals^{\seq}$." + "\n\n" + display("i_t &= V h_{t-1}"),
        display("T_0(x) &= 1", "T_1(x) &= x", "T_n(x) &= 2x T_{n-1}(x) - T_{n-2}(x)"),
        r"With $X \in \reals^{\seq}$ the trivial $X_{\seq\to\seq}$ is $X$.",
        r"With $x \in \reals^{\seq}$ the zero is" + "\n\n" + display("o = x - x"),
    ],
)
def test_recurrences_from_above_and_what_is_said_to_be_nothing(text: str) -> None:
    assert warned(text) == []


def test_parts_that_the_text_goes_on_with_and_functions_that_are_the_same_for_all() -> None:
    where = "where\n\n" + display(r"m &= \nfun{\seq}{mean} X", r"v &= \nfun{\seq}{var} X", r"s &= \sqrt{v}")
    assert warned(display(r"f(X) &= \frac{X - m}{\sqrt{v}}") + where) == []
    features = r"Let $x \in \reals^{\seq}$ and $H = \tanh(x)$." + "\n\n# Output\n\n"
    row = r"f(x; w, b) &= w \ndot{\seq} H + b & w &\in \reals^{\seq} & b &\in \reals"
    assert warned(features + display(row)) == []
    assert warned(features.replace(r"\tanh(x)", r"\tanh(2)") + display(row)) != []


LAYER = r"Z^1 &= W^1 \ndot{\seq} X %s & W^1 &\in \reals^{\key \times \seq} & b^1 &\in \reals^{\key}"


@pytest.mark.parametrize(
    ("rows", "after", "codes"),
    [
        ((LAYER % "+ b^1",), "In layer $l$ there are $W^l, b^l$.", []),
        ((LAYER % "+ W^1",), "In layer $l$ there are $W^l, b^l$.", ["NT405"]),
        ((LAYER % "+ W^1",), "There are $W^1, b^1$.", []),  # it may say what they are there for
        ((LAYER % "",), "In layer $l$ there are $W^l, b^l$.", []),
        ((LAYER % r"+ \text{g}(W^1)", r"\text{g}(x) &= x + b^1"), "", []),
        ((LAYER % "+ W^1", "Y &= Z^1 + b^1"), "", []),
        ((LAYER % r"+ W^1 + \text{g}(X)", r"\text{g}(x) &= 2x"), "", ["NT405"]),
        ((LAYER % r"+ W^1 + \text{g}^1(X)", r"\text{g}^l(x) &= 2x"), "In layer $l$ there are $W^l, b^l$.", []),
        ((LAYER % "+ W^1", r"Y &= \oint b^1"), "", []),
        ((LAYER % "+ W^1", "Y &= Z^1 + C"), r"Here $C \in \reals^{\key}$ is $b^1$.", []),
        ((r"Z^1 &= W^1 \odot W^1 & W^1, b^1 &\in \reals^{\key}",), "In layer $l$ there are $W^l, b^l$.", []),
    ],
)
def test_a_name_of_the_row_that_another_stands_for(rows: tuple[str, ...], after: str, codes: list[str]) -> None:
    assert warned(DECLARED + display(*rows) + after) == codes


@pytest.mark.parametrize(
    ("size", "others", "codes"),
    [
        ("W_0", ("c_l", "c_{l-1}"), ["NT407"]),
        ("c_0", ("c_l", "c_{l-1}"), []),
        ("d_0", ("c_l", "c_{l-1}"), []),  # nothing beside it is called so
        ("W_0", ("c_l", "d_l"), []),
        ("W_0", ("c_l", "W_l"), []),
        ("W_0", ("n", "m"), []),
        ("n", ("c_l", "c_{l-1}"), []),
    ],
)
def test_tensors_as_sizes(size: str, others: tuple[str, str], codes: list[str]) -> None:
    text = display(
        rf"X^0 &\in \reals^{{\key[{size}]}}",
        r"T^1 &= \text{C}^1(X^0)",
        r"Z &= W^3 \ndot{\key} T^1 & W^3 &\in \reals^{\val \times \key}",
    )
    text += "Layers are\n\n" + display(r"\text{C}^l(X) &= (V^l \ndot{\key} X)_{\key'\to\key}") + "where\n\n"
    text += display(rf"V^l \in \reals^{{\key'[{others[0]}] \times \key[{others[1]}]}}")
    assert [code for code in warned(text) if code == "NT407"] == codes
