"""What happened, in the past tense: enough to show a game without knowing its rules.

`seat` is whom an event concerns, `score` that seat's round score afterwards.
"""

from typing import ClassVar, Literal

from engine.cards import Card
from engine.values import value

Cause = Literal["opening", "hit", "flip_three"]
Place = Literal["numbers", "modifiers", "second_chance", "choice", "set_aside", "discard"]


@value
class RoundStarted:
    """The table was cleared and a new round began."""

    type: ClassVar[str] = "round_started"
    round: int
    dealer: int


@value
class Dealt:
    """A card was taken from the draw pile, which holds `draw_count` after it.

    `to` says where it went; a card that went `set_aside` or to the `discard` is moved by the event that follows.
    """

    type: ClassVar[str] = "dealt"
    seat: int
    card: Card
    cause: Cause
    to: Place
    score: int
    draw_count: int


@value
class Saved:
    """A duplicate number and the Second Chance that saved the seat from it were discarded."""

    type: ClassVar[str] = "saved"
    seat: int
    card: Card


@value
class Busted:
    """The duplicate number `card` put the seat out of the round."""

    type: ClassVar[str] = "busted"
    seat: int
    card: Card
    score: int


@value
class Stayed:
    """The seat left the round and banked its score."""

    type: ClassVar[str] = "stayed"
    seat: int
    score: int
    why: Literal["chosen", "second_chance", "round_end"]


@value
class Frozen:
    """A Freeze put the seat out of the round; it banked its score. `only`: there was no other target."""

    type: ClassVar[str] = "frozen"
    seat: int
    by: int
    score: int
    only: bool


@value
class FlipThreeStarted:
    """A Flip Three was played on the seat: it takes three cards. `only`: there was no other target."""

    type: ClassVar[str] = "flip_three"
    seat: int
    by: int
    only: bool


@value
class Passed:
    """The seat, which has a Second Chance, gave another one to the seat `to`. `only`: there was no other target."""

    type: ClassVar[str] = "passed"
    seat: int
    to: int
    only: bool


@value
class SetAside:
    """A Freeze or Flip Three among the three cards of a Flip Three waits for their end."""

    type: ClassVar[str] = "set_aside"
    seat: int
    card: Card


@value
class Discarded:
    """Cards went to the discard pile, without effect or, after a bust, from in front of the seat."""

    type: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[Card, ...]
    why: Literal["bust", "after_bust", "no_taker", "no_target", "round_end"]


@value
class Reshuffled:
    """The discard pile, `count` cards, was shuffled into a new draw pile."""

    type: ClassVar[str] = "reshuffled"
    count: int


@value
class FlipSeven:
    """The seat holds seven different numbers: the round is over."""

    type: ClassVar[str] = "flip7"
    seat: int
    score: int


@value
class RoundScored:
    """The round is over; `totals` have its `scores` added."""

    type: ClassVar[str] = "round_scored"
    round: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@value
class GameWon:
    """The game is over. `seat` is None where a player alone missed the goal."""

    type: ClassVar[str] = "game_won"
    seat: int | None
    totals: tuple[int, ...]


Event = (
    RoundStarted
    | Dealt
    | Saved
    | Busted
    | Stayed
    | Frozen
    | FlipThreeStarted
    | Passed
    | SetAside
    | Discarded
    | Reshuffled
    | FlipSeven
    | RoundScored
    | GameWon
)


def event_json(event: Event) -> dict[str, object]:
    """The event as a JSON object: its `type`, then its fields."""
    return {"type": event.type, **{name: _plain(getattr(event, name)) for name in event.__match_args__}}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Card) else value
