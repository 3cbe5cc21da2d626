"""Moments: absolute milliseconds since 1970 on Redis' clock, or so long after the commit under way."""

from engine.values import value


@value
class In:
    """`ms` milliseconds after the commit that writes it."""

    ms: int


Moment = int | In


def resolve(moment: Moment, now: int) -> int:
    """The absolute moment, once the time of the commit is known."""
    return now + moment.ms if isinstance(moment, In) else moment
