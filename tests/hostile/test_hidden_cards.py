"""Two rooms that differ in nothing but the cards nobody has seen: no byte that leaves the server tells them apart."""

import json
import re

import pytest

from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, together

KNOWN = "A* 5 12 second_chance =87 | B 9 x2 (freeze) | C 3; discard 4 6 4"
PILES = ["draw 7 8 10 11 freeze", "draw freeze 11 10 8 7", "draw second_chance 12 flip_three +10 3"]
TARGET = "A* 5 | B 9 | C 3; agenda target A freeze"
MOMENTS = re.compile(r'("(?:now|deadline|expires_at)":)\d+')


@pytest.fixture
def server(unlimited: Server) -> Server:
    """A server without rates."""
    return unlimited


class Evening:
    """A room with three people and somebody who watches, and everything that is heard of it from a moment on."""

    def __init__(self, party: Party, people: list[Table], watcher: Table) -> None:
        self.party = party
        self.people = people
        self.everybody = [*people, watcher]
        self.code = watcher.browser.code
        self._heard_before = [len(table.frames) for table in self.everybody]
        self._pages: list[str] = []

    def heard(self) -> list[str]:
        """Every frame and page, without the room's code and without the time of day; for each table its answers last.

        An answer may overtake the change it answers.
        """
        frames = [table.frames[known:] for table, known in zip(self.everybody, self._heard_before, strict=True)]
        texts = [text for told in frames for text in sorted(told, key=is_answer)] + self._pages
        return [MOMENTS.sub(r"\g<1>0", text.replace(self.code, "CODE")) for text in texts]

    async def together(self) -> None:
        await together(*self.everybody)

    async def look(self) -> None:
        """Read what anybody can read, as a stranger and as one who comes back; the answers are heard."""
        stranger = Browser(self.party.server, self.code)
        for path in (f"/api/rooms/{self.code}", f"/api/rooms/{self.code}/log"):
            self._pages.append((await stranger.get(path)).text)
        for browser, after in ((stranger, ""), (self.people[1].browser, "?after=1&digest=00")):
            table = await self.party.sit(browser, path=f"/ws/{self.code}{after}")
            self._pages += table.frames
            await self.party.drop(table)


def is_answer(text: str) -> bool:
    """Whether a frame is for one table alone."""
    return text.startswith(('{"type":"ack"', '{"type":"error"'))


async def twins(party: Party, bench: Bench, known: str, *names: str) -> list[Evening]:
    """Rooms that are alike in all but the order of their draw piles; who has no name is a bot."""
    evenings = []
    for pile in PILES:
        people = await party.lobby(*names, seats=3)
        if len(names) < 3:
            await people[0].play("add_bot", id="bot")
        watcher = await party.watcher(people[0].browser.code)
        evening = Evening(party, people, watcher)
        await bench.lay(f"{known}; {pile}", *evening.everybody)
        evenings.append(evening)
    return evenings


def alike(evenings: list[Evening]) -> list[str]:
    """What is heard of each of them, which has to be the same."""
    first, *others = [evening.heard() for evening in evenings]
    assert len(first) > 10
    for other in others:
        assert other == first
    return first


async def test_nothing_tells_of_undrawn_cards_until_one_is_drawn(party: Party, bench: Bench) -> None:
    """Frames of all kinds, welcomes, answers, pages and logs: the same bytes. Then a card is drawn."""
    evenings = await twins(party, bench, KNOWN, "Ada", "Bo", "Cy")
    for evening in evenings:
        ada, bo, cy = evening.people
        decision = ada.decision["id"]
        await ada.play("more_time", id="a1", decision=decision)
        await bo.play("react", id="b1", reaction="nice")
        await cy.refused("hit", id="c1", decision=decision)
        await cy.refused("hit", id="c2", decision=decision + 1)
        await bo.play("rename", id="b2", name="Bo B.")
        await evening.look()
        await ada.play("stay", id="a2", decision=decision)
        await evening.together()
        await bench.hurry(bo, *evening.everybody)
        await bo.until_event("timed_out", seat=1, did="stay")
        await evening.together()
        await evening.look()
    assert any('"timed_out"' in text for text in alike(evenings))
    digests = {evening.people[0].digest for evening in evenings}
    assert len(digests) == 1
    for evening in evenings:
        await evening.people[2].decide("hit")
        await evening.together()
    assert len({tuple(evening.heard()) for evening in evenings}) == len(evenings)
    assert len({evening.people[0].digest for evening in evenings}) == len(evenings)


async def test_nor_while_somebody_is_asked_for_a_target(party: Party, bench: Bench) -> None:
    evenings = await twins(party, bench, TARGET, "Ada", "Bo", "Cy")
    for evening in evenings:
        ada = evening.people[0]
        await ada.refused("target", id="a1", decision=ada.decision["id"], target=7)
        await ada.play("target", id="a2", decision=ada.decision["id"], target=1)
        await evening.together()
        await evening.look()
    assert any('"frozen"' in text for text in alike(evenings))


async def test_bots_move_as_if_they_did_not_know_the_next_card(party: Party, bench: Bench) -> None:
    """What a bot does first is the same, whatever lies on top."""
    done: set[str] = set()
    for evening in await twins(party, bench, "A* 5 | B stayed 9 =9 | C 12 11 =23", "Ada", "Bo"):
        ada = evening.people[0]
        seq = await ada.decide("stay")
        await ada.reach(seq + 1)
        moved = next(change for change in ada.changes if change["seq"] == seq + 1)["events"][0]
        done.add("hit" if moved["type"] == "dealt" else json.dumps(moved))
    assert len(done) == 1
