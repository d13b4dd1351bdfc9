"""What documents mean by differentials and derivatives: how far `∂` reaches, what varies, which axes there are.

Values are compared with what plain numpy computes from the samples that ntdoc shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from ntdoc.compiler import compile_text
from ntdoc.report import DocumentReport, Status
from tests.work import calls

MACROS = r"""
$$ \ndef{\a}{a} \ndef{\b}{b} \ndef{\c}{c} $$
"""

BEFORE = (
    MACROS
    + r"""
$$ f(v) = \exp(v \ndot{\a} v) \qquad v \in \reals^{\a} $$

Let $x, h \in \reals^{\a}$ and $U, V \in \reals^{\a\times\b}$ and $M \in \{0, 1\}^{\a}$ and $t \in \reals$.

$$ s = \nfun{\a}{softmax} x $$

"""
)


def compiled(*displays: str) -> DocumentReport:
    return compile_text(BEFORE + "\n\n".join(f"$$ {d} $$" for d in displays) + "\n", "calculus.md")


def status(display: str) -> Status:
    return compiled(display).statements[-1].status


@pytest.mark.parametrize(
    "claim",
    [
        # ∂ takes the next factor
        r"\partial x \odot x = x \odot \partial x",
        r"\partial (x \odot x) = 2 x \odot \partial x",
        r"\partial x^2 = 2 x \odot \partial x",
        r"\partial U_{\a(1)} = [\partial U]_{\a(1)}",
        r"\partial U_{\a\to\c} = [\partial U]_{\a\to\c}",
        r"\partial x^* = [\partial x]_{\a\to\a^*}",
        # before the name of a function, the application
        r"\partial f(x) = 2 f(x) \odot (x \ndot{\a} \partial x)",
        r"\partial f = 2 f(v) (v \ndot{\a} \partial v)",
        r"\partial f(x) x = x \odot \partial (f(x))",
        r"\partial \exp x \odot x = x \odot \exp x \odot \partial x",
        r"\partial \log \nsum{\a} \exp x = s \ndot{\a} \partial x",
        r"\partial \nfun{\a}{max} x = \nfun{\a}{argmax} x \ndot{\a} \partial x",
        r"\partial \sin^2 x = 2 \sin x \odot \cos x \odot \partial x",
        r"\partial f(U)_{\b\to\c} = [\partial f(U)]_{\b\to\c}",
        # before a sum, all that it reaches
        r"\partial \nsum{\a} x \odot x = 2 x \ndot{\a} \partial x",
        r"\partial \sum_{i} x_{\a(i)}^2 = 2 x \ndot{\a} \partial x",
        # fractions and roots
        r"\frac{\partial x}{2} = 0.5 \odot \partial x",
        r"\partial \frac{x}{t} = \frac{t \partial x - x \partial t}{t^2}",
        r"\partial \sqrt{x^2 + 1} = \frac{x \odot \partial x}{\sqrt{x^2 + 1}}",
        r"\partial \|x\| = \frac{x \ndot{\a} \partial x}{\|x\|}",
        r"\partial |x| = \frac{x \odot \partial x}{|x|}",
        # an upright d
        r"\mathrm{d} (x \odot x) = 2 x \odot \mathrm{d} x",
        r"\mathrm{d} f(x) = 2 f(x) \odot (x \ndot{\a} \mathrm{d} x)",
        r"\mathrm{d} s = s \odot (\mathrm{d} x - s \ndot{\a} \mathrm{d} x)",
        r"\mathrm{d} (x \odot h) = h \odot \mathrm{d} x",
        # what varies
        r"\partial (x \odot h) = h \odot \partial x",
        r"\partial (x \odot h) = h \odot \partial x + x \odot \partial h",
        r"\partial (x \odot M) = M \odot \partial x",
        r"\partial (M + 1) = 0",
        r"\partial s = s \odot (\partial x - s \ndot{\a} \partial x)",
        r"\partial (s \odot s) = 2 s \odot \partial s",
        r"\partial \partial (x \odot x) = 2 \partial x \odot \partial x",
        # increments
        r"\partial f(x; h) = 2 f(x) \odot (x \ndot{\a} h)",
        r"\partial \exp(x; h) = h \odot \exp x",
        r"\partial f(x; 2 h) = 2 \partial f(x; h)",
        r"\partial f(x; 0) = 0",
        # derivatives
        r"\frac{\partial f(x)}{\partial x} = 2 x f(x)",
        r"\frac{\partial f(x)}{\partial x^*} = 2 x^* f(x)",
        r"\frac{\partial}{\partial x} f(x) = 2 x f(x)",
        r"\frac{\partial}{\partial x} f(x) \odot t = 2 x f(x) t",
        r"\frac{\partial}{\partial x} f(x) + t = 2 x f(x) + t",
        r"\nabla_x f(x) = 2 x f(x)",
        r"\partial_x f(x) = 2 x f(x)",
        r"\frac{\partial f}{\partial v}(x) = 2 x f(x)",
        r"\frac{\partial^3 x^3}{\partial x^* \partial x^\dagger \partial x^\ddagger} \ndot{\a^*} h^* "
        r"= 6 h_{\a\to\a^\dagger} \odot I_{\a^\dagger,\a^\ddagger} \odot I_{\a,\a^\dagger}",
        r"\frac{\partial x}{\partial x^*} = I_{\a,\a^*}",
        r"\frac{\partial s}{\partial x^\dagger} = s \odot (I_{\a,\a^\dagger} - s^\dagger)",
        r"\frac{\partial (s \ndot{\a} h)}{\partial s} = h",
        r"\frac{\partial (s \ndot{\a} h)}{\partial t} = 0",
        r"\frac{\partial (s \ndot{\a} h)}{\partial U} = 0",
        r"\frac{\partial^2 (x \ndot{\a} x)}{\partial x^* \, \partial x^\dagger} = 2 I_{\a^*,\a^\dagger}",
        r"\frac{\partial^2 t^5}{\partial t^2} = 20 t^3",
        r"\frac{\mathrm{d}^2 t^5}{\mathrm{d} t^2} = 20 t^3",
        r"\frac{d}{d t} t^5 = 5 t^4",
        r"\frac{\partial^3 t^5}{\partial t^3} = 60 t^2",
        r"\frac{\partial f(x)}{\partial x_{\a(2)}} = 2 x_{\a(2)} f(x)",
        r"\frac{\partial f(U)}{\partial U^*} = 2 U_{\a\to\a^*} \odot f(U) \odot I_{\b,\b^*}",
        # at a value
        r"\left. f(v) \right|_{v=x} = f(x)",
        r"\left. \frac{\partial f(v)}{\partial v} \right|_{v=x} = 2 x f(x)",
        r"\frac{\partial f(x)}{\partial x} \Big|_{x=h} = 2 h f(h)",
        r"\left. \frac{\partial f(x)}{\partial x^*} \right|_{x=U} \ndot{\a^*} \partial U_{\a\to\a^*} = \partial f(U)",
        r"\left. x + h \right|_{x=h, h=x} = x + h",
        r"\left. x + t \right|_{x=0} = t",
    ],
)
def test_right(claim: str) -> None:
    report = compiled(claim)
    assert report.statements[-1].status is Status.VERIFIED, [d.message for d in report.problems]


@pytest.mark.parametrize(
    ("display", "code"),
    [
        (r"\partial f(x; U)", "NT204"),
        (r"\partial f(x; h_{\a\to\b})", "NT204"),
        (r"\left. f(x) \right|_{x=U_{\a(1)}}", "NT204"),
        (r"\frac{\partial s}{\partial x}", "NT215"),
        (r"\frac{\partial^2 f(x)}{\partial x^2}", "NT215"),
        (r"\frac{\partial^2 f(x)}{\partial x^* \partial x^*}", "NT215"),
        (r"\nabla_x s", "NT215"),
        (r"\partial \mathrm{g}(x)", "NT202"),
        (r"\frac{\partial x}{\partial q}", "NT201"),
        (r"\frac{\partial f(x)}{\partial q} = 0", "NT201"),
        (r"\frac{\partial \|x\|}{\partial q} = 0", "NT201"),
        (r"\left. U \ndot{\a} v \right|_{v=U}", "NT205"),
    ],
)
def test_wrong(display: str, code: str) -> None:
    report = compiled(display)
    assert [d.code for d in report.problems] == [code]
    assert report.statements[-1].status is Status.ERROR


@pytest.mark.parametrize(
    "display",
    [
        r"\partial \tanh",
        r"\partial M",
        r"\frac{\partial x}{\partial M^*}",
        r"\frac{\partial x}{\partial 2}",
        r"\frac{\partial x}{\partial (x + h)}",
        r"\frac{\partial x}{\partial}",
        r"\frac{\partial}{\partial x}",
        r"\frac{\partial^2 t}{\partial t}",
        r"\partial^2 f(x)",
        r"\nabla x",
        r"\nabla \mathrm{g}(x)",
        r"\partial f(x; h, h)",
        r"\left. x \right|",
        r"\left. x \right|_{x}",
        r"x \approx h",
        r"\partial \max(t, t)",
    ],
)
def test_not_read(display: str) -> None:
    report = compiled(display)
    assert not report.problems
    statement = report.statements[-1]
    assert statement.reason
    assert statement.status is Status.SKIPPED


def test_the_remedy_for_an_axis_that_would_be_there_twice_is_one() -> None:
    for display in (r"\frac{\partial s}{\partial x}", r"\frac{\partial^2 f(x)}{\partial x^2}", r"\nabla_x s"):
        (problem,) = compiled(display).problems
        (hint,) = problem.hints
        remedy = hint.removeprefix("write ")
        of = "^2 f(x)" if "^2" in display else " s"
        mended = rf"\frac{{\partial{of}}}{{{remedy}}}"
        assert status(mended) is Status.EVALUATED


def test_a_product_with_a_tensor_d_is_no_derivative() -> None:
    text = (
        MACROS
        + r"""
