"""The only place where a table changes."""

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
from engine.state import ChooseTarget, Deal, FlipThree, Hand, Seat, TakeTurn, active_seats, clockwise
from engine.status import Status
from engine.table import Table
from engine.values import replace


def evolve(table: Table, events: tuple[Event, ...]) -> None:
    """Apply events that belong together: those of one step of `decide` or `advance`."""
    for event in events:
        _apply(table, event)
    if not table.flip_seven:  # else what is set aside will be discarded as it lies
        _settle(table)


def _apply(table: Table, event: Event) -> None:
    match event:
        case Dealt():
            _dealt(table, event)
        case Stayed(number, _, why):
            _with_status(table, number, Status.STAYED)
            if why == "chosen":
                _turn_taken(table, number)
        case Busted(number):
            _busted(table, number)
        case FlipSeven(number):
            _with_status(table, number, Status.FLIP7)
            table.flip_seven = True
        case Saved() | SetAside() | Frozen() | FlipThreeStarted() | Passed():
            _by_action(table, event)
        case RoundStarted():
            _round_started(table, event)
        case RoundScored(_, scores, totals):
            seats = zip(table.seats, totals, strict=True)
            table.seats[:] = [Seat(seat.hand, seat.status, total) for seat, total in seats]
            table.rounds += (scores,)
            table.agenda.clear()
        case Discarded(_, cards, why):
            table.discard_pile += cards
            if why == "no_target":
                table.agenda.pop()
        case Reshuffled():
            table.draw_pile, table.shuffles = shuffle(table.discard_pile, table.shuffles)
            table.discard_pile = ()
        case GameWon():
            pass  # the totals say so already
        case _:
            assert_never(event)


def _by_action(table: Table, event: Saved | SetAside | Frozen | FlipThreeStarted | Passed) -> None:
    """What an action card does, or comes to."""
    seats, agenda = table.seats, table.agenda
    match event:
        case Saved(number, card):
            seats[number] = seats[number].with_hand(seats[number].hand.with_second_chance(False))
            table.discard_pile += (card, Card.SECOND_CHANCE)
        case SetAside(_, card):
            frame = _frame(table)
            agenda[-1] = replace(frame, set_aside=(*frame.set_aside, card))
        case Frozen(number):
            _played(table, number, Card.FREEZE)
            _with_status(table, number, Status.FROZEN)
        case FlipThreeStarted(number):
            _played(table, number, Card.FLIP_THREE)
            agenda.append(FlipThree(number, FLIP_THREE_CARDS))
        case Passed(_, number):
            agenda.pop()
            seats[number] = seats[number].with_card(Card.SECOND_CHANCE)
        case _:
            assert_never(event)


def _with_status(table: Table, number: int, status: Status) -> None:
    table.seats[number] = table.seats[number].with_status(status)


def _round_started(table: Table, event: RoundStarted) -> None:
    """Everything in front of the seats is discarded; the opening deal lies on top of the first turn."""
    for seat in table.seats:
        table.discard_pile += seat.hand.cards()
    order = clockwise(event.dealer + 1, len(table.seats))
    table.seats[:] = [Seat(total=seat.total) for seat in table.seats]
    table.dealer, table.round = event.dealer, event.round
    table.agenda[:] = [TakeTurn(order[0])]
    if table.rules.opening_deal:
        table.agenda += [Deal(number) for number in reversed(order)]


def _dealt(table: Table, event: Dealt) -> None:
    """The card leaves the pile and what called for it is done. Set aside or discarded: the next event moves it."""
    table.draw_pile = table.draw_pile[1:]
    number, card = event.seat, event.card
    match event.cause:
        case "hit":
            _turn_taken(table, number)
        case "opening":
            table.agenda.pop()
        case "flip_three":
            frame = _frame(table)
            table.agenda[-1] = FlipThree(number, frame.left - 1, (*frame.shown, card), frame.set_aside)
        case _:
            assert_never(event.cause)
    match event.to:
        case "numbers" | "modifiers" | "second_chance":
            table.seats[number] = table.seats[number].with_card(card)
        case "choice":
            table.agenda.append(ChooseTarget(number, card))
        case "set_aside" | "discard":
            pass
        case _:
            assert_never(event.to)


def _busted(table: Table, number: int) -> None:
    """The seat is out. What it loses by a house rule is taken from it here; the event that follows discards it."""
    seat = table.seats[number].with_status(Status.BUSTED)
    table.seats[number] = seat.with_hand(Hand()) if table.rules.busted_cards == "discard" else seat
    if table.rules.flip_three_bust == "stop":
        table.agenda[:] = [item for item in table.agenda if not (isinstance(item, FlipThree) and item.seat == number)]


def _played(table: Table, number: int, card: Card) -> None:
    """The chosen card lies in front of its target from now on."""
    table.agenda.pop()
    seat = table.seats[number]
    table.seats[number] = seat.with_hand(seat.hand.with_played(card))


def _turn_taken(table: Table, number: int) -> None:
    """The turn goes on clockwise from the seat that had it, whatever this turn sets off before."""
    table.agenda[-1] = TakeTurn((number + 1) % len(table.seats))


def _settle(table: Table) -> None:
    """Obligations that nobody can or must meet any more fall away; the next set-aside card is taken up."""
    seats, agenda = table.seats, table.agenda
    while agenda:
        top = agenda[-1]
        if isinstance(top, TakeTurn):
            if not seats[top.seat].status.active and (active := active_seats(seats)):
                agenda[-1] = TakeTurn(next((number for number in active if number > top.seat), active[0]))
            return
        if isinstance(top, Deal):
            if seats[top.seat].status.active:
                return
            agenda.pop()
        elif isinstance(top, FlipThree):
            if top.left and _still_flips(table, top.seat):
                return
            agenda.pop()
            if top.set_aside:
                first, *rest = top.set_aside
                agenda += [replace(top, left=0, set_aside=tuple(rest)), ChooseTarget(top.seat, first)]
        else:
            return


def _still_flips(table: Table, number: int) -> bool:
    """Whether a Flip Three under way goes on: not once the seat has banked, after a bust only by house rule."""
    status = table.seats[number].status
    return status.active or (status is Status.BUSTED and table.rules.flip_three_bust == "finish")


def _frame(table: Table) -> FlipThree:
    """The Flip Three under way."""
    frame = table.agenda[-1]
    assert isinstance(frame, FlipThree)
    return frame
