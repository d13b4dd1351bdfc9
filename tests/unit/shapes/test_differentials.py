"""The differential of every operation and every kind of plan, against differences of high order.

The functions to compare with are written in plain numpy here. A difference of order eight with steps of a hundredth is
right to about 1e-12 for functions that are smooth near the sample.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pytest

from ntdoc.evaluation.run import Runner
from ntdoc.nodes import Node
from ntdoc.operations.array import NamedArray, transpose_to
from ntdoc.operations.domain import Domain
from ntdoc.operations.table import ARITHMETIC, OPERATIONS, SLOPES, Rule
from ntdoc.shapes import plan as p
from ntdoc.shapes.calculus.differentials import Differentials, Seed
from ntdoc.shapes.calculus.slopes import ALONG, FLAT, SLOPE, TOGETHER
from ntdoc.shapes.rewriting import replaced
from ntdoc.shapes.sizes import default_size, number
from ntdoc.source import Source, Span

Numbers = np.ndarray[Any, Any]

STEP = 0.01
FIRST = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
SECOND = {0: -205 / 72, 1: 8 / 5, 2: -1 / 5, 3: 8 / 315, 4: -1 / 560}

A, B = default_size("a"), default_size("b")
SHAPE = (("a", A), ("b", B))
SIZES = {"|a|": 3, "|b|": 3}
X = p.Sampled("X", SHAPE, Domain())
Y = p.Sampled("Y", SHAPE, Domain())
START = np.array([[0.31, -0.42, 0.23], [-0.61, 0.52, 0.14], [0.73, 0.27, -0.35]])
OTHER = np.array([[1.3, 0.7, 2.1], [0.9, 1.6, 1.1], [2.3, 0.95, 1.7]])
CHANGE = np.array([[0.4, 0.3, -0.7], [0.2, -0.5, 0.6], [0.1, 0.8, -0.3]])
CHANGE_OF_OTHER = np.array([[-0.2, 0.5, 0.3], [0.7, -0.4, 0.1], [0.6, -0.8, 0.2]])


class At(Runner):
    """A runner in which X, Y and their differentials have the values above, moved by some steps."""

    def __init__(self, steps: int = 0, scale: float = 1.0, shift: float = 0.0) -> None:
        super().__init__(SIZES)
        h = steps * STEP
        self.values = {
            "X": scale * START + shift + h * CHANGE,
            "Y": OTHER + h * CHANGE_OF_OTHER,
            "∂X": CHANGE,
            "∂Y": CHANGE_OF_OTHER,
        }

    def _sample(self, plan: p.Sampled) -> NamedArray:
        return NamedArray(("a", "b"), self.values[plan.key])


def seeds(leaf: Node) -> Seed | None:
    if isinstance(leaf, p.Sampled) and not leaf.key.startswith("∂"):
        return Seed(p.Sampled("∂" + leaf.key, leaf.shape, leaf.domain), ("a", "b"))
    return None


def along(plan: p.Plan, order: int = 1) -> p.Plan:
    """The differential, of the first order or the second."""
    found = plan
    for _ in range(order):
        change = Differentials(seeds).of(found)
        assert change is not None
        found = change
    return found


def numbers(runner: Runner, plan: p.Plan, axes: tuple[str, ...]) -> Numbers:
    value = runner.run(plan, {})
    sizes = {"a": 3, "b": 3}
    missing = [axis for axis in axes if axis not in value.axes]
    data = np.broadcast_to(value.data, [sizes[axis] for axis in missing] + list(np.shape(value.data)))
    return np.asarray(transpose_to(NamedArray((*missing, *value.axes), data), axes).data)


def differences(function: Callable[[int], Numbers], order: int = 1) -> Numbers:
    if order == 1:
        return sum((w * (function(k) - function(-k)) for k, w in FIRST.items()), np.array(0.0)) / STEP
    middle = SECOND[0] * function(0)
    return sum((SECOND[k] * (function(k) + function(-k)) for k in FIRST), middle) / STEP**2


# --- the rows of the table ---


def _entrywise(function: Callable[[float], float]) -> Callable[[Numbers], Numbers]:
    return lambda x: np.vectorize(function)(x)


def _sigmoid(x: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-x)))


# name: (function of one entry, scale, shift) with the sample inside the domain
ENTRYWISE: dict[str, tuple[Callable[[Numbers], Numbers], float, float]] = {
    "id": (lambda x: x, 1, 0),
    "negate": (lambda x: -x, 1, 0),
    "exp": (np.exp, 1, 0),
    "expm1": (np.expm1, 1, 0),
    "log": (np.log, 1, 2),
    "log1p": (np.log1p, 1, 1),
    "log2": (np.log2, 1, 2),
    "log10": (np.log10, 1, 2),
    "sqrt": (np.sqrt, 1, 2),
    "abs": (np.abs, 1, 0),
    "sin": (np.sin, 1, 0),
    "cos": (np.cos, 1, 0),
    "tan": (np.tan, 1, 0),
    "cot": (lambda x: np.cos(x) / np.sin(x), 1, 1.5),
    "sec": (lambda x: 1 / np.cos(x), 1, 0),
    "csc": (lambda x: 1 / np.sin(x), 1, 1.5),
    "arcsin": (np.arcsin, 0.7, 0),
    "arccos": (np.arccos, 0.7, 0),
    "arctan": (np.arctan, 1, 0),
    "sinh": (np.sinh, 1, 0),
    "cosh": (np.cosh, 1, 0),
    "tanh": (np.tanh, 1, 0),
    "coth": (lambda x: np.cosh(x) / np.sinh(x), 1, 2),
    "arcsinh": (np.arcsinh, 1, 0),
    "arccosh": (np.arccosh, 1, 2.5),
    "arctanh": (np.arctanh, 0.5, 0),
    "sigmoid": (_sigmoid, 1, 0),
    "log_sigmoid": (lambda x: np.log(_sigmoid(x)), 1, 0),
    "softplus": (lambda x: np.log(1 + np.exp(x)), 1, 0),
    "relu": (lambda x: np.where(x > 0, x, 0), 1, 0),
    "elu": (lambda x: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1), 1, 0),
    "silu": (lambda x: x * _sigmoid(x), 1, 0),
    "gelu": (_entrywise(lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2), 1, 0),
    "erf": (_entrywise(math.erf), 1, 0),
    "erfc": (_entrywise(math.erfc), 1, 0),
}


@pytest.mark.parametrize("name", ENTRYWISE)
@pytest.mark.parametrize("order", [1, 2])
def test_functions_of_one_entry(name: str, order: int) -> None:
    function, scale, shift = ENTRYWISE[name]
    # in a product, so that the second differential is not that of a function of one entry alone
    plan = p.Operate("multiply", (), (p.Operate(name, (), (X,)), Y))

    def value(k: int) -> Numbers:
        return function(scale * START + shift + k * STEP * CHANGE) * (OTHER + k * STEP * CHANGE_OF_OTHER)

    found = numbers(At(0, scale, shift), along(plan, order), ("a", "b"))
    assert np.allclose(found, differences(value, order), rtol=1e-8, atol=1e-9)


PAIRS: dict[str, Callable[[Numbers, Numbers], Numbers]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": lambda x, y: x**y,
    "arctan2": np.arctan2,
    "mod": lambda x, y: x - y * np.floor(x / y),
    "maximum": lambda x, y: np.where(x > y, x, y),
    "minimum": lambda x, y: np.where(x > y, y, x),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("order", [1, 2])
def test_functions_of_two_entries(name: str, order: int) -> None:
    """Both change: X is moved so that it is positive, and on both sides of Y."""
    plan = p.Operate("exp", (), (p.Operate(name, (), (X, Y)),))
    if name in ("add", "subtract") and order == 1:
        plan = plan.arguments[0]  # type: ignore[assignment]

    def value(k: int) -> Numbers:
        result = PAIRS[name](START + 1.4 + k * STEP * CHANGE, OTHER + k * STEP * CHANGE_OF_OTHER)
        return result if name in ("add", "subtract") and order == 1 else np.exp(result)

    found = numbers(At(0, 1, 1.4), along(plan, order), ("a", "b"))
    assert np.allclose(found, differences(value, order), rtol=1e-7, atol=1e-8)


def test_products_with_a_logarithm() -> None:
    plan = p.Operate("xlogy", (), (Y, X))
    value = lambda k: (OTHER + k * STEP * CHANGE_OF_OTHER) * np.log(START + 1.4 + k * STEP * CHANGE)  # noqa: E731
    found = numbers(At(0, 1, 1.4), along(plan, 1), ("a", "b"))
    assert np.allclose(found, differences(value, 1), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0, 3.0, -1.0])
def test_powers_with_a_constant_exponent_at_zero_and_below(exponent: float) -> None:
    plan = p.Operate("power", (), (X, p.Constant(exponent)))
    change = Differentials(seeds).of(plan)
    if change is None:
        assert exponent == 0
        return
    found = numbers(At(), change, ("a", "b"))
    assert np.allclose(found, exponent * START ** (exponent - 1) * CHANGE)
    if exponent > 0:
        assert np.isfinite(numbers(At(0, 0.0), change, ("a", "b"))).all()


ALONG_B: dict[str, Callable[[Numbers], Numbers]] = {
    "sum": lambda x: x.sum(1),
    "mean": lambda x: x.mean(1),
    "prod": lambda x: x.prod(1),
    "var": lambda x: x.var(1),
    "std": lambda x: x.std(1),
    "norm": lambda x: np.sqrt((x * x).sum(1)),
    "max": lambda x: x.max(1),
    "min": lambda x: x.min(1),
    "logsumexp": lambda x: np.log(np.exp(x).sum(1)),
    "softmax": lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True),
    "log_softmax": lambda x: x - np.log(np.exp(x).sum(1, keepdims=True)),
    "standardize": lambda x: (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True),
    "cumsum": lambda x: x.cumsum(1),
}


@pytest.mark.parametrize("name", ALONG_B)
@pytest.mark.parametrize("order", [1, 2])
def test_functions_along_an_axis(name: str, order: int) -> None:
    inner = p.Operate(name, ("b",), (p.Operate("sin", (), (X,)),))
    plan = p.Operate("exp", (), (inner,))
    kept = ("a", "b") if ALONG_B[name](START).ndim == 2 else ("a",)

    def value(k: int) -> Numbers:
        return np.exp(ALONG_B[name](np.sin(START + k * STEP * CHANGE)))

    assert np.allclose(numbers(At(), along(plan, order), kept), differences(value, order), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("name", ALONG_B)
def test_along_two_axes_taken_together(name: str) -> None:
    plan = p.Operate(name, ("a", "b"), (X,))

    def value(k: int) -> Numbers:
        x = START + k * STEP * CHANGE
        if name == "cumsum":
            return x.cumsum(0).cumsum(1)
        result = ALONG_B[name](x.reshape(1, -1))
        return result.reshape(3, 3) if result.size == 9 else result.reshape(())

    axes = ("a", "b") if value(0).ndim else ()
    assert np.allclose(numbers(At(), along(plan), axes), differences(value), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("name", ALONG_B)
def test_what_changes_without_the_axis_is_broadcast_first(name: str) -> None:
    """X + c with only the number c changing: its differential has no axis to sum over."""
    free = p.Sampled("c", (), Domain())

    def only(leaf: Node) -> Seed | None:
        return Seed(p.Constant(1.0), ()) if leaf is free else None

    total = p.Operate("multiply", (), (X, p.Operate("exp", (), (p.Operate("multiply", (), (free, p.Constant(1.0))),))))
    plan = p.Operate(name, ("b",), (total,))
    change = Differentials(only).of(plan)
    assert change is not None

    class Scalars(At):
        def _sample(self, plan: p.Sampled) -> NamedArray:
            return NamedArray((), np.array(0.3)) if plan.key == "c" else super()._sample(plan)

    def value(k: int) -> Numbers:
        return ALONG_B[name](START * np.exp(0.3 + k * STEP))

    kept = ("a", "b") if value(0).ndim == 2 else ("a",)
    assert np.allclose(numbers(Scalars(), change, kept), differences(value), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "function", "axes"),
    [
        ("det", lambda x: np.linalg.det(x), ()),
        ("trace", lambda x: np.trace(x), ()),
        ("inv", lambda x: np.linalg.inv(x), ("b", "a")),
    ],
)
@pytest.mark.parametrize("order", [1, 2])
def test_functions_of_matrices(
    name: str, function: Callable[[Numbers], Numbers], axes: tuple[str, ...], order: int
) -> None:
    plan = p.Operate(name, ("a", "b"), (p.Operate("exp", (), (X,)),))

    def value(k: int) -> Numbers:
        return np.asarray(function(np.exp(START + k * STEP * CHANGE)))

    assert np.allclose(numbers(At(), along(plan, order), axes), differences(value, order), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("zeros", [1, 2])
def test_a_product_of_which_factors_are_zero(zeros: int) -> None:
    x = np.array([[0.0, 2.0, 3.0], [1.0, 0.0 if zeros > 1 else 4.0, 5.0], [1.0, 1.0, 0.5]])

    class Zeros(At):
        def _sample(self, plan: p.Sampled) -> NamedArray:
            return NamedArray(("a", "b"), x) if plan.key == "X" else super()._sample(plan)

    found = numbers(Zeros(), along(p.Operate("prod", ("a",), (X,))), ("b",))
    wanted = sum(CHANGE[i] * np.delete(x, i, 0).prod(0) for i in range(3))
    assert np.allclose(found, wanted)


def test_every_operation_has_a_rule() -> None:
    """One that is added without a rule is noticed here; documents that differentiate it are told that there is none."""
    others = (Rule.INDEX, Rule.UNROLL, Rule.POOL, Rule.CONCAT)  # these are plans of their own
    names = {o.name for o in (*OPERATIONS, *ARITHMETIC, *SLOPES) if o.rule not in others}
    assert names == {*SLOPE, *TOGETHER, *ALONG, *FLAT}
    assert {*ENTRYWISE} == {*SLOPE}
    assert {*PAIRS, "xlogy"} == {*TOGETHER}  # of that the second is positive
    assert {*ALONG_B, "det", "trace", "inv"} == {*ALONG}


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_what_jumps_does_not_change(name: str) -> None:
    assert Differentials(seeds).of(p.Operate(name, ("a",), (X,))) is None


@pytest.mark.parametrize(
    ("plan", "where"),
    [
        (p.Operate("relu", (), (p.Operate("subtract", (), (X, X)),)), (0, 0)),
        (p.Operate("abs", (), (p.Operate("subtract", (), (X, X)),)), (0, 0)),
        (p.Operate("maximum", (), (X, X)), (0, 0)),
    ],
)
def test_at_a_kink_there_is_no_number(plan: p.Plan, where: tuple[int, int]) -> None:
    change = Differentials(lambda leaf: seeds(leaf)).of(plan)
    assert change is not None
    assert np.isnan(numbers(At(), change, ("a", "b"))[where])


# --- the other plans ---

SPAN = Span(Source("x", "x"), 0, 1)
COUNT = p.Counter("#i", 1, number(2))
SIN = p.Operate("sin", (), (X,))
BODY = p.Operate("multiply", (), (p.Parameter("x"), p.Operate("softmax", ("a",), (p.Parameter("x"),))))
TOTAL = p.Operate("sum", ("a",), (Y,))
GLOBAL = p.Operate("multiply", (), (p.Parameter("x"), p.Operate("sum", ("b",), (p.Operate("exp", (), (X,)),))))

AT = p.Places("a")
BEFORE = p.Operate("maximum", (), (p.Operate("subtract", (), (AT, p.Constant(1.0))), p.Constant(1.0)))
NEXT = p.Operate(
    "add",
    (),
    (
        p.Operate("multiply", (), (p.Taken("a", SIN, AT, SPAN), p.Taken("a", p.Parameter("y"), BEFORE, SPAN))),
        p.Taken("a", Y, AT, SPAN),
    ),
)
FIRST_OR_NEXT = p.Chosen(
    ((p.Operate("exp", (), (p.Taken("a", X, AT, SPAN),)), p.Compared("eq", AT, p.Constant(1.0))), (NEXT, None))
)

PLANS: dict[str, p.Plan] = {
    "Recurrence": p.Recurrence("y", (p.Entries("y", SHAPE, (("a", 1),), FIRST_OR_NEXT),), (("a", 1),)),
    "Recurrence, in no plain order": p.Recurrence("y", (p.Entries("y", SHAPE, (("a", 1),), FIRST_OR_NEXT),), ()),
    "Contract": p.Contract(("a",), SIN, Y),
    "Renamed": p.Operate("multiply", (), (p.Renamed((("a", "b"), ("b", "a")), SIN), SIN)),
    "Flattened": p.Operate(
        "sum",
        ("c",),
        (p.Operate("multiply", (), (p.Flattened(("a", "b"), "c", SIN), p.Flattened(("b", "a"), "c", Y))),),
    ),
    "Unflattened": p.Contract(
        ("a",),
        p.Unflattened("c", (("a", A), ("b", B)), p.Operate("cumsum", ("c",), (p.Flattened(("a", "b"), "c", SIN),))),
        Y,
    ),
    "Taken": p.Operate("sum", ("#i",), (p.Taken("a", p.Operate("multiply", (), (SIN, Y)), COUNT, SPAN),)),
    "Literal": p.Operate(
        "sum", ("c",), (p.Literal("c", None, ((SIN,), (p.Constant(2.0),), (p.Operate("multiply", (), (X, Y)),))),)
    ),
    "Chosen": p.Chosen(((p.Operate("multiply", (), (X, X)), p.Compared("gt", X, p.Constant(0.2))), (SIN, None))),
    "Spread": p.Operate("sum", ("#i",), (p.Operate("exp", (), (p.Spread((("#i", number(2)),), X),)),)),
    "Concatenated": p.Operate("logsumexp", ("a",), (p.Concatenated("a", (X, p.Spread((("a", A),), TOTAL), Y)),)),
    "Windows": p.Operate("max", ("k",), (p.Windows("unroll", "a", "k", number(2), SIN),)),
    "Smooth": p.Smooth("f", (("a",), ("b",)), (("c", number(2)),), (SIN, p.Operate("sum", ("a",), (Y,)))),
    "Defined": p.Operate("multiply", (), (p.Defined(1, SIN), p.Defined(1, SIN))),
    "Shared": p.Shared(p.Operate("exp", (), (SIN,))),
    "Like": p.Operate("exp", (), (p.Like(p.Operate("sum", ("b",), (X,)), Y),)),
    "Call": p.Call(p.Function("f", (("x", ("a",)),), BODY, ("a",)), (SIN,)),
    "Call, lifted, with a leaf in the body": p.Call(
        p.Function("f", (("x", ("a",)),), GLOBAL, ("a",)), (p.Renamed((("b", "c"),), SIN),)
    ),
    "Call of a call": p.Call(
        p.Function(
            "g",
            (("x", ()),),
            p.Call(
                p.Function("h", (("x", ()),), p.Operate("exp", (), (p.Parameter("x"),)), ()),
                (p.Operate("sin", (), (p.Parameter("x"),)),),
            ),
            (),
        ),
        (X,),
    ),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("order", [1, 2])
def test_plans(name: str, order: int) -> None:
    plan = PLANS[name]
    here = At().run(plan, {})
    axes = here.axes

    def value(k: int) -> Numbers:
        return np.asarray(transpose_to(At(k).run(plan, {}), axes).data)

    change = along(plan, order)
    found = At().run(p.Like(change, plan), {})
    assert {*found.axes} == {*axes}
    wanted = differences(value, order)
    assert np.allclose(transpose_to(found, axes).data, wanted, rtol=1e-7, atol=1e-8)
    assert np.abs(wanted).max() > 1e-3


def test_every_kind_of_plan_is_tried() -> None:
    constant = {
        p.Constant,
        p.Sampled,
        p.Drawn,
        p.Averaged,  # of a mean over chances, with the rest of these
        p.Parameter,
        p.SizeValue,
        p.Counter,
        p.Places,
        p.Eye,
        p.Unit,
        p.Compared,
        p.Linear,
        p.Operate,
        p.Limiting,  # without a rule: a limit and a derivative do not always change places
    }
    assert {k.__name__ for k in get_args(p.Plan)} - {k.__name__ for k in constant} <= {*PLANS}


# --- derivatives: the increment is the identity ---


def by_identity(plan: p.Plan, fresh: dict[str, str]) -> p.Plan:
    unit = p.Eye(tuple((axis, fresh[axis], size) for axis, size in SHAPE))
    found = Differentials(
        lambda leaf: Seed(unit, ("a", "b")) if isinstance(leaf, p.Sampled) and leaf.key == "X" else None
    ).of(plan)
    assert found is not None
    return found


@pytest.mark.parametrize("name", sorted({*PLANS} - {"Shared"}))
def test_a_derivative_contracted_with_an_increment_is_the_differential(name: str) -> None:
    plan = replaced(PLANS[name], "Y", lambda leaf: p.Sampled("∂Y", leaf.shape, leaf.domain))  # X alone varies
    jacobian = p.Like(by_identity(plan, {"a": "a1", "b": "b1"}), plan)
    contracted = p.Contract(
        ("a1", "b1"), jacobian, p.Renamed((("a", "a1"), ("b", "b1")), p.Sampled("∂X", SHAPE, Domain()))
    )
    one, two = At().run(contracted, {}), At().run(p.Like(along(plan), plan), {})
    assert np.allclose(transpose_to(one, two.axes).data, two.data, rtol=1e-12, atol=1e-12)


def test_what_occurs_often_is_run_once() -> None:
    """Squaring forty times over makes a value that contains X 2^40 times: shared, it is forty steps."""
    plan: p.Plan = p.Operate("multiply", (), (X, p.Constant(0.001)))
    for _ in range(40):
        plan = p.Shared(plan)
        plan = p.Operate("tanh", (), (p.Operate("multiply", (), (plan, plan)),))
    runner = At()
    runner.run(along(plan), {})
    assert runner._steps < 2000


def test_deep_calls_are_differentiated_once_each() -> None:
    body: p.Plan = p.Operate("sin", (), (p.Parameter("x"),))
    for depth in range(12):
        function = p.Function(f"f{depth}", (("x", ()),), body, ())
        inner = p.Call(function, (p.Parameter("x"),))
        body = p.Operate("multiply", (), (inner, p.Call(function, (p.Operate("sin", (), (p.Parameter("x"),)),))))
    made = along(p.Call(p.Function("f", (("x", ()),), body, ()), (X,)))
    seen: set[int] = set()
    pending: list[object] = [made]
    while pending:
        item = pending.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, Node):
            pending.extend(getattr(item, name) for name in item.__dataclass_fields__)  # type: ignore[attr-defined]
        elif isinstance(item, tuple):
            pending.extend(item)
    assert len(seen) < 20_000
