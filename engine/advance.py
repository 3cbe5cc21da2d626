"""What happens next by itself, while no seat has to answer."""

from typing import assert_never

from engine.effects import deal, end_round, play_on
from engine.events import Discarded, Event
from engine.prompt import legal_targets
from engine.state import ChooseTarget, Deal, FlipThree, GameState, Status, TakeTurn


def advance(state: GameState) -> tuple[Event, ...]:
    """The next events, those that belong together; none while a seat must answer, or between rounds."""
    if not state.agenda:
        return ()
    if any([seat.status is Status.FLIP7 for seat in state.seats]):
        return end_round(state)
    top = state.agenda[-1]
    match top:
        case Deal(seat):
            return deal(state, seat, "opening")
        case FlipThree(seat):
            return deal(state, seat, "flip_three")
        case ChooseTarget(seat, card):
            targets = legal_targets(state, seat, card)
            if not targets:
                return (Discarded(seat, (card,), "no_target"),)
            return (play_on(state, top, targets[0], only=True),) if len(targets) == 1 else ()
        case TakeTurn(seat):
            return () if state.seats[seat].active else end_round(state)
        case _:
            assert_never(top)
