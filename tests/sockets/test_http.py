"""The JSON API: answers, the one form of all errors, cookies and origins."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from http.cookies import SimpleCookie

import httpx
import pytest

from app.names import CODE_ALPHABET
from tests.server import Server
from tests.sockets.client import Browser, Party, http, new_room


def code_of(answer: httpx.Response, status: int) -> str:
    """The code of an error, which has the form that all errors have."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    error = answer.json()
    assert error.keys() <= {"error", "message", "suggestion"}
    assert re.fullmatch(r"[^\n{}]{3,200}[.?!]", error["message"])
    return str(error["error"])


def cookie_of(answer: httpx.Response) -> dict[str, str]:
    """The attributes of the one cookie that was set, its name and value among them."""
    (line,) = answer.headers.get_list("set-cookie")
    ((name, morsel),) = SimpleCookie(line).items()
    flags = {flag.lower(): "yes" for flag in line.split("; ") if "=" not in flag}
    return {
        "name": name,
        "value": morsel.value,
        **{k: v for k, v in morsel.items() if isinstance(v, str) and v},
        **flags,
    }


async def test_a_new_room(server: Server) -> None:
    """Only a name is needed; the code is one that can be read out."""
    async with http(server) as client:
        answer = await client.post("/api/rooms", json={"name": "Ada"})
        assert answer.status_code == 201
        room = answer.json()
        assert room.keys() == {"code", "url", "seat"}
        assert room["seat"] == 0
        assert room["url"] == f"{server.url}/r/{room['code']}"
        assert re.fullmatch(f"[{CODE_ALPHABET}]{{8}}", room["code"])
        assert not set(CODE_ALPHABET) & set("0O1IL")
        shown = (await client.get(f"/api/rooms/{room['code']}")).json()
    assert [seat["kind"] for seat in shown["seats"]] == ["human", "empty", "empty", "empty"]
    assert shown["seq"] == 1 and shown["now"] > 1_700_000_000_000


async def test_the_cookie(server: Server) -> None:
    """One a room, for as long as the room, not for scripts, not for other sites' pages; Secure over TLS."""
    async with http(server) as client:
        answer = await client.post("/api/rooms", json={"name": "Ada"})
        cookie = cookie_of(answer)
        assert cookie["name"] == f"f7_{answer.json()['code']}"
        assert len(cookie["value"]) >= 22
        assert (cookie["path"], cookie["samesite"].lower(), cookie["httponly"]) == ("/", "lax", "yes")
        assert 43_100 < int(cookie["max-age"]) <= 43_200
        assert "secure" not in cookie and "domain" not in cookie
        forwarded = {"X-Forwarded-Proto": "https", "Origin": f"https://127.0.0.1:{server.port}"}
        answer = await client.post("/api/rooms", json={"name": "Ada"}, headers=forwarded)
        assert cookie_of(answer)["secure"] == "yes"
        assert answer.json()["url"].startswith("https://")


