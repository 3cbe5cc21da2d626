"""Scores of games with real cards that others look at, in Redis: one key each, written by its owner alone."""

from dataclasses import dataclass

from app.link import Link, Script
from app.names import new_code
from app.shards import scores_key

_KEEP = Script.named("scores")


class NoScores(Exception):
    """There are none by this code, or they have ended."""


class NotTheOwner(Exception):
    """Somebody else shared these scores."""


class Stale(Exception):
    """They have changed since. `version`: what they are at now."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, slots=True)
class Scores:
    """A shared game: its JSON, the number of its changes, the owner's browser id, and its end in ms."""

    code: str
    owner: str
    version: int
    ends: int
    game: bytes


class ScoreStore:
    """All that is asked of Redis about scores. Every method raises Unavailable where it cannot be reached."""

    def __init__(self, link: Link, *, life_ms: int) -> None:
        self._link = link
        self._life_ms = life_ms

    async def create(self, owner: str, game: bytes) -> Scores:
        """New scores by a fresh code."""
        while True:
            try:
                return await self._keep(new_code(), owner, 0, game)
            except (NotTheOwner, Stale):  # the code is taken
                continue

    async def change(self, code: str, owner: str, version: int, game: bytes) -> Scores:
        """The next version. Raises NoScores, NotTheOwner or Stale."""
        return await self._keep(code, owner, version, game)

    async def read(self, code: str) -> Scores:
        """The scores as they are. Raises NoScores."""
        key = scores_key(code)
        ((owner, version, ends, game),) = await self._link.call(key, ("HMGET", key, "owner", "version", "ends", "game"))
        if owner is None:
            raise NoScores
        return Scores(code, owner.decode(), int(version), int(ends), game)

    async def _keep(self, code: str, owner: str, version: int, game: bytes) -> Scores:
        verdict, kept, ends = await self._link.script(_KEEP, [scores_key(code)], [owner, version, game, self._life_ms])
        match verdict:
            case b"ok":
                return Scores(code, owner, int(kept), int(ends), game)
            case b"gone":
                raise NoScores
            case b"foreign":
                raise NotTheOwner
            case _:
                raise Stale(int(kept))
