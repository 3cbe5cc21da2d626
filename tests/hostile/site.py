"""What attackers aim at, and where they come from."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.hostile.wire import Outcome, Peer

SHARED_ADDRESS = "192.0.2.66"
"""Where many attackers come from; the server limits what one address may do."""


@dataclass(frozen=True)
class Site:
    """The server as one attacker sees it: its port, the code of a room, and the address the attacker comes from."""

    port: int
    code: str
    address: str

    @property
    def path(self) -> str:
        return f"/ws/{self.code}"

    async def peer(self) -> Peer:
        """A TCP connection."""
        return await Peer.connect(self.port)

    async def is_let_in(self, peer: Peer) -> bool:
        """Open a WebSocket as one should; whether it was welcomed. Else it has been told why, and closed."""
        assert await peer.shake(self.path, X_Forwarded_For=self.address), peer.outcome
        first = await peer.answer()
        if first is not None and first["type"] == "welcome":
            return True
        outcome = await peer.to_the_end()
        assert outcome.close in (4009, 1013) and outcome.byes, outcome
        return False


Attack = Callable[[Site, Random], Awaitable[Outcome]]
"""One hostile visit; it fails where the server treats it otherwise than it should."""


def random_address(rng: Random) -> str:
    """An address that nobody else has, or the one that many share."""
    own = f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}"
    return SHARED_ADDRESS if rng.random() < 0.3 else own
