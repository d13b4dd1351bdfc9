"""What every page must do in a browser: fit, be quiet, ask nobody, be legible."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

# Half a second with nothing to do, as "networkidle" waits, but by the page's own account.
_IDLE = "() => document.fonts.ready.then(() => new Promise(done => setTimeout(() => requestIdleCallback(done), 500)))"


class Visit:
    """A page that records what it should not do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        page.on(
            "console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "request",
            lambda r: (
                self.foreign.append(r.url) if not r.url.startswith(("file:", "data:", "blob:")) else None
            ),
        )

    def open(self, path: Path, anchor: str = "") -> None:
        self.page.goto(path.as_uri() + anchor)
        # What scripts do after loading, and what they might ask of others, has time to come. It is not waited for
        # "networkidle": that never comes where the browser loses sight of a worker's request, as it did on a busy
        # machine.
        self.page.evaluate(_IDLE)


def assert_fits_and_is_quiet(visit: Visit, page: Path, width: int, scheme: str) -> None:
    """The page has no error, asks nobody, and nothing of it sticks out."""
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    visit.open(page)
    assert visit.complaints == []
    assert visit.foreign == []
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Nothing sticks out of the text column but what scrolls inside its own box.
    wide = visit.page.evaluate(
        """() => [...document.querySelectorAll('.md-content *')].filter(e => {
             if (e.closest('.nt-hidden, .headerlink')) return false
             const box = e.getBoundingClientRect()
             if (box.width === 0 || box.right <= innerWidth + 1) return false
             for (let p = e.parentElement; p; p = p.parentElement)
               if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(p).overflowX)
                   && p.getBoundingClientRect().right <= innerWidth + 1) return !p.closest('.md-content')
             return true
           }).map(e => e.tagName + '.' + e.className)"""
    )
    assert wide == []
    assert visit.page.get_attribute("body", "data-md-color-scheme") == (
        "slate" if scheme == "dark" else "default"
    )


def low_contrast(visit: Visit) -> list[str]:
    """The texts of the page that have a contrast of less than 4.5:1 with what is behind them."""
    low: list[str] = visit.page.evaluate(
        """() => {
          const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
          const rgba = c => { canvas.clearRect(0,0,1,1); canvas.fillStyle = c; canvas.fillRect(0,0,1,1)
                              return [...canvas.getImageData(0,0,1,1).data] }
          const lum = c => { const [r,g,b] = c.map(v => (v/=255) <= .03928 ? v/12.92 : ((v+.055)/1.055)**2.4)
                             return .2126*r + .7152*g + .0722*b }
          const ground = e => { const stack = []
            for (let p = e; p; p = p.parentElement) stack.push(rgba(getComputedStyle(p).backgroundColor))
            let c = [255,255,255]
            for (const [r,g,b,a] of stack.reverse()) c = c.map((v,i) => v*(1-a/255) + [r,g,b][i]*a/255)
            return c }
          const out = []
          for (const e of document.querySelectorAll('.md-content__inner *')) {
            if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue
            if (e.closest('.headerlink, .nt-hidden') || !e.getClientRects().length) continue
            const a = lum(rgba(getComputedStyle(e).color)), b = lum(ground(e))
            const ratio = (Math.max(a,b)+.05)/(Math.min(a,b)+.05)
            if (ratio < 4.5) out.push(`${e.tagName}.${e.className} ${e.textContent.slice(0,20)}
            ${ratio.toFixed(2)}`)
          }
          return [...new Set(out)] }"""
    )
    return low
