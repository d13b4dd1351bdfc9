"""Short functions that exported code brings along where a library has no operation of the kind.

Written for numpy and for torch; jax takes those of numpy with its own names.
"""

from __future__ import annotations

_NUMPY = '''
def _sigmoid(x):
    """1 / (1 + exp(-x)), without overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1, small) / (1 + small)


def _log_sigmoid(x):
    """log(1 / (1 + exp(-x))), without overflow."""
    return -np.logaddexp(-x, 0)


def _elu(x):
    """x where it is positive, exp(x) - 1 elsewhere."""
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))


def _silu(x):
    """x / (1 + exp(-x))."""
    return x * _sigmoid(x)


def _erf(x):
    """The error function, entry by entry."""
    return np.vectorize(math.erf, otypes=[float])(x).astype(np.result_type(x, 0.0))


def _erfc(x):
    """1 - erf(x), entry by entry."""
    return np.vectorize(math.erfc, otypes=[float])(x).astype(np.result_type(x, 0.0))


def _gelu(x):
    """x times the distribution function of the standard normal."""
    return x * _erfc(-x / math.sqrt(2)) / 2


def _xlogy(x, y):
    """x log(y), and 0 where both are 0."""
    return x * np.log(np.where((x == 0) & (y >= 0), 1, y))


def _logsumexp(x, axis):
    """log(sum(exp(x))) along axes, without overflow."""
    top = np.max(x, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    return np.log(np.sum(np.exp(x - top), axis=axis)) + np.squeeze(top, axis=axis)


def _softmax(x, axis):
    """exp(x) / sum(exp(x)) along axes, without overflow."""
    y = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return y / np.sum(y, axis=axis, keepdims=True)


def _log_softmax(x, axis):
    """The logarithm of the softmax along axes."""
    y = x - np.max(x, axis=axis, keepdims=True)
    return y - np.log(np.sum(np.exp(y), axis=axis, keepdims=True))


def _argmax(x, axis):
    """One-hot at the largest entry along axes; ties share equally."""
    best = (x == np.max(x, axis=axis, keepdims=True)).astype(x.dtype)
    return best / np.sum(best, axis=axis, keepdims=True)


def _standardize(x, axis):
    """x with mean 0 and variance 1 along axes."""
    mean = np.mean(x, axis=axis, keepdims=True)
    return (x - mean) / np.std(x, axis=axis, keepdims=True)


def _largest(x, axis):
    """The slope of the maximum along axes: nan where several are largest."""
    best = x == np.max(x, axis=axis, keepdims=True)
    alone = np.sum(best, axis=axis, keepdims=True) == 1
    return np.where(alone, best.astype(x.dtype), math.nan)


def _direction(x):
    """The slope of the absolute value: nan at 0."""
    return 2 * np.heaviside(x, math.nan) - 1


def _larger(x, y):
    """The slope of max(x, y) in x: nan where both are equal."""
    return np.heaviside(x - y, math.nan)


def _gather(x, index):
    """The entries of x along its last axis at index, which counts from 1."""
    index = np.round(index).astype(int) - 1
    shape = np.broadcast_shapes(x.shape[:-1], index.shape)
    x = np.broadcast_to(x, (*shape, x.shape[-1]))
    index = np.broadcast_to(index, shape)
    return np.take_along_axis(x, index[..., None], axis=-1)[..., 0]


def _unroll(x, width):
    """All windows of entries along the last axis, each along an axis of its own."""
    starts = np.arange(x.shape[-1] - width + 1)
    return x[..., starts[:, None] + np.arange(width)]


def _stack(*parts):
    """The parts along a new last axis; the others broadcast."""
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def _concat(*parts):
    """The parts one after the other along the last axis; the others broadcast."""
    shape = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
    parts = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts]
    return np.concatenate(parts, axis=-1)
'''

_TORCH = '''
def _softplus(x):
    """log(1 + exp(x)), without overflow."""
    return torch.logaddexp(x, torch.zeros_like(x))


def _prod(x, dim, keepdim=False):
    """The product along several axes."""
    for d in dim:
        x = torch.prod(x, dim=d, keepdim=True)
    return x if keepdim else x.squeeze(dim)


def _softmax(x, dim):
    """exp(x) / sum(exp(x)) along several axes, without overflow."""
    return torch.exp(_log_softmax(x, dim))


def _log_softmax(x, dim):
    """The logarithm of the softmax along several axes."""
    return x - torch.logsumexp(x, dim=dim, keepdim=True)


def _argmax(x, dim):
    """One-hot at the largest entry along axes; ties share equally."""
    best = (x == torch.amax(x, dim=dim, keepdim=True)).to(x.dtype)
    return best / torch.sum(best, dim=dim, keepdim=True)


def _standardize(x, dim):
    """x with mean 0 and variance 1 along axes."""
    mean = torch.mean(x, dim=dim, keepdim=True)
    return (x - mean) / torch.std(x, dim=dim, correction=0, keepdim=True)


def _largest(x, dim):
    """The slope of the maximum along axes: nan where several are largest."""
    best = x == torch.amax(x, dim=dim, keepdim=True)
    alone = torch.sum(best, dim=dim, keepdim=True) == 1
    return torch.where(alone, best.to(x.dtype), math.nan)


def _direction(x):
    """The slope of the absolute value: nan at 0."""
    return 2 * torch.heaviside(x, torch.full_like(x, math.nan)) - 1


def _larger(x, y):
    """The slope of max(x, y) in x: nan where both are equal."""
    difference = x - y
    return torch.heaviside(difference, torch.full_like(difference, math.nan))


def _gather(x, index):
    """The entries of x along its last axis at index, which counts from 1."""
    index = torch.as_tensor(index, device=x.device).round().long() - 1
    shape = torch.broadcast_shapes(x.shape[:-1], index.shape)
    x = x.expand(*shape, x.shape[-1])
    return torch.take_along_dim(x, index.expand(shape)[..., None], dim=-1)[..., 0]


def _stack(*parts):
    """The parts along a new last axis; the others broadcast."""
    return torch.stack(torch.broadcast_tensors(*parts), dim=-1)


def _concat(*parts):
    """The parts one after the other along the last axis; the others broadcast."""
    shape = torch.broadcast_shapes(*(part.shape[:-1] for part in parts))
    return torch.cat([part.expand(*shape, part.shape[-1]) for part in parts], dim=-1)
'''


def _taken_apart(text: str) -> dict[str, str]:
    """The functions of a text by name."""
    parts = ("def " + part.rstrip("\n") for part in text.split("\ndef ")[1:])
    return {part[len("def ") : part.index("(")]: part for part in parts}


_OF_NUMPY = _taken_apart(_NUMPY)
HELPERS: dict[str, dict[str, str]] = {
    "numpy": _OF_NUMPY,
    "torch": _taken_apart(_TORCH),
    "jax": {name: text.replace("np.", "jnp.") for name, text in _OF_NUMPY.items()},
}
"""By library and name, each as text: two blank lines stand between them where they are written."""
