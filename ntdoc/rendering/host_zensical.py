"""Where a page comes from, as far as a Python-Markdown extension can know it by itself.

Zensical runs no plugins, but leaves a preprocessor in each `Markdown` that knows the page. It is recognised by what it
has, so that Zensical is never imported.
"""

from __future__ import annotations

import os
from pathlib import Path

from markdown import Markdown

from ntdoc.rendering.host_page import Origin, text_before


def origin_in_zensical(md: Markdown, text: str) -> Origin | None:
    """Where the text comes from; None if it is no page but a part of one that is converted by itself."""
    for processor in md.preprocessors:
        page, config = getattr(processor, "page", None), getattr(processor, "config", None)
        path = getattr(page, "path", None)
        if isinstance(path, str) and isinstance(config, dict):
            root = Path(str(config.get("root_dir") or os.getcwd()))
            file = root / str(config.get("docs_dir") or "docs") / path
            before = _before(file, text)
            meta = getattr(page, "meta", None)
            wish = meta.get("ntdoc") if isinstance(meta, dict) else None
            return None if before is None else Origin(before, file, wish, root, strict=config.get("strict") is True)
    return Origin()


def _before(file: Path, text: str) -> str | None:
    """What stands in the file before the text: its front matter."""
    try:
        return text_before(file.read_text("utf-8-sig"), text)
    except (OSError, UnicodeDecodeError):
        return ""
