"""How each known operation is spelt in numpy, torch and jax, for code that runs without ntdoc.

A spelling is an expression with places for the arguments, `{0}`, `{1}`, and for the axes that it works on, `{axis}`,
counted from the end; `{keep}` is where a reduction says that it keeps them. One that begins with `_` calls a function
of `helpers.py`, which is written along.
"""

from __future__ import annotations

from typing import NamedTuple


class Spelling(NamedTuple):
    """One operation in the libraries, in numpy, torch and jax.

    `number` is for numbers of Python, where there is such. `several` is for torch, which takes one axis at a time in
    places; `operator` is the sign of an operation that is written with one.
    """

    numpy: str
    torch: str
    jax: str
    number: str = ""
    several: str = ""
    operator: str = ""

    def of(self, library: str, axes: int = 1) -> str:
        """The spelling for so many axes."""
        if library == "torch":
            return self.several if axes > 1 and self.several else self.torch
        return self.numpy if library == "numpy" else self.jax


def _alike(text: str, number: str = "", operator: str = "") -> Spelling:
    """What all libraries write alike."""
    return Spelling(text, text, text, number, operator=operator)


def _same(name: str, number: str = "", torch: str = "") -> Spelling:
    """A function of one entry that the libraries have under one name."""
    own = f"math.{name}({{0}})" if number == "" else number
    return Spelling(f"np.{name}({{0}})", f"torch.{torch or name}({{0}})", f"jnp.{name}({{0}})", own)


def _arc(name: str) -> Spelling:
    """An inverse function: numpy and jax call it otherwise than torch and Python do."""
    short = name.replace("arc", "a")
    return Spelling(f"np.{name}({{0}})", f"torch.{short}({{0}})", f"jnp.{name}({{0}})", f"math.{short}({{0}})")


def _operator(sign: str) -> Spelling:
    return _alike(f"{{0}} {sign} {{1}}", operator=sign)


def _one_over(name: str) -> Spelling:
    numpy, torch, jax, number = (f"1 / {module}.{name}({{0}})" for module in ("np", "torch", "jnp", "math"))
    return Spelling(numpy, torch, jax, number, operator="/")


def _reduction(name: str, torch: str = "", several: str = "") -> Spelling:
    there = torch or f"torch.{name}({{0}}, dim={{axis}}{{keep}})"
    return Spelling(
        f"np.{name}({{0}}, axis={{axis}}{{keep}})", there, f"jnp.{name}({{0}}, axis={{axis}}{{keep}})", several=several
    )


def _helper(name: str, torch: str = "", jax: str = "", several: str = "") -> Spelling:
    """A function along axes that numpy lacks."""
    own = f"_{name}({{0}}, {{axis}})"
    return Spelling(own, torch or own, jax or own, several=several)


