"""The Jinja environment of the site: escaping is always on, and each template is compiled once."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ntdoc.rendering.resources import template_folder


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(template_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _template(name: str) -> Any:
    return _environment().get_template(name)


def render(name: str, **values: object) -> Markup:
    """A template filled in. Values are escaped unless they are `Markup`."""
    return Markup(_template(name).render(values))


def bytecode_cache() -> BytecodeCache | None:
    """Where the compiled templates of MkDocs' theme are kept: compiling them is a third of the work of a build."""
    from platformdirs import user_cache_path

    folder = user_cache_path("ntdoc") / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder))
