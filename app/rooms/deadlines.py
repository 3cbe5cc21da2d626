"""When the open decision is due, and until when people are shown they have time. Derived, never set by hand."""

from app.rooms.config import LEAST_AFTER_OUTAGE_MS, MISSES_UNTIL_SHORT, SHORT_TURN_MS, Config
from app.rooms.moments import In, Moment
from app.rooms.room import Decision, Kind, Room
from engine import public
from engine.bots import doubt
from engine.values import replace


def timed(room: Room, decision: Decision, config: Config, *, full_turn: bool = False) -> Decision:
    """The decision with the times it has when it opens now (source: protocol, "Time")."""
    if decision.seat is None:
        moment: Moment | None = In(config.round_pause_ms) if room.human_count > 1 else None
        return replace(decision, deadline=moment, due=moment)
    sitting = room.seats[decision.seat]
    if sitting.kind is Kind.BOT:
        close = 0.0 if room.game is None else doubt(public(room.game))
        thinking = In(config.thinking_ms(decision.id, pace=room.rules.pace, doubt=close))
        return replace(decision, deadline=None, due=thinking)
    if room.human_count < 2 or room.rules.turn_seconds == 0:
        return replace(decision, deadline=None, due=None)
    turn = room.rules.turn_seconds * 1000
    moment = In(turn if full_turn or sitting.misses < MISSES_UNTIL_SHORT else min(turn, SHORT_TURN_MS))
    return replace(decision, deadline=moment, due=moment)


def reconsider(room: Room, config: Config) -> Room:
    """The open decision after somebody came, went or is ready: its number stays, its times may be set.

    The same room where they are not, so that what altered nothing makes no change.
    """
    decision = room.decision
    if decision is None:
        return room
    if decision.seat is None:
        again = _pause(room, decision, config)
    else:
        waits_for_bot = decision.due is not None and decision.deadline is None
        is_bot = room.seats[decision.seat].kind is Kind.BOT
        keeps_its_times = is_bot == waits_for_bot and (is_bot or decision.deadline is not None)
        again = decision if keeps_its_times else timed(room, decision, config, full_turn=True)
    return room if again == decision else replace(room, decision=again)


def _pause(room: Room, decision: Decision, config: Config) -> Decision:
    """The pause between rounds: none without people, over when all are ready, timed once there are two."""
    if room.human_count == 0:
        return replace(decision, deadline=None, due=None)
    if everybody_ready(room):
        return replace(decision, due=In(0))
    if decision.deadline is None:
        return timed(room, decision, config)
    return replace(decision, due=decision.deadline)


def make_up(room: Room, lost_ms: int, now: int) -> Room:
    """Nobody loses a turn to an outage of ours: the open human decision gets the lost time back, 15 s at the least."""
    decision = room.decision
    if decision is None or decision.seat is None or not isinstance(decision.deadline, int):
        return room
    later = decision.deadline + lost_ms
    moment: Moment = later if later >= now + LEAST_AFTER_OUTAGE_MS else In(LEAST_AFTER_OUTAGE_MS)
    return replace(room, decision=replace(decision, deadline=moment, due=moment))


def everybody_ready(room: Room) -> bool:
    """Whether every human who is connected and not away is ready, and anybody is."""
    humans = [room.seats[index] for index in room.humans()]
    return any(seat.ready for seat in humans) and all(seat.ready for seat in humans if seat.connected and not seat.away)