Let $d, k, m \in \reals$.

$$ \frac{d k}{d m} = \frac{k}{m} $$
"""
    )
    assert compile_text(text, "d.md").statements[-1].status is Status.VERIFIED


def test_an_upright_d_may_be_a_function() -> None:
    text = (
        MACROS
        + r"""
$$ \mathrm{d}(u, v) = \nfun{\a}{norm} (u - v) \qquad u \in \reals^{\a} \qquad v \in \reals^{\a} $$

Let $x, y \in \reals^{\a}$.

$$ \mathrm{d}(x, y) = \mathrm{d}(y, x) $$
"""
    )
    assert compile_text(text, "d.md").statements[-1].status is Status.VERIFIED


def test_a_derivative_with_a_d_at_a_tensor_is_entry_by_entry() -> None:
    assert status(r"\frac{\mathrm{d} \tanh x}{\mathrm{d} x} = 1 - \tanh^2 x") is Status.VERIFIED
    assert status(r"\frac{d f(x)}{d x} = 2 x f(x)") is Status.VERIFIED
    assert status(r"\frac{d s}{d x}") is Status.ERROR
    assert status(r"\frac{d \nfun{\a}{softmax} x}{d x}") is Status.ERROR


@pytest.mark.parametrize(
    "nested",
    [
        lambda inner: rf"\frac{{d}}{{d t}} {inner}",
        lambda inner: rf"\frac{{d {inner}}}{{d t}}",
        lambda inner: rf"\frac{{d {inner} + 1}}{{d t}}",
        lambda inner: rf"\frac{{d t}}{{d {inner}}}",
        lambda inner: rf"\frac{{\partial t}}{{\partial {inner}}}",
        lambda inner: rf"\left. {inner} + q \right|_{{q = t}}",
        lambda inner: rf"{inner} |_{{q = t}}",
        lambda inner: rf"\partial \exp({inner})",
    ],
)
def test_nothing_takes_long(nested: Callable[[str], str]) -> None:
    """What is nested is read and differentiated once at every level, or not at all."""

    def of_depth(depth: int) -> int:
        display = r"\exp(t \sin t)"
        for _ in range(depth):
            display = nested(display)
        return calls(lambda: compiled(display))

    assert of_depth(24) < 5 * of_depth(8)


def test_a_defined_tensor_is_varied_by_its_name_alone() -> None:
    """By s, s ⊙ x has the derivative x, although s is made of x."""
    assert status(r"\frac{\partial (s \odot x)}{\partial s^*} = x \odot I_{\a,\a^*}") is Status.VERIFIED


def test_functions_that_are_only_declared_are_differentiated() -> None:
    text = (
        MACROS
        + r"""
