"""One message from one browser, judged in the protocol's order of checks and carried out."""

from collections.abc import Callable
from typing import assert_never

from app.protocol import (
    AddBotMessage,
    BadMessage,
    CommandMessage,
    HitMessage,
    MoreTimeMessage,
    NewRoom,
    ReactMessage,
    RemoveMessage,
    RenameMessage,
    RulesMessage,
    SimpleMessage,
    StayMessage,
    TakeOverMessage,
    TargetMessage,
)
from app.rooms import play, seating
from app.rooms.config import REACTION_PAUSE_MS, REACTION_WINDOW_MS, REACTIONS_PER_WINDOW, Config
from app.rooms.deadlines import reconsider
from app.rooms.events import Event, Reacted
from app.rooms.moments import In
from app.rooms.refusal import Refusal
from app.rooms.room import Kind, Room, RoomSeat
from app.rooms.rules import TableRules, check_seats, read_rules
from app.rooms.seating import Step
from engine import Hit, Stay, Target
from engine.values import replace, value


@value
class Circumstances:
    """What a command needs beside the room. `now`: Redis' time as far as this worker knows it, in ms.

    `day`: the day (UTC) from which `new_seed` has its seed, for a new room with the day's challenge.
    """

    config: Config
    now: int
    new_seed: Callable[[], bytes]
    day: str | None = None


def create(code: str, browser: str, body: NewRoom, about: Circumstances) -> Step:
    """A new room with its creator on seat 0, as the body asks. Raises Refusal or BadMessage."""
    rules, seats = read_rules(body.rules, turn_seconds=about.config.turn_seconds), body.seats
    check_seats(rules, seats)
    if body.daily and not (body.start and _is_challenge(rules, about.config)):
        raise Refusal("bad_rules", "The challenge of the day starts at once and has no other rules.")
    if body.bots >= seats:
        raise BadMessage("bots: at most one less than seats")
    room = Room(
        code=code,
        rules=rules,
        seats=(RoomSeat(),) * seats,
        expires_at=In(about.config.room_ms),
    )
    room, events = seating.sit_down(room, 0, browser, body.name)
    joined: list[Event] = list(events)
    for index in range(1, body.bots + 1 if not body.start else seats):
        room, bot = seating.seat_bot(room, index, seating.personality(room, body.level))
        joined.append(bot)
    if body.start:
        room, started = play.new_match(room, about.new_seed(), about.config)
        joined += started
    return replace(room, daily=about.day if body.daily else None), tuple(joined)


def _is_challenge(rules: TableRules, config: Config) -> bool:
    """Whether it is the challenge as everybody else has it: no setting differs, not even the bots' pace."""
    return rules == read_rules({"preset": "challenge"}, turn_seconds=config.turn_seconds)


def handle(room: Room, browser: str, message: CommandMessage, about: Circumstances) -> Step:
    """Carry out an accepted message; the same room object is the answer to one that alters nothing.

    The caller has answered remembered ids. Raises Refusal (and BadMessage for a watcher who names no name).
    """
    if message.do == "take_over":
        return _take_over(room, browser, message, about.config)
    if message.do == "join":
        return seating.join_beside(room, browser, message.name)
    seat = room.seat_of(browser)
    if seat is None:
        raise Refusal("not_seated", seating.NOT_SEATED)
    match message:
        case HitMessage() | StayMessage() | TargetMessage() | MoreTimeMessage():
            return _decide(room, seat, message, about.config)
        case AddBotMessage() | RemoveMessage() | RulesMessage():
            _require_host(room, seat)
            return _host_command(room, seat, message, about.config)
        case SimpleMessage(do="start" | "rematch" as do):
            _require_host(room, seat)
            return _begin(room, do, about)
        case SimpleMessage(do="ready"):
            return _ready(room, seat, about.config)
        case SimpleMessage():
            room, events = seating.leave(room, seat)
            return reconsider(room, about.config), events
        case RenameMessage():
            return seating.rename(room, seat, message.name)
        case ReactMessage():
            return _react(room, seat, message.reaction, about)
        case _:
            assert_never(message)


