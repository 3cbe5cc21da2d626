"""What holds for every stored room, and that its view shows every card."""

from collections import Counter
from typing import Any

from app.rooms.devices import device_of
from app.rooms.room import Kind, Room
from engine import GameOver, deck_for, prompt


def check(room: Room) -> None:
    """What holds for every stored room."""
    assert 0 <= room.host < len(room.seats)
    for seat in room.seats:
        assert (seat.name is None) == (seat.kind is Kind.EMPTY)
        assert (seat.level is not None) == (seat.kind is Kind.BOT)
        assert seat.owner is not None or seat.kind is not Kind.HUMAN
        assert seat.kind is not Kind.BOT or seat.away == (seat.owner is not None)
        assert not seat.ready or (seat.kind is Kind.HUMAN and room.between_rounds)
        assert 0 <= seat.more_time_used <= 10
    owners = [seat.owner for seat in room.seats if seat.owner is not None]
    holders = [claim.browser for claim in room.reserved.values()]
    assert len({*owners, *holders, *room.removed}) == len([*owners, *holders, *room.removed])
    assert not {device_of(who) for who in (*owners, *holders)} & set(room.removed)
    for index in room.reserved:
        assert room.in_round and room.seats[index].kind is Kind.BOT and room.seats[index].owner is None
    for reserved in (False, True):  # now, and once the reservations have taken effect
        claims = room.reserved if reserved else {}
        names = [claims[i].name if i in claims else seat.name for i, seat in enumerate(room.seats)]
        folded = [name.casefold() for name in names if name is not None]
        assert len(set(folded)) == len(folded)
    _check_decision(room)


def _check_decision(room: Room) -> None:
    """One question is open exactly while a game runs, and its times follow from who has to answer."""
    asked = None if room.game is None else prompt(room.game)
    if asked is None or isinstance(asked, GameOver):
        assert room.decision is None
        return
    decision = room.decision
    assert decision is not None and decision.id == room.decisions
    assert len(room.game.seats) == len(room.seats)  # type: ignore[union-attr]
    assert decision.seat == getattr(asked, "seat", None)
    humans = room.human_count
    if decision.seat is None:
        assert humans < 2 or decision.deadline is not None
        assert humans > 0 or (decision.deadline, decision.due) == (None, None)
        assert decision.due in (decision.deadline, None) or any(seat.ready for seat in room.seats)
    elif room.seats[decision.seat].kind is Kind.BOT:
        assert decision.deadline is None and decision.due is not None
    else:
        assert decision.deadline == decision.due
        timed = humans > 1 and room.rules.turn_seconds != 0
        assert (decision.deadline is not None) or not timed


def cards_of(view: dict[str, Any]) -> Counter[str]:
    """Every card the view tells of, face down ones as `?`."""
    cards: Counter[str] = Counter(view["discard"])
    cards["?"] = view["draw_count"]
    for seat in view["seats"]:
        cards.update([*seat["numbers"], *seat["modifiers"], *seat["played"]])
        cards["second_chance"] += seat["second_chance"]
    for sequence in view["set_aside"]:
        cards.update(sequence["cards"])
    decision = view["decision"]
    if decision is not None and decision["card"] is not None:
        cards[decision["card"]] += 1
    return cards


def assert_all_cards(view: dict[str, Any], players: int | None = None) -> None:
    """All cards of the deck can be accounted for; the face down ones are those not seen.

    `players`: how many the game began with, where the host has changed the table after it.
    """
    cards = cards_of(view)
    hidden = cards.pop("?")
    deck = Counter(card.value for card in deck_for(players or len(view["seats"])))
    assert not cards - deck
    assert hidden == (deck - cards).total()
