"""ntdoc reads papers in named tensor notation, checks every axis and runs every equation.

What Python programs use is imported when it is first asked for: to import ntdoc loads nothing else.
"""

__version__ = "0.1.0"
__all__ = ["Array", "DiagnosticError", "Function", "Paper", "Tensor", "__version__", "array", "load", "testing"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "testing":
        return import_module("ntdoc.testing")
    if name in __all__:
        return getattr(import_module("ntdoc.api"), name)
    raise AttributeError(f"module 'ntdoc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
