"""`make icons` draws the icons that phones and desktops show of the installed page, from static/img/favicon.svg."""

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import sync_playwright

from tests.browser.visitors import FLAGS
from tests.conftest import find_chromium
from tests.server import ROOT

FOLDER = ROOT / "static" / "img"
GROUND = 'rx="22" '
"""What rounds the corners of the ground."""


@dataclass(frozen=True)
class Icon:
    """A square picture; `fills` where a system cuts it to a shape of its own, so that nothing may be near the edge."""

    name: str
    pixels: int
    fills: bool = False


ICONS = (
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("icon-maskable-512", 512, fills=True),
    Icon("apple-touch-icon", 180, fills=True),
)


def drawing(icon: Icon) -> str:
    """The drawing at its size."""
    svg = (FOLDER / "favicon.svg").read_text()
    if icon.fills:
        svg = svg.replace(GROUND, "").replace("<polygon", '<g transform="translate(11 11) scale(.78)"><polygon')
        svg = svg.replace("</svg>", "</g></svg>")
    return svg.replace("<svg ", f'<svg width="{icon.pixels}" height="{icon.pixels}" style="display: block" ', 1)


def pictures() -> Iterator[tuple[str, bytes]]:
    """The name and the PNG of every icon."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.pixels, "height": icon.pixels})
            page.set_content(f'<body style="margin: 0; background: none">{drawing(icon)}')
            yield icon.name, page.screenshot(omit_background=True)
        browser.close()


if __name__ == "__main__":
    for name, png in pictures():
        (FOLDER / f"{name}.png").write_bytes(png)
