"""The JSON routes."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.responses import JSONResponse

from app import identity
from app.calls import TOO_MANY_TABLES, api_errors, json_answer, limit, read
from app.chances import chances
from app.description import LOG, NEW_ROOM, ODDS, ROOM, SEAT, call
from app.errors import ApiError
from app.lookup import find_room
from app.pipe import Unavailable
from app.protocol import JoinRoom, NewRoom
from app.rooms import seating
from app.rooms.room import Room
from app.services import services_of
from app.view import view

_TOO_MANY_QUESTIONS = "Too many questions. Wait a moment."

router = APIRouter()


@router.post(
    "/api/rooms",
    **call(NEW_ROOM, "bad_name bad_rules rate_limited", status=201, body=NewRoom, missing=None),
)
async def create(request: Request) -> Response:
    """A new room; the browser that asks has seat 0."""
    services = services_of(request)
    body = await read(request, NewRoom)
    limit(request, services.limits.new_rooms, TOO_MANY_TABLES)
    secret = identity.new_secret()
    with api_errors():
        room = await services.tables.create(identity.browser_id(secret), body)
    url = services.address(request, f"/r/{room.code}")
    response = JSONResponse({"code": room.code, "url": url, "seat": 0}, status_code=201)
    _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}", **call(ROOM))
async def show(request: Request) -> Response:
    """The room's view, with `seq` and `now`."""
    services = services_of(request)
    room = await _find(request)
    return json_answer({**view(room), "seq": room.seq, "now": services.store.now()})


@router.post(
    "/api/rooms/{code}/join",
    **call(SEAT, "removed already_started room_full bad_name name_taken", body=JoinRoom),
)
async def join(request: Request) -> Response:
    """A seat in the lobby; the one this browser has, if it has one."""
    room = await _find(request)
    known = identity.secret_of(request, room.code)
    secret = known or identity.new_secret()
    browser = identity.browser_id(secret)
    own = room.seat_of(browser)
    response: Response
    try:
        seat = own if own is not None else await _sit_down(request, room, browser)
        response = JSONResponse({"seat": seat})
    except ApiError as refused:
        response = refused.response()
    if known is None:
        _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}/log", **call(LOG))
async def show_log(request: Request) -> Response:
    """The changes of the current game; in the lobby all so far."""
    services = services_of(request)
    room = await _find(request)
    limit(request, services.limits.logs, _TOO_MANY_QUESTIONS)
    with api_errors():
        changes = await services.tables.log(room.code)
    return json_answer({"changes": changes})


@router.get("/api/rooms/{code}/odds", **call(ODDS, "not_allowed"))
async def show_odds(request: Request) -> Response:
    """Exact chances of every active seat's next card."""
    room = await _find(request)
    limit(request, services_of(request).limits.odds, _TOO_MANY_QUESTIONS)
    with api_errors():
        return json_answer(chances(room))


@router.get("/healthz", include_in_schema=False)
async def alive() -> Response:
    """This worker answers."""
    return PlainTextResponse("ok")


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> Response:
    """This worker answers, and Redis answers it."""
    try:
        await services_of(request).store.ping()
    except Unavailable:
        return _no_redis()
    return PlainTextResponse("ok")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters over all workers, for Prometheus."""
    services = services_of(request)
    try:
        text = await services.metrics.text(services.store)
    except Unavailable:
        return _no_redis()
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _no_redis() -> Response:
    return PlainTextResponse("Redis cannot be reached", status_code=503)


async def _find(request: Request) -> Room:
    """The room that the path names. Raises ApiError."""
    with api_errors():
        return await find_room(request, request.path_params["code"])


async def _sit_down(request: Request, room: Room, browser: str) -> int:
    """The seat somebody new gets; the room's own reasons against it come first, whatever was sent. Raises ApiError."""
    with api_errors():
        seating.place_for(room, browser)
        name = (await read(request, JoinRoom)).name
        return await services_of(request).tables.join(room.code, browser, name)


def _set_cookie(request: Request, response: Response, room: Room, secret: str) -> None:
    services = services_of(request)
    life = services.seconds_until(room.expires_at)
    identity.set_cookie(response, room.code, secret, max_age=life, secure=services.is_https(request))
