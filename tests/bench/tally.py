"""What a run counted, and how it is summed up."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median


def samples() -> "array[float]":
    return array("d")


@dataclass
class Tally:
    """Counts and latencies (seconds) of one measured stretch."""

    commands: Counter[str] = field(default_factory=Counter)
    """Acknowledged ones, by what they do."""
    errors: Counter[str] = field(default_factory=Counter)
    gaps: int = 0
    fresh_views: int = 0
    """Views sent anew to a socket that had one."""
    lost: int = 0
    """Sockets the server closed."""
    ack: "array[float]" = field(default_factory=samples)
    """From sending to one's own ack."""
    spread: "array[float]" = field(default_factory=samples)
    """From sending to the frame at each other socket of the room."""
    commit: "array[float]" = field(default_factory=samples)
    """From the commit's `now`, which has whole milliseconds, to the frame at each socket."""
    move_bytes: "array[float]" = field(default_factory=samples)
    """Bytes at the four sockets for each hit, stay and target: the change and the ack."""

    @property
    def moves(self) -> int:
        """Every acknowledged command is one: each is one commit, one frame to four sockets, one ack."""
        return self.commands.total()


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent do not exceed; 0 of none."""
    if not values:
        return 0.0
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))]


def milliseconds(values: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99 of seconds, in ms."""
    return {f"p{percent}": round(percentile(values, percent) * 1000, 2) for percent in (50, 95, 99)}


def medians(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each figure over repetitions."""
    return {name: round(median(row[name] for row in rows), 3) for name in rows[0]}
