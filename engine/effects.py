"""What a card does: where a dealt one lands and what that sets off, what a chosen target suffers, how a round ends."""

from engine.cards import Card
from engine.events import (
    Busted,
    Cause,
    Dealt,
    Discarded,
    Event,
    FlipSeven,
    FlipThreeStarted,
    Frozen,
    GameWon,
    Passed,
    Place,
    Reshuffled,
    RoundScored,
    Saved,
    SetAside,
    Stayed,
)
from engine.prompt import legal_targets
from engine.rules import FLIP_7_NUMBERS
from engine.scoring import outcome, round_score, score
from engine.shuffle import shuffle
from engine.state import ChooseTarget, GameState, Seat


def deal(state: GameState, seat: int, cause: Cause) -> tuple[Event, ...]:
    """The next card goes to the seat, from a rebuilt pile if need be; with no card left anywhere the round ends."""
    pile = state.draw_pile
    rebuilt: tuple[Event, ...] = ()
    if not pile:
        if not state.discard_pile:
            return end_round(state)
        pile, _ = shuffle(state.discard_pile, state.shuffles)
        rebuilt = (Reshuffled(len(pile)),)
    card = pile[0]
    place, points, following = _landing(state, seat, card, cause)
    return (*rebuilt, Dealt(seat, card, cause, place, points, len(pile) - 1), *following)


def _landing(state: GameState, number: int, card: Card, cause: Cause) -> tuple[Place, int, tuple[Event, ...]]:
    """Where a card dealt to a seat goes, the seat's score with it, and what follows inseparably."""
    seat = state.seats[number]
    points = round_score(seat)
    if card in (Card.FREEZE, Card.FLIP_THREE):
        return ("set_aside", points, (SetAside(number, card),)) if cause == "flip_three" else ("choice", points, ())
    if not seat.active:  # busted, but a Flip Three that must be finished goes on
        return "discard", points, (Discarded(number, (card,), "after_bust"),)
    if card is Card.SECOND_CHANCE and seat.hand.second_chance:
        takers = legal_targets(state, number, card)
        return ("choice", points, ()) if takers else ("discard", points, (Discarded(number, (card,), "no_taker"),))
    if card in seat.hand.numbers:
        if seat.hand.second_chance:
            banked = (Stayed(number, points, "second_chance"),) if state.rules.second_chance_use == "bank" else ()
            return "discard", points, (Saved(number, card), *banked)
        return "numbers", 0, _bust(state, number, card)
    return _kept(number, seat, card)


def _kept(number: int, seat: Seat, card: Card) -> tuple[Place, int, tuple[Event, ...]]:
    """A number, a modifier or a Second Chance joins the hand; the seventh number is a Flip 7."""
    hand = seat.hand.with_card(card)
    points = score(hand, flip_seven=False)
    if card.is_number:
        flip_seven = len(hand.numbers) == FLIP_7_NUMBERS
        return "numbers", points, (FlipSeven(number, score(hand, flip_seven=True)),) if flip_seven else ()
    return "second_chance" if card is Card.SECOND_CHANCE else "modifiers", points, ()


def _bust(state: GameState, number: int, card: Card) -> tuple[Event, ...]:
    """The seat is out; house rules say whether its hand, and what it had set aside, are discarded now."""
    lost: tuple[Card, ...] = ()
    if state.rules.busted_cards == "discard":
        lost = state.seats[number].hand.with_card(card).cards()
    if state.rules.flip_three_bust == "stop":
        lost += tuple(waiting for frame in state.sequences if frame.seat == number for waiting in frame.set_aside)
    return (Busted(number, card, 0), *((Discarded(number, lost, "bust"),) if lost else ()))


def play_on(state: GameState, choice: ChooseTarget, target: int, *, only: bool) -> Event:
    """The card takes effect on its target. `only`: there was no other."""
    match choice.card:
        case Card.FREEZE:
            return Frozen(target, choice.seat, round_score(state.seats[target]), only)
        case Card.FLIP_THREE:
            return FlipThreeStarted(target, choice.seat, only)
        case _:
            return Passed(choice.seat, target, only)


def end_round(state: GameState) -> tuple[Event, ...]:
    """What is set aside is discarded, who is still active banks, the round is scored; perhaps the game is over."""
    scores = tuple(round_score(seat) for seat in state.seats)
    totals = tuple(seat.total + points for seat, points in zip(state.seats, scores, strict=True))
    end = outcome(state.rules, len(state.rounds) + 1, totals)
    return (
        *(Discarded(frame.seat, frame.set_aside, "round_end") for frame in state.sequences if frame.set_aside),
        *(Stayed(number, scores[number], "round_end") for number in state.active_seats),
        RoundScored(state.round, scores, totals),
        *((GameWon(end.winner, totals),) if end else ()),
    )