SPELLINGS: dict[str, Spelling] = {
    # --- functions of single entries ---
    **{name: _same(name) for name in ("exp", "expm1", "log", "log1p", "log2", "log10", "sqrt")},
    **{name: _same(name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "floor", "ceil")},
    **{name: _arc(name) for name in ("arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh")},
    "abs": _same("abs", "abs({0})"),
    "sign": _same("sign", "np.sign({0})")._replace(number=""),
    "round": _same("round", "round({0})"),
    "cot": _one_over("tan"),
    "sec": _one_over("cos"),
    "csc": _one_over("sin"),
    "coth": _one_over("tanh"),
    "sigmoid": Spelling("_sigmoid({0})", "torch.sigmoid({0})", "jax.nn.sigmoid({0})"),
    "log_sigmoid": Spelling("_log_sigmoid({0})", "torch.nn.functional.logsigmoid({0})", "jax.nn.log_sigmoid({0})"),
    "softplus": Spelling("np.logaddexp({0}, 0)", "_softplus({0})", "jax.nn.softplus({0})"),
    "relu": Spelling("np.maximum({0}, 0)", "torch.relu({0})", "jax.nn.relu({0})"),
    "elu": Spelling("_elu({0})", "torch.nn.functional.elu({0})", "jax.nn.elu({0})"),
    "silu": Spelling("_silu({0})", "torch.nn.functional.silu({0})", "jax.nn.silu({0})"),
    "gelu": Spelling("_gelu({0})", "torch.nn.functional.gelu({0})", "jax.nn.gelu({0}, approximate=False)"),
    "id": _alike("{0}", "{0}"),
    "stop_gradient": Spelling("{0}", "torch.Tensor.detach({0})", "jax.lax.stop_gradient({0})", "{0}"),
    "erf": Spelling("_erf({0})", "torch.special.erf({0})", "jax.scipy.special.erf({0})", "math.erf({0})"),
    "erfc": Spelling("_erfc({0})", "torch.special.erfc({0})", "jax.scipy.special.erfc({0})", "math.erfc({0})"),
    # --- of several, entry by entry ---
    "arctan2": Spelling(
        "np.arctan2({0}, {1})", "torch.atan2({0}, {1})", "jnp.arctan2({0}, {1})", "math.atan2({0}, {1})"
    ),
    "mod": _operator("%"),
    "maximum": Spelling("np.maximum({0}, {1})", "torch.maximum({0}, {1})", "jnp.maximum({0}, {1})", "max({0}, {1})"),
    "minimum": Spelling("np.minimum({0}, {1})", "torch.minimum({0}, {1})", "jnp.minimum({0}, {1})", "min({0}, {1})"),
    "add": _operator("+"),
    "subtract": _operator("-"),
    "multiply": _operator("*"),
    "divide": _operator("/"),
    "power": _operator("**"),
    "negate": _alike("-{0}", "-{0}", "-"),
    "xlogy": Spelling("_xlogy({0}, {1})", "torch.xlogy({0}, {1})", "jax.scipy.special.xlogy({0}, {1})"),
    # --- along axes ---
    "sum": _reduction("sum"),
    "prod": _reduction("prod", several="_prod({0}, {axis}{keep})"),
    "mean": _reduction("mean"),
    "var": _reduction("var", "torch.var({0}, dim={axis}, correction=0{keep})"),
    "std": _reduction("std", "torch.std({0}, dim={axis}, correction=0{keep})"),
    "norm": Spelling(
        "np.sqrt(np.sum(np.square({0}), axis={axis}{keep}))",
        "torch.sqrt(torch.sum(torch.square({0}), dim={axis}{keep}))",
        "jnp.sqrt(jnp.sum(jnp.square({0}), axis={axis}{keep}))",
    ),
    "max": _reduction("max", "torch.amax({0}, dim={axis}{keep})"),
    "min": _reduction("min", "torch.amin({0}, dim={axis}{keep})"),
    "logsumexp": Spelling(
        "_logsumexp({0}, {axis})",
        "torch.logsumexp({0}, dim={axis}{keep})",
        "jax.nn.logsumexp({0}, axis={axis}{keep})",
    ),
    "softmax": _helper(
        "softmax", "torch.softmax({0}, dim={axis})", "jax.nn.softmax({0}, axis={axis})", "_softmax({0}, {axis})"
    ),
    "log_softmax": _helper(
        "log_softmax",
        "torch.log_softmax({0}, dim={axis})",
        "jax.nn.log_softmax({0}, axis={axis})",
        "_log_softmax({0}, {axis})",
    ),
    "argmax": _helper("argmax"),
    "argmin": _alike("_argmax(-{0}, {axis})"),
    "standardize": _helper("standardize"),
    "cumsum": Spelling("np.cumsum({0}, axis={axis})", "torch.cumsum({0}, dim={axis})", "jnp.cumsum({0}, axis={axis})"),
    # --- parts, windows, matrices, joining ---
    "index": _alike("_gather({0}, {1})"),
    "unroll": Spelling(
        "np.lib.stride_tricks.sliding_window_view({0}, {1}, axis=-1)", "{0}.unfold(-1, {1}, 1)", "_unroll({0}, {1})"
    ),
    "pool": _alike("{0}.reshape(*{0}.shape[:-1], -1, {1})"),
    "det": Spelling("np.linalg.det({0})", "torch.linalg.det({0})", "jnp.linalg.det({0})"),
    "trace": Spelling(
        "np.trace({0}, axis1=-2, axis2=-1)",
        "torch.diagonal({0}, dim1=-2, dim2=-1).sum(-1)",
        "jnp.trace({0}, axis1=-2, axis2=-1)",
    ),
    "inv": Spelling("np.linalg.inv({0})", "torch.linalg.inv({0})", "jnp.linalg.inv({0})"),
    "concat": _alike("_concat({0})"),
    # --- slopes, which jump ---
    "step": Spelling(
        "np.heaviside({0}, math.nan)",
        "torch.heaviside({0}, torch.full_like({0}, math.nan))",
        "jnp.heaviside({0}, math.nan)",
    ),
    "direction": _alike("_direction({0})"),
    "larger": _alike("_larger({0}, {1})"),
    "largest": _helper("largest"),
    "smallest": _alike("_largest(-{0}, {axis})"),
}
