"""What happens next by itself, while no seat has to answer."""

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
    if isinstance(top, TakeTurn):
        return () if table.seats[top.seat].status.active else end_round(table)
    if isinstance(top, Deal):
        return deal(table, top.seat, "opening")
    if isinstance(top, FlipThree):
        return deal(table, top.seat, "flip_three")
    return _choice(table, top)


def _choice(table: Table, choice: ChooseTarget) -> tuple[Event, ...]:
    """A card that nobody can take is discarded; one legal choice is no choice."""
    targets = legal_targets(table.rules, table.seats, choice.seat, choice.card)
    if not targets:
        return (Discarded(choice.seat, (choice.card,), "no_target"),)
    return (play_on(table, choice, targets[0], only=True),) if len(targets) == 1 else ()
