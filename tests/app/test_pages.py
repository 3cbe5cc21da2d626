"""The HTML pages over the real server: what a browser, a link preview and a crawler get."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from app import bundles
from app.rendering import qr_svg, templates
from tests.server import ROOT, Servers

TEMPLATES = sorted((ROOT / "templates").glob("*.html"))
SVG = "{http://www.w3.org/2000/svg}"
CARDS = {*(str(n) for n in range(13)), "+2", "+4", "+6", "+8", "+10", "x2", "freeze", "flip_three", "second_chance"}
UNKNOWN = "/r/22222222"
DATA = re.compile(r'<script type="application/json" id="(words|welcome)">(.*?)</script>')
"""The scripts without an address: no code, but the page's words and the room as it stands."""


class Tags(HTMLParser):
    """Every tag of a page with its attributes, and the text of its title."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.title = ""
        self._in_title = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]

    def meta(self, name: str) -> str | None:
        return next((tag["content"] for tag in self.all("meta") if tag.get("name") == name), None)


@pytest.fixture(scope="module")
def site(start_shared_server: Servers) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=start_shared_server().url) as client:
        yield client


@pytest.fixture
def code(site: httpx.Client) -> str:
    created = site.post("/api/rooms", json={"name": "Ada"})
    site.cookies.clear()
    return str(created.json()["code"])


def read(response: httpx.Response, status: int = 200) -> Tags:
    assert response.status_code == status
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    return Tags(response.text)


def pages(site: httpx.Client, code: str) -> list[httpx.Response]:
    return [site.get(path) for path in ("/", "/rules", "/score", f"/r/{code}", UNKNOWN, "/no-such-page")]


def test_home_offers_bots_friends_and_a_code(site: httpx.Client) -> None:
    page = read(site.get("/"))
    assert {button.get("id") for button in page.all("button")} >= {"with-bots", "with-friends"}
    assert [field["id"] for field in page.all("input") if field.get("name") == "code"] == ["code"]
    levels = [field for field in page.all("input") if field.get("name") == "level"]
    assert [field["value"] for field in levels] == ["easy", "normal", "hard", "expert"]
    assert [field["value"] for field in levels if "checked" in field] == ["normal"]


def test_a_room_page_tells_its_script_where_it_is(site: httpx.Client, code: str) -> None:
    room = read(site.get(f"/r/{code}")).all("main")[0]
    assert room["data-code"] == code
    assert room["data-url"] == f"{site.base_url}/r/{code}".replace("//r", "/r")
    assert room["data-turn-seconds"] == "75"


def test_a_room_is_not_for_search_engines_but_has_words_for_a_link_preview(site: httpx.Client, code: str) -> None:
    response = site.get(f"/r/{code}")
    page = read(response)
    assert page.title == "Join my Flip 7 table"
    assert page.meta("description")
    assert page.meta("robots") == response.headers["x-robots-tag"] == "noindex"
    picture = next(tag["content"] for tag in page.all("meta") if tag.get("property") == "og:image")
    assert picture is not None and picture.startswith(f"{site.base_url}".rstrip("/"))
    assert site.get(picture).headers["content-type"] == "image/png"


def test_a_room_page_gives_the_cookie_once(site: httpx.Client, code: str) -> None:
    cookie = site.get(f"/r/{code}").headers["set-cookie"].lower()
    name, *rest = [part.strip() for part in cookie.split(";")]
    assert name.startswith(f"f7_{code.lower()}=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(rest)
    assert "secure" not in rest
    assert 0 < int(dict(part.split("=") for part in rest if "=" in part)["max-age"]) <= 43_200
    assert "set-cookie" not in site.get(f"/r/{code}").headers


def welcome(response: httpx.Response) -> dict[str, Any]:
    """What a room's page comes with."""
    found = {block: json.loads(text) for block, text in DATA.findall(response.text)}
    assert list(found) == ["words", "welcome"]
    told: dict[str, Any] = found["welcome"]
    return told


def test_a_room_page_comes_with_the_room_as_its_socket_would_tell_it(site: httpx.Client) -> None:
    code = site.post("/api/rooms", json={"name": "Ada", "start": True, "rules": {"turn_seconds": 0}}).json()["code"]
    known = site.get(f"/api/rooms/{code}").json()
    response = site.get(f"/r/{code}")
    told = welcome(response)
    assert response.headers["cache-control"] == "no-store"
    assert {key: told[key] for key in ("type", "protocol", "missed")} == {
        "type": "welcome",
        "protocol": 1,
        "missed": None,
    }
    assert (told["you"], told["seq"]) == ({"seat": 0}, known["seq"])
    assert told["view"] == {key: value for key, value in known.items() if key not in ("seq", "now")}
    assert told["digest"] and told["now"] >= known["now"]
    site.cookies.clear()
    assert welcome(site.get(f"/r/{code}"))["you"] == {"seat": None}, "a watcher's"


