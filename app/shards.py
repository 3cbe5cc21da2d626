"""Where a room lives in Redis: its shard, its keys, and the channel its changes are published on."""

import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from redis.crc import key_slot

SHARDS = 64
CHANNELS = tuple(f"f7:{shard}" for shard in range(SHARDS))
_SLOTS_PER_SHARD = 16384 // SHARDS


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one room and its shard, all in one slot, and the shard's channel."""

    document: str
    log: str
    leases: str
    due: str
    owed: str
    served: str
    channel: str


def shard_of(code: str) -> int:
    """The shard of room `code`."""
    return zlib.crc32(code.encode()) % SHARDS


@lru_cache(maxsize=4096)
def keys_of(code: str) -> Keys:
    """The keys of room `code`."""
    shard = shard_of(code)
    tag = _TAGS[shard]
    due, served, owed = SHARD_KEYS[shard]
    return Keys(f"{tag}:room:{code}", f"{tag}:log:{code}", f"{tag}:live:{code}", due, owed, served, CHANNELS[shard])


def scores_key(code: str) -> str:
    """The key of the scores of a game with real cards that are shared as `code`."""
    return f"{_TAGS[shard_of(code)]}:scores:{code}"


def _evenly_spread_tags() -> tuple[str, ...]:
    """One hash tag a shard such that the tags' slots lie evenly over a cluster."""
    tags: dict[int, str] = {}
    for number in count():
        tag = f"{{s{number}}}"
        tags.setdefault(key_slot(tag.encode()) // _SLOTS_PER_SHARD, tag)
        if len(tags) == SHARDS:
            break
    return tuple(tags[shard] for shard in range(SHARDS))


_TAGS = _evenly_spread_tags()
SHARD_KEYS = tuple((f"{tag}:due", f"{tag}:alive", f"{tag}:owed") for tag in _TAGS)
"""For each shard its due times, when it was last served, and what it owes for outages."""
