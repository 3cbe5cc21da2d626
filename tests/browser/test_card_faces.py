"""A card looks the same whether the server drew it into a page or the browser's element did."""

from playwright.sync_api import sync_playwright

from tests.server import Servers

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
DRAW_AGAIN = """async () => {
  const drawn = [...document.querySelectorAll("flip-card")];
  const before = drawn.map((card) => card.outerHTML);
  await import("/static/js/elements/flip-card.js");
  return { before, after: drawn.map((card) => card.outerHTML) };
}"""


def test_the_element_writes_what_the_server_wrote(start_server: Servers, chromium: str) -> None:
    url = start_server().url
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        page.goto(f"{url}/rules")
        faces = page.evaluate(DRAW_AGAIN)
        browser.close()
    assert len(faces["before"]) > 22
    assert faces["after"] == faces["before"]
