"""What the marks on the pages mean: in a few words beside each, and on a page of its own."""

from __future__ import annotations

from markupsafe import Markup

from ntdoc.rendering.blocks import Fragment
from ntdoc.rendering.layout import LEGEND
from ntdoc.rendering.marks import GLYPHS, MEANINGS
from ntdoc.rendering.page import Page, Placeholders
from ntdoc.rendering.resources import template_folder

_ROW = Markup(
    '<tr class="nt-of nt-{0}"><th scope="row"><span class="nt-pill"><span class="nt-glyph" aria-hidden="true">'
    "{1}</span>{0}</span></th><td> {2}</td></tr>"
)
_TABLE = Markup(
    '<div class="nt-scroll" tabindex="0"><table class="nt-symbols nt-legend"><thead><tr><th scope="col">mark</th>'
    '<th scope="col"> the statement</th></tr></thead><tbody>{}</tbody></table></div>'
)


def legend_page() -> Page:
    """The page that explains the marks."""
    rows = Markup("").join(_ROW.format(status.value, GLYPHS[status], MEANINGS[status]) for status in GLYPHS)
    placeholders = Placeholders(LEGEND)
    token = placeholders.add(Fragment(_TABLE.format(rows), "", block=True))
    text = (template_folder() / "legend.md").read_text("utf-8")
    return Page(text.replace("STATUSES", token), placeholders.fragments)
