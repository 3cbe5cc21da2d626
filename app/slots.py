"""Which node of a cluster owns which key, as its nodes tell it. Told wrong, a node answers with who does."""

from collections.abc import Sequence
from typing import Any

from redis.crc import key_slot

Address = tuple[str, int]

_SLOTS = 16_384


class Slots:
    """The owner of each slot, as far as it is known."""

    def __init__(self) -> None:
        self._owners: list[Address | None] = [None] * _SLOTS
        self.masters: tuple[Address, ...] = ()
        """Every node that owns slots."""

    def owner(self, key: str) -> Address | None:
        """The node that owns a key."""
        return self._owners[key_slot(key.encode())]

    def learn(self, ranges: Sequence[Any], told_by: Address) -> None:
        """Take in the answer to `CLUSTER SLOTS`: [first slot, last slot, [host, port, …] of the master, …] each."""
        owners: list[Address | None] = [None] * _SLOTS
        for first, last, (host, port, *_), *_replicas in ranges:
            owners[first : last + 1] = [address(host, port, told_by)] * (last + 1 - first)
        self._owners = owners
        self.masters = tuple(dict.fromkeys(owner for owner in owners if owner is not None))


def address(host: bytes | str | None, port: int, told_by: Address) -> Address:
    """The address of a node that another one names; without a host it is where that one is."""
    name = host.decode() if isinstance(host, bytes) else host
    return (told_by[0] if name in (None, "", "?") else str(name)), port
