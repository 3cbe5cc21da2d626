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
from engine.state import ChooseTarget, Seat, active_seats, sequences
from engine.table import Table


def deal(table: Table, seat: int, cause: Cause) -> tuple[Event, ...]:
    """The next card goes to the seat, from a rebuilt pile if need be; with no card left anywhere the round ends."""
    pile = table.draw_pile
    rebuilt: tuple[Event, ...] = ()
    if not pile:
        if not table.discard_pile:
            return end_round(table)
        pile, _ = shuffle(table.discard_pile, table.shuffles)
        rebuilt = (Reshuffled(len(pile)),)
    card = pile[0]
    place, points, following = _landing(table, seat, card, cause)
    return (*rebuilt, Dealt(seat, card, cause, place, points, len(pile) - 1), *following)


def _landing(table: Table, number: int, card: Card, cause: Cause) -> tuple[Place, int, tuple[Event, ...]]:
    """Where a card dealt to a seat goes, the seat's score with it, and what follows inseparably."""
    seat = table.seats[number]
    if seat.status.active and seat.hand.takes(card):
        return _kept(number, seat, card)
    points = round_score(seat)
    if card in (Card.FREEZE, Card.FLIP_THREE):
        return ("set_aside", points, (SetAside(number, card),)) if cause == "flip_three" else ("choice", points, ())
    if not seat.status.active:  # busted, but a Flip Three that must be finished goes on
        return "discard", points, (Discarded(number, (card,), "after_bust"),)
    if card is Card.SECOND_CHANCE:
        takers = legal_targets(table.rules, table.seats, number, card)
        return ("choice", points, ()) if takers else ("discard", points, (Discarded(number, (card,), "no_taker"),))
    if seat.hand.second_chance:
        banked = (Stayed(number, points, "second_chance"),) if table.rules.second_chance_use == "bank" else ()
        return "discard", points, (Saved(number, card), *banked)
    return "numbers", 0, _bust(table, number, card)


def _kept(number: int, seat: Seat, card: Card) -> tuple[Place, int, tuple[Event, ...]]:
    """A number, a modifier or a Second Chance joins the hand; the seventh number is a Flip 7."""
    hand = seat.hand.with_card(card)
    points = score(hand, flip_seven=False)
    if card.is_number:
        flip_seven = len(hand.numbers) == FLIP_7_NUMBERS
        return "numbers", points, (FlipSeven(number, score(hand, flip_seven=True)),) if flip_seven else ()
    return "second_chance" if card is Card.SECOND_CHANCE else "modifiers", points, ()


def _bust(table: Table, number: int, card: Card) -> tuple[Event, ...]:
    """The seat is out; house rules say whether its hand, and what it had set aside, are discarded now."""
    lost: tuple[Card, ...] = ()
    if table.rules.busted_cards == "discard":
        lost = table.seats[number].hand.with_card(card).cards()
    if table.rules.flip_three_bust == "stop":
        lost += tuple(
            waiting for frame in sequences(table.agenda) if frame.seat == number for waiting in frame.set_aside
        )
    return (Busted(number, card, 0), *((Discarded(number, lost, "bust"),) if lost else ()))


def play_on(table: Table, choice: ChooseTarget, target: int, *, only: bool) -> Event:
    """The card takes effect on its target. `only`: there was no other."""
    match choice.card:
        case Card.FREEZE:
            return Frozen(target, choice.seat, round_score(table.seats[target]), only)
        case Card.FLIP_THREE:
            return FlipThreeStarted(target, choice.seat, only)
        case _:
            return Passed(choice.seat, target, only)


def end_round(table: Table) -> tuple[Event, ...]:
    """What is set aside is discarded, who is still active banks, the round is scored; perhaps the game is over."""
    scores = tuple([round_score(seat) for seat in table.seats])
    totals = tuple([seat.total + points for seat, points in zip(table.seats, scores, strict=True)])
    end = outcome(table.rules, len(table.rounds) + 1, totals)
    return (
        *[Discarded(frame.seat, frame.set_aside, "round_end") for frame in sequences(table.agenda) if frame.set_aside],
        *[Stayed(number, scores[number], "round_end") for number in active_seats(table.seats)],
        RoundScored(table.round, scores, totals),
        *((GameWon(end.winner, totals),) if end else ()),
    )
