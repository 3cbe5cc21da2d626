"""Who sits where: joining, leaving, bots, names, the host, the rules of the table and taking over."""

from collections.abc import Collection

from app.names import BadName, bot_name, clean_name, is_taken, nearest_name, suggestion
from app.rooms.devices import device_of, local_of
from app.rooms.events import (
    Back,
    BotTookOver,
    Event,
    HostChanged,
    Joined,
    Left,
    Renamed,
    SettingsChanged,
)
from app.rooms.refusal import Refusal
from app.rooms.room import MOST_REMOVED, Kind, Reservation, Room, RoomSeat
from app.rooms.rules import TableRules
from engine.bots import DEFAULT, LEVELS
from engine.values import replace

Step = tuple[Room, tuple[Event, ...]]
"""A room after a command or a due time, and what happened. The same room object: nothing did."""

NOT_SEATED = "You have no seat at this table."
SEATED = "You have a seat already."
REMOVED = "The host removed you from this table."
_NOT_FREE = "That seat is not free."
_EMPTY = RoomSeat()


def sit_down(room: Room, index: int, browser: str, given_name: object) -> Step:
    """A person takes an empty seat of the lobby. Raises Refusal `bad_name` or `name_taken`."""
    name = free_name(room, given_name)
    room = room.with_seat(index, RoomSeat(kind=Kind.HUMAN, name=name, owner=browser, connected=True))
    return with_host(room, (Joined(index, name, "human"),))


def join(room: Room, browser: str, given_name: object) -> Step:
    """Somebody new follows the link. The caller has answered browsers that have a seat."""
    return sit_down(room, place_for(room, browser), browser, given_name)


def join_beside(room: Room, owner: str, given_name: object) -> Step:
    """One more person at a browser whose first one has a seat, in the lobby. Raises Refusal."""
    if not room.seats_at(device_of(owner)):
        raise Refusal("not_seated", NOT_SEATED)
    if room.seat_of(owner) is not None:
        raise Refusal("bad_seat", SEATED)
    return join(room, owner, given_name)


def place_for(room: Room, browser: str) -> int:
    """The seat somebody new would get. Raises Refusal `removed`, `already_started` or `room_full`."""
    check_not_removed(room, browser)
    if room.game is not None:
        raise Refusal("already_started", "This game has started. You can watch.")
    index = lowest_empty(room)
    if index is None:
        raise Refusal("room_full", "All seats are taken. You can watch.")
    return index


def check_not_removed(room: Room, browser: str) -> None:
    """Who was removed stays out, and so does whoever came with them. Raises Refusal `removed`."""
    if device_of(browser) in room.removed or browser in room.removed:
        raise Refusal("removed", REMOVED)


def lowest_empty(room: Room) -> int | None:
    """The first seat nobody sits on."""
    return next((i for i, seat in enumerate(room.seats) if seat.kind is Kind.EMPTY), None)


def personality(room: Room, level: str) -> str:
    """Who plays at a level: the one of its personalities that fewest bots at the table have."""
    seated = [seat.bot for seat in room.seats]
    return min(LEVELS[level], key=seated.count)


def seat_bot(room: Room, index: int, bot: str = DEFAULT) -> tuple[Room, Joined]:
    """A bot takes an empty seat."""
    name = bot_name(room.names())
    return room.with_seat(index, _bot(name, bot)), Joined(index, name, "bot")


def add_bot(room: Room, index: int | None, bot: str) -> Step:
    """The host puts a bot on a seat, or on the lowest empty one."""
    if index is None:
        index = lowest_empty(room)
        if index is None:
            raise Refusal("room_full", "All seats are taken.")
    elif not 0 <= index < len(room.seats) or room.seats[index].kind is not Kind.EMPTY:
        raise Refusal("bad_seat", _NOT_FREE)
    room, joined = seat_bot(room, index, bot)
    return room, (joined,)


def leave(room: Room, index: int, why: str = "left") -> Step:
    """A seat is given up: empty again in the lobby, a bot without owner plays on in a game."""
    seat = room.seats[index]
    left = Left(index, seat.name or "", why)
    if room.game is None:
        return with_host(room.with_seat(index, _EMPTY), (left,), why)
    name = bot_name(room.names())
    room = room.with_seat(index, replace(_bot(name, DEFAULT), more_time_used=seat.more_time_used))
    return with_host(room, (left, BotTookOver(index, name, why)))


def remove(room: Room, host: int, index: int) -> Step:
    """The host takes a bot or a person off the table; that person's browser stays out for good."""
    seat = room.seats[index] if 0 <= index < len(room.seats) and index != host else _EMPTY
    if seat.kind is Kind.EMPTY:
        raise Refusal("bad_seat", "There is nobody to remove on that seat.")
    if seat.owner is None:
        if room.game is not None:
            raise Refusal("not_in_lobby", "Bots can be removed before the game only.")
        return room.with_seat(index, _EMPTY), (Left(index, seat.name or "", "removed"),)
    claims = {place: claim for place, claim in room.reserved.items() if device_of(claim.browser) != seat.owner}
    room = replace(room, removed=(*room.removed, seat.owner)[-MOST_REMOVED:], reserved=claims)
    gone = [index] if local_of(seat.owner) else sorted(room.seats_at(seat.owner).values())
    events: tuple[Event, ...] = ()
    for each in gone:
        room, more = leave(room, each, "removed")
        events += more
    return room, events


