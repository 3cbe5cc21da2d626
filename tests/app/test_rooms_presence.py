"""Who is connected, and when the table has to look again."""

from app.rooms import presence
from app.rooms.room import Kind
from tests.app.room_table import Table, Told

GRACE, MINUTE = 5_000, 60_000


def table_of(*others: str, start: bool = True, **rules: object) -> Table:
    """Ada's game, or lobby, with these people."""
    table = Table()
    table.create("ada", rules=rules)
    for browser in others:
        table.join(browser)
    if start:
        table.do("ada", "start")
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


def next_look(table: Table) -> int | None:
    """Milliseconds until the room itself wants to look again, leases apart."""
    moment = presence.next_moment(table.room, table.leases, table.now)
    return None if moment is None else moment - table.now


def test_a_closed_socket_is_told_after_five_seconds() -> None:
    table = table_of("bo")
    table.disconnect("bo")
    table.now += GRACE - 1
    assert table.look() == [] and table.view["seats"][1]["connected"]
    table.now += 1
    assert table.look() == [{"type": "away", "seat": 1, "why": "connection"}]
    seat = table.view["seats"][1]
    assert (seat["connected"], seat["away"]) == (False, False), "away is for missed decisions"


def test_a_refresh_is_no_change() -> None:
    table = table_of("bo")
    table.disconnect("bo")
    table.now += 4_000
    assert table.connect("bo") == [] and table.last is None


def test_a_socket_that_opens_again_is_told_at_once() -> None:
    table = table_of("bo")
    table.gone_for("bo", 20_000)
    assert table.connect("bo") == [{"type": "back", "seat": 1, "why": "connection"}]
    assert table.view["seats"][1]["connected"]


def test_to_connect_is_not_to_play() -> None:
    table = table_of("bo")
    table.miss(1)
    table.gone_for("bo", 20_000)
    table.connect("bo")
    assert (table.room.seats[1].misses, table.view["seats"][1]["away"]) == (1, True)


def test_connections_come_and_go_without_a_word_where_a_bot_plays() -> None:
    table = table_of("bo")
    for _ in range(3):
        table.miss(1)
    assert table.gone_for("bo", 300_000) == [] and table.last is None
    assert table.connect("bo") == [] and table.last is None
    assert table.view["seats"][1]["connected"], "bots are"
    assert kinds(table.do("bo", "take_over", seat=1)) == ["back"]
    assert table.room.seats[1].connected


def test_watchers_come_and_go_without_a_word() -> None:
    table = table_of("bo")
    assert table.connect("zoe") == []
    assert table.gone_for("zoe", 300_000) == []


def test_a_lease_that_runs_out_is_a_closed_socket() -> None:
    table = table_of("bo")
    table.leases["bo"] = table.now + 45_000
    table.now += 44_999
    assert table.look() == []
    table.now += 1
    assert kinds(table.look()) == ["away"]


def test_a_lease_long_forgotten_is_one_that_has_ended() -> None:
    table = table_of("bo", start=False)
    table.gone_for("bo", 6_000)
    del table.leases["bo"]
    assert kinds(table.look()) == ["left"]


def test_several_go_in_one_change() -> None:
    table = table_of("bo", "cy")
    table.disconnect("bo")
    table.disconnect("cy")
    table.now += GRACE
    assert kinds(table.look()) == ["away", "away"]


def test_presence_shares_no_change_with_a_move() -> None:
    table = table_of("bo")
    table.turn_of(0)
    table.disconnect("bo")
    table.now += GRACE
    assert kinds(table.do("ada", "stay")) == ["stayed"]
    assert kinds(table.look()) == ["away"]


def test_presence_moves_no_deadline_and_no_bots_moment() -> None:
    table = table_of("bo")
    for seat in (0, 1, 2):
        table.turn_of(seat)
        before = table.decision
        table.gone_for("bo", GRACE)
        assert table.decision == before
        table.connect("bo")
        assert table.decision == before


def test_the_next_look_is_when_an_absence_matters() -> None:
    table = table_of("bo", start=False)
    table.disconnect("bo")
    table.now += GRACE
    table.look()
    assert next_look(table) == MINUTE - GRACE
    table.now += MINUTE - GRACE
    assert next_look(table) == MINUTE
    table.now += MINUTE
    table.look()
    assert table.room.seats[1].kind is Kind.EMPTY


def test_a_reservations_browser_is_looked_after_too() -> None:
    table = table_of()
    table.turn_of(0)
    table.connect("zoe")
    table.do("zoe", "take_over", seat=2, name="Zoe")
    table.disconnect("zoe")
    table.now += GRACE
    assert next_look(table) == MINUTE - GRACE


def test_a_watcher_who_is_gone_when_the_seat_becomes_theirs_is_told_to_be_away() -> None:
    table = table_of("bo")
    table.place("A* 5 | B stayed 9 | C stayed 3 | D stayed 2")
    table.connect("zoe")
    table.do("zoe", "take_over", seat=2, name="Zoe")
    table.disconnect("zoe")
    table.now += 30_000
    assert kinds(table.do("ada", "stay"))[-1] == "joined"
    assert table.look() == [{"type": "away", "seat": 2, "why": "connection"}]
