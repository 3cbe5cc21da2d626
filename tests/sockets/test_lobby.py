"""The lobby over sockets: names, bots, rules, seats, the host."""

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, new_room, together


async def test_an_empty_table_is_shown_as_such(party: Party) -> None:
    (ada,) = await party.lobby("Ada", seats=3)
    assert ada.view["phase"] == "lobby" and ada.view["round"] == 0
    assert ada.view["seats"][1] == {
        "name": None, "kind": "empty", "level": None, "bot": None, "connected": False, "away": False, "ready": False,
        "status": None, "numbers": [], "modifiers": [], "second_chance": False, "played": [], "round_score": 0,
        "total": 0,
    }  # fmt: skip
    for empty in ("set_aside", "discard", "rounds", "sheet", "more_time_used", "reserved"):
        assert not ada.view[empty]
    for nothing in ("dealer", "decision", "flip_three", "discard_top", "winner"):
        assert ada.view[nothing] is None


async def test_everybody_sees_who_comes_and_goes(party: Party) -> None:
    """Seats are given by number, lowest first; who leaves leaves an empty one and may come again."""
    ada, bo = await party.lobby("Ada", "Bo", seats=3)
    assert ada.happened("joined") == [{"type": "joined", "seat": 1, "name": "Bo", "kind": "human", "was": None}]
    await ada.play("add_bot", seat=2, level="hard")
    assert ada.view["seats"][2]["level"] == "hard"
    assert ada.happened("joined")[-1] == {
        "type": "joined", "seat": 2, "name": ada.view["seats"][2]["name"], "kind": "bot", "was": None
    }  # fmt: skip
    await bo.play("leave")
    await bo.until(lambda: bo.seat is None)
    assert bo.view["seats"][1]["kind"] == "empty"
    assert await bo.browser.join("Bo again") == 1
    await bo.until(lambda: bo.seat == 1)


async def test_a_second_ann_is_offered_another_name(party: Party) -> None:
    """On joining, renaming and among bots; case makes no difference, and the suggestion fits.

    Reported elsewhere: the same name is the same player.
    """
    (ann,) = await party.lobby("Ann", seats=4)
    other = Browser(party.server, ann.browser.code)
    answer = await other.post("/join", {"name": "ANN"})
    assert answer.status_code == 409
    assert answer.json()["error"] == "name_taken" and answer.json()["suggestion"] == "ANN 2"
    assert await other.join(answer.json()["suggestion"]) == 1
    await ann.play("add_bot")
    table = await party.sit(other)
    refused = await table.do("rename", name=table.view["seats"][2]["name"].upper())
    assert refused["code"] == "name_taken"
    assert (await table.do("rename", name=refused["suggestion"]))["type"] == "ack"
    long = "N" * 16
    await ann.play("rename", name=long)
    assert (await table.do("rename", name=long.lower()))["suggestion"] == "n" * 14 + " 2"


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 17, "A\u200bda", "A\u202eda", "\u2066Ada", "A\u0000da", "\u3164", "\u2800", "\ue000", 7]
)
async def test_names_that_cannot_be_read_are_refused(party: Party, name: object) -> None:
    """Reported elsewhere: invisible and direction characters make one name look like another."""
    (ada,) = await party.lobby("Ada", seats=3)
    assert await ada.refused("rename", name=name) == "bad_name"
    answer = await Browser(party.server, ada.browser.code).post("/join", {"name": name})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_name")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("🦊🃏", "🦊🃏"), ("  Bo \t Anne ", "Bo Anne"), ("e\u0301", "é"), ("<b>&\"'", "<b>&\"'"), ("日本", "日本")],
)
async def test_names_are_shown_as_meant(party: Party, typed: str, shown: str) -> None:
    (ada,) = await party.lobby("Ada", seats=3)
    await ada.play("rename", name=typed)
    assert ada.me["name"] == shown
    assert ada.happened("renamed") == [{"type": "renamed", "seat": 0, "was": "Ada", "name": shown}]


async def test_the_host_chooses_rules_and_seats(party: Party) -> None:
    """Whole or in part; what is missing takes the preset's value, and the same again makes no change."""
    ada, bo = await party.lobby("Ada", "Bo", seats=3)
    assert await bo.refused("rules", seats=4) == "not_host"
    await ada.play("rules", rules={"preset": "tracker", "points": 150, "pace": "fast"}, seats=6)
    rules = ada.view["rules"]
    assert (rules["preset"], rules["points"], rules["flip_three_bust"]) == ("tracker", 150, "finish")
    assert rules["pace"] == "fast" and rules["turn_seconds"] == 75 and rules["odds"] is True
    assert len(ada.view["seats"]) == 6
    assert ada.happened("settings") == [{"type": "settings", "rules": rules, "seats": 6}]
    seq = ada.seq
    await ada.play("rules", rules={"preset": "tracker", "points": 150, "pace": "fast"})
    assert ada.seq == seq
    await ada.play("rules", rules={"points": 100})
    assert ada.view["rules"]["preset"] == "table" and ada.view["rules"]["flip_three_bust"] == "stop"
    await ada.play("add_bot", seat=5)
    await ada.play("rules", seats=4)
    assert [seat["kind"] for seat in ada.view["seats"]] == ["human", "human", "empty", "empty"]