def rename(room: Room, index: int, given_name: object) -> Step:
    """A seat goes by another name."""
    name = free_name(room, given_name, but=index)
    was = room.seats[index].name or ""
    if name == was:
        return room, ()
    return room.with_seat(index, replace(room.seats[index], name=name)), (Renamed(index, was, name),)


def settings(room: Room, rules: TableRules, seats: int) -> Step:
    """The host chooses rules and the number of seats; only trailing empty or bot seats can go."""
    dropped = room.seats[seats:]
    if any(seat.owner is not None for seat in dropped):
        raise Refusal("bad_rules", "Somebody sits there. Remove them first.")
    if rules == room.rules and seats == len(room.seats):
        return room, ()
    kept = room.seats[:seats] + (_EMPTY,) * (seats - len(room.seats))
    return replace(room, rules=rules, seats=kept), (SettingsChanged(rules.as_json(), seats),)


def take_back(room: Room, index: int) -> Step:
    """The owner of a seat a bot plays for is back, at once."""
    seat = room.seats[index]
    if seat.kind is not Kind.BOT:
        raise Refusal("bad_seat", "You are sitting there already.")
    seat = replace(seat, kind=Kind.HUMAN, bot=None, away=False, connected=True, misses=0, misses_offline=0)
    return with_host(room.with_seat(index, seat), (Back(index, "owner"),))


def take_over(room: Room, index: int, browser: str, given_name: object) -> Step:
    """A watcher takes a bot's seat, total included; during a round from the moment the round ends."""
    check_not_removed(room, browser)
    if not room.rules.late_take_over:
        raise Refusal("not_allowed", "The host does not let watchers take over bots.")
    free = 0 <= index < len(room.seats) and room.seats[index].kind is Kind.BOT and room.seats[index].owner is None
    held = room.reserved.get(index)
    if not free or (held is not None and held.browser != browser):
        raise Refusal("bad_seat", _NOT_FREE)
    others = {seat: claim for seat, claim in room.reserved.items() if claim.browser != browser}
    name = free_name(replace(room, reserved=others), given_name, but=index)
    claim = Reservation(browser, name)
    if held == claim:
        return room, ()
    room = replace(room, reserved={**others, index: claim})
    if room.in_round:
        return room, ()
    return seat_reservations(room)


def seat_reservations(room: Room) -> tuple[Room, tuple[Event, ...]]:
    """Watchers with a reservation sit down; called when no round is under way."""
    events: list[Event] = []
    for index, claim in sorted(room.reserved.items()):
        bot = room.seats[index]
        sitting = replace(
            bot, kind=Kind.HUMAN, name=claim.name, bot=None, owner=claim.browser, connected=True, away=False
        )
        room = room.with_seat(index, sitting)
        events.append(Joined(index, claim.name, "human", bot.name))
    return with_host(replace(room, reserved={}), tuple(events)) if events else (room, ())


def with_host(room: Room, events: tuple[Event, ...], why: str = "left") -> Step:
    """Where the host's seat has no owner any more, the next human by seat is host; without one it keeps its number."""
    heir = next_host(room)
    if room.seats[room.host].owner is not None or heir is None:
        return room, events
    return replace(room, host=heir), (*events, HostChanged(heir, "gone" if why == "gone" else "left"))


def next_host(room: Room) -> int | None:
    """The next human after the host by seat, connected ones first: who is there can start."""
    order = [(room.host + step) % len(room.seats) for step in range(1, len(room.seats))]
    humans = [i for i in order if room.seats[i].kind is Kind.HUMAN]
    return next((i for i in humans if room.seats[i].connected), humans[0] if humans else None)


def free_name(room: Room, given: object, *, but: int | None = None) -> str:
    """A clean name that nobody else at the table has. Raises Refusal `bad_name` or `name_taken`."""
    taken = room.names(but=but)
    try:
        name = clean_name(given)
    except BadName:
        raise _bad_name(nearest_name(given), taken) from None
    if is_taken(name, taken):
        free = suggestion(name, taken)
        raise Refusal("name_taken", f"{name} is taken. Try {free}.", suggestion=free)
    return name


def _bad_name(nearest: str | None, taken: Collection[str]) -> Refusal:
    """Says what a name must be, or which one would do in its place."""
    if nearest is None:
        return Refusal("bad_name", "Use 1 to 16 visible characters.")
    free = suggestion(nearest, taken) if is_taken(nearest, taken) else nearest
    message = f"Part of that name cannot be shown here, such as joined emoji. Try {free}."
    return Refusal("bad_name", message, suggestion=free)


def _bot(name: str, bot: str) -> RoomSeat:
    return RoomSeat(kind=Kind.BOT, name=name, bot=bot, connected=True)
