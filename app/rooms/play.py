"""Playing: a seat's move, the table's move for it, and the decision that opens next."""

from dataclasses import replace
from typing import assert_never

from app.rooms.config import (
    LEAST_AFTER_OUTAGE_MS,
    MISSES_UNTIL_BOT,
    MISSES_UNTIL_BOT_OFFLINE,
    MISSES_UNTIL_SHORT,
    MORE_TIME_MS,
    MORE_TIMES,
    SHORT_TURN_MS,
    Config,
)
from app.rooms.events import Away, Back, BotTookOver, Event, MoreTime, Started, TimedOut
from app.rooms.moments import In, Moment
from app.rooms.refusal import Refusal
from app.rooms.room import Decision, Kind, Room, RoomSeat, Wait
from app.rooms.seating import Step, seat_bot, seat_reservations
from engine import (
    Command,
    GameOver,
    Hit,
    IllegalCommand,
    NextRound,
    Prompt,
    RoundOver,
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
from engine.bots import choose


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
    room = replace(room, seats=fresh, games=room.games + 1, game_seq=room.seq + 1, game=game)
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
    if decision is None or not room.rules.more_time or not isinstance(decision.deadline, int):
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


def everybody_ready(room: Room) -> bool:
    """Whether every human who is connected and not away is ready, and anybody is."""
    humans = [room.seats[index] for index in room.humans()]
    return any(seat.ready for seat in humans) and all(seat.ready for seat in humans if seat.connected and not seat.away)


def act_for(room: Room, config: Config) -> Step:
    """The open decision is due: the bot's choice, the default of a missed turn, or the next round."""
    decision, game = room.decision, room.game
    assert decision is not None and game is not None
    if decision.seat is None:
        return _advance(room, NextRound(), config)
    sitting = room.seats[decision.seat]
    if sitting.kind is Kind.BOT:
        level = sitting.level or "normal"
        return _advance(room, choose(public(game), level=level, seed=decision.id), config)
    command = default_command(game)
    room, missed = _miss(room, decision.seat)
    room, events = _advance(room, command, config)
    return room, (_timed_out(decision, command), *events, *missed)


def make_up(room: Room, lost_ms: int, now: int) -> Room:
    """Nobody loses a turn to an outage of ours: the open human decision gets the lost time back, 15 s at the least."""
    decision = room.decision
    if decision is None or decision.seat is None or not isinstance(decision.deadline, int):
        return room
    later = decision.deadline + lost_ms
    moment: Moment = later if later >= now + LEAST_AFTER_OUTAGE_MS else In(LEAST_AFTER_OUTAGE_MS)
    return replace(room, decision=replace(decision, deadline=moment, due=moment))


def played_by_bot(seat: RoomSeat) -> RoomSeat:
    """A bot plays on for an absent owner, who may take the seat back."""
    return replace(seat, kind=Kind.BOT, level="normal", away=True, ready=False, misses=0, misses_offline=0)


def reconsider(room: Room, config: Config) -> Room:
    """The open decision after somebody came, went or is ready: its number stays, its times may be set.

    The same room where they are not, so that what altered nothing makes no change.
    """
    decision = room.decision
    if decision is None:
        return room
    if decision.seat is None:
        timed = _reconsider_pause(room, decision, config)
    else:
        waits_for_bot = decision.due is not None and decision.deadline is None
        is_bot = room.seats[decision.seat].kind is Kind.BOT
        keeps_its_times = is_bot == waits_for_bot and (is_bot or decision.deadline is not None)
        timed = decision if keeps_its_times else _timed(room, decision, config, full_turn=True)
    return room if timed == decision else replace(room, decision=timed)


def _reconsider_pause(room: Room, decision: Decision, config: Config) -> Decision:
    """The pause between rounds: none without people, over when all are ready, timed once there are two."""
    if room.human_count == 0:
        return replace(decision, deadline=None, due=None)
    if everybody_ready(room):
        return replace(decision, due=In(0))
    if decision.deadline is None:
        return _timed(room, decision, config)
    return replace(decision, due=decision.deadline)


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
    if any(s.ready for s in room.seats):
        room = replace(room, seats=tuple(replace(s, ready=False) for s in room.seats))
    if kind is None:
        return replace(room, decision=None), joined
    decision = Decision(id=room.decisions + 1, kind=kind, seat=seat)
    room = replace(room, decisions=decision.id)
    return replace(room, decision=_timed(room, decision, config)), joined


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


def _timed(room: Room, decision: Decision, config: Config, *, full_turn: bool = False) -> Decision:
    """The decision with the times it has when it opens now (source: protocol, "Time")."""
    if decision.seat is None:
        moment: Moment | None = In(config.round_pause_ms) if room.human_count > 1 else None
        return replace(decision, deadline=moment, due=moment)
    sitting = room.seats[decision.seat]
    if sitting.kind is Kind.BOT:
        thinking = In(config.thinking_ms(decision.id, pace=room.rules.pace))
        return replace(decision, deadline=None, due=thinking)
    if room.human_count < 2 or room.rules.turn_seconds == 0:
        return replace(decision, deadline=None, due=None)
    turn = room.rules.turn_seconds * 1000
    moment = In(turn if full_turn or sitting.misses < MISSES_UNTIL_SHORT else min(turn, SHORT_TURN_MS))
    return replace(decision, deadline=moment, due=moment)


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
        return f"It is {room.seats[decision.seat].name}'s turn."
    return {
        "not_your_turn": "It is not your turn.",
        "wrong_phase": "That is not what the table asks now.",
        "cannot_stay": "You need a card before you can stay.",
        "illegal_target": "That seat cannot be chosen.",
        "game_over": "The game is over.",
    }.get(illegal.code, "The rules do not allow that.")
