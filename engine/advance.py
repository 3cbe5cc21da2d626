"""What happens next by itself, while no seat has to answer."""

from typing import assert_never

from engine.effects import deal, end_round, play_on
from engine.events import Discarded, Event
from engine.prompt import legal_targets
from engine.state import ChooseTarget, Deal, FlipThree, TakeTurn
from engine.table import Table


def advance(table: Table) -> tuple[Event, ...]:
    """The next events, those that belong together; none while a seat must answer, or between rounds."""
    if not table.agenda:
        return ()
    if table.flip_seven:
        return end_round(table)
    top = table.agenda[-1]
    match top:
        case TakeTurn():
            return () if table.seats[top.seat].status.active else end_round(table)
        case Deal():
            return deal(table, top.seat, "opening")
        case FlipThree():
            return deal(table, top.seat, "flip_three")
        case ChooseTarget(seat, card):
            targets = legal_targets(table.rules, table.seats, seat, card)
            if not targets:
                return (Discarded(seat, (card,), "no_target"),)
            return (play_on(table, top, targets[0], only=True),) if len(targets) == 1 else ()
        case _:
            assert_never(top)
