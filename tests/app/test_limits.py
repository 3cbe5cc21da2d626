"""What one client may ask of one worker, with the time as an argument."""

from collections import deque

import pytest

from app.limits import ADDRESSES, AddressWindow, ClientLimits, ConnectionLimits, Window, client_key


def test_a_window_admits_so_many_in_any_period() -> None:
    window = Window(3, 1000)
    assert [window.take(now) for now in (0, 400, 800, 900, 999)] == [True, True, True, False, False]
    assert window.take(1000)
    assert not window.take(1399)
    assert window.take(1400)


def test_a_refused_event_is_not_counted() -> None:
    window = Window(1, 1000)
    assert window.take(0)
    assert not any(window.take(now) for now in range(1, 1000))
    assert window.take(1000)


def test_a_window_says_how_long_to_wait() -> None:
    window = Window(2, 1000)
    window.add(0)
    assert window.wait_ms(0) == 0
    window.add(300)
    assert (window.wait_ms(300), window.wait_ms(999), window.wait_ms(1000)) == (700, 1, 0)


@pytest.mark.parametrize("most", [60, 120, 600])
def test_no_period_has_more_than_a_wide_window_admits_and_a_steady_rate_below_it_is_never_held_up(most: int) -> None:
    window, taken = Window(most, 60_000), deque[int]()
    for now in range(0, 300_000, 40):
        while taken and taken[0] <= now - 60_000:
            taken.popleft()
        if window.take(now):
            taken.append(now)
        assert len(taken) <= most
    steady = Window(most, 60_000)
    step = -(-60_000 * 61 // (60 * most))
    assert all(steady.take(now) for now in range(0, 300_000, step))


def test_a_connection_may_send_20_messages_and_20_pings_in_10_seconds() -> None:
    connection = ConnectionLimits(limited=True)
    assert all(connection.take_message(now) for now in range(20))
    assert not connection.take_message(20)
    assert all(connection.take_ping(now) for now in range(20))
    assert not connection.take_ping(9_999)
    assert connection.take_message(10_000)
    assert connection.take_ping(10_000)


def test_the_20th_strike_in_10_seconds_is_abuse() -> None:
    connection = ConnectionLimits(limited=True)
    assert [connection.strike(now) for now in range(20)] == [False] * 19 + [True]
    spread = ConnectionLimits(limited=True)
    assert not any(spread.strike(now * 600) for now in range(100))


def test_lifted_rates_leave_the_strikes() -> None:
    connection = ConnectionLimits(limited=False)
    assert all(connection.take_message(0) and connection.take_ping(0) for _ in range(1000))
    assert [connection.strike(0) for _ in range(20)][-1]


def test_an_address_may_have_120_sockets_open() -> None:
    sockets = ClientLimits(limited=True).sockets
    assert all(sockets.open("192.0.2.1") for _ in range(120))
    assert not sockets.open("192.0.2.1")
    assert sockets.open("192.0.2.2")
    sockets.close("192.0.2.1")
    assert sockets.open("192.0.2.1")
    assert not sockets.open("192.0.2.1")


def test_an_address_may_make_60_rooms_an_hour() -> None:
    rooms = ClientLimits(limited=True).new_rooms
    for minute in range(60):
        assert rooms.wait_ms("192.0.2.1", minute * 1000) == 0
        rooms.add("192.0.2.1", minute * 1000)
    assert rooms.wait_ms("192.0.2.1", 60_000) == 3_540_000
    assert rooms.wait_ms("192.0.2.2", 60_000) == 0
    assert rooms.wait_ms("192.0.2.1", 3_600_000) == 0


def test_an_address_may_try_30_wrong_codes_a_minute() -> None:
    codes = ClientLimits(limited=True).wrong_codes
    for _ in range(30):
        assert codes.wait_ms("192.0.2.1", 0) == 0
        codes.add("192.0.2.1", 0)
    assert codes.wait_ms("192.0.2.1", 0) == 60_000


@pytest.mark.parametrize("asked", ["logs", "odds", "scores"])
def test_what_an_address_may_ask_in_a_minute(asked: str) -> None:
    window = getattr(ClientLimits(limited=True), asked)
    for _ in range(600):
        assert window.wait_ms("192.0.2.1", 0) == 0
        window.add("192.0.2.1", 0)
    assert window.wait_ms("192.0.2.1", 0) == 60_000
    assert window.wait_ms("192.0.2.2", 0) == 0


def test_everything_of_an_address_can_be_lifted() -> None:
    limits = ClientLimits(limited=False)
    for _ in range(500):
        assert limits.sockets.open("192.0.2.1")
        limits.new_rooms.add("192.0.2.1", 0)
    assert limits.new_rooms.wait_ms("192.0.2.1", 0) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_an_ipv6_subscriber_is_one_client(one: str, other: str, same: bool) -> None:
    assert (client_key(one) == client_key(other)) is same


def test_memory_is_bounded_and_the_quietest_address_is_forgotten_first() -> None:
    windows = AddressWindow(1, 1000, limited=True)
    for number in range(ADDRESSES):
        windows.add(f"client{number}", 0)
    windows.add("client0", 1)
    windows.add("one more", 1)
    assert windows.wait_ms("client0", 1) == 1000
    assert windows.wait_ms("client1", 1) == 0
    assert windows.wait_ms("client2", 1) == 999
