"""What must never leave the server: seat secrets and their hashes, the seed, the order of the draw pile."""

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest

from engine import Seeded, state_to_json
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, careful, play_on, send_text, together


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server of this module's own, whose whole log is looked at."""
    return serve()


def keys_in(value: object) -> Iterator[str]:
    """Every name of a field anywhere in a JSON value."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_in(inner)


async def test_nothing_secret_is_ever_told(party: Party, bench: Bench) -> None:
    """In no frame, page, answer, link, header, error or log line, whatever happens.

    Reported elsewhere: what lets a player come back is broadcast to all.
    """
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=4)
    code = ada.browser.code
    watcher = await party.watcher(code)
    everybody = [ada, bo, cy, watcher]
    await ada.play("start")
    seeds: set[str] = set()
    piles: list[str] = []

    async def take_note() -> None:
        game = (await bench.room(code)).game
        assert game is not None and isinstance(game.shuffles, Seeded)
        seeds.add(game.shuffles.seed.hex())
        piles.append(str(state_to_json(game)["draw_pile"]))

    await take_note()
    await watcher.play("take_over", seat=3, name="Zoe")
    await asyncio.gather(*(play_on(table, careful, "round_over") for table in (ada, bo, cy)))
    await together(*everybody)
    await take_note()
    await ada.play("ready")
    await bo.play("rename", name="Bobby")
    await send_text(cy, "{}")
    await cy.refused("hit", decision=1)
    await cy.play("leave")
    again = await party.sit(bo.browser, path=f"/ws/{code}?after=1&digest={ada.welcomes[0]['digest']}")
    await ada.play("remove", seat=1)
    await again.until_closed()
    texts = [frame for table in (*everybody, again) for frame in table.frames]
    for path in (f"/r/{code}", "/", "/rules", f"/api/rooms/{code}", f"/api/rooms/{code}/log", f"/r/{code}/qr.svg",
                 "/metrics", "/openapi.json", "/api/rooms/22222222"):  # fmt: skip
        answer = await ada.browser.get(path)
        texts += [answer.text, str(answer.headers)]
    stranger = await Browser(party.server, code).get(f"/api/rooms/{code}")
    texts += [stranger.text, party.server.log()]
    told = "\n".join(texts)
    for browser in (ada.browser, bo.browser, cy.browser, watcher.browser):
        assert browser.cookie is not None
        assert browser.cookie not in told
        assert browser.id not in told
    assert len(seeds) == 1
    for seed in seeds:
        assert seed not in told
    for pile in piles:
        cards = pile.split()
        assert len(cards) > 10
        assert " ".join(cards[:6]) not in told and json.dumps(cards[:6], separators=(",", ":"))[1:-1] not in told
    names = {name for text in texts if text.startswith("{") for name in keys_in(json.loads(text))}
    assert not names & {"seed", "shuffles", "draw_pile", "agenda", "owner", "browser", "answered", "removed", "cookie"}


async def test_no_code_of_a_room_is_written_to_the_log(party: Party) -> None:
    """Who reads the log must not be able to walk in."""
    ada, bo = await party.lobby("Ada", "Bo", seats=3)
    await ada.browser.get(f"/r/{ada.browser.code}")
    await bo.socket.send("x" * 70_000)
    assert await bo.until_closed() == 1009
    assert ada.browser.code not in party.server.log()


async def test_every_game_has_a_seed_of_its_own(party: Party, bench: Bench) -> None:
    """Two rooms, and a rematch in the same room, are dealt differently."""
    seeds: list[bytes] = []
    for _ in range(2):
        tables = ada, _, _ = await party.game("Ada", "Bo", "Cy", seats=3)
        for _ in range(2):
            game = (await bench.room(ada.browser.code)).game
            assert game is not None and isinstance(game.shuffles, Seeded) and len(game.shuffles.seed) == 32
            seeds.append(game.shuffles.seed)
            await bench.lay("A* 5 =190 | B stayed 9 =198 | C stayed 7 =3", *tables)
            await ada.decide("stay")
            await ada.play("rematch")
    assert len(set(seeds)) == 4


async def test_a_strangers_socket_acts_for_nobody(party: Party, bench: Bench) -> None:
    """Not for seat 0 either, whatever it claims."""
    tables = ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay("A* 5 | B 9 | C 7; draw 8", *tables)
    stranger = await party.watcher(ada.browser.code)
    before = await bench.room(ada.browser.code)
    decision = ada.decision["id"]
    assert await stranger.refused("hit", decision=decision, seat=0) == "not_seated"
    assert await bo.refused("hit", decision=decision, seat=0) == "not_your_turn"
    assert await bench.room(ada.browser.code) == before
    assert cy.seat == 2