$$ g \colon \reals^{\a} \to \reals^{\b} \qquad x \in \reals^{\a} \qquad h \in \reals^{\a} $$

$$ \partial g(x; h) = \frac{\partial g(x)}{\partial x^*} \ndot{\a^*} h^* $$

$$ g(x + h) \approx g(x) + \partial g(x; h) $$

$$ \partial g(x; h) = g(h) $$
"""
    )
    found = [s.status for s in compile_text(text, "signed.md").statements[-3:]]
    assert found == [Status.VERIFIED, Status.VERIFIED, Status.FAILED]


def test_the_numbers_of_a_derivative() -> None:
    """Against the complex step, which has no rounding to speak of."""
    report = compiled(r"D = \frac{\partial}{\partial x^*} \tanh(s) \odot f(x)")
    statement = report.statements[-1]
    (x,) = [shown.array for shown in statement.example.inputs if shown.label == "x"]
    value = statement.value
    assert value is not None
    found = np.transpose(np.asarray(value.data), [value.axes.index("a"), value.axes.index("a*")])

    def function(z: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        powers = np.exp(z)
        return np.asarray(np.tanh(powers / powers.sum()) * np.exp((z * z).sum()))

    start = np.asarray(x.data, dtype=complex)
    steps = [function(start + 1e-30j * row).imag / 1e-30 for row in np.eye(start.size)]
    assert np.allclose(found, np.transpose(steps), rtol=1e-9, atol=1e-12)


# --- approximations to first order ---


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        (r"f(x + h) \approx f(x) + \partial f(x; h)", Status.VERIFIED),
        (r"f(x + h) \approx f(x) - \partial f(x; h)", Status.FAILED),
        (r"f(x + h) \approx f(x) + \partial f(x; x) \odot (x \ndot{\a} h)", Status.FAILED),
        (r"f(x - h) \approx f(x) - 2 f(x) \odot (x \ndot{\a} h)", Status.VERIFIED),
        (r"\exp t \approx 1 + t", Status.VERIFIED),
        (r"\frac{1}{1 + t} \approx 1 - t", Status.VERIFIED),
        (r"\sin t \approx t", Status.VERIFIED),
        # another kind of approximation: nobody says that it is wrong
        (r"f(x + h) \approx f(x)", Status.SKIPPED),
        (r"\exp t \approx 1 + 2 t", Status.SKIPPED),
        (r"x + h \approx x", Status.SKIPPED),
        (r"s \approx \nfun{\a}{argmax} x", Status.SKIPPED),
        (r"t x \approx x", Status.SKIPPED),
    ],
)
def test_approximations(claim: str, wanted: Status) -> None:
    assert status(claim) is wanted


@pytest.mark.parametrize("claim", [r"f(x + h) \approx f(x) + \partial f(x; h)", r"\exp t \approx 1 + t"])
def test_the_example_of_an_approximation_is_near(claim: str) -> None:
    """A reader sees that both sides agree, up to the square of what is small."""
    example = compiled(claim).statements[-1].example
    shown = {labelled.label: np.asarray(labelled.array.data) for labelled in example.inputs}
    small = shown.get("h", shown.get("t"))
    assert small is not None
    assert 0 < np.abs(small).max() < 0.05
    left, right = (np.asarray(side.array.data) for side in example.results)
    assert 0 < np.abs(left - right).max() < 40 * np.abs(small).max() ** 2


# --- mistakes in a right derivation ---

DERIVATION = r"""
$$ \ndef{\seq}{seq} \ndef{\key}{key} \ndef{\val}{val} $$

