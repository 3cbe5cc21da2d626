"""What happened at the table beside the cards, in the past tense. Field names are the protocol's."""

from typing import ClassVar

from engine import Event as GameEvent
from engine.values import value


@value
class Joined:
    """Somebody, or a bot, sat down; `was` is the bot whose seat it is."""

    type: ClassVar = "joined"
    seat: int
    name: str
    kind: str
    was: str | None = None


@value
class Left:
    """A seat was given up. `why`: left, removed or gone."""

    type: ClassVar = "left"
    seat: int
    name: str
    why: str


@value
class Renamed:
    """A seat goes by another name."""

    type: ClassVar = "renamed"
    seat: int
    was: str
    name: str


@value
class SettingsChanged:
    """The host chose other rules or another number of seats."""

    type: ClassVar = "settings"
    rules: dict[str, object]
    seats: int


@value
class HostChanged:
    """Another seat is host now. `why`: left or gone."""

    type: ClassVar = "host"
    seat: int
    why: str


@value
class Started:
    """Game number `game` of this room begins."""

    type: ClassVar = "started"
    game: int
    dealer: int


@value
class TimedOut:
    """The table moved for a seat that was out of time. `kind`: turn or target; `did`: hit, stay or target."""

    type: ClassVar = "timed_out"
    seat: int
    kind: str
    did: str
    target: int | None


@value
class Away:
    """A seat is not there. `why`: missed (a turn) or connection."""

    type: ClassVar = "away"
    seat: int
    why: str


@value
class Back:
    """A seat is there again. `why`: missed, connection or owner (took the seat back from its bot)."""

    type: ClassVar = "back"
    seat: int
    why: str


@value
class BotTookOver:
    """A bot plays this seat from now on. `why`: missed, left, removed or offline."""

    type: ClassVar = "bot_took_over"
    seat: int
    name: str
    why: str


@value
class MoreTime:
    """A seat took a minute more; `left` such minutes remain."""

    type: ClassVar = "more_time"
    seat: int
    left: int


@value
class Reacted:
    """A seat said one of the six things."""

    type: ClassVar = "reacted"
    seat: int
    reaction: str


RoomEvent = (
    Joined | Left | Renamed | SettingsChanged | HostChanged | Started | TimedOut | Away | Back | BotTookOver
    | MoreTime | Reacted
)  # fmt: skip
Event = RoomEvent | GameEvent


def event_json(event: Event) -> dict[str, object]:
    """The event as clients read it: `type` first, then its fields."""
    return {"type": event.type, **{name: getattr(event, name) for name in event.__match_args__}}
