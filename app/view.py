"""What browsers are sent: the public game with names, presence and times; and how a change is told and chained."""

import hashlib
from collections.abc import Iterable
from itertools import chain, repeat

import orjson

from app.rooms.devices import device_of
from app.rooms.events import Event, event_json
from app.rooms.moments import In
from app.rooms.room import Decision, Kind, Room, RoomSeat, resolved
from app.rooms.stored import room_to_json
from engine import Card, PublicFlipThree, PublicGame, PublicSeat, Tally, TargetPrompt, TurnPrompt, public
from engine.values import replace, value

View = dict[str, object]

_PIECE = b'"\\u0001'
_HIDDEN_FROM_DIGEST = ("code", "expires_at")
_MARK = "\x01"


@value
class Pieces:
    """JSON with moments left open: text, then pairs of (milliseconds after the commit, text that follows)."""

    parts: tuple[bytes, ...]

    def join(self, now: int) -> bytes:
        """The JSON once the time of the commit is known."""
        out = list(self.parts)
        out[1::2] = [str(now + int(offset)).encode() for offset in out[1::2]]
        return b"".join(out)


@value
class Change:
    """One accepted step, ready to be committed: the room after it, its view, and what is stored and told."""

    before: str
    """The digest of the room it was decided on; nothing for a new one."""
    room: Room
    view: View
    events: bytes
    frame: Pieces
    concerned: tuple[str, ...]
    """The browsers whose own place changed, so that they have to be told anew who they are."""

    @property
    def document(self) -> Pieces:
        """The room as it is stored."""
        return encode(room_to_json(self.room))


def encode(content: object) -> Pieces:
    """JSON of `content`, cut where a moment depends on the commit's time."""
    cut = orjson.dumps(content, default=_mark, option=orjson.OPT_PASSTHROUGH_DATACLASS).split(_PIECE)
    parts = [cut[0]]
    for piece in cut[1:]:
        offset, _, text = piece.partition(b'"')
        parts += (offset, text)
    return Pieces(tuple(parts))


def _mark(value: object) -> object:
    """`In` becomes a string no name can hold, since names have no control characters."""
    if isinstance(value, In):
        return f"{_MARK}{value.ms}"
    raise TypeError(type(value).__name__)


def change(before: Room | None, before_view: View | None, after: Room, events: tuple[Event, ...]) -> Change:
    """The step from `before` to `after` as the next change: numbered, chained, and told in what differs."""
    seq = 1 if before is None else before.seq + 1
    full = view(after)
    told = {key: value for key, value in full.items() if before_view is None or before_view.get(key) != value}
    if "seats" in told:
        told["seats"] = orjson.Fragment(orjson.dumps(told["seats"]))  # the longest piece, and needed twice
    happened = orjson.dumps([event_json(event) for event in events])
    former = "" if before is None else before.digest
    digest = _chain(former, seq, happened, told)
    room = replace(after, seq=seq, digest=digest)
    body = {"type": "change", "seq": seq, "digest": digest, "events": orjson.Fragment(happened), "now": In(0)}
    frame = encode({**body, "view": told})
    return Change(former, room, full, happened, frame, _concerned(before, after))


def you(room: Room, browser: str | None) -> dict[str, object]:
    """What a `welcome` tells a browser of its own people's seats, which stand nowhere else."""
    seats, claims = room.seats_at(browser), room.reservations_at(browser)
    told: dict[str, object] = {"seat": seats.pop(0, None)}
    if 0 in claims:
        told["reserved"] = claims.pop(0)
    for name, places in (("local", seats), ("local_reserved", claims)):
        if places:
            told[name] = {str(local): seat for local, seat in places.items()}
    if gone := room.removed_beside(browser):
        told["local_removed"] = gone
    return told


def _concerned(before: Room | None, after: Room) -> tuple[str, ...]:
    if before is None or (before.reserved is after.reserved and before.owners == after.owners):
        return ()
    former, places = before.places(), after.places()
    moved = {device_of(who) for who in former.keys() | places.keys() if former.get(who) != places.get(who)}
    return tuple(moved)


def committed(change: Change, now: int) -> tuple[Room, View]:
    """The change's room and view with absolute moments, as a commit at `now` stored them."""
    room = resolved(change.room, now)
    seen = {**change.view, "expires_at": room.expires_at}
    if room.decision is not None:
        seen["decision"] = {**change.view["decision"], "deadline": room.decision.deadline}  # type: ignore[dict-item]
    return room, seen


