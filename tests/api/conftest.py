"""Tests with other libraries run where these are installed: each is an extra of its own."""

from importlib.util import find_spec

collect_ignore = [
    f"test_{library}.py" for library in ("torch", "jax", "dask", "xarray") if find_spec(library) is None
]