def test_what_somebody_is_called_cannot_end_the_block_it_is_in(site: httpx.Client) -> None:
    name = "</script><!--é"
    code = site.post("/api/rooms", json={"name": name}).json()["code"]
    assert welcome(site.get(f"/r/{code}"))["view"]["seats"][0]["name"] == name


def test_a_code_is_read_in_any_case_and_with_a_hyphen(site: httpx.Client, code: str) -> None:
    typed = f"{code[:4]}-{code[4:]}".lower()
    response = site.get(f"/r/{typed}")
    assert (response.status_code, response.headers["location"]) == (308, f"/r/{code}")
    assert site.get(f"/r/{typed}?lang=de").headers["location"] == f"/r/{code}?lang=de"


@pytest.mark.parametrize("path", [UNKNOWN, "/r/OIL01OIL", "/r/short", "/r/%3Cscript%3E"])
def test_no_such_room_is_a_page_with_a_way_on(site: httpx.Client, path: str) -> None:
    response = site.get(path)
    page = read(response, 404)
    assert "No table with that code." in response.text
    assert {"class": "btn primary", "href": "/"} in page.all("a")
    assert "set-cookie" not in response.headers


def test_trying_many_codes_is_answered_by_a_page_that_says_wait(start_server: Servers) -> None:
    with httpx.Client(base_url=start_server().url) as client:
        code = client.post("/api/rooms", json={"name": "Ada"}).json()["code"]
        assert {client.get(UNKNOWN).status_code for _ in range(30)} == {404}
        refused = client.get(UNKNOWN)
        assert "Wait a minute." in refused.text
        assert (refused.status_code, refused.headers["retry-after"].isdecimal()) == (429, True)
        assert client.get(f"/r/{code}").status_code == 200, "who has a seat is let in"


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/no-such-page", 404), ("POST", "/rules", 405)])
def test_other_errors_are_pages_too(site: httpx.Client, method: str, path: str, status: int) -> None:
    page = read(site.request(method, path), status)
    assert page.meta("robots") == "noindex"


def test_the_rules_show_all_22_faces_and_need_no_script(site: httpx.Client) -> None:
    page = read(site.get("/rules"))
    assert {card["card"] for card in page.all("flip-card")} == CARDS
    assert all(card["role"] == "img" and card["aria-label"] for card in page.all("flip-card"))
    assert [script["src"] for script in page.all("script")] == [bundles.address_of("js/first.js")], "just for the look"


def test_the_link_is_served_as_a_qr_code(site: httpx.Client, code: str) -> None:
    response = site.get(f"/r/{code}/qr.svg")
    assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
    assert response.content == qr_svg(f"{str(site.base_url).rstrip('/')}/r/{code}")
    drawing = ElementTree.fromstring(response.content)
    assert {element.tag for element in drawing.iter()} == {f"{SVG}svg", f"{SVG}path"}
    assert site.get(f"{UNKNOWN}/qr.svg").status_code == 404


def test_a_template_that_changes_while_a_worker_runs_waits_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    home = templates.env.get_template("home.html")
    monkeypatch.setattr(type(home), "is_up_to_date", False)
    assert templates.env.get_template("home.html") is home


def test_crawlers_are_kept_out_of_rooms(site: httpx.Client) -> None:
    assert "Disallow: /r/" in site.get("/robots.txt").text.splitlines()


def test_the_favicon_comes_by_its_old_name_too(site: httpx.Client) -> None:
    assert site.get("/favicon.ico").content == site.get("/static/img/favicon.svg").content


def test_a_preview_may_ask_for_the_head_only(site: httpx.Client, code: str) -> None:
    for path in ("/", "/rules", f"/r/{code}"):
        response = site.head(path)
        assert (response.status_code, response.content) == (200, b"")


def test_every_page_has_the_security_headers_and_obeys_them(site: httpx.Client, code: str) -> None:
    for response in pages(site, code):
        assert "script-src 'self'; style-src 'self';" in response.headers["content-security-policy"]
        assert response.headers["referrer-policy"] == "no-referrer"
        assert_nothing_inline(response.text)
        assert "cross-origin-opener-policy" not in response.headers, "browsers complain of it where there is no https"
    over_tls = site.get("/", headers={"X-Forwarded-Proto": "https"})
    assert over_tls.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_an_inline_script_or_style(template: Path) -> None:
    assert_nothing_inline(template.read_text())


