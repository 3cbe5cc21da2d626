"""People in front of a browser: a context and a page for each, and nothing may go wrong in any of them unnoticed."""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from tests.browser.line import Line

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",
]
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PATIENCE_MS = 15_000
"""How long a test waits for what has to come before it fails."""

TELL_VIOLATIONS = """document.addEventListener("securitypolicyviolation", (violation) =>
  console.error(`policy: ${violation.violatedDirective} ${violation.blockedURI} ${violation.sample}`));"""
FORGET = "void [localStorage.clear(), (Storage.prototype.setItem = () => undefined)]"
"""A page keeps nothing any more: no answer that still comes may be found by the next test."""
TELL_MOTION = """{
  const wanted = matchMedia("(prefers-reduced-motion: reduce)");
  const moves = (name) => ["transform", "translate", "rotate", "scale"].includes(name);
  const tell = (element) => console.error(`motion where none is wanted: ${element.localName} ${element.className}`);
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    if (wanted.matches && moves(propertyName)) tell(target);
  });
  document.addEventListener("animationstart", ({ target }) => {
    const frames = target.getAnimations({ subtree: true }).flatMap(({ effect }) => effect.getKeyframes());
    if (wanted.matches && frames.flatMap(Object.keys).some(moves)) tell(target);
  });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const names = Array.isArray(frames) ? frames.flatMap(Object.keys) : Object.keys(frames);
    const ms = typeof options === "number" ? options : options.duration;
    if (wanted.matches && ms > 0 && names.some(moves)) tell(this);
    return animate.call(this, frames, options);
  };
}"""
"""Whoever asks for less motion sees nothing move, in no state that a test comes to."""
_LEFT_UNDONE = "net::ERR_ABORTED"
"""A request that its own page gave up, since it was left or closed."""


class Wardrobe:
    """Browser contexts to be used again, since they have the table's files in their cache; cookies and storage go."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, options: Mapping[str, Any]) -> BrowserContext:
        """A context with these options that knows nobody and nothing."""
        free = self._free.setdefault(repr(sorted(options.items())), [])
        return free.pop() if free else self._browser.new_context(**options)

    def give_back(self, context: BrowserContext, options: Mapping[str, Any]) -> None:
        """Leave a context's pages, and forget what it has of cookies and storage."""
        for page in context.pages:
            with suppress(Error):  # no script runs here, or the test has blocked the storage
                page.evaluate(FORGET)
            page.goto("about:blank")
        context.clear_cookies()
        self._free[repr(sorted(options.items()))].append(context)


class Visitors:
    """The people of one test. `problems` are console errors, exceptions, failed and foreign requests of their pages."""

    def __init__(self, wardrobe: Wardrobe) -> None:
        self.problems: list[str] = []
        self._wardrobe = wardrobe
        self._contexts: dict[BrowserContext, Mapping[str, Any]] = {}
        self._lines: dict[Page, Line] = {}

    def __call__(
        self,
        url: str,
        *,
        cookie: tuple[str, str] | None = None,
        expected: Collection[str] = (),
        script: str = "",
        **how: Any,
    ) -> Page:
        """Open `url` as somebody new, without motion unless `how` (options of a browser context) says otherwise.

        `expected`: patterns of problems that belong to the test. `script` runs before any of the page's own.
        """
        options = {**DESKTOP, "reduced_motion": "reduce", **how}
        context = self._wardrobe.take(options)
        self._contexts[context] = options
        context.set_default_timeout(PATIENCE_MS)
        if cookie is not None:
            name, value = cookie
            context.add_cookies([{"name": name, "value": value, "url": urljoin(url, "/"), "httpOnly": True}])
        former = context.pages
        page = context.new_page()
        page.add_init_script(TELL_VIOLATIONS + TELL_MOTION + script)
        self._watch(page, urlsplit(url).netloc, [re.compile(pattern) for pattern in expected])
        self._lines[page] = Line(page)
        page.goto(url)
        for other in former:  # until now, so that its process and what that has compiled are there for this one
            other.close()
        return page

    def line(self, page: Page) -> Line:
        """What the server tells this page."""
        return self._lines[page]

    def leave(self, page: Page) -> None:
        """Somebody closes the browser."""
        self._wardrobe.give_back(page.context, self._contexts.pop(page.context))

    def close(self) -> None:
        """Close everybody's browser; fails if anything went wrong in one."""
        for context, options in self._contexts.items():
            self._wardrobe.give_back(context, options)
        assert not self.problems, "\n".join(self.problems)

    def _watch(self, page: Page, host: str, expected: list[re.Pattern[str]]) -> None:
        def problem(text: str) -> None:
            if not any(pattern.search(text) for pattern in expected):
                self.problems.append(text)

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error":
                problem(f"console: {message.text} ({message.location.get('url', '')})")

        def requested(request: Request) -> None:
            parts = urlsplit(request.url)
            if parts.scheme != "data" and parts.netloc != host:
                problem(f"foreign request: {request.url}")

        def failed(request: Request) -> None:
            if request.failure != _LEFT_UNDONE:
                problem(f"failed request: {request.url} {request.failure}")

        page.on("console", heard)
        page.on("pageerror", lambda error: problem(f"exception: {error}"))
        page.on("request", requested)
        page.on("requestfailed", failed)
