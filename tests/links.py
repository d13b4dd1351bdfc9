"""Every link of a site that leads into the site leads somewhere."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name in ("href", "src") and value:
                self.addresses.append(value)


def dead_links(site: Path) -> list[str]:
    """The links without a target, and the ids that a page has twice."""
    pages = {path.relative_to(site).as_posix(): _Reader(path.read_text("utf-8")) for path in site.rglob("*.html")}
    pages.pop("404.html", None)
    found = []
    for name, page in pages.items():
        found += [f"{name}: {anchor} twice" for anchor in set(page.ids) if page.ids.count(anchor) > 1]
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            target = "index.html" if target == "." else target
            if target in pages:
                lost = bool(parts.fragment) and unquote(parts.fragment) not in pages[target].ids
            else:
                lost = not (site / target).is_file()
            if lost:
                found.append(f"{name}: {address}")
    return found
