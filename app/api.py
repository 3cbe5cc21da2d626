"""The JSON routes."""

from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.responses import JSONResponse

from app import identity, origin
from app.chances import chances
from app.description import LOG, NEW_ROOM, ODDS, ROOM, SEAT, call
from app.errors import ApiError
from app.lookup import TooManyCodes, address_of, find_room
from app.pipe import Unavailable
from app.protocol import BadMessage, BodyT, JoinRoom, NewRoom, read_body
from app.rooms import seating
from app.rooms.refusal import Refusal
from app.rooms.room import Room
from app.services import Services, monotonic_ms
from app.store import Gone
from app.view import view

router = APIRouter()

_NO_SUCH_ROOM = "No table with that code. Check the link or start a new one."


@router.post(
    "/api/rooms",
    **call(NEW_ROOM, "bad_name bad_rules rate_limited", status=201, body=NewRoom, missing=None),
)
async def create(request: Request) -> Response:
    """A new room; the browser that asks has seat 0."""
    services = _services(request)
    body = await read(request, NewRoom)
    limit_new_rooms(request, services)
    secret = identity.new_secret()
    room = await _judged(services.tables.create(identity.browser_id(secret), body))
    url = f"{origin.public_url(request, services.settings.public_url)}/r/{room.code}"
    response = JSONResponse({"code": room.code, "url": url, "seat": 0}, status_code=201)
    _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}", **call(ROOM))
async def show(request: Request) -> Response:
    """The room's view, with `seq` and `now`."""
    services = _services(request)
    room = await _find(request)
    return _json({**view(room), "seq": room.seq, "now": services.store.now()})


@router.post(
    "/api/rooms/{code}/join",
    **call(SEAT, "removed already_started room_full bad_name name_taken", body=JoinRoom),
)
async def join(request: Request) -> Response:
    """A seat in the lobby; the one this browser has, if it has one."""
    services = _services(request)
    room = await _find(request)
    known = identity.secret_of(request, room.code)
    secret = known or identity.new_secret()
    browser = identity.browser_id(secret)
    own = room.seat_of(browser)
    response: Response
    try:
        name = "" if own is not None else await _name_to_join(request, room, browser)
        seat = own if own is not None else await _judged(services.tables.join(room.code, browser, name))
        response = JSONResponse({"seat": seat})
    except ApiError as refused:
        response = refused.response()
    if known is None:
        _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}/log", **call(LOG))
async def show_log(request: Request) -> Response:
    """The changes of the current game; in the lobby all so far."""
    room = await _find(request)
    changes = await _judged(_services(request).tables.log(room.code))
    return _json({"changes": changes})


@router.get("/api/rooms/{code}/odds", **call(ODDS, "not_allowed"))
async def show_odds(request: Request) -> Response:
    """Exact chances of every active seat's next card."""
    try:
        return _json(chances(await _find(request)))
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message) from None


@router.get("/healthz", include_in_schema=False)
async def alive() -> Response:
    """This worker answers."""
    return PlainTextResponse("ok")


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> Response:
    """This worker answers, and Redis answers it."""
    try:
        await _services(request).store.ping()
    except Unavailable:
        return PlainTextResponse("Redis cannot be reached", status_code=503)
    return PlainTextResponse("ok")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters over all workers, for Prometheus."""
    services = _services(request)
    try:
        text = await services.metrics.text(services.store)
    except Unavailable:
        return PlainTextResponse("Redis cannot be reached", status_code=503)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def _find(request: Request) -> Room:
    """The room that the path names. Raises ApiError."""
    try:
        return await find_room(request, request.path_params["code"])
    except Gone:
        raise ApiError("no_such_room", _NO_SUCH_ROOM) from None
    except TooManyCodes as many:
        raise ApiError("rate_limited", "Too many codes tried. Wait a minute.", retry_after=many.retry_after) from None
    except Unavailable:
        raise unavailable() from None


async def _name_to_join(request: Request, room: Room, browser: str) -> object:
    """The name in the body; the room's own reasons against joining come first, whatever was sent."""
    try:
        seating.place_for(room, browser)
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message) from None
    return (await read(request, JoinRoom)).name


def limit_new_rooms(request: Request, services: Services) -> None:
    """Count a new room, or a like thing, of this address. Raises ApiError where there are too many."""
    address = address_of(request)
    wait = services.limits.new_rooms.wait_ms(address, monotonic_ms())
    if wait > 0:
        raise ApiError("rate_limited", "Too many new tables. Wait a while.", retry_after=-(-wait // 1000))
    services.limits.new_rooms.add(address, monotonic_ms())


async def read(request: Request, kind: type[BodyT]) -> BodyT:
    """The body of a request. Raises ApiError."""
    try:
        return read_body(kind, await request.body())
    except BadMessage as bad:
        raise ApiError("bad_message", f"That request makes no sense: {bad}.") from None


async def _judged(step: Any) -> Any:
    """Await a step of the tables; what it refuses becomes an answer."""
    try:
        return await step
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message, suggestion=refusal.suggestion) from None
    except BadMessage as bad:
        raise ApiError("bad_message", f"That request makes no sense: {bad}.") from None
    except Gone:
        raise ApiError("no_such_room", _NO_SUCH_ROOM) from None
    except Unavailable:
        raise unavailable() from None


def unavailable() -> ApiError:
    """Redis does not answer."""
    return ApiError("unavailable", "The table cannot be reached. Try again in a moment.")


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _set_cookie(request: Request, response: Response, room: Room, secret: str) -> None:
    services = _services(request)
    secure = origin.is_https(request, services.settings.public_url)
    identity.set_cookie(response, room.code, secret, max_age=services.seconds_left(room), secure=secure)


def _json(content: object) -> Response:
    return Response(orjson.dumps(content), media_type="application/json")
