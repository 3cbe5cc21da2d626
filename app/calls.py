"""What the JSON calls have in common: reading a body, keeping to a rate, and saying why something is not done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import orjson
from starlette.requests import Request
from starlette.responses import Response

from app.documents import Gone
from app.errors import ApiError
from app.farewells import NO_SUCH_ROOM
from app.limits import AddressWindow
from app.lookup import TooManyCodes, address_of
from app.pipe import Unavailable
from app.protocol import BadMessage, BodyT, read_body
from app.rooms.refusal import Refusal
from app.services import monotonic_ms

TOO_MANY_TABLES = "Too many new tables. Wait a while."
"""Shared scores are counted among them."""


async def read(request: Request, kind: type[BodyT]) -> BodyT:
    """The body of a request. Raises ApiError."""
    with api_errors():
        return read_body(kind, await request.body())


def limit(request: Request, window: AddressWindow, sentence: str) -> None:
    """Count a call of this address. Raises ApiError, which says the `sentence`, where there were too many."""
    address, now = address_of(request), monotonic_ms()
    wait = window.wait_ms(address, now)
    if wait > 0:
        raise ApiError("rate_limited", sentence, retry_after=-(-wait // 1000))
    window.add(address, now)


def no_such_room() -> ApiError:
    """The code is no room's."""
    return ApiError(NO_SUCH_ROOM.code, NO_SUCH_ROOM.message)


@contextmanager
def api_errors(missing: Callable[[], ApiError] = no_such_room) -> Iterator[None]:
    """What stops a call is raised as the ApiError that answers it; `missing`: where there is nothing by that code."""
    try:
        yield
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message, suggestion=refusal.suggestion) from None
    except BadMessage as bad:
        raise ApiError("bad_message", f"That request makes no sense: {bad}.") from None
    except Gone:
        raise missing() from None
    except TooManyCodes as many:
        raise ApiError("rate_limited", "Too many codes tried. Wait a minute.", retry_after=many.retry_after) from None
    except Unavailable:
        raise ApiError("unavailable", "The table cannot be reached. Try again in a moment.") from None


def json_answer(content: object, headers: dict[str, str] | None = None) -> Response:
    """`content` as JSON, of which parts may be encoded already."""
    return Response(orjson.dumps(content), media_type="application/json", headers=headers)