def assert_nothing_inline(html: str) -> None:
    assert re.findall(r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:", html, re.IGNORECASE) == []
    scripts = re.findall(r"<script.*?</script>", html, re.DOTALL)
    data = [script for script in scripts if DATA.match(script)]
    assert all(
        re.fullmatch(r'<script(?: type="module")? src="(/[^"]+|{{ bundle\("[^"]+"\) }})"></script>', script)
        for script in scripts
        if script not in data
    )


def test_every_file_a_page_names_is_there(site: httpx.Client, code: str) -> None:
    named = {
        link.split("#")[0]
        for response in pages(site, code)
        for _, attributes in Tags(response.text).tags
        for link in (attributes.get("href"), attributes.get("src"))
        if link and not link.startswith(("#", "?lang=")) and attributes.get("rel") != "external noreferrer"
    }
    assert {link for link in named if not link.startswith("/")} <= {""}, "nothing comes from elsewhere"
    assert {link: site.get(link).status_code for link in named if site.get(link).status_code != 200} == {}


def test_every_drawing_a_page_uses_is_in_the_sprite(site: httpx.Client, code: str) -> None:
    sprite = ElementTree.fromstring(site.get("/static/img/sprite.svg").content)
    drawn = {f"/static/img/sprite.svg#{symbol.attrib['id']}" for symbol in sprite}
    used = {use["href"] for response in pages(site, code) for use in Tags(response.text).all("use")}
    assert used and used <= drawn


@pytest.mark.parametrize("entry", bundles.ENTRIES)
def test_a_pages_script_and_style_come_whole_small_and_for_ever(site: httpx.Client, entry: str) -> None:
    address = bundles.address_of(entry)
    answer = site.get(address)
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == site.get(address, headers={"Accept-Encoding": "identity"}).text
    assert not re.search(r"^(import|export|@import)\b", answer.text, re.MULTILINE)
    for source in (ROOT / "static" / "js").rglob("*.js"):
        name = source.relative_to(ROOT / "static" / "js").with_suffix("").as_posix()
        if entry == ("js/score.js" if name == "score" or name.startswith("score/") else "js/main.js"):
            assert name in ("first", "home") or f'modules["{name}"]=' in answer.text
    other = site.get(address.replace(address.split("/")[2], "0" * 12))
    assert (other.text, other.headers["cache-control"]) == (answer.text, "no-cache")


def test_nothing_else_is_a_bundle(site: httpx.Client) -> None:
    assert site.get("/built/000000000000/js/text.js").status_code == 404
    assert site.get("/built/000000000000/../app/main.py").status_code == 404


def test_the_light_theme_is_the_same_by_choice_and_by_system() -> None:
    css = (ROOT / "static" / "css" / "tokens.css").read_text()
    chosen = re.search(r'^\[data-theme="light"\] \{(.*?)\}', css, re.DOTALL | re.MULTILINE)
    system = re.search(r':root:not\(\[data-theme="dark"\]\) \{(.*?)\}', css, re.DOTALL)
    assert chosen and system
    assert chosen[1].split() == system[1].split()


GROUNDS = ("bg", "felt", "glow", "surface", "surface2")
INKS = {"text": 4.5, "muted": 4.5, "accent": 4.5, "ok": 4.5, "ice": 4.5, "bust": 4.5, "line": 3.0}
"""Colours of text and of frames, and the contrast that each needs."""


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it, of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [":root", '[data-theme="light"]'])
def test_every_ink_can_be_read_on_every_ground_also_where_grounds_run_into_each_other(theme: str) -> None:
    css = (ROOT / "static" / "css" / "tokens.css").read_text()
    block = css.partition(f"\n{theme} {{")[2].partition("}")[0]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    faint = {
        (ink, ground): round(contrast(colours[ink], colours[ground]), 2)
        for ink, least in INKS.items()
        for ground in GROUNDS
        if contrast(colours[ink], colours[ground]) < least
    }
    assert faint == {}


def test_the_sprite_has_the_icons_that_are_shown_and_no_other() -> None:
    sources = [*TEMPLATES, *(ROOT / "static" / "js").rglob("*.js")]
    shown = {name for path in sources for name in re.findall(r"[\"'#](i-[a-z]+)\b", path.read_text(encoding="utf-8"))}
    sprite = (ROOT / "static" / "img" / "sprite.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'id="(i-[a-z]+)"', sprite)) == shown