async def test_forwarded_headers_of_strangers_are_not_believed(serve: Callable[..., Server]) -> None:
    distrustful = serve(trusted_proxies="192.0.2.1")
    async with http(distrustful) as client:
        answer = await client.post("/api/rooms", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
        assert "secure" not in cookie_of(answer)
        assert answer.json()["url"].startswith("http://")


async def test_the_public_address_is_the_one_that_was_set(serve: Callable[..., Server]) -> None:
    """In links; its pages are no strangers, and cookies insist on TLS."""
    public = serve(public_url="https://cards.example.org")
    async with http(public) as client:
        answer = await client.post("/api/rooms", json={"name": "Ada"}, headers={"Origin": "https://cards.example.org"})
        assert answer.json()["url"] == f"https://cards.example.org/r/{answer.json()['code']}"
        assert cookie_of(answer)["secure"] == "yes"


async def test_whichever_comes_first_brings_the_cookie(party: Party) -> None:
    """Join, its 409s too, the page and the handshake; whoever has one keeps it."""
    host = await new_room(party.server, seats=3, bots=2)
    for way in ("join", "page", "socket"):
        browser = Browser(party.server, host.code)
        if way == "join":
            answer = await browser.post("/join", {"name": "Bo"})
            assert code_of(answer, 409) == "room_full"
            assert cookie_of(answer)["httponly"] == "yes"
        elif way == "page":
            answer = await browser.get(f"/r/{host.code}")
            browser.keep_cookie(answer)
            assert cookie_of(answer)["samesite"].lower() == "lax"
        else:
            await party.sit(browser)
        cookie = browser.cookie
        assert cookie is not None and cookie != host.cookie
        for answer in (await browser.post("/join", {"name": "Bo"}), await browser.get(f"/r/{host.code}")):
            assert "set-cookie" not in answer.headers
        await party.sit(browser)
        assert browser.cookie == cookie


async def test_a_cookie_of_ones_own_making_is_no_seat(party: Party) -> None:
    """Nor is another room's, nor the hash that the server keeps."""
    host, other = await new_room(party.server), await new_room(party.server)
    for forged in (other.cookie, host.id, "x" * 32, "", "x" * 5000, "%00", '"'):
        table = await party.sit(Browser(party.server, host.code, forged))
        assert table.seat is None


async def test_joining_again_is_the_same_seat(party: Party) -> None:
    """Whatever the name, also after the start, also with a body that makes no sense, also twice at once."""
    host = await new_room(party.server, seats=3)
    bo = Browser(party.server, host.code)
    await bo.get(f"/r/{host.code}")
    bo.keep_cookie(await bo.get(f"/r/{host.code}"))
    answers = await asyncio.gather(*(bo.post("/join", {"name": "Bo"}) for _ in range(5)))
    assert [answer.status_code for answer in answers] == [200] * 5
    assert {answer.json()["seat"] for answer in answers} == {1}
    bodies: list[object] = [{"name": "Ada"}, {"name": ""}, {}, [], None]
    for body in bodies:
        assert (await bo.post("/join", body)).json() == {"seat": 1}
    table = await party.sit(host)
    await table.play("start")
    assert (await bo.post("/join", {})).json() == {"seat": 1}
    assert [seat["kind"] for seat in table.view["seats"]] == ["human", "human", "bot"]


async def test_many_join_at_once(party: Party) -> None:
    """Each seat is given once."""
    host = await new_room(party.server, seats=6)
    guests = [Browser(party.server, host.code) for _ in range(10)]
    answers = await asyncio.gather(*(guest.post("/join", {"name": f"G{i}"}) for i, guest in enumerate(guests)))
    assert sorted(answer.json()["seat"] for answer in answers if answer.status_code == 200) == [1, 2, 3, 4, 5]
    assert {code_of(answer, 409) for answer in answers if answer.status_code != 200} == {"room_full"}


BAD_BODIES = [
    b"", b"null", b"[]", b"{", b"{}", b'{"name": "Ada", "seats": 4.0}', b'{"name": "Ada", "seats": "4"}',
    b'{"name": "Ada", "seats": true}', b'{"name": "Ada", "bots": -1}', b'{"name": "Ada", "bots": 4}',
    b'{"name": "Ada", "seats": 3, "bots": 3}', b'{"name": "Ada", "level": "grim"}', b'{"name": "Ada", "start": "yes"}',
    b'{"name": "Ada", "start": 1}', b"[" * 10_000, b'{"name": "\\ud800"}', b'\xff\xfe{"name": "Ada"}',
]  # fmt: skip


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
async def test_a_body_that_makes_no_sense(server: Server, body: bytes) -> None:
    async with http(server) as client:
        answer = await client.post("/api/rooms", content=body)
        assert code_of(answer, 400) == "bad_message"
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": 7}, "bad_name"),
        ({"name": None}, "bad_name"),
        ({"name": "x" * 17}, "bad_name"),
        ({"name": "A\u202eda"}, "bad_name"),
        ({"name": "Ada", "seats": 1}, "bad_rules"),
        ({"name": "Ada", "seats": 37}, "bad_rules"),
        ({"name": "Ada", "rules": {"points": 1}}, "bad_rules"),
        ({"name": "Ada", "rules": {"preset": "challenge"}}, "bad_rules"),
        ({"name": "Ada", "rules": 5}, "bad_rules"),
    ],
)
async def test_a_room_that_cannot_be(server: Server, body: object, code: str) -> None:
    async with http(server) as client:
        assert code_of(await client.post("/api/rooms", json=body), 400) == code