$$
\begin{aligned}
q &\in \reals^{\key} & K &\in \reals^{\seq\times\key} & V &\in \reals^{\seq\times\val} \\
w &= \nfun{\seq}{softmax} (q \ndot{\key} K) \\
y &= w \ndot{\seq} V
\end{aligned}
$$

$$
\begin{aligned}
\partial y &= w \ndot{\seq} \partial V + V \ndot{\seq} \partial w \\
\partial w &= w \odot (\partial (q \ndot{\key} K) - w \ndot{\seq} \partial (q \ndot{\key} K)) \\
\frac{\partial y}{\partial V^*} &= w_{\seq\to\seq^*} \odot I_{\val,\val^*} \\
\frac{\partial y}{\partial q} &= V \ndot{\seq} (w \odot (K - w \ndot{\seq} K)) \\
\frac{\partial y}{\partial K} &= q \odot w \odot (V - w \ndot{\seq} V)
\end{aligned}
$$
"""


def test_a_derivation_is_right() -> None:
    report = compile_text(DERIVATION, "derivation.md")
    assert not report.problems
    assert {s.status for s in report.statements} == {Status.DECLARED, Status.EVALUATED, Status.VERIFIED}


def slips() -> list[tuple[str, str]]:
    """A sign, an axis, a factor or a differential that is another, anywhere in the derivation."""
    start = DERIVATION.index(r"\partial y &=")
    found = []
    for pattern, others in (
        (r" [+-] ", (" + ", " - ")),
        (r"\\ndot\{\\seq\}", (r"\\ndot{\\val}", r"\\odot")),
        (r"\\odot", (r"\\ndot{\\seq}", "+")),
        (r"\\partial V\^\*", (r"\\partial K^*", r"\\partial V^\\dagger")),
        (r"I_\{\\val,\\val\^\*\}", (r"I_{\\key,\\key^*}",)),
    ):
        for place in re.finditer(pattern, DERIVATION):
            for other in others:
                changed = re.sub(pattern, lambda m, o=other: o.replace("\\\\", "\\"), place[0])  # type: ignore[misc]
                if place.start() >= start and changed != place[0]:
                    text = DERIVATION[: place.start()] + changed + DERIVATION[place.end() :]
                    line = text.count("\n", 0, place.start()) + 1
                    found.append((f"line {line}: {place[0]} became {changed}", text))
    return found


@pytest.mark.parametrize(("slip", "text"), slips(), ids=[s for s, _ in slips()])
def test_a_slip_is_found(slip: str, text: str) -> None:
    report = compile_text(text, "derivation.md")
    assert {s.status for s in report.statements} & {Status.FAILED, Status.ERROR}, slip


def test_a_new_name_for_a_derivative_is_defined_by_it() -> None:
    report = compiled(r"\frac{\partial f(x)}{\partial x} = D", r"D + 1 = 2 x f(x) + 1")
    assert [s.status for s in report.statements[-2:]] == [Status.EVALUATED, Status.VERIFIED]


# --- updates ---

STEP = (
    MACROS
    + r"""