def _decide(
    room: Room, seat: int, message: HitMessage | StayMessage | TargetMessage | MoreTimeMessage, config: Config
) -> Step:
    """A command that names a decision: stale unless that one is open, whoever asks."""
    if room.game is None:
        raise Refusal("wrong_phase", "The game has not started.")
    if room.decision is None or room.decision.id != message.decision:
        raise Refusal("stale_decision", "That has been decided already.")
    _require_own_play(room, seat)
    match message:
        case HitMessage():
            return play.move(room, seat, Hit(seat), config)
        case StayMessage():
            return play.move(room, seat, Stay(seat), config)
        case TargetMessage(target=target):
            return play.move(room, seat, Target(seat, target), config)
        case MoreTimeMessage():
            return play.take_more_time(room, seat)
        case _:
            assert_never(message)


def _require_host(room: Room, seat: int) -> None:
    if seat != room.host:
        raise Refusal("not_host", "Only the host can do that.")


def _require_own_play(room: Room, seat: int) -> None:
    if room.seats[seat].kind is not Kind.HUMAN:
        raise Refusal("not_your_turn", "A bot is playing for you. Take your seat back first.")


def _host_command(room: Room, seat: int, message: AddBotMessage | RemoveMessage | RulesMessage, config: Config) -> Step:
    if not isinstance(message, RemoveMessage) and room.phase not in ("lobby", "game_over"):
        raise Refusal("not_in_lobby", "That is possible before or after a game.")
    match message:
        case AddBotMessage():
            return seating.add_bot(room, message.seat, message.bot or seating.personality(room, message.level))
        case RemoveMessage():
            room, events = seating.remove(room, seat, message.seat)
            return reconsider(room, config), events
        case RulesMessage():
            asked = "rules" in message.model_fields_set
            rules = read_rules(message.rules, turn_seconds=config.turn_seconds) if asked else room.rules
            seats = len(room.seats) if message.seats is None else message.seats
            check_seats(rules, seats)
            return seating.settings(room, rules, seats)
        case _:
            assert_never(message)


def _begin(room: Room, do: str, about: Circumstances) -> Step:
    if do == "start" and room.phase != "lobby":
        raise Refusal("not_in_lobby", "The game has started already.")
    if do == "rematch" and room.phase != "game_over":
        raise Refusal("wrong_phase", "This game is not over.")
    return play.new_match(room, about.new_seed(), about.config)


def _ready(room: Room, seat: int, config: Config) -> Step:
    if room.phase == "game_over":
        raise Refusal("game_over", "The game is over.")
    if not room.between_rounds:
        raise Refusal("wrong_phase", "No round has just ended.")
    _require_own_play(room, seat)
    return play.ready(room, seat, config)


def _take_over(room: Room, browser: str, message: TakeOverMessage, config: Config) -> Step:
    """The owner of a seat a bot plays for comes back; anybody else without a seat is a watcher."""
    own = room.seat_of(browser)
    if own is None and "name" not in message.model_fields_set:
        raise BadMessage("name: Field required", message.id)
    if own is None:
        room, events = seating.take_over(room, message.seat, browser, message.name)
    elif own == message.seat:
        room, events = seating.take_back(room, own)
    else:
        raise Refusal("bad_seat", seating.SEATED)
    return reconsider(room, config), events


def _react(room: Room, seat: int, reaction: str, about: Circumstances) -> Step:
    since = about.now - REACTION_WINDOW_MS
    said = [at for at in room.seats[seat].reactions if isinstance(at, int) and at > since][-REACTIONS_PER_WINDOW:]
    too_soon = any(at > about.now - REACTION_PAUSE_MS for at in said)
    if about.config.limited and (too_soon or len(said) == REACTIONS_PER_WINDOW):
        raise Refusal("rate_limited", "Wait a moment before you react again.")
    sitting = replace(room.seats[seat], reactions=(*said, In(0)))
    return room.with_seat(seat, sitting), (Reacted(seat, reaction),)
