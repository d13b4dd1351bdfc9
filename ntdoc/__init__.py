"""ntdoc reads papers in named tensor notation, checks every axis and runs every equation."""

__version__ = "0.1.0"
__all__ = ["__version__"]