$$
\begin{aligned}
W &\in \reals^{\a} \\
L &= \nsum{\a} W^2 \\
W &\leftarrow W - 0.1 \frac{\partial L}{\partial W}
\end{aligned}
$$
"""
)


def test_what_stands_before_an_update_is_made_of_the_old_value() -> None:
    report = compile_text(STEP, "step.md")
    assert not report.problems
    assert [s.status for s in report.statements] == [Status.DECLARED, Status.EVALUATED, Status.EVALUATED]
    (old,) = [shown.array for shown in report.statements[1].example.inputs]
    new = report.statements[2].value
    assert new is not None
    assert np.allclose(new.data, 0.8 * np.asarray(old.data))


@pytest.mark.parametrize(("right", "status"), [("2 W", Status.VERIFIED), ("0", Status.SKIPPED)])
def test_after_an_update_a_derivative_by_the_name_is_not_taken_for_zero(right: str, status: Status) -> None:
    claim = r"$$ \frac{\partial L}{\partial W} = " + right + " $$"
    report = compile_text(STEP + "\nThen\n\n" + claim + "\n", "step.md")
    assert report.statements[-1].status is status


def test_increments_are_shown_where_a_row_names_them_only_within_others() -> None:
    """Without them nobody could work the numbers out."""
    report = compiled(r"\partial (x \odot x) = \partial x^2")
    example = report.statements[-1].example
    shown = {labelled.label: labelled.array for labelled in example.inputs}
    wanted = 2 * np.asarray(shown["x"].data) * np.asarray(shown["∂x"].data)
    for side in example.results:
        assert np.allclose(np.asarray(side.array.data), wanted, rtol=1e-12)
