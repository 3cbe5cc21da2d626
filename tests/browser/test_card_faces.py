"""A card looks the same whether the server drew it into a page or the browser's element did."""

from tests.browser.visitors import Visitors
from tests.server import Server

DRAW_AGAIN = """async () => {
  const home = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  document.head.append(home.getElementById("words"));
  const drawn = [...document.querySelectorAll("flip-card")];
  const before = drawn.map((card) => card.outerHTML);
  await import("/static/js/elements/flip-card.js");
  return { before, after: drawn.map((card) => card.outerHTML) };
}"""


def test_the_element_writes_what_the_server_wrote(visit: Visitors, server: Server) -> None:
    faces = visit(f"{server.url}/rules").evaluate(DRAW_AGAIN)
    assert len(faces["before"]) > 22
    assert faces["after"] == faces["before"]
