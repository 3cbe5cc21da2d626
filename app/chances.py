"""What the odds helper shows: exact chances from public cards, the same for everybody who looks. No advice."""

from functools import lru_cache

from app.rooms.refusal import Refusal
from app.rooms.room import Room
from engine import GameState, PublicGame, PublicSeat, Status, public
from engine.odds import flip_seven_chance, hit_odds, unseen

_DIGITS = 4
_KNOWN = 256


def chances(room: Room) -> dict[str, object]:
    """How many cards of each kind nobody has seen, and for each active seat what its next card may do.

    Outside a round there are none. Raises Refusal where the host's rules forbid to look.
    """
    if not room.rules.odds:
        raise Refusal("not_allowed", "The host has switched the odds off at this table.")
    if room.game is None or not room.in_round:
        return {"seq": room.seq, "unseen": {}, "seats": [None] * len(room.seats)}
    return {"seq": room.seq, **_of_game(room.game)}


@lru_cache(_KNOWN)
def _of_game(state: GameState) -> dict[str, object]:
    """Worked out once for all who look at the same cards."""
    game = public(state)
    return {
        "unseen": {str(card): count for card, count in unseen(game).items()},
        "seats": [_seat(game, seat) if seat.status is Status.ACTIVE else None for seat in game.seats],
    }


def _seat(game: PublicGame, seat: PublicSeat) -> dict[str, object]:
    odds = hit_odds(game, seat)
    return {
        "cards": odds.cards,
        "duplicates": odds.duplicates,
        "bust": round(odds.bust, _DIGITS),
        "chance_used": round(odds.used, _DIGITS),
        "flip_seven": round(flip_seven_chance(game, seat), _DIGITS),
        "stay": seat.round_score,
        "hit_then_stay": round(odds.then_stay, _DIGITS),
    }
