"""Absence: who is connected, and what a longer absence leads to. All absences count from the last socket's close."""

from collections.abc import Iterator, Mapping

from app.rooms.config import GONE_MS, GRACE_MS, LOBBY_GONE_MS, Config
from app.rooms.deadlines import reconsider
from app.rooms.devices import device_of
from app.rooms.events import Away, Back, BotTookOver, Event, HostChanged
from app.rooms.play import played_by_bot
from app.rooms.room import Kind, Room, RoomSeat
from app.rooms.seating import Step, leave, next_host
from engine.values import replace

Leases = Mapping[str, int]
"""For each browser the latest moment (ms) one of its connections counts as alive; a closed one for GRACE_MS more."""


def judge(room: Room, leases: Leases, now: int, config: Config) -> Step:
    """What the leases say at `now`: connections lost and found, and who has been gone too long."""
    before = room
    room, events = _announce(room, leases, now)
    for rule in (_free_lobby_seats, _pass_host_on, _play_untimed_turn, _lapse_reservations):
        room, more = rule(room, leases, now)
        events = (*events, *more)
    return (reconsider(room, config) if room is not before else room), events


def next_moment(room: Room, leases: Leases, now: int) -> int | None:
    """The next moment (ms) at which `judge` may say more, leases that are alive apart; None: no such moment."""
    return min((moment for moment in _moments(room, leases) if moment > now), default=None)


def _moments(room: Room, leases: Leases) -> Iterator[int]:
    for seat in room.seats:
        if seat.owner is not None:
            yield _closed_at(leases, seat.owner) + GONE_MS
            yield _closed_at(leases, seat.owner) + LOBBY_GONE_MS
    for claim in room.reserved.values():
        yield _closed_at(leases, claim.browser) + GONE_MS


def _closed_at(leases: Leases, browser: str) -> int:
    """When the browser's last socket closed, or would have, had it said so."""
    return leases.get(device_of(browser), 0) - GRACE_MS


def _announce(room: Room, leases: Leases, now: int) -> Step:
    events: list[Event] = []
    for index in list(room.humans()):
        seat = room.seats[index]
        alive = leases.get(device_of(seat.owner or ""), 0) > now
        if alive != seat.connected:
            room = room.with_seat(index, replace(seat, connected=alive))
            events.append(Back(index, "connection") if alive else Away(index, "connection"))
    return room, tuple(events)


def _free_lobby_seats(room: Room, leases: Leases, now: int) -> Step:
    """In the lobby a seat is freed after two minutes, never the last human's."""
    events: tuple[Event, ...] = ()
    if room.game is not None:
        return room, events
    for index in list(room.humans()):
        seat = room.seats[index]
        if _gone(seat, leases, now, LOBBY_GONE_MS) and room.human_count > 1:
            room, more = leave(room, index, "gone")
            events = (*events, *more)
    return room, events


def _pass_host_on(room: Room, leases: Leases, now: int) -> Step:
    """A host who has been gone for a minute hands on to the next human who is here."""
    host = room.seats[room.host]
    if not _gone(host, leases, now, GONE_MS):
        return room, ()
    heir = next_host(room)
    if heir is None or not room.seats[heir].connected:
        return room, ()
    return replace(room, host=heir), (HostChanged(heir, "gone"),)


def _play_untimed_turn(room: Room, leases: Leases, now: int) -> Step:
    """Without a timer a bot takes over from somebody who is gone while the table waits for them."""
    decision = room.decision
    if decision is None or decision.seat is None or room.rules.turn_seconds != 0 or room.human_count < 2:
        return room, ()
    seat = room.seats[decision.seat]
    if seat.kind is not Kind.HUMAN or not _gone(seat, leases, now, GONE_MS):
        return room, ()
    room = room.with_seat(decision.seat, played_by_bot(seat))
    return room, (BotTookOver(decision.seat, seat.name or "", "offline"),)


def _lapse_reservations(room: Room, leases: Leases, now: int) -> Step:
    kept = {seat: claim for seat, claim in room.reserved.items() if now < _closed_at(leases, claim.browser) + GONE_MS}
    return (room if len(kept) == len(room.reserved) else replace(room, reserved=kept)), ()


def _gone(seat: RoomSeat, leases: Leases, now: int, patience: int) -> bool:
    return seat.owner is not None and now >= _closed_at(leases, seat.owner) + patience
