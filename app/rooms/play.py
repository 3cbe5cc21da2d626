"""Playing: a seat's move, the table's move for it, and the decision that opens next."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import assert_never

from app.rooms.config import MISSES_UNTIL_BOT, MISSES_UNTIL_BOT_OFFLINE, MORE_TIME_MS, MORE_TIMES, Config, lot
from app.rooms.deadlines import everybody_ready, timed
from app.rooms.events import Away, Back, BotTookOver, Event, MoreTime, Reacted, Started, TimedOut
from app.rooms.refusal import Refusal
from app.rooms.room import Decision, Kind, Room, RoomSeat, Wait
from app.rooms.seating import Step, seat_bot, seat_reservations
from engine import (
    Busted,
    Command,
    FlipSeven,
    GameOver,
    GameState,
    GameWon,
    Hit,
    IllegalCommand,
    NextRound,
    Prompt,
    RoundOver,
    Saved,
    Stay,
    Target,
    TargetPrompt,
    TurnPrompt,
    apply,
    default_command,
    new_game,
    prompt,
    public,
)
from engine.bots import DEFAULT, choose
from engine.values import replace

QUICK_TABLE = 6
"""Up to so many seats no bot thinks for 5 ms (docs/performance.md)."""
_THOUGHTS = 256
REMARK_EVERY = 3
"""Of so many occasions a bot takes one to say something."""


def new_match(room: Room, seed: bytes, config: Config) -> Step:
    """Fill the empty seats with bots and deal a new game; in a rematch who is not connected is played for."""
    events: list[Event] = []
    for index, seat in enumerate(room.seats):
        if seat.kind is Kind.EMPTY:
            room, joined = seat_bot(room, index)
            events.append(joined)
        elif room.games and seat.kind is Kind.HUMAN and not seat.connected:
            room = room.with_seat(index, played_by_bot(seat))
            events.append(BotTookOver(index, seat.name or "", "offline"))
    fresh = tuple(replace(seat, more_time_used=0) for seat in room.seats)
    game, dealt = new_game(room.rules.game, len(room.seats), seed)
    events.append(Started(room.games + 1, public(game).dealer))
    room = replace(room, seats=fresh, games=room.games + 1, game_seq=room.seq + 1, game=game, daily=None)
    room, more = settle(room, config)
    return room, (*events, *dealt, *more)


def move(room: Room, seat: int, command: Command, config: Config) -> Step:
    """What a person decided. Raises Refusal with the rules' own code."""
    before = room.seats[seat]
    room, back = attentive(room, seat)
    try:
        room, events = _advance(room, command, config)
    except IllegalCommand as illegal:
        raise Refusal(illegal.code, _sentence(illegal, room)) from None
    return room, ((Back(seat, "missed"),) if before.away and back else ()) + events


def attentive(room: Room, seat: int) -> tuple[Room, bool]:
    """A sign that somebody is playing: misses are forgotten. Also whether the seat was away."""
    before = room.seats[seat]
    if not (before.misses or before.misses_offline or before.away):
        return room, False
    return room.with_seat(seat, replace(before, misses=0, misses_offline=0, away=False)), before.away


def take_more_time(room: Room, seat: int) -> Step:
    """A minute more for the open decision."""
    decision, sitting = room.decision, room.seats[seat]
    if decision is None or decision.seat is None:
        raise Refusal("wrong_phase", "Nobody has to decide now.")
    if decision.seat != seat:
        raise Refusal("not_your_turn", _turn_of(room, decision.seat))
    if not room.rules.more_time or not isinstance(decision.deadline, int):
        raise Refusal("not_allowed", "There is no extra time here.")
    if sitting.more_time_used >= MORE_TIMES:
        raise Refusal("not_allowed", "You have used all your extra time in this game.")
    room, was_away = attentive(room, seat)
    used = sitting.more_time_used + 1
    room = room.with_seat(seat, replace(room.seats[seat], more_time_used=used))
    later = decision.deadline + MORE_TIME_MS
    room = replace(room, decision=replace(decision, deadline=later, due=later))
    back: tuple[Event, ...] = (Back(seat, "missed"),) if was_away else ()
    return room, (*back, MoreTime(seat, MORE_TIMES - used))


def ready(room: Room, seat: int, config: Config) -> Step:
    """Somebody has seen the scores; the round starts when everybody has who is here."""
    if room.seats[seat].ready:
        return room, ()
    room = room.with_seat(seat, replace(room.seats[seat], ready=True))
    return _advance(room, NextRound(), config) if everybody_ready(room) else (room, ())


def long_thought(room: Room) -> Callable[[], Command] | None:
    """What a bot at a big table is about to think about: that may take some milliseconds, and is then known."""
    decision, game = room.decision, room.game
    if decision is None or decision.seat is None or game is None or len(room.seats) <= QUICK_TABLE:
        return None
    sitting = room.seats[decision.seat]
    return partial(bot_choice, game, sitting.bot or DEFAULT, decision.id) if sitting.kind is Kind.BOT else None


