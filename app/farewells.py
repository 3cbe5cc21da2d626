"""Why the server ends a connection, and what it says then."""

from dataclasses import dataclass

from app.rooms import seating


@dataclass(frozen=True, slots=True)
class Farewell:
    """Why the server ends a connection: what it says first, and the close code."""

    code: str
    message: str
    close_code: int


class Closed(Exception):
    """The server ends this connection. One for each, since a raised exception keeps all that it went through."""

    def __init__(self, why: Farewell) -> None:
        super().__init__(why.code)
        self.why = why


ROOM_EXPIRED = Farewell("room_expired", "This room has closed.", 4000)
REMOVED = Farewell("removed", seating.REMOVED, 4001)
NO_SUCH_ROOM = Farewell("no_such_room", "No table with that code. Check the link or start a new one.", 4002)
ABUSE = Farewell("abuse", "Too many messages that make no sense.", 4008)
TOO_MANY = Farewell("too_many_connections", "Too many connections from your network.", 4009)
RESTARTING = Farewell("restarting", "The table comes back in a moment.", 1012)
OVERLOADED = Farewell("overloaded", "The table is busy. Try again in a moment.", 1013)