async def test_the_order_of_checks_for_joining(party: Party) -> None:
    """The room's own reasons come before what is wrong with the name."""
    nowhere = Browser(party.server, "22222222")
    assert code_of(await nowhere.post("/join", {"name": ""}), 404) == "no_such_room"
    host = await new_room(party.server, seats=3)
    guest = Browser(party.server, host.code)
    assert code_of(await guest.post("/join", {}), 400) == "bad_message"
    assert code_of(await guest.post("/join", {"name": ""}), 400) == "bad_name"
    answer = await guest.post("/join", {"name": "ada"})
    assert code_of(answer, 409) == "name_taken"
    assert answer.json()["suggestion"] == "ada 2"
    table = await party.sit(host)
    for _ in range(2):
        await table.play("add_bot")
    for body in ({"name": ""}, {"name": "Ada"}, {}):
        assert code_of(await guest.post("/join", body), 409) == "room_full"
    await table.play("start")
    for body in ({"name": ""}, {"name": "Ada"}, {}):
        assert code_of(await guest.post("/join", body), 409) == "already_started"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/rooms/22222222/leave", 404),
        ("GET", "/api/rooms", 405),
        ("PUT", "/api/rooms", 405),
        ("DELETE", "/api/rooms/22222222", 405),
        ("GET", "/api/rooms/22222222/join", 405),
        ("GET", "/api/rooms/22222222", 404),
        ("GET", "/api/rooms/22222222/log", 404),
        ("GET", "/api/rooms/%F0%9F%83%8F", 404),
        ("GET", "/api/rooms/" + "x" * 3000, 404),
    ],
)
async def test_what_is_not_there_has_the_same_form(server: Server, method: str, path: str, status: int) -> None:
    async with http(server) as client:
        code_of(await client.request(method, path), status)


async def test_sixteen_kilobytes_are_the_most(server: Server) -> None:
    """Declared or not."""

    async def in_pieces(size: int) -> AsyncIterator[bytes]:
        for _ in range(size // 1024):
            yield b" " * 1024
        yield b'{"name": "Ada"}'

    async with http(server) as client:
        body = b'{"name": "Ada", "pad": "' + b"x" * (16 * 1024 - 26) + b'"}'
        assert len(body) == 16 * 1024
        assert (await client.post("/api/rooms", content=body)).status_code == 201
        assert code_of(await client.post("/api/rooms", content=body + b" "), 413) == "too_large"
        assert (await client.post("/api/rooms", content=in_pieces(8 * 1024))).status_code == 201
        assert code_of(await client.post("/api/rooms", content=in_pieces(17 * 1024)), 413) == "too_large"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "garbage", "http://[::1"])
async def test_a_foreign_page_changes_nothing(server: Server, origin: str) -> None:
    host = await new_room(server)
    async with http(server, origin=origin) as client:
        assert code_of(await client.post("/api/rooms", json={"name": "Eve"}), 403) == "bad_origin"
        assert code_of(await client.post(f"/api/rooms/{host.code}/join", json={"name": "Eve"}), 403) == "bad_origin"
        assert (await client.get(f"/api/rooms/{host.code}")).status_code == 200


async def test_the_own_page_may(server: Server) -> None:
    async with http(server, origin=server.url) as client:
        assert (await client.post("/api/rooms", json={"name": "Ada"})).status_code == 201


async def test_what_operators_ask(server: Server) -> None:
    """No room's code is among the numbers."""
    host = await new_room(server)
    async with http(server) as client:
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/readyz")).status_code == 200
        metrics = (await client.get("/metrics")).text
        assert re.search(r"^flip7_rooms_created_total [1-9]", metrics, re.MULTILINE)
        assert host.code not in metrics
        schema = (await client.get("/openapi.json")).json()
        assert "/api/rooms/{code}/join" in schema["paths"]
        for path in ("/docs", "/redoc"):
            assert (await client.get(path)).status_code == 404