@pytest.mark.parametrize(
    "rules",
    [
        {"points": 49}, {"points": 501}, {"points": True}, {"points": 100.0}, {"points": "100"}, {"points": None},
        {"rounds": 0}, {"rounds": 21}, {"turn_seconds": 10}, {"turn_seconds": False}, {"odds": 1}, {"preset": "poker"},
        {"preset": None}, {"preset": "challenge"}, {"length": "challenge"}, {"pace": "slow"}, {"jokers": True}, [], 5,
        {"opening_deal": "yes"}, {"first_freeze": ["any"]}, {"preset": {}},
    ],
)  # fmt: skip
async def test_rules_that_are_none(party: Party, rules: object) -> None:
    (ada,) = await party.lobby("Ada", seats=3)
    assert await ada.refused("rules", rules=rules) == "bad_rules"


async def test_a_table_has_two_to_thirty_six_seats(party: Party) -> None:
    """And a person's seat is not taken away, nor one below it."""
    ada, bo = await party.lobby("Ada", "Bo", seats=6)
    for seats in (1, 37, 0, -1, 2**63):
        assert await ada.refused("rules", seats=seats) == "bad_rules"
    await ada.play("add_bot", seat=4)
    await bo.play("leave")
    await bo.until(lambda: bo.seat is None)
    for seat in (1, 2):
        await ada.play("add_bot", seat=seat)
    assert await bo.browser.join("Bo") == 3
    await ada.until_event("joined", seat=3)
    assert await ada.refused("rules", seats=3) == "bad_rules"
    await ada.play("rules", seats=4)


async def test_bots_sit_where_there_is_room(party: Party) -> None:
    (ada,) = await party.lobby("Ada", seats=3)
    for seat in (0, 3, -1):
        assert await ada.refused("add_bot", seat=seat) == "bad_seat"
    await ada.play("add_bot")
    await ada.play("add_bot", seat=2, level="expert")
    assert await ada.refused("add_bot", seat=2) == "bad_seat"
    assert await ada.refused("add_bot") == "room_full"
    names = [seat["name"] for seat in ada.view["seats"]]
    assert len(set(names)) == 3


async def test_the_next_human_is_host_when_the_host_leaves(party: Party) -> None:
    """And can start at once.

    Reported elsewhere: the host leaves the lobby and nobody can start.
    """
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=4)
    await ada.play("leave")
    assert await bo.until_event("host") == {"type": "host", "seat": 1, "why": "left"}
    await bo.play("start")
    await together(bo, cy)
    assert cy.view["round"] == 1


async def test_an_empty_lobby_waits_for_a_host(party: Party) -> None:
    """When the last human leaves, the host keeps its number, and whoever comes next is host."""
    bo, cy = await party.lobby("Bo", "Cy", seats=4)
    await bo.play("leave")
    await cy.until_event("host", seat=1)
    await cy.play("leave")
    await cy.until(lambda: cy.seat is None)
    assert cy.view["host"] == 1
    assert await Browser(party.server, cy.browser.code).join("Di") == 0
    await cy.until_event("host", seat=0)


async def test_starting_fills_the_table_with_bots(party: Party) -> None:
    """In one change with the whole opening deal; who has joined but is not connected keeps the seat."""
    ada, bo = await party.lobby("Ada", "Bo", seats=5)
    await ada.play("start")
    change = ada.changes[-1]
    assert [event["type"] for event in change["events"][:5]] == ["joined"] * 3 + ["started", "round_started"]
    assert change["events"][3]["game"] == 1
    assert ada.view["round"] == 1
    assert [seat["kind"] for seat in ada.view["seats"]] == ["human"] * 2 + ["bot"] * 3
    dealt = [event for event in change["events"] if event.get("cause") == "opening"]
    assert len(dealt) == 5 or dealt[-1]["to"] == "choice", "everybody has a card, or somebody has to give one away"
    await together(ada, bo)


async def test_playing_against_bots_is_one_request(party: Party) -> None:
    """The room's first change holds everything, and the log begins with it."""
    host = await new_room(party.server, "Ada", seats=4, start=True)
    table = await party.sit(host)
    assert table.phase in ("turn", "target")
    log = (await host.get(f"/api/rooms/{host.code}/log")).json()["changes"]
    assert log[0]["seq"] == 1
    assert [event["type"] for event in log[0]["events"][:6]] == ["joined"] * 4 + ["started", "round_started"]


async def test_the_log_is_that_of_the_current_game(party: Party, bench: Bench) -> None:
    """In the lobby everything so far, in a game from the change that started it."""
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=3)

    async def log() -> list[dict[str, object]]:
        changes: list[dict[str, object]] = (await ada.browser.get(f"/api/rooms/{ada.browser.code}/log")).json()[
            "changes"
        ]
        return changes

    assert [change["seq"] for change in await log()] == [1, 2, 3]
    await ada.play("start")
    parts = ("seq", "digest", "now", "events")
    assert await log() == [{part: ada.changes[-1][part] for part in parts}]
    await together(ada, bo, cy)
    await bench.lay("A* 5 =190 | B stayed 9 =198 | C stayed 7 =3", ada, bo, cy)
    await ada.decide("stay")
    await ada.play("rematch")
    await ada.play("react", reaction="again")
    assert await log() == [{part: change[part] for part in parts} for change in ada.changes[-2:]]