@lru_cache(_THOUGHTS)
def bot_choice(game: GameState, bot: str, seed: int) -> Command:
    """The bot's answer to the open question."""
    return choose(public(game), bot=bot, seed=seed)


def act_for(room: Room, config: Config) -> Step:
    """The open decision is due: the bot's choice, the default of a missed turn, or the next round."""
    decision, game = room.decision, room.game
    assert decision is not None and game is not None
    if decision.seat is None:
        return _advance(room, NextRound(), config)
    sitting = room.seats[decision.seat]
    if sitting.kind is Kind.BOT:
        room, events = _advance(room, bot_choice(game, sitting.bot or DEFAULT, decision.id), config)
        return room, (*events, *_remark(decision.id, decision.seat, events))
    command = default_command(game)
    room, missed = _miss(room, decision.seat)
    room, events = _advance(room, command, config)
    return room, (_timed_out(decision, command), *events, *missed)


def _remark(decision: int, seat: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Now and then a bot says something about what has just happened to it."""
    if lot(decision) % REMARK_EVERY:
        return ()
    said = [reaction for event in events if (reaction := _said_of(event, seat))]
    return tuple(Reacted(seat, reaction) for reaction in said[-1:])


def _said_of(event: Event, seat: int) -> str | None:
    """What a bot on the seat says of an event, if it is one of its own that calls for it."""
    match event:
        case Busted(seat=who) if who == seat:
            return "ouch"
        case Saved(seat=who) | FlipSeven(seat=who) if who == seat:
            return "lucky"
        case GameWon(seat=who) if who == seat:
            return "again"
        case _:
            return None


def played_by_bot(seat: RoomSeat) -> RoomSeat:
    """A bot plays on for an absent owner, who may take the seat back."""
    return replace(seat, kind=Kind.BOT, bot=DEFAULT, away=True, ready=False, misses=0, misses_offline=0)


def _advance(room: Room, command: Command, config: Config) -> Step:
    assert room.game is not None
    game, events = apply(room.game, command)
    room, more = settle(replace(room, game=game), config)
    return room, (*events, *more)


def settle(room: Room, config: Config) -> Step:
    """Open the decision that the game asks for; after a round, reserved seats change hands first."""
    assert room.game is not None
    asked = prompt(room.game)
    kind, seat = _question(asked)
    joined: tuple[Event, ...] = ()
    if seat is None:
        room, joined = seat_reservations(room)
    if any([s.ready for s in room.seats]):
        room = replace(room, seats=tuple(replace(s, ready=False) for s in room.seats))
    if kind is None:
        return replace(room, decision=None), joined
    decision = Decision(id=room.decisions + 1, kind=kind, seat=seat)
    return replace(room, decisions=decision.id, decision=timed(room, decision, config)), joined


def _question(asked: Prompt) -> tuple[Wait | None, int | None]:
    """What the game waits for, and from whom; nothing after its end."""
    match asked:
        case TurnPrompt(seat=seat):
            return Wait.TURN, seat
        case TargetPrompt(seat=seat):
            return Wait.TARGET, seat
        case RoundOver():
            return Wait.NEXT_ROUND, None
        case GameOver():
            return None, None
        case _:
            assert_never(asked)


def _miss(room: Room, index: int) -> Step:
    """Count a missed decision: away from the first, a bot from the third or the second while disconnected."""
    seat = room.seats[index]
    events: list[Event] = [] if seat.away else [Away(index, "missed")]
    offline = 0 if seat.connected else seat.misses_offline + 1
    seat = replace(seat, away=True, misses=seat.misses + 1, misses_offline=offline)
    if seat.misses >= MISSES_UNTIL_BOT or offline >= MISSES_UNTIL_BOT_OFFLINE:
        seat = played_by_bot(seat)
        events.append(BotTookOver(index, seat.name or "", "missed"))
    return room.with_seat(index, seat), tuple(events)


def _timed_out(decision: Decision, command: Command) -> TimedOut:
    assert decision.seat is not None
    match command:
        case Hit():
            return TimedOut(decision.seat, decision.kind, "hit", None)
        case Stay():
            return TimedOut(decision.seat, decision.kind, "stay", None)
        case Target(target=target):
            return TimedOut(decision.seat, decision.kind, "target", target)
        case _:
            raise AssertionError("the default of a seat's decision is a seat's command")


def _sentence(illegal: IllegalCommand, room: Room) -> str:
    """One sentence for the person whose command the rules refuse."""
    decision = room.decision
    if illegal.code == "not_your_turn" and decision is not None and decision.seat is not None:
        return _turn_of(room, decision.seat)
    return {
        "not_your_turn": "It is not your turn.",
        "wrong_phase": "That is not what the table asks now.",
        "cannot_stay": "You need a card before you can stay.",
        "illegal_target": "That seat cannot be chosen.",
        "game_over": "The game is over.",
    }.get(illegal.code, "The rules do not allow that.")


def _turn_of(room: Room, seat: int) -> str:
    return f"It is {room.seats[seat].name}'s turn."
