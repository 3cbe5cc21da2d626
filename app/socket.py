"""The handshake of a WebSocket: who is let in, who is told why not."""

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import identity, origin, protocol
from app.documents import Gone
from app.farewells import NO_SUCH_ROOM, OVERLOADED, REMOVED, TOO_MANY, Closed, Farewell
from app.lookup import TooManyCodes, address_of, find_room
from app.pipe import Unavailable
from app.rooms.room import Room
from app.services import Services, services_of
from app.visit import Visit

router = APIRouter()


@router.websocket("/ws/{code}")
async def table(socket: WebSocket, code: str) -> None:
    """The only socket there is; who may act is told by the cookie alone."""
    services = services_of(socket)
    if origin.is_foreign(socket, services.settings.public_url):
        await socket.close()
        return
    address = address_of(socket)
    if not services.limits.sockets.open(address):
        await _refuse(socket, TOO_MANY)
        return
    try:
        await _serve(socket, services, code)
    except asyncio.CancelledError:
        return  # the server stops, and has waited for Redis long enough
    finally:
        services.limits.sockets.close(address)


async def _serve(socket: WebSocket, services: Services, typed: str) -> None:
    try:
        room = await _find(socket, typed)
    except Closed as closed:
        await _refuse(socket, closed.why)
        return
    secret = identity.secret_of(socket, room.code)
    headers: list[tuple[bytes, bytes]] = []
    if secret is None:
        secret = identity.new_secret()
        life = services.seconds_until(room.expires_at)
        headers = identity.cookie_headers(room.code, secret, max_age=life, secure=services.is_https(socket))
    await socket.accept(headers=headers)
    services.metrics.count("connections")
    visit = Visit(services, socket, room.code, identity.browser_id(secret))
    await visit.run()


async def _find(socket: WebSocket, typed: str) -> Room:
    """The room of a handshake. Raises Closed."""
    try:
        room = await find_room(socket, typed)
    except Gone:
        raise Closed(NO_SUCH_ROOM) from None
    except (TooManyCodes, Unavailable):
        raise Closed(OVERLOADED) from None
    if identity.browser_of(socket, room.code) in room.removed:
        raise Closed(REMOVED)
    return room


async def _refuse(socket: WebSocket, why: Farewell) -> None:
    """Accept, say goodbye and close, so that the browser learns why."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await socket.send_text(protocol.bye(why.code, why.message))
        await socket.close(why.close_code)
