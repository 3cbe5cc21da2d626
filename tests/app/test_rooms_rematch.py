"""A new game in the same room."""

from app.rooms.room import Kind
from tests.app.room_table import Table, Told

GAME_OVER = "A stayed 12 =210 | B stayed 9 =20 | C stayed 3 =7 | D"
SCORES = "12 9 3 0"


def finished(*others: str, **rules: object) -> Table:
    """A game that Ada has won."""
    table = Table()
    table.create("ada", rules=rules)
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    table.place(GAME_OVER, scores=SCORES)
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


def test_after_the_game_nothing_is_decided_and_the_table_stays() -> None:
    table = finished("bo")
    assert (table.view["phase"], table.view["decision"], table.view["winner"]) == ("game_over", None, 0)
    assert table.view["rounds"] == [[12, 9, 3, 0]]


def test_a_rematch_starts_anew_in_the_same_seats() -> None:
    table = finished("bo")
    names = [seat.name for seat in table.room.seats]
    number = table.room.decisions
    told = table.do("ada", "rematch")
    assert kinds(told)[:2] == ["started", "round_started"] and told[0]["game"] == 2
    assert told[0]["dealer"] == table.view["dealer"]
    assert [seat.name for seat in table.room.seats] == names
    assert table.view["round"] == 1 and table.view["rounds"] == [] and table.view["winner"] is None
    assert [seat["total"] for seat in table.view["seats"]] == [0, 0, 0, 0]
    assert table.decision.id == number + 1, "numbers grow for the life of the room"
    assert table.room.game_seq == table.room.seq, "the log of a game begins with its start"


def test_each_game_has_a_fresh_seed() -> None:
    table = finished("bo")
    orders = set()
    for _ in range(3):
        table.do("ada", "rematch")
        orders.add(table.game.draw_pile)
        table.place(GAME_OVER, scores=SCORES)
    assert len(orders) == 3


def test_only_the_host_after_the_game() -> None:
    table = finished("bo")
    assert table.refused("bo", "rematch") == "not_host"
    assert table.refused("zoe", "rematch") == "not_seated"
    table.do("ada", "rematch")
    assert table.refused("ada", "rematch") == "wrong_phase"


def test_a_seat_nobody_is_connected_to_is_played_by_a_bot_until_its_owner_is_back() -> None:
    table = finished("bo", "cy")
    table.gone_for("bo", 10_000)
    told = table.do("ada", "rematch")
    assert told[0] == {"type": "bot_took_over", "seat": 1, "name": "Bo", "why": "offline"}
    assert kinds(told)[1] == "started"
    seat = table.room.seats[1]
    assert (seat.kind, seat.owner, seat.away) == (Kind.BOT, "bo", True)
    assert kinds(table.do("bo", "take_over", seat=1)) == ["back"]


def test_a_bot_that_plays_for_somebody_plays_on() -> None:
    table = finished("bo")
    for _ in range(3):
        table.miss(1)
    table.place(GAME_OVER, scores=SCORES)
    assert kinds(table.do("ada", "rematch"))[0] == "started"
    assert table.room.seats[1].kind is Kind.BOT and table.room.seats[1].owner == "bo"


def test_only_a_decision_forgets_misses() -> None:
    table = finished("bo")
    table.miss(0)
    table.miss(0)
    table.place(GAME_OVER, scores=SCORES)
    table.do("ada", "rematch")
    assert (table.room.seats[0].misses, table.room.seats[0].away) == (2, True)


def test_a_host_for_whom_a_bot_plays_may_call_for_a_rematch() -> None:
    table = finished("bo")
    for _ in range(3):
        table.miss(0)
    table.place(GAME_OVER, scores=SCORES)
    assert kinds(table.do("ada", "rematch"))[0] == "started"
    assert table.room.seats[0].kind is Kind.BOT


def test_empty_seats_are_filled() -> None:
    table = finished("bo")
    table.do("ada", "rules", seats=6)
    assert [seat.kind for seat in table.room.seats][4:] == ["empty", "empty"]
    assert kinds(table.do("ada", "rematch"))[:3] == ["joined", "joined", "started"]
    assert len(table.view["seats"]) == 6
