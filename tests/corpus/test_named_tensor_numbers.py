"""What the rows of the published paper compute is what plain numpy computes, to 1e-9.

The inputs are those that the report shows beside the rows, where it shows them all; else those that were drawn for
the row. Axes that could be taken for one another have different sizes where the row is run again.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ntdoc.operations.array import NamedArray
from tests.corpus import networks as net
from tests.corpus.networks import Array, Layer
from tests.corpus.paper import MENDED, PAPER, Page, close, compiled, copy, matrix

pytestmark = pytest.mark.skipif(not PAPER.is_file(), reason="the corpus of published documents is not here")

Named = dict[str, NamedArray]
COMPANION = r"% ntdoc: size \heads = 2, \seq = 5, \vocab = 7, \key = 3, \hidden = 4"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return compiled(copy(tmp_path_factory.mktemp("mended"), MENDED))


@pytest.fixture(scope="module")
def sized(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """With one size for each axis of the Transformer in the whole document, and no two that are the same."""
    return compiled(copy(tmp_path_factory.mktemp("sized"), MENDED, COMPANION))


def several(found: Named, axes: dict[str, str]) -> list[Array]:
    return [matrix(found[name], own) for name, own in axes.items()]


# --- feedforward and recurrent networks ---


def test_layers_of_their_own_axes(page: Page) -> None:
    found = page.around("examples.tex", 7, 10)
    x = matrix(found["X^0"], "input")
    for number, (into, out) in enumerate(pairwise(["input", "hidden_1", "hidden_2", "out"]), 1):
        x = net.dense(matrix(found[f"W^{number}"], f"{out} {into}"), x, matrix(found[f"b^{number}"], out))
        assert close(matrix(found[f"X^{number}"], out), x)


def test_fully_connected_layers(page: Page) -> None:
    one = page.shown("examples.tex", 16)
    w, x, b = several(one, {"W^l": "layer' layer", "x": "layer", "b^l": "layer'"})
    assert close(matrix(one["FullConn^l(x)"], "layer"), net.dense(w, x, b))
    found = page.around("examples.tex", 20, 28)
    x = matrix(found["X^0"], "layer")
    for number in (1, 2, 3):
        x = net.dense(matrix(found[f"W^{number}"], "layer' layer"), x, matrix(found[f"b^{number}"], "layer'"))
        assert close(matrix(found[f"X^{number}"], "layer"), x)


def test_recurrent_network(page: Page) -> None:
    step = page.shown("examples.tex", 41)
    w_h, w_i, b = several(step, {"W^h": "hidden hidden'", "W^i": "input hidden'", "b": "hidden'"})
    shown = matrix(step["h^t"], "hidden")
    assert close(shown, net.recurrent(w_h, matrix(step["h^1"], "hidden"), w_i, matrix(step["x^2"], "input"), b))
    found = page.around("examples.tex", 36, 40)
    h = matrix(found["h^0"], "hidden")
    for t in (1, 2):
        h = net.recurrent(w_h, h, w_i, matrix(found[f"x^{t}"], "input"), b)
    assert close(shown, h)


# --- attention ---


def test_attention(sized: Page) -> None:
    for line, mask in ((50, False), (59, True)):
        found = sized.shown("examples.tex", line)
        q, k, v = several(found, {"Q": "key", "K": "seq key", "V": "seq val"})
        wanted = net.attention(q, k, v, matrix(found["M"], "seq") if mask else 0.0)
        result = found["Attention(Q, K, V, M)" if mask else "Attention(Q, K, V)"]
        assert close(matrix(result, "val"), wanted)


def test_masked_attention_with_heads(sized: Page) -> None:
    found = sized.shown("examples_long.tex", 52, "Y")
    axes = {"Q": "heads seq' key", "K": "heads seq key", "V": "heads seq val", "M": "seq' seq"}
    heads = net.many_headed(*several(found, axes))
    wanted = net.einsum("hvl,htv->tl", matrix(found["W^l,O"], "heads val layer"), heads)
    assert close(matrix(found["Y"], "seq layer"), wanted)


# --- convolution and pooling ---


def test_unrolling_and_pooling(page: Page) -> None:
    for line, name, pooled in ((69, "unroll(X)", False), (102, "pool(X)", True), (70, "Y", False), (103, "Y", True)):
        found = page.shown("examples.tex", line)
        x, result = matrix(found["X"], "seq"), matrix(found[name], "seq kernel")
        width = result.shape[1]
        assert width > 1
        assert close(result, net.windows(x, width, width if pooled else 1))


def test_convolution(page: Page) -> None:
    one = page.shown("examples.tex", 76)
    x, w, b = several(one, {"X": "chans seq", "W": "chans' chans kernel", "b": "chans'"})
    assert close(matrix(one["Conv1d(X; W, b)"], "chans' seq"), net.conv1d(x, w, b))
    two = page.shown("examples.tex", 88)
    x, w, b = several(two, {"X": "chans height width", "W": "chans' chans kh kw", "b": "chans'"})
    assert close(matrix(two["Conv2d(X; W, b)"], "chans' height width"), net.conv2d(x, w, b))


def test_max_pooling(page: Page) -> None:
    one = page.shown("examples.tex", 109)
    x, result = matrix(one["X"], "seq"), matrix(one["MaxPool1d_k(X)"], "seq")
    assert close(result, net.max_pool_1d(x, len(x) // len(result)))
    two = page.shown("examples.tex", 112)
    x, result = matrix(two["X"], "height width"), matrix(two["MaxPool2d_kh,kw(X)"], "height width")
    windows = (x.shape[0] // result.shape[0], x.shape[1] // result.shape[1])
    assert windows[0] != windows[1]
    assert close(result, net.max_pool_2d(x, *windows))


# --- normalization ---


@pytest.mark.parametrize(
    ("line", "name", "own", "over"),
    [
        (134, "BatchNorm", "chans", (0, 2)),
        (135, "InstanceNorm", "chans", (2,)),
        (136, "LayerNorm", "chans layer", (1, 2)),
    ],
)
def test_normalization(page: Page, line: int, name: str, own: str, over: tuple[int, ...]) -> None:
    epsilon = float(page.shown("examples.tex", 128)["epsilon"].data)
    found = page.shown("examples.tex", line)
    axes = ["batch", "chans", "layer"]
    x = matrix(found["X"], " ".join(axes))
    scale, shift = (
        matrix(found[letter], own).reshape([found[letter].sizes.get(axis, 1) for axis in axes])
        for letter in ("gamma", "beta")
    )
    standard = net.standardize(x, over, epsilon)
    assert close(matrix(found[f"{name}(X; gamma, beta)"], " ".join(axes)), standard * scale + shift)


def test_standardize(page: Page) -> None:
    found = page.shown("examples.tex", 128)
    wanted = net.standardize(matrix(found["X"], "ax"), (0,), float(found["epsilon"].data))
    assert close(matrix(found["standardize(X)"], "ax"), wanted)


# --- the Transformer ---


def test_positional_encoding(page: Page, sized: Page) -> None:
    for one in (page, sized):
        shown = matrix(one.shown("examples_long.tex", 10)["P"], "seq layer")
        assert close(shown, net.positions(*shown.shape))


def layer_of(shown: Named, n: int) -> Layer:
    axes = {f"W^{n},{x}": f"heads layer {'val' if x == 'V' else 'key'}" for x in "QKV"}
    axes |= {f"W^{n},O": "heads val layer", f"W^{n},1": "hidden layer", f"b^{n},1": "hidden"}
    axes |= {f"W^{n},2": "layer hidden", f"b^{n},2": "layer"}
    after, end = (tuple(several(shown, {f"gamma^{x}": "layer", f"beta^{x}": "layer"})) for x in (f"{n}", f"{n}'"))
    return Layer((after, end), *several(shown, axes))


def test_the_transformer_from_what_the_report_shows(sized: Page) -> None:
    """`O` of two layers from `I`, `E` and the weights that stand beside their declarations."""
    shown = sized.around("examples_long.tex", 7, 9) | sized.around("examples_long.tex", 28, 63)
    epsilon = float(sized.shown("examples.tex", 128)["epsilon"].data)
    words, embedding = several(shown, {"I": "seq vocab", "E": "vocab layer"})
    run = net.transformer(words, embedding, [layer_of(shown, 1), layer_of(shown, 2)], epsilon)
    for line, name, wanted in (
        (18, "X^0", run.start),
        (19, "T^1", run.middles[0]),
        (20, "X^1", run.ends[0]),
        (22, "T^L", run.middles[1]),
        (23, "X^L", run.ends[1]),
    ):
        assert close(matrix(sized.shown("examples_long.tex", line, name)[name], "seq layer"), wanted), name
    assert close(matrix(sized.shown("examples_long.tex", 24)["O"], "seq vocab"), run.output)


def test_the_transformer_from_what_was_drawn_for_its_last_row(page: Page) -> None:
    ran = page.ran("examples_long.tex", 24)[0]
    words, embedding = several(ran.drawn, {"I": "seq vocab", "E": "vocab layer"})
    epsilon = float(ran.drawn["epsilon"].data)
    run = net.transformer(words, embedding, [layer_of(ran.drawn, 1), layer_of(ran.drawn, 2)], epsilon)
    assert close(matrix(ran.sides[0], "seq vocab"), run.output)


# --- LeNet ---


def lenet(drawn: Named, pools: tuple[tuple[int, int], tuple[int, int]]) -> list[net.Image]:
    """Each image of the batch by itself."""
    weights = {f"W^{n}": matrix(drawn[f"W^{n}"], "chans' chans kh kw") for n in (1, 2)}
    weights |= {f"b^{n}": matrix(drawn[f"b^{n}"], "chans'") for n in (1, 2)}
    return [net.convolved(x, weights, pools) for x in matrix(drawn["X^0"], "batch chans height width")]


OBLONG = {"c_0": 2, "kh_1": 3, "kw_1": 2, "c_1": 3, "kh_2": 2, "kw_2": 3, "c_2": 4} | {"ph^1": 2, "ph^2": 2}
OBLONG |= {"|height|": 12, "|width|": 17, "|layer|": 24, "|hidden|": 5, "|classes|": 3}
"""Windows and images that are not square."""


@pytest.mark.parametrize("sizes", [{}, OBLONG], ids=["sizes of the report", "oblong"])
def test_lenet(page: Page, sizes: dict[str, int]) -> None:
    ran = page.ran("examples_long.tex", 75, sizes, "O")[0]
    width = ran.sizes["ph^1"], ran.sizes["ph^2"]
    assert min(width) > 1
    w_3, b_3 = several(ran.drawn, {"W^3": "hidden layer", "b^3": "hidden"})
    w_4, b_4 = several(ran.drawn, {"W^4": "classes hidden", "b^4": "classes"})
    wanted = []
    for image in lenet(ran.drawn, ((width[0], width[0]), (width[1], width[1]))):
        flat = image.x_2.transpose(1, 2, 0).reshape(-1)  # height, width, chans
        hidden = np.maximum(net.einsum("hl,l->h", w_3, flat) + b_3, 0)
        wanted.append(net.softmax(net.einsum("ch,h->c", w_4, hidden) + b_4))
    assert len(wanted) > 1
    assert close(matrix(ran.sides[0], "batch classes"), np.stack(wanted))


IMAGES = "batch chans height width"


def pooled(images: Array, height: int, width: int) -> Array:
    return np.stack([[net.max_pool_2d(channel, height, width) for channel in image] for image in images])


def test_pooling_of_a_batch_from_what_the_report_shows(page: Page) -> None:
    for line, name, before in ((71, "X^1", "T^1"), (79, "X^2", "T^2")):
        found = page.shown("examples_long.tex", line, name)
        images, result = matrix(found[before], IMAGES), matrix(found[name], IMAGES)
        assert close(result, pooled(images, images.shape[2] // result.shape[2], images.shape[3] // result.shape[3]))
    found = page.shown("examples_long.tex", 73, "X^2")
    images, rows = matrix(found["T^2"], IMAGES), matrix(found["X^2"], "batch layer")
    width = round((images[0].size / rows.shape[1]) ** 0.5)  # the windows are square
    wanted = pooled(images, width, width).transpose(0, 2, 3, 1)  # height, width, chans
    assert close(rows, wanted.reshape(rows.shape))


def test_convolutions_of_a_batch(page: Page) -> None:
    for line, field in ((72, "t_2"), (79, "x_2")):
        ran = page.ran("examples_long.tex", line)[0]
        pools = tuple((ran.sizes.get(f"ph^{n}", 1),) * 2 for n in (1, 2))
        wanted = [getattr(image, field) for image in lenet(ran.drawn, (pools[0], pools[1]))]
        assert close(matrix(ran.sides[0], IMAGES), np.stack(wanted))


def test_lenet_without_flattening(page: Page) -> None:
    ran = page.ran("examples_long.tex", 80, name="X^3")[0]
    w_3, b_3 = several(ran.drawn, {"W^3": "hidden chans height width", "b^3": "hidden"})
    pools = tuple((ran.sizes[f"ph^{n}"],) * 2 for n in (1, 2))
    images = lenet(ran.drawn, (pools[0], pools[1]))
    wanted = [np.maximum(net.einsum("ochw,chw->o", w_3, image.x_2) + b_3, 0) for image in images]
    assert close(matrix(ran.sides[0], "batch hidden"), np.stack(wanted))