def _chain(before: str, seq: int, events: bytes, told: View) -> str:
    """A short hash of the digest before and of all that is public in a change but its times and the room's code."""
    public_part = {key: value for key, value in told.items() if key not in _HIDDEN_FROM_DIGEST}
    decision = public_part.get("decision")
    if isinstance(decision, dict):
        public_part["decision"] = {key: value for key, value in decision.items() if key != "deadline"}
    content = orjson.dumps([before, seq, orjson.Fragment(events), public_part])
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def view(room: Room) -> View:
    """The whole room as everybody may see it; the same for every connection."""
    game = None if room.game is None else public(room.game)
    dropped = () if game is None else tuple(c for seat in game.seats[len(room.seats) :] for c in _held(seat))
    winner = None if game is None else game.winner
    return {
        "code": room.code,
        "phase": room.phase,
        "expires_at": room.expires_at,
        "host": room.host,
        "rules": room.rules.as_json(),
        "round": 0 if game is None else game.round,
        "dealer": None if game is None else game.dealer,
        "seats": [_seat(seat, cards) for seat, cards in zip(room.seats, _cards(game), strict=False)],
        "decision": _decision(room.decision, game),
        "flip_three": game and _flip_three(game.flip_three),
        "set_aside": [] if game is None else [{"seat": s.seat, "cards": s.cards} for s in game.set_aside],
        "draw_count": 0 if game is None else game.draw_count,
        "discard": {} if game is None else _discard(game, dropped),
        "discard_top": dropped[-1] if dropped else game and game.discard_top,
        "rounds": [] if game is None else game.rounds,
        "sheet": [] if game is None else [_tally(tally) for tally in game.sheet],
        "more_time_used": {str(i): s.more_time_used for i, s in enumerate(room.seats) if s.more_time_used},
        "reserved": {str(index): claim.name for index, claim in room.reserved.items()},
        "winner": winner if winner is not None and winner < len(room.seats) else None,
        "daily": room.daily,
    }


def _cards(game: PublicGame | None) -> Iterable[PublicSeat | None]:
    """The cards of each seat; seats added after the game have none."""
    return chain(() if game is None else game.seats, repeat(None))


def _seat(seat: RoomSeat, cards: PublicSeat | None) -> View:
    is_bot = seat.kind is Kind.BOT
    return {
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "bot": seat.bot,
        "connected": is_bot or seat.connected,
        "away": seat.away,
        "ready": seat.ready,
        "status": cards and cards.status,
        "numbers": cards.numbers if cards else [],
        "modifiers": cards.modifiers if cards else [],
        "second_chance": bool(cards and cards.second_chance),
        "played": cards.played if cards else [],
        "round_score": cards.round_score if cards else 0,
        "total": cards.total if cards else 0,
    }


def _decision(decision: Decision | None, game: PublicGame | None) -> View | None:
    if decision is None or game is None:
        return None
    asked = game.prompt
    return {
        "id": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "card": asked.card if isinstance(asked, TargetPrompt) else None,
        "choices": asked.choices if isinstance(asked, TurnPrompt | TargetPrompt) else [],
        "deadline": decision.deadline,
    }


def _discard(game: PublicGame, dropped: tuple[Card, ...]) -> dict[str, int]:
    """The discard pile; the cards of seats dropped after the game lie there on top, so that none is missing."""
    counts = {str(card): count for card, count in game.discard.items()}
    for card in dropped:
        counts[str(card)] = counts.get(card, 0) + 1
    return counts


def _held(seat: PublicSeat) -> tuple[Card, ...]:
    """Everything in front of a seat."""
    return (*seat.numbers, *seat.modifiers, *seat.played, *([Card.SECOND_CHANCE] if seat.second_chance else ()))


def _flip_three(under_way: PublicFlipThree | None) -> View | None:
    if under_way is None:
        return None
    return {"seat": under_way.seat, "left": under_way.left, "cards": under_way.cards}


def _tally(tally: Tally) -> View:
    return {"numbers": tally.numbers, "doubled": tally.doubled, "plus": tally.plus, "bonus": tally.bonus}
