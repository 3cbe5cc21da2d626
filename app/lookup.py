"""Finding a room by its code, so that codes cannot be guessed: wrong ones are counted for each address."""

from starlette.requests import HTTPConnection

from app import identity
from app.documents import Gone
from app.names import read_code
from app.rooms.room import Room
from app.services import monotonic_ms, services_of


class TooManyCodes(Exception):
    """This address has tried too many codes. `retry_after`: whole seconds until it may go on."""

    def __init__(self, wait_ms: int) -> None:
        super().__init__(wait_ms)
        self.retry_after = -(-wait_ms // 1000)


def address_of(connection: HTTPConnection) -> str:
    """The address rates are counted for; proxies that are trusted have said it."""
    return connection.client.host if connection.client else ""


async def find_room(connection: HTTPConnection, typed: str) -> Room:
    """The room somebody names. Raises Gone, TooManyCodes or Unavailable.

    Who has a seat there is let in, whatever others at the same address have tried.
    """
    code = read_code(typed)
    try:
        room = None if code is None else await services_of(connection).tables.room(code)
    except Gone:
        room = None
    if room is not None and room.seat_of(identity.browser_of(connection, room.code)) is not None:
        return room
    admit(connection, found=room is not None)
    assert room is not None
    return room


def admit(connection: HTTPConnection, *, found: bool) -> None:
    """Count a code that is nothing's against its address. Raises Gone for it, and TooManyCodes after many of them."""
    wrong_codes, address = services_of(connection).limits.wrong_codes, address_of(connection)
    wait = wrong_codes.wait_ms(address, monotonic_ms())
    if wait > 0:
        raise TooManyCodes(wait)
    if not found:
        wrong_codes.add(address, monotonic_ms())
        raise Gone
