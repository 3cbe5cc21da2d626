"""The only place where a state changes."""

from typing import assert_never

from engine.cards import Card
from engine.events import (
    Busted,
    Dealt,
    Discarded,
    Event,
    FlipSeven,
    FlipThreeStarted,
    Frozen,
    GameWon,
    Passed,
    Reshuffled,
    RoundScored,
    RoundStarted,
    Saved,
    SetAside,
    Stayed,
)
from engine.rules import FLIP_THREE_CARDS
from engine.shuffle import shuffle
from engine.state import ChooseTarget, Deal, FlipThree, GameState, Hand, Obligation, Seat, Status, TakeTurn
from engine.values import replace


def evolve(state: GameState, events: tuple[Event, ...]) -> GameState:
    """The state after events that belong together: those of one step of `decide` or `advance`."""
    for event in events:
        state = _after(state, event)
    return _settled(state)


def _after(state: GameState, event: Event) -> GameState:
    match event:
        case RoundStarted():
            return _round_started(state, event)
        case Dealt():
            return _dealt(state, event)
        case Saved(seat, card):
            hand = replace(state.seats[seat].hand, second_chance=False)
            return _discard(_with_hand(state, seat, hand), (card, Card.SECOND_CHANCE))
        case Busted(seat):
            return _busted(state, seat)
        case Stayed(seat, _, why):
            after = _with_status(state, seat, Status.STAYED)
            return _turn_taken(after, seat) if why == "chosen" else after
        case Frozen(seat):
            return _played(_with_status(state, seat, Status.FROZEN), seat, Card.FREEZE)
        case FlipThreeStarted(seat):
            after = _played(state, seat, Card.FLIP_THREE)
            return replace(after, agenda=(*after.agenda, FlipThree(seat, FLIP_THREE_CARDS)))
        case Passed(_, to):
            hand = state.seats[to].hand.with_card(Card.SECOND_CHANCE)
            return replace(_with_hand(state, to, hand), agenda=state.agenda[:-1])
        case SetAside(_, card):
            frame = _frame(state)
            return _with_top(state, replace(frame, set_aside=(*frame.set_aside, card)))
        case Discarded(_, cards, why):
            after = _discard(state, cards)
            return replace(after, agenda=after.agenda[:-1]) if why == "no_target" else after
        case Reshuffled():
            pile, shuffles = shuffle(state.discard_pile, state.shuffles)
            return replace(state, draw_pile=pile, discard_pile=(), shuffles=shuffles)
        case FlipSeven(seat):
            return _with_status(state, seat, Status.FLIP7)
        case RoundScored(_, scores, totals):
            seats = tuple(replace(seat, total=total) for seat, total in zip(state.seats, totals, strict=True))
            return replace(state, seats=seats, rounds=(*state.rounds, scores), agenda=())
        case GameWon():
            return state  # the totals say so already
        case _:
            assert_never(event)


def _round_started(state: GameState, event: RoundStarted) -> GameState:
    """Everything in front of the seats is discarded; the opening deal lies on top of the first turn."""
    cleared = tuple(card for seat in state.seats for card in seat.hand.cards())
    order = state.clockwise(event.dealer + 1)
    deals = tuple(Deal(seat) for seat in reversed(order)) if state.rules.opening_deal else ()
    return replace(
        _discard(state, cleared),
        seats=tuple(Seat(total=seat.total) for seat in state.seats),
        dealer=event.dealer,
        round=event.round,
        agenda=(TakeTurn(order[0]), *deals),
    )


def _dealt(state: GameState, event: Dealt) -> GameState:
    """The card leaves the pile and what called for it is done. Set aside or discarded: the next event moves it."""
    state = replace(state, draw_pile=state.draw_pile[1:])
    match event.cause:
        case "opening":
            state = replace(state, agenda=state.agenda[:-1])
        case "hit":
            state = _turn_taken(state, event.seat)
        case "flip_three":
            frame = _frame(state)
            state = _with_top(state, replace(frame, left=frame.left - 1, shown=(*frame.shown, event.card)))
        case _:
            assert_never(event.cause)
    match event.to:
        case "numbers" | "modifiers" | "second_chance":
            return _with_hand(state, event.seat, state.seats[event.seat].hand.with_card(event.card))
        case "choice":
            return replace(state, agenda=(*state.agenda, ChooseTarget(event.seat, event.card)))
        case "set_aside" | "discard":
            return state
        case _:
            assert_never(event.to)


def _busted(state: GameState, number: int) -> GameState:
    """The seat is out. What it loses by a house rule is taken from it here; the event that follows discards it."""
    seat = replace(state.seats[number], status=Status.BUSTED)
    if state.rules.busted_cards == "discard":
        seat = replace(seat, hand=Hand())
    state = state.with_seat(number, seat)
    if state.rules.flip_three_bust == "finish":
        return state
    kept = tuple(item for item in state.agenda if not (isinstance(item, FlipThree) and item.seat == number))
    return replace(state, agenda=kept)


def _played(state: GameState, number: int, card: Card) -> GameState:
    """The chosen card lies in front of its target from now on."""
    hand = state.seats[number].hand
    after = _with_hand(state, number, replace(hand, played=(*hand.played, card)))
    return replace(after, agenda=state.agenda[:-1])


def _turn_taken(state: GameState, seat: int) -> GameState:
    """The turn goes on clockwise from the seat that had it, whatever this turn sets off before."""
    return _with_top(state, TakeTurn((seat + 1) % len(state.seats)))


def _settled(state: GameState) -> GameState:
    """Obligations that nobody can or must meet any more fall away; the next set-aside card is taken up."""
    if any([seat.status is Status.FLIP7 for seat in state.seats]):
        return state  # the round is over: what is set aside will be discarded as it lies
    agenda = list(state.agenda)
    while agenda:
        match agenda[-1]:
            case Deal(seat) if not state.seats[seat].active:
                agenda.pop()
            case TakeTurn(seat) if not state.seats[seat].active and state.active_seats:
                agenda[-1] = TakeTurn(next(other for other in state.clockwise(seat) if state.seats[other].active))
            case FlipThree() as frame if not (frame.left and _still_flips(state, frame.seat)):
                agenda.pop()
                if frame.set_aside:
                    first, *rest = frame.set_aside
                    agenda += [replace(frame, left=0, set_aside=tuple(rest)), ChooseTarget(frame.seat, first)]
            case _:
                break
    settled = tuple(agenda)
    return state if settled == state.agenda else replace(state, agenda=settled)


def _still_flips(state: GameState, number: int) -> bool:
    """Whether a Flip Three under way goes on: not once the seat has banked, after a bust only by house rule."""
    status = state.seats[number].status
    return status is Status.ACTIVE or (status is Status.BUSTED and state.rules.flip_three_bust == "finish")


def _with_top(state: GameState, top: Obligation) -> GameState:
    return replace(state, agenda=(*state.agenda[:-1], top))


def _frame(state: GameState) -> FlipThree:
    """The Flip Three under way."""
    frame = state.agenda[-1]
    assert isinstance(frame, FlipThree)
    return frame


def _with_hand(state: GameState, number: int, hand: Hand) -> GameState:
    return state.with_seat(number, replace(state.seats[number], hand=hand))


def _with_status(state: GameState, number: int, status: Status) -> GameState:
    return state.with_seat(number, replace(state.seats[number], status=status))


def _discard(state: GameState, cards: tuple[Card, ...]) -> GameState:
    return replace(state, discard_pile=state.discard_pile + cards)
