"""Scores of a game with real cards that others look at: who may change them, what is refused, how long they last."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from app.limits import ClientLimits
from app.scores import NoScores, NotTheOwner, ScoreStore, Stale
from app.shards import scores_key
from app.store import Store
from tests.server import Servers

GAME: dict[str, Any] = {
    "players": ["Ann", "Bo"],
    "length": "points",
    "points": 200,
    "rounds": 5,
    "dealer": 1,
    "hands": [["12 9 +4 x2", "bust"], ["=45", None]],
}


@pytest.fixture(scope="module")
def url(start_shared_server: Servers) -> str:
    return start_shared_server(rate_limit="off", room_seconds=7200).url


@pytest.fixture
def owner(url: str) -> Iterator[httpx.Client]:
    """The browser that shares."""
    with httpx.Client(base_url=url) as client:
        yield client


@pytest.fixture
def other(url: str) -> Iterator[httpx.Client]:
    """Somebody who has the link."""
    with httpx.Client(base_url=url) as client:
        yield client


def share(owner: httpx.Client) -> str:
    answer = owner.post("/api/scores", json=GAME)
    assert answer.status_code == 201
    return str(answer.json()["code"])


def put(client: httpx.Client, code: str, version: int, **changed: object) -> httpx.Response:
    return client.put(f"/api/scores/{code}", json={**GAME, **changed, "version": version})


def test_whoever_has_the_link_sees_the_game_as_it_is(owner: httpx.Client, other: httpx.Client) -> None:
    answer = owner.post("/api/scores", json=GAME)
    shared = answer.json()
    assert shared.keys() == {"code", "url", "version", "expires_at"}
    assert shared["url"] == f"{str(owner.base_url).rstrip('/')}/score/{shared['code']}"
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"f7_{shared['code'].lower()}=") and "httponly" in cookie and "samesite=lax" in cookie
    seen = other.get(f"/api/scores/{shared['code']}")
    assert seen.json() == {"code": shared["code"], "version": 1, "expires_at": shared["expires_at"], "game": GAME}
    assert seen.headers["x-robots-tag"] == "noindex"
    assert put(owner, shared["code"], 1, hands=[]).json() == {"version": 2}
    assert other.get(f"/api/scores/{shared['code']}").json()["game"]["hands"] == []


def test_what_is_known_is_not_sent_again(owner: httpx.Client, other: httpx.Client) -> None:
    path = f"/api/scores/{share(owner)}"
    known = {"If-None-Match": other.get(path).headers["etag"]}
    again = other.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    put(owner, path.rpartition("/")[2], 1)
    assert other.get(path, headers=known).json()["version"] == 2


def test_only_the_browser_that_shares_changes_them(owner: httpx.Client, other: httpx.Client) -> None:
    code, theirs = share(owner), share(other)
    for secret in ("", "x" * 32, other.cookies[f"f7_{theirs}"]):
        other.cookies.set(f"f7_{code}", secret)
        refused = put(other, code, 1, hands=[])
        assert (refused.status_code, refused.json()["error"]) == (403, "not_allowed")
    foreign = owner.put(f"/api/scores/{code}", json={}, headers={"Origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["error"]) == (403, "bad_origin")
    assert other.get(f"/api/scores/{code}").json()["game"] == GAME


def test_of_two_tabs_the_second_is_told(owner: httpx.Client) -> None:
    code = share(owner)
    assert put(owner, code, 1, dealer=0).status_code == 200
    refused = put(owner, code, 1, dealer=1)
    assert (refused.status_code, refused.json()["error"]) == (409, "stale_version")
    assert owner.get(f"/api/scores/{code}").json()["game"]["dealer"] == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"players": ["Ann"]},
        {"players": ["Ann"] * 19},
        {"players": ["Ann", "x" * 17]},
        {"players": ["Ann", "B\u202eo"]},
        {"players": ["Ann", 7]},
        {"dealer": 2},
        {"dealer": True},
        {"length": "challenge"},
        {"points": 501},
        {"rounds": 0},
        {"hands": [["5"]]},
        {"hands": [["5", "13"]]},
        {"hands": [["5", "<b>"]]},
        {"hands": [["5", "=1000"]]},
        {"hands": [["5", "bust 5"]]},
        {"hands": [["5", "5 "]]},
        {"hands": [["5", 5]]},
        {"hands": [["5", "5\n"]]},
        {"hands": [["5", "\u0665"]]},
        {"hands": [["5", "=\u0665"]]},
        {"hands": [[None, None]] * 61},
    ],
)
def test_what_is_no_game_is_refused(owner: httpx.Client, changed: dict[str, object]) -> None:
    answer = owner.post("/api/scores", json={**GAME, **changed})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_message")


def test_the_longest_hand_and_the_fullest_table_are_taken(owner: httpx.Client) -> None:
    longest = "12 11 10 9 8 7 6 +2 +4 +6 +8 +10 x2"
    game = {**GAME, "players": [f"Player {i}" for i in range(18)], "hands": [[longest] * 18] * 20}
    assert owner.post("/api/scores", json=game).status_code == 201
    too_large = owner.post("/api/scores", json={**game, "hands": [[longest] * 18] * 40})
    assert too_large.status_code == 413


def test_the_page_of_shared_scores_and_its_qr_code(owner: httpx.Client, other: httpx.Client) -> None:
    code = share(owner)
    page = other.get(f"/score/{code}")
    assert f'data-code="{code}"' in page.text
    assert "noindex" in page.text and page.headers["x-robots-tag"] == "noindex"
    typed = other.get(f"/score/{code[:4]}-{code[4:]}".lower())
    assert (typed.status_code, typed.headers["location"]) == (308, f"/score/{code}")
    german = other.get(f"/score/{code.lower()}?lang=de")
    assert german.headers["location"] == f"/score/{code}?lang=de"
    assert other.get(f"/score/{code}/qr.svg").headers["content-type"] == "image/svg+xml"
    gone = other.get("/score/22222222")
    assert gone.status_code == 404 and "Shared scores last 2 hours." in gone.text
    assert other.get("/score/22222222/qr.svg").status_code == 404
    alone = other.get("/score")
    assert "noindex" not in alone.text and "x-robots-tag" not in alone.headers


def test_guessing_codes_and_sharing_much_are_limited_like_rooms(start_server: Servers) -> None:
    with httpx.Client(base_url=start_server().url) as client:
        code = share(client)
        assert {client.get("/api/scores/22222222").status_code for _ in range(30)} == {404}
        refused = client.get("/score/22222222")
        assert (refused.status_code, "retry-after" in refused.headers) == (429, True)
        assert client.get("/api/scores/22222222").json()["error"] == "rate_limited"
        assert client.get(f"/api/scores/{code}").status_code == 200, "whoever shares is let in"
        for _ in range(59):
            share(client)
        assert client.post("/api/scores", json=GAME).status_code == 429


def test_changes_have_a_limit_of_their_own() -> None:
    limit = ClientLimits(limited=True).scores
    for now in range(600):
        assert limit.wait_ms("192.0.2.1", now) == 0
        limit.add("192.0.2.1", now)
    assert limit.wait_ms("192.0.2.1", 600) > 0


async def test_every_key_has_an_end_which_no_change_moves(redis: Redis, redis_url: str) -> None:
    store = Store(redis_url)
    scores = ScoreStore(store.link, life_ms=60_000)
    first = await scores.create("ann", b"{}")
    key = scores_key(first.code)
    assert await redis.keys("*") == [key.encode()]
    assert await redis.pexpiretime(key) == first.ends
    changed = await scores.change(first.code, "ann", 1, b"[]")
    assert (changed.version, changed.ends) == (2, first.ends) == (2, await redis.pexpiretime(key))
    with pytest.raises(NotTheOwner):
        await scores.change(first.code, "bo", 2, b"{}")
    with pytest.raises(Stale) as stale:
        await scores.change(first.code, "ann", 1, b"{}")
    assert stale.value.version == 2
    assert (await scores.read(first.code)).game == b"[]"
    await redis.delete(key)
    with pytest.raises(NoScores):
        await scores.change(first.code, "ann", 2, b"{}")
    with pytest.raises(NoScores):
        await scores.read(first.code)
    await store.close()
